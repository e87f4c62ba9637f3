"""Tiles as they are said aloud."""

from collections import Counter
from collections.abc import Iterable

from engine.tile import Tile
from engine.wording import NUMBERS


def spoken_group(tiles: Iterable[Tile]) -> str:
    """`2 5 Crak, 1 Joker` would be misheard: `two 5 Crak and one Joker`.

    >>> spoken_group((Tile.C5, Tile.C5, Tile.JOKER))
    'two 5 Crak and one Joker'
    """
    counted = Counter(tiles)
    return " and ".join(f"{NUMBERS[n]} {tile.words}" for tile, n in sorted(counted.items()))
