"""What the coach says about a position, as a page shows it: the hands within reach, one act with its reason, and why
not another. The judgement is the engine's. Works on a position alone, so that it can be worked out in a process of its
own.
"""

from collections import Counter
from dataclasses import dataclass

from engine.coaching import (
    Act,
    Advice,
    Known,
    Place,
    Reach,
    Safety,
    Why,
    advise_call,
    advise_discard,
    advise_exchange,
    advise_pass,
    hands_in_reach,
    safe_discards,
    why_not,
)
from engine.hands import HandTable, calls_judged, rank
from engine.tile import Seat, Tile
from engine.wording import joined
from server.coaching.looking import NOTHING_WEIGHED, Chances, first_look
from server.coaching.position import Asks, Position

REACH = 3  # hands shown


@dataclass(frozen=True, slots=True)
class Want:
    """A kind that a hand still wants: how many of it, how many nobody has shown, and whether a Joker may stand for
    it."""

    tile: Tile
    count: int
    left: int
    joker: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand within reach, as it is drawn. `number` is its line's place on the card; `nearest` how far the nearest hand
    of that line is, which need not be the likeliest that is drawn."""

    number: int
    name: str
    section: str
    mark: str
    value: int
    missing: int
    nearest: int
    groups: tuple[tuple[Place, ...], ...]
    wants: tuple[Want, ...]


@dataclass(frozen=True, slots=True)
class Counsel:
    """`does` is the act in two or three words, `tiles` those that it is about, `reason` a sentence. `hint` points the
    way without saying the act. `facts` are more sentences, for whoever wants to know more. `safety` are her tiles as
    discards, the safest first, where somebody shows groups. `chances` are those of the first answer."""

    does: str
    tiles: tuple[Tile, ...]
    reason: str
    hint: str
    reach: tuple[Shown, ...]
    facts: tuple[str, ...] = ()
    safety: tuple[Safety, ...] = ()
    chances: Chances = NOTHING_WEIGHED


def counsel(table: HandTable, position: Position) -> Counsel:
    """What to do, and for which hands."""
    found = hands_in_reach(position.known, REACH) if position.tiles else ()
    does, tiles, reason, facts = _decided(position, found)
    nearest = _nearest(table, position) if found else {}
    reach = tuple(_shown(table, r, nearest) for r in found)
    chances = first_look(table, position)
    hint = _HINTS.get(does) or _hint(position, found)
    return Counsel(does, tiles, reason, hint, reach, facts, _safety(position.known), chances)


def _safety(known: Known) -> tuple[Safety, ...]:
    """What she could discard, the safest first; nothing while nobody else shows a group."""
    others = [s for s in known.players if s is not known.seat and s not in known.dead]
    if known.stage is not None or not any(known.exposures[s] for s in others):
        return ()
    return tuple(s for s in safe_discards(known) if s.tile is not Tile.JOKER)


_Decided = tuple[str, tuple[Tile, ...], str, tuple[str, ...]]


def _decided(position: Position, found: tuple[Reach, ...]) -> _Decided:
    known = position.known
    match position.asks:
        case Asks.TILES:
            return "Say your tiles", (), f"{position.lacking} of your tiles are not known yet.", ()
        case Asks.PASS | Asks.COURTESY | Asks.SECOND:
            return _told(advise_pass(known))
        case Asks.CALL if known.offered is not None:
            does, tiles, reason, facts = _told(advise_call(known, known.offered))
            return does, tiles or (known.offered,), reason, facts
        case Asks.DISCARD:
            swap = advise_exchange(known)
            return _told(swap if swap.act is Act.EXCHANGE else advise_discard(known))
        case Asks.DRAW:
            return "Draw", (), _watch(known, found), ()
        case _:
            return "Wait", (), _watch(known, found), ()


_DOES = {
    Act.PASS: "Pass",
    Act.DISCARD: "Discard",
    Act.CALL: "Call, and expose",
    Act.LET_GO: "Let it go",
    Act.MAH_JONGG: "Mah Jongg",
    Act.EXCHANGE: "Give for the Joker",
}


_AMONG_THE_CHANCES = (Why.COSTS, Why.BRINGS)  # told there, where a closer look may change them


def _told(advice: Advice) -> _Decided:
    does = _DOES.get(advice.act, "")
    if advice.act is Act.VOTE:
        does = "Yes, again" if advice.yes else "No, stop"
    elif advice.act is Act.COURTESY:
        does = f"Offer {len(advice.tiles)}" if advice.tiles else "Offer none"
    elif advice.act is Act.PASS and advice.blind:
        does = f"{'Pass these, and' if advice.tiles else 'Pass'} {advice.blind} unseen"
    told = [r.says for r in advice.reasons if r.kind not in _AMONG_THE_CHANCES]
    facts = tuple(f"{says[:1].upper()}{says[1:].rstrip('.')}." for says in told)
    reason = _reason(advice)
    return does, advice.tiles, reason, tuple(f for f in dict.fromkeys(facts) if f.lower() not in reason.lower())


def _reason(advice: Advice) -> str:
    """The advice without the act that is told above it."""
    told = advice.says if advice.act in (Act.VOTE, Act.EXCHANGE) else advice.says.partition(": ")[2] or advice.says
    if advice.act is Act.CALL:
        commits = next((r.says for r in advice.reasons), "")
        goal = f"It is for {advice.line.name}. " if advice.line is not None else ""
        told = f"{goal}{commits}"
    if advice.act is Act.LET_GO and advice.reasons and advice.reasons[0].kind is Why.COSTS:
        told = "showing it would cost more than it brings"  # how much stands among the chances
    return f"{told[:1].upper()}{told[1:].rstrip('.')}."


def _watch(known: Known, found: tuple[Reach, ...]) -> str:
    """What to look out for while others play."""
    if not found or not found[0].needs:
        return "Watch what the others discard."
    best = found[0]
    wanted = [t for t in dict.fromkeys(best.needs) if t is not Tile.JOKER]
    if best.missing == 1 and wanted:
        return f"For {best.line.name} you lack only {wanted[0].words}: call it when it falls, and win."
    near = [t for t in wanted if t not in best.strict and known.counts[t] + known.counts[Tile.JOKER] >= 2]
    if near and not best.line.concealed:
        return f"For {best.line.name} you could call {joined([t.words for t in near], 'or')}."
    return f"For {best.line.name} you still want {joined([t.words for t in wanted] or ['a Joker'])}."


_HINTS = {  # where the tiles are not to be looked through for one without a place
    _DOES[Act.MAH_JONGG]: "Count your tiles against the card once more: is anything still missing?",
    _DOES[Act.EXCHANGE]: "Look at the groups on show: can one of your tiles take the place of a Joker there?",
}


def _hint(position: Position, found: tuple[Reach, ...]) -> str:
    """Points the way, and leaves the act to her."""
    if not found:
        return "Look which lines of the card your exposed groups still allow."
    sections = joined(list(dict.fromkeys(r.line.section for r in found)), "or")
    match position.asks:
        case Asks.CALL if position.known.to_win_only:
            return f"It may be called only to win. Look at {sections}: does it make your fourteen?"
        case Asks.CALL:
            return f"Look at {sections}: is it a group there, and is it worth showing?"
        case Asks.DISCARD | Asks.PASS | Asks.COURTESY:
            return f"Look at {sections}: which of your tiles has no place there?"
        case _:
            return f"Look at {sections}."


def _nearest(table: HandTable, position: Position) -> dict[int, int]:
    """By a line's place on the card how far its nearest hand is, as her own page tells it."""
    known = position.known
    shown = [t for s in Seat if s is not known.seat for group in known.exposures[s] for t in group]
    ranking = rank(table, position.all_tiles, known.own, [*(d.tile for d in known.discards), *shown])
    return dict(zip(ranking.line_numbers, ranking.missing, strict=True))


