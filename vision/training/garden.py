"""What stands on flowers and on the first Bam: blossoms, pots, branches, people, huts and birds, no two alike, each
with transparency (h, w, 4) BGRA."""

import cv2
import numpy as np

from vision.arrays import Drawn
from vision.training.figures import TALL, WIDE, Colour, Floats, Ink, at, beside, blank, curve, fan, full, paler

GOLD = (40, 200, 240, 255)


def _petals(art: Drawn, rng: np.random.Generator, middle: np.ndarray, far: float, colour: Colour) -> None:
    count = int(rng.integers(4, 12))
    size = (max(2, int(far * rng.uniform(0.4, 0.9))), max(2, int(far * rng.uniform(0.25, 0.6))))
    for k in range(count):
        a = 2 * np.pi * k / count
        spot = middle + far * np.array([np.cos(a), np.sin(a)])
        cv2.ellipse(art, at(spot), size, float(np.rad2deg(a)), 0, 360, full(colour), -1, cv2.LINE_AA)
    core = GOLD if rng.random() < 0.6 else full(paler(colour, 0.7))
    cv2.circle(art, at(middle), max(2, int(far * rng.uniform(0.3, 0.6))), core, -1, cv2.LINE_AA)


def _leaf(art: Drawn, rng: np.random.Generator, spot: np.ndarray, green: Colour) -> None:
    size = (int(rng.integers(10, 26)), int(rng.integers(4, 10)))
    cv2.ellipse(art, at(spot), size, float(rng.uniform(0, 180)), 0, 360, full(green), -1, cv2.LINE_AA)


def blossom(rng: np.random.Generator, green: Colour, colour: Colour) -> Drawn:
    """Stems, leaves and heads, at times out of a pot."""
    art = blank()
    potted = rng.random() < 0.3
    foot = np.array([rng.uniform(60, 120), 160.0 if potted else 212.0])
    far = rng.uniform(13, 27)
    heads = [np.array([rng.uniform(40, 140), rng.uniform(35, 115)]) for _ in range(int(rng.integers(1, 5)))]
    for head in heads:
        bend = (foot + head) / 2 + rng.normal(0, 14, 2)
        path = curve(np.array([foot, bend, head]), 16)
        cv2.polylines(art, [np.round(path).astype(np.int32)], False, full(green), int(rng.integers(3, 9)), cv2.LINE_AA)
        for _ in range(int(rng.integers(1, 4))):
            _leaf(art, rng, path[int(rng.integers(3, 12))] + rng.normal(0, 8, 2), green)
    tulip = rng.random() < 0.25
    for head in heads:
        if tulip:
            for turn in (-0.45, 0.0, 0.45):
                spot = head + far * np.array([np.sin(turn), -0.3])
                size = (int(far * 0.45), int(far * 1.1))
                cv2.ellipse(art, at(spot), size, float(np.rad2deg(turn)), 0, 360, full(colour), -1, cv2.LINE_AA)
        else:
            _petals(art, rng, head, far, colour)
    if potted:
        wide, low = rng.uniform(26, 48), rng.uniform(0.5, 0.95)
        x = foot[0]
        rim = np.array([[x - wide, 158], [x + wide, 158], [x + wide * low, 212], [x - wide * low, 212]])
        cv2.fillConvexPoly(art, rim.astype(np.int32), full(colour if rng.random() < 0.5 else green), cv2.LINE_AA)
    return art


def branch(rng: np.random.Generator, wood: Colour, colour: Colour) -> Drawn:
    """A bent branch with small blossoms, as on plum and cherry."""
    art = blank()
    side = 1 if rng.random() < 0.5 else -1
    ends = np.array([[90 - side * 70, 205], [90 - side * 20, 130], [90 + side * 15, 95], [90 + side * 60, 25]])
    path = curve(ends + rng.normal(0, 14, (4, 2)), 30)
    cv2.polylines(art, [np.round(path).astype(np.int32)], False, full(wood), int(rng.integers(4, 11)), cv2.LINE_AA)
    for k in rng.integers(4, 29, int(rng.integers(4, 10))):
        spot = path[k] + rng.normal(0, 22, 2)
        cv2.line(art, at(path[k]), at(spot), full(wood), 3, cv2.LINE_AA)
        _petals(art, rng, spot, rng.uniform(7, 14), colour)
    return art


