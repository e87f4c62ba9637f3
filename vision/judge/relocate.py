"""Quads that lie badly on their tiles, laid anew.

A bar printed across a face looks like a tile's edge, and two tiles end to end look like one: the finder then gives half
a tile, or the middle of two. All tiles of a table are of one size, so where a find is of another size than the tiles
around it, or shows nothing that can be read, tiles of that size are tried all about it. One is believed where corners
are found where it would have them, and a face in it.
"""

from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import LIKELY
from vision.judge.blank import EDGE
from vision.judge.body import likeness
from vision.judge.known import Lying, lain_upon
from vision.plane.zones import SEVERAL
from vision.read.corners import Corners
from vision.read.crops import body_colours, outlines, sizes
from vision.read.finds import Finds
from vision.read.proportion import FEW
from vision.read.reader import Reader
from vision.read.sightings import READ

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
DOUBTFUL = np.log(0.25)  # what is read less surely than this lies badly, or is no tile
FITS = 0.88, 1.13  # of their width and length: such a find lies well,
ROOMY = 1.3  # ... and so does a larger one that shows its face for sure
TRIED = 0.4  # what the finder thinks less likely than this is not tried
STEPS = (-0.5, -0.25, 0.0, 0.25, 0.5)  # of a tile's width and length: how far off tiles are tried
TURNS = (30, 60, 120, 150)  # degrees by which a find may lie askew on its tile, and then not so far off
SQUARE = 1.3  # a find no longer than this, in widths, may lie across its tile, or be a part of one that does,
PART, MORE = 0.85, 1.2  # ... and so may one that covers less or more of the picture than a tile does
STRANGE = -0.5  # nats that the evidence says of its body: below, a find lies badly, and what is tried is no tile
BELIEVED = np.log(0.95)  # a face seen so surely is there, however its tile was found
NEAR = 0.12  # or less sure, where several come to lie within that part of a tile's width and agree
AS_PLAIN, TURNED = 0.8, 1.5  # of the find's outline: a better lying one is as plain, one turned plainer


@dataclass(frozen=True, slots=True)
class Again:
    """A picture (H, W, 3) BGR, and those who can look at it once more."""

    image: Image
    reader: Reader
    corners: Corners

    def at(self, finds: Finds, tried: Ints, usual: NDArray[np.float64], around: Lying) -> tuple[Finds, Floats, Ints]:
        """What lies about the finds `tried` and looks like a tile, `usual` (n, 2) in size and with the body of those
        around and the outline of one; log p (k, 36) of what each is soberly read as; and about which find it lies (k,).
        A find about which the first tries meet with nothing is given up."""
        candidates = [_about(finds.quads[k], usual[k]) for k in tried]
        source = np.repeat(tried, [len(quads) for quads, _, _ in candidates])
        tries, first, turned = (np.concatenate(of) for of in zip(*candidates, strict=True))
        like = np.zeros(len(tries), np.bool_)
        plain = np.maximum(EDGE, np.where(turned, TURNED, AS_PLAIN) * finds.outlines.min(1)[source])
        for now in (first, ~first):
            now = np.flatnonzero(now & (first | np.isin(source, source[like])))
            tries[now] = laid = self.corners.lay(self.image, tries[now])
            sides, bodies = outlines(self.image, laid).min(1), body_colours(self.image, laid)
            whole = _within(sizes(laid) / usual[source[now]], FITS) & (sides > plain[now])
            like[now] = whole & (likeness(bodies, around.usual(laid)[1]) > STRANGE)
        there = self.reader.see(self.image, tries[like], finds.scores[source[like]])
        return there, self.reader.soberly(there), source[like]


