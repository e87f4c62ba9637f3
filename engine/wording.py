"""Tiles, numbers and other words, several of them, in a sentence."""

from collections import Counter
from collections.abc import Sequence

from engine.tile import Tile

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(n: int) -> str:
    """A small number as people say it, a larger one in digits."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def so_many(n: int, thing: str) -> str:
    """`one tile`, `three tiles`, `no tile`."""
    return f"{number(n)} {thing}{'s' if n > 1 else ''}"


def listed(tiles: Sequence[Tile]) -> str:
    """`2 × 3 Bam and Soap`; `nothing` for none."""
    parts = [f"{n} × {tile.words}" if n > 1 else tile.words for tile, n in Counter(tiles).items()]
    return joined(parts) or "nothing"


def joined(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""
