"""Figures drawn by chance: dragons, serpents and jesters, no two alike, each with transparency (h, w, 4) BGRA.

Sets differ most in these, and a reader that has seen only a few takes a new one for something else.
"""

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Drawn

Floats = NDArray[np.float64]
Ink = tuple[int, int, int, int]
Colour = tuple[int, int, int]
Points = NDArray[np.float64]
WIDE, TALL = 180, 220


def blank() -> Drawn:
    return np.zeros((TALL, WIDE, 4), np.uint8)


def full(colour: Colour) -> Ink:
    return (*colour, 255)


def at(point: Points) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def beside(point: Points, right: float, down: float) -> Points:
    return np.array([point[0] + right, point[1] + down])


def paler(colour: Colour, share: float) -> Colour:
    b, g, r = (int(c + (255 - c) * share) for c in colour)
    return b, g, r


def curve(through: Points, steps: int) -> Points:
    """A smooth line (steps, 2) through points (n, 2)."""
    n = len(through)
    padded = np.concatenate([2 * through[:1] - through[1:2], through, 2 * through[-1:] - through[-2:-1]])
    t = np.linspace(0, n - 1 - 1e-6, steps)
    k, f = t.astype(int), (t - t.astype(int))[:, None]
    p0, p1, p2, p3 = (padded[k + j] for j in range(4))
    return np.asarray(
        0.5 * (2 * p1 + (p2 - p0) * f + (2 * p0 - 5 * p1 + 4 * p2 - p3) * f**2 + (3 * p1 - p0 - 3 * p2 + p3) * f**3)
    )


def trimmed(art: Drawn) -> Drawn:
    """The same picture without the empty room around it."""
    rows, columns = np.flatnonzero(art[..., 3].max(1)), np.flatnonzero(art[..., 3].max(0))
    if not len(rows):
        return art
    return art[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def outlined(art: Drawn, ink: Colour | None = None) -> Drawn:
    """The same picture in lines alone, as many printed and carved sets have it; in its own darkened colours if no ink
    is given."""
    edges = cv2.morphologyEx(np.ascontiguousarray(art[..., 3]), cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8))
    inner = cv2.Canny(cv2.cvtColor(np.ascontiguousarray(art[..., :3]), cv2.COLOR_BGR2GRAY), 30, 90)
    lines = cv2.dilate(np.maximum(edges, inner), np.ones((3, 3), np.uint8))
    onto = np.where(art[..., 3:] > 0, art[..., :3], 255).astype(np.uint8)
    inks = np.full_like(onto, ink) if ink is not None else cv2.erode(onto, np.ones((5, 5), np.uint8)) * 0.7
    return np.dstack([inks.astype(np.uint8), lines])


def fan(art: Drawn, rng: np.random.Generator, root: Points, angle: float, ink: tuple[int, ...], large: float) -> None:
    """Feathers, claws or flames that spread from a point."""
    count, spread = int(rng.integers(3, 7)), rng.uniform(0.5, 1.3)
    for k in range(count):
        a = angle + spread * (k / (count - 1) - 0.5)
        tip = root + large * np.array([np.cos(a), np.sin(a)])
        cv2.line(art, at(root), at(tip), ink, int(rng.integers(2, 6)), cv2.LINE_AA)
        if large > 25 and rng.random() < 0.5:
            cv2.circle(art, at(tip), int(rng.integers(3, 8)), ink, -1, cv2.LINE_AA)


def _legs(art: Drawn, rng: np.random.Generator, ink: Ink, spine: Floats, along: Floats, out: Floats) -> None:
    for k in rng.integers(18, 74, int(rng.integers(2, 5))):
        way = -out[k] if rng.random() < 0.6 else out[k]
        knee = spine[k] + way * rng.uniform(14, 26) + along[k] * rng.normal(0, 8)
        foot = knee + way * rng.uniform(6, 16) + along[k] * rng.normal(0, 12)
        cv2.line(art, at(spine[k]), at(knee), ink, int(rng.integers(4, 9)), cv2.LINE_AA)
        cv2.line(art, at(knee), at(foot), ink, int(rng.integers(3, 7)), cv2.LINE_AA)
        fan(art, rng, foot, float(np.arctan2(way[1], way[0])), ink, rng.uniform(7, 13))


