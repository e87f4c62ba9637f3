"""What the assistant has noticed beside the game, and who is told of it; none of it is in the log."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from engine.event import GameBegun, Resynced
from engine.sight.memory import Doing
from server.alerts import Alert, Audience
from server.status import WELL, WRITTEN, Status
from server.subscription import Subscription


class Noticed:
    """Alerts, how the parts are doing, what the eyes see. Subscribers get the latest version and never a backlog."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.camera = Status(None, "No camera")
        self.light = Status(None, "No light")
        self.keeping = WRITTEN
        self.program = WELL
        self.seen: Resynced | GameBegun | None = None
        self.doing = Doing()
        self._clock = clock
        self._alerts: dict[str, Alert] = {}
        self._version = 0
        self._listening: set[asyncio.Event] = set()

    @property
    def version(self) -> int:
        """Grows with every change of anything a page shows."""
        return self._version

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """What waits for a person, oldest first."""
        return tuple(self._alerts.values())

    @property
    def public_alerts(self) -> tuple[Alert, ...]:
        """Those of them that everybody may see."""
        return tuple(a for a in self._alerts.values() if a.audience is Audience.ALL)

    def subscribe(self) -> "Subscription":
        """A listener for `async with`: `await changed()` returns at the next change."""
        return Subscription(self._listening)

    def raise_alert(self, alert: Alert) -> None:
        """Show `alert` until it is cleared, or another of the same key replaces it. What is asked again as it stands
        keeps the picture beside it."""
        before = self._alerts.get(alert.key)
        if before is not None and not alert.picture and replace(before, at=alert.at) == alert:
            alert = replace(alert, picture=before.picture)
        self._alerts[alert.key] = alert if alert.at else replace(alert, at=self._clock())
        self._changed()

    def clear(self, key: str) -> None:
        """Clear the alert of that key, and all whose key begins with it and a space."""
        keep = {k: a for k, a in self._alerts.items() if k != key and not k.startswith(f"{key} ")}
        if len(keep) < len(self._alerts):
            self._alerts = keep
            self._changed()

    def set_camera(self, status: Status) -> None:
        """How the camera is doing. Shown on every page at once, its numbers when a page asks."""
        before, self.camera = self.camera, status
        if status != before:
            self._changed()

    def tell(self) -> None:
        """Tell those who listen to look again: something beside the table that they show has changed."""
        self._changed()

    def set_light(self, status: Status) -> None:
        if status != self.light:
            self.light = status
            self._changed()

    def set_keeping(self, status: Status) -> None:
        """Whether the log can be written; a fault is shown on every page."""
        if status != self.keeping:
            self.keeping = status
            self._changed()

    def set_program(self, status: Status) -> None:
        """How the program's own parts are; a fault is shown on every page."""
        if status != self.program:
            self.program = status
            self._changed()

    def set_seen(self, seen: Resynced | GameBegun | None) -> None:
        """The table as the camera sees it lie now, for "resync"; None while it cannot tell. After a game it may be the
        next one's."""
        if seen != self.seen:
            self.seen = seen
            self._changed()

    def set_doing(self, doing: Doing) -> None:
        """What the eyes are doing, where it takes them long."""
        if doing != self.doing:
            self.doing = doing
            self._changed()

    def _changed(self) -> None:
        self._version += 1
        for listener in self._listening:
            listener.set()
