"""What one player sees when she asks for help: what she may know, and what is to be decided. Nothing of another rack is
in it, so nothing of one can come out of the coach.
"""

from dataclasses import dataclass
from enum import Enum

from engine.coaching import Known
from engine.tile import Tile


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
    """`lacking`: so many of her tiles have not been said. `blind`: this pass may be made blind."""

    asks: Asks
    known: Known
    lacking: int = 0
    blind: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Those on her rack that she has said."""
        return self.known.rack

    @property
    def called(self) -> Tile | None:
        """The discard that she may call now."""
        return self.known.offered if self.asks is Asks.CALL else None

    @property
    def all_tiles(self) -> tuple[Tile, ...]:
        """The rack with its exposures."""
        return (*self.known.rack, *(t for x in self.known.own for t in x))
