"""The real firmware in a simulated chip, with the real driver on the other end of the line."""

import os
import queue
import termios
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from device.adalight import write_frame
from device.address import read_address
from device.buttons import Buttons, Press
from device.firmware.build import Built, flash_command, main
from device.layout import pixels
from device.light import frame
from device.link import Light
from device.patterns import PATTERNS, Pattern
from device.port import SerialPort
from engine.tile import Seat
from engine.view import LightView
from tests.device.board import PATIENCE_S, Board, Colour

pytestmark = pytest.mark.firmware

DARK: Colour = (0, 0, 0)
STILL = [p for p in PATTERNS if p.name in ("turn", "east", "round", "over", "charleston")]  # one picture each


def lit_strip(view: LightView, url: str) -> tuple[Colour, ...]:
    """What the LEDs have to show for a view that does not move."""
    layout = read_address(url).layout
    data = write_frame(pixels(frame(view, 0.0), layout), layout.brightness)[6:]
    return tuple((data[i], data[i + 1], data[i + 2]) for i in range(0, len(data), 3))


def exchange(board: Board, data: bytes, enough: Callable[[bytes], bool]) -> bytes:
    """Writes to the board and reads until there is enough."""
    fd = os.open(board.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        os.write(fd, data)
        heard = b""
        for _ in range(200):
            board.tell("skip 10")
            with suppress(BlockingIOError):
                heard += os.read(fd, 4096)
            if enough(heard):
                return heard
        raise AssertionError(f"only heard {heard!r}")
    finally:
        os.close(fd)


def test_a_third_of_the_chip_is_free(firmware: Built, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["-o", str(tmp_path)]) == 0
    assert "flash" in capsys.readouterr().out
    assert firmware.roomy
    assert not replace(firmware, ram=1366).roomy
    assert not replace(firmware, flash=21846).roomy


def test_the_flash_command_names_chip_port_and_file(firmware: Built) -> None:
    command = " ".join(flash_command(firmware.hex, "/dev/ttyUSB0"))
    assert command.startswith("avrdude -q -p atmega328p -c arduino -P /dev/ttyUSB0 -b 115200")
    assert command.endswith(f"flash:w:{firmware.hex}:i")


def test_it_says_what_it_is_after_a_start(board: Board) -> None:
    heard = exchange(board, b"", lambda data: data.count(b"\n") >= 3)
    first, second, third, _ = heard.split(b"\n")
    assert first in (b"!fifthseat 1 power", b"!fifthseat 1 reset")
    assert second == third == b"!fifthseat 1 waiting"


def test_without_a_host_the_first_led_winks_and_the_rest_is_dark(board: Board) -> None:
    board.tell("skip 4100")
    assert [p[0] for p in board.pictures[:4]] == [(8, 8, 8), DARK, (8, 8, 8), DARK]
    assert {colour for p in board.pictures for colour in p[1:]} == {DARK}


def test_a_host_that_falls_silent_leaves_no_stale_table(board: Board) -> None:
    strip: tuple[Colour, ...] = ((9, 8, 7), (6, 5, 4), (3, 2, 1))
    exchange(board, write_frame(strip), lambda _: strip in board.pictures)
    before = len(board.pictures)
    board.tell("skip 4500")
    assert len(board.pictures) == before, "still the table's picture"
    board.tell("skip 1500")
    assert board.pictures[before][1:3] == (DARK, DARK)


@pytest.mark.parametrize("leds", [1, 2, 36, 150, 151, 300])
def test_every_led_shows_what_the_frame_says(board: Board, leds: int) -> None:
    strip = tuple((i % 256, (i * 7 + 1) % 256, 255 - i % 256) for i in range(leds))
    exchange(board, write_frame(strip), lambda _: strip[:150] in board.pictures)


def test_no_byte_is_lost_while_the_leds_are_written(board: Board) -> None:
    strips = [tuple(((n * 31 + i) % 256, (n + i) % 256, i) for i in range(150)) for n in range(8)]
    exchange(board, b"".join(write_frame(strip) for strip in strips), lambda _: strips[-1] in board.pictures)
    assert [p for p in board.pictures if p in strips] == strips, "every frame of the unbroken stream was shown"
    report = board.report()
    assert report["overruns"] == 0
    assert report["wrong"] == 0, "every pulse was a WS2812's 0 or 1"
    assert report["gap"] < 9 * 16, "a WS2812 may take a low of 9 us for the end of the picture"


def test_it_sleeps_most_of_the_time_and_needs_little_stack(board: Board, firmware: Built) -> None:
    exchange(board, write_frame(((1, 2, 3),) * 36), lambda _: ((1, 2, 3),) * 36 in board.pictures)
    board.send("down 1")
    board.tell("skip 1000")
    report = board.report()
    assert report["sleeps"] > 90
    assert firmware.ram + report["stack"] < 2048 * 2 / 3


@pytest.mark.parametrize("button", range(5))
def test_a_bouncing_press_is_one_press(board: Board, button: int) -> None:
    board.tell("skip 50")
    board.send(f"bounce {button}")
    board.send("skip 300")
    board.send(f"up {button}")
    heard = exchange(board, b"", lambda data: data.count(b"!P") + data.count(b"!R") >= 2)
    seat = None if button == 4 else Seat(button)
    assert Buttons().feed(heard) == (Press(seat, 0),)


def test_five_fingers_at_once_are_five_presses_in_the_order_of_the_seats(board: Board) -> None:
    board.tell("skip 50")
    for button in range(5):
        board.send(f"down {button}")
    heard = exchange(board, b"", lambda data: data.count(b"!R") >= 2)
    parser = Buttons()
    presses = parser.feed(heard)
    assert sorted(press.seat for press in presses if press.seat is not None) == list(Seat)
    assert len(presses) == 5
    assert parser.missed == 0


def test_a_button_held_since_the_start_does_not_call(board: Board) -> None:
    board.send("down 0")
    board.tell("reset")
    board.tell("skip 100")
    board.send("up 0")
    board.tell("skip 30")
    board.send("down 0")
    heard = exchange(board, b"", lambda data: data.count(b"!P1") >= 2)
    assert Buttons().feed(heard) == (Press(Seat.P1, 0),)


def test_a_jammed_program_is_restarted_by_the_watchdog(board: Board) -> None:
    board.tell("skip 100")
    board.tell("jam")
    exchange(board, b"", lambda data: b"!fifthseat 1 watchdog" in data)
    strip = ((1, 2, 3),)
    exchange(board, write_frame(strip), lambda _: strip in board.pictures)


@pytest.mark.parametrize(
    "noise",
    [b"Ada\xff\xff\x55", b"AdAdaAda\x00\x01\x00", b"\x00" * 700, b"AAAA", b"Ada\x00\x02\x57\x01\x02", b""],
    ids=["longest frame", "broken headers", "zeros", "only the first letter", "a frame cut short", "nothing"],
)
def test_garbage_costs_one_frame_and_no_more(board: Board, noise: bytes) -> None:
    exchange(board, noise, lambda _: True)
    board.tell("skip 100")
    strip: tuple[Colour, ...] = ((7, 7, 7), (8, 8, 8))
    exchange(board, write_frame(strip), lambda _: strip in board.pictures)


def test_a_host_at_another_speed_changes_nothing_and_the_right_one_is_heard_after_it(board: Board) -> None:
    strip: tuple[Colour, ...] = ((200, 100, 50),) * 12
    fd = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
    try:
        settings = termios.tcgetattr(fd)
        for speed in (termios.B9600, termios.B230400, termios.B57600):
            settings[4] = settings[5] = speed
            termios.tcsetattr(fd, termios.TCSANOW, settings)
            os.write(fd, write_frame(strip) * 3)
            board.tell("skip 700")
        assert strip not in board.pictures
    finally:
        os.close(fd)
    SerialPort(board.port).close()  # sets the speed
    exchange(board, write_frame(strip), lambda _: strip in board.pictures)


@pytest.mark.parametrize("pattern", STILL, ids=lambda pattern: pattern.name)
def test_the_driver_puts_the_table_on_the_leds(board: Board, pattern: Pattern) -> None:
    view = pattern.view
    url = f"adalight://{board.port}?leds=6&centre=4&brightness=50"
    with Light(url) as light:
        light.show(view)
        assert board.shows(lit_strip(view, url))


def test_a_press_reaches_the_callback(board: Board) -> None:
    presses: queue.SimpleQueue[Press] = queue.SimpleQueue()
    with Light(f"adalight://{board.port}", on_press=presses.put) as light:
        light.show(STILL[0].view)
        board.shows(lit_strip(STILL[0].view, f"adalight://{board.port}"))
        board.send("down 2")
        assert presses.get(timeout=PATIENCE_S).seat is Seat.P3


def test_the_table_is_back_on_the_leds_after_a_power_cycle_and_after_hanging(board: Board) -> None:
    url = f"adalight://{board.port}?leds=4&centre=2"
    with Light(url) as light:
        light.show(STILL[0].view)
        assert board.shows(lit_strip(STILL[0].view, url))
        board.tell("reset")
        board.pictures.clear()
        assert board.shows(lit_strip(STILL[0].view, url)), "after a restart"
        board.tell("hang")
        light.show(STILL[1].view)
        board.tell("resume")
        assert board.shows(lit_strip(STILL[1].view, url)), "after it hung"


def test_a_replugged_board_is_found_at_its_new_port(board: Board, tmp_path: Path) -> None:
    link = f"{tmp_path}/lamp"
    os.symlink(board.port, link)
    url = f"adalight://{link}?leds=4&centre=2"
    with Light(url) as light:
        light.show(STILL[0].view)
        assert board.shows(lit_strip(STILL[0].view, url))
        board.tell("unplug")
        light.show(STILL[1].view)
        board.tell("plug")
        os.unlink(link)
        os.symlink(board.port, link)
        assert board.shows(lit_strip(STILL[1].view, url))