def _head(art: Drawn, rng: np.random.Generator, ink: Ink, head: Floats, ahead: Floats) -> None:
    angle = float(np.arctan2(ahead[1], ahead[0]))
    size = rng.uniform(14, 24)
    cv2.ellipse(
        art,
        at(head + ahead * size * 0.4),
        (int(size), int(size * 0.7)),
        np.rad2deg(angle),
        0,
        360,
        ink,
        -1,
        cv2.LINE_AA,
    )
    for turn in (-1.0, 1.0):  # horns, jaws, whiskers
        fan(art, rng, head - ahead * 4, angle + np.pi + turn * rng.uniform(0.3, 0.9), ink, rng.uniform(16, 30))
        jaw = angle + turn * rng.uniform(0.15, 0.5)
        tip = head + ahead * size * 0.6 + size * 1.2 * np.array([np.cos(jaw), np.sin(jaw)])
        cv2.line(art, at(head), at(tip), ink, int(rng.integers(3, 8)), cv2.LINE_AA)
    cv2.circle(art, at(head + ahead * size * 0.3), int(rng.integers(2, 6)), (255, 255, 255, 255), -1, cv2.LINE_AA)


def dragon(rng: np.random.Generator, colour: Colour, second: Colour) -> Drawn:
    """A winding beast with a head, legs, a crest and whiskers."""
    art, ink = blank(), full(colour)
    bends = int(rng.integers(3, 7))
    side = 1 if rng.random() < 0.5 else -1
    ys = np.linspace(rng.uniform(20, 55), rng.uniform(165, 205), bends)
    xs = WIDE / 2 + side * np.where(np.arange(bends) % 2, 1, -1) * rng.uniform(20, 62, bends)
    if rng.random() < 0.3:  # coiled
        a = np.linspace(0, rng.uniform(4.5, 8.5), 9) * side + rng.uniform(0, 6.3)
        far = np.linspace(rng.uniform(8, 20), rng.uniform(60, 80), 9)
        xs, ys = WIDE / 2 + far * np.cos(a), TALL / 2 + far * 1.15 * np.sin(a)
    elif rng.random() < 0.35:
        ys, xs = np.linspace(30, 190, bends)[::-1], xs
    spine = curve(np.stack([xs, ys], 1), 90)
    girth = rng.uniform(6, 16) * np.sin(np.linspace(0.45, 3.0, 90)) ** rng.uniform(0.4, 1.0) + 2
    along = np.gradient(spine, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True) + 1e-9
    out = np.stack([-along[:, 1], along[:, 0]], 1) * side
    hollow = rng.random() < 0.3
    if rng.random() < 0.75:  # a crest
        step, high = int(rng.integers(4, 9)), rng.uniform(6, 16)
        crest = ink if rng.random() < 0.6 else full(second)
        for k in range(3, 86, step):
            foot, peak = spine[k] + out[k] * girth[k], spine[k] + out[k] * (girth[k] + high)
            cv2.fillConvexPoly(
                art, np.array([at(foot - along[k] * 4), at(foot + along[k] * 4), at(peak - along[k] * 3)]), crest
            )
    for k in range(90):
        cv2.circle(art, at(spine[k]), int(girth[k]), ink, -1, cv2.LINE_AA)
    if hollow:
        for k in range(4, 86):
            cv2.circle(art, at(spine[k]), max(1, int(girth[k]) - 3), full(paler(colour, 0.85)), -1, cv2.LINE_AA)
    if rng.random() < 0.6:  # scales
        belly = full(paler(colour, rng.uniform(0.4, 0.9))) if not hollow else ink
        for k in range(5, 84, int(rng.integers(3, 7))):
            cv2.ellipse(
                art, at(spine[k]), (max(1, int(girth[k] * 0.6)), 2), float(rng.uniform(0, 180)), 0, 360, belly, -1
            )
    _legs(art, rng, ink, spine, along, out)
    _head(art, rng, ink, spine[0], -along[0])
    fan(art, rng, spine[-1], float(np.arctan2(along[-1][1], along[-1][0])), ink, rng.uniform(12, 26))
    if rng.random() < 0.5:  # clouds or a pearl
        for _ in range(int(rng.integers(1, 5))):
            spot = (int(rng.uniform(15, WIDE - 15)), int(rng.uniform(15, TALL - 15)))
            cv2.circle(art, spot, int(rng.integers(4, 11)), full(second), int(rng.choice([2, 3, -1])), cv2.LINE_AA)
    return art


