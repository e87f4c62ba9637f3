"""What is known around finds before they are judged: the tiles that lie there, and the table they lie on."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import FEW_TILES, TILE_MM
from vision.arrays import Floats, Image, Quads
from vision.judge.prints import NO_PRINTS, Prints
from vision.plane.calibration import TablePlane
from vision.read.crops import SAME_SIZE, body_colours, scaled, sizes
from vision.read.finds import Finds
from vision.read.sightings import READ
from vision.read.tileset import TileSet

NO_QUADS = np.zeros((0, 4, 2), np.float32)
NEAREST = 7  # tiles around a find by which it is judged: its row and the next
APART = 1 / SAME_SIZE  # of a tile's width: the middles of two tiles side by side are at least so far apart


@dataclass(frozen=True, slots=True)
class Window:
    """Where to look in a picture, and how closely: a box (x0, y0, x1, y1) in its pixels, grown by `zoom`; `anew`: so
    many finds, the surest, that lie badly there may be laid anew; how likely the set is `known` to the reader."""

    box: tuple[int, int, int, int]
    zoom: float = 1.0
    anew: int = 0
    known: float = 1.0


@dataclass(frozen=True, slots=True)
class Lying:
    """Tiles that lie in a picture: quads (k, 4, 2) in its pixels and their bodies' colours (k, 3) in 8-bit Lab.
    at_rest (m, 4, 2): those of them that nothing has touched; no other tile lies where they are. plane: the table they
    lie on, where one is known, in the same pixels."""

    quads: Quads
    bodies: Floats
    at_rest: Quads
    plane: TablePlane | None

    @staticmethod
    def of(image: Image, quads: Quads, at_rest: Quads = NO_QUADS, plane: TablePlane | None = None) -> "Lying":
        """The tiles in these quads of a picture (H, W, 3) BGR."""
        return Lying(quads, body_colours(image, quads), at_rest, plane)

    def joined(self, finds: Finds, which: NDArray[np.bool_]) -> "Lying":
        """These, and some finds of the same picture."""
        bodies = np.concatenate([finds.bodies[which], self.bodies])
        return replace(self, quads=np.concatenate([finds.quads[which], self.quads]), bodies=bodies)

    def scaled(self, size_wh: tuple[int, int]) -> "Lying":
        """The same in a picture of the same table of another size. What has no table stays as it is."""
        if self.plane is None or self.plane.size_wh == size_wh:
            return self
        factor = np.divide(size_wh, self.plane.size_wh, dtype=np.float64)
        quads, at_rest = scaled(self.quads, factor), scaled(self.at_rest, factor)
        return Lying(quads, self.bodies, at_rest, self.plane.scaled(size_wh))

    def measured(self, quads: Quads) -> Floats:
        """Width and length (n, 2) of quads (n, 4, 2): on the table where there is one, in mm, else in pixels."""
        flat = self.plane.to_mm(quads) if self.plane is not None and len(quads) else quads
        return sizes(np.asarray(flat, np.float32))

    def larger(self, quads: Quads) -> Floats:
        """How much larger than a usual tile each quad (n, 4, 2) is, as a logarithm (n,); not a number where no markers
        tell what a millimetre is."""
        if self.plane is None or self.plane.found_by != "markers":
            return np.full(len(quads), np.nan)
        return np.asarray(np.log(np.maximum(self.measured(quads), 1e-3) / TILE_MM).mean(1))

    def usual(self, quads: Quads) -> tuple[Floats, Floats, Floats]:
        """Of the tiles nearest to each quad (n, 4, 2), itself left out: their usual size (n, 2), as `measured`, their
        usual body (n, 3), and how much they tell of it (n,): 0 where there are none, up to 1."""
        n = len(quads)
        if not n or not len(self.quads):
            return np.ones((n, 2)), np.zeros((n, 3)), np.zeros(n)
        away = np.linalg.norm(quads.mean(1)[:, None] - self.quads.mean(1)[None], axis=2)
        away[away < sizes(quads).min(1, keepdims=True) / 2] = np.inf  # itself
        nearest = np.argsort(away, axis=1)[:, :NEAREST]
        others = np.isfinite(np.take_along_axis(away, nearest, axis=1))
        nearest = np.where(others, nearest, nearest[:, :1])
        many = np.isfinite(away).sum(1)
        sides = np.median(self.measured(self.quads)[nearest], axis=1)
        return sides, np.median(self.bodies[nearest], axis=1), many / (many + FEW_TILES)


NOTHING = Lying(NO_QUADS, np.zeros((0, 3)), NO_QUADS, None)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known around (n,) finds: the tiles that surely lie there, `lying`; of those nearest to each find the
    usual size (n, 2), as `Lying.measured`, and the usual body (n, 3) in 8-bit Lab; how much these tell, `telling` (n,)
    from 0, where there are none, to 1; the tile set in use; and what is printed in the picture again and again."""

    lying: Lying
    sizes: Floats
    bodies: Floats
    telling: Floats
    tiles: TileSet
    prints: Prints = NO_PRINTS

    def pixels(self, quads: Quads) -> Floats:
        """The usual width and length (n, 2) in pixels, where quads (n, 4, 2) lie."""
        return self.sizes * sizes(quads) / np.maximum(self.lying.measured(quads), 1e-3)

    def at(self, quads: Quads) -> "Known":
        """What is known around other quads (n, 4, 2) of the same picture."""
        return Known(self.lying, *self.lying.usual(quads), self.tiles, self.prints)

    def take(self, which: NDArray[np.int64]) -> "Known":
        """Around only those finds, by index, in that order."""
        return Known(self.lying, self.sizes[which], self.bodies[which], self.telling[which], self.tiles, self.prints)

    def joined(self, other: "Known") -> "Known":
        """Around these finds and others of the same picture."""
        sides, bodies = np.concatenate([self.sizes, other.sizes]), np.concatenate([self.bodies, other.bodies])
        return Known(self.lying, sides, bodies, np.concatenate([self.telling, other.telling]), self.tiles, self.prints)

    @staticmethod
    def around(finds: Finds, lying: Lying, tiles: TileSet) -> "Known":
        """Around finds of one picture, of which those that are read for sure tell of the others. What shows nothing,
        and what is rather printed, tells nothing."""
        off = np.nan_to_num(np.abs(lying.larger(finds.quads)))
        prints = Prints.among(finds)
        surely = (finds.best > READ) & ~finds.bare & (off < np.log(SAME_SIZE)) & (prints.odds(finds) >= 0)
        lying = lying.joined(finds, surely)
        return Known(lying, *lying.usual(finds.quads), tiles, prints)


def lain_upon(quads: Quads, others: Quads) -> NDArray[np.bool_]:
    """Which quads (n, 4, 2) have a middle nearer to that of one of `others` (k, 4, 2) than two tiles side by side can
    have (n,)."""
    if not len(quads) or not len(others):
        return np.zeros(len(quads), np.bool_)
    away = np.linalg.norm(quads.mean(1)[:, None] - others.mean(1)[None], axis=2)
    beside = (sizes(quads).min(1)[:, None] + sizes(others).min(1)[None]) / 2  # half of each: a part of a tile is small
    return np.asarray((away < APART * beside).any(1))
