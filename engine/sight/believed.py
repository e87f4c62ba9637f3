"""The face-up table that a state implies, the same table as an event, and what the set of 152 leaves for it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp

from engine.event import Resynced
from engine.sight.observation import NEVER, Sight
from engine.state import State
from engine.tile import Seat, Tile, by_seat

IMPOSSIBLE = exp(2 * NEVER)  # weight of a tile that the set cannot hold once more; a reader is never so sure


@dataclass(frozen=True, slots=True)
class Believed:
    """The face-up table that a state implies: discards in order, and each seat's exposed tiles from its left."""

    discards: tuple[Tile, ...]
    exposures: tuple[tuple[Tile, ...], ...]


def expected(state: State) -> Believed:
    return Believed(
        tuple(d.tile for d in state.discards),
        tuple(tuple(t for e in rack.exposures for t in e.tiles) for rack in state.racks),
    )


def as_it_stands(state: State) -> Resynced:
    """The table exactly as it is believed, for putting a tile of it right."""
    if state.holder is None:
        return as_believed(state, state.turn)
    lies = as_believed(state, state.holder)
    p1, p2, p3, p4 = (held + (s is state.holder) for s, held in zip(Seat, lies.concealed, strict=True))
    return replace(lies, concealed=(p1, p2, p3, p4))


def as_believed(state: State, turn: Seat) -> Resynced:
    """The table as it is believed to lie, with another player's turn: something was missed."""
    groups = tuple(tuple(e.tiles for e in rack.exposures) for rack in state.racks)
    held = [max(0, 13 - sum(len(g) for g in rack)) for rack in groups]
    discards = tuple(d.tile for d in state.discards)
    return Resynced(groups, discards, by_seat(held), turn)


def remaining(believed: Believed) -> list[int]:
    """How many of each kind are not yet on the table, 36 counts, never negative."""
    left = [t.copies for t in Tile]
    for tile in (*believed.discards, *(t for seat in believed.exposures for t in seat)):
        left[tile] = max(0, left[tile] - 1)
    return left


def faces(sight: Sight, left: Sequence[int]) -> tuple[tuple[Tile, float], ...]:
    """Every kind that it may be with its probability under the set's prior, likeliest first."""
    weights = [exp(sight.log_p[t]) * (left[t] or IMPOSSIBLE) for t in Tile]
    total = sum(weights) or 1.0
    return tuple(sorted(((t, w / total) for t, w in zip(Tile, weights, strict=True)), key=lambda p: -p[1]))
