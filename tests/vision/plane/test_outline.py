"""The table found by its edges, turned, and missed when the camera is pushed; on simulated tables of many looks."""

from functools import lru_cache

import numpy as np
import pytest

from engine.tile import Seat
from vision.arrays import Image
from vision.picture.camera import open_camera
from vision.plane.calibration import TablePlane, calibrate, from_corners
from vision.plane.outline import corners_of, find_outline, seated, turned, turned_points, upright

SIZE = 1280, 720


@lru_cache(maxsize=4)
def table(seed: int, later: int = 0) -> Image:
    """A simulated table as it is laid out, or so many pictures later."""
    camera = open_camera(f"demo://?seed={seed}&size={SIZE[0]}x{SIZE[1]}")
    frames = camera.frames()
    image = [next(frames).image for _ in range(2 + later)][-1]
    camera.close()
    return image


def plane_of(seed: int) -> TablePlane:
    plane = calibrate(table(seed))
    assert plane is not None
    return plane


@pytest.mark.parametrize("seed", [1, 5, 8, 11])
def test_the_table_is_found_by_its_edges_alone(seed: int) -> None:
    found = find_outline(table(seed))
    assert found is not None
    away = np.linalg.norm(found - corners_of(plane_of(seed)), axis=1)
    assert away.max() < 0.03 * SIZE[0]  # the two agree about where the table ends, within a tile


def test_a_wall_of_one_colour_has_no_outline() -> None:
    assert find_outline(np.full((720, 1280, 3), 120, np.uint8)) is None


def test_an_outline_drawn_by_hand_has_its_corners_where_they_were_put() -> None:
    corners = np.array([[300.0, 60.0], [980.0, 80.0], [1020.0, 690.0], [260.0, 660.0]])
    assert corners_of(from_corners(corners, SIZE)) == pytest.approx(corners, abs=0.01)


@pytest.mark.parametrize("first", list(Seat))
def test_whoever_is_first_sits_at_the_bottom_of_the_picture_once_it_is_turned(first: Seat) -> None:
    corners = np.array([[300.0, 60.0], [980.0, 80.0], [1020.0, 690.0], [260.0, 660.0]])
    before = from_corners(corners, SIZE)
    edge = before.to_px(np.array([(0, 398), (398, 0), (0, -398), (-398, 0)], float))[first]
    plane = seated(before, first)
    assert plane.to_px(np.array([0.0, 398.0])) == pytest.approx(edge)
    quarters = upright(plane)
    picture = turned(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), quarters)
    at = turned_points(edge, SIZE, quarters)
    high, wide = picture.shape[:2]
    assert at[1] > 0.7 * high
    assert 0.2 * wide < at[0] < 0.8 * wide


@pytest.mark.parametrize("quarters", range(4))
def test_points_turn_with_the_picture(quarters: int) -> None:
    image = np.zeros((72, 128, 3), np.uint8)
    image[10, 100] = 255
    x, y = turned_points(np.array([100.5, 10.5]), (128, 72), quarters)
    assert turned(image, quarters)[int(y), int(x)].min() == 255
