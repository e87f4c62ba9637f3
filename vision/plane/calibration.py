"""From pixels to millimetres on the table: four printed markers, four taps, or the picture's own frame.

Four ArUco markers (DICT_4X4_50, 48 mm squares) lie near the table's corners: seen from above with P1 at the bottom,
id 0 top left, 1 top right, 2 bottom right, 3 bottom left. Nobody lays them exactly, so their places are estimated
together with the camera: each printed square tells the scale and the tilt, a soft prior says "near a square's
corners, square to the edges". Any three suffice; two, where cups stand on the others, tell it within a tile's width
or so.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image

MARKER_MM = 48.0
TABLE_MM = 900.0  # the side of the tables that are sold for the game
EDGE_MM = 52.0  # from the middle of the markers out to the table's edge, as they are laid and as corners are taken
HALF_MM = TABLE_MM / 2 - EDGE_MM
EDGE_PX = 0.25  # how well a corner is known; drawn markers at 1080p are met within 0.1, noisy ones within 0.3
_CORNER_SIGNS = {0: (-1, -1), 1: (1, -1), 2: (1, 1), 3: (-1, 1)}  # x right, y toward P1
_SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (MARKER_MM / 2)


EXACT, ROUGH = 3, 2  # markers that tell the table within a few millimetres, and within a tile's width or so
BY_FRAME, BY_TWO = "frame", "two markers"


class CalibrationError(ValueError):
    """A table file or a set of taps that cannot be a table; the text says how to mend it."""


@dataclass(frozen=True)
class TablePlane:
    """The flattened table: millimetres, origin at its centre, x right, y toward P1.

    `homography` (3, 3) takes undistorted pixels to millimetres; `bend` is the lens's first radial coefficient over
    `size_wh`, the picture it was fixed on. `half_mm` is half the side of the square through the markers.
    `askew`: the camera looks from aside, so that what lies high is seen beside its place (`vision.plane.zones.place`).
    """

    homography: Floats
    size_wh: tuple[int, int]
    bend: float = 0.0
    half_mm: float = HALF_MM
    found_by: str = "markers"
    askew: bool = False

    @property
    def known(self) -> bool:
        """Whether the table is known to lie there to within a few millimetres, or a person has seen it drawn: where it
        is not, nobody can tell a rack from the rest of the picture, and none is shown or kept."""
        return self.found_by not in (BY_FRAME, BY_TWO)

    def to_mm(self, points: NDArray[np.floating]) -> Floats:
        """Pixels (..., 2) of a picture of size `size_wh` to millimetres (..., 2)."""
        flat = _straighten(np.asarray(points, float).reshape(-1, 2), self.size_wh, self.bend)
        return _project(self.homography, flat).reshape(np.shape(points))

    def to_px(self, points_mm: NDArray[np.floating]) -> Floats:
        """Millimetres (..., 2) to pixels (..., 2)."""
        flat = _project(np.asarray(np.linalg.inv(self.homography), float), np.asarray(points_mm, float).reshape(-1, 2))
        return _bend(flat, self.size_wh, self.bend).reshape(np.shape(points_mm))

    def scaled(self, size_wh: tuple[int, int]) -> "TablePlane":
        """The same table in a picture of another size from the same camera."""
        factor = np.diag([self.size_wh[0] / size_wh[0], self.size_wh[1] / size_wh[1], 1.0])
        return replace(self, homography=self.homography @ factor, size_wh=size_wh)

    @property
    def text(self) -> str:
        """What a table file holds."""
        told = {
            "homography": [[float(v) for v in row] for row in self.homography],
            "size": list(self.size_wh),
            "bend": self.bend,
            "half_mm": self.half_mm,
            "found_by": self.found_by,
        }
        return json.dumps(told, indent=1) + "\n"


def read_plane(path: Path) -> TablePlane:
    """A table file written by `fifthseat calibrate`. Raises CalibrationError."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as problem:
        raise CalibrationError(f"The table file {path} cannot be read: {problem.strerror}.") from problem
    except ValueError as problem:
        raise CalibrationError(f"{path} is not a table file; make it with `fifthseat calibrate`.") from problem
    return plane_of(text, str(path))