def serpent(rng: np.random.Generator, colour: Colour, second: Colour) -> Drawn:
    """A dragon as plain sets have it: one thick winding line with a head, and little else."""
    art, ink = blank(), full(colour)
    bends = int(rng.integers(3, 6))
    side = 1 if rng.random() < 0.5 else -1
    ys = np.linspace(rng.uniform(25, 60), rng.uniform(165, 200), bends)
    xs = WIDE / 2 + side * np.where(np.arange(bends) % 2, 1, -1) * rng.uniform(15, 52, bends)
    if rng.random() < 0.25:
        ys = TALL - ys
    spine = curve(np.stack([xs, ys], 1), 90)
    girth = rng.uniform(6, 15) * np.linspace(rng.uniform(0.8, 1.2), rng.uniform(0.15, 0.8), 90)
    for k in range(90):
        cv2.circle(art, at(spine[k]), max(2, int(girth[k])), ink, -1, cv2.LINE_AA)
    along = spine[0] - spine[6]
    along /= np.linalg.norm(along) + 1e-9
    angle, size = float(np.arctan2(along[1], along[0])), rng.uniform(1.1, 2.0) * girth[0]
    head = spine[0] + along * size * 0.5
    cv2.ellipse(art, at(head), (int(size * 1.4), int(size * 0.9)), np.rad2deg(angle), 0, 360, ink, -1, cv2.LINE_AA)
    if rng.random() < 0.7:
        cv2.circle(art, at(head), max(2, int(size * 0.25)), (255, 255, 255, 255), -1, cv2.LINE_AA)
    if rng.random() < 0.6:  # a snout or a tongue
        tip = head + along * size * rng.uniform(1.2, 2.4)
        cv2.line(art, at(head), at(tip), full(second), int(rng.integers(3, 8)), cv2.LINE_AA)
    if rng.random() < 0.4:  # horns
        fan(art, rng, head - along * size * 0.5, angle + np.pi + rng.choice([-0.6, 0.6]), ink, rng.uniform(14, 28))
    if rng.random() < 0.3:  # a tail
        back = spine[-1] - spine[-6]
        fan(art, rng, spine[-1], float(np.arctan2(back[1], back[0])), ink, rng.uniform(10, 22))
    if rng.random() < 0.3:  # stubs of legs
        for k in rng.integers(20, 75, 2):
            foot = spine[k] + rng.choice([-1, 1]) * np.array([girth[k] + rng.uniform(8, 16), rng.normal(0, 6)])
            cv2.line(art, at(spine[k]), at(foot), ink, int(rng.integers(4, 9)), cv2.LINE_AA)
    return art


