"""How the camera was moved between two pictures of one table: by what stands still in both, room and racks and tiles.

A pushed camera, a bumped arm, a zoom: feature points of the earlier picture (ORB) are found again in the later one, and
the homography that most of them follow is the camera's. Hands and tiles that moved follow none.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import Seat
from vision.arrays import Floats, Image
from vision.plane.calibration import MARKER_MM, TablePlane, calibrate
from vision.plane.outline import WORK_PX as OUTLINE_PX, seated

WORK_PX = 2 * OUTLINE_PX  # the long side of the picture that points are sought in: there one is met within 1 px
POINTS = 1200  # sought in a picture, so that LEAST follow where hands hide half the table
STEEP = 7  # what makes a point, in grey levels: a dim room has few of 20
LEAST = 40  # points that follow; by chance 12 do
STILL = 0.0025  # of the picture's width: what seems to have moved by less lies where it was, or follows
ZOOM = 0.6, 1.7  # by how much the table may have grown

Points = tuple[tuple[cv2.KeyPoint, ...], NDArray[np.uint8] | None]


@dataclass(frozen=True)
class View:
    """A picture kept to be known again: grey, and how many of its pixels one of the camera's became."""

    grey: NDArray[np.uint8]
    scale: float

    @classmethod
    def of(cls, image: Image) -> "View":
        scale = min(1.0, WORK_PX / max(image.shape[:2]))
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
        return cls(np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8), scale)

    @cached_property
    def points(self) -> Points:
        found, marks = cv2.ORB.create(POINTS, fastThreshold=STEEP).detectAndCompute(self.grey, None)
        return tuple(found), None if marks is None else np.asarray(marks, np.uint8)

    @property
    def tells(self) -> bool:
        """Whether enough stands out in it for another picture to be compared with it."""
        return len(self.points[0]) >= 2 * LEAST

    def carried(self, later: "View") -> Floats | None:
        """The homography (3, 3) from this picture's pixels to those of a later one, of the full size; None where they
        have too little in common."""
        (before, marks), (after, others) = self.points, later.points
        if marks is None or others is None or min(len(before), len(after)) < LEAST:
            return None
        met = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(marks, others)
        if len(met) < LEAST:
            return None
        here = np.array([before[m.queryIdx].pt for m in met]) / self.scale
        there = np.array([after[m.trainIdx].pt for m in met]) / later.scale
        near = STILL * self.grey.shape[1] / self.scale
        still = int((np.linalg.norm(here - there, axis=1) < near).sum())
        if still >= max(LEAST, 0.5 * len(met)):
            return np.eye(3)
        found, follow = cv2.findHomography(here, there, cv2.RANSAC, near)
        n = 0 if found is None else int(follow.sum())
        if n < LEAST:
            return np.eye(3) if still >= LEAST else None
        if still > n / 2:
            return np.eye(3)
        return np.asarray(found, float)

    def as_seen(self, way: Floats, size_wh: tuple[int, int]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
        """This picture as it would look once its pixels (of the full size) have gone that `way`, shrunk to a size
        (h, w), and which pixels of that it holds."""
        shrink = np.array([[self.scale, 0, (self.scale - 1) / 2], [0, self.scale, (self.scale - 1) / 2], [0, 0, 1]])
        here = shrink @ way @ np.linalg.inv(shrink)
        wide_high = self.grey.shape[1], self.grey.shape[0]
        seen = cv2.warpPerspective(self.grey, here, wide_high)
        held = cv2.warpPerspective(np.full_like(self.grey, 255), here, wide_high)
        small, inside = (cv2.resize(of, size_wh, interpolation=cv2.INTER_AREA) for of in (seen, held))
        return np.asarray(small, np.uint8), np.asarray(inside == 255, np.bool_)


def moved(plane: TablePlane, way: Floats) -> bool | None:
    """Whether the table lies elsewhere in the picture once its pixels have gone that `way` (3, 3); None where no camera
    can have moved so."""
    reach = plane.half_mm
    table = plane.to_px(np.array([[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]]))
    now = pixels(table, way)
    area, before = (cv2.contourArea(q.astype(np.float32), oriented=True) for q in (now, table))
    grown = abs(area / before) ** 0.5 if before else 0.0
    if not np.isfinite(now).all() or area * before <= 0 or not ZOOM[0] < grown < ZOOM[1]:
        return None
    return bool(np.linalg.norm(now - table, axis=1).max() > STILL * plane.size_wh[0])


def pushed(fixed: View, plane: TablePlane, later: View) -> bool:
    """Whether the table no longer lies where `plane` has it since it was `fixed`: the camera was pushed or turned away,
    or something hides it. A picture in which nothing stands out tells of nothing."""
    way = fixed.carried(later)
    return fixed.tells if way is None else moved(plane, way) is not False


def pixels(points: NDArray[np.floating], way: Floats) -> Floats:
    """Where pixels (..., 2) have gone."""
    flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, way), np.float64).reshape(np.shape(points))


def carried(plane: TablePlane, way: Floats) -> TablePlane:
    """The same table where its pixels have gone that `way` (3, 3)."""
    homography = np.asarray(plane.homography @ np.linalg.inv(way), float)
    return replace(plane, homography=homography)


def refound(image: Image, plane: TablePlane, near_mm: float = MARKER_MM) -> TablePlane | None:
    """The table by its markers, seated as `plane` is and about where that has it; None where they are not seen, or lie
    farther off than this: nearer ones are the same, for one is as wide."""
    found = calibrate(image)
    if found is None:
        return None
    reach = plane.half_mm
    corners = np.array([[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]])
    turns = [seated(found, seat) for seat in Seat]
    off, best = min(((float(np.abs(plane.to_mm(t.to_px(corners)) - corners).max()), k) for k, t in enumerate(turns)))
    return replace(turns[best], askew=plane.askew) if off < near_mm else None
