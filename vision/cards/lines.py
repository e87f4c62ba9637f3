"""The lines of print in a photograph of a card: where they run, how tall their letters are, cut out as strips.

Each line is cut out along its own base line, so that a photograph from aslant needs no straightening as a whole.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats32, Image
from vision.cards.alphabet import BASE, CAPITAL, HEIGHT, STRIDE

LONGEST_PX = 3000  # a letter of a card that fills the picture is 20 pixels tall then
FAINT = 0.22  # less of the paper's light missing than this is no ink
APART = 1.15  # times a letter's height: a wider gap parts two pieces of print
TALLEST, LOWEST = 0.06, 6  # a letter is at most so much of the picture's height, at least so many pixels
MOST_PIECES = 1500  # of print; a card has some three hundred
EDGE_PX = 8  # left and right of a strip


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of print without a wide gap. `start` and `end` lie on its base line, pixels; `tall` is a capital's."""

    start: tuple[float, float]
    end: tuple[float, float]
    tall: float

    @property
    def length(self) -> float:
        return float(np.hypot(self.end[0] - self.start[0], self.end[1] - self.start[1]))

    def at(self, x: float) -> float:
        """How low the base line is there, carried on to both sides."""
        wide = self.end[0] - self.start[0]
        return self.start[1] + (self.end[1] - self.start[1]) * (x - self.start[0]) / max(wide, 1e-6)

    @property
    def quad(self) -> Floats32:
        """The four corners around it (4, 2), clockwise from its own top-left."""
        along = np.array(self.end) - np.array(self.start)
        along = along / max(float(np.hypot(*along)), 1e-6)
        up = np.array([along[1], -along[0]]) * self.tall
        start, end = np.array(self.start) - along * self.tall * 0.3, np.array(self.end) + along * self.tall * 0.3
        return np.array([start + up * 1.35, end + up * 1.35, end - up * 0.4, start - up * 0.4], np.float32)


