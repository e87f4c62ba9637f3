"""Where a camera hangs, told by its plane alone; what lies high is put back to its place."""

import numpy as np
import pytest

from vision.plane.calibration import TablePlane, from_corners, from_frame
from vision.plane.eye import LEDGE_MM, THICK_MM, eye_of
from vision.plane.zones import Zone, place
from vision.synthetic.lens import Lens

SIZE = 1920, 1080
HALF = 450.0
CORNERS = np.array([[-HALF, -HALF, 0], [HALF, -HALF, 0], [HALF, HALF, 0], [-HALF, HALF, 0]])


def seen_from(tilt: float, azimuth: float, focal: float = 0.75) -> tuple[Lens, TablePlane]:
    """A camera that leans by `tilt` degrees, and the table's plane as its corners tell."""
    lean, way = np.radians([tilt, azimuth])
    at = 1500 * np.array([np.sin(lean) * np.cos(way), np.sin(lean) * np.sin(way), np.cos(lean)])
    lens = Lens(SIZE, (float(at[0]), float(at[1]), float(at[2])), roll=0.7, focal=focal)
    return lens, from_corners(lens.project(CORNERS), SIZE)


@pytest.mark.parametrize("focal", [0.6, 0.8, 1.0])
@pytest.mark.parametrize("tilt", [18.0, 26.0, 34.0])
@pytest.mark.parametrize("azimuth", [10.0, 100.0, 225.0])
def test_a_leaning_camera_is_found_whatever_its_lens(tilt: float, azimuth: float, focal: float) -> None:
    lens, plane = seen_from(tilt, azimuth, focal)
    eye = eye_of(plane)
    assert eye is not None
    assert np.hypot(eye.x_mm - lens.place[0], eye.y_mm - lens.place[1]) < 60
    assert eye.high_mm == pytest.approx(lens.place[2], rel=0.06)


def test_one_that_looks_straight_down_has_the_usual_lens() -> None:
    eye = eye_of(from_frame(SIZE))
    assert eye is not None
    assert abs(eye.x_mm) < 1
    assert abs(eye.y_mm) < 1
    assert 900 < eye.high_mm < 2000


@pytest.mark.parametrize("high_mm", [THICK_MM, LEDGE_MM + THICK_MM])
def test_what_lies_high_is_put_back_to_its_place(high_mm: float) -> None:
    lens, plane = seen_from(26, 60)
    eye = eye_of(plane)
    assert eye is not None
    truth = np.array([[-300.0, 120], [0, 0], [250, -310]])
    px = lens.project(np.c_[truth, np.full(3, high_mm)])
    beside = plane.to_mm(px)
    assert np.linalg.norm(beside - truth, axis=1).max() > 8
    lowered = eye.lowered(beside, high_mm)
    assert np.linalg.norm(lowered - truth, axis=1).max() < 2
    assert eye.raised(lowered, high_mm) == pytest.approx(beside)


def test_an_exposure_on_a_ledge_is_one_from_aside_too() -> None:
    lens, plane = seen_from(28, 90)  # it leans over the first player's rack
    askew = TablePlane(plane.homography, plane.size_wh, plane.bend, plane.half_mm, plane.found_by, askew=True)
    out = 0.83 * plane.half_mm
    tile = np.array([[-12.0, -16], [12, -16], [12, 16], [-12, 16]])
    quads = []
    for way in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        along = np.array([way[1], -way[0]])
        flat = np.array(way) * out + tile[:, :1] * along - tile[:, 1:] * -np.array(way)
        quads.append(lens.project(np.c_[flat, np.full(4, LEDGE_MM + THICK_MM)]))
    assert [p.zone for p in place(askew, np.array(quads))] == [Zone.EXPOSURE] * 4
    assert [p.seat for p in place(askew, np.array(quads))] == [0, 1, 2, 3]
    beside = plane.to_mm(quads[0]).mean(0)
    assert beside[1] < out - 8, "nearest to the camera it is seen beside its ledge"
