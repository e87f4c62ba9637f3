"""A second camera above the table: pulled out and put back in the middle of a game, and on the pages."""

import asyncio
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from engine.tile import Seat, Tile
from server.access import Access
from server.app import create_app
from server.devices import Devices
from server.house import Memory
from server.lens import Cover
from server.outline import Outline
from server.store import Store
from server.table import Table
from server.web.site import Folders, Room
from tests.scene import PLANE, RectangleEyes, Scene
from tests.waiting import until
from vision.follow.views import Together
from vision.picture.camera import CameraLost
from vision.picture.frame import Frame
from vision.plane.calibration import TablePlane
from vision.plane.outline import seated

pytestmark = pytest.mark.live

FIXED = TablePlane(PLANE.homography, PLANE.size_wh, 0.0, PLANE.half_mm, "corners")
FIRST, SECOND = "rtsp://first", "rtsp://second"
LONG_ON_S = 1000.0  # that a camera has been on when a test begins
HAND_SHOWN = 20  # pictures with a hand in them
P1, P2, P3, P4 = Seat


@dataclass
class Plugged:
    """A camera that shows what the bench has drawn, until somebody pulls it out. Its times count from `from_s`."""

    bench: "Bench"
    source: str
    from_s: float = 0.0
    taken: int = 0
    closed: threading.Event = field(default_factory=threading.Event)

    def frames(self) -> Iterator[Frame]:
        begun = time.monotonic()
        while not self.closed.wait(1 / 60):
            if self.source in self.bench.pulled:
                raise CameraLost(f"{self.source} stopped sending pictures.")
            yield Frame(self.from_s + time.monotonic() - begun, self.bench.picture)
            self.taken += 1

    def close(self) -> None:
        self.closed.set()


class Bench:
    """A table with two cameras; the second believes that P2 sits where P1 does."""

    def __init__(self) -> None:
        self.table = Table(Store("sqlite://"))
        self.scene = Scene()
        self.picture = self.scene.draw()
        self.pulled: set[str] = set()
        self.opened: list[Plugged] = []
        self.devices = Devices(
            self.table,
            eyes=lambda tiles: RectangleEyes(),  # type: ignore[arg-type, return-value]
            opened=lambda source: lambda: self._open(source),
        )
        self.devices.outline = Outline(FIXED, None)
        self.devices.second.source = SECOND
        self.devices.second.outline = Outline(seated(FIXED, P2), None)

    def _open(self, source: str) -> Plugged:
        if source in self.pulled:
            raise CameraLost(f"{source} is not plugged in.")
        before = any(camera.source == source for camera in self.opened)
        self.opened.append(Plugged(self, source, 0.0 if before else LONG_ON_S))
        return self.opened[-1]

    async def shown(self, pictures: int) -> None:
        """Each camera that is plugged in has shown so many more."""
        open_now = [camera for camera in self.opened if not camera.closed.is_set() and camera.source not in self.pulled]
        before = [camera.taken for camera in open_now]
        await until(
            lambda: all(c.closed.is_set() or c.taken >= n + pictures for c, n in zip(open_now, before, strict=True))
        )

    async def discard(self, seat: Seat, tile: Tile) -> None:
        """An arm lays a tile down, and it is told."""
        n = len(self.discards())
        self.scene.arms[seat] = (0.0, 0.0)
        self.picture = self.scene.draw()
        await self.shown(HAND_SHOWN)
        self.scene.arms.clear()
        self.scene.discard(tile, -150.0 + 40 * n, 0)
        self.picture = self.scene.draw()
        await until(lambda: self.discards()[n:] == [tile])

    def discards(self) -> list[Tile]:
        return [d.tile for d in self.table.state.discards]


def test_either_camera_is_pulled_out_and_put_back_and_the_game_goes_on() -> None:
    bench = Bench()
    second, camera = bench.devices.second, lambda: bench.table.camera

    def both() -> Together:
        return second.together or Together()

    async def evening() -> None:
        await bench.devices.watch(FIRST)
        await until(lambda: bench.table.begun)
        for seat, tile in zip(Seat, (Tile.B3, Tile.C7, Tile.D2, Tile.SOAP), strict=True):
            await bench.discard(seat, tile)
        await until(lambda: both().here == (True, True))
        await until(lambda: second.turn == 1)  # it is told with its next picture
        assert not bench.devices.one_alone

        bench.pulled.add(SECOND)
        await until(lambda: "The first goes on alone" in camera().says)
        assert camera().ok is True
        await bench.discard(P1, Tile.GREEN)
        bench.pulled.clear()
        await until(lambda: second.status.ok is True and both().here[1])
        assert not bench.devices.one_alone

        bench.pulled.add(FIRST)
        await until(lambda: "The second goes on alone" in camera().says)
        assert camera().ok is True, "the game is watched"
        await bench.discard(P2, Tile.RED)
        await bench.discard(P3, Tile.B8)
        assert second.says == "The second camera leads: the first does not see the table."
        bench.pulled.clear()
        await until(lambda: camera().ok is True and not bench.devices.one_alone)
        await bench.discard(P4, Tile.C1)
        await until(lambda: both().leads == 0)
        assert [d.seat for d in bench.table.state.discards] == [*Seat, *Seat]
        assert bench.table.game == 1
        await bench.devices.close()

    asyncio.run(evening())


