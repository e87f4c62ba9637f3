"""Cards printed at random, and photographs of them: what the reading of cards is measured on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow, ImageDraw, ImageFont

Image = NDArray[np.uint8]
INKS = ((24, 110, 52), (178, 34, 30), (28, 74, 156))  # green, red, blue, RGB
BLACK = (24, 22, 20)
_SUITED = "123456789"
_REMARKS = (
    "(Any 2 Suits)", "(Any Like Nos.)", "(Any 4 Consec. Nos.)", "(Pairs Any Even)", "(Matching Dragons)",
    "(These Nos. Only)", "(Kongs Match Pair)",
)  # fmt: skip
_NAMES = ("CONSECUTIVE RUN", "Any Like Numbers", "Winds - Dragons", "QUINTS", "Evens and Odds", "Singles & Pairs")


@dataclass(frozen=True, slots=True)
class Layout:
    """How a card is printed. Sizes in pixels of the sheet, which is `size`."""

    name: str
    size: tuple[int, int]
    columns: int
    lines: int  # in each column
    letter: int  # height of the font
    numbered: bool
    remark_below: bool


LAYOUTS = (
    Layout("one column", (1500, 2000), 1, 16, 46, True, False),
    Layout("two columns", (2200, 1700), 2, 14, 38, False, True),
    Layout("folded in four", (3600, 1650), 4, 14, 34, True, True),
)


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """`forms` are groups with the number of their ink, -1 for black; `text` is the notation that should be proposed."""

    forms: tuple[tuple[tuple[str, int], ...], ...]
    value: str
    remark: str

    @property
    def text(self) -> str:
        return f"{' or '.join(' '.join(_written(form)) for form in self.forms)}   {self.value}"


def _written(form: Sequence[tuple[str, int]]) -> list[str]:
    letters: dict[int, str] = {}
    for text, ink in form:
        if set(text) & set(_SUITED):
            letters.setdefault(ink, "abc"[min(2, len(letters))])
    return [
        text
        + (letters.setdefault(ink, "abc"[min(2, len(letters))]) if ink >= 0 and set(text) & set(_SUITED + "D") else "")
        for text, ink in form
    ]


def line(chance: np.random.Generator) -> PrintedLine:
    """A line of fourteen tiles put together at random, as printed cards mix them."""
    inks = list(chance.permutation(3)[: chance.integers(1, 4)])

    def form() -> tuple[tuple[str, int], ...]:
        groups: list[tuple[str, int]] = []
        left = 14
        while left:
            kind, ink = chance.integers(12), int(inks[chance.integers(len(inks))])
            size = min(left, int(chance.integers(1, 6)))
            if kind < 7:
                text = str(chance.choice(list(_SUITED))) * size
            elif kind == 7:
                text, ink = "F" * size, -1
            elif kind == 8:
                text, ink = str(chance.choice(list("NEWS"))) * size, -1
            elif kind == 9:
                text = "D" * size
                ink = ink if chance.random() < 0.7 else -1
            elif kind == 10 and left >= 4:
                text, ink = str(chance.choice(["NEWS", "2468", "2026", "1357"])), ink
                ink = -1 if text == "NEWS" else ink
            else:
                text, ink = "0" * size, -1
            groups.append((text, ink))
            left -= len(text)
        return tuple(groups)

    forms = tuple(form() for _ in range(2 if chance.random() < 0.08 else 1))
    value = f"{chance.choice(['X', 'X', 'C'])} {chance.choice([25, 25, 30, 35, 40, 45, 50, 60, 75, 85])}"
    remark = str(chance.choice(_REMARKS)) if chance.random() < 0.3 else ""
    return PrintedLine(forms, value, remark)


def font_of(path: str | None, size: int) -> Any:
    """A font of this size; for None the one that the picture library brings along."""
    return ImageFont.load_default(size) if path is None else ImageFont.truetype(path, size)


def printed(layout: Layout, path: str | None, seed: int) -> tuple[Image, list[PrintedLine]]:
    """A printed sheet (H, W, 3) RGB, and the lines on it in their order."""
    chance = np.random.default_rng(seed)
    wide, tall = layout.size
    paper = tuple(int(v) for v in chance.integers(238, 256, 3))
    sheet = Pillow.new("RGB", layout.size, paper)
    draw = ImageDraw.Draw(sheet)
    font, small = font_of(path, layout.letter), font_of(path, int(layout.letter * 0.72))
    inks = [tuple(int(np.clip(v + chance.integers(-18, 30), 0, 255)) for v in ink) for ink in INKS]
    press = Press(layout, font, small, inks)
    margin, gutter = wide // 30, wide // 28
    column_w = (wide - 2 * margin - gutter * (layout.columns - 1)) // layout.columns
    lines = []
    for column in range(layout.columns):
        x0, y = margin + column * (column_w + gutter), margin
        for number in range(1, layout.lines + 1):
            if number % 7 == 1:
                draw.text((x0, y), str(chance.choice(_NAMES)), fill=BLACK, font=font)
                y += int(layout.letter * 1.7)
            while True:
                made = line(chance)
                if _width(made, font, layout) < column_w - layout.letter * 3.2:
                    break
            lines.append(made)
            y = _print_line(draw, made, number, (x0, y, column_w), press)
            if y > tall - margin - layout.letter * 2:
                break
    return np.asarray(sheet, np.uint8), lines


@dataclass(frozen=True, slots=True)
class Press:
    """How a sheet is printed: fonts for lines and for what is small beside them, and the colours of suits a, b, c."""

    layout: Layout
    font: Any
    small: Any
    inks: Sequence[tuple[int, ...]]


def _width(made: PrintedLine, font: Any, layout: Layout) -> float:
    number = font.getlength("10. ") if layout.numbered else 0.0
    remark = font.getlength(" " + made.remark) * 0.72 if made.remark and not layout.remark_below else 0.0
    return max(float(font.getlength(" ".join(t for t, _ in form) + "  or")) for form in made.forms) + number + remark


def _print_line(
    draw: Any,
    made: PrintedLine,
    number: int,
    place: tuple[int, int, int],
    press: Press,
) -> int:
    """Prints a line at (x, y, width); where the next one begins."""
    layout, font, small = press.layout, press.font, press.small
    x0, y, wide = place
    step = int(layout.letter * 1.42)
    for at, form in enumerate(made.forms):
        x = float(x0)
        if layout.numbered:
            if at == 0:
                draw.text((x, y), f"{number}.", fill=BLACK, font=font)
            x += font.getlength("10. ")
        for text, ink in form:
            draw.text((x, y), text, fill=BLACK if ink < 0 else press.inks[ink], font=font)
            x += font.getlength(text + " ") + layout.letter * 0.08
        if at == len(made.forms) - 1:
            draw.text((x0 + wide - font.getlength(made.value), y), made.value, fill=BLACK, font=font)
        else:
            draw.text((x, y), "-or-", fill=BLACK, font=small)
        if made.remark and at == len(made.forms) - 1:
            if layout.remark_below:
                y += step
                draw.text((x0 + layout.letter, y), made.remark, fill=BLACK, font=small)
            else:
                draw.text((x, y + layout.letter * 0.2), made.remark, fill=BLACK, font=small)
        y += step
    return y + int(layout.letter * 0.25)


def photographed(sheet: Image, seed: int, longest_px: int = 2800) -> Image:
    """The sheet as somebody photographs it with a telephone: aslant, in uneven warm light, a little soft; BGR."""
    chance = np.random.default_rng(seed)
    tall, wide = sheet.shape[:2]
    out = (longest_px, int(longest_px * 3 / 4)) if wide > tall else (int(longest_px * 3 / 4), longest_px)
    scale = 0.93 * min(out[0] / wide, out[1] / tall)
    corners = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
    middle = np.array(out) / 2
    turn = np.radians(chance.normal(0, 1.3))
    c, s = np.cos(turn), np.sin(turn)
    laid = (corners - [wide / 2, tall / 2]) * scale @ np.array([[c, s], [-s, c]]) + middle
    laid += chance.normal(0, 0.011, (4, 2)) * np.array(out)
    table = chance.integers(40, 150, 3).astype(np.float32)
    photo = np.ones((out[1], out[0], 3), np.float32) * table
    matrix = cv2.getPerspectiveTransform(corners, laid.astype(np.float32))
    soft = cv2.GaussianBlur(sheet, (0, 0), max(0.35 / scale, 0.3)) if scale < 0.9 else sheet
    cv2.warpPerspective(
        soft.astype(np.float32), matrix, out, dst=photo, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT
    )
    y, x = np.mgrid[0 : out[1], 0 : out[0]].astype(np.float32)
    light = (
        1 + chance.uniform(-0.25, 0.25) * (x / out[0] - 0.5) * 2 + chance.uniform(-0.2, 0.2) * (y / out[1] - 0.5) * 2
    )
    shade = np.exp(
        -(
            ((x - chance.uniform(0, out[0])) / (0.3 * out[0])) ** 2
            + ((y - chance.uniform(0, out[1])) / (0.4 * out[1])) ** 2
        )
    )
    light = light * (1 - chance.uniform(0, 0.35) * shade)
    cast = np.array([1.0, chance.uniform(0.9, 1.0), chance.uniform(0.72, 1.0)])
    photo = photo * light[..., None] * cast * chance.uniform(0.72, 0.95)
    photo = cv2.GaussianBlur(photo, (0, 0), float(chance.uniform(0.5, 1.25)))
    photo = photo + chance.normal(0, chance.uniform(1.5, 5.0), photo.shape)
    bgr = np.clip(photo[..., ::-1], 0, 255).astype(np.uint8)
    _, coded = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(78, 95))])
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
