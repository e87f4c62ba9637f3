"""Which pictures of a set that nobody showed are flowers, and which jokers."""

import numpy as np
import pytest

from engine.tile import N_KINDS, Tile
from vision.follow.pictured import MOST, are_pictured, flowers_or_jokers, of_one_picture


def read_as(*rows: tuple[float, float]) -> np.ndarray:
    """Drawings that are read as a flower and as a joker so likely: log p (k, 36)."""
    p = np.array([[(1 - f - j) / Tile.FLOWER] * Tile.FLOWER + [f, j] for f, j in rows])
    return np.log(p)


def named(tiles: list[int], *rows: tuple[float, float], hands: int = 1) -> str:
    """What drawings are taken for of which so many tiles lie there, a letter each."""
    chances = flowers_or_jokers(read_as(*rows), np.array(tiles), hands)
    np.testing.assert_allclose(chances.sum(1), 1)
    return "".join("FJ."[k] for k in chances.argmax(1))


FLOWER, JOKER = (0.97, 0.02), (0.02, 0.97)


def test_a_picture_of_which_many_lie_there_is_no_flower_where_others_are() -> None:
    assert named([7, 1], (0.9, 0.08), FLOWER) == "JF"
    assert named([5, 2, 2, 1], FLOWER, FLOWER, FLOWER, FLOWER) == "JFFF"
    assert named([8, *[1] * 8], *[FLOWER] * 9) == "J" + 8 * "F"


def test_flowers_that_are_all_alike_are_flowers() -> None:
    assert named([5, 3], FLOWER, JOKER) == "FJ"
    assert named([8], FLOWER) == "F"
    assert named([5], FLOWER) == "F"
    assert named([8, 8], FLOWER, JOKER) == "FJ"


def test_one_tile_is_what_it_looks_like() -> None:
    assert named([1, 1], FLOWER, JOKER) == "FJ"
    assert named([2, 2], JOKER, JOKER) == "JJ"


def test_of_two_hands_there_may_be_twice_as_many() -> None:
    seen = [2] * 4
    one, two = (flowers_or_jokers(read_as(*[FLOWER] * 4), np.array(seen), hands) for hands in (1, 2))
    assert (two[:, 0] > one[:, 0]).all()
    assert (two.argmax(1) == 0).all()


def test_of_what_is_neither_there_are_hardly_more_than_four() -> None:
    doubted = (0.3, 0.3)
    one, eight = (flowers_or_jokers(read_as(doubted), np.array([n]), 1)[0, 2] for n in (1, 8))
    assert one > 0.2
    assert eight < 0.01


@pytest.mark.parametrize("drawings", [0, 1, MOST, MOST + 30])
def test_any_number_of_drawings(drawings: int) -> None:
    chances = flowers_or_jokers(np.full((drawings, N_KINDS), -3.0), np.arange(drawings) % 5 + 1, 1)
    assert chances.shape == (drawings, 3)
    assert np.isfinite(chances).all()


def test_pictures_are_told_apart_by_what_they_show_and_not_by_what_they_are_read_as() -> None:
    points = np.eye(3)[[0, 0, 1]] + 0.01 * np.arange(9).reshape(3, 3)
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    odds = of_one_picture(points)
    assert odds[0, 1] > 2
    assert odds[0, 2] < -2
    assert are_pictured(read_as(FLOWER, (0.3, 0.3), (0.2, 0.2))).tolist() == [True, True, False]
