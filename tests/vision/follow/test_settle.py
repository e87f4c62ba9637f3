from itertools import product
from typing import Any

import cv2
import numpy as np
import pytest

from engine.sight.observation import LOOKS, Observation
from engine.tile import Seat, Tile
from tests.scene import FELT, LONG_S, PLANE, SIDE, Film, RectangleEyes, Scene, faces, noisy, seated, textured
from vision.arrays import Image
from vision.follow.belief import Stage
from vision.follow.motion import SETTLE_S, STUCK_S
from vision.follow.settle import Settler
from vision.picture.frame import EncodedFrame, Frame
from vision.plane.calibration import from_frame
from vision.read.sightings import Sightings

B3, C7, D2, JOKER = Tile.B3, Tile.C7, Tile.D2, Tile.JOKER


@pytest.fixture
def eyes() -> RectangleEyes:
    return RectangleEyes()


@pytest.fixture
def film(eyes: RectangleEyes) -> Film:
    """A table with two discards and a group, looked at until nothing more is told."""
    scene = Scene()
    scene.discard(C7, -100, -40)
    scene.discard(D2, -70, -40)
    scene.expose(Seat.P3, -60, B3, B3, JOKER)
    film = Film(Settler(eyes, PLANE), scene)
    film.run(LONG_S)
    eyes.windows.clear()
    return film


def test_a_table_at_rest_is_told_a_few_times_and_then_no_more(eyes: RectangleEyes) -> None:
    scene = Scene()
    scene.discard(C7, 0, 0)
    film = Film(Settler(eyes, PLANE), scene)
    told = film.run(3.0)
    assert [seen.looks for seen in told] == list(range(1, LOOKS + 1))
    assert faces(told[-1])[0] == [C7]
    assert told[-1].discards[0].frames == LOOKS
    assert told[-1].discards[0].log_p[C7] > told[0].discards[0].log_p[C7]


def test_nothing_is_told_before_the_table_has_been_still(eyes: RectangleEyes) -> None:
    film = Film(Settler(eyes, PLANE), Scene())
    assert film.run(SETTLE_S - 0.04) == []
    assert len(film.run(0.1)) == 1


def test_the_observation_says_what_lies_where(film: Film) -> None:
    film.scene.discard(B3, 30, 20)
    seen = film.run(LONG_S)[-1]
    discards, exposed = faces(seen)
    assert discards == [C7, D2, B3]  # the order in which they came
    assert exposed == [[], [], [[B3, B3, JOKER]], []]
    assert (seen.discards[2].x_mm, seen.discards[2].y_mm) == pytest.approx((30, 20), abs=1)
    assert seen.time_s == pytest.approx(film.time_s, abs=LONG_S)


@pytest.mark.parametrize("seat", Seat)
def test_groups_are_told_by_seat_from_the_players_left(eyes: RectangleEyes, seat: Seat) -> None:
    scene = Scene()
    scene.expose(seat, -150, B3, JOKER, B3)
    scene.expose(seat, 20, C7, C7, JOKER, C7)
    seen = Film(Settler(eyes, PLANE), scene).run(LONG_S)[-1]
    assert faces(seen)[1][seat] == [[B3, JOKER, B3], [C7, C7, JOKER, C7]]


@pytest.mark.parametrize("seat", Seat)
def test_nothing_is_told_while_a_hand_is_there_and_then_whose_it_was(film: Film, seat: Seat) -> None:
    assert film.reach(seat, to=60) == []
    film.scene.discard(B3, 30, 20)
    assert film.run(0.5) == []  # holding still over the table is no rest
    assert film.withdraw(seat) == []
    told = film.run(LONG_S)
    assert {seen.hands for seen in told} == {(seat,)}
    assert faces(told[-1])[0] == [C7, D2, B3]


def test_hands_are_told_in_order_and_forgotten_with_the_next_rest(film: Film) -> None:
    for seat in (Seat.P2, Seat.P4):
        film.reach(seat, to=200)
        film.withdraw(seat)
    assert film.run(LONG_S)[-1].hands == (Seat.P2, Seat.P4)
    film.reach(Seat.P1, to=200)
    film.withdraw(Seat.P1)
    assert film.run(LONG_S)[-1].hands == (Seat.P1,)


