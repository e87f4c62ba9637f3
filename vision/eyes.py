"""Finder and reader together: one picture in, sightings out."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finder import Finder, Found, thinned, widths
from vision.reader import Reader
from vision.sightings import NOT_A_FACE, Sightings
from vision.tileset import TileSet

SURE = 0.3  # a found tile is kept when the finder's score times the reader's chance of a face is at least this


class Eyes:
    """Sees the tiles of a picture. One object may be used by one thread at a time."""

    def __init__(self, tile_set: TileSet | None = None, threads: int = 1) -> None:
        """`tile_set`: the household's own, or None for the built-in one."""
        self.finder = Finder(threads)
        self.reader = Reader(tile_set, threads)

    def sight(self, image: NDArray[np.uint8], mask: "NDArray[np.uint8] | None" = None, sure: float = SURE) -> Sightings:
        """All face-up tiles of a picture (H, W, 3) BGR, or of the part where `mask` (H, W) is not zero."""
        return self.read(image, self.finder.find(image, mask), sure)

    def sight_window(
        self, image: NDArray[np.uint8], window: tuple[int, int, int, int], sure: float = SURE, zoom: float = 1.0
    ) -> Sightings:
        """The tiles whose middle lies in a window (x0, y0, x1, y1) of the picture, looked at in full size, or grown
        by `zoom`;
        quads in pixels of the whole picture. Cheap where little has changed."""
        x0, y0, x1, y1 = window
        part = np.ascontiguousarray(image[max(y0, 0) : y1, max(x0, 0) : x1])
        if part.size == 0:
            return Sightings.empty()
        found = thinned(self.finder.look(part, zoom))
        shift = np.array([max(x0, 0), max(y0, 0)], np.float32)
        return self.read(image, Found(found.quads + shift, found.scores), sure)

    def read(self, image: NDArray[np.uint8], found: Found, sure: float = SURE) -> Sightings:
        """Reads what was found; what is no known face is dropped."""
        if not len(found):
            return Sightings.empty()
        log_p, quads = self.reader.read(image, found.quads)
        chance = found.scores * (1 - np.exp(log_p[:, NOT_A_FACE]))
        keep = chance >= sure
        return Sightings(quads[keep], log_p[keep])


def table_mask(size_wh: tuple[int, int], corners: NDArray[np.float64]) -> NDArray[np.uint8]:
    """A mask (H, W) that is 255 inside a polygon (k, 2) of pixels."""
    mask = np.zeros((size_wh[1], size_wh[0]), np.uint8)
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 255)
    return mask


def usual_width(sightings: Sightings) -> float:
    """The median width of the tiles in pixels; 0 when there are none."""
    return float(np.median(widths(sightings.quads))) if len(sightings) else 0.0
