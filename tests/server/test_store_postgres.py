"""The log in a real PostgreSQL, started for these tests; skipped, with the reason, where there is none."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.store import Row, Store, StoreError
from tests.absent import absent

pytestmark = pytest.mark.live

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
KEEPER = "postgres" if ROOT else None  # the database refuses to be root's; Debian makes this user for it


def _tool(name: str) -> str:
    found = shutil.which(name) or next(map(str, sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))), None)
    if found is None:
        absent("PostgreSQL", "apt install postgresql")
    return found


@dataclass(frozen=True)
class Server:
    """A database server of our own, on this machine alone."""

    folder: Path
    port: int

    @property
    def url(self) -> str:
        return f"postgresql://seat@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        how = f"-p {self.port} -h 127.0.0.1 -k {self.folder}"
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-l", str(self.folder / "log"), "-o", how, "start")

    def stop(self) -> None:
        """At once, as when the power fails; nothing where it does not run."""
        if (self.folder / "data" / "postmaster.pid").exists():
            self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-m", "immediate", "stop")

    def make(self) -> None:
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "seat", "-A", "trust", "--no-locale", "-E", "UTF8")

    def _run(self, tool: str, *words: str) -> None:
        subprocess.run([_tool(tool), *words], check=True, user=KEEPER, cwd=self.folder, stdout=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    _tool("pg_ctl")
    with socket.socket() as free, tempfile.TemporaryDirectory(prefix="seat") as folder:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
        free.close()
        if KEEPER:
            shutil.chown(folder, KEEPER)
        made = Server(Path(folder), port)
        made.make()
        made.start()
        yield made
        made.stop()


def row(number: int, game: int) -> Row:
    return Row(game, number, 1763756655.123456 + number, "camera", 0.5, "P1 draws", "5B 0.01")


def test_what_is_written_is_read_back_and_a_second_event_of_one_number_is_refused(server: Server) -> None:
    store = Store(server.url)
    store.append([row(1, game=1), row(2, game=1)])
    with pytest.raises(StoreError, match="second Fifth Seat"):
        store.append([row(3, game=1), row(2, game=1)])
    store.close()
    again = Store(server.url)
    assert again.read(1) == (row(1, game=1), row(2, game=1))
    assert (again.games(), again.last_game()) == ((1,), 1)
    again.close()


def test_a_database_that_dies_is_told_loses_nothing_and_is_gone_on_with(server: Server) -> None:
    store = Store(server.url)
    store.append([row(1, game=7)])
    server.stop()
    with pytest.raises(StoreError, match="cannot be used"):
        store.append([row(2, game=7)])
    with pytest.raises(StoreError, match="cannot be used"):
        Store(server.url)
    server.start()
    store.append([row(2, game=7)])
    assert store.read(7) == (row(1, game=7), row(2, game=7))
    store.close()


def test_one_program_claims_a_log_and_a_database_that_died_does_not_free_it(server: Server) -> None:
    first, second = Store(server.url), Store(server.url)
    first.claim()
    with pytest.raises(StoreError, match="Another Fifth Seat is running"):
        second.claim()
    server.stop()
    with pytest.raises(StoreError, match="cannot be used"):
        first.append([row(1, game=11)])
    server.start()
    first.append([row(1, game=11)])
    with pytest.raises(StoreError, match="Another Fifth Seat is running"):
        second.claim()
    first.keep(paused="yes")
    assert first.facts() == {"paused": "yes"}
    assert first.verify() >= 1
    first.close()
    second.claim()
    second.close()
