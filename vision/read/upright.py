"""Which way up the tiles of a set stand that nobody knows.

What is written reads one way up and mostly not the other; and a set prints its number, its mark and its band at the
same place on all its tiles. So tiles that bear a 2 or a 4 tell where a set prints what, and that tells a 6 from a 9.
"""

import cv2
import numpy as np

from engine.sight.observation import CERTAIN, DENIAL, FEWEST, LIKELY, LOOKS, SEVERAL
from vision.arrays import Floats, Image, Reals
from vision.read.crops import HEIGHT, WIDTH
from vision.read.finder import STRIDE
from vision.read.indices import NUMBERS, PLACES, Signs, surest


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


def head_up(crops: Image, signs: Reals) -> Floats:
    """How likely tiles of one set, crops (n, 64, 48, 3) that mostly have their upper end up, have it up (n,); `signs`
    (2, n, 24): what is written on them as they are cut out, and on their heads."""
    if not len(crops):
        return np.zeros(0)
    says, on_head = (np.log(CERTAIN * surest(one) + 1 - CERTAIN) for one in signs)
    # who cut them out errs alike on tiles of a set that nobody knows: few of them say as much as all
    alone = says - on_head + np.log(LIKELY / (1 - LIKELY)) / FEWEST
    more, odds = lopsided(crops), alone
    for _ in range(SEVERAL):
        sure = np.tanh(odds / 2)
        usual = sure @ more
        like = (more @ usual - sure * (more * more).sum(1)) / (np.linalg.norm(usual) + 1e-9)  # without its own
        mean = max(float((sure * like).sum() / np.abs(sure).sum()), 0.0)
        spread = float((np.abs(sure) * (like - np.sign(sure) * mean) ** 2).sum() / np.abs(sure).sum())
        usually = np.clip(2 * mean * like / (spread + 1e-4), DENIAL, -DENIAL)
        odds = alone + (usually if usually @ alone > 0 else -usually)
    return np.asarray(np.exp(-np.logaddexp(0, -odds)))


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
