"""Which photographs are copies of one picture, however they were saved.

A telephone, a message or a program that makes pictures smaller saves them anew, and no byte stays as it was. What is
seen stays: looked at small, a copy differs from its picture by next to nothing in every part of it.
"""

from collections.abc import Iterable

import cv2
import numpy as np

from vision.arrays import Floats32, Image

ACROSS = 128  # pixels of a glance each way
PARTS = 8  # of it each way: one tile that was changed is told in its part
# The most by which a part of a copy differs, against the picture's contrast, squared: one saved anew, at half the size
# and badly, by .022, brightened by .048; one in which one of 44 tiles is another by .066, one taken a two-hundredth of
# its width aside by .25.
COPY = 0.05


def glance(image: Image) -> Floats32:
    """What a picture (H, W, 3) BGR is known again by: itself, small and grey, its light and contrast taken away."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    small = np.asarray(cv2.resize(grey, (ACROSS, ACROSS), interpolation=cv2.INTER_AREA), np.float32)
    return np.asarray((small - small.mean()) / max(float(small.std()), 1.0), np.float32)


def copied(one: Floats32, others: Iterable[Floats32]) -> bool:
    """Whether a glance shows the same picture as one of the others."""
    return any(cv2.resize((one - o) ** 2, (PARTS, PARTS), interpolation=cv2.INTER_AREA).max() < COPY for o in others)


def copies(photos: dict[str, Image]) -> dict[str, str]:
    """The photographs that are copies, each with the one it is a copy of. Left in, a copy would stand for a second look
    at the same tiles, and every tile be told right when left out."""
    first: dict[str, Floats32] = {}
    found = {}
    for photo, image in photos.items():
        seen = glance(image)
        one = next((name for name, known in first.items() if copied(seen, [known])), None)
        if one is None:
            first[photo] = seen
        else:
            found[photo] = one
    return found
