"""The tiles of a sheet of a set that nobody knows yet, by how they lie: in rows, all of one size.

A strange face is seen as no tile, and a bar printed across one looks like a tile's edge, so that half of it is found.
But what lies between two tiles of a row, as large as they are, is the tile between them, whatever it shows; and where
the labels name a tile more than were found in a row, the gap in it is that tile. And as large as its neighbours, on one
line with them, each tile is laid once more: what is learned from a picture cut off at a bar is no face of the set.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import FEWEST
from vision.arrays import Floats, Floats32, Image, Quads
from vision.eyes import Eyes
from vision.judge.evidence import Judged
from vision.judge.known import lain_upon
from vision.read.crops import SAME_SIZE, sizes, taken
from vision.read.finds import Finds

Mask = NDArray[np.bool_]

IN_LINE = 0.08  # of a tile's length: nobody lays a tile farther out of its row, or sees it so much shorter or longer
# The chance of a face from which a find on a sheet is one of the set's, which the reader may not know.
LIKELY_FACE = 0.05


def rows_of(quads: Floats32) -> list[list[int]]:
    """Indices of tiles (n, 4, 2) in rows, top row first, each from the left; rows may run aslant."""
    if not len(quads):
        return []
    middles = quads.mean(1).astype(np.float64)
    turn = _turn(quads)
    c, s = np.cos(turn), np.sin(turn)
    along, down = middles @ [c, s], middles @ [-s, c]
    height = float(np.median(np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)))
    rows: list[list[int]] = []
    for k in np.argsort(down):
        near = None
        for row in rows:
            beside = min(row, key=lambda j: abs(along[j] - along[k]))
            if abs(down[beside] - down[k]) < 0.5 * height:
                near = row
        if near is None:
            rows.append([int(k)])
        else:
            near.append(int(k))
    ordered = [sorted(row, key=lambda j: along[j]) for row in rows]
    return sorted(ordered, key=lambda row: float(np.mean(down[row])))


def _turn(quads: Floats32) -> float:
    """The direction in which rows of tiles (n, 4, 2) run, in radians: along their upper and lower sides, whichever end
    is up; level where they have none in common."""
    across = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]).astype(np.float64)
    double = 2 * np.arctan2(across[:, 1], across[:, 0])
    turn = float(np.arctan2(np.median(np.sin(double)), np.median(np.cos(double))) / 2)
    level = np.median(np.abs(np.cos(np.arctan2(across[:, 1], across[:, 0]) - turn))) < 0.5
    return 0.0 if level else turn


@dataclass(frozen=True, slots=True)
class Size:
    """How large tiles are, and how they lie, all over a sheet that is seen from aside: `weights` (3, 4) take
    (1, x, y) px to the way along a tile's upper side (2,) and down its left one (2,)."""

    weights: Floats

    @classmethod
    def of(cls, quads: Floats32) -> "Size":
        """By tiles (n, 4, 2) most of which are whole and lie square to their rows."""
        turn = _turn(quads)
        ways = _ways(quads, np.array([np.cos(turn), np.sin(turn)]))
        at = np.concatenate([np.ones((len(quads), 1)), quads.mean(1)], 1)
        weights = np.zeros((3, 4))
        weights[0] = np.median(ways, axis=0)
        for _ in range(3):  # each time by those that fit what the time before made of them
            fits = _alike(ways, at @ weights)
            if fits.sum() < FEWEST:
                break
            weights = np.linalg.lstsq(at[fits], ways[fits], rcond=None)[0]
        return cls(weights)

    def ways(self, at: Floats) -> Floats:
        """Across and down a tile (n, 4) whose middle lies there (n, 2)."""
        return np.asarray(np.concatenate([np.ones((len(at), 1)), at], 1) @ self.weights)

    def sizes(self, quads: Floats32) -> Floats:
        """How wide and long quads (n, 4, 2) are, in parts of a tile there (n, 2)."""
        ways = self.ways(quads.mean(1).astype(np.float64))
        usual = np.stack([np.linalg.norm(ways[:, :2], axis=1), np.linalg.norm(ways[:, 2:], axis=1)], 1)
        return np.asarray(sizes(quads) / usual)

    def fits(self, quads: Floats32) -> Mask:
        """Which quads (n, 4, 2) are as large as a tile is there, and lie as it does, either end up."""
        usual = self.ways(quads.mean(1).astype(np.float64))
        as_large = (np.abs(np.log(self.sizes(quads))) < np.log(SAME_SIZE)).all(1)
        return np.asarray(as_large & _alike(_ways(quads, usual[:, :2]), usual))

    def turned(self, quads: Floats32) -> Quads:
        """Quads (n, 4, 2), those that lie across their rows told from another corner: a tile seen from low down looks
        as wide as it is long, and lies there as all do."""
        usual = self.ways(quads.mean(1).astype(np.float64))[:, :2]
        across, along = np.split(_sides(quads), 2, axis=1)
        lies = np.abs((across * usual).sum(1)) < np.abs((along * usual).sum(1))
        return np.asarray(np.where(lies[:, None, None], np.roll(quads, 1, axis=1), quads), np.float32)

    def quads(self, at: Floats) -> Quads:
        """Tiles (n, 4, 2) with their middles there (n, 2)."""
        across, along = np.split(self.ways(at), 2, axis=1)
        corners = [at - across / 2 - along / 2, at + across / 2 - along / 2, at + across / 2 + along / 2]
        return np.asarray(np.stack([*corners, at - across / 2 + along / 2], 1), np.float32)


