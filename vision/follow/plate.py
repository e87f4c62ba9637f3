"""The table as it looked when it was first met: prints, a lamp's foot, whatever lay there before anybody played.

Where the picture is still what it was then, nobody has put a tile since, whatever it looks like.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image, Quads
from vision.plane.moved import View

WIDER = 1.25  # of a tile's width and length: its sides and its shadow tell as well as its face
GRID = 24  # places compared, each way
# Of the light there: what differs by more is something else; the sensor's noise is half as much. And part of the places
# that may differ; measured: bare cloth 0.00 to 0.06, under a tile 0.31 and more.
OTHER = 0.1


@dataclass(frozen=True)
class Plate:
    """A picture of the table, and the homography (3, 3) that its pixels have gone since."""

    view: View
    way: Floats

    @classmethod
    def of(cls, image: Image) -> "Plate":
        return cls(View.of(image), np.eye(3))

    def shifted(self, way: Floats) -> "Plate":
        """The same once the camera's pixels have gone that `way`."""
        return Plate(self.view, way @ self.way)

    def unchanged(self, image: Image, quads: Quads) -> NDArray[np.bool_]:
        """Of which quads (n, 4, 2) in a picture the place looks as it did then (n,)."""
        if not len(quads):
            return np.zeros(0, np.bool_)
        now = View.of(image)
        middle = quads.mean(1, keepdims=True)
        u, v = (g.ravel() for g in np.meshgrid(np.linspace(0, 1, GRID), np.linspace(0, 1, GRID)))
        weights = np.stack([(1 - v) * (1 - u), (1 - v) * u, v * u, v * (1 - u)], 1)
        at = weights @ (middle + WIDER * (quads - middle)).astype(np.float64)  # (n, GRID * GRID, 2)
        back = cv2.perspectiveTransform(at.reshape(-1, 1, 2), np.linalg.inv(self.way)).reshape(at.shape)
        seen, before = _sampled(now, at), _sampled(self.view, np.asarray(back))
        light = np.median(seen / np.maximum(before, 1.0), axis=1, keepdims=True)
        apart = np.abs(seen - before * light) / np.maximum(seen.mean(1, keepdims=True), 1.0)
        inside = ((back >= 0) & (back < np.divide(self.view.grey.shape[::-1], self.view.scale))).all((1, 2))
        return np.asarray(inside & ((apart > OTHER).mean(1) < OTHER))


def _sampled(view: View, at: Floats) -> Floats:
    """The grey of a kept picture at places (n, k, 2) in pixels of the full one (n, k)."""
    x, y = np.moveaxis((at + 0.5) * view.scale - 0.5, -1, 0).astype(np.float32)
    calm = cv2.GaussianBlur(view.grey, (3, 3), 0.8)
    return np.asarray(cv2.remap(calm, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float64)
