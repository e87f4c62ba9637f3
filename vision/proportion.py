"""Photographs out of proportion.

Programs that want square pictures squeeze a photograph of one row until its tiles are ten times as long as wide, and a
camera that looks along the table does nearly as much. Nothing of the kind is found, or read. Where a photograph shows
little that can be read, it is looked at in other proportions, and taken in those that show the most tiles.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS
from vision.sightings import Sightings

Image = NDArray[np.uint8]
TRIED = (3.0, 1 / 3, 6.0, 1 / 6, 12.0, 1 / 12, 24.0, 1 / 24)  # how much wider, against its height
SMALL = 1_000_000  # pixels of a picture that is only tried
READ = np.log(0.7)
FEW, MOST = 4, 0.6  # so many tiles, and such a part of what looks like one, are read in a picture that is in proportion
LITTLE = 0.02  # of a picture: tiles that cover less may be the weave of a cloth
MUCH, TELLS = 0.1, 2.0  # other proportions are believed where tiles cover so much, and so many times as much as before
TILE = 4 / 3  # of a tile's width: its length
MENDED, RIGHT = 3, 0.08  # so often what a few tiles tell is followed, until as little is left to mend, as a logarithm
Look = Callable[[Image, bool], Sightings]


def in_proportion(image: Image, look: Look) -> tuple[Image, NDArray[np.float64], Sightings]:
    """A photograph (H, W, 3) BGR as it is, or stretched so that its tiles have the shape of tiles: the picture, how
    much wider and higher it is than the photograph (2,), and what is seen in it, in its own pixels. `look` tells what
    is seen in a picture, hastily or with care."""
    plain = look(image, False)
    if _plain(plain) and _covered(plain, image) > LITTLE:
        return image, np.ones(2), plain
    less = min(1.0, float(np.sqrt(SMALL / max(1, image.shape[0] * image.shape[1]))))
    best, most = 1.0, max(MUCH, TELLS * _covered(plain, image))
    for wider in TRIED:
        picture = stretched(image, wider, less)
        seen = look(picture, True)
        if _plain(seen) and _covered(seen, picture) > most:
            best, most = wider, _covered(seen, picture)
    if best == 1.0:
        return image, np.ones(2), plain
    wider, found = best, (image, plain)
    for _ in range(MENDED):
        picture = stretched(image, wider)
        seen = look(picture, False)
        if _well(seen).sum() > _well(found[1]).sum() or found[1] is plain:
            found = picture, seen
        if not _well(seen).any() or abs(np.log(left := lengthened(seen.quads[_well(seen)]))) < RIGHT:
            break
        wider *= left
    return found[0], np.array(found[0].shape[1::-1]) / np.array(image.shape[1::-1]), found[1]


def stretched(image: Image, wider: float, less: float = 1.0) -> Image:
    """A picture (H, W, 3) made so much wider against its height, as large as it was, or `less` times as long."""
    h, w = image.shape[:2]
    size = max(1, round(w * less * wider**0.5)), max(1, round(h * less * wider**-0.5))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def lengthened(quads: NDArray[np.float32]) -> float:
    """How much wider, against its height, a picture with tiles in `quads` (n, 4, 2) must become to show them in their
    shape."""
    across = np.abs(quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3])
    along = np.abs(quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1])
    upright = along[:, 1] > along[:, 0]
    tall = np.where(upright, along[:, 1] / TILE, across[:, 1] * TILE)
    wide = np.where(upright, across[:, 0], along[:, 0])
    return float(np.exp(np.median(np.log(np.maximum(tall, 1e-3)) - np.log(np.maximum(wide, 1e-3)))))


def _well(seen: Sightings) -> NDArray[np.bool_]:
    """Which are read for sure (n,)."""
    return np.asarray(seen.log_p[:, :N_KINDS].max(1, initial=-np.inf) > READ)


def _plain(seen: Sightings) -> bool:
    """Whether enough can be read."""
    return bool(_well(seen).sum() >= max(FEW, MOST * len(seen)))


def _covered(seen: Sightings, picture: Image) -> float:
    """The part of a picture that lies under tiles read for sure."""
    area = sum(float(cv2.contourArea(quad)) for quad in seen.quads[_well(seen)])
    return float(area / (picture.shape[0] * picture.shape[1]))
