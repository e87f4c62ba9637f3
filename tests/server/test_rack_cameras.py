"""A camera at a rack: it reads for one player, by the one way in, and nobody else finds a tile of it anywhere."""

import asyncio
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from engine.card import read_card
from engine.event import Discarded, Drawn, GameBegun, Named, SatOut
from engine.hands import HandTable
from engine.rules.referee import Accepted, Proposal, Rules, Source
from engine.tile import Seat, Tile, code, read_tiles
from server.access import Access
from server.app import create_app
from server.cards import practice_card_text
from server.devices import Devices
from server.house import Memory
from server.rack_cameras import ELSEWHERE, OVERHEAD, expected_of, mark_of
from server.rack_words import rack_says
from server.store import Store
from server.table import Table
from server.web.site import Folders, Room
from tests.rack_scene import RackCamera, RackScene
from tests.waiting import until
from vision.arrays import Image
from vision.picture.camera import CameraLost
from vision.read.sightings import Sightings

pytestmark = pytest.mark.live

P1, P2, P3, P4 = Seat
RACK = read_tiles("9D 9D 9D 8D 8D 7D 7D 6B 6B 6B 5C 5C WD")
LAN, HOST = ("192.168.1.30", 40000), ("127.0.0.1", 40000)
USB = "rtsp://192.168.1.50/rack"


class SceneEyes:
    """Stands in for `vision.eyes.Eyes`: reads what a `RackScene` draws."""

    def __init__(self, scene: RackScene) -> None:
        self._scene = scene

    def sight(self, image: Image) -> Sightings:
        return self._scene.read(image, np.zeros((0, 4, 2), np.float32))


class House:
    """A table, cameras that show a drawn rack, and as many devices as are asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scene = RackScene(list(RACK))
        self.unplugged = False
        self.opened: list[RackCamera] = []
        self.table = Table(Store("sqlite://"), Rules(table=HandTable(read_card(practice_card_text()))))
        self.access = Access.kept(folder / "codes.json")
        self._open = ExitStack()
        self.start()

    def start(self) -> None:
        """The program, as it runs there."""
        made: Any = lambda tiles: SceneEyes(self.scene)  # noqa: E731
        self.devices = Devices(self.table, eyes=made)
        self.devices.at_racks.opened = lambda source: self._camera
        self.memory = Memory(self.folder)
        self.app = create_app(
            self.table, self.access, room=Room(self.devices, self.memory), folders=Folders(cards=self.folder)
        )
        self.first = self._open.enter_context(self._client(LAN))  # its loop is the program's

    def _camera(self) -> RackCamera:
        if self.unplugged:
            raise CameraLost("The camera is not plugged in.")
        self.opened.append(RackCamera(self.scene))
        return self.opened[-1]

    def _client(self, address: tuple[str, int]) -> TestClient:
        return TestClient(self.app, base_url="http://192.168.1.20:8555", client=address)

    def device(self, name: str = "", address: tuple[str, int] = LAN) -> TestClient:
        client = self._client(address)
        client.portal = self.first.portal
        if name:
            client.post("/join", data={"code": self.access.code(name)})
        return client

    def do(self, work: Callable[[], Any]) -> Any:
        """On the program's loop."""

        async def done() -> Any:
            return await found if asyncio.iscoroutine(found := work()) else found

        assert self.first.portal is not None
        return self.first.portal.call(done)

    def happens(self, *events: Any) -> None:
        for event in events:
            assert isinstance(self.do(partial(self.table.submit, Proposal(event, Source.TABLET))), Accepted)

    def stop(self) -> None:
        self.do(self.devices.close)
        self._open.close()

    def until(self, true: Callable[[], Any]) -> None:
        assert self.first.portal is not None
        self.first.portal.call(until, true)

    def holds(self, *tiles: Tile) -> None:
        self.until(lambda: self.table.own(P2) == tuple(sorted(tiles)))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    running = House(tmp_path)
    yield running
    running.stop()


@pytest.fixture
def owner(house: House) -> TestClient:
    """At P2, a camera at her rack, which is read."""
    client = house.device("P2")
    assert client.post("/seat/P2/rack-camera/try", data={"source": USB}).status_code == 200
    assert client.post("/seat/P2/rack-camera/read").status_code == 200
    house.holds(*RACK)
    return client


def told(client: TestClient) -> dict[str, Any]:
    return dict(client.get("/seat/P2/rack-camera/look").json())


