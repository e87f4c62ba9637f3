"""What tells faces of one set apart that share a picture.

Where the Craks of a set are one drawing with a small figure in it, or its winds one compass, the reader's network sees
one face. But a household's pictures tell where they differ: laid upon each other they agree everywhere except there.
A tile that may be any of them is laid upon the same, and looked at only there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import SEVERAL
from vision.arrays import Floats32, Image
from vision.read.crops import HEIGHT, WIDTH

LIKE = 0.9  # the cosine, or correlation, from which two are one drawing: other faces of a set are seldom so alike
FITS = 0.4  # the correlation from which a tile is any of them
SOFT = 0.5  # pixels of blur before pictures are compared
FLOOR = 14.0**2  # the variance, in grey levels, that pictures of one face have anywhere
LITTLE = 0.2  # of the most that anything tells: where less is told, nothing is looked at
SHARP = 18.0  # by how many nats a tile is likelier a face with whose picture it correlates by one more
STEPS = 25  # of laying one picture upon another
RIM = WIDTH // 8  # pixels at a crop's edge that show the tile's own edge and its neighbours


def near_faces(embeddings: Floats32, kinds: NDArray[np.int64]) -> tuple[tuple[int, ...], ...]:
    """Of the faces (m,) of prototypes (m, E), those that may share a picture, together; faces that stand alone are left
    out."""
    faces = np.unique(kinds)
    middles = np.stack([embeddings[kinds == face].mean(0) for face in faces])
    middles /= np.linalg.norm(middles, axis=1, keepdims=True) + 1e-9
    near = middles @ middles.T > LIKE
    group = np.arange(len(faces))
    for a, b in zip(*np.nonzero(near), strict=True):
        group[group == group[a]] = group[b]
    together = (tuple(int(f) for f in faces[group == g]) for g in np.unique(group))
    # two that resemble each other are laid over both (`vision.judge.pictures`)
    return tuple(some for some in together if len(some) >= SEVERAL)


def sharing(
    embeddings: Floats32, kinds: NDArray[np.int64], pictures: Sequence[Image], owners: NDArray[np.int64]
) -> tuple["Apart", ...]:
    """Which faces of a set may share a picture: from prototypes (m, E), their kinds (m,), and the pictures (p), as
    photographed, of prototypes `owners` (p,)."""
    out = []
    for faces in near_faces(embeddings, kinds):
        mine = [k for k, owner in enumerate(owners) if int(kinds[owner]) in faces]
        if mine:
            out.append(Apart.of(faces, [pictures[k] for k in mine], kinds[owners[mine]], owners[mine]))
    return tuple(out)


def soft(crop: Image) -> Floats32:
    """A crop (64, 48, 3) as it is compared."""
    return np.asarray(cv2.GaussianBlur(crop.astype(np.float32), (0, 0), SOFT), np.float32)


def laid_upon(crop: Image, under: Floats32, stretch: float | None = None) -> Floats32:
    """A crop, soft, laid upon a soft picture (64, 48, 3), whichever end up fits better. stretch: the share of its
    size by which it may be stretched, or turned; one that would need more, or cannot be laid, stays where it lies."""
    shade = cv2.cvtColor(under, cv2.COLOR_BGR2GRAY)
    until = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, STEPS, 1e-3)
    best, most = soft(crop), -1.0
    for turned in (best, soft(np.ascontiguousarray(crop[::-1, ::-1]))):
        mine = cv2.cvtColor(turned, cv2.COLOR_BGR2GRAY)
        warp: NDArray[Any] = np.eye(2, 3, dtype=np.float32)
        try:
            fit, warp = cv2.findTransformECC(shade, mine, warp, cv2.MOTION_AFFINE, until, INSIDE, 3)
        except cv2.error:  # nothing is printed there, or it does not come to rest
            fit = -1.0
        if stretch is not None and (fit < 0 or np.abs(warp[:, :2] - np.eye(2)).max() > stretch):
            fit, warp = _correlation(shade[INSIDE > 0], mine[INSIDE > 0]), np.eye(2, 3, dtype=np.float32)
        if fit > most:
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            laid = cv2.warpAffine(turned, warp, (WIDTH, HEIGHT), flags=flags, borderMode=cv2.BORDER_REPLICATE)
            best, most = np.asarray(laid, np.float32), float(fit)
        if most > LIKE:
            break
    return best


def _correlation(one: NDArray[Any], other: NDArray[Any]) -> float:
    a, b = one.astype(np.float64) - one.mean(), other.astype(np.float64) - other.mean()
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-6))


INSIDE = np.zeros((HEIGHT, WIDTH), np.uint8)
INSIDE[RIM:-RIM, RIM:-RIM] = 255


@dataclass(frozen=True, eq=False)
class Apart:
    """Faces that may share a picture. faces (k,); laid (p, 64, 48, 3): the household's pictures of them, soft and laid
    upon the first; kinds (p,): whose each is; owners (p,): the prototype that each was photographed for."""

    faces: tuple[int, ...]
    laid: Floats32
    kinds: NDArray[np.int64]
    owners: NDArray[np.int64]

    @staticmethod
    def of(
        faces: tuple[int, ...], pictures: list[Image], kinds: NDArray[np.int64], owners: NDArray[np.int64]
    ) -> "Apart":
        """From pictures (64, 48, 3) of these faces."""
        first = soft(pictures[0])
        return Apart(faces, np.stack([first, *(laid_upon(one, first) for one in pictures[1:])]), kinds, owners)

    def telling(self, without: int = -1) -> Floats32:
        """How much each place of the picture tells (64, 48), 0 to 1: the faces differ there by more than two pictures
        of one face do. `without`: the owner of pictures that are left out."""
        used = self.owners != without
        even = in_one_light(self.laid)
        middles, within = [], []
        for face in self.faces:
            mine = even[used & (self.kinds == face)]
            if len(mine):
                middles.append(mine.mean(0))
                within.append(mine.var(0))
        between = np.var(middles, axis=0).sum(2)
        tells = between / (np.mean(within, axis=0).sum(2) + FLOOR)
        tells = cv2.GaussianBlur(tells.astype(np.float32), (0, 0), 1.0) * (INSIDE > 0)
        most = float(np.percentile(tells[INSIDE > 0], 99.5))
        out = np.clip(tells / max(most, 1e-6), 0, 1)
        return np.asarray(np.where(out < LITTLE, 0, out), np.float32)

    def fits(self, crop: Image, without: int = -1) -> Floats32:
        """How well a tile's crop (64, 48, 3) fits each of the faces (k,) where they differ: correlations."""
        tells = self._telling if without < 0 else self.telling(without)
        held = laid_upon(crop, self.laid[0])
        shifts = list(product((-1, 0, 1), repeat=2))  # a pixel either way
        weight = (tells / (tells.sum() + 1e-9))[..., None]
        rows = np.flatnonzero(tells.max(1) > 0)
        columns = np.flatnonzero(tells.max(0) > 0)
        if not len(rows):
            return np.zeros(len(self.faces), np.float32)
        part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        weight = weight[part]
        slid = np.stack([np.roll(held, shift, (1, 0))[part] for shift in shifts])
        mine = _standard(slid, weight)
        theirs = _standard(self.laid[(slice(None), *part)], weight)
        fit = np.einsum("shwc,phwc->ps", mine * weight, theirs, optimize=True).max(1) / mine.shape[-1]
        fit[self.owners == without] = -1.0
        return np.array([fit[self.kinds == face].max(initial=-1.0) for face in self.faces], np.float32)

    def told(self, log_p: Floats32, crop: Image, without: int = -1) -> Floats32:
        """The log-probabilities (36,) of a tile read as one of these faces, once it is looked at where they differ."""
        mine = list(self.faces)
        out, fits = np.array(log_p, np.float64), self.fits(crop, without).astype(np.float64)
        if fits.max() < FITS:
            return np.asarray(log_p, np.float32)
        share = SHARP * fits
        out[mine] = np.logaddexp.reduce(out[mine]) + share - np.logaddexp.reduce(share)
        return np.asarray(out, np.float32)

    @cached_property
    def _telling(self) -> Floats32:
        return self.telling()


def in_one_light(pictures: Floats32) -> Floats32:
    """Pictures (p, 64, 48, 3), each as bright and as contrasty as the others."""
    inside = pictures[:, RIM:-RIM, RIM:-RIM]
    mean, spread = inside.mean((1, 2), keepdims=True), inside.std((1, 2), keepdims=True)
    usual, level = float(spread.mean()), mean.mean(0, keepdims=True)
    return np.asarray((pictures - mean) / np.maximum(spread, 4) * usual + level, np.float32)


def _standard(pictures: Floats32, weight: Floats32) -> Floats32:
    """Pictures (p, h, w, 3) with mean 0 and, over the three colours together, variance 1, by weights (h, w, 1)."""
    mean = (pictures * weight).sum((1, 2), keepdims=True)
    off = pictures - mean
    spread = np.sqrt((off**2 * weight).sum((1, 2, 3), keepdims=True) / pictures.shape[-1])
    return np.asarray(off / np.maximum(spread, 2.0), np.float32)
