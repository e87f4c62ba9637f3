"""Photographs out of proportion.

Programs that want square pictures squeeze a photograph of one row until its tiles are ten times as long as wide, and a
camera that looks along the table does nearly as much. Nothing of the kind is found, or read. Where a photograph shows
little that can be read, it is looked at in other proportions, and taken in those that show the most tiles.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import FEWEST, SEVERAL, SURE, TILE_MM
from vision.arrays import Image
from vision.picture.photo import LARGEST
from vision.read.crops import SAME_SIZE
from vision.read.sightings import NOT_A_FACE, READ, Sightings

TRIED = (1.8, 1 / 1.8, 3.0, 1 / 3, 6.0, 1 / 6, 12.0, 1 / 12, 24.0, 1 / 24)  # how much wider, against its height
SMALL = 1_000_000  # pixels of a picture that is only tried
LITTLE = 0.02  # of a picture: tiles that cover less may be the weave of a cloth
TILE = TILE_MM[1] / TILE_MM[0]  # of a tile's width: its length
MENDED = 3  # so often what the tiles tell is followed, until they look like tiles


class Glance(Protocol):
    """What one look at a picture gave."""

    def sightings(self) -> Sightings: ...


G = TypeVar("G", bound=Glance)
Look = Callable[[Image], G]


def in_proportion(image: Image, look: Look[G]) -> tuple[Image, NDArray[np.float64], G]:
    """A photograph (H, W, 3) BGR as it is, or stretched so that its tiles have the shape of tiles: the picture, how
    much wider and higher it is than the photograph (2,), and what `look` gave of it, in its own pixels."""
    best = _Taken.of(image, 1.0, look)
    if not _many(best.seen) and (not _plain(best.seen) or _covered(best.seen, image) < LITTLE):
        wider = _tried(image, look, _covered(best.seen, image))
        if wider != 1.0:
            best = _Taken.of(image, wider, look)
    best = _mended(image, look, best)
    well = _well(best.seen)
    up = float(_upright(well).mean()) if len(well) >= FEWEST else 0.5
    if max(up, 1 - up) > SURE and told(best.seen) < SURE * len(best.seen):
        # seen from very low down, tiles that lie all one way seem to lie the other
        wider = best.wider * lengthened(np.roll(well, 1, axis=1))
        across = _mended(image, look, _Taken.of(image, wider, look))
        if SURE * told(across.seen) > told(best.seen):
            best = across
    return best.picture, np.array(best.picture.shape[1::-1]) / np.array(image.shape[1::-1]), best.glance


@dataclass(frozen=True, slots=True)
class _Taken(Generic[G]):
    """A photograph made so much wider against its height, and what a look at it gave."""

    picture: Image
    wider: float
    glance: G

    @property
    def seen(self) -> Sightings:
        """What is seen in it."""
        return self.glance.sightings()

    @staticmethod
    def of(image: Image, wider: float, look: Look[G]) -> "_Taken[G]":
        picture = stretched(image, wider) if wider != 1.0 else image
        return _Taken(picture, wider, look(picture))


def _mended(image: Image, look: Look[G], taken: _Taken[G]) -> _Taken[G]:
    """The same photograph in the proportions that its tiles tell."""
    best = taken
    for _ in range(MENDED):
        left = lengthened(_well(taken.seen))
        if 1 / SAME_SIZE < left < SAME_SIZE or not _plain(taken.seen):
            break
        taken = _Taken.of(image, taken.wider * left, look)
        best = max(best, taken, key=lambda taken: told(taken.seen))
    return best


def _tried(image: Image, look: Look[G], covered: float) -> float:
    """How much wider a picture must become to show tiles, where it shows none as it is, or tiles that cover little of
    it; 1 where it shows none either way."""
    less = min(1.0, float(np.sqrt(SMALL / max(1, image.shape[0] * image.shape[1]))))
    best, most = 1.0, max(LITTLE / 2, 2 * covered)
    for wider in TRIED:
        picture = stretched(image, wider, less)
        seen = look(picture).sightings()
        if _plain(seen) and _covered(seen, picture) > most:
            best, most = wider, _covered(seen, picture)
    return best


def stretched(image: Image, wider: float, less: float | None = None) -> Image:
    """A picture (H, W, 3) made so much wider against its height: a little larger than it was, where it is not large
    anyway, or `less` times as long."""
    h, w = image.shape[:2]
    if less is None:
        less = float(np.sqrt(min(max(wider, 1 / wider), 2.0, LARGEST / max(1, h * w))))
    size = max(1, round(w * less * wider**0.5)), max(1, round(h * less * wider**-0.5))
    way = cv2.INTER_AREA if min(size[0] / w, size[1] / h) < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=way), np.uint8)


def lengthened(quads: NDArray[np.float32]) -> float:
    """How much wider, against its height, a picture with tiles in `quads` (n, 4, 2) must become to show them in their
    shape; 1 where there are too few to tell."""
    if len(quads) < FEWEST:
        return 1.0
    across = np.abs(quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3])
    along, upright = _along(quads), _upright(quads)
    tall = np.where(upright, along[:, 1] / TILE, across[:, 1] * TILE)
    wide = np.where(upright, across[:, 0], along[:, 0])
    return float(np.exp(np.median(np.log(np.maximum(tall, 1e-3)) - np.log(np.maximum(wide, 1e-3)))))


def _along(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far each quad's length reaches to the right and down (n, 2), twice."""
    return np.asarray(np.abs(quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]))


def _upright(quads: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which lie rather up and down than across the picture (n,)."""
    along = _along(quads)
    return np.asarray(along[:, 1] > along[:, 0])


def _well(seen: Sightings) -> NDArray[np.float32]:
    """The quads of the tiles that are read for sure (k, 4, 2)."""
    return np.asarray(seen.quads[seen.best > READ], np.float32)


def _plain(seen: Sightings) -> bool:
    """Whether enough can be read."""
    return len(_well(seen)) >= max(FEWEST, 0.5 * len(seen))


def _many(seen: Sightings) -> bool:
    """Whether so many tiles lie there in the shape of tiles that the picture is in proportion, whether their faces can
    be read or not: in one that is not no dozen is found, or the tiles are long."""
    tiles = float((1 - np.exp(seen.log_p[:, NOT_A_FACE])).sum())
    return tiles >= 4 * SEVERAL and 1 / SAME_SIZE < lengthened(seen.quads) < SAME_SIZE


def told(seen: Sightings) -> float:
    """How many tiles may be expected to be read right."""
    return float(np.exp(seen.best).sum())


def _covered(seen: Sightings, picture: Image) -> float:
    """The part of a picture that lies under tiles read for sure."""
    area = sum(float(cv2.contourArea(quad)) for quad in _well(seen))
    return float(area / (picture.shape[0] * picture.shape[1]))
