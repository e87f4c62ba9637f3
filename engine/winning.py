"""Mah jongg: who may declare, whether the fourteen tiles win, and what a false declaration costs. Changes nothing."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.calling import call, yields
from engine.card import HAND_SIZE
from engine.event import (
    Called,
    CallRetracted,
    DeclarationRetracted,
    Declared,
    Drawn,
    DrawReturned,
    Event,
    ExposureTakenBack,
    FalseMahJongg,
    HandDied,
    MahJongg,
    Paid,
)
from engine.faults import Cause
from engine.hands import HandTable, Win, fits, wins
from engine.playing import draw, open_window, too_many
from engine.ruleset import RuleSet
from engine.ruling import Accepted, Refused, Rules, Ruling, Source, in_contest, refuse, visible
from engine.scoring import fixed_penalty
from engine.state import Discard, Phase, State
from engine.tile import Seat, Tile, codes


@dataclass(frozen=True, slots=True)
class _Way:
    """How the winning tile comes: the discard taken (None if drawn), and what has to happen first."""

    discard: Discard | None
    before: tuple[Event, ...] = ()


def mah_jongg(state: State, event: MahJongg, rules: Rules, source: Source = Source.TABLET) -> Ruling:
    """Fourteen tiles are shown. The ruling fills in line, value, discarder, joker exchange and misnaming.

    From the camera fourteen tiles in the open are proof enough of their number, whatever was counted before: it does
    not see draws, and may have come late.
    """
    seat = event.seat
    if state.phase is Phase.CHARLESTON:
        fault = _before_charleston(state, seat)
        way: _Way | Refused = fault or _Way(None)
    else:
        way = in_contest(state, seat) or _way(state, event, rules)
    if isinstance(way, Refused):
        return way
    if not event.tiles and source is Source.REFEREE:
        return _on_the_referees_word(state, event, way, rules)
    tiles, discard = event.tiles, way.discard
    misnamed = _on_wrong_name(discard, event, rules)
    fault = _misnamed(seat, discard, rules) or _complete(state, seat, event, way, counted=source is not Source.CAMERA)
    if fault is not None:
        return fault
    found = _winning(state, seat, tiles, discard, rules)
    if isinstance(found, Refused):
        return found
    thrower = discard.seat if discard is not None else None
    exchanged = state.exchanged if state.holder is seat else None
    won = replace(event, source=thrower, misnamed=misnamed, exchanged=exchanged)
    if found is not None:
        bonus = found.jokerless and (found.line.jokerless_bonus or rules.of("C-18") == "yes")
        hidden = found.line.concealed_bonus if not state.racks[seat].exposures and not found.line.concealed else 0
        won = replace(won, line=found.line.name, value=found.line.value + hidden, jokerless=bonus)
    return Accepted((*way.before, won))


def _on_the_referees_word(state: State, event: MahJongg, way: _Way, rules: Rules) -> Ruling:
    """The players looked at the tiles and the referee says which line they are: only what all can see is checked."""
    seat = event.seat
    thrower = way.discard.seat if way.discard is not None else None
    exchanged = state.exchanged if state.holder is seat else None
    won = replace(event, source=thrower, exchanged=exchanged)
    if rules.table is None:
        return Accepted((*way.before, replace(won, line=None, jokerless=False)))
    exposures = [e.tiles for e in state.racks[seat].exposures]
    line = next((x for x, _ in fits(rules.table, exposures) if x.name == event.line), None)
    if line is None:
        return refuse(Cause.NOT_A_WIN, seat, f"{seat.name}'s exposures are none of {event.line}.")
    bonus = event.jokerless and (line.jokerless_bonus or rules.of("C-18") == "yes")
    bonus = bonus and not any(Tile.JOKER in e for e in exposures)
    hidden = line.concealed_bonus if not exposures and not line.concealed else 0
    return Accepted((*way.before, replace(won, value=line.value + hidden, jokerless=bonus)))


def _before_charleston(state: State, seat: Seat) -> Refused | None:
    """East may be dealt a winning hand; the Charleston is waived (heavenly hand)."""
    if seat is state.east and state.racks[seat].concealed == HAND_SIZE:
        return None
    return refuse(Cause.NOT_NOW, seat, f"{seat.name} cannot declare before play begins: only East holds fourteen.")


def _way(state: State, event: MahJongg, rules: Rules) -> _Way | Refused:
    seat = event.seat
    claim = state.claim
    if state.holder is seat and (event.source is None or claim is not None or not state.window):
        # A called tile already exposed still came from its discarder, unless a joker exchange completed the hand.
        by_call = claim is not None and not claim.frozen and state.exchanged is None
        return _Way(claim.discard if by_call and claim is not None else None)
    if claim is not None and claim.seat is not seat and not claim.frozen and state.holder is claim.seat:
        if claim.discard.seat is seat:
            return refuse(Cause.OWN_DISCARD, seat, f"{seat.name} discarded that tile and can never take it back.")
        return yields(state, seat, True) or _Way(claim.discard, (ExposureTakenBack(claim.seat),))
    drawn_by_turn = event.source is None and state.holder is None and state.turn is seat
    if drawn_by_turn and all(c.seat is not seat for c in state.calls):
        ruling = draw(state, Drawn(seat, inferred=True), rules)
        return ruling if isinstance(ruling, Refused) else _Way(None, ruling.events)
    fault = open_window(state, seat, rules) or yields(state, seat, True)
    if fault is not None:
        return fault
    returned: tuple[Event, ...] = ()
    if state.holder is not None:
        if not state.drawn or state.racked:
            return refuse(Cause.NOT_YOUR_TURN, seat, f"It is {state.holder.name}'s turn.")
        returned = (DrawReturned(state.holder),)
    return _Way(state.discards[-1], returned)


def _on_wrong_name(discard: Discard | None, event: MahJongg, rules: Rules) -> bool:
    """Whether the win is one on a misnamed tile. League: on the name it was given, which the hand then holds; a tile
    that is claimed for what it really is has been named rightly by that. Where the hand holds both, `event.misnamed`
    tells. Source 004 means any tile named wrongly."""
    if discard is None or discard.named is None:
        return False
    named, really = discard.named in event.tiles, discard.tile in event.tiles
    return rules.of("C-22") == "double" or (named and (event.misnamed or not really))


def _misnamed(seat: Seat, discard: Discard | None, rules: Rules) -> Refused | None:
    if discard is None or discard.named is None or rules.of("C-22") != "void":
        return None
    return refuse(
        Cause.MISNAMED_VOID,
        seat,
        f"{seat.name} cannot claim it: the {discard.tile.words} was named {discard.named.words}.",
    )


def _complete(state: State, seat: Seat, event: MahJongg, way: _Way, counted: bool) -> Refused | None:
    """Fourteen tiles, what stands exposed and what was taken among them, none more often than the set holds it."""
    tiles = event.tiles
    if len(tiles) != HAND_SIZE:
        return refuse(Cause.NOT_FOURTEEN, seat, f"{seat.name} shows {len(tiles)} tiles; every hand has 14.")
    rack = state.racks[seat]
    # A joker may stand where the winning tile joined the seat's own exposure only before the win; all tiles count.
    exposed = Counter(t for e in rack.exposures for t in e.tiles)
    shown = Counter(tiles)
    lacking = exposed - shown
    if lacking:
        return refuse(
            Cause.EXPOSED_NOT_SHOWN,
            seat,
            f"{seat.name}'s exposed {codes(lacking.elements())} must be part of the winning hand.",
        )
    discard = way.discard
    names = () if discard is None else (discard.tile, discard.named or discard.tile)
    if discard is not None and not any(t in shown for t in names):
        return refuse(
            Cause.WRONG_SOURCE, seat, f"{seat.name}'s hand does not hold the {discard.tile.words} that was discarded."
        )
    held = (
        rack.count
        + sum(1 for e in way.before if isinstance(e, Drawn))
        + (1 if discard is not None and state.holder is not seat else 0)
    )
    if counted and held != HAND_SIZE:
        return refuse(
            Cause.WRONG_COUNT, seat, f"{seat.name} has {held} tiles with the winning one, not 14: the hand is dead."
        )
    for tile, n in (shown - exposed).items():
        own = 1 if discard is not None and discard.tile is tile and state.holder is not seat else 0
        claimed = misnamed_by(discard, tile)
        others = visible(state, tile) - own + n - claimed
        if others > tile.copies:
            return too_many(seat, tile)
    return None


def misnamed_by(discard: Discard | None, tile: Tile) -> int:
    """1 where the hand counts the named tile that was never there (a win on a misnamed discard), else 0."""
    return int(discard is not None and discard.named is tile)


def _winning(
    state: State, seat: Seat, tiles: tuple[Tile, ...], discard: Discard | None, rules: Rules
) -> Win | Refused | None:
    """The best line these tiles are; None without a card."""
    exposures = [e.tiles for e in state.racks[seat].exposures]
    if rules.table is None:
        return _like_groups(seat, tiles, exposures)
    found = wins(rules.table, tiles, exposures)
    if not found:
        return no_win(seat, tiles, exposures, rules.table)
    if discard is None:
        return found[0]
    tile = discard.named or discard.tile
    allowed, why = won_by_call(found, tile, exposures, rules.ruleset)
    match why:
        case None:
            return allowed[0]
        case Cause.CONCEALED_WIN_CALLED:
            says = f"{found[0].line.name} is concealed: {seat.name} must draw the winning tile."
        case _:
            says = f"{seat.name} needs the {tile.words} as a single, which may not be called at this table."
    return refuse(why, seat, says)


def won_by_call(
    found: Sequence[Win], tile: Tile | None, exposures: Sequence[Sequence[Tile]], ruleset: RuleSet
) -> tuple[tuple[Win, ...], Cause | None]:
    """Which of these wins may be had with a called `tile` (None: not known which), by C-09 and C-08; and where there
    are none, why."""
    if ruleset.of("C-09") == "self_drawn_only":
        found = [w for w in found if not w.line.concealed]
        if not found:
            return (), Cause.CONCEALED_WIN_CALLED
    if ruleset.of("C-08") == "banned" and tile is not None and all(tile not in e for e in exposures):
        found = [w for w in found if any(g.alike and len(g.tiles) > 1 and tile in g.tiles for g in w.hand)]
        if not found:
            return (), Cause.SINGLE_WIN_BANNED
    return tuple(found), None


def no_win(seat: Seat | None, tiles: Sequence[Tile], exposures: Sequence[Sequence[Tile]], table: HandTable) -> Refused:
    """Why these fourteen do not win, `exposures` among them: no line has them, or only one that wins concealed."""
    whose = f"{seat.name}'s " if seat is not None else ""
    hidden = [w for w in wins(table, tiles) if w.line.concealed] if exposures else []
    if hidden:
        return refuse(
            Cause.CONCEALED_SHOWN,
            seat,
            f"{whose}{codes(sorted(tiles))} is {hidden[0].line.name}, which wins concealed only: "
            f"{codes(exposures[0])} stands exposed.",
        )
    return refuse(Cause.NOT_A_WIN, seat, f"{whose}{codes(sorted(tiles))} matches no hand on the card exactly.")


def _like_groups(seat: Seat, tiles: tuple[Tile, ...], exposures: list[tuple[Tile, ...]]) -> Refused | None:
    """Without a card: pairs, pungs, kongs, quints and sextets of tiles alike; jokers in groups of three or more."""
    rest = Counter(tiles)
    for exposure in exposures:
        rest.subtract(exposure)
    jokers = rest.pop(Tile.JOKER, 0)
    singles = [t for t, n in rest.items() if n == 1]
    # A single needs two jokers to be a pung; spare jokers then join any group or stand as one of their own.
    spare = jokers - 2 * len(singles)
    grouped = any(n > 0 for n in rest.values())
    if spare < 0 or (spare in (1, 2) and not grouped):
        alone = codes(singles) or "joker"
        return refuse(
            Cause.NOT_A_WIN,
            seat,
            f"{seat.name}'s {codes(sorted(tiles))} is not all groups alike: {alone} is left over.",
        )
    room = sum(6 - (3 if n == 1 else n) for n in rest.values() if n)
    if spare > room and spare - room < 3:
        return refuse(Cause.NOT_A_WIN, seat, f"{seat.name} has more jokers than groups of six can take.")
    return None


def declare(state: State, event: Declared, rules: Rules) -> Ruling:
    """Mah Jongg is said, nothing shown yet (MAHJ-01). On one's own tile it closes the window on the last discard."""
    seat = event.seat
    fault = in_contest(state, seat)
    if fault is not None:
        return fault
    if state.holder is seat:
        other = next((c.seat for c in state.calls if c.seat is not seat), None) if state.window else None
        if other is not None:
            return refuse(
                Cause.CALLED_EARLIER,
                seat,
                f"{other.name} called the {state.discards[-1].tile.words} before {seat.name} declared.",
            )
        return Accepted((event,))
    called = Called(seat, True)
    if called in state.calls:
        return Accepted((event,))
    ruling = call(state, called, rules)
    return ruling if isinstance(ruling, Refused) else Accepted((called, event))


