"""The set-up's steps through the web: each answer holds at once, is remembered, and only the referee may give it."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from device.address import read_address
from engine.event import EastChosen, GameBegun, Named, PlayersChosen
from engine.rules.referee import Accepted, Proposal, Rules, Source
from engine.rules.ruleset import PRESETS, read_ruleset
from engine.tile import Seat, Tile
from server.access import Access
from server.app import create_app
from server.devices import Devices
from server.house import House, Memory
from server.kept_faces import KeptFaces
from server.remembering import seat_people
from server.steps import STEPS, camera_words, rules_words
from server.store import Store
from server.table import Table
from server.web.doctor import camera_findings
from server.web.setting_up import TO_PLAY, light_address, roll
from server.web.site import Folders, Room
from tests.waiting import until
from vision.follow.named import Told
from vision.picture.cameras import CameraChoice

LAN, HOST = ("192.168.1.30", 40000), ("127.0.0.1", 40000)


@dataclass
class Home:
    """A house's folder, and the program as it runs there."""

    folder: Path
    table: Table = field(default_factory=lambda: Table(Store("sqlite://")))

    def __post_init__(self) -> None:
        self.devices = Devices(self.table)
        self.memory = Memory(self.folder)

    def client(self, address: tuple[str, int] = HOST) -> TestClient:
        app = create_app(
            self.table,
            Access.fresh(),
            room=Room(self.devices, self.memory),
            folders=Folders(cards=self.folder / "cards", tiles=self.folder / "tiles"),
        )
        return TestClient(app, base_url="http://192.168.1.20:8555", client=address)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


@pytest.fixture
def host(home: Home) -> Iterator[TestClient]:
    with home.client() as client:
        yield client


def goes(answer: Any, where: str) -> None:
    assert answer.status_code == 204, answer.text
    assert answer.headers["hx-redirect"] == where


def test_an_empty_home_leads_into_the_set_up_and_guests_to_the_welcome(home: Home, host: TestClient) -> None:
    assert host.get("/", follow_redirects=False).headers["location"] == "/setup"
    assert "See the table" in host.get("/?stay=yes").text
    with home.client(LAN) as guest:
        assert guest.get("/", follow_redirects=False).status_code == 200
    page = host.get("/setup").text
    assert 'href="/setup/camera"' in page
    assert "Start the game" not in page


def test_every_step_is_a_page_of_its_own_and_the_referees_alone(home: Home, host: TestClient) -> None:
    with home.client(LAN) as guest:
        for step in STEPS:
            assert step.asks in host.get(f"/setup/{step.name}").text
            assert guest.get(f"/setup/{step.name}", follow_redirects=False).status_code == 303
        for path in (
            "camera",
            "light",
            "light/try",
            "tiles",
            "card",
            "names",
            "east",
            "rules",
            "start",
            "outline/find",
        ):
            assert guest.post(f"/setup/{path}", data={"pattern": "turn", "name": "x", "seat": "P1"}).status_code == 403
    assert host.get("/setup/kitchen").status_code == 404
    assert home.memory.house == House()


def test_the_answers_are_there_next_week(home: Home, host: TestClient) -> None:
    goes(host.post("/setup/camera", data={"source": ""}), "/setup/light")
    goes(host.post("/setup/light", data={"url": ""}), "/setup/card")  # whose tiles they are only a camera needs
    goes(host.post("/setup/light", data={"url": "sim://"}), "/setup/light")
    goes(host.post("/setup/tiles", data={"name": ""}), "/setup/card")
    goes(host.post("/setup/card", data={"name": "Stepping Stones (practice card)"}), "/setup/names")
    for seat, name in (("P1", "Ann"), ("P2", "Bea"), ("P3", "Carol"), ("P4", "Dot")):
        goes(host.post("/setup/names", data={"seat": seat, "name": name}), "/setup/names")
    goes(host.post("/setup/east", data={"seat": "P2"}), "/setup/east")
    assert host.post("/rules", data={"preset": "press", "for": "next"}).json()["ok"]
    goes(host.post("/setup/rules"), "/setup")
    page = host.get("/setup").text
    assert "Ann, Bea, Carol, Dot" in page
    assert 'href="/setup/outline"' not in page, "nothing to outline without a camera"
    goes(host.post("/setup/start"), TO_PLAY)
    assert [e.event for e in home.table.log if isinstance(e.event, EastChosen)] == [EastChosen(Seat.P2)]
    assert host.get("/", follow_redirects=False).status_code == 200

    remembered = Memory(home.folder).house.rules
    assert remembered is not None
    again = Home(home.folder, Table(Store("sqlite://"), Rules(read_ruleset(remembered))))
    seat_people(again.table, again.memory)
    with again.client() as second:
        tonight = second.get("/", follow_redirects=True).text
        assert '<h1 id="tonight-title">Tonight</h1>' in tonight
        assert "Ann, Bea, Carol, Dot" in tonight
        assert rules_words(PRESETS["press"]) in tonight
        assert "Start the game" in tonight
    assert again.memory.house.east is None, "East is rolled for anew each evening"
    again.devices.lamp.close()
    home.devices.lamp.close()


