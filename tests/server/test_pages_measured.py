"""Every page in every phase, measured in a browser: nothing cut, broken, too small to read or to hit, or in codes, on a
laptop, a phone either way up and a large screen, and with letters twice as large; and nothing that axe complains of, in
light and in dark."""

from typing import Any

import pytest

from tests.browsing import Place, complaints
from tests.measuring import SIZES, measured
from tests.staged import SCENES, Scene

TWICE = ((1280, 800), (390, 844))  # where letters twice as large are tried
OWN = ("card",)  # the page on which a card is typed has measures of its own
HAPPENED = {scene.happened: [s for s in SCENES if s.happened is scene.happened] for scene in SCENES}


@pytest.mark.parametrize("scenes", HAPPENED.values(), ids=[h.__name__.strip("<>_") for h in HAPPENED])
def test_every_page_can_be_read_and_hit(browser: Any, place: Place, scenes: list[Scene]) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    scenes[0].happened(place)
    found: list[str] = []
    for scene in scenes:
        page = scene.opened(browser, place, SIZES[0])
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            found += [f"{scene.name} in {scheme}: {what}" for what in complaints(axe, page)]
        for width, height in SIZES if scene.name not in OWN else ():
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{scene.name} at {width}: {what}" for what in measured(page)]
            if (width, height) in TWICE:
                page.evaluate("document.documentElement.style.fontSize = '200%'")
                found += [f"{scene.name} at {width}, letters twice as large: {w}" for w in measured(page, large=True)]
                if page.evaluate("document.querySelector('main').getBoundingClientRect().top + scrollY") > height / 2:
                    found.append(f"{scene.name} at {width}, letters twice as large: what it is about begins too low")
                page.evaluate("document.documentElement.style.fontSize = ''")
        page.context.close()
    assert not found, "\n".join(found)
