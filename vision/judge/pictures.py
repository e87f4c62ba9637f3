"""Tiles held beside the pictures that a household took of its own.

NORTH and SOUTH written aslant, or a 3 and a 5 of one brush, lie so close together among the network's points that a
quad laid a little askew takes the one for the other. Laid over the household's own pictures, one of the two fits and
the other does not, however the quad lies. Faces that share one picture are told apart where they differ, and nowhere
else (`vision.read.apart`).
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN
from engine.tile import N_KINDS
from vision.arrays import Floats32, Image
from vision.judge.known import Known
from vision.read.apart import LIKE, RIM, SOFT
from vision.read.crops import HEIGHT, WIDTH
from vision.read.finds import Finds
from vision.read.sightings import NOT_A_FACE
from vision.read.tileset import FAR, TileSet

# Faces that resemble a tile nearly as much as the one that it is read as are compared with it; and where a glance at
# the pictures of that one is not that of one drawing (right ones correlate by 0.85 and more, wrong ones by 0.80 and
# less) the next likeliest,
CLOSE = 1 - LIKE
UNLIKE = 0.7  # the cosine or correlation with all of a household's faces below which a find shows none of them
FACES, PICTURES = 3, 2  # so many faces at once, by so many pictures of each
BETTER = 0.03  # by so much a tile correlates more with its own face's picture than with other faces'
TURNS = (-6, -3, 0, 3, 6, 174, 177, 180, 183, 186)  # degrees by which a tile is turned over the picture, for which end
STRETCH = (0.94, 1.0, 1.06)  # ... is up is not certain, and how much larger it is laid
CLOSELY = 3  # of those ways: so many are tried in full, those that promise most


def pictures(finds: Finds, known: Known) -> NDArray[np.float64]:
    """Nats (n, 36) for each face, once tiles that may be another than they are read as have been laid over the set's
    pictures of both. A set without pictures of its own tells nothing."""
    out, tiles = np.zeros((len(finds), N_KINDS)), known.tiles
    if not len(finds) or not tiles.pictures:
        return out
    alike, first, rows = tiles.likeness(finds.points), finds.kinds, np.arange(len(finds))
    near = alike > np.maximum(alike[rows, first] - CLOSE, FAR)[:, None]
    near[rows, first] = False
    shares = {face: some for some in tiles.sharing for face in some.faces}
    for k in np.flatnonzero(finds.log_p.argmax(1) != NOT_A_FACE):
        crop, point = finds.crops[k], finds.points[k]
        if (some := shares.get(int(first[k]))) is not None:
            log_p = finds.log_p[k, :N_KINDS]
            out[k] = some.told(log_p, crop) - log_p
            continue
        mine = _likeliest(tiles, int(first[k]), point)
        others = near[k]
        if alike[k, first[k]] < LIKE and _at_a_glance(crop, mine) < LIKE:
            others = (alike[k] > FAR) & (np.arange(N_KINDS) != first[k])
        if not others.any():
            continue
        faces = [int(face) for face in np.argsort(-alike[k]) if others[face]][: FACES - 1]
        fits = np.array(_fits(crop, [mine, *(_likeliest(tiles, face, point) for face in faces)]))
        best = int(fits.argmax())
        if fits[best] > max(LIKE, np.delete(fits, best).max(initial=0.0) + BETTER):
            out[k] = _told(finds.log_p[k, :N_KINDS], [int(first[k]), *faces][best])
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
            max(_at_a_glance(finds.crops[k], _likeliest(tiles, int(face), finds.points[k])) for face in some)
            for k, some in zip(which, faces, strict=True)
        ]
    )


def _told(log_p: Floats32, face: int) -> Floats32:
    """Nats (36,) for each face of a tile read as `log_p` (36,) whose face the pictures told."""
    share = np.full(N_KINDS, np.log1p(-CERTAIN)) + log_p - np.logaddexp.reduce(np.delete(log_p, face))
    share[face] = max(float(log_p[face]), np.log(CERTAIN))
    return np.asarray(share - log_p, np.float32)


def _likeliest(tiles: TileSet, face: int, point: Floats32) -> list[Image]:
    """The set's pictures of a face that most resemble a tile; none of one it was not shown."""
    mine = np.flatnonzero(tiles.kinds == face)
    return [tiles.pictures[int(k)] for k in mine[np.argsort(-(tiles.embeddings[mine] @ point))[:PICTURES]]]


def _at_a_glance(crop: Image, pictures: list[Image]) -> float:
    """How well one of the pictures lies on a tile as it is, either end up, grey and half as large: a correlation."""
    held, best = _small(crop), -1.0
    for part in map(_small, pictures):
        for one in (held, held[::-1, ::-1]):
            best = max(best, _best(one, part, 2))
            if best > LIKE:
                return best
    return best


def _fits(crop: Image, faces: list[list[Image]]) -> list[float]:
    """How well one of the pictures of each face lies on a tile, however it is turned and stretched: correlations."""
    ways = [(turn, stretch) for turn in TURNS for stretch in STRETCH]
    held, small = _soft(crop), _small(crop)
    rough = [_laid(small, *way) for way in ways]

    def fit(picture: Image) -> float:
        part = _small(picture)
        order = np.argsort([-_best(one, part, 2) for one in rough])
        return max(_best(_laid(held, *ways[int(k)]), _soft(picture), 1) for k in order[:CLOSELY])

    return [max(map(fit, pictures), default=-1.0) for pictures in faces]


def _laid(held: Floats32, turn: float, stretch: float) -> Floats32:
    """A tile turned by degrees and stretched about its middle."""
    height, width = held.shape[:2]
    matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), turn, stretch)
    return np.asarray(cv2.warpAffine(held, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE), np.float32)


def _best(held: Floats32, picture: Floats32, shrunk: int) -> float:
    """The correlation of a tile and the inner part of a picture where that fits best. A picture that shows nothing, a
    soap burnt out by the light, fits nothing: correlation would say that it fits everything."""
    x = y = RIM // shrunk  # so far it is slid either way
    part = picture[y:-y, x:-x]
    return float(cv2.matchTemplate(held, part, cv2.TM_CCOEFF_NORMED).max()) if part.std() > 1 else -1.0


def _small(crop: Image) -> Floats32:
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, (WIDTH // 2, HEIGHT // 2), interpolation=cv2.INTER_AREA), np.float32)


def _soft(crop: Image) -> Floats32:
    """As it is compared: so that a stroke a little off still lies on itself."""
    return np.asarray(cv2.GaussianBlur(crop.astype(np.float32), (0, 0), 2 * SOFT), np.float32)
