"""Declarations and challenges in a real browser: what is tapped on one page is told, and answered, on all."""

from typing import Any

import pytest

from engine.event import Discarded, Exposed, GameBegun, Named
from engine.tile import Seat, Tile
from server.alerts import Alert, Choice
from server.screens import NEWEST
from tests.browsing import Place, open_page, see, told

P1, P2, P3, P4 = Seat
LISTEN = "() => { window.said = []; speechSynthesis.speak = (words) => said.push(words.text); }"
_HIDDEN = """all => { const said = document.getElementById("toast").getBoundingClientRect();
  return [...document.querySelectorAll(all)].filter((one) => { const { top, bottom } = one.getBoundingClientRect();
    return one.checkVisibility() && top < said.bottom && bottom > said.top; }).map((one) => one.textContent); }"""
_IN_FRONT = """() => { const { left, right, bottom } = document.getElementById("toast").getBoundingClientRect();
  return document.elementFromPoint((left + right) / 2, bottom - 12)?.id === "toast"; }"""
MIDDLE = "#moment .moment:not(.past)"


@pytest.fixture
def place(place: Place) -> Place:
    place.happens(*(Named(s, n) for s, n in zip(Seat, ("Ruth", "Bea", "Rose", "Ann"), strict=True)))
    place.happens(GameBegun(P1))
    return place


def test_mah_jongg_is_tapped_seen_on_every_page_and_ruled_false(browser: Any, place: Place) -> None:
    table = open_page(browser, place, "/table")
    ruth = open_page(browser, place, "/seat/P1", joins="P1", size=(390, 844))
    bea = open_page(browser, place, "/seat/P2", joins="P2", size=(390, 844))
    ruth.get_by_role("button", name="Mah Jongg").first.click()
    for page in (table, ruth, bea):
        told(page, "Ruth says Mah Jongg: lay it open")
    assert ruth.locator(MIDDLE).get_by_role("button", name="Not valid").count() == 0
    bea.locator(MIDDLE).get_by_role("button", name="Not valid").click()
    for page in (table, ruth, bea):
        told(page, "Ruth's Mah Jongg is not valid")
        told(page, "Ruth's hand is dead")
    see(table, ".player.p1", "Dead hand")
    # It passes by itself, and a page that comes back does not tell it again.
    table.locator(MIDDLE).wait_for(state="hidden")
    table.reload()
    table.locator("body[data-heard=yes]").wait_for(state="attached")
    assert table.locator(MIDDLE).count() == 0
    for page in (table, ruth, bea):
        page.context.close()


def test_who_may_answer_is_told_when_the_referee_comes_and_when_she_goes(browser: Any, place: Place) -> None:
    ruth = open_page(browser, place, "/seat/P1", joins="P1", size=(390, 844))
    bea = open_page(browser, place, "/seat/P2", joins="P2", size=(390, 844))
    ruth.get_by_role("button", name="Mah Jongg").first.click()
    see(bea, MIDDLE, "Not valid")
    see(ruth, MIDDLE, "The other players answer.")
    referee = open_page(browser, place, "/referee", joins="referee")
    for page in (ruth, bea):
        see(page, MIDDLE, "The referee answers.")
    referee.context.close()
    see(ruth, MIDDLE, "The other players answer.")
    bea.locator(MIDDLE).get_by_role("button", name="Not valid").click()
    told(ruth, "Ruth's Mah Jongg is not valid")
    for page in (ruth, bea):
        page.context.close()


def test_what_is_refused_over_an_open_sheet_is_read_there(browser: Any, place: Place) -> None:
    ruth = open_page(browser, place, "/seat/P1", joins="P1", size=(390, 844))
    ruth.get_by_role("button", name="Mah Jongg").first.click()
    ruth.get_by_role("button", name="Show the fourteen").click()
    for suit in ("Crak", "Dot"):
        for number in range(1, 8):
            before = ruth.locator("#lay button[name='drop']").count()
            ruth.locator("#lay").get_by_role("button", name=f"Add {number} {suit}", exact=True).click()
            laid = "n => document.querySelectorAll(\"#lay button[name='drop']\").length > n"
            ruth.wait_for_function(laid, arg=before)
    ruth.locator("#lay").get_by_role("button", name="Show Mah Jongg").click()
    see(ruth, "#toast", "matches no hand on the card exactly.")
    assert ruth.evaluate(_IN_FRONT), "the words lie behind the sheet"
    assert ruth.evaluate(_HIDDEN, "#lay button") == [], "no button lies under what is said"
    ruth.locator("#lay").get_by_role("button", name="Close").click()
    see(ruth, "#toast", "Ruth's fourteen matches no hand on the card exactly.")
    assert ruth.evaluate(_HIDDEN, "main button") == []
    ruth.locator("#toast").click()
    assert ruth.locator("#toast.shown").count() == 0, "read, and tapped away"
    ruth.context.close()


def test_a_challenge_is_tapped_and_the_referee_answers_it_on_every_page(browser: Any, place: Place) -> None:
    place.happens(Discarded(P1, Tile.B3), Exposed(P3, Tile.B3, P1, (Tile.B3, Tile.B3, Tile.B3)))
    table = open_page(browser, place, "/table")
    referee = open_page(browser, place, "/referee", joins="referee")
    bea = open_page(browser, place, "/seat/P2", joins="P2", size=(390, 844))
    bea.get_by_text("More", exact=True).first.click()
    bea.get_by_role("button", name="Is Rose dead?").click()
    for page in (table, referee, bea):
        told(page, "Bea asks: is Rose's hand dead?")
    assert bea.locator(MIDDLE).get_by_role("button", name="Not dead").count() == 0, "there is a referee to ask"
    referee.locator(MIDDLE).get_by_role("button", name="Not dead").click()
    for page in (table, referee, bea):
        told(page, "Rose's hand is not dead")
    for page in (table, referee, bea):
        page.context.close()


