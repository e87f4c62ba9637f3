"""Whether tiles can lie on a table as somebody says: what the set holds, and what can stand exposed. Judges no hand."""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from engine.rules.ruleset import LEAGUE, RuleSet
from engine.tile import Tile, codes

SMALLEST, LARGEST = 3, 6  # tiles of an exposed group: a pung to a sextet


def beyond_the_set(tiles: Sequence[Tile]) -> Tile | None:
    """A kind of which there are more than the set of 152 holds."""
    return next((tile for tile in Tile if tiles.count(tile) > tile.copies), None)


def one_suit_too_many(tiles: Sequence[Tile], players: int, ruleset: RuleSet = LEAGUE) -> str | None:
    """Why so many players cannot hold these tiles where three play without one suit (P3-03); None if they can."""
    if players != 3 or ruleset.of("C-27") != "drop_suit" or len({t // 9 for t in tiles if t < Tile.NORTH}) < 3:
        return None
    return "Three suits are in these tiles, and three play without one at this table (C-27)."


class Won(StrEnum):
    """How the fourteenth tile came (MAHJ-03)."""

    WALL = "wall"
    DISCARD = "discard"
    JOKER = "joker"


def impossible(
    tiles: Sequence[Tile],
    exposures: Sequence[Sequence[Tile]],
    last: Tile | None = None,
    won: Won = Won.WALL,
    ruleset: RuleSet = LEAGUE,
) -> str | None:
    """Why no table can show these fourteen, won with `last` (None: not said); None if one can.

    >>> from engine.tile import read_tiles
    >>> impossible(read_tiles("F F 1B 1B 1B"), [read_tiles("F F")])
    'F F never stood exposed: a pair or a single is called only to win.'
    """
    many = beyond_the_set(tiles)
    if many is not None:
        return f"There are {tiles.count(many)} of {many.words}; a set holds {many.copies}."
    wrong = next(filter(None, (_never_exposed(group, ruleset) for group in exposures)), None)
    if wrong is not None:
        return wrong
    if last is not None and last not in tiles:
        return f"The winning tile, {last.words}, is not among the fourteen."
    if won is Won.DISCARD:
        return "A discarded joker is nobody's: nobody wins on it." if last is Tile.JOKER else None
    concealed = Counter(tiles)
    concealed.subtract(tile for group in exposures for tile in group)
    if won is Won.JOKER and last not in (None, Tile.JOKER):
        return f"A hand that a joker completed was not won with {last.words}: the joker was the last of its tiles."
    if won is Won.JOKER and not concealed[Tile.JOKER]:
        return "A hand that a joker completed holds that joker, and no joker is among the concealed tiles."
    if last is not None and not concealed[last] and ruleset.of("C-13") != "yes":
        return f"The winning tile, {last.words}, was not called, so it is concealed: every {last.words} stands exposed."
    if not any(concealed.values()):
        return "All fourteen stand exposed, so the last of them was called: say who discarded it."
    return None


def _never_exposed(group: Sequence[Tile], ruleset: RuleSet) -> str | None:
    naturals = {tile for tile in group if tile is not Tile.JOKER}
    if not group:
        return "An exposed group without tiles was given."
    if len(group) < SMALLEST:
        return f"{codes(group)} never stood exposed: a pair or a single is called only to win."
    if not naturals:
        return f"{codes(group)} never stood exposed: the tile that was called for it is no joker."
    if len(naturals) > 1 or len(group) > LARGEST:
        return f"{codes(group)} never stood exposed: a called group is three to six tiles alike."
    if len(group) == LARGEST and ruleset.of("C-11") == "off":
        return f"{codes(group)} never stood exposed: there are no sextets at this table (C-11)."
    needed = 1 + int(ruleset.of("C-10"))
    if len(group) - group.count(Tile.JOKER) < needed:
        return f"{codes(group)} never stood exposed: a caller needs {needed} naturals with the called one (C-10)."
    return None