def relocated(finds: Finds, lying: Lying, again: Again, most: int) -> Finds:
    """Finds in a picture, surest first, the doubtful ones replaced by the tiles that are there, where there are any.
    `most`: so many doubtful finds are tried, each at the price of up to a hundred tiles found."""
    lying = replace(lying, plane=None)
    sure = finds.best > READ
    known = lying.joined(finds, sure)
    if len(known.quads) < FEW or not len(finds) or not most:
        return finds
    usual, bodies, _ = known.usual(finds.quads)
    ratio, plainly = finds.sizes / usual, finds.best > BELIEVED
    fits = _within(ratio, FITS) | (_within(ratio, (FITS[0], ROOMY)) & plainly)
    strange = (likeness(finds.bodies, bodies) < STRANGE) & ~plainly
    lies_badly = np.where(fits, ((finds.best < DOUBTFUL) | strange) & (finds.scores > LIKELY), finds.scores > TRIED)
    well = sure & fits & ~lies_badly
    tried = np.flatnonzero(lies_badly)[:most]
    if not len(tried) or not len(lying.quads) + well.sum():
        return finds
    around = lying.joined(finds, well)
    there, read, source = again.at(finds, tried, usual, around)
    if not len(there):
        return finds
    new = _chosen(there.quads, read, np.concatenate([finds.quads[well], lying.at_rest]))
    part = ~well & lain_upon(finds.quads, there.quads[new])  # its other half, perhaps
    kept = np.setdiff1d(np.flatnonzero(~part), source[new])
    return Finds.joined([finds.take(kept), there.take(new)])


def _chosen(quads: Floats, read: Floats, taken: Floats) -> Ints:
    """Which of the tiles tried (n, 4, 2), given how each is read (n, 36), are believed: those first whose face several
    agree on, then the surest, and none upon another or upon those `taken` (k, 4, 2)."""
    best, agreed = read.max(1), _agreed(quads, read)
    new: list[int] = []
    for k in np.lexsort((-best, ~agreed)):
        believed = agreed[k] or best[k] > BELIEVED
        if believed and not lain_upon(quads[k, None], np.concatenate([taken, quads[new]]))[0]:
            new.append(int(k))
    return np.array(new, np.int64)


def _agreed(quads: Floats, read: Floats) -> NDArray[np.bool_]:
    """Of which of the tiles tried (n, 4, 2), given how each is read (n, 36), several others are read alike and lie in
    the same place."""
    best, face = read.max(1), read.argmax(1)
    away = np.linalg.norm(quads.mean(1)[:, None] - quads.mean(1)[None], axis=2)
    others = (away < NEAR * sizes(quads)[:, :1]) & (face[:, None] == face[None]) & (best > READ)[None]
    return np.asarray((best > READ) & (others.sum(1) >= SEVERAL))


def _within(ratio: NDArray[np.float64], bounds: tuple[float, float]) -> NDArray[np.bool_]:
    """Which are so much as wide and as long (n, 2) as is usual."""
    return np.asarray(((ratio > bounds[0]) & (ratio < bounds[1])).all(1))


def _about(quad: Floats, size: NDArray[np.float64]) -> tuple[Floats, NDArray[np.bool_], NDArray[np.bool_]]:
    """Quads (n, 4, 2) of that size all about one, which are tried first (n,), and which lie askew on it (n,)."""
    q = quad.astype(np.float64)
    across, along = (q[1] + q[2] - q[0] - q[3]) / 2, (q[2] + q[3] - q[0] - q[1]) / 2
    if (along[0], along[1]) < (0.0, 0.0):  # what lies badly was hardly read: either end may be up, as the finder has it
        across, along = -across, -along
    wide, tall = np.linalg.norm(across), np.linalg.norm(along)
    u, v = across / max(wide, 1e-6), along / max(tall, 1e-6)
    askew = tall < SQUARE * wide or not PART < wide * tall / size.prod() < MORE
    out, first, turned = [], [], []
    for turn in (0, 90, *TURNS) if askew else (0,):
        c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
        right, down = (c * u + s * v) * size[0], (c * v - s * u) * size[1]
        steps, at_first = (STEPS[1:-1], (0.0,)) if turn in TURNS else (STEPS, STEPS[1:-1])
        for aside, below in product(steps, steps):
            corner = q.mean(0) + (aside - 0.5) * right + (below - 0.5) * down
            out.append(np.array([corner, corner + right, corner + right + down, corner + down]))
            first.append(aside in at_first and below in at_first)
            turned.append(turn in TURNS)
    return np.asarray(out, np.float32), np.array(first), np.array(turned)
