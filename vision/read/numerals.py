"""Which figure a patch shows: a small network that learned from fonts alone (`models/numerals.md`)."""

import numpy as np

from engine.sight.observation import CERTAIN
from vision.arrays import Floats32
from vision.read.weights import BATCH, Asked

HIGH, WIDE = 32, 48  # pixels of a patch, as the network was taught
NOT_ONE = 9  # the label of what is no figure, after 1 to 9


def even(picture: Floats32) -> Floats32:
    """A grey patch with mean 0 and variance 1."""
    grey = np.asarray(picture, np.float32)
    return np.asarray((grey - grey.mean()) / (grey.std() + 1e-3), np.float32)


class Numerals(Asked):
    """Reads figures. One object may be used by one thread at a time; its network is opened when it is first asked."""

    name = "numerals"

    def read(self, patches: Floats32) -> Floats32:
        """Log-likelihoods (n, 9) of 1 to 9 in patches (n, HIGH, WIDE); what shows none tells nothing."""
        held = np.stack([even(one) for one in patches])[:, None] if len(patches) else np.zeros((0, 1, HIGH, WIDE))
        said = [
            self._network.run(None, {"pictures": held[k : k + BATCH].astype(np.float32)})[0]
            for k in range(0, len(held), BATCH)
        ]
        if not said:
            return np.zeros((0, NOT_ONE), np.float32)
        log_p = np.concatenate(said).astype(np.float64)
        log_p -= np.logaddexp.reduce(log_p, axis=1, keepdims=True)
        nothing = np.maximum(log_p[:, NOT_ONE:], np.log(1 - CERTAIN)) - np.log(NOT_ONE)
        return np.asarray(np.logaddexp(log_p[:, :NOT_ONE], nothing), np.float32)
