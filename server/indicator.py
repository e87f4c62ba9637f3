"""What the wind indicator is told: the public view, and what only the table around the game knows (rounds, the time
left for a call, a pause, a lost camera, the hour of the night).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, time

from engine.view import LightView, light_view
from server.evening import round_wind
from server.table import Table


@dataclass(frozen=True, slots=True)
class Night:
    """The hours in which the lamp is dimmed, by the clock on the wall; they may go over midnight."""

    begins: time
    ends: time

    def covers(self, now: time) -> bool:
        if self.begins <= self.ends:
            return self.begins <= now < self.ends
        return now >= self.begins or now < self.ends


def read_night(text: str) -> Night | None:
    """The hours of `22:00-7:00`; `always` and `never` are hours too. Raises ValueError with a sentence.

    >>> read_night("22:00-7:30")
    Night(begins=datetime.time(22, 0), ends=datetime.time(7, 30))
    """
    match text.strip().lower():
        case "" | "never":
            return None
        case "always":
            return Night(time.min, time.max)
        case written:
            found = re.fullmatch(r"(\d{1,2}):(\d\d)\s*(?:-|–|to)\s*(\d{1,2}):(\d\d)", written)
            try:
                hour, minute, end_hour, end_minute = map(int, found.groups() if found else ())
                return Night(time(hour, minute), time(end_hour, end_minute))
            except ValueError:
                raise ValueError(f"the night cannot be {text!r}: write it like 22:00-7:00, always or never") from None


def _local_time() -> time:
    return datetime.now().time()


class Indicator:
    """Looks at one table. `night` are the hours of dimming, None for none; `hour` tells the time of day."""

    def __init__(self, table: Table, night: Night | None = None, hour: Callable[[], time] = _local_time) -> None:
        self._table = table
        self._night = night
        self._hour = hour

    def view(self) -> LightView:
        """What is to be shown now. It changes with the table, and by itself as the call window runs out."""
        table = self._table
        view = light_view(table.state)
        view = replace(
            view,
            round_wind=round_wind(table.evening, table.rules_in_force.ruleset),
            window_left=table.window_left if view.window else None,
            alert=bool(table.public_alerts),
            paused=table.paused,
            camera_lost=table.camera.ok is False,
            night=self._night is not None and self._night.covers(self._hour()),
        )
        if not table.state.east_known and table.evening is not None:
            view = replace(view, east=table.evening.east)  # the next East, until the table says otherwise (ROT-01)
        return view
