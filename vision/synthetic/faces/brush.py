"""Ribbons of varying width along a line: the one pen that draws our letters, characters and creatures.

Coordinates are SVG units, x right, y down. No files, no fonts.
"""

from collections.abc import Callable
from itertools import pairwise
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Points = tuple[Point, ...]
WidthAt = Callable[[float, float], float]
"""Full width of the pen at (share of the stroke done 0..1, direction in radians)."""


def points(text: str) -> Points:
    """Points written as ``x,y x,y ...``; a point written twice in a row is a corner."""
    return tuple((float(x), float(y)) for x, y in (word.split(",") for word in text.split()))


def pieces(line: Points) -> tuple[Points, ...]:
    """The line cut at its corners (points that stand twice)."""
    cut: list[list[tuple[float, float]]] = [[line[0]]]
    for before, here in pairwise(line):
        if here == before:
            cut.append([here])
        else:
            cut[-1].append(here)
    return tuple(tuple(piece) for piece in cut if len(piece) > 1)


def smooth(line: Points, per: int = 8) -> NDArray[np.float64]:
    """A Catmull-Rom curve through the points, `per` samples a span; (n, 2)."""
    p = np.asarray(line, np.float64)
    if len(p) == 2:
        t = np.linspace(0, 1, per + 1)[:, None]
        return np.asarray(p[0] * (1 - t) + p[1] * t)
    closed = bool(np.allclose(p[0], p[-1]))
    first, last = (p[-2], p[1]) if closed else (2 * p[0] - p[1], 2 * p[-1] - p[-2])
    q = np.vstack([first, p, last])
    t = np.linspace(0, 1, per, endpoint=False)[:, None]
    spans = [
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        for a, b, c, d in zip(q, q[1:], q[2:], q[3:], strict=False)
    ]
    return np.vstack([*spans, p[-1:]])


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def outline(samples: NDArray[np.float64]) -> str:
    """A closed path through (n, 2) samples."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in samples) + "Z"


def disc(x: float, y: float, r: float) -> str:
    """A closed round path, wound like a ribbon so that overlaps stay filled."""
    n = number
    return f"M{n(x - r)} {n(y)}A{n(r)} {n(r)} 0 1 0 {n(x + r)} {n(y)}A{n(r)} {n(r)} 0 1 0 {n(x - r)} {n(y)}Z"


def ribbon(samples: NDArray[np.float64], width: WidthAt) -> str:
    """The closed path of a pen moved along (n, 2) samples; ends are cut square."""
    step = np.gradient(samples, axis=0)
    length = np.hypot(step[:, 0], step[:, 1])
    length[length == 0] = 1
    heading = np.arctan2(step[:, 1], step[:, 0])
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(samples, axis=0).T))])
    share = along / (along[-1] or 1)
    half = np.array([width(s, h) for s, h in zip(share, heading, strict=True)]) / 2
    normal = np.stack([step[:, 1] / length, -step[:, 0] / length], axis=1) * half[:, None]
    return outline(np.vstack([samples - normal, (samples + normal)[::-1]]))


def stroke(line: Points, width: WidthAt, rounded: bool = False) -> str:
    """A line with corners drawn by one pen: ribbons joined by round corners, round ends where asked."""
    cut = pieces(line)
    curves = [smooth(piece) for piece in cut]
    lengths = [float(np.hypot(*np.diff(c, axis=0).T).sum()) for c in curves]
    whole = sum(lengths) or 1.0
    path, done = [], 0.0
    for i, (curve, length) in enumerate(zip(curves, lengths, strict=True)):
        start, share = done / whole, length / whole

        def local(s: float, h: float, start: float = start, share: float = share) -> float:
            return width(start + s * share, h)

        path.append(ribbon(curve, local))
        ends = [
            (curve[0], i == 0, 0.0, curve[1] - curve[0]),
            (curve[-1], i == len(cut) - 1, 1.0, curve[-1] - curve[-2]),
        ]
        for at, is_end, s, way in ends:
            if rounded or not is_end:
                path.append(disc(float(at[0]), float(at[1]), local(s, float(np.arctan2(way[1], way[0]))) / 2))
        done += length
    return "".join(path)


def even(width: float) -> WidthAt:
    """A pen of one width."""
    return lambda _s, _h: width


def tapered(start: float, end: float) -> WidthAt:
    """A pen that goes from one width to another."""
    return lambda s, _h: start + (end - start) * s


def belly(width: float, ends: float = 0.15) -> WidthAt:
    """A pen that is widest half way: leaves, feathers, bodies."""
    return lambda s, _h: width * (ends + (1 - ends) * sin(pi * min(max(s, 0.0), 1.0)))


def nib(thick: float, thin: float, angle: float = 0.0) -> WidthAt:
    """A broad nib held at `angle` radians: strokes across it are thick, along it thin."""
    return lambda _s, h: max(thin, thick * abs(sin(h - angle)))


def turned(line: Points, degrees: float, scale: float = 1.0, x: float = 0.0, y: float = 0.0) -> Points:
    """The points turned about the origin, scaled, then moved by (x, y)."""
    c, s = cos(degrees * pi / 180) * scale, sin(degrees * pi / 180) * scale
    return tuple((x + px * c - py * s, y + px * s + py * c) for px, py in line)