def plane_of(text: str, name: str) -> TablePlane:
    """The table of a table file's text; `name` is what it is called where it is none. Raises CalibrationError."""
    try:
        told = json.loads(text)
        homography = np.array(told["homography"], float)
        width, height = (int(v) for v in told["size"])
        plane = TablePlane(
            homography, (width, height), float(told["bend"]), float(told["half_mm"]), str(told["found_by"])
        )
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as problem:
        raise CalibrationError(f"{name} is not a table file; make it with `fifthseat calibrate`.") from problem
    numbers = [*homography.ravel(), plane.bend, plane.half_mm]
    possible = homography.shape == (3, 3) and np.isfinite(numbers).all() and min(width, height, plane.half_mm) > 0
    if not possible or abs(np.linalg.det(homography)) < 1e-12:
        raise CalibrationError(f"{name} does not describe a table; make it again with `fifthseat calibrate`.")
    return plane


def find_markers(image: Image) -> dict[int, Floats]:
    """The table's markers in the picture: id -> (4, 2) pixel corners, clockwise from the marker's own top-left."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), _parameters())
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found: dict[int, Floats] = {}
    for even in (False, True):  # a lamp's pool of light hides a marker from the plain look, noise from the evened one
        look = np.asarray(cv2.createCLAHE(4.0, (16, 16)).apply(grey), np.uint8) if even else grey
        corners, ids, _ = detector.detectMarkers(look)
        for number, quad in zip([] if ids is None else ids.ravel().tolist(), corners, strict=True):
            if number in _CORNER_SIGNS and number not in found:
                found[int(number)] = _squared(grey, np.asarray(quad, float).reshape(4, 2))
        if len(found) == len(_CORNER_SIGNS):
            break
    return found


def _squared(grey: NDArray[np.uint8], quad: Floats) -> Floats:
    """The quad of the marker's four straight edges. Corner refinement pulls the corners of a blurred square inward, by
    a whole percent of its side, and the square's side is the table's only scale."""
    ends = np.roll(quad, -1, 0)
    side = float(np.linalg.norm(ends - quad, axis=1).min())
    reach = max(2.0, side / 12)  # half the marker's black border, and well within the white around it
    steps = np.linspace(-reach, reach, 33)
    lines = []
    for a, b in zip(quad, ends, strict=True):
        outward = np.array([b[1] - a[1], a[0] - b[0]]) / np.linalg.norm(b - a)
        base = a + np.linspace(0.15, 0.85, 24)[:, None] * (b - a)
        at = (base[:, None] + steps[:, None] * outward).astype(np.float32)  # (24, 33, 2)
        light = np.asarray(cv2.remap(grey, at[..., 0], at[..., 1], cv2.INTER_LINEAR), float)
        black, white = np.median(light[:, :4]), np.median(light[:, -4:])
        if white - black < 12:
            return quad  # too dim to do better than the detector
        # However blurred a step is, the white beyond it has the same area.
        shift = reach - np.clip((light - black) / (white - black), -0.5, 1.5).mean(1) * 2 * reach
        edge = (base + shift[:, None] * outward).astype(np.float32)
        x, y, x0, y0 = cv2.fitLine(edge, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append(np.array([y, -x, x * y0 - y * x0]))  # (a, b, c) of a x + b y + c = 0
    met = np.cross(np.roll(lines, 1, 0), lines)
    better = met[:, :2] / met[:, 2:]
    return better if np.abs(better - quad).max() <= reach else quad


def _parameters() -> "cv2.aruco.DetectorParameters":
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.adaptiveThreshWinSizeMax = 33
    return parameters


def calibrate(image: Image, fewest: int = EXACT) -> TablePlane | None:
    """The table from its markers, or None where fewer are seen; `fewest` is `EXACT`, or `ROUGH` where a rough table is
    better than none: it is `found_by` two markers then."""
    found = find_markers(image)
    if len(found) < fewest:
        return None
    plane = _solve(found, (image.shape[1], image.shape[0]))
    return plane if len(found) >= EXACT else replace(plane, found_by=BY_TWO)


def _solve(found: dict[int, Floats], size_wh: tuple[int, int]) -> TablePlane:
    from scipy.optimize import least_squares  # a fifth of the memory of a program that only looks at photographs

    ids = sorted(found)
    pixels = np.concatenate([found[i] for i in ids])
    signs = np.array([_CORNER_SIGNS[i] for i in ids], float)
    guess_mm = np.concatenate([s * HALF_MM + _SQUARE for s in signs])
    start, _ = cv2.findHomography(guess_mm, pixels)
    scale = np.abs(start).reshape(-1)[:8] + 1e-9

    def residuals(x: Floats) -> Floats:
        to_px = np.append(x[:8] * scale, 1.0).reshape(3, 3)
        half, turn, shift, bend = x[8:10] * 100, x[10 : 10 + len(ids)], x[10 + len(ids) : -1].reshape(-1, 2) * 10, x[-1]
        cos, sin = np.cos(turn), np.sin(turn)
        spin = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], -2)  # (n, 2, 2)
        where = np.einsum("nij,kj->nki", spin, _SQUARE) + (signs * half + shift)[:, None]
        seen = _bend(_project(to_px, where.reshape(-1, 2)), size_wh, bend)
        priors = [(half[0] - half[1]) / 40, *(turn / 0.1), *(shift.ravel() / 15), bend / 0.15]
        return np.concatenate([((seen - pixels) / EDGE_PX).ravel(), np.array(priors)])

    first = np.concatenate([start.reshape(-1)[:8] / scale, [HALF_MM / 100] * 2, np.zeros(3 * len(ids) + 1)])
    best = least_squares(residuals, first, method="trf", max_nfev=200).x
    to_px = np.append(best[:8] * scale, 1.0).reshape(3, 3)
    half = float(np.mean(best[8:10]) * 100)
    return TablePlane(np.linalg.inv(to_px), size_wh, float(best[-1]), half, "markers")


def from_corners(corners: NDArray[np.floating], size_wh: tuple[int, int], side_mm: float = TABLE_MM) -> TablePlane:
    """The table from its four corners in the picture, (4, 2) pixels: top left, top right, bottom right, bottom left as
    P1 sees them. Raises CalibrationError where they are no four-sided table."""
    with np.errstate(over="ignore"):  # what is too large for it makes no table either
        quad = np.asarray(corners, np.float32).reshape(4, 2)
    area = cv2.contourArea(quad, oriented=True)
    # No camera sees a table mirrored, so taps that run the other way would swap the players at P1's left and right.
    if not cv2.isContourConvex(quad.reshape(4, 1, 2)) or area < 0.01 * size_wh[0] * size_wh[1]:
        raise CalibrationError(
            "The four taps do not make a table: tap its corners in turn, starting at P1's far left and going clockwise."
        )
    half = side_mm / 2
    mm = np.array([[-half, -half], [half, -half], [half, half], [-half, half]], np.float32)
    return TablePlane(np.asarray(cv2.getPerspectiveTransform(quad, mm), float), size_wh, 0.0, half - EDGE_MM, "corners")


def from_frame(size_wh: tuple[int, int]) -> TablePlane:
    """Without markers or taps: a square table that fills the picture's height, P1 at the bottom edge."""
    width, height = size_wh
    half = height / 2
    corners = np.array([[width / 2 + sx * half, half + sy * half] for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    plane = from_corners(corners, size_wh)
    return TablePlane(plane.homography, size_wh, 0.0, plane.half_mm, BY_FRAME)


def _project(homography: Floats, points: Floats) -> Floats:
    homogeneous = np.c_[points, np.ones(len(points))] @ homography.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:])


def _bend(points: Floats, size_wh: tuple[int, int], bend: float) -> Floats:
    centre, focal = np.array(size_wh) / 2, float(size_wh[0])
    at = (points - centre) / focal
    return np.asarray(at * (1 + bend * (at**2).sum(1, keepdims=True)) * focal + centre)


def _straighten(points: Floats, size_wh: tuple[int, int], bend: float) -> Floats:
    centre, focal = np.array(size_wh) / 2, float(size_wh[0])
    at = bent = (points - centre) / focal
    for _ in range(5):  # the lens is mild: five fixed-point steps leave less than a hundredth of a pixel
        at = bent / (1 + bend * (at**2).sum(1, keepdims=True))
    return np.asarray(at * focal + centre)
