"""The odds of each hand by counting, for the rung "odds per hand": a fixed yardstick that does not move with the coach.

Until somebody else wins, this seat draws some H more tiles, and the other three discard some three times as many. So a
copy of a kind that is in the wall or on a rack reaches it with probability q = H / unseen by a draw, and where it may
be called, some more by a call. A hand is finished when every kind it lacks comes often enough: per kind the tail of a
binomial distribution, and over the kinds the product. Jokers held stand where no natural can come any more, then for
the average flexible tile still missing; jokers unseen are further copies of every flexible kind. The last tile of any
hand may be called.

A rack is worth its likeliest hand.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from engine.coaching.choosing import Mind
from engine.coaching.known import Known
from engine.coaching.odds import (
    ALL_HABITS,
    MOST_WANTED,
    NEVER,
    Floats32,
    Habits,
    Ints,
    Prospects,
    Supply,
    Weights,
    unseen_by,
)
from engine.hands import HandTable
from engine.hands.table import NATURAL_KINDS
from engine.tile import N_KINDS, Tile

FIRST_TURNS = 0.6  # of the turns that the wall would still allow, so many are played before somebody wins
LEAST_TURNS = 0.6
CALLED = 0.55  # of the copies that the others come by in that time, so many are discarded
JOKER_SHARE = 0.35  # a joker that comes can stand for one kind only
AS_COUNTED = Weights(concealed=0.0, value=0.0, call=0.0)  # nothing beside the odds


@lru_cache(maxsize=4096)
def _tails(q: float, joker_q: float, jokers: int) -> tuple[Floats32, Floats32]:
    """Chances that of n copies (rows 0 ... 8) at least m come (columns 0 ... MOST_WANTED): naturals alone, and with
    jokers as further copies."""
    plain = np.zeros((9, MOST_WANTED + 1))
    for n in range(9):
        mass = [comb(n, k) * q**k * (1 - q) ** (n - k) for k in range(n + 1)]
        for m in range(MOST_WANTED + 1):
            plain[n, m] = sum(mass[m:])
    joker_mass = [comb(jokers, k) * joker_q**k * (1 - joker_q) ** (jokers - k) for k in range(jokers + 1)]
    mixed = np.zeros_like(plain)
    for k, weight in enumerate(joker_mass):
        for m in range(MOST_WANTED + 1):
            mixed[:, m] += weight * plain[:, max(0, m - k)]
    return plain.astype(np.float32), mixed.astype(np.float32)


class CountedSupply(Supply):
    """What may still come to one seat: per kind the logarithm of the chance that so many of it do.

    `strict` is (35 * MOST_WANTED,), `flexible` (2 * 36 * MOST_WANTED,): first for lines that may be called for, then
    for concealed ones. `turns` is H, `draw` the chance per copy that it is drawn.
    """

    def __init__(self, known: Known, habits: Habits) -> None:
        super().__init__(known, habits, AS_COUNTED)
        unseen = unseen_by(known, habits)
        elsewhere = known.elsewhere if habits.memory else [0] * N_KINDS
        total = max(1, sum(unseen))
        in_reach = max(1, total - sum(elsewhere))
        self.turns = max(LEAST_TURNS, FIRST_TURNS * known.wall / max(1, len(known.players)) + 0.5)
        self.draw = round(min(0.95, self.turns / in_reach), 3)
        others = max(1, len(known.players) - 1)
        self.call = round(min(0.95 - self.draw, CALLED * others * self.turns / total), 3) if self.draw < 0.95 else 0.0
        joker_q = round(self.draw * JOKER_SHARE, 3) if habits.jokers else 0.0
        jokers = min(8, unseen[Tile.JOKER])
        plain, mixed = _tails(self.draw, joker_q, jokers)
        either = np.float32(1 - self.draw - self.call)
        kinds = np.array(unseen[:NATURAL_KINDS])
        away = np.array(elsewhere[:NATURAL_KINDS])
        near = np.minimum(8, np.maximum(0, kinds - away))
        strict = plain[near, :MOST_WANTED]
        flexible = mixed[near]
        # The last tile of a group may be called: of the copies that are still out then, none may fail to come.
        m = np.arange(MOST_WANTED)[None, :]
        rest = np.maximum(0, near[:, None] - np.maximum(0, m - 1))
        last = 1 - either**rest * np.float32(1 - self.call) ** away[:, None] * np.float32(1 - joker_q) ** jokers
        before = flexible[:, np.maximum(0, np.arange(MOST_WANTED) - 1)]
        called = np.where(m == 0, np.float32(1), np.maximum(flexible[:, :MOST_WANTED], before * last))
        self.joker = np.float32(np.log(max(1e-17, 1 - (1 - self.draw) ** jokers)))
        self.strict: Floats32 = _log(strict).ravel()
        both = np.full((2, N_KINDS, MOST_WANTED), NEVER, dtype=np.float32)
        both[:, :, 0] = 0
        both[0, :NATURAL_KINDS] = _log(called)
        both[1, :NATURAL_KINDS] = _log(flexible[:, :MOST_WANTED])
        self.flexible: Floats32 = both.ravel()
        # What the last tile gains by being callable where no group may be called for it.
        self.last_called = np.float32(np.log(min(3.0, (self.draw + self.call) / self.draw)))


def _log(chances: npt.NDArray[np.floating]) -> Floats32:
    logs: Floats32 = np.log(np.maximum(chances, 1e-17, dtype=np.float64)).astype(np.float32)
    return logs


class LikeliestHand(Prospects):
    """One rack against the hands of `left`, worth what its likeliest hand is. Concealed hands may call nothing but the
    last tile, and no chance is better than certain."""

    def _flexible_rows(self) -> Ints:
        rows: Ints = self.wants.concealed * N_KINDS + self.wants.kind
        return rows

    def likely(self, costs: Floats32, jokers: int | Ints) -> Floats32:
        return np.minimum(super().likely(costs, jokers), 0)

    @property
    def worth(self) -> float:
        return float(self.logs.max()) if len(self.left) else float(NEVER)

    def _worths(self, logs: Floats32) -> list[float]:
        best: list[float] = logs.max(axis=1).tolist()
        return best


class OddsMind(Mind):
    """A mind that goes by the odds of its likeliest hand, and calls whatever makes it likelier."""

    def __init__(self, known: Known, habits: Habits = ALL_HABITS) -> None:
        super().__init__(known, habits, AS_COUNTED)

    @cached_property
    def supply(self) -> CountedSupply:
        return CountedSupply(self.known, self.habits)

    def judged(self, left: HandTable, counts: Sequence[int]) -> LikeliestHand:
        return LikeliestHand(left, self._counted(counts), self.supply)
