"""How far a reading may be believed, in a set that the reader may not know.

The reader is as sure of a face it never saw as of one it knows. But the tiles of a picture tell together whether their
set is drawn in a manner that it knows: they lie near the faces it knows, what is nearest is what it reads, no kind has
more copies than a set holds, and company changes little. Where that is not beyond doubt the network for unknown sets
reads a few of them too: in a set that is known it says the same. Where a set is known, readings are believed as they
are. Where it is not, each is believed as often as such readings were right in sets of manners that no reader had
learned; which face is the likeliest never changes.

`FAMILIAR`, `AGREED` and `RIGHT` were fitted to tiles of designers' sets in ten manners, of families that training sees,
and to photographs of split `train`, and checked with each manner left out in turn; `python -m tests.bench.unseen`
prints what comes of it on sets that were not among them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN, DOUBT, NEVER, SEVERAL, SURE
from engine.tile import N_KINDS
from vision.arrays import Floats, Reals
from vision.judge.company import COPIES
from vision.read.indices import NUMBERED
from vision.read.sightings import NOT_A_FACE
from vision.read.tileset import TileSet

FEW = SEVERAL  # so many tiles tell of their set as much as is usual of all sets,
USUAL = np.array([0.70, 0.74, 0.95, 0.05, 0.0, 0.18, 0.95, 0.6])  # ... which is this, in a set that is known
SURELY, HARDLY = 8.0, -5.0  # log odds beyond which a reading's own sureness tells no more
MOST = 0.1  # part of the tiles that are too many of their kinds, beyond which more tell no more
SOME, PLENTY = 2 * SEVERAL, 24  # so few tiles tell nothing of their set, so many all that it takes to doubt it in full
CLEARLY = 1 - float(np.exp(NEVER))  # a set as likely known as that nobody else is asked about
STRANGE, ENOUGH = 0.7, 12  # a set of which readings are right less often than this, over so many tiles, is not known
SAYS = "I do not know this set: photograph it, or put right what is read wrong"
# log odds that a set is known, and that a reading of an unknown one is right: the intercept, then the weights of what
# is measured of the set (8, and how many tiles there are) and, of a reading, of its tile (4)
FAMILIAR = np.array([-18.53, 9.3, 8.1, -3.94, -10.52, -65.22, -12.24, 9.97, 7.01, 1.075])
AGREED = np.array([-23.22, 0.36, 10.11, 15.07])  # the same of a set that two networks read: of the odds by its own
# tiles alone, the part of the tiles of which both say the same, and how far what they say is one
RIGHT = np.array([-6.79, -0.58, 5.83, -0.01, 1.81, -7.59, 2.8, 0.54, -1.46, 0.4825, -0.06, 0.56, 0.19, -3.0])
WARY = -DOUBT / SEVERAL  # log odds by which a reading of an unknown set must be likelier to count as sure

Other = Callable[[NDArray[np.int64]], Reals]
"""The network for unknown sets, asked of some tiles by number (k,): log p (k, 37)."""


@dataclass(frozen=True, slots=True)
class Signs:
    """Of the readings of one picture: the chance that their set is known, each as in `USUAL` and the number of tiles,
    `of_set` (9,); and what is known of each tile `of_tile` (n, 4): the log odds that it is what it is read as, in
    company and alone, how like that face it looks, and how much more than like any other."""

    of_set: Reals
    of_tile: Reals


def measured(together: Reals, alone: Reals, points: Reals, tiles: TileSet) -> Signs:
    """Of tiles with embeddings `points` (n, E), read `alone` (n, 37) and in company, `together` (n, 37), in logarithms;
    `tiles` is the set they are read with. n is at least 1."""
    said, by_itself = faces_of(together), faces_of(alone)
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
    return Signs(np.append(of_set, np.log(len(said))), of_tile)


def likely_known(told: Signs, familiar: Reals = FAMILIAR) -> Reals:
    """How likely the set of these tiles is one that the reader knows."""
    return _share(familiar[0] + told.of_set @ familiar[1:])


def asked(n: int) -> NDArray[np.int64]:
    """Which of so many tiles another network is asked of: a few of all parts of the picture."""
    return np.linspace(0, n - 1, min(n, PLENTY)).astype(np.int64)


def agreeing(known: Reals | float, one: Reals, other: Reals) -> Reals:
    """What `AGREED` weighs (3,), of a set as likely `known` by its tiles, some of which two networks read as `one` and
    as `other` (n, 37), in logarithms."""
    mine, theirs = faces_of(one), faces_of(other)
    same = (mine.argmax(1) == theirs.argmax(1)).mean()
    return np.array([_odds(np.asarray(np.log(known))), same, np.exp((mine + theirs) / 2).sum(1).mean()])


def known_to_both(told: Reals, agreed: Reals = AGREED) -> float:
    """How likely a set is known, as `agreeing` tells."""
    return float(_share(agreed[0] + told @ agreed[1:]))


def familiar(known: Reals | float) -> NDArray[np.bool_]:
    """Whether a set so likely known is read as one that the reader knows."""
    return np.asarray(np.asarray(known) >= 0.5)


def by_sureness(sure: Sequence[Reals], suitless: NDArray[np.bool_]) -> Floats:
    """How much each of several ways to read the same tiles counts beside the others (k, n), each so `sure` of each of
    them (k, n): as much as the odds that it is right, by itself, on the average of all tiles and of those that are
    `suitless` (n,) as this is or is not, half each. One that errs in a set that it does not know is less sure there
    than one that reads it; and where the Craks of a household's set share one picture, its winds are read no worse.
    """
    each, like = np.stack(sure), (suitless[:, None] == suitless[None]).astype(np.float64)

    def odds(among: Reals) -> Reals:
        likely = np.clip(each @ among / among.sum(0), 1 - CERTAIN, CERTAIN)
        return np.asarray(likely / (1 - likely))

    worth = np.sqrt(odds(np.ones_like(like)) * odds(like))
    return np.asarray(worth / worth.sum(0))


def of_no_suit(said: Reals, shown: TileSet | None) -> NDArray[np.bool_]:
    """Which tiles read as `said`, in logarithms (n, 36 or more), with a household's own set, `shown`, are of no suit
    (n,); of a set that nobody showed nothing tells these apart, and none are."""
    return np.asarray((said[:, :N_KINDS].argmax(1) >= NUMBERED) & (shown is not None))


def sureness(said: Reals, shown: TileSet | None = None) -> Floats:
    """How sure the readings of tiles, in logarithms (n, 36 or more), are (n,); those with a household's own set,
    `shown`, as far as its pictures have promised."""
    faces = said[:, :N_KINDS]
    sure = np.exp(faces.max(1))
    return np.asarray(sure if shown is None else sure * shown.promises[faces.argmax(1)])


def how_known(together: Reals, alone: Reals, points: Reals, tiles: TileSet, other: Other) -> float:
    """How likely tiles are of a set that the reader knows; the arguments as in `measured`. `other` reads some of them,
    by number (k,), with the network for unknown sets, log p (k, 37): asked where the rest does not tell, and there are
    enough tiles to tell."""
    if not len(together) or points.shape[1] != tiles.embeddings.shape[1]:
        return 1.0
    known = likely_known(measured(together, alone, points, tiles))
    if known > CLEARLY or len(together) < ENOUGH:
        return float(known)
    some = asked(len(alone))
    return known_to_both(agreeing(known, alone[some], other(some)))


def warily(chance: Reals) -> Reals:
    """Chances (n,) that readings of an unknown set are right, those that are hardly sure not counted as sure."""
    at_least = _share(_odds(np.log(chance)) - WARY)
    return np.where(at_least > SURE, chance, np.minimum(chance, CERTAIN * SURE))


def chances(p: Reals, told: Signs, known: Reals | float, right: Reals = RIGHT) -> Reals:
    """How likely each reading (n,) is right that is made with probability `p` (n,), of a set so likely `known`: never
    likelier than that, and of an unknown set hardly ever sure."""
    odds = right[0] + told.of_set @ right[1:10] + told.of_tile @ right[10:]
    said, at_least = (np.minimum(p, known * p + (1 - known) * _share(odds - off)) for off in (0.0, WARY))
    sure = np.where(at_least > SURE, at_least, np.minimum(said, CERTAIN * SURE))
    return np.asarray(np.where(familiar(known), said, sure))


def doubted(
    together: Reals,
    alone: Reals,
    points: Reals,
    tiles: TileSet,
    known: float | None = None,
) -> NDArray[np.float32]:
    """The probabilities (n, 37), in logarithms, of tiles read in company, `together`, as far as they may be believed;
    the other arguments as in `measured`; `known`: how likely their set is known, None where their readings tell.
    Without points of the set's network nothing changes."""
    if not len(together) or points.shape[1] != tiles.embeddings.shape[1]:
        return np.asarray(together, np.float32)
    faces = faces_of(together)
    sure = np.exp(faces.max(1))
    told = measured(together, alone, points, tiles)
    doubt = sure - chances(sure, told, likely_known(told) if known is None else known)
    chance = sure - doubt * np.clip((len(faces) - SOME) / (PLENTY - SOME), 0.0, 1.0)
    return _as_likely(together, chance)


