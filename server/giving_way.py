"""Threads that give way: what follows the game goes first."""

import os
import sys
import threading
from contextlib import suppress

KINDER = 5  # steps of niceness by which the others' threads go first


class GivingWay:
    """Asked by a thread with every picture; the first time it steps back. Linux alone has a niceness for each."""

    def __init__(self) -> None:
        self._calm: int | None = None

    def __call__(self) -> None:
        here = threading.get_ident()
        if self._calm == here:
            return
        self._calm = here
        if sys.platform == "linux":
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), KINDER)
