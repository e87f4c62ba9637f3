"""What the finder passes over, or sees too often, on a table that the settler follows, and what it need not look at."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.tile import Seat, Tile
from tests.scene import FPS, LONG_S, PLANE, SIDE, Film, RectangleEyes, Scene, faces, log_p
from vision.arrays import Image
from vision.follow.settle import Settler
from vision.judge.known import NOTHING, Lying, Window, lain_upon
from vision.read.sightings import Sightings

B3, C7, D2 = Tile.B3, Tile.C7, Tile.D2


class Glancing(RectangleEyes):
    """Eyes whose finder passes over some tiles, which the reader still reads, and takes some other things for tiles."""

    def __init__(self) -> None:
        super().__init__()
        self.passed_over: set[Tile] = set()
        self.beside: list[tuple[float, float, float, float]] = []  # x, y, width, height in mm
        self.rests: list[NDArray[np.float32]] = []  # the tiles at rest of each look
        self.known: list[NDArray[np.float32]] = []  # the tiles known in each look

    def sight_window(self, image: Image, window: Window, lying: Lying) -> Sightings:
        self.rests.append(lying.at_rest)
        self.known.append(lying.quads)
        seen = super().sight_window(image, window, lying)
        kept = seen.take(np.array([tile not in self.passed_over for tile in seen.tiles], bool)) if len(seen) else seen
        things = [(x, y) for x, y, _, _ in self.beside]
        inside = [k for k, at in enumerate(things) if _within(PLANE.to_px(np.array(at)), window.box)]
        return Sightings.joined([kept, *(self._thing(*self.beside[k]) for k in inside)])

    def read_at(self, image: Image, quads: NDArray[np.float32], lying: Lying) -> Sightings:
        whole = super().sight_window(image, Window((0, 0, SIDE, SIDE)), NOTHING)
        there = [k for k, c in enumerate(whole.centres) if np.linalg.norm(quads.mean(1) - c, axis=1).min(initial=9) < 3]
        return whole.take(np.array(there, np.int64))

    def _thing(self, x: float, y: float, width: float, height: float) -> Sightings:
        corners = [(x - width / 2, y - height / 2), (x + width / 2, y - height / 2)]
        corners += [(x + width / 2, y + height / 2), (x - width / 2, y + height / 2)]
        return Sightings(PLANE.to_px(np.array(corners))[None].astype(np.float32), log_p(Tile.D6)[None])


class Barred(Glancing):
    """Eyes to which the bar across a face looks like the tile's edge, but for a look that takes its time."""

    def sight_window(self, image: Image, window: Window, lying: Lying) -> Sightings:
        seen = super().sight_window(image, window, lying)
        barred = np.array([tile is Tile.B9 for tile in seen.tiles], bool)
        if window.anew or not barred.any():
            return seen
        top = (seen.quads[barred][:, :2] * 2 + seen.quads[barred][:, [3, 2]]) / 3
        part = np.concatenate([top, seen.quads[barred][:, 2:]], 1)
        bar = np.concatenate([seen.quads[barred][:, :2], top[:, ::-1]], 1) - [0, 4]  # and the bar, with cloth above it
        parts, faces = np.concatenate([part, bar]), [Tile.D9] * len(part) + [Tile.D3] * len(bar)
        return Sightings.joined([seen.take(~barred), Sightings(parts, np.stack([log_p(face) for face in faces]))])


def _within(at: NDArray[np.float64], window: tuple[int, int, int, int]) -> bool:
    return bool(window[0] <= at[0] < window[2] and window[1] <= at[1] < window[3])


@pytest.fixture
def glancing() -> Glancing:
    return Glancing()


@pytest.fixture
def table(glancing: Glancing) -> Film:
    """Three discards, looked at until nothing more is told."""
    scene = Scene()
    for k, tile in enumerate((C7, D2, B3)):
        scene.discard(tile, -100 + 30 * k, -40)
    film = Film(Settler(glancing, PLANE), scene)
    film.run(LONG_S)
    return film


def test_a_tile_that_the_finder_passes_over_is_still_there_if_it_reads_as_it_did(
    table: Film, glancing: Glancing
) -> None:
    glancing.passed_over.add(D2)
    table.reach(Seat.P3, along=70, to=-20)
    table.withdraw(Seat.P3)
    assert faces(table.run(LONG_S)[-1])[0] == [C7, D2, B3]


