"""Where the tiles stand in the walls, in which order they are taken, and how the deal goes round.

A wall is nineteen stacks of two (WALL-02). The wall is taken from its right end, seen from its owner: the top tile of a
stack, then the one beneath (WALL-10, WALL-11). The stacks counted off by the dice stay with East and come last.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.rules.ruleset import LEAGUE, RuleSet
from engine.state import State
from engine.tile import SET_SIZE, SUIT_SIZE, Seat

STACKS = SET_SIZE // 8


@dataclass(frozen=True, slots=True)
class Place:
    """One tile of a wall: whose wall, which stack counted from 0 at its right end, and whether it lies on top."""

    wall: Seat
    stack: int
    top: bool


def walls_in_order(east: Seat, ruleset: RuleSet = LEAGUE) -> tuple[Seat, ...]:
    """Whose wall is pushed out first, second, third, fourth (WALL-08, WALL-09, C-02)."""
    order = [east]
    while len(order) < 4:
        order.append(order[-1].left if ruleset.of("C-02") == "left" else order[-1].right)
    return tuple(order)


def places(east: Seat, broken: int, ruleset: RuleSet = LEAGUE, stacks: int = STACKS) -> tuple[Place, ...]:
    """All places in the order in which tiles are taken, when East's wall is broken after so many stacks."""
    if not 0 <= broken < stacks:
        raise ValueError(f"a wall of {stacks} stacks cannot be broken after {broken}")
    first, *rest = walls_in_order(east, ruleset)
    runs = [(first, range(broken, stacks)), *((wall, range(stacks)) for wall in rest), (first, range(broken))]
    return tuple(Place(wall, stack, top) for wall, run in runs for stack in run for top in (True, False))


def next_wall(state: State, ruleset: RuleSet = LEAGUE) -> Seat | None:
    """Whose wall is pushed out when the one that is drawn from is used up (C-02); None once the last one is, or where
    nobody knows where East's wall was broken."""
    if state.broken is None:
        return None
    drop_suit = len(state.players) == 3 and ruleset.of("C-27") == "drop_suit"
    stacks = -(-(SET_SIZE - SUIT_SIZE if drop_suit else SET_SIZE) // 8)
    left = places(state.east, state.broken, ruleset, stacks)[8 * stacks - state.wall :]
    return next((place.wall for place in left if place.wall is not left[0].wall), None)


def deal(
    east: Seat, players: tuple[Seat, ...] = tuple(Seat), ruleset: RuleSet = LEAGUE
) -> Iterator[tuple[Seat, tuple[int, ...]]]:
    """Who takes which of the next tiles, as positions in the order of `places` (DEAL-01 ... DEAL-05, C-03).

    Three rounds of four tiles each, then the last ones; all three ways of ending give everybody the same tiles.
    """
    order = []
    seat = east
    while seat not in order:
        if seat in players:
            order.append(seat)
        seat = seat.right
    at = 0
    for _ in range(3):
        for seat in order:
            yield seat, tuple(range(at, at + 4))
            at += 4
    last = at + len(order)
    if ruleset.of("C-03") == "east_1st_and_3rd":
        yield east, (at, last)
    else:
        yield east, (at,)
    for i, seat in enumerate(order[1:], 1):
        yield seat, (at + i,)
    if ruleset.of("C-03") != "east_1st_and_3rd":
        yield east, (last,)
