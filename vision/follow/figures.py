"""Where tiles of one picture differ, and what is printed there.

Where the nine faces of a suit share one picture, what tells them apart is a small figure, at one place in all of them.
Laid upon each other the tiles agree everywhere but there. What is cut out there is told from tile to tile, and read as
a figure (`vision.read.numerals`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from engine.sight.observation import FEW_LOOKS, FEWEST, SEVERAL
from vision.arrays import Floats, Floats32, Image
from vision.read.apart import FLOOR, INSIDE, in_one_light, laid_upon, soft
from vision.read.crops import HEIGHT, SQUARISH, WIDTH
from vision.read.laying import RIM
from vision.read.numerals import HIGH, WIDE

Box = tuple[int, int, int, int]
"""x0, y0, x1, y1 in pixels of a crop."""

PLACES = SEVERAL * FEWEST  # looked at, of all that there are
HASTY = SQUARISH - 1  # how far off its tile's size a hasty quad lies, as a share of it


@dataclass(frozen=True, eq=False)
class Laid:
    """Tiles of one picture laid upon the first of them, (k, 64, 48, 3) BGR in one light."""

    pictures: Floats32

    @staticmethod
    def of(crops: Image) -> "Laid":
        """From crops (k, 64, 48, 3), either end up."""
        first = soft(crops[0])
        return Laid(in_one_light(np.stack([first, *(laid_upon(one, first, HASTY) for one in crops[1:])])))

    def differs(self) -> Floats32:
        """How much the tiles differ at each place (64, 48), against what a tile laid half a pixel off would."""
        middle = np.median(self.pictures, axis=0).astype(np.float32)
        slope = sum(np.gradient(middle, axis=a) ** 2 for a in (0, 1)).sum(2)  # type: ignore[union-attr]
        low, high = np.percentile(self.pictures, (15, 85), axis=0)
        out = ((high - low) ** 2).sum(2) / 4 / (3 * FLOOR + slope / 4)
        return np.asarray(cv2.GaussianBlur(out.astype(np.float32), (0, 0), 1.0), np.float32)


def parted(one: Image, other: Image) -> float:
    """How far what two groups of tiles show, crops (k, 64, 48, 3) and (m, 64, 48, 3), lies apart, against how far the
    tiles of each do: where both are one picture but for a figure, hardly farther."""
    pictures = Laid.of(np.concatenate([other, one])).pictures[:, RIM:-RIM, RIM:-RIM]
    groups = pictures[: len(other)], pictures[len(other) :]
    middles = [np.median(group, axis=0) for group in groups]
    within = sum(float(((group - middle) ** 2).mean()) for group, middle in zip(groups, middles, strict=True))
    return float(((middles[0] - middles[1]) ** 2).mean()) / (within + 1e-6)


def figure_boxes(differs: Floats32) -> tuple[Box, ...]:
    """Where the one thing that tells them apart may lie, likeliest first; and where a word as wide as a tile may."""
    found = dict[Box, None]()
    for edge, share in product((RIM, 2 * RIM // 3), (2, 4)):
        within = np.zeros_like(differs)
        part = np.s_[edge:-edge, edge:-edge]
        within[part] = differs[part]
        for box in _parts(within, share):
            found[box] = None
    for top in (RIM // 2, HEIGHT - RIM // 2 - HEIGHT // 3):
        found[WIDTH // 3, top, 2 * WIDTH // 3, top + HEIGHT // 3] = None
    return tuple(found)


def squares(differs: Floats32) -> tuple[Box, ...]:
    """Squares as large as figures are, of all places those in which tiles differ the most, hardly over each other."""
    where, rim = np.sqrt(differs), RIM // 2
    places, worth = list[Box](), list[float]()
    for size in (WIDTH // 5, HEIGHT // 5):
        mean = cv2.boxFilter(where, -1, (size, size), anchor=(0, 0))
        for y, x in product(range(rim, HEIGHT - rim - size + 1, 2), range(rim, WIDTH - rim - size + 1, 2)):
            places.append((x, y, size, size))
            worth.append(float(mean[y, x]))
    apart = cv2.dnn.NMSBoxes(places, worth, 0.0, 1 / SEVERAL)[:PLACES]
    return tuple((x, y, x + wide, y + high) for x, y, wide, high in (places[k] for k in apart))


def beside(box: Box) -> Iterator[Box]:
    """A box moved by a quarter of itself either way, made larger, and smaller, as far as that lies on a crop."""
    wide, high = (max(2, (box[k + 2] - box[k]) // 4) for k in (0, 1))
    ways = [(-wide, 0, -wide, 0), (wide, 0, wide, 0), (0, -high, 0, -high), (0, high, 0, high)]
    for way in (*ways, (-wide // 2, -high // 2, wide // 2, high // 2), (wide // 2, high // 2, -wide // 2, -high // 2)):
        x0, y0, x1, y1 = (side + by for side, by in zip(box, way, strict=True))
        if min(x0, y0, WIDTH - x1, HEIGHT - y1) > 0 and min(x1 - x0, y1 - y0) > SEVERAL:
            yield x0, y0, x1, y1


def _parts(differs: Floats32, share: int) -> Iterator[Box]:
    """The few parts where pictures differ most, each as far as they do so by so large a share of the most there."""
    left = differs.copy()
    for _ in range(FEW_LOOKS):
        most = np.unravel_index(int(left.argmax()), left.shape)
        over = np.asarray(left > left[most] / share, np.uint8)
        over = np.asarray(cv2.morphologyEx(over, cv2.MORPH_CLOSE, np.ones((3, 5), np.uint8)), np.uint8)
        _, parts = cv2.connectedComponents(over)
        part = (parts == parts[most]) & (parts > 0)
        part[most] = True
        y, x = np.nonzero(part)
        box = int(x.min()), int(y.min()), int(x.max()) + 1, int(y.max()) + 1
        if min(box[2] - box[0], box[3] - box[1]) > SEVERAL and box[3] - box[1] < HEIGHT / 2:  # no edge, and no frame
            yield box
        left[part] = 0


def inner(differs: Floats32) -> Floats32:
    """What does not lie at the edge of a crop, where the tile's own edge and its neighbours show."""
    return differs[RIM:-RIM, RIM:-RIM]


