"""Which boards are plugged in, and which of them is the one we mean.

A board is known by its vendor, product and serial number, which stay the same in every socket; the path (/dev/ttyUSB0,
COM3) does not. Cheap boards have no serial number: two alike are told apart by the socket.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass

from serial.tools import list_ports

from device.trouble import LampError


@dataclass(frozen=True, slots=True)
class Board:
    """One serial port with a USB board behind it. `place` is its socket, such as 1-1.4, empty where unknown."""

    path: str
    vendor: int
    product: int
    serial: str = ""
    place: str = ""
    words: str = ""

    @property
    def identity(self) -> str:
        """`vendor:product` or `vendor:product:serial`, the numbers in four hexadecimal digits."""
        return f"{self.vendor:04x}:{self.product:04x}" + (f":{self.serial}" if self.serial else "")


# Chips found on boards that WLED or our firmware runs on; a telephone or a scanner is none of them.
_CHIPS = {
    0x1A86: "CH340 board (WLED controller, Nano or D1 mini)",
    0x10C4: "CP210x board (ESP32)",
    0x0403: "FTDI board",
    0x067B: "PL2303 board",
    0x303A: "ESP32 with its own USB",
    0x2341: "Arduino",
    0x2A03: "Arduino",
    0x239A: "Adafruit board",
    0x2E8A: "Raspberry Pi Pico",
}


def boards() -> tuple[Board, ...]:
    """The USB boards plugged in now, in the order of their paths."""
    found = (
        Board(p.device, p.vid, p.pid, p.serial_number or "", p.location or "", p.description or "")
        for p in list_ports.comports()
        if p.vid is not None and p.pid is not None
    )
    return tuple(sorted(found, key=lambda board: board.path))


def kind(board: Board) -> str:
    """What it probably is, for a person; empty if it is no board that drives lamps."""
    return _CHIPS.get(board.vendor, "")


class Search:
    """Finds the same board again, wherever it has been plugged in. `target` and `place` are those of an Address."""

    def __init__(
        self, target: str, place: str | None = None, plugged_in: Callable[[], tuple[Board, ...]] = boards
    ) -> None:
        self._target = target
        self._place = place
        self._plugged_in = plugged_in
        self._last: Board | None = None

    def path(self) -> str:
        """The path of its port now. Raises LampError with a sentence if there is none, or more than one."""
        if _is_path(self._target):
            return self._by_path(self._target)
        candidates = [board for board in self._plugged_in() if self._means(board)]
        if len(candidates) > 1 and self._last is not None:
            candidates = [board for board in candidates if board == self._last] or candidates
        if not candidates:
            raise LampError(f"The light is not plugged in (looking for {self._target or 'any board'}).")
        if len(candidates) > 1:
            ways = ", ".join(f"{b.identity}?at={b.place}" if b.place else b.path for b in candidates)
            raise LampError(f"Several boards could be the light; choose one in its address: {ways}.")
        self._last = candidates[0]
        return candidates[0].path

    def _means(self, board: Board) -> bool:
        if self._place is not None and board.place != self._place:
            return False
        if not self._target:
            return bool(kind(board))
        return (board.identity + ":").lower().startswith(self._target.lower() + ":")

    def _by_path(self, path: str) -> str:
        """The path itself while it is there; the board that was there, when it turns up at another."""
        real = os.path.realpath(path) if path.startswith("/") else path
        plugged_in = self._plugged_in()
        here = next((board for board in plugged_in if board.path == real), None)
        if self._last is not None and (here is None or here.identity != self._last.identity):
            moved = [board for board in plugged_in if board.identity == self._last.identity]
            if len(moved) == 1:
                return moved[0].path
            raise LampError(f"The light is not plugged in (looking for {self._last.identity}).")
        if here is None and path.startswith("/") and not os.path.exists(path):
            raise LampError(f"The light is not plugged in (nothing at {path}).")
        self._last = here
        return path


def _is_path(target: str) -> bool:
    return target.startswith("/") or target.upper().startswith("COM")
