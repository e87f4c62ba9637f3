"""A rack read from a photograph: by its owner only, to be put right, then hers; and a sentence for a bad picture."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient

from engine.card import read_card
from engine.event import Discarded, Drawn, GameBegun
from engine.hands import HandTable
from engine.rules.referee import Accepted, Proposal, Rules, Source
from engine.tile import Seat, Tile, code, read_tiles
from server.access import Access
from server.app import create_app
from server.cards import practice_card_text
from server.coaching.photo import nearest
from server.store import Store
from server.table import Table
from server.web.site import Folders
from tests.tiles_laid import laid_out
from vision.see import Reading

P1, P2, P3, P4 = Seat
RACK = read_tiles("1B 2B 3B 4C 5C 6C 7D 8D 9D N WD F J")


@pytest.fixture(scope="module")
def photograph() -> bytes:
    image = laid_out("diner", [[(t, 0) for t in RACK]], 70, seed=4)[0]
    return cv2.imencode(".jpg", image)[1].tobytes()


@pytest.fixture
def table() -> Table:
    made = Table(Store("sqlite://"), Rules(table=HandTable(read_card(practice_card_text()))))
    assert isinstance(made.submit(Proposal(GameBegun(P1), Source.CAMERA)), Accepted)
    return made


@pytest.fixture
def access() -> Access:
    return Access.fresh(host_is_referee=False)


@pytest.fixture
def clients(table: Table, access: Access, tmp_path: Path) -> Iterator[tuple[TestClient, TestClient]]:
    """The player at P2, and another at P3."""
    app = create_app(table, access, folders=Folders(cards=tmp_path))
    base: dict[str, Any] = {"base_url": "http://192.168.1.20:8555", "client": ("192.168.1.30", 40000)}
    with TestClient(app, **base) as one, TestClient(app, **base) as other:
        for client, seat in ((one, "P2"), (other, "P3")):
            client.post("/join", data={"code": access.code(seat)})
        yield one, other


def read_in(shown: str) -> list[str]:
    return [part.split('"')[0] for part in shown.split('data-tile="')[1:] if not part.startswith('"')]


def test_a_photographed_rack_is_shown_put_right_and_taken(
    clients: tuple[TestClient, TestClient], table: Table, photograph: bytes
) -> None:
    mine, other = clients
    shown = mine.post("/photo/P2", content=photograph)
    assert shown.status_code == 200
    read = read_tiles(" ".join(read_in(shown.text)))
    assert len(read) == len(RACK)
    assert sum(a is b for a, b in zip(read, RACK, strict=True)) >= 12
    assert table.own(P2) is None  # nothing is hers before she says so
    wanted = " ".join(read_in(shown.text))
    assert mine.post("/seat/P2/rack", data={"tiles": wanted}).json()["ok"]
    assert table.own(P2) == tuple(sorted(read))
    assert other.post("/photo/P2", content=photograph).status_code == 403
    assert other.post("/seat/P2/rack", data={"tiles": "1B"}).status_code == 403


@pytest.mark.parametrize(
    "picture", [b"", b"no picture at all", b"\xff\xd8\xff\xe0" + b"0" * 400], ids=["empty", "text", "torn"]
)
def test_what_is_no_picture_is_answered_with_a_sentence(clients: tuple[TestClient, TestClient], picture: bytes) -> None:
    told = clients[0].post("/photo/P2", content=picture)
    assert told.status_code == 400
    assert told.json()["says"].endswith(".")


def test_a_tile_that_she_has_drawn_and_not_told_of_is_not_left_out_unsaid(
    clients: tuple[TestClient, TestClient], table: Table
) -> None:
    """Thirteen of fourteen were shown as all that were read: the last one in the row was missing, whichever it was."""
    mine, _ = clients
    fourteen = (*RACK, Tile.B9)
    image = laid_out("diner", [[(t, 0) for t in fourteen]], 70, seed=4)[0]
    shown = mine.post("/photo/P2", content=cv2.imencode(".jpg", image)[1].tobytes()).text
    assert len(read_in(shown)) == 14
    assert "14 tiles read, and you can hold 13 now. If you have just drawn, say so first" in shown
    told = mine.post("/seat/P2/rack", data={"tiles": " ".join(map(code, fourteen))}).json()
    assert told["says"] == "You can hold 13 tiles now. Tap one that is not yours any more first."
    for event in (Discarded(P1, Tile.B3), Drawn(P2)):
        assert isinstance(table.submit(Proposal(event, Source.TABLET)), Accepted)
    assert mine.post("/seat/P2/rack", data={"tiles": " ".join(map(code, fourteen))}).json()["ok"]


def test_a_picture_without_tiles_says_how_to_take_a_better_one(clients: tuple[TestClient, TestClient]) -> None:
    grey = cv2.imencode(".jpg", np.full((480, 640, 3), 90, np.uint8))[1].tobytes()
    told = clients[0].post("/photo/P2", content=grey)
    assert told.status_code == 422
    assert "good light" in told.json()["says"]


def test_more_than_a_rack_holds_is_refused(clients: tuple[TestClient, TestClient], table: Table) -> None:
    told = clients[0].post("/seat/P2/rack", data={"tiles": "1B " * 5})
    assert told.status_code == 409
    assert table.own(P2) is None


def test_a_rack_that_stands_aslant_is_told_in_order() -> None:
    """By how high each tile stands in the picture, its right end was taken for another row."""
    tile = np.array([[0, 0], [40, 12], [24, 65], [-16, 53]], np.float32)
    found = [Reading(t, 0.9, (), tile + np.array([44 * k, 13 * k], np.float32)) for k, t in enumerate(RACK)]
    assert tuple(r.face for r in nearest(found[::-1], 14)) == RACK
