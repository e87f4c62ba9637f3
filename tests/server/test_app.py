"""The web: who may see what, what a hostile request gets, what the referee chooses."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import FastAPI, routing
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocketDisconnect

from engine.card import read_card
from engine.event import (
    Corrected,
    Discarded,
    Drawn,
    Exposed,
    GameBegun,
    Passed,
)
from engine.hands import HandTable
from engine.rules.referee import Rules
from engine.rules.ruleset import OPTIONS, PRESETS
from engine.tile import CODES, Tile
from server.access import Access
from server.api import public
from server.app import create_app
from server.cards import practice_card_text
from server.parts import PARTS
from server.photo_size import TOO_LARGE
from server.screens import Surroundings
from server.status import Status
from server.store import Store
from server.table import Table
from server.web.live import HEARTBEAT_S
from server.web.site import Folders
from server.words import PRESET_WORDS
from tests.kept_routes import PLAIN
from tests.visiting import LAN, P1, P2, P4, happens, joined

PAGES = ("/", "/table", "/setup", "/rules")


@pytest.fixture(scope="module")
def onlooker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A browser in the house's network that has joined nothing and changes nothing: one table will do."""
    app = create_app(Table(Store("sqlite://")), Access.fresh(), folders=Folders(cards=tmp_path_factory.mktemp("cards")))
    with TestClient(app, base_url="http://192.168.1.20:8555", client=LAN) as client:
        yield client


@pytest.mark.parametrize("path", PAGES)
def test_public_pages_open_for_anybody_in_the_house(onlooker: TestClient, path: str) -> None:
    answer = onlooker.get(path)
    assert answer.status_code == 200
    assert "default-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", PAGES)
def test_pages_ask_nothing_of_the_internet(onlooker: TestClient, path: str) -> None:
    text = onlooker.get(path).text.replace("http://www.w3.org/", "")
    assert "https://" not in text
    assert "//cdn" not in text


@pytest.mark.parametrize("path", ["/seat/P1", "/referee", "/card"])
def test_private_pages_lead_a_visitor_to_the_door(onlooker: TestClient, path: str) -> None:
    answer = onlooker.get(path, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"][:7]) == (303, "/?seat=")


@pytest.mark.parametrize("name", ["", "Table <12>"])
def test_every_page_says_which_of_a_club_s_tables_it_is_of(table: Table, access: Access, name: str) -> None:
    around = Surroundings(table_name=name)
    with TestClient(create_app(table, access, around), base_url="http://192.168.1.20", client=LAN) as client:
        pages = [client.get(path).text for path in (*PAGES, "/screen")]
    told = "Table &lt;12&gt;" if name else "Fifth Seat"
    assert all(f"· {told}</title>" in page for page in pages)
    assert [f'<p class="table-name">{told}</p>' in page for page in pages] == [
        False,
        bool(name),
        False,
        False,
        bool(name),
    ]


def test_nobody_waits_while_routes_are_worked_out(table: Table, access: Access) -> None:
    """Those of a router that is included are, once more, when the first visitor asks."""
    assert all(isinstance(route, Route | WebSocketRoute | Mount) for route in create_app(table, access).routes)


def test_what_is_kept_of_routes_is_what_would_be_worked_out(table: Table, access: Access) -> None:
    def asked(app: FastAPI) -> list[object]:
        routes = [route for route in app.routes if isinstance(route, APIRoute)]
        return [{**vars(r), "dependant": replace(r.dependant, call=None, dependencies=[])} for r in routes]

    def told(app: FastAPI) -> str:
        return re.sub(r" at 0x[0-9a-f]+", "", repr(asked(app)))

    kept, again = (create_app(Table(Store("sqlite://")), Access.fresh()) for _ in range(2))
    with pytest.MonkeyPatch.context() as plain:
        for name, made in PLAIN.items():
            plain.setattr(routing, name, made)
        anew = create_app(table, access)
    assert told(kept) == told(again) == told(anew)


def test_codes_are_shown_to_the_referee_only(visitor: TestClient, access: Access) -> None:
    codes = [p.code for p in access.passes.values()]
    assert not any(code in visitor.get("/").text for code in codes)
    assert all(code in joined(visitor, access, "referee").get("/").text for code in codes)


def test_this_machine_itself_is_the_referee(table: Table, access: Access) -> None:
    with TestClient(create_app(table, access), base_url="http://localhost", client=("127.0.0.1", 5)) as local:
        assert local.get("/referee").status_code == 200
    strict = Access(access.passes, host_is_referee=False)
    with TestClient(create_app(table, strict), base_url="http://localhost", client=("127.0.0.1", 5)) as local:
        assert local.get("/referee", follow_redirects=False).status_code == 303


def test_a_code_may_be_typed_small_and_with_spaces(visitor: TestClient, access: Access) -> None:
    code = access.code("P3").lower()
    answer = visitor.post("/join", data={"code": f" {code[:2]} {code[2:]} "}, follow_redirects=False)
    assert answer.headers["location"] == "/seat/P3"


def test_guessing_codes_is_slowed(visitor: TestClient, access: Access) -> None:
    for _ in range(8):
        assert "not a code" in visitor.post("/join", data={"code": "ZZZZZZ"}).text
    assert "Too many wrong codes" in visitor.post("/join", data={"code": "ZZZZZZ"}).text
    assert "Too many wrong codes" in visitor.post("/join", data={"code": access.code("P1")}).text


def test_own_tiles_are_on_no_other_page(table: Table, access: Access, cards: Path) -> None:
    table.choose_rules(Rules(table=HandTable(read_card(practice_card_text()))))
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3), Drawn(P2, Tile.GREEN))
    app = create_app(table, access, folders=Folders(cards=cards))
    with TestClient(app, base_url="http://192.168.1.20", client=LAN) as p2:
        joined(p2, access, "P2")
        assert p2.post("/own", data={"seat": "P2", "add": "9D"}).json()["ok"]
        assert p2.post("/own", data={"seat": "P1", "add": "9D"}).status_code == 403
        mine = p2.get("/seat/P2").text
        assert 'aria-label="Take out 9 Dot"' in mine
        assert "Nearest hands" in mine
    others = []
    for name in ("P1", "P3", "P4", "referee"):
        with TestClient(app, base_url="http://192.168.1.20", client=LAN) as client:
            joined(client, access, name)
            paths = ["/table", "/setup", "/api/table", "/api/log", "/referee" if name == "referee" else f"/seat/{name}"]
            others += [client.get(path).text for path in paths]
            assert client.get("/seat/P2", follow_redirects=False).status_code == 303
            with pytest.raises(WebSocketDisconnect), client.websocket_connect("/live/seat?seat=P2"):
                pass
    for text in others:
        assert "Take out 9 Dot" not in text


