"""The panel "Help me" in a real browser: chosen, told, asked why not, kept while the game goes on."""

from typing import Any

import pytest

from engine.event import Discarded, Drawn, GameBegun
from engine.tile import Seat, Tile, read_tiles
from tests.browsing import Place, complaints, open_page, see

P1, P2, P3, P4 = Seat
WITHIN_MS = 30_000


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["tablet", "phone"])
def test_help_is_chosen_told_and_asked_about(browser: Any, place: Place, size: tuple[int, int]) -> None:
    shown = ((), (), ((Tile.C2, Tile.C2, Tile.C2, Tile.JOKER),), ())
    held = read_tiles("1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F J 9B 2C")
    lying = tuple(t for t in Tile if t not in held for _ in range(t.copies))[:84]
    begun = GameBegun(P1, exposures=shown, wall=11, discards=lying)
    place.happens(begun, Discarded(P1, Tile.B9), Drawn(P2))
    place.do(lambda: place.table.set_own(P2, read_tiles("1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F J")))
    table = open_page(browser, place, "/table")
    seat = open_page(browser, place, "/seat/P2", joins="P2", size=size)
    seat.get_by_text("Help me", exact=True).click()
    see(seat, "#help", "How much help would you like?", WITHIN_MS)
    seat.get_by_role("button", name="Full The hands").click()
    see(seat, "#help .advice", "Discard", WITHIN_MS)
    assert seat.locator("#help .reach > li").count() == 3
    assert seat.locator("#help .lacking").count() > 0
    see(seat, "#chances", "in 100", WITHIN_MS)
    see(seat, "#chances", "I have looked closer", WITHIN_MS)
    assert 1 <= seat.locator("#chances li .tile").count() == seat.locator("#chances li").count()
    see(table, ".helped", "Help: full", WITHIN_MS)

    seat.get_by_text("Which discards are safe?").click()
    see(seat, "#play-safe", "may want it for", WITHIN_MS)
    assert seat.locator("#play-safe .wanted li, #play-safe .safe-tiles .tile").count() == 9  # kinds, the Joker not

    seat.get_by_text("Why not this one?").click()
    seat.get_by_role("button", name="Why not Joker?").click()
    see(seat, "#help .why", "once discarded it is lost", WITHIN_MS)
    seat.locator("#help .why-lines button").first.click()
    see(seat, "#help .why", "away", WITHIN_MS)

    # What she does is followed: after her discard there is nothing to discard any more.
    seat.get_by_role("button", name="Discard North").click()
    seat.locator("#help .advice", has_text="Wait").wait_for(timeout=WITHIN_MS)
    place.happens(Discarded(P3, Tile.B2))
    called = seat.locator("#help .advice img[alt='2 Bam']").first
    called.wait_for(timeout=WITHIN_MS)
    assert seat.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    for scheme in ("light", "dark"):
        seat.emulate_media(color_scheme=scheme)
        assert complaints(axe, seat) == [], scheme
    seat.reload()
    called.wait_for(timeout=WITHIN_MS)  # left unfolded, it comes back so
    seat.context.close()
    table.context.close()


def test_while_the_coach_thinks_that_is_said(browser: Any, place: Place) -> None:
    place.happens(GameBegun(P1), Discarded(P1, Tile.B9), Drawn(P2))
    place.do(lambda: place.table.set_own(P2, read_tiles("1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F J")))
    seat = open_page(browser, place, "/seat/P2", joins="P2")
    seat.get_by_text("Help me", exact=True).click()
    see(seat, "#help", "How much help would you like?", WITHIN_MS)
    slow: list[Any] = []
    seat.route("**/seat/P2/help?more=*", lambda route: slow.append(route))
    seat.get_by_role("button", name="Full The hands").click()
    see(seat, "#help .thinking", "The coach is thinking", WITHIN_MS)
    slow[-1].continue_()  # earlier ones the page has given up itself
    see(seat, "#help .advice", "Discard", WITHIN_MS)
    assert seat.locator("#help .thinking").inner_text() == ""
    assert seat.locator("#help .help-body").get_attribute("aria-busy") == "false"
    seat.context.close()


def test_what_the_host_allows_holds_on_a_page_that_lies_open(browser: Any, place: Place) -> None:
    place.happens(GameBegun(P1), Discarded(P1, Tile.B9), Drawn(P2))
    place.do(lambda: place.table.set_own(P2, read_tiles("1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F J")))
    seats = [open_page(browser, place, f"/seat/{name}", joins=name) for name in ("P2", "P3")]
    host = open_page(browser, place, "/setup", joins="referee")
    host.locator("form[action='/help/most'], form[hx-post='/help/most']").evaluate(
        "form => { for (let at = form; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true; }"
    )
    for seat in seats:  # one with her tiles tapped in, the other has not yet said how much help she would like
        seat.get_by_text("Help me", exact=True).click()
        see(seat, "#help", "How much help would you like?", WITHIN_MS)
    seats[0].get_by_role("button", name="Full The hands").click()
    see(seats[0], "#help .advice", "Discard", WITHIN_MS)

    assert "how near" in (seats[0].locator("#own").text_content() or "")
    host.get_by_text("A nudge", exact=True).click()
    see(seats[0], "#help", "Show me more", WITHIN_MS)
    assert seats[0].locator("#help .advice, #help .reach").count() == 0
    seats[1].get_by_role("button", name="Full The hands").wait_for(state="detached", timeout=WITHIN_MS)
    host.get_by_text("No help", exact=True).click()
    for seat in seats:
        see(seat, "#help", "The host allows no help", WITHIN_MS)
        assert "how near" not in (seat.locator("#own").text_content() or "")  # nor is that shown
        seat.context.close()
    host.context.close()
