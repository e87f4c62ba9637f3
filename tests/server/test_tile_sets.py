"""The tile sets that the house keeps: never one in place of another, and none lost by a tap."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

from engine.tile import Tile
from server.access import Access
from server.app import create_app
from server.devices import Devices
from server.house import Memory
from server.kept_faces import KeptFaces
from server.shelf import ShelfError
from server.store import Store
from server.table import Table
from server.tile_sets import TileSets
from server.web.site import Folders, Room
from vision.eyes import Eyes
from vision.follow.named import Told
from vision.read.reader import ReaderError
from vision.read.tileset import TileSet, builtin


def a_set(*faces: Tile, reader: str = "") -> TileSet:
    points = np.eye(8, dtype=np.float32)[: len(faces)]
    return TileSet("ours", faces, points, 0.8, 16.0, reader or builtin().reader)


BAMS, CRAKS = a_set(Tile(0), Tile(1)), a_set(Tile(9))


@pytest.fixture
def sets(tmp_path: Path) -> TileSets:
    return TileSets(tmp_path / "tiles")


@pytest.fixture
def room(tmp_path: Path) -> Room:
    devices = Devices(Table(Store("sqlite://")))
    devices.faces = KeptFaces(tmp_path)
    return Room(devices, Memory(tmp_path))


@pytest.fixture
def referee(sets: TileSets, room: Room) -> Iterator[TestClient]:
    app = create_app(Table(Store("sqlite://")), Access.fresh(), room=room, folders=Folders(tiles=sets.folder))
    with TestClient(app, base_url="http://localhost", client=("127.0.0.1", 5), follow_redirects=False) as client:
        yield client


def test_a_set_never_takes_the_place_of_another(sets: TileSets) -> None:
    assert sets.free("Ours") == "Ours"
    sets.keep(BAMS, "Ours")
    assert sets.free("Ours") == "Ours 2"
    with pytest.raises(ShelfError, match="There is a set Ours already"):
        sets.keep(CRAKS, "Ours")
    assert sets.read("Ours").faces == BAMS.faces
    sets.keep(CRAKS, "Ours", instead="Ours")
    assert sets.read("Ours").faces == CRAKS.faces
    assert [p.name for p in sets.folder.iterdir()] == ["Ours.json"]


@pytest.mark.parametrize("text", ["", "{", '{"format": "fifthseat tile set 0"}', "[1, 2]"])
def test_a_file_that_is_no_set_is_said_in_the_words_of_a_page(sets: TileSets, referee: TestClient, text: str) -> None:
    sets.folder.mkdir()
    (sets.folder / "Torn.json").write_text(text)
    answer = referee.post("/setup/tiles", data={"name": "Torn"})
    assert answer.status_code == 409
    assert answer.json()["says"].startswith("The tile set Torn cannot be read: its file is damaged, or is none.")


def test_a_set_is_renamed_and_stays_in_use_with_what_was_named_of_it(
    sets: TileSets, referee: TestClient, room: Room
) -> None:
    sets.keep(BAMS, "Ours")
    sets.keep(CRAKS, "Mine")
    referee.post("/setup/tiles", data={"name": "Ours"})
    room.devices.faces.keep(room.devices.tile_set, (Told(np.eye(8)[0], Tile.JOKER),))
    told = referee.post("/setup/tiles/rename", data={"name": "Ours", "to": "Mine"})
    assert told.json()["says"] == "There is a set Mine already: give this one another name."
    assert referee.post("/setup/tiles/rename", data={"name": "Ours", "to": " Grandma's "}).status_code == 204
    assert sets.names() == ("Grandma's", "Mine")
    tonight = room.devices.tile_set
    assert tonight is not None
    assert tonight.name == room.memory.house.tiles == sets.read("Grandma's").name == "Grandma's"
    assert [one.tile for one in room.devices.faces.of(tonight)] == [Tile.JOKER]


def test_a_set_is_deleted_unless_it_is_in_use_and_can_be_brought_back(sets: TileSets, referee: TestClient) -> None:
    sets.keep(BAMS, "Ours")
    referee.post("/setup/tiles", data={"name": "Ours"})
    refused = referee.post("/setup/tiles/delete", data={"name": "Ours"})
    assert refused.json()["says"] == "Ours is read with tonight: choose another set first, then delete it."
    referee.post("/setup/tiles", data={"name": ""})
    assert referee.post("/setup/tiles/delete", data={"name": "Ours"}).status_code == 204
    assert sets.names() == ()
    assert "Bring back Ours" in referee.get("/setup/tiles").text
    assert referee.post("/setup/tiles/restore", data={"name": "Ours"}).status_code == 204
    assert sets.read("Ours").faces == BAMS.faces
    for act in ("rename", "delete", "restore"):
        assert referee.post(f"/setup/tiles/{act}", data={"name": "../x", "to": "y"}).status_code == 404


def test_what_this_program_cannot_read_with_any_more_leaves_all_as_it_was(
    sets: TileSets, referee: TestClient, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(eyes: Eyes, tile_set: TileSet | None) -> None:
        raise ReaderError("tile set 'Old' was made with another reader")

    sets.keep(a_set(Tile(0), reader="another"), "Old")
    monkeypatch.setattr(Eyes, "use", refuses)
    room.devices._eyes = object.__new__(Eyes)
    answer = referee.post("/setup/tiles", data={"name": "Old"})
    assert (answer.status_code, answer.json()["says"]) == (409, "tile set 'Old' was made with another reader.")
    assert room.devices.tile_set is None
    assert room.memory.house.tiles is None


def test_a_set_by_a_name_that_windows_keeps_is_refused(sets: TileSets, referee: TestClient) -> None:
    sets.keep(BAMS, "Ours")
    told = referee.post("/setup/tiles/rename", data={"name": "Ours", "to": "nul"})
    assert told.json()["says"].startswith("Windows keeps the name nul for itself")
    assert [p.name for p in sets.folder.iterdir()] == ["Ours.json"]
