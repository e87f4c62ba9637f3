"""Finder and reader together: one picture in, sightings out."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.judge.bodies import (
    ALIKE,
    NO_QUADS,
    NOBODY,
    Beside,
    EdgeOf,
    alike_beside,
    body_colours,
    doubt_faint_outlines,
    doubt_strange_bodies,
    doubt_strange_sizes,
    edges,
    lain_upon,
    trust_blank_faces,
)
from vision.judge.company import in_company
from vision.judge.pictures import side_by_side
from vision.judge.relocate import refitted
from vision.read.finder import Finder, Found, Possible, thinned, widths
from vision.read.proportion import in_proportion
from vision.read.reader import Reader, Seen, opinion
from vision.read.sightings import NOT_A_FACE, Sightings
from vision.read.tileset import TileSet

LAID_ANEW = 3  # finds in one look at the table, which must not take longer than the frames between two looks
AT_LEISURE = 24  # ... and in one photograph: each may take a tenth of a second
CERTAIN = 0.99  # what shows a face as surely is one, however doubtful the finder was
SURE = 0.38  # a found tile is kept when the finder's score times the reader's chance of a face is at least this


def kept(scores: NDArray[np.float32], log_p: NDArray[np.float32], sure: float = SURE) -> NDArray[np.bool_]:
    """Which finds (n,) count as tiles, by the finder's scores and what they are read as (n, 37)."""
    face = 1 - np.exp(log_p[:, NOT_A_FACE])
    return np.asarray((scores * face >= sure) | (face >= CERTAIN))


@dataclass(frozen=True, slots=True)
class Regard:
    """All that one look at a picture gave, each find by itself: the finder's scores (n,), what the reader sees, the
    bodies (n, 3), log p (n, 37) in the set in use, and which count as tiles (n,)."""

    scores: NDArray[np.float32]
    seen: Seen
    bodies: NDArray[np.float64]
    log_p: NDArray[np.float32]
    kept: NDArray[np.bool_]

    @property
    def sightings(self) -> Sightings:
        """The tiles."""
        return Sightings(self.seen.quads[self.kept], self.log_p[self.kept], self.seen.embeddings[self.kept])


