"""How each drawing of a set that nobody showed looks like each kind: what is read, written and counted on its tiles,
the figures on them, and how many of them lie there."""

import numpy as np

from engine.sight.observation import DOUBT, FEW_LOOKS, FEWEST, NEVER
from engine.tile import N_KINDS, Tile
from vision.arrays import Floats
from vision.follow.assigning import NUMBERED, SUITS
from vision.follow.drawings import Drawings
from vision.follow.pictured import PICTURED, are_pictured, flowers_or_jokers
from vision.follow.readings import normalised
from vision.judge.company import COPIES, REPEATED


def evidence(d: Drawings, log_p: Floats, indices: Floats, hands: int) -> Floats:
    """How each drawing looks like each kind (k, 36) nats, from what is read on each tile, log p (n, 36), and what is
    written on it tells, `indices` (n, 36) nats: copies err together, and no reader is as sure of a set that it
    never saw as it says. Of no kind are there more tiles in so many hands than it has copies, or some of them are of
    another drawing; and flowers are told from jokers by how many lie there."""
    out, looks = np.zeros((2, len(d.picture), N_KINDS))
    said, tiles = np.maximum(log_p, NEVER), np.bincount(d.of, minlength=len(out))
    for k, picture in enumerate(d.picture):
        mine = d.of == k
        more = tiles[k] ** 0.5
        looks[k] = said[mine].mean(0) + indices[mine].mean(0)
        out[k] = said[mine].mean(0) * more
        out[k, Tile.FLOWER] -= REPEATED[min(int(tiles[k]), len(REPEATED)) - 1]
        out[k] += DOUBT * np.maximum(tiles[k] - COPIES * hands, 0)
        if picture >= 0:  # the readers hardly see what tells it from the others of its picture
            out[k] /= FEWEST
        figures = FEW_LOOKS ** (0.5 if picture >= 0 else 1)  # they err less alike
        out[k, :NUMBERED] += figures * np.tile(d.numbers[k], SUITS) / more
        out[k] += indices[mine].mean(0) * more
    some = np.flatnonzero(are_pictured(normalised(looks)))
    told = np.log(np.maximum(flowers_or_jokers(looks[some], tiles[some], hands), np.exp(NEVER)))
    out[some, : Tile.FLOWER] = normalised(out[some, : Tile.FLOWER]) + told[:, 2:]
    out[np.ix_(some, PICTURED)] = told[:, :2]
    return out
