"""What was found in one picture: everything that is known of each find by itself, computed once."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import SURE
from engine.tile import N_KINDS, Tile
from vision.arrays import Floats32, Image
from vision.read.crops import HEIGHT, WIDTH, sizes
from vision.read.sightings import N_LABELS, NOT_A_FACE


@dataclass(frozen=True, slots=True)
class Finds:
    """(n,) finds of one picture, checked once, here.

    quads (n, 4, 2) float32 pixels, clockwise from the tile's own top-left. scores (n,): the finder's, 0..1. logits
    (n, 37), points (n, E) of length one: what the reader's network says before any tile set is asked. crops
    (n, 64, 48, 3) BGR: the tiles as it looked at them, upright. bodies (n, 3): the colour near the rim, 8-bit Lab.
    outlines (n, 4): the step in brightness across the upper, right, lower and left side, in parts of the light there.
    raised (n,): the log odds that a thing lies there, and is not printed. log_p (n, 37): what each by itself is read as
    in the tile set in use, natural logarithms; alone (n, 37): what the network says without any tile set. Raises
    ValueError.
    """

    quads: Floats32
    scores: Floats32
    logits: Floats32
    points: Floats32
    crops: Image
    bodies: NDArray[np.float64]
    outlines: NDArray[np.float64]
    raised: Floats32
    log_p: Floats32
    alone: Floats32

    def __post_init__(self) -> None:
        n = len(self.quads)
        shapes = (
            (4, 2),
            (),
            (N_LABELS,),
            self.points.shape[1:2],
            (HEIGHT, WIDTH, 3),
            (3,),
            (4,),
            (),
            *[(N_LABELS,)] * 2,
        )
        for of, shape in zip(fields(self), shapes, strict=True):
            held = getattr(self, of.name)
            if held.shape != (n, *shape):
                raise ValueError(f"{of.name} must be {(n, *shape)} beside {n} quads, not {held.shape}")

    def __len__(self) -> int:
        return len(self.quads)

    @property
    def sizes(self) -> NDArray[np.float64]:
        """Width and length (n, 2), pixels."""
        return sizes(self.quads)

    @property
    def best(self) -> Floats32:
        """log p of the likeliest kind of each (n,)."""
        return np.asarray(self.log_p[:, :N_KINDS].max(1), np.float32)

    @property
    def sober(self) -> Floats32:
        """log p (n, 36) of the faces as the tile set reads them, and no surer than the network is by itself: a
        household's own set knows its faces so well that it sees them in anything."""
        return np.minimum(self.log_p, self.alone)[:, :N_KINDS]

    @property
    def kinds(self) -> NDArray[np.int64]:
        """The likeliest kind of each (n,)."""
        return np.asarray(self.log_p[:, :N_KINDS].argmax(1), np.int64)

    @property
    def bare(self) -> NDArray[np.bool_]:
        """Which show nothing: a soap, or no face (n,)."""
        p = np.exp(self.log_p[:, [Tile.SOAP, NOT_A_FACE]]).sum(1)
        return np.asarray((self.kinds == Tile.SOAP) & (p > SURE), np.bool_)

    def take(self, which: NDArray[np.int64] | NDArray[np.bool_]) -> "Finds":
        """Only those, by index or mask, in that order."""
        return Finds(*(getattr(self, of.name)[which] for of in fields(self)))

    @staticmethod
    def joined(parts: "Sequence[Finds]") -> "Finds":
        """All of them, in order."""
        some = [part for part in parts if len(part)] or parts[:1]  # of nothing no embedding tells its length
        return Finds(*(np.concatenate([getattr(part, of.name) for part in some]) for of in fields(Finds)))
