from itertools import product

import cv2
import numpy as np
import pytest

from engine.tile import Seat, Tile
from tests.scene import PLANE, SIDE, Scene, noisy, textured
from vision.arrays import Image
from vision.follow.motion import HAND, Ground, Motion, ground
from vision.picture.frame import Frame

SMALL_HW = (SIDE // 8, SIDE // 8)


@pytest.fixture
def area() -> Ground:
    return ground(PLANE, SMALL_HW)


def small(scene: Scene, noise: float = 0.0, seed: int = 0) -> Image:
    picture = scene.draw()
    return Frame(0.0, noisy(picture, seed, noise) if noise else picture).small


def rested(area: Ground, scene: Scene) -> Motion:
    motion = Motion(area)
    motion.moving(small(scene))
    motion.rested(small(scene))
    return motion


def test_the_sides_lie_before_their_players(area: Ground) -> None:
    middles = []
    for side in area.sides:
        _, _, _, centres = cv2.connectedComponentsWithStats(side)
        assert len(centres) == 2
        middles.append(centres[1] - SMALL_HW[0] / 2)
    p1, p2, p3, p4 = middles
    assert p1[1] > 33
    assert p2[0] > 33
    assert p3[1] < -33
    assert p4[0] < -33


def test_a_table_turned_in_the_picture_turns_its_sides() -> None:
    half_turn = np.diag([-1.0, -1.0, 1.0])
    turned = ground(type(PLANE)(half_turn @ PLANE.homography, PLANE.size_wh, 0.0, PLANE.half_mm, "markers"), SMALL_HW)
    straight = ground(PLANE, SMALL_HW)
    overlap = cv2.countNonZero(cv2.bitwise_and(turned.sides[Seat.P1], straight.sides[Seat.P3]))
    assert overlap > 0.8 * cv2.countNonZero(straight.sides[Seat.P3])


def test_the_first_picture_counts_as_movement(area: Ground) -> None:
    motion = Motion(area)
    assert motion.moving(small(Scene()))
    assert not motion.moving(small(Scene()))


def test_a_webcams_noise_does_not_move(area: Ground) -> None:
    motion = Motion(area)
    scene = Scene()
    scene.discard(Tile.B3, 0, 0)
    motion.moving(small(scene, 9, 0))
    assert not any(motion.moving(small(scene, 9, seed)) for seed in range(1, 6))


def test_a_tile_put_down_moves(area: Ground) -> None:
    motion = Motion(area)
    scene = Scene()
    motion.moving(small(scene))
    scene.discard(Tile.B3, 20, -30)
    assert motion.moving(small(scene))
    assert not motion.moving(small(scene))


def test_what_moves_beside_the_table_is_no_movement() -> None:
    wide = type(PLANE)(PLANE.homography @ np.array([[1, 0, -280.0], [0, 1, 0], [0, 0, 1]]), (1280, SIDE), 0.0, 398.0)
    motion = Motion(ground(wide, (90, 160)))
    picture = Scene().draw(wide)
    motion.moving(Frame(0.0, picture).small)
    picture[130:600, :160] = (200, 200, 200)
    assert not motion.moving(Frame(0.0, picture).small)


def test_a_change_is_counted_from_the_last_rest(area: Ground) -> None:
    scene = Scene()
    motion = rested(area, scene)
    assert cv2.countNonZero(motion.changed(small(scene))) == 0
    scene.discard(Tile.B3, 100, 100)
    now = small(scene)
    change = motion.changed(now)
    y, x = np.argwhere(change).mean(0)
    assert [x, y] == pytest.approx((PLANE.to_px(np.array([100.0, 100.0])) / 8).tolist(), abs=1.0)
    motion.rested(small(scene))
    assert [cv2.countNonZero(motion.changed(picture)) for picture in (now, small(scene))] == [0, 0]


def test_what_covers_just_as_much_as_a_hand_does_is_one(area: Ground) -> None:
    bare = np.full(SMALL_HW, 90, np.uint8)
    y, x = np.argwhere(area.sides[Seat.P1]).mean(0).astype(int)
    least = int(np.ceil(np.sqrt(HAND * area.area)))
    for across, seat in ((least, Seat.P1), (least // 2, None)):
        motion = Motion(area)
        motion.moving(bare)
        motion.rested(bare)
        reaching = bare.copy()
        reaching[y - across : y, x : x + across] = 160
        motion.moving(reaching, 1.0)
        assert motion.hand(reaching, 1.0) is seat


def test_before_the_first_rest_everything_has_changed(area: Ground) -> None:
    assert np.array_equal(Motion(area).changed(small(Scene())), area.table)
    assert Motion(area).hand(small(Scene())) is None


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("along", [-250.0, 0.0, 200.0])
def test_an_arm_belongs_to_the_seat_it_comes_from(area: Ground, seat: Seat, along: float) -> None:
    scene = Scene()
    motion = rested(area, scene)
    for out in (380.0, 200.0, -60.0):
        scene.arms[seat] = (along, out)
        assert motion.hand(small(scene)) is seat


def test_the_larger_of_two_arms_is_told(area: Ground) -> None:
    scene = Scene()
    motion = rested(area, scene)
    scene.arms = {Seat.P2: (0, 350.0), Seat.P4: (0, 60.0)}
    assert motion.hand(small(scene)) is Seat.P4


def test_a_tile_is_no_hand(area: Ground) -> None:
    scene = Scene()
    motion = rested(area, scene)
    scene.discard(Tile.B3, 0, 0)
    scene.expose(Seat.P1, -40, Tile.B3, Tile.B3, Tile.B3)
    assert motion.hand(small(scene)) is None


def test_a_cup_in_the_middle_reaches_no_edge(area: Ground) -> None:
    scene = Scene()
    motion = rested(area, scene)
    scene.things.append((0, 0, 90))
    assert motion.hand(small(scene)) is None


def test_a_picture_of_another_size_is_movement_and_all_new(area: Ground) -> None:
    motion = rested(area, Scene())
    other = np.zeros((SMALL_HW[0] // 2, SMALL_HW[1] // 2), np.uint8)
    assert motion.moving(other)


@pytest.mark.parametrize("seat", Seat)
def test_a_hand_whose_dark_sleeve_hardly_shows_is_still_its_owners(area: Ground, seat: Seat) -> None:
    motion = rested(area, Scene())
    reaching = Scene(arms={seat: (0.0, 100.0)})
    picture, empty = small(reaching), small(Scene())
    inward = np.zeros(SMALL_HW, np.uint8)
    cv2.rectangle(inward, (22, 22), (SMALL_HW[1] - 23, SMALL_HW[0] - 23), 255, -1)
    cuff = cv2.dilate(inward, np.ones((9, 9), np.uint8)) - inward  # four pixels of sleeve that look like the table
    unseen = np.where(cuff > 0, empty, picture).astype(np.uint8)
    assert motion.hand(unseen) is seat


@pytest.mark.parametrize("seat", Seat)
def test_over_many_tiles_a_hand_that_lay_there_at_the_first_rest_is_seen_to_go(area: Ground, seat: Seat) -> None:
    """Edges run wherever the hand's outline ran, so that these alone do not tell."""
    pictures = []
    for arms in ({seat: (0.0, 120.0)}, {}):
        scene = Scene(arms=arms)
        for x, y in product(range(-240, 241, 60), repeat=2):
            scene.discard(Tile.B3, x, y)
        pictures.append(Frame(0.0, textured(scene.draw())).small)
    with_hand, without = pictures
    came, went = Motion(area), Motion(area)
    for motion, before, now in ((came, without, with_hand), (went, with_hand, without)):
        motion.moving(before)
        motion.rested(before)
        motion.moving(now)
    assert came.hand(with_hand, first=True) is seat
    assert came.left(with_hand, first=True) is None
    assert went.hand(without) is seat, "after later rests a hand is believed sooner than that one has left"
    assert went.hand(without, first=True) is None
    assert went.left(without, first=True) is seat


def lit(scene: Scene, times: float) -> Image:
    """A light table as a camera sees it whose exposure lets in so many times as much light."""
    picture = scene.draw()
    felt = (picture != 250).all(2, keepdims=True)
    light = np.clip(np.where(felt, picture.astype(np.float64) + 90, picture) * 0.75 * times, 0, 255)
    return Frame(0.0, light.astype(np.uint8)).small


@pytest.mark.parametrize("times", [0.85, 1.15, 1.25])
def test_a_camera_that_exposes_otherwise_shows_no_hand_and_hides_none(area: Ground, times: float) -> None:
    scene, motion = Scene(), Motion(area)
    motion.moving(lit(scene, 1.0))
    motion.rested(lit(scene, 1.0))
    assert motion.share(lit(scene, times)) == 0.0
    motion.moving(lit(scene, times), 0.1)
    assert motion.hand(lit(scene, times), 0.1) is None
    scene.discard(Tile.C7, 40, 40)
    assert 0.0 < motion.share(lit(scene, times)) < 0.01
    scene.arms[Seat.P2] = (0.0, 60.0)
    motion.moving(lit(scene, times), 0.2)
    assert motion.hand(lit(scene, times), 0.2) is Seat.P2


def test_a_lamp_that_is_switched_changes_the_whole_table(area: Ground) -> None:
    scene, motion = Scene(), Motion(area)
    motion.moving(lit(scene, 0.7))
    motion.rested(lit(scene, 0.7))
    assert motion.share(lit(scene, 1.2)) > 0.9


def test_edges_that_differ_along_their_length_are_no_hand_though_they_come_to_the_table_side(area: Ground) -> None:
    table = np.full(SMALL_HW, 150, np.uint8)
    motion = Motion(area)
    motion.moving(table)
    motion.rested(table)
    edges = table.copy()
    edges[20:-20, [-14, -8, -2]] += 40  # the upright edges of a rack, a pixel wide
    motion.moving(edges, 0.1)
    assert motion.hand(edges, 0.1) is None
    arm = table.copy()
    arm[52:62, 60:] += 40
    motion.moving(arm, 0.2)
    assert motion.hand(arm, 0.2) is Seat.P2


SLEEVE = (55, 88, 48)  # a little darker than felt


@pytest.mark.parametrize("seat", Seat)
def test_a_dark_sleeve_that_hides_light_tiles_is_a_hand_that_has_come(area: Ground, seat: Seat) -> None:
    """Where it lies there are fewer edges than before, as where something has been taken away."""
    scene, motion = Scene(), Motion(area)
    for x, y in product(range(-240, 241, 40), repeat=2):
        scene.discard(Tile.B3, x, y)
    for at_s, tile in enumerate((Tile.C1, Tile.C2, Tile.C3)):
        scene.discard(tile, 100.0 * at_s - 100, -290)
        motion.moving(small(scene), float(at_s))
        motion.rested(small(scene))
    bare = scene.draw()
    scene.arms[seat] = (0.0, 60.0)
    arm = (scene.draw() != bare).any(2, keepdims=True)
    reaching = Frame(3.0, np.where(arm, SLEEVE, bare).astype(np.uint8)).small
    motion.moving(reaching, 3.0)
    assert motion.hand(reaching, 3.0) is seat


@pytest.mark.parametrize("seat", Seat)
def test_what_came_to_lie_there_and_is_taken_away_is_no_hand(area: Ground, seat: Seat) -> None:
    scene, motion = Scene(), Motion(area)
    scene.discard(Tile.B3, 40, 40)
    for time_s, arms in enumerate(({}, {}, {seat: (0.0, 100.0)}, {seat: (0.0, 100.0)}, {})):
        scene.arms.clear()
        scene.arms.update(arms)
        scene.discard(Tile.B3, -200 + 40.0 * time_s, -200)
        motion.moving(small(scene), float(time_s))
        if time_s < 4:
            motion.rested(small(scene))
    assert motion.hand(small(scene), 4.0) is None
