"""Fourteen tiles laid out as players lay them: in the groups of the card's line, jokers where they stand for a tile."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.card.values import Group, Hand
from engine.hands import HandTable, wins
from engine.hands.table import stands_for
from engine.state import State
from engine.tile import Seat, Tile

Groups = tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand in its groups; `line` is the card's name for it, empty without a card."""

    groups: Groups
    line: str = ""


def shown(state: State, seat: Seat, tiles: tuple[Tile, ...], line: str | None, table: HandTable | None) -> Shown:
    """`tiles`, all fourteen, as `line` of the card groups them; without it, like tiles together."""
    exposures = [e.tiles for e in state.racks[seat].exposures]
    on_hand = Counter(tiles)
    if Counter(t for e in exposures for t in e) - on_hand:
        exposures = []  # the last joker exchanged, or a tile put right since
    if table is not None:
        for win in wins(table, tiles, exposures):
            if line in (None, win.line.name):
                return Shown(grouped(tiles, exposures, win.hand), win.line.name)
    return Shown((*exposures, *_alike(on_hand, exposures)), line or "")


def grouped(tiles: Sequence[Tile], exposures: Sequence[tuple[Tile, ...]], hand: Hand) -> Groups:
    """The tiles in the order of the hand's groups: exposures whole, pairs and singles first from what is natural."""
    left = Counter(tiles)
    found: dict[int, tuple[Tile, ...]] = {}
    for exposure in exposures:
        at = next((i for i, g in enumerate(hand) if i not in found and stands_for(exposure, g)), None)
        if at is not None:
            found[at] = exposure
            left.subtract(exposure)
    for i in sorted((i for i in range(len(hand)) if i not in found), key=lambda i: hand[i].jokers):
        found[i] = _filled(hand[i], left)
    return tuple(found[i] for i in range(len(hand)))


def _filled(group: Group, left: "Counter[Tile]") -> tuple[Tile, ...]:
    """The group out of what is left: naturals, then flowers that stand in, then jokers."""
    out = []
    for tile in group.tiles:
        stand_ins = (tile, *((Tile.FLOWER,) if group.flowers else ()), *((Tile.JOKER,) if group.jokers else ()))
        taken = next((t for t in stand_ins if left[t] > 0), tile)
        left[taken] -= 1
        out.append(taken)
    return tuple(out)


def _alike(tiles: "Counter[Tile]", exposures: Sequence[tuple[Tile, ...]]) -> Groups:
    rest = tiles.copy()
    rest.subtract(Counter(t for e in exposures for t in e))
    return tuple((tile,) * rest[tile] for tile in sorted(rest) if rest[tile] > 0)
