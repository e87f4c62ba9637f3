from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import Seat, Tile
from tests.scene import PLANE, SIDE, Film, RectangleEyes, Scene, faces, noisy, textured
from vision.arrays import Image
from vision.follow.plate import Plate
from vision.follow.settle import Settler
from vision.read.sightings import Sightings

CLOTH = textured(np.full((SIDE, SIDE, 3), 90, np.uint8))
HALF = np.array([[-12.0, -16], [12, -16], [12, 16], [-12, 16]])
QUADS = np.stack([PLANE.to_px(HALF + at) for at in ([0, 0], [-150, 90])]).astype(np.float32)

NOTHING = QUADS[:0]


def with_tile(image: Image, quad: NDArray[np.float32]) -> Image:
    laid = image.copy()
    cv2.fillConvexPoly(laid, np.round(quad).astype(np.int32), (230, 240, 235))
    return laid


def test_bare_cloth_is_what_it_was_in_noise_and_in_another_light() -> None:
    plate = Plate.of(CLOTH)
    assert plate.unchanged(noisy(CLOTH, 3, 3.0), QUADS, NOTHING).all()
    assert plate.unchanged(np.asarray(cv2.convertScaleAbs(CLOTH, alpha=1.3), np.uint8), QUADS, NOTHING).all()
    assert plate.unchanged(CLOTH, NOTHING, NOTHING).tolist() == []


def test_a_tile_that_lies_there_now_is_something_else() -> None:
    assert Plate.of(CLOTH).unchanged(with_tile(CLOTH, QUADS[0]), QUADS, NOTHING).tolist() == [False, True]


def test_what_a_tile_beside_it_hides_says_nothing_of_a_place() -> None:
    beside = QUADS[:1] + np.array([9, 0], np.float32)  # most of it lies upon it
    plate, now = Plate.of(CLOTH), with_tile(CLOTH, beside[0])
    assert plate.unchanged(now, QUADS[:1], NOTHING).tolist() == [False]
    assert plate.unchanged(now, QUADS[:1], beside).tolist() == [True]
    assert plate.unchanged(with_tile(now, QUADS[0]), QUADS[:1], beside).tolist() == [False]
    assert plate.unchanged(now, QUADS[:1], QUADS[:1]).tolist() == [False]  # nothing of it is to be seen


def test_a_print_shows_through_the_shadow_that_falls_on_it() -> None:
    ring = CLOTH.copy()
    cv2.circle(ring, tuple(np.round(QUADS[0].mean(0)).astype(int).tolist()), 9, (40, 60, 70), 2, cv2.LINE_AA)
    along = np.clip((np.arange(SIDE) - QUADS[0, :, 0].mean()) / 40, -1, 1)
    shaded = np.asarray(ring * (1 - 0.14 * along)[None, :, None], np.uint8)
    assert Plate.of(ring).unchanged(shaded, QUADS[:1], NOTHING).tolist() == [True]
    assert Plate.of(ring).unchanged(with_tile(shaded, QUADS[0]), QUADS[:1], NOTHING).tolist() == [False]
    assert Plate.of(CLOTH).unchanged(shaded, QUADS[:1], NOTHING).tolist() == [False]


def test_a_tile_that_was_taken_away_is_something_else_too() -> None:
    assert Plate.of(with_tile(CLOTH, QUADS[0])).unchanged(CLOTH, QUADS, NOTHING).tolist() == [False, True]


def test_the_cloth_is_known_again_from_a_moved_camera() -> None:
    moved = np.asarray(np.roll(CLOTH, (12, -20), (0, 1)))
    way = np.array([[1.0, 0, -20], [0, 1, 12], [0, 0, 1]])
    there = QUADS + np.array([-20, 12], np.float32)
    assert not Plate.of(CLOTH).unchanged(moved, there, NOTHING).any()
    assert Plate.of(CLOTH).shifted(way).unchanged(moved, there, NOTHING).all()


class Late(RectangleEyes):
    """Takes no notice of a soap until it is told to."""

    blind = True

    def sight_window(self, image: Image, *args: Any, **more: Any) -> Sightings:
        seen = super().sight_window(image, *args, **more)
        return seen.take(np.array([t is not Tile.SOAP for t in seen.tiles], np.bool_)) if self.blind else seen


def test_what_is_found_late_where_nothing_was_put_is_not_told() -> None:
    scene = Scene()
    scene.discard(Tile.C7, -100, -40)
    scene.discard(Tile.SOAP, 60, 30)  # a cell of the cloth's print
    eyes = Late()
    film = Film(Settler(eyes, PLANE), scene)
    assert faces(film.run(2.0)[-1])[0] == [Tile.C7]
    eyes.blind = False
    film.reach(Seat.P1, 60.0, 0.0)
    film.withdraw(Seat.P1)
    assert faces(film.run(2.0)[-1])[0] == [Tile.C7]
    scene.discard(Tile.D2, 60, 90)
    scene.discard(Tile.SOAP, -20, 60)
    assert sorted(faces(film.run(2.0)[-1])[0]) == sorted([Tile.C7, Tile.D2, Tile.SOAP])
