"""Ends that fail when a test says so: a disk that is full, a clock that stands still until it is moved."""

from collections.abc import Sequence

from server.store import Row, Store, StoreError


class FullDisk(Store):
    """A log whose disk is full while `full` is set."""

    full = False

    def append(self, rows: Sequence[Row]) -> None:
        self._room()
        super().append(rows)

    def keep(self, **facts: str) -> None:
        self._room()
        super().keep(**facts)

    def _room(self) -> None:
        if self.full:
            raise StoreError("The disk is full: make room.")


class Clock:
    """Seconds that pass when a test adds them to `now`."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now
