"""The tiles of one picture of a set that nobody showed, named together.

What `vision.follow.learner` makes of a hand can be made of a photograph too: which tiles bear one drawing, which
drawings share a picture and what figure tells them apart, and one kind for each drawing, all at once. It is worth most
where most of a set lies there, and something from a dozen tiles on.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN
from engine.tile import N_KINDS
from vision.arrays import Floats, Floats32
from vision.follow.assigning import NUMBERED, NUMBERS, SUITS
from vision.follow.learner import Rested, learnt
from vision.judge.doubt import warily
from vision.read.numerals import Numerals
from vision.read.together import Shown

# Log odds that the number of a tile of a suit is right, that its suit is, and that the kind of any other tile is: the
# intercept, then the weights of its log odds as all are named together and of those by the tile's own reading. Fitted
# by `tests.bench.at_once` to sets of ten manners of families that training sees, and checked with each manner left out.
RIGHT = np.array([[0.43, 0.56, 0.21], [-0.03, 0.87, 0.23], [0.02, 0.25, 0.6]])


@dataclass(frozen=True, slots=True)
class Named:
    """What the tiles of a picture are named: how likely each is each kind as all are named together, `said` (n, 36);
    which are taken for numbers of a suit, `numbered` (n,); and the log odds `tell` (n, 3, 2) that the number, the suit
    and the kind of each are right, as all are named together and by its own reading. All drawings of a suit are right
    or wrong about it."""

    said: Floats
    numbered: NDArray[np.bool_]
    tell: Floats

    def right(self, weights: Floats = RIGHT) -> Floats:
        """How likely the likeliest kind of each is right (n,)."""
        odds = weights[:, 0] + (self.tell * weights[:, 1:]).sum(2)
        number, suit, kind = 1 / (1 + np.exp(-odds.T))
        return np.asarray(np.where(self.numbered, number * suit, kind))


def named(faces: Floats, shown: Shown, numerals: Numerals) -> Named:
    """The tiles of one picture, given what they are read as together, log p (n, 36), and what they show."""
    rows = zip(np.asarray(shown.points, np.float64), faces, shown.crops, strict=True)
    told = learnt(tuple(Rested(k, *row) for k, row in enumerate(rows)), faces, shown.told, numerals)
    share = told.share()
    said = (CERTAIN * (share + np.eye(N_KINDS)[told.kinds]) / 2 + (1 - CERTAIN) / N_KINDS)[told.of]
    each, first = np.arange(len(said)), said.argmax(1)
    both = np.stack([share[told.of], np.exp(faces)], 1)
    in_suits = both[..., :NUMBERED].reshape(len(said), 2, SUITS, NUMBERS)
    number, suit = in_suits.sum(2)[each, :, first % NUMBERS], in_suits.sum(3)[each, :, first // NUMBERS % SUITS]
    suit[:, 0] = told.ways.max()
    return Named(
        said, (told.family[told.of] >= 0) & (first < NUMBERED), _odds(np.stack([number, suit, both[each, :, first]], 1))
    )


def at_once(log_p: Floats32, shown: Shown, numerals: Numerals) -> Floats32:
    """The log-probabilities (n, 37) of the tiles of one picture, a set's at most and one at least, given what they are
    read as together, `log_p` (n, 37), and what they show: the kind that its drawing is given is the likeliest of each,
    as likely as such names are right, and hardly ever sure. That a tile is no known face is left as it is."""
    faces = log_p[:, :N_KINDS].astype(np.float64)
    some = np.logaddexp.reduce(faces, axis=1, keepdims=True)
    all_named = named(faces - some, shown, numerals)
    said, right = all_named.said.copy(), warily(all_named.right())
    each, first = np.arange(len(said)), said.argmax(1)
    said[each, first] = 0.0
    said /= said.sum(1, keepdims=True)
    right = np.maximum(right, said.max(1) / (1 + said.max(1)))  # which face is the likeliest never changes
    said *= 1 - right[:, None]
    said[each, first] = right
    return np.asarray(np.concatenate([np.log(said) + some, log_p[:, N_KINDS:]], 1), np.float32)


def _odds(p: Floats) -> Floats:
    """Log odds of chances; nearer to 0 and 1 they tell no more."""
    p = np.clip(p, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(p) - np.log1p(-p))
