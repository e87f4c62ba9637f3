"""A print repeats itself: what looks like more of what was found in a picture than a set has tiles of a kind is a cell
of a pattern, where most of these are. And where hardly anything that was found lies there, little else does."""

from dataclasses import dataclass

import numpy as np

from engine.tile import Tile
from vision.arrays import Floats, Floats32
from vision.read.apart import LIKE
from vision.read.finds import Finds

REPEATED = Tile.FLOWER.copies  # of no kind are there more tiles


@dataclass(frozen=True, slots=True)
class Prints:
    """What looks like many other finds of a picture, most of them printed: the embeddings (m, E), of length one, and
    for each the log odds (m,) that a thing lies there and is not printed; and by how many nats more of all are printed
    than lie there."""

    points: Floats32
    raised: Floats32
    fewer: float

    @staticmethod
    def among(finds: Finds) -> "Prints":
        """Of all finds of one picture."""
        if len(finds) <= REPEATED:
            return NO_PRINTS
        alike = finds.points @ finds.points.T > LIKE
        many = np.flatnonzero(alike.sum(1) > REPEATED)
        # the Craks of some sets share one picture: these lie there
        many = many[[np.median(finds.raised[alike[k]]) < 0 for k in many]] if len(many) else many
        lie = np.count_nonzero(finds.raised >= 0)
        fewer = np.log((len(finds) - lie + 1) / (lie + 1))
        return Prints(finds.points[many], finds.raised[many], max(0.0, float(fewer)))

    def __len__(self) -> int:
        return len(self.raised)

    def odds(self, finds: Finds) -> Floats:
        """The log odds (n,) that a thing lies where each was found in the same picture: no better than those of most
        others that it looks like, where there are many."""
        own = finds.raised.astype(np.float64) - self.fewer
        if not len(self):
            return own
        alike = finds.points @ self.points.T > LIKE
        some = np.flatnonzero(alike.sum(1) > REPEATED)
        most = np.array([np.median(self.raised[alike[k]]) for k in some]) - self.fewer
        own[some] = np.minimum(own[some], most)
        return own


NO_PRINTS = Prints(np.zeros((0, 1), np.float32), np.zeros(0, np.float32), 0.0)
