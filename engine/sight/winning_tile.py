"""The discard that a winner took, where tiles that had been overlooked were told after it, and one that was called
unseen: both are still believed to lie on the table, and their likes stand in the hand that is laid open.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.card import HAND_SIZE
from engine.event import Discarded, Event, MahJongg
from engine.sight.believed import as_believed
from engine.sight.grouping import alike
from engine.sight.observation import FEW_TILES, SEVERAL, Group, Observation
from engine.sight.whereabouts import BelievedDiscard, lay
from engine.state import State
from engine.tile import Seat, Tile


def drew(seat: Seat, state: State, seen: Observation, known: Sequence[BelievedDiscard]) -> bool:
    """Whether `seat`, whose turn it is and who said that she wins with the last discard, lays fourteen tiles open while
    that one lies where it lay: she had drawn."""
    called = state.holder is None and state.turn is seat and any(c.seat is seat for c in state.calls)
    if not called or sum(map(len, seen.exposures[seat])) < HAND_SIZE:
        return False
    laid = lay([d.tile for d in state.discards], seen.discards, known, last_stays=False)
    return len(state.discards) - 1 not in laid.missing


def taken(hand: MahJongg, state: State, seen: Observation, known: Sequence[BelievedDiscard]) -> tuple[int, ...]:
    """Which discards, by their place in order, are gone from the table and are in the hand. None where so many are gone
    that the table is being swept, or was pushed together. What stands single or in a pair was called to win or not at
    all (CALL-03, CALL-04): an older discard like it is only hidden."""
    laid = lay([d.tile for d in state.discards], seen.discards, known, last_stays=False)
    gone = [i for i in laid.missing if i < len(known) and known[i].at_mm is not None]
    if len(gone) > FEW_TILES:
        return ()
    last = len(state.discards) - 1
    newest = last if hand.source not in (None, hand.seat) else last - FEW_TILES
    exposed = Counter(t for e in state.racks[hand.seat].exposures for t in e.tiles)
    fresh = Counter(hand.tiles) - exposed
    found = []
    for i in reversed(gone):
        tile = state.discards[i].tile
        if tile is not Tile.JOKER and fresh[tile] and (i >= newest or _in_a_group(tile, seen.exposures[hand.seat])):
            fresh[tile] -= 1
            found.append(i)
    return tuple(sorted(found))


def _in_a_group(tile: Tile, groups: Sequence[Group]) -> bool:
    """Whether that tile stands among three that may be alike, which is what can be exposed."""
    threes = (g[k : k + SEVERAL] for g in groups for k in range(len(g) - SEVERAL + 1))
    return any(alike(three, tile) and any(s.best is tile for s in three) for three in threes)


def as_taken(
    hand: MahJongg, state: State, known: Sequence[BelievedDiscard], hands: Sequence[Seat], away: Sequence[int]
) -> tuple[tuple[Event, ...], tuple[BelievedDiscard, ...]]:
    """The table without the discards that are `away`, and its `known` tiles. The last of them is discarded once more,
    by who threw it, where it may be what the hand was won with. `hands`: those that were seen, latest last."""
    left = [i for i in range(len(state.discards)) if i not in away]
    discards = tuple(state.discards[i].tile for i in left)
    places = tuple(known[i] for i in left)
    thrower = _thrower(hand, state, hands, away[-1])
    if thrower is None:
        lies = as_believed(state, hand.seat)
        return (replace(lies, discards=discards),), places
    lies = as_believed(state, thrower)
    p1, p2, p3, p4 = (held + (s is thrower) for s, held in zip(Seat, lies.concealed, strict=True))
    lies = replace(lies, discards=discards, concealed=(p1, p2, p3, p4))
    return (lies, Discarded(thrower, state.discards[away[-1]].tile)), (*places, known[away[-1]])


def _thrower(hand: MahJongg, state: State, hands: Sequence[Seat], last: int) -> Seat | None:
    """Who threw the tile that the hand was won with, if it is discard number `last`: nobody played on after it, but for
    a tile or two that had been overlooked. Nobody wins on a tile of her own: then whose hand came before hers."""
    if hand.source not in (None, hand.seat) or last < len(state.discards) - 1 - FEW_TILES:
        return None
    seat = state.discards[last].seat
    return seat if seat not in (None, hand.seat) else next((s for s in hands[::-1] if s is not hand.seat), None)
