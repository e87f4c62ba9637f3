"""Where a rack stands in the gate's small picture, and what lies before it."""

import numpy as np

from engine.tile import read_tiles
from tests.rack_scene import RackScene
from vision.picture.frame import Frame
from vision.rack.region import anywhere, around

RACK = list(read_tiles("1B 2B 3B 4C 5C 6C 7D 8D 9D N WD F J"))


def test_a_face_that_becomes_another_stirs_and_a_hand_before_the_rack_covers() -> None:
    scene = RackScene(list(RACK))
    quads = scene.read(scene.draw(), np.zeros((0, 4, 2), np.float32)).quads
    rest = Frame(0.0, scene.draw()).small
    region = around(quads, rest.shape)
    assert not region.stirred(rest, rest)
    scene.tiles[4] = read_tiles("9B")[0]
    other = Frame(0.1, scene.draw()).small
    assert region.stirred(other, rest)
    assert not region.covered(other, rest)
    scene.hand = [(200, 300)]
    assert region.covered(Frame(0.2, scene.draw()).small, rest)


def test_far_behind_a_rack_anything_may_move() -> None:
    scene = RackScene(list(RACK))
    image = scene.draw()
    quads = scene.read(image, np.zeros((0, 4, 2), np.float32)).quads
    rest = Frame(0.0, image.copy()).small
    image[:150] = 200
    assert not around(quads, rest.shape).stirred(Frame(0.1, image).small, rest)
    assert anywhere(rest.shape).stirred(Frame(0.1, image).small, rest)
