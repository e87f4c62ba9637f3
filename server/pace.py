"""How fast the camera's pictures are looked at, and how far behind the table that is. The time comes in."""

from collections import deque
from dataclasses import dataclass

SPAN_S = 5.0  # what "lately" means: long enough to smooth one slow look, short enough to be current


@dataclass(frozen=True, slots=True)
class Pace:
    """`looked_fps` pictures were looked at each second lately, of the `camera_fps` that came (None where the source
    does not count them). `lag_s`: how old a picture was at most, lately, when what it shows had been taken in.
    `moving_s`: for how long the table has not been seen at rest, 0 while it rests. `sends` is what the camera sends in
    words, empty where that is not known."""

    looked_fps: float = 0.0
    camera_fps: float | None = None
    lag_s: float = 0.0
    moving_s: float = 0.0
    sends: str = ""


class PaceMeter:
    """Counts pictures. One for each time a camera is opened; `taken` is how many it had given by then."""

    def __init__(self) -> None:
        self._looked: deque[tuple[float, float]] = deque()  # when one had been looked at, how late that was
        self._taken: deque[tuple[float, int]] = deque()
        self._ahead_s: float | None = None
        self._rested_at: float | None = None

    def looked(self, frame_s: float, now: float, taken: int | None = None) -> None:
        """A picture taken at `frame_s` of the camera's clock has been looked at, at `now` of ours.

        The two clocks begin anywhere. How far they are apart is told by the picture that came through quickest: what
        the others took longer is how late they were.
        """
        apart = now - frame_s
        self._ahead_s = apart if self._ahead_s is None else min(self._ahead_s, apart)
        self._looked.append((now, apart - self._ahead_s))
        if taken is not None:
            self._taken.append((now, taken))
        for kept in (self._looked, self._taken):
            while kept and now - kept[0][0] > SPAN_S:
                kept.popleft()

    def rested(self, now: float) -> None:
        """The table was seen at rest."""
        self._rested_at = now

    def pace(self, now: float, sends: str = "") -> Pace:
        recent = [late for at, late in self._looked if now - at <= SPAN_S]
        waited = now - self._looked[-1][0] if self._looked else 0.0
        moving_s = now - self._rested_at if self._rested_at is not None else 0.0
        return Pace(
            _per_second([at for at, _ in self._looked if now - at <= SPAN_S], len(recent) - 1),
            _per_second([at for at, _ in self._taken], self._taken[-1][1] - self._taken[0][1]) if self._taken else None,
            max(*recent, waited, 0.0) if recent else waited,
            moving_s,
            sends,
        )


def _per_second(times: list[float], count: int) -> float:
    return count / (times[-1] - times[0]) if len(times) > 1 and times[-1] > times[0] else 0.0
