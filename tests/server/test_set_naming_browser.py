"""What is asked of a set that nobody showed, answered by touch; and what was learned of it, on the tiles page."""

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.event import GameBegun
from engine.tile import Seat, Tile
from server.devices import Devices
from server.house import Memory
from server.web.site import Room
from tests.browsing import PATIENCE_MS, Place, complaints
from tests.strange_set import STRANGE, rested

SIZES = [(390, 844), (1280, 800)]


@pytest.fixture(scope="module")
def truth() -> np.ndarray:
    return rested(STRANGE)[1]


@pytest.fixture
def strange(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path)
    place.room = Room(Devices(place.table), Memory(tmp_path))
    place.start()
    place.happens(GameBegun(Seat.P1))
    naming = place.room.devices.naming
    naming.learner.hold(rested(STRANGE)[0])
    place.do(naming.rested)
    assert place._loop is not None
    asyncio.run_coroutine_threadsafe(naming.settled(), place._loop).result(60)
    yield place
    place.stop()


def touched(browser: Any, place: Place, path: str, size: tuple[int, int]) -> Any:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: place.errors.append(str(error)))
    page.goto(f"{place.url}/join/{place.access.code('referee')}")
    page.goto(f"{place.url}{path}")
    page.locator("body[data-heard=yes]").wait_for(state="attached")
    return page


@pytest.fixture
def axe() -> Callable[[Any], list[str]]:
    module = pytest.importorskip("axe_playwright_python.sync_playwright")
    return lambda page: complaints(module.Axe(), page)


def fits(page: Any) -> None:
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], "the page scrolls sideways"


@pytest.mark.parametrize("size", SIZES)
def test_a_picture_is_tapped_and_the_next_question_comes_or_none(
    browser: Any, strange: Place, truth: np.ndarray, axe: Callable[[Any], list[str]], size: tuple[int, int]
) -> None:
    assert strange.room is not None
    naming = strange.room.devices.naming
    page = touched(browser, strange, "/referee", size)
    question = page.locator("form.which")
    question.wait_for()
    assert "Which of these tiles is" in page.locator("#questions").inner_text()
    fits(page)
    assert axe(page) == []
    picture = question.locator("button img").first.bounding_box()
    assert picture["width"] >= 64, "large enough to be seen across a table"
    asked = naming.asked
    assert asked is not None
    right = next(k for k, b in enumerate(asked.born) if Tile(int(truth[b])) in asked.kinds)
    question.locator(f"button[value='{right}']").tap()
    page.wait_for_function(f"() => !document.querySelector('form.which input[value=\"{asked.key}\"]')")
    assert len(naming.learner.facts) == 1
    again = page.locator("form.which")
    again.wait_for()
    again.get_by_role("button", name="I do not know").tap()
    page.wait_for_function("() => document.querySelectorAll('form.which').length < 2")
    assert len(naming.learner.facts) == 1
    page.context.close()


@pytest.mark.parametrize("size", SIZES)
def test_what_was_learned_is_renamed_by_touch_and_forgotten(
    browser: Any, strange: Place, truth: np.ndarray, axe: Callable[[Any], list[str]], size: tuple[int, int]
) -> None:
    assert strange.room is not None
    naming = strange.room.devices.naming
    page = touched(browser, strange, "/setup/tiles", size)
    page.get_by_role("heading", name="What I have learned of this set").wait_for()
    fits(page)
    assert axe(page) == []
    one = int(np.flatnonzero(truth == Tile.SOAP)[0])
    shown = next(b for d in naming.drawings if one in d.born for b in d.born[:4])
    page.locator(f"[data-key=b{shown}]").tap()
    page.get_by_text("What is it really?").wait_for()
    page.evaluate("() => { window.before = true; }")
    held: list[Any] = []
    page.route("**/set/name", lambda route: held.append(route))
    page.locator("#rename button[value='WD']").tap()
    page.locator("#thinking").wait_for()
    held[0].continue_()
    page.wait_for_function("() => !window.before && document.body?.dataset.heard === 'yes'")  # it opens the page anew
    drawn = strange.do(partial(naming.drawn_like, shown))
    assert drawn.tile is Tile.SOAP
    page.get_by_role("button", name="Forget").tap()
    page.wait_for_function("() => !document.querySelector('#learned')")
    assert naming.learner.facts == ()
    page.context.close()
