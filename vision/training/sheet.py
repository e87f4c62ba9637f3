"""The sheet on which a composed face is laid out, piece by piece."""

import cv2
import numpy as np

from vision.arrays import Drawn
from vision.training.facebank import on_body

Colour = tuple[int, int, int]
W, H = 216, 288


class Sheet:
    """One face in the drawing. Positions are in tile halves: (-1, -1) top left, (1, 1) bottom right."""

    def __init__(self) -> None:
        self.ink: Drawn = np.full((H, W, 3), 255, np.float32)

    def lay(self, cover: Drawn, colour: Colour, box: tuple[float, float, float, float], turn: float = 0.0,
            stretch: bool = False) -> None:  # fmt: skip
        """Coverage (h, w) in a colour, fitted into a box (x, y of its middle, half width, half height)."""
        self.lay_picture(np.dstack([np.full((*cover.shape, 3), colour, np.uint8), cover]), box, turn, stretch)

    def lay_picture(
        self, art: Drawn, box: tuple[float, float, float, float], turn: float = 0.0, stretch: bool = False
    ) -> None:
        """Art (h, w, 4) fitted into a box, turned by degrees."""
        x, y, hw, hh = box
        tall, wide = art.shape[:2]
        if turn % 180 == 90:
            hw, hh = hh * H / W, hw * W / H
        fit_x, fit_y = hw * W / wide, hh * H / tall
        if not stretch:
            fit_x = fit_y = min(fit_x, fit_y)
        a = np.deg2rad(turn)
        c, s = np.cos(a), np.sin(a)
        middle = np.array([(x + 1) * W / 2, (y + 1) * H / 2])
        linear = np.array([[c * fit_x, -s * fit_y], [s * fit_x, c * fit_y]])
        matrix = np.c_[linear, middle - linear @ np.array([wide / 2, tall / 2])]
        small = art
        while min(fit_x, fit_y) < 0.55 and min(small.shape[:2]) > 8:
            small = cv2.resize(small, (small.shape[1] // 2, small.shape[0] // 2), interpolation=cv2.INTER_AREA)
            fit_x, fit_y, matrix = fit_x * 2, fit_y * 2, np.c_[matrix[:, :2] * 2, matrix[:, 2]]
        laid = cv2.warpAffine(small, matrix, (W, H), flags=cv2.INTER_LINEAR).astype(np.float32)
        alpha = laid[..., 3:] / 255
        self.ink = self.ink * (1 - alpha) + laid[..., :3] * alpha

    def face(self, radius: float) -> Drawn:
        """The finished picture in the bank's size."""
        full = np.dstack([np.clip(self.ink, 0, 255).astype(np.uint8), np.full((H, W), 255, np.uint8)])
        return on_body(full, radius)
