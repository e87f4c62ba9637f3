"""Two cameras over one table: what one misses the other sees, one may vanish, and nobody else knows of two."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache
from threading import Lock

import numpy as np
import pytest

from engine.event import Discarded
from engine.sight.observation import CERTAIN, LIKELY, SAID_S, SURE, Observation
from engine.tile import Seat, Tile
from server.store import Store
from server.table import Table
from server.watcher import Watcher
from tests.scene import FPS, LONG_S, PLANE, RectangleEyes, Scene, Shown, log_p
from vision.follow.joined import one_value
from vision.follow.settle import Settler
from vision.follow.views import Views
from vision.plane.outline import seated

P1, P2, P3, P4 = Seat
FIRST_FOUR = ((Tile.B3, -60.0), (Tile.C7, 0.0), (Tile.D2, 60.0), (Tile.SOAP, 120.0))


@dataclass
class Pair:
    """A scene seen by two cameras, the second turned by `quarters`, each of its pictures `late_s` old. `hidden` are
    places (x, y, across; mm) that something before each camera hides; `dark`: which of them sends nothing."""

    quarters: int = 0
    late_s: float = 0.0
    turn: int | None = None
    second: RectangleEyes = field(default_factory=RectangleEyes)
    scene: Scene = field(default_factory=Scene)
    hidden: tuple[list[tuple[float, float, float]], list[tuple[float, float, float]]] = field(
        default_factory=lambda: ([], [])
    )
    dark: set[int] = field(default_factory=set)
    time_s: float = 0.0

    def __post_init__(self) -> None:
        # the second camera believes that another seat is the first
        planes = PLANE, seated(PLANE, Seat(self.quarters))
        first, second = (
            Settler(eyes, plane) for eyes, plane in zip((RectangleEyes(), self.second), planes, strict=True)
        )
        self.views = Views((first, second), turn=self.turn)
        self._past: list[tuple[float, Shown]] = []

    def run(self, seconds: float) -> list[Observation]:
        """What is told while the scene stays as it is."""
        return list(self._shown(round(seconds * FPS)))

    def _shown(self, frames: int) -> Iterator[Observation]:
        one, other = (self._drawn(camera) for camera in (0, 1))
        for _ in range(frames):
            self.time_s += 1 / FPS
            self._past.append((self.time_s, other))
            then = [picture for at, picture in self._past if at <= self.time_s - self.late_s + 1e-6]
            for camera, picture in ((0, one), (1, then[-1] if then else other)):
                if camera not in self.dark:
                    told = self.views.see(camera, picture.at(self.time_s))
                    if told is not None:
                        yield told
        self._past = self._past[-round(4 * FPS) :]

    def _drawn(self, camera: int) -> Shown:
        things = self.scene.things
        self.scene.things = [*things, *self.hidden[camera]]
        picture = self.scene.draw()
        self.scene.things = things
        return Shown(self.time_s, picture)

    def lay(self, seat: Seat, tile: Tile, x: float, y: float = 0.0) -> list[Observation]:
        """A hand lays a tile down, slowly or quickly; what is told until the table has rested for a while."""
        self.scene.arms[seat] = (0.0, 0.0)
        told = self.run(0.3 + 0.1 * (tile % 5))
        self.scene.arms.clear()
        self.scene.discard(tile, x, y)
        return [*told, *self.run(LONG_S + 0.4)]


@cache
def _placed(quarters: int, late_s: float, misread: Tile | None) -> Pair:
    second = RectangleEyes() if misread is None else RectangleEyes(p=CERTAIN, misread={misread: Tile.RED})
    pair = Pair(quarters, late_s, second=second)
    pair.run(LONG_S)
    for k, (tile, x) in enumerate(FIRST_FOUR):
        pair.lay(Seat(k), tile, x)
    assert pair.views.together.placed
    return pair


def placed(quarters: int = 0, late_s: float = 0.0, misread: Tile | None = None) -> Pair:
    """It is known how the two lie to each other; `misread` by the second as a red dragon."""
    pair = _placed(quarters, late_s, misread)
    return deepcopy(pair, {id(pair.views._lock): Lock()})  # two cameras' threads share it, no two tables do


def faces(seen: Observation) -> list[Tile]:
    return sorted(s.best for s in seen.discards)


@pytest.mark.parametrize("quarters", range(4))
def test_the_second_finds_north_by_tiles_and_every_tile_is_told_once(quarters: int) -> None:
    pair = placed(quarters)
    last = pair.lay(P1, Tile.GREEN, 30, 60)[-1]
    assert faces(last) == sorted([*(t for t, _ in FIRST_FOUR), Tile.GREEN])
    assert last.hands == (P1,)
    assert pair.views.turn == quarters
    assert pair.views.together.here == (True, True)


@pytest.mark.parametrize("quarters", [1, 2])
def test_the_second_finds_north_by_hands_before_any_tile_lies_there(quarters: int) -> None:
    pair = Pair(quarters)
    pair.run(LONG_S)
    for seat in (P1, P2, P3):
        pair.scene.arms[seat] = (0.0, 0.0)
        pair.run(0.4)
        pair.scene.arms.clear()
        pair.run(LONG_S + 0.4)
    assert pair.views.turn == quarters


@pytest.mark.parametrize("hidden_from", [0, 1])
def test_a_tile_hidden_from_one_camera_is_told(hidden_from: int) -> None:
    pair = placed(3)
    pair.hidden[hidden_from].append((-100, -100, 90))
    pair.run(4)
    last = pair.lay(P2, Tile.NORTH, -100, -100)[-1]
    assert faces(last) == sorted([*(t for t, _ in FIRST_FOUR), Tile.NORTH])
    where = next(s for s in last.discards if s.best is Tile.NORTH)
    assert abs(where.x_mm + 100) < 3
    assert abs(where.y_mm + 100) < 3


def test_a_tile_that_both_saw_and_that_is_taken_is_gone() -> None:
    pair = placed(1)
    pair.scene.arms[P2] = (0.0, 0.0)
    pair.run(0.4)
    pair.scene.arms.clear()
    del pair.scene.tiles[0.0, 0]
    last = pair.run(LONG_S + 0.4)[-1]
    assert Tile.C7 not in faces(last)
    assert len(last.discards) == 3


@pytest.mark.parametrize("gone", [0, 1])
def test_one_camera_vanishes_and_comes_back_and_the_other_goes_on(gone: int) -> None:
    pair = placed(2)
    pair.dark.add(gone)
    pair.run(2)
    alone = pair.lay(P3, Tile.EAST, 0, 80)[-1]
    assert faces(alone) == sorted([*(t for t, _ in FIRST_FOUR), Tile.EAST])
    assert alone.hands == (P3,)
    assert pair.views.together.here[gone] is False
    pair.dark.clear()
    back = pair.lay(P4, Tile.WEST, 60, 80)[-1]
    assert faces(back) == sorted([*(t for t, _ in FIRST_FOUR), Tile.EAST, Tile.WEST])
    assert pair.views.together.here == (True, True)
    assert pair.views.leads(0)


@pytest.mark.parametrize("p", [0.3, 0.6, 0.9])
def test_two_views_that_agree_are_surer_than_one_and_less_sure_than_two_strangers(p: float) -> None:
    one = log_p(Tile.GREEN, p).astype(float)
    independent = 2 * one - np.logaddexp.reduce(2 * one)
    both = one_value(one, one, (1.0, 1.0))
    assert one[Tile.GREEN] < both[Tile.GREEN] < independent[Tile.GREEN]
    assert np.exp(both).sum() == pytest.approx(1)


def test_a_view_that_tells_nothing_leaves_the_other_as_it_is() -> None:
    one, nothing = log_p(Tile.GREEN, SURE).astype(float), log_p(Tile.GREEN, 1 / 37).astype(float)
    assert np.exp(one_value(one, nothing, (3.5, 1.5))[Tile.GREEN]) == pytest.approx(SURE, abs=0.05)


def test_two_views_that_contradict_each_other_are_a_tie() -> None:
    pair = placed(misread=Tile.GREEN)
    seen = pair.lay(P1, Tile.GREEN, 30, 60)[-1]
    row = np.exp(next(s for s in seen.discards if (s.x_mm - 30) ** 2 + (s.y_mm - 60) ** 2 < 100).log_p)
    assert row[Tile.GREEN] < SURE
    assert row[Tile.RED] < SURE
    assert row[Tile.GREEN] + row[Tile.RED] > LIKELY


def test_what_they_contradict_each_other_on_is_asked_and_not_guessed() -> None:
    pair = placed(misread=Tile.GREEN)
    table = Table(Store("sqlite://"))
    watcher = Watcher(table)
    for k, seen in enumerate(pair.lay(P1, Tile.B1, 30, 60)):
        watcher.observe(replace(seen, time_s=float(k)))
    before = [d.tile for d in table.state.discards]
    for seen in pair.lay(P2, Tile.GREEN, 90, 60):
        watcher.observe(seen)
        watcher.passed(seen.time_s)
    watcher.passed(seen.time_s + SAID_S + 1)  # the next rest might have told
    told = [d.tile for d in table.state.discards][len(before) :]
    assert told in ([], [Tile.GREEN], [Tile.RED])
    asked = [choice.event for alert in table.alerts for choice in alert.choices]
    assert {event.tile for event in asked if isinstance(event, Discarded)} >= {Tile.GREEN, Tile.RED}


def test_clocks_apart_are_found_by_what_moves_and_nothing_is_told_twice() -> None:
    pair = placed(1, late_s=0.4)
    for k in range(6):
        last = pair.lay(Seat(k % 4), Tile(k), -120 + 45 * k, -90)[-1]
    assert pair.views.together.lag_s == pytest.approx(0.4, abs=0.15)
    assert len(last.discards) == 10
    pair.scene.arms[P2] = (0.0, 0.0)
    pair.run(0.2)
    pair.scene.arms.clear()
    del pair.scene.tiles[-120.0, -90]
    told = pair.run(LONG_S + 1)
    assert len(told[-1].discards) == 9, "what the late camera still shows is of the rest before"


def test_a_second_camera_that_nothing_places_changes_nothing() -> None:
    pair, alone = Pair(2), Pair()
    alone.dark.add(1)
    told = []
    for one in (pair, alone):
        one.run(LONG_S)
        told.append([replace(seen, time_s=0) for seen in one.lay(P1, Tile.B3, 0)])
    assert told[0] == told[1]
