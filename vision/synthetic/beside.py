"""A further camera at a simulated table, wherever it stands: the same moment of the same game as the first shows."""

import time
from collections.abc import Iterator
from threading import Event

from vision.picture.frame import Frame
from vision.synthetic.camera import CLOCK, DemoSettings, acted
from vision.synthetic.game import card_table
from vision.synthetic.look import Look
from vision.synthetic.stage import Sensor, Stage
from vision.synthetic.table import TablePicture

_SAME_S = 1.0


class CameraBeside:
    """A simulated table as a camera sees it that is not the first.

    Where the first camera above the same table runs in this program, this one shows the same moment of the same game;
    else the game begins with the first picture. `realtime` as for `DemoCamera`. `late_s`: what it shows is so old.
    `stage` is what the picture yielded last was taken of, None before the first.
    """

    def __init__(self, settings: DemoSettings, look: Look, realtime: bool = True, late_s: float = 0.0) -> None:
        self.settings, self.look = settings, look
        self.realtime, self.late_s = realtime, late_s
        self.stage: Stage | None = None
        self._closed = Event()

    def frames(self) -> Iterator[Frame]:
        """The frames, until the last game's table has been shown for a while or `close` is called."""
        settings, look = self.settings, self.look
        table, sensor, hands = TablePicture(look), Sensor(look), card_table(settings.card)
        began, n, step = time.monotonic(), 0, 1 / settings.fps
        game, starts = 0, self.late_s  # of this camera's own time
        shown, before = -1, 0.0
        while not self._closed.is_set():
            told = CLOCK.now(settings) if self.realtime else None
            if told is not None:
                game, starts = told.game, n * step - max(0.0, told.t - self.late_s)
            t = max(0.0, n * step - starts)
            if self.stage is not None and game == shown and before - _SAME_S < t < before:
                t = before  # where the table waits, its time is the same but for a hair
            if self.stage is None or game != shown or t < before:
                self.stage, shown = Stage(table, acted(settings, look, game, hands)), game
            clean, before = self.stage.at(t), t
            if self.stage.ended and told is None:
                game, starts = game + 1, n * step
                if settings.games and game >= settings.games:
                    return
                continue
            yield Frame(n * step, sensor.expose(clean, 1_000_000 * game + self.stage.version))
            n = self._next(n, began, step)

    def _next(self, n: int, began: float, step: float) -> int:
        """The number of the frame after frame `n`, once its time has come."""
        n += 1
        if self.realtime:
            late = time.monotonic() - began
            n = max(n, int(late / step))
            self._closed.wait(max(0.0, n * step - late))
        return n

    def close(self) -> None:
        """Stop; `frames` ends at its next frame. May be called from another thread, and twice."""
        self._closed.set()
