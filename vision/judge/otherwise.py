"""Finds whose face one reading leaves in doubt, read again from quads laid a little otherwise.

Where a 6 Crak of a household's own set is read as a 9 Crak, the next picture of it is too: what moves a reading is not
the camera's noise but where exactly the quad lies on the tile, and that is the same from look to look. A quad moved by
a fortieth of its tile is as good as the one that was found; what all of them show together is right oftener than what
one does. The built-in sets err where a drawing is one that nobody showed them: there it tells nothing new and is left
out.
"""

from collections.abc import Callable

import numpy as np

from engine.sight.observation import CERTAIN, FEWEST
from vision.arrays import Floats32, Quads
from vision.judge.evidence import Judged, weighed
from vision.read.finder import Found
from vision.read.finds import Finds
from vision.read.sightings import N_LABELS, NOT_A_FACE

# How quads are laid otherwise: aside and down in parts of the tile's width and length, times as large, degrees turned.
# All together take a quarter of the errors of enrolled sets away, and of dark and noisy pictures' four in ten; half as
# many do half of it, and moved nearly twice as far they do little (measured on drawn sets that no reader learned).
WAYS = (
    (-0.025, -0.025, 1.0, 0.0), (0.025, -0.025, 1.0, 0.0), (-0.025, 0.025, 1.0, 0.0), (0.025, 0.025, 1.0, 0.0),
    (0.0, 0.0, 0.96, 0.0), (0.0, 0.0, 1.04, 0.0), (0.0, 0.0, 1.0, -3.0), (0.0, 0.0, 1.0, 3.0),
)  # fmt: skip
MOST = 2 * FEWEST  # finds of one window that are read otherwise, those in doubt that are likeliest tiles


def read_otherwise(thought: Judged, look: Callable[[Found], Finds]) -> Judged:
    """The same finds of a picture, read with a household's own set, the faces of those in doubt as all ways of laying
    their quads show them together. `look` reads quads as they are laid. Whether each is a tile stays as judged."""
    if not thought.known.tiles.pictures:
        return thought
    faces = thought.log_p[:, :NOT_A_FACE].astype(np.float64)
    some = np.logaddexp.reduce(faces, axis=1)
    doubted = thought.kept() & (faces.max(1, initial=-np.inf) - some < np.log(CERTAIN))
    which = np.flatnonzero(doubted)
    which = which[np.argsort(-some[which], kind="stable")][:MOST]
    if not len(which):
        return thought
    quads = laid(thought.finds.quads[which])
    seen = look(Found(quads.reshape(-1, 4, 2), np.repeat(thought.finds.scores[which], len(WAYS))))
    there = weighed(seen, thought.known.at(seen.quads), thought.reasons).log_p[:, :NOT_A_FACE].astype(np.float64)
    there -= np.logaddexp.reduce(there, axis=1, keepdims=True)
    mine = faces[which] - some[which, None]
    mean = (mine + there.reshape(len(which), len(WAYS), -1).sum(1)) / (1 + len(WAYS))
    mean += some[which, None] - np.logaddexp.reduce(mean, axis=1, keepdims=True)
    log_p = thought.log_p.copy()
    log_p[which, :NOT_A_FACE] = mean
    assert log_p.shape[1] == N_LABELS
    return Judged(thought.finds, thought.known, log_p, thought.reasons, thought.nats)


def laid(quads: Quads) -> Floats32:
    """Quads (n, 4, 2) laid in each of the `WAYS` (n, w, 4, 2)."""
    q = quads.astype(np.float64)[:, None]
    aside, down, large, turned = np.array(WAYS).T[:, None, :]
    wide = (q[:, :, 1] + q[:, :, 2] - q[:, :, 0] - q[:, :, 3]) / 2
    tall = (q[:, :, 2] + q[:, :, 3] - q[:, :, 0] - q[:, :, 1]) / 2
    c, s = np.cos(np.deg2rad(turned)) * large, np.sin(np.deg2rad(turned)) * large
    turn = np.stack([np.stack([c, s], -1), np.stack([-s, c], -1)], -2)
    middle = q.mean(2)
    out = (q - middle[:, :, None]) @ turn
    out += (middle + aside[..., None] * wide + down[..., None] * tall)[:, :, None]
    return np.asarray(out, np.float32)
