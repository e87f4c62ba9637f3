"""How each drawing of a set that nobody showed looks like each kind."""

import numpy as np
import pytest

from engine.tile import N_KINDS, Tile
from vision.follow.drawings import Drawings
from vision.follow.weighing import evidence


def told(of: list[int], log_p: np.ndarray, hands: int = 1) -> np.ndarray:
    """What is told of drawings on tiles that are read so, log p (n, 36), and bear the drawings `of`."""
    k = max(of) + 1
    none = np.zeros((k, 9)), np.zeros((k, 3)), np.zeros((k, 9)), np.zeros((len(of), k))
    return evidence(Drawings(np.array(of), np.full(k, -1), *none), log_p, np.zeros((len(of), N_KINDS)), hands)


@pytest.mark.parametrize(("tiles", "hands", "kind"), [(4, 1, Tile.D9), (8, 1, Tile.JOKER), (8, 2, Tile.D9)])
def test_more_tiles_than_a_kind_has_copies_are_of_another(tiles: int, hands: int, kind: Tile) -> None:
    log_p = np.full((tiles, N_KINDS), -6.0)
    log_p[:, [Tile.D9, Tile.JOKER]] = -0.5, -1.5
    assert Tile(int(told([0] * tiles, log_p, hands)[0].argmax())) is kind


def test_a_drawing_on_many_tiles_is_a_joker_where_flowers_that_differ_lie_there() -> None:
    log_p = np.full((9, N_KINDS), -8.0)
    log_p[:, Tile.FLOWER], log_p[:, Tile.JOKER] = -0.1, -3.0
    kinds = told([0] * 6 + [1, 2, 3], log_p).argmax(1)
    assert [Tile(int(kind)) for kind in kinds] == [Tile.JOKER, *[Tile.FLOWER] * 3]


def test_what_is_no_picture_is_weighed_as_it_is_read() -> None:
    log_p = np.full((3, N_KINDS), -8.0)
    log_p[:, Tile.NORTH], log_p[:, Tile.JOKER] = -0.1, -3.0
    found = told([0, 0, 0], log_p)[0]
    np.testing.assert_allclose(found[Tile.NORTH] - found[Tile.JOKER], 2.9 * 3**0.5)
