"""The ledger in a real browser: the spreadsheet, who won a game that nobody saw end, two names for one person."""

import csv
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.event import Discarded, Event, GameAbandoned, GameBegun, MahJongg, Named
from engine.faults import Cause
from engine.rules.referee import Accepted, Proposal, Source
from engine.tile import Seat, Tile
from tests.browsing import Place, open_page, see

P1, P2, P3, P4 = Seat


def happens(place: Place, *events: Event) -> None:
    for event in events:
        answer = place.do(partial(place.table.submit, Proposal(event, Source.REFEREE)))
        assert isinstance(answer, Accepted), answer


@pytest.fixture
def played(place: Place) -> Place:
    """A game that nobody saw end, and one that Cy won by Bea's discard, 25."""
    happens(place, *(Named(seat, name) for seat, name in zip(Seat, ("Ann", "Bea", "Cy", "Dot"), strict=True)))
    happens(place, GameBegun(P1), Discarded(P1, Tile.B5), GameAbandoned(Cause.END_UNSEEN))
    happens(place, GameBegun(P2), Discarded(P2, Tile.D1), MahJongg(P3, (), "Skipping Stones 1", P2))
    return place


def sums(page: Any) -> list[str]:
    return [str(said) for said in page.locator("#ledger .sum-row td").all_inner_texts()]


def settles(page: Any) -> None:
    page.get_by_role("button", name="Settle it so").click()


def test_the_spreadsheet_has_a_row_for_each_in_each_game(browser: Any, played: Place) -> None:
    page = open_page(browser, played, "/ledger")
    with page.expect_download() as coming:
        page.get_by_role("link", name="For a spreadsheet").click()
    assert coming.value.suggested_filename == "fifthseat-ledger.csv"
    rows = list(csv.reader(Path(coming.value.path()).read_text(encoding="utf-8").splitlines()))
    assert rows[0] == ["date", "game", "ended", "sum", "name", "points", "score"]
    assert [(row[1], row[4], row[5]) for row in rows[5:]] == [
        ("2", "Ann", "-25"), ("2", "Bea", "-50"), ("2", "Cy", "100"), ("2", "Dot", "-25"),
    ]  # fmt: skip
    page.context.close()


def test_who_won_is_said_after_a_slip_and_taken_back(browser: Any, played: Place) -> None:
    page = open_page(browser, played, "/ledger", joins="P3")
    page.get_by_role("button", name="Who won?").click()
    asked = page.locator("dialog#end[open]")
    asked.get_by_label("Bea", exact=True).check()
    asked.get_by_label("Bea's discard").check()
    settles(page)
    see(page, "#toast", "Bea won by her own draw, or by the discard of another player", 15_000)
    assert asked.is_visible()
    asked.get_by_label("Ann's discard").check()
    settles(page)
    see(page, "#ledger", "Bea wins, Skipping Stones 1", 15_000)
    assert asked.count() == 0
    page.wait_for_function("() => document.getElementById('toast').textContent === ''")  # what was wrong is mended
    assert sums(page) == ["-75", "+50", "+75", "-50"]
    page.get_by_role("button", name="Undo what was said").click()
    see(page, "#ledger", "Nobody saw how it ended", 15_000)
    assert sums(page) == ["-25", "-50", "+100", "-25"]
    page.get_by_text("Why", exact=True).click()
    page.get_by_role("button", name="It ended otherwise").click()
    assert asked.get_by_label("Cy", exact=True).is_checked()
    assert asked.get_by_label("Bea's discard").is_checked()
    asked.get_by_label("Ann's discard").check()
    settles(page)
    see(page, "#ledger", "As the players said afterwards.", 15_000)
    assert sums(page) == ["-50", "-25", "+100", "-25"]
    page.get_by_role("button", name="Undo what was said").click()
    page.wait_for_function("() => document.querySelector('#ledger .sum-row td').textContent === '-25'")
    page.context.close()


def test_two_names_are_one_persons_until_they_are_parted(browser: Any, played: Place) -> None:
    played.do(played.table.new_game)
    happens(played, Named(P1, "Anne"), GameBegun(P3), Discarded(P3, Tile.B5), MahJongg(P4, (), "Skipping Stones 1", P3))
    page = open_page(browser, played, "/ledger", joins="referee")
    assert sums(page) == ["-25", "-75", "+50", "+75", "-25"]

    def asks() -> None:
        page.get_by_role("button", name="Earlier evenings").click()
        page.get_by_text("Two names for one person?").click()

    asks()
    page.locator("select[name=name]").select_option("Bea")
    page.locator("select[name=shown]").select_option("Cy")
    page.get_by_role("button", name="Count as one").click()
    see(page, "#toast", "Bea and Cy sat at one table: they are two.", 15_000)
    page.locator("select[name=name]").select_option("Ann")
    page.locator("select[name=shown]").select_option("Anne")
    page.get_by_role("button", name="Count as one").click()
    see(page, "#ledger thead", "Anne", 15_000)
    page.wait_for_function("() => document.querySelectorAll('#ledger thead th').length === 5")
    assert sums(page) == ["-50", "-75", "+50", "+75"]
    asks()
    page.get_by_role("button", name="Count apart again").click()
    page.wait_for_function("() => document.querySelectorAll('#ledger thead th').length === 6")
    page.set_viewport_size({"width": 390, "height": 844})
    level = "[...document.querySelectorAll('#ledger thead th + th')].map((th) => th.getBoundingClientRect().top)"
    assert len(set(page.evaluate(level))) == 1, "on a phone a fifth's numbers stand under her own name"
    page.context.close()


def test_a_printed_ledger_is_dark_on_white_and_has_nothing_to_tap(browser: Any, played: Place) -> None:
    page = open_page(browser, played, "/ledger")
    assert page.locator("summary", has_text="Why").first.is_visible()
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.emulate_media(media="print")
    colours = "() => { const s = getComputedStyle(document.documentElement); return [s.backgroundColor, s.color]; }"
    assert page.evaluate(colours) == ["rgb(255, 255, 255)", "rgb(17, 17, 17)"]
    assert page.locator("table.ledger").is_visible()
    shown = [one for one in page.locator("button, nav, .bar, summary").all() if one.is_visible()]
    assert shown == []
    page.context.close()


def test_the_sums_of_a_ledger_that_goes_on_overleaf_stand_once_under_it(browser: Any, played: Place) -> None:
    page = open_page(browser, played, "/ledger")
    page.emulate_media(media="print")
    lies = "[...document.querySelectorAll('main, #ledger, .ledger tfoot')].map((e) => getComputedStyle(e).display)"
    assert page.evaluate(lies) == ["block", "block", "table-row-group"], "a browser repeats a foot on every sheet"
    page.context.close()
