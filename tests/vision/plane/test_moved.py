import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.scene import PLANE, SIDE, textured
from vision.arrays import Image
from vision.picture.camera import open_camera
from vision.plane.calibration import calibrate
from vision.plane.moved import View, carried, moved, pixels, pushed

Floats = NDArray[np.float64]
CORNERS = np.array([[-300.0, -300], [300, -300], [300, 300], [-300, 300]])


def way_of(degrees: float, zoom: float, aside: tuple[float, float]) -> Floats:
    """A camera that turns, zooms and is pushed aside (px), about the picture's middle."""
    turn = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), degrees, zoom)
    turn[:, 2] += np.array(aside)
    return np.vstack([turn, [0, 0, 1]])


def gone(image: Image, way: Floats) -> Image:
    return np.asarray(cv2.warpPerspective(image, way, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT), np.uint8)


@pytest.fixture(scope="module")
def table() -> Image:
    return textured(np.full((SIDE, SIDE, 3), 90, np.uint8))


@pytest.mark.parametrize(
    "way",
    [way_of(5, 1, (0, 0)), way_of(0, 1, (60, -30)), way_of(0, 1.2, (0, 0)), way_of(-3, 0.9, (20, 25))],
    ids=["turned", "pushed", "zoomed", "all at once"],
)
def test_a_moved_camera_is_followed_to_the_pixel(table: Image, way: Floats) -> None:
    found = View.of(table).carried(View.of(gone(table, way)))
    assert found is not None
    assert moved(PLANE, found)
    at = PLANE.to_px(CORNERS)
    np.testing.assert_allclose(pixels(at, found), pixels(at, way), atol=1.5)
    np.testing.assert_allclose(carried(PLANE, found).to_mm(pixels(at, way)), CORNERS, atol=2.5)


def test_a_hand_and_a_lamp_are_no_moved_camera(table: Image) -> None:
    other = np.asarray(cv2.convertScaleAbs(table, alpha=0.7, beta=20), np.uint8)
    other[200:720, 300:420] = (120, 150, 200)
    found = View.of(table).carried(View.of(other))
    assert found is not None
    assert moved(PLANE, found) is False


def test_another_room_is_not_taken_for_this_one(table: Image) -> None:
    other = textured(np.full((SIDE, SIDE, 3), 60, np.uint8), seed=5)
    assert View.of(table).carried(View.of(other)) is None


def test_a_plain_picture_tells_nothing() -> None:
    plain = View.of(np.full((SIDE, SIDE, 3), 90, np.uint8))
    assert not plain.tells
    assert plain.carried(plain) is None


def test_no_camera_turns_a_table_inside_out() -> None:
    assert moved(PLANE, np.diag([-1.0, 1.0, 1.0])) is None
    assert moved(PLANE, np.diag([0.3, 0.3, 1.0])) is None


def test_the_picture_before_is_shown_as_it_would_look_from_there(table: Image) -> None:
    way = way_of(0, 1, (40, 0))
    before, held = View.of(table).as_seen(way, (SIDE // 8, SIDE // 8))
    now = cv2.resize(cv2.cvtColor(gone(table, way), cv2.COLOR_BGR2GRAY), (SIDE // 8,) * 2, interpolation=cv2.INTER_AREA)
    assert not held[:, :5].any()
    assert held[:, 5:].all()
    assert np.abs(before.astype(int) - now)[held].max() <= 2


def test_hands_and_tiles_of_a_game_never_push_the_camera_and_a_push_is_noticed_in_every_picture() -> None:
    camera = open_camera("demo://?seed=7&fps=1&size=1280x720")
    pictures = [frame.image for frame, _ in zip(camera.frames(), range(30), strict=False)]
    camera.close()
    plane = calibrate(pictures[0])
    assert plane is not None
    fixed = View.of(pictures[0])
    assert not any(pushed(fixed, plane, View.of(image)) for image in pictures)
    push = np.array([[1, 0, 25], [0, 1, 12]], np.float32)
    aside = [cv2.warpAffine(image, push, (1280, 720), borderMode=cv2.BORDER_REPLICATE) for image in pictures]
    assert all(pushed(fixed, plane, View.of(np.asarray(image, np.uint8))) for image in aside)
    assert pushed(fixed, plane, View.of(np.full_like(pictures[0], 30)))


def test_a_first_picture_in_which_nothing_stands_out_tells_of_no_push() -> None:
    dark = np.full((SIDE, SIDE, 3), 30, np.uint8)
    assert not pushed(View.of(dark), PLANE, View.of(dark))
