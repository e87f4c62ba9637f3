"""A sheet that lies open over a page: it speaks of the table as it is now, and goes with what was opened from it."""

from typing import Any

from engine import event as e
from engine.tile import Seat, Tile
from tests.browsing import Place, open_page, see

P1, P2, P3, P4 = Seat


def test_an_open_sheet_follows_the_table(browser: Any, place: Place) -> None:
    place.happens(e.GameBegun(P1), e.Discarded(P1, Tile.B3))
    page = open_page(browser, place, "/all", "all")
    page.get_by_role("button", name="Left seat ...").click()
    call = page.locator("#sheet[open] button[data-key='P4 calls']")
    call.locator("img[src*='3B']").wait_for()
    place.happens(e.Drawn(P2), e.Discarded(P2, Tile.D7))
    call.locator("img[src*='7D']").wait_for()
    place.happens(e.Called(P3))
    see(page, "#sheet[open] h2", "Left seat")
    page.context.close()


def test_with_the_tile_that_was_picked_the_sheet_below_goes_too(browser: Any, place: Place) -> None:
    place.happens(e.GameBegun(P1), e.Discarded(P1, Tile.B3))
    page = open_page(browser, place, "/all", "all")
    page.get_by_role("button", name="Left seat ...").click()
    page.get_by_role("button", name="Discarded out of turn").click()
    page.locator("#picker[open] button[data-tile='7D']").click()
    see(page, ".player, .others", "Dead hand")
    page.locator("dialog[open]").first.wait_for(state="detached")
    page.context.close()
