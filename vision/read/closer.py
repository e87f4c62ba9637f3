"""Where in a picture it is worth looking closer.

A telephone's photograph of a whole table shows a table among the other things of a room, with tiles so small that the
finder is half sure of many and sure of few. But they lie together: where many small things lie that may be tiles, that
part alone is enlarged and looked at again.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import FEWEST, LOOKS, SEVERAL, TILE_MM
from vision.arrays import Floats32
from vision.read.crops import sizes

OFF = 1 / SEVERAL  # of the cube root of an area, by which tiles of one table differ at most from where it lies evenly
BESIDE = float(SEVERAL)  # tiles' widths looked at around each: those of one table lie no farther apart than twice that


def as_large(quads: Floats32, tiles: Floats32) -> NDArray[np.bool_]:
    """Which quads (n, 4, 2) are about as large as tiles can be where they lie (n,), as those tell that are seen
    (k, 4, 2): the tiles of a table are of one size, and seen aslant the cube root of an area changes evenly over the
    picture. All of them where few tiles are seen, and those beyond what these tell of: of a row nothing tells how a
    table lies across it."""
    if len(tiles) < 2 * FEWEST or not len(quads):
        return np.ones(len(quads), np.bool_)
    roots, there = (np.cbrt(sizes(some).prod(1).astype(np.float64)) for some in (tiles, quads))
    middles, places = (np.column_stack([some.mean(1), np.ones(len(some))]) for some in (tiles, quads))
    if np.linalg.matrix_rank(middles) < middles.shape[1]:
        return np.ones(len(quads), np.bool_)
    beyond = np.square(places @ np.linalg.pinv(middles)).sum(1) > 1  # less is told of it than one tile tells by itself
    weight = np.ones(len(roots))
    for _ in range(2 * LOOKS):  # the median of what they say: some of what was seen is no tile
        even = np.linalg.lstsq(middles * weight[:, None], roots * weight, rcond=None)[0]
        weight = 1 / np.sqrt(np.abs(1 - middles @ even / roots) + OFF**FEWEST)
    return np.asarray(beyond | (np.abs(1 - places @ even / there) < OFF))


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a picture, a box (x0, y0, x1, y1) in its pixels, and how many times as large to look at it."""

    box: tuple[int, int, int, int]
    zoom: float

    @property
    def pixels(self) -> float:
        """How many there are to look at."""
        x0, y0, x1, y1 = self.box
        return (x1 - x0) * (y1 - y0) * self.zoom**2

    def holds(self, quads: Floats32) -> NDArray[np.bool_]:
        """Which quads (n, 4, 2) have their middle in it (n,)."""
        middles = quads.mean(1)
        return np.asarray(((middles >= self.box[:2]) & (middles < self.box[2:])).all(1))


def parts(quads: Floats32, scores: Floats32, size_wh: tuple[int, int], width: float, most: float) -> list[Part]:
    """The parts of a picture in which things (n, 4, 2) of such scores (n,) lie together that may be small tiles, each
    with the zoom that makes these about `width` pixels wide; none of more than `most` pixels."""
    if not len(quads):
        return []
    wide = np.asarray((sizes(quads) * (1.0, TILE_MM[0] / TILE_MM[1])).min(1), np.float32)  # however it is foreshortened
    low = quads.min(1) - BESIDE * wide[:, None]
    high = quads.max(1) + BESIDE * wide[:, None]
    scale = 256 / max(size_wh)
    mask = np.zeros((int(size_wh[1] * scale) + 1, int(size_wh[0] * scale) + 1), np.uint8)
    for (x0, y0), (x1, y1) in zip((low * scale).astype(int).tolist(), (high * scale).astype(int).tolist(), strict=True):
        cv2.rectangle(mask, (x0, y0), (x1, y1), 1, -1)
    _, labels = cv2.connectedComponents(mask)
    at = np.clip((quads.mean(1) * scale).astype(int), 0, np.array(mask.shape[::-1]) - 1)
    label = labels[at[:, 1], at[:, 0]]
    out = []
    for which in np.unique(label):
        mine = label == which
        if scores[mine].sum() < FEWEST:
            continue
        order = np.argsort(wide[mine])
        shares = np.cumsum(scores[mine][order] ** 2)
        usual = float(wide[mine][order][np.searchsorted(shares, shares[-1] / 2)])
        x0, y0 = np.maximum(low[mine].min(0), 0).astype(int).tolist()
        x1, y1 = np.minimum(high[mine].max(0), size_wh).astype(int).tolist()
        zoom = min(width / usual, 2.0, (most / max(1, (x1 - x0) * (y1 - y0))) ** 0.5)  # larger it shows no more
        out.append(Part((x0, y0, x1, y1), zoom))
    return out
