"""The loop's tasks: what fails is said, written down and begun again. And what tells systemd so."""

import asyncio
import logging
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.service import Service
from server.status import WELL, WRITTEN
from server.table import Table
from server.trace import FILE, keep_trace
from server.watchdog import PROVE_AGAIN_S, PROVE_S, QUIET_S, Watchdog
from tests.faulty import Clock, FullDisk

pytestmark = pytest.mark.live


@pytest.fixture
def disk() -> Iterator[FullDisk]:
    store = FullDisk("sqlite://")
    yield store
    store.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(disk: FullDisk) -> Table:
    return Table(disk)


@pytest.fixture
def dog(table: Table, clock: Clock) -> Watchdog:
    return Watchdog(table, Service(""), clock)


def test_a_task_that_fails_is_said_and_begun_again(
    table: Table, dog: Watchdog, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    begun = 0

    async def at_once(wait_s: float) -> None:
        waits.append(wait_s)

    async def work() -> None:
        nonlocal begun
        begun += 1
        if begun < 4:
            raise KeyError("3B")

    monkeypatch.setattr("server.watchdog.asyncio.sleep", at_once)
    asyncio.run(dog.keep_going("The light's task", work))
    assert begun == 4
    assert waits == sorted(waits)
    assert table.program.ok is False
    assert table.program.says == "The light's task stumbled and goes on."


def test_what_fails_on_the_loop_with_nobody_waiting_is_said(table: Table, dog: Watchdog) -> None:
    async def evening() -> None:
        dog.hear(asyncio.get_running_loop())
        asyncio.get_running_loop().call_soon(lambda: [][1])
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(evening())
    assert table.program.says == "A part of the program stumbled and goes on."


def test_after_a_quiet_minute_no_more_is_said_of_it(table: Table, dog: Watchdog, clock: Clock) -> None:
    dog.stumbled("A part of the program", KeyError())
    clock.now += QUIET_S
    dog.round()
    assert table.program.ok is False
    clock.now += 1.0
    dog.round()
    assert table.program == WELL


def test_a_full_disk_is_noticed_though_nobody_taps_and_so_is_room_made(
    table: Table, dog: Watchdog, clock: Clock, disk: FullDisk
) -> None:
    disk.full = True
    clock.now += PROVE_S
    dog.round()
    assert table.keeping.says == "The disk is full: make room."
    disk.full = False
    dog.round()
    assert table.keeping.ok is False, "not tried with every round"
    clock.now += PROVE_AGAIN_S
    dog.round()
    assert table.keeping == WRITTEN


def test_systemd_hears_that_the_program_is_ready_and_alive(tmp_path: Path, table: Table, clock: Clock) -> None:
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(path)
        systemd.settimeout(10)
        service = Service(path)
        service.ready()
        assert systemd.recv(64) == b"READY=1"
        Watchdog(table, service, clock).round()
        assert systemd.recv(64) == b"WATCHDOG=1"
    service.alive()  # nobody listens any more: no harm


@pytest.fixture
def written_down(tmp_path: Path) -> Iterator[Path]:
    handler = keep_trace(tmp_path)
    yield tmp_path / FILE
    logging.getLogger().removeHandler(handler)
    handler.close()


def test_what_stumbled_is_written_down_with_its_place_and_no_tile(written_down: Path, dog: Watchdog) -> None:
    rack = " ".join(["P1", "holds", "3B"])
    try:
        try:
            int(rack)
        except ValueError as error:
            raise KeyError(rack) from error
    except KeyError as error:
        dog.stumbled("The light's task", error)
    text = written_down.read_text()
    assert "ERROR server.watchdog: The light's task stumbled" in text
    assert "test_watchdog.py" in text
    assert "KeyError, after ValueError" in text
    assert "P1 holds" not in text


def test_a_drivers_own_words_are_kept(written_down: Path) -> None:
    try:
        raise OSError(28, "No space left on device")
    except OSError:
        logging.getLogger("server.somewhere").exception("writing failed")
    assert "No space left on device" in written_down.read_text()


def test_where_the_folder_cannot_be_written_the_records_go_to_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    handler = keep_trace(tmp_path / "gone")
    try:
        logging.getLogger("server.somewhere").error("no room")
    finally:
        logging.getLogger().removeHandler(handler)
    assert "no room" in capsys.readouterr().err
