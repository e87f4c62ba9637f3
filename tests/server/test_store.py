"""The log on the disk: what was acknowledged outlives anything."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from server.store import Row, Store, StoreError

pytestmark = pytest.mark.live


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
        ("mysql://user@host/name", "not a log that can be kept"),
        ("", "No log is named"),
        (" ", "No log is named"),
        ("://", "not the address of a log"),
        ("/no/such/folder/log.db", "folder"),
    ],
)
def test_an_address_that_cannot_be_is_told_in_a_sentence(url: str, says: str) -> None:
    with pytest.raises(StoreError, match=says):
        Store(url)


@pytest.mark.parametrize("url", ["sqlite://", ":memory:", "sqlite:///:memory:"])
def test_a_log_in_memory_knows_that_it_does_not_last(url: str, tmp_path: Path) -> None:
    passing, lasting = Store(url), Store(tmp_path / "log.db")
    assert (passing.lasts, lasting.lasts) == (False, True)
    passing.close()
    lasting.close()


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


def test_facts_are_kept_by_name_the_last_value_counts(tmp_path: Path) -> None:
    store = Store(tmp_path / "log.db")
    store.keep(game="3", paused="yes")
    store.keep(paused="")
    store.close()
    again = Store(tmp_path / "log.db")
    assert again.facts() == {"game": "3", "paused": ""}
    again.close()


def change(file: Path, what: str) -> None:
    """Behind the program's back."""
    with sqlite3.connect(file) as other:
        assert other.execute(what).rowcount == 1
    other.close()


@pytest.mark.parametrize(
    "what",
    [
        "set event = 'P1 discards 4B' where number = 2",
        "set at = at + 0.001 where number = 2",
        "set source = 'tablet' where number = 2",
        "set confidence = 0.6 where number = 2",
        "set readings = '5B 0.02' where number = 2",
        "set seal = 'ffffffffffffffff' where number = 2",
    ],
)
def test_a_row_that_was_changed_is_noticed(tmp_path: Path, what: str) -> None:
    store = Store(tmp_path / "log.db")
    store.append([row(1), row(2), row(3)])
    store.append([row(4)])
    change(tmp_path / "log.db", f"update fifthseat_event {what}")
    with pytest.raises(StoreError, match=r"Event 2 of game 1 .* damaged.* fifthseat restore"):
        store.read(1)
    with pytest.raises(StoreError, match="damaged"):
        store.verify()
    store.close()


def test_rows_that_changed_places_are_noticed(tmp_path: Path) -> None:
    store = Store(tmp_path / "log.db")
    store.append([row(n, event=f"event {n}") for n in (1, 2, 3)])
    for move in ("number = 9 where number = 2", "number = 2 where number = 3", "number = 3 where number = 9"):
        change(tmp_path / "log.db", f"update fifthseat_event set {move}")
    with pytest.raises(StoreError, match=r"Event 2 of game 1 .* damaged"):
        store.read(1)
    store.close()


def test_a_fact_that_was_changed_is_noticed(tmp_path: Path) -> None:
    store = Store(tmp_path / "log.db")
    store.keep(game="3")
    change(tmp_path / "log.db", "update fifthseat_fact set value = '7'")
    with pytest.raises(StoreError, match=r"'game' .* damaged"):
        store.facts()
    store.close()


def test_every_bit_of_an_event_that_flips_on_the_disk_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "log.db"
    store = Store(file)
    store.append([row(1, event="P1 discards 3B"), row(2, event="P2 discards 7C")])
    store.close()
    whole = file.read_bytes()
    begins = whole.index(b"P1 discards 3B")
    for bit in range(8 * len("P1 discards 3B")):
        flipped = bytearray(whole)
        flipped[begins + bit // 8] ^= 1 << bit % 8
        file.write_bytes(bytes(flipped))
        store = Store(file)
        with pytest.raises(StoreError, match=r"damaged|cannot be used"):
            store.read(1)
        store.close()


def test_a_sound_log_is_verified_with_the_number_of_its_events(tmp_path: Path) -> None:
    store = Store(tmp_path / "log.db")
    store.append([row(1), row(2), row(1, game=2)])
    assert store.verify() == 3
    store.close()


def test_numbers_of_numpy_are_sealed_as_they_are_read_back(tmp_path: Path) -> None:
    store = Store(tmp_path / "log.db")
    store.append([Row(1, 1, float(np.float64(3.5)), "camera", np.float32(0.3), "P1 draws")])  # type: ignore[arg-type]
    assert store.verify() == 1
    store.close()


def without_seals(file: Path) -> None:
    """A log as it was before there were seals."""
    store = Store(file)
    store.append([row(1), row(2)])
    store.append([row(1, game=2)])
    store.close()
    with sqlite3.connect(file) as old:
        old.execute("alter table fifthseat_event drop column seal")
        old.execute("drop table fifthseat_fact")
    old.close()


def test_a_log_of_before_there_were_seals_is_read_gone_on_with_and_sealed(tmp_path: Path) -> None:
    file = tmp_path / "log.db"
    without_seals(file)
    store = Store(file)
    store.append([row(3)])
    store.keep(paused="yes")
    assert store.read(1) == (row(1), row(2), row(3))
    assert store.read(2) == (row(1, game=2),)
    change(file, "update fifthseat_event set event = 'P1 discards 4B' where game = 1 and number = 1")
    with pytest.raises(StoreError, match=r"Event 1 of game 1 .* damaged"):
        store.read(1)
    store.close()


def test_rows_that_an_older_program_added_are_read_between_sealed_ones(tmp_path: Path) -> None:
    store = Store(tmp_path / "log.db")
    store.append([row(n) for n in (1, 2, 3)])
    change(tmp_path / "log.db", "update fifthseat_event set seal = null where number = 3")
    store.append([row(4)])
    assert len(store.read(1)) == 4
    store.close()


def test_a_claimed_log_cannot_be_claimed_again_until_it_is_closed(tmp_path: Path) -> None:
    first, second = Store(tmp_path / "log.db"), Store(tmp_path / "log.db")
    first.claim()
    with pytest.raises(StoreError, match="Another Fifth Seat is running with the log"):
        second.claim()
    assert second.last_game() == 0, "it can be read all the same"
    first.close()
    second.claim()
    second.close()


_HOLDER = """
import sys
from server.store import Store
store = Store(sys.argv[1])
store.claim()
print("held", flush=True)
sys.stdin.read()
"""


def test_a_program_that_was_killed_leaves_its_log_free(tmp_path: Path) -> None:
    file = tmp_path / "log.db"
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert holder.stdout is not None
    assert holder.stdin is not None
    assert holder.stdout.readline() == b"held\n"
    store = Store(file)
    with pytest.raises(StoreError, match="Another Fifth Seat"):
        store.claim()
    holder.kill()
    holder.wait()
    holder.stdout.close()
    holder.stdin.close()
    store.claim()
    store.close()


def test_a_log_in_memory_is_nobody_elses(tmp_path: Path) -> None:
    for store in (Store("sqlite://"), Store("sqlite://")):
        store.claim()
        store.close()