def test_hands_are_named_again_while_no_rest_is_whole_but_not_for_ever(film: Film) -> None:
    """As on a slow machine, or where people play faster than it looks."""
    for k in range(40):
        seat = Seat(k % 4)
        film.reach(seat, to=200, seconds=0.15)
        film.withdraw(seat, 0.1)
        told = film.run(SETTLE_S + 0.2)
        assert 2 <= told[-1].looks < LOOKS
        named = told[-1].hands
        assert len(named) <= 3 * len(Seat)
        assert named[-1] is seat
        assert named == tuple(Seat((k - n) % 4) for n in range(len(named)))[::-1]


def test_only_where_something_changed_is_looked_at_again(film: Film, eyes: RectangleEyes) -> None:
    film.scene.discard(B3, 150, 150)
    film.run(LONG_S)
    assert len(eyes.windows) == LOOKS
    for x0, y0, x1, y1 in eyes.windows:
        assert (x1 - x0) * (y1 - y0) < 0.05 * SIDE * SIDE
        assert (np.array([x0, y0]) < PLANE.to_px(np.array([150 - 16, 150 - 16.0]))).all()
        assert (np.array([x1, y1]) > PLANE.to_px(np.array([150 + 16, 150 + 16.0]))).all()


def test_a_table_where_nothing_happens_is_not_looked_at(film: Film, eyes: RectangleEyes) -> None:
    assert film.run(5.0) == []
    assert eyes.windows == []


def test_two_changes_apart_are_two_windows_and_no_tile_is_counted_twice(film: Film, eyes: RectangleEyes) -> None:
    film.scene.discard(B3, 150, 150)
    film.scene.discard(Tile.SOAP, -200, 160)
    seen = film.run(LONG_S)[-1]
    assert len(eyes.windows) == 2 * LOOKS
    assert len(seen.discards) == 4


def test_a_called_discard_leaves_the_table_and_stands_on_the_rack(film: Film) -> None:
    film.reach(Seat.P4, along=40, to=-50)
    del film.scene.tiles[-70, -40]
    film.run(0.1)
    film.scene.expose(Seat.P4, -60, D2, D2, JOKER)
    film.withdraw(Seat.P4)
    seen = film.run(LONG_S)[-1]
    assert faces(seen) == ([C7], [[], [], [[B3, B3, JOKER]], [[D2, D2, JOKER]]])


def test_evidence_is_doubted_where_a_hand_has_been(film: Film, eyes: RectangleEyes) -> None:
    """A joker that was exchanged while nobody could see it is read anew within one rest."""
    film.reach(Seat.P3, along=-10, to=300)
    joker = next(spot for spot, (tile, _) in film.scene.tiles.items() if tile is JOKER)
    film.scene.tiles[joker] = (B3, False)
    film.withdraw(Seat.P3)
    told = film.run(LONG_S)
    assert faces(told[-1])[1][Seat.P3] == [[B3, B3, B3]]
    assert told[0].exposures[Seat.P3][0][2].frames <= 2


def test_evidence_far_from_the_hand_is_kept(film: Film) -> None:
    before = {t.born: t.looks for t in film.settler.tracks}
    film.scene.discard(B3, 200, 200)
    film.run(LONG_S)
    after = {t.born: t.looks for t in film.settler.tracks}
    assert all(after[born] >= looks for born, looks in before.items())


def test_a_tile_under_a_sleeve_is_not_taken_for_gone(film: Film) -> None:
    film.reach(Seat.P1, along=-85, to=-100)
    assert film.run(STUCK_S - 0.3) == []
    film.withdraw(Seat.P1)
    assert faces(film.run(LONG_S)[-1])[0] == [C7, D2]


def test_a_cup_set_down_at_the_edge_is_no_hand_for_long(film: Film) -> None:
    film.scene.things.append((0.0, 440.0, 110.0))
    film.scene.discard(B3, 30, 20)
    waiting = film.run(STUCK_S - 0.1)
    assert waiting == []
    told = film.run(LONG_S + 0.2)
    assert [seen.looks for seen in told] == list(range(1, LOOKS + 1))
    assert faces(told[-1])[0] == [C7, D2, B3]
    film.scene.discard(Tile.SOAP, 90, 90)
    assert faces(film.run(LONG_S)[-1])[0] == [C7, D2, B3, Tile.SOAP]  # from now on the cup belongs to the table


