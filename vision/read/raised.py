"""Whether a thing lies where something was found, or a picture of one is printed there: a small network looks at what
was found and at what lies around it, for the edges, the side and the shadow of a body. What is printed on it does not
matter (`models/raised.md`)."""

import numpy as np

from vision.arrays import Floats32, Image
from vision.read.crops import planes
from vision.read.weights import BATCH, Asked


class Raised(Asked):
    """Tells what lies on a table from what is printed there. One object may be used by one thread at a time; its
    network is opened when it is first asked."""

    name = "raised"

    def odds(self, crops: Image) -> Floats32:
        """The log odds (n,) that a thing lies there, from crops (n, 64, 48, 3) BGR of quads grown by `AROUND`, either
        end up."""
        said = [
            self._network.run(None, {"crops": planes(crops[start : start + BATCH])})[0]
            for start in range(0, len(crops), BATCH)
        ]
        return np.concatenate([np.zeros(0, np.float32), *said])
