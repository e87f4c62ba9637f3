"""How much later one camera's pictures come than another's: both see the same hands, so what moves in the one moves in
the other, a little later or earlier.
"""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN, FEWEST, LIKELY, SAID_S
from vision.arrays import Floats
from vision.follow.motion import LEAST_MOVING, LOOK_EVERY_S
from vision.picture.camera import STALL_S

STEP_S = LOOK_EVERY_S / 2
SPAN_S = FEWEST * SAID_S  # of the past that is compared: in it hands come and go
LONGEST_S = STALL_S  # a camera that is later counts as lost


class Lag:
    """Told of every picture whether anything moved in it; any thread may, one at a time."""

    def __init__(self) -> None:
        self._moved: tuple[deque[tuple[float, bool]], deque[tuple[float, bool]]] = (deque(), deque())
        self._asked_s = -np.inf
        self.known_s: float | None = None

    def tell(self, camera: int, time_s: float, stir: float) -> None:
        """Part `stir` of the table differed in the picture that came at `time_s` from that camera, 0 or 1."""
        told = self._moved[camera]
        if told and time_s < told[-1][0]:
            told.clear()
        told.append((time_s, stir > LEAST_MOVING))
        while time_s - told[0][0] > SPAN_S:
            told.popleft()
        if time_s - self._asked_s >= LONGEST_S or time_s < self._asked_s:
            self._asked_s = time_s
            found = self._compared()
            self.known_s = self.known_s if found is None else found

    def _compared(self) -> float | None:
        """By how many seconds camera 1 is later than camera 0; None where too little has moved to tell."""
        first, second = self._moved
        if not first or not second:
            return None
        begins, ends = max(first[0][0], second[0][0]), min(first[-1][0], second[-1][0])
        most = round(LONGEST_S / STEP_S)
        n = int((ends - begins) / STEP_S)
        if n < 2 * FEWEST * most:
            return None
        one, other = (_series(told, begins, n) for told in (first, second))
        inner = one[most:-most]
        if np.count_nonzero(np.diff(inner > 0)) < 2 * FEWEST:  # hands that came and went
            return None
        alike = np.array([_alike(inner, other[most + lag : n - most + lag]) for lag in range(-most, most + 1)])
        if alike.max() < LIKELY:
            return None
        return float(_about_best(alike).mean() - most) * STEP_S


def _series(told: deque[tuple[float, bool]], begins: float, n: int) -> Floats:
    """How much moved in each of n steps, and about them: the two cameras' pictures are not of the same moments."""
    at = np.array([(time_s - begins) / STEP_S for time_s, moved in told if moved])
    steps = np.bincount(at[(at >= 0) & (at < n)].astype(int), minlength=n) > 0
    return np.convolve(steps, np.ones(FEWEST + 1), "same")


def _about_best(alike: Floats) -> NDArray[np.int64]:
    """The shifts around the best that fit about as well: what moves for long does, a little earlier and later."""
    best = int(alike.argmax())
    worse = np.flatnonzero(alike < CERTAIN * alike[best])
    low, high = worse[worse < best], worse[worse > best]
    return np.arange(low[-1] + 1 if len(low) else 0, high[0] if len(high) else len(alike))


def _alike(one: Floats, other: Floats) -> float:
    one, other = one - one.mean(), other - other.mean()
    size = float(np.sqrt((one @ one) * (other @ other)))
    return float(one @ other) / size if size else 0.0
