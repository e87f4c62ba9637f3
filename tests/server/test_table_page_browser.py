"""The table's page as it is looked at: all in sight at four sizes, large enough, nothing red, the ring running."""

from typing import Any

import cv2
import numpy as np
import pytest

from engine.event import Called, Discarded, Exposed, GameBegun, Named, SatOut
from engine.rules.referee import Rules
from engine.rules.ruleset import ruleset
from engine.tile import Seat, Tile
from server.alerts import Alert
from server.status import Status
from tests.browsing import Place, open_page, see
from tests.measuring import SIZES
from tests.staged import late

P1, P2, P3, P4 = Seat
NAMES = ("Ruth", "Bea", "Rosemarie", "Ann")


def test_all_of_the_table_is_in_sight_at_every_size_and_reads_large(browser: Any, place: Place) -> None:
    late(place)
    for width, height in SIZES:
        page = open_page(browser, place, "/table", size=(width, height))
        page.locator(".discards li").nth(9).wait_for()
        inner = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        assert page.evaluate(inner) == [width, height], (width, height)
        tall = "all => all.map(e => e.getBoundingClientRect().height)"
        assert min(page.locator(".discards .tile").evaluate_all(tall)) >= min(52, 0.1 * height), (width, height)
        page.evaluate("document.documentElement.style.fontSize = '34px'")  # letters twice as large
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, height)
        page.context.close()


def test_the_headline_reads_from_across_the_table(browser: Any, place: Place) -> None:
    place.happens(GameBegun(P1), Named(P1, "Ruth"), Discarded(P1, Tile.B3))
    page = open_page(browser, place, "/table")
    size = "e => parseFloat(getComputedStyle(e).fontSize)"
    assert 0.7 * page.locator(".head h1").evaluate(size) >= 47, "a cap height of 8 mm on a ten-inch tablet"
    assert 0.7 * page.locator(".wall-count dd").evaluate(size) >= 30
    page.context.close()


def test_after_a_call_the_headline_shows_the_called_tile(browser: Any, place: Place) -> None:
    place.happens(GameBegun(P1), Named(P1, "Ruth"), Named(P3, "Rose"), Discarded(P1, Tile.B3), Discarded(P2, Tile.C5))
    page = open_page(browser, place, "/table")
    place.happens(Called(P4))
    see(page, ".head h1", "Left seat calls 5 Crak")
    place.happens(Exposed(P4, Tile.C5, P2, (Tile.C5, Tile.C5, Tile.JOKER)))
    see(page, ".head", "Left seat called 5 Crak from Right seat")
    assert page.locator(".head .ring img").get_attribute("alt") == "5 Crak"
    page.context.close()


def test_the_ring_runs_out_with_the_time_for_a_call(browser: Any, place: Place) -> None:
    place.do(lambda: place.table.choose_rules(Rules(ruleset(("C-07=30",), "house"))))
    place.happens(GameBegun(P1), Discarded(P1, Tile.B3))
    page = open_page(browser, place, "/table")
    left = "e => [getComputedStyle(e).getPropertyValue('--left'), getComputedStyle(e).getPropertyValue('--third')]"
    page.locator(".head .ring.runs").wait_for()
    assert page.locator(".head .ring").evaluate(left) == ["1.0", "10.0s"]
    page.context.close()


def test_nothing_on_the_table_is_red_or_a_code(browser: Any, place: Place) -> None:
    place.happens(GameBegun(P1), Named(P1, "Ruth"), Discarded(P1, Tile.B3))
    says = "P1's 2D 2D J fits no hand (DEAD-04)."
    place.do(
        lambda: place.table.raise_alert(
            Alert("fault", says, "DEAD-04", P1, "What stands exposed fits no hand. (S0 S1)")
        )
    )
    page = open_page(browser, place, "/table")
    see(page, ".notice", "Ruth's")
    assert page.locator(".notice img").evaluate_all("all => all.map(i => i.alt)") == ["2 Dot", "2 Dot", "Joker"]
    words = page.locator(".notice").inner_text()
    assert not any(code in words for code in ("DEAD", "S0", "P1", "2D"))
    ink = "e => [getComputedStyle(e).color, getComputedStyle(e).borderTopColor, getComputedStyle(e).backgroundColor]"
    for colour in page.locator(".notice").evaluate(ink):
        red, green, _ = (float(n) for n in colour.removeprefix("rgba(").removeprefix("rgb(").rstrip(")").split(",")[:3])
        assert red < 2.2 * max(green, 1), colour
    page.context.close()


