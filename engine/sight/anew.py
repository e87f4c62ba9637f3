"""How many earlier tiles an event says to be others than were believed: a change of the past is said."""

from collections.abc import Sequence

from engine.event import Corrected, Discarded, Event, Resynced
from engine.state import State
from engine.tile import Tile


def reads_anew(event: Event, state: State) -> int:
    """How many earlier tiles an event says to be others than were believed, or not to be there."""
    if isinstance(event, Corrected):
        return int(isinstance(event.event, Discarded))
    if not isinstance(event, Resynced):
        return 0
    groups = [g for rack in event.exposures for g in rack]
    stood = [e.tiles for rack in state.racks for e in rack.exposures]
    exposed = sum(x is not y for a, b in zip(stood, groups, strict=False) for x, y in zip(a, b, strict=False))
    return _discards([d.tile for d in state.discards], event.discards) + exposed


def _discards(believed: Sequence[Tile], told: Sequence[Tile]) -> int:
    """Where one is taken out those after it move up, and are what they were."""
    less = len(believed) - len(told)
    if less > 0:
        rest = iter(believed)
        if all(tile in rest for tile in told):
            return less
    return sum(a is not b for a, b in zip(believed, told, strict=False))
