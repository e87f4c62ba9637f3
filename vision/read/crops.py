"""What is taken out of a picture where tiles lie: crops laid straight, as the reader wants them, the colours of their
bodies, and how plain their outlines are. Past this the picture itself is not needed."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import TILE_MM
from vision.arrays import Floats, Image

HEIGHT, WIDTH = 64, 48  # pixels of a crop
LEARNED_MARGIN = 0.1  # of a tile, left around it on each side in what the reader learned from
# At the table less is left: bought tiles leave more white around their print than drawn ones, and larger print reads
# better.
MARGIN = 0.058
AROUND = 0.45  # left around it on each side where what lies beside it matters: its edge, its side, its shadow

DARK = 120  # grey of a body below which it may be that of a dark tile: then what is printed on it is lighter
LIGHTER = 5.0  # ... by so many times as much as anything is darker: so is a glare on a light tile, but its print is not
PLAINLY, SOME = 30, 0.03  # ... and by so much grey in such a part of it at least
INWARD = 0.7  # part of a tile's width and height: its inner part, in whose rim no printed frame runs
# A tile seen from low down looks no longer than wide, or wider than long, and is taken to lie across. Seen as long as
# this, in widths, half of the way to a tile's shape, it lies as it looks.
SQUARISH = (TILE_MM[1] / TILE_MM[0]) ** 0.5
SAME_SIZE = 1.28  # times as long, or as short: two measures of one tile differ by no more
Size = tuple[int, int]
"""Width and height, pixels."""
CROP: Size = (WIDTH, HEIGHT)


@dataclass(frozen=True, slots=True)
class Taken:
    """What was taken out of a picture for (n,) quads, those that look nearly square lying across as well: quads
    (n, 4, 2) float32 pixels, clockwise; scores (n,): the finder's, 0..1; crops (n, 64, 48, 3) BGR, either end up;
    bodies (n, 3): the colour near the rim, 8-bit Lab; outlines (n, 4): the step in brightness across the upper, right,
    lower and left side, in parts of the light there; around (n, 64, 48, 3) BGR: each with as much as `AROUND` beside
    it. across (m,): which of the first n - m the last m are once more."""

    quads: NDArray[np.float32]
    scores: NDArray[np.float32]
    crops: Image
    bodies: Floats
    outlines: Floats
    around: Image
    across: NDArray[np.int64]

    def as_found(self) -> "Taken":
        """The same, nothing taken to lie across."""
        n = len(self.quads) - len(self.across)
        seen = self.quads[:n], self.scores[:n], self.crops[:n], self.bodies[:n], self.outlines[:n], self.around[:n]
        return Taken(*seen, self.across[:0])


def taken(image: Image, quads: NDArray[np.float32], scores: NDArray[np.float32] | None = None) -> Taken:
    """What a picture (H, W, 3) BGR shows inside quads (n, 4, 2), found with these scores (n,)."""
    quads = np.asarray(quads, np.float32).reshape(-1, 4, 2)
    scores = np.ones(len(quads), np.float32) if scores is None else np.asarray(scores, np.float32)
    ways, across = either_way(quads)
    scores = np.concatenate([scores, scores[across]])
    around = cut(image, grown(ways.astype(np.float64), AROUND))
    return Taken(ways, scores, upright(image, ways), body_colours(image, ways), outlines(image, ways), around, across)


def either_way(quads: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Quads (n, 4, 2), and after them those that look nearly square as they lie across; which of the n these are."""
    wide, tall = sizes(quads).T
    across = np.flatnonzero(tall < SQUARISH * wide)
    return np.concatenate([quads, np.roll(quads[across], 1, axis=1)]), across


def upright(image: Image, quads: NDArray[np.float32]) -> NDArray[np.uint8]:
    """What a picture (H, W, 3) BGR shows inside quads (n, 4, 2), as the reader wants it: (n, 64, 48, 3)."""
    return cut(image, grown(quads.astype(np.float64)))


