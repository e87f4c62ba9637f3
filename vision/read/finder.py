"""Where tiles lie in a picture: oriented quads around their faces, whatever is drawn on them.

A small network marks the middles of tile faces on a grid of 4 pixels and tells each one's half axes. It knows tiles 10
to 80 pixels wide, so a picture is looked at in one or two sizes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import FEWEST, LIKELY
from engine.tile import SET_SIZE
from vision.arrays import Floats32, Image
from vision.read.closer import parts
from vision.read.corners import Corners
from vision.read.crops import SAME_SIZE, sizes
from vision.read.weights import open_network

STRIDE = 4
SIZE_UNIT = 16.0  # the network tells half axes as log(half / SIZE_UNIT)
LONG_SIDE = 1600  # pixels; a larger picture is shrunk to this for the main look
LEAST_WIDTH = 12.0  # pixels of a tile in the look below which a closer look is worth its price
MOST_WIDTH = 66.0  # ... and above which it is not trusted
ROW = 6  # so many sure tiles make their size credible
NEAR_WIDTH = 42.0  # pixels in the main look: a row of tiles as large is the picture's subject,
BEST_WIDTH = 30.0  # ... and is looked at once more at this width, what is far smaller being left alone
LARGER = 1.8  # how much wider than the usual tile of a picture a near one may be
COARSER = 3.0  # the second look is so much smaller
THRESHOLD = 0.3  # the score from which a peak of the network's is looked at: the evidence weighs it
HALF_SURE = THRESHOLD / 2  # ... and from which many together are worth a closer look
MOST = 2 * 2 * 2 * SET_SIZE  # finds: what shows more is a pattern all over, and is looked at no closer than that


@dataclass(frozen=True, slots=True)
class Found:
    """Faces found: quads (n, 4, 2) float32 pixels, clockwise, long sides second and fourth, which end is up not yet
    known; scores (n,) in 0..1, falling."""

    quads: Floats32
    scores: Floats32

    def __len__(self) -> int:
        return len(self.quads)

    def take(self, which: NDArray[np.bool_] | NDArray[np.int64]) -> "Found":
        """Only those, by mask or by index, in that order."""
        return Found(self.quads[which], self.scores[which])

    def shifted(self, by: Floats32) -> "Found":
        """The same, so many pixels (2,) to the right and down."""
        return Found(self.quads + by, self.scores)


def _none() -> Found:
    return Found(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))


def decode(cells: Floats32, threshold: float = THRESHOLD) -> Found:
    """The network's grid (9, h, w) to quads in its input's pixels."""
    heat = 1 / (1 + np.exp(-cells[0]))
    peak = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > threshold)
    ys, xs = np.nonzero(peak)
    if not len(ys):
        return _none()
    dx, dy, across, along, ca, sa, cb, sb = cells[1:, ys, xs].astype(np.float64)
    # Cell (0, 0) has its middle at pixel edge coordinate 2; pixel centres are whole numbers, half a pixel less.
    middle = np.stack([(xs + 0.5 + dx) * STRIDE - 0.5, (ys + 0.5 + dy) * STRIDE - 0.5], 1)
    a, b = np.arctan2(sa, ca) / 2, np.arctan2(sb, cb) / 2
    u = np.stack([np.cos(a), np.sin(a)], 1) * (np.exp(np.clip(across, -3, 3)) * SIZE_UNIT)[:, None]
    v = np.stack([np.cos(b), np.sin(b)], 1) * (np.exp(np.clip(along, -3, 3)) * SIZE_UNIT)[:, None]
    flip = (u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]) < 0
    u[flip] = -u[flip]
    quads = np.stack([middle - u - v, middle + u - v, middle + u + v, middle - u + v], 1).astype(np.float32)
    scores = heat[ys, xs].astype(np.float32)
    return _surest(Found(quads, scores))


def _surest(found: Found) -> Found:
    """The surest first, and no more than `MOST`."""
    return found.take(np.argsort(-found.scores)[:MOST])


def _joined(looks: Sequence[Found]) -> Found:
    """What several looks found, the surest first."""
    quads, scores = np.concatenate([f.quads for f in looks]), np.concatenate([f.scores for f in looks])
    return _surest(Found(quads, scores))


def _sized(found: Found, scale: float, least: float, most: float) -> Found:
    """Of what one look at `scale` found, that which was between so many pixels wide there."""
    wide = widths(found.quads) * np.float32(scale)
    fits = (wide >= least) & (wide <= most)
    return found.take(fits)


def _credible(large: Found, usual: Found) -> Found:
    """Of what the small look found, that which the other look bears out by its size, or all when it is a row of its
    own: one thing far larger than the tiles of a picture is a marker, a card or a pattern of the cloth. Where the
    other look found a tile of the usual size, it stands."""
    sure = usual.scores > LIKELY
    if sure.sum() < ROW or not len(large):
        return large
    wide, others = widths(large.quads), widths(usual.quads)
    size = np.median(others[sure])
    away = np.linalg.norm(large.quads.mean(1)[:, None] - usual.quads.mean(1)[None], axis=2)
    better = np.abs(np.log(others / size))[None] < np.abs(np.log(wide / size))[:, None]
    told = (away < wide[:, None] / 2) & better & (wide[:, None] > SAME_SIZE * others[None])
    row = (large.scores > LIKELY).sum() >= ROW
    fits = ((wide < LARGER * size) | row) & ~told.any(1)
    return large.take(fits)


def _borne_out(large: Found, usual: Found, scale: float) -> Found:
    """Of what the small look found, that which is too large for the other look, at `scale`, or lies where that saw as
    large a thing too: of a dark table the small look makes tiles that nobody else sees."""
    wide, others = widths(large.quads), widths(usual.quads)
    away = np.linalg.norm(large.quads.mean(1)[:, None] - usual.quads.mean(1)[None], axis=2)
    alike = np.abs(np.log(others[None] / wide[:, None])) < np.log(SAME_SIZE)
    return large.take((wide * scale > MOST_WIDTH) | ((away < wide[:, None] / 2) & alike).any(1))


def _of_one_size(found: Found) -> Found:
    """Of what closer looks at one picture found, that which may be tiles of one table, near and far: its print, and
    that of a card, is far smaller."""
    sure = found.scores > LIKELY
    size = np.sqrt(sizes(found.quads).prod(1))
    return found.take(size > np.median(size[sure]) / 2) if sure.sum() >= ROW else found


def _besides(quads: Floats32, larger: Floats32) -> int:
    """How many of the quads do not lie within larger ones: those are what is printed on a near tile."""
    if not len(quads) or not len(larger):
        return len(quads)
    away = np.linalg.norm(quads.mean(1)[:, None] - larger.mean(1)[None], axis=2)
    within = (away < widths(larger)[None] / 2) & (widths(quads)[:, None] < widths(larger)[None] / 2)
    return int((~within.any(1)).sum())


def _overlap(one: Floats32, other: Floats32) -> float:
    """Shared area over the smaller quad's area."""
    area, _ = cv2.intersectConvexConvex(one, other)
    least = min(abs(cv2.contourArea(one)), abs(cv2.contourArea(other)))
    return float(area) / max(float(least), 1e-6)


