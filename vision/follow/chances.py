"""How likely tiles that are named together are what they are named.

A tile of a suit is right where its number is and its suit is; of the suits all its drawings are right or wrong at once.
What somebody said of a drawing is not doubted.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN
from engine.tile import N_KINDS
from vision.arrays import Floats
from vision.follow.alike import log_odds
from vision.follow.assigning import NUMBERED, NUMBERS, SUITS
from vision.judge.doubt import warily

# Log odds that the number of a tile of a suit is right, that its suit is, and that the kind of any other tile is: the
# intercept, then the weights of its log odds as all are named together and of those by the tile's own reading. Fitted
# by `tests.bench.at_once` to sets of ten manners of families that training sees, and checked with each manner left out.
RIGHT = np.array([[0.43, 0.56, 0.21], [-0.03, 0.87, 0.23], [0.02, 0.25, 0.6]])


@dataclass(frozen=True, slots=True)
class Named:
    """What tiles are named: how likely each is each kind as all are named together, `said` (n, 36); which are taken for
    numbers of a suit, `numbered` (n,), and of which somebody said what they are, `settled` (n,); and the log odds
    `tell` (n, 3, 2) that the number, the suit and the kind of each are right, as all are named together and by its own
    reading."""

    said: Floats
    numbered: NDArray[np.bool_]
    settled: NDArray[np.bool_]
    tell: Floats

    def right(self, weights: Floats = RIGHT) -> Floats:
        """How likely the likeliest kind of each is right (n,), hardly ever so likely as to be sure."""
        odds = weights[:, 0] + (self.tell * weights[:, 1:]).sum(2)
        number, suit, kind = 1 / (1 + np.exp(-odds.T))
        right = warily(np.where(self.numbered, number * suit, kind))
        return np.where(self.settled, np.maximum(right, CERTAIN), right)

    def believed(self) -> Floats:
        """How likely each is each kind (n, 36), as far as it may be believed."""
        said, right = self.said.copy(), self.right()
        each, first = np.arange(len(said)), said.argmax(1)
        said[each, first] = 0.0
        said /= said.sum(1, keepdims=True)
        right = np.maximum(right, said.max(1) / (1 + said.max(1)))  # which face is the likeliest never changes
        said *= 1 - right[:, None]
        said[each, first] = right
        return said


def named(
    share: Floats,
    kinds: NDArray[np.int64],
    family: NDArray[np.int64],
    suits: float,
    own: Floats,
    settled: NDArray[np.bool_],
) -> Named:
    """Tiles (n,) that are named `kinds`, each kind in such a `share` (n, 36) of the ways to see it, and belong to a
    `family` of numbers, less than 0 where to none, whose `suits` are so likely; by themselves each is read as `own`,
    log p (n, 36), and of those that are `settled` (n,) somebody said it."""
    each = np.arange(len(kinds))
    said = CERTAIN * (share + np.eye(N_KINDS)[kinds]) / 2 + (1 - CERTAIN) / N_KINDS
    first, both = said.argmax(1), np.stack([share, np.exp(own)], 1)
    in_suits = both[..., :NUMBERED].reshape(len(said), 2, SUITS, NUMBERS)
    number, suit = in_suits.sum(2)[each, :, first % NUMBERS], in_suits.sum(3)[each, :, first // NUMBERS % SUITS]
    suit[:, 0] = suits
    tell = log_odds(np.stack([number, suit, both[each, :, first]], 1))
    return Named(said, (family >= 0) & (first < NUMBERED), settled & (kinds == first), tell)
