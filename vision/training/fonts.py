"""The free fonts that the developer has gathered, and what is drawn with them."""

import string
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from fontTools.ttLib import TTFont
from PIL import Image as Pillow, ImageDraw, ImageFont

from vision.arrays import Image

LATIN = ("NotoSans", "NotoSerif", "OldStandard", "ComicNeue", "lobster", "DancingScript", "RobotoSlab", "EBGaramond",
         "Cabin", "DejaVu", "Liberation")  # fmt: skip
CHINESE = ("ukai", "uming", "kouzan", "NotoSerifCJK", "NotoSansCJK", "ipaexm", "HanaMinA", "wqy", "MTLmr3m",
           "KouzanBrush")  # fmt: skip


@dataclass(slots=True)
class Fonts:
    """The font files at hand, by what they are good for."""

    folder: Path
    latin: list[Path] = field(default_factory=list)
    chinese: list[Path] = field(default_factory=list)
    emoji: Path | None = None
    symbols: Path | None = None

    @staticmethod
    def gather(folder: Path) -> "Fonts":
        """Looks through the folder and the system's DejaVu and Liberation fonts."""
        files = sorted(p for p in folder.glob("*") if p.suffix in (".ttf", ".ttc", ".otf"))
        files += sorted(Path("/usr/share/fonts/truetype").glob("*/*.ttf"))
        fonts = Fonts(folder)
        for path in files:
            if path.stem == "NotoColorEmoji":
                fonts.emoji = path
            elif path.stem.startswith("Symbola"):
                fonts.symbols = path
            elif path.stem.startswith(CHINESE):
                fonts.chinese.append(path)
            elif path.stem.startswith(LATIN) and "Symbols" not in path.stem and _writes(path, string.ascii_letters):
                fonts.latin.append(path)
        return fonts


def _writes(path: Path, text: str) -> bool:
    """Whether a font file has all these letters; many of the Noto fonts have those of one script alone."""
    with TTFont(path, lazy=True) as font:
        return set(map(ord, text)) <= set(font.getBestCmap() or ())


_opened: dict[tuple[Path, int], ImageFont.FreeTypeFont] = {}
_emoji: dict[str, Image] = {}


def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    key = (path, size)
    if key not in _opened:
        _opened[key] = ImageFont.truetype(str(path), size)
    return _opened[key]


def glyph(path: Path, text: str) -> Image:
    """Coverage (h, w) of a text in black ink, cropped to it; at least one pixel."""
    font = _font(path, 160 if len(text) < 3 else 90)
    left, top, right, bottom = font.getbbox(text)
    sheet = Pillow.new("L", (max(1, int(right - left) + 8), max(1, int(bottom - top) + 8)), 0)
    ImageDraw.Draw(sheet).text((4 - left, 4 - top), text, fill=255, font=font)
    ink = np.asarray(sheet)
    rows, columns = np.where(ink.max(1) > 40)[0], np.where(ink.max(0) > 40)[0]
    if not len(rows):
        return np.zeros((1, 1), np.uint8)
    return ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def picture(path: Path, sign: str) -> Image | None:
    """A coloured emoji (h, w, 4) BGRA, cropped to it; None when the font has none."""
    if sign not in _emoji:
        sheet = Pillow.new("RGBA", (140, 140), (0, 0, 0, 0))
        ImageDraw.Draw(sheet).text((2, 2), sign, font=_font(path, 109), embedded_color=True)
        rgba = np.asarray(sheet)
        rows, columns = np.where(rgba[..., 3].max(1) > 20)[0], np.where(rgba[..., 3].max(0) > 20)[0]
        if len(rows) < 20:
            _emoji[sign] = np.zeros((0, 0, 4), np.uint8)
        else:
            cut = rgba[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
            _emoji[sign] = np.ascontiguousarray(cut[..., [2, 1, 0, 3]])
    found = _emoji[sign]
    return found if found.size else None