def test_a_lamp_switched_on_has_the_whole_table_looked_at_again(film: Film, eyes: RectangleEyes) -> None:
    bright = film.scene.draw()
    bright[(bright != 250).all(2)] += 45  # the felt; the tiles are as white as they get
    told: list[Observation] = []
    for _ in range(round((STUCK_S + LONG_S + 0.5) * 30)):
        film.time_s += 1 / 30
        seen = film.settler.settle(Frame(film.time_s, bright))
        told += [seen] if seen else []
    assert told
    assert len(faces(told[-1])[0]) == 2
    x0, y0, x1, y1 = eyes.windows[-1]
    assert (x1 - x0) * (y1 - y0) > 0.8 * SIDE * SIDE


def test_a_noisy_camera_still_comes_to_rest(eyes: RectangleEyes) -> None:
    scene = Scene()
    scene.discard(C7, 0, 0)
    settler = Settler(eyes, PLANE)
    picture = scene.draw()
    felt = (picture != 250).all(2, keepdims=True)
    views = [np.where(felt, noisy(picture, seed, 8), picture).astype(np.uint8) for seed in range(2)]
    told = [settler.settle(Frame(k / 30, views[k % 2])) for k in range(40)]
    assert sum(seen is not None for seen in told) == LOOKS


def test_a_torn_frame_is_refused_and_does_no_harm(film: Film) -> None:
    film.scene.discard(B3, 30, 20)
    film.run(0.1)
    film.time_s += 1 / 30
    with pytest.raises(ValueError, match="torn picture"):
        film.settler.settle(EncodedFrame(film.time_s, b"torn"))
    assert faces(film.run(LONG_S)[-1])[0] == [C7, D2, B3]


def test_jpeg_frames_do_as_well(eyes: RectangleEyes) -> None:
    scene = Scene()
    scene.discard(C7, 0, 0)
    data = cv2.imencode(".png", scene.draw())[1].tobytes()  # any coding that OpenCV reads
    settler = Settler(eyes, PLANE)
    told = [seen for k in range(40) if (seen := settler.settle(EncodedFrame(k / 30, data))) is not None]
    assert faces(told[-1])[0] == [C7]


@pytest.mark.parametrize("side", [480, 1080])
@pytest.mark.parametrize("moving", [False, True], ids=["at rest", "while a hand is there"])
def test_a_picture_of_another_size_shows_the_same_table(film: Film, side: int, moving: bool) -> None:
    if moving:
        film.reach(Seat.P1, to=300)
        del film.scene.arms[Seat.P1]
    film.scene.discard(B3, 30, 20)
    seen = film.run(LONG_S, PLANE.scaled((side, side)))[-1]
    discards, exposed = faces(seen)
    assert (discards, exposed[Seat.P3]) == ([C7, D2, B3], [[B3, B3, JOKER]])
    assert (seen.discards[2].x_mm, seen.discards[2].y_mm) == pytest.approx((30, 20), abs=2)


def test_without_a_table_file_the_picture_is_the_table(eyes: RectangleEyes) -> None:
    scene = Scene()
    scene.expose(Seat.P2, 0, B3, B3, B3)
    film = Film(Settler(eyes), scene)
    seen = film.run(LONG_S)[-1]
    assert film.settler.plane is not None
    assert film.settler.plane.found_by == "frame"
    assert faces(seen)[1][Seat.P2] == [[B3, B3, B3]]


def test_a_table_fixed_at_another_size_is_scaled_to_the_picture(eyes: RectangleEyes) -> None:
    scene = Scene()
    scene.discard(C7, 100, -50)
    film = Film(Settler(eyes, from_frame((360, 360))), scene)
    seen = film.run(LONG_S)[-1]
    assert (seen.discards[0].x_mm, seen.discards[0].y_mm) == pytest.approx((100, -50), abs=1)


@pytest.fixture
def birds() -> Film:
    """Two discards of a face that the reader takes for a flower, and another."""
    scene = Scene()
    scene.discard(Tile.B1, -100, -40)
    scene.discard(C7, -40, -40)
    film = Film(Settler(RectangleEyes(misread={Tile.B1: Tile.FLOWER}, pointing=True), PLANE), scene)
    film.run(LONG_S)
    return film


