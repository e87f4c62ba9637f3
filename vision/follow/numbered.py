"""What figures stand where a set has its numbers, though its faces share no picture.

The motifs of a set that nobody knows are misread in its own way, and by all readers alike: two long strokes with eight
waves are an 8 to them. The figure in its header or corner is one of nine and stands at one place on all tiles. What is
written on tiles tells where (`vision.read.upright`); there it is read as where faces share a picture.
"""

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN, FEW_LOOKS, FEWEST, SEVERAL
from vision.arrays import Floats, Floats32, Image
from vision.follow.alike import log_odds
from vision.follow.drawings import NOTHING, Looks
from vision.follow.figures import Box, grey, patches
from vision.follow.readings import agreeing, either_way, normalised, numbers_of, of_all_looks, of_all_ways, telling
from vision.read.crops import HEIGHT, WIDTH
from vision.read.finder import STRIDE
from vision.read.indices import PLACES
from vision.read.numerals import NOT_ONE, Numerals
from vision.read.together import Shown
from vision.read.upright import at_each_place

Place = tuple[float, float]
"""x and y in pixels of a crop."""


def figures_told(looks: Looks, shown: Shown, log_p: Floats, numerals: Numerals) -> Floats:
    """What figures tell of the numbers of tiles of one set (n, 9), in nats, in one look or more, each (n, 64, 48, 3),
    of what they show and are read as together, log p (n, 36). It is 0 of what is no number, and of all tiles where what
    stands at one place does not agree with what they are read as; and of the numbers that a tile may be it is as much
    on the average as of none."""
    signs, upright = shown.signs, shown.upright
    told = np.zeros((len(log_p), NOT_ONE))
    if signs is None or upright is None:
        return told
    number = numbers_of(log_p)
    some = np.flatnonzero(np.exp(number).sum(1) > 1 / FEW_LOOKS)
    if len(some) < NOT_ONE:
        return told
    may = normalised(number[some])
    up = np.stack([upright, 1 - upright])[..., None]
    odds, sure = log_odds(upright[some]), np.abs(upright[some] - 0.5) > CERTAIN - 0.5
    pictures = [_standing(one[some], odds > 0) for one in looks]
    turned = [] if sure.all() else [_standing(one[some], (odds > 0) == sure) for one in looks]

    def read(box: Box, tiles: Floats32) -> tuple[Floats, Floats]:
        """What stands in a box of some of the pictures, and whether nothing does."""
        return numerals.read_and_none(patches(grey(tiles, box), box), np.zeros(len(tiles), np.int64))

    def read_either_way(box: Box) -> list[Floats]:
        """What stands in a box of all pictures, those on their heads that may stand so."""
        if not turned:
            return [read(box, one)[0] for one in pictures]
        both = ((read(box, one), read(box, other)) for one, other in zip(pictures, turned, strict=True))
        return [either_way(one, other, np.where(sure, np.inf, np.abs(odds))) for one, other in both]

    # where numbers stand most often that agree with what the tiles are read as
    there = (at_each_place(signs, up) * up[..., None]).sum(0)[some]
    places = _most((there * np.exp(may)[..., None]).sum((0, 1)).reshape(PLACES))
    few = slice(None, None, -(-len(some) // (2 * NOT_ONE)))  # enough to tell where a figure is, and how best cut out

    def agree(boxes: list[Box]) -> list[float]:
        return [agreeing(read(box, pictures[0][few])[0], may[few]) for box in boxes]

    # a motif may look like a number on more tiles than the figures that are read hardly, but all its numbers are one
    place = max(places, key=lambda one: max(agree(_boxes(one, (0,)))))
    boxes = _boxes(place)
    best = [boxes[k] for k in np.argsort(agree(boxes))[::-1][:SEVERAL]]
    ways = [of_all_looks(read_either_way(box)) for box in best]
    said = of_all_ways(ways, [telling(one) + agreeing(one, may) for one in ways])
    said = max((normalised(said / k) for k in range(1, FEWEST + 1)), key=lambda one: agreeing(one, may))
    if agreeing(said, may) < NOTHING:
        return told
    told[some] = said - np.logaddexp.reduce(may + said, axis=1, keepdims=True)
    return told


def _standing(crops: Image, up: NDArray[np.bool_]) -> Floats32:
    """Crops (n, 64, 48, 3) of tiles, those on their heads that are not `up` (n,)."""
    return np.where(up[:, None, None, None], crops, crops[:, ::-1, ::-1]).astype(np.float32)


def _most(often: Floats) -> list[Place]:
    """The few places where, or near which, numbers stand most `often` (16, 12), the first most often: no two of them as
    near each other as a figure is large."""
    near, found = np.array(cv2.blur(often, (SEVERAL, SEVERAL)), np.float64), list[Place]()
    for _ in range(SEVERAL):
        row, column = (int(k) for k in np.unravel_index(int(near.argmax()), near.shape))
        found.append((STRIDE * (column + 0.5), STRIDE * (row + 0.5)))
        near[max(0, row - SEVERAL) : row + SEVERAL + 1, max(0, column - SEVERAL) : column + SEVERAL + 1] = -1
    return found


def _boxes(place: Place, sides: tuple[float, ...] = (-STRIDE / 2, 0, STRIDE / 2)) -> list[Box]:
    """Boxes around a place and a little beside it, at those sides."""
    sizes = (WIDTH // 5, HEIGHT // 5, HEIGHT // 4)
    return [_box((place[0] + beside, place[1]), size) for beside, size in product(sides, sizes)]


def _box(place: Place, size: int) -> Box:
    """A box of such a size around a place, as far as that lies on a crop."""
    x, y = place
    x0, x1 = max(1, int(x - size / 2)), min(WIDTH - 1, int(x + size / 2))
    y0, y1 = max(1, int(y - size / 2)), min(HEIGHT - 1, int(y + size / 2))
    return x0, y0, x1, y1
