"""What the page of one seat, and the page of the one tablet that plays for all, are rendered from."""

from dataclasses import dataclass, replace
from typing import Protocol

from engine.hands import Chance, rank
from engine.rules.ruling import distance
from engine.state import Phase
from engine.tile import Seat, Tile
from server.access import Visitor
from server.acts import Act, next_east, own_last_act, undoable_by
from server.holding import most_held
from server.offers import Desk
from server.passing import Progress, for_everybody, progress
from server.people import people_of
from server.racks import Racks
from server.table import Table
from server.turn import Turn, turn_of

HINTS = 3  # so many of the nearest hands are shown


@dataclass(frozen=True, slots=True)
class Ring:
    """The time in which the last discard may be called: `left` of 1.0, going down to `until` in `seconds`; both are
    None where it is not timed, and `seconds` where the clock stands. `to_win`: it stands on a rack, and may still be
    called by whoever wins with it (CALL-09)."""

    tile: Tile | None
    open: bool
    left: float | None = None
    until: float = 0.0
    seconds: float | None = None
    to_win: bool = False


def ring_of(table: Table) -> Ring:
    """The ring as it runs now. The same from one third of the time to the next, so that it is sent but thrice."""
    state = table.state
    last = state.last_discard
    if state.contest is not None and state.phase is Phase.PLAY:
        return Ring(state.contest.discard.tile, False, to_win=True)
    if state.claim is not None and state.phase is Phase.PLAY:
        return Ring(state.claim.discard.tile, False)
    if last is None or state.phase is not Phase.PLAY:
        return Ring(None, False)
    left = table.window_left if state.callable else None
    if left is None:
        return Ring(last.tile, state.callable)
    until = max(0.0, left - table.window_step)
    runs = table.window_next_s is not None
    return Ring(last.tile, True, left, until, table.window_step_s if runs else None)


def seat_context(table: Table, racks: Racks, visitor: Visitor, seat: Seat, helped: bool = True) -> dict[str, object]:
    """For the page of `seat`, looked at by who may sit there. `helped`: the house allows more help than the rules;
    however her tiles came to be known, the nearest hands are help."""
    sees = racks.sees(seat, visitor.device)
    owns = racks.owns(seat, visitor.device)
    own = table.own(seat) if sees else None
    desk = Desk(table, seat, people_of(table.state), own or ())
    turn = turn_of(desk)
    return {
        "own": own or (),
        "sees": sees,
        "guest": sees and bool(own) and not owns,
        "asked": visitor.device in racks.asking(seat),
        "asking": racks.asking(seat) if owns else (),
        "guests": racks.guests(seat) if owns else (),
        "turn": turn,
        "discards": turn.discards,
        "ring": ring_of(table),
        "passing": passing_of(table),
        "undoable": own_last_act(table, *sorted(visitor.seats)),
        "chances": chances_of(table, seat, own or ()) if helped else (),
        "complete": _count(table, seat, own or ()) == 14,
        "charleston": table.state.phase is Phase.CHARLESTON,
        "too_many": max(0, len(own or ()) - most_held(table.state, seat)),
    }


DEALING = Turn(("One moment",), ("The tiles are being dealt.",))


class ForOne(Protocol):
    """A table for one. `as_played` says how the hand ended the first time, where it is played once more."""

    as_played: str

    def said(self, turn: Turn) -> Turn:
        """What its player may do, as her page offers it."""


def at_a_table_for_one(game: ForOne, table: Table, turn: Turn) -> Turn:
    """The turn as its page says it: nobody builds walls there, and after a hand played once more comes no next one."""
    if dealing(table):
        return DEALING
    if table.state.phase is not Phase.OVER:
        return game.said(turn) if table.state.phase is Phase.PLAY else turn
    great = () if game.as_played else tuple(replace(act, note="The tiles are dealt") for act in turn.great)
    return replace(turn, great=great)


def dealing(table: Table) -> bool:
    """Whether a table that deals by itself is about to: nobody has to say who is East."""
    asks_east = table.evening is not None and next_east(table) is None
    return table.state.phase is Phase.SETUP and not asks_east


