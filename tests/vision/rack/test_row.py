"""Which of the tiles in a picture stand in one row, and from which end they are read."""

import numpy as np
import pytest

from vision.arrays import Quads
from vision.rack.row import row, upright

WIDE, HIGH = 40.0, 54.0


def standing(n: int, slope: float = 0.0, at: tuple[float, float] = (100, 300), size: float = 1.0) -> Quads:
    """Tiles side by side, each from its own upper left corner."""
    way = np.array([np.cos(slope), np.sin(slope)]) * size
    down = np.array([-np.sin(slope), np.cos(slope)]) * size
    first = [np.array(at) + way * WIDE * k for k in range(n)]
    corners = [[p, p + way * WIDE, p + way * WIDE + down * HIGH, p + down * HIGH] for p in first]
    return np.array(corners, np.float32)


@pytest.mark.parametrize("slope", [0.0, 0.3, -0.4])
def test_a_row_that_stands_aslant_is_read_from_its_left(slope: float) -> None:
    quads = standing(13, slope)
    mixed = np.random.default_rng(1).permutation(13)
    assert mixed[row(quads[mixed])].tolist() == list(range(13))


def test_what_lies_behind_a_rack_is_not_on_it() -> None:
    quads = np.concatenate([standing(6, at=(150, 220), size=0.6), standing(14), standing(3, at=(300, 100), size=0.3)])
    assert row(quads).tolist() == list(range(6, 20))


def test_a_camera_on_its_head_sees_the_left_at_the_right() -> None:
    quads = standing(13)[:, [2, 3, 0, 1]]
    assert row(quads).tolist() == list(range(13))[::-1]
    one = standing(13)
    one[4] = one[4][[2, 3, 0, 1]]
    assert row(one).tolist() == list(range(13)), "one tile on its head is no camera on its head"


def test_corners_are_told_as_their_player_sees_them() -> None:
    quads = standing(13)
    turned = quads.copy()
    turned[3] = turned[3][[2, 3, 0, 1]]
    assert (upright(turned) == quads).all()


def test_nothing_and_one_tile_are_rows() -> None:
    assert row(standing(0)).tolist() == []
    assert row(standing(1)).tolist() == [0]
