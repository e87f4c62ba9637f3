"""What the coach says about a position: the hands within reach, one act with its reason, and why not another. The
choices are the engine's; here they are put as a page shows them. Works on a position and a card alone, so that it can
be worked out in a process of its own.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.card import Hand, Line
from engine.coach import Advice, Aim, advise_call, advise_discard, advise_pass, best_lines
from engine.hands import HandTable, calls_judged, discards_judged, rank, wins
from engine.players import choose_blind, choose_courtesy, choose_exchange, wants_second_charleston
from engine.tile import Tile
from server.coaching.position import Asks, Position
from server.my_card import Place, filled
from server.spoken import spoken_group

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
    """A group of a hand as it is drawn; `joker` is whether a Joker may stand in it."""

    places: tuple[Place, ...]
    joker: bool


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand within reach. `number` is the line's place on the card."""

    number: int
    name: str
    section: str
    mark: str
    value: int
    missing: int
    groups: tuple[Shown, ...]
    wants: tuple[Want, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Counsel:
    """`does` is the act in two or three words, `tiles` those that it is about, `reason` one sentence. `hint` points the
    way without saying the act."""

    does: str
    tiles: tuple[Tile, ...]
    reason: str
    hint: str
    reach: tuple[Reach, ...]
    mah_jongg: bool = False


def counsel(table: HandTable, position: Position) -> Counsel:
    """What to do, and for which hands."""
    aims = best_lines(table, position.all_tiles, position.exposures, position.visible, REACH) if position.tiles else ()
    if position.asks is Asks.TILES:
        said = Counsel("Say your tiles", (), f"{position.lacking} of your tiles are not known yet.", "", ())
    else:
        said = _decided(table, position, aims)
    return replace(said, reach=tuple(_reach(table, position, aim) for aim in aims), hint=_hint(position, aims))


def _decided(table: HandTable, position: Position, aims: tuple[Aim, ...]) -> Counsel:
    match position.asks:
        case Asks.PASS:
            return _passing(table, position)
        case Asks.SECOND:
            return _second(table, position, aims)
        case Asks.COURTESY:
            offered = choose_courtesy(table, position.tiles)
            how = f"You can spare {spoken_group(offered)}." if offered else "You can spare none of your tiles."
            return _said(f"Offer {len(offered) or 'none'}", offered, how)
        case Asks.CALL if position.called is not None:
            return _calling(table, position, position.called)
        case Asks.DISCARD:
            return _discarding(table, position)
        case Asks.DRAW:
            return _said("Draw", (), _watch(position, aims))
        case _:
            return _said("Wait", (), _watch(position, aims))


def _said(does: str, tiles: tuple[Tile, ...], reason: str, mah_jongg: bool = False) -> Counsel:
    return Counsel(does, tiles, reason, "", (), mah_jongg)


def _passing(table: HandTable, position: Position) -> Counsel:
    advice = advise_pass(table, position.tiles)
    blind = choose_blind(table, position.tiles) if position.blind else 0
    if blind:
        own = advice.tiles[: 3 - blind]
        return _said(
            f"Pass {blind} of them unseen",
            own,
            f"You can spare only {len(own) or 'none'} of your own: the rest would break what you are building.",
        )
    return _said("Pass these three", advice.tiles, _reason(advice))


def _second(table: HandTable, position: Position, aims: tuple[Aim, ...]) -> Counsel:
    away = f"You are {aims[0].missing} away from {aims[0].line.name}" if aims else "Nothing is near"
    if wants_second_charleston(table, position.tiles):
        return _said("Yes, again", (), f"{away}: nine more tiles to choose from can help.")
    return _said("No, stop", (), f"{away}: more passing would break it, and helps the others too.")


def _discarding(table: HandTable, position: Position) -> Counsel:
    tiles, exposures = position.all_tiles, position.exposures
    if wins(table, tiles, exposures):
        return _said("Mah Jongg", (), "Your fourteen tiles are a hand of the card.", mah_jongg=True)
    offered = (*exposures, *(x for _, groups in position.others for x in groups))
    swap = choose_exchange(table, tiles, exposures, offered, position.visible)
    if swap is not None:
        reason = f"It stands in an open group, and a Joker helps you more than the {swap.tile.words} does."
        return _said("Take the Joker for", (swap.tile,), reason)
    advice = advise_discard(table, tiles, exposures, position.visible)
    return _said("Discard", advice.tiles, _reason(advice))


def _calling(table: HandTable, position: Position, called: Tile) -> Counsel:
    advice = advise_call(table, position.all_tiles, position.exposures, called, position.visible)
    if advice.mah_jongg:
        return _said("Call it for Mah Jongg", (called,), "It completes your hand.", mah_jongg=True)
    if advice.tiles and not position.to_win:
        goal = best_lines(
            table, [*position.all_tiles, called], [*position.exposures, advice.tiles], position.visible, n=REACH
        )
        commits = f"It commits you to {_listed([a.line.name for a in goal])}." if goal else ""
        closed = "" if position.exposures else " Concealed hands are then gone."
        return _said("Call, and expose", advice.tiles, f"{commits}{closed}")
    return _said("Let it go", (called,), _reason(advice))


def _reason(advice: Advice) -> str:
    """The sentence after the act, as a sentence of its own."""
    reason = advice.says.partition(": ")[2] or advice.says
    return reason[:1].upper() + reason[1:]


def _watch(position: Position, aims: tuple[Aim, ...]) -> str:
    """What to look out for while others play."""
    if not aims or not aims[0].needs:
        return "Watch what the others discard."
    aim = aims[0]
    group = {t for g in aim.hand if g.jokers for t in g.tiles}
    callable_ = [] if aim.line.concealed else [t for t in dict.fromkeys(aim.needs) if t in group]
    held = [t for t in callable_ if position.tiles.count(t) + position.tiles.count(Tile.JOKER) >= 2]
    if held:
        return f"For {aim.line.name} you could call {_listed([t.words for t in held], 'or')}."
    return f"For {aim.line.name} you still want {_listed([t.words for t in dict.fromkeys(aim.needs)])}."


def _listed(words: Sequence[str], last: str = "and") -> str:
    words = list(words)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def _hint(position: Position, aims: tuple[Aim, ...]) -> str:
    """Points the way, and leaves the act to her."""
    if not aims:
        return "Look which lines of the card your exposed groups still allow."
    sections = _listed(list(dict.fromkeys(a.line.section for a in aims)), "or")
    match position.asks:
        case Asks.CALL:
            return f"Look at {sections}: is it a group there, and is it worth showing?"
        case Asks.DISCARD | Asks.PASS | Asks.COURTESY:
            return f"Look at {sections}: which of your tiles has no place there?"
        case _:
            return f"Look at {sections}."


def _reach(table: HandTable, position: Position, aim: Aim) -> Reach:
    tiles = position.all_tiles
    rows = filled(aim.hand, tiles)
    groups = tuple(Shown(row, group.jokers) for row, group in zip(rows, aim.hand, strict=True))
    wants = tuple(
        Want(tile, count, position.left(tile), _takes_joker(aim.hand, tile))
        for tile, count in sorted(Counter(aim.needs).items())
    )
    line = aim.line
    return Reach(
        _number(table, line), line.name, line.section, line.mark, line.value, aim.missing, groups, wants, aim.why
    )


def _takes_joker(hand: Hand, tile: Tile) -> bool:
    return any(group.jokers and tile in group.tiles for group in hand)


def _number(table: HandTable, line: Line) -> int:
    return next(i for i, one in enumerate(table.lines) if one is line or (one.name, one.text) == (line.name, line.text))


# Why not this one?


def why_not_tile(table: HandTable, position: Position, tile: Tile) -> str:
    """Why the coach would not discard, pass or call this tile; or that it would."""
    said = counsel(table, position)
    if position.asks is Asks.CALL and tile is position.called:
        return f"{said.does}: {said.reason}"
    if tile not in position.tiles:
        return _wanted(said, tile)
    if tile in said.tiles and position.asks in (Asks.DISCARD, Asks.PASS, Asks.COURTESY):
        return f"{tile.words} is what the coach would part with."
    if tile is Tile.JOKER:
        if position.asks in (Asks.PASS, Asks.COURTESY):
            return "A Joker may never be passed."
        return "A Joker stands for any tile in a group of three or more; once discarded it is lost to everybody."
    if position.asks is Asks.DISCARD and len(position.all_tiles) == 14:
        return _other_discard(table, position, said, tile)
    return _wanted(said, tile)


def _other_discard(table: HandTable, position: Position, said: Counsel, tile: Tile) -> str:
    judged = {j.tile: j for j in discards_judged(table, position.all_tiles, position.exposures, position.seen)}
    other, best = judged[tile], judged.get(said.tiles[0]) if said.tiles else None
    if best is None:
        return _wanted(said, tile)
    if other.missing > best.missing:
        return (
            f"Without {tile.words} you are {other.missing} away from your nearest hand; "
            f"without {best.tile.words} only {best.missing}."
        )
    if other.outs < best.outs:
        return (
            f"Both leave you {best.missing} away, but then {other.outs} unseen tiles help; "
            f"after {best.tile.words} it is {best.outs}."
        )
    return f"{tile.words} is nearly as good. {_wanted(said, tile)}"


def _wanted(said: Counsel, tile: Tile) -> str:
    names = [r.name for r in said.reach if any(p.tile is tile for g in r.groups for p in g.places)]
    if not names:
        return f"None of your nearest hands has a place for {tile.words}."
    return f"{_listed(names)} {'wants' if len(names) == 1 else 'want'} {tile.words}."


def why_not_line(table: HandTable, position: Position, number: int) -> str:
    """Why the coach does not aim at this line of the card; or that it does."""
    ranking = rank(table, position.all_tiles, position.exposures, position.seen)
    chance = next(c for c, n in zip(ranking, ranking.line_numbers, strict=True) if n == number)
    aims = best_lines(table, position.all_tiles, position.exposures, position.visible, REACH)
    if any(_number(table, a.line) == number for a in aims):
        return f"It is one of those the coach aims at: {chance.missing} away."
    if not chance.alive:
        return f"It can no longer be made: {chance.why}."
    nearer = min(aims, key=lambda aim: aim.missing, default=None)
    if nearer is not None and chance.missing > nearer.missing:
        return f"It is {chance.missing} away; {nearer.line.name} is {nearer.missing}."
    alone = [t.words for t in dict.fromkeys(chance.needs) if chance.hand and not _takes_joker(chance.hand, t)]
    if alone:
        return f"It lacks {_listed(alone)}: singles and pairs cannot be called and take no Joker."
    if chance.line.concealed:
        return "It is concealed: every tile but the last must be drawn by yourself."
    return "It is as near; others have more ways to be finished."


def exposures_of(table: HandTable, position: Position) -> tuple[tuple[Tile, ...], ...]:
    """The groups of the card that she can lay with the called tile, of her own tiles."""
    if position.called is None:
        return ()
    judged = calls_judged(table, position.all_tiles, position.exposures, position.called)
    return tuple(j.exposure for j in judged)
