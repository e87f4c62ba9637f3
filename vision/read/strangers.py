"""Which faces tiles show of a set that the reader does not know: a second network, asked only then.

The reader learned photographs and classic sets, and what it knows it goes on reading. The second network went on from
its weights with designers' sets: a figure on a band, in a disc or in a corner beside a picture of whatever kind.
Whether there is a tile at all, what looks the same and how near it is to what is known is left to the reader.
"""

import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS
from vision.arrays import Floats32
from vision.read.face_network import FaceNetwork
from vision.read.reader import ALONE, opinion
from vision.read.sightings import LEAST_LOG_P


class Strangers(FaceNetwork):
    """Reads tiles of unknown sets. One object may be used by one thread at a time; its network is opened when it is
    first asked."""

    name = "strangers"

    def read(self, crops: NDArray[np.uint8], log_p: Floats32) -> Floats32:
        """The log-probabilities (n, 37) of crops (n, 64, 48, 3) with the faces as this network sees them; how likely
        there is a face at all stays as it is in `log_p` (n, 37)."""
        return self.look(crops, log_p)[0]

    def look(self, crops: NDArray[np.uint8], log_p: Floats32) -> tuple[Floats32, Floats32]:
        """As `read`; and the logit that a tile is upside down, as it is cut out and turned over: (2, n)."""
        if not len(crops):
            return log_p, np.zeros((2, 0), np.float32)
        none, (logits, upside) = np.zeros((len(crops), 1), np.float32), self.both_ways(crops)
        said = opinion(logits, none, ALONE, self.temperature)[:, :N_KINDS].astype(np.float64)
        said -= np.logaddexp.reduce(said, axis=1, keepdims=True)
        said += np.logaddexp.reduce(log_p[:, :N_KINDS].astype(np.float64), axis=1, keepdims=True)
        out = np.concatenate([np.maximum(said, LEAST_LOG_P), log_p[:, N_KINDS:]], 1)
        return np.asarray(out, np.float32), upside
