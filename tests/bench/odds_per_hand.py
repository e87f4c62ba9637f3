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
from engine.coaching.odds import ALL_HABITS, MOST_WANTED, NEVER, Floats32, Habits, Ints, Weights, entries_of
from engine.hands import HandTable
from engine.hands.table import NATURAL_KINDS
from engine.tile import N_KINDS, Tile

FIRST_TURNS = 0.6  # of the turns that the wall would still allow, so many are played before somebody wins
LEAST_TURNS = 0.6
CALLED = 0.55  # of the copies that the others come by in that time, so many are discarded
JOKER_SHARE = 0.35  # a joker that comes can stand for one kind only
COUNTS_FROM = 7.0  # a hand whose chance is e^7 times smaller than the best does not count


@lru_cache(maxsize=4096)
def _tails(q: float, joker_q: float, jokers: int) -> tuple[Floats32, Floats32, Floats32]:
    """Chances that of n copies (rows 0 ... 8) at least m come (columns 0 ... MOST_WANTED): naturals alone; with jokers
    as further copies; and that none of n comes, (9,)."""
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
    none = (1 - q) ** np.arange(9)
    return plain.astype(np.float32), mixed.astype(np.float32), none.astype(np.float32)


class Supply:
    """What may still come to one seat: per kind the logarithm of the chance that so many of it do.

    `strict` is (35 * MOST_WANTED,), `flexible` (2 * 36 * MOST_WANTED,): first for lines that may be called for, then
    for concealed ones. `turns` is H, `draw` the chance per copy that it is drawn.
    """

    def __init__(self, known: Known, habits: Habits = ALL_HABITS) -> None:
        unseen = list(known.unseen)
        if not habits.around:
            for seat, groups in enumerate(known.exposures):
                if seat != known.seat:
                    for group in groups:
                        for tile in group:
                            unseen[tile] = min(unseen[tile] + 1, Tile(tile).copies)
        elsewhere = known.elsewhere if habits.memory else [0] * N_KINDS
        total = max(1, sum(unseen))
        in_reach = max(1, total - sum(elsewhere))
        self.turns = max(LEAST_TURNS, FIRST_TURNS * known.wall / max(1, len(known.players)) + 0.5)
        self.draw = round(min(0.95, self.turns / in_reach), 3)
        others = max(1, len(known.players) - 1)
        self.call = round(min(0.95 - self.draw, CALLED * others * self.turns / total), 3) if self.draw < 0.95 else 0.0
        joker_q = round(self.draw * JOKER_SHARE, 3) if habits.jokers else 0.0
        jokers = min(8, unseen[Tile.JOKER])
        plain, mixed, _ = _tails(self.draw, joker_q, jokers)
        either = np.float32(1 - self.draw - self.call)
        kinds = np.array(unseen[:NATURAL_KINDS])
        away = np.array(elsewhere[:NATURAL_KINDS])
        self.copies: Ints = kinds.astype(np.intp)
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
    logs: Floats32 = np.log(np.maximum(chances, np.float32(1e-17))).astype(np.float32)
    return logs


