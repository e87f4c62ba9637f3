"""Cells on strips, and the addresses that describe them."""

import pytest
from hypothesis import given, strategies as st

from device.address import Scheme, read_address
from device.layout import MAX_LEDS, around, pixels
from device.light import DARK, LightFrame, Side, frame
from device.patterns import PATTERNS
from engine.tile import Seat

L, M, R = (1, 1, 1), (2, 2, 2), (3, 3, 3)
FULL = LightFrame(
    sides=(Side(L, M, R), Side((11,) * 3, (12,) * 3, (13,) * 3), Side((21,) * 3, (22,) * 3, (23,) * 3), Side()),
    centre=((41,) * 3, (42,) * 3, (43,) * 3, (44,) * 3),
)


def reds(url: str) -> list[int]:
    return [colour[0] for colour in pixels(FULL, read_address(url).layout)]


def test_a_strip_goes_round_by_the_right_from_each_players_left() -> None:
    assert reds("sim://?leds=3&centre=4") == [1, 2, 3, 11, 12, 13, 21, 22, 23, 0, 0, 0, 41, 42, 43, 44]


def test_a_strip_the_other_way_round_is_seen_from_each_players_right() -> None:
    assert reds("sim://?leds=3&centre=1&way=left") == [3, 2, 1, 0, 0, 0, 23, 22, 21, 13, 12, 11, 41]


def test_a_strip_may_begin_anywhere() -> None:
    assert reds("sim://?leds=3&centre=2&first=P3&start=2") == [0, 0, 21, 22, 23, 0, 0, 0, 1, 2, 3, 11, 12, 13, 41, 43]


@pytest.mark.parametrize(
    ("leds", "side"),
    [(1, [2]), (2, [2, 2]), (3, [1, 2, 3]), (4, [1, 2, 2, 3]), (10, [1, 1, 2, 2, 2, 2, 2, 2, 3, 3])],
)
def test_a_side_of_any_length_keeps_its_three_cells(leds: int, side: list[int]) -> None:
    assert reds(f"sim://?leds={leds},0,0,0&centre=1")[:-1] == side


def test_two_leds_a_side_still_show_the_ends_while_the_middle_is_dark() -> None:
    ends = LightFrame(sides=(Side(left=L, right=R), Side(right=R), Side(), Side()))
    assert pixels(ends, around((2, 1, 0, 0), 0)) == (L, R, R)


@given(st.tuples(*(st.integers(0, 20) for _ in Seat)), st.integers(0, 20), st.integers(0, 30), st.booleans())
def test_every_led_belongs_to_at_most_one_run(
    counts: tuple[int, int, int, int], centre: int, start: int, left: bool
) -> None:
    if sum(counts) + centre == 0:
        return
    layout = around(counts, centre, start=start, leftward=left)
    leds = [led for run in layout.runs for led in range(run.start, run.start + run.count)]
    assert sorted(leds) == list(range(start, start + sum(counts) + centre))
    assert [run.count for run in layout.sides] == list(counts)
    assert len(pixels(FULL, layout)) == layout.length


def test_patterns_stay_apart_with_three_leds_a_side_and_four_in_the_centre() -> None:
    layout = around((3, 3, 3, 3), 4)

    def masks(name: str) -> tuple[tuple[bool, ...], ...]:
        view = next(p.view for p in PATTERNS if p.name == name)
        return tuple(tuple(c != DARK for c in pixels(frame(view, b / 4), layout)) for b in range(16))

    names = [p.name for p in PATTERNS if p.name != "night"]
    assert len({masks(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("url", "scheme", "target"),
    [
        ("wled+serial://1a86:7523:AB12?leds=8", Scheme.WLED_SERIAL, "1a86:7523:AB12"),
        ("wled+serial:///dev/serial/by-id/usb-1a86", Scheme.WLED_SERIAL, "/dev/serial/by-id/usb-1a86"),
        ("wled+serial://COM3", Scheme.WLED_SERIAL, "COM3"),
        ("wled+serial://", Scheme.WLED_SERIAL, ""),
        ("wled+http://wled-table.local:8080/", Scheme.WLED_HTTP, "wled-table.local:8080"),
        ("adalight://2341:0043", Scheme.ADALIGHT, "2341:0043"),
        ("sim://", Scheme.SIMULATED, ""),
    ],
)
def test_an_address_names_the_way_and_the_board(url: str, scheme: Scheme, target: str) -> None:
    address = read_address(url)
    assert (address.scheme, address.target) == (scheme, target)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("lamp://x", "begins with wled"),
        ("", "begins with wled"),
        ("wled+http://", "192.168.1.50"),
        ("wled+http://[::1", "192.168.1.50"),
        ("wled+http://the lamp", "192.168.1.50"),
        ("wled+http://the%20lamp", "192.168.1.50"),
        ("wled+http://192.168.1.60:99999/", "192.168.1.50"),
        ("wled+http://192.168.1.60:x", "192.168.1.50"),
        ("sim://?leds=x", "not a whole number"),
        ("sim://?leds=1,2", "leds=8,8,6,6"),
        ("sim://?leds=-1", "leds=-1 is less than nothing"),
        ("sim://?centre=-", "not a whole number"),
        ("sim://?leds=999999", "from 1 to"),
        ("sim://?brightness=-5", "less than nothing"),
        ("sim://?leds=0&centre=0", "from 1 to"),
        (f"sim://?leds={MAX_LEDS}", "from 1 to"),
        ("sim://?way=up", "neither right nor left"),
        ("sim://?first=P5", "P1, P2, P3 or P4"),
        ("sim://?brightness=0", "between 1 and 100"),
        ("sim://?bright=50", "not an option"),
    ],
)
def test_a_slip_in_an_address_is_answered_with_what_to_type(url: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        read_address(url)


def test_the_centre_of_one_led_shows_its_first_cell() -> None:
    assert pixels(FULL, around((0, 0, 0, 0), 1)) == ((41, 41, 41),)


def test_the_usual_lamp_can_live_on_a_usb_socket() -> None:
    """A WS2812's colour takes about 20 mA fully lit, and the chip 1 mA always."""
    layout = read_address("sim://").layout
    for pattern in PATTERNS:
        for beat in range(8):
            strip = pixels(frame(pattern.view, beat / 4), layout)
            lit_ma = sum(v / 255 * 20 for colour in strip for v in colour) * layout.brightness / 100
            assert lit_ma + len(strip) < 350
