import numpy as np

from engine.tile import N_KINDS, Tile
from vision.follow.alike import (
    FACES,
    FIGURES,
    alike,
    as_dealt,
    borne,
    faces_telling,
    figures_telling,
    joined,
    log_odds,
    of_one,
)
from vision.judge.company import COPIES


def test_no_group_has_more_than_its_kind_has_copies() -> None:
    odds = np.full((6, 6), 3.0)
    assert max(np.bincount(joined(odds, np.full(6, 4)))) == 4
    assert joined(odds, np.full(6, 8)).tolist() == [0] * 6, "of jokers there are eight"
    assert joined(odds[:1, :1], np.full(1, 4)).tolist() == [0]
    assert joined(odds[:0, :0], np.zeros(0)).tolist() == []


def test_the_likeliest_go_together_and_what_is_unlikely_stays_alone() -> None:
    at = np.array([0.0, 0.1, 0.2, 1.0, 1.1, 9.0])
    odds = 0.5 - np.abs(at[:, None] - at[None])
    assert joined(odds, np.full(6, 4)).tolist() == [0, 0, 0, 1, 1, 2]


def test_until_no_more_are_left_than_there_can_be_even_the_unlikely_go_together() -> None:
    at = np.array([0.0, 1.0, 5.0, 9.0])
    odds = -1 - np.abs(at[:, None] - at[None])
    assert joined(odds, np.full(4, 4)).tolist() == [0, 1, 2, 3]
    assert joined(odds, np.full(4, 4), drawings=3).tolist() == [0, 0, 1, 2]
    assert len(set(joined(odds, np.full(4, 2), drawings=1).tolist())) == 2, "but never more than there are copies"


def test_two_tiles_are_of_one_drawing_that_are_read_and_seen_alike() -> None:
    log_p = np.full((4, N_KINDS), np.log(0.1 / (N_KINDS - 1)))
    log_p[[0, 1, 3], Tile.C4] = log_p[2, Tile.C5] = np.log(0.9)
    points = np.eye(3)[[0, 0, 0, 1]]
    odds = alike(faces_telling(points, of_one(log_p)), FACES)
    assert odds[0, 1] > 0 > odds[0, 2], "the same, and read as another kind"
    assert odds[0, 1] > odds[0, 3], "the same, and seen farther off"


def test_of_tiles_that_share_a_picture_the_figures_tell() -> None:
    numbers = np.log(np.full((3, 9), 0.1 / 8))
    numbers[[0, 1], 3] = numbers[2, 5] = np.log(0.9)
    like = np.array([[1.0, 0.9, 0.9], [0.9, 1.0, 0.2], [0.9, 0.2, 1.0]])
    odds = alike(figures_telling(np.zeros((3, 3)), numbers, like), FIGURES)
    assert odds[0, 1] > 0 > odds[0, 2] > odds[1, 2]


def test_chances_near_to_none_and_to_certain_tell_no_more() -> None:
    assert np.isfinite(log_odds(np.array([0.0, 1.0]))).all()
    assert log_odds(np.array([0.5])) == 0


def test_as_many_are_of_one_drawing_as_chance_deals_or_none_where_one_of_each_lies() -> None:
    rng = np.random.default_rng(2)
    dealt = rng.permutation(np.repeat(np.arange(36), COPIES.astype(int)))[:60]
    dealt = dealt[dealt != Tile.FLOWER]

    def less(tiles: np.ndarray) -> float:
        return as_dealt([np.where(tiles[:, None] == tiles[None], 4.0, -6.0)], 1)

    assert less(dealt) > -0.3
    assert less(np.delete(np.arange(36), Tile.FLOWER)) < -2
    assert as_dealt([np.zeros((0, 0))], 1) == 0.0


def test_a_tile_bears_a_drawing_as_likely_as_it_is_one_with_the_others_of_it() -> None:
    odds = np.array([[9.0, 2, -4, -5], [2, 9, -6, -1], [-4, -6, 9, 1], [-5, -1, 1, 9.0]])
    found = borne(odds, np.array([0, 0, 1, 2]))
    np.testing.assert_allclose(found, [[2, -4, -5], [2, -6, -1], [-5, 0, 1], [-3, 1, 0]])
    assert borne(odds[:0, :0], np.zeros(0, int)).shape[0] == 0