def test_a_face_that_somebody_names_is_known_wherever_it_lies(birds: Film) -> None:
    birds.settler.told(-98, -41, Tile.B1)
    birds.scene.discard(Tile.B1, 30, 20)
    assert faces(birds.run(LONG_S)[-1])[0] == [Tile.B1, C7, Tile.B1]


def test_who_named_it_wrong_may_name_it_again(birds: Film) -> None:
    birds.settler.told(-100, -40, Tile.GREEN)
    birds.settler.told(-100, -40, Tile.B1)
    birds.scene.discard(Tile.B1, 30, 20)
    assert faces(birds.run(LONG_S)[-1])[0] == [Tile.B1, C7, Tile.B1]


def test_a_name_for_a_place_where_nothing_lies_changes_nothing(birds: Film) -> None:
    birds.settler.told(200, 100, Tile.B1)
    birds.scene.discard(Tile.B1, 30, 20)
    assert faces(birds.run(LONG_S)[-1])[0] == [Tile.FLOWER, C7, Tile.FLOWER]


def test_what_is_believed_now_can_be_asked_at_any_moment(film: Film) -> None:
    at_rest = film.settler.belief
    assert (at_rest.stage, at_rest.hand, at_rest.size_wh) == (Stage.RESTING, None, (SIDE, SIDE))
    assert {(t.sight.best, t.place.seat) for t in at_rest.tiles} == {
        (C7, None),
        (D2, None),
        (B3, Seat.P3),
        (JOKER, Seat.P3),
    }
    (quad,) = (t.quad for t in at_rest.tiles if t.sight.best is C7)
    np.testing.assert_allclose(quad.mean(0), PLANE.to_px(np.array([-100.0, -40.0])), atol=2)
    film.reach(Seat.P2)
    assert (film.settler.belief.stage, film.settler.belief.hand) == (Stage.MOVING, Seat.P2)
    assert film.settler.belief.tiles == at_rest.tiles
    film.withdraw(Seat.P2)
    film.run(SETTLE_S / 2)
    assert film.settler.belief.stage is Stage.SETTLING


class DoubtfulEyes(RectangleEyes):
    """Sees every tile, and doubts that it is one."""

    def sight_window(self, *args: Any, **named: Any) -> Sightings:
        seen = super().sight_window(*args, **named)
        return Sightings(seen.quads, np.tile(np.log([0.2 / 36] * 36 + [0.8]), (len(seen), 1)))


def test_a_doubted_tile_is_followed_and_not_told() -> None:
    scene = Scene()
    scene.discard(C7, 0, 0)
    film = Film(Settler(DoubtfulEyes(), PLANE), scene)
    assert faces(film.run(LONG_S)[-1])[0] == []
    assert [t.told for t in film.settler.belief.tiles] == [False]


def pushed(picture: Image, x: int, y: int) -> Image:
    return np.asarray(np.roll(picture, (y, x), (0, 1)))


def shown(settler: Settler, picture: Image, from_s: float, seconds: float) -> list[Observation]:
    """What is told while the camera sends one picture."""
    times = np.arange(from_s, from_s + seconds, 1 / 30)
    return [seen for t in times if (seen := settler.settle(Frame(float(t), picture))) is not None]


def test_a_pushed_camera_loses_no_tile_and_the_game_goes_on(eyes: RectangleEyes) -> None:
    scene = Scene()
    scene.discard(C7, -100, -40)
    scene.expose(Seat.P3, -60, B3, B3, JOKER)
    settler = Settler(eyes, PLANE)
    before = shown(settler, textured(scene.draw()), 0.0, 2.0)[-1]
    after = shown(settler, pushed(textured(scene.draw()), 24, -16), 2.0, 2.0)[-1]
    assert settler.belief.says
    assert faces(after) == faces(before)
    assert after.hands == ()
    assert after.discards[0].x_mm == pytest.approx(before.discards[0].x_mm, abs=3)
    assert after.discards[0].y_mm == pytest.approx(before.discards[0].y_mm, abs=3)
    scene.discard(D2, 60, 30)
    told = shown(settler, pushed(textured(scene.draw()), 24, -16), 4.0, 2.0)[-1]
    assert faces(told)[0] == [C7, D2]