def test_a_tile_taken_away_is_gone(table: Film, glancing: Glancing) -> None:
    glancing.passed_over.add(D2)
    table.reach(Seat.P3, along=70, to=-20)
    del table.scene.tiles[-70, -40]
    table.withdraw(Seat.P3)
    assert faces(table.run(LONG_S)[-1])[0] == [C7, B3]


def test_a_tile_pushed_half_its_width_lies_there_once(table: Film, glancing: Glancing) -> None:
    table.reach(Seat.P3, along=70, to=-20)
    del table.scene.tiles[-70, -40]
    table.scene.discard(D2, -70, -24)
    glancing.passed_over.clear()
    table.withdraw(Seat.P3)
    assert sorted(faces(table.run(LONG_S)[-1])[0]) == sorted([C7, D2, B3])


def test_two_tiles_that_touch_are_not_three(table: Film, glancing: Glancing) -> None:
    table.scene.discard(Tile.SOAP, 60, 20)
    table.scene.discard(Tile.EAST, 87, 20)
    glancing.beside.append((73.5, 20.0, 22.0, 32.0))
    glancing.p = 0.95
    assert faces(table.run(LONG_S)[-1])[0] == [C7, D2, B3, Tile.SOAP, Tile.EAST]


def test_a_tile_read_plainly_is_not_looked_at_again_until_something_touches_it() -> None:
    scene, eyes = Scene(), Glancing()
    eyes.p = 0.99
    for k, tile in enumerate((C7, D2, B3)):
        scene.discard(tile, -100 + 30 * k, -40)
    film = Film(Settler(eyes, PLANE), scene)
    film.run(LONG_S)
    rests = eyes.rests = []
    film.reach(Seat.P3, along=-120, to=-60)
    scene.discard(C7, 120, -40)
    film.withdraw(Seat.P3)
    assert faces(film.run(LONG_S)[-1])[0] == [C7, D2, B3, C7]
    assert {len(places) for places in rests} == {3}
    rests.clear()
    film.reach(Seat.P3, along=70, to=-20)
    film.withdraw(Seat.P3)
    film.run(LONG_S)
    assert min(len(places) for places in rests) < 3


def test_when_the_camera_changes_its_picture_size_all_is_looked_at_again() -> None:
    scene, eyes = Scene(), Glancing()
    eyes.p = 0.99
    for k, tile in enumerate((C7, D2, B3)):
        scene.discard(tile, 60 + 30 * k, 100)
    film = Film(Settler(eyes, PLANE), scene)
    film.run(LONG_S)
    eyes.rests.clear()
    eyes.known.clear()
    film.run(LONG_S, PLANE.scaled((480, 480)))
    assert {len(places) for places in eyes.rests} == {0}
    lies = PLANE.scaled((480, 480)).to_px(np.array([60.0, 100.0]))
    assert eyes.known[0].mean(1)[0] == pytest.approx(lies, abs=1)


@pytest.mark.parametrize("once", [False, True], ids=["never", "once"])
def test_what_looks_as_it_did_when_the_table_was_met_is_no_tile_though_no_rest_was_whole(
    glancing: Glancing, once: bool
) -> None:
    """A die that is taken for a tile now and then; `once`: in the very first look already."""
    die = (60.0, 20.0, 22.0, 32.0)
    scene = Scene()
    for k, tile in enumerate((C7, D2, B3)):
        scene.discard(tile, -100 + 30 * k, -40)
    film = Film(Settler(glancing, PLANE), scene)
    if once:
        glancing.beside.append(die)
    looks = 0
    while looks < 4:  # of the six of a whole rest
        for seen in film.run(1 / FPS):
            looks = seen.looks
            glancing.beside.clear()
    for _ in range(2):
        glancing.beside.append(die)
        film.reach(Seat.P3, along=-60, to=0)
        film.withdraw(Seat.P3)
        assert faces(film.run(LONG_S)[-1])[0] == [C7, D2, B3]
        glancing.beside.clear()


def test_where_a_tile_lies_is_remembered_for_the_rest_once_a_look_has_taken_its_time() -> None:
    scene = Scene()
    for k, tile in enumerate((C7, D2, B3)):
        scene.discard(tile, -100 + 30 * k, -40)
    film = Film(Settler(Barred(), PLANE), scene)
    film.run(LONG_S)
    film.reach(Seat.P3, along=70, to=-20)
    scene.discard(Tile.B9, 80, -40)
    film.withdraw(Seat.P3)
    looks = film.run(LONG_S)
    assert [faces(seen)[0] for seen in looks] == [[C7, D2, B3, Tile.B9]] * len(looks)
    assert np.exp(looks[-1].discards[-1].log_p[Tile.B9]) > 0.95


