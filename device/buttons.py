"""Presses of the call buttons, as the firmware sends them back on the lamp's own line. No I/O here.

A press is one line, `!P3 2A 11`: whose button (`R` for the referee), a number that counts up from 00 to FF and round,
and the exclusive-or of all before the last blank. Every line is sent twice, so that one byte lost on the way loses no
press; the number tells the second line from a second press. A board that has restarted says `!fifthseat 1 CAUSE` and
counts from 00 again; while it hears nothing it says `!fifthseat 1 waiting`.
"""

from collections import deque
from dataclasses import dataclass
from functools import reduce

from engine.tile import Seat

REMEMBERED = 16  # numbers; the second line of a press comes 8 ms after the first, with at most a few others between
LONGEST = 40  # bytes; a longer line is no line of ours, and nothing may grow without end


@dataclass(frozen=True, slots=True)
class Press:
    """Somebody pressed. `seat` is None for the referee's button; `number` is the board's count, 0 ... 255."""

    seat: Seat | None
    number: int


class Buttons:
    """Turns whatever bytes arrive into presses, each once.

    `missed` counts numbers that have not come, `restarts` the starts of the board, `nonsense` the bytes that were
    neither a press nor a greeting.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._last: int | None = None  # the newest
        self._recent: deque[int] = deque(maxlen=REMEMBERED)
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
            if not line.endswith(b" waiting"):
                self._last = None
                self._recent.clear()
                self.restarts += 1
            return None
        press = read_press(line)
        if press is None:
            self.nonsense += len(line)
            return None
        if press.number in self._recent:
            return None
        self._recent.append(press.number)
        ahead = 1 if self._last is None else (press.number - self._last) % 256
        if ahead < 128:
            self.missed += ahead - 1
            self._last = press.number
        else:
            self.missed -= 1  # its first line was lost and a later press overtook its second
        return press


def read_press(line: bytes) -> Press | None:
    """The press that one line reports, None if it is anything else. `line` comes without its end.

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
