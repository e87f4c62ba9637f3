"""What of the camera's picture may leave this machine: never a rack.

Inside the four ledges lie discards, walls and exposures, which everybody at the table sees; that stays clear. Behind
the ledges stand the racks: that band is painted over. Farther out are laps and hands, which may hold tiles: only
blotches of that remain. Where the table is not known, blotches are all there is.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import Seat
from vision.arrays import Image
from vision.plane.calibration import TablePlane
from vision.plane.eye import LEDGE_MM, THICK_MM, eye_of
from vision.plane.zones import LEDGE_FROM, LEDGE_TO, toward

BAND_TO = 1.3  # of the half side: a rack's far edge, with what leans over it
HANDS_TO = 1.16  # of the half side: as far out as `vision.follow.motion` asks whose hand it is
BLOTCHES = 26  # across a picture: at least two tiles' width and breadth each, whatever the camera's size
BAND = (52, 48, 44)  # blue, green, red
HAND = (150, 140, 128)  # of the band where somebody's hand comes from: far enough from it to be seen as a movement


def veiled(image: Image, plane: TablePlane | None) -> Image:
    """The picture without the racks. `plane` is that of a picture of this size; None where the table is not known, or
    may not lie where it was."""
    if plane is None:
        return blotched(image)
    out = image.copy()
    clear, band = _clear(plane), ring(plane, BAND_TO)
    inside = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(inside, [clear], 255)
    cv2.fillPoly(out, [band, clear], BAND)  # the band alone: the one inside the other is left out
    hidden = blotched(out)
    cv2.fillPoly(hidden, [band], BAND)
    hidden[inside > 0] = image[inside > 0]
    return hidden


class Mask:
    """What is kept of the pictures of one table: the part with the table in it, and of that only what lies inside the
    ledges. Everything else is one colour, before anybody keeps it."""

    def __init__(self, plane: TablePlane) -> None:
        self.plane = plane
        self.box = x0, y0, x1, y1 = around(plane, HANDS_TO)
        self._inside = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(self._inside, [_clear(plane) - (x0, y0)], 255)
        self._sides = [_side(plane, seat) - (x0, y0) for seat in Seat]

    def cut(self, image: Image, hand: Seat | None = None) -> Image:
        """The part `box` (x0, y0, x1, y1) of a picture of the plane's size. A lighter side of the band says whose
        `hand` is over the table: arms themselves lie in the band."""
        x0, y0, x1, y1 = self.box
        out = np.empty((y1 - y0, x1 - x0, 3), np.uint8)
        out[:] = BAND
        if hand is not None:
            cv2.fillPoly(out, [self._sides[hand]], HAND)
        cv2.copyTo(image[y0:y1, x0:x1], self._inside, out)
        return out


def around(plane: TablePlane, reach: float = BAND_TO) -> tuple[int, int, int, int]:
    """The part of the picture with the table in it, up to so many half sides: x0, y0, x1, y1 in pixels."""
    outer, (wide, high) = ring(plane, reach), plane.size_wh
    (x0, y0), (x1, y1) = np.clip(outer.min(0), 0, [wide - 2, high - 2]), np.clip(outer.max(0), 2, [wide, high])
    return int(x0), int(y0), max(int(x1), int(x0) + 2), max(int(y1), int(y0) + 2)


def blotched(image: Image) -> Image:
    """Grey blotches too large for a tile to be told from another."""
    high, wide = image.shape[:2]
    small = (BLOTCHES, max(2, round(BLOTCHES * high / wide)))
    grey = cv2.cvtColor(cv2.resize(image, small, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    large = cv2.resize(grey, (wide, high), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.cvtColor(large, cv2.COLOR_GRAY2BGR), np.uint8)


def _side(plane: TablePlane, seat: Seat) -> NDArray[np.int32]:
    """The band on a seat's side of the table, in pixels."""
    near, far = LEDGE_TO * plane.half_mm, BAND_TO * plane.half_mm
    out = toward(seat)
    along = np.array([out[1], -out[0]])
    corners = np.array([out * r + along * a for r, a in ((near, -near), (near, near), (far, far), (far, -far))])
    return np.round(plane.to_px(corners)).astype(np.int32)


def _clear(plane: TablePlane) -> NDArray[np.int32]:
    """What lies inside the ledges, in pixels. A camera that looks askew leans over a rack and sees its tiles' faces:
    for it that ends in the middle of the ledge, as high as tiles that stand upon it."""
    if not plane.askew:
        return ring(plane, LEDGE_TO)
    return ring(plane, (LEDGE_FROM + LEDGE_TO) / 2, LEDGE_MM + 2 * THICK_MM)


def ring(plane: TablePlane, reach: float, high_mm: float = 0.0) -> NDArray[np.int32]:
    """The square that reaches so many half sides from the middle, so high above the table, in pixels, bent as the lens
    bends it."""
    along = np.linspace(-1, 1, 13)[:-1]
    one = np.ones_like(along)
    sides = [(along, -one), (one, along), (-along, one), (-one, -along)]
    square = np.concatenate([np.stack(side, -1) for side in sides]) * plane.half_mm * reach
    eye = eye_of(plane) if high_mm else None
    square = square if eye is None else eye.raised(square, high_mm)
    wide, high = plane.size_wh
    far = 4 * max(wide, high)
    return np.round(np.clip(np.nan_to_num(plane.to_px(square)), -far, far)).astype(np.int32)
