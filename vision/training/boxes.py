"""Tiles as boxes in space, seen by a pinhole camera: enough geometry to draw a plausible corner of a table.

Lengths are in tile widths. The table is the plane z = 0, z points up, toward the camera's side.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# The corners of a box: 0-3 the face, clockwise from the tile's own top-left; 4-7 the back, below the same corners.
SIDES = ((1, 0, 4, 5), (2, 1, 5, 6), (3, 2, 6, 7), (0, 3, 7, 4))
BACK = (5, 4, 7, 6)


@dataclass(frozen=True, slots=True)
class Box:
    """One tile: the eight corners in space (8, 3), and which drawing it bears (None when it is of no interest)."""

    corners: Floats
    art: int


@dataclass(frozen=True)
class Eye:
    """A camera looking at the origin: `turn` about the vertical, `tilt` from straight above (radians), `scale` pixels
    per tile width at the origin, `far` the distance in tile widths, `centre` the pixel of the origin."""

    turn: float
    tilt: float
    scale: float
    far: float
    centre: tuple[float, float]

    @cached_property
    def rotation(self) -> Floats:
        """Rows: right, down and toward the camera, (3, 3)."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        ct, st = np.cos(self.tilt), np.sin(self.tilt)
        about = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        down = np.array([[1.0, 0.0, 0.0], [0.0, ct, -st], [0.0, st, ct]])
        return np.asarray(down @ about)

    @cached_property
    def place(self) -> Floats:
        """Where the camera is (3,)."""
        return np.asarray(self.rotation[2] * self.far)

    def project(self, points: Floats) -> Floats:
        """Points in space (..., 3) to pixels (..., 2)."""
        seen = points @ self.rotation.T
        grow = self.scale / np.maximum(1.0 - seen[..., 2] / self.far, 0.2)
        return np.stack(
            [self.centre[0] + seen[..., 0] * grow, self.centre[1] + seen[..., 1] * grow],
            axis=-1,
        )

    def depth(self, points: Floats) -> Floats:
        """How near the camera, larger is nearer (..., )."""
        return np.asarray((points @ self.rotation.T)[..., 2])


def lying(x: float, y: float, angle: float, size: tuple[float, float, float], up: bool, base: float = 0.0) -> Floats:
    """A tile flat on the table, its middle at (x, y), turned by `angle`, face up or down; `size` is width, height,
    depth.
    Returns its corners (8, 3)."""
    w, h, d = size[0] / 2, size[1] / 2, size[2]
    flat = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
    if not up:
        flat = flat * np.array([-1.0, 1.0])
    c, s = np.cos(angle), np.sin(angle)
    turned = flat @ np.array([[c, s], [-s, c]]) + np.array([x, y])
    top, bottom = (base + d, base) if up else (base, base + d)
    return np.concatenate([np.c_[turned, np.full(4, top)], np.c_[turned, np.full(4, bottom)]])


def leaning(
    along: float, across: float, angle: float, lean: float, size: tuple[float, float, float], base: float = 0.0
) -> Floats:
    """A tile standing in a row that runs at `angle`, its foot at (along, across) in the row's frame, tipped back by
    `lean` from lying (0) to upright (pi/2). Its face looks toward +y of the row's frame. Returns its corners (8, 3)."""
    w, h, d = size[0] / 2, size[1], size[2]
    up = np.array([0.0, -np.cos(lean), np.sin(lean)])
    out = np.array([0.0, np.sin(lean), np.cos(lean)])
    foot = np.array([along, across, base])
    right = np.array([1.0, 0.0, 0.0])
    face = np.array(
        [foot - right * w + up * h, foot + right * w + up * h, foot + right * w, foot - right * w],
    )
    corners = np.concatenate([face, face - out * d])
    corners[:, 2] -= min(0.0, float(corners[:, 2].min()) - base)
    c, s = np.cos(angle), np.sin(angle)
    corners[:, :2] = corners[:, :2] @ np.array([[c, s], [-s, c]])
    return corners
