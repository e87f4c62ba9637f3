"""Two sources in one thread: by their times, one may break off."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from vision.picture.camera import CameraLost
from vision.picture.frame import Frame
from vision.picture.in_turn import in_turn

DARK = np.zeros((8, 8, 3), np.uint8)


@dataclass
class Source:
    times: tuple[float, ...]
    breaks: bool = False

    def frames(self) -> Iterator[Frame]:
        for time_s in self.times:
            yield Frame(time_s, DARK)
        if self.breaks:
            raise CameraLost("pulled out")

    def close(self) -> None:
        """Nothing stays open."""


def told(first: Source, second: Source) -> list[tuple[int, float | str]]:
    return [(k, str(one) if isinstance(one, CameraLost) else one.time_s) for k, one in in_turn(first, second)]


def test_pictures_come_in_the_order_of_their_times() -> None:
    assert told(Source((0.0, 0.1, 0.2)), Source((0.05, 0.15))) == [(0, 0.0), (1, 0.05), (0, 0.1), (1, 0.15), (0, 0.2)]


@pytest.mark.parametrize("camera", [0, 1])
def test_one_that_breaks_off_is_said_and_the_other_goes_on(camera: int) -> None:
    whole, torn = Source((0.0, 0.1, 0.2)), Source((0.0,), breaks=True)
    sources = (torn, whole) if camera == 0 else (whole, torn)
    out = told(*sources)
    assert (camera, "pulled out") in out
    assert [at for k, at in out if k != camera] == [0.0, 0.1, 0.2]


def test_where_both_break_off_it_is_an_error() -> None:
    with pytest.raises(CameraLost):
        told(Source((0.0,), breaks=True), Source((0.0,), breaks=True))