def test_the_rack_fills_her_own_tiles_and_follows(house: House, owner: TestClient) -> None:
    house.happens(GameBegun(P1), Discarded(P1, Tile.B3))
    house.scene.tiles.append(Tile.GREEN)
    house.holds(*RACK, Tile.GREEN)
    assert [t["tile"] for t in told(owner)["tiles"]] == [*map(code, RACK), "GD"], "as they stand"
    assert told(owner)["says"] == "14 tiles, steady."
    house.scene.tiles.remove(Tile.D9)
    house.holds(*RACK[1:], Tile.GREEN)
    house.happens(Drawn(P2), Discarded(P2, Tile.D9))  # her act takes one out by itself ...
    house.holds(*RACK[1:], Tile.GREEN)  # ... of those that had left already


def test_a_discard_by_tap_before_the_tile_has_moved_is_not_taken_back(house: House, owner: TestClient) -> None:
    house.happens(GameBegun(P1), Discarded(P1, Tile.B3))
    house.scene.tiles.append(Tile.GREEN)
    house.holds(*RACK, Tile.GREEN)
    house.happens(Drawn(P2), Discarded(P2, Tile.GREEN))
    house.until(lambda: told_stage(house) == "MORE")
    assert house.table.own(P2) == tuple(sorted(RACK))
    house.scene.tiles.remove(Tile.GREEN)
    house.until(lambda: told_stage(house) == "STEADY")
    assert house.table.own(P2) == tuple(sorted(RACK))


def told_stage(house: House) -> str:
    at = house.devices.at_racks.of(P2)
    assert at is not None
    return at.belief.stage.name


def test_a_tile_put_right_by_tap_stays_so(house: House, owner: TestClient) -> None:
    right = owner.post("/seat/P2/rack-camera/tile", data={"place": 12, "tile": "F", "was": "WD"})
    assert right.json()["ok"]
    house.holds(*RACK[:12], Tile.FLOWER)
    assert owner.post("/seat/P2/rack-camera/tile", data={"place": 12, "tile": "F", "was": "WD"}).status_code == 409
    house.scene.tiles.insert(0, Tile.EAST)
    house.holds(*RACK[:12], Tile.FLOWER, Tile.EAST)
    for name in ("P1", "P3", "referee", "P2"):
        other = house.device(name)
        assert other.post("/seat/P2/rack-camera/tile", data={"place": 0, "tile": "F"}).status_code == 403


def test_before_it_is_read_only_the_picture_is_shown(house: House) -> None:
    client = house.device("P2")
    client.post("/seat/P2/rack-camera/try", data={"source": USB})
    house.until(lambda: client_sees(house, client))
    assert told(client)["tiles"] == []
    assert house.table.own(P2) is None
    client.post("/seat/P2/rack-camera/stop")
    house.until(lambda: house.opened[0].closed.is_set())
    assert Memory(house.folder).house.racks == ("", "", "", "")


def client_sees(house: House, client: TestClient) -> bool:
    at = house.devices.at_racks.of(P2)
    return at is not None and at.looker is not None and at.looker.latest is not None


PATHS = (
    *("/", "/table", "/screen", "/overlay", "/setup", "/setup/camera", "/referee", "/camera", "/camera/look"),
    *("/all", "/ledger"),
    *("/seat/P2", "/seat/P2/rack-camera", "/seat/P2/rack-camera/look", "/seat/P2/rack-camera/picture.jpg"),
    *("/seat/P2/more", "/seat/P2/card", "/seat/P2/help", "/seat/P2/help?more=1", "/replay", "/review"),
    *("/api/table", "/api/log", "/healthz", "/seat/P1", "/seat/P3", "/camera/picture.jpg"),
)
SIGNS = ("9 Dot", "6 Bam", "Take out", "Nearest hands", "steady", "9D")


@pytest.mark.parametrize("name", ["", "P1", "P3", "P4", "referee", "all", "P2", "host"])
def test_nobody_else_finds_a_tile_or_a_picture_anywhere(house: House, owner: TestClient, name: str) -> None:
    other = house.device("" if name == "host" else name, HOST if name == "host" else LAN)
    house.happens(GameBegun(P1), Discarded(P1, Tile.B3))
    for path in PATHS:
        answer = other.get(path)
        assert "jpeg" not in answer.headers["content-type"], path
        # every tile's name stands on a page where any tile can be tapped in: what counts is what says that it is hers
        text = answer.text if path in PATHS[-8:-2] else "".join(answer.text.split('class="pick-grid')[::2])
        assert '"tiles": [{' not in text
        for sign in ("Take out", "Nearest hands", "steady", f"1 {Tile.D9.words} to discard", "put it right</"):
            assert sign not in text, f"{name} at {path}"
    assert owner.get("/seat/P2/rack-camera/picture.jpg").headers["content-type"] == "image/jpeg"
    for act in ("try", "read", "stop"):
        assert other.post(f"/seat/P2/rack-camera/{act}", data={"source": USB}).status_code == 403
    assert house.table.own(P2) == tuple(sorted(RACK))


