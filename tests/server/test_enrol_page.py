"""Teaching the program a household's tiles from a page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
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
