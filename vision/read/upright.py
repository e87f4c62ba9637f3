"""Which way up the tiles of a set stand that nobody knows.

What is written reads one way up and mostly not the other; and a set prints its number, its mark and its band at the
same place on all its tiles. So tiles that bear a 2 or a 4 tell where a set prints what, and that tells a 6 from a 9.
And whoever lays tiles in a row lays them one way up, and who exposes tiles lays them to be read by herself.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN, DENIAL, FEWEST, LIKELY, LOOKS, NEVER, SEVERAL, SURE
from vision.arrays import Floats, Image, Quads, Reals
from vision.read.crops import HEIGHT, SQUARISH, WIDTH
from vision.read.finder import STRIDE
from vision.read.indices import FLOWER, NUMBERS, PLACES, Signs, surest


def lopsided(crops: Image) -> Floats:
    """How print lies on tiles, crops (n, 64, 48, 3), more than it would turned over, in cells as coarse as the
    finder's, for no tiles are laid more alike: (n, 192), of length one, or 0."""
    cells = np.stack([_printed(crop) for crop in crops])
    more = (cells - cells[:, ::-1, ::-1]).reshape(len(crops), -1)
    return np.asarray(more / (np.linalg.norm(more, axis=1, keepdims=True) + 1e-9))


def _printed(crop: Image) -> Floats:
    """How much is printed in each cell (16, 12) of a tile, a crop (64, 48, 3): how far, in Lab, it is from the body."""
    lab = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB)
    away = np.linalg.norm(lab - np.median(lab.reshape(-1, 3), axis=0), axis=2)
    return np.asarray(away.reshape(HEIGHT // STRIDE, STRIDE, WIDTH // STRIDE, STRIDE).mean((1, 3)))


def head_up(
    crops: Image,
    signs: Reals,
    points: Reals | None = None,
    upside: Reals | None = None,
    quads: Quads | None = None,
    faces: NDArray[np.int64] | None = None,
) -> Floats:
    """How likely tiles of one set, crops (n, 64, 48, 3) that mostly have their upper end up, have it up (n,). Of both
    ways up, as they are cut out and on their heads: `signs` (2, n, 24), what is written on them, and `upside` (2, n),
    the logit that a network sees them upside down. `points` (n, E): the reader's embeddings, by which copies are told;
    `quads` (n, 4, 2): where they lie, if they do in one picture, each from its upper left corner clockwise; `faces`
    (n,): 1 of those that lie before whoever reads them as they are cut out, -1 of those on their heads, 0 of others."""
    if not len(crops):
        return np.zeros(0)
    # who cut them out errs alike on tiles of a set that nobody knows: few of them say as much as all
    as_cut = np.log(LIKELY / (1 - LIKELY)) / FEWEST
    read = as_cut + _as_read(signs, np.eye(len(crops)) if points is None else points)
    felt = np.zeros(len(crops)) if upside is None else _as_felt(upside)
    faced = np.zeros(len(crops)) if faces is None else np.log(SURE / (1 - SURE)) * faces
    read, felt = (_as_far_as_right(one, faced) for one in (read, felt))
    alone = read + felt + faced
    more, beside = lopsided(crops), rows(quads) if quads is not None else np.zeros((len(crops), len(crops)))
    odds, heard = alone, np.zeros_like(beside)
    for _ in range(2 * LOOKS):
        own = alone + _as_usual(more, odds, alone)
        heard = _from_beside(own, heard, beside)
        odds = own + heard.sum(1)
    return _as_the_set(odds, (read, felt, faced))


def _as_read(signs: Reals, points: Reals) -> Floats:
    """By what is written on tiles, log odds (n,). A picture may look like a flower's word on its head, and then does so
    on all tiles that bear it: they tell no more than one."""
    plain = np.array(signs)
    plain[..., FLOWER] = 0
    without, told = (
        np.subtract(*(np.log(CERTAIN * surest(way) + 1 - CERTAIN) for way in some)) for some in (plain, signs)
    )
    return np.asarray(without + (told - without) / (points @ points.T > SURE).sum(1).clip(1))


def _as_felt(upside: Reals) -> Floats:
    """By what a network sees of tiles one way and the other, `upside` (2, n), log odds (n,): a fair bet at most."""
    more = np.clip(np.subtract(upside[1], upside[0]) / FEWEST, 2 * NEVER, -2 * NEVER)
    down, up = (1 / (1 + np.exp(way * more)) for way in (1, -1))
    return np.asarray(np.log(LIKELY * up + (1 - LIKELY) / 2) - np.log(LIKELY * down + (1 - LIKELY) / 2))


def _as_far_as_right(evidence: Floats, faced: Floats) -> Floats:
    """Log odds (n,) as far as they are right about the tiles whose way up is known by how they face their readers, log
    odds `faced` (n,): what misleads on most of these does so on all the set, and then tells the contrary."""
    told = np.tanh(evidence / 2) * np.sign(faced)
    return np.asarray(evidence * (FEWEST + told.sum()) / (FEWEST + np.abs(told).sum()))


def _as_usual(more: Floats, odds: Floats, alone: Floats) -> Floats:
    """By where the other tiles, which stand with such `odds` (n,), have most of their print, log odds (n,); `more`
    (n, 192): `lopsided`."""
    sure = np.tanh(odds / 2)
    usual = sure @ more
    like = (more @ usual - sure * (more * more).sum(1)) / (np.linalg.norm(usual) + 1e-9)  # without its own
    mean = max(float((sure * like).sum() / np.abs(sure).sum()), 0.0)
    spread = float((np.abs(sure) * (like - np.sign(sure) * mean) ** 2).sum() / np.abs(sure).sum())
    usually = np.clip(mean * like / (spread + 1e-4), DENIAL / 2, -DENIAL / 2)  # by halves: copies are laid alike
    return np.asarray(usually if usually @ alone > 0 else -usually)


def rows(quads: Quads) -> Floats:
    """Which tiles, quads (n, 4, 2), lie side by side in one row (n, n): 1 where both are cut out the same way up, -1
    where they are not, and 0 of all others."""
    corners = np.asarray(quads, np.float64)
    up = (corners[:, 0] + corners[:, 1] - corners[:, 2] - corners[:, 3]) / 2
    up /= np.linalg.norm(up, axis=1, keepdims=True) + 1e-9
    wide = np.linalg.norm(corners[:, 0] + corners[:, 3] - corners[:, 1] - corners[:, 2], axis=1) / 2
    middles, same = corners.mean(1), up @ up.T
    away = middles[:, None] - middles[None]
    off = np.abs((away * up[:, None]).sum(2))
    near = np.linalg.norm(away, axis=2) < SQUARISH * np.maximum(wide[:, None], wide[None])
    near &= (np.abs(same) > CERTAIN) & (SEVERAL * np.maximum(off, off.T) < np.minimum(wide[:, None], wide[None]))
    np.fill_diagonal(near, False)
    return np.asarray(near * np.sign(same))


def _from_beside(own: Floats, heard: Floats, beside: Floats) -> Floats:
    """What each tile hears of each other (n, n), log odds: who lays tiles in a row mostly lays all one way up. `own`:
    log odds (n,) without; `heard`: the same, one step before; `beside`: `rows`."""
    told = np.tanh(((own + heard.sum(1))[:, None] - heard) / 2) * beside  # by each, without what the other told it
    sure = np.tanh(np.log(SURE / (1 - SURE)) / 2)
    return np.asarray(2 * np.arctanh(sure * told).T)


def _as_the_set(odds: Floats, evidence: Sequence[Floats]) -> Floats:
    """How likely tiles have their upper end up (n,), which have it by such `odds` (n,) if all of the set is understood
    rightly: it may be upside down, where not all of the `evidence`, log odds (n,) each, agrees, and all tiles of it say
    no more than a few."""
    up = 1 / (1 + np.exp(-np.clip(odds, 2 * NEVER, -2 * NEVER)))
    sure = 2 * up - 1
    means = [float(sure @ one) / float(np.abs(sure).sum() + 1e-9) for one in evidence]
    whole = sum(float(np.clip(2 * FEWEST * mean, DENIAL, -DENIAL)) for mean in means)
    rightly = 1 / (1 + np.exp(-whole))
    return np.asarray(rightly * up + (1 - rightly) * (1 - up))


def as_they_stand(signs: Signs, upright: Floats) -> Floats:
    """How likely each sign stands on tiles of one set (n, 24), of what is written on them one way and the other, which
    stand upright so likely, `upright` (n,). A number is looked for where the others of the set have theirs."""
    up = np.stack([upright, 1 - upright])[..., None]
    out = (up * signs.shares).sum(0)
    out[:, : NUMBERS + 1] = (up * at_one_place(signs, up)).sum(0)
    return np.asarray(out)


def at_one_place(signs: Signs, up: Floats) -> Floats:
    """How likely each number stands on tiles of one set, the last: none does (2, n, 10), one way up and the other, as
    likely as `up` (2, n, 1): a set mostly has its numbers at one place."""
    numbers = at_each_place(signs, up).sum(3)
    return np.asarray(np.concatenate([numbers, 1 - numbers.sum(2, keepdims=True)], 2))


def at_each_place(signs: Signs, up: Floats) -> Floats:
    """How likely each number stands at each place (2, n, 9, 192), otherwise as `at_one_place`."""
    likely = np.exp(signs.places.astype(np.float64)).reshape(*signs.shares.shape[:2], NUMBERS, PLACES[0] * PLACES[1])
    # who bears the sign of an honour, a flower's too, seldom bears a number
    none = (signs.shares[..., NUMBERS] / (1 - CERTAIN * (1 - signs.shares[..., -1])))[..., None, None]
    told = likely.copy()
    for _ in range(LOOKS):
        usual = cv2.blur(often(told, up), (SEVERAL, SEVERAL)).ravel() + 1 / likely.shape[3]
        np.multiply(likely, usual / usual.mean(), out=told)  # one tile more may have its number anywhere
        told /= told.sum((2, 3), keepdims=True) + none
    return told


def often(told: Floats, up: Floats) -> Floats:
    """On how many tiles a number stands at each place (16, 12), of how likely each does on each (2, n, 9, 192), one way
    up and the other, as likely as `up` (2, n, 1)."""
    return np.asarray((told.sum(2) * up).sum((0, 1)).reshape(PLACES))
