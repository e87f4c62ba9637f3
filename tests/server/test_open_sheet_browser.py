"""A sheet that lies open over a page: it speaks of the table as it is now, and goes with what was opened from it."""

from typing import Any

from engine import event as e
from engine.rules.referee import Proposal, Source
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


def test_a_sheet_asked_for_anew_does_not_come_in_place_of_the_next(browser: Any, place: Place) -> None:
    place.happens(e.GameBegun(P1), e.Discarded(P1, Tile.B3))
    page = open_page(browser, place, "/all", "all")
    page.get_by_role("button", name="Left seat ...").click()
    see(page, "#sheet[open] h2", "Left seat")
    late: list[Any] = []
    page.route(f"**{page.locator('#sheet').get_attribute('data-from')}", lambda route: late.append(route))
    place.happens(e.Drawn(P2), e.Discarded(P2, Tile.D7))
    see(page, "#around", "2 discards")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="The table ...").click()
    see(page, "#sheet[open] h2", "The table")
    page.locator("#called-P1").fill("Ruth")
    assert late, "the first sheet was not asked for anew"
    with page.expect_response(late[0].request.url):
        late[0].continue_()
    page.evaluate("() => new Promise((then) => setTimeout(then, 100))")
    assert page.locator("#sheet[open] #called-P1").count() == 1
    assert page.locator("#called-P1").input_value() == "Ruth"
    page.context.close()


def test_names_typed_one_after_another_are_all_kept(browser: Any, place: Place) -> None:
    page = open_page(browser, place, "/all", "all")
    page.get_by_role("button", name="The table ...").click()
    names = ("Ruth", "Bea", "Rose", "Ann")
    for seat, name in zip(Seat, names, strict=True):
        page.locator(f"#called-{seat.name}").fill(name)
    for seat, name in zip(Seat, names, strict=True):
        page.locator(f"#called-{seat.name}").press("Enter")
        see(page, "#around", name)
    page.locator("dialog[open]").wait_for(state="detached")
    assert place.table.state.names == names
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


def test_a_sheet_with_tiles_goes_when_its_device_may_see_them_no_more(browser: Any, place: Place) -> None:
    """The card with the pupil's tiles filled in lay open on the teacher's tablet after she had been shut out.
    What shows none stays open, whatever happens."""
    place.happens(e.GameBegun(P1))
    pupil, teacher = (open_page(browser, place, "/seat/P2", "P2") for _ in range(2))
    tiles = {"tiles": "1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F"}
    told = pupil.request.post(f"{place.url}/seat/P2/rack", form=tiles).json()
    assert told["ok"], told
    teacher.get_by_role("button", name="Ask to see them").click()
    pupil.get_by_role("button", name="Let it see them").click()
    teacher.locator(".rack [data-key='mine 0']").first.wait_for()
    teacher.get_by_role("button", name="The card", exact=True).click()
    see(teacher, "#sheet[open]", "Tiles that you have are filled in")
    assert pupil.request.post(f"{place.url}/own/show", form={"seat": "P2", "to": "nobody"}).ok
    teacher.locator("#sheet[open]").wait_for(state="detached")
    assert teacher.locator("#sheet img").count() == 0
    teacher.get_by_role("button", name="Discards", exact=True).click()
    place.happens(e.Discarded(P1, Tile.B3))
    see(teacher, "#sheet[open] h2", "1 discard", within_ms=10_000)
    for page in (pupil, teacher):
        page.context.close()


def test_earlier_events_go_with_the_game_that_they_are_of(browser: Any, place: Place) -> None:
    """A tap on one of them put an event of that number in the next game right, or said that there is none."""
    place.happens(e.GameBegun(P1), *(e.Discarded(Seat(n % 4), t) for n, t in enumerate([*Tile][:34] * 2)))
    page = open_page(browser, place, "/referee", "referee")
    page.get_by_role("button", name="Earlier").click()
    page.locator("#earlier[open] [hx-get='/referee/event/80']").wait_for()
    place.do(place.table.new_game)
    page.locator("#earlier:not([open])").wait_for(state="attached")
    page.context.close()


def test_they_go_from_a_page_that_hears_of_the_next_game_only_when_more_has_happened_in_it(
    browser: Any, place: Place
) -> None:
    place.happens(e.GameBegun(P1))
    page = open_page(browser, place, "/referee", "referee")
    page.get_by_role("button", name="Earlier").click()
    page.locator("#earlier[open]").wait_for()

    def begins() -> None:
        place.table.new_game()
        for event in (e.GameBegun(P2), e.Discarded(P2, Tile.B3)):
            place.table.submit(Proposal(event, Source.CAMERA))

    place.do(begins)
    page.locator("#earlier:not([open])").wait_for(state="attached")
    page.context.close()


def test_what_has_just_come_onto_a_sheet_is_sent_by_the_page_and_not_as_an_address(browser: Any, place: Place) -> None:
    """A tap within the first moment loaded the page anew, and the table was not paused."""
    place.happens(e.GameBegun(P1), e.Discarded(P1, Tile.B3))
    page = open_page(browser, place, "/seat/P2", "P2")
    page.evaluate("""() => document.body.addEventListener("htmx:afterSwap", () => setTimeout(
      () => document.querySelector("#sheet button[name=paused]").click()))""")
    page.get_by_role("button", name="More", exact=True).click()
    see(page, "#turn", "Paused")
    assert page.url == f"{place.url}/seat/P2"
    page.context.close()
