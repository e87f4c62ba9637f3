"""What the figures on tiles tell in a set that the reader knows.

A reader that knows a set by its pictures may not see which small figure stands beside one: where all Craks of a set are
one picture it takes a 3 for a 7. What is written is read by a network of its own (`vision.read.indices`), which errs
otherwise, and where the figures of a set are mostly read as what its surest tiles are, it is believed of the others.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN, LIKELY, SEVERAL, SURE
from engine.tile import N_KINDS
from vision.arrays import Floats, Floats32, Reals
from vision.judge.doubt import asked, faces_of
from vision.read.indices import NUMBERED, NUMBERS, SUITS, joined, numbers_told

TURNED = (5, 8)  # of the numbers, from 0: 6 and 9 are one figure, and where others of its set stand tells which it is
Written = Callable[[NDArray[np.int64]], Reals]
"""What is written on some of the tiles, by number (k,): shares (k, 24) of `vision.read.indices`."""


def told_by_figures(log_p: Reals, written: Written, known: float = 1.0) -> Floats:
    """What figures tell of the kinds of tiles (n, 36), in nats, that are read in company as log p (n, 37): of those
    that are read as a number and not surely, and as a 6 or a 9 where it is not surely `known` that the reader knows
    their set; nothing, 0, of all others. `written` is asked only where it may tell."""
    faces, told = faces_of(log_p), np.zeros((len(log_p), N_KINDS))
    first, sure = faces.argmax(1), np.exp(faces.max(1))
    numbered = first < NUMBERED
    turned = np.isin(first % NUMBERS, TURNED) & (known < SURE)
    is_open = numbered & ((sure < SURE) | turned)
    open_ones, surest = np.flatnonzero(is_open), np.flatnonzero(numbered & ~is_open & (sure >= CERTAIN))
    if not len(open_ones) or len(surest) < 2 * SEVERAL:
        return told
    some = surest[asked(len(surest))]
    numbers = numbers_told(written(np.concatenate([some, open_ones])))
    if (numbers[: len(some)].argmax(1) == first[some] % NUMBERS).mean() >= LIKELY:
        told[open_ones, :NUMBERED] = np.tile(numbers[len(some) :], SUITS)
        # a reader that is sure of a 6 is as sure of it on its head: it tells no more than that it is one of the two
        some = open_ones[turned[open_ones]]
        mine, other = first[some], first[some] + sum(TURNED) - 2 * (first[some] % NUMBERS)
        told[some, other] += np.maximum(faces[some, mine] - faces[some, other] + np.log(1 - SURE), 0.0)
    return told


def with_figures(log_p: Reals, written: Written, known: float = 1.0) -> Floats32:
    """Log p (n, 37) of tiles read in company, with what `told_by_figures` tells of some of them; the others as they
    are."""
    told, out = told_by_figures(log_p, written, known), np.array(log_p, np.float32)
    some = told.any(axis=1)
    out[some] = joined(out[some], told[some])
    return out
