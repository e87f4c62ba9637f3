"""What a device is at the table: several things at once, taken by choice, left, handed on."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from engine.event import Called, Discarded, Drawn, GameBegun
from engine.rules.referee import Accepted, Proposal, Source
from engine.tile import Seat, Tile
from server.access import COOKIE, Access
from server.app import create_app
from server.store import Store
from server.table import Table
from server.web.site import Folders

P1, P2, P3, P4 = Seat
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


class House:
    """A table with a game begun, its host and other devices."""

    def __init__(self, folder: Path) -> None:
        self.table = Table(Store("sqlite://"))
        self.access = Access.fresh()
        self._app = create_app(self.table, self.access, folders=Folders(cards=folder / "cards"))
        self._open = ExitStack()
        for event in (GameBegun(P1), Discarded(P1, Tile.B3)):
            assert isinstance(self.table.submit(Proposal(event, Source.CAMERA)), Accepted)

    def device(self, *roles: str, address: str = "192.168.1.30") -> TestClient:
        client = self._open.enter_context(
            TestClient(
                self._app,
                base_url="http://192.168.1.20:8555",
                client=(address, 40000),
                headers=BROWSER,
                raise_server_exceptions=False,
            )
        )
        for role in roles:
            client.post("/join", data={"code": self.access.code(role)})
        return client

    def host(self) -> TestClient:
        return self.device(address="127.0.0.1")

    def act(self, client: TestClient, event: str, page: str = "") -> dict[str, object]:
        told: dict[str, object] = client.post(
            "/act", data={"event": event, "after": self.table.number, "page": page}
        ).json()
        return told

    def close(self) -> None:
        self._open.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    running = House(tmp_path)
    yield running
    running.close()


def test_the_host_who_opens_a_code_is_asked_and_stays_the_referee(house: House) -> None:
    host = house.host()
    asked = host.get(f"/join/{house.access.code('P1')}", follow_redirects=False)
    assert asked.status_code == 200
    assert "Sit here on this device?" in asked.text
    assert COOKIE not in host.cookies
    host.post("/join", data={"code": house.access.code("P1")})
    for path in ("/seat/P1", "/referee", "/card", "/enrol"):
        assert host.get(path, follow_redirects=False).status_code == 200, path
    assert host.get("/seat/P2", follow_redirects=False).status_code == 303
    host.post("/leave", data={"role": "P1"})
    assert host.get("/referee", follow_redirects=False).status_code == 200
    assert host.get("/seat/P1", follow_redirects=False).status_code == 303


@pytest.mark.parametrize(
    ("path", "opens"),
    [
        ("/seat/P3", "the top seat"),
        ("/setup/names", "the referee&#39;s pages"),
        ("/all", "the page for all four seats"),
    ],
)
def test_who_may_not_open_a_page_is_told_what_the_code_opens(house: House, path: str, opens: str) -> None:
    page = house.device("P1").get(path).text
    assert f"To open {opens}, type the code below or scan the QR code on the referee's screen." in page


def test_a_phone_that_scans_joins_at_once(house: House) -> None:
    phone = house.device()
    answer = phone.get(f"/join/{house.access.code('P3')}", follow_redirects=False)
    assert answer.headers["location"] == "/seat/P3"
    assert phone.get("/seat/P3", follow_redirects=False).status_code == 200


def test_a_seat_is_taken_beside_or_instead_of_another(house: House) -> None:
    phone = house.device("P3")
    assert "instead of the top seat" in phone.get(f"/join/{house.access.code('P4')}").text
    phone.post("/join", data={"code": house.access.code("P4")})
    assert house.act(phone, "P3 says hold")["ok"]
    phone.post("/join", data={"code": house.access.code("P2"), "instead": "yes"})
    assert phone.get("/seat/P2", follow_redirects=False).status_code == 200
    assert phone.get("/seat/P3", follow_redirects=False).status_code == 303
    assert phone.get("/seat/P4", follow_redirects=False).status_code == 303


def test_one_lone_tablet_does_everything(house: House) -> None:
    tablet = house.host()
    assert tablet.post("/sit", data={"role": "all"}, follow_redirects=False).headers["location"] == "/all"
    for seat in Seat:
        assert tablet.get(f"/seat/{seat.name}", follow_redirects=False).status_code == 200
    assert house.act(tablet, "P3 calls", "seat")["ok"]
    assert house.act(tablet, "P4 says hold", "seat")["ok"]
    assert tablet.get("/referee", follow_redirects=False).status_code == 200
    assert house.act(tablet, "undo 2", "referee")["ok"]


def test_a_tablet_plays_for_all_with_the_code_for_it_or_by_the_referee(house: House) -> None:
    by_code, referee, phone = house.device("all"), house.device("referee"), house.device("P1")
    assert house.act(by_code, "P2 calls")["ok"]
    assert by_code.get("/referee", follow_redirects=False).status_code == 303
    referee.post("/sit", data={"role": "all"})
    assert house.act(referee, "P3 calls")["ok"]
    assert phone.post("/sit", data={"role": "all"}).status_code == 403
    assert not house.act(phone, "P3 says hold")["ok"]


def test_who_referees_and_plays_is_a_player_on_the_page_of_her_seat(house: House) -> None:
    host = house.host()
    host.post("/sit", data={"role": "P2"})
    assert house.act(host, "P2 calls", "seat")["ok"]
    assert house.table.log[-1].source is Source.TABLET
    assert not house.act(host, "P3 calls", "seat")["ok"]
    assert "Undo: Right seat calls" in host.get("/seat/P2").text
    assert host.post("/undo", data={"after": house.table.number, "page": "seat"}).json()["ok"]
    assert house.act(host, "P3 calls", "referee")["ok"]
    assert house.table.log[-1].source is Source.REFEREE
    assert isinstance(house.table.log[-1].event, Called)


def test_a_rack_of_another_device_is_not_shown_to_who_plays_for_all(house: House) -> None:
    house.table.submit(Proposal(Drawn(P2), Source.CAMERA))
    owner, tablet, referee = house.device("P2"), house.device("all"), house.host()
    referee.post("/sit", data={"role": "all"})
    assert owner.post("/own", data={"seat": "P2", "add": "9D"}).json()["ok"]
    for other in (tablet, referee):
        assert "Take out 9 Dot" not in other.get("/seat/P2").text
        assert other.post("/own", data={"seat": "P2", "add": "9D"}).status_code == 403
        assert other.post("/own/ask", data={"seat": "P2"}).json()["ok"]
    assert "asks to see your tiles" in owner.get("/seat/P2").text
    assert owner.post("/own/show", data={"seat": "P2", "to": "next"}).json()["ok"]
    assert "Take out 9 Dot" in tablet.get("/seat/P2").text
    assert "Take out 9 Dot" not in referee.get("/seat/P2").text


def test_tiles_go_along_with_a_seat_handed_on_only_to_whom_they_were_shown(house: House) -> None:
    first, second = house.device("P2"), house.device("P2")
    first.post("/own", data={"seat": "P2", "add": "9D"})
    second.post("/own/ask", data={"seat": "P2"})
    first.post("/own/show", data={"seat": "P2", "to": "next"})
    first.post("/leave", data={"role": "P2"})
    assert "Take out 9 Dot" in second.get("/seat/P2").text
    third = house.device("P2")
    second.post("/leave", data={"role": "P2"})
    assert "Take out 9 Dot" not in third.get("/seat/P2").text
    assert house.table.own(P2) is None


def test_a_device_hands_on_what_it_is_and_nothing_else(house: House) -> None:
    phone = house.device("P2")
    shown = phone.get("/hand-on/P2").text
    assert house.access.code("P2") in shown
    assert "<svg" in shown
    assert phone.get("/hand-on/P3").status_code == 403
    assert phone.get("/hand-on/referee").status_code == 403
    assert house.access.code("referee") in house.device("referee").get("/hand-on/referee").text
    assert house.device().get("/hand-on/P2").status_code == 403


def _hear_out(socket: WebSocketTestSession) -> None:
    """Receives more than a socket says in the time of this test, unless it is closed."""
    for _ in range(9):
        socket.receive_text()


def test_new_codes_put_old_devices_out_at_once_but_not_the_one_that_asks(house: House) -> None:
    referee, phone, other = house.device("referee"), house.device("P2"), house.device("P3")
    assert phone.post("/codes", data={"role": ""}).status_code == 403
    carried = {"cookie": f"{COOKIE}={phone.cookies[COOKIE]}"}
    with phone.websocket_connect("/live/seat?seat=P2", headers=carried) as seat:
        seat.receive_text()
        referee.post("/codes", data={"role": "P2"})
        with pytest.raises(WebSocketDisconnect):
            _hear_out(seat)
    assert phone.get("/seat/P2", follow_redirects=False).status_code == 303
    assert other.get("/seat/P3", follow_redirects=False).status_code == 200
    referee.post("/codes", data={"role": ""})
    assert referee.get("/referee", follow_redirects=False).status_code == 200
    assert other.get("/seat/P3", follow_redirects=False).status_code == 303
    assert house.access.code("P3") in referee.get("/").text


@pytest.mark.parametrize(
    ("path", "status"),
    [("/nothing", 404), ("/seat/P9", 404), ("/referee/event/99", 404), ("/act", 405), ("/hand-on/P1", 403)],
)
def test_what_cannot_be_shown_is_a_page_with_a_way_back(house: House, path: str, status: int) -> None:
    answer = house.device().get(path)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert "<h1" in answer.text
    assert 'href="/"' in answer.text
    assert "content-security-policy" in answer.headers
    told = house.device().get(path, headers={"accept": "*/*"})
    assert told.status_code == status
    assert told.json()["says"]


def test_what_the_guard_refuses_is_a_page_too(house: House) -> None:
    foreign = {"origin": "http://evil.example"}
    client = house.device("P1")
    for answer in (
        client.post("/leave", headers=foreign),
        client.post("/join", data={"code": "x" * 300_000}),
        client.post("/join", data={"code": "x" * 50}),
    ):
        assert answer.status_code in (403, 413, 422)
        assert answer.headers["content-type"].startswith("text/html")
        assert 'href="/"' in answer.text
    assert client.post("/leave", headers={**foreign, "accept": "*/*"}).headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"origin": "http://192.168.1.20:8555"}, True),
        ({"origin": "http://192.168.1.20:8555", "sec-fetch-site": "same-origin"}, True),
        ({"origin": "null", "sec-fetch-site": "same-origin"}, True),
        ({"origin": "null"}, False),
        ({"origin": "null", "sec-fetch-site": "cross-site"}, False),
        ({"origin": "http://192.168.1.20:9000"}, False),
        ({"origin": "http://evil.example", "sec-fetch-site": "same-origin"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
    ],
)
def test_only_the_tables_own_pages_send_anything(house: House, headers: dict[str, str], allowed: bool) -> None:
    answer = house.device("P1").post("/leave", headers=headers, follow_redirects=False)
    assert answer.status_code == (303 if allowed else 403)


def test_a_fault_of_the_program_is_a_page_and_tells_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    client = house.device()

    def broken(*_: object, **__: object) -> str:
        raise RuntimeError("secret")

    monkeypatch.setattr("server.screens.Screens.page", broken)
    answer = client.get("/table")
    assert answer.status_code == 500
    assert 'href="/"' in answer.text
    assert "secret" not in answer.text
    assert "content-security-policy" in answer.headers
