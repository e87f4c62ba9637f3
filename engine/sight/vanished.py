"""A discard stays where it lies until it is called. One whose place has been seen empty again and again, and oftener
than it was seen itself, was never there: a tile in passing, on the wall or in a hand, was taken for it. If it comes to
sight there again after all, something had lain on it.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.event import Resynced
from engine.sight.believed import as_it_stands
from engine.sight.observation import FEW_LOOKS, FEW_TILES, Observation
from engine.sight.turnover import ALIKE_RESTS
from engine.sight.whereabouts import BelievedDiscard, near
from engine.state import State

EMPTY_RESTS = 2 * (ALIKE_RESTS + 1)  # in a row; on simulated evenings a tile passed over is seen again within two


def looked_for(known: Sequence[BelievedDiscard], seen: Observation) -> tuple[BelievedDiscard, ...]:
    """`known` after a rest: for how many on end nothing has lain where each discard lay."""
    return tuple(
        k if k.at_mm is None else replace(k, empty=0 if near(k.at_mm, seen.discards) else k.empty + 1) for k in known
    )


def vanished(known: Sequence[BelievedDiscard], state: State) -> tuple[int, ...]:
    """Which of the discards were never there, by their place in order. The last may have been called; and where players
    are about to do something with it nothing is taken away; nor of many at once, for then the camera was moved, or the
    table is being swept. What was seen for long lies there still, however long it has been passed over."""
    gone = tuple(i for i, k in enumerate(known[:-1]) if k.empty >= max(EMPTY_RESTS, k.rests) and not k.firm)
    return () if _waits(state) or len(gone) > FEW_TILES else gone


def without(state: State, gone: Sequence[int]) -> Resynced:
    """The table as it is believed, but for these discards."""
    lies = as_it_stands(state)
    return replace(lies, discards=tuple(t for i, t in enumerate(lies.discards) if i not in gone))


def uncovered(
    lost: Sequence[BelievedDiscard], known: Sequence[BelievedDiscard], state: State, seen: Observation
) -> tuple[BelievedDiscard, ...]:
    """Which of those taken out lie there again, where they lay."""
    if _waits(state):
        return ()
    lying = {j for k in known if k.at_mm is not None for j in near(k.at_mm, seen.discards)}
    fresh = [s for j, s in enumerate(seen.discards) if j not in lying and s.frames >= FEW_LOOKS]
    return tuple(
        replace(k, number=0, empty=0)
        for k in lost
        if k.at_mm is not None and any(s.lies_at(k.at_mm) and s.best is k.tile for s in fresh)
    )


def with_again(state: State, again: Sequence[BelievedDiscard]) -> Resynced:
    """The table as it is believed, and these discards: they were there before the last."""
    lies = as_it_stands(state)
    return replace(lies, discards=(*lies.discards[:-1], *(k.tile for k in again), *lies.discards[-1:]))


def _waits(state: State) -> bool:
    """Whether players are about to do something with the last discard."""
    return bool(state.calls) or state.held_by is not None or state.declared is not None
