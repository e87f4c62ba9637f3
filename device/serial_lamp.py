"""A lamp on a serial port: carries bytes between the port and the language spoken there."""

from typing import Protocol

from device.buttons import Press
from device.lamp import Bell
from device.layout import Layout, pixels
from device.light import LightFrame
from device.talk import Talk
from device.trouble import LampError

READ_BYTES = 1024
RAVING_S = 0.05  # at full speed a line brings 580 bytes in this time; a board that raves is listened to no oftener


class Port(Protocol):
    """The end of a wire; every method may raise."""

    def write(self, data: bytes) -> int: ...
    def read(self, most: int) -> bytes: ...
    def wait(self, bell: Bell, timeout_s: float) -> None: ...
    def close(self) -> None: ...


class SerialLamp:
    """Owns `port` from now on. `words` say which lamp it is."""

    def __init__(self, port: Port, talk: Talk, layout: Layout, words: str) -> None:
        self.words = words
        self._port = port
        self._talk = talk
        self._layout = layout
        self._raving = False

    @property
    def trouble(self) -> str | None:
        return self._talk.trouble

    def show(self, shown: LightFrame, now_s: float) -> float:
        said = self._talk.say(pixels(shown, self._layout), now_s)
        if said:
            written = self._port.write(said)
            if written != len(said):
                raise LampError("The light took only half of what it was sent; trying again.")
        return self._talk.due_s(now_s)

    def hear(self, now_s: float) -> tuple[Press, ...]:
        data = self._port.read(READ_BYTES)
        before = self._talk.nonsense
        presses = self._talk.hear(data, now_s) if data else ()
        self._raving = self._talk.nonsense != before or len(data) == READ_BYTES
        return presses

    def wait(self, bell: Bell, timeout_s: float) -> None:
        if self._raving:
            bell.wait(min(timeout_s, RAVING_S))
        else:
            self._port.wait(bell, timeout_s)

    def close(self) -> None:
        self._port.close()
