"""The winds and dragons of a composed set: letters, characters, words and beasts."""

import cv2
import numpy as np

from engine.tile import Tile
from vision.arrays import Drawn
from vision.training.figures import dragon, serpent
from vision.training.manner import Manner
from vision.training.sheet import Colour, Sheet

WIND_WORDS = {Tile.NORTH: "NORTH", Tile.EAST: "EAST", Tile.WEST: "WEST", Tile.SOUTH: "SOUTH"}
WIND_CHARACTERS = {Tile.NORTH: "北", Tile.EAST: "東", Tile.WEST: "西", Tile.SOUTH: "南"}
DRAGONS = "🐉🐲"


class Honours(Manner):
    """Draws winds, dragons and soap."""

    def winds(self, tile: Tile) -> Sheet:
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

    def _beast(self, colour: Colour, second: Colour) -> Drawn:
        draw = serpent if self.plain_beast else dragon
        art = draw(np.random.default_rng(self.beast), colour, second)
        return self._fitted(art, 0, colour)

    def soaps(self) -> Sheet:
        sheet = Sheet()
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

    def dragons(self, tile: Tile) -> Sheet:
        sheet = Sheet()
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
