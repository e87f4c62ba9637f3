"""The arrays that go from room to room, one name for each: what they hold stands where they are made."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A picture (H, W, 3) BGR, or several (n, H, W, 3); grey (H, W) where that is said."""

Drawn = NDArray[Any]
"""The same while it is drawn: uint8, or floats on the way there; OpenCV's own types promise less."""

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Reals = NDArray[np.floating]
Ints = NDArray[np.int64]
Quads = NDArray[np.float32]
"""Corners (n, 4, 2) of tiles in pixels, clockwise from the tile's own top-left; one is (4, 2)."""
