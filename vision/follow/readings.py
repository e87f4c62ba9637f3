"""What figures are read as, and how far that may be believed.

A place where the figures of a set stand is told by two things: what is read there differs from tile to tile, and it
agrees with what the tiles are taken for otherwise. Motifs that are taken for figures differ as well, but agree with
nothing. How far a figure is cut out off its middle it is misread by otherwise: all readings of it are worth more than
the best.
"""

from collections.abc import Sequence

import numpy as np

from engine.sight.observation import CERTAIN, LOOKS
from vision.arrays import Floats
from vision.read.indices import NUMBERED, SUITS
from vision.read.numerals import NOT_ONE


def normalised(log_p: Floats) -> Floats:
    """Log p (n, k), so that each row is of something."""
    return np.asarray(log_p - np.logaddexp.reduce(log_p, axis=1, keepdims=True))


def numbers_of(log_p: Floats) -> Floats:
    """Log p that tiles, which are read as log p (n, 36), bear each number (n, 9), those without one less than 1."""
    return np.asarray(np.logaddexp.reduce(log_p[:, :NUMBERED].reshape(-1, SUITS, NOT_ONE), axis=1))


def telling(said: Floats) -> float:
    """How much is told by figures that are read as log p (n, k), in nats a figure: what is read surely, but the same on
    all of them, tells nothing."""
    mean = np.logaddexp.reduce(said, axis=0) - np.log(len(said))
    return float((np.exp(said) * (said - mean)).sum(1).mean())


def agreeing(said: Floats, numbers: Floats) -> float:
    """By how much likelier figures that are read as log p (n, 9) are those of tiles which have these `numbers`, log p
    (n, 9), than of any others, in nats a figure: less than 0 where what is read is something else."""
    may = normalised(np.logaddexp(normalised(numbers), np.log(1 - CERTAIN)))
    return float(np.logaddexp.reduce(normalised(said) + may, axis=1).mean() + np.log(NOT_ONE))


def evened(said: Floats) -> Floats:
    """Log p (n, k) of things of which about as many are of one kind as of another: what is read more often than that
    is told less for it."""
    kinds = said.shape[1]
    often = np.exp(np.logaddexp.reduce(said, axis=0)) + kinds / 2  # a few of each are taken on trust
    return normalised(said - np.log(often / often.sum()))


def of_all_looks(said: Sequence[Floats]) -> Floats:
    """Log p (k, 9) of figures that are read so in each of some looks, which err alike in part."""
    return normalised(np.sum(said, axis=0) / len(said) ** 0.5)


def of_all_ways(said: Sequence[Floats], worth: Sequence[float]) -> Floats:
    """Log p (k, 9) of figures that are read so in each of some ways to cut them out, by how much these are `worth`, in
    nats a figure; figures of one set err together."""
    share = np.exp(LOOKS * (np.array(worth) - max(worth)))
    return normalised(np.tensordot(share / share.sum(), np.stack(said), 1))


def either_way(one: tuple[Floats, Floats], other: tuple[Floats, Floats], odds: Floats) -> Floats:
    """Log p (n, 9) of figures on tiles that are one way up with such log `odds` (n,), from what is read of them that
    way and on their heads, each log p (n, 9) and that there is none, log p (n,): where one shows a figure and the other
    none, that tells which way is up."""
    (said, none), (turned, none_turned) = one, other
    odds = odds + _shown(none) - _shown(none_turned)
    up, down = (-np.logaddexp(0, way * odds)[:, None] for way in (-1, 1))
    return np.asarray(np.logaddexp(normalised(said) + up, normalised(turned) + down))


def _shown(none: Floats) -> Floats:
    """Log odds that something stands there which does not with log p `none` (n,)."""
    return np.asarray(np.log1p(-np.exp(none)) - none)
