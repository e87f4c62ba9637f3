"""Which hand of the card fourteen tiles laid open are, all of them weighed at once, from the card's side.

A reader that takes one face of a set for another takes every such tile for it: then no tile by itself is what it is
read as, and only one hand of the card comes near what lies there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import numpy.typing as npt

from engine.card import HAND_SIZE, Hand
from engine.hands import HandTable
from engine.sight.observation import NEVER, Sight
from engine.tile import N_KINDS, Tile

ALONE = -NEVER  # natural log by which every other hand of the card must be less likely

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Closest:
    """`tiles[i]` is what the i-th of the seen tiles is in that hand. `loss`: natural log by which the whole is less
    likely than every tile as it is read best."""

    tiles: tuple[Tile, ...]
    loss: float


def closest(row: Sequence[Sight], standing: Sequence[Sequence[int]], table: HandTable) -> Closest | None:
    """The hand of the card that a whole hand comes closest to; None where another is nearly as close, or where it is
    not fourteen tiles. `standing`: the places in the row of each group that was exposed before, and so is a whole group
    of the hand. About twenty milliseconds of a card of 400 hands."""
    if len(row) != HAND_SIZE:
        return None
    log_p = np.array([sight.log_p[:N_KINDS] for sight in row])
    read = log_p.max(axis=1, keepdims=True) - log_p
    ways = [(hand, way) for hand in table.hands for way in _ways(hand, standing, _losses(hand, read))]
    bounds = [float(max(way.min(axis=0).sum(), way.min(axis=1).sum())) for _, way in ways]
    best = float("inf")
    found: list[Closest] = []
    for k in np.argsort(bounds, kind="stable"):
        if bounds[k] >= best + ALONE:
            break
        hand, way = ways[k]
        wanted = assigned(way)
        loss = float(way[np.arange(len(way)), wanted].sum())
        best = min(best, loss)
        found.append(Closest(_named(hand, row, wanted), loss))
    near = sorted((one for one in found if one.loss < best + ALONE), key=lambda one: one.loss)
    return near[0] if near and all(one.tiles == near[0].tiles for one in near) else None


def assigned(losses: Floats) -> npt.NDArray[np.intp]:
    """The column of each row (n,) of a square matrix, each column once, for the least sum (Kuhn and Munkres): row after
    row by the shortest path of exchanges. One such way must be finite."""
    n = len(losses)
    row_of = np.full(n + 1, -1)  # of each column; the last is where the row begins that is being placed
    by_row, by_column = np.zeros(n), np.zeros(n + 1)
    for row in range(n):
        row_of[n], column = row, n
        least, came_from, done = np.full(n, np.inf), np.full(n, n), np.zeros(n + 1, np.bool_)
        while row_of[column] >= 0:
            done[column] = True
            free = ~done[:n]
            over = losses[row_of[column]] - by_row[row_of[column]] - by_column[:n]
            nearer = free & (over < least)
            least[nearer], came_from[nearer] = over[nearer], column
            nearest = int(np.where(free, least, np.inf).argmin())
            step = least[nearest]
            by_row[row_of[done]] += step
            by_column[done] -= step
            least[free] -= step
            column = nearest
        while column != n:
            row_of[column] = row_of[came_from[column]]
            column = int(came_from[column])
    out = np.empty(n, np.intp)
    out[row_of[:n]] = np.arange(n)
    return out


def _ways(hand: Hand, standing: Sequence[Sequence[int]], losses: Floats) -> Iterator[Floats]:
    """The losses, once for each way in which the exposed groups may be groups of the hand; other places are then not
    for their tiles, and theirs not for others."""
    starts = np.cumsum([0, *(len(group.tiles) for group in hand)])
    for groups in permutations(range(len(hand)), len(standing)):
        if all(hand[g].alike and len(hand[g].tiles) == len(tiles) for g, tiles in zip(groups, standing, strict=True)):
            way = losses.copy()
            for g, tiles in zip(groups, standing, strict=True):
                places = np.arange(starts[g], starts[g + 1])
                own = np.ix_(np.array(tiles), places)
                kept = way[own]
                way[tiles, :] = np.inf
                way[:, places] = np.inf
                way[own] = kept
            yield way


def _places(hand: Hand) -> list[tuple[Tile, ...]]:
    """Each tile of a hand, with what may stand for it."""
    return [
        (tile, *((Tile.JOKER,) if group.jokers else ()), *((Tile.FLOWER,) if group.flowers else ()))
        for group in hand
        for tile in group.tiles
    ]


def _losses(hand: Hand, read: Floats) -> Floats:
    """(14, 14): by how much, in natural logs, each seen tile is less likely each of the hand than its best reading."""
    return np.stack([read[:, may].min(axis=1) for may in _places(hand)], axis=1)


def _named(hand: Hand, row: Sequence[Sight], wanted: npt.NDArray[np.intp]) -> tuple[Tile, ...]:
    """What each seen tile is when it stands at its place in the hand."""
    places = _places(hand)
    return tuple(max(places[k], key=sight.log_p.__getitem__) for sight, k in zip(row, wanted, strict=True))