def person(rng: np.random.Generator, inks: list[Colour]) -> Drawn:
    """Someone in a robe, with a hat, a rod, a basket or a book: the trades and seasons of old flowers."""
    art = blank()
    robe, belt, other = (full(inks[int(rng.integers(len(inks)))]) for _ in range(3))
    x, top = rng.uniform(65, 115), rng.uniform(35, 75)
    hem = rng.uniform(24, 52)
    body = np.array([[x - 12, top + 18], [x + 12, top + 18], [x + hem, 205], [x - hem, 205]]).astype(np.int32)
    if rng.random() < 0.5:
        cv2.fillConvexPoly(art, body, robe, cv2.LINE_AA)
    else:
        cv2.polylines(art, [body], True, robe, int(rng.integers(4, 9)), cv2.LINE_AA)
    for turn in (-1, 1):
        hand = np.array([x + turn * rng.uniform(22, 60), top + rng.uniform(35, 95)])
        cv2.line(art, (int(x + turn * 8), int(top + 28)), at(hand), robe, int(rng.integers(7, 16)), cv2.LINE_AA)
    if rng.random() < 0.6:
        low = beside(hand, rng.normal(0, 8), 60)
        cv2.line(art, at(beside(hand, rng.normal(0, 20), -90)), at(low), other, 4, cv2.LINE_AA)
    cv2.line(art, (int(x - 18), int(top + 75)), (int(x + 18), int(top + 75)), belt, 7, cv2.LINE_AA)
    cv2.circle(art, (int(x), int(top)), 17, (150, 200, 240, 255) if rng.random() < 0.5 else robe, -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        brim = rng.uniform(20, 40)
        hat = np.array([[x - brim, top - 8], [x, top - rng.uniform(22, 34)], [x + brim, top - 8]])
        cv2.fillConvexPoly(art, hat.astype(np.int32), other, cv2.LINE_AA)
    return art


def hut(rng: np.random.Generator, inks: list[Colour]) -> Drawn:
    """A pagoda, a bridge, a boat or hills, often with a tree or the sun."""
    art = blank()
    wall, roof, tree = (full(inks[int(rng.integers(len(inks)))]) for _ in range(3))
    match int(rng.integers(4)):
        case 0:
            floors = int(rng.integers(1, 5))
            for k in range(floors):
                y, half = 195 - 42 * k, 58 - 10 * k
                cv2.rectangle(art, (90 - half + 14, y - 24), (90 + half - 14, y), wall, int(rng.choice([-1, 4])))
                eaves = [[90 - half, y - 22], [90, y - 40], [90 + half, y - 22]]
                cv2.polylines(art, [np.array(eaves)], False, roof, int(rng.integers(5, 12)), cv2.LINE_AA)
        case 1:
            cv2.ellipse(art, (90, 180), (75, 52), 0, 180, 360, wall, int(rng.integers(6, 14)), cv2.LINE_AA)
            for k in range(-3, 4):
                cv2.line(art, (90 + 20 * k, 150), (90 + 20 * k, 115 + 4 * abs(k)), roof, 4, cv2.LINE_AA)
            cv2.line(art, (15, 118), (165, 118), roof, 5, cv2.LINE_AA)
        case 2:
            keel = np.array([[15, 150], [165, 150], [130, 190], [45, 190]])
            cv2.fillConvexPoly(art, keel, wall, cv2.LINE_AA)
            cv2.line(art, (90, 150), (90, 30), roof, 6, cv2.LINE_AA)
            cv2.fillConvexPoly(art, np.array([[96, 40], [96, 140], [150, 140]]), tree, cv2.LINE_AA)
        case _:
            for k in range(3):
                hill = np.array([[10 + 40 * k, 200], [50 + 40 * k, 120 - 20 * (k % 2)], [90 + 40 * k, 200]])
                cv2.polylines(art, [hill], False, wall, int(rng.integers(4, 10)), cv2.LINE_AA)
    if rng.random() < 0.6:
        x = int(rng.choice([28, 152]))
        cv2.line(art, (x, 200), (x, 90), tree, 6, cv2.LINE_AA)
        for _ in range(int(rng.integers(3, 8))):
            spot = (x + int(rng.normal(0, 14)), 80 + int(rng.normal(0, 18)))
            cv2.circle(art, spot, int(rng.integers(8, 18)), tree, -1, cv2.LINE_AA)
    if rng.random() < 0.4:
        cv2.circle(art, (int(rng.choice([40, 140])), 35), int(rng.integers(12, 24)), roof, -1, cv2.LINE_AA)
    return art


def peacock(rng: np.random.Generator, inks: list[Colour]) -> Drawn:
    """A bird seen from the front or the side before the wheel of its tail."""
    art = blank()
    wheel, body, eye = (full(inks[int(rng.integers(len(inks)))]) for _ in range(3))
    middle = np.array([90 + rng.normal(0, 8), rng.uniform(105, 140)])
    far, open_ = rng.uniform(55, 85), rng.uniform(1.6, 3.4)
    count, rings = int(rng.integers(5, 14)), int(rng.integers(1, 4))
    if rng.random() < 0.4:
        cv2.ellipse(
            art, at(middle), (int(far), int(far)), -90, -np.rad2deg(open_ / 2), np.rad2deg(open_ / 2), wheel, -1,
            cv2.LINE_AA,
        )  # fmt: skip
    for ring in range(rings):
        reach = far * (1 - 0.28 * ring)
        for k in range(count):
            a = -np.pi / 2 + open_ * (k / (count - 1) - 0.5)
            tip = middle + reach * np.array([np.cos(a), np.sin(a)])
            if ring == 0 and rng.random() < 0.9:
                cv2.line(art, at(middle), at(tip), wheel, int(rng.integers(3, 12)), cv2.LINE_AA)
            size = max(3, int(reach * open_ / count * rng.uniform(0.35, 0.5)))
            cv2.circle(art, at(tip), size, wheel, -1, cv2.LINE_AA)
            cv2.circle(art, at(tip), max(2, size // 2), eye, -1, cv2.LINE_AA)
    for turn in (-12, 12):
        leg = beside(middle, turn, rng.uniform(45, 70))
        cv2.line(art, at(beside(middle, turn, 10)), at(leg), eye, int(rng.integers(3, 7)), cv2.LINE_AA)
        fan(art, rng, leg, np.pi / 2, eye, 11)
    cv2.ellipse(
        art, at(beside(middle, 0, 8)), (int(rng.integers(16, 30)), int(rng.integers(22, 40))), 0, 0, 360, body, -1,
        cv2.LINE_AA,
    )  # fmt: skip
    head = beside(middle, rng.normal(0, 14), -rng.uniform(30, 55))
    cv2.line(art, at(middle), at(head), body, int(rng.integers(8, 16)), cv2.LINE_AA)
    cv2.circle(art, at(head), int(rng.integers(8, 14)), body, -1, cv2.LINE_AA)
    beak = beside(head, rng.choice([-1, 1]) * rng.uniform(16, 26), 4)
    cv2.line(art, at(head), at(beak), eye, 5, cv2.LINE_AA)
    if rng.random() < 0.5:
        fan(art, rng, beside(head, 0, -8), -np.pi / 2, eye, rng.uniform(8, 18))
    return art


def _wing(
    art: Drawn,
    rng: np.random.Generator,
    inks: tuple[Ink, Ink],
    middle: Floats,
    body: tuple[Floats, float, float],
) -> None:
    """The wing on a body that looks ahead, so long and so thick, and its feathers, in their inks."""
    (wing, tail), (ahead, long, thick) = inks, body
    high = rng.uniform(-0.6, 0.6)
    cv2.ellipse(
        art,
        at(middle - ahead * 6),
        (int(long * 0.75), int(thick * 0.55)),
        float(np.rad2deg(high)),
        0,
        360,
        wing,
        -1,
        cv2.LINE_AA,
    )
    for k in range(int(rng.integers(0, 5))):
        cv2.line(
            art,
            at(middle - ahead * (4 + 8 * k)),
            at(middle - ahead * (12 + 8 * k) + [0, 10]),
            tail,
            3,
            cv2.LINE_AA,
        )


def bird(rng: np.random.Generator, inks: list[Colour]) -> Drawn:
    """The bird of the first Bam: a crane, a peacock or a sparrow, standing or in flight."""
    art = blank()
    body, wing, tail = (full(inks[int(rng.integers(len(inks)))]) for _ in range(3))
    side = 1 if rng.random() < 0.5 else -1
    middle = np.array([WIDE / 2 + rng.normal(0, 10), rng.uniform(95, 130)])
    long, thick = rng.uniform(28, 52), rng.uniform(16, 30)
    lean = rng.uniform(-0.9, 0.5)
    ahead = np.array([np.cos(lean) * side, np.sin(lean)])
    feathers, spread, reach = int(rng.integers(3, 11)), rng.uniform(0.3, 1.6), rng.uniform(40, 95)
    for k in range(feathers):
        a = np.arctan2(-ahead[1], -ahead[0]) + spread * (k / (feathers - 1) - 0.5)
        root = middle - ahead * long * 0.7
        tip = root + reach * np.array([np.cos(a), np.sin(a)])
        cv2.line(art, at(root), at(tip), tail, int(rng.integers(2, 8)), cv2.LINE_AA)
        if reach > 65:
            cv2.circle(art, at(tip), int(rng.integers(4, 10)), wing, -1, cv2.LINE_AA)
    neck = middle + ahead * long * 0.7
    head = neck + np.array([ahead[0] * rng.uniform(5, 35), -rng.uniform(20, 62)])
    line = curve(np.array([middle, neck, (neck + head) / 2 + rng.normal(0, 9, 2), head]), 24)
    cv2.polylines(art, [np.round(line).astype(np.int32)], False, body, int(rng.integers(6, 16)), cv2.LINE_AA)
    for turn in (-0.25, 0.2):  # legs
        knee = beside(middle, turn * long, thick * 0.8)
        foot = np.array([knee[0] + rng.normal(0, 6), min(TALL - 8.0, knee[1] + rng.uniform(25, 60))])
        cv2.line(art, at(knee), at(foot), wing, int(rng.integers(2, 6)), cv2.LINE_AA)
        fan(art, rng, foot, np.pi / 2 - side * 0.6, wing, 10)
    cv2.ellipse(
        art,
        at(middle),
        (int(long), int(thick)),
        float(np.rad2deg(np.arctan2(ahead[1], ahead[0]))),
        0,
        360,
        body,
        -1,
        cv2.LINE_AA,
    )
    if rng.random() < 0.7:
        _wing(art, rng, (wing, tail), middle, (ahead, long, thick))
    size = rng.uniform(8, 15)
    cv2.circle(art, at(head), int(size), body, -1, cv2.LINE_AA)
    beak = beside(head, side * (size + rng.uniform(8, 26)), rng.uniform(-3, 8))
    cv2.fillConvexPoly(
        art, np.array([at(beside(head, side * 4, -4)), at(beside(head, side * 4, 5)), at(beak)]), tail, cv2.LINE_AA
    )
    cv2.circle(art, at(head), max(2, int(size * 0.25)), (255, 255, 255, 255), -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        fan(art, rng, head - [0, size * 0.8], -np.pi / 2 - side * 0.5, wing, rng.uniform(8, 22))
    if rng.random() < 0.3:
        cv2.line(art, (20, TALL - 8), (WIDE - 20, TALL - 10), tail, 4, cv2.LINE_AA)
    return art
