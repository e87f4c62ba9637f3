"""Which pictures of a set that nobody showed are flowers, and which jokers.

Both may show anything, and are read as each other, all copies of a drawing alike. What tells them apart is how many of
them lie there. Each of the eight flowers of a set has a drawing of its own, or several share one; the eight jokers have
one or two; of anything else there are four tiles. So the tiles that lie there are drawn blindly from so many copies.
"""

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import DOUBT, SEVERAL
from engine.tile import Tile
from vision.arrays import Floats, Reals
from vision.follow.readings import normalised
from vision.judge.company import APART, OTHER

PICTURED = np.array([Tile.FLOWER, Tile.JOKER])
FLOWERS = tuple(n for n in range(1, Tile.FLOWER.copies + 1) if Tile.FLOWER.copies % n == 0)
"""How many drawings the flowers of a set may have, each as likely: in many sets all differ, in some none do."""
JOKERS = FLOWERS[:2]
"""The same of its jokers."""
MOST = max(FLOWERS) + max(JOKERS)  # drawings that are weighed together
SORTS = len(PICTURED) + 1  # the last is anything else


def are_pictured(log_p: Floats) -> NDArray[np.bool_]:
    """Which things, read as log p (n, 36), are flowers or jokers rather than anything else (n,)."""
    return np.asarray(np.exp(log_p[:, PICTURED]).sum(1) > 1 / 2)


def of_one_picture(points: Floats) -> Floats:
    """Log odds that two tiles which are flowers or jokers, with embeddings (n, E), bear one drawing (n, n): that they
    are of one kind tells nothing of that."""
    away = np.maximum(1 - points @ points.T, 0.0)
    return np.asarray(SEVERAL * np.log(2 * OTHER / (away + OTHER / SEVERAL)))


def flowers_or_jokers(said: Floats, tiles: NDArray[np.int64], hands: int) -> Floats:
    """The chances (k, 3) that drawings are flowers, jokers or anything else, of what each tile of them is read as on
    the average, `said` (k, 36) nats, and how many `tiles` (k,) bear each, seen in so many hands."""
    looks = np.column_stack([said[:, PICTURED], np.logaddexp.reduce(said[:, : Tile.FLOWER], axis=1)])
    out = np.exp(normalised(looks))
    many = np.argsort(-tiles, kind="stable")[:MOST]
    if not len(many):
        return out
    ways = np.indices((SORTS,) * len(many), np.uint8).reshape(len(many), -1).T
    worth = looks[many][np.arange(len(many)), ways].sum(1)
    flowers, jokers, others = mine = [ways == sort for sort in range(SORTS)]
    worth = worth + _drawn(flowers, tiles[many], Tile.FLOWER.copies * hands, FLOWERS, -APART)
    # the banner of a joker stands upright either way, and either may be taken for a drawing
    worth = worth + _drawn(jokers, tiles[many], Tile.JOKER.copies * hands, JOKERS, DOUBT)
    worth = worth + others @ _picked(np.array([Tile.RED.copies * hands]), tiles[many], DOUBT)[0]
    chance = np.exp(worth - np.logaddexp.reduce(worth))
    out[many] = np.stack([chance @ some for some in mine], 1)
    return out


def _drawn(
    mine: NDArray[np.bool_], tiles: NDArray[np.int64], copies: int, drawings: tuple[int, ...], another: float
) -> Floats:
    """How likely tiles of drawings, `tiles` (k,), are drawn from so many copies of one kind, in ways to see which are
    `mine` (w, k), as a logarithm (w,) up to a constant, where these copies have one of so many `drawings`; `another`
    drawing costs so much."""
    each = np.array(drawings)
    worth = mine @ _picked(copies / each, tiles, DOUBT).T + _picked(each, mine.sum(1), another).T
    return np.asarray(np.logaddexp.reduce(worth, axis=1) - np.log(len(each)))


def _picked(there: Reals, many: NDArray[np.int64], beyond: float) -> Floats:
    """In how many ways so many (k,) are picked one by one of those that are `there` (d,), as a logarithm (d, k); where
    there are no more, each costs `beyond`."""
    left = np.maximum(there[:, None] - np.arange(max(int(many.max(initial=0)), 1)), np.exp(beyond))
    return np.asarray(np.append(np.zeros((len(there), 1)), np.log(left).cumsum(1), axis=1)[:, many])
