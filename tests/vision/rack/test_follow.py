"""A rack followed from picture to picture: steady, slow to change its mind, and silent while something is before it."""

import pytest

from engine.tile import Tile, read_tiles
from tests.rack_scene import RackFilm, RackScene
from vision.picture.frame import Frame
from vision.rack.follow import EVERY_S, Expected, RackFollower, Stage

RACK = list(read_tiles("1B 2B 3B 4C 5C 6C 7D 8D 9D N WD F J"))


class Watched:
    def __init__(self, least: int = 13, most: int = 14) -> None:
        self.scene = RackScene(list(RACK))
        self.expected = Expected(least, most)
        self.follower = RackFollower(self.scene.read, lambda: self.expected)
        self.film = RackFilm(self.scene, self.follower)

    def faces(self, seconds: float = 3.0) -> list[Tile]:
        return list(self.film.run(seconds).faces)

    @property
    def stage(self) -> Stage:
        return self.follower.belief.stage


@pytest.fixture
def rack() -> Watched:
    return Watched()


def test_a_rack_is_read_from_left_to_right_and_then_looked_at_no_more(rack: Watched) -> None:
    assert rack.faces() == RACK
    assert rack.stage is Stage.STEADY
    looks = rack.scene.looks
    rack.film.run(30)
    assert rack.scene.looks == looks
    assert rack.follower.belief.number == 1


def test_one_look_alone_says_nothing(rack: Watched) -> None:
    rack.film.run(0.5)
    assert rack.scene.looks == 1
    assert rack.follower.belief.faces == ()


def test_draws_and_discards_are_followed(rack: Watched) -> None:
    rack.faces()
    rack.scene.tiles.append(Tile.EAST)
    assert rack.faces() == [*RACK, Tile.EAST]
    del rack.scene.tiles[3]
    assert rack.faces() == [*RACK[:3], *RACK[4:], Tile.EAST]
    assert rack.follower.belief.number == 3


def test_no_more_than_one_look_in_half_a_second(rack: Watched) -> None:
    for k in range(20):  # something else every second
        rack.scene.tiles[k % 13] = Tile(k)
        rack.film.run(1.0)
    assert rack.scene.looks <= 20 / EVERY_S


def test_a_hand_leaves_the_last_reading_standing_and_is_said(rack: Watched) -> None:
    rack.faces()
    rack.scene.hand = [(300, 520)]
    assert rack.faces(1.0) == RACK
    assert rack.stage is Stage.COVERED
    rack.film.run(20)  # it lies there, and part of the rack is behind it
    assert list(rack.follower.belief.faces) == RACK
    assert rack.stage is Stage.COVERED
    rack.scene.hand = []
    assert rack.faces() == RACK
    assert rack.stage is Stage.STEADY
    assert rack.follower.belief.number == 1


def test_a_cup_beside_which_all_tiles_are_seen_is_no_hand_for_long(rack: Watched) -> None:
    rack.faces()
    rack.scene.hand = [(1000, 1100)]
    rack.film.run(6)
    assert rack.stage is Stage.STEADY
    rack.scene.tiles[0] = Tile.GREEN
    assert rack.faces()[0] is Tile.GREEN


def test_a_tile_held_in_the_hand_is_hers_still(rack: Watched) -> None:
    rack.faces()
    del rack.scene.tiles[5]
    assert rack.faces(8) == RACK
    assert rack.stage is Stage.FEWER
    assert rack.follower.belief.seen == 12
    rack.expected = Expected(10, 11)  # she exposed a group
    del rack.scene.tiles[5]
    assert rack.faces() == [*RACK[:5], *RACK[7:]]


def test_more_than_she_can_hold_waits_for_the_table(rack: Watched) -> None:
    rack.faces()
    rack.expected = Expected(13, 13)
    rack.scene.tiles.append(Tile.EAST)
    assert rack.faces() == RACK
    assert rack.stage is Stage.MORE
    rack.expected = Expected(13, 14)  # now it is her turn
    looks = rack.scene.looks
    assert rack.faces(0.3) == [*RACK, Tile.EAST]
    assert rack.scene.looks == looks, "what was agreed on is judged again without a look"


def test_what_is_put_right_holds_until_the_tile_moves_away(rack: Watched) -> None:
    rack.scene.misread = {Tile.C4: Tile.C9}
    assert rack.faces()[3] is Tile.C9
    rack.follower.put_right(3, Tile.C4)
    assert list(rack.follower.belief.faces) == RACK
    assert rack.follower.belief.tiles[3].told
    rack.scene.hand = [(0, 1280)]
    rack.film.run(1)
    rack.scene.hand = []
    del rack.scene.tiles[0]
    rack.scene.tiles.append(Tile.EAST)
    assert rack.faces(4)[2] is Tile.C4, "it slid to its neighbour"
    rack.scene.tiles[2] = Tile.B9
    rack.faces()
    rack.scene.tiles[2] = Tile.C4
    assert rack.faces()[2] is Tile.C9, "that is another tile"
    with pytest.raises(IndexError):
        rack.follower.put_right(14, Tile.B1)


def test_a_fifth_of_a_kind_is_read_as_the_next_likeliest(rack: Watched) -> None:
    rack.scene.p = 0.4
    rack.scene.misread = {Tile.B3: Tile.B2}
    left = [t.copies for t in Tile]
    left[Tile.B2] = 1
    rack.expected = Expected(13, 14, tuple(left))
    assert rack.faces(5).count(Tile.B2) == 1


def test_an_empty_place_is_said_and_a_camera_opened_anew_goes_on(rack: Watched) -> None:
    empty = Watched()
    empty.scene.tiles = []
    empty.film.run(3)
    assert empty.stage is Stage.NOTHING
    rack.faces()
    rack.film.time_s = 0.0
    assert rack.faces() == RACK
    assert rack.follower.belief.number == 1


def test_the_others_need_not_hold_still_for_a_rack_to_be_read(rack: Watched) -> None:
    """With few pictures a second something has always moved behind it."""
    for k in range(30):
        image = rack.scene.draw()
        image[:200, 30 * k : 30 * k + 200] = 255
        rack.follower.see(Frame(float(k), image))
    assert list(rack.follower.belief.faces) == RACK
