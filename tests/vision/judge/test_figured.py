"""In a set that the reader knows, figures tell a number that the reader leaves open: where they are read truly."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.tile import N_KINDS, Tile
from vision.arrays import Floats
from vision.judge.figured import told_by_figures
from vision.read.indices import NUMBERS, SHARES, SUITS

SUREST = (Tile.B2, Tile.B3, Tile.D4, Tile.D5, Tile.C1, Tile.C7, Tile.D8)
OPEN = Tile.C3  # between which and 7 Crak the reader cannot choose


def read_as(tiles: tuple[Tile, ...], *, otherwise: Tile = Tile.C7) -> Floats:
    """Log p (n, 37): all are read surely but the last, which is as likely `otherwise`, and a little likelier."""
    p = np.full((len(tiles), N_KINDS + 1), 1e-5)
    p[np.arange(len(tiles)), tiles] = 1.0
    p[-1, otherwise] = 1.1
    return np.asarray(np.log(p / p.sum(1, keepdims=True)))


def figures_of(*numbers: int) -> Floats:
    """Shares (n, 24) of tiles on which these numbers are written and nothing else."""
    shares = np.zeros((len(numbers), SHARES))
    shares[np.arange(len(numbers)), np.array(numbers) - 1] = 1.0
    shares[:, NUMBERS + 1 + SUITS] = shares[:, -1] = 1.0
    return shares


class Written:
    """What is written on the tiles; counts how many it was asked of."""

    def __init__(self, shares: Floats) -> None:
        self.shares, self.asked = shares, 0

    def __call__(self, some: NDArray[np.int64]) -> Floats:
        self.asked += len(some)
        return self.shares[some]


def chosen(log_p: Floats, told: Floats) -> Tile:
    return Tile(int((log_p[-1, :N_KINDS] + told[-1]).argmax()))


def test_figures_tell_what_the_reader_leaves_open() -> None:
    log_p = read_as((*SUREST, OPEN))
    told = told_by_figures(log_p, Written(figures_of(2, 3, 4, 5, 1, 7, 8, 3)))
    assert Tile(int(log_p[-1].argmax())) is Tile.C7
    assert chosen(log_p, told) is OPEN
    assert not told[:-1].any()
    assert not told[-1, Tile.NORTH :].any()


def test_figures_are_not_believed_where_those_of_the_surest_tiles_are_misread() -> None:
    log_p = read_as((*SUREST, OPEN))
    assert not told_by_figures(log_p, Written(figures_of(1, 1, 4, 5, 2, 1, 1, 3))).any()


def test_where_a_figure_stands_tells_a_6_from_a_9_of_which_a_reader_is_sure_on_its_head() -> None:
    log_p = read_as((*SUREST, Tile.D6), otherwise=Tile.D9)
    log_p[-1, [Tile.D6, Tile.D9]] = np.log([0.02, 0.97])
    sixes = Written(figures_of(2, 3, 4, 5, 1, 7, 8, 6) * 0.95 + figures_of(2, 3, 4, 5, 1, 7, 8, 9) * 0.05)
    assert chosen(log_p, told_by_figures(log_p, sixes, known=0.6)) is Tile.D6
    assert not told_by_figures(log_p, sixes).any()  # of a set that it surely knows it has seen both


NOTHING_TO_TELL = {"no number is open": (*SUREST, Tile.NORTH), "few are sure": (*SUREST[:3], OPEN)}


@pytest.mark.parametrize("tiles", NOTHING_TO_TELL.values(), ids=NOTHING_TO_TELL)
def test_nothing_is_looked_at_where_figures_can_tell_nothing(tiles: tuple[Tile, ...]) -> None:
    written = Written(figures_of(*[1] * len(tiles)))
    otherwise = Tile.EAST if tiles[-1] is Tile.NORTH else Tile.C7
    assert not told_by_figures(read_as(tiles, otherwise=otherwise), written).any()
    assert written.asked == 0