def retract(state: State, event: DeclarationRetracted) -> Ruling:
    """Said in error with nothing shown: no penalty (FALSE-01). A tile already on the rack stays called (R: pung)."""
    seat = event.seat
    if state.declared is not seat and Called(seat, True) not in state.calls:
        return refuse(Cause.NOT_DECLARED, seat, f"{seat.name} has not declared Mah Jongg.")
    if not any(c.seat is seat for c in state.calls):
        return Accepted((event,))
    after: Event = Called(seat) if state.taken is seat else CallRetracted(seat)
    return Accepted((event, after))


def false_mah_jongg(state: State, event: FalseMahJongg, rules: Rules) -> Ruling:
    """Shown in error: the hand dies, or pays a penalty at once and plays on (C-23)."""
    seat = event.seat
    fault = in_contest(state, seat)
    if fault is not None:
        return fault
    if event.tiles and len(event.tiles) == HAND_SIZE:
        ruling = mah_jongg(state, MahJongg(seat, event.tiles, source=event.source), rules)
        if isinstance(ruling, Accepted):
            return refuse(Cause.NOT_DEAD, seat, f"{seat.name}'s hand is Mah Jongg: there is no error.")
    if rules.of("C-23") == "pay_fixed_penalty":
        value = event.value
        if value is None and rules.table is not None:
            value = max(line.value for line in rules.table.lines)
        points = fixed_penalty(value or 0, seat, event.source, state.players)
        return Accepted((event, Paid(points, "false mah jongg")))
    plays_on = rules.of("C-20") == "plays_on"
    return Accepted((event, HandDied(seat, Cause.FALSE_MAH_JONGG.name, plays_on=plays_on)))
