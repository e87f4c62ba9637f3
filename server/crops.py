"""What the camera saw where something is asked: a small picture of that place on the table, laid square, upright for
whom it concerns. Only what lies inside the ledges is ever in it; the racks are hidden before anything is cut out.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import Seat
from server.alerts import Alert
from server.veil import BAND, veiled
from vision.arrays import Image
from vision.plane.calibration import TablePlane
from vision.plane.zones import INNER, LEDGE_FROM, LEDGE_HALF_WIDTH, LEDGE_TO, toward

AROUND_MM = 62.0  # on each side of a tile: two tiles' width, so that one sees what it lies beside
WIDEST_PX = 480
PX_PER_MM = 2.4  # a tile is some 60 by 80 pixels: as large as the camera saw it, or larger
QUALITY = 82  # of JPEG: some 10 KB
LARGEST_B = 100_000
ABOVE_LEDGE = 0.05  # of the half side, before a ledge: an exposure may lie a little off it

Floats = NDArray[np.float64]


def cut_out(image: Image, plane: TablePlane, alert: Alert) -> bytes | None:
    """The place that an alert asks about as a JPEG: around its point, else its seat's exposures, else all discards.
    None where that is no place on the table."""
    box = _box(plane, alert)
    if box is None:
        return None
    (x0, y0), (x1, y1), seat = box
    scale = min(PX_PER_MM, WIDEST_PX / max(x1 - x0, y1 - y0))
    wide, high = round((x1 - x0) * scale), round((y1 - y0) * scale)
    across, down = np.meshgrid((np.arange(wide) + 0.5) / scale + x0, (np.arange(high) + 0.5) / scale + y0)
    right, near = _axes(seat)
    points = across[..., None] * right + down[..., None] * near
    px = plane.scaled((image.shape[1], image.shape[0])).to_px(points).astype(np.float32)
    hidden = veiled(image, plane.scaled((image.shape[1], image.shape[0])))
    cut = np.asarray(cv2.remap(hidden, px[..., 0], px[..., 1], cv2.INTER_CUBIC, borderValue=BAND), np.uint8)
    cut[np.abs(points).max(-1) > LEDGE_TO * plane.half_mm] = BAND
    jpeg = cv2.imencode(".jpg", cut, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
    return jpeg if len(jpeg) <= LARGEST_B else None


def _box(plane: TablePlane, alert: Alert) -> tuple[tuple[float, float], tuple[float, float], Seat] | None:
    """Two corners in millimetres as `seat` sees the table: x to her right, y toward her."""
    half = plane.half_mm
    if alert.at_mm is not None:
        x, y = alert.at_mm
        if max(abs(x), abs(y)) > INNER * half:
            return None
        return (x - AROUND_MM, y - AROUND_MM), (x + AROUND_MM, y + AROUND_MM), Seat.P1
    if alert.seat is not None:
        wide = LEDGE_HALF_WIDTH * half
        return (-wide, (LEDGE_FROM - ABOVE_LEDGE) * half), (wide, LEDGE_TO * half), alert.seat
    return (-INNER * half, -INNER * half), (INNER * half, INNER * half), Seat.P1


def _axes(seat: Seat) -> tuple[Floats, Floats]:
    """On the table, the direction to a seat's right and the one toward it."""
    near = toward(seat)
    return np.array([near[1], -near[0]]), near
