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
from engine.coaching.known import Known
from engine.coaching.odds import NEVER, Floats32, entries_of
from engine.hands import HandTable
from engine.hands.proof import living
from engine.hands.table import Bools
from engine.tile import N_KINDS, Seat, Tile

HOLDS = 0.45  # of the unseen copies of a kind that she collects, about so many are on her rack
# How near to winning an opponent is, as log-odds that she waits for one tile, per number of groups that she shows
# (0 ... 4), and per tile that is gone from the wall: set so that the risks foretold come near to how often discards of
# simulated games were won with, which tests/bench/calibration.py prints.
READY = (-4.6, -3.0, -2.1, -1.4, -0.9)
READY_PER_TILE = 0.026


@dataclass(frozen=True)
class Threat:
    """What one opponent can still be on. `likely` is how likely each living hand of `left` is hers, (n,), sum 1."""

    seat: Seat
    left: HandTable
    alive: Bools
    likely: Floats32
    ready: float

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
    def waits(self) -> Floats32:
        """Per kind (36), the chance that she wins with it now."""
        waits = np.zeros(N_KINDS, dtype=np.float32)
        if len(self.left) and self.likely.any():
            wanted = self.left.wanted.astype(np.float32)
            share = wanted / np.maximum(1, wanted.sum(axis=0))
            waits[: len(wanted)] = self.ready * (share @ self.likely)
        return waits


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
    logs = _likelihood(left, known.unseen)
    logs[~alive] = NEVER
    likely = np.exp(logs - logs.max()) * alive if len(left) else logs
    total = likely.sum() if len(left) else 0.0
    if total > 0:
        likely = likely / total
    odds = READY[min(len(shown), 4)] + READY_PER_TILE * (99 - known.wall)
    ready = 1 / (1 + exp(-odds)) if total > 0 else 0.0
    return Threat(seat, left, alive, likely.astype(np.float32), ready)


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
    entries = entries_of(left)
    copies = np.minimum(8, np.asarray(unseen, dtype=np.intp)[entries.kind])
    strict = _TAILS[copies, np.minimum(9, entries.strict)]
    eased = np.maximum(0, entries.flexible - (unseen[Tile.JOKER] > 2))
    flexible = _TAILS[np.maximum(0, copies - entries.strict), np.minimum(9, eased)]
    return entries.per_hand(strict + flexible)


def risk_of(found: tuple[Threat, ...], tile: Tile) -> float:
    """The chance that discarding `tile` lets somebody win at once, 0 ... 1."""
    spared = 1.0
    for threat in found:
        spared *= 1 - float(threat.waits[tile])
    return 1 - spared
