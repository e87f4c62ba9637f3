"""Tiles of a set that nobody knows, cut out whole: with the bands at their edges.

The tiles of a set are of one shape. One that looks slimmer than others was cut out without the band at one of its
sides, and is cut out wider: at the side where more is written then, which is mostly the same side of all of them.
"""

from collections.abc import Sequence

import numpy as np

from engine.sight.observation import CERTAIN, LIKELY, SEVERAL
from vision.arrays import Floats, Floats32, Image
from vision.read.corners import Bands
from vision.read.crops import SQUARISH, sizes, upright
from vision.read.indices import Indices, written

LEFT, RIGHT = 3, 1  # of a quad's sides, the upper first, then clockwise


def lengths(quads: Floats32) -> Floats:
    """How many times as long as wide quads (n, 4, 2) are (n,)."""
    wide, tall = sizes(quads).T
    return np.asarray(tall / np.maximum(wide, 1.0))


def widened(quads: Floats32, side: int, by: Floats) -> Floats32:
    """Quads (n, 4, 2) moved outward at one side, by parts (n,) of what lies across."""
    out = quads.copy()
    for near, far in ((side, side - 1), ((side + 1) % 4, (side + 2) % 4)):
        out[:, near] += (quads[:, near] - quads[:, far]) * by[:, None].astype(np.float32)
    return out


class Whole:
    """Lays quads on whole tiles, and reads what is written there. One object may be used by one thread at a time; its
    networks are opened when they are first asked."""

    def __init__(self, threads: int = 1) -> None:
        self._bands, self.indices = Bands(threads), Indices(threads)

    def lay(self, image: Image, quads: Floats32, others: Sequence[float] = ()) -> Floats32:
        """The quads (n, 4, 2) of tiles of one set in a picture (H, W, 3) BGR laid anew, each longer than wide;
        `others`: how long others of the set were, in widths."""
        laid = self._bands.lay(image, quads)
        long = lengths(laid)
        if len(long) + len(others) < SEVERAL:
            return laid
        usual = np.quantile(np.concatenate([long, others]), 1 / 4)  # more than half may lack a part
        slim = np.flatnonzero(long > SQUARISH * usual)
        if not len(slim):
            return laid
        ways = np.stack([laid[slim], *(widened(laid[slim], side, long[slim] / usual - 1) for side in (LEFT, RIGHT))])
        said = np.stack([self._told(image, way) for way in ways])
        told = said + said.mean(1, keepdims=True)
        told[0] += np.log(LIKELY / (1 - LIKELY))  # what lies across in a picture taken from aside looks slim too
        best = told.argmax(0)
        laid[slim] = ways[best, np.arange(len(slim))]
        return laid

    def _told(self, image: Image, quads: Floats32) -> Floats:
        """How surely anything is written on tiles (n,), in nats."""
        signs = self.indices.signs(upright(image, quads)).shares
        return np.asarray(np.log(CERTAIN * written(signs).max(0) + 1 - CERTAIN))
