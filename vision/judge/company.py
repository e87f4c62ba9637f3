"""Tiles read in one another's company: all tiles of a table are of one set of 152.

A face that the reader never saw is often taken for another one, but seldom for that face alone: a 5 Dot whose small
mark it does not know is "5 Crak, perhaps 5 Dot". Three things are certain of any set and settle much of that. Tiles
that look the same are of one kind. Two drawings that differ are two kinds (but eight flowers may differ, and jokers
may). And of each kind there are only so many copies.

The kinds of all drawings are found together, by mean field: each drawing in turn weighs what it looks like against
what the others claim, with the others' claim growing in weight from step to step.
"""

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import DOUBT, SURE
from engine.tile import N_KINDS, Tile
from vision.arrays import Reals
from vision.read.sightings import LEAST_LOG_P, N_LABELS, NOT_A_FACE

ALIKE = 0.04  # cosine distance within which tiles are alike; other faces of a set measure .06 apart and more
SAME, OTHER = 0.05, 0.15  # distance from which two drawings may be two, and from which they surely are
APART = 4.0  # how strongly, in nats, a kind that another drawing claims is doubted in a set that the reader doubts
DOUBTED, LEAST = 0.2, 0.15  # the mean doubt from which a set counts as such; part of APART in a set doubted less
SHARED = np.array([0.0 if t is Tile.FLOWER else 0.3 if t is Tile.JOKER else 1.0 for t in Tile])  # of APART
COPIES = np.array([float(t.copies) for t in Tile])
WELL_KNOWN = 0.016  # the mean doubt up to which a set is known, as a household's own is: there no drawing is new
REPEATED = np.array([0.0, 1.0, 4.0, 7.0])  # nats against a flower of which one, two, three or more copies lie there, in
ALONE = 0.6  # ... a set of flowers that differ, or such a part of it where no other is in sight: a set holds one or two
# of each flower, and of a bird four
TOO_MANY = DOUBT  # a copy beyond the set's: the tiles of another set mixed in, or a neighbour misread
MORE = 0.25  # evidence of k copies of one drawing counts as k ** MORE copies: they err together
STEPS = 24  # in the second half of them the others' claims count in full


def drawings(points: Reals, alone: Reals | None = None) -> NDArray[np.int64]:
    """Which tiles, (n, E) embeddings of length one, bear one drawing: a number from 0 for each (n,). Tiles are of one
    drawing when they are alike, or both alike to tiles that are. `alone` (n, 36), log p of each by itself: of those
    read as different kinds none are of one drawing; one that is not read for sure goes with the sure one that it is
    most alike, of those whose kind it may be."""
    nearness = points @ points.T
    alike = 1 - nearness < ALIKE
    if alone is not None:
        kind = alone.argmax(1)
        may_be = (alone.max(1) > np.log(SURE)) & alike & (alone[:, kind] > np.log(1 - SURE))
        nearest = np.where(may_be, nearness, -np.inf)
        kind = np.where(nearest.max(1) > -np.inf, kind[nearest.argmax(1)], kind)
        alike &= kind[:, None] == kind[None]
    np.fill_diagonal(alike, True)
    first = np.arange(len(points))
    while len(first):
        nearer = np.where(alike, first, len(first)).min(1)
        if (nearer == first).all():
            break
        first = nearer[nearer]  # whom that one is alike to: a long chain is soon at its end
    return np.asarray(np.unique(first, return_inverse=True)[1], np.int64)


