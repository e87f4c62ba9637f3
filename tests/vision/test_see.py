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

    known = 1.0

    def as_known(self, found: Judged) -> tuple[Judged, float]:
        return found.strange(self.known), self.known

    def in_proportion(self, photo: np.ndarray, lying: Lying = NOTHING) -> tuple[np.ndarray, np.ndarray, Judged]:
        log_p = np.concatenate([*[reading(Tile.B3, 0.97)] * 12, reading(Tile.D7, 0.6, none=0.3)])
        return photo, np.array([2.0, 1.0]), judged(finds_of(log_p, squares(*[20] * 12, 45)), builtin())


def test_what_is_refused_is_told_with_its_reason_in_the_photographs_own_pixels() -> None:
    ((quad, says),) = refused(np.zeros((60, 400, 3), np.uint8), Stretching())
    assert says == "no tile: another size than the tiles around it"
    assert quad[0] == pytest.approx([(720 + 0.5) / 2 - 0.5, 10], abs=0.1)


def test_what_is_told_as_a_tile_of_an_unknown_set_is_not_refused_as_well() -> None:
    class Doubtful(Stretching):
        """A face that is hardly known, as large as the tiles around it."""

        def in_proportion(self, photo: np.ndarray, lying: Lying = NOTHING) -> tuple[np.ndarray, np.ndarray, Judged]:
            log_p = np.concatenate([*[reading(Tile.B3, 0.97)] * 12, reading(Tile.C8, 0.25, none=0.7)])
            score = np.append(np.full(12, 0.85), 0.6)
            return photo, np.ones(2), judged(finds_of(log_p, squares(*[20] * 13), score=score), builtin())

    eyes = Doubtful()
    assert len(refused(np.zeros((60, 400, 3), np.uint8), eyes)) == 1
    eyes.known = 0.0
    assert not refused(np.zeros((60, 400, 3), np.uint8), eyes)
