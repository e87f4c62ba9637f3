"""Craks: a Chinese number over 'ten thousand', or what American makers put in its place."""

from dataclasses import dataclass

from vision.synthetic.faces.characters import NUMBERS, Hand, character
from vision.synthetic.faces.ink import Ink
from vision.synthetic.faces.letters import Lettering, word


@dataclass(frozen=True, slots=True)
class Craks:
    """How a set writes its Craks.

    `plan` is one of: over (number above the ten-thousand), beside (number left of it), great (number large, sign small
    below), sign (the sign alone; the index tells the number), western (a western numeral over the sign), word (numeral
    over CRAK), small (western numeral huge, sign small in a corner).
    """

    hand: Hand
    plan: str = "over"
    sign: str = "萬"
    number: str = "b"  # paint of the number, and of the sign
    below: str = "r"
    lettering: Lettering | None = None  # for the plans with a western numeral
    five: str = "五"
    area: tuple[float, float, float] = (150, 205, 1.0)

    def draw(self, n: int, ink: Ink) -> str:
        """The face of the tile `n` Crak, without its index."""
        paint = {"r": ink.red, "g": ink.green, "b": ink.blue, "k": ink.black, "y": ink.gold}
        top, low = paint[self.number], paint[self.below]
        digit = self.five if n == 5 else NUMBERS[n - 1]
        cx, cy, s = self.area
        letters = self.lettering or Lettering()
        match self.plan:
            case "over":
                return character(digit, (cx, cy - 82 * s), 150 * s, self.hand, top, 1.2) + character(
                    self.sign, (cx, cy + 82 * s), 160 * s, self.hand, low, 1.15
                )
            case "beside":
                return character(digit, (cx - 70 * s, cy - 30 * s), 200 * s, self.hand, top, 0.62) + character(
                    self.sign, (cx + 68 * s, cy + 25 * s), 240 * s, self.hand, low, 0.48
                )
            case "great":
                return character(digit, (cx, cy - 40 * s), 220 * s, self.hand, top, 1.05) + character(
                    self.sign, (cx, cy + 125 * s), 90 * s, self.hand, low, 1.2
                )
            case "sign":
                return character(self.sign, (cx, cy), 240 * s, self.hand, low, 0.95)
            case "western":
                return word(str(n), (cx, cy - 80 * s), 140 * s, letters, top) + character(
                    self.sign, (cx, cy + 85 * s), 150 * s, self.hand, low, 1.15
                )
            case "word":
                return word(str(n), (cx, cy - 45 * s), 200 * s, letters, top) + word(
                    "CRAK", (cx, cy + 120 * s), 62 * s, letters, low, 210 * s
                )
            case "small":
                return word(str(n), (cx, cy - 30 * s), 235 * s, letters, top) + character(
                    self.sign, (cx + 70 * s, cy + 130 * s), 90 * s, self.hand, low
                )
            case _:
                raise ValueError(f"no plan for Craks is called {self.plan!r}")