def without_light(image: Image) -> Floats32:
    """The picture (H, W, 3) as parts of the paper's own light, paper 1: without shade, without the lamp's tinge."""
    tall, wide = image.shape[:2]
    small = cv2.resize(image, (max(8, wide // 8), max(8, tall // 8)), interpolation=cv2.INTER_AREA)
    paper = cv2.dilate(small, np.ones((9, 9), np.uint8))
    paper = cv2.medianBlur(paper, 15)
    paper = cv2.GaussianBlur(paper, (0, 0), 6)
    light = cv2.resize(paper, (wide, tall), interpolation=cv2.INTER_LINEAR).astype(np.float32)
    return np.asarray(np.clip(image.astype(np.float32) / np.maximum(light, 24.0), 0, 1.0), np.float32)


def ink_of(plain: Floats32) -> Floats32:
    """How much ink (H, W) 0..1, coloured inks as dark as black ones."""
    return np.asarray(1 - plain.min(2), np.float32)


def find_pieces(ink: Floats32) -> list[Piece]:
    """The runs of print, in no order."""
    mask = (ink > FAINT).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes = stats[1:]
    tallest = TALLEST * ink.shape[0]
    wide, high, area = boxes[:, 2], boxes[:, 3], boxes[:, 4]
    letters = (high >= LOWEST) & (high <= tallest) & (wide <= 8 * high) & (area >= 0.12 * wide * high) & (wide > 1)
    letters &= high <= 12 * np.maximum(wide, 1)
    boxes = boxes[letters]
    if len(boxes) < 4:
        return []
    usual = float(np.median(boxes[:, 3]))
    boxes = boxes[(boxes[:, 3] > 0.45 * usual) & (boxes[:, 3] < 3.2 * usual)]
    found = [_piece(boxes[group], usual) for group in _linked(boxes)]
    return [piece for piece in found if piece is not None][:MOST_PIECES]


def _linked(boxes: NDArray[Any]) -> list[list[int]]:
    """The letters that follow each other along one line, from left to right."""
    order = np.argsort(boxes[:, 0])
    boxes = boxes[order]
    left, right = boxes[:, 0].astype(float), (boxes[:, 0] + boxes[:, 2]).astype(float)
    foot, high = (boxes[:, 1] + boxes[:, 3]).astype(float), boxes[:, 3].astype(float)
    middle = foot - high / 2
    follows: dict[int, int] = {}
    taken: set[int] = set()
    for i in range(len(boxes)):
        reach = APART * high[i]
        upto = int(np.searchsorted(left, right[i] + reach))
        j = np.arange(i + 1, min(upto, len(boxes)))
        near = (np.abs(middle[j] - middle[i]) < 0.45 * np.maximum(high[i], high[j])) & (left[j] > left[i] + 1)
        near &= (high[j] < 1.75 * high[i]) & (high[i] < 1.75 * high[j]) & (left[j] - right[i] > -0.35 * high[i])
        for k in j[near]:
            if int(k) not in taken:
                follows[i] = int(k)
                taken.add(int(k))
                break
    groups = []
    for i in range(len(boxes)):
        if i in taken:
            continue
        group = [i]
        while group[-1] in follows:
            group.append(follows[group[-1]])
        groups.append([int(order[k]) for k in group])
    return groups


def _piece(boxes: NDArray[Any], usual: float) -> Piece | None:
    high = boxes[:, 3].astype(float)
    tall = float(np.percentile(high, 75))
    capitals = boxes[high > 0.8 * tall]
    if tall < 0.35 * usual or (len(boxes) == 1 and tall < 0.7 * usual):
        return None
    left, right = float(boxes[:, 0].min()), float((boxes[:, 0] + boxes[:, 2]).max())
    middle, foot = capitals[:, 0] + capitals[:, 2] / 2, (capitals[:, 1] + capitals[:, 3]).astype(float)
    slope, low = 0.0, float(np.median(foot))
    if len(capitals) > 3 and right - left > 4 * tall:
        for _ in range(2):  # letters that reach below the line are left out the second time
            slope, low = np.polyfit(middle, foot, 1)
            held = foot - (slope * middle + low) < 0.12 * tall
            if held.sum() > 3:
                middle, foot = middle[held], foot[held]
        tall = float(np.median(high[high > 0.8 * tall]))
        return Piece((left, slope * left + low), (right, slope * right + low), tall)
    return Piece((left, low), (right, low), tall)


def strip_of(plain: Floats32, piece: Piece) -> Floats32:
    """The piece cut out (HEIGHT, W, 3), W a multiple of STRIDE, as parts of the paper's light."""
    scale = CAPITAL / piece.tall
    wide = int(np.ceil((piece.length * scale + 2 * EDGE_PX) / STRIDE) * STRIDE)
    along = (np.array(piece.end) - np.array(piece.start)) / max(piece.length, 1e-6)
    turn = np.array([[along[0], along[1]], [-along[1], along[0]]]) * scale
    shift = np.array([EDGE_PX, BASE]) - turn @ np.array(piece.start)
    matrix = np.hstack([turn, shift[:, None]]).astype(np.float32)
    how = cv2.INTER_AREA if scale < 0.9 else cv2.INTER_LINEAR
    source = plain
    if scale < 0.6:
        corners = piece.quad
        x0, y0 = np.maximum(np.floor(corners.min(0)).astype(int) - 8, 0)
        x1, y1 = np.ceil(corners.max(0)).astype(int) + 8
        source = np.asarray(cv2.GaussianBlur(plain[y0:y1, x0:x1], (0, 0), 0.4 / scale), np.float32)
        matrix = np.hstack([turn, (shift + turn @ np.array([x0, y0]))[:, None]]).astype(np.float32)
        how = cv2.INTER_LINEAR
    strip = cv2.warpAffine(
        source, matrix, (wide, HEIGHT), flags=how, borderMode=cv2.BORDER_CONSTANT, borderValue=(1.0, 1.0, 1.0)
    )
    return np.asarray(strip, np.float32)