def test_names_from_last_week_do_not_displace_those_said_tonight(home: Home) -> None:
    home.memory.change(names=("Ann", "Bea", "Carol", "Dot"))
    assert isinstance(home.table.submit(Proposal(Named(Seat.P1, "Eve"), Source.TABLET)), Accepted)
    seat_people(home.table, home.memory)
    assert home.table.state.names == ("Eve", "", "", "")


def test_a_camera_that_cannot_be_opened_says_why_and_what_to_do(home: Home, host: TestClient) -> None:
    goes(host.post("/setup/camera", data={"source": "/no/such/film.mp4"}), "/setup/camera")
    asyncio.run(until(lambda: "film.mp4" in home.table.camera.says))
    assert home.table.camera.ok is False
    assert "film.mp4" in host.get("/camera/look?cover=nothing").json()["says"]
    goes(host.post("/setup/camera", data={"source": ""}), "/setup/light")
    assert home.table.camera.ok is None


@pytest.mark.parametrize("typed", ["http://[", "rtsp://192.168.1.50:99999/a", "http://", "x" * 390, "a\0b"])
def test_what_cannot_be_a_camera_is_said_and_kept_nowhere(home: Home, host: TestClient, typed: str) -> None:
    goes(host.post("/setup/camera", data={"source": "rtsp://192.168.1.50/table"}), "/setup/camera")
    goes(host.post("/setup/second", data={"source": "rtsp://192.168.1.60/table"}), "/setup/second")
    for path in ("/setup/camera", "/setup/second"):
        answer = host.post(path, data={"source": typed})
        assert (answer.status_code, answer.json()["ok"]) in ((400, False), (409, False)), path
        assert "rtsp://192.168.1.50/stream" in answer.json()["says"]
    assert (home.memory.house.camera, home.memory.house.second) == (
        "rtsp://192.168.1.50/table",
        "rtsp://192.168.1.60/table",
    )


def test_a_light_that_is_none_is_said_and_changes_nothing(home: Home, host: TestClient) -> None:
    answer = host.post("/setup/light", data={"url": "candle://"})
    assert answer.status_code == 400
    assert not answer.json()["ok"]
    assert home.memory.house.light is None
    goes(host.post("/setup/light", data={"url": "sim://"}), "/setup/light")
    assert host.post("/setup/light/try", data={"pattern": "mah-jongg"}).json()["ok"]
    assert host.post("/setup/light/try", data={"pattern": "disco"}).status_code == 404
    home.devices.lamp.close()


@pytest.mark.parametrize(
    ("path", "field", "typed"),
    [
        ("/setup/camera", "source", "  "),
        ("/setup/second", "source", "  "),
        ("/setup/light", "url", "  "),
        ("/setup/light", "url", "http://"),
    ],
)
def test_an_address_that_was_left_empty_takes_nothing_away(
    home: Home, host: TestClient, path: str, field: str, typed: str
) -> None:
    for page, source in (
        ("/setup/camera", "rtsp://192.168.1.50/table"),
        ("/setup/second", "rtsp://192.168.1.60/table"),
    ):
        goes(host.post(page, data={"source": source}), page)
    goes(host.post("/setup/light", data={"url": "sim://"}), "/setup/light")
    answer = host.post(path, data={field: typed})
    assert (answer.status_code, answer.json()["says"]) == (
        400,
        "The address is missing: type it, then tap once more.",
    )
    house = home.memory.house
    assert (house.camera, house.second, house.light) == (
        "rtsp://192.168.1.50/table",
        "rtsp://192.168.1.60/table",
        "sim://",
    )
    home.devices.lamp.close()


def test_where_no_camera_looks_there_is_a_way_to_one(host: TestClient) -> None:
    page = host.get("/setup/outline").text
    assert 'href="/setup/camera">Choose a camera' in page
    assert "data-picture" not in page
    assert "outline.js" not in page, "it draws on the picture"


