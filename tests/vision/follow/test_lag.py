"""Two clocks told apart by what moves before both cameras."""

import numpy as np
import pytest

from vision.follow.lag import LONGEST_S, Lag


def watched(lag: Lag, late_s: float, fps: float, visits: int = 12, seed: int = 3) -> None:
    """Hands come and go; the second camera's pictures are so much later and so many a second."""
    chance = np.random.default_rng(seed)
    begins = np.cumsum(chance.uniform(1.6, 4.0, visits))
    ends = begins + chance.uniform(0.4, 1.2, visits)

    def stir(at: float) -> float:
        return 0.05 if ((begins <= at) & (at < ends)).any() else 0.0

    first, second = np.arange(0, ends[-1] + 2, 1 / 30), np.arange(0.01, ends[-1] + 2, 1 / fps)
    times = [*((t, 0) for t in first), *((t, 1) for t in second)]
    for time_s, camera in sorted(times):
        lag.tell(camera, float(time_s), stir(time_s - late_s * camera))


@pytest.mark.parametrize("fps", [30.0, 10.0])
@pytest.mark.parametrize("late_s", [-0.6, 0.0, 0.4, 1.1])
def test_the_lag_is_found_to_a_tenth_of_a_second(late_s: float, fps: float) -> None:
    lag = Lag()
    watched(lag, late_s, fps)
    assert lag.known_s == pytest.approx(late_s, abs=0.11)


def test_nothing_is_said_before_enough_has_moved() -> None:
    lag = Lag()
    watched(lag, 0.4, 30.0, visits=2)
    assert lag.known_s is None


def test_what_moves_before_one_alone_tells_nothing() -> None:
    lag = Lag()
    for k in range(1800):
        lag.tell(0, k / 30, 0.05 if (k // 40) % 3 == 0 else 0.0)
        lag.tell(1, k / 30, 0.0)
    assert lag.known_s is None
    assert LONGEST_S > 1
