"""A soap without a frame is as blank as a back, and the reader cannot tell the two apart. A few blank tiles that are
just like the faces around them are soaps; many are a wall whose backs have the faces' colour. In a set whose soaps show
a frame or a figure what shows nothing, and is unlike them, is a bare ledge."""

import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS, Tile
from vision.judge.body import differs
from vision.judge.known import Known
from vision.judge.pictures import UNLIKE
from vision.judge.reason import Curve
from vision.read.apart import LIKE
from vision.read.finds import Finds

SIDE = 0.17  # a side's difference from the usual, as a logarithm; the side of a standing tile differs by more
COLOUR, LIGHT = 6.0, 0.15  # of the body, in a and b of 8-bit Lab, and in parts of its lightness
EDGE = 0.09  # step in brightness across its faintest side: part of a ledge has less
MANY = 2 * Tile.SOAP.copies  # blank tiles in a picture: sets have four soaps, and spare ones


def unlike(finds: Finds, known: Known) -> NDArray[np.float64]:
    """How far finds that show nothing are from a soap among these tiles, by what fits worst: 1 as far as soaps are
    (n,). Not a number for all others."""
    ratio = np.maximum(known.lying.measured(finds.quads), 1e-3) / np.maximum(known.sizes, 1e-3)
    apart, lighter = np.abs(differs(finds.bodies, known.bodies)).T
    off = [
        np.abs(np.log(ratio)).max(1) / SIDE,
        apart / COLOUR,
        lighter / LIGHT,
        EDGE / np.maximum(finds.outlines.min(1), 1e-3),
        np.full(len(finds), finds.bare.sum() / MANY),
    ]
    return np.where(finds.bare, np.max(off, axis=0), np.nan)


# The shares of 169 soaps and of 1430 other things that lie so far off, in drawn tables and photographs to train on.
FARTHER = Curve(
    "farther from a soap than soaps are, by what fits worst",
    (1.0, 1.35, 1.75, 2.5, 3.5, 5.0, 6.0),
    (5.0, 4.0, 2.0, -0.1, -1.2, -2.3, -3.4),
)


# Nats. Of 523 soaps of sets whose soaps show a frame, looked at on drawn tables, none was less like it than `LIKE`; of
# 279 ends of standing tiles and parts of ledges that were read as soaps none was more like it than 0.86. Between the
# two are soaps whose thin frame a coarse or dark picture hardly shows.
UNPRINTED = -6.0


def blank(finds: Finds, known: Known) -> NDArray[np.float64]:
    """What the reader says of it counts for nothing, what it looks like among the others for all the more."""
    told = known.telling * FARTHER(unlike(finds, known))
    if known.tiles.soap_print > LIGHT:
        read = finds.log_p[:, :N_KINDS].argmax(1) == Tile.SOAP
        alike = known.tiles.likeness(finds.points)[:, Tile.SOAP]
        framed = np.interp(alike, (0.86, LIKE), (0.0, 1.0))
        told = np.where(finds.bare & read, framed * told + (1 - framed) * UNPRINTED, told)
        told = np.where(finds.bare & ~read & (alike < UNLIKE), np.minimum(told, 0.0), told)
    return np.asarray(told)[:, None]
