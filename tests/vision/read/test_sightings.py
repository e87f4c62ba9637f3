import numpy as np

from engine.tile import SET_SIZE, Tile
from tests.finds import reading, squares
from vision.read.sightings import Sightings, unprinted


def grid(n: int, p: float) -> Sightings:
    """So many things side by side, each read as a 3 Bam with probability `p`."""
    return Sightings(squares(*[20] * n), np.concatenate([reading(Tile.B3, p)] * n))


def test_of_more_tiles_than_two_sets_hold_only_those_that_are_trusted_are_left() -> None:
    cloth, tiles = grid(2 * SET_SIZE, 0.4), grid(10, 0.95)
    assert len(unprinted(cloth)) == len(cloth)  # two whole sets may lie there
    assert np.array_equal(unprinted(Sightings.joined([cloth, tiles])).log_p, tiles.log_p)
    assert len(unprinted(Sightings.empty())) == 0
