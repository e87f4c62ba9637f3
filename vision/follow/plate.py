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
# that may differ; measured: bare cloth 0.00 to 0.06, under a tile 0.24 and more. In the shadow of tiles beside it more
# may; but there a print (alike by 0.77, 0.17 differ) or a die (0.97, 0.62) shows through; a tile is no more alike than
# 0.40 (788 looked at).
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

    def unchanged(self, image: Image, quads: Quads, lying: Quads) -> NDArray[np.bool_]:
        """Of which quads (n, 4, 2) in a picture the place looks as it did then (n,), but for what the tiles that lie
        beside it (m, 4, 2) hide of it."""
        if not len(quads):
            return np.zeros(0, np.bool_)
        now = View.of(image)
        u, v = (g.ravel() for g in np.meshgrid(np.linspace(0, 1, GRID), np.linspace(0, 1, GRID)))
        weights = np.stack([(1 - v) * (1 - u), (1 - v) * u, v * u, v * (1 - u)], 1)
        at = weights @ _wider(quads)  # (n, GRID * GRID, 2)
        back = cv2.perspectiveTransform(at.reshape(-1, 1, 2), np.linalg.inv(self.way)).reshape(at.shape)
        seen, before = _sampled(now, at), _sampled(self.view, np.asarray(back))
        hidden = _hidden(at, _wider(lying))
        hidden &= ~hidden.all(1, keepdims=True)
        lighter = np.where(hidden, np.nan, seen / np.maximum(before, 1.0))
        light = np.nanmedian(lighter, axis=1, keepdims=True)
        apart = np.abs(seen - before * light) / np.maximum(seen.mean(1, keepdims=True), 1.0)
        inside = ((back >= 0) & (back < np.divide(self.view.grey.shape[::-1], self.view.scale))).all((1, 2))
        other = (~hidden & (apart > OTHER)).sum(1) / (~hidden).sum(1)
        alike = _likeness(_printed(seen), _printed(before), ~hidden)
        shaded = ((alike > 0.5) & (other < 2 * OTHER)) | (alike > 1 - OTHER)
        return np.asarray(inside & ((other < OTHER) | shaded))


def _printed(grey: Floats) -> Floats:
    """What is printed at places (n, k) in whatever light and shadow: their fine structure."""
    fields = np.log(np.maximum(grey, 1.0)).reshape(-1, GRID, GRID)
    fine = [field - cv2.GaussianBlur(field, (0, 0), GRID / 6) for field in fields]
    return np.asarray(fine, np.float64).reshape(grey.shape)


def _likeness(one: Floats, other: Floats, where: NDArray[np.bool_]) -> Floats:
    """The correlation (n,) of two structures (n, k) where they can be compared."""
    one, other = one * where, other * where
    return np.asarray((one * other).sum(1) / np.sqrt((one**2).sum(1) * (other**2).sum(1) + 1e-9))


def _wider(quads: Quads) -> Floats:
    middle = quads.mean(1, keepdims=True)
    return np.asarray(middle + WIDER * (quads - middle), np.float64)


def _hidden(at: Floats, under: Floats) -> NDArray[np.bool_]:
    """Which places (n, k, 2) lie within one of the quads (m, 4, 2) at least (n, k)."""
    hidden = np.zeros(at.shape[:2], np.bool_)
    for quad in under:
        along, to = np.roll(quad, -1, 0) - quad, at[:, :, None] - quad
        side = along[:, 0] * to[..., 1] - along[:, 1] * to[..., 0]
        hidden |= (side > 0).all(2) | (side < 0).all(2)
    return hidden


def _sampled(view: View, at: Floats) -> Floats:
    """The grey of a kept picture at places (n, k, 2) in pixels of the full one (n, k)."""
    x, y = np.moveaxis((at + 0.5) * view.scale - 0.5, -1, 0).astype(np.float32)
    calm = cv2.GaussianBlur(view.grey, (3, 3), 0.8)
    return np.asarray(cv2.remap(calm, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float64)
