"""Where in the gate's small pictures a rack stands, and what stirs there or lies before it."""

from dataclasses import dataclass

import cv2
import numpy as np

from engine.sight.observation import FEWEST, TILE_MM
from vision.arrays import Floats, Image, Quads
from vision.follow.motion import Mask, differs
from vision.picture.frame import SHRINK
from vision.rack.row import MOST, upright

PRINT = 0.5 / FEWEST  # of a tile: ink covers a quarter of it, and of two prints half is not the same


@dataclass(frozen=True, slots=True)
class Region:
    """Masks in the small picture, 255 inside: `rack`, the row and a tile around it; `front`, a tile's height before it,
    where only hands and sleeves come. `tile`: the pixels that one tile covers."""

    rack: Mask
    front: Mask
    tile: float

    def stirred(self, small: Image, before: Image) -> bool:
        """Whether more differs than the print of one tile may."""
        return small.shape != before.shape or self._count(small, before, self.rack) > PRINT * self.tile

    def covered(self, small: Image, rest: Image) -> bool:
        """Whether something is before the rack that was not there at `rest`."""
        return small.shape == rest.shape and self._count(small, rest, self.front) > self.tile / 2

    def _count(self, small: Image, other: Image, mask: Mask) -> int:
        return cv2.countNonZero(cv2.bitwise_and(differs(small, other), mask))


def anywhere(shape: tuple[int, ...]) -> Region:
    """A small picture (h, w) of which nobody knows yet where the rack stands: a rack with some room fills it."""
    high, wide = shape[:2]
    across = wide / (MOST + 2)
    return Region(
        np.full((high, wide), 255, np.uint8), np.zeros((high, wide), np.uint8), across**2 * TILE_MM[1] / TILE_MM[0]
    )


def around(quads: Quads, shape: tuple[int, ...]) -> Region:
    """Of tiles (n, 4, 2) in a row from their player's left, in the picture's pixels; `shape` is the small one's."""
    placed = upright(quads).astype(np.float64)
    down = (placed[:, 3] + placed[:, 2] - placed[:, 0] - placed[:, 1]).mean(0) / 2
    along = (placed[:, 1] + placed[:, 2] - placed[:, 0] - placed[:, 3]).mean(0) / 2
    upper, lower = placed[:, :2].reshape(-1, 2), placed[:, 2:].reshape(-1, 2)
    ends = np.concatenate([upper[:1] - along, upper, upper[-1:] + along])
    feet = np.concatenate([lower[:1] - along, lower, lower[-1:] + along])
    rack = _filled(np.concatenate([ends - down / 2, feet + down]), shape)
    front = _filled(np.concatenate([feet + down / 4, feet + down]), shape)
    area = np.mean([cv2.contourArea(q.astype(np.float32)) for q in placed])
    return Region(rack, front, float(area) / SHRINK**2)


def _filled(points: Floats, shape: tuple[int, ...]) -> Mask:
    mask = np.zeros(shape[:2], np.uint8)
    hull = cv2.convexHull(np.round(points / SHRINK).astype(np.int32))
    cv2.fillConvexPoly(mask, hull, 255)
    return mask
