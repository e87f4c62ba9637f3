"""Where a camera hangs above the table, as its plane tells: what lies higher than the table's top is seen beside its
place, the farther the more askew the camera looks.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.plane.calibration import TablePlane

THICK_MM = 16.0  # a tile's thickness: those that are sold have 13 to 20
LEDGE_MM = 22.0  # how high a rack's ledge lies, with exposures upon it
USUAL = 0.8  # focal length of a webcam in parts of the picture's width, where the plane does not tell


@dataclass(frozen=True, slots=True)
class Eye:
    """A camera's place: x right, y toward P1, height above the table, all in mm."""

    x_mm: float
    y_mm: float
    high_mm: float

    def lowered(self, points: NDArray[np.floating], high_mm: float) -> Floats:
        """Where things (..., 2) that lie so high really are, of what the plane says they are."""
        foot = np.array([self.x_mm, self.y_mm])
        return np.asarray(foot + (np.asarray(points, float) - foot) * (1 - high_mm / self.high_mm))

    def raised(self, points: NDArray[np.floating], high_mm: float) -> Floats:
        """Where the plane has things that lie so high: the inverse of `lowered`."""
        foot = np.array([self.x_mm, self.y_mm])
        return np.asarray(foot + (np.asarray(points, float) - foot) / (1 - high_mm / self.high_mm))


def eye_of(plane: TablePlane) -> Eye | None:
    """The camera that sees the table where the plane has it; None where no camera can."""
    wide, high = plane.size_wh
    shift = np.array([[1, 0, -wide / 2], [0, 1, -high / 2], [0, 0, 1]])
    seen = shift @ np.linalg.inv(plane.homography)
    seen = seen / np.linalg.norm(seen[:2, 0])
    focal = _focal(seen, USUAL * wide)
    columns = seen / np.array([[focal], [focal], [1.0]])
    scale = (np.linalg.norm(columns[:, 0]) + np.linalg.norm(columns[:, 1])) / 2
    right, near = columns[:, 0] / scale, columns[:, 1] / scale
    place = -np.stack([right, near, np.cross(right, near)]) @ (columns[:, 2] / scale)
    if not np.isfinite(place).all() or abs(place[2]) < plane.half_mm:
        return None
    return Eye(float(place[0]), float(place[1]), float(abs(place[2])))


def _focal(seen: Floats, usual: float) -> float:
    """The focal length (pixels) with which two sides of a square, the first columns of `seen` (3, 3), are as long in
    space and stand square to each other. A camera that looks straight down may have any: then it is the usual one."""
    right, near = seen[:, 0], seen[:, 1]
    sides = np.array([right[:2] @ near[:2], right[:2] @ right[:2] - near[:2] @ near[:2]])
    depths = np.array([right[2] * near[2], right[2] ** 2 - near[2] ** 2]) * usual**2
    askew = 3e-4  # of a square's side, squared: less is lost in the corners' own error
    share = (askew - sides @ depths) / (sides @ sides + askew)
    return float(usual / np.sqrt(np.clip(share, 1 / 4, 4)))
