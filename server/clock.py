"""The time that the log tells: the machine's own, but that it never goes back.

A small computer without a clock of its own starts with the time that it last wrote down, up to an hour behind the log,
and others are set right in the middle of an evening. A call window would then stay open, and what has just happened
stand on the pages, until the machine's clock had caught up.
"""

import threading
import time
from collections.abc import Callable


class OnwardClock:
    """Seconds since 1970, as `wall` has them; where that goes back, those that `steady` counts on from before. For
    several threads."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._steady = wall, steady
        self._lock = threading.Lock()
        self._at, self._steady_at = wall(), steady()

    def __call__(self) -> float:
        with self._lock:
            steady = self._steady()
            self._at = max(self._wall(), self._at + steady - self._steady_at)
            self._steady_at = steady
            return self._at

    def not_before(self, at: float, most_s: float) -> None:
        """Goes on from `at` where that lies ahead, by at most `most_s`: what lies further ahead was a wrong clock's."""
        now = self()
        with self._lock:
            if now < at <= now + most_s:
                self._at = at
