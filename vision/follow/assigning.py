"""What the drawings of a set are, found together: each kind has one drawing (eight flowers and two jokers may have one
each), the numbers of a suit share a picture or an ink, and what the readers make of each drawing is weighed at once.
"""

from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from engine.sight.observation import LOOKS, NEVER
from engine.tile import N_KINDS, Tile
from vision.arrays import Floats
from vision.follow.drawings import INKS, Drawings
from vision.judge.company import APART

SUITS, NUMBERS, NO_SUIT = 3, 9, -1  # in the order of `Tile`
NUMBERED = SUITS * NUMBERS
SETTLED = -LOOKS * NEVER  # nats: what somebody said
# a drawing that was taken for two stands for its kind a second time, dearly
SLOTS = np.array([*range(N_KINDS), *[int(Tile.FLOWER)] * (Tile.FLOWER.copies - 1), int(Tile.JOKER), *range(N_KINDS)])
DEAR = np.where(np.arange(len(SLOTS)) < len(SLOTS) - N_KINDS, 0.0, APART)
WAYS = tuple(permutations(range(SUITS)))
"""Which suit each of three families of drawings is."""


@dataclass(frozen=True)
class Weighed:
    """What is known of k drawings: `seen` (k, 36) nats, how each looks like each kind; `said` (k, 36), what people said
    of it; `family` (k,): which of three families of numbers each is of, NO_SUIT for what is no number; `suits` (3, 3)
    nats, what they said, and what else tells, of which family is which suit."""

    seen: Floats
    said: Floats
    family: NDArray[np.int64]
    suits: Floats


def families(d: Drawings, seen: Floats) -> NDArray[np.int64]:
    """Which of three families of numbers each drawing is of (k,): by the pictures that they share, else by their inks
    and by what the readers take them for, `seen` (k, 36); NO_SUIT for what is no number."""
    out = np.full(len(seen), NO_SUIT)
    number = np.logaddexp.reduce(seen[:, :NUMBERED], axis=1) > np.logaddexp.reduce(seen[:, NUMBERED:], axis=1)
    size = np.bincount(d.of, minlength=len(out))
    large = sorted(np.unique(d.picture[d.picture >= 0]), key=lambda p: -size[d.picture == p].sum())[:SUITS]
    for f, p in enumerate(large):
        out[d.picture == p] = f
    loose = number & (d.picture < 0)
    if large or not loose.any():  # where one suit shares a picture all do
        return out
    suit = np.logaddexp.reduce(seen[:, :NUMBERED].reshape(-1, SUITS, NUMBERS), axis=2)
    suit = np.exp(suit - np.logaddexp.reduce(suit, axis=1, keepdims=True))
    look = np.concatenate([d.inks / INKS, suit], axis=1)
    out[loose] = _parted(look[loose])
    return out


def _parted(look: Floats) -> NDArray[np.int64]:
    """Three families of things that look so (n, m): the best of all ways to begin."""
    best, least = np.zeros(len(look), np.int64), np.inf
    for first in range(len(look)):
        middles = [look[first]]
        while len(middles) < SUITS:
            away = np.min([((look - m) ** 2).sum(1) for m in middles], axis=0)
            middles.append(look[int(away.argmax())])
        for _ in range(LOOKS):
            far = np.stack([((look - m) ** 2).sum(1) for m in middles], axis=1)
            near = far.argmin(1)
            middles = [look[near == f].mean(0) if (near == f).any() else m for f, m in enumerate(middles)]
        if (spent := float(far.min(1).sum())) < least:
            best, least = near, spent
    return best


def assigned(held: Weighed, noise: Floats | None = None) -> tuple[NDArray[np.int64], Floats]:
    """The kinds of the drawings (k,), and how likely the families are suits in each of `WAYS` (6,)."""
    seen = held.seen + held.said + (0.0 if noise is None else noise)
    found = [_laid(seen, held.family, way) for way in WAYS]
    told = np.array([sum(held.suits[f, s] for f, s in enumerate(way)) for way in WAYS])
    worth = np.array([w for w, _ in found])
    # the drawings of a family err together: all of them say no more than one does
    share = worth / max(1, (held.family >= 0).sum()) + told
    best = int(share.argmax())
    share = np.exp(share - share[best])
    return found[best][1], np.asarray(share / share.sum())


def _laid(seen: Floats, family: NDArray[np.int64], way: tuple[int, ...]) -> tuple[float, NDArray[np.int64]]:
    """What it is worth in nats that families are these suits, and the kinds of the drawings then."""
    score = seen.copy()
    suit = np.array([*way, NO_SUIT])[family]
    for s in range(SUITS):
        score[(suit >= 0) & (suit != s), NUMBERS * s : NUMBERS * (s + 1)] -= 2 * APART
    score[suit >= 0, NUMBERED:] -= 2 * APART
    score[suit < 0, :NUMBERED] -= 2 * APART * len(np.unique(suit[suit >= 0])) / SUITS
    worth = score[:, SLOTS] - DEAR
    rows, columns = linear_sum_assignment(-worth)
    kinds = np.full(len(seen), int(Tile.FLOWER))
    kinds[rows] = SLOTS[columns]
    return float(worth[rows, columns].sum()), kinds
