"""The faces that pages draw tiles with, one SVG a kind: the clearest of our own drawings, with large numerals.

The tile's body (ivory, its edge) is the style sheet's; the face alone comes from here.
"""

from functools import lru_cache
from hashlib import sha256

from engine.tile import Tile, code
from vision.synthetic.faces.catalogue import face_svg

# Picked for reading from 1.5 m: a big numeral over the picture, and letters where a character alone would not do.
_SUITS, _WINDS, _FLOWER = "diner", "travel", "letterbox"


def _family(tile: Tile) -> str:
    if Tile.NORTH <= tile <= Tile.SOUTH:
        return _WINDS
    return _FLOWER if tile is Tile.FLOWER else _SUITS


@lru_cache(maxsize=1)
def faces() -> dict[str, str]:
    """SVG text by tile code, `3B`; viewBox 0 0 300 400, nothing behind the print."""
    return {code(tile): face_svg(_family(tile), tile) for tile in Tile}


@lru_cache(maxsize=1)
def faces_version() -> str:
    """Changes when a drawing does, so that browsers may keep faces for ever."""
    return sha256("".join(faces().values()).encode()).hexdigest()[:10]
