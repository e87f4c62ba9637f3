"""How fast the camera's pictures are looked at, and how far behind the table that is. The time comes in."""

import threading
from collections import deque
from dataclasses import dataclass

SPAN_S = 5.0  # what "lately" means: long enough to smooth one slow look, short enough to be current
MINUTE_S = 60.0
LONGEST_STEP_S = 1.0  # between two pictures; what is longer is a gap, in which nobody knows whether anything moved


@dataclass(frozen=True, slots=True)
class Pace:
    """`looked_fps` pictures were looked at each second lately, of the `camera_fps` that came (None where the source
    does not count them). `lag_s`: how old a picture was at most, lately, when what it shows had been taken in.
    `still`: the part of the last minute in which the table was seen at rest, None before a minute has passed. `sends`
    is what the camera sends in words, empty where that is not known."""

    looked_fps: float = 0.0
    camera_fps: float | None = None
    lag_s: float = 0.0
    still: float | None = None
    sends: str = ""


class PaceMeter:
    """Counts pictures. One for each time a camera is opened. Any thread may ask and tell."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._looked: deque[float] = deque()
        self._late: deque[tuple[float, float]] = deque()  # when one had been taken in, how late that was
        self._taken: deque[tuple[float, int]] = deque()
        self._rests: deque[tuple[float, float]] = deque()  # when, how long until then
        self._ahead_s: float | None = None
        self._looking_at: float | None = None  # since when
        self._waiting: deque[tuple[float, float]] = deque()  # pictures looked at and not taken in: theirs, our time
        self._answered = False
        self._begun_at: float | None = None

    def looking(self, now: float) -> None:
        """A picture is being looked at from now on."""
        with self._lock:
            self._looking_at = now

    def passed_over(self) -> None:
        """What was being looked at is no picture."""
        with self._lock:
            self._looking_at = None

    @property
    def is_looking(self) -> bool:
        return self._looking_at is not None

    def looked(self, frame_s: float, now: float, taken: int | None = None) -> None:
        """A picture taken at `frame_s` of the camera's clock has been looked at, at `now` of ours; by then the camera
        had given `taken`.

        The two clocks begin anywhere. How far they are apart is told by the picture that came through quickest: what
        the others took longer is how late they were.
        """
        with self._lock:
            apart, self._looking_at = now - frame_s, None
            self._ahead_s = apart if self._ahead_s is None else min(self._ahead_s, apart)
            self._begun_at = now if self._begun_at is None else self._begun_at
            self._looked.append(now)
            self._late.append((now, apart - self._ahead_s))
            if taken is not None:
                self._taken.append((now, taken))
            if self._answered:
                self._waiting.append((frame_s, now))
            while self._looked and now - self._looked[0] > SPAN_S:
                self._looked.popleft()
            _forget(self._late, now, SPAN_S)
            _forget(self._taken, now, SPAN_S)

    def taken_in(self, frame_s: float, now: float) -> None:
        """What the picture of `frame_s` showed has been taken in. Where nobody ever says so, looked at is taken in."""
        with self._lock:
            self._answered = True
            while self._waiting and self._waiting[0][0] <= frame_s:
                self._waiting.popleft()
            if self._ahead_s is not None:
                self._late.append((now, now - frame_s - self._ahead_s))

    def rested(self, now: float, at_rest: bool) -> None:
        """The table was seen, at rest or not."""
        with self._lock:
            before = self._rests[-1][0] if self._rests else now
            self._rests.append((now, min(now - before, LONGEST_STEP_S) if at_rest else 0.0))
            _forget(self._rests, now, MINUTE_S)

    def pace(self, now: float, sends: str = "") -> Pace:
        with self._lock:
            recent = [late for at, late in self._late if now - at <= SPAN_S]
            waited = [now - self._looking_at] if self._looking_at is not None else []
            waited += [now - self._waiting[0][1]] if self._waiting else []
            full = self._begun_at is not None and now - self._begun_at >= MINUTE_S
            return Pace(
                _per_second([at for at in self._looked if now - at <= SPAN_S], None),
                _per_second([at for at, _ in self._taken], [n for _, n in self._taken]) if self._taken else None,
                max(recent + waited, default=0.0),
                sum(s for at, s in self._rests if now - at <= MINUTE_S) / MINUTE_S if full else None,
                sends,
            )


def _forget(kept: deque[tuple[float, float]] | deque[tuple[float, int]], now: float, span_s: float) -> None:
    while kept and now - kept[0][0] > span_s:
        kept.popleft()


def _per_second(times: list[float], counts: list[int] | None) -> float:
    if len(times) < 2 or times[-1] <= times[0]:
        return 0.0
    n = len(times) - 1 if counts is None else counts[-1] - counts[0]
    return n / (times[-1] - times[0])
