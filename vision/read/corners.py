"""The quads of found tiles laid exactly on the tiles' corners.

The finder works on cells of four pixels of a shrunk picture and is a pixel or two off. A small network looks once more
at each tile in the full picture and says how far each corner is from where it should be. It takes a coloured band at a
tile's edge for no part of the tile; a second network, asked only of sets that the reader does not know, lays quads
around such bands too.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.arrays import Floats32, Image
from vision.read.crops import CROP, SAME_SIZE, Size, cut, grown, planes, sizes
from vision.read.weights import BATCH, open_network


@dataclass(frozen=True, slots=True)
class View:
    """What a network sees of a tile: so much of its size `around` it on each side, farther than which no correction
    goes, on crops of such a `size`, in pixels."""

    around: float
    size: Size


EXACT = View(1 / 3, CROP)
WIDER = View(0.6, (64, 80))  # all of a tile that was found without its band, and some of its neighbours
AGAIN = 0.2  # of a tile's size: a quad moved farther is looked at once more, from where it was moved to
BANDED = 1.5  # times as large, a tile may be with its band; and a quad that was found with what lies beside its tile
_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)


class Corners:
    """Lays quads on corners. One object may be used by one thread at a time."""

    def __init__(self, threads: int = 1, network: str = "corners", view: View = EXACT, most: float = SAME_SIZE) -> None:
        """`most`: how many times as long or as wide a quad may become."""
        self._network, _ = open_network(network, threads)
        self._view, self._most = view, most

    def lay(self, image: Image, quads: Floats32) -> Floats32:
        """Quads (n, 4, 2) pixels of tiles in a picture (H, W, 3) BGR, each corner moved to the tile's own; their order
        stays."""
        if not len(quads):
            return quads
        laid, far = quads.astype(np.float32), np.full(len(quads), np.inf, np.float32)
        for _ in range(2):
            if (again := far > AGAIN).any():
                laid[again], far[again] = self._moved(image, laid[again])
        ratio = sizes(laid) / np.maximum(sizes(quads), 1e-6)
        lost = np.asarray(((ratio > self._most) | (ratio < 1 / BANDED)).any(1))  # laid on a line of the table's print
        return np.asarray(np.where(lost[:, None, None], quads, laid), np.float32)

    def _moved(self, image: Image, quads: Floats32) -> tuple[Floats32, Floats32]:
        """The quads moved, and the farthest that a corner of each was moved, in parts of the tile's size (n,)."""
        held = quads.astype(np.float64)
        crops = cut(image, grown(held, self._view.around), self._view.size)
        said = []
        for start in range(0, len(crops), BATCH):
            said.append(self._network.run(None, {"crops": planes(crops[start : start + BATCH])})[0])
        moves = np.concatenate(said).reshape(-1, 4, 2).astype(np.float64)
        moves = np.where(np.abs(moves).max((1, 2), keepdims=True) > self._view.around, 0.0, moves)
        far = np.abs(moves).max((1, 2))
        places = _UNIT + moves
        u, v = places[..., :1], places[..., 1:]
        laid = (1 - v) * ((1 - u) * held[:, None, 0] + u * held[:, None, 1]) + v * (
            (1 - u) * held[:, None, 3] + u * held[:, None, 2]
        )
        return np.asarray(laid, np.float32), np.asarray(far, np.float32)


class Bands:
    """Lays quads on tiles of sets that the reader does not know, with the bands at their edges. One object may be used
    by one thread at a time; its network is opened when it is first asked."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads

    @cached_property
    def _corners(self) -> Corners:
        return Corners(self._threads, "bands", WIDER, BANDED)

    def lay(self, image: Image, quads: Floats32) -> Floats32:
        """The quads (n, 4, 2) of a picture (H, W, 3) BGR laid anew; what lies across, for it looked so without its
        band, begins at another corner, so that each is longer than wide."""
        if not len(quads):
            return quads
        laid = self._corners.lay(image, np.asarray(quads, np.float32))
        wide, tall = sizes(laid).T
        return np.asarray(np.where((wide > tall)[:, None, None], np.roll(laid, -1, axis=1), laid), np.float32)
