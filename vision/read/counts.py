"""How many pictures of one kind a tile shows: two to nine dots, sticks, lines or whatever a set repeats. Nearly every
set counts the pictures of one suit at least, so that the number of a tile is told where its figure is too small to read
(`models/counts.md`)."""

import numpy as np

from vision.arrays import Floats, Image, Reals
from vision.read.crops import alight, planes
from vision.read.indices import NUMBERS
from vision.read.weights import BATCH, Asked

NOT_COUNTED = NUMBERS  # one picture, pictures that differ, more than nine, or none


class Counts(Asked):
    """Counts pictures. One object may be used by one thread at a time; its network is opened when it is first asked."""

    name = "counts"

    def shares(self, crops: Image) -> Floats:
        """How likely so many pictures are counted on each tile (n, 10), from one on, the last: none are; from crops
        (n, 64, 48, 3) BGR, either end up."""
        if not len(crops):
            return np.zeros((0, NUMBERS + 1))
        lit = alight(crops)
        said = [
            self._network.run(None, {"crops": planes(lit[start : start + BATCH])})[0]
            for start in range(0, len(lit), BATCH)
        ]
        return np.asarray(np.exp(np.concatenate(said).astype(np.float64)))


def with_counts(shares: Reals, counts: Reals) -> Floats:
    """What is written on tiles, `shares` (n, 24) as those of `vision.read.indices`, where `counts` (n, 10) are counted
    on them: a number may be told by either, or by both, which then agree; where both are certain and contradict each
    other nothing is told."""
    figure, others = np.asarray(shares[:, : NUMBERS + 1], np.float64), shares[:, NUMBERS + 1 :]
    both = figure * counts
    told = both[:, :NUMBERS] + figure[:, :NUMBERS] * counts[:, NUMBERS:] + figure[:, NUMBERS:] * counts[:, :NUMBERS]
    number = np.concatenate([told, both[:, NUMBERS:]], 1) + np.finfo(np.float64).tiny
    return np.concatenate([number / number.sum(1, keepdims=True), others], 1)
