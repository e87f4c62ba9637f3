"""Faces that somebody at the table has named, and the tiles that bear them.

What looks like a named face is that face. How alike that is, the set itself tells: in a usual one other faces lie far
off, in a designer's they may lie nearer than two looks at one face do in another. A set has only so many copies of a
face, so the nearest tile beyond them shows another one, and so does every face that was named otherwise; a name reaches
half of the way there, and each tile goes by the name that is nearest.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN
from engine.tile import Tile
from vision.arrays import Floats, Ints
from vision.judge.company import ALIKE, OTHER as OTHER_DRAWING

OTHER = (ALIKE + OTHER_DRAWING) / 2  # the cosine distance from which a face is not the one that somebody named
ONE_LOOK = 0.002  # nearer than this lies what was named before: it is named anew
MOST = 60  # faces that are kept, the newest


@dataclass(frozen=True, slots=True)
class Told:
    """What somebody at the table said a face is: the reader's embedding of it (E,), of length one, and its kind."""

    point: Floats
    tile: Tile


def naming(told: Sequence[Told], one: Told) -> tuple[Told, ...]:
    """What was said, once this is said too: of the very same tile only the last word counts."""
    return (*(t for t in told if _away(one.point[None], (t,))[0, 0] > ONE_LOOK), one)[-MOST:]


def claimed(points: Floats, told: Sequence[Told]) -> tuple[Ints, Floats]:
    """Of tiles that lie there together, with embeddings (n, E): the named kind that each looks most like (n,), and how
    surely it is that (n,), 0 where it looks like none."""
    if not told or not len(points):
        return np.zeros(len(points), np.int64), np.zeros(len(points))
    kinds = np.array([int(one.tile) for one in told])
    away = _away(points, told)
    others = np.full(len(told), np.inf)
    for j, copies in enumerate(one.tile.copies for one in told):
        if len(points) > copies:
            others[j] = np.partition(away[:, j], copies)[copies]
    apart = np.stack([_away(one.point[None], told)[0] for one in told])
    apart[kinds[:, None] == kinds[None]] = np.inf
    others = np.minimum(others, apart.min(1))
    near, far = np.minimum(ALIKE, others / 2), np.minimum(OTHER, others)
    alike = np.clip((far - away) / np.maximum(far - near, 1e-9), 0.0, 1.0)
    nearest = np.where(alike > 0, away, np.inf).argmin(1)
    return kinds[nearest], alike[np.arange(len(points)), nearest]


def as_told(log_p: Floats, points: Floats, told: Sequence[Told]) -> tuple[Floats, NDArray[np.bool_]]:
    """The probabilities (n, 37), in logarithms, of tiles with embeddings (n, E) once it is known what some faces are,
    whatever the reader thinks; and which tiles (n,) look like a named face at all."""
    kind, alike = claimed(points, told)
    sure = alike * CERTAIN  # as surely as it looks like it, it is what they said
    p = np.exp(log_p) * (1 - sure)[:, None]
    p[np.arange(len(p)), kind] += sure
    return np.asarray(np.log(np.maximum(p, 1e-9))), alike > 0


def _away(points: Floats, told: Sequence[Told]) -> Floats:
    """Cosine distances (n, k); another network's embeddings are far from everything."""
    out = np.ones((len(points), len(told)))
    for j, one in enumerate(told):
        if points.shape[1] == len(one.point):
            out[:, j] = np.maximum(1 - points @ one.point, 0.0)
    return out
