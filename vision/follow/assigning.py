"""What the drawings of a set are, found together: each kind has one drawing (eight flowers and two jokers may have one
each), the numbers of a suit share a picture or an ink, and what the readers make of each drawing is weighed at once.
"""

from dataclasses import dataclass
from itertools import permutations

import numpy as np
from lap import lapjv
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN, DOUBT, LIKELY, LOOKS, NEVER, SEVERAL, SURE
from engine.tile import N_KINDS, Tile
from vision.arrays import Floats
from vision.follow.drawings import INKS, Drawings
from vision.follow.readings import normalised
from vision.judge.company import APART

SUITS, NUMBERS, NO_SUIT = 3, 9, -1  # in the order of `Tile`
NUMBERED = SUITS * NUMBERS
WINDS = int(Tile.GREEN - Tile.NORTH)
SETTLED = -LOOKS * NEVER  # nats: what somebody said
# a drawing that was taken for two stands for its kind a second time, dearly
SLOTS = np.array([*range(N_KINDS), *[int(Tile.FLOWER)] * (Tile.FLOWER.copies - 1), int(Tile.JOKER), *range(N_KINDS)])
DEAR = np.where(np.arange(len(SLOTS)) < len(SLOTS) - N_KINDS, 0.0, APART)
# tiles of a set that bear the drawing of each slot, of flowers that differ one each; none must be there a second time
COPIES = np.zeros(len(SLOTS))
COPIES[: -N_KINDS - 1] = [1 if k == Tile.FLOWER else Tile(k).copies for k in SLOTS[: -N_KINDS - 1]]
WAYS = tuple(permutations(range(SUITS)))
"""Which suit each of three families of drawings is."""


@dataclass(frozen=True)
class Weighed:
    """What is known of k drawings: `seen` (k, 36) nats, how each looks like each kind; `said` (k, 36), what people said
    of it; `family` (k,): which of three families of numbers each is of, NO_SUIT for what is no number; `fixed` (k,):
    which of them are so for certain; `ink` (k, 3) nats, what the ink of each tells of its being of each family; `inked`
    (6,) nats, what inks tell of the `WAYS`, and `told` (3, 3) what people said of which family is which suit; on what
    part of the numbers the word of a suit is `worded`, and what `part` of a set was seen."""

    seen: Floats
    said: Floats
    family: NDArray[np.int64]
    fixed: NDArray[np.bool_]
    ink: Floats
    inked: Floats
    told: Floats
    worded: float
    part: float


def families(d: Drawings, seen: Floats) -> NDArray[np.int64]:
    """Which of three families of numbers each drawing is of (k,): by the pictures that they share, else by their inks,
    the hues in them and what the readers take them for, `seen` (k, 36); NO_SUIT for what is no number."""
    out = np.full(len(seen), NO_SUIT)
    odds = np.logaddexp.reduce(seen[:, :NUMBERED], axis=1) - np.logaddexp.reduce(seen[:, NUMBERED:], axis=1)
    size = np.bincount(d.of, minlength=len(out))
    # winds may share a picture too, and dragons
    some = [d.picture == p for p in np.unique(d.picture[d.picture >= 0])]
    large = sorted((m for m in some if m.sum() > WINDS or odds[m].sum() > 0), key=lambda m: -size[m].sum())[:SUITS]
    for f, mine in enumerate(large):
        out[mine] = f
    loose = (odds > 0) & (d.picture < 0)
    if len(large) == SUITS or not loose.any():
        return out
    by_suit = seen[:, :NUMBERED].reshape(-1, SUITS, NUMBERS)
    suit, number = (_shares(np.logaddexp.reduce(by_suit, axis=axis)) for axis in (2, 1))
    # how dark an ink is tells less than its hue: a suit's numbers have more or less of a band, an outline, a shadow
    look = np.concatenate([d.inks * (1 / SEVERAL, 1, 1) / INKS, suit, SEVERAL * d.hues], axis=1)
    which = np.where(number.max(1) > SURE, number.argmax(1), NUMBERS)
    # a suit that shares a picture is whole with it
    out[loose] = len(large) + _parted(look[loose], which[loose], SUITS - len(large))
    return out


