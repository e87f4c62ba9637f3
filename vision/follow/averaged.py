"""One picture of a tile made of several looks at it: the camera's noise, and what a moment put there, goes; what is
printed stays."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Floats32, Image
from vision.read.apart import INSIDE, LIKE, fitted
from vision.read.crops import HEIGHT, WIDTH


def averaged(crops: Sequence[Image]) -> Image:
    """The mean of crops (64, 48, 3) of one tile, one at least: of the first, and of all that can be laid upon it."""
    under = crops[0].astype(np.float32)
    laid = [under, *(one for one in (_laid(crop, under) for crop in crops[1:]) if one is not None)]
    return np.asarray(np.clip(np.rint(np.mean(laid, axis=0)), 0, 255), np.uint8)


def _laid(crop: Image, under: Floats32) -> Floats32 | None:
    """A crop laid upon another look at its tile, and in one light with it (64, 48, 3); None where that is hardly like
    it: a hand was over it, or another tile lies there."""
    mine = crop.astype(np.float32)
    fit, way = fitted(cv2.cvtColor(mine, cv2.COLOR_BGR2GRAY), cv2.cvtColor(under, cv2.COLOR_BGR2GRAY))
    if fit < LIKE:
        return None
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    out = cv2.warpAffine(mine, way, (WIDTH, HEIGHT), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    inside, like = out[INSIDE > 0], under[INSIDE > 0]
    return np.asarray((out - inside.mean(0)) / max(inside.std(), 1.0) * like.std() + like.mean(0), np.float32)
