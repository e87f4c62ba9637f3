"""Fourteen tiles laid open for a mah jongg, tapped in one after the other: what is laid, what is still to come, and the
act that shows it.
"""

from collections import Counter
from dataclasses import dataclass

from engine.rules.ruling import visible
from engine.rules.winning import to_be_had
from engine.tile import Seat, Tile, codes
from server.offers import winning_texts
from server.table import Table

HAND = 14


@dataclass(frozen=True, slots=True)
class Laid:
    """What `seat` shows: its exposures, which lie there anyway, and `tiles` of its rack, the winning one among them."""

    seat: Seat
    exposures: tuple[tuple[Tile, ...], ...]
    tiles: tuple[Tile, ...]

    @property
    def all(self) -> tuple[Tile, ...]:
        return (*(t for group in self.exposures for t in group), *self.tiles)

    @property
    def to_come(self) -> int:
        return max(0, HAND - len(self.all))


def begun(table: Table, seat: Seat, own: tuple[Tile, ...]) -> Laid:
    """What lies there before the first tap: the seat's own tiles where they are known, and the discard it called."""
    state = table.state
    called = any(c.seat is seat for c in state.calls)
    last = state.last_discard
    tiles = (*own, last.tile) if called and last is not None and state.holder is not seat else own
    return with_tiles(table, seat, tiles)


def with_tiles(table: Table, seat: Seat, tiles: tuple[Tile, ...]) -> Laid:
    exposures = tuple(x.tiles for x in table.state.racks[seat].exposures)
    return Laid(seat, exposures, tuple(sorted(tiles)))


def room_for(table: Table, laid: Laid, tile: Tile) -> bool:
    """Whether one more `tile` can be among the fourteen: the set has no more of a kind than it has."""
    if not laid.to_come:
        return False
    state = table.state
    had = to_be_had(state, laid.seat)
    taken = int(had is not None and had.tile is tile)  # that discard may be the one
    return Counter(laid.tiles)[tile] + visible(state, tile) - taken < tile.copies


def showing_texts(table: Table, laid: Laid) -> tuple[str, ...]:
    """How these tiles can be shown as a mah jongg, likeliest first."""
    return winning_texts(table, laid.seat, laid.all) if not laid.to_come else ()


def false_text(laid: Laid) -> str:
    """The act that owns up: shown, and no mah jongg."""
    return f"{laid.seat.name} shows a false mah jongg {codes(laid.all)}".strip()
