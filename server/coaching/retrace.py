"""A hand gone through once more from one seat: each decision that the player made, with what she knew then. Of her own
tiles only what she had said is known; where they were not whole there is nothing to look at.
"""

from collections.abc import Iterator

from engine import event as e
from engine.coaching import known_of
from engine.event import Event
from engine.layers import unbegun
from engine.state import Phase, State, evolve
from engine.tile import Seat, Tile
from server.coaching.review import Decision
from server.holding import HAND
from server.table import Table

_SETTLES = (e.Exposed, e.MahJongg, e.Drawn)  # what comes of a discard


def decisions(table: Table, seat: Seat) -> tuple[Decision, ...]:
    """Her discards, and her answers to the others' discards, in their order."""
    log = [(n, table.standing(n)) for n in range(1, table.number + 1) if n not in table.gone]
    return tuple(_made(table, seat, [x for x in log if not isinstance(x[1], e.Retracted)]))


def _made(table: Table, seat: Seat, log: list[tuple[int, Event]]) -> Iterator[Decision]:
    state, rules = unbegun(("", "", "", "")), table.rules_in_force
    if rules.table is None:
        return
    for at, (number, event) in enumerate(log):
        before, state = state, evolve(state, event)
        if not isinstance(event, e.Discarded) or event.seat is None:
            continue
        mine = event.seat is seat
        held = table.own_before(seat, number)
        asked = before if mine else state
        if held is None or state.phase is not Phase.PLAY or not _whole(asked, seat, held, HAND if mine else HAND - 1):
            continue
        known = known_of(asked, seat, held, rules, *table.handed(seat))
        if mine:
            yield Decision(number, known, (event.tile,))
        elif known.offered is event.tile:
            yield Decision(number, known, _answer(seat, log[at + 1 :]), event.tile)


def _whole(state: State, seat: Seat, held: tuple[Tile, ...], count: int) -> bool:
    rack = state.racks[seat]
    return rack.dead is None and len(held) + sum(len(x.tiles) for x in rack.exposures) == count


def _answer(seat: Seat, later: list[tuple[int, Event]]) -> tuple[Tile, ...]:
    """The tiles that she exposed with the discard; none where she let it go."""
    settled = next((event for _, event in later if isinstance(event, _SETTLES)), None)
    mine = settled is not None and settled.seat is seat
    return settled.tiles if mine and isinstance(settled, e.Exposed | e.MahJongg) else ()
