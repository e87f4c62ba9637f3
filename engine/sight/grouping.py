"""What the tiles of a group may be: one natural and its jokers."""

from collections.abc import Sequence
from math import exp, log

from engine.sight.alignment import PLAIN, likelihood
from engine.sight.observation import DOUBT, Sight
from engine.tile import Tile

NATURALS = tuple(t for t in Tile if t is not Tile.JOKER)
# Log-likelihood, p = .01, at which a tile may still be of the group in which it stands, or the one that lay in its
# place; and below which no single rest speaks against a face.
ALIKE = 2 * DOUBT


def natural_or_joker(sight: Sight, natural: Tile) -> Tile:
    return natural if sight.log_p[natural] >= sight.log_p[Tile.JOKER] else Tile.JOKER


def with_jokers(group: Sequence[Sight], tiles: tuple[Tile, ...], natural: Tile, most: int) -> tuple[Tile, ...]:
    """The tiles of a group with no more than `most` naturals: those that look least like it are jokers."""
    naturals = [k for k, tile in enumerate(tiles) if tile is natural]
    naturals.sort(key=lambda k: group[k].log_p[natural] - group[k].log_p[Tile.JOKER])
    jokers = set(naturals[: max(0, len(naturals) - max(1, most))])
    return tuple(Tile.JOKER if k in jokers else t for k, t in enumerate(tiles))


def group_faces(
    group: Sequence[Sight], called: Tile | None, left: Sequence[int], lay: Sight | None = None
) -> list[tuple[Tile, float]]:
    """Which natural a new group is of, likeliest first. The discard was read too, as `lay` while it lay on the table;
    jokers tell nothing."""
    weights = []
    for tile in NATURALS:
        room = left[tile] + (1 if tile is called else 0)
        value = -ALIKE if tile is called else (0.0 if room else 2 * ALIKE)
        if lay is not None:
            value += likelihood(lay, tile)
        for sight in group:
            value += max(likelihood(sight, tile), likelihood(sight, Tile.JOKER) - log(3))
        weights.append(value)
    top = max(weights)
    odds = [exp(w - top) for w in weights]
    total = sum(odds)
    return sorted(((t, o / total) for t, o in zip(NATURALS, odds, strict=True)), key=lambda p: -p[1])


def alike(group: Sequence[Sight], natural: Tile) -> bool:
    """Whether every tile may be that natural or a joker. Among likes a flower is a joker: both are pictures, which
    readers take for each other, and no group mixes them."""
    return all(max(s.log_p[natural], s.log_p[Tile.JOKER], s.log_p[Tile.FLOWER]) > ALIKE for s in group)


def plainly(group: Sequence[Sight], natural: Tile) -> bool:
    """Whether each is likely that natural or a joker: all there is to go by where no discard was seen to go."""
    return alike(group, natural) and min(max(s.log_p[natural], s.log_p[Tile.JOKER]) for s in group) > PLAIN


def whole_hand(groups: Sequence[Sequence[Sight]]) -> tuple[Tile, ...]:
    """The fourteen tiles shown. A group whose tiles may all be alike is one; otherwise each is its likeliest face."""
    tiles: list[Tile] = []
    for group in groups:
        natural, _ = group_faces(group, None, [1] * len(Tile))[0]
        if len(group) > 1 and alike(group, natural):
            tiles += [natural_or_joker(s, natural) if len(group) > 2 else natural for s in group]
        else:
            tiles += [s.best for s in group]
    return tuple(tiles)
