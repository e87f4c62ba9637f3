"""Quads that lie badly on their tiles, laid anew.

A bar printed across a face looks like a tile's edge, and two tiles end to end look like one: the finder then gives half
a tile, or the middle of two. All tiles of a table are of one size, so where a find is of another size than the tiles
around it, or shows nothing that can be read, tiles of that size are tried all about it. One is believed where corners
are found where it would have them, and a face in it.
"""

from dataclasses import replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.judge.body import differs
from vision.judge.known import READ, Lying, lain_upon
from vision.read.corners import Corners
from vision.read.crops import sizes
from vision.read.finds import Finds, body_colours, outlines
from vision.read.reader import Reader

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
DOUBTFUL = np.log(0.25)  # what is read less surely than this lies badly, or is no tile
ENOUGH = 4  # tiles to go by
FITS = 0.88, 1.13  # of their width and length: such a find lies well,
ROOMY = 1.3  # ... and so does a larger one that shows its face for sure
SURE = 0.6  # ... where the finder is as sure that there is one
LIKELY = 0.4  # what the finder thinks less likely than this is not tried
STEPS = (-0.5, -0.25, 0.0, 0.25, 0.5)  # of a tile's width and length: how far off tiles are tried
TURNS = (30, 60, 120, 150)  # degrees by which a find may lie askew on its tile, and then not so far off
SQUARE = 1.3  # a find no longer than this, in widths, may lie across its tile, or be a part of one that does,
PART, MORE = 0.85, 1.2  # ... and so may one that covers less or more of the picture than a tile does
BELIEVED = np.log(0.95)
STRANGE = 16.0, 0.45  # a find whose body is farther from those around it, in a and b and in lightness, lies badly,
ALIKE = 10.0, 0.28  # ... and the body of what is tried is nearer to them than this
EDGE = 0.09  # of the light on a tile: how much darker or lighter its edge is at least
AGREED = np.log(0.7), 3, 0.12  # or less sure, where so many come to lie within that part of a tile's width and agree
AS_PLAIN, TURNED = 0.8, 1.5  # of the find's outline: a better lying one is as plain, one turned plainer
EXACT = 0.9, 1.12  # of their size: corners found where a tile has them


def relocated(image: Image, finds: Finds, lying: Lying, reader: Reader, corners: Corners, most: int) -> Finds:
    """Finds in a picture (H, W, 3) BGR, surest first, the doubtful ones replaced by the tiles that are there, where
    there are any. `most`: so many doubtful finds are tried, each at the price of up to a hundred tiles found."""
    lying = replace(lying, plane=None)
    sure = finds.best > READ
    known = lying.joined(finds.take(sure))
    if len(known.quads) < ENOUGH or not len(finds) or not most:
        return finds
    usual, bodies, _ = known.usual(finds.quads)
    fits = _within(finds.quads, usual, FITS)
    fits |= _within(finds.quads, usual, (FITS[0], ROOMY)) & (finds.best > BELIEVED)
    strange = ~_alike(finds.bodies, bodies, STRANGE) & (finds.best < BELIEVED)
    lies_badly = np.where(fits, ((finds.best < DOUBTFUL) | strange) & (finds.scores > SURE), finds.scores > LIKELY)
    well = sure & fits & ~lies_badly
    around = lying.joined(finds.take(well))
    tried = np.flatnonzero(lies_badly)[:most]
    if not len(tried) or not len(around.quads):
        return finds
    quads, source = _there(image, finds.take(tried), usual[tried], around, corners)
    if not len(quads):
        return finds
    source = tried[source]
    there = reader.see(image, quads, finds.scores[source])
    taken = np.concatenate([finds.quads[well], lying.at_rest])
    new = _chosen(there.quads, reader.soberly(there), taken)
    part = ~well & lain_upon(finds.quads, there.quads[new])  # its other half, perhaps
    kept = np.setdiff1d(np.flatnonzero(~part), source[new])
    return Finds.joined([finds.take(kept), there.take(new)])


def _there(
    image: Image, finds: Finds, usual: NDArray[np.float64], around: Lying, corners: Corners
) -> tuple[Floats, NDArray[np.int64]]:
    """What lies about some finds and looks like a tile, `usual` (n, 2) in size and with the body and the outline of
    one: quads (k, 4, 2), and about which find each lies (k,). A find about which the first tries meet with nothing is
    given up."""
    candidates = [_about(quad, size) for quad, size in zip(finds.quads, usual, strict=True)]
    source = np.repeat(np.arange(len(finds)), [len(quads) for quads, _, _ in candidates])
    tries, first, turned = (np.concatenate(of) for of in zip(*candidates, strict=True))
    like = np.zeros(len(tries), np.bool_)
    plain = np.maximum(EDGE, np.where(turned, TURNED, AS_PLAIN) * finds.outlines.min(1)[source])
    for now in (first, ~first):
        now = np.flatnonzero(now & (first | np.isin(source, source[like])))
        tries[now] = laid = corners.lay(image, tries[now])
        whole = _within(laid, usual[source[now]], EXACT) & (outlines(image, laid).min(1) > plain[now])
        like[now] = whole & _alike(body_colours(image, laid), around.usual(laid)[1], ALIKE)
    return tries[like], source[like]


def _chosen(quads: Floats, read: Floats, taken: Floats) -> NDArray[np.int64]:
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
    likely, many, near = AGREED
    best, face = read.max(1), read.argmax(1)
    away = np.linalg.norm(quads.mean(1)[:, None] - quads.mean(1)[None], axis=2)
    others = (away < near * sizes(quads)[:, :1]) & (face[:, None] == face[None]) & (best > likely)[None]
    return np.asarray((best > likely) & (others.sum(1) >= many))


def _alike(bodies: NDArray[np.float64], usual: NDArray[np.float64], most: tuple[float, float]) -> NDArray[np.bool_]:
    """Which bodies (n, 3) differ from the usual ones (n, 3) by no more than this in colour and in lightness (n,)."""
    return np.asarray((np.abs(differs(bodies, usual)) < most).all(1))


def _within(quads: Floats, usual: NDArray[np.float64], bounds: tuple[float, float]) -> NDArray[np.bool_]:
    ratio = sizes(quads) / usual
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
