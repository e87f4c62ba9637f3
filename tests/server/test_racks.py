"""What is on a rack is seen by its owner, and by whom she lets in: everybody else at the table tries to see it."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from engine.card import read_card
from engine.event import Discarded, Drawn, GameBegun
from engine.hands import HandTable
from engine.rules.referee import Accepted, Proposal, Rules, Source
from engine.tile import Seat, Tile, code, read_tiles
from server.access import Access
from server.app import create_app
from server.cards import practice_card_text
from server.store import Store
from server.table import Table
from server.web.site import Folders

P1, P2, P3, P4 = Seat
SECRET = read_tiles("9D 9D 9D 9D 8D 8D")
SIGNS = ("Take out 9 Dot", "Take out 8 Dot", "Nearest hands", "Show Mah Jongg")


class House:
    """A table, and as many devices in the house as are asked for."""

    def __init__(self, folder: Path) -> None:
        self.table = Table(Store("sqlite://"), Rules(table=HandTable(read_card(practice_card_text()))))
        self.access = Access.fresh(host_is_referee=False)
        self._app = create_app(self.table, self.access, folders=Folders(cards=folder / "cards"))
        self._open = ExitStack()
        for event in (GameBegun(P1), Discarded(P1, Tile.B3), Drawn(P2, Tile.GREEN)):
            assert isinstance(self.table.submit(Proposal(event, Source.CAMERA)), Accepted)

    def device(self, name: str = "") -> TestClient:
        """A new device that has joined `name`, or nothing."""
        client = self._open.enter_context(
            TestClient(self._app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000))
        )
        if name:
            client.post("/join", data={"code": self.access.code(name)})
        return client

    def close(self) -> None:
        self._open.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    running = House(tmp_path)
    yield running
    running.close()


@pytest.fixture
def owner(house: House) -> TestClient:
    client = house.device("P2")
    for tile in SECRET:
        enter(client, tile)
    return client


def enter(client: TestClient, tile: Tile) -> None:
    answer = client.post("/own", data={"seat": "P2", "add": code(tile)})
    assert answer.status_code == 200, answer.text


def sees(client: TestClient) -> bool:
    return any(sign in client.get("/seat/P2").text for sign in SIGNS)


def test_the_owner_sees_her_tiles_and_no_one_else_does(house: House, owner: TestClient) -> None:
    assert sees(owner)
    for name in ("", "P1", "P3", "P4", "referee", "P2"):
        client = house.device(name)
        for path in ("/", "/table", "/setup", "/referee", "/seat/P2", f"/seat/{name}", "/api/table", "/api/log"):
            text = client.get(path).text
            assert not any(sign in text for sign in SIGNS), f"{name or 'a visitor'} at {path}"
        assert "Green" not in client.get("/referee/event/3").text, "what P2 drew"


@pytest.mark.parametrize("name", ["", "P1", "referee", "P2"])
@pytest.mark.parametrize("page", ["table", "seat?seat=P2", "referee", "setup"])
def test_no_socket_brings_them(house: House, owner: TestClient, name: str, page: str) -> None:
    client = house.device(name)
    try:
        with client.websocket_connect(f"/live/{page}") as socket:
            text = socket.receive_text()
    except WebSocketDisconnect:
        return
    assert not any(sign in text for sign in SIGNS)


def test_a_second_device_at_the_seat_can_neither_see_nor_change_them(house: House, owner: TestClient) -> None:
    second = house.device("P2")
    assert "Another device at this seat has entered tiles" in second.get("/seat/P2").text
    assert second.post("/own", data={"seat": "P2", "drop": "0"}).status_code == 403
    assert second.post("/own", data={"seat": "P2", "add": "1B"}).status_code == 403
    assert second.post("/own/show", data={"to": "next"}).status_code == 403
    assert house.table.own(P2) == tuple(sorted(SECRET))


def test_a_teacher_is_let_in_and_out_again(house: House, owner: TestClient) -> None:
    teacher, stranger = house.device("P2"), house.device("P2")
    assert teacher.post("/own/ask").json()["ok"]
    assert "Asked. Answer on the other device." in teacher.get("/seat/P2").text
    assert "asks to see your tiles" in owner.get("/seat/P2").text
    assert "asks to see your tiles" not in stranger.get("/seat/P2").text
    assert owner.post("/own/show", data={"to": "next"}).json()["ok"]
    assert (sees(teacher), sees(stranger)) == (True, False)
    assert "1 that you let in" in owner.get("/seat/P2").text
    owner.post("/own/show", data={"to": "nobody"})
    assert not sees(teacher)


def test_a_teachers_page_does_not_say_that_it_alone_shows_them(house: House, owner: TestClient) -> None:
    teacher = house.device("P2")
    teacher.post("/own/ask", data={"seat": "P2"})
    owner.post("/own/show", data={"seat": "P2", "to": "next"})
    assert "Only this device shows them." not in teacher.get("/seat/P2").text
    assert "shows them to this one too" in teacher.get("/seat/P2").text
    assert "and 1 that you let in" in owner.get("/seat/P2").text


def test_whoever_is_refused_stays_out(house: House, owner: TestClient) -> None:
    stranger = house.device("P2")
    stranger.post("/own/ask")
    owner.post("/own/show", data={"to": "refused"})
    assert not sees(stranger)
    assert house.device("P1").post("/own/ask").json()["ok"], "asking for one's own seat"
    assert "asks to see your tiles" not in owner.get("/seat/P2").text


def test_a_seat_whose_device_is_gone_begins_anew_without_the_old_tiles(house: House, owner: TestClient) -> None:
    second = house.device("P2")
    assert second.post("/own", data={"seat": "P2", "drop": "all"}).json()["ok"]
    assert house.table.own(P2) is None
    enter(second, Tile.D9)
    assert (sees(second), sees(owner)) == (True, False)


def test_leaving_the_seat_takes_the_tiles_away(house: House, owner: TestClient) -> None:
    owner.post("/leave")
    assert house.table.own(P2) is None
    assert "Another device" not in house.device("P2").get("/seat/P2").text


def test_the_owner_is_told_at_once_that_who_was_let_in_or_asked_has_left(house: House, owner: TestClient) -> None:
    teacher, stranger = house.device("P2"), house.device("P2")
    for other, answer in ((teacher, "next"), (stranger, "")):
        other.post("/own/ask", data={"seat": "P2"})
        if answer:
            owner.post("/own/show", data={"seat": "P2", "to": answer})
    shown = owner.get("/seat/P2").text
    assert "and 1 that you let in" in shown
    assert "asks to see your tiles" in shown
    for other in (teacher, stranger):
        before = house.table.version
        other.post("/leave")
        assert house.table.version > before
    assert "Only this device shows them." in owner.get("/seat/P2").text
    assert "asks to see your tiles" not in owner.get("/seat/P2").text


def test_a_device_that_joins_again_is_the_same_device(house: House, owner: TestClient) -> None:
    owner.get(f"/join/{house.access.code('P2')}")
    assert sees(owner)
