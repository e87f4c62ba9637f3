"""WLED's JSON, said only when something changes. No I/O.

The board keeps what it was told, so it is told differences: each side is a segment, and within it `i` paints ranges of
LEDs (https://kno.wled.ge/interfaces/json-api/). On the wire a message is short enough for the 256 bytes that a small
controller holds while it is busy, and it ends in `v`: the answer, `WLED 2412100`, says that the message before it has
been taken (https://kno.wled.ge/interfaces/serial/). One message is under way at a time; meanwhile the newest state
simply replaces the one before.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from device.buttons import Press
from device.layout import Layout, Run
from device.light import Colour
from device.talk import BYTE_S

MESSAGE_BYTES = 200  # of 256, less the probe and what a person's other program may have sent
MOST_SEGMENTS = 16  # of the smallest boards; the rest of theirs, if left over from another use, are removed

ANSWER_S = 0.7  # a board that saves a preset or joins the network is away for some 0.3 s
PROBE_S = 1.0  # how soon a board that restarted by itself is noticed
REPEAT_S = 30.0  # what somebody did to the lamp with another program is mended after this
STRANGE_S = 2.0  # a flooding board shall not be told everything again more often than this
DEAF_AFTER = 3  # unanswered probes
DEAF_PACE_S = 0.05  # between messages to a board that does not answer, so that its 256 bytes do not run over
DEAF_REPEAT_S = 5.0  # and it cannot be noticed when such a board restarts
FOREVER = float("inf")
LONGEST = 64  # bytes of an answer's line


@dataclass(frozen=True, slots=True)
class Message:
    """One JSON text, and the LEDs that show what once the board has taken it."""

    text: str
    paints: tuple[tuple[int, Colour], ...] = ()


class Mirror:
    """What the board is known to show, and so what it still has to be told."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._runs = tuple(run for run in layout.runs if run.count)
        self._setup: list[Message] = []
        self._has: list[Colour | None] = []
        self.forget()

    def forget(self) -> None:
        """Nothing is known any more: the next messages say everything."""
        self._setup = list(self._settings())
        self._has = [None] * self._layout.length

    def next(self, strip: tuple[Colour, ...]) -> Message | None:
        """The next message towards `strip`, None when the board shows it."""
        return self._setup[0] if self._setup else self._painting(strip)

    def taken(self, message: Message) -> None:
        """The board has taken this message."""
        if self._setup and self._setup[0] is message:
            del self._setup[0]
        for led, colour in message.paints:
            self._has[led] = colour

    def _settings(self) -> Iterator[Message]:
        yield Message(_json({"on": True, "bri": round(self._layout.brightness * 255 / 100), "transition": 0}))
        plain = {"grp": 1, "spc": 0, "of": 0, "on": True, "bri": 255, "fx": 0, "rev": False, "mi": False}
        for number, run in enumerate(self._runs):
            yield Message(_json({"seg": {"id": number, "start": run.start, "stop": run.start + run.count, **plain}}))
        left_over = [{"id": number, "stop": 0} for number in range(len(self._runs), MOST_SEGMENTS)]
        for i in range(0, len(left_over), 8):
            yield Message(_json({"seg": left_over[i : i + 8]}))

    def _painting(self, strip: tuple[Colour, ...]) -> Message | None:
        """As many of the changed ranges as fit into one message."""
        segments: list[dict[str, object]] = []
        paints: list[tuple[int, Colour]] = []
        for number, run in enumerate(self._runs):
            ranges: list[int | str] = []
            for start, stop, colour in self._changed(strip, run):
                more: list[int | str] = [start, stop, "{:02X}{:02X}{:02X}".format(*colour)]
                if len(_json({"seg": [*segments, {"id": number, "i": ranges + more}]})) > MESSAGE_BYTES:
                    break
                ranges += more
                paints += [(run.start + led, colour) for led in range(start, stop)]
            if ranges:
                segments.append({"id": number, "i": ranges})
        return Message(_json({"seg": segments}), tuple(paints)) if segments else None

    def _changed(self, strip: tuple[Colour, ...], run: Run) -> Iterator[tuple[int, int, Colour]]:
        """Ranges of one colour, from first to one past last within the run, that hold an LED to be changed."""
        leds = range(run.start, run.start + run.count)
        for colour, group in groupby(leds, key=lambda led: strip[led]):
            range_ = list(group)
            if any(self._has[led] != colour for led in range_):
                yield range_[0] - run.start, range_[-1] + 1 - run.start, colour


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