def test_one_camera_alone_that_was_out_for_a_moment_sees_on_at_once() -> None:
    """Its times begin anew with every opening."""
    bench = Bench()
    bench.devices.second.source = None

    async def evening() -> None:
        await bench.devices.watch(FIRST)
        await until(lambda: bench.table.begun)
        await bench.discard(P1, Tile.B3)
        bench.pulled.add(FIRST)
        await until(lambda: bench.table.camera.ok is False)
        bench.pulled.clear()
        await until(lambda: bench.table.camera.ok is True)
        await bench.discard(P2, Tile.C7)
        await bench.devices.close()

    asyncio.run(evening())


def on_the_loop(client: TestClient, act: Any, *arguments: Any) -> Any:
    assert client.portal is not None
    return client.portal.call(act, *arguments)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[tuple[TestClient, Bench, Memory]]:
    bench, memory = Bench(), Memory(tmp_path)
    bench.devices.second.source = None
    app = create_app(bench.table, Access.fresh(), room=Room(bench.devices, memory), folders=Folders(cards=tmp_path))
    with TestClient(app, base_url="http://192.168.1.20:8555", client=("127.0.0.1", 40000)) as client:
        yield client, bench, memory
        on_the_loop(client, bench.devices.close)


def test_a_second_camera_is_chosen_remembered_and_left(host: tuple[TestClient, Bench, Memory]) -> None:
    client, bench, memory = host
    assert "Choose the first camera" in client.get("/setup/second").text
    refused = client.post("/setup/second", data={"source": SECOND})
    assert refused.status_code == 409
    assert "first camera" in refused.text
    assert client.post("/setup/camera", data={"source": FIRST}).status_code == 204
    assert client.post("/setup/second", data={"source": FIRST}).status_code == 409
    assert client.post("/setup/second", data={"source": SECOND}).status_code == 204
    assert Memory(memory.folder).house.second == SECOND
    on_the_loop(client, until, lambda: bench.devices.second.lens.latest is not None)
    shown = client.get("/setup/outline/corners?camera=1").json()["corners"]
    moved = " ".join(f"{x + 3},{y - 2}" for x, y in shown)
    assert client.post("/setup/outline/drag?camera=1", data={"points": moved}).status_code == 200
    assert bench.devices.second.outline.plane is not None
    house = Memory(memory.folder)
    assert house.house.second_outlined
    assert house.second_outline is not None
    assert house.second_outline.exists()
    assert not house.house.outlined, "the first one's outline is its own"
    assert client.post("/setup/second", data={"source": ""}).status_code == 204
    assert bench.devices.second.source is None
    assert Memory(memory.folder).house.second == ""


def test_both_pictures_are_on_the_camera_page_and_no_rack_of_either(host: tuple[TestClient, Bench, Memory]) -> None:
    client, bench, _ = host
    client.post("/setup/camera", data={"source": FIRST})
    assert 'data-camera="1"' not in client.get("/camera").text
    client.post("/setup/second", data={"source": SECOND})
    assert 'data-camera="1"' in client.get("/camera").text
    on_the_loop(client, until, lambda: bench.devices.second.lens.latest is not None)
    bench.devices.started = True
    for camera in (0, 1):
        on_the_loop(client, until, lambda camera=camera: bench.devices.lens_of(camera).latest is not None)
        assert client.get(f"/camera/picture.jpg?cover=nothing&camera={camera}").status_code == 200
        shown = on_the_loop(client, bench.devices.lens_of(camera).show, Cover.RACKS)
        assert shown is not None
        assert shown.cover is Cover.RACKS
    told = client.get("/camera/look?camera=1").json()
    assert told["seats"] == []
    assert told["n"] > 0
    with TestClient(client.app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000)) as guest:
        assert guest.get("/camera/picture.jpg?camera=1").status_code == 403
        assert guest.post("/setup/second", data={"source": SECOND}).status_code == 403
