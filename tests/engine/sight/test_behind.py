from dataclasses import replace

import pytest

from engine.sight.behind import nothing_behind
from engine.sight.observation import Group, Sight
from engine.tile import Seat, Tile, codes, read_tiles
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
    for other in (row(seat, "WD", 10, out=287), row(seat, "2D 2D 2D", 10, out=353), row(seat, "6D", 100, out=330)):
        whole = seen("7C", {seat: [list(kong), list(other)]})
        assert nothing_behind(whole) == whole


def test_of_a_few_tiles_nobody_knows_which_stand_behind() -> None:
    pair = seen("7C", {P1: [list(row(P1, "3C 3C", 0)), list(row(P1, "WD", 10, out=353))]})
    assert nothing_behind(pair) == pair
    assert nothing_behind(replace(pair, exposures=((), (), (), ()))).discards == (sight(Tile.C7),)


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize(
    ("read", "stands"),
    [
        (["WD F F F"], ["F F F"]),
        (["1D 1D 1D 1D WD"], ["1D 1D 1D 1D"]),
        (["WD", "5B 5B J", "3C 3C 3C 3C"], ["5B 5B J", "3C 3C 3C 3C"]),
        (["5B 5B 5B", "3C 3C 3C WD WD"], ["5B 5B 5B", "3C 3C 3C"]),
        (["WD WD WD", "3C 3C 3C"], ["WD WD WD", "3C 3C 3C"]),
        (["WD WD J J"], ["WD WD J J"]),
        (["WD J J J"], ["WD J J J"]),
        (["WD 5B"], ["WD 5B"]),
        (["WD 5B 5B 5B 3C 3C 3C 3C", "N N N N", "WD WD"], ["WD 5B 5B 5B 3C 3C 3C 3C", "N N N N", "WD WD"]),
    ],
    ids=str,
)
def test_a_soap_at_the_end_of_a_row_that_fits_no_group_there_is_the_bare_ledge(
    seat: Seat, read: list[str], stands: list[str]
) -> None:
    """What is a group with it stays, and so does a whole hand laid open."""
    groups: list[str | list[Sight]] = []
    along = 0.0
    for written in read:
        groups.append(list(row(seat, written, along)))
        along += 25 * len(written.split()) + 10
    found = nothing_behind(seen("7C", {seat: groups}))
    assert [codes_of(group) for group in found.exposures[seat]] == stands


def codes_of(group: Group) -> str:
    return codes([s.best for s in group])
