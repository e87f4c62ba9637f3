"""A running table and a browser, for every test that plays on the pages; a watcher at a table, a visitor."""

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from engine.event import GameBegun
from engine.tile import Seat
from server.access import Access
from server.app import create_app
from server.sight import Sight
from server.store import Store
from server.table import Table
from server.web.site import Folders
from tests.browsing import Place, opened_browser, opened_place
from tests.kept_routes import kept
from tests.visiting import LAN
from tests.watching import Evening


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever opens a browser says so, and does not fail by a warning that Playwright makes while it shuts down."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
            item.add_marker(pytest.mark.filterwarnings("ignore::DeprecationWarning"))


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is written fits no more."""

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)


@pytest.fixture(scope="session", autouse=True)
def _routes() -> Iterator[None]:
    with kept():
        yield


@pytest.fixture(autouse=True)
def _cameras(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No camera that a test starts looks on while others run."""
    started: list[Sight] = []
    start = Sight.start

    def noted(sight: Sight) -> None:
        started.append(sight)
        start(sight)

    monkeypatch.setattr(Sight, "start", noted)
    yield
    for sight in started:
        sight.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with opened_browser() as opened:
        yield opened


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with opened_place(tmp_path / "cards") as running:
        yield running


@pytest.fixture
def met() -> Iterator[Evening]:
    """A table that has not been seen yet."""
    with contextlib.closing(Store("sqlite://")) as store:
        yield Evening(store)


@pytest.fixture
def evening(met: Evening) -> Evening:
    return met


@pytest.fixture
def begun(evening: Evening) -> Evening:
    evening.submit(GameBegun(Seat.P1))
    return evening


@pytest.fixture
def table() -> Table:
    return Table(Store("sqlite://"))


@pytest.fixture
def access() -> Access:
    return Access.fresh()


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    return tmp_path / "cards"


@pytest.fixture
def visitor(table: Table, access: Access, cards: Path) -> Iterator[TestClient]:
    """A browser in the house's network that has joined nothing."""
    with TestClient(
        create_app(table, access, folders=Folders(cards=cards)), base_url="http://192.168.1.20:8555", client=LAN
    ) as client:
        yield client
