"""What the exposures of the others give away: which lines they can still be on, and how likely a discard lets them win.

Of each opponent only public things are known. Every hand that her exposures leave is weighed by how likely the tiles
it still wants have come to her; a tile is dangerous as far as the likely hands wait for it, and as she is near to
winning, which her exposures and the shrinking wall tell.
"""

from dataclasses import dataclass
from functools import cached_property
from math import comb, exp, log

import numpy as np

from engine.card import Line
from engine.coaching.ease import ease_of
from engine.coaching.known import Known
from engine.coaching.odds import NEVER, Floats32, wants_of
from engine.hands import HandTable
from engine.hands.proof import living
from engine.hands.table import NATURAL_KINDS, Bools
from engine.tile import Seat, Tile

HOLDS = 0.45  # of the unseen copies of a kind that she collects, about so many are on her rack
# The log-odds that a discard is won with by one opponent who shows groups, as a sum: per number of groups she shows
# (1 ... 4), per tile gone from the wall, per logarithm of the part of her waits that the kind is (against one in 35),
# of its unseen copies, and by how easy the card is. Fitted on how often discards of simulated games were won with:
# `tests/bench/calibration.py`. Nobody showed four.
SHOWN = (-7.14, -6.46, -5.18, -4.5)
PER_TILE_GONE = 0.034
PER_SHARE = 0.52
PER_COPIES = 0.60
PER_EASE = 0.34
_SLOPES = (PER_TILE_GONE, PER_SHARE, PER_COPIES, PER_EASE)


@dataclass(frozen=True)
class Threat:
    """What one opponent can still be on. `likely` is how likely each living hand of `left` is hers, (n,), sum 1;
    `unseen` counts copies per kind (36); `ease` is the card's."""

    seat: Seat
    left: HandTable
    alive: Bools
    likely: Floats32
    wall: int
    unseen: tuple[int, ...]
    ease: float

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines that she can still be on, in card order."""
        numbers = np.unique(self.left.line_of[self.alive])
        return tuple(self.left.lines[i] for i in numbers)

    def lines_wanting(self, tile: Tile) -> tuple[Line, ...]:
        """Those of them of which a living hand still wants the tile."""
        if tile is Tile.JOKER:
            return ()
        numbers = np.unique(self.left.line_of[self.alive & (self.left.wanted[tile] > 0)])
        return tuple(self.left.lines[i] for i in numbers)

    @cached_property
    def shares(self) -> Floats32:
        """Per natural kind (35), which part of all that she waits for it is; sum 1, or none at all."""
        if not len(self.left) or not self.likely.any():
            return np.zeros(NATURAL_KINDS, dtype=np.float32)
        wanted = self.left.wanted.astype(np.float32)
        shares: Floats32 = (wanted / np.maximum(1, wanted.sum(axis=0)) * self.likely).sum(axis=1)
        return shares

    def features(self, tile: Tile) -> tuple[float, ...] | None:
        """What the danger of a tile rests on, beside the groups shown; None when no hand that shows wants it."""
        share = float(self.shares[tile]) if tile is not Tile.JOKER else 0.0
        if share <= 0:
            return None
        return 99.0 - self.wall, log(share * NATURAL_KINDS), log(1 + self.unseen[tile]), self.ease

    def wins_with(self, tile: Tile) -> float:
        """The chance that she wins with the tile if it is discarded now, 0 ... 1."""
        found = self.features(tile)
        if found is None:
            return 0.0
        odds = SHOWN[min(len(self.left.exposures), len(SHOWN)) - 1]
        odds += sum(x * slope for x, slope in zip(found, _SLOPES, strict=True))
        return 1 / (1 + exp(-odds))


def threats(known: Known) -> tuple[Threat, ...]:
    """The opponents who show a group and may still win."""
    found = []
    for seat in known.players:
        shown = known.exposures[seat]
        if seat is known.seat or seat in known.dead or not shown:
            continue
        found.append(_threat(known, seat))
    return tuple(found)


def _threat(known: Known, seat: Seat) -> Threat:
    shown = known.exposures[seat]
    left = known.table.after(shown)
    gone = [s + h for s, h in zip(known.seen, known.counts, strict=True)]
    gone[Tile.JOKER] = known.seen[Tile.JOKER]  # so that the proof counts exchangeable jokers as it should
    alive = living(left, gone)
    logs = _likelihood(left, known.unseen).astype(np.float64)
    logs[~alive] = NEVER
    likely = np.exp(logs - logs.max()) * alive if len(left) else logs
    total = likely.sum() if len(left) else 0.0
    if total > 0:
        likely = likely / total
    return Threat(seat, left, alive, likely.astype(np.float32), known.wall, tuple(known.unseen), ease_of(known.table))


def _tails() -> Floats32:
    """The logarithm of the chance that of n unseen copies (rows) at least m are hers (columns)."""
    tails = np.zeros((9, 10), dtype=np.float32)
    for n in range(9):
        for m in range(10):
            chance = sum(comb(n, k) * HOLDS**k * (1 - HOLDS) ** (n - k) for k in range(m, n + 1))
            tails[n, m] = log(max(chance, 1e-4 if m <= 4 else 1e-7))  # jokers may do what copies cannot
    return tails


_TAILS = _tails()


def _likelihood(left: HandTable, unseen: list[int]) -> Floats32:
    """Per hand the logarithm of how likely what it still wants has come to her; jokers ease groups."""
    if not len(left):
        return np.zeros(0, dtype=np.float32)
    wants = wants_of(left)
    copies = np.asarray(unseen, dtype=np.intp)[wants.kind]
    strict = _TAILS[copies, np.minimum(9, wants.strict)]
    eased = np.maximum(0, wants.flexible - (unseen[Tile.JOKER] > 2))
    flexible = _TAILS[np.maximum(0, copies - wants.strict), np.minimum(9, eased)]
    return wants.summed_up(strict + flexible)


def risk_of(found: tuple[Threat, ...], tile: Tile) -> float:
    """The chance that discarding `tile` lets somebody win at once, 0 ... 1."""
    spared = 1.0
    for threat in found:
        spared *= 1 - threat.wins_with(tile)
    return 1 - spared
