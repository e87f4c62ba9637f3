"""One picture of the table and when it was taken."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""(H, W, 3), blue green red."""


@dataclass(frozen=True, slots=True)
class Frame:
    """`time_s` is monotonic, in seconds from the start of the source."""

    time_s: float
    image: Image
