"""What a rack is worth for winning, hand by hand, from what is missing and how it may still come.

Every tile that a hand lacks makes it less likely by a factor. The factor is harder for a tile that stands where no
joker may (it must be drawn, or be the last), harder again for the second of a kind, which is not there to be called
for, and it grows with the copies that are unseen: for groups unseen jokers count as part of a copy. Copies that were
passed in the Charleston are on a rack, not in the wall, and count for less. The fewer tiles the wall holds, the harder
is every missing tile. Jokers held stand where no natural can come any more, then for the average flexible tile still
missing. The last tile of any hand may be called.

A rack is worth the sum over all hands that its exposures leave. The sum is no chance yet; `chances` makes one of it.
The weights are those that won most in games of simulated players: `tests/bench/weights.py` plays them against others.
All hands of a card are judged at once in about 0.1 ms.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from engine.coaching.known import Known
from engine.hands import HandTable
from engine.hands.table import NATURAL_KINDS
from engine.tile import Tile

Floats32 = npt.NDArray[np.float32]
Ints = npt.NDArray[np.intp]

MOST_WANTED = 9  # of one kind, in one hand
NEVER = np.float32(-40.0)  # the logarithm of a chance that is none
FULL_WALL = 99  # tiles left when play begins
USUAL = 3.0  # unseen copies of a kind, as a rule
LEAST_COPIES = 0.2  # what is still out there counts at least as so much of a copy
OUT_OF_REACH = -17.0  # a tile that can hardly come
LEAST_COST = -0.02  # every missing tile costs something
COUNTS_FROM = 7.0  # a hand whose chance is e^7 times smaller than the best does not count


@dataclass(frozen=True, slots=True)
class Habits:
    """What a player takes into account; each can be switched off to measure what it brings."""

    memory: bool = True  # tiles passed in the Charleston are not in the wall
    around: bool = True  # what the others have exposed is gone, and tells what they collect
    safety: bool = True  # discards are weighed by what they give away
    jokers: bool = True  # jokers are planned for and exchanged


ALL_HABITS = Habits()


class Wants:
    """What the hands of one table want, each distinct (kind, strict, flexible, concealed) once; the first is nothing.

    `of` is (35, n): the number of the want of each kind in each hand.
    """

    def __init__(self, left: HandTable) -> None:
        kinds = np.arange(NATURAL_KINDS, dtype=np.intp)[:, None]
        keys = ((kinds * 16 + left.strict) * 16 + left.flexible) * 2 + left.concealed
        keys = np.where(left.wanted > 0, keys, -1)
        found, of = np.unique(np.r_[-1, keys.ravel()], return_inverse=True)
        found[0] = 0
        self.n = len(left)
        self.kind: Ints = found // 512
        self.strict: Ints = found // 32 % 16
        self.flexible: Ints = found // 2 % 16
        self.concealed: Ints = found % 2
        self.of: Ints = of[1:].reshape(NATURAL_KINDS, self.n)
        many = np.count_nonzero(self.of, axis=0)
        order = np.argsort(-many, kind="stable")
        several = np.sort(np.where(self.of > 0, self.of, len(found)), axis=0)[:, order]
        self._rows = [row[row < len(found)] for row in several[: many.max(initial=0)]]
        self._place: Ints = np.argsort(order)
        self.only_drawn: Floats32 = left.concealed.astype(np.float32)
        values = np.array([max(1, line.value) for line in left.lines] or [1])
        self.value: Floats32 = np.log(values / np.median(values)).astype(np.float32)[left.line_of]

    def summed_up(self, each: Floats32) -> Floats32:
        """Per hand the sum of what is worked out per want, (..., wants) to (..., n): added in the order of the kinds,
        so that every processor finds the same."""
        columns = np.ascontiguousarray(each.T)
        sums = np.zeros((self.n, *columns.shape[1:]), dtype=np.float32)
        for row in self._rows:  # the hands of most wants come first
            sums[: len(row)] += columns.take(row, axis=0)
        return np.ascontiguousarray(sums.take(self._place, axis=0).T)


_WANTS: WeakKeyDictionary[HandTable, Wants] = WeakKeyDictionary()


def wants_of(left: HandTable) -> Wants:
    found = _WANTS.get(left)
    if found is None:
        found = _WANTS[left] = Wants(left)
    return found


@dataclass(frozen=True, slots=True)
class Weights:
    """What each missing tile takes off a hand, as natural logarithms, with `USUAL` copies unseen at the first turn."""

    strict: float = -2.3  # a tile where no joker may stand
    strict_more: float = -2.4  # each further one of that kind
    flexible: float = -1.55  # a tile of a group that takes jokers
    flexible_more: float = -1.75  # each further one of that kind
    strict_copies: float = 0.6  # the power of the unseen copies that the factor grows with
    flexible_copies: float = 0.35
    joker: float = 0.4  # an unseen joker counts as so much of a copy
    passed: float = 0.5  # a copy that was passed counts as so much less than one that may be in the wall
    strict_late: float = -0.5  # further, each missing tile when the wall is empty; half of it when half is gone
    flexible_late: float = -0.3
    concealed: float = -0.5  # a line that may call nothing but its last tile
    last: float = 0.4  # a hand that lacks only strict tiles: the last of them may be called
    value: float = 0.3  # the power of the line's value
    call: float = 0.5  # what an exposure must bring, for what it tells and what it binds


SHIPPED = Weights()


def unseen_by(known: Known, habits: Habits) -> list[int]:
    """Per kind, what is unseen to a player of these habits: who does not look around misses the others' exposures."""
    unseen = list(known.unseen)
    if not habits.around:
        for seat, groups in enumerate(known.exposures):
            if seat != known.seat:
                for group in groups:
                    for tile in group:
                        unseen[tile] = min(unseen[tile] + 1, Tile(tile).copies)
    return unseen


