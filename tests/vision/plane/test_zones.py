import numpy as np
import pytest
from numpy.typing import NDArray

from engine.tile import Seat
from vision.plane.calibration import TablePlane, from_frame
from vision.plane.zones import Place, Zone, groups, place

Floats = NDArray[np.float64]
PLANE = from_frame((1000, 1000))  # 0.9 mm a pixel
WIDE_MM, HIGH_MM = 24.0, 32.0


def seated(seat: Seat, along: float, out: float) -> Floats:
    """The point `along` mm to the right of and `out` mm toward the player at `seat`."""
    angle = -np.pi / 2 * seat  # each seat to the right is a quarter turn on
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(turn @ np.array([along, out]))


def quad(seat: Seat, along: float, out: float, turned_deg: float = 0.0, plane: TablePlane = PLANE) -> Floats:
    """A tile that the player at `seat` reads upright, turned clockwise; in pixels."""
    spin = np.deg2rad(turned_deg)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [WIDE_MM / 2, HIGH_MM / 2]
    corners = corners @ np.array([[np.cos(spin), np.sin(spin)], [-np.sin(spin), np.cos(spin)]])
    return plane.to_px(np.array([seated(seat, along + x, out + y) for x, y in corners]))


def placed(seat: Seat, along: float, out_part: float, turned_deg: float = 0.0) -> Place:
    return place(PLANE, quad(seat, along, out_part * PLANE.half_mm, turned_deg)[None])[0]


def test_seats_go_round_to_the_right() -> None:
    assert seated(Seat.P1, 0, 100) == pytest.approx([0, 100])
    assert seated(Seat.P2, 0, 100) == pytest.approx([100, 0])
    assert seated(Seat.P3, 0, 100) == pytest.approx([0, -100])
    assert seated(Seat.P4, 0, 100) == pytest.approx([-100, 0])


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("along", [-150.0, 0.0, 180.0])
def test_a_tile_on_the_ledge_is_its_owners_exposure(seat: Seat, along: float) -> None:
    at = placed(seat, along, 0.87)
    assert (at.zone, at.seat) == (Zone.EXPOSURE, seat)
    assert at.along_mm == pytest.approx(along, abs=0.5)
    assert at.span_mm == pytest.approx(WIDE_MM, abs=0.5)


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("out", [0.0, 0.3, 0.62])
def test_tiles_in_the_middle_are_nobodys_discards_however_they_lie(seat: Seat, out: float) -> None:
    for turned in (0, 33, 90, 200):
        at = placed(seat, 40, out, turned)
        assert (at.zone, at.seat) == (Zone.DISCARDS, None)


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("out", [0.74, 0.98, 1.1])
def test_walls_and_the_standing_tiles_are_neither(seat: Seat, out: float) -> None:
    assert placed(seat, 0, out).zone is None


@pytest.mark.parametrize("seat", Seat)
def test_a_tile_beyond_the_racks_end_is_no_exposure(seat: Seat) -> None:
    assert placed(seat, 0.66 * PLANE.half_mm, 0.87).zone is None


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("turned", [-25, 8, 90, 97, 180, 270])
def test_sideways_upside_down_and_a_little_askew_is_still_exposed(seat: Seat, turned: float) -> None:
    assert placed(seat, 60, 0.87, turned).zone is Zone.EXPOSURE


@pytest.mark.parametrize("turned", [45, 135, -50])
def test_a_loose_tile_on_a_slant_is_no_exposure(turned: float) -> None:
    assert placed(Seat.P3, 60, 0.87, turned).zone is None


@pytest.mark.parametrize(("turned", "faces"), [(0, 1), (8, 1), (180, -1), (188, -1), (90, 0)])
def test_an_exposure_faces_its_owner_as_it_is_cut_out_or_upside_down(turned: float, faces: int) -> None:
    assert [placed(seat, 0, 0.87, turned).faces for seat in Seat] == [faces] * 4
    assert placed(Seat.P1, 0, 0.3, turned).faces == 0


def test_the_span_of_a_sideways_tile_is_its_height() -> None:
    assert placed(Seat.P2, 0, 0.87, 90).span_mm == pytest.approx(HIGH_MM, abs=0.5)


def test_zones_shrink_with_the_table() -> None:
    small = TablePlane(PLANE.homography, PLANE.size_wh, 0.0, PLANE.half_mm * 0.8, "markers")
    one = quad(Seat.P1, 0, 0.87 * PLANE.half_mm)[None]
    assert place(PLANE, one)[0].zone is Zone.EXPOSURE
    assert place(small, one)[0].zone is None
    assert place(small, quad(Seat.P1, 0, 0.87 * small.half_mm)[None])[0].zone is Zone.EXPOSURE


def row(seat: Seat, *spots: tuple[float, float]) -> list[Place]:
    """Exposed tiles at (along, turned)."""
    return [placed(seat, along, 0.87, turned) for along, turned in spots]


@pytest.mark.parametrize("seat", Seat)
def test_groups_are_split_at_gaps_and_run_from_the_owners_left(seat: Seat) -> None:
    shown = row(seat, (60, 0), (-100, 0), (-124.5, 0), (36, 0), (-75, 0), (84.5, 0))
    assert groups(shown) == [[2, 1, 4], [3, 0, 5]]


def test_a_gap_of_a_third_of_a_tile_parts_and_a_crack_does_not() -> None:
    wide, crack = WIDE_MM * 4 / 3, WIDE_MM * 1.12
    assert groups(row(Seat.P1, (0, 0), (wide, 0))) == [[0], [1]]
    assert groups(row(Seat.P1, (0, 0), (crack, 0))) == [[0, 1]]


def test_a_sideways_tile_in_a_group_needs_more_room_and_belongs_to_it() -> None:
    beside = (WIDE_MM + HIGH_MM) / 2 + 1
    shown = row(Seat.P4, (0, 0), (beside, 90), (2 * beside, 0))
    assert groups(shown) == [[0, 1, 2]]


def test_no_tiles_make_no_groups() -> None:
    assert groups([]) == []
    assert place(PLANE, np.zeros((0, 4, 2))) == ()