def test_valid_asks_which_hand_and_the_sum_is_spelled_out(browser: Any, place: Place) -> None:
    table = open_page(browser, place, "/table")
    referee = open_page(browser, place, "/referee", joins="referee")
    ruth = open_page(browser, place, "/seat/P1", joins="P1", size=(390, 844))
    ruth.get_by_role("button", name="Mah Jongg").first.click()
    referee.locator(MIDDLE).get_by_role("button", name="Valid", exact=True).click()
    hand = referee.locator("#judge .judge-lines .hand").first
    hand.wait_for()
    cut = "all => all.filter(line => line.scrollHeight > line.clientHeight + 1).map(line => line.textContent)"
    assert referee.locator("#judge .judge-lines button").count() > 40
    assert referee.locator("#judge .judge-lines button").evaluate_all(cut) == []
    assert len({round(group.bounding_box()["y"]) for group in hand.locator(".group").all()}) == 1, "one under another"
    referee.locator("#judge .judge-lines button").first.click()
    told(table, "Ruth wins: Mah Jongg")
    told(table, "twice for self-drawn")
    told(table, "Next game: Bea is East")
    table.get_by_role("button", name="Show the table").click()
    table.locator(MIDDLE).wait_for(state="hidden")
    for page in (table, referee, ruth):
        page.context.close()


def test_the_voice_is_off_until_it_is_wanted_and_says_what_stands_on_the_page(browser: Any, place: Place) -> None:
    table = open_page(browser, place, "/table")
    table.evaluate(LISTEN)
    place.happens(Discarded(P1, Tile.B3))
    place.happens(Exposed(P3, Tile.B3, P1, (Tile.B3, Tile.B3, Tile.B3)))
    told(table, "Rose calls 3 Bam, exposes a pung")
    assert table.evaluate("said") == []
    table.get_by_role("button", name="Voice").click()
    table.reload()
    table.locator("body[data-heard=yes]").wait_for(state="attached")
    assert table.get_by_role("button", name="Voice").get_attribute("aria-pressed") == "true"
    table.evaluate(LISTEN)
    place.happens(Discarded(P3, Tile.C5))
    place.happens(Exposed(P1, Tile.C5, P3, (Tile.C5, Tile.C5, Tile.JOKER)))
    told(table, "Ruth calls 5 Crak, exposes a pung")
    assert table.evaluate("said") == ["Ruth calls 5 Crak, exposes a pung. From Rose."]
    table.context.close()


def test_the_referee_finds_questions_first_and_the_log_on_demand(browser: Any, place: Place) -> None:
    for n in range(40):
        place.happens(Discarded(Seat(n % 4), Tile(n % 30)))
    choices = tuple(Choice(Discarded(P1, tile)) for tile in (Tile.B3, Tile.B8))
    asked = Alert("question", "Was this 3 Bam or 8 Bam?", choices=choices)
    place.do(lambda: place.table.raise_alert(asked))
    for size in ((1280, 800), (844, 390), (390, 844)):
        page = open_page(browser, place, "/referee", joins="referee", size=size)
        page.get_by_text("What happened", exact=True).click()  # folded again, as it is found
        answer = page.locator("#questions .choices button").nth(1)
        box = answer.bounding_box()
        assert box["y"] + box["height"] <= size[1], size
        assert answer.locator("img").get_attribute("alt") == "8 Bam"
        assert page.locator("#log li").count() == NEWEST
        page.get_by_text("What happened", exact=True).click()
        page.get_by_role("button", name="Earlier").click()
        page.locator("dialog[open] .log li").nth(30).wait_for()
        page.keyboard.press("Escape")
        page.context.close()


def test_the_sheet_of_the_judge_goes_when_another_page_has_answered(browser: Any, place: Place) -> None:
    ruth = open_page(browser, place, "/seat/P1", joins="P1", size=(390, 844))
    bea = open_page(browser, place, "/seat/P2", joins="P2", size=(390, 844))
    rose = open_page(browser, place, "/seat/P3", joins="P3", size=(390, 844))
    ruth.get_by_role("button", name="Mah Jongg").first.click()
    bea.locator(MIDDLE).get_by_role("button", name="Valid", exact=True).click()
    bea.locator("#judge[open] .judge-lines").wait_for()
    rose.locator(MIDDLE).get_by_role("button", name="Not valid").click()
    bea.locator("#judge:not([open])").wait_for(state="attached")
    for page in (ruth, bea, rose):
        page.context.close()


def test_what_leads_to_another_page_is_not_said_to_have_failed(browser: Any, place: Place) -> None:
    """ "That did not work." stood on each step of the set-up until the next one came."""
    page = open_page(browser, place, "/setup/rules", "referee")
    said: list[str] = []
    page.expose_function("saidHere", lambda words: said.append(words))  # of a bound method it asks what it has not
    page.evaluate("""() => { const toast = document.getElementById("toast");
      new MutationObserver(() => saidHere(toast.textContent)).observe(toast, {childList: true}); }""")
    with page.expect_navigation():
        page.get_by_role("button", name="These are our rules").click()
    assert [words for words in said if words] == []
    page.context.close()
