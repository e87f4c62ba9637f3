"""Looking back on the pages: who may, at what, and what is saved when somebody asks and only then."""

import asyncio
import io
import json
import threading
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import pytest
from fastapi.testclient import TestClient

from engine.card import read_card
from engine.event import Discarded, Drawn, GameBegun, Named
from engine.hands import HandTable
from engine.rules.ruling import Accepted, Proposal, Rules, Source
from engine.tile import Seat, Tile
from server.access import COOKIE, REFEREE_ROLE, Access
from server.app import create_app
from server.cards import practice_card_text
from server.devices import Devices
from server.house import FILE, Memory
from server.replay.page import VIDEO_FPS, video_of
from server.replay.reel import Kept
from server.status import Status
from server.store import Store
from server.table import Table
from server.veil import Mask
from server.web.site import Folders, Room
from tests.server.test_veil import PLANES, room, with_racks
from vision.follow.belief import Belief, Stage
from vision.picture.frame import Frame

P1, P2, P3, P4 = Seat
LAN = ("192.168.1.30", 40000)
PLANE = PLANES["above"]


@dataclass
class Evening:
    """A table with a camera that looks at it, and a clock of the test's own."""

    folder: Path
    racks: int = 1
    now: float = 1000.0
    rests: int = 0
    access: Access = field(default_factory=Access.fresh)

    def __post_init__(self) -> None:
        rules = Rules(table=HandTable(read_card(practice_card_text())))
        self.table = Table(Store("sqlite://"), rules, clock=lambda: self.now)
        self.devices = Devices(self.table)
        self.devices.source = "demo://"
        self.table.set_camera(Status(True, "The camera sees the table."))
        self.memory = Memory(self.folder)

    def looks(self, seconds: float, hand: Seat | None = None) -> None:
        image, stage = with_racks(room(), PLANE, self.racks), Stage.RESTING if hand is None else Stage.MOVING
        for _ in range(round(seconds * 10)):
            self.now += 0.1
            self.rests += hand is None
            self.devices.reel.saw(Frame(self.now, image), PLANE, Belief(stage, hand, sure=True, rests=self.rests))

    def happens(self, *events: object) -> None:
        for event in events:
            answer = self.table.submit(Proposal(event, Source.CAMERA, 0.97))  # type: ignore[arg-type]
            assert isinstance(answer, Accepted), answer

    def plays(self) -> None:
        self.happens(Named(P1, "Ruth"), GameBegun(P1, concealed=(14, 13, 13, 13)))
        self.looks(2)
        self.looks(1, P1)
        self.looks(2)
        self.happens(Discarded(P1, Tile.C8))
        self.looks(1, P2)
        self.looks(2)
        self.happens(Drawn(P2), Discarded(P2, Tile.B3))

    def client(self, role: str = "") -> TestClient:
        app = create_app(
            self.table, self.access, room=Room(self.devices, self.memory), folders=Folders(cards=self.folder)
        )
        client = TestClient(app, base_url="http://192.168.1.20:8555", client=LAN)
        if role:
            client.cookies.set(COOKIE, self.access.passes[role].token)
        return client


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    folder = tmp_path / "home"
    folder.mkdir()
    return Evening(folder)


@pytest.fixture
def referee(evening: Evening) -> Iterator[TestClient]:
    with evening.client(REFEREE_ROLE) as client:
        yield client


ASKED = ("/replay", "/replay/pictures?since=0&until=9999", "/replay/picture/1.jpg", "/replay/video?since=0&until=9999")


def test_only_the_referee_looks_back_until_the_players_may(evening: Evening, referee: TestClient) -> None:
    evening.plays()
    with evening.client() as guest, evening.client("P2") as player:
        for path in ASKED:
            assert guest.get(path).status_code == player.get(path).status_code == 403
            assert referee.get(path).status_code == 200
        assert player.post("/replay/players", data={"allowed": "yes"}).status_code == 403
        assert referee.post("/replay/players", data={"allowed": "yes"}).json()["ok"]
        for path in ASKED:
            assert guest.get(path).status_code == 403
            assert player.get(path).status_code == 200
        assert player.get("/replay/report?since=0&until=9999").status_code == 403
        assert "/static/replay.js" in player.get("/seat/P2").text
        assert "/static/replay.js" not in guest.get("/table").text
    assert Memory(evening.folder).house.replays
    with evening.client("P3") as other:
        referee.post("/replay/players", data={"allowed": "no"})
        assert other.get("/replay").status_code == 403


def test_an_event_is_shown_from_before_the_hand_until_it_was_told(evening: Evening, referee: TestClient) -> None:
    evening.plays()
    number = evening.table.number
    piece = referee.get(f"/replay?event={number}").text
    assert "Right seat discards 3 Bam" in piece
    at = evening.table.log[number - 1].at
    assert f'data-at="{at}"' in piece
    told = referee.get(f"/replay/pictures?since={at - 8}&until={at + 2}").json()
    assert {p["hand"] for p in told["pictures"]} == {None, "Ruth's", "Right seat's"}
    assert [e["says"] for e in told["told"]][-1] == "Right seat discards 3 Bam"
    assert told["names"][0] == "Ruth"


