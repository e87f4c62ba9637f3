"""The table for one in a real browser: begun, the Charleston, a turn, left and come back to."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.coaching.solo.page import Solos
from tests.browsing import Place, hurry, open_page, opened_place, see

WITHIN_MS = 30_000
STEPS = 40


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    monkeypatch.setattr(Solos, "pace_s", 0.0)
    with opened_place(tmp_path / "cards") as running:
        yield running


# Does what is next, in one turn of the page, so that nothing comes between a look and the tap: no tap while one is
# under way, none on what has only just come to stand there. What has come of it: `there`, `over`, `tapped`, or not yet
# anything.
_PLAY = """until => {
  if (document.querySelector(until)) return 'there';
  if (document.querySelector('#turn').textContent.includes('The game is over')) return 'over';
  if (document.querySelector('[data-busy]')) return '';
  const passing = document.querySelector('#solo form[data-most]');
  if (passing) {
    const pass = passing.querySelector('button');
    if (passing.inert || pass.hasAttribute('data-fresh')) return '';
    passing.querySelectorAll('input:enabled').forEach((tile, k) => { if (tile.checked !== k < 3) tile.click(); });
    pass.click();
    return 'tapped';
  }
  for (const next of ['.rack.discards button', '#turn button[data-key="P1 votes no"]',
                      '#turn button[data-key="P1 draws"]',
    '#solo button[data-key="let go"]']) {
    const due = document.querySelector(next);
    if (due) { if (due.hasAttribute('data-fresh')) return ''; due.click(); return 'tapped'; }
  }
  return ''; }"""
FIRST_TURN = ".rack.discards button"
NOTHING = "#nothing"  # to the end


def play_until(page: Any, there: str, taps: int) -> None:
    """Passes what comes first, calls nothing, discards what comes first, until `there` is on the page or the game is
    over."""
    for _ in range(taps):
        came = page.wait_for_function(_PLAY, arg=there, timeout=WITHIN_MS).json_value()
        if came != "tapped":
            assert came == ("over" if there == NOTHING else "there")
            return
    raise AssertionError("it does not go on")


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
    play_until(page, FIRST_TURN, STEPS)
    assert page.locator(".rack.discards button").count() == 14
    page.get_by_text("Help me", exact=True).click()
    page.locator("#help .advice .act-told").wait_for(timeout=WITHIN_MS)
    page.locator(".rack.discards button:not([value$=' J'])").first.click()
    page.locator("#own .rack:not(.discards) img").nth(12).wait_for(timeout=WITHIN_MS)
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


def test_a_hand_is_played_to_its_end_looked_back_at_once_more_and_the_next_is_dealt(browser: Any, place: Place) -> None:
    page = open_page(browser, place, "/solo", size=(390, 844))
    hurry(page)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/solo/table/seat/P1")
    play_until(page, FIRST_TURN, STEPS)
    page.reload()
    play_until(page, NOTHING, 12 * STEPS)
    next_game = page.locator("#turn button", has_text="Next game")
    see(page, "#turn button", "The tiles are dealt", WITHIN_MS)
    page.get_by_role("link", name="Look back at this hand").click()
    see(page, "main", "Your chance to win", WITHIN_MS)
    page.get_by_role("button", name="The same tiles once more").click()
    page.wait_for_url("**/solo/table/seat/P1")
    see(page, "#solo", "The other road.", WITHIN_MS)
    play_until(page, NOTHING, 12 * STEPS)
    see(page, "#solo", "As it was played", WITHIN_MS)
    assert next_game.count() == 0
    page.get_by_role("button", name="Back to my own game").click()
    next_game.click()
    see(page, "#solo", "Tap three tiles to pass", WITHIN_MS)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()


def test_who_plays_by_keys_goes_on_where_the_next_tiles_are_passed(browser: Any, place: Place) -> None:
    """After each pass the focus was nowhere, and the way to the tiles began at the top of the page."""
    page = open_page(browser, place, "/solo")
    page.get_by_role("button", name="Begin").click()
    for step in ("right", "across"):
        tiles = page.locator(f"#solo form[data-key='pass first {step}'] input:enabled")
        tiles.first.wait_for(state="attached", timeout=WITHIN_MS)
        if step == "across":
            page.wait_for_function("() => document.activeElement.matches('#solo input')")
            break
        for k in range(3):
            tiles.nth(k).press("Space")
        page.locator("#solo form button:enabled:not([data-fresh])").press("Enter")
    page.context.close()
