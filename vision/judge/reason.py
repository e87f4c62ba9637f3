"""What a reason is: something about finds that makes it likelier, or less likely, that tiles lie there."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.judge.known import Known
from vision.read.finds import Finds

Weigh = Callable[[Finds, Known], Floats]
"""Nats (n, 36), or (n, 1) for all alike, by which each kind is likelier against "no tile" than it was."""


@dataclass(frozen=True, slots=True)
class Reason:
    """`against`: what is said of a find that it speaks against, after "no tile:"."""

    name: str
    against: str
    weigh: Weigh


@dataclass(frozen=True, slots=True)
class Curve:
    """A log-likelihood ratio, tile against none, of something measured in `unit`: `nats` at the knots `at`, which rise,
    linear between them and level beyond."""

    unit: str
    at: tuple[float, ...]
    nats: tuple[float, ...]

    def __call__(self, measure: Floats) -> Floats:
        """Nats for each measure; none where it is not a number."""
        return np.nan_to_num(np.interp(measure, self.at, self.nats))


@dataclass(frozen=True, slots=True)
class Measured:
    """Measures (n, m) of finds among what is known, and a curve for each. `among`: they compare with the tiles around
    and tell as much as these do."""

    measures: Callable[[Finds, Known], Floats]
    curves: tuple[Curve, ...]
    among: bool = False

    def __call__(self, finds: Finds, known: Known) -> Floats:
        measured = self.measures(finds, known)
        nats = np.zeros(len(finds))
        for k, curve in enumerate(self.curves):
            nats += curve(measured[:, k])
        return np.asarray(nats * known.telling if self.among else nats)[:, None]
