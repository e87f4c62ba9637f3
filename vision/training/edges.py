"""The coloured bands at the edges of designers' tiles, and tiles that are laid without them."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# by manner: at which sides a band may lie (0 the upper, then clockwise), and how much of the tile it may be
BANDS = {"header": ((0,), 0.19, 0.28), "strip": ((1, 3), 0.22, 0.29)}


def shorn(quad: Floats, side: int, by: float) -> Floats:
    """A quad (4, 2), clockwise from the upper left, without so much of it at a side (0 the upper, then clockwise)."""
    out = quad.copy()
    for near, far in ((side, side - 1), ((side + 1) % 4, (side + 2) % 4)):
        out[near] = quad[near] + (quad[far] - quad[near]) * by
    return out
