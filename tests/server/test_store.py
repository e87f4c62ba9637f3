"""The log on the disk: what was acknowledged outlives anything."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from server.store import Row, Store, StoreError


def row(number: int, game: int = 1, event: str = "P1 draws") -> Row:
    return Row(game, number, 1000.0 + number, "camera", 0.5, event, "5B 0.01")


def test_what_is_written_is_read_back_in_order(tmp_path: Path) -> None:
    rows = [row(1), row(2, event="P1 discards 3B"), row(3, event="wall game")]
    store = Store(tmp_path / "log.db")
    store.append(rows[:1])
    store.append(rows[1:])
    store.append([row(1, game=2)])
    store.close()
    again = Store(tmp_path / "log.db")
    assert again.read(1) == tuple(rows)
    assert (again.games(), again.last_game()) == ((1, 2), 2)
    again.close()


def test_a_second_event_of_one_number_is_refused_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    store = Store(tmp_path / "log.db")
    store.append([row(1), row(2)])
    with pytest.raises(StoreError, match="second Fifth Seat"):
        store.append([row(3), row(2, event="P4 draws")])
    assert store.read(1) == (row(1), row(2))
    store.close()


def test_a_gap_in_the_log_is_told(tmp_path: Path) -> None:
    store = Store(tmp_path / "log.db")
    store.append([row(1), row(3)])
    with pytest.raises(StoreError, match="Event 2 of game 1 is missing"):
        store.read(1)
    store.close()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        pytest.param(b"P1 discards 3B\n" * 200, "no log of Fifth Seat", id="a text file"),
        pytest.param(b"SQLite format 3\x00" + b"\xff" * 3000, "no log|damaged|cannot be used", id="a torn header"),
    ],
)
def test_another_file_is_not_taken_for_a_log(tmp_path: Path, content: bytes, says: str) -> None:
    file = tmp_path / "log.db"
    file.write_bytes(content)
    with pytest.raises(StoreError, match=says):
        Store(file)
    assert file.read_bytes() == content


def test_a_torn_log_is_told_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "log.db"
    store = Store(file)
    store.append([row(n, event="P1 discards 3B " * 20) for n in range(1, 400)])
    store.close()
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreError, match=r"damaged|cannot be used"):
        Store(file).read(1)


def test_the_database_of_another_program_is_not_used(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "photos.db") as other:
        other.execute("create table photo (name text)")
    other.close()
    with pytest.raises(StoreError, match="another program"):
        Store(tmp_path / "photos.db")


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense://x", "not a log that can be kept|cannot be"),
        ("://", "not the address of a log"),
        ("/no/such/folder/log.db", "folder"),
    ],
)
def test_an_address_that_cannot_be_is_told_in_a_sentence(url: str, says: str) -> None:
    with pytest.raises(StoreError, match=says):
        Store(url)


def test_the_log_is_written_ahead(tmp_path: Path) -> None:
    store = Store(tmp_path / "log.db")
    store.append([row(1)])
    with sqlite3.connect(tmp_path / "log.db") as other:
        assert other.execute("pragma journal_mode").fetchone() == ("wal",)
    other.close()
    store.close()


_WRITER = """
import sys
from server.store import Row, Store
store = Store(sys.argv[1])
number = len(store.read(1))
while True:
    batch = [Row(1, number + k, 0.0, "camera", 1.0, f"event {number + k}") for k in (1, 2, 3)]
    store.append(batch)
    number += 3
    print(number, flush=True)
"""


def test_a_kill_at_any_moment_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    file = tmp_path / "log.db"
    for acknowledged_before_the_kill in (1, 4, 9):
        process = subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(file)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        assert process.stdout is not None
        last = [process.stdout.readline() for _ in range(acknowledged_before_the_kill)][-1]
        os.kill(process.pid, signal.SIGKILL)
        told = [last, *process.stdout.read().splitlines()]
        process.stdout.close()
        process.wait()
        acknowledged = max(int(line) for line in told if line.strip().isdigit())
        store = Store(file)
        kept = store.read(1)
        store.close()
        assert len(kept) >= acknowledged
        assert len(kept) % 3 == 0, "a batch is kept whole or not at all"
        assert [r.event for r in kept] == [f"event {n}" for n in range(1, len(kept) + 1)]