def test_in_the_middle_of_a_game_the_set_up_leads_back_to_it(home: Home, host: TestClient) -> None:
    home.memory.change(camera="", light="", card="Stepping Stones (practice card)", ready=True)
    assert "Start the game" in host.get("/setup").text
    home.table.submit(Proposal(GameBegun(Seat.P1), Source.TABLET))
    page = host.get("/setup").text
    assert ("A game is on: go to the table" in page, "Start the game" in page) == (True, False)
    host.post("/setup/rules", data={"for": "next", "C-26": "amount", "C-26 number": "5"})
    assert "Our own: 1 difference from the League, from the next game on" in host.get("/setup").text


@pytest.mark.parametrize("typed", ["192.168.1.60", "http://192.168.1.60/", "wled+http://192.168.1.60"])
def test_a_light_is_found_by_the_address_that_its_own_page_shows(typed: str) -> None:
    assert read_address(light_address(typed)).target == "192.168.1.60"


def test_a_name_that_somebody_has_already_is_refused_with_a_sentence(home: Home, host: TestClient) -> None:
    goes(host.post("/setup/names", data={"seat": "P1", "name": "Ann"}), "/setup/names")
    answer = host.post("/setup/names", data={"seat": "P2", "name": "ann"})
    assert (answer.status_code, home.memory.house.names) == (409, ("Ann", "", "", ""))
    assert "is called" in answer.json()["says"]


def test_other_people_tonight_have_nothing_of_those_before_them(home: Home, host: TestClient) -> None:
    told: list[Seat] = []
    home.table.sitting.told.append(told.append)
    for name, who in (("Bee", ""), ("Bea", "same"), ("Eve", "another")):
        goes(host.post("/setup/names", data={"seat": "P2", "name": name, "who": who}), "/setup/names")
    assert told == [Seat.P2]
    goes(host.post("/setup/names/clear"), "/setup/names")
    assert told == [Seat.P2, Seat.P2]
    assert host.post("/setup/names", data={"seat": "P2", "name": "Bea", "who": "x"}).status_code == 422


@pytest.mark.parametrize("letter", ["J", "N", "P3"])
def test_a_name_that_reads_like_a_tile_or_a_seat_is_refused_as_any_other(
    home: Home, host: TestClient, letter: str
) -> None:
    for seat, name in (("P1", letter), ("P2", "Bea"), ("P3", "Cy"), ("P4", "Di")):
        goes(host.post("/setup/names", data={"seat": seat, "name": name}), "/setup/names")
    twice = "Somebody here is called that already: add a letter to it."
    assert host.post("/setup/names", data={"seat": "P2", "name": letter}).json()["says"] == twice
    goes(host.post("/setup/names/fifth", data={"name": "Eve"}), "/setup/names")
    goes(host.post("/setup/names/fifth", data={"name": letter}), "/setup/names")
    answer = host.post("/setup/names", data={"seat": "P2", "name": ""}).json()["says"]
    assert answer == "Five change seats by their names: say who sits here."


def test_questions_that_were_answered_and_not_kept_are_kept_with_the_rules(home: Home, host: TestClient) -> None:
    page = host.get("/setup/rules").text
    assert 'hx-include="#questions"' in page
    assert 'id="questions"' in page
    answer = host.post("/setup/rules", data={"for": "next", "C-26": "amount", "C-26 number": "5"})
    goes(answer, "/setup")
    assert home.table.rules.ruleset.differences == ("C-26=5",)
    assert home.memory.house.rules == "C-26=5"
    assert host.post("/setup/rules", data={"C-26": "perhaps"}).status_code == 400


def test_the_set_up_tells_who_is_east_once_the_game_has_begun(home: Home, host: TestClient) -> None:
    goes(host.post("/setup/names", data={"seat": "P2", "name": "Bea"}), "/setup/names")
    goes(host.post("/setup/east", data={"seat": "P2"}), "/setup/east")
    host.post("/setup/start")
    east = next(s for s in STEPS if s.name == "east")
    page = host.get("/setup").text
    assert "<span>Bea</span></span>" in page[page.index(f"<b>{east.title}</b>") :][:80], page


def test_a_tile_set_that_is_gone_or_torn_is_said(home: Home, host: TestClient) -> None:
    assert host.post("/setup/tiles", data={"name": "../../etc/passwd"}).status_code == 404
    (home.folder / "tiles").mkdir()
    (home.folder / "tiles" / "Ours.json").write_text("{")
    assert "Ours" in host.get("/setup/tiles").text
    assert host.post("/setup/tiles", data={"name": "Ours"}).status_code == 409
    assert home.memory.house.tiles is None