def in_company(log_p: Reals, points: Reals, pictures: int = 1, own_set: bool = False) -> NDArray[np.float32]:
    """The probabilities (n, 37) of tiles, in logarithms, given those of each tile by itself, `log_p` (n, 37), and the
    reader's embeddings, `points` (n, E) of length one; without points, (n, 0), nothing changes. That a tile is no known
    face is left as it is. `pictures`: how many show the same set, each tile of it once at most. `own_set`: they were
    read with the household's own set, whose pictures tell apart what is all but alike."""
    if len(log_p) < 2 or not points.shape[1]:
        return np.asarray(log_p, np.float32)
    alone = log_p[:, :N_KINDS] - np.logaddexp.reduce(log_p[:, :N_KINDS], axis=1, keepdims=True)
    drawing = drawings(points, alone if own_set else None)
    count = np.bincount(drawing)
    member = np.zeros((len(count), len(alone)))
    member[drawing, np.arange(len(alone))] = 1 / count[drawing]
    middle = member @ points
    middle /= np.linalg.norm(middle, axis=1, keepdims=True) + 1e-9
    # where all is read well, what looks unlike its own kind is a covered or crooked tile, and no other kind
    doubted = 1 - np.exp(alone.max(1)).mean()
    unknown = np.clip((doubted - WELL_KNOWN) / WELL_KNOWN, 0, 1)
    strange = unknown * np.clip(doubted / DOUBTED, LEAST, 1)
    mine = member @ alone
    doubt = 1 - np.exp((mine - np.logaddexp.reduce(mine, axis=1, keepdims=True)).max(1))
    denied = np.maximum(strange, unknown * np.clip(2 * doubt, 0, 1))[:, None]
    others = APART * denied * np.clip((1 - middle @ middle.T - SAME) / (OTHER - SAME), 0, 1)
    np.fill_diagonal(others, 0)
    together = _settled(mine * (count**MORE)[:, None], others, np.ceil(count / pictures), unknown * REPEATED)
    # each tile keeps what sets it apart from the mean of its drawing
    said = together[drawing] + alone - mine[drawing]
    said -= np.logaddexp.reduce(said, axis=1, keepdims=True)
    face = np.logaddexp.reduce(log_p[:, :N_KINDS], axis=1, keepdims=True)
    out = np.empty((len(log_p), N_LABELS), np.float32)
    out[:, :N_KINDS] = np.maximum(said, LEAST_LOG_P) + face
    out[:, NOT_A_FACE] = log_p[:, NOT_A_FACE]
    return np.asarray(out - np.logaddexp.reduce(out, axis=1, keepdims=True), np.float32)


def _settled(seen: Reals, others: Reals, count: Reals, repeated: Reals) -> Reals:
    """Log-probabilities (k, 36) of k drawings, up to a constant each, from what each looks like, `seen` (k, 36), how
    strongly each denies each its kind, `others` (k, k), how often each lies there, `count` (k,), and what copies tell
    against a flower, `repeated` (4,)."""
    no_flower = repeated[np.clip(count - 1, 0, len(repeated) - 1).astype(int)]
    claim = _shares(seen)
    said = seen
    for step in range(STEPS):
        grown = min(1.0, 2 * (step + 1) / STEPS)
        lying = claim * count[:, None]
        room = _room(lying.sum(0) - lying, count)
        said = seen - grown * SHARED * (others @ claim) + grown * room / 2
        flowers = claim[:, Tile.FLOWER]
        said[:, Tile.FLOWER] -= grown * np.clip((flowers.sum() - flowers) / 2, ALONE, 1) * no_flower
        claim = (claim + _shares(said)) / 2
    return said


def _shares(said: Reals) -> Reals:
    p = np.exp(said - said.max(1, keepdims=True))
    return np.asarray(p / p.sum(1, keepdims=True))


def _room(taken: Reals, count: Reals) -> Reals:
    """How likely so many more of each kind are, (k, 36) nats, where the others take `taken` (k, 36) of its copies: as
    in tiles drawn blindly from the set."""
    room = np.zeros_like(taken)
    for one in range(int(count.max())):
        left = np.maximum(COPIES - taken - one, np.exp(TOO_MANY))
        room += np.where((one < count)[:, None], np.log(left) - np.log(COPIES * (taken + one + 1)), 0.0)
    return room
