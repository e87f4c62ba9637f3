"""Finds made up for the tests of what is thought of them."""

import cv2
import numpy as np

from engine.tile import N_KINDS
from vision.read.crops import HEIGHT, WIDTH
from vision.read.finds import Finds
from vision.read.sightings import NOT_A_FACE

IVORY, BLUE, WOOD = (220.0, 128.0, 132.0), (90.0, 140.0, 90.0), (180.0, 138.0, 144.0)  # 8-bit Lab


def squares(*sides: float) -> np.ndarray:
    """Upright quads as wide as this, in a row, with room between them."""
    unit = np.array([[0, 0], [1, 0], [1, 4 / 3], [0, 4 / 3]])
    return np.array([unit * side + [60 * k, 10] for k, side in enumerate(sides)], np.float32)


def crops_of(bodies: np.ndarray) -> np.ndarray:
    """Crops (n, 64, 48, 3) of tiles whose bodies have these colours (n, 3) in 8-bit Lab, and nothing on them."""
    colours = cv2.cvtColor(np.asarray(bodies, np.uint8)[None], cv2.COLOR_LAB2BGR)[0]
    return np.ascontiguousarray(np.broadcast_to(colours[:, None, None], (len(bodies), HEIGHT, WIDTH, 3)))


def finds_of(
    log_p: np.ndarray,
    quads: np.ndarray | None = None,
    bodies: np.ndarray | None = None,
    outline: float | np.ndarray = 0.5,
    score: float | np.ndarray = 0.85,
    raised: float | np.ndarray = 0.0,
) -> Finds:
    """Finds read as `log_p` (n, 37), each by itself: plain tiles of one size and body, unless told otherwise."""
    n = len(log_p)
    bodies = np.array([IVORY] * n).reshape(n, 3) if bodies is None else np.asarray(bodies, float)
    return Finds(
        squares(*[20] * n).reshape(n, 4, 2) if quads is None else quads,
        np.broadcast_to(np.float32(score), n),
        np.zeros((n, N_KINDS + 1), np.float32),
        np.zeros((n, 1), np.float32),
        crops_of(bodies),
        bodies,
        np.broadcast_to(outline, (n, 4)),
        np.broadcast_to(np.float32(raised), n),
        log_p,
        log_p,
    )


def reading(tile: int, chance: float, none: float = 0.01) -> np.ndarray:
    """log p (1, 37) of what is this with that chance, and no face with the other."""
    row = np.full((1, N_KINDS + 1), (1 - chance - none) / (N_KINDS - 1))
    row[0, tile], row[0, NOT_A_FACE] = chance, none
    return np.log(row).astype(np.float32)
