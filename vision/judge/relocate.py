"""Quads that lie badly on their tiles, laid anew.

A bar printed across a face looks like a tile's edge, and two tiles end to end look like one: the finder then gives half
a tile, or the middle of two. All tiles of a table are of one size, so where the evidence says that a find is of another
size than the tiles around it, or it shows nothing that can be read, tiles of that size are tried all about it. They are
looked at, read and weighed as all finds are, and one is believed where a face is seen in it for sure.
"""

from collections.abc import Callable
from itertools import product

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN, FEWEST, LIKELY, SEVERAL, TILE_MM
from vision.arrays import Floats32, Ints
from vision.judge.evidence import AT_A_GLANCE, Judged, weighed
from vision.judge.known import lain_upon
from vision.judge.pictures import UNLIKE
from vision.judge.size import size
from vision.read.crops import SAME_SIZE, sizes
from vision.read.finder import Found
from vision.read.finds import Finds
from vision.read.sightings import READ

MOST = 24  # finds in one picture that are laid anew, the surest: each may take a tenth of a second
DOUBTFUL = np.log(0.25)  # what is thought to be its likeliest face less surely lies badly, or is no tile
TRIED = 1 - LIKELY  # what the finder thinks less likely than this is not tried
STEPS = (-0.25, 0.0, 0.25)  # of a tile's width and length: how far off tiles are tried
TURNS = (30, 60, 120, 150)  # degrees by which a find may lie askew on its tile, and then not so far off
LONG = TILE_MM[1] / TILE_MM[0]  # in widths: what is shorter may lie across its tile, or be a part of one that does
BELIEVED = np.log(CERTAIN)  # a face seen so surely is there, however its tile was found
NEAR = 0.12  # or less sure, where several come to lie within that part of a tile's width and agree


def laid_anew(thought: Judged, look: Callable[[Found], tuple[Finds, Ints]], most: int = MOST) -> Judged:
    """The finds of a picture, so many of those that lie badly, the surest, laid anew; `look` reads what is tried, as
    far as it is worth it, and says which of it that is."""
    finds, known = thought.finds, thought.known
    askew = _lies_badly(thought)
    tried = np.flatnonzero(askew)[:most] if len(known.lying.quads) >= FEWEST else np.zeros(0, np.int64)
    if not len(tried):
        return thought
    usual = known.pixels(finds.quads)
    around = [_about(finds.quads[k], usual[k]) for k in tried]
    source = np.repeat(tried, [len(quads) for quads in around])
    seen, worth = look(Found(np.concatenate(around), finds.scores[source]))
    source = source[worth]
    if not len(source):
        return thought
    there = weighed(seen, known.at(seen.quads), AT_A_GLANCE)
    like = np.flatnonzero(there.kept() & _resembles(there) & (there.nats_of(size) > 0.5))
    well = ~askew & (finds.best > READ)
    new = like[_chosen(seen.quads[like], seen.sober[like], np.concatenate([finds.quads[well], known.lying.at_rest]))]
    believed = seen.take(new)
    part = ~well & lain_upon(finds.quads, believed.quads)  # its other half, perhaps
    rest = thought.take(np.setdiff1d(np.flatnonzero(~part), source[new]))
    return rest.joined(weighed(believed, known.at(believed.quads)))


def _lies_badly(thought: Judged) -> NDArray[np.bool_]:
    """Which finds (n,) are of another size than the tiles around them, or of the right size and show no face, or none
    of the household's own. What is rather large and shows its face for sure lies well; a part of a tile may show
    another face as surely."""
    finds, own = thought.finds, _resembles(thought)
    roomy = (SAME_SIZE * finds.sizes > thought.known.pixels(finds.quads)).all(1) & (finds.best > BELIEVED)
    fits = roomy | (thought.nats_of(size) > 0.5)
    return np.where(fits & own, (finds.best < DOUBTFUL) & (finds.scores > LIKELY), finds.scores > TRIED)


def _resembles(thought: Judged) -> NDArray[np.bool_]:
    """Which finds (n,) resemble a face that the household photographed; all, where it photographed none."""
    tiles, points = thought.known.tiles, thought.finds.points
    if not tiles.pictures or not len(points):
        return np.ones(len(points), np.bool_)
    return np.asarray(tiles.likeness(points).max(1) > UNLIKE)


def _chosen(quads: Floats32, read: Floats32, taken: Floats32) -> Ints:
    """Which of the tiles tried (n, 4, 2), given how each is read (n, 36), are believed: those first whose face several
    agree on, then the surest, and none upon another or upon those `taken` (k, 4, 2)."""
    best, agreed = read.max(1), _agreed(quads, read)
    new: list[int] = []
    for k in np.lexsort((-best, ~agreed)):
        believed = agreed[k] or best[k] > BELIEVED
        if believed and not lain_upon(quads[k, None], np.concatenate([taken, quads[new]]))[0]:
            new.append(int(k))
    return np.array(new, np.int64)


def _agreed(quads: Floats32, read: Floats32) -> NDArray[np.bool_]:
    """Of which of the tiles tried (n, 4, 2), given how each is read (n, 36), several others are read alike and lie in
    the same place."""
    best, face = read.max(1), read.argmax(1)
    away = np.linalg.norm(quads.mean(1)[:, None] - quads.mean(1)[None], axis=2)
    others = (away < NEAR * sizes(quads)[:, :1]) & (face[:, None] == face[None]) & (best > READ)[None]
    return np.asarray((best > READ) & (others.sum(1) >= SEVERAL))


def _about(quad: Floats32, size: NDArray[np.float64]) -> Floats32:
    """Quads (n, 4, 2) of that size all about one, and where it may lie askew on its tile, turned."""
    q = quad.astype(np.float64)
    across, along = (q[1] + q[2] - q[0] - q[3]) / 2, (q[2] + q[3] - q[0] - q[1]) / 2
    if (along[0], along[1]) < (0.0, 0.0):  # what lies badly was hardly read: either end may be up, as the finder has it
        across, along = -across, -along
    wide, tall = np.linalg.norm(across), np.linalg.norm(along)
    u, v = across / max(wide, 1e-6), along / max(tall, 1e-6)
    askew = tall < LONG * wide or not 1 / SAME_SIZE < wide * tall / size.prod() < SAME_SIZE
    out = []
    for turn in (0, 90, *TURNS) if askew else (0,):
        c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
        right, down = (c * u + s * v) * size[0], (c * v - s * u) * size[1]
        for aside, below in product(*[(0.0,) if turn in TURNS else STEPS] * 2):
            corner = q.mean(0) + (aside - 0.5) * right + (below - 0.5) * down
            out.append(np.array([corner, corner + right, corner + right + down, corner + down]))
    return np.asarray(out, np.float32)
