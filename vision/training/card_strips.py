"""Lines of print for the network of the card's letters: groups, values and remarks put together at random, in free
fonts, and worn as a photograph wears them.

    python -m vision.training.card_strips --fonts FOLDER --out sheet.png      # a sheet of them to look at
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow, ImageDraw, ImageFont

from vision.cards.alphabet import BASE, CAPITAL, HEIGHT, SPACE, sign_of
from vision.cards.letters import stretched

Floats = NDArray[np.float32]
WIDTH = 256  # of a strip to learn from, pixels
# Families that are never learned from: what is read in them is the honest rate.
HELD_OUT = ("Roboto", "Caladea", "ComicNeue", "texgyreschola", "Cabin")
LEARNED = (
    "LiberationSans", "LiberationSerif", "LiberationMono", "DejaVuSans", "DejaVuSerif", "Lato", "Carlito",
    "EBGaramond12", "OpenSans", "NotoSans", "NotoSerif-", "Inter-", "texgyreheros", "texgyrepagella",
    "texgyretermes", "texgyrebonum", "texgyreadventor", "OldStandard", "Vollkorn", "Quicksand", "Hack",
    "JetBrainsMono", "LinLibertine_R", "LinBiolinum_R", "NationalPark-Regular", "NationalPark-Heavy",
)  # fmt: skip
_NOT = ("Thin", "Hairline", "ExtraLight", "SC", "Initials", "MathTeX", "Outline", "UI", "_RZ", "LightItalic")
_LATIN = ("NotoSans-", "NotoSerif-", "NotoSansDisplay-", "NotoSerifDisplay-", "NotoSansMono-")

_REMARKS = (
    "Any 2 Suits", "Any 3 Suits", "Any 1 or 2 Suits", "Any Like Nos.", "Any 5 Consec. Nos.", "Matching Dragons",
    "These Nos. Only", "Pairs any even", "Kongs Match Pair", "w/ Opp. Dragons", "Any Wind", "any run", "No Jokers",
)  # fmt: skip
_NAMES = (
    "CONSECUTIVE RUN",
    "Winds & Dragons",
    "2468",
    "QUINTS",
    "Singles and Pairs",
    "LIKE NUMBERS",
    "Sums",
    "The Year",
)
_LOWER = "abcdefghijklmnopqrstuvwxyz"
_UPPER = "ABHIJKLMOPQTUVYZ"


def families(folder: Path, names: Sequence[str]) -> list[Path]:
    """The font files below a folder, and of the system, that belong to these families and print upright Latin."""
    files = [*folder.rglob("*.ttf"), *folder.rglob("*.otf"), *Path("/usr/share/fonts/truetype/dejavu").glob("*.ttf")]
    found = {}
    for path in sorted(files):
        stem = path.stem.replace(" ", "")
        if not stem.startswith(tuple(names)) or any(part in stem for part in _NOT):
            continue
        if stem.startswith("Noto") and not stem.startswith(_LATIN):
            continue
        found[path.name] = path
    return list(found.values())


def group(chance: np.random.Generator) -> str:
    """One printed group: like tiles mostly, or a row of single ones."""
    kind = chance.integers(10)
    if kind < 6:
        return str(chance.choice(list("123456789123456789123456789FFDDNEWS0"))) * int(chance.integers(1, 6))
    if kind < 8:
        first, count = int(chance.integers(1, 8)), int(chance.integers(2, 6))
        return "".join(str(min(9, first + k)) * int(chance.integers(1, 3)) for k in range(count))
    return str(chance.choice(["NEWS", "NS", "EW", "2026", "2025", "2019", "13579", "2468", "369", "RR", "GGG", "1984"]))


def words(chance: np.random.Generator) -> str:
    """Something of what is printed on a card, some twenty letters of it."""
    kind = chance.integers(12)
    if kind == 0:
        return f"({chance.choice(_REMARKS)})"
    if kind == 1:
        return "".join(chance.choice(list(_LOWER + _UPPER)) for _ in range(chance.integers(3, 9)))
    if kind == 2:
        return str(chance.choice(_NAMES))
    groups = [group(chance) for _ in range(chance.integers(2, 6))]
    if kind < 8:
        groups.append(f"{chance.choice(['X', 'C'])}{chance.choice([' ', ' ', ''])}{5 * chance.integers(4, 21)}")
    if kind == 8:
        groups.insert(2, str(chance.choice(["-or-", "or", "OR", "+", "=", "-"])))
    if kind == 9:
        groups.insert(0, f"{chance.integers(1, 10)}{chance.choice(['.', ')', ''])}")
    if kind == 10:
        groups.append(f"({str(chance.choice(_REMARKS))[: chance.integers(3, 20)]}")
    return str(chance.choice([" ", " ", " ", "  "])).join(groups)


@dataclass(frozen=True, slots=True)
class Printed:
    """A line as printed: its coverage (h, w) 0..1, the row of its base line, the height of a capital."""

    ink: Floats
    base: float
    capital: float


_opened: dict[tuple[Path, int], Any] = {}


def font_at(path: Path, size: int) -> ImageFont.FreeTypeFont:
    key = (path, size)
    if key not in _opened:
        if len(_opened) > 400:
            _opened.clear()
        _opened[key] = ImageFont.truetype(str(path), size)
    font: ImageFont.FreeTypeFont = _opened[key]
    return font


def printed(text: str, font: ImageFont.FreeTypeFont, apart_px: float) -> Printed:
    """The text in one font, its letters `apart_px` farther from each other than the font has them."""
    top, bottom = font.getbbox("H", anchor="ls")[1::2]
    wide = int(font.getlength(text) + len(text) * max(0.0, apart_px)) + 16
    above, below = int(-top * 1.6) + 4, int(-top * 0.6) + 4
    sheet = Pillow.new("L", (wide, above + below), 0)
    draw = ImageDraw.Draw(sheet)
    if abs(apart_px) < 0.2:
        draw.text((6, above), text, fill=255, font=font, anchor="ls")
    else:
        at = 6.0
        for letter in text:
            draw.text((at, above), letter, fill=255, font=font, anchor="ls")
            at += font.getlength(letter) + apart_px
    return Printed((np.asarray(sheet) / 255).astype(np.float32), above, float(bottom - top))


class Strips:
    """Strips to learn from, one after the other, the same for the same seed."""

    def __init__(self, fonts: Sequence[Path], seed: int) -> None:
        self.fonts = fonts
        self.chance = np.random.default_rng(seed)

    def one(self) -> tuple[Floats, str]:
        """A strip (HEIGHT, WIDTH), and what is printed on it in signs."""
        chance = self.chance
        size = int(chance.integers(8, 17)) * 3
        font = font_at(self.fonts[int(chance.integers(len(self.fonts)))], size)
        apart = size * float(chance.choice([0.0, 0.0, 0.0, chance.uniform(-0.02, 0.12)]))
        stretch = float(np.exp(chance.normal(0, 0.1)))
        top, bottom = font.getbbox("H", anchor="ls")[1::2]
        scale = CAPITAL / (bottom - top) * float(np.exp(chance.normal(0, 0.05)))
        text = " ".join(words(chance) for _ in range(2))[int(chance.integers(0, 4)) :].strip()
        while (wide := (font.getlength(text) + apart * len(text)) * scale * stretch) > WIDTH - 12:
            text = text[: min(len(text) - 1, int(len(text) * (WIDTH - 12) / wide) + 1)].rstrip()
        strip = self._laid(printed(text, font, apart), scale, stretch)
        return self._worn(strip), "".join(map(sign_of, " ".join(text.split())))

    def _laid(self, sheet: Printed, scale: float, stretch: float) -> Floats:
        """On a strip, a little askew."""
        chance = self.chance
        lean, slope = chance.normal(0, 0.03), chance.normal(0, 0.006)
        ink = sheet.ink
        if scale < 0.8:
            ink = cv2.GaussianBlur(ink, (0, 0), 0.4 / scale).astype(np.float32)
        left = float(chance.uniform(0, 8))
        up = BASE + float(chance.normal(0, 0.9))
        turn = np.array(
            [
                [scale * stretch, -lean * scale, left + lean * scale * sheet.base],
                [slope * scale, scale, up - scale * sheet.base - slope * scale * sheet.ink.shape[1] / 2],
            ],
            np.float32,
        )
        strip = cv2.warpAffine(ink, turn, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR)
        if chance.random() < 0.35:  # the feet of the line above, the heads of the line below
            other = sheet.ink[:, :: (1 if chance.random() < 0.5 else -1)]
            turn[1, 2] += float(chance.choice([-1, 1])) * chance.uniform(29, 40)
            strip = np.maximum(strip, cv2.warpAffine(other, turn, (WIDTH, HEIGHT)))
        return np.asarray(strip, np.float32)

    def _worn(self, strip: Floats) -> Floats:
        """As a photograph of it looks once the light has been taken out."""
        chance = self.chance
        if chance.random() < 0.3:  # thicker or thinner
            shape = np.ones((2, 2), np.uint8)
            strip = (cv2.dilate if chance.random() < 0.6 else cv2.erode)(strip, shape).astype(np.float32)
        small = float(chance.uniform(0.42, 1.0))  # as if it had been photographed from farther away
        if small < 0.9:
            size = (int(WIDTH * small), int(HEIGHT * small))
            strip = cv2.resize(strip, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        strip = cv2.GaussianBlur(strip, (0, 0), float(chance.uniform(0.2, 1.3)) * max(0.5, small)).astype(np.float32)
        if chance.random() < 0.2:
            length = int(chance.integers(2, 5))
            kernel = np.zeros((length, length), np.float32)
            kernel[length // 2, :] = 1 / length
            strip = cv2.filter2D(strip, -1, kernel if chance.random() < 0.5 else kernel.T).astype(np.float32)
        weak = float(chance.uniform(0.35, 1.0))
        strip = strip * weak + chance.normal(0, chance.uniform(0.0, 0.07), strip.shape).astype(np.float32) * weak
        if small < 0.9:
            strip = cv2.resize(strip, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC).astype(np.float32)
        if chance.random() < 0.3:
            strip = strip + np.linspace(0, chance.uniform(-0.12, 0.12), WIDTH, dtype=np.float32)
        return stretched(strip)


def main() -> None:
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("--fonts", type=Path, required=True)
    told.add_argument("--out", type=Path, required=True)
    given = told.parse_args()
    fonts = families(given.fonts, LEARNED)
    print(len(fonts), "fonts")
    strips = Strips(fonts, 1)
    rows = []
    for _ in range(40):
        strip, text = strips.one()
        rows.append(np.pad(255 - np.clip(strip * 255, 0, 255).astype(np.uint8), ((1, 1), (0, 0)), constant_values=128))
        print(text.replace(SPACE, "_"))
    sheet = np.hstack([np.vstack(rows[:20]), np.vstack(rows[20:])])
    cv2.imwrite(str(given.out), cv2.resize(sheet, None, fx=2, fy=2))


if __name__ == "__main__":
    main()
