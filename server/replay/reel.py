"""The last minutes of the table, to be looked at again: JPEGs in a ring of bounded memory, and nowhere else.

The racks are painted over before a picture is packed, and nothing is kept while the table is not known to lie where it
is believed to. What was taken since the last rest is shown to nobody until the next one: had the camera been pushed in
between, the band would not lie on the racks, and those pictures are dropped.

The camera's thread keeps, the event loop looks.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import cv2

from engine.tile import Seat
from server.veil import Mask
from vision.follow.belief import Belief, Stage
from vision.picture.frame import Picture
from vision.plane.calibration import TablePlane
from vision.plane.moved import View, pushed

MIB = 1 << 20
MOST_MIB = 96  # three minutes of hands that never rest, and many of a table at rest (tests/bench/bench_replay.py)
LONGEST_S = 600.0  # who asks about something older asks the log
MOVING_FPS = 6.0  # of what is kept while something moves: a hand that puts a tile down is there for half a second
STILL_S = 1.0  # from one picture of a table at rest to the next: they are all alike
QUALITY = 80  # of JPEG: numerals on tiles 29 px wide can still be read by the eyes that play it again
ANCHOR_S = 20.0  # so often the table is compared with what it was fixed on; a look takes a tenth of a second


@dataclass(frozen=True, slots=True)
class Kept:
    """One masked picture: `jpeg` is the part `box` (x0, y0, x1, y1) of the camera's picture. `time_s` is the source's,
    `at` the clock's that the log goes by. `hand`: whose hand was over the table."""

    number: int
    time_s: float
    at: float
    jpeg: bytes
    plane: TablePlane
    box: tuple[int, int, int, int]
    stage: Stage
    hand: Seat | None


class Reel:
    """`most_bytes` bounds what all pictures take together; 0 keeps none. `clock` is the log's."""

    def __init__(self, most_bytes: int = MOST_MIB * MIB, clock: Callable[[], float] = time.time) -> None:
        self.most_bytes = most_bytes
        self._clock = clock
        self._lock = threading.Lock()
        self._shown: deque[Kept] = deque()
        self._waiting: deque[Kept] = deque()
        self._bytes = 0
        self._number = 0
        self._mask: Mask | None = None
        self._last: Kept | None = None
        self._rests = 0
        self._anchor: tuple[View, float] | None = None
        self._forgotten = 0

    # In the camera's thread.

    def saw(self, frame: Picture, plane: TablePlane | None, belief: Belief | None) -> None:
        """A picture has been looked at. Raises ValueError for a torn one."""
        forgotten = self._forgotten
        if plane is None or belief is None or not plane.known or not self.most_bytes:
            self._unknown()
            return
        mask = self._mask  # another thread may forget it at any moment
        if mask is None or mask.plane is not plane:
            self._unknown()
            self._mask = mask = Mask(plane)
            self._anchor, self._rests = (View.of(frame.image), frame.time_s), belief.rests
        if not belief.sure:
            return
        if self._due(frame.time_s, belief):
            self._keep(frame, mask, belief)
        if belief.rests != self._rests:
            self._rests = belief.rests
            self._settled(frame, plane)
        if forgotten != self._forgotten:  # meanwhile, by another thread
            self.forget()

    def _unknown(self) -> None:
        """Where the table lies is not known, or another place than before: nothing that waits is ever shown."""
        with self._lock:
            self._bytes -= sum(len(k.jpeg) for k in self._waiting)
            self._waiting.clear()
        self._mask = self._last = None

    def _due(self, time_s: float, belief: Belief) -> bool:
        last = self._last
        if last is None or belief.stage is not last.stage or belief.hand is not last.hand or time_s < last.time_s:
            return True
        return time_s - last.time_s >= (STILL_S if belief.stage is Stage.RESTING else 1 / MOVING_FPS)

    def _keep(self, frame: Picture, mask: Mask, belief: Belief) -> None:
        hidden = mask.cut(frame.image, belief.hand)
        jpeg = cv2.imencode(".jpg", hidden, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
        self._number += 1
        at = self._clock()
        kept = Kept(self._number, frame.time_s, at, jpeg, mask.plane, mask.box, belief.stage, belief.hand)
        self._last = kept
        with self._lock:
            self._waiting.append(kept)
            self._bytes += len(jpeg)
            while self._bytes > self.most_bytes or (self._shown and at - self._shown[0].at > LONGEST_S):
                self._bytes -= len((self._shown or self._waiting).popleft().jpeg)

    def _settled(self, frame: Picture, plane: TablePlane) -> None:
        """At rest, and the table lies where it did: what waited may be shown."""
        if self._anchor is not None and not 0 <= frame.time_s - self._anchor[1] < ANCHOR_S:
            view, _ = self._anchor
            if pushed(view, plane, View.of(frame.image)):
                self._unknown()
                return
            self._anchor = view, frame.time_s
        with self._lock:
            self._shown.extend(self._waiting)
            self._waiting.clear()

    # On the event loop.

    def forget(self) -> None:
        """The camera is another one, or the table was fixed anew: what was kept may show what it should not."""
        with self._lock:
            self._shown.clear()
            self._waiting.clear()
            self._bytes = 0
            self._forgotten += 1
        self._mask = self._last = None

    @property
    def bytes(self) -> int:
        """What all that is kept takes in memory."""
        with self._lock:
            return self._bytes

    @property
    def span(self) -> tuple[float, float] | None:
        """From when to when (the log's clock) there is something to look at; None where there is nothing."""
        with self._lock:
            return (self._shown[0].at, self._shown[-1].at) if self._shown else None

    def between(self, since: float, until: float) -> tuple[Kept, ...]:
        """The pictures of a time (the log's clock), oldest first."""
        with self._lock:
            return tuple(k for k in self._shown if since <= k.at <= until)

    def one(self, number: int) -> Kept | None:
        """The picture of that number, None where it is kept no more."""
        with self._lock:
            return next((k for k in self._shown if k.number == number), None)