def _shares(said: Floats) -> Floats:
    """The shares (n, k) of what is said in nats."""
    return np.exp(normalised(said))


def _parted(look: Floats, number: NDArray[np.int64], families: int) -> NDArray[np.int64]:
    """So many families of things that look so (n, m) and bear these numbers (n,), NUMBERS where it is not known: the
    best of all ways to begin. A family has each number once, or its drawing was taken for two."""
    best, least = np.zeros(len(look), np.int64), np.inf
    for first in range(len(look)):
        middles = [look[first]]
        while len(middles) < families:
            away = np.min([((look - m) ** 2).sum(1) for m in middles], axis=0)
            middles.append(look[int(away.argmax())])
        near = np.zeros(0, np.int64)
        for _ in range(LOOKS):
            far, last = np.stack([((look - m) ** 2).sum(1) for m in middles], axis=1), near
            near, spent = _one_of_each(far, number)
            if np.array_equal(near, last):
                break
            middles = [look[near == f].mean(0) if (near == f).any() else m for f, m in enumerate(middles)]
        if spent < least:
            best, least = near, spent
    return best


def _one_of_each(far: Floats, number: NDArray[np.int64]) -> tuple[NDArray[np.int64], float]:
    """The nearest of the families for each thing, so far from each (n, f), and what that costs: that a family has
    another thing of one number costs as much as a step from ink to ink."""
    near = far.argmin(1)
    again = 0
    for one in range(NUMBERS):
        mine = np.flatnonzero(number == one)
        if not 1 < len(mine) <= NUMBERS:  # what is read on more than that tells nothing
            continue
        times = np.repeat(np.arange(len(mine)), far.shape[1])  # a place in each family, and dearer ones
        rows, columns = best_pairs(-np.tile(far[mine], len(mine)) - times)
        near[mine[rows]] = columns % far.shape[1]
        again += int(times[columns].sum())
    return near, float(far[np.arange(len(near)), near].sum() + again)


