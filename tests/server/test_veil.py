"""No rack leaves the machine in a picture: tested on the pixels, with the table known, guessed, lost and unknown."""

import asyncio
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.tile import Seat, Tile
from server.lens import Cover, Lens, Shown
from server.veil import blotched, veiled
from vision.arrays import Image
from vision.picture.frame import Frame
from vision.plane.calibration import BY_TWO, TablePlane, calibrate, from_corners, from_frame
from vision.plane.outline import seated, upright
from vision.plane.zones import LEDGE_TO
from vision.synthetic.look import choose
from vision.synthetic.pieces import Piece
from vision.synthetic.places import out_of, standing
from vision.synthetic.second import from_aside
from vision.synthetic.table import Band, RestingTile, TablePicture

SIZE = 1280, 720
ASLANT = from_corners(np.array([[330.0, 40.0], [960.0, 60.0], [1010.0, 700.0], [280.0, 680.0]]), SIZE)
PLANES = {
    "above": from_corners(np.array([[300.0, 20.0], [980.0, 20.0], [980.0, 700.0], [300.0, 700.0]]), SIZE),
    "aslant": ASLANT,
    "turned": seated(ASLANT, Seat.P2),
    "bent": TablePlane(ASLANT.homography, SIZE, 0.08, ASLANT.half_mm),
}


def room(seed: int = 0) -> Image:
    """Something everywhere, so that whatever is left in sight can be told."""
    rng = np.random.default_rng(seed)
    small = rng.integers(0, 255, (90, 160, 3), dtype=np.uint8)
    return np.asarray(cv2.resize(small, SIZE, interpolation=cv2.INTER_NEAREST), np.uint8)


def with_racks(image: Image, plane: TablePlane, seed: int) -> Image:
    """Fourteen other tiles on each rack: a strip from the ledge's far edge to where the last tile leans."""
    out, rng = image.copy(), np.random.default_rng(seed)
    for turn in range(4):
        for k in range(14):
            along = -240 + k * 34
            near, far = plane.half_mm * 0.94, plane.half_mm * 1.2
            tile = np.array([[along, near], [along + 30, near], [along + 30, far], [along, far]])
            for _ in range(turn):
                tile = np.stack([tile[:, 1], -tile[:, 0]], 1)
            colour = tuple(int(v) for v in rng.integers(0, 255, 3))
            cv2.fillPoly(out, [np.round(plane.to_px(tile)).astype(np.int32)], colour)
    return out


@pytest.mark.parametrize("plane", PLANES.values(), ids=PLANES)
def test_whatever_stands_on_the_racks_the_picture_is_the_same(plane: TablePlane) -> None:
    one, other = with_racks(room(), plane, 1), with_racks(room(), plane, 2)
    assert (one != other).any()
    assert (veiled(one, plane) == veiled(other, plane)).all()


@pytest.mark.parametrize("plane", PLANES.values(), ids=PLANES)
def test_what_lies_inside_the_ledges_is_seen_as_it_is(plane: TablePlane) -> None:
    image = room()
    hidden = veiled(image, plane)
    for x, y in ((0, 0), (-0.6, 0.6), (0.5, LEDGE_TO - 0.03), (LEDGE_TO - 0.03, -0.5)):
        px, py = plane.to_px(np.array([x, y]) * plane.half_mm).astype(int)
        assert (hidden[py, px] == image[py, px]).all()


def test_a_tile_in_the_hand_behind_a_rack_is_a_blotch() -> None:
    plane = PLANES["above"]
    empty, held = np.full((720, 1280, 3), 90, np.uint8), np.full((720, 1280, 3), 90, np.uint8)
    cv2.rectangle(held, (120, 300), (150, 342), (250, 250, 250), -1)
    cv2.rectangle(held, (128, 310), (142, 330), (0, 0, 200), -1)
    seen = cv2.absdiff(veiled(held, plane), veiled(empty, plane))
    assert seen.max() < 110
    patch = veiled(held, plane)[290:352, 110:160]
    assert int(np.abs(np.diff(patch.astype(int), axis=1)).max()) < 12  # no edge is left to read a face by
    assert (patch[..., 0] == patch[..., 2]).all()  # and no colour


def test_without_a_table_no_two_faces_can_be_told_apart() -> None:
    shown = []
    for colour in ((0, 0, 200), (0, 150, 0), (180, 60, 0)):  # a red, a green and a blue drawing of the same weight
        image = np.full((720, 1280, 3), 90, np.uint8)
        cv2.rectangle(image, (600, 300), (640, 356), (245, 245, 245), -1)
        cv2.rectangle(image, (612, 315), (628, 341), colour, -1)
        shown.append(blotched(image).astype(int))
    assert max(int(np.abs(a - b).max()) for a in shown for b in shown) < 12


