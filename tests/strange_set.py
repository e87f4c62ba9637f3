"""Tiles of drawn sets as they come to rest in a hand, for tests of what is learned while a set is played with."""

import numpy as np
from numpy.typing import NDArray

from engine.tile import Tile
from tests.tiles_laid import laid_out
from vision.follow.learner import Rested
from vision.read.crops import taken
from vision.read.reader import Reader

STRANGE = "emblem-7901"  # a figure in a disc upon a picture; its suits are all red
KNOWN = "heirloom"


def rested(family: str, tiles: int = 60, width: int = 36, seed: int = 1) -> tuple[list[Rested], NDArray[np.int64]]:
    """So many tiles of a set's 152, each as it is seen, and what each is (n,)."""
    whole = [(tile, copy) for tile in Tile for copy in range(tile.copies)]
    order = np.random.default_rng(seed).permutation(len(whole))
    some = [whole[k] for k in order[:tiles]]
    rows = [some[k : k + 10] for k in range(0, tiles, 10)]
    image, quads, truth = laid_out(family, rows, width, turn=8.0, seed=seed)
    seen = Reader().see(taken(image, quads))
    return (
        [
            Rested(k, seen.points[k].astype(np.float64), seen.log_p[k].astype(np.float64), seen.crops[k])
            for k in range(tiles)
        ],
        np.array([int(tile) for tile in truth]),
    )
