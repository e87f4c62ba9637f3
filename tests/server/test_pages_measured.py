"""Every page in every phase, measured in a browser: nothing cut, broken, too small to read or to hit, or in codes, on a
laptop, a phone either way up and a large screen, and with letters twice as large."""

from typing import Any

import pytest

from tests.browsing import Place
from tests.measuring import measured
from tests.staged import SCENES, Scene

SIZES = ((1280, 800), (1920, 1080), (390, 844), (844, 390))
TWICE = ((1280, 800), (390, 844))  # where letters twice as large are tried
OWN = ("card",)  # the page on which a card is typed has measures of its own
HAPPENED = {scene.happened: [s for s in SCENES if s.happened is scene.happened] for scene in SCENES}


@pytest.mark.parametrize("scenes", HAPPENED.values(), ids=[h.__name__.strip("<>_") for h in HAPPENED])
def test_every_page_can_be_read_and_hit(browser: Any, place: Place, scenes: list[Scene]) -> None:
    scenes[0].happened(place)
    found: list[str] = []
    for scene in scenes:
        if scene.name in OWN:
            continue
        page = scene.opened(browser, place, SIZES[0])
        for width, height in SIZES:
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
