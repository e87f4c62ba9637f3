"""How far a reading may be believed, in a set that the reader may not know.

The reader is as sure of a face it never saw as of one it knows. But the tiles of a picture tell together whether their
set is drawn in a manner that it knows: they lie near the faces it knows, what is nearest is what it reads, no kind has
more copies than a set holds, and company changes little. Where that is so, readings are believed as they are. Where it
is not, each is believed as often as such readings were right in sets of manners that no reader had learned; which face
is the likeliest never changes.

`FAMILIAR`, `RIGHT` and `NAMED` were fitted to tiles of designers' sets in ten manners, of families that training sees
and to photographs of split `train`, and checked with each manner left out in turn; `python -m tests.bench.unseen`
prints what comes of it on sets that were not among them.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import SEVERAL
from engine.tile import N_KINDS, Tile
from vision.arrays import Reals
from vision.read.sightings import NOT_A_FACE
from vision.read.tileset import TileSet

COPIES = np.array([t.copies for t in Tile])
FEW = SEVERAL  # so many tiles tell of their set as much as is usual of all sets,
USUAL = np.array([0.70, 0.74, 0.95, 0.05, 0.0, 0.18, 0.95, 0.6])  # ... which is this, in a set that is known
SURELY, HARDLY = 8.0, -5.0  # log odds beyond which a reading's own sureness tells no more
MOST = 0.1  # part of the tiles that are too many of their kinds, beyond which more tell no more
SOME, PLENTY = 2 * SEVERAL, 24  # so few tiles tell nothing of their set, so many all that it takes to doubt it in full
STRANGE, ENOUGH = 0.6, 12  # a set of which readings are right less often than this, over so many tiles, is not known
SAYS = "I do not know this set: photograph it, or put right what is read wrong"
# log odds that a set is known, and that a reading of an unknown one is right: the intercept, then the weights of what
# is measured of the set (8, and how many tiles there are) and, of a reading, of its tile (4)
FAMILIAR = np.array([-18.53, 9.3, 8.1, -3.94, -10.52, -65.22, -12.24, 9.97, 7.01, 1.075])
RIGHT = np.array([-6.79, -0.58, 5.83, -0.01, 1.81, -7.59, 2.8, 0.54, -1.46, 0.4825, -0.06, 0.56, 0.19, -3.0])
# the same of one that another network read, all of its tiles named at once (`vision.follow.at_once`)
NAMED = np.array([-5.8, -1.02, 6.03, -1.71, 0.64, -7.96, 1.58, -1.35, -2.58, 1.54, -0.38, 0.89, -1.24, -1.48])


@dataclass(frozen=True, slots=True)
class Measured:
    """Of the readings of one picture: the chance that their set is known, each as in `USUAL` and the number of tiles,
    `of_set` (9,); and what is known of each tile `of_tile` (n, 4): the log odds that it is what it is read as, in
    company and alone, how like that face it looks, and how much more than like any other."""

    of_set: Reals
    of_tile: Reals


def measured(together: Reals, alone: Reals, points: Reals, tiles: TileSet) -> Measured:
    """Of tiles with embeddings `points` (n, E), read `alone` (n, 37) and in company, `together` (n, 37), in logarithms;
    `tiles` is the set they are read with. n is at least 1."""
    said, by_itself = _faces(together), _faces(alone)
    face, first, row = said.argmax(1), by_itself.argmax(1), np.arange(len(said))
    alike = tiles.likeness(np.asarray(points, np.float32)).astype(np.float64)
    mine = alike[row, face]
    others = alike.copy()
    others[row, face] = -1.0
    apart = mine - others.max(1)
    odds = np.clip(_odds(by_itself[row, face]), HARDLY, SURELY)
    too_many = np.maximum(np.bincount(face, minlength=N_KINDS) - COPIES, 0).sum() / len(said)
    # medians where they can be: a few prints among the tiles look like nothing
    of_set = np.array([
        np.median(mine), np.median(alike.max(1)), (alike.argmax(1) == first).mean(),
        1 - np.exp(by_itself.max(1)).mean(), min(too_many, MOST),
        np.median(apart), (face == first).mean(), np.median(np.clip(odds, -3, 6)) / 6,
    ])  # fmt: skip
    of_set = (len(said) * of_set + FEW * USUAL) / (len(said) + FEW)
    of_tile = np.stack([np.clip(_odds(said[row, face]), -2, SURELY), odds, mine, apart], 1)
    return Measured(np.append(of_set, np.log(len(said))), of_tile)


def likely_known(told: Measured, familiar: Reals = FAMILIAR) -> Reals:
    """How likely the set of these tiles is one that the reader knows."""
    return _share(familiar[0] + told.of_set @ familiar[1:])


def unfamiliar(together: Reals, alone: Reals, points: Reals, tiles: TileSet) -> bool:
    """Whether tiles, so many that they tell, are likelier of a set that the reader does not know; the arguments as in
    `measured`."""
    if len(together) < ENOUGH or points.shape[1] != tiles.embeddings.shape[1]:
        return False
    return bool(likely_known(measured(together, alone, points, tiles)) < 0.5)


def chances(p: Reals, told: Measured, familiar: Reals = FAMILIAR, right: Reals = RIGHT) -> Reals:
    """How likely each reading (n,) is right that is made with probability `p` (n,): never likelier than that."""
    known = likely_known(told, familiar)
    unknown = _share(right[0] + told.of_set @ right[1:10] + told.of_tile @ right[10:])
    return np.asarray(np.minimum(p, known * p + (1 - known) * unknown))


def doubted(together: Reals, alone: Reals, points: Reals, tiles: TileSet, right: Reals = RIGHT) -> NDArray[np.float32]:
    """The probabilities (n, 37), in logarithms, of tiles read in company, `together`, as far as they may be believed;
    the other arguments as in `measured`; `right`: how likely those of an unknown set are right, `RIGHT` or `NAMED`.
    Without points of the set's network nothing changes."""
    if not len(together) or points.shape[1] != tiles.embeddings.shape[1]:
        return np.asarray(together, np.float32)
    faces = _faces(together)
    sure = np.exp(faces.max(1))
    doubt = sure - chances(sure, measured(together, alone, points, tiles), right=right)
    chance = sure - doubt * np.clip((len(faces) - SOME) / (PLENTY - SOME), 0.0, 1.0)
    out = np.array(together, np.float32)
    some = np.logaddexp.reduce(out[:, :N_KINDS].astype(np.float64), axis=1, keepdims=True)
    out[:, :N_KINDS] = _flattened(faces, chance) + some
    assert out.shape[1] == NOT_A_FACE + 1
    return out


