"""How fast the pictures are looked at; the time is the test's."""

import pytest

from server.pace import PaceMeter


def test_pictures_looked_at_as_they_come_are_no_time_behind() -> None:
    meter = PaceMeter()
    for k in range(41):
        meter.looked(frame_s=k * 0.1, now=1000 + k * 0.1, taken=3 * k)
    pace = meter.pace(1004.0, "1920 x 1080")
    assert pace.looked_fps == pytest.approx(10)
    assert pace.camera_fps == pytest.approx(30)
    assert pace.lag_s == pytest.approx(0)
    assert pace.sends == "1920 x 1080"


def test_the_lag_is_that_of_the_latest_pictures_against_the_quickest_ever() -> None:
    meter = PaceMeter()
    meter.looked(frame_s=0.0, now=50.1)
    meter.looked(frame_s=1.0, now=55.1)
    assert meter.pace(55.1).lag_s == pytest.approx(4.0)
    meter.looked(frame_s=60.0, now=110.1)
    assert meter.pace(110.1).lag_s == pytest.approx(0.0)


def test_a_picture_that_is_being_looked_at_for_long_is_a_lag_too() -> None:
    meter = PaceMeter()
    meter.looked(frame_s=0.0, now=10.0)
    assert meter.pace(14.0).lag_s == pytest.approx(4.0)
    assert meter.pace(24.0).lag_s == pytest.approx(14.0)


def test_the_table_moves_for_as_long_as_it_was_not_seen_at_rest() -> None:
    meter = PaceMeter()
    assert meter.pace(10.0).moving_s == 0.0
    meter.rested(10.0)
    assert meter.pace(31.0).moving_s == pytest.approx(21.0)


def test_before_the_first_picture_there_is_no_pace() -> None:
    assert PaceMeter().pace(7.0).looked_fps == 0.0
    assert PaceMeter().pace(7.0).camera_fps is None
