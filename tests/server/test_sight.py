"""The camera's thread and its watch: whatever becomes of a camera or of the thread is said. The clock is the test's."""

import queue
import threading
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from engine.sight.observation import Observation
from server.pace import Pace
from server.sight import Seen, Sight
from server.status import Status
from tests.faulty import Clock
from vision.follow.belief import Belief, Stage
from vision.follow.steady import FOUND, LOST
from vision.picture.camera import CameraLost
from vision.picture.frame import EncodedFrame, Frame, Picture

pytestmark = pytest.mark.live

PATIENCE_S = 20.0
DARK = np.zeros((16, 16, 3), np.uint8)


class Plugged:
    """A camera whose pictures the test hands in; None ends them, an exception is raised."""

    def __init__(self) -> None:
        self.coming: queue.Queue[Picture | BaseException | None] = queue.Queue()
        self.closed = False

    def frames(self) -> Iterator[Picture]:
        while not self.closed:
            came = self.coming.get()
            if came is None:
                return
            if isinstance(came, BaseException):
                raise came
            yield came

    def close(self) -> None:
        self.closed = True
        self.coming.put(None)


class Looking:
    """Eyes that take as long as the test wants."""

    plane = None

    def __init__(self) -> None:
        self.fails: BaseException | None = None
        self.belief = Belief(Stage.RESTING)
        self.go_on = threading.Event()
        self.go_on.set()
        self.looks = threading.Semaphore(0)

    def settle(self, frame: Picture) -> Observation | None:
        self.looks.release()
        assert self.go_on.wait(PATIENCE_S)
        if self.fails is not None:
            raise self.fails
        if isinstance(frame, EncodedFrame):
            _ = frame.small
        return None


class Bench:
    """One `Sight` on the bench, its watch wound by hand."""

    def __init__(self, opened: Callable[[], Plugged] | None = None) -> None:
        self.clock = Clock()
        self.camera = Plugged()
        self.looking = Looking()
        self.told: queue.Queue[Status] = queue.Queue()
        self.seen: queue.Queue[Seen] = queue.Queue()
        self.opened = 0
        self.sight = Sight(opened or self.open, self.looking, self.seen.put, self.told.put, clock=self.clock)

    def open(self) -> Plugged:
        self.opened += 1
        if self.camera.closed:
            self.camera = Plugged()
        return self.camera

    def show(self, at_s: float) -> None:
        """A picture comes, our clock saying so too, and has been looked at when this returns."""
        self.clock.now = 1000.0 + at_s
        self.camera.coming.put(Frame(at_s, DARK))
        self.seen.get(timeout=PATIENCE_S)

    def says(self) -> Status:
        """What the watch says now."""
        while not self.told.empty():
            self.told.get()
        self.sight.check()
        return self.told.get(timeout=PATIENCE_S)

    def hears(self, words: str) -> Status:
        """Waits until the thread says something with these words."""
        while True:
            status = self.told.get(timeout=PATIENCE_S)
            if words in status.says:
                return status


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.looking.go_on.set()
    made.sight.close()


@pytest.fixture
def running(bench: Bench) -> Bench:
    """A camera that has been looked at for a while."""
    bench.sight._thread.start()  # the watch is wound by hand
    for k in range(60):
        bench.show(k * 0.25)
    return bench


def test_every_picture_tells_whether_the_table_was_at_rest(running: Bench) -> None:
    for stage, rests in ((Stage.MOVING, False), (Stage.SETTLING, False), (Stage.RESTING, True)):
        running.looking.belief = Belief(stage)
        running.camera.coming.put(Frame(20.0, DARK))
        assert running.seen.get(timeout=PATIENCE_S).at_rest is rests


def test_a_camera_that_is_well_says_so_with_its_numbers(running: Bench) -> None:
    status = running.says()
    assert status.ok is True
    assert status.pace is not None
    assert status.pace.looked_fps == pytest.approx(4.0)
    assert status.pace.lag_s == pytest.approx(0.0)


@pytest.mark.parametrize(
    "error", [KeyError("tile"), MemoryError(), TypeError("no"), ZeroDivisionError(), ValueError("x")]
)
def test_any_failure_of_the_eyes_is_said_and_the_camera_is_looked_at_again(bench: Bench, error: Exception) -> None:
    bench.sight._thread.start()
    bench.looking.fails = error
    bench.camera.coming.put(Frame(0.0, DARK))
    status = bench.hears("stumbled")
    assert status.ok is False
    assert not str(error) or str(error) not in status.says
    assert "fifthseat.log" in status.mend
    bench.looking.fails = None
    while bench.opened < 2:
        bench.looking.looks.acquire(timeout=0.05)
    bench.camera.coming.put(Frame(0.1, DARK))
    assert bench.hears("The camera sees the table").ok is True


