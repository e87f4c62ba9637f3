"""A tile laid upon pictures of faces: how well it fits each once it has been moved, turned and stretched a little.

A quad lies on its tile to within a few pixels of a crop and leans by little, so no crop has far to go: each step of the
fit (Gauss-Newton on the affine way from one to the other) is held back towards where the quad lay. Left to itself a fit
runs away wherever stripes or bare bodies look alike from afar.

Faces that share one drawing but for a small figure fit each other nearly, and themselves better: what tells is how much
of the print is left over (`likelier`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import SEVERAL
from vision.arrays import Floats, Floats32, Image
from vision.read.crops import DARK, HEIGHT, WIDTH

RIM = WIDTH // 8  # pixels at a crop's edge that show the tile's own edge and its neighbours
AS_SEEN = 1.0  # pixels of blur that make a household's picture as soft as a tile on the table
USUAL = WIDTH * 2 / SEVERAL  # pixels of such a tile's width: one that is seen larger is made as soft
HELD = 0.06  # what a corner off by half a crop counts, in pixels that differ by a body's whole brightness
FARTHEST = RIM / (WIDTH / 2)  # of half a crop: no corner lies farther off
STEPS = 4  # of laying one upon another, first half as large and soft, so that strokes find each other, then as it is
TELLS = 10.0  # as many pixels of a print tell of it, each for itself: all others repeat them
_WAY = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


def print_of(crop: Image, blur: float = 0.0) -> Floats32:
    """What is printed on a tile's crop (64, 48, 3): how much darker or lighter each pixel is than the body, as a share
    of it."""
    soft = cv2.GaussianBlur(crop.astype(np.float32), (0, 0), blur) if blur else crop.astype(np.float32)
    body = np.percentile(soft[RIM:-RIM, RIM:-RIM].reshape(-1, 3), 75, axis=0).astype(np.float32)
    return np.asarray((soft - body) / np.maximum(body, DARK), np.float32)


def _half(one: Floats32) -> Floats32:
    """A print half as large, and soft."""
    small = cv2.resize(one, (WIDTH // 2, HEIGHT // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), AS_SEEN), np.float32)


@dataclass(frozen=True, eq=False)
class _Under:
    """Prints (p, h, w, 3) upon which others are laid: inner (p, N), without the rim, in a row; ways (p, N, 6): how each
    of these changes (N) as a print is moved, stretched and sheared; bent (p, 6, 6): the squares of these."""

    inner: Floats32
    ways: Floats32
    bent: Floats

    @staticmethod
    def of(prints: Sequence[Floats32]) -> "_Under":
        ways = np.stack([_ways(one) for one in prints])
        bent = np.einsum("pni,pnj->pij", ways, ways, optimize=True).astype(np.float64)
        return _Under(np.stack([_inner(one) for one in prints]), ways, bent)

    def take(self, which: NDArray[np.int64]) -> "_Under":
        return _Under(self.inner[which], self.ways[which], self.bent[which])

    def follow(self, ends: Sequence[Floats32], moved: Floats) -> Floats:
        """By how much prints (k) lie off where each fits its own of these, once they were `moved` so (k, 6)."""
        sizes = np.maximum((self.inner**2).sum(1), 1e-6)
        held = np.eye(6) * HELD * self.inner.shape[1]
        for _ in range(STEPS):
            over = _laid(ends, moved)
            gain = np.clip((over * self.inner).sum(1) / sizes, 1 / SEVERAL, SEVERAL)
            off = over - gain[:, None] * self.inner
            towards = np.matmul(off[:, None], self.ways)[:, 0] * gain[:, None] + moved @ held
            step = np.linalg.solve(self.bent * (gain**2)[:, None, None] + held, towards[..., None])[..., 0]
            moved = np.clip(moved - step, -FARTHEST, FARTHEST)
        return np.asarray(moved)


@dataclass(frozen=True, eq=False)
class Pictures:
    """Pictures (p,) upon which tiles are laid, as they are and half as large."""

    fine: _Under
    coarse: _Under

    @staticmethod
    def of(crops: Sequence[Image]) -> "Pictures":
        """Of a household's crops (64, 48, 3)."""
        prints = [print_of(crop, AS_SEEN) for crop in crops]
        return Pictures(_Under.of(prints), _Under.of([_half(one) for one in prints]))

    def fits(self, crop: Image, width: float, which: NDArray[np.int64]) -> Floats:
        """How well a tile's crop (64, 48, 3), seen so many pixels wide, fits some of the pictures (k,), either end up:
        cosines (k,)."""
        upright = print_of(crop, AS_SEEN * float(np.sqrt(max(0.0, 1 - (USUAL / max(width, 1.0)) ** 2))))
        turned = np.ascontiguousarray(upright[::-1, ::-1])
        fine, coarse = self.fine.take(which), self.coarse.take(which)
        halves = _half(upright), _half(turned)
        up = coarse.inner @ _inner(halves[0]) >= coarse.inner @ _inner(halves[1])
        moved = coarse.follow([halves[0] if one else halves[1] for one in up], np.zeros((len(which), 6)))
        ends = [upright if one else turned for one in up]
        over = _laid(ends, fine.follow(ends, moved))
        sizes = (fine.inner**2).sum(1) * (over**2).sum(1)
        return np.asarray((over * fine.inner).sum(1) / np.sqrt(np.maximum(sizes, 1e-6)), np.float64)


