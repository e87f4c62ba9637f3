"""Whether tiles can lie on a table as somebody says: what the set holds, and what can stand exposed. Judges no hand."""

from collections.abc import Sequence

from engine.tile import Tile, codes

SMALLEST, LARGEST = 3, 6  # tiles of an exposed group: a pung to a sextet


def beyond_the_set(tiles: Sequence[Tile]) -> Tile | None:
    """A kind of which there are more than the set of 152 holds."""
    return next((tile for tile in Tile if tiles.count(tile) > tile.copies), None)


def impossible(
    tiles: Sequence[Tile], exposures: Sequence[Sequence[Tile]], last: Tile | None = None, discarded: bool = False
) -> str | None:
    """Why no table can show these fourteen, won with `last` (a discard if `discarded`); None if one can.

    >>> from engine.tile import read_tiles
    >>> impossible(read_tiles("F F 1B 1B 1B"), [read_tiles("F F")])
    'F F never stood exposed: a pair or a single is called only to win.'
    """
    many = beyond_the_set(tiles)
    if many is not None:
        return f"There are {tiles.count(many)} of {many.words}; a set holds {many.copies}."
    for group in exposures:
        naturals = {tile for tile in group if tile is not Tile.JOKER}
        if len(group) < SMALLEST:
            return f"{codes(group)} never stood exposed: a pair or a single is called only to win."
        if not naturals:
            return f"{codes(group)} never stood exposed: the tile that was called for it is no joker."
        if len(naturals) > 1 or len(group) > LARGEST:
            return f"{codes(group)} never stood exposed: a called group is three to six tiles alike."
    if last is not None and last not in tiles:
        return f"The winning tile, {last.words}, is not among the fourteen."
    if discarded and last is Tile.JOKER:
        return "A discarded joker is nobody's: nobody wins on it."
    return None
