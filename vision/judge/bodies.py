"""All tiles of a picture are of one set: what the colour of their bodies and their size tell of each."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS, Tile
from vision.read.crops import sizes
from vision.read.sightings import NOT_A_FACE

STRANGE = 16.0  # distance in the a, b plane of Lab (8 bit) from the picture's usual tile body
DARK = 0.55  # of the usual body's lightness: no shadow on a table is as deep
NEAREST = 7  # tiles read for sure with which a find is compared
SMALLEST, LARGEST = 0.72, 1.33  # of their width and length: a tile that leans, or lies a little nearer
ENOUGH = 6  # tiles read for sure that make a body usual
READ, UNREAD = np.log(0.7), np.log(0.1)
SURELY_ONE = np.log(0.05)  # the chance that it is no face below which it is surely one, whichever
BLANK = 0.9  # the chance of soap and of no face together, from which a tile shows nothing
# a blank tile is a soap that is as near to the bodies around it in a and b, and in lightness
SAME_BODY, SAME_LIGHT = 6.0, 0.15
ALIKE = 10.0, 0.28  # no more than that is any tile's body from those around it, in a and b, and in lightness
BLACK = 60.0  # lightness of bodies below which a lighter one may be a tile of theirs in a glare
DIM = 120.0  # lightness below which differences count as they would there: on black tiles a gleam is much
SAME_SIZE = 0.84, 1.19  # of the width and length of the tiles around it: seen aslant, those that lie across differ
SAME_AREA = 0.8, 1.25  # ... but hardly in what they cover
EDGE = 0.09  # of the light on a tile: how much darker or lighter its edge is at least,
OUTLINED = 0.25  # ... and that of a tile on a body of its own colour: the table around a die has fainter ones
FAINT, SOME = 0.2, 12  # of the usual outline of so many tiles of the picture: fainter is none,
TELLING = 0.12  # the usual outline from which it tells anything: white tiles scanned on white have less
FAINTEST = 0.05  # ... if it is fainter than this: the seam of two tiles may be far fainter than an edge over cloth
OUTSIDE = 1.3  # halves of a tile from its middle: a tile lying against it is there
SOAPS = 8  # or fewer: sets have spare ones; more blank tiles are a wall
SOAP_LIKELY = 0.9
ITSELF = 2.0  # pixels: nearer than this two quads are one tile
APART = 0.8  # of a tile's width: the middles of two tiles side by side are at least so far apart, measured roughly
OWN_BODY = [Tile.FLOWER, Tile.JOKER]  # kinds that may have a body of another colour than the rest of the set
CERTAIN = np.log(0.95)  # a face read as surely as this has its own body: a set mended with tiles of another


EdgeOf = Callable[[NDArray[np.intp]], NDArray[np.float64]]
"""The outlines (k, 4) of those with these indices (k,): `edges`, computed when somebody asks, for few need it."""

NO_QUADS = np.zeros((0, 4, 2), np.float32)


def _rim() -> NDArray[np.float64]:
    """Places (k, 2) on a tile, in parts of its width and height, near its rim, where little is printed."""
    along, near = np.linspace(0.14, 0.86, 13), (0.075, 0.1, 0.125)
    across = [(u, v) for v in near for u in along] + [(u, 1 - v) for v in near for u in along]
    down = [(u, v) for u in near for v in along] + [(1 - u, v) for u in near for v in along]
    return np.array(across + down)


RIM = _rim()
INWARD = 0.7  # a tile's inner part, in whose rim no frame runs


def _pixels(
    image: NDArray[np.uint8], quads: NDArray[np.float32], u: NDArray[np.float64], v: NDArray[np.float64]
) -> NDArray[np.uint8]:
    """What a picture shows at places (k,) of each tile, in parts of its width and height (n, k, 3)."""
    at = np.stack([(1 - v) * (1 - u), (1 - v) * u, v * u, v * (1 - u)], 1) @ quads.astype(np.float64)
    x = np.clip(np.rint(at[..., 0]).astype(int), 0, image.shape[1] - 1)
    y = np.clip(np.rint(at[..., 1]).astype(int), 0, image.shape[0] - 1)
    return np.ascontiguousarray(image[y, x])


def body_colours(image: NDArray[np.uint8], quads: NDArray[np.float32]) -> NDArray[np.float64]:
    """The colour of each tile's body (n, 3) in 8-bit Lab: the median near its rim."""
    if not len(quads):
        return np.zeros((0, 3))
    lab = cv2.cvtColor(_pixels(image, quads, RIM[:, 0], RIM[:, 1]), cv2.COLOR_BGR2LAB)
    return np.asarray(np.median(lab, axis=1), np.float64)


