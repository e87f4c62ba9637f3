"""The tiles that stand in one row, out of all that are seen in a picture of a rack, from their player's left."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import FEWEST, SEVERAL, SURE
from vision.arrays import Floats, Quads
from vision.read.crops import SAME_SIZE, sizes

MOST = 14  # tiles that stand on one rack
NEARER = FEWEST  # by this power a tile counts that looks taller: those on the ledge look flat, and are more at the end
Order = NDArray[np.int64]


def row(quads: Quads) -> Order:
    """Which of the quads (n, 4, 2) of a picture stand in its nearest row, at most `MOST`, from their player's left."""
    if len(quads) < 2:
        return np.arange(len(quads))
    centres, sides = quads.mean(1).astype(np.float64), _sides(quads)
    tall = np.abs(quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1])[:, 1].astype(np.float64) / 2
    best: Order = np.zeros(0, np.int64)
    most = 0.0
    for near, along in _lines(centres, sides):
        here = _of_a_size(near, along, tall)
        told = float((tall[here] ** NEARER).sum())
        if told > most:
            best, most = here[np.argsort(along[here])], told
    if len(best) > MOST:  # what is farther away is no longer this rack
        best = best[np.isin(best, best[np.argsort(-sides[best])][:MOST])]
    return best if _as_they_stand(quads[best]) else best[::-1]


def upright(quads: Quads) -> Quads:
    """Quads (n, 4, 2) in a row from their player's left, each from its upper left corner as she sees it, whichever end
    of the tile is up."""
    if len(quads) < 2:
        return quads
    along = quads[-1].mean(0) - quads[0].mean(0)
    turned = ((quads[:, 1] - quads[:, 0]) @ along) < 0
    return np.where(turned[:, None, None], np.roll(quads, 2, axis=1), quads)


def _lines(centres: Floats, sides: Floats) -> Iterator[tuple[Order, Floats]]:
    """For each pair of tiles those whose middles lie on the line through the two, within half a tile, and where all lie
    along it (n,)."""
    for i in range(len(centres)):
        for j in range(i + 1, len(centres)):
            way = centres[j] - centres[i]
            long = float(np.linalg.norm(way))
            if long < 1e-6:
                continue
            way = way / long if way[0] >= 0 else -way / long
            off = np.abs((centres - centres[i]) @ np.array([-way[1], way[0]]))
            yield np.flatnonzero(off < sides / 2), centres @ way


def _of_a_size(near: Order, along: Floats, tall: Floats) -> Order:
    """Those that look as tall as the others beside them: along a row that changes little by little, and what lies on
    the ledge looks flat."""
    if len(near) < SEVERAL:
        return near
    apart = np.abs(along[near][:, None] - along[near][None])
    beside = near[np.argsort(apart, axis=1)[:, 1 : SEVERAL + 1]]
    off = np.abs(np.log(np.maximum(tall[near], 1e-6) / np.maximum(np.median(tall[beside], axis=1), 1e-6)))
    return np.asarray(near[off < np.log(SAME_SIZE)], np.int64)


def _as_they_stand(quads: Quads) -> bool:
    """Whether the picture is the right way up: unless all but every tile stands on its head, it is."""
    heads = (quads[:, 3] + quads[:, 2] - quads[:, 0] - quads[:, 1])[:, 1] < 0
    return bool(heads.mean() < SURE) if len(heads) else True


def _sides(quads: Quads) -> Floats:
    """The square roots of their areas (n,), pixels."""
    return np.asarray(np.sqrt(np.maximum(sizes(np.asarray(quads, np.float32)).prod(1), 1e-6)))
