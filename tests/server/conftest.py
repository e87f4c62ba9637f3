"""A running table and a browser, for every test that plays on the pages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browsing import Place, opened_browser, opened_place


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever opens a browser says so, and does not fail by a warning that Playwright makes while it shuts down."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
            item.add_marker(pytest.mark.filterwarnings("ignore::DeprecationWarning"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with opened_browser() as opened:
        yield opened


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with opened_place(tmp_path / "cards") as running:
        yield running
