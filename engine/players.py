"""Simple simulated players: what to pass, keep, discard, call, exchange and declare.

Pure functions of what that player may see: its own rack, its exposures, and the tiles visible to all. No chance of
their own: the same seed and the same sight give the same decision; seeds only break near ties, so that players differ.

A rack is worth the sum over all hands that can still come of (value of the line) * (how likely it is to be finished),
and the likelihood falls by a constant factor for each missing tile: more steeply for singles and pairs, which can
neither be called nor filled by jokers (TEACH-01 ... TEACH-04).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from engine.hands.proof import prospects
from engine.hands.table import COPIES, NATURAL_KINDS, Exposure, HandTable, concealed_counts, counts_of, wins
from engine.tile import N_KINDS, Tile

Floats32 = npt.NDArray[np.float32]

STRICT_FACTOR = 0.10  # each missing single or half pair: it must be drawn, or be the last tile
FLEXIBLE_FACTOR = 0.20  # each missing tile of a group: it may be called, or a joker may come
CONCEALED_FACTOR = 0.45  # a concealed hand makes no calls
TIGHT_FACTOR = 0.5  # per kind of which every single tile left is wanted
CALL_MARGIN = 1.0  # exposing tells the others and cannot be undone: it must be worth that much more
SECOND_CHARLESTON_FROM = 5  # missing this many, another three passes are welcome
_PASS_SIZE = 3


class MahJongg(Enum):
    """The answer of `wants_call` when the discard completes the hand."""

    MAH_JONGG = "mah jongg"


MAH_JONGG = MahJongg.MAH_JONGG


@dataclass(frozen=True, slots=True)
class Exchange:
    """Give `tile` for a joker in exposure number `index` of those offered."""

    index: int
    tile: Tile


@lru_cache(maxsize=16)
def _likelihoods(jokers: int) -> Floats32:
    """Per word strict * 256 + flexible the likelihood of finishing with that many jokers, (15 * 256,) float32."""
    strict, flexible = np.divmod(np.arange(15 * 256), 256)
    missing = np.maximum(0, flexible - jokers)
    likely: Floats32 = (STRICT_FACTOR**strict * FLEXIBLE_FACTOR**missing).astype(np.float32)
    return likely


class RackWorth:
    """What racks are worth to one player at one moment. `visible`: counts of all discards and all exposures (36).

    `left` is the table of what its exposures leave; all per-hand arrays are of that table.
    """

    def __init__(self, table: HandTable, exposures: Sequence[Exposure], visible: Sequence[int]) -> None:
        self.left = table.after(exposures)
        value = np.sqrt(np.array([line.value for line in table.lines], dtype=np.float32))
        weight = value[self.left.line_of]
        weight[self.left.concealed] *= CONCEALED_FACTOR
        if any(visible) and len(self.left):
            alive = prospects(self.left, visible).alive
            rest = np.maximum(0, COPIES - np.asarray(visible, dtype=np.int16))[:NATURAL_KINDS, None].astype(np.int8)
            tight = ((self.left.strict > 0) & (self.left.strict + self.left.flexible >= rest)).sum(axis=0)
            weight = weight * alive * np.float32(TIGHT_FACTOR) ** tight
        self.weight: Floats32 = weight.astype(np.float32)

    def of(self, counts: Sequence[int]) -> float:
        """The worth of a concealed rack of `counts`."""
        return float((self._likely(counts) * self.weight).sum())

    def _likely(self, counts: Sequence[int]) -> Floats32:
        return _likelihoods(counts[Tile.JOKER]).take(self.left.shortage(counts))

    def without_one(self, counts: Sequence[int]) -> dict[Tile, float]:
        """The worth after parting with one tile of each kind held."""
        left, word, jokers = self.left, self.left.shortage(counts), counts[Tile.JOKER]
        kinds = [Tile(t) for t, n in enumerate(counts[: Tile.JOKER]) if n]
        words = np.empty((len(kinds), len(left)), dtype=np.uint16)
        for row, tile in zip(words, kinds, strict=True):
            np.subtract(word + left.gain(tile, counts[tile]), left.gain(tile, counts[tile] - 1), out=row)
        worths = (_likelihoods(jokers).take(words) * self.weight).sum(axis=1)
        worth = dict(zip(kinds, worths.tolist(), strict=True))
        if jokers:
            worth[Tile.JOKER] = float((_likelihoods(jokers - 1).take(word) * self.weight).sum())
        return worth


def _leaning(seed: int, tile: Tile) -> float:
    """Between 0 and 1, fixed per seed and tile: breaks ties between players."""
    return ((seed * 2654435761 + (tile + 1) * 2246822519) >> 11 & 0xFFFF) / 0x10000


def _best(worth: dict[Tile, float], seed: int) -> Tile:
    return max(worth, key=lambda tile: (worth[tile] * (1 + 0.02 * _leaning(seed, tile)), _leaning(seed, tile)))


def declares(table: HandTable, tiles: Sequence[Tile], exposures: Sequence[Exposure] = ()) -> bool:
    """Whether these fourteen (exposed ones included) are mah jongg."""
    return bool(wins(table, tiles, exposures))


def choose_discard(
    table: HandTable,
    tiles: Sequence[Tile],
    exposures: Sequence[Exposure] = (),
    visible: Sequence[int] | None = None,
    seed: int = 0,
) -> Tile:
    """The tile to discard from a rack of 14, its exposures included in `tiles`."""
    counts = concealed_counts(tiles, exposures)
    worth = RackWorth(table, exposures, visible or [0] * N_KINDS)
    after = worth.without_one(counts)
    if len(after) > 1 and max(after.values()) > 0:
        after.pop(Tile.JOKER, None)
    return _best(after, seed)


def choose_pass(table: HandTable, tiles: Sequence[Tile], n: int = _PASS_SIZE, seed: int = 0) -> tuple[Tile, ...]:
    """The `n` tiles to pass on in the Charleston, never a joker (CHAR-06). Fewer when the rack is nearly all jokers."""
    counts = counts_of(tiles)
    worth = RackWorth(table, (), [0] * N_KINDS)
    passed: list[Tile] = []
    for _ in range(n):
        after = worth.without_one(counts)
        after.pop(Tile.JOKER, None)
        if not after:
            break
        tile = _best(after, seed)
        passed.append(tile)
        counts[tile] -= 1
    return tuple(passed)


def wants_second_charleston(table: HandTable, tiles: Sequence[Tile]) -> bool:
    """Whether three more passes are likely to help (CHAR-14)."""
    return int(table.missing(counts_of(tiles)).min()) >= SECOND_CHARLESTON_FROM


def choose_blind(table: HandTable, tiles: Sequence[Tile], seed: int = 0) -> int:
    """How many of the incoming tiles to send on unseen, 0 to 3, where a blind pass is allowed (CHAR-10)."""
    counts = counts_of(tiles)
    worth = RackWorth(table, (), [0] * N_KINDS)
    before = worth.of(counts)
    spare = 0
    for tile in choose_pass(table, tiles, _PASS_SIZE, seed):
        counts[tile] -= 1
        if worth.of(counts) < 0.5 * before:
            break
        spare += 1
    return _PASS_SIZE - spare


def choose_courtesy(table: HandTable, tiles: Sequence[Tile], seed: int = 0) -> tuple[Tile, ...]:
    """The tiles to offer in the courtesy pass, none to three (CHAR-19)."""
    wanted = _PASS_SIZE - choose_blind(table, tiles, seed)
    return choose_pass(table, tiles, wanted, seed)


def wants_call(
    table: HandTable,
    tiles: Sequence[Tile],
    exposures: Sequence[Exposure],
    tile: Tile,
    visible: Sequence[int] | None = None,
    seed: int = 0,
) -> tuple[Tile, ...] | MahJongg | None:
    """What to do about the discard `tile`: MAH_JONGG, the exposure to make with it (jokers included), or None.

    `tiles` are the player's 13, exposures included; `visible` counts all discards and exposures, this discard too.
    """
    if tile is Tile.JOKER:
        return None
    if declares(table, [*tiles, tile], exposures):
        return MAH_JONGG
    counts = concealed_counts(tiles, exposures)
    held, jokers = counts[tile], counts[Tile.JOKER]
    if held == 0 or held + jokers < 2:
        return None
    before = visible or [0] * N_KINDS
    now = RackWorth(table, exposures, before)
    limit = now.of(counts) * (CALL_MARGIN + 0.1 * _leaning(seed, tile))
    if not len(now.left) or not (now.left.flexible[tile] > 0).any():
        return None
    best: tuple[Tile, ...] | None = None
    for size in range(3, min(6, held + jokers + 1) + 1):
        naturals = min(held, size - 1)
        exposure = (tile,) * (naturals + 1) + (Tile.JOKER,) * (size - 1 - naturals)
        if not len(table.after([*exposures, exposure])):
            continue
        rest = list(counts)
        rest[tile] -= naturals
        rest[Tile.JOKER] -= size - 1 - naturals
        seen = list(before)
        seen[tile] += naturals
        seen[Tile.JOKER] += size - 1 - naturals
        worth = _called(table, [*exposures, exposure], seen, rest)
        if worth > limit:
            best, limit = exposure, worth
    return best


def _called(table: HandTable, exposures: Sequence[Exposure], visible: list[int], rest: list[int]) -> float:
    """The worth after the call and the best discard that follows it. The exposed tiles count as placed, not as gone."""
    return max(RackWorth(table, exposures, visible).without_one(rest).values(), default=0.0)


def choose_exchange(
    table: HandTable,
    tiles: Sequence[Tile],
    exposures: Sequence[Exposure],
    offered: Sequence[Exposure],
    visible: Sequence[int] | None = None,
) -> Exchange | None:
    """The joker exchange to make on one's turn (SWAP-01 ... SWAP-08), or None.

    `offered` are all exposures whose jokers may be had, one's own included.
    """
    counts = concealed_counts(tiles, exposures)
    worth: RackWorth | None = None
    for index, exposure in enumerate(offered):
        if Tile.JOKER not in exposure:
            continue
        natural = next((t for t in exposure if t is not Tile.JOKER), None)
        if natural is None or not counts[natural]:
            continue
        worth = worth or RackWorth(table, exposures, visible or [0] * N_KINDS)
        now = worth.of(counts)
        counts[natural] -= 1
        counts[Tile.JOKER] += 1
        if worth.of(counts) >= now:
            return Exchange(index, natural)
        counts[natural] += 1
        counts[Tile.JOKER] -= 1
    return None
