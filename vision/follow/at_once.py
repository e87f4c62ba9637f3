"""The tiles of one picture of a set that nobody showed, named together.

What `vision.follow.learner` makes of a hand can be made of a photograph too: which tiles bear one drawing, which
drawings share a picture and what figure tells them apart, and one kind for each drawing, all at once. It is worth most
where most of a set lies there, and something from a dozen tiles on.
"""

import numpy as np

from engine.sight.observation import CERTAIN
from engine.tile import N_KINDS, SET_SIZE
from vision.arrays import Floats, Floats32, Image
from vision.follow.learner import Rested, learnt
from vision.read.numerals import Numerals


def at_once(log_p: Floats32, points: Floats32, crops: Image, shares: Floats, numerals: Numerals) -> Floats32 | None:
    """The log-probabilities (n, 37) of tiles, given what they are read as by themselves, `log_p` (n, 37), their
    embeddings (n, E), crops (n, 64, 48, 3) and what is written on them, `shares` (n, 24) of `vision.read.indices`: the
    kind that its drawing is given is the likeliest of each, the surer the oftener it is given that kind where the
    readings are disturbed. That a tile is no known face is left as it is. None of more tiles than a set has, many of
    which must be none: those are read in one another's company alone."""
    faces = log_p[:, :N_KINDS].astype(np.float64)
    some = np.logaddexp.reduce(faces, axis=1, keepdims=True)
    if not 0 < len(faces) <= SET_SIZE:
        return None
    tiles = tuple(
        Rested(k, *row) for k, row in enumerate(zip(points.astype(np.float64), faces - some, crops, strict=True))
    )
    told = learnt(tiles, faces - some, shares, numerals)
    said = CERTAIN * (told.share() + np.eye(N_KINDS)[told.kinds]) / 2 + (1 - CERTAIN) / N_KINDS
    return np.asarray(np.concatenate([np.log(said[told.of]) + some, log_p[:, N_KINDS:]], 1), np.float32)
