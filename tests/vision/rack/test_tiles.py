"""Tiles from look to look: which is which, and what they can be where only so many of a kind are left."""

import numpy as np

from engine.tile import N_KINDS, Tile
from vision.rack.tiles import Seen, as_told, faces, known_again, looked_again, matched, put_right

LEFT = [t.copies for t in Tile]


def seen(tile: Tile, p: float = 0.9, next_: Tile = Tile.JOKER) -> Seen:
    log_p = np.full(N_KINDS, np.log((1 - p) / 100))
    log_p[next_] = np.log((1 - p) * 0.9)
    log_p[tile] = np.log(p)
    return Seen(log_p, np.eye(N_KINDS)[tile], np.zeros((4, 2), np.float32))


def test_tiles_are_the_same_in_their_order() -> None:
    before = tuple(map(seen, (Tile.B1, Tile.B2, Tile.B2, Tile.C3)))
    now = tuple(map(seen, (Tile.B2, Tile.B2, Tile.C3, Tile.D4)))
    assert matched(before, now) == [1, 2, 3, None]
    assert [t.looks for t in known_again(before, now)] == [2, 2, 2, 1]
    assert looked_again(before, now) is None
    again = looked_again(before, before)
    assert again is not None
    assert [t.looks for t in again] == [2, 2, 2, 2]


def test_what_one_tile_is_said_to_be_goes_with_it() -> None:
    before = put_right(tuple(map(seen, (Tile.B1, Tile.B2))), 1, Tile.B8)
    assert faces(before, LEFT) == (Tile.B1, Tile.B8)
    assert faces(as_told(before, tuple(map(seen, (Tile.B2, Tile.C1)))), LEFT) == (Tile.B8, Tile.C1)


def test_the_weakest_of_too_many_is_another() -> None:
    row = (seen(Tile.B3), seen(Tile.B3, 0.55, Tile.B8), seen(Tile.B3, 0.7, Tile.B8))
    left = list(LEFT)
    left[Tile.B3] = 2
    assert faces(row, left) == (Tile.B3, Tile.B8, Tile.B3)
    left[Tile.B8] = 0
    assert faces(row, left).count(Tile.B8) == 0
    certain = tuple(seen(Tile.B3, 0.9999, Tile.B8) for _ in range(3))
    assert faces(certain, left) == (Tile.B3,) * 3, "what lies open may be misread as well"
