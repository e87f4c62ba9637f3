"""Which figures the tiles of a set bear: a small network that learned from fonts alone (`models/numerals.md`). It is
shown all patches of a set at once, for a figure that is hardly seen is told by those that the others bear."""

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN
from vision.arrays import Floats, Floats32
from vision.read.weights import Asked

HIGH, WIDE = 32, 48  # pixels of a patch, as the network was taught
NOT_ONE = 9  # the label of what is no figure, after 1 to 9
RESEMBLING = 2  # told of two patches: of one picture, alike but for it


def even(picture: Floats32) -> Floats32:
    """A grey patch with mean 0 and variance 1."""
    grey = np.asarray(picture, np.float32)
    return np.asarray((grey - grey.mean()) / (grey.std() + 1e-3), np.float32)


def resembling(patches: Floats32, groups: NDArray[np.int64]) -> Floats32:
    """What is told of each two patches (n, HIGH, WIDE), even, of pictures in groups (n,): whether they are of one, and
    how what is not in all of a picture correlates, laid a little off either way (n, n, RESEMBLING)."""
    own = patches.copy()
    for group in np.unique(groups):
        own[groups == group] -= np.median(patches[groups == group], axis=0)
    own = np.stack([cv2.GaussianBlur(one, (0, 0), 1.0) for one in own])

    def flat(pictures: Floats32) -> Floats32:
        part = pictures.reshape(len(pictures), -1)
        part = part - part.mean(1, keepdims=True)
        return np.asarray(part / (np.linalg.norm(part, axis=1, keepdims=True) + 1e-6), np.float32)

    plain = flat(own)
    best = np.full((len(own), len(own)), -1.0, np.float32)
    for shift in product((-2, 0, 2), repeat=2):
        best = np.maximum(best, plain @ flat(np.roll(own, shift, (1, 2))).T)
    return np.stack([(groups[:, None] == groups[None]).astype(np.float32), np.maximum(best, best.T)], 2)


class Numerals(Asked):
    """Reads figures. One object may be used by one thread at a time; its network is opened when it is first asked."""

    name = "numerals"

    def read(self, patches: Floats32, groups: NDArray[np.int64]) -> Floats:
        """Log-likelihoods (n, 9) of 1 to 9 in the patches of a set (n, HIGH, WIDE), whose pictures are in groups (n,);
        what shows none tells nothing."""
        return self.read_and_none(patches, groups)[0]

    def read_and_none(self, patches: Floats32, groups: NDArray[np.int64]) -> tuple[Floats, Floats]:
        """As `read`, and log p that a patch shows none (n,), which is never sure."""
        if not len(patches):
            return np.zeros((0, NOT_ONE)), np.zeros(0)
        held = np.stack([even(one) for one in patches])
        told = {"pictures": held[:, None], "pairs": resembling(held, groups)}
        log_p = np.asarray(self._network.run(None, told)[0], np.float64)
        log_p -= np.logaddexp.reduce(log_p, axis=1, keepdims=True)
        none = np.clip(log_p[:, NOT_ONE], np.log(1 - CERTAIN), np.log(CERTAIN))
        return np.asarray(np.logaddexp(log_p[:, :NOT_ONE], none[:, None] - np.log(NOT_ONE))), none
