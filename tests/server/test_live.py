"""The program as it runs: killed and started again, and with a disk that is full."""

import json
import re
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from device.buttons import Press
from engine.event import Discarded, GameBegun
from engine.rules.referee import Accepted, Proposal, Source
from engine.tile import Seat, Tile
from server.live import kept, pressed, withdraw
from server.status import Status
from server.store import Row, Store, StoreError
from server.table import Table

pytestmark = pytest.mark.live

P1, P2, P3, P4 = Seat
PATIENCE_S = 240.0  # seconds on a quiet machine; two cores may be busy with something else


def variables() -> dict[str, str]:
    """The program's surroundings: found where it lies, and its name not told to the network."""
    return {"PYTHONPATH": str(Path(__file__).parents[2]), "FIFTHSEAT_ANNOUNCE": "no"}


@contextmanager
def program(folder: Path) -> Iterator[str]:
    """`fifthseat run` in `folder`, and the address at which it answers; killed at the end."""
    command = [sys.executable, "-c", "from server.cli import app; app()", "run", "--port", "0"]
    with (folder / "said").open("wb") as said:
        running = subprocess.Popen(command, cwd=folder, stderr=said, env=variables())
    try:
        yield address(running, folder / "said")
    finally:
        running.kill()
        running.wait()


def address(running: "subprocess.Popen[bytes]", told: Path) -> str:
    """What the program says its address is, once it has."""
    give_up_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up_s:
        said = told.read_text("utf-8")
        if found := re.search(r"http://localhost:\d+\n", said):
            return found[0].strip()
        with suppress(subprocess.TimeoutExpired):
            pytest.fail(f"it ended with {running.wait(0.1)}: {told.read_text('utf-8')}")
    pytest.fail("it does not say where it is")


def ask(address: str, path: str, **fields: object) -> Any:
    body = urllib.parse.urlencode(fields).encode() if fields else None
    with urllib.request.urlopen(f"{address}{path}", body, timeout=PATIENCE_S) as answer:
        return json.load(answer)


def test_what_was_acknowledged_is_there_after_a_kill(tmp_path: Path) -> None:
    acts = ("game begins P1 holding 14 13 13 13", "P1 discards 3B", "P2 calls", "P2 exposes 3B 3B J calling 3B from P1")
    with program(tmp_path) as table:
        for number, act in enumerate(acts):
            assert ask(table, "/act", event=act, after=number)["ok"]
        before = ask(table, "/api/table")
    with program(tmp_path) as table:
        after = ask(table, "/api/table")
    assert before["players"]["P2"]["exposures"] == [["3B", "3B", "J"]]
    assert after == before


def test_a_break_and_the_rules_that_were_chosen_outlive_a_kill_and_a_second_program_is_refused(tmp_path: Path) -> None:
    with program(tmp_path) as table:
        assert ask(table, "/act", event="game begins P1 holding 14 13 13 13", after=0)["ok"]
        assert ask(table, "/rules", preset="press", **{"for": "next"})["ok"]
        assert ask(table, "/pause", paused="yes")["ok"]
        said = second_program(tmp_path)
    assert said.startswith("Another Fifth Seat is running with the log fifthseat.db")
    assert "in a folder of its own" in said  # codes and names lie beside the log
    with program(tmp_path) as table:
        assert "From the next game on: Mahjong Press." in read(table, "/setup")
        assert "Paused" in read(table, "/table")


def read(address: str, path: str) -> str:
    with urllib.request.urlopen(f"{address}{path}", timeout=PATIENCE_S) as page:
        text: str = page.read().decode()
    return text


def second_program(folder: Path) -> str:
    """What another `fifthseat run` in the same folder says as it ends."""
    command = [sys.executable, "-m", "server.cli", "run", "--port", "0"]
    done = subprocess.run(
        command,
        cwd=folder,
        env=variables(),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 2
    return done.stderr


class FullDisk(Store):
    """A log whose disk can be full."""

    full = False

    def append(self, rows: Sequence[Row]) -> None:
        if self.full:
            raise StoreError("The disk is full: make room.")
        super().append(rows)


@pytest.fixture
def disk() -> Iterator[FullDisk]:
    store = FullDisk("sqlite://")
    yield store
    store.close()


def test_a_full_disk_is_said_on_every_page_until_it_can_be_written_again(disk: FullDisk) -> None:
    table = Table(disk)
    table.submit(Proposal(GameBegun(P1), Source.CAMERA))

    def sees(tile: Tile) -> None:
        with kept():
            table.submit(Proposal(Discarded(P1, tile), Source.CAMERA))

    disk.full = True
    sees(Tile.B3)
    assert table.keeping == Status(False, "The disk is full: make room.")
    assert (table.number, table.state.discards) == (1, ())
    with kept():
        pass  # nothing was written: nothing is known to be better
    assert table.keeping.ok is False
    disk.full = False
    sees(Tile.B3)
    assert table.keeping.ok is None
    assert table.number == 2


def test_a_button_pressed_with_a_full_disk_is_no_crash(disk: FullDisk) -> None:
    table = Table(disk)
    for event in (GameBegun(P1), Discarded(P1, Tile.B3)):
        assert isinstance(table.submit(Proposal(event, Source.CAMERA)), Accepted)
    disk.full = True
    pressed(table, Press(P3, 1))
    assert table.keeping.ok is False
    assert table.state.calls == ()
    disk.full = False
    pressed(table, Press(P3, 2))
    assert [call.seat for call in table.state.calls] == [P3]
    assert table.keeping.ok is None


def test_a_press_that_is_refused_is_told_on_the_pages_until_it_is_withdrawn(disk: FullDisk) -> None:
    table = Table(disk)
    table.submit(Proposal(GameBegun(P1), Source.CAMERA))
    refused = pressed(table, Press(P3, 1))
    assert refused is not None
    assert refused in table.public_alerts
    assert refused.says.startswith("P3 pressed Call: ")
    withdraw(table, refused)
    assert table.alerts == ()


def test_a_press_that_counts_takes_its_refusal_away_and_a_later_one_is_not_withdrawn_early(disk: FullDisk) -> None:
    table = Table(disk)
    table.submit(Proposal(GameBegun(P1), Source.CAMERA))
    first = pressed(table, Press(P3, 1))
    second = pressed(table, Press(P3, 2))
    assert first is not None
    assert second is not None
    withdraw(table, first)
    assert table.alerts == (second,)
    table.submit(Proposal(Discarded(P1, Tile.B3), Source.CAMERA))
    assert pressed(table, Press(P3, 3)) is None
    assert table.alerts == ()
