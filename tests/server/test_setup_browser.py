"""From an empty home folder to the first tile seen, by touch alone, and next week: the program as it runs, a simulated
camera, a tablet; and the Camera page in the middle of the game."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import pytest

from server.house import FILE
from tests.browsing import complaints
from tests.server.test_live import ask, program
from tests.vision.plane.test_calibration import Shot, table_top

TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 120_000  # the networks and the simulated table share two busy cores with other tests


class Tablet:
    """A device with a touch screen in front of the program at `url`; it taps, and any error on its pages is kept."""

    def __init__(self, browser: Any, url: str, size: dict[str, int]) -> None:
        self.errors: list[str] = []
        context = browser.new_context(viewport=size, has_touch=True)
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(url)

    def tap(self, role: str, name: str) -> None:
        self.page.get_by_role(role, name=name).first.tap()

    def at(self, step: str) -> None:
        self.page.wait_for_url(f"**{step}")
        self.page.locator("body[data-heard=yes]").wait_for(state="attached")

    def sees_the_camera(self) -> None:
        self.page.locator("figure[data-state=live] img:not([hidden])").wait_for()

    def fits(self) -> None:
        wide = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], f"{self.page.url} scrolls sideways"


@pytest.fixture
def axe() -> Callable[[Any], list[str]]:
    module = pytest.importorskip("axe_playwright_python.sync_playwright")
    return lambda page: complaints(module.Axe(), page)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def sits_down(tablet: Tablet) -> None:
    for place, name in (("bottom", "Ann"), ("right", "Bea"), ("top", "Carol"), ("left", "Dot")):
        tablet.page.locator(f".at-{place}").tap()
        tablet.page.locator("#who-name").fill(name)
        tablet.tap("button", "Keep this name")
        tablet.page.locator(f".at-{place}.named", has_text=name).wait_for()
        tablet.at("/setup/names")  # the page has come again, and takes taps
    assert tablet.page.locator(".seat-tap.named").count() == 4


def drags_a_corner(tablet: Tablet, folder: Path) -> None:
    """By finger and by arrow keys; the outline is kept each time."""
    outline = folder / "fifthseat-outline.json"
    tablet.page.locator("[data-corner='0']").wait_for()
    tablet.page.locator("[data-onward] .word", has_text="Next").wait_for()
    assert json.loads(outline.read_text())["found_by"] == "markers"
    box = tablet.page.locator("[data-corner='2'] .grip").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tablet.page.mouse.move(x, y)
    tablet.page.mouse.down()
    tablet.page.mouse.move(x - 12, y - 9)
    with tablet.page.expect_response("**/setup/outline/drag") as dragged:
        tablet.page.mouse.up()
    assert dragged.value.json()["ok"]
    by_finger = outline.read_text()
    assert json.loads(by_finger)["found_by"] == "corners"
    tablet.page.locator("[data-corner='2']").focus()
    with tablet.page.expect_response("**/setup/outline/drag"):
        tablet.page.keyboard.press("ArrowRight")
    assert outline.read_text() != by_finger
    with tablet.page.expect_response("**/setup/outline/find"):
        tablet.tap("button", "Find the table")
    assert json.loads(outline.read_text())["found_by"] == "markers"


def test_from_an_empty_folder_to_the_first_tile_by_touch_and_again_next_week(
    browser: Any, home: Path, axe: Callable[[Any], list[str]]
) -> None:
    with program(home) as url:
        tablet = Tablet(browser, url, TABLET)
        tablet.at("/setup")
        assert axe(tablet.page) == []
        tablet.tap("link", "Begin")
        tablet.at("/setup/camera")
        tablet.tap("button", "The simulated table")
        tablet.page.locator("button[aria-pressed=true]", has_text="simulated").wait_for()
        tablet.sees_the_camera()
        assert axe(tablet.page) == []
        tablet.tap("link", "Next")
        tablet.at("/setup/outline")
        tablet.sees_the_camera()
        drags_a_corner(tablet, home)
        assert axe(tablet.page) == []
        tablet.tap("link", "Next")
        tablet.at("/setup/light")
        tablet.tap("button", "On the page")
        tablet.page.locator(".pattern", has_text="Mah jongg").tap()
        tablet.page.locator(".toast.shown").wait_for()
        assert axe(tablet.page) == []
        tablet.tap("link", "Next")
        tablet.at("/setup/tiles")
        assert axe(tablet.page) == []
        tablet.tap("button", "Read without a set of our own")
        tablet.at("/setup/card")
        assert axe(tablet.page) == []
        tablet.tap("button", "Stepping Stones (practice card)")
        tablet.at("/setup/names")
        sits_down(tablet)
        assert axe(tablet.page) == []
        tablet.tap("link", "Next")
        tablet.at("/setup/east")
        tablet.page.locator(".at-right").tap()
        tablet.page.locator(".at-right[aria-pressed=true]").wait_for()
        tablet.at("/setup/east")
        assert axe(tablet.page) == []
        tablet.tap("link", "Next")
        tablet.at("/setup/rules")
        assert axe(tablet.page) == []
        tablet.tap("button", "These are our rules")
        tablet.at("/setup")
        tablet.page.locator(".answers-list li.done").nth(7).wait_for()
        assert axe(tablet.page) == []
        tablet.tap("button", "Start the game")
        tablet.at("/table")
        tablet.page.locator(".discards img").first.wait_for()
        looks_through_the_camera(tablet, url, axe)
        assert tablet.errors == []
    kept = json.loads((home / FILE).read_text())
    assert kept["names"] == ["Ann", "Bea", "Carol", "Dot"]
    assert kept["ready"] is True

    (home / "fifthseat.db").unlink()  # a new evening: no game is on
    for more in home.glob("fifthseat.db-*"):
        more.unlink()
    begins_again_next_week(browser, home)


def begins_again_next_week(browser: Any, home: Path) -> None:
    """The program in the same folder another evening, on a phone: everything is as it was."""
    with program(home) as url:
        phone = Tablet(browser, url, PHONE)
        phone.at("/setup")
        page = phone.page
        page.locator("h1", has_text="Tonight").wait_for()
        page.get_by_text("Ann, Bea, Carol, Dot").wait_for()
        page.get_by_text("The simulated table").wait_for()
        for path in ("", "/camera", "/outline", "/light", "/tiles", "/card", "/names", "/east", "/rules"):
            page.goto(f"{url}/setup{path}")
            phone.fits()
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            phone.fits()
        page.goto(f"{url}/setup")
        phone.tap("button", "Start the game")
        phone.at("/table")
        page.locator(".discards img").first.wait_for()
        assert phone.errors == []


def looks_through_the_camera(tablet: Tablet, url: str, axe: Callable[[Any], list[str]]) -> None:
    """The picture, the boxes, the sentence; then the corners are fixed anew and another camera chosen while the game is
    on, and the log is as it was."""
    page = tablet.page
    page.goto(f"{url}/camera")
    tablet.sees_the_camera()
    page.locator("[data-tile]").first.wait_for(state="attached")
    assert "Ann" in page.locator("svg .seat-name").all_text_contents()
    assert page.locator("[data-says]").inner_text() not in ("", "…")
    assert axe(page) == []
    with page.expect_response("**/camera/find") as found:
        tablet.tap("button", "Find the table again")
    assert found.value.json()["ok"], found.value.text()
    before = ask(url, "/api/log")
    page.goto(f"{url}/setup/camera")
    tablet.sees_the_camera()
    tablet.tap("button", "No camera")
    tablet.at("/setup/light")
    after = ask(url, "/api/log")
    assert after[: len(before)] == before
    page.goto(f"{url}/setup/camera")
    tablet.tap("button", "The simulated table")
    tablet.sees_the_camera()
    assert ask(url, "/healthz")["game"] == 1


def test_two_markers_propose_corners_that_a_person_puts_right(browser: Any, home: Path, tmp_path: Path) -> None:
    film, picture = tmp_path / "table.avi", Shot(turn_deg=8, tilt_deg=10, away_mm=1600).picture(table_top((0, 1)))
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 2.0, picture.shape[1::-1])
    for _ in range(120):  # a minute
        writer.write(picture)
    writer.release()
    with program(home) as url:
        tablet = Tablet(browser, f"{url}/setup/camera", TABLET)
        page = tablet.page
        page.locator("summary", has_text="A network camera").tap()
        page.get_by_label("Its address").fill(str(film))
        tablet.tap("button", "Look through it")
        tablet.sees_the_camera()
        page.goto(f"{url}/setup/outline")
        tablet.sees_the_camera()
        with page.expect_response("**/setup/outline/find") as proposed:
            tablet.tap("button", "Find the table")
        assert "Found by two of its markers" in proposed.value.json()["says"]
        page.get_by_text("Found by two of its markers").first.wait_for()
        kept = home / "fifthseat-outline.json"
        before = json.loads(kept.read_text())
        assert before["found_by"] == "corners"
        page.locator("[data-corner='1']").focus()
        with page.expect_response("**/setup/outline/drag") as dragged:
            page.keyboard.press("ArrowLeft")
        assert dragged.value.json()["ok"]
        assert json.loads(kept.read_text())["homography"] != before["homography"]
        assert tablet.errors == []
