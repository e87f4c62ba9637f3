"""Where a tile is and how it is turned.

A tile's own axes are right, down (as printed) and out of the face. `Pose.pitch` turns it about its own right: 0 lies
face up, pi face down, somewhat under pi/2 stands on its foot with the face toward its owner.
"""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats


@dataclass(frozen=True, slots=True)
class Pose:
    """Centre of the solid in mm (z up from the table); `turn` clockwise as seen from above and `pitch`, in radians."""

    x: float
    y: float
    z: float
    turn: float = 0.0
    pitch: float = 0.0

    @property
    def axes(self) -> Floats:
        """Rows: the tile's right, its down, out of its face."""
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        right, flat, up = np.array([cos, sin, 0.0]), np.array([-sin, cos, 0.0]), np.array([0.0, 0.0, 1.0])
        c, s = np.cos(self.pitch), np.sin(self.pitch)
        return np.stack([right, flat * c - up * s, up * c + flat * s])

    def toward(self, other: "Pose", share: float) -> "Pose":
        """Part of the way there, by the shorter turn."""
        turn = (other.turn - self.turn + np.pi) % (2 * np.pi) - np.pi
        return Pose(
            self.x + (other.x - self.x) * share,
            self.y + (other.y - self.y) * share,
            self.z + (other.z - self.z) * share,
            self.turn + float(turn) * share,
            self.pitch + (other.pitch - self.pitch) * share,
        )
