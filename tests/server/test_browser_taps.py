"""Taps while a page changes, in a real browser: what is under a finger stays, what has just come takes no tap, what was
tapped shows so."""

import time
from typing import Any

import pytest

from engine.event import Called, Discarded, GameBegun
from engine.tile import Seat, Tile, read_tiles
from tests.browsing import Place, open_page, see

P1, P2, P3, P4 = Seat

# A part of the page as the server would tell it, without the server.
TELL = """(parts) => document.body.dispatchEvent(new CustomEvent("htmx:wsBeforeMessage", {cancelable: true, detail: {
  message: JSON.stringify({after: 1, parts}), socketWrapper: null}}))"""
TAP = """(key) => { const node = document.querySelector(`[data-key="${key}"]`);
  for (const kind of ["pointerdown", "pointerup", "click"])
    node.dispatchEvent(new PointerEvent(kind, {bubbles: true, cancelable: true, detail: 1})); }"""
THEN_TAP = f"([parts, keys]) => {{ ({TELL})(parts); keys.forEach({TAP}); }}"  # in one go: nothing comes between
COUNT = """() => { window.taken = []; document.getElementById("main").addEventListener("click",
  (event) => { event.preventDefault(); taken.push(event.target.closest("button").dataset.key); }); }"""


def button(key: str) -> str:
    return f'<button type="button" data-key="{key}">{key}</button>'


@pytest.fixture
def page(browser: Any, place: Place) -> Any:
    """A page whose headline is ours to fill; nothing else tells it anything."""
    opened = open_page(browser, place, "/table")
    opened.evaluate(COUNT)
    yield opened
    opened.context.close()


def test_a_button_that_has_just_come_takes_no_tap_and_one_that_stood_there_does(page: Any) -> None:
    page.evaluate(TELL, {"headline": f"<p>{button('old')}</p><p>{button('was')}</p>"})
    page.wait_for_timeout(400)
    page.evaluate(TAP, "old")
    page.evaluate(THEN_TAP, [{"headline": f"<p>{button('old')}</p><p>{button('new')}</p>"}, ["old", "new"]])
    assert page.evaluate("taken") == ["old", "old"]
    see(page, "#toast", "had just changed")
    page.wait_for_timeout(400)
    page.evaluate(TAP, "new")
    assert page.evaluate("taken") == ["old", "old", "new"]


def test_a_button_that_was_moved_takes_no_tap(page: Any) -> None:
    page.evaluate(TELL, {"headline": button("a")})
    page.wait_for_timeout(400)
    page.evaluate(THEN_TAP, [{"headline": "<p>a line</p><p>and another</p>" + button("a")}, ["a"]])
    assert page.evaluate("taken") == []


def test_a_finger_that_came_down_on_one_button_presses_no_other(page: Any) -> None:
    page.evaluate(TELL, {"headline": button("one")})
    page.wait_for_timeout(400)
    box = page.locator("[data-key=one]").bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    page.evaluate(TELL, {"headline": button("two")})
    page.wait_for_timeout(400)
    page.mouse.up()
    assert page.evaluate("taken") == []


def test_what_is_as_it_was_stays_the_same_element(page: Any) -> None:
    rows = [f'<li id="row-{n}">{button(f"r{n}")}</li>' for n in range(30)]
    page.evaluate(
        TELL, {"felt": "\n".join(["<ol>", *rows, "</ol>", '<details id="d"><summary>x</summary>y</details>'])}
    )
    page.evaluate(
        "window.kept = document.querySelector('#row-20 button'); kept.focus(); document.getElementById('d').open = true"
    )
    page.evaluate(TELL, {"felt": [[12, 13, ["<li id='row-11'>changed</li>"]], [1, 1, ["<li id='row-new'>new</li>"]]]})
    assert page.evaluate("kept.isConnected && document.activeElement === kept && document.getElementById('d').open")
    shown = page.evaluate("[...document.querySelectorAll('#felt li')].map((li) => li.textContent)")
    assert shown == ["new", *[f"r{n}" for n in range(11)], "changed", *[f"r{n}" for n in range(12, 30)]]


def test_what_a_script_of_the_page_has_added_stays_when_the_server_changes_something_else(page: Any) -> None:
    page.evaluate(TELL, {"headline": '<p id="p" class="a" data-n="1">x</p>'})
    page.evaluate("p.classList.add('ours'); p.dataset.met = 'yes'")
    page.evaluate(TELL, {"headline": '<p id="p" class="b" data-n="2">y</p>'})
    assert page.evaluate("[p.className, p.dataset.met, p.dataset.n, p.textContent]") == ["b ours", "yes", "2", "y"]


