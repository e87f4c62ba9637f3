"""Teaching the program a household's tiles from a page."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient

from engine.tile import Tile
from server.access import Access
from server.app import create_app
from server.devices import Devices
from server.enrol_page import MOST_PHOTOS
from server.house import Memory
from server.store import Store
from server.table import Table
from server.web.site import Folders, Room
from tests.browsing import Place, open_page, see
from tests.tiles_laid import laid_out

ROW = [[(Tile(k), 0) for k in range(9)], [(Tile.NORTH, 0), (Tile.SOAP, 0), (Tile.JOKER, 0)]]


@pytest.fixture(scope="module")
def photograph() -> bytes:
    """Nine Bams, a wind, a soap and a joker, twice each."""
    image = laid_out("diner", ROW + ROW, 56, seed=4)[0]
    return cv2.imencode(".jpg", image)[1].tobytes()


@pytest.fixture(scope="module")
def another() -> bytes:
    """The same tiles, laid and lit otherwise."""
    image = laid_out("diner", ROW + ROW, 56, turn=3.0, seed=5)[0]
    return cv2.imencode(".jpg", image)[1].tobytes()


def posted(referee: TestClient, *photographs: bytes) -> str:
    files = [("photos", (f"{n}.jpg", data, "image/jpeg")) for n, data in enumerate(photographs)]
    return referee.post("/enrol/photos", files=files).text


def named(shown: str, words: str) -> int:
    """How many tiles stand under that name."""
    return shown.count(f'alt="Photographed as {words}')


@pytest.fixture
def table() -> Table:
    return Table(Store("sqlite://"))


@pytest.fixture
def room(table: Table, tmp_path: Path) -> Room:
    return Room(Devices(table), Memory(tmp_path))


@pytest.fixture
def referee(tmp_path: Path, table: Table, room: Room) -> Iterator[TestClient]:
    app = create_app(table, Access.fresh(), room=room, folders=Folders(tiles=tmp_path / "tiles"))
    with TestClient(app, base_url="http://localhost", client=("127.0.0.1", 5)) as client:
        yield client


def test_photographs_become_faces_to_look_through_and_a_set_to_read_with(
    referee: TestClient, photograph: bytes, room: Room
) -> None:
    assert "No tiles yet" in referee.get("/enrol").text
    shown = referee.post("/enrol/photos", files=[("photos", ("a.jpg", photograph, "image/jpeg"))]).text
    assert "tiles photographed" in shown
    assert shown.count("/enrol/crop/") >= 20
    crop = referee.get("/enrol/crop/0.png")
    assert crop.headers["content-type"] == "image/png"
    dialog = referee.get("/enrol/tile/0").text
    assert "What is it really?" in dialog
    before = shown.count('alt="Photographed as 9 Crak')
    shown = referee.post("/enrol/name", data={"place": 0, "tile": "9C", "only": "yes"}).text
    assert shown.count('alt="Photographed as 9 Crak') == before + 1
    tiles = shown.count("/enrol/crop/")
    shown = referee.post("/enrol/name", data={"place": 0, "tile": "-", "only": "yes"}).text
    assert shown.count("/enrol/crop/") == tiles - 1
    told = referee.post("/enrol/save", data={"name": "Grandma's"}).json()
    assert told == {"ok": True, "says": "Saved. The camera reads with Grandma's from now on."}
    tonight = room.devices.tile_set
    assert tonight is not None
    assert tonight.name == room.memory.house.tiles == "Grandma's"  # tonight, and next week
    assert "No tiles yet" in referee.post("/enrol/clear").text


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"<svg/>", id="no picture"),
        pytest.param(b"\xff\xd8\xff\xe0", id="torn"),
    ],
)
def test_what_is_no_photograph_is_told_in_a_sentence(referee: TestClient, data: bytes) -> None:
    answer = referee.post("/enrol/photos", files=[("photos", ("a.jpg", data, "image/jpeg"))])
    assert answer.status_code == 400
    assert answer.json()["says"].startswith("Photograph 1 cannot be used: ")


def test_too_many_photographs_are_refused(referee: TestClient, photograph: bytes) -> None:
    files = [("photos", (f"{n}.jpg", photograph, "image/jpeg")) for n in range(MOST_PHOTOS + 1)]
    assert referee.post("/enrol/photos", files=files).json()["says"] == "At most 5 photographs at a time."


def test_nothing_is_saved_before_there_are_tiles_or_under_a_strange_name(
    referee: TestClient, photograph: bytes, tmp_path: Path
) -> None:
    assert referee.post("/enrol/save", data={"name": "x"}).status_code == 409
    referee.post("/enrol/photos", files=[("photos", ("a.jpg", photograph, "image/jpeg"))])
    assert referee.post("/enrol/save", data={"name": "../x"}).status_code == 400
    assert not (tmp_path / "x.json").exists()


def test_a_photograph_that_is_none_does_not_cost_the_others(referee: TestClient, photograph: bytes) -> None:
    shown = posted(referee, b"<svg/>", photograph)
    assert "Photograph 1 cannot be used: not a picture" in shown
    assert "tiles photographed" in shown


def test_a_photograph_that_lies_here_already_is_no_second_look(referee: TestClient, photograph: bytes) -> None:
    tiles = posted(referee, photograph).count("/enrol/crop/")
    seen = np.asarray(cv2.imdecode(np.frombuffer(photograph, np.uint8), cv2.IMREAD_COLOR))
    anew = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, 60])[1].tobytes()
    again = posted(referee, anew)
    assert "photograph 1: the same picture as one that lies here already" in again
    assert again.count("/enrol/crop/") == tiles


def test_every_step_can_be_undone(referee: TestClient, photograph: bytes) -> None:
    assert "Undo" not in referee.get("/enrol").text
    first = posted(referee, photograph)
    renamed = referee.post("/enrol/name", data={"place": 0, "tile": "GD"}).text
    assert named(renamed, "Green Dragon") > named(first, "Green Dragon")
    assert named(referee.post("/enrol/undo").text, "Green Dragon") == named(first, "Green Dragon")
    assert "No tiles yet" in referee.post("/enrol/clear").text
    assert "Undo the last change" in referee.get("/enrol").text
    assert referee.post("/enrol/undo").text.count("/enrol/crop/") == first.count("/enrol/crop/")


def test_what_was_named_is_named_so_in_the_next_photograph(
    referee: TestClient, photograph: bytes, another: bytes
) -> None:
    first = posted(referee, photograph)
    red = named(first, "Red Dragon")
    nine = re.findall(r"/enrol/crop/(\d+).png\" alt=\"Photographed as 9 Bam", first)
    for number in nine:
        shown = referee.post("/enrol/name", data={"place": number, "tile": "RD"}).text
    once = named(shown, "Red Dragon") - red
    assert once >= len(nine) > 0
    assert named(posted(referee, another), "Red Dragon") >= red + 2 * once


def test_two_suits_are_exchanged_at_once_but_for_what_somebody_named(
    referee: TestClient, photograph: bytes, another: bytes
) -> None:
    first = posted(referee, photograph)
    number = re.findall(r"/enrol/crop/(\d+).png\" alt=\"Photographed as 9 Bam", first)[0]
    referee.post("/enrol/name", data={"place": number, "tile": "8B", "only": "yes"})
    bams, craks = ([f"{n} {suit}" for n in range(1, 10)] for suit in ("Bam", "Crak"))
    before = referee.get("/enrol").text
    turned = referee.post("/enrol/exchange", data={"suits": "BC"}).text
    assert [named(turned, c) for c in craks] == [named(before, b) - (b == "8 Bam") for b in bams]
    assert f'/enrol/crop/{number}.png" alt="Photographed as 8 Bam"' in turned
    again = [referee.post("/enrol/exchange", data={"suits": "BC"}).text for _ in range(2)]
    assert [named(again[0], b) for b in bams] == [named(before, b) for b in bams]
    assert again[1] == turned
    more = posted(referee, another)
    assert sum(named(more, c) for c in craks) > 1.5 * sum(named(turned, c) for c in craks)
    back = [referee.post("/enrol/undo").text for _ in range(4)][-1]
    assert [named(back, t) for t in bams + craks] == [named(before, t) for t in bams + craks]
    assert referee.post("/enrol/exchange", data={"suits": "BX"}).status_code in (400, 422)


def test_a_name_holds_at_once_and_what_it_is_worth_is_said_later(referee: TestClient, photograph: bytes) -> None:
    posted(referee, photograph)
    shown = referee.post("/enrol/name", data={"place": 0, "tile": "GD", "only": "yes"}).text
    assert "being worked out" in shown
    judged = referee.get("/enrol/judged").text
    assert "Expected to read" in judged
    assert "being worked out" not in judged
    assert "Missing: " in judged


def test_a_second_set_does_not_take_the_place_of_the_first(
    referee: TestClient, photograph: bytes, tmp_path: Path
) -> None:
    posted(referee, photograph)
    assert referee.post("/enrol/save", data={"name": "Our tiles"}).json()["ok"]
    assert "Saved as Our tiles." in referee.get("/enrol").text
    assert referee.post("/enrol/save", data={"name": "Our tiles"}).json()["ok"], "the same set, grown better"
    before = (tmp_path / "tiles" / "Our tiles.json").read_bytes()
    referee.post("/enrol/clear")
    assert 'value="Our tiles 2"' in posted(referee, photograph)
    refused = referee.post("/enrol/save", data={"name": "Our tiles"}).json()
    assert refused == {"ok": False, "says": "There is a set Our tiles already: give this one another name."}
    assert (tmp_path / "tiles" / "Our tiles.json").read_bytes() == before


def test_what_is_typed_and_where_the_keys_are_stays_while_tiles_are_named(
    browser: Any, place: Place, photograph: bytes
) -> None:
    page = open_page(browser, place, "/enrol", joins="referee")
    page.locator("#photos").set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": photograph})
    see(page, "#faces", "Expected to read")
    page.wait_for_function("() => !document.querySelector('[data-fresh]')")
    page.locator("#set-name").fill("Grandma's")
    tile = page.locator("[data-key='9B'] .crops button").first
    key = tile.get_attribute("data-key")
    tile.press("Enter")
    page.locator("#rename .pick-grid button[value=GD]").press("Enter")
    page.locator(f"[data-key=GD] [data-key={key}]").wait_for()
    page.wait_for_function("key => document.activeElement.dataset.key === key", arg=key)
    assert page.locator("#set-name").input_value() == "Grandma's"
    page.context.close()


def test_while_photographs_are_read_no_more_are_taken_and_the_page_says_so(browser: Any, place: Place) -> None:
    page = open_page(browser, place, "/enrol", joins="referee")
    held: list[Any] = []
    page.route("**/enrol/photos", lambda route: held.append(route))
    photos = page.locator("#photos")
    photos.set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"first"})
    see(page, "#reading", "More can be added in a moment.")
    assert photos.is_disabled()
    held[0].fulfill(status=400, json={"ok": False, "says": "Photograph 1 cannot be used."})
    see(page, "#toast", "Photograph 1 cannot be used.")
    assert photos.is_enabled()
    page.context.close()
