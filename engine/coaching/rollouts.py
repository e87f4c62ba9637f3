"""The game played on many times, as far as one seat can know it: how often does a choice win?

The tiles that the seat has not seen are shuffled, those that it passed on left out of the wall. Round by round the
others discard some of them, the seat calls, draws and discards as the coach would, and how near the others may be is
told by what they show and by the wall (`others_win`). Whether the next tile wins is not left to the shuffle but
counted: the part of the unseen tiles that complete the rack is won, and what is played on is the rest. So a few dozen
rollouts say what a thousand thrown dice would.

No clock and no chance of its own: rollout number n of a position always goes the same way, and the choices that are
compared meet the same tiles.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import exp
from random import Random

import numpy as np

from engine.coaching.choosing import Mind, calls, might_call
from engine.coaching.ease import ease_of
from engine.coaching.known import Known
from engine.coaching.odds import FULL_WALL
from engine.hands import HandTable
from engine.tile import Tile
from engine.turn import Discard

# The log-odds that another player wins before this seat has had its next turn: an intercept, and per part of the wall
# that is gone then, per group that all others show now, per group of the one who shows most, per turn ahead, and by how
# easy the card is. Fitted on games of four coaches: `tests/bench/closer.py`.
OTHERS_WIN = (-5.428, 3.739, 0.135, 0.154, 0.030, 0.683)
LEAST_ALIVE = 0.001  # where somebody has won so surely, nothing is played on


def others_features(known: Known, wall: int, ahead: int) -> tuple[float, ...]:
    """What it rests on whether somebody else wins in the round that begins with so many tiles in the wall, `ahead`
    turns on: an one first."""
    shown = [len(known.exposures[s]) for s in known.players if s is not known.seat and s not in known.dead]
    return 1.0, 1 - wall / FULL_WALL, sum(shown), max(shown, default=0), ahead, ease_of(known.table)


def others_win(known: Known, wall: int, ahead: int) -> float:
    """The chance that somebody else wins in that round, 0 ... 1."""
    return 1 / (1 + exp(-sum(a * b for a, b in zip(OTHERS_WIN, others_features(known, wall, ahead), strict=True))))


@dataclass(slots=True)
class _Run:
    """One rollout under way. `pool` are the unseen tiles in the order in which they come, the last one first, each with
    whether it is on another rack for sure. `alive` is how likely nobody has won yet, `won` how likely this seat has."""

    known: Known
    pool: list[tuple[Tile, bool]]
    began: Known
    ahead: int = 0
    alive: float = 1.0
    won: float = 0.0

    def discard(self, tile: Tile) -> None:
        known = self.known
        rack = list(known.rack)
        rack.remove(tile)
        lies = (*known.discards, Discard(tile, known.seat))
        self.known = replace(known, rack=tuple(rack), discards=lies, drawn=False, offered=None, turn=known.seat.right)

    def expose(self, exposure: tuple[Tile, ...], called: Tile) -> None:
        """The called tile is the last of the discards."""
        known, rest = self.known, list(exposure)
        rest.remove(called)
        rack = list(known.rack)
        for tile in rest:
            rack.remove(tile)
        shown = (*known.exposures[: known.seat], (*known.own, exposure), *known.exposures[known.seat + 1 :])
        self.known = replace(known, rack=tuple(rack), exposures=shown, discards=known.discards[:-1], offered=None)

    def taken(self, but: frozenset[Tile], *, drawn: bool) -> Tile | None:
        """The next unseen tile that can come, of another kind than `but`: from the wall, or discarded by another, who
        discards no Joker."""
        for i in range(len(self.pool) - 1, -1, -1):
            tile, elsewhere = self.pool[i]
            if tile not in but and not (elsewhere if drawn else tile is Tile.JOKER):
                del self.pool[i]
                return tile
        return None


def rollout(
    known: Known, choice: tuple[Tile, ...] | None, number: int, watch: Callable[[Known], None] | None = None
) -> float:
    """How likely this seat wins if it discards, or exposes with the discard it is offered, the tiles of `choice`; for
    none it waits. One of many ways that the game may go, with `number` for which; `watch` is told of each round."""
    run = _begun(known, number)
    if choice:
        if known.own_turn:
            run.discard(choice[0])
        else:
            assert known.offered is not None
            run.expose(choice, known.offered)
    if run.known.own_turn and not _own_turn(run):
        return run.won
    while run.known.wall > 0 and run.alive > LEAST_ALIVE and _round(run):
        if watch is not None:
            watch(run.known)
    return run.won


def _begun(known: Known, number: int) -> _Run:
    pool = [(Tile(t), i < known.elsewhere[t]) for t, n in enumerate(known.unseen) for i in range(n)]
    Random(number).shuffle(pool)
    return _Run(known, pool, known)


def _round(run: _Run) -> bool:
    """The others' turns, a call or the draw, and the own discard; False where the game is over. What wins is counted,
    and does not come."""
    others = (run.known.seat - run.known.turn) % 4
    run.alive *= 1 - others_win(run.began, run.known.wall, run.ahead)
    run.ahead += 1
    mind = Mind(run.known)
    winning = _winning(mind.left, run.known)
    if winning:
        _count_wins(run, winning, others)
    for _ in range(others):
        tile = run.taken(winning, drawn=False) if run.known.wall > 0 else None
        if tile is None:
            return False
        lies = (*run.known.discards, Discard(tile, run.known.turn))
        turn = run.known.turn.right
        run.known = replace(run.known, discards=lies, wall=run.known.wall - 1, turn=turn)
        if not might_call(mind, tile):
            continue
        exposure = calls(Mind(replace(run.known, offered=tile)), tile)[0].tiles
        if exposure:
            run.expose(exposure, tile)
            return _own_turn(run)
    tile = run.taken(winning, drawn=True) if run.known.wall > 0 else None
    if tile is None:
        return False
    rack = (*run.known.rack, tile)
    run.known = replace(run.known, rack=rack, wall=run.known.wall - 1, drawn=True, turn=run.known.seat)
    return _own_turn(run)


def _winning(left: HandTable, known: Known) -> frozenset[Tile]:
    """The kinds that complete the rack of thirteen."""
    if not len(left):
        return frozenset()
    missing = left.missing(known.counts)
    near = np.flatnonzero(missing == 1)
    if not len(near):
        return frozenset()
    found = set()
    wanted = left.wanted[:, near].any(axis=1)
    for t in [*np.flatnonzero(wanted).tolist(), Tile.JOKER]:
        counts = list(known.counts)
        counts[t] += 1
        if int(left.missing(counts).min()) == 0:
            found.add(Tile(t))
    return frozenset(found)


def _count_wins(run: _Run, winning: frozenset[Tile], others: int) -> None:
    """What is won in this round: by a discard of the others, or by the draw."""
    thrown = sum(t in winning and t is not Tile.JOKER for t, _ in run.pool)
    called = 1 - (1 - thrown / max(1, len(run.pool))) ** others
    wall = [t for t, elsewhere in run.pool if not elsewhere]
    drawn = sum(t in winning for t in wall) / max(1, len(wall)) if run.known.wall > others else 0.0
    wins = called + (1 - called) * drawn
    run.won += run.alive * wins
    run.alive *= 1 - wins


def _own_turn(run: _Run) -> bool:
    """The discard from fourteen; False where the rack was complete. What was drawn in a rollout completes none."""
    mind = Mind(run.known)
    if run.ahead == 0 and len(mind.left) and int(mind.left.missing(run.known.counts).min()) == 0:
        run.won += run.alive
        run.alive = 0.0
        return False
    naturals = [Tile(t) for t, n in enumerate(run.known.counts[: Tile.JOKER]) if n] or [Tile.JOKER]
    worths = mind.prospects.worths_without(naturals)
    run.discard(max(zip(worths, naturals, strict=True))[1])
    return True
