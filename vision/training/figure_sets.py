"""Figures as the tiles of one set bear them, drawn by chance: one font, one place, one manner of print for all nine
numbers of up to three suits, each upon its suit's picture, as coarse and as badly cut out as on tiles 25 pixels wide.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Floats32, Image
from vision.read.numerals import HIGH, NOT_ONE, WIDE, even

Font = list[list[Image]]
"""Coverage of what one font prints: its figures 1 to 9, its words for them, and last some letters."""

NUMBERS, SUITS, COPIES = 9, 3, 4
WORDED, UPSIDE, FIGURELESS = 0.15, 0.08, 0.08  # of the sets: words; seen the wrong way up; none where it is looked for
STRAY = 0.02  # of the tiles: another picture


@dataclass(frozen=True)
class FigureSet:
    """Patches (n, HIGH, WIDE), even; whose suit's picture each shows (n,); and its number from 0, or `NOT_ONE` (n,)."""

    patches: Floats32
    groups: NDArray[np.int64]
    kinds: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Cut:
    """How all figures of a set are printed and cut out: how high in a patch, how they are stretched, where they stand,
    how coarse a picture is, how soft and how noisy, and how far tiles differ in all that."""

    high: float
    way: Floats
    middle: Floats
    coarse: float
    soft: float
    noise: float
    between: float
    loose: float


def drawn_set(rng: np.random.Generator, fonts: list[Font]) -> FigureSet:
    """A set's figures, as many tiles as lie there by chance."""
    words, letters = rng.random() < WORDED, rng.random() < FIGURELESS
    inks = _inks(rng, fonts[rng.integers(len(fonts))], words, letters)
    cut, part = _cut_out(rng, inks[0]), rng.uniform(0.2, 1.0)
    patches, groups, kinds = list[Floats32](), list[int](), list[int]()
    polarity = rng.choice([-1, 1])
    for group in range(rng.integers(1, SUITS + 1)):
        ground = _ground(rng)
        manner = rng.integers(2**31)
        sign = polarity if rng.random() < 0.8 else -polarity
        pictures = [_printed(np.random.default_rng(manner), ground, ink, cut, int(sign)) for ink in inks]
        lying = np.flatnonzero(rng.random(NUMBERS * COPIES) < part) // COPIES
        for number in lying:
            stray = rng.random() < STRAY
            picture = _ground(rng) if stray else pictures[number]
            patches.append(even(_seen(rng, picture, cut)))
            groups.append(group)
            kinds.append(NOT_ONE if stray or letters else int(number))
    if not patches:
        return drawn_set(rng, fonts)
    held = np.stack(patches)
    if rng.random() < UPSIDE:
        held, kinds = held[:, ::-1, ::-1], [NOT_ONE] * len(kinds)
    some = rng.permutation(len(kinds))
    return FigureSet(np.ascontiguousarray(held[some]), np.array(groups)[some], np.array(kinds)[some])


def _inks(rng: np.random.Generator, font: Font, words: bool, letters: bool) -> list[Image]:
    """What stands for each number; of a set that has none there, one letter for all, or nothing."""
    if letters:
        one = font[-1][rng.integers(len(font[-1]))] if font[-1] and rng.random() < 0.5 else np.zeros((40, 24), np.uint8)
        return [one] * NUMBERS
    out = [font[n][-1 if words else 0] for n in range(NUMBERS)]
    if rng.random() < 0.25:
        out = [np.asarray(cv2.dilate(ink, np.ones((3, 3), np.uint8)), np.uint8) for ink in out]
    return out


def _cut_out(rng: np.random.Generator, ink: Image) -> Cut:
    word = ink.shape[1] > 1.6 * ink.shape[0]
    high = rng.uniform(13, 28) if not word else min(26.0, rng.uniform(30, 48) * ink.shape[0] / ink.shape[1])
    turn, lean, squeeze = np.deg2rad(rng.normal(0, 4)), rng.normal(0, 0.08), rng.uniform(0.8, 1.15)
    way = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ np.array([[squeeze, lean], [0, 1]])
    middle = np.array([WIDE / 2 + rng.normal(0, 3), HIGH / 2 + rng.normal(0, 2)])
    real = float(rng.uniform(4.0, 14))  # pixels a figure is high on the table
    return Cut(
        high=float(high),
        way=way,
        middle=middle,
        coarse=min(1.0, real / high),
        soft=float(rng.uniform(0.3, 1.0)),
        noise=float(rng.uniform(0.002, 0.05)),
        between=float(rng.uniform(1.2, 2.2)),
        loose=float(rng.uniform(0.1, 1.0)),
    )