class WledSerial:
    """One conversation with a WLED board over a serial line."""

    def __init__(self, layout: Layout) -> None:
        self._mirror = Mirror(layout)
        self._under_way: Message | None = None
        self._waiting_since_s: float | None = None
        self._free_s = 0.0
        self._probe_s = 0.0
        self._repeat_s = -FOREVER
        self._strange_s = -FOREVER
        self._unanswered = 1  # nobody knows what is there: it is asked before it is told
        self._answers = 0
        self._rest = b""
        self.nonsense = 0
        self._nonsense_before = 0  # its last answer: what a board says as it starts is nothing against it later

    @property
    def _deaf(self) -> bool:
        return self._unanswered >= DEAF_AFTER

    @property
    def trouble(self) -> str | None:
        if not self._deaf:
            return None if self._answers else "Asking the light's board whether it is WLED."
        if self.nonsense > self._nonsense_before:
            return "The light's board answers, but not as WLED does: is WLED on it, and its speed 115200 baud?"
        if self._answers:
            return "The light's board has stopped answering; it is still being sent to."
        return "The light's board takes what it is sent, but does not answer: is WLED on it?"

    def say(self, strip: tuple[Colour, ...], now_s: float) -> bytes:
        if self._waiting_since_s is not None:
            if now_s < self._waiting_since_s + ANSWER_S and not self._deaf:
                return b""
            self._give_up(now_s)
        if now_s < self._free_s:
            return b""
        if now_s >= self._repeat_s:
            self._forget(now_s)
        # a board that has stopped answering may be starting: it is asked first and told everything when it answers
        asking = self._unanswered > 0 and not self._deaf
        message = None if asking else self._mirror.next(strip)
        if message is None and now_s < self._probe_s:
            return b""
        said = b"v" if message is None else message.text.encode() + b"\nv"
        self._under_way = message
        self._waiting_since_s = now_s
        self._free_s = now_s + (DEAF_PACE_S if self._deaf else len(said) * BYTE_S)
        self._probe_s = now_s + PROBE_S
        return said

    def due_s(self, now_s: float) -> float:
        if self._waiting_since_s is not None and not self._deaf:
            return self._waiting_since_s + ANSWER_S
        return self._free_s if now_s < self._free_s else min(self._probe_s, self._repeat_s)

    def hear(self, data: bytes, now_s: float) -> tuple[Press, ...]:
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[-LONGEST:]
        strange = len(rest) - len(self._rest)
        for line in lines:
            if _is_answer(line):
                self._answered(now_s)
            else:
                strange += len(line)
        if strange:
            self.nonsense += strange
            if now_s >= self._strange_s + STRANGE_S:  # a board that starts says so in its own words
                self._strange_s = now_s
                self._forget(now_s)
        return ()

    def _answered(self, now_s: float) -> None:
        if self._unanswered:
            self._forget(now_s)
        elif self._under_way is not None:
            self._mirror.taken(self._under_way)
        self._answers += 1
        self._nonsense_before = self.nonsense
        self._unanswered = 0
        self._free_s = now_s
        self._under_way = None
        self._waiting_since_s = None

    def _give_up(self, now_s: float) -> None:
        """No answer came. A board whose answers cannot reach us (its line out has another use) is told all the same."""
        self.nonsense += len(self._rest)  # an answer that was none, not even ended
        self._rest = b""
        if self._deaf and self._under_way is not None:
            self._mirror.taken(self._under_way)
        self._unanswered = min(self._unanswered + 1, DEAF_AFTER)
        if self._deaf:
            self._repeat_s = min(self._repeat_s, now_s + DEAF_REPEAT_S)
        self._under_way = None
        self._waiting_since_s = None

    def _forget(self, now_s: float) -> None:
        self._mirror.forget()
        self._repeat_s = now_s + (DEAF_REPEAT_S if self._deaf else REPEAT_S)


def _is_answer(line: bytes) -> bool:
    word, _, number = line.strip().rpartition(b"WLED ")
    return number.isdigit() and not word.strip(b"\x00")
