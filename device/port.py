"""A serial port, opened so that the board behind it keeps running and nobody else writes to it.

Many boards restart when the line DTR goes from idle to asserted (Arduino), or when DTR and RTS differ for a moment
(ESP32, ESP8266). Linux and macOS assert both, together, as a port is opened, and drop both when it is closed: so they
are left as they are and told not to be dropped on closing (HUPCL off), and a program that starts again finds no edge.
Only the first opening after a board was plugged in can restart it, and then it has only just started. Windows asserts
neither unless asked to.
"""

import os
import selectors
import time
from contextlib import suppress
from typing import Any

import serial

from device.lamp import Bell, waiter
from device.talk import BAUD

WRITE_S = 0.25  # a message takes 20 ms on the wire; a board that takes none of it for this long is stuck
LINE_S = 0.0015  # from its first byte until a press or an answer is there whole, so that it is not taken byte by byte
POLL_S = 0.005  # where a port cannot be waited for


class SerialPort:
    """The port at `path`, open. Raises OSError (pyserial's SerialException is one) or termios.error."""

    def __init__(self, path: str) -> None:
        self._serial: Any = serial.Serial()
        self._serial.port = path
        self._serial.baudrate = BAUD
        self._serial.timeout = 0
        self._serial.write_timeout = WRITE_S
        self._serial.exclusive = True if os.name == "posix" else None
        if os.name != "posix":
            self._serial.dtr = False
            self._serial.rts = False
        self._serial.open()
        try:
            self._keep_running()
        except BaseException:
            self._serial.close()
            raise

    def _keep_running(self) -> None:
        if os.name != "posix":
            return
        import termios

        fd = self._serial.fileno()
        settings = termios.tcgetattr(fd)
        settings[2] &= ~termios.HUPCL
        termios.tcsetattr(fd, termios.TCSANOW, settings)

    def write(self, data: bytes) -> int:
        """Writes all of it or raises; returns how much was written.

        Where it can it waits by itself: pyserial 3.5 turns in circles, at the cost of a whole core, while a full buffer
        takes nothing.
        """
        if os.name != "posix":
            written: int = self._serial.write(data)
            return written
        fd, end_s, rest = self._serial.fileno(), time.monotonic() + WRITE_S, data
        while True:
            with suppress(BlockingIOError):
                rest = rest[os.write(fd, rest) :]
            if not rest:
                return len(data)
            left_s = end_s - time.monotonic()
            if left_s <= 0:
                raise TimeoutError("the board takes nothing")
            with waiter() as waiting:
                waiting.register(fd, selectors.EVENT_WRITE)
                waiting.select(left_s)

    def read(self, most: int) -> bytes:
        """What has come, at most `most` bytes, without waiting. Raises if the port is gone."""
        data: bytes = self._serial.read(most)
        return data

    def wait(self, bell: Bell, timeout_s: float) -> None:
        """Sleeps until something has come, the bell rings or the time is over."""
        if os.name == "posix":
            if bell.wait(timeout_s, self._serial.fileno()):
                time.sleep(LINE_S)
        elif not self._serial.in_waiting:
            bell.wait(min(timeout_s, POLL_S))

    def close(self) -> None:
        """Closes without waiting for a stuck board to take what is left; may be called twice."""
        if self._serial.is_open:
            with suppress(Exception):  # of a board that is gone nothing can be thrown away
                self._serial.reset_output_buffer()
        self._serial.close()
