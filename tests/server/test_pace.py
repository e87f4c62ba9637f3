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


def test_a_picture_that_is_being_looked_at_for_long_is_a_lag_too_and_waiting_for_one_is_none() -> None:
    meter = PaceMeter()
    meter.looked(frame_s=0.0, now=10.0)
    assert meter.pace(14.0).lag_s == pytest.approx(0.0)
    meter.looking(now=14.0)
    assert meter.pace(18.0).lag_s == pytest.approx(4.0)
    meter.passed_over()
    assert meter.pace(18.0).lag_s == pytest.approx(0.0)


def test_what_is_looked_at_and_not_taken_in_is_a_lag_once_somebody_says_what_was() -> None:
    meter = PaceMeter()
    meter.looked(frame_s=0.0, now=10.0)
    assert meter.pace(13.0).lag_s == pytest.approx(0.0)
    meter.taken_in(frame_s=0.0, now=10.0)
    meter.looked(frame_s=1.0, now=11.0)
    assert meter.pace(14.0).lag_s == pytest.approx(3.0)
    meter.taken_in(frame_s=1.0, now=14.0)
    assert meter.pace(14.0).lag_s == pytest.approx(3.0)
    assert meter.pace(20.0).lag_s == pytest.approx(0.0)


def test_how_much_of_the_last_minute_the_table_was_still_is_known_after_a_minute() -> None:
    meter = PaceMeter()
    for k in range(121):
        meter.looked(frame_s=k * 0.5, now=10 + k * 0.5)
        meter.rested(10 + k * 0.5, at_rest=k % 4 == 0)
        if k < 119:
            assert meter.pace(10 + k * 0.5).still is None
    assert meter.pace(70.0).still == pytest.approx(0.25, abs=0.01)


def test_before_the_first_picture_there_is_no_pace() -> None:
    assert PaceMeter().pace(7.0).looked_fps == 0.0
    assert PaceMeter().pace(7.0).camera_fps is None
