"""What a whole hand shown on a rack may be, tile by tile, likeliest first: the referee says which of them wins."""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import combinations, islice

from engine.sight.observation import NEVER, Sight
from engine.tile import Tile

MOST_LOSS = -2 * NEVER  # natural log by which a reading may be less likely than the likeliest
MOST_READINGS = 400  # of one hand, so that the referee is asked no longer than a moment
SURELY_ONE = -NEVER  # natural log by which the surest tile is likelier one than none: one of too many is none


def readings(
    row: Sequence[Sight], known: Mapping[int, Tile], left: Sequence[int], lacking: int = 0
) -> Iterator[tuple[tuple[Tile, ...], float]]:
    """Hands that `row` may be, each with by how much (natural log) it is less likely than the first.

    `known` are the tiles of the row, by index, that stood there before; `left` how many of each kind the others leave;
    `lacking` tiles of the hand were not seen at all: blank ones are passed over most easily, then the commonest. Where
    it is negative so many of the row are no tiles: the end of a rack, a glare.
    """
    choices = [[(known[k], 0.0)] if k in known else _choices(s, left) for k, s in enumerate(row)]
    for _ in range(lacking):
        unseen = sorted((t for t in Tile if left[t]), key=lambda t: (t is not Tile.SOAP, -left[t], t))
        choices.append([(t, 0.01 * n) for n, t in enumerate(unseen)])
    first = (0,) * len(choices)
    fresh = no_tiles(row, known, len(row))
    out = [frozenset(some) for some in islice(combinations(fresh, max(0, -lacking)), MOST_READINGS)]
    losses = [sum(_as_none(row[k]) for k in some) for some in out]
    waiting = [(loss - min(losses), tuple(sorted(some)), first) for loss, some in zip(losses, out, strict=True)]
    heapify(waiting)
    met = {(some, first) for _, some, first in waiting}
    for _ in range(MOST_READINGS):
        if not waiting:
            return
        loss, none, picks = heappop(waiting)
        yield tuple(choices[k][n][0] for k, n in enumerate(picks) if k not in none), loss
        for k, n in enumerate(picks):
            if n + 1 == len(choices[k]) or k in none:
                continue
            after = (*picks[:k], n + 1, *picks[k + 1 :])
            more = loss + choices[k][n + 1][1] - choices[k][n][1]
            if (none, after) not in met and more <= MOST_LOSS:
                met.add((none, after))
                heappush(waiting, (more, none, after))


def no_tiles(row: Sequence[Sight], known: Mapping[int, Tile], n: int) -> tuple[int, ...]:
    """Which `n` of a row are likeliest no tiles at all, the likeliest first; none of those that stood there before. As
    many as there are."""
    fresh = (k for k in range(len(row)) if k not in known)
    return tuple(sorted(fresh, key=lambda k: _as_none(row[k]))[:n])


def _as_none(sight: Sight) -> float:
    """By how much (natural log) it is likelier a tile than none."""
    *faces, none = sight.log_p
    return min(SURELY_ONE, max(faces) - none)


def _choices(sight: Sight, left: Sequence[int]) -> list[tuple[Tile, float]]:
    """The likeliest faces of one tile that the set still holds, each with its loss against the likeliest."""
    ranked = sorted((t for t in Tile if left[t]), key=lambda t: (-sight.log_p[t], t))
    return [(t, sight.log_p[ranked[0]] - sight.log_p[t]) for t in ranked]
