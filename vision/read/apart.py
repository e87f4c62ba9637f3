"""Tiles of one picture laid upon each other, so that they agree everywhere but where they differ."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats32, Image
from vision.read.crops import HEIGHT, WIDTH
from vision.read.laying import RIM

LIKE = 0.9  # the cosine, or correlation, from which two are one drawing: other faces of a set are seldom so alike
SOFT = 0.5  # pixels of blur before pictures are compared
FLOOR = 14.0**2  # the variance, in grey levels, that pictures of one face have anywhere
STEPS = 25  # of laying one picture upon another


def soft(crop: Image) -> Floats32:
    """A crop (64, 48, 3) as it is compared."""
    return np.asarray(cv2.GaussianBlur(crop.astype(np.float32), (0, 0), SOFT), np.float32)


def laid_upon(crop: Image, under: Floats32, stretch: float) -> Floats32:
    """A crop, soft, laid upon a soft picture (64, 48, 3), whichever end up fits better. stretch: the share of its
    size by which it may be stretched, or turned; one that would need more, or cannot be laid, stays where it lies."""
    shade = cv2.cvtColor(under, cv2.COLOR_BGR2GRAY)
    best, most = soft(crop), -1.0
    for turned in (best, soft(np.ascontiguousarray(crop[::-1, ::-1]))):
        mine = cv2.cvtColor(turned, cv2.COLOR_BGR2GRAY)
        fit, warp = fitted(mine, shade)
        if fit < 0 or np.abs(warp[:, :2] - np.eye(2)).max() > stretch:
            fit, warp = _correlation(shade[INSIDE > 0], mine[INSIDE > 0]), np.eye(2, 3, dtype=np.float32)
        if fit > most:
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            laid = cv2.warpAffine(turned, warp, (WIDTH, HEIGHT), flags=flags, borderMode=cv2.BORDER_REPLICATE)
            best, most = np.asarray(laid, np.float32), float(fit)
    return best


def fitted(shade: NDArray[Any], under: NDArray[Any]) -> tuple[float, NDArray[Any]]:
    """How well a picture in one shade (64, 48) can be laid upon another, its edges left out: the correlation, and the
    affine way there (2, 3); -1 where nothing is printed, or it does not come to rest."""
    until = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, STEPS, 1e-3)
    way: NDArray[Any] = np.eye(2, 3, dtype=np.float32)
    try:
        fit, way = cv2.findTransformECC(under, shade, way, cv2.MOTION_AFFINE, until, INSIDE, 3)
    except cv2.error:
        return -1.0, way
    return float(fit), way


def _correlation(one: NDArray[Any], other: NDArray[Any]) -> float:
    a, b = one.astype(np.float64) - one.mean(), other.astype(np.float64) - other.mean()
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-6))


INSIDE = np.zeros((HEIGHT, WIDTH), np.uint8)
INSIDE[RIM:-RIM, RIM:-RIM] = 255


def in_one_light(pictures: Floats32) -> Floats32:
    """Pictures (p, 64, 48, 3), each as bright and as contrasty as the others."""
    inside = pictures[:, RIM:-RIM, RIM:-RIM]
    mean, spread = inside.mean((1, 2), keepdims=True), inside.std((1, 2), keepdims=True)
    usual, level = float(spread.mean()), mean.mean(0, keepdims=True)
    return np.asarray((pictures - mean) / np.maximum(spread, 4) * usual + level, np.float32)
