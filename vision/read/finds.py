"""What was found in one picture: everything that is known of each find by itself, computed once."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS, Tile
from vision.read.crops import HEIGHT, WIDTH, sizes
from vision.read.sightings import N_LABELS, NOT_A_FACE

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
INWARD = 0.7  # part of a tile's width and height: its inner part, in whose rim no printed frame runs


@dataclass(frozen=True, slots=True)
class Finds:
    """(n,) finds of one picture, checked once, here.

    quads (n, 4, 2) float32 pixels, clockwise from the tile's own top-left. scores (n,): the finder's, 0..1. logits
    (n, 37), points (n, E) of length one: what the reader's network says before any tile set is asked. crops
    (n, 64, 48, 3) BGR: the tiles as it looked at them, upright. bodies (n, 3): the colour near the rim, 8-bit Lab.
    outlines (n, 4): the step in brightness across the upper, right, lower and left side, in parts of the light there.
    log_p (n, 37): what each by itself is read as in the tile set in use, natural logarithms. Raises ValueError.
    """

    quads: Floats
    scores: Floats
    logits: Floats
    points: Floats
    crops: Image
    bodies: NDArray[np.float64]
    outlines: NDArray[np.float64]
    log_p: Floats

    def __post_init__(self) -> None:
        n = len(self.quads)
        shapes = ((4, 2), (), (N_LABELS,), self.points.shape[1:2], (HEIGHT, WIDTH, 3), (3,), (4,), (N_LABELS,))
        for of, shape in zip(fields(self), shapes, strict=True):
            held = getattr(self, of.name)
            if held.shape != (n, *shape):
                raise ValueError(f"{of.name} must be {(n, *shape)} beside {n} quads, not {held.shape}")

    def __len__(self) -> int:
        return len(self.quads)

    @property
    def sizes(self) -> NDArray[np.float64]:
        """Width and length (n, 2), pixels."""
        return sizes(self.quads)

    @property
    def best(self) -> Floats:
        """log p of the likeliest kind of each (n,)."""
        return np.asarray(self.log_p[:, :N_KINDS].max(1), np.float32)

    @property
    def kinds(self) -> NDArray[np.int64]:
        """The likeliest kind of each (n,)."""
        return np.asarray(self.log_p[:, :N_KINDS].argmax(1), np.int64)

    @property
    def bare(self) -> NDArray[np.bool_]:
        """Which show nothing: a soap, or no face (n,)."""
        p = np.exp(self.log_p[:, [Tile.SOAP, NOT_A_FACE]]).sum(1)
        return np.asarray((self.kinds == Tile.SOAP) & (p > 0.9), np.bool_)

    def take(self, which: NDArray[np.int64] | NDArray[np.bool_]) -> "Finds":
        """Only those, by index or mask, in that order."""
        return Finds(*(getattr(self, of.name)[which] for of in fields(self)))

    @staticmethod
    def joined(parts: "Sequence[Finds]") -> "Finds":
        """All of them, in order."""
        return Finds(*(np.concatenate([getattr(part, of.name) for part in parts]) for of in fields(Finds)))


def _rim() -> NDArray[np.float64]:
    """Places (k, 2) on a tile, in parts of its width and height, near its rim, where little is printed."""
    along, near = np.linspace(0.14, 0.86, 13), (0.075, 0.1, 0.125)
    across = [(u, v) for v in near for u in along] + [(u, 1 - v) for v in near for u in along]
    down = [(u, v) for u in near for v in along] + [(1 - u, v) for u in near for v in along]
    return np.array(across + down)


RIM = _rim()


def _pixels(image: Image, quads: Floats, u: NDArray[np.float64], v: NDArray[np.float64]) -> Image:
    """What a picture shows at places (k,) of each tile, in parts of its width and height (n, k, 3)."""
    at = np.stack([(1 - v) * (1 - u), (1 - v) * u, v * u, v * (1 - u)], 1) @ quads.astype(np.float64)
    x = np.clip(np.rint(at[..., 0]).astype(int), 0, image.shape[1] - 1)
    y = np.clip(np.rint(at[..., 1]).astype(int), 0, image.shape[0] - 1)
    return np.ascontiguousarray(image[y, x])


def body_colours(image: Image, quads: Floats) -> NDArray[np.float64]:
    """The colour of each tile's body (n, 3) in 8-bit Lab: the median near its rim."""
    if not len(quads):
        return np.zeros((0, 3))
    lab = cv2.cvtColor(_pixels(image, quads, RIM[:, 0], RIM[:, 1]), cv2.COLOR_BGR2LAB)
    return np.asarray(np.median(lab, axis=1), np.float64)


def within_frames(crops: Image) -> NDArray[np.float64]:
    """The colour of each tile's body (n, 3) in 8-bit Lab, should a frame run near its rim: the median within that.
    `crops` (n, 64, 48, 3): the tiles as the reader sees them."""
    if not len(crops):
        return np.zeros((0, 3))
    x, y = (np.rint((RIM * INWARD + (1 - INWARD) / 2) * crops.shape[2:0:-1] - 0.5).astype(int)).T
    return np.asarray(np.median(cv2.cvtColor(crops[:, y, x], cv2.COLOR_BGR2LAB), axis=1), np.float64)


def outlines(image: Image, quads: Floats) -> NDArray[np.float64]:
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