def test_what_one_player_knows_is_not_in_the_public_log(visitor: TestClient, table: Table) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3), Drawn(P2, Tile.GREEN))
    text = visitor.get("/api/log").text
    assert "GD" not in text
    assert public(Corrected(2, Passed(P1, tiles=(Tile.B1, Tile.B2, Tile.B3)))) == Corrected(2, Passed(P1))


def test_api_table_is_the_public_table(visitor: TestClient, table: Table) -> None:
    group = (Tile.B3, Tile.B3, Tile.JOKER)
    happens(
        table,
        GameBegun(P2, concealed=(13, 14, 13, 13)),
        Discarded(P2, Tile.B3),
        Exposed(P4, Tile.B3, P2, group),
        Discarded(P4, Tile.SOAP),
    )
    told = visitor.get("/api/table").json()
    assert told["discards"] == [{"tile": "WD", "seat": "P4"}]
    assert told["players"]["P4"]["exposures"] == [["3B", "3B", "J"]]
    assert told["players"]["P4"]["concealed"] == 10
    assert (told["turn"], told["east"], told["window"], told["wall"]) == ("P1", "P2", True, 99)


@pytest.mark.parametrize("tile", CODES)
def test_every_tile_has_its_face(onlooker: TestClient, tile: str) -> None:
    answer = onlooker.get(f"/tiles/{tile}.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "immutable" in answer.headers["cache-control"]
    assert onlooker.get("/tiles/0Z.svg").status_code == 404


def parts_of(news: str) -> set[str]:
    """The places that the socket's message fills."""
    return set(json.loads(news).get("parts", ()))


def test_a_page_hears_of_a_change_at_once_and_of_nothing_in_between(visitor: TestClient, table: Table) -> None:
    with visitor.websocket_connect("/live/table") as socket:
        assert parts_of(socket.receive_text()) == set(PARTS["table"])
        assert parts_of(socket.receive_text()) == set(), f"a sign of life every {HEARTBEAT_S} s"
        assert visitor.portal is not None
        visitor.portal.call(table.set_camera, Status(False, "Camera 0 is unplugged", "Plug it in again."))
        news = socket.receive_text()
        while not parts_of(news):
            news = socket.receive_text()
        assert "Camera 0 is unplugged" in news
        assert "felt" not in parts_of(news)


def test_pages_bring_their_own_htmx(onlooker: TestClient) -> None:
    text = onlooker.get("/table").text
    scripts = [src for src in re.findall(r'<script[^>]* src="([^"]+)"', text) if "vendor" in src]
    assert len(scripts) == 2
    assert all(onlooker.get(src).status_code == 200 for src in scripts)
    assert 'ws-connect="/live/table"' in text


def test_another_sites_page_gets_no_socket_and_no_tap(visitor: TestClient, table: Table, access: Access) -> None:
    joined(visitor, access, "referee")
    foreign = {"origin": "http://evil.example"}
    with pytest.raises(WebSocketDisconnect), visitor.websocket_connect("/live/table", headers=foreign):
        pass
    answer = visitor.post("/new-game", headers=foreign)
    assert (answer.status_code, "Another site" in answer.text) == (403, True)
    own = {"origin": "http://192.168.1.20:8555"}
    assert visitor.post("/new-game", headers=own).status_code == 200


@pytest.mark.parametrize("page", ["nothing", "referee", "seat", "seat?seat=P9", "../etc"])
def test_sockets_of_no_page_are_closed(onlooker: TestClient, page: str) -> None:
    with pytest.raises(WebSocketDisconnect), onlooker.websocket_connect(f"/live/{page}"):
        pass


@pytest.mark.parametrize(
    ("address", "allowed"),
    [("192.168.1.30", True), ("10.0.0.9", True), ("fe80::1", True), ("127.0.0.1", True), ("8.8.8.8", False)],
)
def test_pages_are_for_the_house_only(table: Table, access: Access, address: str, allowed: bool) -> None:
    with TestClient(create_app(table, access), base_url="http://192.168.1.20", client=(address, 5)) as client:
        assert client.get("/table").status_code == (200 if allowed else 403)


@pytest.mark.parametrize(
    ("host", "allowed"),
    [("192.168.1.20:8555", True), ("fifthseat.local", True), ("[::1]:8555", True), ("evil.example", False)],
)
def test_a_foreign_name_that_points_here_is_refused(onlooker: TestClient, host: str, allowed: bool) -> None:
    assert onlooker.get("/table", headers={"host": host}).status_code == (200 if allowed else 403)


def test_a_huge_body_is_refused(visitor: TestClient, access: Access) -> None:
    joined(visitor, access, "referee")
    assert visitor.post("/act", data={"event": "x" * 300_000, "after": 0}).status_code == 413

    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b"event=" + b"x" * 10_000

    form = {"content-type": "application/x-www-form-urlencoded"}
    assert visitor.post("/act", content=endless(), headers=form).status_code == 413


@pytest.mark.parametrize("path", ["/card/photo", "/enrol/photos", "/photo/P1"])
def test_a_photograph_that_is_too_large_is_answered_with_what_to_do(
    visitor: TestClient, access: Access, path: str
) -> None:
    joined(visitor, access, "referee")
    answer = visitor.post(path, content=b"", headers={"content-length": str(41 * 1024 * 1024)})
    assert (answer.status_code, answer.text) == (413, f"{TOO_LARGE}\n")


def test_rules_are_chosen_between_games_and_never_in_one(visitor: TestClient, table: Table, access: Access) -> None:
    client = joined(visitor, access, "referee")
    assert client.post("/rules", data={"preset": "press"}).json()["says"] == "These rules hold now."
    happens(table, GameBegun(P1))
    asked = {"C-20": "plays_on", "C-07": "timer_seconds", "C-07 number": "8"}
    refused = client.post("/rules", data=asked)
    assert refused.status_code == 409
    assert "HOUSE-01" in refused.json()["says"]
    assert table.rules.ruleset.differences == PRESETS["press"].differences
    answer = client.post("/rules", data={**asked, "for": "next"}).json()
    assert "HOUSE-01" in answer["says"]
    assert table.rules_in_force.ruleset.differences == PRESETS["press"].differences
    assert table.rules.ruleset.differences == ("C-07=8", "C-20=plays_on")
    assert client.post("/rules", data={"C-20": "maybe"}).status_code == 400
    told = client.post("/rules", data={"C-07": "timer_seconds", "C-07 number": "0", "for": "next"}).json()
    assert told["words"] == "Until when may a discard be called? Type a whole number, 1 at least."
    page = client.get("/setup").text
    assert f"{len(PRESETS['press'].differences)} differences from League practice" in page
    rules = client.get("/setup/rules").text
    assert all(option.question.replace("'", "&#39;") in rules for option in OPTIONS)


def test_every_preset_has_a_name_on_the_page() -> None:
    assert set(PRESET_WORDS) == set(PRESETS)


def test_a_card_is_typed_checked_saved_and_chosen(
    visitor: TestClient, table: Table, access: Access, cards: Path
) -> None:
    client = joined(visitor, access, "referee")
    wrong = "== 2468 ==\n1. 222a 444a 66a 888a DDa X 25\n"
    shown = client.post("/card/check", data={"text": wrong}).json()
    assert shown["marks"] == [[2, "wrong"]]
    assert "a hand has 14" in shown["rows"][1][3]
    assert client.post("/card/save", data={"text": wrong, "name": "Ours"}).json()["ok"]
    assert "still has mistakes" in client.post("/card/choose", data={"name": "Ours"}).json()["says"]
    right = "card: Our card\n" + wrong.replace("DDa", "DDDa")
    shown = client.post("/card/check", data={"text": right}).json()
    assert (shown["mistakes"], shown["lines"], shown["hands"]) == (0, 1, 3)
    assert 'alt="8 Bam"' in shown["rows"][1][3]
    again = client.post("/card/check", data={"text": right, "have": shown["rows"][1][2]}).json()
    assert [len(row) for row in again["rows"]] == [4, 3]  # what the page has is not sent again
    assert client.post("/card/save", data={"text": right, "name": "Ours"}).json()["ok"]
    assert (cards / "Ours.card.before").read_text() == wrong
    assert client.post("/card/choose", data={"name": "Ours"}).json()["says"] == "Tonight: Our card."
    assert table.rules.table is not None
    assert [line.name for line in table.rules.table.lines] == ["2468 1"]
    assert "Our card" in client.get("/setup").text
    hands = client.post("/card/hands", data={"text": right, "line": 3}).text
    assert "3 hands" in hands


def test_a_card_takes_no_other_cards_place_and_is_found_again(visitor: TestClient, access: Access, cards: Path) -> None:
    client = joined(visitor, access, "referee")

    def saved(text: str, name: str, was: str) -> str:
        return str(client.post("/card/save", data={"text": text, "name": name, "was": was}).json()["says"])

    assert saved("one", "2026", "new") == "Saved as 2026."
    assert saved("one", "2026", "new") == "Saved as 2026.", "an answer that was lost"
    assert saved("one, and more", "2026", "2026") == "Saved as 2026."
    for was in ("new", "2025", "Stepping Stones (practice card)"):
        assert saved("two", "2026", was) == "There is a card '2026' already: choose another name."
    assert (cards / "2026.card").read_text() == "one, and more"
    assert saved("three", "new", "new") == "'new' is where a card is begun: give it another name."
    renamed = client.post("/card/rename", data={"name": "2026", "to": "new"}).json()
    assert renamed["says"] == "'new' is where a card is begun: give it another name."
    assert [path.name for path in cards.glob("*.card")] == ["2026.card"]


def test_a_photograph_of_a_card_is_the_referees_and_must_be_one(visitor: TestClient, access: Access) -> None:
    photo = {"photo": ("card.jpg", b"no picture", "image/jpeg")}
    assert visitor.post("/card/photo", files=photo).status_code == 403
    answer = joined(visitor, access, "referee").post("/card/photo", files=photo)
    assert (answer.status_code, answer.json()["ok"]) == (400, False)
    assert answer.json()["says"].startswith("The photograph cannot be used: ")


def test_the_card_page_names_the_card_that_the_program_was_started_with(
    table: Table, access: Access, tmp_path: Path
) -> None:
    given = tmp_path / "club.card"
    given.write_text("card: The club's\n== 2468 ==\n1. 222a 444a 66a 888a DDDa X 25\n")
    app = create_app(table, access, folders=Folders(cards=tmp_path / "cards", card=given))
    with TestClient(app, base_url="http://192.168.1.20:8555", client=LAN) as fresh:
        page = joined(fresh, access, "referee").get("/card").text
        assert "Tonight: <b>club.card</b>" in page
        assert "222a 444a 66a 888a DDDa X 25" in page
        assert fresh.post("/card/choose", data={"name": "Stepping Stones (practice card)"}).json()["ok"]
        page = fresh.get("/card").text
    assert "Tonight: <b>Stepping Stones (practice card)</b>" in page
    assert "club.card" not in page


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".hidden", "x" * 70, "Stepping Stones (practice card)", "a\x00b"])
def test_a_card_is_kept_in_its_folder_only(visitor: TestClient, access: Access, cards: Path, name: str) -> None:
    client = joined(visitor, access, "referee")
    assert client.post("/card/save", data={"text": "x", "name": name}).status_code in (400, 422)
    assert not list(cards.parent.rglob("*.card"))


def test_a_card_on_which_nothing_is_typed_is_not_kept_and_that_is_said(visitor: TestClient, access: Access) -> None:
    client = joined(visitor, access, "referee")
    for text in ("", " \n"):
        assert "Nothing is typed yet" in client.post("/card/save", data={"text": text, "name": "Ours"}).json()["says"]
    for name, says in ((" ", "no name yet: type one"), ("a/b", "A card's name is")):
        assert says in client.post("/card/save", data={"text": "x", "name": name}).json()["says"]


def test_health(visitor: TestClient, table: Table) -> None:
    table.set_camera(Status(True, "Camera 0"))
    told = visitor.get("/healthz").json()
    assert (told["ok"], told["game"], told["number"], told["camera"], told["light"]) == (True, 1, 0, True, None)
