"""Rows and columns cut out of a photograph along their own edges, or so close that every tile lacks its sides: what
people post of a hand. Such pictures are often squeezed, and are stretched before they are looked at
(`vision.read.proportion`)."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Drawn
from vision.training.boxes import Floats

CLOSE = 0.22  # of a tile's width, or length: that may be cut off at either side of the row
OFF = ((90, 90, 90), (0, 0, 0), (114, 114, 114))  # what lies beside a picture where the network looks at it


def softened(rng: np.random.Generator, picture: NDArray[Any]) -> Drawn:
    """The picture (h, w, 3), at times as if it had been squeezed in one direction and stretched again."""
    if rng.random() > 0.2:
        return np.asarray(picture, np.uint8)
    h, w = picture.shape[:2]
    less = float(rng.uniform(1.4, 4.0))
    size = (max(2, round(w / less)), h) if rng.random() < 0.5 else (w, max(2, round(h / less)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR), np.uint8)


def _laid(rng: np.random.Generator, image: Drawn, quads: Floats, size: tuple[int, int]) -> list[Drawn]:
    """Tiles of a photograph, each cut out and made so wide and tall, either end up."""
    wide, tall = size
    to = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
    out = []
    for quad in quads:
        held = quad if rng.random() < 0.7 else np.roll(quad, 2, 0)
        middle = held.mean(0)
        held = middle + (held - middle) * rng.uniform(1.0, 1.05)  # a little of what lies between them
        warp = cv2.getPerspectiveTransform(held.astype(np.float32), to)
        out.append(np.asarray(cv2.warpPerspective(image, warp, size, flags=cv2.INTER_LINEAR), np.uint8))
    return out


def strip(rng: np.random.Generator, image: Drawn, quads: Floats, side: int) -> tuple[Drawn, Floats]:
    """A patch (side, side, 3) of one photograph's tiles, of which `quads` (n, 4, 2) are known, in a row or a column and
    nothing beside them, and the quads (k, 4, 2) of those in it; what is cut off of a tile counts as its own."""
    wide = int(np.exp(rng.uniform(np.log(13), np.log(70))))
    tall = round(wide * 4 / 3 * np.exp(rng.normal(0, 0.12)))
    column = bool(rng.random() < 0.5)
    step, across = (tall, wide) if column else (wide, tall)
    some = quads[rng.integers(len(quads), size=side // step + 2)]
    row = np.concatenate(_laid(rng, image, some, (wide, tall)), axis=0 if column else 1)
    off = int(rng.integers(step)) if rng.random() < 0.6 else 0  # where the patch begins in the row
    near, far = (int(rng.uniform(0, CLOSE) * across) if rng.random() < 0.6 else 0 for _ in range(2))
    shown = row[off:, near : across - far] if column else row[near : across - far, off:]
    shown = softened(rng, shown)[:side, :side]
    patch = np.empty((side, side, 3), np.uint8)
    patch[:] = OFF[int(rng.integers(len(OFF)))]
    start = int(rng.integers(max(1, side - across))) if rng.random() < 0.4 else 0
    y, x = (0, start) if column else (start, 0)
    shown = shown[: side - y, : side - x]
    patch[y : y + shown.shape[0], x : x + shown.shape[1]] = shown
    one = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float64)
    at = np.array([x, y], np.float64) - ([near, off] if column else [off, near])
    laid = one + at + np.arange(len(some))[:, None, None] * (np.array([0, step]) if column else np.array([step, 0]))
    middle = laid.mean(1)
    return patch, laid[((middle >= 0) & (middle < side)).all(1)]
