"""Tiles as they are said aloud."""

from collections import Counter
from collections.abc import Iterable

from engine.tile import Tile
from engine.wording import number, so_many


def spoken_group(tiles: Iterable[Tile]) -> str:
    """`2 5 Crak, 1 Joker` would be misheard: `two 5 Crak and one Joker`.

    >>> spoken_group((Tile.C5, Tile.C5, Tile.JOKER, Tile.JOKER))
    'two 5 Crak and two Jokers'
    """
    counted = sorted(Counter(tiles).items())
    numbered = range(Tile.NORTH)  # suit tiles end in their suit, which has no plural beside a number
    return " and ".join(f"{number(n)} {t.words}" if t in numbered else so_many(n, t.words) for t, n in counted)
