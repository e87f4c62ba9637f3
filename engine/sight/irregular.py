"""What the rules do not allow and players do all the same: it lies there, and is recorded as it lies.

A group too small, or with a few tiles that are none of it, is believed only where every tile of it is read beyond
doubt: a misread tile is commoner than a wrong one. An exposure whose tiles are gone again, the called one back on the
table, was taken back.
"""

from collections.abc import Sequence
from math import exp

from engine.card import HAND_SIZE
from engine.event import Resynced, Retracted
from engine.sight.alignment import PLAUSIBLE, Alignment, likelihood
from engine.sight.believed import as_it_stands
from engine.sight.observation import CERTAIN, Sight
from engine.state import State
from engine.tile import Seat, Tile, by_seat

ALIKE = (Tile.JOKER, Tile.FLOWER)  # of any group: readers take these for each other


def irregular(group: Sequence[Sight], called: Tile) -> tuple[Tile, ...] | None:
    """The tiles of a new group that `called` was taken for, where no rule knows such a group; None where it is a group,
    or may be one misread."""
    tiles = tuple(s.best for s in group)
    odd = sum(t is not called and t not in ALIKE for t in tiles)
    plain = called in tiles and all(exp(s.log_p[s.best]) > CERTAIN for s in group)
    return tiles if plain and 2 * odd < len(tiles) and (odd or len(tiles) == 2) else None


def stood(state: State, seat: Seat, groups: tuple[tuple[Tile, ...], ...], called: bool) -> Resynced:
    """The table as it is believed, but that `seat`, whose turn it is, shows these groups. `called`: the last discard is
    among them."""
    lies = as_it_stands(state)
    exposures = (*lies.exposures[:seat], groups, *lies.exposures[seat + 1 :])
    own = max(0, HAND_SIZE - sum(map(len, groups)))
    held = [own if s is seat else n for s, n in zip(Seat, lies.concealed, strict=True)]
    discards = lies.discards[:-1] if called else lies.discards
    return Resynced(exposures, discards, by_seat(held), seat)


def withdrawn(state: State, laid: Sequence[Alignment], fresh: Sequence[Sight]) -> tuple[Retracted, Sight] | None:
    """The exposure that was just made undone, and its called tile, of those newly seen on the table; None where it
    stands, or may be hidden. `laid` are the racks as they are seen."""
    claim = state.claim
    exposures = state.racks[claim.seat].exposures if claim is not None else ()
    if claim is None or not exposures:
        return None
    shown = sum(len(e.tiles) for e in exposures)
    gone = set(range(shown - len(exposures[-1].tiles), shown)) <= set(laid[claim.seat].missing)
    back = next((s for s in fresh if likelihood(s, claim.discard.tile) > PLAUSIBLE), None)
    return (Retracted(claim.number), back) if gone and back is not None else None
