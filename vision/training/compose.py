"""Tile sets put together at random from numerals, characters, marks, pips, sticks, pictures and words.

    python -m vision.training.compose --sets 300 --fonts training/fonts --out training/composed.pkl

The fonts are whatever free fonts the developer has gathered in that folder; what they contain (Chinese characters,
emoji) is asked of them, and what is missing is left out. Each set keeps one manner of drawing per kind of tile, as real
sets do.
"""

import argparse
import pickle
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from engine.tile import Tile
from vision.training.facebank import Faces
from vision.training.figures import disc, dragon, jester, lantern, outlined, serpent, stalks, trimmed
from vision.training.fonts import Fonts, glyph, picture
from vision.training.garden import bird, blossom, branch, hut, peacock, person
from vision.training.marks import dot_mark, stick_mark
from vision.training.sheet import Colour, H, Image, Sheet, W

NUMERALS = ("一", "二", "三", "四", "五", "六", "七", "八", "九")
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
WIND_WORDS = {Tile.NORTH: "NORTH", Tile.EAST: "EAST", Tile.WEST: "WEST", Tile.SOUTH: "SOUTH"}
WIND_CHARACTERS = {Tile.NORTH: "北", Tile.EAST: "東", Tile.WEST: "西", Tile.SOUTH: "南"}
FLOWERS = "🌸🌺🌹🌷🌻🌼💐🏵🥀🍀🌿🍁🎋🌱🪷🪴🪻💮"
CREATURES = "🦋🐝🐞🕊🌲🎍🏮⛩🌞🌙⛄🍂"
BIRDS = "🦚🦜🐦🦅🦉🐓🦆🦢🐤🦩"
JESTERS = "🃏🤡👑🎭🎪🐉🦁🐒😜⭐🌟🎩👸🤴🐯🎈"
DRAGONS = "🐉🐲"


def _pick(rng: np.random.Generator, options: list[str], odds: list[float]) -> str:
    return str(rng.choice(options, p=np.array(odds) / np.sum(odds)))


def _ink(rng: np.random.Generator, hue: str) -> Colour:
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