def test_what_a_hand_hid_from_the_start_is_nobodys_act(eyes: RectangleEyes) -> None:
    scene = Scene()
    scene.discard(C7, 0, 120)
    scene.discard(D2, -100, -40)
    scene.arms[Seat.P1] = (0.0, 60.0)
    settler = Settler(eyes, PLANE)
    hidden = shown(settler, scene.draw(), 0.0, 0.6)[-1]
    assert faces(hidden)[0] == [D2]
    assert not hidden.anew
    scene.arms.clear()
    seen = shown(settler, scene.draw(), 0.6, 1.5)
    assert faces(seen[-1])[0] == [D2, C7]
    assert seen[-1].hands == ()
    assert all(one.anew for one in seen)
    scene.discard(B3, 60, -80)
    assert not shown(settler, scene.draw(), 2.1, 1.5)[-1].anew


@pytest.mark.parametrize("seat", Seat)
def test_a_dark_hand_over_light_tiles_after_the_first_rest_has_brought_what_lies_there(
    eyes: RectangleEyes, seat: Seat
) -> None:
    """Where it lies there are fewer edges than before, as where one has left that lay there from the start."""
    scene = Scene()
    for along, out in product(range(-120, 121, 40), range(330, 431, 50)):
        x, y = seated(seat, along, out)
        scene.discard(B3, float(x), float(y))
    settler = Settler(eyes, PLANE)
    bare = scene.draw()
    shown(settler, bare, 0.0, 0.6)
    scene.arms[seat] = (0.0, 200.0)
    arm = (scene.draw() != bare).any(2, keepdims=True)
    reaching = np.where(arm, np.array(FELT) - 10, bare).astype(np.uint8)
    assert shown(settler, reaching, 0.6, SETTLE_S / 2) == []
    scene.arms.clear()
    scene.discard(D2, 20, 30)
    seen = shown(settler, scene.draw(), 0.6 + SETTLE_S / 2, 1.0)[-1]
    assert D2 in faces(seen)[0]
    assert seen.hands == (seat,)
    assert not seen.anew


def test_what_came_to_light_is_told_as_such_once_though_no_rest_is_whole(eyes: RectangleEyes) -> None:
    scene = Scene()
    scene.discard(C7, 0, 120)
    scene.arms[Seat.P1] = (0.0, 60.0)
    film = Film(Settler(eyes, PLANE), scene)
    film.run(0.6)
    scene.arms.clear()
    assert all(one.anew for one in film.run(SETTLE_S + 0.2))
    for k in range(3):
        scene.discard(B3, 60 - 40 * k, -80)
        told = film.run(SETTLE_S + 0.2)
        assert 2 <= told[-1].looks < LOOKS
        assert not any(one.anew for one in told)


def test_a_thing_left_on_the_table_is_no_hand_while_others_play(film: Film) -> None:
    """What lies still for two seconds is put down, however much moves beside it."""
    film.scene.things.append((-250.0, 400.0, 150.0))
    film.run(0.1)
    for k in range(8):
        film.reach(Seat.P3, 100.0, 250.0, 0.2)
        film.withdraw(Seat.P3, 0.1)
        film.scene.discard(B3, 30.0 * k - 60, 100)
        told = film.run(0.4)
    assert told
    assert Seat.P1 not in told[-1].hands[-1:]


class BlindEyes(RectangleEyes):
    """They see nothing while they are `shut`."""

    shut = False

    def sight_window(self, image: Image, window: Any, lying: Any) -> Sightings:
        return Sightings.empty() if self.shut else super().sight_window(image, window, lying)


def test_what_was_overlooked_in_rests_that_broke_off_is_no_part_of_the_table() -> None:
    """One hand came to each: nobody was busy with the walls."""
    eyes = BlindEyes()
    film = Film(Settler(eyes, PLANE), Scene())
    film.run(LONG_S)
    eyes.shut = True
    for seat, x in ((Seat.P4, -30.0), (Seat.P1, 30.0)):
        film.reach(seat, to=200)
        film.scene.discard(C7, x, 0)
        film.withdraw(seat)
        assert 2 <= film.run(SETTLE_S + 0.25)[-1].looks < LOOKS
    eyes.shut = False
    film.reach(Seat.P2, to=-100)
    film.withdraw(Seat.P2)
    assert faces(film.run(LONG_S)[-1])[0] == [C7, C7]
