"""The tiles of one picture of a set that nobody showed, named together.

What `vision.follow.learner` makes of a hand can be made of a photograph too: which tiles bear one drawing, which
drawings share a picture and what figure tells them apart, and one kind for each drawing, all at once. It is worth most
where most of a set lies there, and something from a dozen tiles on.
"""

import numpy as np

from engine.sight.observation import CERTAIN
from engine.tile import N_KINDS
from vision.arrays import Floats, Floats32
from vision.follow.learner import Rested, learnt
from vision.read.numerals import Numerals
from vision.read.together import Shown

# Log odds that the kind which a tile is given is right: the intercept, then the weights of the log odds of it as the
# family, of how often its drawing is given that kind, and of the tile's own reading. Fitted to sets of ten manners of
# families that training sees, and checked with each manner left out.
RIGHT = np.array([0.15, 0.76, 0.18, 0.26])


def at_once(log_p: Floats32, shown: Shown, numerals: Numerals) -> Floats32:
    """The log-probabilities (n, 37) of the tiles of one picture, a set's at most and one at least, given what they are
    read as together, `log_p` (n, 37), and what they show: the kind that its drawing is given is the likeliest of each,
    the surer the oftener it is given that kind where the readings are disturbed. That a tile is no known face is left
    as it is."""
    faces = log_p[:, :N_KINDS].astype(np.float64)
    some = np.logaddexp.reduce(faces, axis=1, keepdims=True)
    rows = zip(np.asarray(shown.points, np.float64), faces - some, shown.crops, strict=True)
    told = learnt(tuple(Rested(k, *row) for k, row in enumerate(rows)), faces - some, shown.told, numerals)
    suit = np.where(told.family >= 0, told.ways.max(), 1.0)  # all drawings of a family are right or wrong about it
    share = told.share()
    sure = CERTAIN * suit[:, None]
    said = (sure * (share + np.eye(N_KINDS)[told.kinds]) / 2 + (1 - sure) / N_KINDS)[told.of]
    each, first = np.arange(len(said)), said.argmax(1)
    signs = [said[each, first], share[told.of, first], np.exp(faces - some)[each, first]]
    odds = RIGHT[0] + sum(w * _odds(p) for w, p in zip(RIGHT[1:], signs, strict=True))
    right = np.minimum(1 / (1 + np.exp(-odds)), suit[told.of])
    said[each, first] = 0.0
    said /= said.sum(1, keepdims=True)
    right = np.maximum(right, said.max(1) / (1 + said.max(1)))  # which face is the likeliest never changes
    said *= 1 - right[:, None]
    said[each, first] = right
    return np.asarray(np.concatenate([np.log(said) + some, log_p[:, N_KINDS:]], 1), np.float32)


def _odds(p: Floats) -> Floats:
    """Log odds of chances (n,); nearer to 0 and 1 they tell no more."""
    p = np.clip(p, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(p) - np.log1p(-p))
