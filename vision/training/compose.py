"""Tile sets put together at random from numerals, characters, marks, pips, sticks, pictures and words.

    python -m vision.training.compose --sets 300 --fonts training/fonts --out training/composed.pkl

The fonts are whatever free fonts the developer has gathered in that folder; what they contain (Chinese characters,
emoji) is asked of them, and what is missing is left out. Each set keeps one manner of drawing per kind of tile, as real
sets do.
"""

import argparse
import pickle
from pathlib import Path

import numpy as np

from engine.tile import Tile
from vision.arrays import Drawn
from vision.training.facebank import Faces
from vision.training.figures import jester, outlined
from vision.training.fonts import Fonts
from vision.training.garden import blossom, branch, hut, person
from vision.training.honours import Honours
from vision.training.manner import ink_of, pick
from vision.training.sheet import Colour, Sheet
from vision.training.suits import Suits

FLOWERS = "🌸🌺🌹🌷🌻🌼💐🏵🥀🍀🌿🍁🎋🌱🪷🪴🪻💮"
CREATURES = "🦋🐝🐞🕊🌲🎍🏮⛩🌞🌙⛄🍂"


class Composer(Suits, Honours):
    """One random set, all of its tiles."""

    def _bloom(self) -> Colour:
        return ink_of(self.rng, pick(self.rng, ["red", "blue", "purple", "orange"], [4, 2, 2, 2]))

    def _blossom(self, rng: np.random.Generator, inks: list[Colour]) -> Drawn:
        art = blossom(rng, inks[0] if inks else self.green, self._bloom())
        return self._fitted(art, 3)

    def _branch(self, rng: np.random.Generator, inks: list[Colour]) -> Drawn:
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
                ink_of(self.rng, ("red", "green", "blue")[number % 3]),
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
                sheets = [self.suited(tile)]
            elif tile <= Tile.SOUTH:
                sheets = [self.winds(tile)]
            elif tile < Tile.SOAP:
                sheets = [self.dragons(tile)]
            elif tile == Tile.SOAP:
                sheets = [self.soaps()]
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
