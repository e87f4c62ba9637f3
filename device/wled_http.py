"""A WLED lamp in the home network: the same differences as on the wire, sent to its web address."""

import http.client
import json
from typing import Any
from urllib.parse import urlsplit

from device.buttons import Press
from device.lamp import Bell
from device.layout import Layout, pixels
from device.light import LightFrame
from device.trouble import LampError
from device.wled import Mirror

ANSWER_S = 1.5  # a weak wireless link repeats itself for about a second
ASK_S = 5.0
BUSY_S = 0.1


class WledHttp:
    """The lamp at `host`, or `host:port`. Raises LampError or OSError if no WLED answers there."""

    def __init__(self, host: str, layout: Layout) -> None:
        parts = urlsplit(f"//{host}")
        self.words = f"WLED at {host}"
        self.trouble: str | None = None
        self._layout = layout
        self._mirror = Mirror(layout)
        self._http = http.client.HTTPConnection(parts.hostname or host, parts.port or 80, timeout=ANSWER_S)
        self._uptime_s = 0.0
        self._ask_s = -float("inf")

    def show(self, shown: LightFrame, now_s: float) -> float:
        """Sends at most one message, so that a newer view never waits for an older one."""
        if now_s >= self._ask_s:
            self._ask()
            self._ask_s = now_s + ASK_S
        strip = pixels(shown, self._layout)
        message = self._mirror.next(strip)
        if message is None:
            return self._ask_s
        status, _ = self._exchange("POST", "/json/state", message.text)
        if status == http.client.SERVICE_UNAVAILABLE:
            return now_s + BUSY_S  # another client has its buffer
        if status != http.client.OK:
            raise LampError(f"WLED refuses what it is told (it answers {status}); is a password set on it?")
        self._mirror.taken(message)
        return self._ask_s if self._mirror.next(strip) is None else now_s

    def hear(self, now_s: float) -> tuple[Press, ...]:
        return ()

    def wait(self, bell: Bell, timeout_s: float) -> None:
        bell.wait(timeout_s)

    def close(self) -> None:
        self._http.close()

    def _ask(self) -> None:
        """Is it WLED, has it restarted, has it LEDs enough?"""
        status, body = self._exchange("GET", "/json/info")
        try:
            info = json.loads(body)
            uptime_s, leds = float(info["uptime"]), int(info["leds"]["count"])
        except (ValueError, TypeError, KeyError):
            if status == http.client.SERVICE_UNAVAILABLE:
                return
            raise LampError(
                "There is something at the light's address, but it is not WLED: check the address."
            ) from None
        if uptime_s < self._uptime_s:
            self._mirror.forget()
        self._uptime_s = uptime_s
        few = (
            f"WLED is set to {leds} LEDs, but the light's address speaks of {self._layout.length}: correct one of them."
        )
        self.trouble = few if leds < self._layout.length else None

    def _exchange(self, method: str, path: str, body: str | None = None) -> tuple[int, bytes]:
        headers = {} if body is None else {"Content-Type": "application/json"}
        self._http.request(method, path, body, headers)
        answer: Any = self._http.getresponse()
        return answer.status, answer.read(65536)
