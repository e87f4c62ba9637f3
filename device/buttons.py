"""Presses of the call buttons, as the firmware sends them back on the lamp's own line. No I/O here.

A press is one line, `!P3 2A 11`: whose button (`R` for the referee), a number that counts up from 00 to FF and round,
and the exclusive-or of all before the last blank. Every line is sent twice, so that one byte lost on the way loses no
press; the number tells the second line from a second press. A board that has restarted says `!fifthseat 1 CAUSE` and
counts from 00 again.
"""

from dataclasses import dataclass
from functools import reduce

from engine.tile import Seat

LONGEST = 40  # bytes; a longer line is no line of ours, and nothing may grow without end


@dataclass(frozen=True, slots=True)
class Press:
    """Somebody pressed. `seat` is None for the referee's button; `number` is the board's count, 0 ... 255."""

    seat: Seat | None
    number: int


def write_press(press: Press) -> bytes:
    """The line of a press, as the firmware writes it."""
    words = f"!{'R' if press.seat is None else press.seat.name} {press.number:02X}".encode()
    return words + b" %02X\n" % _check(words)


class Buttons:
    """Turns whatever bytes arrive into presses, each once.

    `missed` counts numbers that never came, `restarts` the board's greetings, `nonsense` the bytes that were neither.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._last: int | None = None
        self._skipping = False
        self.missed = 0
        self.restarts = 0
        self.nonsense = 0

    def feed(self, data: bytes) -> tuple[Press, ...]:
        """The presses that these bytes complete."""
        *lines, rest = (self._rest + data).split(b"\n")
        presses = []
        for line in lines:
            if self._skipping:
                self._skipping = False
                self.nonsense += len(line)
                continue
            press = self._line(line.rstrip(b"\r"))
            if press is not None:
                presses.append(press)
        if len(rest) > LONGEST:
            self._skipping = True
            self.nonsense += len(rest)
            rest = b""
        self._rest = rest
        return tuple(presses)

    def _line(self, line: bytes) -> Press | None:
        if line.startswith(b"!fifthseat "):
            self._last = None
            self.restarts += 1
            return None
        press = read_press(line)
        if press is None:
            self.nonsense += len(line)
            return None
        if press.number == self._last:
            return None
        if self._last is not None:
            self.missed += (press.number - self._last - 1) % 256
        self._last = press.number
        return press


def read_press(line: bytes) -> Press | None:
    """The press that one line reports, None if it is anything else. Inverse of `write_press`, without the line's end.

    >>> read_press(b"!P3 2A 11")
    Press(seat=<Seat.P3: 2>, number=42)
    """
    words, _, check = line.rpartition(b" ")
    who, _, number = words.partition(b" ")
    if not (_hex(number) and _hex(check)) or int(check, 16) != _check(words):
        return None
    match who:
        case b"!R":
            return Press(None, int(number, 16))
        case b"!P1" | b"!P2" | b"!P3" | b"!P4":
            return Press(Seat[who[1:].decode()], int(number, 16))
        case _:
            return None


def _hex(word: bytes) -> bool:
    return len(word) == 2 and all(c in b"0123456789ABCDEF" for c in word)


def _check(words: bytes) -> int:
    return reduce(lambda a, b: a ^ b, words, 0)
