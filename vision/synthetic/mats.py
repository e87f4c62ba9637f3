"""Printed mats, as they are sold for the game: a light or dark ground, a pattern that fills it, words and letters, and
at times pictures of tiles. Nothing on them is a tile."""

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import Tile
from vision.arrays import Image
from vision.synthetic.faces.catalogue import face_count, face_image
from vision.synthetic.motifs import Figure, Ink, some_figure

WORDS = ("JOKERS", "JOKER", "DRAGON", "DRAGONS", "FLOWERS", "FLOWER", "BAM", "CRAK", "DOT", "DOTS", "WINDS",
         "MAH JONGG", "MAHJ", "EAST", "WEST", "NORTH", "SOUTH", "WALL", "SOAP", "LUCKY", "PASS")  # fmt: skip
LETTERS = "EWNSRGJF123456789"
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX)
PICTURED = (
    "harbour",
    "attic",
    "plain",
    "turquoise",
    "carnival",
    "ranch",
    "moderne",
)  # families whose faces are printed on mats


def printed_mat(rng: np.random.Generator, side: int, scale: float) -> NDArray[np.float32]:
    """A mat (side, side, 3) BGR, `scale` pixels to the millimetre."""
    ground = _ground(rng)
    inks = [_ink(rng, ground) for _ in range(int(rng.integers(2, 5)))]
    sheet: Image = np.empty((side, side, 3), np.uint8)
    sheet[:] = ground
    pattern = (_lattice, _grid, _scattered, _fret, _vines, _stripes, _rows)[int(rng.integers(7))]
    pattern(sheet, rng, inks, scale)
    if rng.random() < 0.6:
        _border(sheet, rng, inks, scale)
    if rng.random() < 0.7:
        _words(sheet, rng, inks, scale)
    if rng.random() < 0.15:
        _pictures(sheet, rng, scale)
    fine = rng.normal(0, rng.uniform(0.5, 6), (side // 2, side // 2)).astype(np.float32)
    return np.asarray(sheet.astype(np.float32) + cv2.resize(fine, (side, side))[..., None], np.float32)


def _ground(rng: np.random.Generator) -> Ink:
    light = rng.random() < 0.65
    level = float(rng.uniform(205, 252) if light else rng.uniform(25, 200))
    b, g, r = (
        level + rng.normal(0, 4 if light else 28, 3) - ((rng.uniform(0, 30), rng.uniform(0, 8), 0) if light else 0)
    )
    return tuple(float(c) for c in np.clip((b, g, r), 10, 254))  # type: ignore[return-value]


def _ink(rng: np.random.Generator, ground: Ink) -> Ink:
    """A colour that shows on the ground, or at times hardly does."""
    faint = rng.random() < 0.2
    while True:
        ink = rng.uniform(0, 255, 3)
        apart = float(np.abs(ink - ground).mean())
        if faint:
            ink = np.array(ground) + (ink - ground) * rng.uniform(0.15, 0.4)
        if apart > 45:
            b, g, r = ink.tolist()
            return b, g, r


def _motifs(rng: np.random.Generator, inks: list[Ink]) -> list[Figure]:
    return [some_figure(rng, inks) for _ in range(int(rng.integers(1, 5)))]


def _some(rng: np.random.Generator, motifs: list[Figure]) -> Figure:
    return motifs[int(rng.integers(len(motifs)))]


def _turn(rng: np.random.Generator, loose: bool) -> float:
    return float(rng.uniform(0, 2 * np.pi)) if loose else 0.0


def _lattice(sheet: Image, rng: np.random.Generator, inks: list[Ink], scale: float) -> None:
    side, motifs = len(sheet), _motifs(rng, inks)
    pitch, slope = float(rng.uniform(14, 60)) * scale, float(np.tan(np.radians(rng.choice([0, 30, 45, 45, 60]))))
    thick, double = max(1, round(float(rng.uniform(0.4, 3.2)) * scale)), float(rng.choice([0, 0, 2.5, 4.0])) * scale
    step = pitch * max(1.0, slope)
    for k in np.arange(-side * max(1.0, slope), side * (1 + slope), step):
        for off in {0.0, double}:
            for rise in (slope, -slope) if slope else (0.0,):
                foot = k + off + (side * slope if rise < 0 else 0)
                a, b = (0, int(foot)), (side, int(foot + rise * side))
                cv2.line(sheet, a, b, inks[0], thick, cv2.LINE_AA)
            if not slope:
                cv2.line(sheet, (int(k + off), 0), (int(k + off), side), inks[0], thick, cv2.LINE_AA)
    if rng.random() < 0.8:
        across, far = step / max(slope, 1e-9) if slope else step, float(rng.uniform(0.08, 0.35)) * pitch
        for j in range(int(2 * side / step) + 1):
            for i in range(int(side / across) + 2):
                at = (int((i + 0.5 * (j % 2)) * across), int(j * step / 2))
                _some(rng, motifs)(sheet, at, far, 0.0)


def _grid(sheet: Image, rng: np.random.Generator, inks: list[Ink], scale: float) -> None:
    """Cells about as large as tiles, outlined, with a figure in some."""
    side, motifs = len(sheet), _motifs(rng, inks)
    wide, tall = float(rng.uniform(18, 48)) * scale, float(rng.uniform(18, 48)) * scale
    gap, thick = float(rng.uniform(0, 5)) * scale, max(1, round(float(rng.uniform(0.3, 1.5)) * scale))
    brick, full = bool(rng.random() < 0.4), float(rng.uniform(0.2, 1.0))
    for j, y in enumerate(np.arange(0, side, tall + gap)):
        for x in np.arange(-(wide / 2 if brick and j % 2 else 0), side, wide + gap):
            low, high = (int(x), int(y)), (int(x + wide), int(y + tall))
            if thick:
                cv2.rectangle(sheet, low, high, inks[0], thick, cv2.LINE_AA)
            if rng.random() < full:
                far = float(rng.uniform(0.25, 0.45)) * min(wide, tall)
                _some(rng, motifs)(sheet, (int(x + wide / 2), int(y + tall / 2)), far, 0.0)


def _scattered(sheet: Image, rng: np.random.Generator, inks: list[Ink], scale: float) -> None:
    side, motifs = len(sheet), _motifs(rng, inks)
    pitch = float(rng.uniform(25, 80)) * scale
    for _ in range(int((side / pitch) ** 2 * 1.3)):
        at = (int(rng.uniform(0, side)), int(rng.uniform(0, side)))
        _some(rng, motifs)(sheet, at, float(rng.uniform(0.15, 0.55)) * pitch, _turn(rng, True))


def _rows(sheet: Image, rng: np.random.Generator, inks: list[Ink], scale: float) -> None:
    side, motifs, loose = len(sheet), _motifs(rng, inks), bool(rng.random() < 0.5)
    pitch, far = float(rng.uniform(16, 60)) * scale, float(rng.uniform(0.2, 0.5))
    for j in range(int(side / pitch) + 2):
        for i in range(int(side / pitch) + 2):
            at = (int((i + 0.5 * (j % 2)) * pitch), int(j * pitch))
            _some(rng, motifs)(sheet, at, far * pitch, _turn(rng, loose))


def _fret(sheet: Image, rng: np.random.Generator, inks: list[Ink], scale: float) -> None:
    """The Greek and the Chinese key, over and over."""
    side, unit = len(sheet), float(rng.uniform(2.5, 9)) * scale
    key = np.array([(0, 4), (0, 0), (4, 0), (4, 3), (2, 3), (2, 2), (3, 2), (3, 1), (1, 1), (1, 4), (5, 4)]) * unit
    thick = max(1, round(unit * float(rng.uniform(0.2, 0.6))))
    for y in np.arange(0, side, unit * float(rng.choice([5, 6, 9, 14]))):
        for x in np.arange(0, side, unit * 5):
            shape = np.round(key + np.array([x, y])).astype(np.int32)
            cv2.polylines(sheet, [shape], False, inks[0], thick, cv2.LINE_AA)


def _vines(sheet: Image, rng: np.random.Generator, inks: list[Ink], scale: float) -> None:
    side, motifs = len(sheet), _motifs(rng, inks)
    pitch, long = float(rng.uniform(25, 70)) * scale, float(rng.uniform(50, 140)) * scale
    x = np.arange(0, side + 8, 8.0)
    for y in np.arange(0, side, pitch):
        wave = y + np.sin(x / long * 2 * np.pi + (y / pitch % 2) * np.pi) * pitch * 0.35
        line = np.round(np.stack([x, wave], 1)).astype(np.int32)
        cv2.polylines(sheet, [line], False, inks[0], max(1, round(scale * 1.2)), cv2.LINE_AA)
        for at in line[:: max(1, int(long / 32))]:
            _some(rng, motifs)(sheet, (int(at[0]), int(at[1])), pitch * float(rng.uniform(0.12, 0.3)), _turn(rng, True))


def _stripes(sheet: Image, rng: np.random.Generator, inks: list[Ink], scale: float) -> None:
    """Stripes or checks, sheer where they cross."""
    side, pitch = len(sheet), float(rng.uniform(8, 60)) * scale
    for way in range(1 + int(rng.random() < 0.6)):
        layer = sheet.copy()
        for k in np.arange(0, side, pitch):
            low, high = (int(k), 0), (int(k + pitch * rng.uniform(0.3, 0.6)), side)
            cv2.rectangle(layer, low[:: 1 - 2 * way], high[:: 1 - 2 * way], inks[way % len(inks)], -1)
        strong = float(rng.uniform(0.15, 0.9))
        cv2.addWeighted(layer, strong, sheet, 1 - strong, 0, dst=sheet)


def _border(sheet: Image, rng: np.random.Generator, inks: list[Ink], scale: float) -> None:
    for inset in rng.uniform(8, 60, int(rng.integers(1, 4))) * scale:
        k, thick = int(inset), max(1, round(float(rng.uniform(0.6, 4)) * scale))
        ink = inks[int(rng.integers(len(inks)))]
        cv2.rectangle(sheet, (k, k), (len(sheet) - k, len(sheet) - k), ink, thick, cv2.LINE_AA)


def _words(sheet: Image, rng: np.random.Generator, inks: list[Ink], scale: float) -> None:
    """Words and letters, some in a box or on a plain ground, along any side."""
    side = len(sheet)
    for _ in range(int(rng.integers(1, 16))):
        text = WORDS[int(rng.integers(len(WORDS)))] if rng.random() < 0.6 else LETTERS[int(rng.integers(len(LETTERS)))]
        font, ink = FONTS[int(rng.integers(len(FONTS)))], inks[int(rng.integers(len(inks)))]
        size, thick = float(rng.uniform(6, 26)) * scale / 22, max(1, round(float(rng.uniform(0.6, 2.5)) * scale))
        (wide, tall), below = cv2.getTextSize(text, font, size, thick)
        pad = int(rng.uniform(2, 7) * scale)
        high, long = tall + below + 2 * pad, wide + 2 * pad
        x, y = (int(v) for v in rng.uniform(0, max(1, side - max(long, high) - 1), 2))
        turns = int(rng.integers(4))
        span = (high, long) if turns % 2 == 0 else (long, high)
        part = sheet[y : y + span[0], x : x + span[1]]
        if part.shape[:2] != span:
            continue
        label = np.ascontiguousarray(np.rot90(part, turns))
        boxed = rng.random()
        if boxed < 0.5:
            label[:] = sheet[side // 2, side // 2] if boxed < 0.1 else np.clip(np.array(inks[-1]) * 0.1 + 225, 0, 255)
        if boxed < 0.4:
            cv2.rectangle(
                label, (1, 1), (label.shape[1] - 2, label.shape[0] - 2), ink, max(1, round(scale)), cv2.LINE_AA
            )
        cv2.putText(label, text, (pad, label.shape[0] - pad - below), font, size, ink, thick, cv2.LINE_AA)
        part[:] = np.rot90(label, -turns)


def _pictures(sheet: Image, rng: np.random.Generator, scale: float) -> None:
    """Tiles that are only printed."""
    side, family = len(sheet), PICTURED[int(rng.integers(len(PICTURED)))]
    for _ in range(int(rng.integers(2, 14))):
        tile = Tile(int(rng.integers(len(Tile))))
        face = face_image(family, tile, int(rng.integers(face_count(family, tile))), 128)
        tall = int(rng.uniform(20, 60) * scale)
        small = cv2.resize(face, (int(tall * face.shape[1] / face.shape[0]), tall), interpolation=cv2.INTER_AREA)
        small = np.ascontiguousarray(np.rot90(small, int(rng.integers(4))))
        if max(small.shape[:2]) + 1 >= side:  # a mat of which a corner is seen
            continue
        x, y = (int(v) for v in rng.uniform(0, side - max(small.shape[:2]) - 1, 2))
        part = sheet[y : y + small.shape[0], x : x + small.shape[1]]
        if rng.random() < 0.5:
            part[:] = (238, 244, 246)
        alpha = small[..., 3:] / 255.0
        part[:] = (part * (1 - alpha) + small[..., :3] * alpha).astype(np.uint8)
        if rng.random() < 0.6:
            at = (x, y), (x + small.shape[1], y + small.shape[0])
            cv2.rectangle(
                sheet, *at, tuple(float(c) for c in rng.uniform(0, 200, 3)), max(1, round(scale * 0.6)), cv2.LINE_AA
            )
