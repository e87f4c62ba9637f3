"""The wind indicator in use, if any. Another one can take its place while the table is played on, and a pattern can be
tried on it; the table never waits for it."""

import time
from collections.abc import Callable

from device.buttons import Press
from device.link import Light
from engine.view import LightView

TRIED_S = 6.0  # how long a pattern that is tried stays lit
NONE = "No light: the table's page shows the winds."


class WindLamp:
    """Shows the latest view on whatever light there is. `pressed` hears the light's buttons, in the light's thread."""

    def __init__(
        self, pressed: Callable[[Press], None] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.url: str | None = None
        self._pressed = pressed
        self._clock = clock
        self._light: Light | None = None
        self._view: LightView | None = None
        self._tried_until_s = -1e9

    @property
    def ok(self) -> bool | None:
        """Whether it shows the table; None where there is none."""
        return None if self._light is None else self._light.ok

    @property
    def status(self) -> str:
        return NONE if self._light is None else self._light.status

    def use(self, url: str | None) -> Light | None:
        """From now on the light at `url`, or none. What is given back is the light before, to be closed away from the
        event loop. Raises ValueError with a sentence for an address that is none; then nothing has changed."""
        light = None if not url else Light(url, on_press=self._pressed)
        before, self._light, self.url = self._light, light, url or None
        self._tried_until_s = -1e9
        if light is not None and self._view is not None:
            light.show(self._view)
        return before

    def show(self, view: LightView) -> None:
        """The table's own view; while a pattern is tried it waits."""
        self._view = view
        if self._light is not None and self._clock() >= self._tried_until_s:
            self._light.show(view)

    def try_out(self, view: LightView) -> None:
        """Show this for `TRIED_S`, whatever the table shows meanwhile."""
        if self._light is not None:
            self._tried_until_s = self._clock() + TRIED_S
            self._light.show(view)

    def close(self) -> None:
        if self._light is not None:
            self._light.close()
        self._light = None