def packed(lens: Lens, image: Image, plane: TablePlane | None, cover: Cover = Cover.RACKS) -> Shown:
    lens.saw(Frame(lens.latest.frame.time_s + 1 if lens.latest else 0.0, image), plane, None)
    shown = asyncio.run(lens.show(cover))
    assert shown is not None
    return shown


def ticking() -> Lens:
    """A lens whose clock goes on by three seconds each time it is asked."""
    times = iter(range(0, 10_000, 3))
    return Lens(clock=lambda: float(next(times)))


def test_the_bytes_that_are_sent_do_not_depend_on_the_racks() -> None:
    plane = PLANES["aslant"]
    one = packed(ticking(), with_racks(room(), plane, 1), plane)
    other = packed(ticking(), with_racks(room(), plane, 2), plane)
    assert one.jpeg == other.jpeg


ROUGHLY = replace(from_frame(SIZE), found_by=BY_TWO)


@pytest.mark.parametrize(
    "plane", [None, from_frame(SIZE), ROUGHLY], ids=["no table", "the picture's own edges", "two markers"]
)
def test_where_the_table_is_not_known_all_is_hidden(plane: TablePlane | None) -> None:
    shown = packed(ticking(), room(), plane)
    picture = cv2.imdecode(np.frombuffer(shown.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert shown.size_wh == SIZE
    assert cv2.absdiff(np.asarray(picture, np.uint8), blotched(room())).max() < 30


def test_when_the_camera_is_pushed_the_picture_is_hidden_before_the_racks_are_seen() -> None:
    plane, lens, image = PLANES["above"], ticking(), np.asarray(cv2.blur(room(), (9, 9)), np.uint8)
    assert not packed(lens, image, plane).lost
    pushed = np.roll(image, 60, axis=1)
    shown = packed(lens, pushed, plane)
    assert shown.lost
    picture = np.asarray(cv2.imdecode(np.frombuffer(shown.jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    assert cv2.absdiff(picture, blotched(pushed)).max() < 30


@pytest.mark.parametrize("plane", PLANES.values(), ids=PLANES)
def test_what_is_drawn_over_a_picture_lies_where_it_lies_in_the_camera(plane: TablePlane) -> None:
    shown = packed(ticking(), room(), plane)
    at = plane.to_px(np.array([[100.0, 50.0], [-200.0, 300.0]]))
    assert shown.camera_points(shown.points(at)) == pytest.approx(at)
    near = shown.points(plane.to_px(np.array([[0.0, plane.half_mm]])))[0]
    assert near[1] > 0.7 * shown.size_wh[1], "whoever is first sits at the bottom"
    assert upright(plane) == shown.quarters


def test_a_picture_is_packed_once_however_many_look_and_only_when_somebody_does() -> None:
    now = [0.0]
    lens, plane = Lens(clock=lambda: now[0]), PLANES["above"]
    for k in range(50):
        lens.saw(Frame(k / 30, room()), plane, None)

    async def looks() -> list[Shown | None]:
        return list(await asyncio.gather(*(lens.show() for _ in range(8))))

    assert len({id(s) for s in asyncio.run(looks())}) == 1
    lens.saw(Frame(2.0, room(1)), plane, None)
    now[0] = 0.1
    first = asyncio.run(lens.show())
    assert first is not None
    assert first.glimpse.number == 50, "not more often than the pace allows"
    now[0] = 0.3
    second = asyncio.run(lens.show())
    assert second is not None
    assert second.glimpse.number == 51


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_second_camera_that_leans_over_a_rack_shows_no_face_on_it(seed: int) -> None:
    look = from_aside(choose(seed, "clean", SIZE))
    table, rows = TablePicture(look), [(seat, slot) for seat in Seat for slot in range(14)]
    for n, (seat, slot) in enumerate(rows):
        pose = standing(look, seat, slot, 14)
        table.lay(n, RestingTile(Piece(Tile(n % 36)), pose, Band.STANDING, seat))
    table.refresh()
    image, plane = table.image.copy(), calibrate(table.image)
    assert plane is not None
    owners = table.owners()
    shown = (veiled(image, replace(plane, askew=True)) == image).all(2)
    before = [seat for seat in Seat if out_of(seat, *look.lens.place[:2]) > look.ledge]  # it can see their faces
    for n, (seat, _) in enumerate(rows):
        assert seat not in before or not (shown & (owners == n)).any()
    inner = np.abs(plane.to_mm(np.argwhere(owners < 0)[:, ::-1].astype(float))).max(1) < 0.7 * plane.half_mm
    assert shown[owners < 0][inner].all(), "where discards lie all is shown"