def thinned(found: Found, most: float = 0.35, in_all: float = 0.5) -> Found:
    """Of quads that overlap by more than `most`, only the surest; none that surer ones cover by `in_all` together: it
    lies across two tiles."""
    if len(found) < 2:
        return found
    middles = found.quads.mean(1)
    reach = np.linalg.norm(found.quads[:, 2] - found.quads[:, 0], axis=1)
    away = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    near = np.tril(away < (reach[:, None] + reach[None]) / 2, -1)
    stays = np.zeros(len(found), bool)
    for k, beside in enumerate(near):
        shared = [_overlap(found.quads[k], found.quads[j]) for j in np.flatnonzero(beside & stays)]
        if max(shared, default=0.0) <= most and sum(shared) <= in_all:
            stays[k] = True
    return found.take(stays)


def widths(quads: Floats32) -> Floats32:
    """The width of each tile in pixels (n,): the mean of its short sides."""
    across = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2
    return np.asarray(np.linalg.norm(across, axis=1), np.float32)


class Finder:
    """Finds tile faces. One object may be used by one thread at a time."""

    def __init__(self, threads: int = 1) -> None:
        self._network, _ = open_network("finder", threads)
        self.corners = Corners(threads)
        self._begun: tuple[Image, Found] | None = None  # a picture, and its first look: a closer one begins with it

    def laid(self, image: Image, found: Found) -> Found:
        """What was found in a picture (H, W, 3) BGR, each quad on its tile's corners."""
        return Found(self.corners.lay(image, found.quads), found.scores)

    def look(self, image: Image, scale: float, threshold: float = THRESHOLD) -> Found:
        """One look at a picture (H, W, 3) BGR, shrunk or grown by `scale`; quads in the picture's own pixels."""
        h, w = image.shape[:2]
        size = (max(16, round(w * scale)), max(16, round(h * scale)))
        way = cv2.INTER_AREA if scale < 0.5 else cv2.INTER_LINEAR  # above that every pixel still counts
        small = cv2.resize(image, size, interpolation=way) if size != (w, h) else image
        wide, tall = -size[0] % 32, -size[1] % 32
        if wide or tall:
            small = cv2.copyMakeBorder(small, 0, tall, 0, wide, cv2.BORDER_CONSTANT, value=(90, 90, 90))
        colours = np.empty((3, *small.shape[:2]), np.uint8)  # bytes: as floats they would be a third of all memory
        for k, colour in enumerate(colours):
            cv2.extractChannel(small, k, colour)
        found = decode(self._network.run(None, {"image": colours[None]})[0][0], threshold)
        ratio = np.array([w / size[0], h / size[1]], np.float32)
        quads = (found.quads + np.float32(0.5)) * ratio - np.float32(0.5)
        inside = ((quads.mean(1) >= 0) & (quads.mean(1) < [w, h])).all(1)
        return Found(quads[inside].astype(np.float32), found.scores[inside])

    def find(self, image: Image) -> Found:
        """All tile faces in a picture (H, W, 3) BGR of any size.

        The picture is looked at once at up to LONG_SIDE and once in a third of that, where a near rack's tiles are of a
        size the network knows; where most tiles turn out very small, once more in full size."""
        h, w = image.shape[:2]
        scale = min(1.0, LONG_SIDE / max(h, w))

        def look(scale: float) -> Found:
            return self.look(image, scale)

        first = self.look(image, scale, HALF_SURE)
        self._begun = image, first
        looks = [_sized(first.take(first.scores > THRESHOLD), scale, 0.0, MOST_WIDTH)]
        if len(looks[0]) and np.median(widths(looks[0].quads)) * scale < LEAST_WIDTH and scale < 1.0:
            finer = min(1.0, scale * 2)
            looks.append(_sized(look(finer), finer, 0.0, MOST_WIDTH))
        looks.append(_sized(look(scale / COARSER), scale / COARSER, MOST_WIDTH / COARSER / 1.5, MOST_WIDTH))
        near = _borne_out(looks[-1].take(looks[-1].scores > LIKELY), first, scale).quads
        many = max(ROW, 0.28 * _besides(looks[0].quads[looks[0].scores > LIKELY], near))
        if len(near) >= many and (usual := float(np.median(widths(near)))) * scale > NEAR_WIDTH:
            best = min(1.0, BEST_WIDTH / usual)
            large = (_sized(seen, 1.0, usual / 2, np.inf) for seen in (*looks, look(best)))
            looks = list(large)
        else:
            looks[-1] = _credible(looks[-1], looks[0])
        return self.laid(image, thinned(_joined(looks)))

    def far(self, image: Image, quads: Floats32) -> bool:
        """Whether what was found in a picture are few tiles, or small ones: a table far away, perhaps."""
        scale = min(1.0, LONG_SIDE / max(image.shape[:2]))
        return len(quads) < FEWEST or float(np.median(widths(quads))) * scale < BEST_WIDTH

    def find_closely(self, image: Image) -> Found:
        """All small tile faces in a picture (H, W, 3) BGR: where many things lie together that may be such, that part
        is enlarged and looked at again."""
        scale = min(1.0, LONG_SIDE / max(image.shape[:2]))
        begun, self._begun = self._begun, None
        first = begun[1] if begun is not None and begun[0] is image else self.look(image, scale, HALF_SURE)
        found = self._closer(image, first, scale)
        if scale < 1.0 and (found.scores > LIKELY).sum() < FEWEST:  # too small for a first look, perhaps
            finer = min(1.0, 2 * scale)
            found = self._closer(image, self.look(image, finer, HALF_SURE), finer)
        return self.laid(image, thinned(_sized(found.take(found.scores > THRESHOLD), scale, 0.0, MOST_WIDTH)))

    def _closer(self, image: Image, found: Found, scale: float) -> Found:
        """What a look at `scale` found in a picture, and where many small things lie together what closer looks find
        there instead."""
        small = found.take(widths(found.quads) * scale < MOST_WIDTH)
        stays, closer = np.ones(len(found), bool), []
        for part in parts(small.quads, small.scores, (image.shape[1], image.shape[0]), BEST_WIDTH, LONG_SIDE**2):
            if part.zoom < SAME_SIZE * scale:
                continue
            x0, y0, x1, y1 = part.box
            cut = np.ascontiguousarray(image[y0:y1, x0:x1])
            seen = self._closer(cut, self.look(cut, part.zoom, HALF_SURE), part.zoom)
            closer.append(_sized(seen, scale, 0.0, BEST_WIDTH).shifted(np.array([x0, y0], np.float32)))
            stays &= ~part.holds(found.quads) | (widths(found.quads) * scale > BEST_WIDTH)  # that was seen well
        return _joined([found.take(stays), _of_one_size(_joined(closer))] if closer else [found])
