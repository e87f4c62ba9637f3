"""Whole games of simulated players without a referee: deal, Charleston, calls, joker exchanges, wins.

Enough to judge a card and the players; the referee is not asked. Deterministic per seed.
"""

from dataclasses import dataclass, field
from random import Random

from engine.hands import HandTable, Win, wins
from engine.players import (
    MAH_JONGG,
    choose_discard,
    choose_exchange,
    choose_pass,
    declares,
    wants_call,
    wants_second_charleston,
)
from engine.tile import N_KINDS, Tile

WALL = tuple(tile for tile in Tile for _ in range(tile.copies))


@dataclass(slots=True)
class Seat:
    rack: list[Tile]  # concealed
    exposures: list[tuple[Tile, ...]] = field(default_factory=list)

    @property
    def tiles(self) -> list[Tile]:
        return self.rack + [tile for exposure in self.exposures for tile in exposure]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. `win` is None for a wall game; `turns` counts discards."""

    win: Win | None
    turns: int
    exposures: int
    self_drawn: bool


def play(table: HandTable, seed: int) -> Result:
    """One game of four players."""
    chance = Random(seed)
    wall = list(WALL)
    chance.shuffle(wall)
    seats = [Seat([wall.pop() for _ in range(13)]) for _ in range(4)]
    seats[0].rack.append(wall.pop())
    seeds = [seed * 4 + i for i in range(4)]
    _charleston(table, seats, seeds)
    visible = [0] * N_KINDS
    turn, turns, draw = 0, 0, False
    while True:
        seat = seats[turn]
        if draw:
            if not wall:
                return Result(None, turns, sum(len(s.exposures) for s in seats), False)
            seat.rack.append(wall.pop())
        draw = True
        _exchange(table, seats, seat, visible)
        if declares(table, seat.tiles, seat.exposures):
            return _won(table, seats, seat.tiles, seat, turns, self_drawn=True)
        tile = choose_discard(table, seat.tiles, seat.exposures, visible, seeds[turn])
        seat.rack.remove(tile)
        visible[tile] += 1
        turns += 1
        answers = [
            (i % 4, wants_call(table, seats[i % 4].tiles, seats[i % 4].exposures, tile, visible, seeds[i % 4]))
            for i in range(turn + 1, turn + 4)
        ]
        winner = next((i for i, answer in answers if answer is MAH_JONGG), None)
        if winner is not None:
            return _won(table, seats, [*seats[winner].tiles, tile], seats[winner], turns, self_drawn=False)
        caller = next(((i, answer) for i, answer in answers if isinstance(answer, tuple)), None)
        turn = (turn + 1) % 4
        if caller:
            turn, exposure = caller
            rest = list(exposure)
            rest.remove(tile)
            for t in rest:
                seats[turn].rack.remove(t)
                visible[t] += 1
            seats[turn].exposures.append(exposure)
            draw = False


def _charleston(table: HandTable, seats: list[Seat], seeds: list[int]) -> None:
    rounds = [1, 2, 3]
    if all(wants_second_charleston(table, seat.rack) for seat in seats):
        rounds += [3, 2, 1]
    for to in rounds:
        passed = [choose_pass(table, seat.rack, seed=seed) for seat, seed in zip(seats, seeds, strict=True)]
        for seat, tiles in zip(seats, passed, strict=True):
            for tile in tiles:
                seat.rack.remove(tile)
        for i, tiles in enumerate(passed):
            seats[(i + to) % 4].rack.extend(tiles)


def _exchange(table: HandTable, seats: list[Seat], seat: Seat, visible: list[int]) -> None:
    while True:
        offered = [(owner, i) for owner in seats for i in range(len(owner.exposures))]
        choice = choose_exchange(
            table, seat.tiles, seat.exposures, [owner.exposures[i] for owner, i in offered], visible
        )
        if choice is None:
            return
        owner, i = offered[choice.index]
        exposure = list(owner.exposures[i])
        exposure[exposure.index(Tile.JOKER)] = choice.tile
        owner.exposures[i] = tuple(exposure)
        seat.rack.remove(choice.tile)
        seat.rack.append(Tile.JOKER)
        visible[choice.tile] += 1
        visible[Tile.JOKER] -= 1


def _won(table: HandTable, seats: list[Seat], tiles: list[Tile], seat: Seat, turns: int, *, self_drawn: bool) -> Result:
    win = wins(table, tiles, seat.exposures)[0]
    return Result(win, turns, sum(len(s.exposures) for s in seats), self_drawn)
