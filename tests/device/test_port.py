"""The real pyserial on a real (pseudo) terminal: opened gently, left whole, and replugged many times without a leak."""

import fcntl
import os
import pty
import termios
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import serial

from device.lamp import Bell
from device.light import frame
from device.link import Light
from device.patterns import PATTERNS
from device.port import WRITE_S, SerialPort
from device.trouble import words_for
from tests.device.wled_board import WledBoard

pytestmark = [pytest.mark.live, pytest.mark.skipif(os.name != "posix", reason="pseudo terminals are POSIX")]
PATIENCE_S = 20.0
TURN = next(p.view for p in PATTERNS if p.name == "turn")
EAST = next(p.view for p in PATTERNS if p.name == "east")


class Plug:
    """A pseudo terminal behind a path that can move, with a WLED board on it in a thread of its own."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self.board = WledBoard(40)
        self.answering = True
        self.raving = b""
        self.other_speed = False
        self.plug()

    def plug(self) -> None:
        self.master, self.slave = pty.openpty()
        os.set_blocking(self.master, False)
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(os.ttyname(self.slave))
        self._stop = Bell()
        self._thread = threading.Thread(target=self._serve, args=(self.master, self._stop))
        self._thread.start()

    def unplug(self) -> None:
        self.link.unlink(missing_ok=True)
        self._stop.ring()
        self._thread.join()
        self._stop.close()
        os.close(self.slave)
        os.close(self.master)

    def _serve(self, master: int, stop: Bell) -> None:
        while True:
            stop.wait(0.002 if self.raving or not self.answering else PATIENCE_S, *([master] if self.answering else []))
            if not self.link.exists():
                return
            try:
                data = os.read(master, 4096) if self.answering else b""
            except OSError:
                data = b""
            answer = self.board.feed(_garbled(data) if self.other_speed else data) if data else b""
            answer = _garbled(answer or b"?") if self.other_speed else answer
            try:
                os.write(master, answer + self.raving)
            except OSError:
                continue


def _garbled(data: bytes) -> bytes:
    """Roughly what a line at another speed makes of bytes: fewer of them, and others."""
    return bytes((byte << 3 & 0xFF) | 0x80 for byte in data[::2])


@pytest.fixture
def plug(tmp_path: Path) -> Iterator[Plug]:
    plugged = Plug(tmp_path / "lamp")
    yield plugged
    plugged.answering = True
    plugged.unplug()


def until(true: Callable[[], bool]) -> bool:
    """Looks again and again, for as long as a busy machine may need."""
    end_s = time.monotonic() + PATIENCE_S
    bell = Bell()
    try:
        while not true():
            if time.monotonic() > end_s:
                return False
            bell.wait(0.005)
        return True
    finally:
        bell.close()


def shows(plug: Plug, name: str) -> bool:
    """Whether the board shows the first beat of a pattern that does not move."""
    view = next(p.view for p in PATTERNS if p.name == name)
    cells = frame(view, 0.0)
    return until(lambda: [s.middle for s in cells.sides] == [plug.board.shown[8 * n + 4] for n in range(4)])


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0


def test_opening_leaves_the_line_as_it_is_on_closing() -> None:
    master, slave = pty.openpty()
    try:
        settings = termios.tcgetattr(slave)
        settings[2] |= termios.HUPCL
        termios.tcsetattr(slave, termios.TCSANOW, settings)
        port = SerialPort(os.ttyname(slave))
        now = termios.tcgetattr(slave)
        port.close()
        assert not now[2] & termios.HUPCL, "closing would drop DTR, and the next opening restart the board"
        assert now[4] == now[5] == termios.B115200
    finally:
        os.close(master)
        os.close(slave)


def test_neither_line_is_pulled_while_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Linux both are asserted by the kernel; to let go of one before the other would restart an ESP32."""
    requests: list[int] = []
    real: Any = fcntl.ioctl

    def note(fd: int, request: int, *rest: object) -> object:
        requests.append(request)
        return real(fd, request, *rest)

    monkeypatch.setattr(fcntl, "ioctl", note)
    master, slave = pty.openpty()
    try:
        SerialPort(os.ttyname(slave)).close()
        assert termios.TIOCMBIC not in requests
    finally:
        os.close(master)
        os.close(slave)


