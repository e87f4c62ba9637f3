"""Lines to begin with on the page of the card: one for each way in which lines are made, to tap in and to change.

The hands are our own.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pattern:
    """`title` says which printed lines look so; `text` is typed at the caret, on rows of its own."""

    title: str
    text: str


PATTERNS = (
    Pattern("These numbers only", "22a 4444a 666a 8888a G       X 25"),
    Pattern("A run that moves", "F 111a 22a 3333a 4444a       X 25   [run]"),
    Pattern("Three suits", "FF 333a 6666b 99c 333a        X 25"),
    Pattern("Like numbers", "11a 1111b 1111c NNNN         X 25   [like]"),
    Pattern("Either ... or", "F 11a 333a 5555a 7777a X 25\n   or F 11a 333a 5555b 7777b"),
    Pattern("Matching dragons", "222a 22b DDDDa DDDb FF       X 25   [like]"),
    Pattern("Opposite dragons", "111a 22a 3333a DDDb DDc      X 30   [run]"),
    Pattern("Winds, any dragon", "NNNN EE WW SSSS DD           X 30   [any dragon]"),
    Pattern("The year", "FFF YEARa 2222b NEW          X 25"),
    Pattern("Any two numbers", "11111a ZZZZ 22222b           X 45   [any 2 numbers]"),
    Pattern("Singles and pairs", "22a 33a 44a 55b 66b 77b FF   C 50   [run]"),
    Pattern("A double that chooses", "F 113579a 111b 1111c         X 30   [pair any]"),
)