def best_pairs(worth: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows and columns (k,) of a matrix (n, m) that are laid together so that it is worth the most, each once."""
    column = lapjv(-worth, extend_cost=True, return_cost=False)[0] if worth.size else np.zeros(0, np.int64)
    rows = np.flatnonzero(column >= 0)
    return rows, np.asarray(column[rows], np.int64)


def by_ink(d: Drawings, family: NDArray[np.int64]) -> Floats:
    """What the ink of each drawing tells of its being of each family (k, 3), in nats: the numbers of a suit, its one
    too, are mostly printed in one ink, and what is no number seldom in just that."""
    out = np.zeros((len(family), SUITS))
    for f in np.unique(family[family >= 0]):
        off = np.linalg.norm(d.inks - np.median(d.inks[family == f], axis=0), axis=1) / INKS
        out[:, f] = np.maximum(SEVERAL * (0.5 - off), -APART)
    return out


def suits_apart(d: Drawings, family: NDArray[np.int64]) -> Floats:
    """How far the inks and hues of each drawing's family lie from those of the nearest other one (k,), 2 where farther,
    and where it shares a picture or is no number: suits of one ink are parted by motifs, which are misread."""
    look = np.concatenate([d.inks * (1 / SEVERAL, 1, 1) / INKS, d.hues], axis=1)
    there = [f for f in range(SUITS) if (family == f).any() and (d.picture[family == f] < 0).any()]
    middle = {f: np.median(look[family == f], axis=0) for f in there}
    out = np.full(len(family), 2.0)
    for f in there:
        near = [np.linalg.norm(middle[f] - middle[g]) for g in there if g != f]
        out[family == f] = min(near, default=2.0)
    return np.asarray(np.minimum(out, 2.0))


def usual(inks: Floats) -> Floats:
    """What the inks of three families tell of the `WAYS` (6,), in nats, each of them so much likelier on a suit of its
    usual colour, `inks` (3, 3): a set has the usual colours in all suits, or in none."""
    together = np.array([np.prod([inks[f, way[f]] for f in range(SUITS)]) for way in WAYS])
    return np.asarray(np.log(LIKELY * together + 1 - LIKELY))


def assigned(held: Weighed, noise: Floats | None = None) -> tuple[NDArray[np.int64], Floats]:
    """The kinds of the drawings (k,), and how likely the families are suits in each of `WAYS` (6,)."""
    seen = held.seen + held.said + (0.0 if noise is None else noise)
    there = [f for f in range(SUITS) if (held.family == f).any()]
    asked = held.told.any()  # people are asked where looks are not to be trusted
    rather = {f: _rather(seen[held.family == f]) if asked else np.zeros((SUITS, NUMBERED)) for f in there}
    found = [_laid(seen, held, way, rather) for way in WAYS]
    worth = np.array([w for w, _ in found])
    of = np.array(WAYS).T
    told = sum(held.told[f, of[f]] for f in range(SUITS))
    # the drawings of a family err together: all of them say no more than one does
    share = worth / max(1, (held.family >= 0).sum()) + held.inked
    # designers swap what is usual, and then all of it is wrong: nothing but the words of the suits rules a way out;
    # of a set of which people have to be asked looks tell hardly anything
    least = DOUBT / 2 if held.told.any() else -APART
    share = np.maximum(share - share.max(), least * (1 + SEVERAL * held.worded)) + told
    best = int(share.argmax())
    share = np.exp(share - share[best])
    return found[best][1], np.asarray(share / share.sum())


def there_are(part: float) -> Floats:
    """How likely the drawing of each slot is among so large a part of a set, in nats against that it is not."""
    none = np.clip(1 - part, 1 - CERTAIN, CERTAIN) ** np.maximum(COPIES, 1)
    return np.asarray(np.where(COPIES > 0, np.clip(np.log1p(-none) - np.log(none), -APART, APART), 0.0))


def _laid(
    seen: Floats, held: Weighed, way: tuple[int, ...], rather: dict[int, Floats]
) -> tuple[float, NDArray[np.int64]]:
    """What it is worth in nats that families are these suits, and the kinds of the drawings then: the families that are
    there look `rather` like other suits, as of `_rather`."""
    score, family = seen.copy(), held.family
    loose = family == NO_SUIT
    for f, others in rather.items():
        own, suit = family == f, slice(NUMBERS * way[f], NUMBERS * (way[f] + 1))
        score[loose, suit] += np.where(held.fixed, -2 * APART, held.ink[:, f])[loose, None]
        score[own, :NUMBERED] -= 2 * APART
        score[own, suit] += 2 * APART
        score[own, :NUMBERED] -= others[way[f]]
    score[family >= 0, NUMBERED:] -= 2 * APART
    worth = score[:, SLOTS] - DEAR + there_are(held.part)
    rows, columns = best_pairs(worth)
    kinds = np.full(len(seen), int(Tile.FLOWER))
    kinds[rows] = SLOTS[columns]
    return float(worth[rows, columns].sum()), kinds


def _rather(seen: Floats) -> Floats:
    """By how much the drawings of a family, `seen` (k, 36) nats, look more like other suits than like each of them,
    most of them together (3, 27): all are right or wrong about it, and what all say tells none of them from the
    others."""
    suits = np.logaddexp.reduce(seen[:, :NUMBERED].reshape(-1, SUITS, NUMBERS), axis=2)
    more = np.median(suits[:, None] - suits[:, :, None], axis=0)
    return np.repeat(np.maximum(more, 0.0), NUMBERS, axis=1)
