"""What a serial lamp's language must be able to do. No I/O: bytes in, bytes out, and the time of each."""

from typing import Protocol

from device.buttons import Press
from device.light import Colour

BAUD = 115200  # what WLED, Adalight lamps and our firmware listen at unless told otherwise
BYTE_S = 10 / BAUD  # a start bit, eight bits, a stop bit


class Talk(Protocol):
    """One conversation with one board, from the moment its port was opened."""

    @property
    def trouble(self) -> str | None:
        """What a person should know, None while the board does what it should."""

    @property
    def nonsense(self) -> int:
        """How many bytes were heard that this language does not have."""

    def say(self, strip: tuple[Colour, ...], now_s: float) -> bytes:
        """What to write now so that the board comes to show `strip`; empty if nothing, or not yet."""

    def due_s(self, now_s: float) -> float:
        """When `say` has to be asked again though nothing changed."""

    def hear(self, data: bytes, now_s: float) -> tuple[Press, ...]:
        """Takes what the board said."""
