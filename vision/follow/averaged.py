"""One picture of a tile made of several looks at it: the camera's noise, and what a moment put there, goes; what is
printed stays."""

from collections.abc import Sequence

import cv2
import numpy as np

from engine.sight.observation import SEVERAL
from vision.arrays import Floats32, Image
from vision.read.apart import INSIDE, LIKE, fitted
from vision.read.crops import HEIGHT, WIDTH


def moved(cut: Floats32, before: Floats32, now: Floats32) -> Floats32:
    """What was cut out of a picture (4, 2) as a tile lay in a quad `before`, where it lies `now`, whichever end of
    either is taken for the upper."""
    one, other = (complex(*(quad[3] - quad[0])) for quad in (before, now))
    turn = other / one
    turn /= abs(turn) if turn.real > 0 else -abs(turn)
    spin = np.array([[turn.real, turn.imag], [-turn.imag, turn.real]])
    return np.asarray((cut - before.mean(0)) @ spin + now.mean(0), np.float32)


def averaged(crops: Sequence[Image]) -> Image:
    """The mean of crops (64, 48, 3) of one tile, one at least: of the first, and of all that can be laid upon it, as
    far as they show it."""
    under = crops[0].astype(np.float32)
    total, looks = under.copy(), np.ones((HEIGHT, WIDTH, 1), np.float32)
    for crop in crops[1:]:
        laid = _laid(crop, under)
        if laid is not None:
            picture, shown = laid
            total += picture * shown
            looks += shown
    return np.asarray(np.clip(np.rint(total / looks), 0, 255), np.uint8)


def _laid(crop: Image, under: Floats32) -> tuple[Floats32, Floats32] | None:
    """A crop laid upon another look at its tile, and in one light with it (64, 48, 3), and how much of each pixel it
    shows (64, 48, 1); None where it is hardly like the other: a hand was over it, or another tile lies there."""
    mine = crop.astype(np.float32)
    fit, way = fitted(cv2.cvtColor(mine, cv2.COLOR_BGR2GRAY), cv2.cvtColor(under, cv2.COLOR_BGR2GRAY))
    if fit < LIKE:
        return None
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    out = cv2.warpAffine(mine, way, (WIDTH, HEIGHT), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    shown = cv2.warpAffine(np.ones_like(mine[..., :1]), way, (WIDTH, HEIGHT), flags=flags)[..., None]
    inside, like = out[INSIDE > 0], under[INSIDE > 0]
    lit = np.asarray((out - inside.mean(0)) / max(inside.std(), 1.0) * like.std() + like.mean(0), np.float32)
    return lit, np.asarray(shown > 1 - 1 / SEVERAL, np.float32)