def _fool(art: Drawn, rng: np.random.Generator, inks: list[Colour], middle: Floats) -> None:
    """The body below the head, in halves, and at times a stick."""
    foot = beside(middle, 0, 130)
    for k, turn in enumerate((-1, 1)):
        ink = full(inks[k % len(inks)])
        hip = beside(middle, 0, 75)
        cv2.line(
            art,
            at(hip),
            at(beside(foot, turn * rng.uniform(8, 40), rng.uniform(-10, 8))),
            ink,
            int(rng.integers(8, 18)),
            cv2.LINE_AA,
        )
        hand = beside(middle, turn * rng.uniform(38, 72), rng.uniform(0, 70))
        cv2.line(art, at(beside(middle, 0, 38)), at(hand), ink, int(rng.integers(7, 15)), cv2.LINE_AA)
        half = np.array(
            [
                at(beside(middle, 0, 25)),
                at(beside(middle, turn * 28, 40)),
                at(beside(middle, turn * 22, 85)),
                at(beside(middle, 0, 85)),
            ]
        )
        cv2.fillConvexPoly(art, half, ink, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.line(art, at(beside(hand, 0, 30)), at(hand - [0, 45]), (30, 60, 100, 255), 4, cv2.LINE_AA)
        cv2.circle(art, at(hand - [0, 45]), 9, full(inks[-1]), -1, cv2.LINE_AA)


def _cap(art: Drawn, rng: np.random.Generator, inks: list[Colour], head: tuple[Floats, int, float]) -> None:
    """Points with bells around a head: its middle, how large it is, and how large the whole figure."""
    middle, face, scale = head
    points = int(rng.integers(2, 6))
    bell = full(inks[int(rng.integers(len(inks)))]) if rng.random() < 0.5 else (40, 200, 240, 255)
    for k in range(points):
        a = np.pi * (1.08 + 0.84 * (k / (points - 1)))
        far = rng.uniform(1.5, 2.2) * face
        tip = middle + far * np.array([np.cos(a) * 1.1, np.sin(a)]) + [0, rng.uniform(-4, 14)]
        width = np.pi / points * 0.75
        left = middle + face * 1.05 * np.array([np.cos(a - width), min(np.sin(a - width), 0.1)])
        right = middle + face * 1.05 * np.array([np.cos(a + width), min(np.sin(a + width), 0.1)])
        horn = curve(
            np.array(
                [left, (left + tip) / 2 + rng.normal(0, 5, 2), tip, (right + tip) / 2 + rng.normal(0, 5, 2), right]
            ),
            24,
        )
        cv2.fillPoly(art, [np.round(horn).astype(np.int32)], full(inks[k % len(inks)]), cv2.LINE_AA)
        cv2.circle(art, at(tip), int(rng.integers(5, 11) * scale + 1), bell, -1, cv2.LINE_AA)


def _features(art: Drawn, rng: np.random.Generator, inks: list[Colour], middle: Floats, face: int) -> None:
    if rng.random() < 0.7:
        cv2.ellipse(
            art, at(middle - [0, face * 0.55]), (face, int(face * 0.4)), 0, 180, 360, full(inks[0]), -1, cv2.LINE_AA
        )
    dark = (20, 20, 20, 255)
    for turn in (-1, 1):
        cv2.circle(
            art, at(beside(middle, turn * face * 0.38, -face * 0.1)), max(2, int(face * 0.12)), dark, -1, cv2.LINE_AA
        )
    nose = (40, 40, 220, 255) if rng.random() < 0.5 else dark
    cv2.circle(
        art, at(beside(middle, 0, face * 0.15)), max(2, int(face * rng.uniform(0.08, 0.22))), nose, -1, cv2.LINE_AA
    )
    cv2.ellipse(
        art,
        at(beside(middle, 0, face * 0.25)),
        (int(face * 0.5), int(face * 0.35)),
        0,
        20,
        160,
        (30, 30, 200, 255),
        max(2, int(face * 0.1)),
        cv2.LINE_AA,
    )


def jester(rng: np.random.Generator, inks: list[Colour]) -> Drawn:
    """A fool's head, or the whole fool: a cap with points and bells, a face, a collar, sometimes a body and a stick."""
    art = blank()
    whole = rng.random() < 0.45
    scale = rng.uniform(0.5, 0.65) if whole else rng.uniform(0.85, 1.15)
    middle = np.array([WIDE / 2 + rng.normal(0, 8), 70.0 if whole else 125.0])
    face = int(40 * scale)
    skin = (int(rng.integers(130, 230)), int(rng.integers(180, 235)), int(rng.integers(225, 256)))
    if whole:
        _fool(art, rng, inks, middle)
    _cap(art, rng, inks, (middle, face, scale))
    cv2.circle(art, at(middle), face, (*skin, 255), -1, cv2.LINE_AA)
    _features(art, rng, inks, middle, face)
    collar = int(rng.integers(0, 8))
    for k in range(collar):
        a = np.pi * (0.15 + 0.7 * k / max(1, collar - 1))
        tip = middle + face * 1.6 * np.array([np.cos(a), np.sin(a)])
        root = middle + face * 0.95 * np.array([np.cos(a), np.sin(a)])
        across = 0.28 * face * np.array([-np.sin(a), np.cos(a)])
        cv2.fillConvexPoly(
            art,
            np.array([at(root - across), at(root + across), at(tip)]),
            full(inks[(k + 1) % len(inks)]),
            cv2.LINE_AA,
        )
    if rng.random() < 0.3:
        art = outlined(art, inks[0])
    return art


def disc(rng: np.random.Generator, colour: Colour, second: Colour) -> Drawn:
    """One large dot: a disc, a ring, a wheel, a coin with a square hole, bubbles."""
    art = np.zeros((200, 200, 4), np.uint8)
    main, other, centre = full(colour), full(second), (100, 100)
    style = int(rng.integers(6))
    if style == 0:
        cv2.circle(art, centre, 95, main, -1, cv2.LINE_AA)
    elif style == 1:
        cv2.circle(art, centre, 88, main, int(rng.integers(6, 22)), cv2.LINE_AA)
    elif style == 2:
        cv2.circle(art, centre, 92, main, int(rng.integers(5, 12)), cv2.LINE_AA)
        cv2.circle(art, centre, int(rng.integers(60, 78)), other, int(rng.integers(3, 10)), cv2.LINE_AA)
    elif style == 3:
        spokes = int(rng.integers(6, 17))
        for k in range(spokes):
            a = 2 * np.pi * k / spokes
            cv2.circle(
                art, (int(100 + 74 * np.cos(a)), int(100 + 74 * np.sin(a))), int(300 / spokes), main, -1, cv2.LINE_AA
            )
        cv2.circle(art, centre, 60, other, 5, cv2.LINE_AA)
    elif style == 4:
        cv2.circle(art, centre, 94, main, -1, cv2.LINE_AA)
        cv2.circle(art, centre, 80, full(paler(colour, 0.7)), 5, cv2.LINE_AA)
        cv2.rectangle(art, (74, 74), (126, 126), (255, 255, 255, 255), -1)
    else:
        for _ in range(int(rng.integers(4, 9))):
            spot = (int(rng.uniform(30, 170)), int(rng.uniform(30, 170)))
            ink = main if rng.random() < 0.6 else other
            cv2.circle(art, spot, int(rng.integers(12, 34)), ink, int(rng.choice([-1, 4, 7])), cv2.LINE_AA)
    return art


def stalks(rng: np.random.Generator, colour: Colour, second: Colour) -> Drawn:
    """Bamboo as it grows: stalks with joints and leaves, or leaves alone."""
    art = blank()
    if rng.random() < 0.8:
        for _ in range(int(rng.integers(1, 5))):
            x, lean = rng.uniform(30, WIDE - 30), rng.normal(0, 0.12)
            thick, joints = int(rng.integers(6, 18)), int(rng.integers(3, 7))
            ends = np.linspace(5, TALL - 5, joints + 1)
            for low, high in pairwise(ends):
                cv2.line(
                    art,
                    at(np.array([x + lean * low, low + 3])),
                    at(np.array([x + lean * high, high - 3])),
                    full(colour),
                    thick,
                    cv2.LINE_AA,
                )
    for _ in range(int(rng.integers(3, 14))):
        spot = np.array([rng.uniform(25, WIDE - 25), rng.uniform(20, TALL - 20)])
        ink = full(colour if rng.random() < 0.7 else second)
        cv2.ellipse(
            art,
            at(spot),
            (int(rng.integers(14, 34)), int(rng.integers(4, 9))),
            float(rng.uniform(0, 180)),
            0,
            360,
            ink,
            -1,
            cv2.LINE_AA,
        )
    return art


def lantern(rng: np.random.Generator, colour: Colour, second: Colour) -> Drawn:
    """What modern sets put on Craks: a lantern, a fan, a temple's roof, a cracked shell, a seal."""
    art, main, other = blank(), full(colour), full(second)
    style = int(rng.integers(5))
    if style == 0:
        cv2.ellipse(
            art, (90, 105), (int(rng.integers(50, 75)), int(rng.integers(50, 75))), 0, 0, 360, main, -1, cv2.LINE_AA
        )
        for k in (-0.5, 0.0, 0.5):
            cv2.ellipse(art, (90, 105), (int(abs(k) * 70) + 4, 62), 0, 0, 360, full(paler(colour, 0.5)), 3, cv2.LINE_AA)
        for y in (38, 168):
            cv2.rectangle(art, (62, y - 8), (118, y + 8), other, -1)
        cv2.line(art, (90, 176), (90, 214), other, 6)
    elif style == 1:
        root = np.array([90.0, 190.0])
        for k in range(int(rng.integers(7, 13))):
            a = -np.pi / 2 + 1.1 * (k / 6 - 1)
            cv2.line(
                art,
                at(root),
                at(root + 150 * np.array([np.cos(a), np.sin(a)])),
                main if k % 2 else other,
                int(rng.integers(4, 14)),
                cv2.LINE_AA,
            )
        cv2.ellipse(art, (90, 190), (150, 150), 0, 205, 335, main, 6, cv2.LINE_AA)
    elif style == 2:
        for k in range(int(rng.integers(1, 4))):
            y = 60 + 50 * k
            roof = np.array([[10, y], [60, y - 26], [90, y - 42], [120, y - 26], [170, y], [150, y + 8], [30, y + 8]])
            cv2.fillPoly(art, [roof.astype(np.int32)], main, cv2.LINE_AA)
            cv2.rectangle(art, (45, y + 8), (135, y + 34), other, 4)
    elif style == 3:
        cv2.ellipse(art, (90, 110), (70, 88), 0, 0, 360, main, int(rng.choice([-1, 8])), cv2.LINE_AA)
        line = np.stack([np.linspace(22, 158, 9), 110 + rng.normal(0, 16, 9)], 1)
        cv2.polylines(
            art, [line.astype(np.int32)], False, full(paler(colour, 0.8)) if art[110, 40, 3] else main, 7, cv2.LINE_AA
        )
    else:
        cv2.rectangle(art, (25, 40), (155, 180), main, int(rng.choice([-1, 10])), cv2.LINE_AA)
        ink = full(paler(colour, 0.85)) if art[100, 90, 3] else main
        for _ in range(int(rng.integers(4, 8))):
            p = np.array([rng.uniform(45, 135), rng.uniform(60, 160)])
            way = rng.choice([-1, 1], 2) * np.where(rng.random() < 0.5, [1, 0], [0, 1]) * rng.uniform(20, 50)
            cv2.line(art, at(p), at(p + way), ink, 7, cv2.LINE_AA)
    return art
