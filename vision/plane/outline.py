"""The table's outline in a picture without markers, and how a picture is turned so that P1 sits at its bottom."""

from dataclasses import replace
from itertools import combinations, product

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import Seat
from vision.arrays import Floats, Image
from vision.plane.calibration import EDGE_MM, TablePlane

WORK_PX = 480  # the long side of the picture that the outline is sought in
LEAST = 0.12  # of the picture that a table covers
STEEP = 24.0  # what makes an edge: a table is told from its floor by a few levels of a smoothed picture
LINES = 9  # each way: the table, its racks and walls
AREA = 1.3  # what covering more of the picture counts against plainness: racks and walls lie inside the table
LEAN = 0.5  # radians that a side may lie askew


def find_outline(image: Image) -> Floats | None:
    """The corners (4, 2) in pixels of the four-sided thing around the picture's middle whose sides are plainest: top
    left, top right, bottom right, bottom left as they lie in the picture. None where nothing looks like a table."""
    scale = WORK_PX / max(image.shape[:2])
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    across, down = _slopes(small)
    upper, left = _lines(down, flat=True), _lines(across, flat=False)
    best: tuple[float, Floats] | None = None
    for (top, bottom), (west, east) in product(combinations(upper, 2), combinations(left, 2)):
        quad = np.array([_met(top, west), _met(top, east), _met(bottom, east), _met(bottom, west)])
        if not _possible(quad, small.shape):
            continue
        plain = _plainness(quad, across, down)
        score = plain.min() + 0.5 * plain.mean() + AREA * _area(quad) / small.shape[0] ** 2
        if plain.min() > 0.5 and (best is None or score > best[0]):
            best = score, quad
    return None if best is None else np.asarray(best[1] / scale)


def _slopes(small: Image) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Where the picture has an edge that runs up and down, and where one that runs across: 255, one pixel thin."""
    calm = cv2.bilateralFilter(small, 7, 30, 5)
    lab = cv2.cvtColor(calm, cv2.COLOR_BGR2LAB).astype(np.float32)
    dx = np.abs(cv2.Sobel(lab, cv2.CV_32F, 1, 0, ksize=3)).max(2)
    dy = np.abs(cv2.Sobel(lab, cv2.CV_32F, 0, 1, ksize=3)).max(2)
    upright, flat = _thin(dx, 1) & (dx > 0.8 * dy), _thin(dy, 0) & (dy > 0.8 * dx)
    return (upright * 255).astype(np.uint8), (flat * 255).astype(np.uint8)


def _thin(slope: NDArray[np.float32], axis: int) -> NDArray[np.bool_]:
    crest = (slope >= np.roll(slope, 1, axis)) & (slope >= np.roll(slope, -1, axis))
    return np.asarray(crest & (slope > STEEP))


def _lines(edges: NDArray[np.uint8], flat: bool) -> list[Floats]:
    """The plainest lines (a, b, c), a x + b y + c = 0, that run across (or up and down), each once, in order."""
    middle = np.pi / 2 if flat else 0.0
    found = cv2.HoughLines(edges, 1, np.pi / 360, 60, min_theta=0.0, max_theta=np.pi)
    lines: list[Floats] = []
    centre = np.array([edges.shape[1] / 2, edges.shape[0] / 2, 1.0])
    places: list[tuple[float, float]] = []
    for rho, theta in np.zeros((0, 2)) if found is None else found.reshape(-1, 2):
        lean = float((theta - middle + np.pi / 2) % np.pi - np.pi / 2)
        line = np.array([np.cos(theta), np.sin(theta), -rho])
        away = float(line @ centre) * (-1 if line[1 if flat else 0] < 0 else 1)
        if abs(lean) > LEAN or any(abs(away - a) < 6 and abs(lean - b) < 0.05 for a, b in places):
            continue
        places.append((away, lean))
        lines.append(line)
        if len(lines) == LINES:
            break
    return [lines[k] for k in sorted(range(len(lines)), key=lambda k: -places[k][0])]


def _met(one: Floats, other: Floats) -> Floats:
    at = np.cross(one, other)
    return np.asarray(at[:2] / at[2]) if abs(at[2]) > 1e-9 else np.full(2, np.inf)


def _possible(quad: Floats, shape: tuple[int, ...]) -> bool:
    """Whether a quad in order is convex, in the picture, around its middle, about square and as large as a table."""
    high, wide = shape[:2]
    if not np.isfinite(quad).all() or (quad < -3).any() or (quad > [wide + 3, high + 3]).any():
        return False
    sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    around = cv2.pointPolygonTest(quad.astype(np.float32), (wide / 2, high / 2), False) > 0
    convex = (
        cv2.isContourConvex(quad.astype(np.float32).reshape(4, 1, 2))
        and cv2.contourArea(quad.astype(np.float32), oriented=True) > 0
    )
    return bool(around and convex and _area(quad) / (wide * high) > LEAST and sides.max() < 2 * sides.min())


def _plainness(quad: Floats, across: NDArray[np.uint8], down: NDArray[np.uint8]) -> Floats:
    """What part of each side (4,) lies on an edge that runs its way."""
    out = []
    for k, edges in enumerate((down, across, down, across)):
        near = cv2.dilate(edges, np.ones((5, 1) if k % 2 == 0 else (1, 5), np.uint8))
        at = quad[k] + np.linspace(0.02, 0.98, 120)[:, None] * (quad[(k + 1) % 4] - quad[k])
        x, y = np.clip(np.round(at).astype(int), 0, [near.shape[1] - 1, near.shape[0] - 1]).T
        out.append(float((near[y, x] > 0).mean()))
    return np.array(out)


def _area(quad: Floats) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))


def corners_of(plane: TablePlane) -> Floats:
    """The table's corners (4, 2) in pixels: P1's far left, far right, near right, near left."""
    reach = plane.half_mm + EDGE_MM
    return plane.to_px(np.array([[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]]))


def seated(plane: TablePlane, first: Seat) -> TablePlane:
    """The same table with P1 where `first` is called now."""
    turn = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])  # P2's edge becomes P1's
    homography = np.linalg.matrix_power(turn, int(first)) @ plane.homography
    return replace(plane, homography=np.asarray(homography, float))


def upright(plane: TablePlane | None) -> int:
    """How many quarters clockwise a picture is turned so that P1 sits nearest its bottom; 0 without a table."""
    if plane is None:
        return 0
    middle, near = plane.to_px(np.array([[0.0, 0.0], [0.0, plane.half_mm]]))
    right, down = near - middle
    if abs(down) >= abs(right):
        return 0 if down > 0 else 2
    return 1 if right > 0 else 3


def turned(image: Image, quarters: int) -> Image:
    """The picture so many quarters clockwise."""
    return np.ascontiguousarray(np.rot90(image, -quarters))


def turned_points(points: NDArray[np.floating], size_wh: tuple[float, float], quarters: int) -> Floats:
    """Where points (..., 2) of a picture of that size lie once it is turned so many quarters clockwise."""
    x, y = np.moveaxis(np.asarray(points, float), -1, 0)
    width, height = size_wh
    ways = ((x, y), (height - y, x), (width - x, height - y), (y, width - x))
    return np.stack(ways[quarters % 4], -1)