class Composer:
    """One random set: all its choices are made on construction."""

    def __init__(self, rng: np.random.Generator, fonts: Fonts, numerals: float = 0.25, stacked: float = 0.1) -> None:
        """`numerals`: how likely it is a set of large numerals throughout; `stacked`: one whose words stand on end,
        letter below letter."""
        self.rng, self.fonts = rng, fonts
        self.radius = float(rng.uniform(0.04, 0.14))
        self.green, self.red, self.blue = _ink(rng, "green"), _ink(rng, "red"), _ink(rng, "blue")
        self.black = _ink(rng, "black")
        if rng.random() < 0.15:
            self.blue = _ink(rng, _pick(rng, ["purple", "black", "orange"], [1, 2, 1]))
        if rng.random() < 0.12:
            self.red = _ink(rng, _pick(rng, ["purple", "black", "orange"], [1, 2, 1]))
        self.latin = self._any(fonts.latin)
        self.index_font = self._any(fonts.latin)
        self.word_font = self._any(fonts.latin)
        self.brush = self._any(fonts.chinese) if fonts.chinese else None
        self.pen: Image = np.ones((1, 1), np.uint8)
        if rng.random() < 0.7:  # tiles are carved bolder than print
            self.pen = cv2.getStructuringElement(
                cv2.MORPH_ELLIPSE, (int(rng.integers(3, 13)), int(rng.integers(3, 16)))
            )
        self.index = _pick(rng, ["none", "left", "right", "both", "lower"], [2, 4, 1.5, 2, 0.7])
        self.index_size = float(rng.uniform(0.1, 0.21))
        self.index_colour = _pick(rng, ["suit", "black", "red", "blue"], [2, 2, 1, 1])
        self.bam = _pick(rng, ["sticks", "numeral", "picture"], [6, 3.5, 0.5])
        self.crak = _pick(rng, ["chinese", "latin", "numeral", "word"], [5, 2, 2.5, 0.8])
        self.dot = _pick(rng, ["pips", "numeral"], [6.5, 3.5])
        if rng.random() < numerals:  # a set that is numerals throughout
            self.bam, self.crak, self.dot = "numeral", _pick(rng, ["numeral", "latin"], [3, 1]), "numeral"
        self.jade, self.blood = self.green, self.red  # of the dragons, which are told apart by nothing else
        if rng.random() < 0.15:  # the colours of the suits are the maker's whim
            self.green, self.red, self.blue = (
                _ink(rng, _pick(rng, ["green", "red", "blue", "purple", "orange", "black"], [1] * 6)) for _ in range(3)
            )
        self.wan = str(rng.choice(list("萬万萬")))
        self.dot_mark, self.stick_mark = dot_mark(rng), stick_mark(rng)
        self.two_tone = rng.random() < 0.6
        self.layout = {n: int(rng.integers(len(PIPS[n]))) for n in PIPS}
        self.spacing = float(rng.uniform(0.85, 1.05))
        self.mark_place = _pick(
            rng, ["below", "above", "row", "corner", "behind", "beside"], [4, 1.2, 0.8, 0.8, 3, 1.5]
        )
        self.motif = int(rng.integers(1 << 30))  # a suit's picture is the same on all its tiles, but for the number
        self.pictured = rng.random() < 0.6  # whether the marks of the suits are such pictures
        self.crak_mark = _pick(rng, ["wan", "word", "character", "lantern"], [3, 1, 1, 1])
        self.wind = _pick(rng, ["letter", "character", "both", "word", "compass", "letterword"], [2, 2, 3, 1.5, 1, 2])
        self.dragon = _pick(rng, ["character", "creature", "word", "letter"], [4, 6, 1.2, 1])
        self.soap = _pick(rng, ["frame", "double", "blank", "word", "creature", "ornate", "character"],
                          [4, 2, 0.8, 1, 1, 1.5, 0.5])  # fmt: skip
        self.flower = _pick(rng, ["picture", "drawn", "character", "mixed", "pictureword", "scenes"],
                            [3, 3, 1, 2, 2, 3])  # fmt: skip
        self.joker = _pick(
            rng, ["word", "picture", "pictureword", "letter", "upright", "aslant"], [2, 3, 5, 0.7, 1.5, 1]
        )
        self.joker_sign = str(rng.choice(list(JESTERS)))
        self.joker_word = str(rng.choice(["JOKER", "JOKER", "Joker", "WILD", "joker"]))
        self.bird = str(rng.choice(list(BIRDS)))
        self.tint = float(rng.uniform(-20, 20)) if rng.random() < 0.5 else 0.0
        self.by_hand = rng.random(3) < 0.7  # whether dragons, jesters and the bird are drawn, not taken from a font
        self.marks = int(_pick(rng, ["1", "2", "3", "0"], [4, 1, 2.5, 1]))  # of the suit; none: as many as the number
        self.suit_words = str(_pick(rng, ["", "DOT BAM CRAK", "DOTS BAMS CRAKS"], [8, 1, 1])).split()
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
        if rng.random() < stacked:  # last, so that the other choices of a seed stay
            self.wind, self.soap = "stacked", "stacked"
            self.dragon = self.dragon if rng.random() < 0.6 else "stacked"
            self.joker = self.joker if rng.random() < 0.4 else "upright"

    def _any(self, files: list[Path]) -> Path:
        return files[int(self.rng.integers(len(files)))]

    def _latin(self, text: str, font: Path | None = None) -> Image:
        return glyph(font or self.latin, text)

    def _chinese(self, text: str, instead: str) -> Image:
        if self.brush is None:
            return glyph(self.latin, instead)
        cover = cv2.copyMakeBorder(glyph(self.brush, text), 12, 12, 12, 12, cv2.BORDER_CONSTANT)
        return cv2.dilate(cover, self.pen) if self.pen.size > 1 else cover

    def _picture(self, sign: str) -> Image | None:
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

    def _second(self, suit: str) -> Colour:
        if not self.two_tone:
            return self._suit_colour(suit)
        return self.red if suit != "C" else self.black

    def _pips(self, sheet: Sheet, n: int, suit: str) -> None:
        places = np.array(PIPS[n][self.layout[n]]) * self.spacing
        rows = len({round(float(y), 2) for _, y in places})
        if suit == "D":
            size = 0.8 if n == 1 else min(0.42, 0.9 / np.sqrt(n) + 0.02)
            for k, (x, y) in enumerate(places):
                colour = self.blue
                if self.two_tone and n > 1:
                    colour = (self.blue, self.green, self.red)[(k * 3 // len(places) + n) % 3]
                art = self.dot_mark(colour, self.red if self.two_tone else colour)
                sheet.lay_picture(art, (x * 0.86, y * 0.88, size, size * 0.75 * 1.05))
        else:
            tall = {1: 0.75, 2: 0.42, 3: 0.4}.get(rows, 0.27)
            slant = n == 8 and self.rng.random() < 0.4
            for k, (x, y) in enumerate(places):
                colour = self.red if self.two_tone and (n in (5, 7, 9)) and abs(x) < 0.05 else self.green
                turn = 18.0 * (1 if k % 2 else -1) if slant else 0.0
                sheet.lay_picture(self.stick_mark(colour, self.red), (x * 0.85, y * 0.88, 0.2, tall), turn)

    def _mark(self, suit: str) -> Image:
        colour = self._suit_colour(suit)
        if self.pictured or self.mark_place == "behind":
            motif = np.random.default_rng((self.motif, ord(suit)))
            second = (self.red, self.green, self.blue, self.black)[int(motif.integers(4))]
            if suit == "D":
                return disc(motif, colour, second)
            if suit == "B":
                return stalks(motif, colour, second) if motif.random() < 0.7 else bird(motif, [colour, second])
            if motif.random() < 0.7:
                return lantern(motif, colour, second)
        if suit == "D":
            return self.dot_mark(colour, self._second("D"))
        if suit == "B":
            if self.bam == "picture" and (art := self._picture("🎋")) is not None:
                return art
            return self.stick_mark(colour, self.red)
        cover = {
            "wan": lambda: self._chinese(self.wan, "C"),
            "word": lambda: self._latin("CRAK", self.word_font),
            "character": lambda: self._chinese("伍", "C"),
            "lantern": lambda: self._chinese("中", "C"),
        }[self.crak_mark]()
        return np.dstack([np.full((*cover.shape, 3), colour, np.uint8), cover])

    def _small_marks(self, sheet: Sheet, mark: Image, n: int, suit: str, y: float) -> None:
        """A row of the suit's mark, or its name, at a height of the tile."""
        if self.suit_words:
            name = self.suit_words["DBC".index(suit)]
            sheet.lay(self._latin(name, self.word_font), self._suit_colour(suit), (0, y * 1.1, 0.7, 0.15))
            return
        count = self.marks or n
        wide = min(0.42, 0.85 / count)
        for k in range(count):
            sheet.lay_picture(mark, ((2 * k + 1 - count) * wide * 1.05, y, wide * 0.95, 0.27 if count < 4 else 0.2))

    def _numeral(self, sheet: Sheet, n: int, suit: str) -> None:
        """A big numeral and one or more small marks of the suit."""
        colour = self._suit_colour(suit)
        mark = self._mark(suit)
        cover = self._latin(str(n))
        match self.mark_place:
            case "below" | "above":
                side = 1 if self.mark_place == "below" else -1
                sheet.lay(cover, colour, (0, -0.28 * side, 0.65, 0.5))
                self._small_marks(sheet, mark, n, suit, 0.6 * side)
            case "row":
                sheet.lay(cover, colour, (-0.35, -0.1, 0.42, 0.6))
                sheet.lay_picture(mark, (0.45, 0.2, 0.32, 0.4))
            case "behind":  # the number on the suit's picture, pale beneath it or with a rim around the number
                if self.layout[6]:
                    mark = mark.copy()
                    mark[..., :3] = 255 - ((255 - mark[..., :3].astype(np.int16)) * 0.45).astype(np.uint8)
                sheet.lay_picture(mark, (0, 0, 0.92, 0.88))
                rim = cv2.dilate(cv2.copyMakeBorder(cover, 12, 12, 12, 12, cv2.BORDER_CONSTANT), np.ones((13, 13)))
                place = (0.0, 0.0, 0.6, 0.5) if self.layout[8] else (0.0, -0.35, 0.5, 0.4)
                if self.layout[3]:
                    sheet.lay(rim, (255, 255, 255), (place[0], place[1], place[2] * 1.15, place[3] * 1.12))
                sheet.lay(cover, self.black if self.layout[2] else colour, place)
            case "beside":
                sheet.lay(cover, colour, (0.3, 0, 0.6, 0.62))
                sheet.lay_picture(mark, (-0.62, 0, 0.3, 0.85))
            case _:
                sheet.lay(cover, colour, (0, 0.05, 0.8, 0.68))
                sheet.lay_picture(mark, (0.66, -0.72, 0.22, 0.2))

    def _suited(self, tile: Tile) -> Sheet:
        suit, n = "BCD"[tile // 9], tile % 9 + 1
        sheet = Sheet()
        colour = self._suit_colour(suit)
        if suit == "B":
            if self.bam == "numeral" and not (n == 1 and self.says[2]):
                self._numeral(sheet, n, suit)
            elif n == 1 and self.by_hand[2]:
                inks = [self.green, self.red, self.blue, self.green]
                draw = peacock if self.wheel else bird
                drawn = draw(self.rng, inks[: int(self.rng.integers(1, 5))])
                sheet.lay_picture(self._fitted(drawn, 2), (0, 0.03, 0.82, 0.85))
            elif n == 1 and (art := self._picture(self.bird)) is not None and self.rng.random() < 0.8:
                sheet.lay_picture(art, (0, 0.05, 0.75, 0.75))
            elif self.bam == "picture" and (art := self._picture("🎋" if self.layout[3] else "🌿")) is not None:
                for x, y in np.array(PIPS[n][self.layout[n]]) * self.spacing:
                    sheet.lay_picture(art, (x * 0.85, y * 0.85, 0.34, 0.3))
            else:
                self._pips(sheet, n, suit)
        elif suit == "D":
            if self.dot == "numeral":
                self._numeral(sheet, n, suit)
            else:
                self._pips(sheet, n, suit)
        elif self.crak == "numeral":
            self._numeral(sheet, n, suit)
        elif self.crak == "word":
            sheet.lay(self._latin(str(n)), colour, (0, -0.25, 0.7, 0.5))
            sheet.lay(self._latin("CRAK", self.word_font), colour, (0, 0.62, 0.8, 0.2))
        else:
            top = self._chinese(NUMERALS[n - 1], str(n)) if self.crak == "chinese" else self._latin(str(n))
            upper = self.black if self.two_tone and self.crak == "chinese" else colour
            if self.layout[6]:
                upper = self.blue if self.two_tone else upper
            flat = 0.16 if n == 1 else 0.32
            sheet.lay(top, upper, (0, -0.46, 0.62, flat if self.crak == "chinese" else 0.36))
            sheet.lay(self._chinese(self.wan, "C"), colour, (0, 0.44, 0.66, 0.4))
        if not (self.index == "none" and suit == "B" and n == 1):
            self._corner(sheet, str(n), colour)
        return sheet

    def _wind(self, tile: Tile) -> Sheet:
        sheet = Sheet()
        colour = self.black if self.layout[2] else self.blue
        word, sign = WIND_WORDS[tile], WIND_CHARACTERS[tile]
        match self.wind:
            case "letter":
                sheet.lay(self._latin(word[0]), colour, (0, 0, 0.66, 0.6))
            case "character":
                sheet.lay(self._chinese(sign, word[0]), colour, (0, 0, 0.74, 0.66))
            case "both":
                sheet.lay(self._chinese(sign, word[0]), colour, (0, 0.1, 0.68, 0.6))
                place = -0.7 if self.layout[3] else 0.7
                sheet.lay(self._latin(word[0], self.index_font), self.red, (place, -0.76, 0.24, 0.17))
            case "word":
                if self.layout[7]:
                    sheet.lay(self._latin(word, self.word_font), colour, (0, 0, 0.85, 0.4))
                else:
                    sheet.lay(self._latin(word, self.word_font), colour, (0, 0, 0.45, 0.85), 90.0)
            case "stacked":
                self._stacked(sheet, word, [self.red, self.blue, self.black] if self.motley else [colour])
            case "letterword":
                sheet.lay(self._latin(word[0]), colour, (0, -0.22, 0.62, 0.5))
                sheet.lay(self._latin(word, self.word_font), colour, (0, 0.66, 0.8, self.word_below))
            case _:
                mark = np.zeros((120, 120, 4), np.uint8)
                cv2.circle(mark, (60, 60), 55, (*colour, 255), 4, cv2.LINE_AA)
                turn = {Tile.NORTH: 0, Tile.EAST: 90, Tile.SOUTH: 180, Tile.WEST: 270}[tile]
                a = np.deg2rad(turn)
                tip = np.array([60 + 50 * np.sin(a), 60 - 50 * np.cos(a)])
                side = np.array([np.cos(a), np.sin(a)]) * 14
                arrow = np.array([tip, np.array([60, 60]) + side, np.array([60, 60]) - side])
                cv2.fillConvexPoly(mark, np.round(arrow).astype(np.int32), (*self.red, 255), cv2.LINE_AA)
                sheet.lay_picture(mark, (0, 0.32, 0.75, 0.5))
                sheet.lay(self._latin(word[0]), colour, (0, -0.62, 0.5, 0.28))
        return sheet

    def _stacked(self, sheet: Sheet, word: str, inks: Sequence[Colour], tall: float = 0.9) -> None:
        """A word on end, letter below letter, over so much of the face's height."""
        step = 2 * tall / len(word)
        wide = min(0.5, 0.8 * step * H / W)
        for k, letter in enumerate(word):
            at = -tall + (k + 0.5) * step
            sheet.lay(self._latin(letter, self.word_font), inks[k % len(inks)], (0, at, wide, 0.44 * step))

    def _fitted(self, art: Image, which: int, ink: Colour | None = None) -> Image:
        art = outlined(art, ink) if self.lined[which] else art
        return trimmed(art) if self.tight else art

    def _beast(self, colour: Colour, second: Colour) -> Image:
        draw = serpent if self.plain_beast else dragon
        art = draw(np.random.default_rng(self.beast), colour, second)
        return self._fitted(art, 0, colour)

    def _framed(self, sheet: Sheet, colour: Colour, inner: bool) -> None:
        art = np.zeros((H, W, 4), np.uint8)
        edge = int(self.rng.integers(18, 50))
        cv2.rectangle(art, (edge, edge), (W - edge, H - edge), (*colour, 255), int(self.rng.integers(5, 16)))
        if inner:
            edge += int(self.rng.integers(14, 26))
            cv2.rectangle(art, (edge, edge), (W - edge, H - edge), (*colour, 255), int(self.rng.integers(2, 7)))
        sheet.lay_picture(art, (0, 0, 1, 1))

    def _dragon(self, tile: Tile) -> Sheet:
        sheet = Sheet()
        if tile == Tile.SOAP:
            match self.soap:
                case "frame" | "double":
                    self._framed(sheet, self.blue if self.layout[8] else self.black, self.soap == "double")
                    if self.says[1]:
                        sheet.lay(self._latin("SOAP", self.word_font), self.blue, (0, 0.62, 0.5, 0.12))
                case "ornate":
                    self._framed(sheet, self.blue, True)
                    mark = self.dot_mark(self.blue, self.blue)
                    for x, y in ((-0.62, -0.7), (0.62, -0.7), (0.62, 0.7), (-0.62, 0.7)):
                        sheet.lay_picture(mark, (x, y, 0.16, 0.12))
                case "word":
                    text = str(self.rng.choice(["SOAP", "WHITE", "P", "B", "0", "WD"]))
                    sheet.lay(self._latin(text, self.word_font), self.blue, (0, 0, 0.75, 0.5))
                    self._framed(sheet, self.blue, False)
                case "stacked":
                    text = str(self.rng.choice(["SOAP", "SOAP", "WHITE", "BLANK"]))
                    ink = self.blue if self.layout[8] else self.black
                    if self.layout[6]:
                        self._framed(sheet, ink, self.layout[2] > 0)
                    self._stacked(sheet, text, [ink], 0.85 if not self.layout[6] else 0.66)
                case "creature" if self.by_hand[0]:
                    sheet.lay_picture(self._beast(self.blue, self.black), (0, 0, 0.82, 0.85))
                case "creature" if (art := self._picture(DRAGONS[self.layout[2]])) is not None:
                    grey = cv2.cvtColor(np.ascontiguousarray(art[..., :3]), cv2.COLOR_BGR2GRAY)
                    cold = np.clip(grey[..., None] * np.array([1.3, 0.8, 0.6]), 0, 255).astype(np.uint8)
                    sheet.lay_picture(np.dstack([cold, art[..., 3]]), (0, 0, 0.75, 0.7))
                case "character":
                    sheet.lay(self._chinese("白", "P"), self.blue, (0, 0, 0.7, 0.62))
                case _:
                    pass
            return sheet
        green = tile == Tile.GREEN
        colour = self.jade if green else self.blood
        match self.dragon:
            case "creature" if self.by_hand[0]:
                second = colour if self.layout[6] else self.black
                up = -0.14 if self.says[0] else 0.0
                sheet.lay_picture(self._beast(colour, second), (0, up, 0.88, 0.9 + up))
                if self.says[0]:
                    name = "DRAGON" if self.layout[6] else "GREEN" if green else "RED"
                    sheet.lay(self._latin(name, self.word_font), colour, (0, 0.8, 0.8, 0.13))
                if self.layout[7]:
                    self._corner(sheet, "G" if green else "R", colour)
            case "creature" if (art := self._picture(DRAGONS[self.layout[2]])) is not None:
                light = cv2.cvtColor(np.ascontiguousarray(art[..., :3]), cv2.COLOR_BGR2GRAY)[..., None] / 255.0
                ink = np.clip(np.array(colour) * (0.3 + 1.2 * light) + 70 * light**2, 0, 255).astype(np.uint8)
                sheet.lay_picture(np.dstack([ink, art[..., 3]]), (0, 0.05, 0.8, 0.72))
                if self.layout[7]:
                    self._corner(sheet, "G" if green else "R", colour)
            case "word":
                sheet.lay(self._latin("GREEN" if green else "RED", self.word_font), colour, (0, -0.15, 0.82, 0.3))
                sheet.lay(self._latin("DRAGON", self.word_font), colour, (0, 0.3, 0.82, 0.25))
            case "stacked":
                self._stacked(sheet, "GREEN" if green else "RED", [colour])
            case "letter":
                sheet.lay(self._latin("G" if green else "R"), colour, (0, 0, 0.6, 0.55))
            case _:
                sign = ("發", "発", "龍")[self.layout[8]] if green else ("中", "中", "龍")[self.layout[8]]
                sheet.lay(self._chinese(sign, "F" if green else "C"), colour, (0, 0.06, 0.7, 0.66))
                if self.layout[7]:
                    self._corner(sheet, "F" if green else "C", colour)
        return sheet

    def _bloom(self) -> Colour:
        return _ink(self.rng, _pick(self.rng, ["red", "blue", "purple", "orange"], [4, 2, 2, 2]))

    def _blossom(self, rng: np.random.Generator, inks: list[Colour]) -> Image:
        art = blossom(rng, inks[0] if inks else self.green, self._bloom())
        return self._fitted(art, 3)

    def _branch(self, rng: np.random.Generator, inks: list[Colour]) -> Image:
        return branch(rng, inks[-1], self._bloom())

    def _flower(self, number: int) -> Sheet:
        sheet = Sheet()
        sign = (FLOWERS + CREATURES)[int(self.rng.integers(len(FLOWERS + CREATURES)))]
        manner = self.flower
        if manner == "mixed":
            manner = ("picture", "drawn", "character")[number % 3]
        art = self._picture(sign)
        if art is not None and self.lined[3]:
            art = outlined(art)
        if manner == "scenes":
            inks = [self.green, self.red, self.blue, self.green, self.black][: int(self.rng.integers(2, 6))]
            scene = (person, hut, self._branch, self._blossom)[int(self.rng.integers(4))](self.rng, inks)
            sheet.lay_picture(self._fitted(scene, 3), (0, 0.12, 0.8, 0.8))
            if self.says[2]:
                names = ("SPR", "SUM", "AUT", "WIN") if self.layout[3] else ("FLOWER", "FL", "F", "FLOWERS")
                sheet.lay(self._latin(names[number % 4], self.word_font), self.red, (0.3, -0.8, 0.5, 0.13))
            elif self.layout[8]:
                sheet.lay(self._chinese("春夏秋冬梅蘭菊竹"[number % 8], "F"), self.red, (0.62, -0.7, 0.3, 0.2))
            self._corner(sheet, str(number % 4 + 1), (self.red, self.blue)[number // 4 % 2])
            return sheet
        if manner in ("picture", "pictureword") and art is not None:
            x, y, half = self.rng.normal(0, 0.06), self.rng.normal(0, 0.06), self.rng.uniform(0.5, 0.8)
            sheet.lay_picture(art, (x, y, half, 0.7),
                              float(self.rng.normal(0, 12)))  # fmt: skip
        elif manner == "character":
            character = "春夏秋冬梅蘭菊竹"[number % 8]
            sheet.lay(
                self._chinese(character, "F"),
                _ink(self.rng, ("red", "green", "blue")[number % 3]),
                (0.35, -0.5, 0.4, 0.3),
            )
            sheet.lay_picture(self._blossom(self.rng, []), (0, 0.05, 0.8, 0.85))
        else:
            sheet.lay_picture(self._blossom(self.rng, []), (0, 0.05, 0.8, 0.85))
        words = ["SPRING", "SUMMER", "AUTUMN", "WINTER", "PLUM", "ORCHID", "MUM", "BAMBOO"]
        if manner == "pictureword":
            text = words[number % 8] if self.layout[3] else "FLOWER"
            sheet.lay(self._latin(text, self.word_font), self._suit_colour("BCD"[number % 3]), (0, 0.8, 0.85, 0.13))
        if self.layout[7]:
            self._corner(sheet, str(number % 4 + 1) if self.layout[6] else "F", (self.red, self.blue)[number // 4 % 2])
        return sheet

    def _joker(self) -> Sheet:
        sheet = Sheet()
        colour = (self.red, self.blue, self.black)[self.layout[3]] if self.layout[6] else self.red
        word = self._latin(self.joker_word, self.word_font)
        art = self._picture(self.joker_sign)
        if self.by_hand[1]:
            inks = [self.red, self.blue, self.green, self.black]
            art = jester(self.rng, [inks[int(k)] for k in self.rng.permutation(4)[: int(self.rng.integers(1, 4))]])
        elif art is not None and self.lined[1]:
            art = outlined(art)
        match self.joker:
            case "picture" if art is not None:
                sheet.lay_picture(art, (0, 0, 0.82, 0.75))
            case "pictureword" if art is not None:
                up = -1.0 if self.layout[3] else 1.0
                sheet.lay_picture(art, (0, -0.18 * up, 0.8, 0.7))
                sheet.lay(word, colour, (0, 0.74 * up, 0.85, 0.2))
            case "letter":
                sheet.lay(self._latin("J"), colour, (0, 0, 0.6, 0.62))
                self._framed(sheet, self.green, False)
            case "upright":
                self._stacked(sheet, "JOKER", [self.red, self.blue, self.green] if self.motley else [colour])
            case "aslant":
                sheet.lay(word, colour, (0, 0, 0.95, 0.4), -52.0)
            case _:
                sheet.lay(word, colour, (0, 0, 0.86, 0.4))
                if art is not None and self.layout[8]:
                    sheet.lay_picture(art, (0, -0.62, 0.4, 0.3))
        return sheet

    def faces(self) -> Faces:
        """The whole set: one picture a kind, eight flowers."""
        out: Faces = {}
        for tile in Tile:
            if tile < Tile.NORTH:
                sheets = [self._suited(tile)]
            elif tile <= Tile.SOUTH:
                sheets = [self._wind(tile)]
            elif tile <= Tile.SOAP:
                sheets = [self._dragon(tile)]
            elif tile == Tile.FLOWER:
                sheets = [self._flower(k) for k in range(8)]
            else:
                sheets = [self._joker()]
            out[tile] = [sheet.face(self.radius) for sheet in sheets]
        return out


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--sets", type=int, default=300)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--numerals", type=float, default=0.25, help="share of the sets with large numerals throughout")
    words.add_argument("--stacked", type=float, default=0.1, help="share of the sets with words on end")
    words.add_argument("--fonts", type=Path, default=Path("training/fonts"))
    words.add_argument("--out", type=Path, default=Path("training/composed.pkl"))
    given = words.parse_args()
    fonts = Fonts.gather(given.fonts)
    sets: dict[str, Faces] = {}
    for k in range(given.sets):
        rng = np.random.default_rng((given.seed, k))
        sets[f"composed{k:03d}"] = Composer(rng, fonts, given.numerals, given.stacked).faces()
        if k % 20 == 19:
            print(f"{k + 1} of {given.sets} sets", flush=True)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    with given.out.open("wb") as file:
        pickle.dump(sets, file)


if __name__ == "__main__":
    main()
