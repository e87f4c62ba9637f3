"""The tiles of one picture of a set that nobody showed, named together.

What `vision.follow.learner` makes of a hand can be made of a photograph too: which tiles bear one drawing, which
drawings share a picture and what figure tells them apart, and one kind for each drawing, all at once. It is worth most
where most of a set lies there, and something from a dozen tiles on.
"""

import numpy as np

from engine.tile import N_KINDS
from vision.arrays import Floats32
from vision.follow.learnt import Rested, learnt
from vision.follow.sorting import Sorting
from vision.read.numerals import Numerals
from vision.read.together import Shown


def at_once(log_p: Floats32, shown: Shown, numerals: Numerals, photos: tuple[Rested, ...] = ()) -> Floats32:
    """The log-probabilities (n, 37) of the tiles of one picture, a set's at most and one at least, given what they are
    read as together, `log_p` (n, 37), and what they show: the kind that its drawing is given is the likeliest of each,
    as likely as such names are right, and hardly ever sure. That a tile is no known face is left as it is. The last
    tiles, as many as there are `photos`, are those of a household's own set that were photographed."""
    faces = log_p[:, :N_KINDS].astype(np.float64)
    some = np.logaddexp.reduce(faces, axis=1, keepdims=True)
    rows = zip(np.asarray(shown.points, np.float64), faces - some, shown.crops, strict=True)
    tiles = [Rested(k, *row) for k, row in enumerate(rows)][: len(log_p) - len(photos)]
    told = learnt((*tiles, *photos), faces - some, shown, Sorting(numerals))
    said = np.log(told.named.believed())
    return np.asarray(np.concatenate([said + some, log_p[:, N_KINDS:]], 1), np.float32)
