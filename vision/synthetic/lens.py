"""A camera above the table: where a point in space appears in the picture.

Space is in millimetres, x right, y toward P1, z *up* from the table top, origin at the table's centre.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats


@dataclass(frozen=True)
class Lens:
    """A pinhole with slight radial bending.

    `place` is where it hangs; it looks at `target`; `roll` turns the picture (0: P1 at the bottom). `focal` is in parts
    of the picture's width. `bend` bends a point at r (in focal lengths from the axis) outward by bend * r^2.
    """

    size_wh: tuple[int, int]
    place: tuple[float, float, float]
    target: tuple[float, float, float] = (0.0, 0.0, 0.0)
    roll: float = 0.0
    focal: float = 0.8
    bend: float = 0.0

    @cached_property
    def axes(self) -> Floats:
        """Rows: the picture's right, its down, and forward, as directions in space."""
        forward = np.subtract(self.target, self.place)
        forward = forward / np.linalg.norm(forward)
        right = np.array([1.0, 0.0, 0.0]) - forward[0] * forward
        right /= np.linalg.norm(right)
        # space here is left-handed (z up, y toward the viewer's bottom), so down is the other cross product
        down = np.cross(right, forward)
        cos, sin = np.cos(self.roll), np.sin(self.roll)
        return np.stack([cos * right + sin * down, cos * down - sin * right, forward])

    @property
    def focal_px(self) -> float:
        return self.focal * self.size_wh[0]

    def project(self, points: NDArray[np.floating]) -> Floats:
        """Points (..., 3) to pixels (..., 2); a pixel's centre has whole coordinates."""
        at = (np.asarray(points, float) - self.place) @ self.axes.T
        flat = at[..., :2] / at[..., 2:]
        flat = flat * (1 + self.bend * (flat**2).sum(-1, keepdims=True))
        return np.asarray(flat * self.focal_px + self._centre)

    def ground(self, pixels: NDArray[np.floating], height: float = 0.0) -> Floats:
        """The point (x, y) at `height` above the table that each pixel (..., 2) shows."""
        bent = (np.asarray(pixels, float) - self._centre) / self.focal_px
        flat = bent
        for _ in range(4):
            flat = bent / (1 + self.bend * (flat**2).sum(-1, keepdims=True))
        rays = np.concatenate([flat, np.ones_like(flat[..., :1])], -1) @ self.axes
        far = (height - self.place[2]) / np.minimum(rays[..., 2:], -1e-6)
        return np.asarray(rays[..., :2] * far + np.array(self.place[:2]))

    @property
    def _centre(self) -> Floats:
        return np.array([(self.size_wh[0] - 1) / 2, (self.size_wh[1] - 1) / 2])

    def scale_at(self, x: float, y: float, z: float = 0.0) -> float:
        """Pixels per millimetre there."""
        ends = self.project(np.array([[x - 5, y, z], [x + 5, y, z]]))
        return float(np.linalg.norm(ends[1] - ends[0])) / 10