def test_a_picture_shows_no_rack_and_needs_no_code_to_be_guessed(tmp_path: Path) -> None:
    shown = []
    for racks in (1, 2):
        evening = Evening(tmp_path, racks)
        evening.plays()
        with evening.client(REFEREE_ROLE) as referee:
            first = referee.get("/replay/pictures?since=0&until=9999").json()["pictures"][0]["n"]
            shown.append(referee.get(f"/replay/picture/{first}.jpg").content)
    assert shown[0][:2] == b"\xff\xd8"
    assert shown[0] == shown[1]


def test_what_is_kept_no_more_is_said_to_be_gone(evening: Evening, referee: TestClient) -> None:
    answer = referee.get("/replay")
    assert answer.status_code == 404
    assert "no camera" in answer.json()["says"]
    evening.plays()
    evening.now += 5000
    evening.looks(3)
    answer = referee.get("/replay?event=2")
    assert answer.status_code == 404
    assert "no longer kept" in answer.json()["says"]
    assert referee.get("/replay/picture/99999.jpg").status_code == 404
    assert referee.get("/replay/video?since=1&until=2").status_code == 404
    assert referee.get("/replay/report?since=1&until=2").status_code == 404


def test_save_and_report_give_one_file_each_and_nothing_is_written_here(
    evening: Evening, referee: TestClient, tmp_path: Path
) -> None:
    evening.plays()
    until = evening.now
    video = referee.get(f"/replay/video?since={until - 5}&until={until}")
    assert "attachment" in video.headers["content-disposition"]
    (tmp_path / "clip.webm").write_bytes(video.content)
    film = cv2.VideoCapture(str(tmp_path / "clip.webm"))
    frames = 0
    while film.read()[0]:
        frames += 1
    assert frames / VIDEO_FPS == pytest.approx(5, abs=1.2), "in its own time, and the last picture stays a second"
    report = referee.get(f"/replay/report?since={until - 3}&until={until}&words=An 8 was told.")
    with zipfile.ZipFile(io.BytesIO(report.content)) as file:
        told = json.loads(file.read("report.json"))
        assert {"report.json", "table-0.json", "card.txt"} <= set(file.namelist())
    assert told["says"] == "An 8 was told."
    assert told["pictures"][0]["stage"] == "resting", "it begins with the table at rest"
    assert [row["event"] for row in told["log"]][-1] == "P2 discards 3B"
    assert [p.name for p in evening.folder.iterdir() if p.name != FILE] == []


def test_the_log_and_a_question_lead_to_what_was_seen(evening: Evening, referee: TestClient) -> None:
    evening.plays()
    assert f"/replay?event={evening.table.number}" in referee.get(f"/referee/event/{evening.table.number}").text
    page = referee.get("/referee").text
    assert 'hx-get="/replay"' in page
    evening.devices.source = None
    assert "/static/replay" not in referee.get("/referee").text, "without a camera there is nothing to look back at"


def test_a_camera_that_is_let_go_takes_its_pictures_along(evening: Evening) -> None:
    evening.plays()
    assert evening.devices.reel.bytes
    asyncio.run(evening.devices.without_camera())
    assert evening.devices.reel.bytes == 0


def test_a_video_of_a_turned_camera_is_upright(tmp_path: Path) -> None:
    plane = PLANES["turned"]
    mask = Mask(plane)
    jpeg = cv2.imencode(".jpg", mask.cut(room()))[1].tobytes()
    kept = Kept(1, 0.0, 0.0, jpeg, plane, mask.box, Stage.RESTING, None)
    (tmp_path / "clip.webm").write_bytes(video_of((kept,)))
    read, image = cv2.VideoCapture(str(tmp_path / "clip.webm")).read()
    x0, y0, x1, y1 = mask.box
    assert read
    assert image.shape[0] / image.shape[1] == pytest.approx((x1 - x0) / (y1 - y0), rel=0.01)


def test_one_clip_is_packed_at_a_time(evening: Evening, referee: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes a core for long, and the eyes need theirs."""
    evening.plays()
    inside, most, another = [0], [0], threading.Event()

    def packs(_: object) -> bytes:
        inside[0] += 1
        most[0] = max(most[0], inside[0])
        if inside[0] > 1:
            another.set()
        another.wait(0.3)
        inside[0] -= 1
        return b"clip"

    monkeypatch.setattr("server.replay.page.video_of", packs)
    with ThreadPoolExecutor(3) as devices:
        answers = list(devices.map(lambda _: referee.get("/replay/video?since=0&until=9999").content, range(3)))
    assert answers == [b"clip"] * 3
    assert most == [1]
