"""What the eyes saw in one picture: quads and, for each, how likely every face is."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import LIKELY
from engine.tile import N_KINDS, SET_SIZE, Tile

N_LABELS = N_KINDS + 1  # the 36 kinds in the order of `Tile`, then "not a known face"
NOT_A_FACE = N_KINDS
LEAST_LOG_P = -16.0  # of a kind: that of one in ten millions; no reading is surer
READ = np.log(0.7)  # what is read as surely as this tells of its neighbours, and of the picture's proportions


@dataclass(frozen=True, slots=True)
class Sightings:
    """Parallel arrays for one picture, checked once, here.

    quads: (n, 4, 2) float32, pixels of that picture (pixel centres are whole numbers), x right, y down, clockwise from
    the tile's own top-left. log_p: (n, 37) float32, natural logarithms of probabilities over the 36 kinds in the order
    of `Tile` and "not a known face" last; each row's probabilities sum to one. points: (n, E) float32, the reader's
    embedding of each, of length one, or (n, 0) where nobody made any. Raises ValueError when that does not hold.
    """

    quads: NDArray[np.float32]
    log_p: NDArray[np.float32]
    points: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), np.float32))

    def __post_init__(self) -> None:
        object.__setattr__(self, "quads", np.asarray(self.quads, np.float32))
        object.__setattr__(self, "log_p", np.asarray(self.log_p, np.float32))
        n = len(self.quads)
        if self.points.size == 0:
            object.__setattr__(self, "points", np.zeros((n, 0), np.float32))
        if self.points.ndim != 2 or len(self.points) != n:
            raise ValueError(f"points must be ({n}, E) beside {n} quads, not {self.points.shape}")
        if self.quads.shape != (n, 4, 2):
            raise ValueError(f"quads must be (n, 4, 2), not {self.quads.shape}")
        if self.log_p.shape != (n, N_LABELS):
            raise ValueError(f"log_p must be ({n}, {N_LABELS}) beside {n} quads, not {self.log_p.shape}")
        if not np.isfinite(self.quads).all():
            raise ValueError("quads must be finite")
        if n and not np.allclose(np.exp(self.log_p.astype(np.float64)).sum(1), 1.0, atol=1e-3):
            raise ValueError("each row of log_p must be logarithms of probabilities that sum to one")
        self.quads.flags.writeable = False
        self.log_p.flags.writeable = False
        self.points.flags.writeable = False

    def __len__(self) -> int:
        return len(self.quads)

    @staticmethod
    def empty() -> "Sightings":
        """Nothing seen."""
        return Sightings(np.zeros((0, 4, 2), np.float32), np.zeros((0, N_LABELS), np.float32))

    @property
    def centres(self) -> NDArray[np.float32]:
        """Middles of the quads (n, 2), pixels."""
        return np.asarray(self.quads.mean(1), np.float32)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The likeliest kind of each, whatever the chance that it is no face at all."""
        return tuple(Tile(int(k)) for k in self.log_p[:, :N_KINDS].argmax(1)) if len(self) else ()

    @property
    def best(self) -> NDArray[np.float32]:
        """log p of the likeliest kind of each (n,)."""
        return np.asarray(self.log_p[:, :N_KINDS].max(1, initial=-np.inf), np.float32)

    def take(self, which: "NDArray[np.bool_] | NDArray[np.int64]") -> "Sightings":
        """Only those, by mask or by index, in that order."""
        return Sightings(self.quads[which], self.log_p[which], self.points[which])

    @staticmethod
    def joined(parts: "Sequence[Sightings]") -> "Sightings":
        """All of them, in order; every part must have points of the same size, or be empty."""
        parts = [part for part in parts if len(part)]
        if not parts:
            return Sightings.empty()
        return Sightings(
            np.concatenate([p.quads for p in parts]),
            np.concatenate([p.log_p for p in parts]),
            np.concatenate([p.points for p in parts]),
        )


def unprinted(seen: Sightings) -> Sightings:
    """What of a photograph may lie on one table, or on two: of more than so many tiles most are the pattern of a cloth,
    and only what is read with some trust is left."""
    return seen.take(np.exp(seen.best) > LIKELY) if len(seen) > 2 * SET_SIZE else seen
