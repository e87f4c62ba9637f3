"""Every page in every phase, measured in a browser: nothing cut, broken, too small to read or to hit, or in codes, on a
laptop, a phone either way up and a large screen, and with letters twice as large; and nothing that axe complains of, in
light and in dark."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from server.screens import Surroundings
from server.show import Show
from server.status import Status
from tests.browsing import Device, Place, complaints
from tests.measuring import SIZES, measured
from tests.staged import SCENES, Scene, late
from vision.synthetic.show import Cues

TWICE = ((1280, 800), (390, 844))  # where letters twice as large are tried
OWN = ("card",)  # the page on which a card is typed has measures of its own
STYLES = Path(__file__).parents[2] / "server" / "pages" / "static"
HAPPENED = {scene.happened: [s for s in SCENES if s.happened is scene.happened] for scene in SCENES}


def test_dark_and_light_differ_in_colours_alone() -> None:
    """So what axe asks of anything else has the same answer in both, and is asked in one."""
    told = "\n".join(re.sub(r"/\*.*?\*/", "", style.read_text("utf-8"), flags=re.S) for style in STYLES.glob("*.css"))
    assert "color-scheme" in told
    either = re.sub(r"@media \(prefers-color-scheme: dark\) {", "[data-theme] ", told)
    for rule in re.findall(r"[^{}]*\[data-theme[^{}]*{[^{}]*}", either):
        assert re.fullmatch(r"[^{}]*{\s*((--[\w-]+|color-scheme|fill): (#[0-9a-f]{3,8}|dark|light);\s*)+}", rule), rule


@pytest.fixture(scope="module")
def axe() -> Any:
    return pytest.importorskip("axe_playwright_python.sync_playwright").Axe()


@pytest.fixture(scope="module")
def device(browser: Any, axe: Any) -> Iterator[Device]:
    """One for all scenes: a browser that has read the scripts once shows the next page in half the time."""
    shows = Device(browser, SIZES[0], remembers=False)
    shows.page.add_init_script(axe.axe_script)
    yield shows
    shows.page.context.close()


@pytest.mark.parametrize("scenes", HAPPENED.values(), ids=[h.__name__.strip("<>_") for h in HAPPENED])
def test_every_page_can_be_read_and_hit(device: Device, axe: Any, place: Place, scenes: list[Scene]) -> None:
    scenes[0].happened(place)
    found: list[str] = []
    for scene in scenes:
        device.page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
        page = scene.opened(device, place)
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            looked = complaints(axe, page, colours_alone=scheme == "light")
            found += [f"{scene.name} in {scheme}: {what}" for what in looked]
        for width, height in SIZES if scene.name not in OWN else ():
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{scene.name} at {width}: {what}" for what in measured(page)]
            if (width, height) in TWICE:
                page.evaluate("document.documentElement.style.fontSize = '200%'")
                found += [f"{scene.name} at {width}, letters twice as large: {w}" for w in measured(page, large=True)]
                if page.evaluate("document.querySelector('main').getBoundingClientRect().top + scrollY") > height / 2:
                    found.append(f"{scene.name} at {width}, letters twice as large: what it is about begins too low")
                page.evaluate("document.documentElement.style.fontSize = ''")
    device.leaves(place)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", ["/table", "/lessons"])
def test_the_demo_can_be_read_whatever_stands_in_the_bar(device: Device, place: Place, path: str) -> None:
    late(place)
    place.stop()
    place.around = Surroundings(show=Show(place.table, Cues()))
    place.start()
    page = device.opens(place, path)
    found: list[str] = []
    for camera in (Status(True, "The camera sees the table"), Status(False, "The camera has been pulled out")):
        place.do(partial(place.table.set_camera, camera))
        place.do(lambda: place.table.set_light(Status(True, "The light answers")))
        page.locator(".pill.good", has_text="Light").wait_for(state="attached")
        page.locator(f".pill.{'good' if camera.ok else 'bad'}", has_text="Camera").wait_for(state="attached")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for letters in ("", "150%", "200%"):
                page.evaluate("size => { document.documentElement.style.fontSize = size; }", letters)
                large = letters != ""
                found += [
                    f"{camera.says}, {width}, letters {letters or '100%'}: {w}" for w in measured(page, large=large)
                ]
    device.leaves(place)
    assert not found, "\n".join(found)
