"""Whether tiles can all be on one rack now."""

from collections.abc import Sequence

from engine.state import State
from engine.tile import Seat, Tile
from server.holding import cannot_hold


def does_not_fit(state: State, seat: Seat, tiles: Sequence[Tile]) -> str | None:
    """Why `seat` cannot hold all these; None if it can."""
    held: tuple[Tile, ...] = ()
    for tile in tiles:
        refused = cannot_hold(state, seat, held, tile)
        if refused is not None:
            return refused
        held = (*held, tile)
    return None