class Prospects:
    """One rack against the hands of `left` (the table after its exposures), with the chance of each to be finished.

    `log_chances` is (n,); `worth` one number for the rack, `worths_without` the same after parting with one tile.
    """

    def __init__(self, left: HandTable, counts: Sequence[int], supply: Supply) -> None:
        self.left, self.supply = left, supply
        self.entries = entries = entries_of(left)
        self.counts = list(counts)
        concealed = left.concealed[entries.hand].astype(np.intp)
        self.row: Ints = (concealed * N_KINDS + entries.kind) * MOST_WANTED
        held = np.asarray(self.counts, dtype=np.intp)[entries.kind]
        strict_cost, flexible_cost, short_strict, short_flexible, only_jokers = self._costs(held)
        self.strict_log = entries.per_hand(strict_cost)
        self.flexible_log = entries.per_hand(flexible_cost)
        self.short_strict = entries.per_hand(short_strict)
        self.short_flexible = entries.per_hand(short_flexible)
        self.only_jokers = entries.per_hand(only_jokers)

    def _costs(self, held: Ints) -> tuple[Floats32, Floats32, Floats32, Floats32, Floats32]:
        e = self.entries
        lacks = np.maximum(0, e.strict - held)
        short = np.maximum(0, e.flexible - np.maximum(0, held - e.strict))
        only_jokers = np.maximum(0, short - self.supply.copies[e.kind])
        short -= only_jokers
        return (
            self.supply.strict.take(e.row + lacks),
            self.supply.flexible.take(self.row + np.minimum(short, MOST_WANTED - 1)),
            lacks.astype(np.float32),
            short.astype(np.float32),
            only_jokers.astype(np.float32),
        )

    def _log_chances(
        self,
        strict_log: Floats32,
        flexible_log: Floats32,
        strict: Floats32,
        flexible: Floats32,
        only_jokers: Floats32,
        jokers: int | Ints,
    ) -> Floats32:
        spare = jokers - only_jokers
        open_places = np.maximum(0, flexible - np.maximum(0, spare))
        logs = strict_log + flexible_log * (open_places / np.maximum(1, flexible))
        logs += self.supply.joker * np.maximum(0, -spare)
        open_places = open_places + np.maximum(0, -spare)
        only_strict = (open_places == 0) & (strict > 0)
        logs += only_strict * self.supply.last_called
        result: Floats32 = np.minimum(logs, 0)
        return result

    @cached_property
    def log_chances(self) -> Floats32:
        """The logarithm of each hand's chance, (n,)."""
        return self._log_chances(
            self.strict_log,
            self.flexible_log,
            self.short_strict,
            self.short_flexible,
            self.only_jokers,
            self.counts[Tile.JOKER],
        )

    @property
    def worth(self) -> float:
        """The logarithm of what the rack is worth."""
        return float(self.log_chances.max()) if len(self.left) else float(NEVER)

    def worths_without(self, kinds: Sequence[Tile]) -> list[float]:
        """The worth after parting with one tile of each of `kinds`, all of them held.

        A tile less makes no hand likelier, so hands that hardly count before it are left out.
        """
        logs = self.log_chances
        if not len(logs):
            return [float(NEVER)] * len(kinds)
        kept = np.flatnonzero(logs > logs.max() - COUNTS_FROM)
        strict_log, flexible_log = (np.repeat(x[None, kept], len(kinds), axis=0) for x in self._logs)
        short_strict, short_flexible, only_jokers = (np.repeat(x[None, kept], len(kinds), axis=0) for x in self._shorts)
        jokers = np.full((len(kinds), 1), self.counts[Tile.JOKER])
        naturals = [i for i, t in enumerate(kinds) if t != Tile.JOKER]
        for i, tile in enumerate(kinds):
            if tile is Tile.JOKER:
                jokers[i] -= 1
        rows = np.array([kinds[i] for i in naturals], dtype=np.intp)
        if len(rows):
            held = np.array([self.counts[t] for t in rows], dtype=np.intp)[:, None]
            strict = self.left.strict[rows[:, None], kept[None, :]].astype(np.intp)
            flexible = self.left.flexible[rows[:, None], kept[None, :]].astype(np.intp)
            concealed = self.left.concealed[kept][None, :] * N_KINDS
            now = self._places(rows, concealed, strict, flexible, held)
            then = self._places(rows, concealed, strict, flexible, held - 1)
            for whole, old, new in zip(
                (strict_log, flexible_log, short_strict, short_flexible, only_jokers), now, then, strict=True
            ):
                whole[naturals] += new - old
        after = self._log_chances(strict_log, flexible_log, short_strict, short_flexible, only_jokers, jokers)
        best: list[float] = after.max(axis=1).tolist()
        return best

    def _places(
        self, rows: Ints, concealed: npt.NDArray[np.int_], strict: Ints, flexible: Ints, held: Ints
    ) -> tuple[Floats32, Floats32, Floats32, Floats32, Floats32]:
        lacks = np.maximum(0, strict - held)
        short = np.maximum(0, flexible - np.maximum(0, held - strict))
        only_jokers = np.maximum(0, short - self.supply.copies[rows][:, None])
        short -= only_jokers
        return (
            self.supply.strict.take(rows[:, None] * MOST_WANTED + lacks),
            self.supply.flexible.take((concealed + rows[:, None]) * MOST_WANTED + np.minimum(short, MOST_WANTED - 1)),
            lacks.astype(np.float32),
            short.astype(np.float32),
            only_jokers.astype(np.float32),
        )

    @property
    def _logs(self) -> tuple[Floats32, Floats32]:
        return self.strict_log, self.flexible_log

    @property
    def _shorts(self) -> tuple[Floats32, Floats32, Floats32]:
        return self.short_strict, self.short_flexible, self.only_jokers


class OddsMind(Mind):
    """A mind that goes by the odds of its likeliest hand, and calls whatever makes it likelier."""

    def __init__(self, known: Known, habits: Habits = ALL_HABITS) -> None:
        super().__init__(known, habits, Weights(call=0.0))

    @cached_property
    def odds(self) -> Supply:
        return Supply(self.known, self.habits)

    @cached_property
    def prospects(self) -> Prospects:  # type: ignore[override]
        return Prospects(self.left, self._counted(self.known.counts), self.odds)

    def after(self, exposures: Sequence[tuple[Tile, ...]], counts: Sequence[int]) -> Prospects:  # type: ignore[override]
        return Prospects(self.known.table.after(exposures), self._counted(counts), self.odds)
