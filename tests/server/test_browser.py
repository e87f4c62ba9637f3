"""A short game through the pages in a real browser: table, seat and referee side by side, and what axe says of them."""

from typing import Any

from engine.event import Discarded, GameBegun
from engine.tile import Seat, Tile
from server.alerts import Alert, Choice
from server.status import Status
from tests.browsing import Place, open_page, see

P1, P2, P3, P4 = Seat


def test_a_short_game_by_taps_and_sight_a_tile_put_right_and_the_camera_pulled(browser: Any, place: Place) -> None:
    place.table.set_camera(Status(True, "Simulated table"))
    table = open_page(browser, place, "/table")
    seat = open_page(browser, place, "/seat/P2", joins="P2", size=(390, 844))
    referee = open_page(browser, place, "/referee", joins="referee")

    seat.get_by_role("button", name="More", exact=True).click()
    seat.get_by_role("button", name="Begin, I am East").click()
    see(table, "h1", "Right seat discards")
    see(table, ".player.p2", "East")

    place.happens(Discarded(P2, Tile.B3), readings=((Tile.B8, 0.02), (Tile.B5, 0.01)))
    table.locator(".discards img[alt='3 Bam']").wait_for()
    see(table, ".headline", "Right seat discarded 3 Bam. It may be called")
    place.happens(Discarded(P3, Tile.C5))
    seat.get_by_role("button", name="Call For a group").click()
    see(table, "h1", "Right seat calls 5 Crak")
    for page in (table, seat, referee):  # whose turn it is waits, on every page
        page.locator(".player.on, .others .on").wait_for(state="detached")
    seat.get_by_text("With jokers").click()
    pung = seat.get_by_role("button", name="Pung: two 5 Crak and one Joker", exact=True)
    pung.evaluate("button => button.scrollIntoView()")
    pung.click()
    table.locator(".player.p2 .group img").nth(2).wait_for()
    assert table.locator(".player.p2 .group img").evaluate_all("all => all.map(i => i.alt)") == [
        "5 Crak",
        "5 Crak",
        "Joker",
    ]
    seat.wait_for_function("() => document.querySelector('.now').getBoundingClientRect().top > -1")
    seat.get_by_role("button", name="Discard ...").click()
    seat.locator("dialog[open] button[data-tile='WD']").click()
    table.locator(".discards img[alt='Soap']").wait_for()

    puts_a_tile_right(table, referee)
    place.do(
        lambda: place.table.raise_alert(
            Alert(
                "question",
                "3 Dot or 5 Dot?",
                choices=(Choice(Discarded(P3, Tile.D3), 0.55), Choice(Discarded(P3, Tile.D5), 0.45)),
            )
        )
    )
    see(table, ".notice", "3 Dot or 5 Dot?")
    referee.locator(".answer").nth(1).click()
    table.locator(".discards img[alt='5 Dot']").wait_for()
    table.locator(".notice").wait_for(state="detached")

    place.do(lambda: place.table.set_camera(Status(False, "Unplugged", "Plug the camera in again.")))
    for page in (table, seat, referee):
        see(page, ".pill.bad", "Camera: Unplugged")
    place.do(lambda: place.table.set_camera(Status(True, "Simulated table")))
    table.locator(".pill.bad").wait_for(state="detached")

    for page in (table, seat, referee):
        page.context.close()


def puts_a_tile_right(table: Any, referee: Any) -> None:
    # The 3 Bam was an 8 Bam: the likeliest reading comes first, one tap puts it right, one takes that back.
    referee.locator(".log button", has=referee.locator("img[alt='3 Bam']")).first.click()
    likeliest = referee.locator("dialog[open] .answers button").first
    assert likeliest.locator("img").get_attribute("alt") == "8 Bam"
    likeliest.click()
    table.locator(".discards img[alt='8 Bam']").wait_for()
    assert table.locator(".discards img[alt='3 Bam']").count() == 0
    see(referee, ".log li", "put right")
    referee.get_by_role("button", name="Undo the last act").click()
    table.locator(".discards img[alt='3 Bam']").wait_for()


def test_a_code_is_typed_and_the_seat_left_again(browser: Any, place: Place) -> None:
    page = open_page(browser, place, "/")
    page.get_by_label("Code of your seat").press_sequentially(place.access.code("P2").lower())
    page.keyboard.press("Enter")
    page.wait_for_url("**/seat/P2")
    page.get_by_role("button", name="Leave this seat").click()
    page.wait_for_url(place.url + "/")
    see(page, "h2", "I have a code")
    assert page.get_by_role("heading", name="This device").count() == 0
    page.get_by_label("Code of your seat").press_sequentially("QQQQQQ")
    page.get_by_role("button", name="Join").click()
    see(page, "[role=alert]", "not a code of this table")
    page.context.close()


