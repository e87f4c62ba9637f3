"""Taps that come before a page's own scripts are there: kept, shown, and done; and a page that did not arrive whole."""

from typing import Any

import pytest

from engine.event import Discarded, GameBegun
from engine.tile import Seat, Tile
from tests.browsing import Place, see

P1, P2, P3, P4 = Seat
PATIENCE_MS = 30_000


class Slow:
    """A device on a weak wireless link: the page's own script is held back until it is let in."""

    def __init__(self, browser: Any, place: Place, joins: str) -> None:
        self.page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("pageerror", lambda error: place.errors.append(str(error)))
        self.page.goto(f"{place.url}/join/{place.access.code(joins)}")
        self.held: list[Any] = []
        self.page.route("**/static/live.js*", lambda route: self.held.append(route))

    def opens(self, address: str) -> Any:
        """The page, drawn and not alive yet."""
        self.page.goto(address, wait_until="commit")
        return self.page

    def lets_in(self) -> None:
        self.page.wait_for_function("() => document.readyState === 'interactive'")
        for route in self.held:
            route.continue_()


@pytest.mark.parametrize("tapped", ["click", "Enter"])
def test_a_tap_before_the_script_is_kept_and_done(browser: Any, place: Place, tapped: str) -> None:
    place.happens(GameBegun(P1), Discarded(P1, Tile.B3))
    slow = Slow(browser, place, "P2")
    page = slow.opens(f"{place.url}/seat/P2")
    call = page.get_by_role("button", name="Call For a group")
    if tapped == "click":
        call.click(no_wait_after=True)
    else:
        call.focus()
        page.keyboard.press("Enter")
    page.locator("button[data-key='call'][data-busy], button[data-busy]").first.wait_for()
    assert page.url == f"{place.url}/seat/P2", "nothing was sent in the address"
    slow.lets_in()
    see(page, "h1", "You call", PATIENCE_MS)
    page.context.close()


def test_what_opens_a_dialog_on_a_page_of_the_set_up_waits_too(browser: Any, place: Place) -> None:
    slow = Slow(browser, place, "referee")
    page = slow.opens(f"{place.url}/setup/names")
    page.locator(".at-left").click(no_wait_after=True)
    page.locator(".at-left[data-busy]").wait_for()
    slow.lets_in()
    see(page, "dialog[open] h2", "Who sits at the left?", PATIENCE_MS)
    page.context.close()


def test_a_page_whose_script_does_not_arrive_says_so_and_can_be_loaded_again(browser: Any, place: Place) -> None:
    page = browser.new_context().new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.route("**/static/live.js*", lambda route: route.abort())
    page.goto(f"{place.url}/table")
    see(page, "#partial", "A part of this page did not arrive", PATIENCE_MS)
    page.unroute("**/static/live.js*")
    page.get_by_role("link", name="Load it again").click()
    page.locator("body[data-heard=yes]").wait_for(state="attached")
    assert not page.locator("#partial").is_visible()
    page.context.close()
