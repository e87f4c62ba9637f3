"""What figures are read as, and how far that may be believed."""

import numpy as np

from engine.tile import N_KINDS, Tile
from vision.follow.readings import (
    agreeing,
    evened,
    normalised,
    numbers_of,
    of_all_looks,
    of_all_ways,
    telling,
)

NUMBERS = np.tile(np.arange(9), 3)


def read_as(numbers: np.ndarray, sure: float) -> np.ndarray:
    """Figures that are read so: log p (n, 9)."""
    return np.log(sure * np.eye(9)[numbers] + (1 - sure) / 9)


def test_what_is_read_on_all_alike_tells_nothing_however_surely() -> None:
    sure, alike, open_ = np.full((3, 9, 9), 1e-4)
    np.fill_diagonal(sure, 1)
    alike[:, 7] = 1
    open_[:] = 1
    told = [telling(np.log(p / p.sum(1, keepdims=True))) for p in (sure, alike, open_)]
    assert told[0] > 2
    assert abs(told[1]) < 1e-6
    assert abs(told[2]) < 1e-6


def test_what_is_read_too_often_is_told_less_for_it() -> None:
    p = np.full((20, 9), 0.02)
    p[:, 7] = 0.5
    p[:4, 2] = 0.4
    p /= p.sum(1, keepdims=True)
    said = evened(np.log(p))
    assert np.allclose(np.exp(said).sum(1), 1)
    assert (said[:4].argmax(1) == 2).all()
    assert (said[4:].argmax(1) == 7).all()
    assert (np.exp(said[4:, 7]) < p[4:, 7]).all()


def test_figures_agree_with_the_numbers_that_tiles_have_and_what_else_stands_there_does_not() -> None:
    has = read_as(NUMBERS, 0.7)
    assert agreeing(read_as(NUMBERS, 0.9), has) > 1
    assert agreeing(read_as((NUMBERS + 4) % 9, 0.9), has) < -0.5
    assert abs(agreeing(read_as(NUMBERS, 0.0), has)) < 1e-9, "what tells nothing agrees with nothing"
    wrong = np.where(np.arange(27) < 3, (NUMBERS + 1) % 9, NUMBERS)
    assert agreeing(read_as(wrong, 1 - 1e-9), read_as(NUMBERS, 1 - 1e-9)) > 1, "a few that are misread rule nothing out"


def test_the_numbers_of_tiles_are_told_whatever_their_suits() -> None:
    log_p = np.log(np.full((2, N_KINDS), 1e-6))
    log_p[0, [Tile.B1 + 3, Tile.C1 + 3, Tile.D1 + 5]] = np.log((0.3, 0.3, 0.4))
    log_p[1, Tile.RED] = 0.0
    number = np.exp(numbers_of(log_p))
    np.testing.assert_allclose(number[0, [3, 5]], (0.6, 0.4), atol=1e-5)
    assert number[1].sum() < 1e-3


def test_looks_that_agree_tell_more_than_one_and_less_than_both_would_by_themselves() -> None:
    one = read_as(NUMBERS, 0.6)
    both = of_all_looks([one, one])
    assert (both.max(1) > one.max(1)).all()
    assert (both.max(1) < normalised(2 * one).max(1)).all()
    np.testing.assert_allclose(of_all_looks([one]), one)


def test_the_way_that_is_worth_the_most_counts_the_most_and_none_alone() -> None:
    good, bad = read_as(NUMBERS, 0.8), read_as((NUMBERS + 1) % 9, 0.8)
    assert (of_all_ways([bad, good], [1.0, 2.0]).argmax(1) == NUMBERS).all()
    assert (of_all_ways([bad, good], [2.0, 1.0]).argmax(1) == (NUMBERS + 1) % 9).all()
    even = of_all_ways([bad, good], [1.0, 1.0])
    np.testing.assert_allclose(even[np.arange(27), NUMBERS], even[np.arange(27), (NUMBERS + 1) % 9])
    np.testing.assert_allclose(np.exp(even).sum(1), 1)
