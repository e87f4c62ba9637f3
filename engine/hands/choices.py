"""What a call or a pass does to a rack: every possible exposure of a called tile, every three tiles one could pass."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine.hands.proof import living
from engine.hands.table import Exposure, HandTable, concealed_counts, counts_of
from engine.tile import Tile

LARGEST_GROUP = 6  # a sextet


@dataclass(frozen=True, slots=True)
class CallJudged:
    """Exposing `exposure`: tiles short of the nearest hand then, and how many hands the exposures still allow."""

    exposure: tuple[Tile, ...]
    missing: int
    hands: int


@dataclass(frozen=True, slots=True)
class PassJudged:
    """Passing `tiles`: tiles short of the nearest hand with what is left, before the passed tiles come back."""

    tiles: tuple[Tile, ...]
    missing: int


def calls_judged(
    table: HandTable,
    tiles: Sequence[Tile],
    exposures: Sequence[Exposure],
    called: Tile,
    seen: Sequence[Tile] = (),
) -> tuple[CallJudged, ...]:
    """Every exposure that calling a discard could make (CALL-02), nearest first, then those that leave more hands.

    `tiles`: the rack of 13 with its exposures, without the called tile. `seen`: tiles visible elsewhere, the called one
    not among them. Exposures that fit no X hand that can still come are left out; so an empty answer means that the
    tile can only be called to win.
    """
    if called is Tile.JOKER:  # DISC-03
        return ()
    counts = concealed_counts(tiles, exposures)
    held, jokers = counts[called], counts[Tile.JOKER]
    judged = []
    for size in range(3, LARGEST_GROUP + 1):
        for naturals in range(max(0, size - 1 - jokers), min(held, size - 1) + 1):
            used = size - 1 - naturals
            exposure = (called,) * (naturals + 1) + (Tile.JOKER,) * used
            shown = [*exposures, exposure]
            left = table.after(shown)
            alive = living(left, counts_of([*seen, *(t for group in shown for t in group)]))
            if not alive.any():
                continue
            rest = list(counts)
            rest[called] -= naturals
            rest[Tile.JOKER] -= used
            hands = len(np.unique(left.index[alive]))
            judged.append(CallJudged(exposure, int(left.missing(rest)[alive].min()), hands))
    return tuple(sorted(judged, key=lambda j: (j.missing, -j.hands, len(j.exposure), j.exposure.count(Tile.JOKER))))


def passes_judged(table: HandTable, tiles: Sequence[Tile], n: int = 3) -> tuple[PassJudged, ...]:
    """Every way to pass `n` tiles of a concealed rack in the Charleston, no jokers (CHAR-06), least harmful first."""
    counts = counts_of(tiles)
    shortage = table.shortage(counts)
    naturals = sorted(tile for tile in tiles if tile is not Tile.JOKER)
    judged = []
    for passed in dict.fromkeys(combinations(naturals, n)):
        now = shortage.copy()
        for tile in dict.fromkeys(passed):
            times = passed.count(tile)
            now += table.gain(tile, counts[tile]) - table.gain(tile, counts[tile] - times)
        judged.append(PassJudged(passed, int(table.missing_of(now, _without(counts, passed)).min())))
    return tuple(sorted(judged, key=lambda j: (j.missing, j.tiles)))


def _without(counts: Sequence[int], tiles: Sequence[Tile]) -> list[int]:
    rest = list(counts)
    for tile in tiles:
        rest[tile] -= 1
    return rest
