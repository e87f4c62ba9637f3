"""The simulated table from another side: the same game at the same moment, seen by a camera that leans."""

from itertools import islice

import numpy as np
import pytest

from vision.picture.camera import open_camera
from vision.plane.calibration import calibrate
from vision.synthetic.beside import CameraBeside
from vision.synthetic.camera import DemoUrlError
from vision.synthetic.look import choose
from vision.synthetic.second import DemoSecondCamera, from_aside, read_second_url, second_url

TABLE = "demo://?seed=7&speed=2&size=720p&fps=5"


def test_its_address_is_made_of_the_tables_own() -> None:
    settings, late_s = read_second_url(second_url(TABLE) + "&late=0.4")
    assert (settings.seed, settings.speed, settings.size_wh, late_s) == (7, 2.0, (1280, 720), 0.4)


WRONG = ("demo://?seed=7", "demo-second://?late=9", "demo-second://?late=x", "demo-second://?sed=1")


@pytest.mark.parametrize("url", WRONG)
def test_another_address_is_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(DemoUrlError, match=r"demo-second|late|sed"):
        DemoSecondCamera(url)


def test_it_leans_and_hangs_on_another_side() -> None:
    for seed in range(1, 9):
        look = choose(seed, "", (1280, 720))
        aside = from_aside(look)
        x, y, z = aside.lens.place
        assert np.degrees(np.arctan2(np.hypot(x, y), z)) > 15
        (ax, ay), (bx, by) = look.lens.place[:2], (x, y)
        assert (ax * bx + ay * by) <= 0.32 * np.hypot(ax, ay) * np.hypot(bx, by)


def test_it_shows_the_same_table_at_the_same_moment() -> None:
    first, second = (open_camera(url) for url in (TABLE, second_url(TABLE) + "&fps=5"))
    pictures = [list(islice(camera.frames(), 12))[-1] for camera in (first, second)]
    assert isinstance(second, CameraBeside)
    assert pictures[0].time_s == pictures[1].time_s
    assert all(calibrate(picture.image) is not None for picture in pictures)
    assert pictures[0].image.shape == pictures[1].image.shape
    assert np.abs(pictures[0].image.astype(int) - pictures[1].image).mean() > 10
