"""One dot, one stick of bamboo: the marks that a set repeats, each with transparency (h, w, 4) BGRA."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.arrays import Drawn

Colour = tuple[int, int, int]


def dot_mark(rng: np.random.Generator) -> Callable[[Colour, Colour], Drawn]:
    """A set's manner of drawing one dot, (h, w, 4)."""
    rings = int(rng.integers(0, 4))
    petals = int(rng.choice([0, 0, 5, 6, 8, 12]))
    hollow, core = rng.random() < 0.4, rng.random() < 0.6
    thick = int(rng.integers(4, 14))
    radius = float(rng.uniform(0.2, 0.5))

    def draw(colour: Colour, second: Colour) -> Drawn:
        art = np.zeros((96, 96, 4), np.uint8)
        at, full = (48, 48), (*colour, 255)
        cv2.circle(art, at, 45, full, thick if hollow else -1, cv2.LINE_AA)
        pale = (255, 255, 255, 255)
        for k in range(rings):
            cv2.circle(art, at, int(40 - 11 * k), pale if not hollow else full, 3, cv2.LINE_AA)
        for k in range(petals):
            a = 2 * np.pi * k / petals
            spot = (int(48 + 27 * np.cos(a)), int(48 + 27 * np.sin(a)))
            cv2.circle(art, spot, 7, full if hollow else pale, -1, cv2.LINE_AA)
        if core:
            cv2.circle(art, at, int(45 * radius), (*second, 255), -1, cv2.LINE_AA)
        return art

    return draw


def stick_mark(rng: np.random.Generator) -> Callable[[Colour, Colour], Drawn]:
    """A set's manner of drawing one bamboo stick, upright (h, w, 4)."""
    style = int(rng.integers(5))
    width = int(rng.integers(14, 30))
    gloss = rng.random() < 0.5

    def draw(colour: Colour, second: Colour) -> Drawn:
        art = np.zeros((120, 48, 4), np.uint8)
        full, pale = (*colour, 255), (255, 255, 255, 255)
        half = width // 2
        if style == 0:  # two joints
            for y in (6, 64):
                cv2.rectangle(art, (24 - half, y), (24 + half, y + 50), full, -1)
        elif style == 1:  # a dumb-bell
            cv2.rectangle(art, (24 - half // 2, 10), (24 + half // 2, 110), full, -1)
            for y in (14, 60, 106):
                cv2.ellipse(art, (24, y), (half + 3, 12), 0, 0, 360, full, -1, cv2.LINE_AA)
        elif style == 2:  # a rounded rod
            cv2.line(art, (24, 16), (24, 104), full, width, cv2.LINE_AA)
        elif style == 3:  # segments, getting narrow between
            for y in (6, 44, 82):
                cv2.ellipse(art, (24, y + 16), (half + 1, 18), 0, 0, 360, full, -1, cv2.LINE_AA)
        else:  # an outlined cane
            cv2.rectangle(art, (24 - half, 6), (24 + half, 114), full, 5)
            cv2.line(art, (24 - half, 60), (24 + half, 60), full, 5)
        if gloss and style != 4:
            cv2.line(art, (24, 18), (24, 50), pale, 3, cv2.LINE_AA)
            cv2.line(art, (24, 70), (24, 104), pale, 3, cv2.LINE_AA)
        return art

    return draw
