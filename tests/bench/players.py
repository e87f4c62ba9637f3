"""Players of five strengths to measure the coach against, each a way to decide from `Known` alone: for the ladder.

`RANDOM` plays any lawful tile; `NEAREST` makes for the nearest hand; `ACCEPTANCE` among the nearest keeps most tiles
that help; `ODDS` makes for the one hand most likely to be finished, by its own count of the draws to come, and passes
as the coach does: stronger than odds alone would be, and not moved when the coach is; `COACH` is what the coach says,
but that it still calls for hands that can hardly be won. Every one of them declares a hand that is complete. No chance
of their own: a seed gives the random player its leanings.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from engine.charleston import Stage
from engine.coaching.choosing import (
    PASSED,
    SPARE_COST,
    Mind,
    calls,
    complete,
    discards,
    exchanges,
    exposures_off,
    least_useful,
    may_pass_blind,
    might_call,
    wants_second,
)
from engine.coaching.known import Known
from engine.coaching.odds import ALL_HABITS, SHIPPED, Habits, Weights
from engine.hands import HandTable, discards_judged
from engine.players import SECOND_CHARLESTON_FROM
from engine.tile import Seat, Tile
from tests.bench.odds_per_hand import OddsMind
from tests.bench.one_draw_on import best_one_draw_on


class Strength(Enum):
    """How a simulated player decides."""

    RANDOM = "random"
    NEAREST = "nearest hand"
    ACCEPTANCE = "acceptance"
    ODDS = "odds per hand"
    COACH = "coach"


@dataclass(frozen=True, slots=True)
class Passing:
    """Own tiles to pass, and how many go on unseen beside them."""

    tiles: tuple[Tile, ...]
    blind: int = 0


@dataclass(frozen=True, slots=True)
class Swap:
    """Give `tile` for a joker in `owner`'s exposure number `group`."""

    owner: Seat
    group: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Player:
    """One simulated player. `habits` are what the coach takes into account; `seed` makes random players differ;
    `further`: so many discards a coach compares by one draw more than the shipped one does."""

    strength: Strength = Strength.COACH
    seed: int = 0
    habits: Habits = ALL_HABITS
    weights: Weights = SHIPPED
    further: int = 0

    def passing(self, known: Known, stage: Stage) -> Passing:
        """Three tiles of the rack for a Charleston pass, fewer where some go on unseen; never a joker."""
        if self.strength in (Strength.COACH, Strength.ODDS):
            costs = least_useful(known)
            if may_pass_blind(known, stage):
                spare = tuple(tile for tile, cost in costs if cost <= SPARE_COST)
                return Passing(spare, PASSED - len(spare))
            return Passing(tuple(tile for tile, _ in costs))
        counts = list(known.counts)
        chosen: list[Tile] = []
        for _ in range(PASSED):
            kinds = [t for t in Tile if counts[t] and t != Tile.JOKER]
            if not kinds:
                break
            tile = self._least(known, kinds, counts)
            counts[tile] -= 1
            chosen.append(tile)
        return Passing(tuple(chosen), PASSED - len(chosen) if may_pass_blind(known, stage) else 0)

    def courtesy(self, known: Known) -> tuple[Tile, ...]:
        """What to offer the player across, none to three tiles."""
        if self.strength not in (Strength.COACH, Strength.ODDS):
            return ()
        return tuple(tile for tile, cost in least_useful(known) if cost <= SPARE_COST)

    def second(self, known: Known) -> bool:
        """Whether to play the second Charleston."""
        if self.strength in (Strength.COACH, Strength.ODDS):
            return wants_second(self._mind(known))
        return int(known.table.missing(known.counts).min()) >= SECOND_CHARLESTON_FROM

    def exchange(self, known: Known) -> Swap | None:
        """The joker exchange to make on one's own turn, or None."""
        if not self.habits.jokers or not any(Tile.JOKER in g for groups in known.exposures for g in groups):
            return None
        mind = self._mind(known)
        found = exchanges(mind)
        if not found:
            return None
        owner, group, tile, option = found[0]
        if self.strength in (Strength.COACH, Strength.ODDS):
            better = option.chance >= mind.chance(self._worth(mind))
        else:
            better = self._missing_after(known, tile) <= self._missing(known.table.after(known.own), known.counts)
        return Swap(owner, group, tile) if better else None

    def discard(self, known: Known) -> Tile:
        """The tile to discard from fourteen."""
        if self.strength is Strength.COACH:
            mind = self._mind(known)
            return best_one_draw_on(mind, self.further) if self.further else discards(mind)[0].tiles[0]
        held = [t for t in Tile if known.counts[t]]
        return self._least(known, [t for t in held if t is not Tile.JOKER] or held, known.counts)

    def call(self, known: Known, tile: Tile) -> tuple[Tile, ...]:
        """The exposure to make with the discard; empty to let it go. A win is asked about elsewhere (`wins_with`)."""
        counts = known.counts
        if tile is Tile.JOKER or known.to_win_only or counts[tile] + counts[Tile.JOKER] < 2:
            return ()
        left = known.table.after(known.own)
        if self.strength is Strength.RANDOM or not (left.flexible[tile] > 0).any():
            return ()
        if self.strength in (Strength.COACH, Strength.ODDS):
            mind = self._mind(known)
            if self.strength is Strength.COACH and not might_call(mind, tile):
                return ()
            return calls(mind, tile)[0].tiles
        return self._nearer_by_call(known, left, tile)

    def wins_with(self, known: Known, tile: Tile | None = None) -> bool:
        """Whether the rack is mah jongg, with the discard `tile` if one is called."""
        return complete(known, tile)

    def _mind(self, known: Known) -> Mind:
        return (
            OddsMind(known, self.habits) if self.strength is Strength.ODDS else Mind(known, self.habits, self.weights)
        )

    def _worth(self, mind: Mind) -> float:
        return mind.prospects.worth

    def _missing(self, left: HandTable, counts: Sequence[int]) -> int:
        return int(left.missing(counts).min()) if len(left) else 99

    def _missing_after(self, known: Known, tile: Tile) -> int:
        counts = list(known.counts)
        counts[tile] -= 1
        counts[Tile.JOKER] += 1
        return self._missing(known.table.after(known.own), counts)

    def _least(self, known: Known, kinds: Sequence[Tile], counts: Sequence[int]) -> Tile:
        """The tile to part with."""
        return _PARTING[self.strength](self, known, kinds, counts)

    def _any(self, known: Known, kinds: Sequence[Tile], counts: Sequence[int]) -> Tile:
        del known
        return kinds[(self.seed * 2654435761 + sum(i * n for i, n in enumerate(counts)) * 40503 >> 7) % len(kinds)]

    def _nearest(self, known: Known, kinds: Sequence[Tile], counts: Sequence[int]) -> Tile:
        left = known.table.after(known.own)
        if not len(left):
            return kinds[0]
        whole, jokers = left.shortage(counts), counts[Tile.JOKER]
        best, nearest = kinds[0], 999
        for tile in kinds:
            if tile is Tile.JOKER:
                return tile
            short = whole + left.gain(tile, counts[tile]) - left.gain(tile, counts[tile] - 1)
            missing = int(((short >> 8) + np.maximum(0, (short & 255).astype(np.int16) - jokers)).min())
            if missing < nearest:
                best, nearest = tile, missing
        return best

    def _accepting(self, known: Known, kinds: Sequence[Tile], counts: Sequence[int]) -> Tile:
        rack = [Tile(t) for t, n in enumerate(counts) for _ in range(n)]
        shown = [t for group in known.own for t in group]
        seen = [
            t for s, groups in zip(Seat, known.exposures, strict=True) if s is not known.seat for g in groups for t in g
        ]
        thrown = [d.tile for d in known.discards]
        judged = discards_judged(known.table, [*rack, *shown], known.own, [*seen, *thrown])
        return next((j.tile for j in judged if j.tile in kinds), kinds[0])

    def _likeliest(self, known: Known, kinds: Sequence[Tile], counts: Sequence[int]) -> Tile:
        del counts
        return max(zip(self._mind(known).prospects.worths_without(kinds), kinds, strict=True))[1]

    def _nearer_by_call(self, known: Known, left: HandTable, tile: Tile) -> tuple[Tile, ...]:
        best: tuple[Tile, ...] = ()
        nearest = self._missing(left, known.counts)
        for exposure in exposures_off(known, tile):
            after = known.table.after([*known.own, exposure])
            counts = list(known.counts)
            for t in exposure:
                counts[t] -= 1
            counts[tile] += 1
            if (missing := self._missing(after, counts)) < nearest:
                best, nearest = exposure, missing
        return best


_PARTING: dict[Strength, Callable[[Player, Known, Sequence[Tile], Sequence[int]], Tile]] = {
    Strength.RANDOM: Player._any,
    Strength.NEAREST: Player._nearest,
    Strength.ACCEPTANCE: Player._accepting,
    Strength.ODDS: Player._likeliest,
    Strength.COACH: Player._likeliest,
}