def as_promised(log_p: Reals, shown: TileSet) -> NDArray[np.float32]:
    """Log p (n, 37) of tiles read with a household's own set, each believed no further than what is read as that kind
    has been right where its pictures were left out."""
    faces = faces_of(log_p)
    first = faces.argmax(1)
    return _as_likely(log_p, np.minimum(np.exp(faces.max(1)), shown.promises[first]))


def strange(chance: Reals) -> bool:
    """Whether tiles read with these probabilities (n,) are of a set that is not known."""
    return len(chance) >= ENOUGH and float(np.mean(chance)) < STRANGE


def faces_of(log_p: Reals) -> NDArray[np.float64]:
    """What log p (n, 37) says of the faces alone (n, 36): as if each were some face."""
    faces = log_p[:, :N_KINDS].astype(np.float64)
    return np.asarray(faces - np.logaddexp.reduce(faces, axis=1, keepdims=True))


def _odds(log_p: Reals) -> Reals:
    p = np.clip(np.exp(log_p), 1e-6, 1 - 1e-6)
    return np.asarray(np.log(p) - np.log1p(-p))


def _share(odds: Reals) -> Reals:
    return np.asarray(np.exp(-np.logaddexp(0, -odds)))  # however far they are, without overflow


def _as_likely(log_p: Reals, chance: Reals) -> NDArray[np.float32]:
    """Log p (n, 37) of faces, the likeliest of each as likely as `chance` (n,)."""
    out = np.array(log_p, np.float32)
    some = np.logaddexp.reduce(out[:, :N_KINDS].astype(np.float64), axis=1, keepdims=True)
    out[:, :N_KINDS] = _flattened(faces_of(log_p), chance) + some
    assert out.shape[1] == NOT_A_FACE + 1
    return out


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
