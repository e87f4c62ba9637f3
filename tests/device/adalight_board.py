"""What our firmware does with bytes, without the chip: for tests that have no time for a simulated one."""

from functools import reduce
from operator import xor

from device.buttons import Press

Colour = tuple[int, int, int]


def write_press(press: Press) -> bytes:
    """The line of a press, as the firmware writes it."""
    words = f"!{'R' if press.seat is None else press.seat.name} {press.number:02X}".encode()
    return words + b" %02X\n" % reduce(xor, words)


class AdalightBoard:
    """`shown` is the last whole frame."""

    def __init__(self) -> None:
        self.shown: tuple[Colour, ...] = ()
        self.frames = 0
        self._data = b""
        self._presses = 0

    def boot(self) -> bytes:
        self.shown = ()
        self._data = b""
        self._presses = 0
        return b"!fifthseat 1 power\n"

    def press(self, press: Press) -> bytes:
        line = write_press(Press(press.seat, self._presses))
        self._presses = (self._presses + 1) % 256
        return line + line

    def give_up(self) -> None:
        """A pause: what was begun is dropped."""
        self._data = b""

    def feed(self, data: bytes) -> bytes:
        self._data += data
        while (start := self._data.find(b"Ada")) >= 0 and len(self._data) >= start + 6:
            high, low, check = self._data[start + 3 : start + 6]
            if check != high ^ low ^ 0x55:
                self._data = self._data[start + 3 :]
                continue
            end = start + 6 + 3 * (high * 256 + low + 1)
            if len(self._data) < end:
                break
            values, self._data = self._data[start + 6 : end], self._data[end:]
            self.shown = tuple((values[i], values[i + 1], values[i + 2]) for i in range(0, len(values), 3))
            self.frames += 1
        return b""
