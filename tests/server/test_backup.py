"""Copies of the log: made while it is written, checked, and put back."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from server import cli
from server.backup import back_up, put_back, room_for
from server.store import Row, Store, StoreError


def row(number: int, game: int = 1) -> Row:
    return Row(game, number, 1000.0 + number, "tablet", 1.0, f"event {number}")


def make(file: Path, events: int) -> Path:
    store = Store(file)
    store.append([row(n) for n in range(1, events + 1)])
    store.keep(paused="yes")
    store.close()
    return file


def read(file: Path) -> tuple[Row, ...]:
    store = Store(file)
    found = store.read(1)
    store.close()
    return found


def test_a_copy_holds_all_and_can_be_put_back(tmp_path: Path) -> None:
    log, copy = make(tmp_path / "log.db", 40), tmp_path / "copy.db"
    assert back_up(str(log), copy) == 40
    store = Store(log)
    store.append([row(41)])
    store.close()
    events, aside = put_back(copy, str(log))
    assert events == 40
    assert aside is not None
    assert len(read(log)) == 40
    assert len(read(aside)) == 41
    store = Store(log)
    assert store.facts() == {"paused": "yes"}
    store.close()
    assert not list(tmp_path.glob("*.part*"))


def test_a_copy_made_while_the_log_is_written_is_whole(tmp_path: Path) -> None:
    log = make(tmp_path / "log.db", 3)
    writing = Store(log)
    writing.claim()
    done = threading.Event()
    acknowledged = [3]

    def write() -> None:
        store = Store(log)
        while not done.is_set():
            store.append([row(acknowledged[-1] + 1), row(acknowledged[-1] + 2)])
            acknowledged.append(acknowledged[-1] + 2)
        store.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(5):
            before = acknowledged[-1]
            copy = tmp_path / f"copy{number}.db"
            assert back_up(str(log), copy) >= before
            assert len(read(copy)) % 2 == 1, "a pair is in the copy or not"
    finally:
        done.set()
        writer.join()
        writing.close()


def test_a_damaged_log_gives_no_copy_and_a_damaged_copy_is_not_put_back(tmp_path: Path) -> None:
    log, copy = make(tmp_path / "log.db", 5), tmp_path / "copy.db"
    back_up(str(log), copy)
    for file in (log, copy):
        with sqlite3.connect(file) as other:
            other.execute("update fifthseat_event set event = 'event 9' where number = 2")
        other.close()
    with pytest.raises(StoreError, match=r"Event 2 of game 1 in the log .*log\.db is damaged"):
        back_up(str(log), tmp_path / "second.db")
    assert not (tmp_path / "second.db").exists()
    whole = make(tmp_path / "whole.db", 5)
    with pytest.raises(StoreError, match=r"copy\.db is damaged"):
        put_back(copy, str(whole))
    assert len(read(whole)) == 5
    assert not list(tmp_path.glob("*.part*"))


def test_a_damaged_log_is_put_aside_and_its_last_copy_put_back(tmp_path: Path) -> None:
    log, copy = make(tmp_path / "log.db", 5), tmp_path / "copy.db"
    back_up(str(log), copy)
    log.write_bytes(log.read_bytes()[:5000])
    events, aside = put_back(copy, str(log))
    assert (events, len(read(log))) == (5, 5)
    assert aside is not None
    assert aside.stat().st_size == 5000


def test_nothing_is_put_back_under_a_running_program(tmp_path: Path) -> None:
    log, copy = make(tmp_path / "log.db", 5), tmp_path / "copy.db"
    back_up(str(log), copy)
    store = Store(log)
    store.claim()
    with pytest.raises(StoreError, match="Another Fifth Seat is running"):
        put_back(copy, str(log))
    store.close()
    put_back(copy, str(log))


def test_a_copy_is_never_written_over_and_another_file_never_taken_for_one(tmp_path: Path) -> None:
    log, copy = make(tmp_path / "log.db", 5), tmp_path / "copy.db"
    copy.write_text("shopping list")
    with pytest.raises(StoreError, match="is there already"):
        back_up(str(log), copy)
    with pytest.raises(StoreError, match=r"cannot be copied|no log"):
        put_back(copy, str(log))
    assert copy.read_text() == "shopping list"
    assert len(read(log)) == 5


@pytest.mark.parametrize("url", ["postgresql://seat@house/log", "sqlite://"])
def test_what_is_no_file_is_not_copied_here(url: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="pg_dump"):
        back_up(url, tmp_path / "copy.db")


def test_the_commands_say_what_they_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    none = runner.invoke(cli.app, ["backup"])
    assert (none.exit_code, none.stderr) == (2, "There is no log fifthseat.db yet.\n")
    make(tmp_path / "fifthseat.db", 7)
    made = runner.invoke(cli.app, ["backup", "copy.db"])
    assert (made.exit_code, made.stdout) == (0, "copy.db holds 7 events, read back and whole.\n")
    dated = runner.invoke(cli.app, ["backup"])
    assert dated.exit_code == 0
    assert list(tmp_path.glob("fifthseat-20??-??-??.db"))
    put = runner.invoke(cli.app, ["restore", "copy.db"])
    assert put.exit_code == 0
    assert put.stdout.startswith("fifthseat.db holds the 7 events of copy.db. What was there is fifthseat.db.before-1")
    gone = runner.invoke(cli.app, ["restore", "gone.db"])
    assert (gone.exit_code, gone.stderr) == (2, "There is no copy gone.db.\n")


def test_a_log_reached_by_another_name_is_the_same_log(tmp_path: Path) -> None:
    """A link to it, say, that leads to a stick: two programs would each write the next event."""
    folder = tmp_path / "stick"
    folder.mkdir()
    log, link = make(folder / "log.db", 3), tmp_path / "link.db"
    link.symlink_to(log)
    keeper, other = Store(log), Store(link)
    keeper.claim()
    with pytest.raises(StoreError, match="Another Fifth Seat is running with the log"):
        other.claim()
    other.close()
    keeper.close()
    copy = make(tmp_path / "copy.db", 2)
    assert put_back(copy, str(link)) == (2, folder / "log.db.before-1")
    assert link.is_symlink()
    assert len(read(log)) == 2


def test_an_empty_file_is_no_copy_and_no_log(tmp_path: Path) -> None:
    """A stick that was pulled out leaves one, and SQLite takes it for a log without events."""
    log, nothing = make(tmp_path / "log.db", 3), tmp_path / "nothing.db"
    nothing.touch()
    with pytest.raises(StoreError, match=r"nothing\.db is empty"):
        put_back(nothing, str(log))
    with pytest.raises(StoreError, match=r"nothing\.db is empty"):
        back_up(str(nothing), tmp_path / "copy.db")
    assert len(read(log)) == 3
    assert sorted(f.name for f in tmp_path.iterdir() if "before" in f.name or "copy" in f.name) == []


def test_what_is_wrong_with_a_copy_names_what_was_typed(tmp_path: Path) -> None:
    log, other = make(tmp_path / "log.db", 3), tmp_path / "other.db"
    with pytest.raises(StoreError, match=r"^The copy .*copy\.db cannot be written: there is no folder .*gone\.$"):
        back_up(str(log), tmp_path / "gone" / "copy.db")
    with closing(sqlite3.connect(other)) as strange:
        strange.execute("CREATE TABLE purse (coins)")
    with pytest.raises(StoreError, match=r"other\.db is a database of another program"):
        put_back(other, str(log))


def test_a_disk_without_room_for_the_copy_is_named_and_not_the_log(tmp_path: Path) -> None:
    room_for(1_000_000, tmp_path)
    with pytest.raises(StoreError, match=rf"^The disk is full: there is no room for a copy in {tmp_path}"):
        room_for(10**18, tmp_path)
