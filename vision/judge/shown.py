"""What the networks say: how surely the finder marked the place, a thing lies there, and the reader sees a face."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.judge.known import Known
from vision.judge.pictures import UNLIKE, resembled
from vision.judge.reason import Curve, Measured
from vision.read.apart import LIKE
from vision.read.finder import LEAST_WIDTH
from vision.read.finds import Finds
from vision.read.sightings import NOT_A_FACE


def _score(finds: Finds, known: Known) -> NDArray[np.float64]:
    """The finder's score (n, 1); what nobody found is as if found so-so."""
    return np.where(np.isfinite(finds.scores), finds.scores, 0.65)[:, None].astype(np.float64)


def _odds(finds: Finds, known: Known) -> NDArray[np.float64]:
    """The reader's log odds that it is some face (n, 1). What shows nothing cannot be read: it tells nothing that no
    face is seen in it."""
    none = np.minimum(finds.log_p[:, NOT_A_FACE].astype(np.float64), -1e-7)
    odds = np.log1p(-np.exp(none)) - none
    return np.where(finds.bare, np.maximum(odds, 0.0), odds)[:, None]


SHARP = 18.0  # by how many nats a find is likelier a tile with whose picture it correlates by one more
SCORE = Curve("the finder's score, 0..1", (0.3, 0.4, 0.5, 0.65, 0.8, 0.95), (-2.6, -2.8, -2.4, -1.4, 0.2, 2.0))
FACE = Curve("the reader's log odds of a face", (-8.0, 14.0), (-8.7, 8.4))
finder = Measured(_score, (SCORE,))


def _lies(finds: Finds, known: Known) -> NDArray[np.float64]:
    """The log odds that a thing lies there and is not printed (n, 1). A tile so small that it must be enlarged has no
    edges to tell it by; where a pattern is printed, it is told by that."""
    odds = known.prints.odds(finds)
    clear = np.clip(finds.sizes.min(1) / LEAST_WIDTH - 1, 0.0, 1.0) if not len(known.prints) else 1.0
    return np.asarray(odds * clear)[:, None]


RAISED = Curve("log odds of a thing that lies there", (-10.0, -5.0, -2.0, 0.0, 2.0), (-8.34, -3.47, -0.7, 0.2, 0.2))
raised = Measured(_lies, (RAISED,))


@dataclass(frozen=True, slots=True)
class _Reader(Measured):
    """What lies just as in a picture that the household took of its own is a tile, though the network has never seen
    such a face. Measured on drawn tables of seven families, each read with its own set enrolled: of 591 tiles and 350
    other finds, 550 tiles and nothing else correlated by more than 0.8, halfway from unlike to like."""

    def __call__(self, finds: Finds, known: Known) -> NDArray[np.float64]:
        nats = Measured.__call__(self, finds, known)
        strange = np.flatnonzero((nats[:, 0] < SHARP * (1 - UNLIKE)) & ~finds.bare)
        fits = resembled(finds, known, strange)
        own = fits > (UNLIKE + LIKE) / 2
        nats[strange[own], 0] = np.maximum(nats[strange[own], 0], SHARP * (fits[own] - UNLIKE))
        return nats


reader = _Reader(_odds, (FACE,))