def test_the_screen_shows_the_same_and_takes_no_taps(browser: Any, place: Place) -> None:
    late(place)
    page = open_page(browser, place, "/screen", joins="referee", size=(1920, 1080))
    page.locator(".discards li").nth(9).wait_for()
    assert page.locator("form, [hx-post]").count() == 0
    assert page.evaluate("document.documentElement.scrollHeight") == 1080
    page.context.close()


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_the_overlay_is_the_lower_third_of_a_picture_and_nothing_above_it(
    browser: Any, place: Place, size: tuple[int, int]
) -> None:
    late(place)
    page = open_page(browser, place, "/overlay", joins="referee", size=size)
    see(page, ".headline h1", "Ann-Kathrin Oppenau draws")
    assert page.locator(".ring img").get_attribute("alt") == "Flower"
    assert page.locator(".wall-count").inner_text() == "38 in the wall"
    groups = page.locator(".player .group").evaluate_all("all => all.map(e => e.querySelectorAll('img').length)")
    assert groups == [3] * 8
    assert page.locator("form, [hx-post], main a, button").count() == 0
    inside = """e => [...e.querySelectorAll('.tile, .chip')].every((part) => { const whole = e.getBoundingClientRect(),
      box = part.getBoundingClientRect(); return box.right <= whole.right && box.bottom <= whole.bottom; })"""
    assert all(page.locator(".player").nth(n).evaluate(inside) for n in range(4)), "nothing is cut off"
    picture = cv2.imdecode(np.frombuffer(page.screenshot(omit_background=True), np.uint8), cv2.IMREAD_UNCHANGED)
    assert picture is not None
    alpha = picture[:, :, 3]
    assert not alpha[: 2 * size[1] // 3 - 10].any(), "what is above it shows through"
    assert (alpha[-size[1] // 5, size[0] // 8 : -size[0] // 8] > 220).all()
    place.happens(Discarded(P4, Tile.B3), Named(P1, "Wolfeschlegelsteinha"), Called(P1, mah_jongg=True))
    page.locator(".ring img[alt='3 Bam']").wait_for()
    see(page, ".headline h1", "says Mah Jongg")
    assert page.locator(".headline h1").evaluate("e => e.scrollWidth <= e.clientWidth"), "it says what is said"
    assert all(page.locator(".player").nth(n).evaluate(inside) for n in range(4)), "nothing is cut off"
    page.context.close()


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 800), (844, 390), (390, 844)])
def test_the_screen_says_what_is_wrong_where_it_can_be_read(browser: Any, place: Place, size: tuple[int, int]) -> None:
    place.do(lambda: place.table.set_camera(Status(False, "No picture has come for 4 s.")))
    page = open_page(browser, place, "/screen", size=size)
    said = page.locator(".pill.bad", has_text="No picture has come for 4 s.").bounding_box()
    felt = page.locator(".felt").bounding_box()
    assert said["x"] >= 0
    assert said["x"] + said["width"] <= size[0]
    assert said["y"] + said["height"] <= felt["y"], "it lies over nothing of the table"
    assert felt["y"] + felt["height"] <= size[1] + 1
    place.do(lambda: place.table.set_camera(Status(True, "The camera sees the table.")))
    page.wait_for_function("() => document.querySelector('.bar').getBoundingClientRect().height === 0")
    page.context.close()


# Of what stands on the felt, how much lies under the buttons for voice and sound.
COVERED = """() => { const over = document.querySelector(".wants").getBoundingClientRect();
  return [...document.querySelectorAll(".player :is(.tile, h2, .doing)")].filter((one) => {
    const it = one.getBoundingClientRect();
    return Math.min(it.right, over.right) - Math.max(it.left, over.left) > 1
      && Math.min(it.bottom, over.bottom) - Math.max(it.top, over.top) > 1;
  }).length; }"""


