"""The table for one in a real browser: begun, the Charleston, a turn, left and come back to."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.coaching.solo.page import Solos
from tests.browsing import Place, open_page, opened_place, see

WITHIN_MS = 30_000
STEPS = 40


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    monkeypatch.setattr(Solos, "pace_s", 0.0)
    with opened_place(tmp_path / "cards") as running:
        yield running


DUE = ", ".join(
    (
        "#solo form[data-most]",
        "#turn button[data-key='P1 votes no']",
        ".rack.discards button",
        "#turn button[data-key='P1 draws']",
        "#solo button[data-key='let go']",
    )
)


def to_the_first_turn(page: Any) -> None:
    """Through the Charleston, passing what comes first, and past what may be called, until a discard is to be made."""
    for _ in range(STEPS):
        due = page.locator(DUE).first
        due.wait_for(timeout=WITHIN_MS)
        if page.locator(".rack.discards button").count():
            return
        before = page.locator("#after").input_value()
        passing = page.locator("#solo form[data-most]")
        if passing.count():
            stage = passing.get_attribute("data-key")
            for tile in passing.locator("label:has(input:not(:disabled))").all()[:3]:
                tile.click()
            passing.locator("button").click()
            gone = "was => document.querySelector('#solo form[data-most]')?.dataset.key !== was"
            page.wait_for_function(gone, arg=stage, timeout=WITHIN_MS)
        else:
            due.click()
            went_on = "was => document.getElementById('after').value !== was"
            page.wait_for_function(went_on, arg=before, timeout=WITHIN_MS)
    raise AssertionError("no turn came")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["tablet", "phone"])
def test_a_table_for_one_is_begun_played_left_and_come_back_to(
    browser: Any, place: Place, size: tuple[int, int]
) -> None:
    page = open_page(browser, place, "/", size=size)
    page.get_by_role("link", name="Play a table for one").click()
    page.get_by_text("Easy", exact=True).click()
    page.get_by_text("Full", exact=True).click()
    page.get_by_label("What are you called?").fill("Ruth")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/solo/table/seat/P1")
    see(page, "#solo", "Tap three tiles to pass", WITHIN_MS)
    assert page.locator("#solo .rack label").count() in (13, 14)
    assert page.locator("#solo form button").is_disabled()
    to_the_first_turn(page)
    assert page.locator(".rack.discards button").count() == 14
    page.get_by_text("Help me", exact=True).click()
    page.locator("#help .advice .act-told").wait_for(timeout=WITHIN_MS)
    page.locator(".rack.discards button:not([data-key*='J'])").first.click()
    page.locator("#own .rack:not(.discards) button").nth(12).wait_for(timeout=WITHIN_MS)
    mine = page.locator("#own .rack img").evaluate_all("all => all.map(i => i.alt)")
    assert len(mine) == 13
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    # Of all this the house's table knows nothing.
    assert place.do(lambda: place.table.number) == 0
    page.get_by_role("link", name="Leave this table").click()
    assert page.get_by_label("What are you called?").input_value() == "Ruth"
    page.get_by_role("link", name="Go on with my game").click()
    page.locator("#own .rack img").nth(12).wait_for(timeout=WITHIN_MS)
    again = page.locator("#own .rack img").evaluate_all("all => all.map(i => i.alt)")
    assert again[:13] == mine or len(again) == 14
    other = open_page(browser, place, "/solo", size=size)
    assert other.get_by_role("link", name="Go on with my game").count() == 0
    other.goto(f"{place.url}/solo/table/seat/P1")
    other.wait_for_url("**/solo")
    page.context.close()
    other.context.close()


# Taps what is next, once it has stood there long enough to be tapped; what has come of it then.
_TAP = """was => {
  if (document.querySelector('#turn').textContent.includes('The game is over')) return 'over';
  if (document.getElementById('after').value !== was) return 'on';
  for (const next of ['.rack.discards button:not([data-key*="J"])', '.rack.discards button',
    '#turn button[data-key="P1 draws"]', '#solo button[data-key="let go"]']) {
    const due = document.querySelector(next);
    if (due) { if (!due.hasAttribute('data-fresh')) { due.click(); return 'tapped'; } return ''; }
  }
  return ''; }"""
_WENT_ON = """was => document.getElementById('after').value !== was
  || document.querySelector('#turn').textContent.includes('The game is over')"""


def to_the_end(page: Any) -> None:
    """Discards what comes first, and calls nothing."""
    for _ in range(6 * STEPS):
        was = page.locator("#after").input_value()
        came = page.wait_for_function(_TAP, arg=was, timeout=WITHIN_MS).json_value()
        if came == "over":
            return
        if came == "tapped":
            page.wait_for_function(_WENT_ON, arg=was, timeout=WITHIN_MS)
    raise AssertionError("the game did not end")


def test_a_hand_is_played_to_its_end_looked_back_at_once_more_and_the_next_is_dealt(browser: Any, place: Place) -> None:
    page = open_page(browser, place, "/solo", size=(390, 844))
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/solo/table/seat/P1")
    to_the_first_turn(page)
    page.reload()
    to_the_end(page)
    next_game = page.locator("#turn button", has_text="Next game")
    see(page, "#turn button", "The tiles are dealt", WITHIN_MS)
    page.get_by_role("link", name="Look back at this hand").click()
    see(page, "main", "Your chance to win", WITHIN_MS)
    page.get_by_role("button", name="The same tiles once more").click()
    page.wait_for_url("**/solo/table/seat/P1")
    see(page, "#solo", "The other road.", WITHIN_MS)
    to_the_end(page)
    see(page, "#solo", "As it was played", WITHIN_MS)
    assert next_game.count() == 0
    page.get_by_role("button", name="Back to my own game").click()
    next_game.click()
    see(page, "#solo", "Tap three tiles to pass", WITHIN_MS)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()