class Eyes:
    """Sees the tiles of a picture. One object may be used by one thread at a time."""

    def __init__(self, tile_set: TileSet | None = None, threads: int = 1) -> None:
        """`tile_set`: the household's own, or None for the built-in one."""
        self.finder = Finder(threads)
        self.reader = Reader(tile_set, threads)
        self._threads = threads

    def use(self, tile_set: TileSet | None) -> None:
        """From the next picture on read with another set, None for the built-in one; may be called from another
        thread."""
        self.reader = Reader(tile_set, self._threads)

    @property
    def own_set(self) -> bool:
        """Whether the set in use is a household's own, with pictures of its tiles."""
        return bool(self.reader.tile_set.pictures)

    def sight(self, image: NDArray[np.uint8], possible: Possible | None = None) -> Sightings:
        """All face-up tiles of a picture (H, W, 3) BGR, each read in the company of the others. `possible` tells what
        can be one, where that is known."""
        return self._together(self.regard(image, self.finder.find(image, possible)).sightings)

    def sight_photo(self, photo: NDArray[np.uint8], possible: Possible | None = None) -> Sightings:
        """All face-up tiles of a photograph (H, W, 3) BGR, which may be out of proportion, each read in the company of
        the others. `possible`: as in `sight`."""
        _, scale, regard = self.in_proportion(photo, possible)
        seen = self._together(regard.sightings)
        return Sightings(scaled(seen.quads, 1 / scale), seen.log_p, seen.points)

    def _together(self, seen: Sightings) -> Sightings:
        return Sightings(seen.quads, in_company(seen.log_p, seen.points, own_set=self.own_set), seen.points)

    def in_proportion(
        self, photo: NDArray[np.uint8], possible: Possible | None = None
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], Regard]:
        """A photograph as it is best looked at, how much wider and higher that is (2,), and what is seen in it:
        `vision.read.proportion`."""

        def look(picture: NDArray[np.uint8], hastily: bool) -> Regard:
            back = np.array(photo.shape[1::-1]) / np.array(picture.shape[1::-1])
            found = self.finder.find(picture, possible and (lambda quads: possible(scaled(quads, back))))
            return self.regard(picture, found, most=0 if hastily else AT_LEISURE)

        return in_proportion(photo, look)

    def sight_window(
        self,
        image: NDArray[np.uint8],
        window: tuple[int, int, int, int],
        sure: float = SURE,
        zoom: float = 1.0,
        beside: NDArray[np.float32] = NO_QUADS,
        at_rest: NDArray[np.float32] = NO_QUADS,
        thorough: bool = False,
    ) -> Sightings:
        """The tiles whose middle lies in a window (x0, y0, x1, y1) of the picture, looked at in full size, or grown
        by `zoom`; quads in pixels of the whole picture. `beside` (k, 4, 2): tiles known to lie in it, by whose size and
        colour the others are judged; `at_rest` (m, 4, 2): those of them that nothing has touched, which are not
        looked at again. Cheap where little has changed. `thorough`: a few finds that lie badly are laid anew, at the
        price of many tiles read."""
        x0, y0, x1, y1 = window
        part = np.ascontiguousarray(image[max(y0, 0) : y1, max(x0, 0) : x1])
        if part.size == 0:
            return Sightings.empty()
        shift = np.array([max(x0, 0), max(y0, 0)], np.float32)
        found = thinned(self.finder.look(part, zoom))
        new = ~lain_upon(found.quads + shift, at_rest)
        if not new.any():
            return Sightings.empty()
        found = self.finder.laid(part, Found(found.quads[new], found.scores[new]))
        known = Beside.of(image, beside, at_rest)
        found = Found(found.quads + shift, found.scores)
        return self.regard(image, found, sure, known, LAID_ANEW if thorough else 0).sightings

    def read_at(
        self,
        image: NDArray[np.uint8],
        quads: NDArray[np.float32],
        *,
        sure: float = SURE,
        beside: NDArray[np.float32] = NO_QUADS,
    ) -> Sightings:
        """Reads quads (n, 4, 2) that nobody found but something suggests; kept where one face is that likely, on a body
        like those of the tiles `beside` (k, 4, 2) that are known to lie in the picture."""
        if not len(quads):
            return Sightings.empty()
        seen = self.reader.see(image, quads)
        bodies, known = body_colours(image, seen.quads), Beside.of(image, beside)
        log_p = self.judged(seen, bodies, _edge_of(image, seen), known)
        keep = log_p[:, :NOT_A_FACE].max(1) >= np.log(sure)
        if len(beside):
            keep &= alike_beside(seen.quads, bodies, known, *ALIKE)
        return Sightings(seen.quads[keep], log_p[keep], seen.embeddings[keep])

    def regard(
        self,
        image: NDArray[np.uint8],
        found: Found,
        sure: float = SURE,
        beside: Beside = NOBODY,
        most: int = AT_LEISURE,
    ) -> Regard:
        """What the reader sees in what was found in a picture, once finds that lay badly (`most` of them, the surest)
        have been laid anew. `beside`: tiles known to lie there."""
        scores, seen = found.scores, self.reader.see(image, found.quads)
        if most and len(found):
            scores, seen = refitted(image, found, seen, beside, self.reader, self.finder.corners, most)
        bodies = body_colours(image, seen.quads)
        log_p = self.judged(seen, bodies, _edge_of(image, seen), beside)
        return Regard(scores, seen, bodies, log_p, kept(scores, log_p, sure))

    def judged(
        self,
        seen: Seen,
        bodies: NDArray[np.float64],
        edge: EdgeOf,
        beside: Beside = NOBODY,
        tile_set: TileSet | None = None,
    ) -> NDArray[np.float32]:
        """log p (n, 37) of what was seen, each tile by itself, but for what the sizes and bodies (n, 3) of all in a
        picture tell. `edge` tells how plain the outlines of some of them are. `tile_set`: another than the one in
        use."""
        tile_set = tile_set or self.reader.tile_set
        log_p = opinion(seen, tile_set, self.reader.temperature)
        log_p = side_by_side(log_p, seen.embeddings, seen.crops, tile_set)
        log_p = trust_blank_faces(log_p, bodies, seen.quads, edge, beside)
        log_p = doubt_faint_outlines(log_p, seen.quads, edge)
        log_p = doubt_strange_bodies(log_p, bodies, seen.quads, edge, seen.crops, beside)
        return doubt_strange_sizes(log_p, seen.quads, beside)


def scaled(quads: NDArray[np.float32], scale: NDArray[np.float64]) -> NDArray[np.float32]:
    """Quads (n, 4, 2) in a picture so many times as wide and high."""
    return np.asarray((quads + 0.5) * scale - 0.5, np.float32)


def _edge_of(image: NDArray[np.uint8], seen: Seen) -> EdgeOf:
    return lambda which: edges(image, seen.quads[which])


def usual_width(sightings: Sightings) -> float:
    """The median width of the tiles in pixels; 0 when there are none."""
    return float(np.median(widths(sightings.quads))) if len(sightings) else 0.0
