"""The 36 kinds of tile in an American set, the places at the table, and how both are written.

>>> [code(t) for t in read_tiles("1B 9d rd wd J")]
['1B', '9D', 'RD', 'WD', 'J']
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import TypeVar

_One = TypeVar("_One")


class Tile(IntEnum):
    """One kind of tile. Physical tiles of a kind cannot be told apart (SET-10: flowers too)."""

    B1, B2, B3, B4, B5, B6, B7, B8, B9 = range(9)
    C1, C2, C3, C4, C5, C6, C7, C8, C9 = range(9, 18)
    D1, D2, D3, D4, D5, D6, D7, D8, D9 = range(18, 27)
    NORTH, EAST, WEST, SOUTH = range(27, 31)
    GREEN, RED, SOAP = range(31, 34)  # in suit order: SET-12, Green=Bams, Red=Craks, Soap=Dots
    FLOWER, JOKER = 34, 35

    @property
    def copies(self) -> int:
        """How many of this kind the set of 152 holds (SET-01 ... SET-11)."""
        return 8 if self in (Tile.FLOWER, Tile.JOKER) else 4

    @property
    def words(self) -> str:
        """As a player says it: 3 Bam, Red Dragon, Soap.

        >>> Tile.B3.words, Tile.SOAP.words, Tile.EAST.words
        ('3 Bam', 'Soap', 'East')
        """
        return _WORDS[self]


N_KINDS = len(Tile)
SUIT_SIZE = 36
SET_SIZE = sum(t.copies for t in Tile)
assert (N_KINDS, SET_SIZE) == (36, 152)

_HONOUR_CODES = ("N", "E", "W", "S", "GD", "RD", "WD", "F", "J")
CODES: tuple[str, ...] = (*(t.name[1] + t.name[0] for t in Tile if t < Tile.NORTH), *_HONOUR_CODES)
_BY_CODE = dict(zip(CODES, Tile, strict=True))
SUIT_WORDS = {"B": "Bam", "C": "Crak", "D": "Dot"}  # by their letter in a tile's code
_HONOUR_WORDS = ("North", "East", "West", "South", "Green Dragon", "Red Dragon", "Soap", "Flower", "Joker")
_WORDS = (*(f"{t.name[1]} {SUIT_WORDS[t.name[0]]}" for t in Tile if t < Tile.NORTH), *_HONOUR_WORDS)


def code(tile: Tile) -> str:
    """The tile's code in files and JSON, `3B` or `WD`."""
    return CODES[tile]


def read_tile(text: str) -> Tile:
    """The tile of a code, upper or lower case. Raises ValueError with a sentence for the typist."""
    try:
        return _BY_CODE[text.upper()]
    except KeyError:
        raise ValueError(
            f"{text!r} is not a tile: a tile is written 1B..9B, 1C..9C, 1D..9D, N, E, W, S, RD, GD, WD, F or J"
        ) from None


def read_tiles(text: str) -> tuple[Tile, ...]:
    """Tiles separated by white space or commas."""
    return tuple(read_tile(word) for word in text.replace(",", " ").split())


def codes(tiles: Iterable[Tile]) -> str:
    """Tiles as one line of codes, `3B 3B J`."""
    return " ".join(CODES[t] for t in tiles)


class Seat(IntEnum):
    """A place at the table, numbered to the right, the way turns go (DEF-10)."""

    P1, P2, P3, P4 = range(4)

    @property
    def right(self) -> "Seat":
        """The next player in turn."""
        return Seat((self + 1) % 4)

    @property
    def left(self) -> "Seat":
        """The player before this one in turn."""
        return Seat((self - 1) % 4)

    @property
    def across(self) -> "Seat":
        """The player opposite."""
        return Seat((self + 2) % 4)


def by_seat(each: Iterable[_One]) -> tuple[_One, _One, _One, _One]:
    """One for each seat, P1 to P4. Raises ValueError for more or fewer than four."""
    first, second, third, fourth = each
    return first, second, third, fourth


class Wind(IntEnum):
    """A player's role this game. East deals; the rest follow to the right (SEAT-05)."""

    EAST, SOUTH, WEST, NORTH = range(4)


def wind_of(seat: Seat, east: Seat) -> Wind:
    """The wind that `seat` plays while `east` is East.

    >>> wind_of(Seat.P2, east=Seat.P1).name
    'SOUTH'
    """
    return Wind((seat - east) % 4)