def likelier(fits: Floats) -> Floats:
    """Nats (k,), up to a constant, by which a tile is likelier each of the faces whose pictures it fits so well (k,),
    cosines: the less of its print is left over, the likelier."""
    left = np.maximum(1 - np.clip(fits, 0, 1) ** 2, 1e-4)
    return np.asarray(-TELLS / 2 * np.log(left))


def _inner(one: Floats32) -> Floats32:
    """A print (h, w, 3) without its rim, in a row (N,)."""
    rim = RIM * one.shape[1] // WIDTH
    return np.asarray(one[rim:-rim, rim:-rim], np.float32).ravel()


def _ways(one: Floats32) -> Floats32:
    """How each inner pixel of a print (h, w, 3) changes (N, 6) as it is moved across and down, stretched across and
    down, and sheared, by half a crop each."""
    height, width = one.shape[:2]
    x, y = np.meshgrid(
        (np.arange(width) - (width - 1) / 2) / (width / 2), (np.arange(height) - (height - 1) / 2) / (height / 2)
    )
    down, across = np.gradient(one, axis=(0, 1))
    across, down = across * (width / 2), down * (height / 2)
    x, y = x[..., None], y[..., None]
    ways = (across, down, across * x, down * y, across * y, down * x)
    return np.stack([_inner(np.asarray(way, np.float32)) for way in ways], -1)


def _laid(prints: Sequence[Floats32], moved: Floats) -> Floats32:
    """The inner pixels in rows (k, N) of prints (h, w, 3) that were moved so (k, 6)."""
    height, width = prints[0].shape[:2]
    rim = RIM * width // WIDTH
    across, down, wide, tall, lean, rise = moved.T
    turn = np.array([[1 + wide, lean * width / height], [rise * height / width, 1 + tall]]).transpose(2, 0, 1)
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    shift = middle + np.stack([across * width / 2, down * height / 2], 1) - turn @ (middle - rim)
    ways, size = np.concatenate([turn, shift[..., None]], 2), (width - 2 * rim, height - 2 * rim)
    out = np.empty((len(prints), size[1], size[0], 3), np.float32)
    for one, way, inner in zip(prints, ways, out, strict=True):
        cv2.warpAffine(one, way, size, dst=inner, flags=_WAY, borderMode=cv2.BORDER_REPLICATE)
    return out.reshape(len(prints), -1)
