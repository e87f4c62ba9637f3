"""How likely two tiles of a set that nobody showed bear one drawing, and the drawings that follow from it.

What both are read as tells the most, whatever the readers make of such a set: two tiles of one face are misread alike.
How near the network sees them tells the rest; where many faces share a picture it sees all of them as one, and what
tells is the figure: the number that both are read as, and how alike it looks.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import LOOKS, SEVERAL
from engine.tile import Tile
from vision.arrays import Floats
from vision.judge.company import ALIKE, APART, COPIES
from vision.read.laying import TELLS

# Log odds that two tiles bear one drawing: the intercept, then the weights of the log odds that both are of one kind
# and of how far they are apart; of tiles that share a picture, of the odds that both bear one number and of how alike
# it looks. Fitted by `tests.bench.alike` to sets of ten manners of families that training sees.
FACES = np.array([-3.11, 0.86, -0.81])
FIGURES = np.array([-2.11, 0.72, 1.31, 5.0])

RATHER = np.log(SEVERAL)  # log odds by which tiles are taken for one drawing: one that is taken for two has two names


def log_odds(p: Floats) -> Floats:
    """Log odds of chances; nearer to 0 and 1 they tell no more."""
    p = np.clip(p, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(p) - np.log1p(-p))


def of_one(log_p: Floats) -> Floats:
    """Log odds that two of some things read as log p (n, k) are of one kind (n, n)."""
    share = np.exp(log_p)
    return log_odds(share @ share.T)


def faces_telling(points: Floats, same: Floats) -> Floats:
    """What tells whether two tiles with embeddings (n, E) bear one drawing (n, n, 2), beside an intercept: the log odds
    that they are of one kind, `same` (n, n), and how far they are apart, as a logarithm."""
    away = np.maximum(1 - points @ points.T, 0.0)
    return np.stack([same, np.log(away + ALIKE / TELLS)], axis=2)


def figures_telling(same: Floats, numbers: Floats, like: Floats) -> Floats:
    """The same of tiles that share a picture (n, n, 3): log odds that they are of one kind (n, n), those that they bear
    one number, which each is read as, `numbers` (n, 9) log p, and how `like` each other they look there (n, n)."""
    return np.stack([same, of_one(numbers), like], axis=2)


def alike(told: Floats, weights: Floats) -> Floats:
    """Log odds that two tiles bear one drawing (n, n), of what tells that, `told` (n, n, k)."""
    return np.asarray(weights[0] + told @ weights[1:])


def borne(odds: Floats, of: NDArray[np.int64]) -> Floats:
    """Log odds that each thing bears each of the groups from 0, `of` (n,), that others bear (n, k): those that it and
    they are of one, `odds` (n, n), on the average; 0 where nobody else does."""
    mine = np.eye(int(of.max(initial=-1)) + 1)[of]
    others = mine.sum(0) - mine
    return np.asarray(((odds - np.diag(np.diag(odds))) @ mine) / np.maximum(others, 1))


def as_dealt(odds: Sequence[Floats], hands: int) -> float:
    """By how much less likely than in tiles that are dealt two tiles, seen in so many hands, are of one drawing, as log
    odds, 0 or less: of a set of which one of each lies there none are. `odds` (n, n): those of tiles that may be,
    without flowers, of which all eight mostly lie there."""
    copies, tiles = COPIES * hands, sum(map(len, odds))
    copies[Tile.FLOWER] = 0.0
    dealt = tiles * (tiles - 1) / 2 * float((copies * (copies - 1)).clip(0).sum()) / (copies.sum() * (copies.sum() - 1))
    pairs, less = np.concatenate([one[np.triu_indices(len(one), 1)] for one in odds]), 0.0
    for _ in range(LOOKS):
        there = float((1 / (1 + np.exp(-pairs - less))).sum())
        less = float(np.clip(np.log(there + 1) - np.log(dealt + 1), -APART, 0.0))
    return less


def joined(odds: Floats, copies: Floats, drawings: int | None = None) -> NDArray[np.int64]:
    """Groups from 0 (n,) of things as likely one as the log odds (n, n) say, the likeliest first: those that are so on
    the average, none larger than its things have `copies` (n,) on the average, until no more than so many `drawings`
    are left."""
    group, left = np.arange(len(odds)), len(odds)
    sums, size, room = odds.astype(np.float64), np.ones(len(odds)), copies.astype(np.float64)
    mean = np.where(np.minimum(room[:, None], room[None]) < 2, -np.inf, sums)
    np.fill_diagonal(mean, -np.inf)
    while left > 1:
        a, b = np.unravel_index(int(mean.argmax()), mean.shape)
        if mean[a, b] <= (0.0 if drawings is None or left <= drawings else -np.inf):
            break
        group[group == b] = a
        sums[a] += sums[b]
        sums[:, a] += sums[:, b]
        size[a], room[a] = size[a] + size[b], room[a] + room[b]
        sums[b] = sums[:, b] = -np.inf
        most = np.minimum(room / size, room[a] / size[a])
        mean[a] = np.where(size + size[a] > most, -np.inf, sums[a] / (size * size[a]))
        mean[a, a] = -np.inf
        mean[:, a], mean[b], mean[:, b] = mean[a], -np.inf, -np.inf
        left -= 1
    return np.asarray(np.unique(group, return_inverse=True)[1], np.int64)