def held_back(seat: Any, address: str, button: Any) -> Any:
    """What the tap on that button sends, which waits until it is let through."""
    asked: list[Any] = []
    seat.route(address, lambda route: asked.append(route))
    at_once = "node => { node.click(); return node.hasAttribute('data-busy'); }"
    assert button.evaluate(at_once), "before anything is answered"
    give_up_s = time.monotonic() + 30
    while not asked and time.monotonic() < give_up_s:
        seat.wait_for_timeout(20)
    assert len(asked) == 1
    return asked[0]


def test_a_tap_shows_at_once_that_it_was_sent_and_is_answered_though_its_button_has_gone(
    browser: Any, place: Place
) -> None:
    place.happens(GameBegun(P1), Discarded(P1, Tile.B3))
    seat = open_page(browser, place, "/seat/P2", joins="P2")
    held_back(seat, "**/act", seat.get_by_role("button", name="Call For a group")).continue_()
    see(seat, "h1", "You call")
    undo = seat.get_by_role("button", name="Undo: Right seat calls")
    seat.wait_for_function("() => !document.querySelector('[data-fresh]')")
    sent = held_back(seat, "**/undo", undo)
    place.happens(Called(P3))
    undo.wait_for(state="detached")
    sent.continue_()
    see(seat, "#toast", "The last act was not yours")
    seat.context.close()


def test_a_game_that_is_followed_looks_like_one_that_is_opened(browser: Any, place: Place) -> None:
    place.happens(GameBegun(P1))
    pages = [
        open_page(browser, place, "/table"),
        open_page(browser, place, "/seat/P2", joins="P2"),
        open_page(browser, place, "/referee", joins="referee"),
    ]
    # What is told while a moment lasts holds it, and nothing is told when it is over: so that is waited for first.
    pages[-1].wait_for_function("() => !document.querySelector('#moment .moment:not(.past)')")
    for n, tile in enumerate((Tile.B3, Tile.C4, Tile.D5, Tile.SOAP, Tile.B3)):
        place.happens(Discarded(Seat(n % 4), tile))
    for page in pages:
        heard = "number => Number(document.getElementById('after').value) === number"
        page.wait_for_function(heard, arg=place.table.number)
        assert page.query_selector("#moment section") is None
        look = """() => Object.fromEntries([...document.querySelectorAll("main > [id], main section > [id]")].map(
          (e) => [e.id, e.innerHTML.replace(/ (class|open|data-fresh|data-met|aria-disabled)="[^"]*"/g, "")]))"""
        followed = page.evaluate(look)
        page.reload()
        page.locator("body[data-heard=yes]").wait_for(state="attached")
        assert page.evaluate(look) == followed
        page.context.close()


def test_tiles_tapped_in_faster_than_the_network_are_all_there(browser: Any, place: Place) -> None:
    page = open_page(browser, place, "/seat/P2", "P2")
    page.locator("#rack summary").click()
    page.locator("#rack button[data-key='add 9D']").click()
    see(page, "#rack .count", "1")
    page.wait_for_function("() => !document.querySelector('[data-fresh]')")  # the rack has come and moved them
    held: list[Any] = []
    page.route("**/own", lambda route: held.append(route))
    for tile in ("1B", "1B", "2B", "7D"):
        page.locator(f"#rack button[data-key='add {tile}']").click()
    page.wait_for_function("() => document.querySelectorAll('#rack [data-busy]').length === 3")
    for route in held:
        route.continue_()
    see(page, "#rack .count", "5")
    assert place.table.own(P2) == read_tiles("1B 1B 2B 7D 9D")
    page.context.close()


def test_that_a_tap_was_not_taken_is_said_though_the_one_before_it_was(page: Any) -> None:
    page.evaluate(THEN_TAP, [{"headline": f"<p>{button('new')}</p>"}, ["new"]])
    see(page, "#toast", "The buttons had just changed")
    page.evaluate('import(\'/static/live.js\').then((live) => live.answered(\'{"ok": true, "says": ""}\', true))')
    see(page, "#toast", "The buttons had just changed")
    page.evaluate('import(\'/static/live.js\').then((live) => live.answered(\'{"ok": false, "says": "No"}\', false))')
    see(page, "#toast", "No")
    page.evaluate('import(\'/static/live.js\').then((live) => live.answered(\'{"ok": true, "says": ""}\', true))')
    page.locator("#toast.shown").wait_for(state="detached")
