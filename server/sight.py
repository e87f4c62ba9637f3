"""The camera's thread: frames in, observations and the camera's state out. It knows the event loop, not the table.

A second thread watches the first: it says when no picture comes, when the machine cannot keep up, and starts the first
again where it has died.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol

from engine.sight.observation import Observation
from server.pace import Pace, PaceMeter
from server.status import Status
from vision.follow.belief import Belief, Stage
from vision.follow.steady import LOST
from vision.picture.camera import SLOW_FPS, Camera, CameraLost, FolderCamera, open_camera, sending
from vision.picture.frame import Picture
from vision.plane.calibration import BY_TWO, TablePlane

RETRY_S = 1.0  # an unplugged camera is found again within about two seconds
LONGEST_RETRY_S = 30.0  # what fails by a mistake of ours fails again at once: each time it is tried half as often
CHECK_S = 0.5
SILENT_S = 3.0  # a camera that is well sends a picture thirty times in this time
OPENING_S = 12.0  # a network camera may take ten seconds
BEHIND_S, CAUGHT_UP_S = 2.0, 1.0  # said from the one on, until it is less than the other
LEAST_FPS = 2.0  # a discard is seen by pictures of the hand, and of the rest after it
STILLEST = 0.05  # part of the last minute in which the table was at rest; a table that is played at has a third
SETTLING_IN_S = 10.0  # the networks are warmed up by the first pictures
STEPS_S = (2, 3, 4, 6, 8, 12, 20, 30, 60, 120, 300)  # so that the pages need not change with every second

_AGAIN = "It is tried again every second."
_PLUG = "Check its plug and cable; it is tried again every second."
_BUSY = "Close other programs on this machine, or give the camera a smaller picture."
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Seen:
    """A picture was taken at `time_s`; `observation` is None while the table moves or nothing is new. `at_rest`: no
    hand is over the table, and it has been still for a moment."""

    time_s: float
    observation: Observation | None
    at_rest: bool = True


Opened = Callable[[], Camera]
"""What opens a camera. Raises CameraLost, ValueError."""


def opener(source: str) -> Opened:
    """What opens the camera of a source text, paced by the clock."""
    return lambda: open_camera(source, realtime=True)


def slow_opener(source: str) -> Opened:
    """The same for a camera that is looked at less often: a second one, or one at a rack, where nothing is quick."""
    return lambda: open_camera(source, realtime=True, fps=SLOW_FPS)


def posting(loop: asyncio.AbstractEventLoop) -> Callable[[Callable[[], None]], None]:
    """How a camera's thread has something done on the event loop."""

    def post(work: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop has closed: nobody is left to tell
            loop.call_soon_threadsafe(work)

    return post


class Looker(Protocol):
    """What looks at each picture: `vision.follow.settle.Settler`, or what stands around one. Its `belief` is None where
    it only shows the pictures and follows nothing."""

    @property
    def plane(self) -> TablePlane | None: ...

    @property
    def belief(self) -> Belief | None: ...

    def settle(self, frame: Picture) -> Observation | None: ...


class Sight:
    """Looks at one camera until closed, opening it again whenever it is lost, and starting again whatever fails.

    `opened` makes the camera and may raise CameraLost or ValueError; `seen` and `status` are called in this room's
    threads and hand on what they get. Whoever takes in what was seen may say so by `taken_in`: then its delay counts
    too. A source that has ended (a file) says so and is not played again.
    """

    def __init__(
        self,
        opened: Opened,
        settler: Looker,
        seen: Callable[[Seen], None],
        status: Callable[[Status], None],
        *,
        words: Callable[[], str] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`words` say what is seen while all is well; left out, they are those of the camera above the table."""
        self._opened = opened
        self._settler = settler
        self._seen = seen
        self._status = status
        self._words = words or self._table_words
        self._clock = clock
        self._closing = threading.Event()
        self._ended = False
        self._camera: Camera | None = None
        self._shift_s = 0.0  # what takes this opening's times on from those of the one before
        self._last_s: tuple[float, float] | None = None  # the last picture's time, and ours then
        self._watching = _Watching(clock())
        self._thread = self._looker()
        self._watch = threading.Thread(target=self._keep_watch, name="camera's watch", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._watch.start()

    def close(self) -> None:
        """Stops looking; waits a little for the camera to let go."""
        self._closing.set()
        if self._camera is not None:
            self._camera.close()
        if self._thread.ident is not None:
            self._thread.join(timeout=3.0)

    def taken_in(self, time_s: float) -> None:
        """What a picture of that time showed has been taken in. May be called from another thread."""
        self._watching.taken_in(time_s, self._clock())

    def check(self) -> None:
        """One round of the watch: what is so is said, and a thread that died is started again."""
        now = self._clock()
        if not self._thread.is_alive() and not self._ended and not self._closing.is_set():
            _log.error("the camera's thread has died; it is started again")
            says = "The part of the program that watches the camera has stopped. It is started again."
            self._tell(Status(False, says, _WRITTEN_DOWN))
            self._thread = self._looker()
            self._thread.start()
        else:
            self._status(self._watching.status(now))

    # In the camera's thread.

    def _looker(self) -> threading.Thread:
        return threading.Thread(target=self._run, name="camera", daemon=True)

    def _run(self) -> None:
        failures = 0
        while not self._closing.is_set():
            began, retry_s = self._clock(), RETRY_S
            try:
                if self._look():
                    return
                failures = 0
            except Exception:  # whatever it is: the pages say so, the log what it was, and the camera is opened again
                _log.exception("looking at the camera's pictures failed")
                failures = 0 if self._clock() - began > LONGEST_RETRY_S * 2 else failures + 1
                retry_s = min(LONGEST_RETRY_S, 2.0 ** (failures - 1)) if failures else RETRY_S
                says = "The part of the program that watches the camera stumbled. "
                self._tell(Status(False, f"{says}It is started again in {retry_s:g} s.", _WRITTEN_DOWN))
            finally:
                if self._camera is not None:
                    self._camera.close()
            self._closing.wait(retry_s)

    def _look(self) -> bool:
        """Opens the camera and looks until it is lost; whether it has come to its end and need not be opened again."""
        try:
            self._watching.opening(self._clock())
            self._camera = self._opened()
        except (CameraLost, ValueError) as problem:
            self._tell(Status(False, str(problem), _AGAIN))
            return False
        try:
            self._watch_pictures(self._camera)
        except CameraLost as problem:
            self._tell(Status(False, str(problem), _AGAIN))
            return False
        if not self._closing.is_set():
            self._ended = True
            says = "The pictures have come to their end."
            self._tell(Status(False, says, "The game stays as it is; start again with another source."))
        return True

    def _watch_pictures(self, camera: Camera) -> None:
        looking, paced, said = False, not isinstance(camera, FolderCamera), ""
        for told in camera.frames():
            if self._closing.is_set():
                return
            frame = self._going_on(told)
            self._watching.looking(self._clock())
            try:
                observation = self._settler.settle(frame)
            except ValueError:
                if not _torn(frame):
                    raise
                self._watching.passed_over()
                continue  # the next comes in a moment; where all are torn, it is as if none came
            if not looking:
                looking = True
                self._tell(Status(True, self._words(), _slow(camera)))
            belief = self._settler.belief
            if belief is not None and belief.says != said:
                said = belief.says
                self._tell(Status(said != LOST, said or self._words(), "" if said else _slow(camera)))
            at_rest = self._at_rest(observation)
            sent, now = sending(camera), self._clock()
            taken = None if sent is None else sent.taken
            # a folder's pictures come when somebody has time for them: none of them is late
            self._watching.looked(frame.time_s if paced else now, now, at_rest, taken)
            self._watching.sends = "" if sent is None else sent.says
            self._seen(Seen(frame.time_s, observation, at_rest))  # the last: it may be taken in at once

    def _going_on(self, told: Picture) -> Picture:
        """The picture by a clock that goes on: a camera that was opened again counts from its start, and whoever
        follows the table would wait until it comes to where it was."""
        now = self._clock()
        if self._last_s is not None and told.time_s + self._shift_s < self._last_s[0]:
            self._shift_s = self._last_s[0] + (now - self._last_s[1]) - told.time_s
        time_s = told.time_s + self._shift_s
        self._last_s = time_s, now
        return told if not self._shift_s else replace(told, time_s=time_s)

    def _at_rest(self, observation: Observation | None) -> bool:
        belief = self._settler.belief
        return observation is not None or belief is None or belief.stage is Stage.RESTING

    def _tell(self, word: Status) -> None:
        self._watching.word = word
        self._status(self._watching.status(self._clock()))

    def _table_words(self) -> str:
        plane = self._settler.plane
        if plane is not None and plane.found_by == BY_TWO:
            return "The camera sees two markers, so it knows the table only roughly: take away what hides the others."
        if plane is None or not plane.known:
            return "The camera sees the table. No markers seen: it takes the picture's own edges for the table's."
        return "The camera sees the table."

    # In the watch's thread.

    def _keep_watch(self) -> None:
        while not self._closing.wait(CHECK_S):
            try:
                self.check()
            except Exception:  # nobody watches the watch: it must not die
                _log.exception("the camera's watch stumbled")


_WRITTEN_DOWN = "What went wrong stands in fifthseat.log, for whoever mends the program."


def _torn(frame: Picture) -> bool:
    try:
        return frame.small is None or frame.image is None
    except ValueError:
        return True


def _slow(camera: Camera) -> str:
    """What to mend about a camera that is well but sends few pictures."""
    sent = sending(camera)
    if sent is None or not sent.slow:
        return ""
    how = f"{sent.fps:.0f} pictures a second ({sent.form or 'unpacked'})"
    return f"It sends {how}: try another socket or cable, or a camera that packs its pictures (MJPG)."


class _Watching:
    """What both threads know of the camera: the last word on it, and how its pictures are looked at."""

    def __init__(self, now: float) -> None:
        self.word = Status(False, "The camera is being opened.", opening=True)
        self.sends = ""
        self._lock = threading.Lock()
        self._meter = PaceMeter()
        self._opening_at: float | None = now
        self._first_at: float | None = None
        self._last_at = now
        self._behind = False

    def opening(self, now: float) -> None:
        with self._lock:
            self._meter, self._opening_at, self._first_at, self._last_at = PaceMeter(), now, None, now

    def looking(self, now: float) -> None:
        with self._lock:
            self._meter.looking(now)

    def passed_over(self) -> None:
        with self._lock:
            self._meter.passed_over()

    def looked(self, frame_s: float, now: float, at_rest: bool, taken: int | None) -> None:
        with self._lock:
            self._opening_at, self._last_at = None, now
            self._first_at = now if self._first_at is None else self._first_at
            self._meter.looked(frame_s, now, taken)
            self._meter.rested(now, at_rest)

    def taken_in(self, frame_s: float, now: float) -> None:
        with self._lock:
            self._meter.taken_in(frame_s, now)

    def status(self, now: float) -> Status:
        """How the camera is, by its thread's last word and by what the clock adds to it."""
        with self._lock:
            pace = self._meter.pace(now, self.sends)
            return replace(self._said(now, pace), pace=pace)

    def _said(self, now: float, pace: Pace) -> Status:
        if self._opening_at is not None and now - self._opening_at > OPENING_S and self._first_at is None:
            return Status(False, f"No picture has come for {_about(now - self._opening_at)} s.", _PLUG)
        if self.word.ok is not True or self._first_at is None:
            return self.word
        silent_s = now - self._last_at
        if silent_s > SILENT_S and not self._meter.is_looking:
            return Status(False, f"No picture has come for {_about(silent_s)} s.", _PLUG)
        if now - self._first_at < SETTLING_IN_S and silent_s < SILENT_S:
            return self.word
        self._behind = pace.lag_s >= (CAUGHT_UP_S if self._behind else BEHIND_S)
        if self._behind:
            return Status(False, f"The machine cannot keep up: {_about(pace.lag_s)} s behind.", _BUSY)
        if pace.looked_fps < LEAST_FPS:
            few = pace.camera_fps is not None and pace.camera_fps < LEAST_FPS
            says = "The camera sends" if few else "The machine cannot keep up: it looks at"
            mend = "Give it more light, or another socket." if few else _BUSY
            return Status(False, f"{says} less than {LEAST_FPS:.0f} pictures a second.", mend)
        if pace.still is not None and pace.still < STILLEST:
            says = "The table has hardly been still in the last minute, so little on it can be read."
            return Status(False, says, "Does the camera or the lamp shake? Else play a little slower.")
        return self.word


def _about(seconds: float) -> int:
    """The largest of a few figures that is not more."""
    return max((s for s in STEPS_S if s <= seconds), default=STEPS_S[0])