def passing_of(table: Table) -> Progress | None:
    now = table.state.charleston
    return progress(now, table.state.players) if now is not None and table.state.phase is Phase.CHARLESTON else None


def chances_of(table: Table, seat: Seat, own: tuple[Tile, ...]) -> tuple[Chance, ...]:
    """The nearest hands of the card for the tiles that this player has tapped in, none of them dead; nothing without
    tiles or card, and for a hand that is out."""
    hands, state = table.rules_in_force.table, table.state
    if hands is None or not own or state.racks[seat].dead is not None:
        return ()
    exposed = [x.tiles for x in state.racks[seat].exposures]
    seen = [d.tile for d in state.discards]
    seen += [t for s in Seat if s is not seat for x in state.racks[s].exposures for t in x.tiles]
    ranking = rank(hands, [*own, *(t for x in exposed for t in x)], exposed, seen)
    return ranking[: min(HINTS, sum(ranking.alive))]  # the living stand first


def _count(table: Table, seat: Seat, own: tuple[Tile, ...]) -> int:
    return len(own) + sum(len(x.tiles) for x in table.state.racks[seat].exposures)


@dataclass(frozen=True, slots=True)
class Row:
    """One player on the one tablet: what she may say about the last discard, or do at this step of the Charleston,
    unless she has `done` it."""

    seat: Seat
    acts: tuple[Act, ...]
    done: bool = False


def all_context(table: Table, visitor: Visitor) -> dict[str, object]:
    """For the page of the one tablet that plays for all."""
    state, people = table.state, people_of(table.state)
    desks = {seat: Desk(table, seat, people, you=False) for seat in Seat}
    turns = {seat: turn_of(desk) for seat, desk in desks.items()}
    at = _pressing(table, turns)
    return {
        "at": at,
        "turn": turns[at],
        "rows": _rows(table, desks, turns, at),
        "ring": ring_of(table),
        "passing": passing_of(table),
        "undoable": undoable_by(table, visitor),
        "lying": _lying(table),
        "everybody": for_everybody(state.charleston.stage) if passing_of(table) and state.charleston else (),
    }


def _pressing(table: Table, turns: dict[Seat, Turn]) -> Seat:
    """Whom the table waits for: of those who call whoever wins with it, then who is next in turn (CALL-10)."""
    state = table.state
    callers = [c.seat for c in sorted(state.calls, key=lambda c: (not c.mah_jongg, distance(state, c.seat)))]
    for seat in (*callers, state.declared, state.held_by, state.holder):
        if seat is not None and turns[seat].mine:
            return seat
    return state.turn if state.phase is Phase.PLAY else state.east


def _rows(table: Table, desks: dict[Seat, Desk], turns: dict[Seat, Turn], at: Seat) -> tuple[Row, ...]:
    """The players in order of turns, those who have something to say now; whose turn it is says what she does about
    her turn above."""
    state = table.state
    if state.phase is Phase.CHARLESTON:
        steps = passing_of(table)
        asked = steps.asked if steps is not None else state.players
        return tuple(Row(s, () if not turns[s].mine else turns[s].great, not turns[s].mine) for s in asked)
    if state.phase is not Phase.PLAY:
        return ()
    order = sorted(state.players, key=lambda seat: (seat - state.turn) % 4)
    rows = (
        Row(seat, tuple(a for a in _acts(turns[seat]) if a.about_discard))
        for seat in order
        if seat is not at or turns[at].discards
    )
    return tuple(row for row in rows if row.acts)


def _acts(turn: Turn) -> tuple[Act, ...]:
    return (*turn.great, *turn.plain)


def _lying(table: Table) -> tuple[int, ...]:
    """Of each kind, how many lie in the open: what is all there can be discarded no more."""
    state = table.state
    counts = [0] * len(Tile)
    for tile in (*(d.tile for d in state.discards), *(t for r in state.racks for x in r.exposures for t in x.tiles)):
        counts[tile] += 1
    return tuple(counts)
