"""The last minutes in memory: no rack in any picture, nothing while the table is not surely known, never too much."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.tile import Seat
from server.lens import Lens, Watching
from server.replay.reel import ANCHOR_S, MOVING_FPS, Kept, Reel
from server.veil import BAND, Mask
from tests.scene import PLANE, RectangleEyes, Scene, textured
from tests.server.test_veil import PLANES, room, with_racks
from vision.arrays import Image
from vision.follow.belief import Belief, Stage
from vision.follow.settle import Settler
from vision.picture.frame import Frame
from vision.plane.calibration import BY_TWO, TablePlane, from_frame
from vision.plane.zones import LEDGE_TO

MOVING = Belief(Stage.MOVING, sure=True)
RESTING = Belief(Stage.RESTING, sure=True)
ABOVE = PLANES["above"]


class Shot:
    """A reel before which pictures pass, thirty a second."""

    def __init__(self, most_bytes: int = 1 << 30) -> None:
        self.reel = Reel(most_bytes, clock=lambda: self.time_s)
        self.time_s = 0.0
        self.number = 1

    def passes(self, seconds: float, image: Image, belief: Belief, plane: TablePlane | None = ABOVE) -> None:
        for _ in range(max(1, round(seconds * 30))):
            self.time_s += 1 / 30
            self.reel.saw(Frame(self.time_s, image), plane, replace(belief, rests=self.number))

    def rests(self, plane: TablePlane | None = ABOVE, image: Image | None = None) -> None:
        """One more rest has been looked at whole."""
        self.number += 1
        self.passes(0, room() if image is None else image, RESTING, plane)

    @property
    def kept(self) -> tuple[Kept, ...]:
        return self.reel.between(0, 1e9)


@pytest.mark.parametrize("plane", PLANES.values(), ids=PLANES)
@pytest.mark.parametrize("hand", [None, *Seat])
def test_whatever_stands_on_the_racks_the_kept_bytes_are_the_same(plane: TablePlane, hand: Seat | None) -> None:
    kept = []
    for seed in (1, 2):
        image, shot = with_racks(room(), plane, seed), Shot()
        shot.passes(0.5, image, replace(MOVING, hand=hand), plane)
        shot.rests(plane, image)
        kept.append([k.jpeg for k in shot.kept])
    assert kept[0]
    assert kept[0] == kept[1]


@pytest.mark.parametrize("plane", PLANES.values(), ids=PLANES)
def test_what_lies_inside_the_ledges_is_kept_and_nothing_else(plane: TablePlane) -> None:
    image, mask = room(), Mask(plane)
    x0, y0, x1, y1 = mask.box
    cut, inside = mask.cut(image), 0
    for py in range(y0, y1, 7):
        for px in range(x0, x1, 7):
            out = float(np.abs(plane.to_mm(np.array([px, py], float))).max()) / plane.half_mm
            if out < LEDGE_TO - 0.02:
                inside += 1
                assert (cut[py - y0, px - x0] == image[py, px]).all()
            elif out > LEDGE_TO + 0.02:
                assert tuple(cut[py - y0, px - x0]) == BAND
    assert inside > 100


def test_a_hand_lights_up_its_owners_side_of_the_band() -> None:
    mask = Mask(ABOVE)
    x0, y0, _, _ = mask.box
    plain = mask.cut(room())
    for seat, (x, y) in zip(Seat, ((0, 1.1), (1.1, 0), (0, -1.1), (-1.1, 0)), strict=True):
        px, py = np.round(ABOVE.to_px(np.array([x, y]) * ABOVE.half_mm)).astype(int)
        lit = mask.cut(room(), seat)
        assert tuple(lit[py - y0, px - x0]) != BAND
        assert (lit != plain).any(axis=2).mean() < 0.25


@pytest.mark.parametrize(
    ("plane", "belief"),
    [
        (None, RESTING),
        (from_frame((1280, 720)), RESTING),
        (replace(from_frame((1280, 720)), found_by=BY_TWO), RESTING),
        (ABOVE, None),
        (ABOVE, replace(RESTING, sure=False)),
    ],
    ids=["no table", "the picture's own edges", "two markers", "nobody follows", "the camera has just shaken"],
)
def test_nothing_is_kept_while_the_table_is_not_surely_known(plane: TablePlane | None, belief: Belief | None) -> None:
    shot = Shot()
    for number in range(60):
        shot.time_s += 1 / 30
        told = None if belief is None else replace(belief, rests=number // 10)
        shot.reel.saw(Frame(shot.time_s, room()), plane, told)
    assert shot.reel.bytes == 0
    assert shot.reel.span is None


def test_who_wants_none_has_none() -> None:
    shot = Shot(most_bytes=0)
    shot.passes(1, room(), MOVING)
    shot.rests()
    assert shot.reel.bytes == 0


def test_nobody_sees_a_picture_before_the_table_has_been_at_rest_where_it_was() -> None:
    shot = Shot()
    shot.passes(1, room(), MOVING)
    assert shot.kept == ()
    shot.rests()
    assert len(shot.kept) > 5


def test_what_was_taken_since_the_last_rest_goes_when_the_table_turns_out_to_lie_elsewhere() -> None:
    shot = Shot()
    shot.passes(1, room(), MOVING)
    shot.rests()
    before = shot.kept
    shot.passes(1, room(1), MOVING)
    shot.passes(1, room(1), MOVING, PLANES["aslant"])
    shot.rests(PLANES["aslant"])
    assert shot.kept[: len(before)] == before
    assert all(k.plane is PLANES["aslant"] for k in shot.kept[len(before) :])


def test_a_camera_that_has_slipped_unnoticed_is_found_out_at_a_rest() -> None:
    image = np.asarray(cv2.blur(room(), (9, 9)), np.uint8)
    shot = Shot()
    shot.passes(1, image, RESTING)
    shot.rests(image=image)
    seen = len(shot.kept)
    assert seen
    slipped = np.roll(image, 60, axis=1)
    shot.time_s += ANCHOR_S
    shot.passes(1, slipped, MOVING)
    shot.rests(image=slipped)
    assert len(shot.kept) == seen


def test_all_that_is_kept_stays_within_its_bound_and_the_oldest_goes_first() -> None:
    bound = 2_000_000
    shot = Shot(bound)
    for n in range(12):
        shot.passes(1, room(n), MOVING)
        shot.rests(image=room(n))
        assert shot.reel.bytes <= bound
    kept = shot.kept
    assert sum(len(k.jpeg) for k in kept) == shot.reel.bytes
    assert [k.number for k in kept] == list(range(kept[0].number, kept[-1].number + 1))
    assert kept[0].number > 1
    shot.passes(40, room(), MOVING)  # hands that never leave the table
    assert shot.reel.bytes <= bound


def test_a_table_at_rest_is_kept_once_a_second_and_a_moving_one_as_often_as_one_can_follow() -> None:
    shot = Shot()
    shot.passes(10, room(), MOVING)
    shot.rests()
    moving = len(shot.kept)
    assert 0.7 * 10 * MOVING_FPS <= moving <= 10 * MOVING_FPS + 2
    shot.passes(10, room(), RESTING)
    shot.rests()
    assert 9 <= len(shot.kept) - moving <= 12


def test_when_the_camera_is_another_one_all_is_forgotten() -> None:
    shot = Shot()
    shot.passes(1, room(), MOVING)
    shot.rests()
    shot.passes(0.5, room(), MOVING)
    shot.reel.forget()
    assert shot.reel.bytes == 0
    assert shot.kept == ()
    shot.passes(0.5, room(), MOVING)
    shot.rests()
    assert shot.kept


def test_a_pushed_camera_is_not_sure_of_the_table_until_it_has_been_at_rest() -> None:
    plane = TablePlane(PLANE.homography, PLANE.size_wh, 0.0, PLANE.half_mm, "corners")
    image, settler = textured(Scene().draw()), Settler(RectangleEyes(), plane)
    reel = Reel(clock=lambda: 0.0)
    watching, time_s, sure = Watching(Lens(), settler, None, reel), 0.0, []
    pushed = np.roll(image, (9, 25), axis=(0, 1))
    for picture, frames in ((image, 60), (pushed, 20), (pushed, 60)):
        for _ in range(frames):
            time_s += 1 / 30
            watching.settle(Frame(time_s, picture))
            sure.append(settler.belief.sure)
    assert sure[59]
    assert not any(sure[60:66])
    assert sure[-1]
    for kept in reel.between(-1, 1):
        assert (kept.time_s < 61 / 30) == (kept.plane is plane)


def test_what_is_forgotten_while_a_picture_is_being_kept_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's thread may say so at any moment of the camera's."""
    shot = Shot()
    shot.passes(0.5, room(), MOVING)
    due = Reel._due

    def meanwhile(reel: Reel, time_s: float, belief: Belief) -> bool:
        reel.forget()
        return due(reel, time_s, belief)

    monkeypatch.setattr(Reel, "_due", meanwhile)
    shot.rests()
    monkeypatch.undo()
    assert shot.kept == ()
    shot.passes(0.5, room(), MOVING)
    shot.rests()
    assert shot.kept
