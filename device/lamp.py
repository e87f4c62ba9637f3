"""What the link asks of anything that can be lit, and the bell that wakes the link while it waits for such a thing."""

import selectors
import socket
import sys
import time
from contextlib import suppress
from typing import Protocol

from device.buttons import Press
from device.light import LightFrame


class Lamp(Protocol):
    """One open lamp. Every method may raise; the link then closes the lamp and opens it anew."""

    @property
    def words(self) -> str:
        """What it is, for a person: `the WLED controller on USB`."""

    @property
    def trouble(self) -> str | None:
        """What a person should know although the lamp is open, None while all is well."""

    def show(self, shown: LightFrame, now_s: float) -> float:
        """Does what is needed for the lamp to show this; returns when to be called again though nothing changed."""

    def hear(self, now_s: float) -> tuple[Press, ...]:
        """Takes what the lamp has said, without waiting, and returns the presses in it."""

    def wait(self, bell: "Bell", timeout_s: float) -> None:
        """Sleeps until the lamp says something, the bell rings, or the time is over."""

    def close(self) -> None:
        """Frees everything; may be called twice."""


class Bell:
    """Wakes a waiting thread. `ring` never blocks and may be called from any thread."""

    def __init__(self) -> None:
        self._ear, self._hammer = socket.socketpair()
        self._ear.setblocking(False)
        self._hammer.setblocking(False)
        self._ringing = False

    def ring(self) -> None:
        """Costs next to nothing while it is ringing already; nobody hears a bell that is closed."""
        if self._ringing:
            return
        self._ringing = True
        with suppress(OSError):
            self._hammer.send(b"!")

    def wait(self, timeout_s: float, *fds: int) -> bool:
        """Sleeps until it is rung, one of `fds` can be read, or the time is over; whether one of them can be read."""
        with waiter() as waiting:
            waiting.register(self._ear, selectors.EVENT_READ)
            for fd in fds:
                waiting.register(fd, selectors.EVENT_READ)
            ready = waiting.select(max(0.0, timeout_s))
        with suppress(BlockingIOError):
            while self._ear.recv(4096):
                pass
        self._ringing = False  # last: a ring before this is answered by what the waiter does now, one after it wakes it
        return any(key.fd in fds for key, _ in ready)

    def close(self) -> None:
        self._hammer.close()
        self._ear.close()


def waiter() -> selectors.BaseSelector:
    """What waits for descriptors on this system."""
    # poll takes no descriptor of its own and, unlike select, one of any number; but macOS cannot poll a terminal, and
    # Windows has no poll at all
    return selectors.PollSelector() if sys.platform == "linux" else selectors.SelectSelector()


def steady_clock() -> float:
    """Seconds since some fixed moment; only differences mean anything."""
    return time.monotonic()
