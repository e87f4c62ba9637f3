"""Tiles of drawn sets as they come to rest in a hand, for tests of what is learned while a set is played with."""

import numpy as np
from numpy.typing import NDArray

from engine.tile import Tile
from tests.tiles_laid import laid_out, whole_set
from vision.enrol import Sample, coarse_copies, learn, sample
from vision.follow.learnt import Rested
from vision.read.crops import taken
from vision.read.reader import Reader
from vision.read.tileset import TileSet

STRANGE = "emblem-7901"  # a figure in a disc upon a picture; its suits are all red
KNOWN = "heirloom"


def enrolled(family: str) -> TileSet:
    """A set that was shown, every face twice."""
    reader, samples = Reader(), list[Sample]()
    for n in (1, 2):
        image, quads, tiles = laid_out(family, whole_set(), 64, turn=3.0 * n, seed=n)
        seen = reader.see(taken(image, quads))
        coarse = reader.embed(coarse_copies(seen.crops))
        samples += [sample(str(n), seen, k, coarse[k], tile) for k, tile in enumerate(tiles)]
    return learn(family, samples, reader).tile_set


def rested(
    family: str, tiles: int = 60, width: int = 36, seed: int = 1, shown: TileSet | None = None
) -> tuple[list[Rested], NDArray[np.int64]]:
    """So many tiles of a set's 152, each as it is seen, with a household's own set or none, and what each is (n,)."""
    whole = [(tile, copy) for tile in Tile for copy in range(tile.copies)]
    order = np.random.default_rng(seed).permutation(len(whole))
    some = [whole[k] for k in order[:tiles]]
    rows = [some[k : k + 10] for k in range(0, tiles, 10)]
    image, quads, truth = laid_out(family, rows, width, turn=8.0, seed=seed)
    seen = Reader(shown).see(taken(image, quads))
    return (
        [
            Rested(k, seen.points[k].astype(np.float64), seen.log_p[k].astype(np.float64), seen.crops[k])
            for k in range(tiles)
        ],
        np.array([int(tile) for tile in truth]),
    )
