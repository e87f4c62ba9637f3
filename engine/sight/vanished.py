"""A discard stays where it lies until it is called. One whose place has been seen empty again and again, and oftener
than it was seen itself, was never there: a tile in passing, on the wall or in a hand, was taken for it.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.event import Resynced
from engine.sight.believed import as_it_stands
from engine.sight.observation import FEW_TILES, Observation, Sight
from engine.sight.turnover import ALIKE_RESTS
from engine.sight.whereabouts import BelievedDiscard, near
from engine.state import State

EMPTY_RESTS = 2 * (ALIKE_RESTS + 1)  # in a row; on simulated evenings a tile passed over is seen again within two


def looked_for(known: Sequence[BelievedDiscard], seen: Observation) -> tuple[BelievedDiscard, ...]:
    """`known` after a rest: for how many on end nothing has lain where each discard lay."""
    return tuple(replace(k, empty=k.empty + 1 if _gone(k, seen.discards) else 0) for k in known)


def vanished(known: Sequence[BelievedDiscard], state: State) -> tuple[int, ...]:
    """Which of the discards were never there, by their place in order. The last may have been called; and where players
    are about to do something with it nothing is taken away; nor of many at once, for then the camera was moved, or the
    table is being swept. What was seen for long lies there still, however long it has been passed over."""
    waits = bool(state.calls) or state.held_by is not None or state.declared is not None
    gone = tuple(i for i, k in enumerate(known[:-1]) if k.empty >= max(EMPTY_RESTS, k.rests) and not k.firm)
    return () if waits or len(gone) > FEW_TILES else gone


def without(state: State, gone: Sequence[int]) -> Resynced:
    """The table as it is believed, but for these discards."""
    lies = as_it_stands(state)
    return replace(lies, discards=tuple(t for i, t in enumerate(lies.discards) if i not in gone))


def _gone(known: BelievedDiscard, seen: Sequence[Sight]) -> bool:
    return known.at_mm is not None and not near(known.at_mm, seen)
