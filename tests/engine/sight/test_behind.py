from dataclasses import replace

import pytest

from engine.sight.behind import nothing_behind
from engine.sight.observation import Group
from engine.tile import Seat, Tile, read_tiles
from tests.table import seen, sight

P1, P2, P3, P4 = Seat
OUT = {P1: (0, 1), P2: (1, 0), P3: (0, -1), P4: (-1, 0)}


def row(seat: Seat, codes: str, along: float, out: float = 320.0) -> Group:
    """Tiles side by side along `seat`'s edge, `out` mm from the middle of the table."""
    x, y = OUT[seat]
    tiles = read_tiles(codes)
    return tuple(
        sight(t, x=out * x + (along + 25 * k) * abs(y), y=out * y + (along + 25 * k) * abs(x))
        for k, t in enumerate(tiles)
    )


@pytest.mark.parametrize("seat", Seat)
def test_a_blank_behind_the_exposures_is_the_rack(seat: Seat) -> None:
    pung, kong = row(seat, "5B 5B 5B", 0), row(seat, "3C 3C 3C 3C", 120)
    ledge = row(seat, "WD", 130, out=353)
    shown = nothing_behind(seen("7C", {seat: [list(pung), [*kong, *ledge]]}))
    assert shown == seen("7C", {seat: [list(pung), list(kong)]})
    assert nothing_behind(seen("7C", {seat: [list(pung), list(kong), list(ledge)]})) == shown


@pytest.mark.parametrize("seat", Seat)
def test_what_stands_before_them_and_a_second_row_are_tiles(seat: Seat) -> None:
    kong = row(seat, "3C 3C 3C 3C", 0)
    for other in (row(seat, "WD", 10, out=287), row(seat, "2D 2D 2D", 10, out=353), row(seat, "WD", 100, out=330)):
        whole = seen("7C", {seat: [list(kong), list(other)]})
        assert nothing_behind(whole) == whole


def test_of_a_few_tiles_nobody_knows_which_stand_behind() -> None:
    pair = seen("7C", {P1: [list(row(P1, "3C 3C", 0)), list(row(P1, "WD", 10, out=353))]})
    assert nothing_behind(pair) == pair
    assert nothing_behind(replace(pair, exposures=((), (), (), ()))).discards == (sight(Tile.C7),)