def strange(chance: Reals) -> bool:
    """Whether tiles read with these probabilities (n,) are of a set that is not known."""
    return len(chance) >= ENOUGH and float(np.mean(chance)) < STRANGE


def _faces(log_p: Reals) -> NDArray[np.float64]:
    faces = log_p[:, :N_KINDS].astype(np.float64)
    return np.asarray(faces - np.logaddexp.reduce(faces, axis=1, keepdims=True))


def _odds(log_p: Reals) -> Reals:
    p = np.clip(np.exp(log_p), 1e-6, 1 - 1e-6)
    return np.asarray(np.log(p) - np.log1p(-p))


def _share(odds: Reals) -> Reals:
    return np.asarray(1 / (1 + np.exp(-odds)))


def _flattened(faces: NDArray[np.float64], chance: Reals) -> NDArray[np.float64]:
    """Log-probabilities (n, 36) made so much more even, each row in its order, that the likeliest has `chance` (n,)."""
    low, high = np.zeros(len(faces)), np.ones(len(faces))
    for _ in range(30):
        power = (low + high) / 2
        even = faces * power[:, None]
        even -= np.logaddexp.reduce(even, axis=1, keepdims=True)
        too_sure = np.exp(even.max(1)) > chance
        high, low = np.where(too_sure, power, high), np.where(too_sure, low, power)
    even = faces * high[:, None]
    return np.asarray(even - np.logaddexp.reduce(even, axis=1, keepdims=True))