def test_what_is_not_there_is_a_page_that_leads_back(browser: Any, place: Place) -> None:
    page = open_page(browser, place, "/nowhere")
    see(page, "h1", "Nothing is here")
    page.get_by_role("link", name="To the start page").click()
    see(page, "h2", "I have a code")
    page.context.close()


def test_the_host_plays_and_referees_on_one_device(browser: Any, place: Place) -> None:
    place.access.host_is_referee = True
    place.happens(GameBegun(P2), Discarded(P2, Tile.B3))
    host = open_page(browser, place, "/")
    host.get_by_role("button", name="Sit at the bottom seat").click()
    host.wait_for_url("**/seat/P1")
    host.get_by_role("button", name="Call For a group").click()
    see(host, ".says", "You call")
    host.get_by_role("link", name="Referee").click()
    host.get_by_text("What happened", exact=True).click()
    see(host, ".log li", "Bottom seat calls")
    host.goto(f"{place.url}/join/{place.access.code('P3')}")
    host.get_by_role("button", name="Yes, that as well").click()
    host.wait_for_url("**/seat/P3")
    host.get_by_role("link", name="Hand on").click()
    see(host, ".code", place.access.code("P3"))
    host.context.close()


def test_a_lost_connection_is_said_and_mends_itself(browser: Any, place: Place) -> None:
    table = open_page(browser, place, "/table")
    assert not table.locator("#lost").is_visible()
    place.stop()
    table.locator("#lost").wait_for(state="visible")
    place.start()
    table.locator("#lost").wait_for(state="hidden")
    place.happens(GameBegun(P3))
    see(table, "h1", "Top seat discards")
    table.context.close()


def test_a_game_is_put_away_unfinished_only_when_asked_twice(browser: Any, place: Place) -> None:
    place.happens(GameBegun(P1), Discarded(P1, Tile.B3))
    referee = open_page(browser, place, "/referee", joins="referee")
    referee.get_by_role("button", name="New game").focus()
    referee.keyboard.press("Enter")
    see(referee, "dialog[open] h2", "Put game 1 away unfinished?")
    referee.keyboard.press("Enter")  # what has the focus goes on with the game
    referee.locator("dialog[open]").wait_for(state="detached")
    assert place.table.game == 1
    referee.get_by_role("button", name="New game").click()
    place.happens(Discarded(P2, Tile.C4))
    see(referee, ".log li", "Right seat discards")  # news comes in while the question stands
    referee.get_by_role("button", name="Begin a new game").click()
    see(referee, ".log", "Nothing has happened yet")
    assert place.table.game == 2
    referee.context.close()


def test_news_does_not_fold_up_or_scroll_what_is_under_the_finger(browser: Any, place: Place) -> None:
    place.happens(GameBegun(P1))
    seat = open_page(browser, place, "/seat/P3", joins="P3", size=(390, 600))
    sockets: list[str] = []
    seat.on("websocket", lambda socket: sockets.append(socket.url))
    seat.locator("#own").get_by_text("My tiles", exact=True).first.click()
    seat.locator("#rack button[value='3B']").click()
    seat.locator("#own .rack img").wait_for()
    seat.locator("#rack button[value='J']").scroll_into_view_if_needed()
    seat.evaluate("window.finger = document.querySelector('#rack button[value=J]')")
    for seat_and_tile in ((P1, Tile.C1), (P2, Tile.C2)):
        place.happens(Discarded(*seat_and_tile))
        seat.locator(f".ring img[alt='{seat_and_tile[1].words}']").wait_for()
    assert seat.evaluate("finger.isConnected && finger.closest('details').open")
    assert sockets == []
    seat.context.close()


def test_typed_work_on_a_card_survives_a_reload(browser: Any, place: Place) -> None:
    page = open_page(browser, place, "/card?name=new", joins="referee")
    see(page, ".sum", "No mistakes")
    page.locator("#text").fill("card: Ours\n== 2468 ==\n1. 222a 444a 66a 888a DDa X 25\n")
    see(page, ".problem", "a hand has 14")
    page.reload()
    see(page, "#kept", "unsaved changes")
    assert "DDa X 25" in page.locator("#text").input_value()
    page.locator(".problem").first.click()
    page.keyboard.press("End")
    page.locator("#text").fill("card: Ours\n== 2468 ==\n1. 222a 444a 66a 888a DDDa X 25\n")
    see(page, ".sum", "No mistakes")
    page.locator("#name").fill("Ours")
    page.get_by_role("button", name="Play with it tonight").click()
    page.wait_for_url("**/card?name=Ours")
    see(page, ".pickcard", "tonight")
    assert place.table.rules.table is not None
    assert len(place.table.rules.table.lines) == 1
    page.context.close()
