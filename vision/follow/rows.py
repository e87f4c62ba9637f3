"""Rows of exposed tiles that the finder saw with holes: where the missing ones must stand.

Tiles on a ledge touch, so two neighbours two widths apart have a third between them, and a group may go on one tile
past its last found one. The reader is asked what stands there; it says when it is no tile. Only a soap past the end is
not taken at its word: of the tile's size, because it was asked about at that size, and blank, so is a bare ledge.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from engine.sight.observation import SEVERAL
from engine.tile import N_KINDS, Seat, Tile
from vision.arrays import Quads
from vision.plane.zones import GAP_TILES, Place, Zone, pitch
from vision.read.sightings import Sightings

HOLE = 2 - 2 * GAP_TILES, 2 + 2 * GAP_TILES  # in widths: how far apart two neighbours leave room for one more


def overlooked(places: Sequence[Place], quads: Quads, read: Callable[[Quads], Sightings]) -> Sightings:
    """What the reader sees where tiles are missing; `places` and `quads` (n, 4, 2) as for `suspects`."""
    between, past = suspects(places, quads)
    return Sightings.joined([read(between), shown(read(past))])


def suspects(places: Sequence[Place], quads: Quads) -> tuple[Quads, Quads]:
    """Where tiles are missing between the exposed ones (k, 4, 2), and past the end of a group (m, 4, 2), in the quads'
    pixels."""
    between: list[Quads] = []
    past: list[Quads] = []
    for seat in Seat:
        row = [k for k, p in enumerate(places) if p.zone is Zone.EXPOSURE and p.seat is seat]
        row.sort(key=lambda k: places[k].along_mm)
        if len(row) >= SEVERAL:
            _in_row([places[k] for k in row], quads[row], between, past)
    return _stacked(between), _stacked(past)


def shown(past: Sightings) -> Sightings:
    """What was read past the ends of groups, but for soaps."""
    return past.take(past.log_p[:, :N_KINDS].argmax(1) != Tile.SOAP)


def _in_row(places: Sequence[Place], quads: Quads, between: list[Quads], past: list[Quads]) -> None:
    width = pitch(places)
    gaps = [(b.along_mm - a.along_mm) / width for a, b in pairwise(places)]
    between += [(quads[k] + quads[k + 1]) / 2 for k, gap in enumerate(gaps) if HOLE[0] < gap < HOLE[1]]
    for k in range(len(places)):
        before = gaps[k - 1] if k else np.inf
        after = gaps[k] if k < len(gaps) else np.inf
        if before < 1 + GAP_TILES < HOLE[1] < after:
            past.append(2 * quads[k] - quads[k - 1])
        if after < 1 + GAP_TILES < HOLE[1] < before:
            past.append(2 * quads[k] - quads[k + 1])


def _stacked(quads: Sequence[Quads]) -> Quads:
    return np.asarray(quads, np.float32).reshape(-1, 4, 2)
