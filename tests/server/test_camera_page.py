"""The Camera page: who may look, what is said, what is drawn, and what its buttons do."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

from engine.tile import Seat, Tile
from server.access import Access
from server.app import create_app
from server.devices import Devices
from server.house import Memory
from server.lens import Lens, Watching
from server.outline import NOT_FIXED, Outline, found, next_first, remembered
from server.pace import Pace
from server.people import People
from server.status import Status
from server.store import Store
from server.table import Table
from server.web.picture import state_words
from server.web.site import Folders, Room
from tests.scene import PLANE, SIDE, RectangleEyes, Scene
from tests.vision.plane.test_calibration import Shot, table_top
from vision.follow.settle import Settler
from vision.picture.frame import Frame
from vision.plane.calibration import TablePlane
from vision.plane.outline import upright

LAN, HOST = ("192.168.1.30", 40000), ("127.0.0.1", 40000)
FIXED = TablePlane(PLANE.homography, PLANE.size_wh, 0.0, PLANE.half_mm, "corners")


@dataclass
class Around:
    """A table with a camera whose pictures the test draws."""

    folder: Path
    table: Table = field(default_factory=lambda: Table(Store("sqlite://")))
    scene: Scene = field(default_factory=Scene)
    now: float = 100.0
    frames: int = 0

    def __post_init__(self) -> None:
        self.lens = Lens(clock=lambda: self.now)
        self.devices = Devices(self.table, lens=self.lens)
        self.memory = Memory(self.folder)
        self.settler = Settler(RectangleEyes(), FIXED)
        self.watching = Watching(self.lens, self.settler)
        self.table.set_camera(Status(True, "The camera sees the table."))

    def client(self, address: tuple[str, int]) -> TestClient:
        app = create_app(
            self.table, Access.fresh(), room=Room(self.devices, self.memory), folders=Folders(cards=self.folder)
        )
        return TestClient(app, base_url="http://192.168.1.20:8555", client=address)

    def passes(self, seconds: float) -> None:
        """The camera looks for so long."""
        picture = self.scene.draw(self.settler.plane or PLANE)
        for _ in range(round(seconds * 30)):
            self.frames += 1
            self.now += 1 / 30
            self.watching.settle(Frame(self.frames / 30, picture))


@pytest.fixture
def around(tmp_path: Path) -> Around:
    return Around(tmp_path)


@pytest.fixture
def host(around: Around) -> Iterator[TestClient]:
    with around.client(HOST) as client:
        yield client


def test_only_the_referee_looks_through_the_camera(around: Around) -> None:
    around.passes(0.5)
    around.devices.source = "rtsp://camera"
    with around.client(LAN) as guest:
        assert guest.get("/camera", follow_redirects=False).status_code == 303
        assert guest.get("/camera/look").status_code == 403
        assert guest.get("/camera/picture.jpg").status_code == 403
        assert guest.post("/camera/find").status_code == 403
        assert guest.post("/camera/tile", data={"x": 0, "y": 0, "tile": "3B"}).status_code == 403


def test_the_simulated_table_is_shown_to_everybody_without_its_racks(around: Around) -> None:
    around.passes(0.5)
    around.devices.source, around.devices.watching = "demo://?seed=1", True
    with around.client(LAN) as guest, around.client(HOST) as host:
        shown = guest.get("/camera/picture.jpg?cover=nothing")
        assert shown.status_code == 200
        around.now += 1
        assert shown.content == host.get("/camera/picture.jpg").content


def test_nobody_sees_everything_once_the_game_is_started(around: Around, host: TestClient) -> None:
    around.passes(0.5)
    around.devices.watching = True
    hidden = host.get("/camera/picture.jpg").content
    assert host.get("/camera/picture.jpg?cover=nothing").content == hidden
    around.devices.watching = False  # another camera is being chosen, say, and the racks are full
    around.devices.started = True
    assert host.get("/camera/picture.jpg?cover=nothing").content == hidden
    around.devices.started = False
    assert host.get("/camera/picture.jpg?cover=nothing").content != hidden


def test_every_tile_is_boxed_with_what_it_is_read_as(around: Around, host: TestClient) -> None:
    around.scene.discard(Tile.B3, 0, 0)
    around.scene.expose(Seat.P2, -60, Tile.C5, Tile.C5, Tile.JOKER)
    around.passes(2.0)
    told = host.get("/camera/look").json()
    assert sorted(t["face"] for t in told["tiles"]) == ["3B", "5C", "5C", "J"]
    assert {t["sure"] for t in told["tiles"]} == {"sure"}
    bam = next(t for t in told["tiles"] if t["face"] == "3B")
    centre = np.mean(bam["quad"], axis=0)
    discards = np.mean(next(z for z in told["zones"] if z["kind"] == "discards")["points"], axis=0)
    assert centre == pytest.approx(discards, abs=2)
    assert told["says"] == "At rest: I read 4 tiles."
    assert {s["seat"]: s["name"] for s in told["seats"]}["P2"] == "Right seat"


def test_the_state_is_said_in_words(around: Around, host: TestClient) -> None:
    assert host.get("/camera/look").json()["n"] == 0
    around.passes(0.5)
    around.scene.arms[Seat.P2] = (0.0, 100.0)
    around.passes(0.2)
    assert host.get("/camera/look").json()["says"] == "A hand over Right seat's corner."
    around.scene.arms.clear()
    around.passes(0.15)
    around.now += 0.3
    assert host.get("/camera/look").json()["says"].startswith("Still for 0.")
    around.table.set_camera(Status(False, "The camera is not plugged in."))
    assert host.get("/camera/look").json()["says"] == "The camera is not plugged in."


def test_a_picture_that_is_four_seconds_old_says_so(around: Around) -> None:
    around.passes(2.0)
    shown = around.lens.latest
    assert shown is not None
    with around.client(HOST) as host:
        host.get("/camera/look")
    words = state_words(around.lens._shown, Status(True, ""), Pace(9.0, None, 4.2), People(), False)
    assert words.endswith("I am 4 s behind.")


def test_the_table_is_found_again_and_remembered(around: Around, host: TestClient) -> None:
    assert host.post("/camera/find").status_code == 409
    around.passes(0.2)
    assert "cannot find" in host.post("/camera/find").json()["says"]  # felt from edge to edge: no table to be seen
    assert remembered(around.memory) == Outline()
    picture = np.full((SIDE, SIDE, 3), 200, np.uint8)
    picture[80:640, 90:650] = (60, 90, 40)
    around.watching.settle(Frame(50.0, picture))
    told = host.post("/camera/find").json()
    assert told == {"ok": True, "says": "Found, by its edges."}
    kept = remembered(Memory(around.folder)).plane
    assert kept is not None
    corner = kept.to_px(np.array([[-1.0, -1.0]]) * (kept.half_mm + 52))[0]
    assert corner == pytest.approx([90, 80], abs=6)


def test_what_somebody_says_a_tile_is_the_eyes_learn(around: Around, host: TestClient) -> None:
    heard: list[tuple[float, float, Tile]] = []
    around.devices.told = lambda x_mm, y_mm, tile: heard.append((x_mm, y_mm, tile))  # type: ignore[method-assign]
    assert host.post("/camera/tile", data={"x": 12.5, "y": -40, "tile": "8B"}).json()["ok"]
    assert heard == [(12.5, -40.0, Tile.B8)]
    assert host.post("/camera/tile", data={"x": 0, "y": 0, "tile": "zz"}).status_code == 400


def test_two_markers_propose_the_corners_and_who_sits_where_stays() -> None:
    picture = Shot(turn_deg=8, tilt_deg=10, away_mm=1600).picture(table_top((0, 1)))
    first = found(picture, NOT_FIXED)
    assert first is not None
    assert first.plane is not None
    assert (first.found_by, first.plane.found_by, upright(first.plane)) == ("two of its markers", "corners", 0)
    turned = next_first(first)
    again = found(picture, turned)
    assert again is not None
    assert upright(again.plane) == upright(turned.plane) != 0
