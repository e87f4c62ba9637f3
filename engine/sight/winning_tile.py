"""The discard that a winner took, where tiles that had been overlooked were told after it, and one that was called
unseen: both are still believed to lie on the table, and their likes stand in the hand that is laid open.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.event import Discarded, Event, MahJongg
from engine.sight.believed import as_believed
from engine.sight.observation import FEW_TILES, Observation
from engine.sight.whereabouts import Lying, lay
from engine.state import Discard, State
from engine.tile import Tile


def taken(hand: MahJongg, state: State, seen: Observation, known: Sequence[Lying]) -> tuple[int, ...]:
    """Which discards, by their place in order, are gone from the table and are in the hand. None where so many are gone
    that the table is being swept, or was pushed together."""
    laid = lay([d.tile for d in state.discards], seen.discards, known, last_stays=False)
    gone = [i for i in laid.missing if i < len(known) and known[i].at_mm is not None]
    if len(gone) > FEW_TILES:
        return ()
    exposed = Counter(t for e in state.racks[hand.seat].exposures for t in e.tiles)
    fresh = Counter(hand.tiles) - exposed
    found = []
    for i in reversed(gone):
        tile = state.discards[i].tile
        if tile is not Tile.JOKER and fresh[tile]:
            fresh[tile] -= 1
            found.append(i)
    return tuple(sorted(found))


def as_taken(
    hand: MahJongg, state: State, known: Sequence[Lying], away: Sequence[int]
) -> tuple[tuple[Event, ...], tuple[Lying, ...]]:
    """The table without the discards that are `away`, and its `known` tiles. The last of them is discarded once more,
    by who threw it, where it may be what the hand was won with."""
    left = [i for i in range(len(state.discards)) if i not in away]
    discards = tuple(state.discards[i].tile for i in left)
    places = tuple(known[i] for i in left)
    last = _winning(hand, state, away)
    if last is None or last.seat is None:
        lies = as_believed(state, hand.seat)
        return (replace(lies, discards=discards),), places
    lies = as_believed(state, last.seat)
    p1, p2, p3, p4 = (held + (s is last.seat) for s, held in enumerate(lies.concealed))
    lies = replace(lies, discards=discards, concealed=(p1, p2, p3, p4))
    return (lies, Discarded(last.seat, last.tile)), (*places, known[away[-1]])


def _winning(hand: MahJongg, state: State, away: Sequence[int]) -> Discard | None:
    """Of the discards that are `away` the one that the hand was won with: nobody played on after it, but for a tile or
    two that had been overlooked."""
    if hand.source is not None or away[-1] < len(state.discards) - 1 - FEW_TILES:
        return None
    last = state.discards[away[-1]]
    return None if last.seat is hand.seat else last