def test_what_was_named_at_the_table_can_be_forgotten(home: Home, host: TestClient) -> None:
    assert "Forget" not in host.get("/setup/tiles").text
    home.devices.faces = KeptFaces(home.folder)
    home.devices.faces.keep(None, (Told(np.array([1.0, 0.0]), Tile.B1),))
    assert "1 face was put right" in host.get("/setup/tiles").text
    goes(host.post("/setup/tiles/forget"), "/setup/tiles")
    assert home.devices.faces.of(None) == ()
    assert "Forget" not in host.get("/setup/tiles").text
    home.devices.faces.keep(None, (Told(np.array([0.0, 1.0]), Tile.B2),))
    goes(host.post("/setup/tiles/recall"), "/setup/tiles")
    assert [one.tile for one in home.devices.faces.of(None)] == [Tile.B1, Tile.B2]
    assert host.post("/setup/tiles/recall").status_code == 204


def test_a_full_disk_is_said_and_the_answer_holds_for_the_evening(home: Home, host: TestClient) -> None:
    home.memory.folder = home.folder / "file"
    (home.folder / "file").write_text("no folder")
    answer = host.post("/setup/tiles", data={"name": ""})
    assert answer.status_code == 503
    assert "It holds for this evening" in answer.json()["says"]
    assert home.memory.house.tiles == ""


def test_starting_in_the_middle_of_a_game_changes_nothing_in_the_log(home: Home, host: TestClient) -> None:
    home.table.submit(Proposal(GameBegun(Seat.P3), Source.CAMERA))
    before = home.table.number
    host.post("/setup/east", data={"seat": "P1"})
    assert host.post("/setup/start").status_code == 204
    assert home.table.number == before


def test_last_weeks_game_is_not_taken_for_tonights(home: Home, host: TestClient) -> None:
    now = 1_795_550_000.0  # Tuesday 24 November 2026, also west of London
    home.table = Table(Store("sqlite://"), clock=lambda: now)
    home.__post_init__()
    home.devices.started = True
    home.memory.change(ready=True)
    with home.client() as host:
        home.table.submit(Proposal(GameBegun(Seat.P3), Source.CAMERA))
        assert "A game is on: go to the table" in host.get("/setup").text
        assert host.get("/", follow_redirects=False).status_code == 200
        now += 7 * 24 * 3600
        assert host.get("/", follow_redirects=False).headers["location"] == "/setup"
        page = host.get("/setup").text
        assert "The game of Tuesday 24 November 2026 is not over." in page
        assert "A game is on" not in page
        goes(host.post("/setup/anew"), "/setup")
        assert home.table.game == 2
        assert "Start the game" in host.get("/setup").text
        assert "is not over" not in host.get("/setup").text


def test_who_is_east_in_a_game_that_is_on_is_told_and_not_asked(home: Home, host: TestClient) -> None:
    goes(host.post("/setup/names", data={"seat": "P3", "name": "Cy"}), "/setup/names")
    goes(host.post("/setup/east", data={"seat": "P1"}), "/setup/east")
    home.table.submit(Proposal(GameBegun(Seat.P3), Source.CAMERA))
    for who in ("P1", "dice"):
        answer = host.post("/setup/east", data={"seat": who})
        says = "Cy is East in this game. If that is wrong, put it right on the referee's page."
        assert (answer.status_code, answer.json()["says"]) == (409, says)
    assert "<span>Cy</span></span>" in host.get("/setup").text
    page = host.get("/setup/east").text
    assert "A game is on, and Cy is East in it." in page
    assert "Roll the dice for us" not in page
    assert 'data-place="top" aria-pressed="true"' in page


def test_a_game_that_no_camera_follows_begins_where_somebody_takes_it_up(home: Home, host: TestClient) -> None:
    assert "No camera follows the game" in host.get(TO_PLAY).text
    goes(host.post("/setup/start"), TO_PLAY)
    host.post("/sit", data={"role": "all"})
    goes(host.post("/setup/start"), "/table")
    assert "No camera follows the game" not in host.get(TO_PLAY).text


def test_once_the_game_is_started_no_step_asks_for_the_bare_picture(home: Home, host: TestClient) -> None:
    home.devices.source = "0"
    home.memory.change(ready=True)
    assert 'data-cover="nothing"' in host.get("/setup/outline").text
    home.devices.started = True
    for path in ("/setup", "/setup/camera", "/setup/outline", "/camera"):
        assert 'data-cover="nothing"' not in host.get(path).text


