"""Whatever the house's file says, the program starts: what cannot be used is dropped with a sentence, the rest kept."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from engine.rules.ruleset import PRESETS
from server.access import Access
from server.app import create_app
from server.devices import Devices
from server.house import FILE, FORMAT, OUTLINE, Memory
from server.outline import NOT_FIXED
from server.recalling import recall
from server.remembering import seat_people
from server.shelf import Shelf
from server.store import Store
from server.table import Table
from server.web.site import Folders, Room
from vision.eyes import Eyes
from vision.read.reader import ReaderError
from vision.read.tileset import TileSet, builtin, to_json

KEPT = {"format": FORMAT, "names": ["Ann", "Bea", "Cy", "Dot"], "ready": True}


def told(folder: Path, **more: object) -> Memory:
    (folder / FILE).write_text(json.dumps({**KEPT, **more}), encoding="utf-8")
    return Memory(folder)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("light", "http://x"),
        ("light", "wled+http://[::"),
        ("camera", "demo://?speed=1000"),
        ("camera", "demo://["),
        ("tiles", "../../etc/passwd"),
        ("tiles", "/etc/passwd"),
        ("tiles", "Gone"),
        ("card", "../../etc/passwd"),
        ("card", "Thrown away"),
        ("rules", "nonsense"),
        ("rules", "C-99=never"),
        ("rules", "C-07=٣"),
        ("outlined", True),
        ("east", 9),
        ("names", ["Ann", "Ann", "Bea", "Cy"]),
    ],
)
def test_what_cannot_be_used_is_dropped_with_one_sentence(tmp_path: Path, field: str, value: object) -> None:
    memory = told(tmp_path, **{"card": "Stepping Stones (practice card)", "tiles": "", field: value})
    recalled = recall(memory, Shelf(tmp_path / "cards"), tmp_path / "tiles")
    assert len(memory.troubles) == 1, memory.troubles
    assert memory.troubles[0].endswith(".")
    assert getattr(memory.house, field) in (None, False, ("Ann", "", "Bea", "Cy"))
    kept = {"ready": True, "card": "Stepping Stones (practice card)", "tiles": ""}
    assert {k: getattr(memory.house, k) for k in kept if k != field} == {k: v for k, v in kept.items() if k != field}
    assert (recalled.outline, recalled.tile_set, recalled.rules) == (NOT_FIXED, None, None)


@pytest.mark.parametrize("text", ["{", "[" * 100_000, '{"format": "fifthseat tile set 1", "expected": []}', "\x00"])
def test_a_torn_tile_set_or_outline_is_dropped(tmp_path: Path, text: str) -> None:
    (tmp_path / "tiles").mkdir()
    (tmp_path / "tiles" / "Ours.json").write_text(text)
    (tmp_path / OUTLINE).write_text(text)
    memory = told(tmp_path, tiles="Ours", outlined=True, rules="press")
    recalled = recall(memory, Shelf(tmp_path / "cards"), tmp_path / "tiles")
    assert len(memory.troubles) == 2
    assert (recalled.outline, recalled.tile_set, recalled.rules) == (NOT_FIXED, None, PRESETS["press"])


def test_no_tile_set_outside_the_houses_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "Elsewhere.json").write_text(to_json(builtin()))
    (tmp_path / "tiles").mkdir()
    memory = told(tmp_path, tiles="../Elsewhere")
    assert recall(memory, Shelf(tmp_path / "cards"), tmp_path / "tiles").tile_set is None
    (tmp_path / "tiles" / "Ours.json").write_text(to_json(builtin()))
    memory = told(tmp_path, tiles="Ours")
    assert recall(memory, Shelf(tmp_path / "cards"), tmp_path / "tiles").tile_set is not None
    assert memory.troubles == ()


def test_the_set_up_page_says_what_was_dropped_and_asks_again(tmp_path: Path) -> None:
    memory = told(tmp_path, light="http://x", names=["<script>alert(1)</script>", "Bea", "Cy", "Dot"])
    recall(memory, Shelf(tmp_path / "cards"), tmp_path / "tiles")
    table = Table(Store("sqlite://"))
    seat_people(table, memory)
    app = create_app(
        table, Access.fresh(), room=Room(Devices(table), memory), folders=Folders(tiles=tmp_path / "tiles")
    )
    with TestClient(app, base_url="http://192.168.1.20:8555", client=("127.0.0.1", 40000)) as host:
        page = host.get("/setup").text
        assert "The light that was remembered cannot be used" in page
        assert "<script>alert" not in page
        for path in ("/table", "/seat/P1", "/referee", "/setup/names", "/ledger", "/"):
            assert "<script>alert" not in host.get(path).text
        host.post("/setup/light", data={"url": ""})
        assert "The light that was remembered" not in host.get("/setup").text


def test_a_card_typed_on_its_own_page_and_played_answers_the_set_up_next_week_too(tmp_path: Path) -> None:
    table = Table(Store("sqlite://"))
    room, folders = Room(Devices(table), Memory(tmp_path)), Folders(tmp_path / "cards", tmp_path / "tiles")
    app = create_app(table, Access.fresh(), room=room, folders=folders)
    text = "card: Our card\n== 2468 ==\n1. 222a 444a 66a 888a DDDa X 25\n"
    with TestClient(app, base_url="http://192.168.1.20:8555", client=("127.0.0.1", 40000)) as host:
        assert 'aria-pressed="true"' not in host.get("/setup/card").text
        assert host.post("/card/save", data={"text": text, "name": "Ours"}).json()["ok"]
        assert host.post("/card/choose", data={"name": "Ours"}).json()["ok"]
        assert 'value="Ours" aria-pressed="true"' in host.get("/setup/card").text
        assert host.post("/card/rename", data={"name": "Ours", "to": "Ours 2026"}).json()["ok"]
    later = Memory(tmp_path)
    recall(later, Shelf(folders.cards), folders.tiles)
    assert (later.house.card, later.troubles) == ("Ours 2026", ())


def test_a_tile_set_that_cannot_be_read_with_is_said_and_the_built_in_one_used() -> None:
    asyncio.run(reading_with_a_set_of_another_reader())


async def reading_with_a_set_of_another_reader() -> None:
    made: list[TileSet | None] = []

    def eyes(tile_set: TileSet | None) -> Eyes:
        made.append(tile_set)
        if tile_set is not None:
            raise ReaderError("tile set 'Ours' was made with another reader: enrol it again")
        return Eyes()

    table = Table(Store("sqlite://"))
    devices = Devices(table, eyes=eyes)
    devices.tile_set = builtin()
    await devices.watch("/no/such/film.mp4")
    try:
        assert made == [builtin(), None]
        assert devices.watching
        assert ["enrol it again" in a.says for a in table.alerts] == [True]
    finally:
        await devices.close()


def test_the_program_starts_with_a_hostile_house_and_says_so(tmp_path: Path) -> None:
    hostile = {"light": "http://x", "camera": "demo://?speed=1000", "tiles": "../../etc/passwd", "rules": "nonsense"}
    told(tmp_path, **hostile, card="../x", outlined=True, east=9, turn=-1)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = {**os.environ, "FIFTHSEAT_HOST": "127.0.0.1", "PYTHONPATH": str(Path.cwd())}
    command = [sys.executable, "-m", "server.cli", "run", "--port", str(port)]
    with (
        (tmp_path / "said").open("w") as said,
        subprocess.Popen(command, cwd=tmp_path, stderr=said, env=env) as program,
    ):
        try:
            page = asked(f"http://127.0.0.1:{port}/setup", program)
            assert "The light that was remembered cannot be used" in page
            assert "Ann, Bea, Cy, Dot" in page
        finally:
            program.terminate()
            program.wait(30)
    assert (tmp_path / "said").read_text().count("remembered") >= 5
    assert "The light that was remembered" in (tmp_path / "fifthseat.log").read_text()


def asked(url: str, program: subprocess.Popen[bytes]) -> str:
    """The page once it is served."""
    give_up = time.monotonic() + 120
    while True:
        try:
            with urllib.request.urlopen(url, timeout=20) as answer:
                return str(answer.read().decode())
        except OSError:
            assert program.poll() is None, "the program has ended"
            assert time.monotonic() < give_up
            time.sleep(0.2)
