"""How likely tiles that are named together are what they are named.

A tile of a suit is right where its number is and its suit is; of the suits all its drawings are right or wrong at once.
What somebody said of a tile is not doubted.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN, DOUBT, FEW_LOOKS, LOOKS, NEVER, SEVERAL
from engine.tile import N_KINDS, Tile
from vision.arrays import Floats
from vision.follow.alike import log_odds
from vision.follow.assigning import NUMBERED, NUMBERS, SUITS
from vision.follow.pictured import PICTURED
from vision.follow.readings import normalised
from vision.judge.company import COPIES, REPEATED
from vision.judge.doubt import warily

# Log odds that the number of a tile of a suit is right, that its suit is, and that the kind of any other tile is: the
# intercept, then the weights of its log odds as all are named together, of those by the tile's own reading, of those
# that it bears its drawing and no other, and of how its figure agrees with a number, and how far a suit is set apart.
# Fitted by `tests.bench.at_once` to sets of ten manners of families that training sees, and checked with each manner
# left out.
RIGHT = np.array([[0.52, 0.82, 0.36, 0.08, 0.61], [-0.21, 0.52, 0.39, -0.05, 0.42], [0.36, 0.34, 0.65, -0.02, 0.0]])


@dataclass(frozen=True, slots=True)
class Names:
    """What drawings are named: their `kinds` (k,), each kind in such a `share` (k, 36) of the ways to see it; which
    `family` of numbers each belongs to (k,), less than 0 where to none, whose `suits` are so likely; how far that is
    set `apart` from the others (k,); and what `figures` tell of the numbers (k, 9) nats, in tiles seen in so many
    `hands`."""

    kinds: NDArray[np.int64]
    share: Floats
    family: NDArray[np.int64]
    suits: float
    apart: Floats
    figures: Floats
    hands: int = 1


@dataclass(frozen=True, slots=True)
class Named:
    """What tiles are named: how likely each is each kind as all are named together, `said` (n, 36); which are taken for
    numbers of a suit, `numbered` (n,), and of which somebody said what they are, `settled` (n,); and the log odds
    `tell` (n, 3, 4) that the number, the suit and the kind of each are right, as all are named together, by its own
    reading, and as far as it bears its drawing and no other; the last how far its figure agrees with that number,
    and its suit is set apart; seen in so many `hands`."""

    said: Floats
    numbered: NDArray[np.bool_]
    settled: NDArray[np.bool_]
    tell: Floats
    hands: int = 1

    def right(self, weights: Floats = RIGHT) -> Floats:
        """How likely the likeliest kind of each is right (n,), hardly ever so likely as to be sure."""
        odds = weights[:, 0] + (self.tell * weights[:, 1:]).sum(2)
        number, suit, kind = 1 / (1 + np.exp(-odds.T))
        right = warily(np.where(self.numbered, number * suit, kind))
        right = np.where(self.settled, np.maximum(right, CERTAIN), right)
        first, out = self.said.argmax(1), np.array(right, np.float64)
        for k in np.unique(first):
            mine, told = (first == k) & ~self.settled, (first == k) & self.settled
            out[mine] = no_more(out[mine], COPIES[k] * self.hands - told.sum())
        return out

    def believed(self) -> Floats:
        """How likely each is each kind (n, 36), as far as it may be believed."""
        said, right = self.said.copy(), self.right()
        each, first = np.arange(len(said)), said.argmax(1)
        said[each, first] = 0.0
        said /= said.sum(1, keepdims=True)
        # which face is the likeliest never changes, not by rounding either
        right = np.maximum(right, said.max(1) / (1 + said.max(1)) + 1e-4)
        said *= 1 - right[:, None]
        said[each, first] = right
        return said


def no_more(right: Floats, there: float) -> Floats:
    """How likely tiles are what they are named, `right` (n,), where of all of them no more than so many can be: each as
    much less likely, in log odds, as it takes."""
    if right.sum() <= there:
        return right
    less = np.arange(0.0, SEVERAL * NEVER, DOUBT / SEVERAL**3)
    ways = 1 / (1 + np.exp(-(log_odds(right) + less[:, None])))
    few = ways.sum(1) <= there
    return np.asarray(ways[few.argmax() if few.any() else -1])


def _as_read(own: Floats, kinds: NDArray[np.int64], of: NDArray[np.int64]) -> Floats:
    """By how much less tiles that are read as `own`, log p (n, 36), and bear the drawings `of` (n,), look like the kind
    of each drawing than like that of their own (n, k), in nats; of flowers and jokers: that two of these bear one
    drawing is told by their pictures alone."""
    said, pictured = np.maximum(own, NEVER), np.isin(kinds, PICTURED)
    less = np.minimum(said[:, kinds] - said[np.arange(len(of)), kinds[of]][:, None], 0.0)
    return np.asarray(less * (pictured & pictured[of][:, None]))


def named(names: Names, of: NDArray[np.int64], borne: Floats, own: Floats, settled: NDArray[np.bool_]) -> Named:
    """Tiles (n,) that bear drawings that are named so, each the drawing `of` (n,) and as likely each as the log odds
    `borne` (n, k) say; by itself each is read as `own`, log p (n, 36), and of those that are `settled` (n,) somebody
    said it."""
    each = np.arange(len(of))
    # a flower that lies there is hardly there once more
    again = REPEATED[np.minimum(np.bincount(of, minlength=borne.shape[1]), len(REPEATED) - 1)]
    again = np.where(names.kinds == Tile.FLOWER, again, 0.0) * (np.arange(borne.shape[1]) != of[:, None])
    like = borne + _as_read(own, names.kinds, of)
    may = np.exp(like / FEW_LOOKS - again)  # what tells of two tiles tells much the same of others
    may = np.where(settled[:, None], np.eye(borne.shape[1])[of], may / may.sum(1, keepdims=True))
    share = may @ names.share
    said = CERTAIN * (share + may @ np.eye(N_KINDS)[names.kinds]) / 2 + (1 - CERTAIN) / N_KINDS
    first, both = said.argmax(1), np.stack([share, np.exp(own)], 1)
    in_suits = both[..., :NUMBERED].reshape(len(said), 2, SUITS, NUMBERS)
    number, suit = in_suits.sum(2)[each, :, first % NUMBERS], in_suits.sum(3)[each, :, first // NUMBERS % SUITS]
    suit[:, 0] = names.suits
    others = borne.copy()
    others[each, of] = -np.inf
    alone = np.clip(borne[each, of] - others.max(1, initial=SEVERAL * NEVER), -LOOKS, LOOKS)
    figures = normalised(names.figures)[of][each, first % NUMBERS] + np.log(NUMBERS)
    agrees = np.where(first < NUMBERED, np.maximum(figures, DOUBT), 0.0)
    special = np.stack([agrees, names.apart[of], np.zeros(len(of))], 1)
    bears = np.broadcast_to(alone[:, None], special.shape)
    odds = log_odds(np.stack([number, suit, both[each, :, first]], 1))
    tell = np.concatenate([odds, np.stack([bears, special], 2)], axis=2)
    numbered = (names.family[of] >= 0) & (first < NUMBERED)
    return Named(said, numbered, settled & (names.kinds[of] == first), tell, names.hands)
