"""What one player sees when she asks for help: her own tiles, what lies open to all, and what is to be decided. Nothing
of another rack is in it, so nothing of one can come out of the coach.
"""

from dataclasses import dataclass
from enum import Enum

from engine.hands import counts_of
from engine.tile import Seat, Tile

Groups = tuple[tuple[Tile, ...], ...]


class Asks(Enum):
    """What there is to decide."""

    TILES = "tiles"  # which tiles she holds: not all have been said
    PASS = "pass"
    SECOND = "second"  # whether the Charleston is played again
    COURTESY = "courtesy"
    DISCARD = "discard"
    CALL = "call"
    DRAW = "draw"
    NOTHING = "nothing"  # somebody else's turn, or none


@dataclass(frozen=True, slots=True)
class Position:
    """`tiles` are on the rack, `exposures` before it; `others` are the groups of the other three, each with its owner.
    `lacking`: so many of her tiles have not been said. `called` is a discard that she may call, `to_win` only to win
    with; `blind`: this pass may be made blind."""

    seat: Seat
    asks: Asks
    tiles: tuple[Tile, ...]
    exposures: Groups = ()
    discards: tuple[Tile, ...] = ()
    others: tuple[tuple[Seat, Groups], ...] = ()
    lacking: int = 0
    called: Tile | None = None
    to_win: bool = False
    blind: bool = False
    wall: int = 0

    @property
    def all_tiles(self) -> tuple[Tile, ...]:
        """The rack with its exposures."""
        return (*self.tiles, *(t for x in self.exposures for t in x))

    @property
    def seen(self) -> tuple[Tile, ...]:
        """Discards and the others' exposures."""
        return (*self.discards, *(t for _, groups in self.others for x in groups for t in x))

    @property
    def visible(self) -> tuple[int, ...]:
        """Of each kind, how many lie open: all discards and all exposures."""
        return tuple(counts_of((*self.seen, *(t for x in self.exposures for t in x))))

    def left(self, tile: Tile) -> int:
        """How many of a kind she has not seen yet."""
        return max(0, tile.copies - self.visible[tile] - self.tiles.count(tile))
