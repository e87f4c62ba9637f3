"""Which part of the table a face-up tile lies in, and whose.

The rack stands between its owner and the wall; exposures lie along its ledge, read by the owner. Everything well inside
the four ledges is the discard area. All distances are parts of the half side of the square through the markers, so a
smaller table works too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.tile import Seat
from vision.arrays import Floats
from vision.plane.calibration import TablePlane
from vision.plane.eye import LEDGE_MM, THICK_MM, eye_of

INNER = 0.70  # discards reach 0.62 of the half side in real and rendered games, walls begin at 0.72
LEDGE_FROM = 0.79  # exposures start at 0.83
LEDGE_TO = 0.925  # beyond stand the concealed tiles, whose tops are blank like a soap
LEDGE_HALF_WIDTH = 0.625  # a rack is 50 cm long at most on a 90 cm table; beyond lie cups and spare tiles
GAP_TILES = 0.19  # within a group tiles touch or nearly so; between two groups people leave a third of a tile and more


class Zone(Enum):
    """The value is the word of the JSON form."""

    DISCARDS = "discards"
    EXPOSURE = "exposure"
    RACK = "rack"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile lies; `seat` is set for exposures.

    `along_mm` grows from the owner's left to right, `span_mm` is the tile's extent that way. `faces`: whether the owner
    reads it as its quad has it, 1, or upside down, -1; 0 where it lies sideways, and of all others.
    """

    zone: Zone | None
    seat: Seat | None
    x_mm: float
    y_mm: float
    along_mm: float
    span_mm: float
    faces: int = 0


# For each seat: the unit vector toward its owner and the one to its owner's right (x right, y toward P1).
_TOWARD = np.array([[0, 1], [1, 0], [0, -1], [-1, 0]], float)
_RIGHTWARD = np.array([[1, 0], [0, -1], [-1, 0], [0, 1]], float)


def toward(seat: Seat) -> Floats:
    """The unit vector (2,) on the table from its middle toward a seat: x right, y toward P1."""
    return np.asarray(_TOWARD[seat], float).copy()


def place(plane: TablePlane, quads: NDArray[np.floating]) -> tuple[Place, ...]:
    """The place of each quad (n, 4, 2), pixels, clockwise from the tile's own top-left. Where the camera looks askew it
    is where the tile really lies: on a rack's ledge, if that is where it then would lie, else on the cloth."""
    corners = plane.to_mm(quads)
    eye = eye_of(plane) if plane.askew else None
    if eye is None:
        return tuple(_place(plane, tile) for tile in corners)
    high = [_place(plane, tile) for tile in eye.lowered(corners, LEDGE_MM + THICK_MM)]
    low = [_place(plane, tile) for tile in eye.lowered(corners, THICK_MM)]
    return tuple(a if a.zone is Zone.EXPOSURE else b for a, b in zip(high, low, strict=True))


def along(seat: Seat, at_mm: tuple[float, float]) -> float:
    """How far to the right of the seat's player a point lies, in mm."""
    return float(_RIGHTWARD[seat] @ at_mm)


def _place(plane: TablePlane, corners: Floats) -> Place:
    centre = corners.mean(0)
    toward = _TOWARD @ centre / plane.half_mm
    seat = Seat(int(toward.argmax()))
    out = float(toward.max())
    aside = along(seat, (float(centre[0]), float(centre[1])))
    up = corners[:2].mean(0) - corners[2:].mean(0)
    span = float(np.mean(np.sort(corners @ _RIGHTWARD[seat])[2:]) - np.mean(np.sort(corners @ _RIGHTWARD[seat])[:2]))
    zone: Zone | None = None
    if out < INNER:
        zone = Zone.DISCARDS
    elif LEDGE_FROM <= out <= LEDGE_TO and abs(aside) <= LEDGE_HALF_WIDTH * plane.half_mm and _square_to(seat, up):
        zone = Zone.EXPOSURE
    owner = seat if zone is Zone.EXPOSURE else None
    faces = 0 if owner is None else -round(float(_TOWARD[seat] @ up) / float(np.linalg.norm(up)))
    return Place(zone, owner, float(centre[0]), float(centre[1]), aside, span, faces)


def _square_to(seat: Seat, up: Floats) -> bool:
    """Exposures stand square to their rack (upside down, sideways or a little askew too), loose tiles seldom do."""
    length = float(np.linalg.norm(up))
    return length > 0 and max(abs(float(_TOWARD[seat] @ up)), abs(float(_RIGHTWARD[seat] @ up))) / length > 0.8


def pitch(places: Sequence[Place]) -> float:
    """How far apart touching tiles of a row are, in mm: finds are often a little smaller than the tiles."""
    along = sorted(p.along_mm for p in places)
    span = float(np.median([p.span_mm for p in places]))
    steps = [b - a for a, b in pairwise(along) if b - a > 0.75 * span]
    # two tiles alone do not tell whether they touch
    return max(span, min(steps)) if len(steps) > 1 and min(steps) < 1.5 * span else span


def groups(places: Sequence[Place]) -> list[list[int]]:
    """Indices of one seat's exposed tiles in groups, from the player's left; each group from the left too."""
    order = sorted(range(len(places)), key=lambda i: places[i].along_mm)
    usual = pitch(places) if places else 0.0
    found: list[list[int]] = []
    for before, i in zip([None, *order], order, strict=False):
        if before is not None:
            apart = max(usual, (places[before].span_mm + places[i].span_mm) / 2)
            if places[i].along_mm - places[before].along_mm < apart * (1 + GAP_TILES):
                found[-1].append(i)
                continue
        found.append([i])
    return found
