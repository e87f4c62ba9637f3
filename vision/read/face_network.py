"""A network that says which faces tiles show, and is asked of some tiles only."""

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats32
from vision.read.crops import alight, planes
from vision.read.weights import BATCH, Asked


class FaceNetwork(Asked):
    """As `Asked`; its card says what its logits are divided by."""

    @property
    def temperature(self) -> float:
        """What its logits are divided by."""
        return float(self._opened[1]["temperature"])

    def logits(self, crops: NDArray[np.uint8]) -> Floats32:
        """What the network says of crops (n, 64, 48, 3) BGR, either way up: (n, 37)."""
        return self.both_ways(crops)[0]

    def both_ways(self, crops: NDArray[np.uint8]) -> tuple[Floats32, Floats32]:
        """`logits`, and the logit that a tile is upside down, as it is and turned over: (2, n)."""
        faces, upside = self._run(np.concatenate([crops, crops[:, ::-1, ::-1]]))
        return np.asarray((faces[: len(crops)] + faces[len(crops) :]) / 2, np.float32), upside.reshape(2, -1)

    def one_way(self, crops: NDArray[np.uint8]) -> Floats32:
        """The logits of crops as they are, one way up."""
        return self._run(crops)[0]

    def _run(self, crops: NDArray[np.uint8]) -> tuple[Floats32, Floats32]:
        lit = alight(crops)
        parts = [
            self._network.run(["faces", "upside"], {"crops": planes(lit[start : start + BATCH])})
            for start in range(0, len(lit), BATCH)
        ]
        faces, upside = (np.concatenate(of) for of in zip(*parts, strict=True))
        return faces, upside
