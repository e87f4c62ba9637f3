"""Tells systemd that the program is ready and alive, where systemd has started it; else nobody.

The words are those of sd_notify(3): a datagram to the socket that a variable names.
"""

import os
import socket
from contextlib import suppress


class Service:
    """`address` is the socket's, of `NOTIFY_SOCKET`; empty where nobody listens."""

    def __init__(self, address: str) -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address

    def ready(self) -> None:
        """The pages are served."""
        self._say(b"READY=1")

    def alive(self) -> None:
        """The loop runs; where this is not heard in time, the unit's WatchdogSec, the program is started again."""
        self._say(b"WATCHDOG=1")

    def _say(self, words: bytes) -> None:
        if not self._address:
            return
        with suppress(OSError, AttributeError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.sendto(words, self._address)


def service() -> Service:
    """The one that started this program."""
    return Service(os.environ.get("NOTIFY_SOCKET", ""))