def _sides(quads: Floats32) -> Floats:
    """The ways along the upper side and down the left one (n, 4) of quads (n, 4, 2)."""
    q = quads.astype(np.float64)
    across, along = q[:, 1] + q[:, 2] - q[:, 0] - q[:, 3], q[:, 2] + q[:, 3] - q[:, 0] - q[:, 1]
    return np.concatenate([across, along], 1) / 2


def _ways(quads: Floats32, row: Floats) -> Floats:
    """The same, upside down where that runs against the row's direction (n, 2)."""
    ways = _sides(quads)
    return np.asarray(np.where((ways[:, :2] * row).sum(1, keepdims=True) < 0, -ways, ways))


def _alike(ways: Floats, usual: Floats) -> Mask:
    """Which ways (n, 4) are nearly as usual (n, 4): off by less than two measures of one tile are."""
    off = np.linalg.norm(ways - usual, axis=1) / np.linalg.norm(usual, axis=1)
    return np.asarray(off < SAME_SIZE - 1)


def on_sheet(judged: Judged, image: Image, eyes: Eyes, named: Sequence[int] = ()) -> Finds:
    """The tiles of a sheet (H, W, 3) BGR of which `judged` was found. `named`: how many its labels name in each row,
    where there are labels."""
    kept = judged.kept(LIKELY_FACE)
    finds = judged.finds.take(kept)
    if len(finds) < FEWEST:
        return finds
    size = Size.of(finds.quads)
    finds, whole = _squared(judged.finds, size, image, eyes)
    whole &= kept
    if whole.sum() < FEWEST:
        return judged.finds.take(kept)
    finds, other = finds.take(whole), finds.take(~whole)

    def looked_at(places: Quads) -> Finds:
        return Finds.joined([finds, _looked_at(places, other, image, eyes, size)])

    between = _between(finds, size)
    lacks = _fits(rows_of(np.concatenate([finds.quads, between])), named)
    finds = looked_at(between if lacks else between[lain_upon(between, other.quads)])
    ends = _beyond(finds, size)
    return laid_in_rows(looked_at(_taken(ends[lain_upon(ends, other.quads)], finds, named)), image, eyes)


def _squared(finds: Finds, size: Size, image: Image, eyes: Eyes) -> tuple[Finds, Mask]:
    """The finds of a sheet, those that were told from the wrong corner read anew, and which of them are whole tiles."""
    turned = size.turned(finds.quads)
    fits, lies = size.fits(turned), (turned != finds.quads).any((1, 2))
    # a tile that was laid across its row is wider there than others, and as much less high
    across = lies & ~fits & (np.abs(np.log(size.sizes(turned).prod(1))) < np.log(SAME_SIZE))
    anew = np.flatnonzero(lies & fits)
    if len(anew):
        order = np.arange(len(finds))
        order[anew] = len(finds) + np.arange(len(anew))
        finds = Finds.joined([finds, _read(image, turned[anew], eyes)]).take(order)
    return finds, fits | across


def _between(finds: Finds, size: Size) -> Quads:
    """Where in the rows of finds a tile has room between two (n, 4, 2)."""
    places = []
    for row in rows_of(finds.quads):
        at = finds.quads[row].mean(1).astype(np.float64)
        for a, b in pairwise(at):
            wide = float(np.linalg.norm(size.ways(((a + b) / 2)[None])[0, :2]))
            room = round(float(np.linalg.norm(b - a)) / wide)
            places += [a + (b - a) * k / room for k in range(1, room)]
    return size.quads(np.array(places).reshape(-1, 2))


