"""Rows of exposed tiles that the finder saw with holes: where the missing ones must stand.

Tiles on a ledge touch, so two neighbours two widths apart have a third between them, and a group may go on one tile
past its last found one. The reader is asked what stands there; it says when it is no tile.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from engine.sight.observation import SEVERAL
from engine.tile import Seat
from vision.arrays import Quads
from vision.plane.zones import GAP_TILES, Place, Zone, pitch

HOLE = 2 - 2 * GAP_TILES, 2 + 2 * GAP_TILES  # in widths: how far apart two neighbours leave room for one more


def suspects(places: Sequence[Place], quads: Quads) -> Quads:
    """Where tiles are missing between or beside the exposed ones (k, 4, 2), in the quads' pixels."""
    found: list[Quads] = []
    for seat in Seat:
        row = [k for k, p in enumerate(places) if p.zone is Zone.EXPOSURE and p.seat is seat]
        row.sort(key=lambda k: places[k].along_mm)
        if len(row) >= SEVERAL:
            found += _in_row([places[k] for k in row], quads[row])
    return np.asarray(found, np.float32).reshape(-1, 4, 2)


def _in_row(places: Sequence[Place], quads: Quads) -> list[Quads]:
    width = pitch(places)
    gaps = [(b.along_mm - a.along_mm) / width for a, b in pairwise(places)]
    found = [(quads[k] + quads[k + 1]) / 2 for k, gap in enumerate(gaps) if HOLE[0] < gap < HOLE[1]]
    for k in range(len(places)):
        before = gaps[k - 1] if k else np.inf
        after = gaps[k] if k < len(gaps) else np.inf
        if before < 1 + GAP_TILES < HOLE[1] < after:
            found.append(2 * quads[k] - quads[k - 1])
        if after < 1 + GAP_TILES < HOLE[1] < before:
            found.append(2 * quads[k] - quads[k + 1])
    return found