def test_a_port_in_use_is_left_alone() -> None:
    master, slave = pty.openpty()
    first = SerialPort(os.ttyname(slave))
    try:
        with pytest.raises(serial.SerialException):
            SerialPort(os.ttyname(slave))
    finally:
        first.close()
        os.close(master)
        os.close(slave)


def test_closing_twice_is_once_enough() -> None:
    master, slave = pty.openpty()
    port = SerialPort(os.ttyname(slave))
    port.close()
    port.close()
    os.close(master)
    os.close(slave)


def test_wled_on_a_terminal_shows_the_table(plug: Plug) -> None:
    with Light(f"wled+serial://{plug.link}") as light:
        for name in ("turn", "east", "over"):
            light.show(next(p.view for p in PATTERNS if p.name == name))
            assert shows(plug, name)
        assert until(lambda: light.status.startswith("The light shows the table"))


def test_unplugged_and_plugged_in_again_fifty_times_nothing_leaks(plug: Plug) -> None:
    before, threads = descriptors(), threading.active_count()
    with Light(f"wled+serial://{plug.link}") as light:
        for n in range(50):
            light.show(TURN if n % 2 else EAST)
            if n % 10 == 0:
                assert shows(plug, "turn" if n % 2 else "east")
            plug.unplug()
            plug.board.boot()
            plug.plug()
        light.show(TURN)
        assert shows(plug, "turn")
    assert descriptors() == before
    assert threading.active_count() == threads


def test_unplugged_is_said_in_plain_words(plug: Plug) -> None:
    with Light(f"wled+serial://{plug.link}") as light:
        light.show(TURN)
        assert shows(plug, "turn")
        plug.unplug()
        assert until(lambda: "plugged" in light.status)
        plug.plug()
        assert until(lambda: light.status.startswith("The light shows the table"))


def test_a_board_that_takes_nothing_is_given_up_and_shows_the_latest_when_it_wakes(plug: Plug) -> None:
    with Light(f"wled+serial://{plug.link}") as light:
        light.show(TURN)
        assert shows(plug, "turn")
        plug.answering = False
        light.show(EAST)
        assert until(lambda: "stopped answering" in light.status)
        plug.answering = True
        assert shows(plug, "east")


def test_a_flooding_board_is_shown_the_table_all_the_same(plug: Plug) -> None:
    plug.raving = b"\xaa\x55garbage\n" * 300
    with Light(f"wled+serial://{plug.link}") as light:
        light.show(TURN)
        assert shows(plug, "turn")
        light.show(EAST)
        assert shows(plug, "east")
        plug.raving = b""


def test_wled_that_restarts_is_told_everything_again(plug: Plug) -> None:
    with Light(f"wled+serial://{plug.link}") as light:
        light.show(TURN)
        assert shows(plug, "turn")
        os.write(plug.master, plug.board.boot())
        assert shows(plug, "turn")


def test_garbage_from_the_board_is_passed_over(plug: Plug) -> None:
    with Light(f"wled+serial://{plug.link}") as light:
        light.show(TURN)
        assert shows(plug, "turn")
        os.write(plug.master, bytes(range(256)) * 3 + b"{[[[WLED x\r\n")
        light.show(EAST)
        assert shows(plug, "east")
        assert until(lambda: light.ok)


def test_a_board_at_another_speed_is_named_and_shows_the_table_once_it_is_put_right(plug: Plug) -> None:
    plug.other_speed = True
    with Light(f"wled+serial://{plug.link}") as light:
        light.show(TURN)
        assert until(lambda: "115200" in light.status)
        assert not light.ok
        plug.other_speed = False
        assert shows(plug, "turn")
        assert until(lambda: light.ok)


def test_a_full_buffer_is_waited_for_without_turning_in_circles() -> None:
    master, slave = pty.openpty()
    port = SerialPort(os.ttyname(slave))
    try:
        began_s = time.thread_time()
        with pytest.raises(TimeoutError):
            port.write(b"x" * 1_000_000)
        assert time.thread_time() - began_s < WRITE_S / 2, "it slept while nothing could be written"
    finally:
        port.close()
        os.close(master)
        os.close(slave)


@pytest.mark.parametrize("path", ["/dev/null", "/"])
def test_what_is_no_serial_port_is_told_in_plain_words(path: str) -> None:
    with pytest.raises(OSError, match="port") as caught:
        SerialPort(path)
    assert "is no serial port" in words_for(caught.value)
