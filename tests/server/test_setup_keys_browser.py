"""The set-up by keys alone: whoever answers goes on from where she was."""

from pathlib import Path
from typing import Any

from engine.event import GameBegun
from engine.tile import Seat
from server.devices import Devices
from server.house import Memory
from server.web.site import Room
from tests.browsing import Place, open_page


def test_a_name_typed_by_keys_leaves_the_focus_at_its_place(browser: Any, tmp_path: Path) -> None:
    running = Place(tmp_path / "cards")
    running.room = Room(Devices(running.table), Memory(tmp_path / "home"))
    running.start()
    page = open_page(browser, running, "/setup/names", joins="referee")
    for place, name in (("top", "Rose"), ("left", "Ann")):
        page.locator(f".at-{place}").focus()
        page.keyboard.press("Enter")
        page.get_by_label("Name", exact=True).fill(name)
        page.keyboard.press("Enter")
        page.locator(f".at-{place}:focus", has_text=name).wait_for()
    page.context.close()
    running.stop()
    assert running.errors == []


def test_an_empty_address_is_asked_for_and_leaves_what_was_chosen(browser: Any, tmp_path: Path) -> None:
    running = Place(tmp_path / "cards")
    running.room = Room(Devices(running.table), Memory(tmp_path / "home"))
    running.start()
    memory = running.room.memory
    memory.change(camera="rtsp://192.168.1.50/table", light="sim://")
    for path, field in (("/setup/camera", "#address"), ("/setup/light", "#wled")):
        page = open_page(browser, running, path, joins="referee")
        page.locator("details", has=page.locator(field)).locator("summary").click()
        page.locator(field).press("Enter")
        page.locator(f"{field}:invalid:focus").wait_for()
        assert page.url.endswith(path)
        page.context.close()
    assert (memory.house.camera, memory.house.light) == ("rtsp://192.168.1.50/table", "sim://")
    running.stop()
    assert running.errors == []


# Which fields come to lie under the bar at the lower edge when the focus goes from one to the next.
UNDER_THE_BAR = """() => [...document.querySelectorAll("main input:not([type=hidden])")]
  .filter((one) => one.checkVisibility()).filter((one) => { one.focus();
    const { left, top, width, height } = one.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".onward"); })
  .map((one) => one.name)"""


def test_what_an_answer_says_stands_long_enough_to_be_read(browser: Any, tmp_path: Path) -> None:
    running = Place(tmp_path / "cards")
    running.room = Room(Devices(running.table), Memory(tmp_path / "home"))
    running.start()
    running.happens(GameBegun(Seat.P1))
    page = open_page(browser, running, "/setup/rules", joins="referee")
    with page.expect_event("load"):  # the page comes anew with what was chosen
        page.get_by_role("button", name="Mahjong Press").click()
    page.locator("[aria-pressed=true]", has_text="Mahjong Press").wait_for()
    says = "The rules of this game were agreed before it began. These hold from the next game on."
    page.locator("#toast.shown", has_text=says).wait_for()
    page.reload()
    page.locator("body[data-heard=yes]").wait_for(state="attached")
    assert not page.locator("#toast").inner_text(), "it is said once"
    assert page.evaluate(UNDER_THE_BAR) == [], "what a key reaches is in sight"
    page.context.close()
    running.stop()
    assert running.errors == []
