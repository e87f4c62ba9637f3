"""Keeps a lamp showing the latest view, whatever happens to the lamp, and never lets the table wait for it.

`Keeper` decides: one round after the other, without a thread or a clock of its own, and it never raises. `Light` gives
it a thread. Views go in from the side of the table by a plain assignment; the newest wins, older ones are never shown.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from device.address import read_address
from device.buttons import Press
from device.calm import Calm
from device.lamp import Bell, Lamp, steady_clock
from device.light import BEAT_S, LightFrame, frame
from device.opening import Opening
from device.trouble import words_for
from engine.view import LightView

T = TypeVar("T")
_log = logging.getLogger(__name__)

RETRY_S = 0.5  # a replugged board shall be back within two seconds, and looking for it costs a few milliseconds
ROUNDS_A_S, ROUNDS_AT_ONCE = (
    25,
    8,
)  # at most, so that a table in a great hurry, or a flood, costs it nothing to speak of
REST_S = 60.0  # nothing to do; the bell wakes the link
FOREVER = float("inf")


class Keeper:
    """One lamp and what it has to show."""

    def __init__(
        self,
        opened: Callable[[], Lamp],
        *,
        on_press: Callable[[Press], None] | None = None,
        on_frame: Callable[[LightFrame], None] | None = None,
    ) -> None:
        self.view: LightView | None = None
        self.shown = LightFrame()
        self.status = "Looking for the light."
        self.ok = False
        self._opened = opened
        self._on_press = on_press
        self._on_frame = on_frame
        self._lamp: Lamp | None = None
        self._calm = Calm()
        self._seen: LightView | None = None
        self._look: LightView | None = None  # what was seen, but for the running out of the call window
        self._began_s = 0.0
        self._frame_due_s = -FOREVER
        self._retry_s = -FOREVER

    def round(self, now_s: float) -> float:
        """Looks, speaks and listens once; returns when the next round is due if nothing happens before."""
        due_s = self._frame(now_s)
        try:
            return min(due_s, self._lit(now_s))
        except Exception as error:  # a lamp may fail in any way it likes; the table must not notice
            self._lose(words_for(error), now_s)
            return min(due_s, self._retry_s)

    def wait(self, bell: Bell, timeout_s: float) -> None:
        """Sleeps until there is something to do."""
        timeout_s = max(0.0, min(timeout_s, REST_S))
        try:
            if self._lamp is not None:
                self._lamp.wait(bell, timeout_s)
                return
        except Exception as error:  # as above: waiting is where an unplugged board is noticed first
            self._lose(words_for(error), None)
            return
        bell.wait(timeout_s)

    def close(self) -> None:
        """Lets go of the lamp."""
        self._lose("The light is switched off.", None)

    def stumbled(self) -> None:
        """The thread around it has failed; another will go on."""
        self._lose("The part of the program that keeps the light stumbled. It is started again.", None)

    def _frame(self, now_s: float) -> float:
        """Works out what is to be shown now; returns when it will change by itself."""
        view = self.view
        if view is None:
            return FOREVER
        if view is not self._seen:
            look = replace(view, window_left=None)
            if look != self._look:
                self._look, self._began_s = look, now_s
            self._seen, self._frame_due_s = view, now_s
        if now_s < self._frame_due_s:
            return self._frame_due_s
        beat = int((now_s - self._began_s) / BEAT_S + 1e-6)
        shown, again_s = self._calm.settle(frame(view, beat * BEAT_S), now_s)
        self._frame_due_s = min(again_s, self._began_s + (beat + 1) * BEAT_S)
        if shown != self.shown:
            self.shown = shown
            self._tell(self._on_frame, shown)
        return self._frame_due_s

    def _lit(self, now_s: float) -> float:
        if self._lamp is None:
            if now_s < self._retry_s:
                return self._retry_s
            self._retry_s = now_s + RETRY_S
            self._lamp = self._opened()
        lamp = self._lamp
        for press in lamp.hear(now_s):  # first: an answer heard may free the line for what is to be said
            self._tell(self._on_press, press)
        due_s = lamp.show(self.shown, now_s)
        trouble = lamp.trouble
        self.ok = trouble is None
        self.status = trouble or f"The light shows the table: {lamp.words}."
        return due_s

    def _tell(self, callback: Callable[[T], None] | None, news: T) -> None:
        if callback is None:
            return
        try:
            callback(news)
        except Exception:  # not the lamp's fault, and no reason to let it go dark
            _log.exception("a listener of the light failed")

    def _lose(self, why: str, now_s: float | None) -> None:
        lamp, self._lamp = self._lamp, None
        self.ok = False
        self.status = why
        if now_s is not None:
            self._retry_s = now_s + RETRY_S
        if lamp is None:
            return
        try:
            lamp.close()
        except Exception as error:  # even closing a board that has gone can fail; it is gone all the same
            self.status = f"{why} ({words_for(error)})"


class Light:
    """The wind indicator at `url`, kept lit by one thread of its own. See `device.address` for what a URL says.

    `on_press` and `on_frame` are called in that thread; hand on what they get and return. `opened` opens the lamp in
    place of the URL's. Raises ValueError with a sentence if the URL cannot be understood; a lamp that is absent or
    broken is no error, `status` says so.
    """

    def __init__(
        self,
        url: str,
        *,
        on_press: Callable[[Press], None] | None = None,
        on_frame: Callable[[LightFrame], None] | None = None,
        clock: Callable[[], float] = steady_clock,
        opened: Callable[[], Lamp] | None = None,
    ) -> None:
        opening = Opening(read_address(url))
        self._keeper = Keeper(opened or opening, on_press=on_press, on_frame=on_frame)
        self._clock = clock
        self._bell = Bell()
        self._closing = threading.Event()
        self._lit = threading.Event()
        self._thread = self._begin()

    def show(self, view: LightView) -> None:
        """From now on shows `view`. Returns at once, lamp or no lamp; a thread that has died is started again."""
        self._keeper.view = view
        if not self._thread.is_alive() and not self._closing.is_set():
            self._thread = self._begin()
        self._bell.ring()

    @property
    def status(self) -> str:
        """How the lamp is, in a sentence for the set-up page."""
        return self._keeper.status

    @property
    def ok(self) -> bool:
        """Whether the lamp shows the table, as far as can be known."""
        return self._keeper.ok and self._thread.is_alive()

    def wait_ok(self, patience_s: float) -> bool:
        """Waits until the lamp shows the table, at most so long; whether it does. Not for the table's own thread."""
        return self._lit.wait(patience_s)

    @property
    def shown(self) -> LightFrame:
        """What is lit at this moment, or would be if the lamp were there."""
        return self._keeper.shown

    def close(self, patience_s: float = 2.0) -> None:
        """Ends the thread and frees the lamp; a thread stuck in a broken driver is left to die with the program."""
        self._closing.set()
        self._bell.ring()
        self._thread.join(patience_s)

    def __enter__(self) -> "Light":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begin(self) -> threading.Thread:
        thread = threading.Thread(target=self._run, name="light", daemon=True)
        thread.start()
        return thread

    def _run(self) -> None:
        try:
            self._rounds()
        except Exception:  # the keeper never raises; what stands around it might, and the pages must say so
            _log.exception("the light's thread failed")
            self._lit.clear()
            self._keeper.stumbled()
            return
        self._keeper.close()
        self._bell.close()

    def _rounds(self) -> None:
        spare, last_s = float(ROUNDS_AT_ONCE), self._clock()
        while not self._closing.wait(max(0.0, (1 - spare) / ROUNDS_A_S)):
            now_s = self._clock()
            spare = min(ROUNDS_AT_ONCE, spare + (now_s - last_s) * ROUNDS_A_S) - 1
            last_s = now_s
            due_s = self._keeper.round(now_s)
            if self._keeper.ok:
                self._lit.set()
            else:
                self._lit.clear()
            self._keeper.wait(self._bell, due_s - self._clock())
