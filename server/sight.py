"""The camera's thread: frames in, observations and the camera's state out. It knows the event loop, not the table."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engine.sight.observation import Observation
from server.table import Status
from vision.picture.camera import Camera, CameraLost
from vision.picture.frame import Picture
from vision.plane.calibration import TablePlane

RETRY_S = 1.0  # an unplugged camera is found again within about two seconds


@dataclass(frozen=True, slots=True)
class Seen:
    """A picture was taken at `time_s`; `observation` is None while the table moves or nothing is new."""

    time_s: float
    observation: Observation | None


class Looker(Protocol):
    """What looks at each picture: `vision.follow.settle.Settler`, or what stands around one."""

    @property
    def plane(self) -> TablePlane | None: ...

    def settle(self, frame: Picture) -> Observation | None: ...


class Sight:
    """Looks at one camera until closed, opening it again whenever it is lost.

    `opened` makes the camera and may raise CameraLost or ValueError; `seen` and `status` are called in this thread and
    hand on what they get. A source that has ended (a file) says so and is not played again.
    """

    def __init__(
        self,
        opened: Callable[[], Camera],
        settler: Looker,
        seen: Callable[[Seen], None],
        status: Callable[[Status], None],
    ) -> None:
        self._opened = opened
        self._settler = settler
        self._seen = seen
        self._status = status
        self._closing = threading.Event()
        self._camera: Camera | None = None
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stops looking; waits a little for the camera to let go."""
        self._closing.set()
        if self._camera is not None:
            self._camera.close()
        self._thread.join(timeout=3.0)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._camera = self._opened()
                self._watch(self._camera)
            except (CameraLost, ValueError) as problem:
                self._status(Status(False, str(problem), "Check its plug and cable; it is tried again every second."))
            else:
                if not self._closing.is_set():
                    says = "The pictures have come to their end."
                    self._status(Status(False, says, "The game stays as it is; start again with another source."))
                    return
            finally:
                if self._camera is not None:
                    self._camera.close()
            self._closing.wait(RETRY_S)

    def _watch(self, camera: Camera) -> None:
        looking = False
        for frame in camera.frames():
            if self._closing.is_set():
                return
            observation = self._observation(frame)
            if not looking:
                looking = True
                self._status(Status(True, self._words()))
            self._seen(Seen(frame.time_s, observation))

    def _observation(self, frame: Picture) -> Observation | None:
        try:
            return self._settler.settle(frame)
        except ValueError:
            return None  # one torn frame: the next comes in a moment

    def _words(self) -> str:
        plane = self._settler.plane
        if plane is None or plane.found_by == "frame":
            return "The camera sees the table. No markers seen: it takes the picture's own edges for the table's."
        return "The camera sees the table."


class Pace:
    """How many frames a second have been looked at lately; for the set-up page."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._times: list[float] = []

    def tick(self) -> None:
        now = self._clock()
        self._times = [t for t in self._times if now - t < 5.0] + [now]

    @property
    def per_second(self) -> float:
        if len(self._times) < 2:
            return 0.0
        return (len(self._times) - 1) / max(1e-6, self._times[-1] - self._times[0])
