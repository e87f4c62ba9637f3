"""Tiles held beside the pictures that a household took of its own.

NORTH and SOUTH written aslant, a 3 and a 5 of one brush, or Craks of one drawing with a small figure in it, lie so
close together among the network's points that a quad laid a little askew takes the one for the other. Laid upon the
household's own pictures, one of the two fits and the other does not, however the quad lies (`vision.read.laying`).
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN
from engine.tile import N_KINDS
from vision.arrays import Floats32, Image
from vision.judge.known import Known
from vision.read.apart import LIKE
from vision.read.crops import at_a_glance
from vision.read.finds import Finds
from vision.read.laying import likelier
from vision.read.sightings import NOT_A_FACE
from vision.read.tileset import FAR, TileSet

# Faces that resemble a tile nearly as much as the one that it is read as, or are read nearly as surely, are compared
# with it; and where a glance at the pictures of that one is not that of one drawing (right ones correlate by 0.85 and
# more, wrong ones by 0.80 and less) whatever else it resembles,
CLOSE, CLOSELY = 1 - LIKE, -np.log1p(-CERTAIN)
UNLIKE = 0.7  # the cosine or correlation with all of a household's faces below which a find shows none of them
FACES, PICTURES = 3, 2  # glanced at: so many faces, by so many pictures of each; twice as many faces are compared
BETTER = 0.03  # by so much better a tile fits its own face's picture than other faces', surely


def pictures(finds: Finds, known: Known) -> NDArray[np.float64]:
    """Nats (n, 36) for each face, once tiles that may be another than they are read as have been laid upon the set's
    pictures of both. A set without pictures of its own tells nothing."""
    out, tiles = np.zeros((len(finds), N_KINDS)), known.tiles
    if not len(finds) or not tiles.pictures:
        return out
    alike, kinds, wide = tiles.likeness(finds.points), tiles.kinds[tiles.photographed], finds.sizes.min(1)
    for k in np.flatnonzero(finds.log_p[:, NOT_A_FACE] < np.log(CERTAIN)):
        faces = _may_be(finds, int(k), alike[k], tiles)
        if len(faces) < 2:
            continue
        which = np.flatnonzero(np.isin(kinds, faces))
        each = tiles.laying.fits(finds.crops[k], float(wide[k]), which)
        fits = np.array([each[kinds[which] == face].max(initial=0.0) for face in faces])
        if fits.max() > (UNLIKE + LIKE) / 2:
            out[k] = _told(finds.log_p[k, :N_KINDS], faces, fits)
    return out


def _may_be(finds: Finds, k: int, alike: Floats32, tiles: TileSet) -> NDArray[np.int64]:
    """The faces (f,) that the find with this number may show, likeliest first, given how much it is like each (36,)."""
    log_p, first = finds.log_p[k, :N_KINDS], int(finds.kinds[k])
    near = (log_p > log_p[first] - CLOSELY) | (alike > max(alike[first] - CLOSE, FAR))
    if alike[first] < LIKE and _glance(finds.crops[k], _likeliest(tiles, first, finds.points[k])) < LIKE:
        near = alike > FAR
    near[first] = True
    order = np.argsort(-(log_p + alike / CLOSE), kind="stable")
    return np.asarray(order[near[order]][: 2 * FACES], np.int64)


def _told(log_p: Floats32, faces: NDArray[np.int64], fits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Nats (36,) for each face of a tile read as `log_p` (36,) that fits the pictures of faces (f,) so well (f,)."""
    best = int(fits.argmax())
    face, out = int(faces[best]), np.zeros(N_KINDS)
    if fits[best] > max(LIKE, np.delete(fits, best).max() + BETTER):
        share = np.full(N_KINDS, np.log1p(-CERTAIN)) + log_p - np.logaddexp.reduce(np.delete(log_p, face))
        share[face] = max(float(log_p[face]), np.log(CERTAIN))
        return np.asarray(share - log_p, np.float64)
    said = likelier(fits)
    among = log_p[faces] - np.logaddexp.reduce(log_p[faces])
    out[faces] = said - np.logaddexp.reduce(said + among)
    return out


def resembled(finds: Finds, known: Known, which: NDArray[np.int64]) -> NDArray[np.float64]:
    """How well each of some finds (k,) fits the pictures of one of the faces that it most resembles, at a glance: a
    correlation (k,); -1 where the set has no pictures of its own."""
    tiles = known.tiles
    if not len(which) or not tiles.pictures:
        return np.full(len(which), -1.0)
    faces = np.argsort(-tiles.likeness(finds.points[which]), axis=1)[:, :FACES]
    return np.array(
        [
            max(_glance(finds.crops[k], _likeliest(tiles, int(face), finds.points[k])) for face in some)
            for k, some in zip(which, faces, strict=True)
        ]
    )


def _likeliest(tiles: TileSet, face: int, point: Floats32) -> list[Floats32]:
    """The inner parts, at a glance, of the set's pictures of a face that most resemble a tile; none of one it was not
    shown."""
    mine = np.flatnonzero(tiles.kinds == face)
    return [tiles.glances[int(k)] for k in mine[np.argsort(-(tiles.embeddings[mine] @ point))[:PICTURES]]]


def _glance(crop: Image, pictures: list[Floats32]) -> float:
    """How well one of the pictures, as `TileSet.glances`, lies on a tile as it is, either end up: a correlation. A
    picture that shows nothing, a soap burnt out by the light, fits nothing: correlation would say that it fits
    everything."""
    held, best = at_a_glance(crop), -1.0
    for part in pictures:
        if not part.size:
            continue
        for one in (held, held[::-1, ::-1]):
            best = max(best, float(cv2.matchTemplate(one, part, cv2.TM_CCOEFF_NORMED).max()))
            if best > LIKE:
                return best
    return best