@lru_cache(maxsize=2048)
def _factors(weights: Weights, wall: int, jokers: int) -> tuple[Floats32, Floats32, np.float32]:
    """What none, one, two ... missing tiles of a kind cost together where no joker may stand and where one may, both
    (copies unseen, of them passed on, missing), with so many tiles in the wall and jokers unseen; and what each place
    costs that only a joker can fill."""
    late = 1 - wall / FULL_WALL
    copies, away, place = np.ogrid[:MOST_WANTED, :MOST_WANTED, : MOST_WANTED - 1]
    left = np.maximum(0, copies - place)
    near = np.maximum(LEAST_COPIES, left - weights.passed * away)
    strict = _falling(weights.strict, weights.strict_more) + weights.strict_late * late
    strict = np.where(left > 0, strict + weights.strict_copies * np.log(near / USUAL), OUT_OF_REACH)
    flexible = _falling(weights.flexible, weights.flexible_more) + weights.flexible_late * late
    either = np.where(left > 0, near, 0) + weights.joker * jokers
    eased = weights.flexible_copies * np.log(np.maximum(LEAST_COPIES, either) / USUAL)
    rare = weights.flexible_copies * float(np.log(max(LEAST_COPIES, weights.joker * jokers) / USUAL))
    flexible = np.where(either > 0, flexible + eased, OUT_OF_REACH)
    joker = weights.flexible + weights.flexible_late * late + rare if jokers else OUT_OF_REACH
    return _summed_up(strict), _summed_up(flexible), np.float32(joker)


def _falling(first: float, more: float) -> npt.NDArray[np.float64]:
    """What the first and each further missing tile of a kind costs, (MOST_WANTED - 1,)."""
    costs = np.full(MOST_WANTED - 1, more)
    costs[0] = first
    return costs


def _summed_up(costs: npt.NDArray[np.float64]) -> Floats32:
    """What none, one, two ... missing tiles cost together, along the last axis; each costs something."""
    together = np.zeros((*costs.shape[:-1], MOST_WANTED), dtype=np.float32)
    together[..., 1:] = np.cumsum(np.minimum(costs, LEAST_COST), axis=-1)
    return np.maximum(together, NEVER)


class Supply:
    """What missing tiles cost one seat: per kind and number of them the logarithm of the factor.

    `strict` and `flexible` are (35 * MOST_WANTED,): for places where no joker may stand, and where one may.
    """

    def __init__(self, known: Known, habits: Habits = ALL_HABITS, weights: Weights = SHIPPED) -> None:
        unseen = unseen_by(known, habits)
        self.weights = weights
        self.copies: Ints = np.array(unseen[:NATURAL_KINDS], dtype=np.intp)
        jokers = unseen[Tile.JOKER] if habits.jokers else 0
        strict, flexible, self.joker = _factors(weights, known.wall, jokers)
        away = np.array(known.elsewhere[:NATURAL_KINDS]) if habits.memory else 0
        self.strict: Floats32 = strict[self.copies, away].ravel()
        self.flexible: Floats32 = flexible[self.copies, away].ravel()
        self.last_called = np.float32(weights.last)


