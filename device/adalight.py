"""Adalight, the language of bare boards: the whole strip in one frame, said again before the board forgets it. No I/O.

A frame is `Ada`, the number of LEDs less one in two bytes, high first, those two and 0x55 exclusive-ored, and then red,
green and blue of every LED. A lamp that hears no frame for a while shows something else: WLED after 2.5 s, our firmware
after 5 s.
"""

from device.buttons import Buttons, Press
from device.light import Colour
from device.talk import BYTE_S

REFRESH_S = 1.0  # two may be lost before the most impatient lamp gives up
NONSENSE_BYTES = 64  # less than this is a board that just started, or a plug that wiggled


def write_frame(strip: tuple[Colour, ...], brightness: int = 100) -> bytes:
    """The frame of a strip of 1 ... 65536 LEDs at `brightness` percent; what is lit stays lit."""
    count = len(strip) - 1
    high, low = divmod(count, 256)
    values = (0 if v == 0 else max(1, v * brightness // 100) for colour in strip for v in colour)
    return b"Ada" + bytes((high, low, high ^ low ^ 0x55)) + bytes(values)


class Adalight:
    """One conversation with a board that speaks Adalight, with or without our buttons."""

    def __init__(self, brightness: int = 100) -> None:
        self._brightness = brightness
        self._buttons = Buttons()
        self._said: tuple[Colour, ...] | None = None
        self._refresh_s = 0.0
        self._line_free_s = 0.0  # a frame handed over earlier would only wait in the computer and show a past table
        self._heard_well = 0

    @property
    def nonsense(self) -> int:
        return self._buttons.nonsense

    @property
    def trouble(self) -> str | None:
        if self.nonsense - self._heard_well > NONSENSE_BYTES:
            return "The light is sent to, but what it answers makes no sense: is it set to another speed than 115200?"
        if self._buttons.missed:
            return "The light shows the table, but a press of a button was lost on the wire: check the plug."
        return None

    def say(self, strip: tuple[Colour, ...], now_s: float) -> bytes:
        if now_s < self._line_free_s or (strip == self._said and now_s < self._refresh_s):
            return b""
        frame = write_frame(strip, self._brightness)
        self._said = strip
        self._refresh_s = now_s + REFRESH_S
        self._line_free_s = now_s + len(frame) * BYTE_S
        return frame

    def due_s(self, now_s: float) -> float:
        return self._line_free_s if now_s < self._line_free_s else self._refresh_s

    def hear(self, data: bytes, now_s: float) -> tuple[Press, ...]:
        restarts = self._buttons.restarts
        presses = self._buttons.feed(data)
        if self._buttons.restarts != restarts:
            self._said = None  # it has forgotten what it showed
        if presses or self._buttons.restarts != restarts:
            self._heard_well = self.nonsense
        return presses
