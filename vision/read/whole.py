"""Tiles of a set that nobody knows, cut out whole: with the bands at their edges.

The tiles of a set are of one shape. One that looks slimmer than others was cut out without the band at one of its
sides, and is cut out wider: at the side where it looks like others of its set then, and where more is written.
"""

from dataclasses import dataclass, field
from itertools import product

import cv2
import numpy as np

from engine.sight.observation import CERTAIN, FEW_LOOKS, LIKELY, SEVERAL
from engine.tile import SET_SIZE
from vision.arrays import Floats, Floats32, Image
from vision.read.corners import Bands
from vision.read.crops import HEIGHT, SQUARISH, WIDTH, sizes, upright
from vision.read.indices import Indices, written
from vision.read.laying import RIM, TELLS

LEFT, RIGHT = 3, 1  # of a quad's sides, the upper first, then clockwise
COARSE = WIDTH // FEW_LOOKS, HEIGHT // FEW_LOOKS  # pixels by which tiles are compared


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


def looks(crops: Image) -> Floats32:
    """What is printed all over tiles, crops (n, 64, 48, 3): coarse pictures, each of length one (n, h, w, 3)."""
    out = np.zeros((len(crops), *COARSE[::-1], 3), np.float32)
    for one, crop in zip(out, crops, strict=True):
        lab = cv2.cvtColor(np.ascontiguousarray(crop[RIM:-RIM, RIM:-RIM]), cv2.COLOR_BGR2LAB)
        cv2.resize(lab.astype(np.float32), COARSE, dst=one, interpolation=cv2.INTER_AREA)
    out -= np.median(out, axis=(1, 2), keepdims=True) if len(out) else 0
    return np.asarray(out / (np.sqrt((out**2).sum((1, 2, 3), keepdims=True)) + 1e-6), np.float32)


def likest(some: Floats32, others: Floats32) -> Floats:
    """How like the likest of others (m, h, w, 3) each of some looks (n, h, w, 3) is (n,), either end up and laid a
    little off either way; at least one of others."""
    flat, best = others.reshape(len(others), -1), np.full(len(some), -1.0)
    for shift in product((-1, 0, 1), repeat=2):
        for moved in (np.roll(one, shift, (1, 2)) for one in (some, some[:, ::-1, ::-1])):
            best = np.maximum(best, (moved.reshape(len(some), -1) @ flat.T).max(1))
    return np.asarray(best)


@dataclass(eq=False)
class Others:
    """Tiles of one set that were laid before, the latest of two sets' worth of them: how long each is, in widths, and
    the `looks` of those that were not slim as they were found."""

    long: list[float] = field(default_factory=list)
    shown: list[Floats32] = field(default_factory=list)

    def add(self, long: Floats, shown: Floats32) -> None:
        """These as well."""
        self.long = [*self.long, *long.tolist()][-2 * SET_SIZE :]
        self.shown = [*self.shown, *shown][-2 * SET_SIZE :]


class Whole:
    """Lays quads on whole tiles, and reads what is written there. One object may be used by one thread at a time; its
    networks are opened when they are first asked."""

    def __init__(self, threads: int = 1) -> None:
        self._bands, self.indices = Bands(threads), Indices(threads)

    def lay(self, image: Image, quads: Floats32, others: Others | None = None) -> Floats32:
        """The quads (n, 4, 2) of tiles of one set in a picture (H, W, 3) BGR laid anew, each longer than wide;
        `others` of the set tell what they look like, and have these added."""
        others = Others() if others is None else others
        laid = self._bands.lay(image, quads)
        long = lengths(laid)
        if len(long) + len(others.long) < SEVERAL:  # too few tell what is slim
            others.add(long, looks(upright(image, laid[:0])))
            return laid
        usual = np.quantile(np.concatenate([long, others.long]), 1 / 4)  # more than half may lack a part
        slim = long > SQUARISH * usual
        shown = looks(upright(image, laid[~slim]))
        if slim.any():
            laid[slim] = self._widened(image, laid[slim], long[slim] / usual - 1, [*others.shown, *shown])
        others.add(lengths(laid), shown)
        return laid

    def _widened(self, image: Image, quads: Floats32, by: Floats, others: list[Floats32]) -> Floats32:
        """Slim quads (n, 4, 2) moved outward by parts (n,) at the side that tells the most, or as they are."""
        ways = np.stack([quads, *(widened(quads, side, by) for side in (LEFT, RIGHT))])
        said = np.stack([self._told(image, way) for way in ways])
        told = said + said.mean(1, keepdims=True)
        told[0] += np.log(LIKELY / (1 - LIKELY))  # what lies across in a picture taken from aside looks slim too
        if others:
            seen = np.stack(others)
            told += TELLS * np.stack([likest(looks(upright(image, way)), seen) for way in ways])
        return np.asarray(ways[told.argmax(0), np.arange(len(quads))])

    def _told(self, image: Image, quads: Floats32) -> Floats:
        """How surely anything is written on tiles (n,), in nats."""
        signs = self.indices.signs(upright(image, quads)).shares
        return np.asarray(np.log(CERTAIN * written(signs).max(0) + 1 - CERTAIN))