class Prospects:
    """One rack against the hands of `left` (the table after its exposures), with how likely each is beside the others.

    `logs` is (n,), up to one constant; `worth` one number for the rack, `worths_without` after parting with one tile.
    """

    def __init__(self, left: HandTable, counts: Sequence[int], supply: Supply) -> None:
        self.left, self.supply = left, supply
        self.wants = wants = wants_of(left)
        self.counts = list(counts)
        self.held: Ints = np.array(self.counts, dtype=np.intp)[wants.kind]
        self._each = self.costs_of(self.held)
        self.costs: Floats32 = wants.summed_up(self._each)
        weights = supply.weights
        self.lean: Floats32 = wants.only_drawn * np.float32(weights.concealed)
        self.lean += wants.value * np.float32(weights.value)

    def costs_of(self, held: Ints) -> Floats32:
        """What it costs to hold so many of the kind of each want, (5, wants): the logarithms of what strict and
        flexible tiles cost; how many of each are missing; how many flexible ones only jokers can be."""
        wants, supply = self.wants, self.supply
        lacks = np.maximum(0, wants.strict - held)
        short = np.maximum(0, wants.flexible - np.maximum(0, held - wants.strict))
        only_jokers = np.maximum(0, short - supply.copies[wants.kind])
        short -= only_jokers
        costs = np.empty((5, len(held)), dtype=np.float32)
        costs[0] = supply.strict.take(wants.kind * MOST_WANTED + lacks)
        costs[1] = supply.flexible.take(self._flexible_rows() * MOST_WANTED + np.minimum(short, MOST_WANTED - 1))
        costs[2] = lacks
        costs[3] = short
        costs[4] = only_jokers
        return costs

    def _flexible_rows(self) -> Ints:
        """Which rows of the supply's `flexible` say what the wants cost."""
        return self.wants.kind

    def likely(self, costs: Floats32, jokers: int | Ints) -> Floats32:
        """The logarithms of chances from `costs`, (5, ...)."""
        strict_log, flexible_log, strict, flexible, only_jokers = costs
        spare = jokers - only_jokers
        open_places = np.maximum(0, flexible - np.maximum(0, spare))
        logs: Floats32 = strict_log + flexible_log * (open_places / np.maximum(1, flexible))
        if only_jokers.any():
            beyond = np.maximum(0, -spare)
            logs += self.supply.joker * beyond
            open_places += beyond
        logs += ((open_places == 0) & (strict > 0)) * self.supply.last_called
        return logs

    @cached_property
    def logs(self) -> Floats32:
        """The logarithm of each hand's chance, (n,)."""
        return self.likely(self.costs, self.counts[Tile.JOKER]) + self.lean

    @property
    def worth(self) -> float:
        """The logarithm of what the rack is worth."""
        return summed(self.logs)

    def worths_without(self, kinds: Sequence[Tile]) -> list[float]:
        """The worth after parting with one tile of each of `kinds`, all of them held.

        A tile less makes no hand likelier, so hands that hardly count before it are left out.
        """
        logs = self.logs
        if not len(logs):
            return [float(NEVER)] * len(kinds)
        kept = np.flatnonzero(logs > logs.max() - COUNTS_FROM)
        less = self.costs_of(np.maximum(0, self.held - 1)) - self._each
        kinds_held = np.minimum(np.array(kinds, dtype=np.intp), NATURAL_KINDS - 1)
        costs = less.take(self.wants.of[kinds_held[:, None], kept], axis=1)
        jokers = np.full((len(kinds), 1), self.counts[Tile.JOKER])
        for i, tile in enumerate(kinds):
            if tile is Tile.JOKER:
                jokers[i] -= 1
                costs[:, i] = 0
        costs += self.costs[:, None, kept]
        return self._worths(self.likely(costs, jokers) + self.lean[kept])

    def _worths(self, logs: Floats32) -> list[float]:
        """What racks are worth by the logarithms of their hands' chances, (racks, hands)."""
        top = logs.max(axis=1)
        worths: list[float] = (top + np.log(np.exp(logs - top[:, None]).sum(axis=1))).tolist()
        return worths


def summed(logs: Floats32) -> float:
    """The logarithm of the sum of what is given as logarithms."""
    if not len(logs):
        return float(NEVER)
    top = float(logs.max())
    return top + float(np.log(np.exp(logs.astype(np.float64) - top).sum()))
