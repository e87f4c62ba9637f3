from typing import Any

import numpy as np
import pytest

from engine.tile import Seat, Tile
from tests.scene import LONG_S, PLANE, Film, RectangleEyes, Scene
from vision.arrays import Image
from vision.follow.settle import Settler
from vision.judge.known import NOTHING, Window
from vision.read.sightings import Sightings

C7, D2 = Tile.C7, Tile.D2


class ClumsyEyes(RectangleEyes):
    """While they are `clumsy` they lay every tile on its own half, across, and read another there."""

    clumsy = False

    def sight_window(self, image: Image, window: Any, lying: Any) -> Sightings:
        seen = super().sight_window(image, window, lying)
        if not self.clumsy or not len(seen):
            return seen
        halves = seen.quads.copy()
        halves[:, 2:, 1] = (seen.quads[:, 2:, 1] + seen.quads[:, :2, 1]) / 2
        return Sightings(halves, np.roll(seen.log_p, 1, axis=1))

    def read_at(self, image: Image, quads: Any, lying: Any) -> Sightings:
        clumsy, self.clumsy = self.clumsy, False
        seen = self.sight_window(image, Window((0, 0, image.shape[1], image.shape[0])), NOTHING)
        self.clumsy = clumsy
        return seen.take(np.array([(np.abs(quads - q) < 2).all((1, 2)).any() for q in seen.quads], np.bool_))


@pytest.mark.parametrize("clumsy", [False, True])
def test_a_tile_that_was_laid_well_is_not_laid_on_its_half_once_a_hand_has_passed_over_it(clumsy: bool) -> None:
    eyes, scene = ClumsyEyes(), Scene()
    for k in range(8):
        scene.discard(D2, 40.0 * k - 140, 200)
    scene.discard(C7, 0, 0)
    film = Film(Settler(eyes, PLANE), scene)
    film.run(LONG_S)
    eyes.clumsy = clumsy
    film.reach(Seat.P1, to=-60)
    film.withdraw(Seat.P1)
    seen = film.run(LONG_S)[-1]
    (there,) = (s for s in seen.discards if s.best is C7)
    assert (there.x_mm, there.y_mm) == pytest.approx((0, 0), abs=2)
    assert len(seen.discards) == len(scene.tiles)
