"""A print repeats itself, and where much is printed little lies."""

from dataclasses import replace

import numpy as np

from engine.tile import Tile
from tests.finds import finds_of, reading
from vision.judge.known import NOTHING, Known
from vision.judge.prints import REPEATED, Prints
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


def test_where_nearly_all_is_printed_another_find_lies_there_less_likely() -> None:
    tile, few, many = [1.0], [-5.0] * 3, [-5.0] * 400
    among_few, among_many = (some(tile + others, [*range(len(others) + 1)]) for others in (few, many))
    assert Prints.among(among_few).odds(among_few)[0] == 1.0
    assert Prints.among(among_many).odds(among_many)[0] < -1.0


def test_what_is_printed_tells_nothing_of_the_tiles_around() -> None:
    finds = some([6.0] * 3 + [-6.0] * 5, [*range(8)])
    assert len(Known.around(finds, NOTHING, builtin()).lying.quads) == 3