def test_the_dice_always_find_an_east_and_say_how() -> None:
    for _ in range(200):
        seat, words = roll(lambda s: f"player {s.name}", tuple(Seat))
        assert words.endswith(f"player {seat.name} is East.")


def test_who_does_not_play_is_not_made_east(home: Home, host: TestClient) -> None:
    goes(host.post("/setup/names", data={"seat": "P3", "name": "Cy"}), "/setup/names")
    home.table.submit(Proposal(PlayersChosen((Seat.P1, Seat.P2, Seat.P4)), Source.REFEREE))
    answer = host.post("/setup/east", data={"seat": "P3"})
    assert (answer.status_code, answer.json()["says"]) == (409, "Cy does not play. Tap somebody who does.")
    for _ in range(20):
        goes(host.post("/setup/east", data={"seat": "dice"}), "/setup/east")
        assert home.memory.house.east in ("P1", "P2", "P4")
    page = host.get("/setup/east").text
    assert 'data-place="top" disabled><b>Cy</b><small>Does not play</small>' in page
    assert 'data-place="top"><b>Cy</b><small>Does not play</small>' in host.get("/setup/names").text


def test_cameras_are_called_by_words_and_passwords_are_not_told() -> None:
    assert camera_words("rtsp://admin:secret@192.168.1.50/stream") == "192.168.1.50/stream"
    assert camera_words("/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920-video-index0") == "046d HD Pro Webcam C920"
    assert camera_words("usb:Logitech C920") == "Logitech C920"
    assert camera_words("demo://?seed=4") == "The simulated table"
    assert camera_words("/home/ann/evening.mp4") == "evening.mp4"
    assert camera_words("0") == "USB camera 0"


def test_where_another_camera_is_in_use_nobody_is_told_to_plug_one_in(host: TestClient) -> None:
    host.post("/setup/camera", data={"source": "/no/such/film.mp4"})
    page = host.get("/setup/camera").text
    assert "film.mp4" in page
    assert "Plug one in" not in page


def test_no_camera_and_a_locked_camera_are_told_apart(tmp_path: Path) -> None:
    assert "sees no camera" in camera_findings((), tmp_path, "linux")[0]
    assert "Privacy" in camera_findings((), tmp_path, "darwin")[0]
    assert camera_findings((CameraChoice("0", "Webcam", 0),), tmp_path, "linux") == []


def test_rules_are_called_by_whose_they_are(home: Home, host: TestClient) -> None:
    assert rules_words(home.table.rules.ruleset)
    host.post("/rules", data={"C-20": "plays_on", "for": "next"})
    assert rules_words(home.table.rules.ruleset) == "Our own: 1 difference from the League"
    goes(host.post("/setup/rules"), "/setup")
    assert Memory(home.folder).house.rules == "C-20=plays_on"


def test_a_name_is_taken_alike_wherever_it_is_typed(home: Home, host: TestClient) -> None:
    """The set-up cut a long name short without a word, and took a picture of several signs apart."""
    coder = "\U0001f469\u200d\U0001f4bb Ann"
    for typed in (coder, "Ann\u202eevil", "  Ann  "):
        goes(host.post("/setup/names", data={"seat": "P1", "name": typed}), "/setup/names")
        set_up = home.table.state.names[0]
        assert isinstance(home.table.submit(Proposal(Named(Seat.P1, typed), Source.TABLET)), Accepted)
        assert home.table.state.names[0] == set_up
    long = host.post("/setup/names", data={"seat": "P1", "name": "x" * 21})
    assert (long.status_code, long.json()["says"]) == (409, "A name has at most 20 letters.")


@pytest.mark.parametrize("path", ["/setup/camera", "/setup/second"])
def test_what_could_not_be_remembered_is_no_camera(home: Home, host: TestClient, path: str) -> None:
    """It was taken tonight, and next week the house knew of none."""
    host.post("/setup/camera", data={"source": "demo://?games=0"})
    answer = host.post(path, data={"source": "\U0001f469\u200d\U0001f4bb.mp4"})
    assert answer.status_code in (400, 409)
    assert "That cannot be a camera." in answer.json()["says"]
    assert home.memory.house.camera == "demo://?games=0"
    assert host.post(path, data={"source": "\U0001f4f7\U0001f4f7"}).status_code == 204, "a file may be called so"
    assert Memory(home.folder).troubles == ()
    assert Memory(home.folder).house == home.memory.house