def _ground(rng: np.random.Generator) -> Floats32:
    """What lies around a figure: plain, or parts of other shapes."""
    out = np.full((HIGH, WIDE), rng.uniform(0.2, 0.8), np.float32)
    for _ in range(rng.integers(0, 5)):
        paint, way = float(rng.uniform(0, 1)), rng.integers(4)
        at, to = ((int(rng.integers(0, WIDE)), int(rng.integers(0, HIGH))) for _ in range(2))
        if way == 0:
            cv2.circle(out, at, int(rng.integers(3, 16)), paint, int(rng.choice([-1, 2, 3])))
        elif way == 1:
            cv2.line(out, at, to, paint, int(rng.integers(1, 5)))
        elif way == 2:
            axes = int(rng.integers(3, 20)), int(rng.integers(2, 9))
            cv2.ellipse(out, at, axes, float(rng.uniform(0, 180)), 0, 360, paint, -1)
        else:
            cv2.rectangle(out, at, to, paint, -1)
    return out


def _on(rng: np.random.Generator, ground: Floats32, cut: Cut) -> Floats32:
    """The ground with what a figure stands on: a disc, a ring, a band, a shape with corners, or all of it plain."""
    paint, at = float(rng.uniform(0, 1)), (int(cut.middle[0]), int(cut.middle[1]))
    out, radius, way = ground.copy(), int(cut.high * rng.uniform(0.62, 1.0)), rng.integers(9)
    if way < 2:
        cv2.circle(out, at, radius, paint, -1)
        if way == 1:
            cv2.circle(out, at, radius, float(rng.uniform(0, 1)), int(rng.integers(1, 4)))
    elif way == 2:
        half = int(cut.high * rng.uniform(0.55, 0.9))
        cv2.rectangle(out, (-1, at[1] - half), (WIDE, at[1] + half), paint, -1)
    elif way == 3:
        cv2.circle(out, at, radius, paint, int(rng.integers(1, 4)))
    elif way == 4:
        corners = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 9))))
        reach = radius * rng.uniform(1.0, 1.7, (len(corners), 1))
        outline = cut.middle + reach * np.stack([np.cos(corners), np.sin(corners)], 1)
        cv2.fillPoly(out, [np.round(outline).astype(np.int32)], paint)
    elif way == 5:  # a panel, framed or not
        low, high = (tuple(int(m + side * radius * rng.uniform(0.8, 1.6)) for m in cut.middle) for side in (-1, 1))
        cv2.rectangle(out, low, high, paint, -1)
        if rng.random() < 0.5:
            cv2.rectangle(out, low, high, float(rng.uniform(0, 1)), int(rng.integers(1, 4)))
    elif way < 8:
        out[:] = paint
        if way == 6:
            edge, part = int(rng.integers(0, 6)), _ground(rng)
            out[HIGH - edge :], out[:edge] = part[HIGH - edge :], part[:edge]
    return out


def _printed(rng: np.random.Generator, ground: Floats32, ink: Image, cut: Cut, sign: int) -> Floats32:
    """A figure printed upon a suit's picture, sharp."""
    high = cut.high
    if ink.shape[1] > 1.6 * ink.shape[0]:
        high = min(high, 46 * ink.shape[0] / ink.shape[1])
    way = cut.way * high / ink.shape[0]
    shift = cut.middle - way @ np.array([ink.shape[1] / 2, ink.shape[0] / 2])
    spread = np.hstack([way, shift[:, None]]).astype(np.float32)
    mask = np.asarray(cv2.warpAffine(ink, spread, (WIDE, HIGH), flags=cv2.INTER_AREA), np.float32) / 255
    on = _on(rng, ground, cut)
    at = np.clip(cut.middle.astype(int), 2, (WIDE - 3, HIGH - 3))
    level = float(on[at[1] - 2 : at[1] + 3, at[0] - 2 : at[0] + 3].mean())
    return np.asarray(on * (1 - mask) + (level + sign * rng.uniform(0.15, 1.0)) * mask, np.float32)


def _seen(rng: np.random.Generator, picture: Floats32, cut: Cut) -> Floats32:
    """A picture as one tile shows it: laid a little off, as coarse as the table is seen, soft and noisy."""
    off = cut.loose / cut.coarse
    turn, size = np.deg2rad(rng.normal(0, 4 * cut.loose)), 1 + rng.normal(0, 0.05 * cut.loose)
    way = size * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    middle = np.array([WIDE / 2, HIGH / 2])
    spread = np.hstack([way, (middle + rng.normal(0, off, 2) - way @ middle)[:, None]]).astype(np.float32)
    out = cv2.warpAffine(picture, spread, (WIDE, HIGH), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(out, None, fx=cut.coarse, fy=cut.coarse, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), cut.soft * rng.uniform(0.6, 1.4))
    small = np.asarray(small + rng.normal(0, cut.noise, small.shape), np.float32)
    again = cut.between * cut.coarse  # as it lies in a crop, whose pixels are others
    if again < 1:
        small = cv2.resize(small, None, fx=cut.between, fy=cut.between, interpolation=cv2.INTER_LINEAR)
    out = cv2.resize(small, (WIDE, HIGH), interpolation=cv2.INTER_CUBIC)
    return np.asarray(cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.3, 2.0))), np.float32)
