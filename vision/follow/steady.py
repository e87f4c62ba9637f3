"""Keeps the plane on the table while the camera does not keep still: looks, whenever much of the picture has changed,
whether the camera was moved, and finds the table again where it lies now.
"""

from dataclasses import dataclass
from enum import Enum

import numpy as np

from engine.sight.observation import SAID_S
from vision.arrays import Floats, Image
from vision.follow.motion import LEAST_MOVING, SETTLE_S
from vision.picture.frame import Picture
from vision.plane.calibration import BY_TWO, EXACT, ROUGH, TablePlane, calibrate
from vision.plane.moved import View, carried, moved, refound

STILL_SHARE = 0.02  # part of the table's picture that differs from the last rest while nothing moves: a look is due
MOVING_SHARE = 0.3  # ... and while something moves: no hand covers so much
SMEARED = 0.1  # part that differs from the picture before while the camera itself still moves; a hand moves less
EVERY_S = 2 * SETTLE_S  # a look takes a tenth of a second
LOST_S = 1.4  # out of sight for so long: it is said
SEEK_S, LONGEST_SEEK_S = 1.0, 60.0  # markers not seen at the start are sought again, each time after twice as long

FOUND = "The camera was moved. I have found the table again and go on."
LOST = "I cannot find the table in the picture. Turn the camera back to it, or show me its corners again in the set-up."


class Verdict(Enum):
    """What a look at the camera's own movement says."""

    SAME = "as it was"
    MOVED = "elsewhere, and found again"
    LOST = "out of sight"


@dataclass(frozen=True, slots=True)
class Shifted:
    """Where the table lies now, the homography (3, 3) that took the picture's pixels there, and the last rest as it
    would have been seen from there; None where nobody knows."""

    plane: TablePlane
    way: Floats
    rest: View | None = None

    def seen(self, small: Image) -> Image:
        """The small grey picture of the last rest; as `small` where that did not reach, or is not known."""
        if self.rest is None:
            return small
        rest, held = self.rest.as_seen(self.way, (small.shape[1], small.shape[0]))
        return np.where(held, rest, small).astype(np.uint8)


class Steady:
    """The camera's own stillness. `says` is what the people at the table should know, empty while all is well."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._checked_s = -np.inf
        self._fine = False
        self._lost_s: float | None = None
        self._found_s = -np.inf
        self._seek_s, self._seek_after_s = -np.inf, SEEK_S
        self._same = False
        self.lost = False
        self.shifted: Shifted | None = None

    def rested(self, frame: Picture) -> None:
        """The table has been looked at where it is believed to lie: later pictures are compared with this one."""
        self._view = View.of(frame.image)
        self._fine = True

    def says(self, time_s: float) -> str:
        if self.lost and self._lost_s is not None and time_s - self._lost_s >= LOST_S:
            return LOST
        return FOUND if time_s - self._found_s < SAID_S else ""

    def look(self, frame: Picture, plane: TablePlane, share: float, stir: float) -> Verdict:
        """The verdict on one picture, of which `share` differs from the last rest and `stir` from the picture before; a
        real look only where one is due. After MOVED `shifted` tells where the table lies."""
        now, moving = frame.time_s, stir > LEAST_MOVING
        due = stir < SMEARED and (share > (MOVING_SHARE if moving else STILL_SHARE) or self.lost)
        if moving:
            self._fine = False
        if self._view is None or not due or self._fine or now - self._checked_s < EVERY_S:
            return Verdict.LOST if self.lost else Verdict.SAME
        self._checked_s = now
        self.shifted = self._sought(frame, plane, self._view)
        if self.shifted is not None:
            self.lost, self._lost_s, self._found_s = False, None, now
            return Verdict.MOVED
        if self._same:
            self.lost, self._lost_s, self._fine = False, None, not moving
            return Verdict.SAME
        if share > 0.5 and self._view.tells:  # or a lamp was lit; less is a hand
            self._lost_s = now if self._lost_s is None else self._lost_s
            self.lost = True
        return Verdict.LOST if self.lost else Verdict.SAME

    def _sought(self, frame: Picture, plane: TablePlane, view: View) -> Shifted | None:
        """Where the table lies by what stands still around it, or by its markers; None where it lies as it did, or is
        not found."""
        self._same = False
        way = view.carried(View.of(frame.image))
        went = None if way is None else moved(plane, way)
        if way is not None and went is not None:
            self._same = not went
            if not went:
                return None
            about = carried(plane, way)
            exact = refound(frame.image, about) if plane.found_by == "markers" else None
            return Shifted(exact or about, way, view)
        anew = refound(frame.image, plane, np.inf) if plane.found_by == "markers" else None
        return None if anew is None else Shifted(anew, _between(plane, anew), view)

    def sought_markers(self, frame: Picture, plane: TablePlane) -> TablePlane | None:
        """The table by markers that were not seen at first: they may have been covered. Asked for now and then."""
        if plane.known or frame.time_s < self._seek_s:
            return None
        self._seek_s = frame.time_s + self._seek_after_s
        self._seek_after_s = min(LONGEST_SEEK_S, 2 * self._seek_after_s)
        return calibrate(frame.image, EXACT if plane.found_by == BY_TWO else ROUGH)


def _between(before: TablePlane, after: TablePlane) -> Floats:
    """The homography (3, 3) that takes the table's pixels from where one plane has them to where the other has."""
    return np.asarray(np.linalg.inv(after.homography) @ before.homography, float)
