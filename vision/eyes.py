"""Finder and reader together: one picture in, sightings out."""

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS, Tile
from vision.company import in_company
from vision.finder import Finder, Found, thinned, widths
from vision.reader import Reader, opinion
from vision.sightings import NOT_A_FACE, Sightings
from vision.tileset import TileSet

SURE = 0.38  # a found tile is kept when the finder's score times the reader's chance of a face is at least this


STRANGE = 16.0  # distance in the a, b plane of Lab (8 bit) from the picture's usual tile body
DARK = 0.55  # of the usual body's lightness: no shadow on a table is as deep
NEAREST = 5  # tiles read for sure with whose size a find is compared
SMALLEST, LARGEST = 0.72, 1.4  # of their size: a tile that leans, or lies a little nearer
ENOUGH = 6  # tiles read for sure that make a body usual
READ = np.log(0.7)
BLANK = 0.9  # the chance of soap and of no face together, from which a tile shows nothing
SAME_BODY, SAME_LIGHT = 6.0, 0.15  # as near to the usual body, in a and b and in lightness, a blank tile is a soap
SOAPS = 8  # or fewer: sets have spare ones; more blank tiles are a wall
SOAP_LIKELY = 0.9
CERTAIN = np.log(0.95)  # a face read as surely as this has its own body: a set mended with tiles of another


def _rim() -> NDArray[np.float64]:
    """Places (k, 2) on a tile, in parts of its width and height, near its rim, where little is printed."""
    along, near = np.linspace(0.14, 0.86, 13), (0.075, 0.1, 0.125)
    across = [(u, v) for v in near for u in along] + [(u, 1 - v) for v in near for u in along]
    down = [(u, v) for u in near for v in along] + [(1 - u, v) for u in near for v in along]
    return np.array(across + down)


RIM = _rim()


def body_colours(image: NDArray[np.uint8], quads: NDArray[np.float32]) -> NDArray[np.float64]:
    """The colour of each tile's body (n, 3) in 8-bit Lab: the median near its rim."""
    if not len(quads):
        return np.zeros((0, 3))
    u, v = RIM[:, :1], RIM[:, 1:]
    q = quads.astype(np.float64)[:, :, None]
    at = (1 - v) * ((1 - u) * q[:, 0] + u * q[:, 1]) + v * ((1 - u) * q[:, 3] + u * q[:, 2])
    x = np.clip(np.rint(at[..., 0]).astype(int), 0, image.shape[1] - 1)
    y = np.clip(np.rint(at[..., 1]).astype(int), 0, image.shape[0] - 1)
    lab = cv2.cvtColor(np.ascontiguousarray(image[y, x]), cv2.COLOR_BGR2LAB)
    return np.asarray(np.median(lab, axis=1), np.float64)


def doubt_strange_bodies(log_p: NDArray[np.float32], bodies: NDArray[np.float64]) -> NDArray[np.float32]:
    """All tiles of a picture are of one set: a blank face in another colour than the other tiles' bodies is a back, and
    what is far darker or of another colour and not read for sure is the table's print, a card or a rack."""
    best = log_p[:, :N_KINDS].max(1)
    blank = log_p[:, :N_KINDS].argmax(1) == Tile.SOAP
    sure = ~blank & (best > READ)
    if sure.sum() < ENOUGH:
        return log_p
    usual = np.median(bodies[sure], 0)
    coloured = np.linalg.norm(bodies[:, 1:] - usual[1:], axis=1) > STRANGE
    dark = bodies[:, 0] < DARK * usual[0]
    return _refused(log_p, (blank & coloured) | ((coloured | dark) & (best < CERTAIN)))


def trust_blank_faces(
    log_p: NDArray[np.float32], bodies: NDArray[np.float64], scores: NDArray[np.float32]
) -> NDArray[np.float32]:
    """A soap without a frame is as blank as a back. In a picture of faces, a few blank tiles of the very body of the
    faces are soaps; many are a wall whose backs have that colour."""
    p = np.exp(log_p)
    best = log_p[:, :N_KINDS].max(1)
    bare = (log_p[:, :N_KINDS].argmax(1) == Tile.SOAP) & (p[:, Tile.SOAP] + p[:, NOT_A_FACE] > BLANK)
    sure = ~bare & (best > READ)
    if sure.sum() < max(ENOUGH, 2 * bare.sum()):
        return log_p
    usual = np.median(bodies[sure], 0)
    alike = np.linalg.norm(bodies[:, 1:] - usual[1:], axis=1) < SAME_BODY
    alike &= np.abs(bodies[:, 0] - usual[0]) < SAME_LIGHT * usual[0]
    soaps = bare & alike & (scores > SURE)
    if soaps.sum() > SOAPS:
        return log_p
    out = log_p.copy()
    raised = soaps & (p[:, Tile.SOAP] < SOAP_LIKELY)
    out[raised] = np.log((1 - SOAP_LIKELY) / N_KINDS)
    out[raised, Tile.SOAP] = np.log(SOAP_LIKELY)
    return out


