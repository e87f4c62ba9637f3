"""A beginner's first evening on her own page: she joins, photographs her rack, chooses a hand, passes in the
Charleston, calls and is told who comes before her, calls what makes no group and is told why, wins, looks back, takes a
lesson, and sits down at a table for one.
"""

from pathlib import Path
from typing import Any

import cv2
import pytest

from engine import event as e
from engine.tile import Seat, Tile, code
from tests.browsing import Place, open_page, see
from tests.staged import tell
from tests.tiles_laid import laid_out

P1, P2, P3, P4 = Seat
WITHIN_MS = 60_000


def winning(place: Place) -> tuple[str, tuple[Tile, ...]]:
    """The name of a line and fourteen tiles that are a hand of it, without a Joker. It may be exposed, and begins
    with a group of three or more."""
    hands = place.table.rules_in_force.table
    assert hands is not None
    for hand, line_of in zip(hands.hands, hands.line_of, strict=True):
        tiles = tuple(t for group in hand for t in group.tiles)
        fair = all(tiles.count(t) <= min(4, t.copies) for t in tiles) and Tile.FLOWER not in tiles
        once = tiles.count(tiles[0]) == len(hand[0].tiles)
        if not hands.lines[line_of].concealed and hand[0].jokers and hand[0].alike and fair and once:
            return hands.lines[line_of].name, tiles
    raise AssertionError("no such hand on the card")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["tablet", "phone"])
def test_a_beginners_first_evening(browser: Any, place: Place, tmp_path: Path, size: tuple[int, int]) -> None:
    line, whole = winning(place)
    first = whole[0]
    mine = list(whole)
    mine.remove(first)  # her call brings it
    spare = next(t for t in (Tile.NORTH, Tile.SOUTH, Tile.SOAP, Tile.RED) if t not in whole)
    last = mine.pop()  # and this one comes at the end
    rack = (*mine, spare)
    assert len(rack) == 13
    page = open_page(browser, place, "/", size=size)
    page.get_by_label("Code of your seat").press_sequentially(place.access.code("P2").lower())
    page.keyboard.press("Enter")
    page.wait_for_url("**/seat/P2")
    tell(place, e.EastChosen(P3), e.WallsBuilt(19), e.Dealt((13, 13, 14, 13)))

    photographs_her_rack(page, rack, tmp_path)
    assert place.do(lambda: place.table.own(P2)) == tuple(sorted(rack))

    page.get_by_text("Help me", exact=True).click()
    page.get_by_role("button", name="Full The hands").click()
    see(page, "#help .reach", "away", WITHIN_MS)

    # Which hand: she points at one, and is told how it stands.
    page.get_by_text("Why not this one?", exact=True).click()
    page.locator(f".why-lines button[aria-label='Why not {line}?']").click()
    see(page, "#help .why", line, WITHIN_MS)
    through_the_charleston(page, place)

    # Another calls before her in turn; then not, and she lays her group.
    place.happens(e.Discarded(P3, first))
    page.locator("#help .advice", has_text="Call, and expose").wait_for(timeout=WITHIN_MS)
    place.happens(e.Called(P4))
    see(page, "#turn", "Left seat calls", WITHIN_MS)
    page.locator("#turn").get_by_role("button", name="Call For a group").click()
    see(page, "#turn .note", "comes before you in turn", WITHIN_MS)
    place.happens(e.CallRetracted(P4))
    group = " ".join(code(t) for t in whole if t is first)
    page.locator(f"#turn .group-act[data-key^='P2 exposes {group} calling']").click()
    page.locator(f"#own .rack.discards button[aria-label='Discard {spare.words}']").click()
    page.locator("#own .rack:not(.discards) img").first.wait_for(timeout=WITHIN_MS)
    place.happens(e.Discarded(P3, Tile.WEST if spare is not Tile.WEST else Tile.EAST))
    page.locator("#help .advice", has_text="Let it go").wait_for(timeout=WITHIN_MS)
    page.locator("#turn").get_by_role("button", name="Call For a group").click()
    see(page, "#turn .note", "makes no group of three or more", WITHIN_MS)
    page.locator("#turn").get_by_role("button", name="Take the call back").click()
    page.locator("#turn").get_by_role("button", name="Call For a group").wait_for(timeout=WITHIN_MS)

    place.happens(e.Discarded(P4, last))
    page.locator("#help .advice", has_text="Mah Jongg").wait_for(timeout=WITHIN_MS)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shown = (*sorted(place.do(lambda: place.table.own(P2))), last)
    exposed = place.do(lambda: place.table.state.racks[P2].exposures[0].tiles)
    place.happens(e.MahJongg(P2, (*exposed, *shown), source=P4))
    looks_back_and_learns(page)
    page.context.close()


