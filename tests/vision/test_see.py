"""What is told of one photograph."""

import numpy as np
import pytest

from engine.tile import Tile
from tests.finds import finds_of, reading, squares
from vision.eyes import Eyes
from vision.judge.evidence import Judged, judged
from vision.judge.known import NOTHING, Lying
from vision.read.sightings import Sightings
from vision.read.tileset import builtin
from vision.see import readings, refused


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


def test_tiles_are_told_row_by_row_though_a_row_is_not_quite_level() -> None:
    row = squares(20, 20, 20)
    row[:, :, 1] += np.array([[18], [9], [0]])
    quads = np.concatenate([row, row + np.array([0, 60], np.float32)])
    log_p = np.concatenate([reading(face, 0.97) for face in (Tile.B1, Tile.B2, Tile.B3, Tile.C1, Tile.C2, Tile.C3)])
    mixed = np.array([3, 1, 5, 0, 4, 2])
    told = readings(Sightings(quads[mixed], log_p[mixed], np.zeros((6, 1), np.float32)))
    assert [tile.face for tile in told] == [Tile.B1, Tile.B2, Tile.B3, Tile.C1, Tile.C2, Tile.C3]