def in_the_middle(box: Box) -> bool:
    """Whether a box lies there whichever end of the tile is up."""
    x0, y0, x1, y1 = box
    return abs(x0 + x1 - WIDTH) < (x1 - x0) / 2 and abs(y0 + y1 - HEIGHT) < (y1 - y0) / 2


def grey(pictures: Floats32, box: Box) -> Floats32:
    """The pictures (k, 64, 48, 3) in the one shade of grey in which they differ most within a box (k, 64, 48)."""
    x0, y0, x1, y1 = box
    part = pictures[:, y0:y1, x0:x1]
    off = (part - part.mean(0)).reshape(-1, 3)
    _, axes = np.linalg.eigh(off.T @ off)
    axis = axes[:, -1] * (1 if axes[:, -1].sum() >= 0 else -1)
    return np.asarray(pictures @ axis, np.float32)


def patches(shades: Floats32, box: Box, near: float = 1.0) -> Floats32:
    """What pictures (k, 64, 48) show in a box and a little around it, as the numerals' network takes it (k, HIGH,
    WIDE): the box three quarters of it, or so many times as large."""
    x0, y0, x1, y1 = box
    scale = near * min(3 * HIGH / (y1 - y0), 3 * WIDE / (x1 - x0)) / 4
    x, y = (x0 + x1 - 1) / 2, (y0 + y1 - 1) / 2
    way = np.array([[scale, 0, (WIDE - 1) / 2 - scale * x], [0, scale, (HIGH - 1) / 2 - scale * y]], np.float32)
    held, edge = cv2.INTER_CUBIC, cv2.BORDER_REPLICATE
    cut = [cv2.warpAffine(one, way, (WIDE, HIGH), flags=held, borderMode=edge) for one in shades]
    return np.stack(cut).astype(np.float32)


def likeness(shades: Floats32, box: Box) -> Floats:
    """How alike the pictures (k, 64, 48) are within a box, laid a pixel either way: correlations (k, k)."""
    x0, y0, x1, y1 = box
    middle = np.median(shades, axis=0)

    def flat(pictures: Floats32) -> Floats:
        part = (pictures - middle)[:, y0:y1, x0:x1].reshape(len(pictures), -1).astype(np.float64)
        part -= part.mean(1, keepdims=True)
        return np.asarray(part / (np.linalg.norm(part, axis=1, keepdims=True) + 1e-6))

    plain = flat(shades)
    best = np.full((len(shades), len(shades)), -1.0)
    for shift in product((-1, 0, 1), repeat=2):
        best = np.maximum(best, plain @ flat(np.roll(shades, shift, (1, 2))).T)
    return np.asarray(np.maximum(best, best.T))


def turned_like(laid: list[Laid]) -> list[Laid]:
    """Groups of tiles of one set: where they differ lies at one place in all, those of which that is told the other way
    up turned round."""
    out = laid[:1]
    for one in laid[1:]:
        where = sum(_evened(other.differs()) for other in out)
        mine = _evened(one.differs())
        turned = float((where * mine[::-1, ::-1]).sum()) > float((where * mine).sum())
        out.append(Laid(np.ascontiguousarray(one.pictures[:, ::-1, ::-1])) if turned else one)
    return out


def _evened(differs: Floats32) -> Floats32:
    return np.asarray(cv2.GaussianBlur(differs * (INSIDE > 0), (0, 0), 2.0) / (inner(differs).max() + 1e-9), np.float32)
