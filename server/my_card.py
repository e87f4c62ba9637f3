"""The card as a player reads it beside her rack: every line in its order, drawn with the hand of it that is nearest to
her tiles, those she holds filled in.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from engine.card import Hand, Line
from engine.hands import Chance, HandTable
from engine.tile import Tile

NEAR = 5  # so many of the nearest lines are marked as hers


class Held(Enum):
    """How a place of a hand is filled."""

    TILE = "held"
    JOKER = "by-joker"
    NOT = "lacking"


@dataclass(frozen=True, slots=True)
class Place:
    tile: Tile
    held: Held


@dataclass(frozen=True, slots=True)
class MyLine:
    """`groups` as the line is drawn; `missing` is None where the player's tiles are not known; `why` it can no longer
    be made, empty while it can. `near` are her nearest."""

    line: Line
    groups: tuple[tuple[Place, ...], ...]
    missing: int | None = None
    why: str = ""
    near: bool = False


def my_card(
    table: HandTable, ranking: Sequence[Chance], tiles: Sequence[Tile]
) -> tuple[tuple[str, tuple[MyLine, ...]], ...]:
    """The card's sections with their lines. `ranking` of `tiles`, exposures among them, best first; empty without."""
    by_line = {(chance.line.name, chance.line.text): (place, chance) for place, chance in enumerate(ranking)}
    lines = []
    for line in table.lines:
        place, chance = by_line.get((line.name, line.text), (len(table.lines), None))
        lines.append(_line(line, chance, tiles, place < NEAR))
    return tuple((section, tuple(rows)) for section, rows in groupby(lines, key=lambda row: row.line.section))


def _line(line: Line, chance: Chance | None, tiles: Sequence[Tile], near: bool) -> MyLine:
    hand = chance.hand if chance is not None and chance.hand is not None else (line.hands[0] if line.hands else ())
    if chance is None:
        return MyLine(line, tuple(tuple(Place(t, Held.TILE) for t in group.tiles) for group in hand))
    near = near and chance.alive
    return MyLine(line, filled(hand, tiles), chance.missing, chance.why if not chance.alive else "", near)


def filled(hand: Hand, tiles: Sequence[Tile]) -> tuple[tuple[Place, ...], ...]:
    """The hand's groups with each place as these tiles fill it: naturals first, then jokers where they may stand."""
    left = Counter(tiles)
    held = []
    for group in hand:
        row = []
        for tile in group.tiles:
            row.append(left[tile] > 0)
            left[tile] -= left[tile] > 0
        held.append(row)
    jokers = left[Tile.JOKER]
    groups = []
    for group, row in zip(hand, held, strict=True):
        places = []
        for tile, has in zip(group.tiles, row, strict=True):
            by_joker = not has and group.jokers and jokers > 0
            jokers -= by_joker
            places.append(Place(tile, Held.TILE if has else Held.JOKER if by_joker else Held.NOT))
        groups.append(tuple(places))
    return tuple(groups)