@pytest.mark.parametrize("name", ["", "P1", "P3", "referee", "all", "P2"])
def test_what_others_are_shown_does_not_depend_on_a_single_tile_of_it(
    house: House, owner: TestClient, name: str
) -> None:
    """Tile by tile: whatever stands there, everybody else gets the same bytes."""
    other = house.device(name)
    seen = [_all_of(other)]
    for place in range(len(RACK)):
        house.scene.tiles[place] = Tile.B1 if place < 4 else Tile.C1 if place < 8 else Tile.NORTH
        if place % 4 == 3:
            house.holds(*house.scene.tiles)
            seen.append(_all_of(other))
    assert all(s == seen[0] for s in seen)


def _all_of(client: TestClient) -> dict[str, str]:
    out = {}
    for path in PATHS:
        text = client.get(path).text
        out[path] = text
    for page in ("table", "seat?seat=P2", "screen", "overlay", "referee", "all"):
        try:
            with client.websocket_connect(f"/live/{page}") as socket:
                out[page] = socket.receive_text()
        except WebSocketDisconnect:
            out[page] = "closed"
    return out


def test_nothing_of_it_is_on_the_disk_or_in_the_log(
    house: House, owner: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    house.happens(GameBegun(P1), Discarded(P1, Tile.B3))
    house.scene.tiles.append(Tile.GREEN)
    house.holds(*RACK, Tile.GREEN)
    assert "9D" not in caplog.text
    assert [type(e.event) for e in house.table.log if "GD" in str(e.event) or "D9" in str(e.event)] == []
    for path in house.folder.rglob("*"):
        if path.is_file():
            kept = path.read_bytes()
            assert not re.search(rb"(?<![\w-])9D(?![\w-])", kept), "no tile: a code may hold such letters"
            assert cv2.imdecode(np.frombuffer(kept, np.uint8), cv2.IMREAD_COLOR) is None


def test_a_teacher_who_is_let_in_sees_the_tiles_and_not_the_picture(house: House, owner: TestClient) -> None:
    teacher = house.device("P2")
    teacher.post("/own/ask")
    assert teacher.get("/seat/P2/rack-camera/look").status_code == 403
    owner.post("/own/show", data={"to": "next"})
    assert len(told(teacher)["tiles"]) == 13
    assert teacher.get("/seat/P2/rack-camera/picture.jpg").status_code == 404
    assert "shown there alone" in teacher.get("/seat/P2/rack-camera").text
    assert teacher.post("/seat/P2/rack-camera/stop").status_code == 403


def test_next_week_it_reads_again_for_the_same_device(house: House, owner: TestClient) -> None:
    assert house.memory.house.racks == ("", f"{mark_of(_device(owner))} {USB}", "", "")
    house.do(house.devices.close)
    house.table = Table(Store("sqlite://"), house.table.rules)
    cookies = dict(owner.cookies)
    house.start()
    house.do(house.devices.at_racks.recall)
    house.until(lambda: told_stage(house) == "STEADY")
    assert house.table.own(P2) is None, "until she is there"
    stranger = house.device("P2")
    stranger.get("/seat/P2")
    assert house.table.own(P2) is None
    assert stranger.get("/seat/P2/rack-camera/look").json()["tiles"] == []
    again = house.device()
    again.cookies.update(cookies)
    again.get("/seat/P2")
    house.holds(*RACK)
    assert "9 Dot" not in stranger.get("/seat/P2/rack-camera").text


def _device(client: TestClient) -> str:
    return str(client.cookies["fifthseat"]).partition(".")[2].strip('"')


def test_a_camera_that_is_pulled_out_comes_back_by_itself(house: House, owner: TestClient) -> None:
    house.unplugged = True
    house.opened[-1].pulled.set()
    house.until(lambda: "is it plugged in?" in rack_words(house))
    assert told(owner)["ok"] is False
    assert len(told(owner)["tiles"]) == 13, "the last reading stands"
    assert owner.get("/healthz").status_code == 200
    house.unplugged = False
    house.until(lambda: told_ok(house))
    assert house.table.own(P2) == tuple(sorted(RACK))


def rack_words(house: House) -> str:
    at = house.devices.at_racks.of(P2)
    return "" if at is None else rack_says(at)


def told_ok(house: House) -> bool:
    at = house.devices.at_racks.of(P2)
    return at is not None and at.status.ok is True


def test_who_leaves_the_seat_takes_the_camera_along(house: House, owner: TestClient) -> None:
    owner.post("/leave")
    assert house.devices.at_racks.of(P2) is None
    assert house.table.own(P2) is None
    assert house.memory.house.racks == ("", "", "", "")
    assert house.opened[-1].closed.is_set()


def test_another_device_that_begins_anew_at_the_seat_ends_it(house: House, owner: TestClient) -> None:
    second = house.device("P2")
    second.post("/own", data={"seat": "P2", "drop": "all"})
    second.post("/own", data={"seat": "P2", "add": "1B"})
    assert owner.get("/seat/P2/rack-camera/picture.jpg").status_code == 404
    house.scene.tiles[0] = Tile.GREEN
    house.until(lambda: house.devices.at_racks.of(P2) is None)
    assert house.table.own(P2) == (Tile.B1,)


def test_it_reads_no_tile_of_another_who_sits_down_at_that_seat(house: House, owner: TestClient) -> None:
    house.happens(*map(Named, Seat, ("Ann", "Bea", "Cy", "Di")), SatOut("Eve"))
    house.holds(*RACK)
    house.happens(SatOut("Bea"))
    assert owner.get("/seat/P2/rack-camera/picture.jpg").status_code == 404
    house.until(lambda: house.memory.house.racks == ("", "", "", ""))
    assert house.devices.at_racks.of(P2) is None
    assert house.table.own(P2) is None


def test_one_camera_is_at_one_place(house: House, owner: TestClient) -> None:
    third, host = house.device("P3"), house.device(address=HOST)
    refused = third.post("/seat/P3/rack-camera/try", data={"source": "rtsp://user:word@192.168.1.50/rack/"})
    assert (refused.status_code, refused.json()["says"]) == (409, ELSEWHERE)
    refused = host.post("/setup/camera", data={"source": USB})
    assert refused.status_code == 409
    assert "That camera stands at" in refused.json()["says"]
    house.devices.source = "rtsp://192.168.1.60/table"
    refused = third.post("/seat/P3/rack-camera/try", data={"source": "rtsp://192.168.1.60/table"})
    assert (refused.status_code, refused.json()["says"]) == (409, OVERHEAD)


def test_where_the_house_forbids_help_a_read_rack_brings_none(house: House, owner: TestClient) -> None:
    house.happens(GameBegun(P1), Discarded(P1, Tile.B3))
    assert "Nearest hands" in owner.get("/seat/P2").text
    assert house.device(address=HOST).post("/help/most", data={"how": "legal"}).status_code == 200
    assert "Nearest hands" not in owner.get("/seat/P2").text
    assert house.table.own(P2) == tuple(sorted(RACK)), "reading tiles is no help"


def test_a_player_opens_cameras_and_no_files_of_the_machine(house: House, tmp_path: Path) -> None:
    film = tmp_path / "film.avi"
    film.write_bytes(b"")
    third = house.device("P3")
    for source in (str(film), "file:///etc/passwd", "/etc/passwd", "concat:/etc/passwd", "", "http://["):
        assert third.post("/seat/P3/rack-camera/try", data={"source": source}).status_code in (400, 422), source
    assert house.opened == []


def test_a_torn_memory_is_none(tmp_path: Path) -> None:
    (tmp_path / "fifthseat-house.json").write_text('{"format": "fifthseat house 1", "racks": ["a", 3], "camera": "0"}')
    memory = Memory(tmp_path)
    assert memory.house.racks == ("", "", "", "")
    assert memory.house.camera == "0"
    assert any("at the racks" in says for says in memory.troubles)


def test_what_can_stand_on_a_rack_is_what_the_rules_and_the_table_say(house: House) -> None:
    assert expected_of(house.table.state, P2).least == 1
    house.happens(GameBegun(P1), Discarded(P1, Tile.B3))
    now = expected_of(house.table.state, P2)
    assert (now.least, now.most, now.left[Tile.B3], now.left[Tile.B4]) == (13, 14, 3, 4)
    assert (expected_of(house.table.state, P3).least, expected_of(house.table.state, P3).most) == (13, 13)


def test_a_picture_that_has_not_come_is_no_error_for_its_owner_and_is_told(house: House) -> None:
    """Her page asked for it again and again, and was told each time that there is no such thing."""
    house.unplugged = True
    mine, other = house.device("P2"), house.device("P2")
    mine.post("/seat/P2/rack-camera/try", data={"source": USB})
    assert mine.get("/seat/P2/rack-camera/look").json()["picture"] is False
    assert mine.get("/seat/P2/rack-camera/picture.jpg").status_code == 204
    assert other.get("/seat/P2/rack-camera/picture.jpg").status_code == 404


def test_a_picture_is_told_to_its_owner_alone(house: House, owner: TestClient) -> None:
    teacher = house.device("P2")
    teacher.post("/own/ask", data={"seat": "P2"})
    owner.post("/own/show", data={"seat": "P2", "to": "next"})
    assert owner.get("/seat/P2/rack-camera/look").json()["picture"] is True
    assert teacher.get("/seat/P2/rack-camera/look").json()["picture"] is False