def doubt_strange_sizes(log_p: NDArray[np.float32], quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """What is much larger or smaller than the tiles nearest to it is a marker, a card's print, a pattern of cloth."""
    sure = np.flatnonzero(log_p[:, :N_KINDS].max(1) > READ)
    if len(sure) < ENOUGH:
        return log_p
    across = np.linalg.norm(quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3], axis=1)
    along = np.linalg.norm(quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1], axis=1)
    size = np.sqrt(across * along)
    away = np.linalg.norm(quads.mean(1)[:, None] - quads.mean(1)[None, sure], axis=2)
    away[sure, np.arange(len(sure))] = np.inf
    near = sure[np.argsort(away, axis=1)[:, :NEAREST]]
    ratio = size / np.median(size[near], axis=1)
    return _refused(log_p, (ratio < SMALLEST) | (ratio > LARGEST))


def _refused(log_p: NDArray[np.float32], which: NDArray[np.bool_]) -> NDArray[np.float32]:
    out = log_p.copy()
    out[which] = np.log(1e-4)
    out[which, NOT_A_FACE] = np.log(1 - N_KINDS * 1e-4)
    return out


class Eyes:
    """Sees the tiles of a picture. One object may be used by one thread at a time."""

    def __init__(self, tile_set: TileSet | None = None, threads: int = 1) -> None:
        """`tile_set`: the household's own, or None for the built-in one."""
        self.finder = Finder(threads)
        self.reader = Reader(tile_set, threads)
        self._threads = threads

    def use(self, tile_set: TileSet) -> None:
        """From the next picture on read with another set; may be called from another thread."""
        self.reader = Reader(tile_set, self._threads)

    def sight(self, image: NDArray[np.uint8], mask: "NDArray[np.uint8] | None" = None, sure: float = SURE) -> Sightings:
        """All face-up tiles of a picture (H, W, 3) BGR, or of the part where `mask` (H, W) is not zero, each read in
        the company of the others."""
        found = self.finder.find(image, mask)
        seen = self.read(image, found, sure, whole=True)
        return Sightings(seen.quads, in_company(seen.log_p, seen.points), seen.points)

    def sight_window(
        self, image: NDArray[np.uint8], window: tuple[int, int, int, int], sure: float = SURE, zoom: float = 1.0
    ) -> Sightings:
        """The tiles whose middle lies in a window (x0, y0, x1, y1) of the picture, looked at in full size, or grown
        by `zoom`;
        quads in pixels of the whole picture. Cheap where little has changed."""
        x0, y0, x1, y1 = window
        part = np.ascontiguousarray(image[max(y0, 0) : y1, max(x0, 0) : x1])
        if part.size == 0:
            return Sightings.empty()
        found = self.finder.laid(part, thinned(self.finder.look(part, zoom)))
        shift = np.array([max(x0, 0), max(y0, 0)], np.float32)
        return self.read(image, Found(found.quads + shift, found.scores), sure)

    def read_at(self, image: NDArray[np.uint8], quads: NDArray[np.float32], *, sure: float = SURE) -> Sightings:
        """Reads quads (n, 4, 2) that nobody found but something suggests; kept where one face is that likely."""
        seen = self.read(image, Found(quads, np.ones(len(quads), np.float32)), sure)
        return seen.take(seen.log_p[:, :NOT_A_FACE].max(1) >= np.log(sure)) if len(seen) else seen

    def read(self, image: NDArray[np.uint8], found: Found, sure: float = SURE, *, whole: bool = False) -> Sightings:
        """Reads what was found, each by itself; what is no known face is dropped. `whole`: it is all that a picture
        shows."""
        if not len(found):
            return Sightings.empty()
        seen = self.reader.see(image, found.quads)
        log_p = opinion(seen, self.reader.tile_set, self.reader.temperature)
        bodies = body_colours(image, seen.quads)
        if whole:
            log_p = trust_blank_faces(log_p, bodies, found.scores)
        log_p = doubt_strange_sizes(doubt_strange_bodies(log_p, bodies), seen.quads)
        chance = found.scores * (1 - np.exp(log_p[:, NOT_A_FACE]))
        keep = chance >= sure
        return Sightings(seen.quads[keep], log_p[keep], seen.embeddings[keep])


def table_mask(size_wh: tuple[int, int], corners: NDArray[np.float64]) -> NDArray[np.uint8]:
    """A mask (H, W) that is 255 inside a polygon (k, 2) of pixels."""
    mask = np.zeros((size_wh[1], size_wh[0]), np.uint8)
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 255)
    return mask


def usual_width(sightings: Sightings) -> float:
    """The median width of the tiles in pixels; 0 when there are none."""
    return float(np.median(widths(sightings.quads))) if len(sightings) else 0.0
