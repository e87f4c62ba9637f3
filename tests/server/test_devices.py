"""Camera, outline, tile set and light changed while a game is on: the log goes on as it was, and nothing stays open."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from engine.tile import Seat, Tile
from server.devices import Devices
from server.house import Memory
from server.kept_faces import KeptFaces
from server.lens import Cover
from server.outline import Outline
from server.racks import Racks
from server.store import Store
from server.table import Table
from tests.scene import PLANE, RectangleEyes, Scene
from tests.waiting import until
from vision.picture.camera import CameraLost
from vision.picture.frame import Frame
from vision.plane.calibration import TablePlane
from vision.synthetic.camera import acted
from vision.synthetic.game import SET, card_table
from vision.synthetic.look import choose
from vision.synthetic.rack_camera import read_rack_url

pytestmark = pytest.mark.live

FIXED = Outline(TablePlane(PLANE.homography, PLANE.size_wh, 0.0, PLANE.half_mm, "corners"), None)


@dataclass
class Drawn:
    """A camera that shows what the bench has drawn, thirty pictures a second of its own clock, as fast as they are
    taken."""

    bench: "Bench"
    closed: threading.Event = field(default_factory=threading.Event)

    def frames(self) -> Iterator[Frame]:
        time_s = 0.0
        while not self.closed.wait(0.002):
            time_s += 1 / 30
            yield Frame(time_s, self.bench.picture)

    def close(self) -> None:
        self.closed.set()


class Bench:
    """A table with two cameras that can be plugged in, by name."""

    def __init__(self, eyes: RectangleEyes | None = None) -> None:
        self.reads = eyes or RectangleEyes()
        self.table = Table(Store("sqlite://"))
        self.scene = Scene()
        self.picture = self.scene.draw()
        self.opened: list[tuple[str, Drawn]] = []
        self.sets: list[Any] = []
        self.devices = Devices(self.table, eyes=self._eyes, opened=lambda source: lambda: self._open(source))
        self.devices.outline = FIXED

    def _eyes(self, tile_set: Any) -> Any:
        self.sets.append(tile_set)
        self.reads.use = self.sets.append  # type: ignore[attr-defined]
        return self.reads

    def _open(self, source: str) -> Drawn:
        if source == "broken":
            raise CameraLost("The broken camera does not answer.")
        self.opened.append((source, Drawn(self)))
        return self.opened[-1][1]

    async def discard(self, seat: Seat, tile: Tile, x_mm: float) -> None:
        """An arm lays a tile down."""
        self.scene.arms[seat] = (0.0, 0.0)
        self.picture = self.scene.draw()
        await asyncio.sleep(0.15)
        self.scene.arms.clear()
        self.scene.discard(tile, x_mm, 0)
        self.picture = self.scene.draw()

    def discards(self) -> list[Tile]:
        return [d.tile for d in self.table.state.discards]


@pytest.fixture
def bench() -> Bench:
    return Bench()


async def begun(bench: Bench) -> None:
    """A game that the first camera has seen a discard of."""
    await bench.devices.watch("one")
    await until(lambda: bench.table.begun)
    await bench.discard(Seat.P1, Tile.B3, 0.0)
    await until(lambda: bench.discards() == [Tile.B3])


def test_another_camera_in_the_middle_of_a_game_loses_nothing(bench: Bench) -> None:
    async def evening() -> None:
        await begun(bench)
        before = bench.table.log
        await bench.devices.watch("two")
        assert bench.opened[0][1].closed.is_set(), "one camera is open at a time"
        await bench.discard(Seat.P2, Tile.C7, 60)
        await until(lambda: bench.discards() == [Tile.B3, Tile.C7])
        assert bench.table.log[: len(before)] == before
        assert bench.table.game == 1
        await bench.devices.close()

    asyncio.run(evening())
    assert all(camera.closed.is_set() for _, camera in bench.opened)


def test_the_outline_is_fixed_anew_without_opening_the_camera_again(bench: Bench) -> None:
    async def evening() -> None:
        await begun(bench)
        bench.devices.fix(FIXED)
        assert bench.devices.watcher is not None
        await bench.discard(Seat.P2, Tile.D2, 60)
        await until(lambda: bench.discards() == [Tile.B3, Tile.D2])
        assert [source for source, _ in bench.opened] == ["one"]
        await bench.devices.close()

    asyncio.run(evening())


def test_a_broken_camera_is_said_and_the_old_one_can_be_had_again(bench: Bench) -> None:
    async def evening() -> None:
        await begun(bench)
        await bench.devices.watch("broken")
        await until(lambda: "does not answer" in bench.table.camera.says)
        assert bench.discards() == [Tile.B3]
        await bench.devices.watch("one")
        await until(lambda: bench.table.camera.ok is True)
        await bench.devices.without_camera()
        assert bench.table.camera.ok is None
        assert bench.devices.lens.latest is None, "what was seen is not shown any more"
        assert bench.discards() == [Tile.B3]
        await bench.devices.close()

    asyncio.run(evening())


def test_the_set_up_looks_without_eyes_and_begins_no_game(bench: Bench) -> None:
    async def evening() -> None:
        await bench.discard(Seat.P1, Tile.B3, 0.0)
        await bench.devices.look("one")
        await until(lambda: bench.devices.lens.latest is not None and bench.devices.lens.latest.number > 60)
        shown = await bench.devices.lens.show(Cover.NOTHING)
        assert shown is not None
        assert shown.glimpse.belief is None
        assert bench.table.number == 0
        assert bench.sets == [], "the networks are not loaded for a look"
        await bench.devices.close()

    asyncio.run(evening())


def test_another_tile_set_is_read_with_from_the_next_picture_on(bench: Bench) -> None:
    async def evening() -> None:
        await bench.devices.read_with(None)
        assert bench.sets == []
        await begun(bench)
        await bench.devices.read_with(None)
        assert bench.sets == [None, None]
        await bench.devices.close()

    asyncio.run(evening())


def test_a_face_that_was_put_right_is_known_next_week_until_somebody_forgets_it(tmp_path: Path) -> None:
    async def evening(read: Tile, then: Callable[[Devices], None]) -> None:
        bench = Bench(RectangleEyes(misread={Tile.B1: Tile.FLOWER}, pointing=True))
        bench.devices.faces = KeptFaces(tmp_path)
        await bench.devices.watch("one")
        await until(lambda: bench.table.begun)
        await bench.discard(Seat.P1, Tile.B1, 0.0)
        await until(lambda: bench.discards() == [read])
        then(bench.devices)
        await bench.devices.close()

    asyncio.run(evening(Tile.FLOWER, lambda devices: devices.told(0.0, 0.0, Tile.B1)))
    asyncio.run(evening(Tile.B1, lambda devices: devices.forget_faces()))
    asyncio.run(evening(Tile.FLOWER, lambda devices: None))


def test_another_light_takes_the_place_of_the_one_before(bench: Bench) -> None:
    async def evening() -> None:
        await bench.devices.light("sim://")
        assert bench.devices.lamp.ok is not None
        with pytest.raises(ValueError, match="candle"):
            await bench.devices.light("candle://")
        assert bench.devices.lamp.url == "sim://", "the old one stays lit"
        await bench.devices.light(None)
        assert bench.table.light.ok is None
        await bench.devices.close()

    asyncio.run(evening())
    assert not [t for t in threading.enumerate() if t.name == "light" and t.is_alive()]


def test_the_simulated_rack_is_read_for_its_player() -> None:
    """The real eyes, the real thread: the camera of the demo at the rack of one seat."""

    async def evening() -> None:
        table = Table(Store("sqlite://"))
        devices, racks = Devices(table), Racks()
        devices.at_racks.join(racks, Memory(None))
        source = "demo-rack://?seed=1&seat=P1&speed=0.05"
        assert await devices.at_racks.try_out(Seat.P1, "hers", source) is None
        assert await devices.at_racks.try_out(Seat.P3, "another", source) is not None, "one camera, one rack"
        await devices.at_racks.read(Seat.P1, "hers")
        await until(lambda: table.own(Seat.P1) is not None)
        settings, seat = read_rack_url(source)
        dealt = acted(settings, choose(1), 0, card_table("")).game.deal.racks[seat]
        there = tuple(SET[n] for n in dealt)
        at = devices.at_racks.of(Seat.P1)
        assert at is not None
        assert sum(a is b for a, b in zip(at.belief.faces, there, strict=True)) >= 12
        assert table.own(Seat.P1) == tuple(sorted(at.belief.faces))
        assert racks.owns(Seat.P1, "hers")
        assert table.number == 0, "no tile of it is in the log"
        await devices.close()

    asyncio.run(evening())
