"""The pictures of the manual are those of the program, and the manual names every one."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from device.buttons import Press
from device.firmware.build import Built
from device.patterns import PATTERNS, Pattern
from device.picture import draw, picture
from engine.tile import Seat
from tests.device.adalight_board import write_press

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda p: p.name)
def test_the_picture_in_the_manual_is_what_the_lamp_shows(pattern: Pattern) -> None:
    drawn = (DOCS / "light" / f"{pattern.name}.svg").read_text(encoding="utf-8")
    assert drawn == picture(pattern.view), "draw them anew: python -m device.picture docs/light"
    assert len(ElementTree.fromstring(drawn).findall(".//{*}g[1]/{*}rect")) >= 16


def test_the_manual_shows_every_pattern_and_no_other(tmp_path: Path) -> None:
    manual = (DOCS / "light.md").read_text(encoding="utf-8")
    assert [name for name in (p.name for p in PATTERNS) if f"(light/{name}.svg)" not in manual] == []
    assert {file.name for file in draw(tmp_path)} == {file.name for file in (DOCS / "light").iterdir()}


def test_the_lines_in_the_manual_are_those_of_the_firmware() -> None:
    manual = (DOCS / "light.md").read_text(encoding="utf-8")
    for press in (Press(Seat.P3, 0x2A), Press(None, 0x2B)):
        assert write_press(press).decode().strip() in manual


@pytest.mark.firmware
def test_the_manual_says_how_much_of_the_chip_is_taken(firmware: Built) -> None:
    manual = (DOCS / "light.md").read_text(encoding="utf-8")
    flash, ram = firmware.flash * 100 // 32768, firmware.ram * 100 // 2048
    assert f"{flash} % of the flash and {ram} % of the memory" in manual
