"""The suits of a composed set: pips, sticks and characters, or numerals with small marks."""

import cv2
import numpy as np

from engine.tile import Tile
from vision.arrays import Drawn
from vision.training.figures import disc, lantern, stalks
from vision.training.garden import bird, peacock
from vision.training.manner import PIPS, Manner
from vision.training.sheet import Colour, Sheet

NUMERALS = ("一", "二", "三", "四", "五", "六", "七", "八", "九")


class Suits(Manner):
    """Draws Bams, Craks and Dots."""

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

    def _mark(self, suit: str) -> Drawn:
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

    def _small_marks(self, sheet: Sheet, mark: Drawn, n: int, suit: str, y: float) -> None:
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

    def suited(self, tile: Tile) -> Sheet:
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
