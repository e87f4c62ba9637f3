"""A second camera set up by touch: chosen, its corners dragged; both pictures on the Camera page; one pulled out."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.tile import Tile
from server.devices import Devices
from server.house import Memory
from server.outline import Outline
from server.web.site import Room
from tests.browsing import Place, complaints, open_page, see
from tests.scene import RectangleEyes, Scene
from tests.server.test_second_camera import FIRST, FIXED, SECOND, Plugged

WITHIN_MS = 60_000


class Shown:
    """What both cameras of the place see, and which of them are pulled out."""

    def __init__(self) -> None:
        self.scene = Scene()
        for k, tile in enumerate((Tile.B3, Tile.C7, Tile.D2, Tile.SOAP, Tile.GREEN)):
            self.scene.discard(tile, -100.0 + 45 * k, 20.0 * (k % 2))
        self.picture = self.scene.draw()
        self.pulled: set[str] = set()


@pytest.fixture
def shown(place: Place, tmp_path: Path) -> Iterator[Shown]:
    """The place is started anew with two cameras that may be plugged in."""
    shown = Shown()
    place.stop()
    devices = Devices(
        place.table,
        eyes=lambda tiles: RectangleEyes(),  # type: ignore[arg-type, return-value]
        opened=lambda source: lambda: Plugged(shown, source),  # type: ignore[arg-type]
    )
    devices.outline = Outline(FIXED, None)
    place.room = Room(devices, Memory(tmp_path))
    place.start()
    yield shown
    closing: list[asyncio.Task[None]] = []
    place.do(lambda: closing.append(asyncio.get_running_loop().create_task(devices.close())))
    while not closing[0].done():
        place.do(lambda: None)


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_a_second_camera_is_set_up_by_touch(
    browser: Any, place: Place, shown: Shown, size: tuple[int, int], tmp_path: Path
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_page(browser, place, "/setup/second", joins="referee", size=size)
    see(page, "main", "Choose the first camera before the second", WITHIN_MS)
    page.goto(f"{place.url}/setup/camera")
    page.get_by_text("A network camera or a video file").click()
    page.get_by_label("Its address").fill(FIRST)
    page.get_by_role("button", name="Look through it").click()
    page.get_by_role("link", name="A second camera over the table").click()
    page.get_by_text("A network camera or a video file").click()
    page.get_by_label("Its address").fill(SECOND)
    page.get_by_role("button", name="Look through it").click()
    page.locator("figure[data-camera='1'][data-state='live']").wait_for(timeout=WITHIN_MS)
    handle = page.locator("[data-corner='0']")
    handle.wait_for(timeout=WITHIN_MS)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints(axe, page) == []
    with page.expect_response("**/setup/outline/drag?camera=1") as dragged:
        handle.focus()
        page.keyboard.press("ArrowLeft")
    assert dragged.value.status == 200
    assert (tmp_path / "fifthseat-outline-2.json").exists()
    assert not (tmp_path / "fifthseat-outline.json").exists()
    assert Memory(tmp_path).house.second == SECOND
    page.get_by_role("button", name="No second camera").click()
    page.wait_for_url("**/setup/camera", timeout=WITHIN_MS)
    assert Memory(tmp_path).house.second == ""
    page.context.close()


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_both_pictures_stand_on_the_camera_page_and_it_says_which_is_gone(
    browser: Any, place: Place, shown: Shown, size: tuple[int, int]
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    assert place.room is not None
    devices = place.room.devices
    devices.second.source, devices.second.outline = SECOND, Outline(FIXED, None)
    devices.source = FIRST
    place.do(devices.begin)
    page = open_page(browser, place, "/camera", joins="referee", size=size)
    for camera in ("figure:not([data-camera])", "figure[data-camera='1']"):
        page.locator(f"{camera}[data-state='live']").wait_for(timeout=WITHIN_MS)
        page.locator(f"{camera} .tile-mark").nth(4).wait_for(timeout=WITHIN_MS, state="attached")
    see(page, "[data-second-says]", "The second camera sees the table", WITHIN_MS)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints(axe, page) == []
    shown.pulled.add(SECOND)
    see(page, "[data-says]", "The first goes on alone", WITHIN_MS)
    shown.pulled.clear()
    see(page, "[data-second-says]", "The second camera sees the table", WITHIN_MS)
    shown.pulled.add(FIRST)
    see(page, "[data-says]", "The second goes on alone", WITHIN_MS)
    see(page, "[data-second-says]", "The second camera leads", WITHIN_MS)
    page.locator("figure:not([data-camera])[data-state='still']").wait_for(timeout=WITHIN_MS)
    sign = "getComputedStyle(document.querySelector(\"figure[data-state='still'] .frame\"), '::after')"
    assert "Not live" in page.evaluate(f"{sign}.content")
    assert page.evaluate(f"{sign}.pointerEvents") == "none", "what lies under the sign can still be tapped"
    assert page.locator("figure[data-camera='1']").get_attribute("data-state") == "live"
    shown.pulled.clear()
    page.locator("figure:not([data-camera])[data-state='live']").wait_for(timeout=WITHIN_MS)
    shown.pulled.add(FIRST)
    page.locator("figure:not([data-camera])[data-state='still']").wait_for(timeout=WITHIN_MS)
    page.context.close()