def photographs_her_rack(page: Any, rack: tuple[Tile, ...], folder: Path) -> None:
    picture = folder / "rack.jpg"
    cv2.imwrite(str(picture), laid_out("diner", [[(t, 0) for t in rack]], 70, seed=4)[0])
    page.get_by_text("Photograph my tiles").click()
    page.locator("#photo input[type=file]").set_input_files(picture)
    see(page, "#photo .photo-found", "read", WITHIN_MS)
    put_right(page, rack)
    page.get_by_role("button", name="These are my tiles").click()
    page.locator("#own .rack img").nth(12).wait_for(timeout=WITHIN_MS)


def looks_back_and_learns(page: Any) -> None:
    """The review of the hand, a lesson, and a table for one."""
    page.get_by_role("link", name="Look back at this hand").click()
    see(page, "h1", "Looking back", WITHIN_MS)
    see(page, "main", "Your chance to win", WITHIN_MS)
    page.get_by_role("link", name="Take a lesson").click()
    page.get_by_role("link", name="Calling").click()
    page.get_by_role("button", name="Go on").click()
    see(page, "h1", "May she?", WITHIN_MS)
    page.locator(".lesson-ask label").first.click()
    page.get_by_role("button", name="That is my answer").click()
    page.locator(".lesson-told h1").wait_for(timeout=WITHIN_MS)
    page.get_by_role("link", name="Solo").click()
    see(page, "h1", "Table for one", WITHIN_MS)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/solo/table/seat/P1")
    see(page, "#solo", "Tap three tiles to pass", WITHIN_MS)


def through_the_charleston(page: Any, place: Place) -> None:
    """Three passes, as the page says; nobody wants a second Charleston, and the courtesy is none."""
    for _ in range(3):
        page.locator("#help .advice", has_text="Pass").wait_for(timeout=WITHIN_MS)
        page.locator("#turn button[data-key='P2 passes']").click()
        see(page, "#turn", "Waiting for", WITHIN_MS)
        tell(place, *(e.Passed(seat) for seat in (P1, P3, P4)))
    page.locator("#help .advice", has_text="again").or_(page.locator("#help .advice", has_text="No, stop")).wait_for()
    page.locator("#turn button[data-key='P2 votes no']").click()
    page.locator("#turn button[data-key='P2 courtesy 0']").click()
    tell(place, *(e.CourtesyOffered(seat, 0) for seat in (P1, P3, P4)))


def put_right(page: Any, rack: tuple[Tile, ...]) -> None:
    """Taps right what was not read as it is, adds what was not seen and takes out what is none."""
    read = page.locator(".photographed [data-tile]:not(.add-tile)")
    fix = page.locator("#photo-fix")
    while read.count() > len(rack):
        read.last.click()
        fix.get_by_role("button", name="Take it out").click()
    for k, tile in enumerate(rack):
        if k >= read.count():
            page.get_by_role("button", name="One more tile").click()
        elif read.nth(k).get_attribute("data-tile") == code(tile):
            continue
        else:
            read.nth(k).click()
        fix.locator(f".pick-grid button[data-face='{code(tile)}']").click()
