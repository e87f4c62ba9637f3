"""Which number stands anywhere on a tile: a small network that looks for a figure or its word at every place
(`models/indices.md`). In a set that nobody knows it is the only thing sure to be said in a manner that is known."""

from functools import cached_property
from typing import Any

import numpy as np

from engine.sight.observation import CERTAIN, LIKELY
from engine.tile import N_KINDS, Tile
from vision.arrays import Floats, Floats32, Image, Reals
from vision.read.crops import alight, planes
from vision.read.weights import BATCH, open_network

NUMBERS = 9
NUMBERED = int(Tile.NORTH)  # kinds that have a number: three suits of them, the first in the order of `Tile`


class Indices:
    """Finds numbers. One object may be used by one thread at a time; its network is opened when it is first asked."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads

    @cached_property
    def _network(self) -> Any:
        return open_network("indices", self._threads)[0]

    def shares(self, crops: Image) -> Floats:
        """How likely each number, 1 to 9, stands on tiles, or none (n, 10), from crops (n, 64, 48, 3) BGR that most
        likely have their upper end up."""
        if not len(crops):
            return np.zeros((0, NUMBERS + 1))
        both = alight(np.concatenate([crops, crops[:, ::-1, ::-1]]))
        said = np.concatenate(
            [
                self._network.run(None, {"crops": planes(both[start : start + BATCH])})[0]
                for start in range(0, len(both), BATCH)
            ]
        )
        upright, turned = np.exp(said.astype(np.float64).reshape(2, len(crops), NUMBERS + 1))
        return np.asarray(LIKELY * upright + (1 - LIKELY) * turned)

    def read(self, crops: Image) -> Floats:
        """What the numbers found tell of the kinds (n, 36), in nats."""
        return evidence(self.shares(crops))


def evidence(shares: Reals) -> Floats:
    """What it tells of the kinds (n, 36), in nats, that numbers stand there so likely, `shares` (n, 10), the last none:
    where none is found a tile may be numbered in another way."""
    sure = CERTAIN * shares + (1 - CERTAIN) / shares.shape[1]
    numbers = np.log(sure[:, :NUMBERS] + sure[:, NUMBERS:] / NUMBERS)
    none = (np.log(sure[:, NUMBERS:]) - np.log(NUMBERS)) / 2
    suits = NUMBERED // NUMBERS
    return np.concatenate([np.tile(numbers, suits), np.repeat(none, N_KINDS - NUMBERED, axis=1)], 1)


def joined(log_p: Reals, told: Reals) -> Floats32:
    """Log p (n, 37) with what was told of the faces (n, 36); how likely there is a face at all stays."""
    faces = log_p[:, :N_KINDS].astype(np.float64)
    some = np.logaddexp.reduce(faces, axis=1, keepdims=True)
    both = faces + told
    both += some - np.logaddexp.reduce(both, axis=1, keepdims=True)
    return np.asarray(np.concatenate([both, log_p[:, N_KINDS:]], 1), np.float32)