def _shown(table: HandTable, reach: Reach, nearest: dict[int, int]) -> Shown:
    line, unseen = reach.line, dict(reach.unseen)
    wants = tuple(
        Want(tile, n, unseen[tile], tile not in reach.strict) for tile, n in sorted(Counter(reach.needs).items())
    )
    number = table.lines.index(line)
    near = nearest[number]
    return Shown(number, line.name, line.section, line.mark, line.value, reach.missing, near, reach.pattern, wants)


# Why not this one?


def why_not_tile(_: HandTable, position: Position, tile: Tile) -> str:
    """Why the coach would not discard, pass or call this tile; or that it would."""
    known = position.known
    advice = why_not(known, tile)
    if tile is Tile.JOKER and position.asks is Asks.DISCARD and advice.act is Act.EXPLAIN:
        return "A Joker stands for any tile in a group of three or more; once discarded it is lost to everybody."
    says = advice.says
    for reason in advice.reasons:
        if advice.act is Act.EXPLAIN and reason.kind is Why.COSTS:
            says = says.replace(reason.says, f"{advice.options[0].tiles[0].words} leaves you the better chance.")
    if position.asks is Asks.DISCARD and any(known.exposures[s] for s in known.players if s is not known.seat):
        risk = next((s.says for s in safe_discards(known) if s.tile is tile), "")
        says = f"{says} {risk}" if risk and risk not in says else says
    return says


def why_not_line(table: HandTable, position: Position, number: int) -> str:
    """Why the coach does not aim at this line of the card; or that it does."""
    return why_not(position.known, table.lines[number]).says


def exposures_of(table: HandTable, position: Position) -> tuple[tuple[Tile, ...], ...]:
    """The groups of the card that she can lay with the called tile, of her own tiles."""
    if position.called is None:
        return ()
    judged = calls_judged(table, position.all_tiles, position.known.own, position.called)
    return tuple(j.exposure for j in judged)
