"""The manner of one tile set, made by chance: its inks and letters, how it draws each kind of tile, and the few strokes
that all its tiles share."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Drawn
from vision.training.figures import outlined, trimmed
from vision.training.fonts import Fonts, glyph, picture
from vision.training.marks import dot_mark, stick_mark
from vision.training.sheet import Colour, H, Sheet, W

PIPS: dict[int, tuple[tuple[tuple[float, float], ...], ...]] = {
    1: (((0, 0),),),
    2: (((0, -0.5), (0, 0.5)), ((-0.45, -0.5), (0.45, 0.5))),
    3: (((-0.6, -0.65), (0, 0), (0.6, 0.65)), ((0, -0.55), (-0.5, 0.5), (0.5, 0.5)), ((0, -0.7), (0, 0), (0, 0.7))),
    4: (((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)),),
    5: (((-0.6, -0.6), (0.6, -0.6), (0, 0), (-0.6, 0.6), (0.6, 0.6)),),
    6: (
        ((-0.45, -0.7), (0.45, -0.7), (-0.45, 0), (0.45, 0), (-0.45, 0.7), (0.45, 0.7)),
        ((-0.7, -0.5), (0, -0.5), (0.7, -0.5), (-0.7, 0.5), (0, 0.5), (0.7, 0.5)),
    ),
    7: (
        ((-0.65, -0.8), (0, -0.6), (0.65, -0.4), (-0.45, 0.2), (0.45, 0.2), (-0.45, 0.75), (0.45, 0.75)),
        ((0, -0.75), (-0.65, 0), (0, 0), (0.65, 0), (-0.65, 0.7), (0, 0.7), (0.65, 0.7)),
    ),
    8: (
        tuple((x, y) for y in (-0.8, -0.27, 0.27, 0.8) for x in (-0.45, 0.45)),
        tuple((x, y) for y in (-0.5, 0.5) for x in (-0.75, -0.25, 0.25, 0.75)),
        ((-0.65, -0.7), (0, -0.7), (0.65, -0.7), (-0.4, 0), (0.4, 0), (-0.65, 0.7), (0, 0.7), (0.65, 0.7)),
    ),
    9: (tuple((x, y) for y in (-0.68, 0, 0.68) for x in (-0.68, 0, 0.68)),),
}
BIRDS = "🦚🦜🐦🦅🦉🐓🦆🦢🐤🦩"
JESTERS = "🃏🤡👑🎭🎪🐉🦁🐒😜⭐🌟🎩👸🤴🐯🎈"


def pick(rng: np.random.Generator, options: list[str], odds: list[float]) -> str:
    return str(rng.choice(options, p=np.array(odds) / np.sum(odds)))


def ink_of(rng: np.random.Generator, hue: str) -> Colour:
    ranges = {"green": (55, 85), "red": (0, 8), "blue": (100, 125), "purple": (130, 160), "orange": (8, 20)}
    if hue == "black":
        v = int(rng.integers(0, 60))
        return (v, v, v)
    low, high = ranges[hue]
    hsv = np.array([[[rng.integers(low, high), rng.integers(150, 256), rng.integers(70, 220)]]], np.uint8)
    b, g, r = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].tolist()
    return (b, g, r)


def _dark(ink: Colour) -> Colour:
    b, g, r = (c // 4 for c in ink)
    return b, g, r


class Manner:
    """One random set: all its choices are made on construction."""

    wind: str
    dragon: str
    soap: str
    joker: str

    def __init__(self, rng: np.random.Generator, fonts: Fonts, numerals: float = 0.25, stacked: float = 0.1) -> None:
        """`numerals`: how likely it is a set of large numerals throughout; `stacked`: one whose words stand on end,
        letter below letter."""
        self.rng, self.fonts = rng, fonts
        self.radius = float(rng.uniform(0.04, 0.14))
        self._choose_inks(rng)
        self._choose_letters(rng, fonts)
        self._choose_suits(rng, numerals)
        self._choose_honours(rng)
        self._choose_ways(rng)
        if rng.random() < stacked:  # last, so that the other choices of a seed stay
            self._on_end(rng)

    def _on_end(self, rng: np.random.Generator) -> None:
        self.wind, self.soap = "stacked", "stacked"
        self.dragon = self.dragon if rng.random() < 0.6 else "stacked"
        self.joker = self.joker if rng.random() < 0.4 else "upright"

    def _choose_inks(self, rng: np.random.Generator) -> None:
        self.green, self.red, self.blue = ink_of(rng, "green"), ink_of(rng, "red"), ink_of(rng, "blue")
        self.black = ink_of(rng, "black")
        if rng.random() < 0.15:
            self.blue = ink_of(rng, pick(rng, ["purple", "black", "orange"], [1, 2, 1]))
        if rng.random() < 0.12:
            self.red = ink_of(rng, pick(rng, ["purple", "black", "orange"], [1, 2, 1]))

    def _choose_letters(self, rng: np.random.Generator, fonts: Fonts) -> None:
        self.latin = self._any(fonts.latin)
        self.index_font = self._any(fonts.latin)
        self.word_font = self._any(fonts.latin)
        self.brush = self._any(fonts.chinese) if fonts.chinese else None
        self.pen: Drawn = np.ones((1, 1), np.uint8)
        if rng.random() < 0.7:  # tiles are carved bolder than print
            self.pen = cv2.getStructuringElement(
                cv2.MORPH_ELLIPSE, (int(rng.integers(3, 13)), int(rng.integers(3, 16)))
            )
        self.index = pick(rng, ["none", "left", "right", "both", "lower"], [2, 4, 1.5, 2, 0.7])
        self.index_size = float(rng.uniform(0.1, 0.21))
        self.index_colour = pick(rng, ["suit", "black", "red", "blue"], [2, 2, 1, 1])

    def _choose_suits(self, rng: np.random.Generator, numerals: float) -> None:
        self.bam = pick(rng, ["sticks", "numeral", "picture"], [6, 3.5, 0.5])
        self.crak = pick(rng, ["chinese", "latin", "numeral", "word"], [5, 2, 2.5, 0.8])
        self.dot = pick(rng, ["pips", "numeral"], [6.5, 3.5])
        if rng.random() < numerals:  # a set that is numerals throughout
            self.bam, self.crak, self.dot = "numeral", pick(rng, ["numeral", "latin"], [3, 1]), "numeral"
        self.jade, self.blood = self.green, self.red  # of the dragons, which are told apart by nothing else
        if rng.random() < 0.15:  # the colours of the suits are the maker's whim
            self.green, self.red, self.blue = (
                ink_of(rng, pick(rng, ["green", "red", "blue", "purple", "orange", "black"], [1] * 6)) for _ in range(3)
            )
        self.wan = str(rng.choice(list("萬万萬")))
        self.dot_mark, self.stick_mark = dot_mark(rng), stick_mark(rng)
        self.two_tone = rng.random() < 0.6
        self.layout = {n: int(rng.integers(len(PIPS[n]))) for n in PIPS}
        self.spacing = float(rng.uniform(0.85, 1.05))
        self.mark_place = pick(rng, ["below", "above", "row", "corner", "behind", "beside"], [4, 1.2, 0.8, 0.8, 3, 1.5])
        self.motif = int(rng.integers(1 << 30))  # a suit's picture is the same on all its tiles, but for the number
        self.pictured = rng.random() < 0.6  # whether the marks of the suits are such pictures
        self.crak_mark = pick(rng, ["wan", "word", "character", "lantern"], [3, 1, 1, 1])

    def _choose_honours(self, rng: np.random.Generator) -> None:
        self.wind = pick(rng, ["letter", "character", "both", "word", "compass", "letterword"], [2, 2, 3, 1.5, 1, 2])
        self.dragon = pick(rng, ["character", "creature", "word", "letter"], [4, 6, 1.2, 1])
        self.soap = pick(rng, ["frame", "double", "blank", "word", "creature", "ornate", "character"],
                          [4, 2, 0.8, 1, 1, 1.5, 0.5])  # fmt: skip
        self.flower = pick(rng, ["picture", "drawn", "character", "mixed", "pictureword", "scenes"],
                            [3, 3, 1, 2, 2, 3])  # fmt: skip
        self.joker = pick(
            rng, ["word", "picture", "pictureword", "letter", "upright", "aslant"], [2, 3, 5, 0.7, 1.5, 1]
        )
        self.joker_sign = str(rng.choice(list(JESTERS)))
        self.joker_word = str(rng.choice(["JOKER", "JOKER", "Joker", "WILD", "joker"]))
        self.bird = str(rng.choice(list(BIRDS)))
        self.tint = float(rng.uniform(-20, 20)) if rng.random() < 0.5 else 0.0

    def _choose_ways(self, rng: np.random.Generator) -> None:
        self.by_hand = rng.random(3) < 0.7  # whether dragons, jesters and the bird are drawn, not taken from a font
        self.marks = int(pick(rng, ["1", "2", "3", "0"], [4, 1, 2.5, 1]))  # of the suit; none: as many as the number
        self.suit_words = str(pick(rng, ["", "DOT BAM CRAK", "DOTS BAMS CRAKS"], [8, 1, 1])).split()
        self.says = rng.random(3) < 0.3  # whether dragon, soap and bird say what they are
        self.lined = rng.random(4) < 0.2  # whether dragons, jokers, the bird and flowers are drawn in lines alone
        self.tight = rng.random() < 0.7  # pictures that fill their faces
        self.plain_beast = rng.random() < 0.35
        self.wheel = rng.random() < 0.35
        self.motley = rng.random() < 0.4  # a word's letters each in an ink of its own
        self.word_below = float(rng.uniform(0.1, 0.2))
        if rng.random() < 0.12:  # old or plain sets: hardly any colour but the ink's own dark
            self.green, self.jade, self.blue = _dark(self.green), _dark(self.jade), _dark(self.blue)
        self.beast = int(rng.integers(1 << 30))  # the dragons of a set are one drawing in different inks

    def _any(self, files: list[Path]) -> Path:
        return files[int(self.rng.integers(len(files)))]

    def _latin(self, text: str, font: Path | None = None) -> Drawn:
        return glyph(font or self.latin, text)

    def _chinese(self, text: str, instead: str) -> Drawn:
        if self.brush is None:
            return glyph(self.latin, instead)
        cover = cv2.copyMakeBorder(glyph(self.brush, text), 12, 12, 12, 12, cv2.BORDER_CONSTANT)
        return cv2.dilate(cover, self.pen) if self.pen.size > 1 else cover

    def _picture(self, sign: str) -> Drawn | None:
        if self.fonts.emoji is None:
            return None
        art = picture(self.fonts.emoji, sign)
        if art is None:
            return None
        art = art.copy()
        if self.tint:
            hsv = cv2.cvtColor(np.ascontiguousarray(art[..., :3]), cv2.COLOR_BGR2HSV).astype(np.int16)
            hsv[..., 0] = (hsv[..., 0] + int(self.tint)) % 180
            art[..., :3] = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)
        return art

    def _suit_colour(self, suit: str) -> Colour:
        return {"B": self.green, "C": self.red, "D": self.blue}[suit]

    def _corner(self, sheet: Sheet, text: str, colour: Colour) -> None:
        ink = {"suit": colour, "black": self.black, "red": self.red, "blue": self.blue}[self.index_colour]
        size = self.index_size
        cover = self._latin(text, self.index_font)
        places = {"left": [(-1, -1)], "right": [(1, -1)], "both": [(-1, -1), (1, 1)], "lower": [(-1, 1)], "none": []}
        for sx, sy in places[self.index]:
            box = (sx * (0.92 - size * 1.05), sy * (0.94 - size), size * 1.15, size)
            sheet.lay(cover, ink, box, 180.0 if (sx, sy) == (1, 1) else 0.0)

    def _fitted(self, art: Drawn, which: int, ink: Colour | None = None) -> Drawn:
        art = outlined(art, ink) if self.lined[which] else art
        return trimmed(art) if self.tight else art

    def _stacked(self, sheet: Sheet, word: str, inks: Sequence[Colour], tall: float = 0.9) -> None:
        """A word on end, letter below letter, over so much of the face's height."""
        step = 2 * tall / len(word)
        wide = min(0.5, 0.8 * step * H / W)
        for k, letter in enumerate(word):
            at = -tall + (k + 0.5) * step
            sheet.lay(self._latin(letter, self.word_font), inks[k % len(inks)], (0, at, wide, 0.44 * step))

    def _framed(self, sheet: Sheet, colour: Colour, inner: bool) -> None:
        art = np.zeros((H, W, 4), np.uint8)
        edge = int(self.rng.integers(18, 50))
        cv2.rectangle(art, (edge, edge), (W - edge, H - edge), (*colour, 255), int(self.rng.integers(5, 16)))
        if inner:
            edge += int(self.rng.integers(14, 26))
            cv2.rectangle(art, (edge, edge), (W - edge, H - edge), (*colour, 255), int(self.rng.integers(2, 7)))
        sheet.lay_picture(art, (0, 0, 1, 1))