@pytest.mark.parametrize("path", ["/?stay=yes", "/setup", "/setup/names", "/table"])
def test_long_names_in_large_letters_stay_on_a_phone_and_an_upright_tablet(
    browser: Any, place: Place, path: str
) -> None:
    names = ("Wolfeschlegelsteinha", "W" * 20, "Bea", "Ann")
    place.happens(*(Named(seat, called) for seat, called in zip(Seat, names, strict=True)))
    exposed = tuple(3 * (tile,) for tile in (Tile.C6, Tile.C7, Tile.C8, Tile.C9))
    place.happens(GameBegun(P1, (P1, P2, P3, P4), (2, 13, 13, 13), 99, (exposed, (), (), ())))
    place.happens(Discarded(P1, Tile.B3), Called(P2, mah_jongg=True))
    page = open_page(browser, place, path, joins="referee", size=(390, 844))
    for size, width in (("100%", 390), ("200%", 390), ("100%", 768), ("200%", 768)):
        page.set_viewport_size({"width": width, "height": 844 if width == 390 else 1024})
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth") == width, (size, width)
        assert path != "/table" or page.evaluate(COVERED) == 0, (size, width)
        widths = page.evaluate("[...document.querySelectorAll('.answers-list .what')].map((one) => one.offsetWidth)")
        assert all(width > 150 for width in widths), f"at {size} a letter a line: {widths}"
        within = page.locator(".moment-card h2").evaluate_all("""all => all.map((e) => {
          const card = e.closest(".moment-card").getBoundingClientRect(), box = e.getBoundingClientRect();
          return card.left <= box.left && box.right <= card.right; })""")
        assert within == [True] * (path == "/table"), size
    page.context.close()


def test_the_screen_breaks_no_word_of_its_headline_on_a_phone(browser: Any, place: Place) -> None:
    place.happens(GameBegun(P1, wall=0))
    place.happens(Discarded(P1, Tile.B3))
    page = open_page(browser, place, "/screen", size=(844, 390))
    page.evaluate("document.querySelector('.headline h1').firstChild.data = 'First Charleston: pass right'")
    assert page.evaluate(BROKEN) == []
    page.context.close()


def test_all_pages_of_who_referees_and_plays_stand_in_one_line_on_an_upright_tablet(browser: Any, place: Place) -> None:
    page = open_page(browser, place, "/table", joins="referee", size=(820, 1180))
    for pages in (9, 10):
        links = [link.bounding_box() for link in page.locator(".menu a").all()]
        assert len(links) == pages
        assert len({round(box["y"]) for box in links}) == 1
        switch, brand = page.locator(".theme").bounding_box(), page.locator(".brand").bounding_box()
        assert abs((switch["y"] + switch["height"] / 2) - (brand["y"] + brand["height"] / 2)) < 4, "a line of its own"
        page.request.post(f"{place.url}/join", form={"code": place.access.code("all")})
        page.reload()
    page.context.close()


# Words of the headline that stand on more than one line.
BROKEN = """() => { const text = document.querySelector(".headline h1").firstChild, range = document.createRange();
  return [...text.data.matchAll(/\\S+/g)].filter((word) => {
    range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1; }).map((word) => word[0]); }"""


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800), (1920, 1080), (390, 844)])
def test_no_word_of_the_headline_is_broken_by_who_sits_out(browser: Any, place: Place, size: tuple[int, int]) -> None:
    names = ("Ruth", "Bea", "Dot", "Ann")
    place.happens(*(Named(seat, called) for seat, called in zip(Seat, names, strict=True)))
    place.happens(SatOut("Evelyn-Marguerite Fi"), GameBegun(P1), Discarded(P1, Tile.B3), Discarded(P2, Tile.C7))
    place.happens(Exposed(P4, Tile.C7, P2, (Tile.C7, Tile.C7, Tile.C7, Tile.JOKER)))
    for path in ("/table", "/screen"):
        page = open_page(browser, place, path, size=size)
        see(page, ".headline h1", "Ann discards")
        assert page.evaluate(BROKEN) == [], path
        page.context.close()


def test_the_table_for_a_television_is_one_tap_from_the_start_page(browser: Any, place: Place) -> None:
    page = open_page(browser, place, "/?stay=yes")
    page.get_by_role("link", name="The table for a television").click()
    page.wait_for_url("**/screen")
    page.context.close()


def test_what_is_wrong_with_the_light_leaves_the_table_its_room_beside_the_referees_long_menu(
    browser: Any, place: Place
) -> None:
    says = "The light's name is not known in this network: is it switched on? Its number does as well as its name."
    place.do(lambda: place.table.set_light(Status(False, says)))
    page = open_page(browser, place, "/table", joins="referee", size=(1024, 768))
    see(page, "#status", "is it switched on?")
    assert page.locator(".bar").bounding_box()["height"] <= 130
    page.context.close()
