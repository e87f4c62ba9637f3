import numpy as np
import pytest

from engine.tile import Tile
from tests.tiles_laid import laid_out
from vision.read.counts import NOT_COUNTED, Counts, with_counts
from vision.read.crops import taken
from vision.read.indices import NUMBERS, SHARES, of_one_number


@pytest.fixture(scope="module")
def counts() -> Counts:
    return Counts()


def crops_of(family: str, row: list[Tile], width: int = 30) -> np.ndarray:
    image, quads, _ = laid_out(family, [[(tile, 0) for tile in row]], width, 4.0, seed=width)
    return taken(image, quads).crops[: len(row)]


@pytest.mark.parametrize("family", ["heirloom", "counted-30001", "counted-30004"])
def test_dots_and_what_a_set_has_for_them_are_counted_either_end_up(counts: Counts, family: str) -> None:
    crops = crops_of(family, [Tile(t) for t in range(int(Tile.D2), int(Tile.D9) + 1)])
    for some in (crops, crops[:, ::-1, ::-1]):
        told = counts.shares(np.ascontiguousarray(some))
        assert told.shape == (8, NUMBERS + 1)
        assert np.allclose(told.sum(1), 1, atol=1e-3)
        assert (told.argmax(1) == np.arange(1, 9)).sum() >= 7


def test_honours_blank_and_noisy_crops_are_not_counted(counts: Counts) -> None:
    honours = crops_of("heirloom", [Tile.NORTH, Tile.EAST, Tile.SOUTH, Tile.RED, Tile.GREEN, Tile.C3, Tile.C8])
    assert (counts.shares(honours).argmax(1) == NOT_COUNTED).sum() >= 6
    blank = np.stack([np.full((64, 48, 3), level, np.uint8) for level in (0, 120, 250)])
    assert (counts.shares(blank).argmax(1) == NOT_COUNTED).all()
    assert counts.shares(blank[:0]).shape == (0, NUMBERS + 1)


def test_a_figure_and_a_count_tell_a_number_either_alone_or_together() -> None:
    shares = np.full((4, SHARES), 0.01)
    counted = np.full((4, NUMBERS + 1), 0.01)
    shares[[0, 1], 4], shares[[2, 3], NUMBERS] = 0.9, 0.9  # a five; nothing
    counted[[0, 2], 4], counted[[1, 3], NOT_COUNTED] = 0.9, 0.9
    both = with_counts(shares, counted)
    number = both[:, : NUMBERS + 1]
    assert np.allclose(number.sum(1), 1)
    assert number.argmax(1).tolist() == [4, 4, 4, NUMBERS]
    assert number[0, 4] > number[1, 4]
    assert (both[:, NUMBERS + 1 :] == shares[:, NUMBERS + 1 :]).all()


def test_a_figure_and_a_count_that_are_certain_and_contradict_each_other_tell_nothing() -> None:
    shares, counted = np.zeros((1, SHARES)), np.zeros((1, NUMBERS + 1))
    shares[0, 2] = counted[0, 6] = 1
    assert np.allclose(with_counts(shares, counted)[0, : NUMBERS + 1], 1 / (NUMBERS + 1))


def test_tiles_are_of_one_number_as_surely_as_both_are_told_to_be() -> None:
    shares = np.full((3, SHARES), 1e-3)
    shares[[0, 1], 2], shares[2, NUMBERS] = 0.99, 0.99
    told = of_one_number(shares)
    assert told[0, 1] > 0.95
    assert told[0, 2] < 0.05
    assert (np.diag(told) == 0).all()
