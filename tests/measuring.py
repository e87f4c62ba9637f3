"""What is measured on a page as it stands in a browser, each finding a line that says where and how much."""

from pathlib import Path
from typing import Any

SIZES = ((1280, 800), (1920, 1080), (390, 844), (844, 390))  # a laptop, a large screen, a phone either way up
TARGET_PX = 44  # smaller is hard to hit for a finger
FONT_PX = 16
BORDER = 3.0  # contrast of what shows where a button is
_LOOK = Path(__file__).with_suffix(".js").read_text("utf-8")


def measured(page: Any, *, large: bool = False) -> list[str]:
    """What is wrong with the page as it stands; with `large` letters what is tapped may be narrow, and on a phone words
    may break, but not in the headline."""
    wide = page.viewport_size["width"] >= SIZES[0][0]
    asked = {"target": 0 if large else TARGET_PX, "font": FONT_PX, "border": BORDER, "words": wide or not large}
    found: list[str] = page.evaluate(f"asked => ({_LOOK})(asked)", asked)
    return found
