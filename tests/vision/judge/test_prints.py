"""A print repeats itself, and where much is printed little lies."""

from dataclasses import replace

import numpy as np

from engine.tile import Tile
from tests.finds import finds_of, reading, squares
from vision.judge.known import NOTHING, Known
from vision.judge.prints import REPEATED, Prints
from vision.judge.size import on_table
from vision.plane.calibration import from_corners
from vision.read.finds import Finds
from vision.read.tileset import builtin


def some(raised: list[float], points: list[int]) -> Finds:
    """Finds with these odds, each looking like all that have the same number, and like no other."""
    finds = finds_of(np.concatenate([reading(Tile.FLOWER, 0.9)] * len(raised)), raised=np.array(raised, np.float32))
    return replace(finds, points=np.eye(max(points) + 1, dtype=np.float32)[points])


def test_what_looks_like_many_prints_is_one() -> None:
    finds = some([6.0] * 9 + [2.0] + [-5.0] * 20, [*range(9), 10, *[10] * 20])
    odds = Prints.among(finds).odds(finds)
    assert (odds[:9] > 4).all()
    assert (odds[9:] < -4).all()


def test_tiles_that_look_alike_stay_tiles_as_many_as_there_are() -> None:
    for count in (REPEATED, 3 * REPEATED):  # the Craks of some sets share one picture
        finds = some([6.0] * count, [0] * count)
        np.testing.assert_allclose(Prints.among(finds).odds(finds), 6.0)
        assert not len(Prints.among(finds))


def test_where_nearly_all_is_printed_another_find_lies_there_less_likely() -> None:
    tile, few, many = [1.0], [-5.0] * 3, [-5.0] * 400
    among_few, among_many = (some(tile + others, [*range(len(others) + 1)]) for others in (few, many))
    assert Prints.among(among_few).odds(among_few)[0] == 1.0
    assert Prints.among(among_many).odds(among_many)[0] < -1.0


def test_what_is_printed_tells_nothing_of_the_tiles_around() -> None:
    finds = some([6.0] * 3 + [-6.0] * 5, [*range(8)])
    assert len(Known.around(finds, NOTHING, builtin()).lying.quads) == 3


def test_the_cells_of_a_pattern_are_no_likelier_tiles_for_being_as_large() -> None:
    square = np.array([[0, 0], [1800, 0], [1800, 1800], [0, 1800]], np.float32)
    marked = replace(NOTHING, plane=replace(from_corners(square, (1800, 1800)), found_by="markers"))
    for points, likelier in (([*range(20)], True), ([0] * 20, False)):
        finds = replace(some([-5.0] * 20, points), quads=squares(*[50] * 20))
        nats = on_table(finds, Known.around(finds, marked, builtin()))
        assert (nats > 0).all() == likelier
        assert (nats >= 0).all()
