"""The table is found in pictures of a pin-hole camera with a lens, drawn here with OpenCV's own camera model: its
`projectPoints` says where each point of the table must appear."""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.plane.calibration import (
    BY_TWO,
    HALF_MM,
    MARKER_MM,
    ROUGH,
    CalibrationError,
    TablePlane,
    calibrate,
    find_markers,
    from_corners,
    from_frame,
    read_plane,
)

Floats = NDArray[np.float64]
WIDE, HIGH, FOCAL_PX = 1920, 1080, 1296.0
SIGNS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
TEXTURE_HALF_MM, TEXTURE_PX_PER_MM = 480, 2.0
GRID = np.stack(np.meshgrid(np.linspace(-330, 330, 7), np.linspace(-330, 330, 7)), -1).reshape(-1, 2)


@dataclass(frozen=True)
class Shot:
    """A camera above the table. `turn_deg` about the upright, `tilt_deg` from straight down, `k1` the lens."""

    turn_deg: float = 0.0
    tilt_deg: float = 0.0
    k1: float = 0.0
    away_mm: float = 1150.0

    @property
    def _inside(self) -> Floats:
        return np.array([[FOCAL_PX, 0, WIDE / 2], [0, FOCAL_PX, HIGH / 2], [0, 0, 1]])

    @property
    def _pose(self) -> tuple[Floats, Floats]:
        # The table's z points down, away from the camera, so x right and y toward P1 stay as the picture has them.
        turn, _ = cv2.Rodrigues(np.array([0, 0, np.deg2rad(self.turn_deg)]))
        tilt, _ = cv2.Rodrigues(np.array([np.deg2rad(self.tilt_deg), 0, 0]))
        return np.asarray(tilt @ turn, float), np.array([0.0, 0.0, self.away_mm])

    def pixels(self, points_mm: Floats) -> Floats:
        flat = np.c_[points_mm, np.zeros(len(points_mm))]
        rotation, shift = self._pose
        lens = np.array([self.k1, 0, 0, 0.0])
        spots, _ = cv2.projectPoints(flat, cv2.Rodrigues(rotation)[0], shift, self._inside, lens)
        return np.asarray(spots, float).reshape(-1, 2)

    def picture(self, texture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        across, down = np.meshgrid(np.arange(WIDE, dtype=np.float64), np.arange(HIGH, dtype=np.float64))
        spots = np.stack([across, down], -1).reshape(-1, 1, 2)
        rays = cv2.undistortPoints(spots, self._inside, np.array([self.k1, 0, 0, 0.0])).reshape(-1, 2)
        rotation, shift = self._pose
        # Where a ray meets the table: the columns of (r1, r2, t) map table millimetres to rays.
        back = np.linalg.inv(np.c_[rotation[:, 0], rotation[:, 1], shift])
        met = np.c_[rays, np.ones(len(rays))] @ back.T
        mm = met[:, :2] / met[:, 2:]
        at = ((mm + TEXTURE_HALF_MM) * TEXTURE_PX_PER_MM - 0.5).astype(np.float32).reshape(HIGH, WIDE, 2)
        seen = cv2.remap(texture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderValue=(40, 50, 60))
        return np.asarray(cv2.GaussianBlur(seen, (3, 3), 0.6), np.uint8)


def table_top(
    present: tuple[int, ...] = (0, 1, 2, 3),
    shifts: Floats | None = None,
    turns_deg: tuple[float, ...] = (0, 0, 0, 0),
    half_mm: float = HALF_MM,
) -> NDArray[np.uint8]:
    """The table from straight above: felt, and the markers on their white paper where they were laid."""
    side = int(2 * TEXTURE_HALF_MM * TEXTURE_PX_PER_MM)
    felt = np.empty((side, side, 3), np.uint8)
    felt[:] = (70, 110, 60)
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    print_px = int(MARKER_MM * TEXTURE_PX_PER_MM)
    border = int(print_px * 10 / MARKER_MM)
    moved = np.zeros((4, 2)) if shifts is None else shifts
    for k in present:
        square = cv2.copyMakeBorder(
            np.asarray(cv2.aruco.generateImageMarker(book, k, print_px)),
            border,
            border,
            border,
            border,
            cv2.BORDER_CONSTANT,
            value=255,
        )
        centre = (SIGNS[k] * half_mm + moved[k] + TEXTURE_HALF_MM) * TEXTURE_PX_PER_MM
        cos, sin = np.cos(np.deg2rad(turns_deg[k])), np.sin(np.deg2rad(turns_deg[k]))
        middle = (square.shape[0] - 1) / 2
        place = np.array([[cos, -sin, 0], [sin, cos, 0]])
        place[:, 2] = centre - 0.5 - place[:, :2] @ [middle, middle]
        colour = cv2.cvtColor(square, cv2.COLOR_GRAY2BGR)
        cv2.warpAffine(colour, place, (side, side), dst=felt, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
    return felt


def off_mm(plane: TablePlane, shot: Shot, rigid: bool = False) -> float:
    """The largest error over the table; `rigid` forgives a common shift and turn, which nobody laid a ruler to."""
    found = plane.to_mm(shot.pixels(GRID))
    if rigid:
        a, b = GRID - GRID.mean(0), found - found.mean(0)
        u, _, v = np.linalg.svd(b.T @ a)
        found = b @ (u @ v) + GRID.mean(0)
    return float(np.linalg.norm(found - GRID, axis=1).max())


SHOTS = {
    "straight down": Shot(),
    "turned a quarter": Shot(turn_deg=90),
    "upside down": Shot(turn_deg=180),
    "turned a little": Shot(turn_deg=-33, away_mm=1500),
    "from P1's lamp": Shot(tilt_deg=28, away_mm=1350),
    "from a corner": Shot(turn_deg=130, tilt_deg=22, away_mm=1650),
    "wide lens": Shot(turn_deg=12, tilt_deg=15, k1=-0.12, away_mm=1300),
}


@pytest.mark.parametrize("shot", SHOTS.values(), ids=SHOTS.keys())
def test_markers_laid_well_give_the_table_within_three_millimetres(shot: Shot) -> None:
    plane = calibrate(shot.picture(table_top()))
    assert plane is not None
    assert plane.found_by == "markers"
    assert off_mm(plane, shot) < 3.0
    assert plane.half_mm == pytest.approx(HALF_MM, abs=4)


@pytest.mark.parametrize("missing", range(4))
def test_any_three_markers_suffice(missing: int) -> None:
    shot = Shot(turn_deg=20, tilt_deg=20, k1=-0.05, away_mm=1550)
    present = tuple(k for k in range(4) if k != missing)
    plane = calibrate(shot.picture(table_top(present)))
    assert plane is not None
    assert off_mm(plane, shot) < 3.0


@pytest.mark.parametrize("seed", range(5))
def test_markers_laid_carelessly_still_give_the_true_shape_of_the_table(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shot = Shot(float(rng.uniform(-180, 180)), float(rng.uniform(0, 25)), float(rng.uniform(-0.1, 0)), 1650)
    turns = tuple(float(t) for t in rng.uniform(-4, 4, 4))
    plane = calibrate(shot.picture(table_top(shifts=rng.uniform(-12, 12, (4, 2)), turns_deg=turns)))
    assert plane is not None
    assert off_mm(plane, shot, rigid=True) < 4.0
    assert off_mm(plane, shot) < 15.0


def test_a_smaller_table_is_measured() -> None:
    shot = Shot(tilt_deg=10)
    plane = calibrate(shot.picture(table_top(half_mm=330)))
    assert plane is not None
    assert plane.half_mm == pytest.approx(330, abs=4)
    assert off_mm(plane, shot) < 3.0


@pytest.mark.parametrize("present", [(0, 2), (0, 1), (1, 2)])
def test_two_markers_are_a_table_only_where_a_rough_one_will_do(present: tuple[int, int]) -> None:
    shot = Shot(turn_deg=8, tilt_deg=10, away_mm=1600)
    picture = shot.picture(table_top(present))
    assert tuple(sorted(find_markers(picture))) == present
    assert calibrate(picture) is None
    plane = calibrate(picture, ROUGH)
    assert plane is not None
    assert plane.found_by == BY_TWO
    assert not plane.known
    assert off_mm(plane, shot) < 40


def test_one_marker_is_no_table() -> None:
    assert calibrate(Shot().picture(table_top((3,))), ROUGH) is None


def test_markers_of_other_numbers_are_none_of_ours() -> None:
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    picture = np.full((200, 400, 3), 255, np.uint8)
    picture[50:150, 50:150] = np.asarray(cv2.aruco.generateImageMarker(book, 7, 100))[..., None]
    picture[50:150, 250:350] = np.asarray(cv2.aruco.generateImageMarker(book, 1, 100))[..., None]
    assert list(find_markers(picture)) == [1]


def test_marker_corners_run_clockwise_from_its_own_top_left_whatever_the_turn() -> None:
    shot = Shot(turn_deg=90)
    found = find_markers(shot.picture(table_top()))
    for k, quad in found.items():
        truth = shot.pixels(SIGNS[k] * HALF_MM + SIGNS * MARKER_MM / 2)
        assert np.abs(quad - truth).max() < 1.0


def test_millimetres_and_pixels_are_inverse_with_a_bent_lens() -> None:
    plane = TablePlane(from_frame((1920, 1080)).homography, (1920, 1080), bend=-0.15)
    points = GRID.reshape(7, 7, 2)
    assert np.abs(plane.to_mm(plane.to_px(points)) - points).max() < 0.05
    assert plane.to_px(points).shape == points.shape


def test_the_same_camera_at_another_size_sees_the_same_table() -> None:
    shot = Shot(turn_deg=15, tilt_deg=18, k1=-0.1)
    plane = calibrate(shot.picture(table_top()))
    assert plane is not None
    half = plane.scaled((WIDE // 2, HIGH // 2))
    pixels = shot.pixels(GRID)
    assert np.abs(half.to_mm(pixels / 2) - plane.to_mm(pixels)).max() < 0.01


def test_four_taps_make_the_table_with_p1_at_its_fourth_side() -> None:
    shot = Shot(turn_deg=90, tilt_deg=20)
    plane = from_corners(shot.pixels(SIGNS * 450), (WIDE, HIGH))
    assert np.abs(plane.to_mm(shot.pixels(GRID)) - GRID).max() < 0.5
    assert plane.found_by == "corners"


@pytest.mark.parametrize(
    "taps",
    [
        [[100, 100], [500, 100], [100, 500], [500, 500]],
        [[100, 100], [101, 100], [101, 101], [100, 101]],
        [[100, 100], [200, 200], [300, 300], [400, 400]],
        [[100, 100], [500, 100], [250, 200], [100, 500]],
        [[100, 100], [100, 500], [500, 500], [500, 100]],
    ],
    ids=["crossed", "one spot", "in a line", "dented", "the wrong way round"],
)
def test_taps_that_make_no_table_say_what_to_do(taps: list[list[int]]) -> None:
    with pytest.raises(CalibrationError, match="tap its corners in turn"):
        from_corners(np.array(taps, float), (640, 640))


def test_without_markers_the_table_fills_the_height_with_p1_at_the_bottom() -> None:
    plane = from_frame((1920, 1080))
    assert plane.to_mm(np.array([960.0, 540.0])) == pytest.approx([0, 0], abs=1e-6)
    bottom = plane.to_mm(np.array([960.0, 1080.0]))
    assert bottom == pytest.approx([0, 450], abs=1e-3)
    assert plane.found_by == "frame"


def test_a_table_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    plane = TablePlane(from_frame((1280, 720)).homography * 1.0, (1280, 720), -0.07, 391.5, "markers")
    (tmp_path / "table.json").write_text(plane.text)
    again = read_plane(tmp_path / "table.json")
    assert np.array_equal(again.homography, plane.homography)
    assert (again.size_wh, again.bend, again.half_mm, again.found_by) == ((1280, 720), -0.07, 391.5, "markers")


GOOD = {"homography": np.eye(3).tolist(), "size": [640, 480], "bend": 0.0, "half_mm": 398.0, "found_by": "markers"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[1, 2]",
        "null",
        json.dumps({k: v for k, v in GOOD.items() if k != "size"}),
        json.dumps(GOOD | {"size": [640]}),
        json.dumps(GOOD | {"size": [0, 480]}),
        json.dumps(GOOD | {"homography": np.zeros((3, 3)).tolist()}),
        json.dumps(GOOD | {"homography": np.eye(4).tolist()}),
        json.dumps(GOOD | {"homography": [[1, 0], [0, 1, 0]]}),
        json.dumps(GOOD | {"homography": [[1, 0, 0], [0, "nan", 0], [0, 0, 1]]}),
        json.dumps(GOOD | {"half_mm": "wide"}),
        json.dumps(GOOD | {"half_mm": 0}),
        json.dumps(GOOD | {"bend": float("nan")}),
    ],
)
def test_what_is_no_table_file_is_told_in_a_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "table.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CalibrationError, match="fifthseat calibrate"):
        read_plane(path)


def test_a_binary_file_is_no_table_file(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(b"\xff\xd8\xff\xe0 not json")
    with pytest.raises(CalibrationError, match="fifthseat calibrate"):
        read_plane(path)


def test_a_missing_table_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match=r"gone\.json cannot be read"):
        read_plane(tmp_path / "gone.json")
