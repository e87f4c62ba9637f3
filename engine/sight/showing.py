"""What a whole hand shown on a rack may be, tile by tile, likeliest first: the referee says which of them wins."""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush

from engine.sight.observation import Sight
from engine.tile import Tile

CHOICES = 5  # faces that one tile may be
MOST_LOSS = 14.0  # natural log by which a reading may be less likely than the likeliest
MOST_READINGS = 400  # of one hand, so that the referee is asked no longer than a moment


def readings(
    row: Sequence[Sight], known: Mapping[int, Tile], left: Sequence[int], lacking: int = 0
) -> Iterator[tuple[tuple[Tile, ...], float]]:
    """Hands that `row` may be, each with by how much (natural log) it is less likely than the first.

    `known` are the tiles of the row, by index, that stood there before; `left` how many of each kind the others leave;
    `lacking` tiles of the hand were not seen at all: blank ones are passed over most easily, then the commonest.
    """
    choices = [[(known[k], 0.0)] if k in known else _choices(s, left) for k, s in enumerate(row)]
    for _ in range(lacking):
        unseen = sorted((t for t in Tile if left[t]), key=lambda t: (t is not Tile.SOAP, -left[t], t))
        choices.append([(t, 0.01 * n) for n, t in enumerate(unseen)])
    first = (0,) * len(choices)
    waiting: list[tuple[float, tuple[int, ...]]] = [(0.0, first)]
    met = {first}
    for _ in range(MOST_READINGS):
        if not waiting:
            return
        loss, picks = heappop(waiting)
        yield tuple(choices[k][n][0] for k, n in enumerate(picks)), loss
        for k, n in enumerate(picks):
            if n + 1 == len(choices[k]):
                continue
            after = (*picks[:k], n + 1, *picks[k + 1 :])
            more = loss + choices[k][n + 1][1] - choices[k][n][1]
            if after not in met and more <= MOST_LOSS:
                met.add(after)
                heappush(waiting, (more, after))


def _choices(sight: Sight, left: Sequence[int]) -> list[tuple[Tile, float]]:
    """The likeliest faces of one tile that the set still holds, each with its loss against the likeliest."""
    ranked = sorted((t for t in Tile if left[t]), key=lambda t: (-sight.log_p[t], t))[:CHOICES]
    return [(t, sight.log_p[ranked[0]] - sight.log_p[t]) for t in ranked]