def met(own: RectangleEyes) -> Film:
    """A table that was met with something on it which is read as a flower, so-so."""
    scene = Scene()
    scene.discard(Tile.FLOWER, -100, -40)
    own.p = 0.7
    film = Film(Settler(own, PLANE), scene)
    film.run(LONG_S)
    own.p = 0.99
    return film


def test_what_was_there_when_the_table_was_met_is_not_read_otherwise_while_its_picture_is_the_same() -> None:
    eyes = RectangleEyes()
    film = met(eyes)
    eyes.misread[Tile.FLOWER] = Tile.JOKER
    for _ in range(3):
        film.reach(Seat.P3, along=70, to=-20)
        film.withdraw(Seat.P3)
        assert faces(film.run(LONG_S)[-1])[0] == [Tile.FLOWER]


def test_a_tile_laid_in_place_of_what_was_there_is_read_as_it_is() -> None:
    eyes = RectangleEyes()
    film = met(eyes)
    film.reach(Seat.P3, along=70, to=-20)
    del film.scene.tiles[-100, -40]
    film.scene.discard(B3, -93, -36)
    film.withdraw(Seat.P3)
    assert faces(film.run(LONG_S)[-1])[0] == [B3]


class Blinking(Glancing):
    """Eyes that pass over what is there, and do not read it either, while they are told to."""

    hidden = False

    def read_at(self, image: Image, quads: NDArray[np.float32], lying: Lying) -> Sightings:
        return Sightings.empty() if self.hidden else super().read_at(image, quads, lying)

    def sight_window(self, image: Image, window: Window, lying: Lying) -> Sightings:
        return Sightings.empty() if self.hidden else super().sight_window(image, window, lying)


def lost(eyes: Blinking) -> Film:
    """A table with a word of print on it that is read as a flower at first, and then passed over until it is lost."""
    film = met(eyes)
    eyes.hidden = True
    film.reach(Seat.P3, along=70, to=-20)
    film.withdraw(Seat.P3)
    assert faces(film.run(LONG_S)[-1])[0] == []
    eyes.hidden = False
    return film


@pytest.mark.parametrize("read", [Tile.FLOWER, Tile.RED])
def test_a_print_that_was_lost_from_sight_comes_back_as_what_it_was_or_not_at_all(read: Tile) -> None:
    eyes = Blinking()
    film = lost(eyes)
    eyes.misread[Tile.FLOWER] = read
    film.reach(Seat.P3, along=70, to=-20)
    film.withdraw(Seat.P3)
    assert faces(film.run(LONG_S)[-1])[0] == ([Tile.FLOWER] if read is Tile.FLOWER else [])


class Farsighted(Glancing):
    """Eyes to whose finder a light tile on light cloth does not stand out from where it mostly looks."""

    usual = 1.0

    def sight_window(self, image: Image, window: Window, lying: Lying) -> Sightings:
        self.usual = min(self.usual, window.zoom)
        self.passed_over = {Tile.SOAP} if window.zoom == self.usual else set()
        return super().sight_window(image, window, lying)

    def read_at(self, image: Image, quads: NDArray[np.float32], lying: Lying) -> Sightings:
        whole = RectangleEyes.sight_window(self, image, Window((0, 0, *image.shape[1::-1])), NOTHING)
        return whole.take(np.flatnonzero(lain_upon(whole.quads, quads)))


def test_a_tile_that_stands_out_only_from_nearer_is_seen_before_the_rest_is_over() -> None:
    near = PLANE.scaled((2 * SIDE, 2 * SIDE))
    scene = Scene()
    scene.discard(C7, -100, -40)
    film = Film(Settler(Farsighted(), near), scene)
    film.run(LONG_S, near)
    scene.arms[Seat.P3] = (70.0, -20.0)
    film.run(0.3, near)
    scene.arms.clear()
    scene.discard(Tile.SOAP, 80, -40)
    seen = film.run(LONG_S, near)
    assert faces(seen[0])[0] == [C7]
    assert faces(seen[-1])[0] == [C7, Tile.SOAP]