def within_frames(crops: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The colour of each tile's body (n, 3) in 8-bit Lab, should a frame run near its rim: the median within that.
    `crops` (n, 64, 48, 3): the tiles as the reader sees them."""
    if not len(crops):
        return np.zeros((0, 3))
    x, y = (np.rint((RIM * INWARD + (1 - INWARD) / 2) * crops.shape[2:0:-1] - 0.5).astype(int)).T
    return np.asarray(np.median(cv2.cvtColor(crops[:, y, x], cv2.COLOR_BGR2LAB), axis=1), np.float64)


def edges(image: NDArray[np.uint8], quads: NDArray[np.float32]) -> NDArray[np.float64]:
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


@dataclass(frozen=True, slots=True)
class Beside:
    """Tiles that are known to lie in a picture: their quads (k, 4, 2) in its pixels and their bodies' colours (k, 3)
    there. `at_rest` (m, 4, 2): those of them that nothing has touched; there is no other tile where they lie."""

    quads: NDArray[np.float32]
    bodies: NDArray[np.float64]
    at_rest: NDArray[np.float32]

    @staticmethod
    def of(image: NDArray[np.uint8], quads: NDArray[np.float32], at_rest: NDArray[np.float32] = NO_QUADS) -> "Beside":
        """Those with quads (k, 4, 2) in a picture (H, W, 3) BGR."""
        return Beside(quads, body_colours(image, quads), at_rest)

    def joined(self, quads: NDArray[np.float32], bodies: NDArray[np.float64]) -> "Beside":
        """These, and others that were read for sure."""
        return Beside(np.concatenate([quads, self.quads]), np.concatenate([bodies, self.bodies]), self.at_rest)


NOBODY = Beside(NO_QUADS, np.zeros((0, 3)), NO_QUADS)


def lain_upon(quads: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which quads (n, 4, 2) have a middle nearer to that of one of `others` (k, 4, 2) than two tiles side by side can
    have (n,)."""
    if not len(quads) or not len(others):
        return np.zeros(len(quads), np.bool_)
    away = np.linalg.norm(quads.mean(1)[:, None] - others.mean(1)[None], axis=2).min(1)
    return np.asarray(away < APART * sizes(quads).min(1))


def doubt_strange_bodies(
    log_p: NDArray[np.float32],
    bodies: NDArray[np.float64],
    quads: NDArray[np.float32],
    edge: EdgeOf,
    crops: NDArray[np.uint8],
    beside: Beside = NOBODY,
) -> NDArray[np.float32]:
    """All tiles of a picture are of one set: a blank face in another colour than the other tiles' bodies is a back, and
    what is far darker or of another colour than they are, or than those nearest to it are, and not read for sure is the
    table's print, a card or a rack. Flowers were made on bodies of their own, though, and sets were mended with jokers
    of another, a black tile in a glare is grey, and a frame may run where a body is looked for: what is read as one of
    these, or is surely some face, as large as the tiles around it and with a plain outline on all sides, is a tile.
    `edge` tells how plain some outlines are; `crops` (n, 64, 48, 3) are the tiles as the reader sees them."""
    best, kind = log_p[:, :N_KINDS].max(1), log_p[:, :N_KINDS].argmax(1)
    blank = kind == Tile.SOAP
    sure = ~blank & (best > READ)
    around = beside.joined(quads[sure], bodies[sure])
    if len(around.quads) < ENOUGH:
        return log_p
    coloured, dark = _strange(bodies, around.bodies)
    strange = (coloured | dark | ~alike_beside(quads, bodies, around, *ALIKE)) & (best < CERTAIN) | (blank & coloured)
    own = np.isin(kind, OWN_BODY) & (best > READ)
    usual = np.median(around.bodies, 0)
    glare = (usual[0] < BLACK) & (bodies[:, 0] > usual[0]) & ~coloured
    framed = alike_beside(quads, within_frames(crops), around, *ALIKE)
    other = strange & (own | (log_p[:, NOT_A_FACE] < SURELY_ONE) & (glare | framed)) & _whole(quads, around.quads)
    other[other] = edge(np.flatnonzero(other)).min(1) > OUTLINED
    return _refused(log_p, strange & ~other)


def strange_bodies(bodies: NDArray[np.float64], known: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which bodies (n, 3) are far darker than those of tiles that are known (k, 3), or of another colour (n,)."""
    if len(known) < ENOUGH:
        return np.zeros(len(bodies), np.bool_)
    coloured, dark = _strange(bodies, known)
    return coloured | dark


def trust_blank_faces(
    log_p: NDArray[np.float32],
    bodies: NDArray[np.float64],
    quads: NDArray[np.float32],
    edge: EdgeOf,
    beside: Beside = NOBODY,
) -> NDArray[np.float32]:
    """A soap without a frame is as blank as a back. In a picture of faces, a few blank tiles of the very body of the
    faces around them are soaps; many are a wall whose backs have that colour. `edge` tells how plain the outlines of
    some of them are."""
    p = np.exp(log_p)
    best = log_p[:, :N_KINDS].max(1)
    bare = (log_p[:, :N_KINDS].argmax(1) == Tile.SOAP) & (p[:, Tile.SOAP] + p[:, NOT_A_FACE] > BLANK)
    sure = ~bare & (best > READ)
    around = beside.joined(quads[sure], bodies[sure])
    if not bare.any() or len(around.quads) < max(ENOUGH, 2 * bare.sum()):
        return log_p
    alike = alike_beside(quads, bodies, around, SAME_BODY, SAME_LIGHT)
    soaps = bare & alike & _whole(quads, around.quads)  # the side of a standing tile is narrower
    soaps[soaps] = edge(np.flatnonzero(soaps)).min(1) > EDGE
    if soaps.sum() > SOAPS:
        return log_p
    out = log_p.copy()
    raised = soaps & (p[:, Tile.SOAP] < SOAP_LIKELY)
    out[raised] = np.log((1 - SOAP_LIKELY) / N_KINDS)
    out[raised, Tile.SOAP] = np.log(SOAP_LIKELY)
    return out


def _whole(quads: NDArray[np.float32], known: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which quads (n, 4, 2) are as large as the tiles near them that are known, (k, 4, 2), (n,)."""
    ratio = sizes(quads) / usual_sizes(quads, known)
    area = ratio.prod(1)
    fits = ((ratio > SAME_SIZE[0]) & (ratio < SAME_SIZE[1])).all(1)
    return np.asarray(fits & (area > SAME_AREA[0]) & (area < SAME_AREA[1]))


def alike_beside(
    quads: NDArray[np.float32], bodies: NDArray[np.float64], beside: Beside, colour: float, light: float
) -> NDArray[np.bool_]:
    """Which of the tiles in `quads` (n, 4, 2) with `bodies` (n, 3) have the body of those nearest to them of the tiles
    beside (one at least): in a and b to within `colour`, and in lightness to within such a part of it (n,)."""
    usual = np.median(beside.bodies[_nearest(quads, beside.quads)], axis=1)
    same = np.linalg.norm(bodies[:, 1:] - usual[:, 1:], axis=1) < colour
    return np.asarray(same & (np.abs(bodies[:, 0] - usual[:, 0]) < light * np.maximum(usual[:, 0], DIM)))


def doubt_strange_sizes(
    log_p: NDArray[np.float32], quads: NDArray[np.float32], beside: Beside = NOBODY
) -> NDArray[np.float32]:
    """What is much larger or smaller than the tiles nearest to it is a marker, a card's print, a pattern of cloth."""
    known = np.concatenate([quads[log_p[:, :N_KINDS].max(1) > READ], beside.quads])
    if len(known) < ENOUGH:
        return log_p
    ratio = sizes(quads) / usual_sizes(quads, known)
    return _refused(log_p, np.asarray(((ratio < SMALLEST) | (ratio > LARGEST)).any(1)))


def doubt_faint_outlines(log_p: NDArray[np.float32], quads: NDArray[np.float32], edge: EdgeOf) -> NDArray[np.float32]:
    """What is not read for sure and has no outline on one side, where the tiles of the picture have one and none of
    them lies against it, is printed on the table. `edge` tells how plain the outlines of some are."""
    best = log_p[:, :N_KINDS].max(1)
    unsure, sure = np.flatnonzero((best > UNREAD) & (best < CERTAIN)), np.flatnonzero(best >= CERTAIN)
    if not len(unsure) or len(sure) < ENOUGH:
        return log_p
    usual = float(np.median(edge(sure[:: -(-len(sure) // SOME)]).min(1)))
    if usual < TELLING:
        return log_p
    faint = edge(unsure) < min(FAINT * usual, FAINTEST)
    printed = np.zeros(len(log_p), np.bool_)
    for k, sides in zip(unsure[faint.any(1)], faint[faint.any(1)], strict=True):
        tiles = quads[np.setdiff1d(np.flatnonzero(best > READ), [k])]
        printed[k] = any(not _on_one(at, tiles) for at in _just_outside(quads[k])[sides])
    return _refused(log_p, printed)


def _just_outside(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """A place beyond the middle of each side of a quad: above, right, below, left (4, 2)."""
    middle = quad.mean(0)
    sides = (quad + np.roll(quad, -1, axis=0)) / 2
    return np.asarray(middle + (sides - middle) * OUTSIDE, np.float32)


def _on_one(at: NDArray[np.float32], quads: NDArray[np.float32]) -> bool:
    """Whether a place (2,) lies on one of the quads."""
    place = (float(at[0]), float(at[1]))
    return any(cv2.pointPolygonTest(quad, place, False) >= 0 for quad in quads)


def usual_sizes(quads: NDArray[np.float32], known: NDArray[np.float32]) -> NDArray[np.float64]:
    """Width and length (n, 2) of the tiles that are known, (k, 4, 2), near each quad (n, 4, 2), in pixels."""
    return np.asarray(np.median(sizes(known)[_nearest(quads, known)], axis=1))


def _nearest(quads: NDArray[np.float32], known: NDArray[np.float32]) -> NDArray[np.int64]:
    """Which of the known tiles lie nearest to each quad, itself left out (n, up to NEAREST)."""
    away = np.linalg.norm(quads.mean(1)[:, None] - known.mean(1)[None], axis=2)
    away[away < ITSELF] = np.inf
    return np.asarray(np.argsort(away, axis=1)[:, :NEAREST], np.int64)


def _strange(bodies: NDArray[np.float64], known: NDArray[np.float64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which bodies are of another colour than the usual one, and which far darker."""
    usual = np.median(known, 0)
    coloured = np.linalg.norm(bodies[:, 1:] - usual[1:], axis=1) > STRANGE
    return np.asarray(coloured), np.asarray(bodies[:, 0] < DARK * usual[0])


def _refused(log_p: NDArray[np.float32], which: NDArray[np.bool_]) -> NDArray[np.float32]:
    out = log_p.copy()
    out[which] = np.log(1e-4)
    out[which, NOT_A_FACE] = np.log(1 - N_KINDS * 1e-4)
    return out
