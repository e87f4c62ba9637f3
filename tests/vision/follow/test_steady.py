import numpy as np

from engine.sight.observation import SAID_S
from tests.scene import PLANE, SIDE, textured
from vision.arrays import Image
from vision.follow.steady import EVERY_S, FOUND, LOST, LOST_S, Steady, Verdict
from vision.picture.frame import Frame

ROOM = textured(np.full((SIDE, SIDE, 3), 90, np.uint8))
ELSEWHERE = textured(np.full((SIDE, SIDE, 3), 60, np.uint8), seed=5)
PUSHED: Image = np.roll(ROOM, (20, -30), (0, 1))


def steady() -> Steady:
    """After a rest, when something has just moved."""
    found = Steady()
    found.rested(Frame(0.0, ROOM))
    assert found.look(Frame(0.9, PUSHED), PLANE, 0.5, 0.4) is Verdict.SAME  # while it still moves nothing is concluded
    return found


def test_a_table_that_has_hardly_changed_is_not_looked_at() -> None:
    one = steady()
    assert one.look(Frame(1.0, PUSHED), PLANE, 0.01, 0.0) is Verdict.SAME
    assert one.says(1.0) == ""


def test_a_pushed_camera_is_said_and_the_table_found_again() -> None:
    one = steady()
    assert one.look(Frame(1.0, PUSHED), PLANE, 0.3, 0.0) is Verdict.MOVED
    assert one.says(1.0) == FOUND
    assert one.says(1.0 + SAID_S) == ""
    assert one.shifted is not None
    middle = one.shifted.plane.to_px(np.zeros((1, 2))) - PLANE.to_px(np.zeros((1, 2)))
    np.testing.assert_allclose(middle, [[-30, 20]], atol=1.0)


def test_a_table_out_of_sight_is_said_and_found_again() -> None:
    one = steady()
    assert one.look(Frame(1.0, ELSEWHERE), PLANE, 0.9, 0.0) is Verdict.LOST
    assert one.says(1.0) == ""
    later = 1.0 + LOST_S
    assert one.look(Frame(later, ELSEWHERE), PLANE, 0.9, 0.0) is Verdict.LOST
    assert one.says(later) == LOST
    assert one.look(Frame(later + 2 * EVERY_S, ROOM), PLANE, 0.0, 0.0) is Verdict.SAME
    assert one.says(later + 2 * EVERY_S) == ""


def test_a_picture_in_which_nothing_stands_out_tells_nothing() -> None:
    one = Steady()
    one.rested(Frame(0.0, np.full((SIDE, SIDE, 3), 90, np.uint8)))
    assert one.look(Frame(1.0, np.full((SIDE, SIDE, 3), 200, np.uint8)), PLANE, 0.9, 0.0) is Verdict.SAME
