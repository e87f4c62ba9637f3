"""Tiles cut out of a picture and laid straight, as the reader wants them."""

import cv2
import numpy as np
from numpy.typing import NDArray

HEIGHT, WIDTH = 64, 48  # pixels of a crop
LEARNED_MARGIN = 0.1  # of a tile, left around it on each side in what the reader learned from
# At the table less is left: bought tiles leave more white around their print than drawn ones, and larger print reads
# better.
MARGIN = 0.058

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
_CORNERS = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32) - 0.5


def grown(quad: Floats, margin: float = MARGIN) -> Floats:
    """A quad (..., 4, 2) with a margin around it, in parts of its own size."""
    middle = quad.mean(-2, keepdims=True)
    return np.asarray((quad - middle) * (1 + 2 * margin) + middle)


def cut(image: Image, quads: Floats) -> NDArray[np.uint8]:
    """The parts of a picture (H, W, 3) inside quads (n, 4, 2), clockwise from what is to become the upper left; returns
    (n, HEIGHT, WIDTH, 3). Large tiles are shrunk smoothly, not skipped over."""
    out = np.empty((len(quads), HEIGHT, WIDTH, 3), np.uint8)
    for k, quad in enumerate(np.asarray(quads, np.float64)):
        low = np.maximum(np.floor(quad.min(0)).astype(int) - 2, 0)
        high = np.minimum(np.ceil(quad.max(0)).astype(int) + 3, image.shape[1::-1])
        if (high - low < 2).any():
            out[k] = 0
            continue
        part = image[low[1] : high[1], low[0] : high[0]]
        local = quad - low
        side = max(np.linalg.norm(quad[1] - quad[0]) / WIDTH, np.linalg.norm(quad[3] - quad[0]) / HEIGHT)
        if side > 1.6:
            shrink = 1.0 / side
            size = (max(2, round(part.shape[1] * shrink)), max(2, round(part.shape[0] * shrink)))
            ratio = np.array([size[0] / part.shape[1], size[1] / part.shape[0]])
            part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
            local = (local + 0.5) * ratio - 0.5
        matrix = cv2.getPerspectiveTransform(local.astype(np.float32), _CORNERS)
        out[k] = cv2.warpPerspective(
            part, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    return out