def test_a_thread_that_died_all_the_same_is_started_again(running: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threading.excepthook", lambda died: None)
    running.camera.coming.put(SystemExit())
    running.sight._thread.join(PATIENCE_S)
    status = running.says()
    assert (status.ok, "has stopped" in status.says) == (False, True)
    running.camera.coming.put(Frame(20.0, DARK))
    assert running.hears("The camera sees the table").ok is True


def test_a_camera_that_sends_nothing_is_noticed_by_the_watch(running: Bench) -> None:
    running.clock.now += 2.0
    assert running.says().ok is True
    running.clock.now += 2.5
    assert running.says().says == "No picture has come for 4 s."
    running.show(30.0)
    assert running.says().says.startswith(("The camera sees", "The machine cannot"))


def test_a_camera_that_does_not_open_is_noticed_by_the_watch() -> None:
    waiting = threading.Event()

    def opening() -> Plugged:
        waiting.wait(PATIENCE_S)
        raise CameraLost("no camera")

    bench = Bench(opening)
    bench.sight._thread.start()
    assert bench.says().says == "The camera is being opened."
    bench.clock.now += 21.0
    assert bench.says().says == "No picture has come for 20 s."
    waiting.set()
    assert bench.hears("no camera").ok is False
    bench.sight.close()


def test_one_picture_that_takes_long_is_a_machine_that_cannot_keep_up(running: Bench) -> None:
    running.looking.go_on.clear()
    while running.looking.looks.acquire(blocking=False):
        pass
    running.camera.coming.put(Frame(15.0, DARK))
    assert running.looking.looks.acquire(timeout=PATIENCE_S)
    running.clock.now += 4.3
    status = running.says()
    assert (status.ok, status.says) == (False, "The machine cannot keep up: 4 s behind.")
    assert "smaller picture" in status.mend


def test_pictures_that_come_ever_later_are_said_until_they_are_caught_up_with(running: Bench) -> None:
    for k in range(20):
        running.clock.now += 0.5
        running.camera.coming.put(Frame(15.0 + k * 0.25, DARK))
        running.seen.get(timeout=PATIENCE_S)
    assert running.says().says == "The machine cannot keep up: 4 s behind."
    for k in range(40):
        running.show(30.0 + k * 0.25)
    assert running.says().ok is True


def test_what_is_looked_at_and_not_taken_in_is_behind_too(running: Bench) -> None:
    running.sight.taken_in(14.75)
    for k in range(12):
        running.show(15.0 + k * 0.25)
    assert running.says().says == "The machine cannot keep up: 2 s behind."
    running.sight.taken_in(17.75)
    for k in range(40):
        running.show(18.0 + k * 0.25)
        running.sight.taken_in(18.0 + k * 0.25)
    assert running.says().ok is True


def test_nothing_is_behind_once_the_pictures_have_ended(bench: Bench) -> None:
    def taken_in_at_once(seen: Seen) -> None:
        bench.sight.taken_in(seen.time_s)
        bench.seen.put(seen)

    bench.sight._seen = taken_in_at_once
    bench.sight._thread.start()
    bench.show(0.0)
    bench.show(0.25)
    bench.camera.coming.put(None)
    ended = bench.hears("come to their end")
    bench.clock.now += 30.0
    assert (bench.says().pace, ended.ok) == (Pace(), False)


def test_too_few_pictures_are_said(running: Bench) -> None:
    for k in range(10):
        running.show(15.0 + k * 1.0)
    assert running.says().says == "The machine cannot keep up: it looks at less than 2 pictures a second."


def test_a_table_that_is_hardly_ever_still_is_said_after_a_minute(running: Bench) -> None:
    running.looking.belief = Belief(Stage.MOVING)
    for k in range(4 * 50):
        running.show(15.0 + k * 0.25)
    assert running.says().ok is True
    for k in range(4 * 10):
        running.show(65.0 + k * 0.25)
    assert running.says().says == "The table has hardly been still in the last minute, so little on it can be read."
    running.looking.belief = Belief(Stage.RESTING)
    for k in range(4 * 4):
        running.show(75.0 + k * 0.25)
    assert running.says().ok is True


def test_torn_pictures_are_passed_over_and_nothing_but_torn_ones_is_no_picture(running: Bench) -> None:
    for k in range(4):
        running.clock.now += 1.0
        running.camera.coming.put(EncodedFrame(16.0 + k, b"torn"))
    running.camera.coming.put(EncodedFrame(20.0, b"torn"))
    while running.looking.looks.acquire(timeout=0.2):
        pass
    assert running.says().says == "No picture has come for 4 s."


def test_a_lost_camera_and_pictures_that_end_are_told_in_their_own_words(running: Bench) -> None:
    running.camera.coming.put(CameraLost("camera 0 stopped sending pictures."))
    assert running.hears("camera 0 stopped sending pictures.").ok is False
    while running.opened < 2:
        running.looking.looks.acquire(timeout=0.05)
    running.camera.coming.put(Frame(30.0, DARK))
    running.camera.coming.put(None)
    running.hears("The pictures have come to their end.")
    running.sight._thread.join(PATIENCE_S)
    assert running.says().says == "The pictures have come to their end."


def test_what_the_eyes_say_of_the_camera_itself_is_said_until_all_is_well(running: Bench) -> None:
    running.looking.belief = Belief(Stage.MOVING, says=FOUND)
    running.show(16.0)
    assert running.hears(FOUND).ok is True
    running.looking.belief = Belief(Stage.MOVING, says=LOST)
    running.show(16.25)
    assert running.hears(LOST).ok is False
    running.looking.belief = Belief(Stage.RESTING)
    running.show(16.5)
    assert running.hears("sees the table").ok is True
