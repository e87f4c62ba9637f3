"""The colours of printed letters: black, or one of the card's coloured inks, told from each other on this very card."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats32
from vision.cards.alphabet import BASE, CAPITAL, STRIDE

BLACK = -1  # the number of the ink that is none of the coloured ones
HALF_PX = 5  # of a letter, left and right of where it was read
PALE = 0.15  # less colour than this is black
NEAR = np.radians(38)  # inks nearer to each other on the wheel of colours are one
UNSURE = np.radians(22)  # so much nearer than the next one an ink has to be


@dataclass(frozen=True, slots=True)
class Ink:
    """The colour of a letter or a group: `angle` on the wheel of colours, radians, red 0, and how strong it is."""

    angle: float
    strength: float


def ink_at(strip: Floats32, steps: Sequence[int]) -> Ink:
    """The colour of the letters that were read at these steps of a strip (HEIGHT, W, 3) BGR, paper 1."""
    missing = 1 - strip[BASE - CAPITAL : BASE]
    dark = missing.max(2)
    bound = 0.55 * max(0.1, float(np.percentile(dark, 98)))
    sums = np.zeros(3)
    for step in steps:
        middle = step * STRIDE + STRIDE // 2
        part = slice(max(0, middle - HALF_PX), middle + HALF_PX + 1)
        sums += missing[:, part][dark[:, part] > bound].sum(0)
    blue, green, red = -sums / max(float(sums.max()), 1e-6)
    x, y = red - (green + blue) / 2, (green - blue) * np.sqrt(0.75)
    return Ink(float(np.arctan2(y, x)), float(np.hypot(x, y)))


def _apart(a: float, b: float) -> float:
    return abs((a - b + np.pi) % (2 * np.pi) - np.pi)


@dataclass(frozen=True, slots=True)
class Palette:
    """The coloured inks of a card, as angles on the wheel."""

    angles: tuple[float, ...]

    @staticmethod
    def of(inks: Sequence[Ink]) -> "Palette":
        """The inks that these letters were printed in: at most three."""
        strong = [ink for ink in inks if ink.strength > PALE]
        angles = [0.0, np.radians(120), np.radians(225)]
        for _ in range(8):
            near = [min(angles, key=lambda a, i=ink: _apart(a, i.angle)) for ink in strong]  # type: ignore[misc]
            held = []
            for angle in angles:
                mine = [ink for ink, a in zip(strong, near, strict=True) if a == angle]
                if mine:
                    sums = sum(ink.strength * np.exp(1j * ink.angle) for ink in mine)
                    held.append(float(np.angle(sums)))
            angles = held
        merged: list[float] = []
        for angle in angles:
            if all(_apart(angle, other) > NEAR for other in merged):
                merged.append(angle)
        return Palette(tuple(merged))

    def number(self, ink: Ink) -> tuple[int, bool]:
        """Which ink of the palette this is, and whether that is sure."""
        if ink.strength <= PALE or not self.angles:
            return BLACK, not 0.75 * PALE < ink.strength < 1.35 * PALE
        order = sorted(range(len(self.angles)), key=lambda k: _apart(self.angles[k], ink.angle))
        first = _apart(self.angles[order[0]], ink.angle)
        second = _apart(self.angles[order[1]], ink.angle) if len(order) > 1 else np.pi
        return order[0], bool(second - first > UNSURE and ink.strength > 1.35 * PALE)
