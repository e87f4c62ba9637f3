"""A WLED controller as its documentation describes it (kno.wled.ge/interfaces: serial, json-api), for the tests.

`feed` is the serial line: JSON in, `v` and `l` answered. What a busy controller cannot hold (more than 256 bytes at
once) is lost, and what is left of a broken JSON text is taken for commands, as the real one does.
"""

import json
from typing import Any

Colour = tuple[int, int, int]
BUFFER_BYTES = 256
BOOT = b"\x00\xfe\x8cl\x9c ets Jan  8 2013,rst cause:2, boot mode:(3,6)\r\n"
ORANGE: Colour = (255, 160, 0)


class WledBoard:
    """`leds` are set in its settings; `deaf` is a board whose line out has another use."""

    def __init__(self, leds: int = 40, deaf: bool = False) -> None:
        self.leds = leds
        self.deaf = deaf
        self.messages: list[dict[str, Any]] = []
        self.overflows = 0
        self.boots = 0
        self._text = b""
        self._skip = False
        self._start()

    def _start(self) -> None:
        self.on = True
        self.brightness = 128
        self.uptime_s = 0
        self.segments: dict[int, dict[str, Any]] = {0: {"start": 0, "stop": self.leds, "on": True, "bri": 255}}
        self._painted: dict[int, dict[int, Colour]] = {}
        self._text = b""

    def boot(self) -> bytes:
        """It has lost power and starts again; returns what it says meanwhile."""
        self._start()
        self.boots += 1
        return b"" if self.deaf else BOOT

    @property
    def shown(self) -> tuple[Colour, ...]:
        """The colours of all LEDs before the brightness is applied, as `l` tells them."""
        strip: list[Colour] = [(0, 0, 0)] * self.leds
        for number, segment in sorted(self.segments.items()):
            for led in range(segment["start"], min(segment["stop"], self.leds)):
                painted = self._painted.get(number)
                colour = ORANGE if painted is None else painted.get(led - segment["start"], (0, 0, 0))
                strip[led] = colour if self.on and segment["on"] else (0, 0, 0)
        return tuple(strip)

    def feed(self, data: bytes) -> bytes:
        """Takes what has come in one piece; returns what it answers."""
        if len(data) > BUFFER_BYTES:
            self.overflows += 1
            data = data[:BUFFER_BYTES]
        answer = b""
        for byte in data:
            answer += self._take(bytes([byte]))
        return b"" if self.deaf else answer

    def give_up(self) -> None:
        """A tenth of a second without a byte: the JSON begun is dropped."""
        self._text = b""

    def _take(self, byte: bytes) -> bytes:
        if self._text:
            self._text += byte
            if byte == b"}":
                self._try_json()
            return b""
        if self._skip:
            self._skip = False
            return b""
        match byte:
            case b"{":
                self._text = byte
            case b"v":
                return b"WLED 2412100\r\n"
            case b"l":
                red_green_blue = (r << 16 | g << 8 | b for r, g, b in self.shown)
                return json.dumps(list(red_green_blue), separators=(",", ":")).encode() + b"\r\n"
            case _:
                pass
        return b""

    def _try_json(self) -> None:
        text = self._text.decode(errors="replace")
        try:
            state = json.loads(text)
        except ValueError:
            if text.count("{") > text.count("}"):
                return  # not at its end yet
            self._text = b""
            return
        self._text = b""
        self._skip = True  # it throws away the byte after the text
        self.post(state)

    def post(self, state: dict[str, Any]) -> None:
        """Takes a state object, from whichever side it came."""
        self.messages.append(state)
        self.on = state.get("on", self.on)
        self.brightness = state.get("bri", self.brightness)
        segments = state.get("seg", [])
        for position, change in enumerate(segments if isinstance(segments, list) else [segments]):
            self._change(change.get("id", position), change)

    def _change(self, number: int, change: dict[str, Any]) -> None:
        if change.get("stop") == 0:
            self.segments.pop(number, None)
            self._painted.pop(number, None)
            return
        segment = self.segments.setdefault(number, {"start": 0, "stop": 0, "on": True, "bri": 255})
        bounds = (segment["start"], segment["stop"])
        segment.update({k: change[k] for k in ("start", "stop", "on", "bri", "fx") if k in change})
        if bounds != (segment["start"], segment["stop"]):
            self._painted.pop(number, None)
        if "i" in change:
            self._paint(self._painted.setdefault(number, {}), change["i"])

    @staticmethod
    def _paint(leds: dict[int, Colour], items: list[Any]) -> None:
        """Colours one after the other, or `index, colour`, or `first, one past last, colour`."""
        numbers: list[int] = []
        at = 0
        for item in items:
            if isinstance(item, int):
                numbers.append(item)
                continue
            value = bytes.fromhex(item)
            at = numbers[0] if numbers else at
            stop = numbers[1] if len(numbers) == 2 else at + 1
            for led in range(at, stop):
                leds[led] = (value[0], value[1], value[2])
            at, numbers = stop, []
