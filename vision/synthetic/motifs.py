"""Small figures that are printed on cloth again and again: flowers, diamonds, rings, leaves, stars and scrolls."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Drawn

Ink = tuple[float, float, float]
Spot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Figure:
    """Which figure, and how it is printed: its inks, how many petals or points it has, how slim it is (0..1), and
    whether only its outline is printed."""

    drawn: "Callable[[Figure, Drawn, Spot, float, float], None]"
    first: Ink
    second: Ink
    petals: int
    slim: float
    hollow: bool

    def __call__(self, sheet: Drawn, at: Spot, far: float, turn: float) -> None:
        """Prints it on a sheet: where, how far it reaches from there (pixels), and how it is turned (radians)."""
        self.drawn(self, sheet, at, far, turn)

    def thick(self, far: float) -> int:
        """Of its lines; -1: it is filled."""
        return _pixels(far * 0.14) if self.hollow else -1


def some_figure(rng: np.random.Generator, inks: list[Ink]) -> Figure:
    """One of them, in some of the inks."""
    first, second = inks[int(rng.integers(len(inks)))], inks[int(rng.integers(len(inks)))]
    petals, kind = int(rng.integers(4, 9)), int(rng.integers(len(FIGURES)))
    return Figure(FIGURES[kind], first, second, petals, float(rng.uniform(0.25, 0.7)), bool(rng.random() < 0.4))


def _pixels(size: float) -> int:
    return max(1, round(size))


def _around(at: Spot, far: float, turn: float, count: int) -> NDArray[np.int32]:
    """So many spots (count, 2) around one, the first where it is turned to."""
    angle = turn + 2 * np.pi * np.arange(count) / count
    return np.round(np.array(at) + far * np.stack([np.cos(angle), np.sin(angle)], 1)).astype(np.int32)


def _flower(of: Figure, sheet: Drawn, at: Spot, far: float, turn: float) -> None:
    size = (_pixels(far * 0.42), _pixels(far * 0.59 * of.slim))
    for k, (x, y) in enumerate(_around(at, far * 0.6, turn, of.petals).tolist()):
        degrees = float(np.rad2deg(turn)) + 360 * k / of.petals
        cv2.ellipse(sheet, (x, y), size, degrees, 0, 360, of.first, -1, cv2.LINE_AA)
    cv2.circle(sheet, at, _pixels(far * 0.28), of.second, -1, cv2.LINE_AA)


def _diamond(of: Figure, sheet: Drawn, at: Spot, far: float, turn: float) -> None:
    long, wide = _around(at, far, turn, 2), _around(at, far * of.slim, turn + np.pi / 2, 2)
    shape = np.stack([long, wide], 1).reshape(-1, 2)
    if of.hollow:
        cv2.polylines(sheet, [shape], True, of.first, of.thick(far), cv2.LINE_AA)
    else:
        cv2.fillPoly(sheet, [shape], of.first, cv2.LINE_AA)


def _ring(of: Figure, sheet: Drawn, at: Spot, far: float, turn: float) -> None:
    cv2.circle(sheet, at, _pixels(far * 0.8), of.first, _pixels(far * 0.2), cv2.LINE_AA)
    if not of.hollow:
        cv2.circle(sheet, at, _pixels(far * 0.35), of.second, -1, cv2.LINE_AA)


def _leaves(of: Figure, sheet: Drawn, at: Spot, far: float, turn: float) -> None:
    size = (_pixels(far * 0.5), _pixels(far * 0.15))
    for a in np.linspace(turn - 0.8, turn + 0.8, 3 if of.slim < 0.45 else 5):
        x, y = np.round(np.array(at) + far * 0.45 * np.array([np.sin(a), -np.cos(a)])).astype(int).tolist()
        cv2.ellipse(sheet, (x, y), size, float(np.rad2deg(a)) - 90, 0, 360, of.first, -1, cv2.LINE_AA)


def _star(of: Figure, sheet: Drawn, at: Spot, far: float, turn: float) -> None:
    outer = _around(at, far, turn, of.petals)
    inner = _around(at, far * of.slim, turn + np.pi / of.petals, of.petals)
    cv2.fillPoly(sheet, [np.stack([outer, inner], 1).reshape(-1, 2)], of.first, cv2.LINE_AA)


def _scroll(of: Figure, sheet: Drawn, at: Spot, far: float, turn: float) -> None:
    a = np.linspace(0, 3.5 * np.pi, 40)
    line = np.array(at) + (far * a / a[-1])[:, None] * np.stack([np.cos(a + turn), np.sin(a + turn)], 1)
    cv2.polylines(sheet, [np.round(line).astype(np.int32)], False, of.first, _pixels(far * 0.16), cv2.LINE_AA)


def _fan(of: Figure, sheet: Drawn, at: Spot, far: float, turn: float) -> None:
    degrees = float(np.rad2deg(turn))
    cv2.ellipse(sheet, at, (_pixels(far),) * 2, degrees, 200, 340, of.first, of.thick(far), cv2.LINE_AA)
    cv2.ellipse(sheet, at, (_pixels(far * 0.5),) * 2, degrees, 200, 340, of.second, -1, cv2.LINE_AA)


def _dot(of: Figure, sheet: Drawn, at: Spot, far: float, turn: float) -> None:
    cv2.circle(sheet, at, _pixels(far * 0.5), of.first, of.thick(far), cv2.LINE_AA)


FIGURES = (_flower, _diamond, _ring, _leaves, _star, _scroll, _fan, _dot)
