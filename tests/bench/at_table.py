"""A table and its watcher that are shown what was seen, in the time of the pictures: faster than life."""

from abc import ABC, abstractmethod

from engine.sight.observation import Observation
from server.cli_watch import TICK_S, FrameClock, rules_from
from server.store import Store
from server.table import Table
from server.watcher import Watcher


class AtTable(ABC):
    """The table, its watcher and their clock. What a bench wants to know is written down by its own `note`, which is
    called whenever time has passed."""

    def __init__(self, store: Store, card: str | None) -> None:
        self.clock = FrameClock()
        self.table = Table(store, rules_from(card, "league"), clock=self.clock)
        self.watcher = Watcher(self.table)

    @abstractmethod
    def note(self) -> None:
        """Time has passed, and something may have been told."""

    def observe(self, seen: Observation) -> None:
        """The next that was seen."""
        self.until(seen.time_s)
        self.watcher.observe(seen)
        self._passed(seen.time_s)

    def until(self, time_s: float) -> None:
        """Nothing is seen until then."""
        while self.clock.time_s + TICK_S < time_s:
            self._passed(self.clock.time_s + TICK_S)

    def _passed(self, time_s: float) -> None:
        self.clock.time_s = time_s
        self.watcher.passed(time_s)
        if self.table.window_left == 0.0:
            self.table.touch()
        self.note()