def beside(crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Crops (n, 64, 48, 3) as if each had been cut out to the right, to the left, below and above of where it was, as
    far as a margin is left around its tile: (4 n, 64, 48, 3), those of each way together."""
    off = round(WIDTH * MARGIN / (1 + 2 * MARGIN))
    wide = np.pad(crops, ((0, 0), (off, off), (off, off), (0, 0)), mode="edge")
    ways = ((2 * off, off), (0, off), (off, 2 * off), (off, 0))
    return np.concatenate([wide[:, y : y + HEIGHT, x : x + WIDTH] for x, y in ways])


def grown(quad: Floats, margin: float = MARGIN) -> Floats:
    """A quad (..., 4, 2) with a margin around it, in parts of its own size."""
    middle = quad.mean(-2, keepdims=True)
    return np.asarray((quad - middle) * (1 + 2 * margin) + middle)


def scaled(quads: NDArray[np.float32], scale: Floats) -> NDArray[np.float32]:
    """Quads (n, 4, 2) in a picture so many times as wide and high (2,)."""
    return np.asarray((quads + 0.5) * scale - 0.5, np.float32)


def sizes(quads: NDArray[np.float32]) -> NDArray[np.float64]:
    """Width and length (n, 2) of quads (n, 4, 2), in pixels."""
    q = quads.astype(np.float64)
    across = (q[:, 1] + q[:, 2] - q[:, 0] - q[:, 3]) / 2
    along = (q[:, 2] + q[:, 3] - q[:, 0] - q[:, 1]) / 2
    return np.stack([np.linalg.norm(across, axis=1), np.linalg.norm(along, axis=1)], 1)


def cut(image: Image, quads: Floats, size: Size = CROP) -> NDArray[np.uint8]:
    """The parts of a picture (H, W, 3) inside quads (n, 4, 2), clockwise from what is to become the upper left; returns
    (n, h, w, 3) for a `size` of (w, h). Large tiles are shrunk smoothly, not skipped over."""
    width, height = size
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    out = np.empty((len(quads), height, width, 3), np.uint8)
    quads = np.asarray(quads, np.float64).reshape(-1, 4, 2)
    low = np.maximum(np.floor(quads.min(1)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(quads.max(1)).astype(int) + 3, image.shape[1::-1])
    local = (quads - low[:, None]).astype(np.float32)
    wide, tall = quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
    side = np.maximum(np.hypot(wide[:, 0], wide[:, 1]) / width, np.hypot(tall[:, 0], tall[:, 1]) / height).tolist()
    for k, ((x0, y0), (x1, y1)) in enumerate(zip(low.tolist(), high.tolist(), strict=True)):
        if x1 - x0 < 2 or y1 - y0 < 2:
            out[k] = 0
            continue
        part, at = image[y0:y1, x0:x1], local[k]
        if side[k] > 1.6:
            fewer = (max(2, round(part.shape[1] / side[k])), max(2, round(part.shape[0] / side[k])))
            ratio = np.array([fewer[0] / part.shape[1], fewer[1] / part.shape[0]], np.float32)
            part = np.asarray(cv2.resize(part, fewer, interpolation=cv2.INTER_AREA), np.uint8)
            at = (at + np.float32(0.5)) * ratio - np.float32(0.5)
        matrix = cv2.getPerspectiveTransform(at, corners)
        cv2.warpPerspective(part, matrix, size, dst=out[k], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return out


def planes(pictures: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Pictures (n, H, W, 3) BGR as the networks want them: (n, 3, H, W), red first, 0..1."""
    n, height, width, _ = pictures.shape
    out = np.empty((n, 3, height, width), np.float32)
    for k, colour in enumerate(cv2.split(pictures.reshape(n * height, width, 3))):
        np.multiply(colour.reshape(n, height, width), np.float32(1 / 255), out=out[:, 2 - k])
    return out


def alight(crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Crops (n, HEIGHT, WIDTH, 3) of tiles, those of dark tiles with light print with light and dark changed over, hues
    as they are: few sets are dark, and what is learned of the many light ones serves for them too."""
    across, down = crops[:, (8, -9), 8:-8:2], crops[:, 8:-8:2, (7, -8)]
    rim = np.concatenate([across.reshape(len(crops), -1, 3), down.reshape(len(crops), -1, 3)], 1)
    body = np.median(rim.mean(2, dtype=np.float32), 1)
    dim = np.flatnonzero(body < DARK)
    if not len(dim):
        return crops
    inside = crops[dim, 8:-8:2, 6:-6:2].mean(3, dtype=np.float32)
    # the rim may lie on a soap's dark frame; most of a tile is bare
    over = inside - np.maximum(body[dim], np.median(inside, (1, 2)))[:, None, None]
    lighter, darker = np.maximum(over, 0).mean((1, 2)), np.maximum(-over, 0).mean((1, 2))
    dark = dim[(lighter > LIGHTER * darker) & ((over > PLAINLY).mean((1, 2)) > SOME)]
    if not len(dark):
        return crops
    hls = cv2.cvtColor(crops[dark].reshape(-1, WIDTH, 3), cv2.COLOR_BGR2HLS)
    hls[..., 1] = 255 - hls[..., 1]
    out = crops.copy()
    out[dark] = cv2.cvtColor(hls, cv2.COLOR_HLS2BGR).reshape(-1, HEIGHT, WIDTH, 3)
    return out


def at_a_glance(crop: Image) -> NDArray[np.float32]:
    """A crop (64, 48, 3) in grey and half as large (32, 24)."""
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, (WIDTH // 2, HEIGHT // 2), interpolation=cv2.INTER_AREA), np.float32)


def _rim() -> Floats:
    """Places (k, 2) on a tile, in parts of its width and height, near its rim, where little is printed."""
    along, near = np.linspace(0.14, 0.86, 13), (0.075, 0.1, 0.125)
    across = [(u, v) for v in near for u in along] + [(u, 1 - v) for v in near for u in along]
    down = [(u, v) for u in near for v in along] + [(1 - u, v) for u in near for v in along]
    return np.array(across + down)


RIM = _rim()


def _pixels(image: Image, quads: NDArray[np.float32], u: Floats, v: Floats) -> Image:
    """What a picture shows at places (k,) of each tile, in parts of its width and height (n, k, 3)."""
    at = np.stack([(1 - v) * (1 - u), (1 - v) * u, v * u, v * (1 - u)], 1) @ quads.astype(np.float64)
    x = np.clip(np.rint(at[..., 0]).astype(int), 0, image.shape[1] - 1)
    y = np.clip(np.rint(at[..., 1]).astype(int), 0, image.shape[0] - 1)
    return np.ascontiguousarray(image[y, x])


def body_colours(image: Image, quads: NDArray[np.float32]) -> Floats:
    """The colour of each tile's body (n, 3) in 8-bit Lab: the median near its rim."""
    if not len(quads):
        return np.zeros((0, 3))
    lab = cv2.cvtColor(_pixels(image, quads, RIM[:, 0], RIM[:, 1]), cv2.COLOR_BGR2LAB)
    return np.asarray(np.median(lab, axis=1), np.float64)


def within_frames(crops: Image) -> Floats:
    """The colour of each tile's body (n, 3) in 8-bit Lab, should a frame run near its rim: the median within that.
    `crops` (n, 64, 48, 3): the tiles as the reader sees them."""
    if not len(crops):
        return np.zeros((0, 3))
    x, y = (np.rint((RIM * INWARD + (1 - INWARD) / 2) * crops.shape[2:0:-1] - 0.5).astype(int)).T
    return np.asarray(np.median(cv2.cvtColor(crops[:, y, x], cv2.COLOR_BGR2LAB), axis=1), np.float64)


def outlines(image: Image, quads: NDArray[np.float32]) -> Floats:
    """How plain the outline of each quad (n, 4, 2) of a picture (H, W, 3) BGR is: the step in brightness across each of
    its four sides, in parts of the light there (n, 4). A part of a ledge has none where the ledge goes on, nor has a
    flower printed on cloth."""
    if not len(quads):
        return np.zeros((0, 4))
    along, across = np.linspace(0.2, 0.8, 13), np.linspace(-0.13, 0.13, 11)
    a, c = (v.ravel() for v in np.meshgrid(along, across, indexing="ij"))
    u = np.concatenate([a, 1 + c, a, c])  # the upper side, the right one, the lower, the left
    v = np.concatenate([c, a, 1 + c, a])
    seen = _pixels(image, quads, u, v)
    profile = seen.reshape(len(quads), 4, len(along), len(across), 3).astype(np.float64).mean(2)
    step = (profile.max(2) - profile.min(2)).max(2)
    return np.asarray(step / np.maximum(profile.mean((2, 3)), 1.0))