def _beyond(finds: Finds, size: Size) -> Quads:
    """Where tiles would go on at either end of the rows of finds (n, 4, 2)."""
    places = []
    for row in rows_of(finds.quads):
        at = finds.quads[row].mean(1).astype(np.float64)
        if len(at) > 1:
            places += [2 * at[0] - at[1], 2 * at[-1] - at[-2]]
    return size.quads(np.array(places).reshape(-1, 2))


def _fits(rows: Sequence[Sequence[int]], named: Sequence[int]) -> bool:
    """Whether in each row as many lie as are named, or fewer."""
    return len(rows) == len(named) and all(len(row) <= n for row, n in zip(rows, named, strict=True))


def _taken(ends: Quads, finds: Finds, named: Sequence[int]) -> Quads:
    """Of tiles at the ends of rows (n, 4, 2) those by which none comes to hold more than are named there."""
    here: list[int] = []
    for k in range(len(ends)):
        if _fits(rows_of(np.concatenate([finds.quads, ends[[*here, k]]])), named):
            here.append(k)
    return ends[here]


def _looked_at(places: Quads, other: Finds, image: Image, eyes: Eyes, size: Size) -> Finds:
    """What lies at places (n, 4, 2) of a sheet: what else was found there as large as a tile, else whatever is to be
    seen."""
    found = other.take(size.fits(other.quads) & lain_upon(other.quads, places))
    bare = places[~lain_upon(places, found.quads)]
    if not len(bare):
        return found
    laid = eyes.finder.corners.lay(image, bare)
    stays = (size.fits(laid) & lain_upon(laid, bare))[:, None, None]
    return Finds.joined([found, _read(image, np.where(stays, laid, bare), eyes)])


def laid_in_rows(finds: Finds, image: Image, eyes: Eyes) -> Finds:
    """The tiles of a sheet, each laid once more from where its row and its neighbours' size say that it lies; the new
    quads where these are more nearly as large as a tile is there."""
    size = Size.of(finds.quads)
    at = finds.quads.mean(1).astype(np.float64)
    start = size.quads(at - _out_of_line(finds.quads, size)[:, None] * size.ways(at)[:, 2:])
    laid = eyes.finder.corners.lay(image, start)

    def off(quads: Quads) -> Floats:
        return np.asarray(np.abs(np.log(size.sizes(quads))).max(1))

    better = size.fits(laid) & lain_upon(laid, start) & (off(laid) < np.maximum(off(finds.quads), IN_LINE / 2))
    if not better.any():
        return finds
    order = np.arange(len(finds))
    order[better] = len(finds) + np.arange(int(better.sum()))
    return Finds.joined([finds, _read(image, laid[better], eyes)]).take(order)


def uncut(finds: Finds, whole: Quads, image: Image, eyes: Eyes) -> tuple[Mask, Finds]:
    """Which tiles of a sheet were found without a band at their edge, by how they are laid `whole` (n, 4, 2); and all
    of them with it."""
    cut = np.asarray(sizes(whole).prod(1) > (1 + IN_LINE) * sizes(finds.quads).prod(1), np.bool_)
    if not cut.any():
        return cut, finds
    order = np.arange(len(finds))
    order[cut] = len(finds) + np.arange(int(cut.sum()))
    return cut, laid_in_rows(Finds.joined([finds, _read(image, whole[cut], eyes)]).take(order), image, eyes)


def _out_of_line(quads: Quads, size: Size) -> Floats:
    """By how much each tile (n, 4, 2) lies below the line of its row, in parts of its length (n,); 0 where its row is
    too short to tell."""
    at, out = quads.mean(1).astype(np.float64), np.zeros(len(quads))
    turn, high = _turn(quads), np.linalg.norm(size.ways(at)[:, 2:], axis=1)
    along, down = at @ [np.cos(turn), np.sin(turn)], at @ [-np.sin(turn), np.cos(turn)]
    whole = np.asarray((np.abs(np.log(size.sizes(quads))) < IN_LINE).all(1), np.bool_)
    for row in (np.array(one) for one in rows_of(quads)):
        line = np.stack([np.ones(len(row)), along[row]], 1)
        fits = whole[row]
        for _ in range(3):  # each time by those that fit what the time before made of them
            if fits.sum() < FEWEST:
                break
            weights = np.linalg.lstsq(line[fits], down[row][fits], rcond=None)[0]
            out[row] = (down[row] - line @ weights) / high[row]
            fits = whole[row] & (np.abs(out[row]) < IN_LINE)
    return out


def _read(image: Image, quads: Quads, eyes: Eyes) -> Finds:
    """What quads (n, 4, 2) show that lie as their rows do."""
    return eyes.reader.see(taken(image, quads).as_found())
