"""What is told of one photograph."""

import numpy as np
import pytest

from engine.tile import Tile
from tests.finds import finds_of, reading, squares
from vision.eyes import Eyes
from vision.judge.evidence import Judged, judged
from vision.judge.known import NOTHING, Lying
from vision.read.tileset import builtin
from vision.see import refused


class Stretching(Eyes):
    """Eyes that see twelve tiles and a thing twice as large, in a picture made twice as wide."""

    def __init__(self) -> None:
        pass

    def in_proportion(self, photo: np.ndarray, lying: Lying = NOTHING) -> tuple[np.ndarray, np.ndarray, Judged]:
        log_p = np.concatenate([*[reading(Tile.B3, 0.97)] * 12, reading(Tile.D7, 0.6, none=0.3)])
        return photo, np.array([2.0, 1.0]), judged(finds_of(log_p, squares(*[20] * 12, 45)), builtin())


def test_what_is_refused_is_told_with_its_reason_in_the_photographs_own_pixels() -> None:
    ((quad, says),) = refused(np.zeros((60, 400, 3), np.uint8), Stretching())
    assert says == "no tile: another size than the tiles around it"
    assert quad[0] == pytest.approx([(720 + 0.5) / 2 - 0.5, 10], abs=0.1)
