"""All tiles of a table are of one set, and have bodies of one colour: what has another is a back, a card, a rack."""

import numpy as np

from vision.arrays import Floats
from vision.judge.known import Known
from vision.judge.reason import Curve, Measured
from vision.read.crops import DARK, within_frames
from vision.read.finds import Finds


def differs(bodies: Floats, usual: Floats) -> Floats:
    """How far bodies (..., 3) lie from the usual ones (..., 3) in colour, and how much lighter they are (..., 2):
    on dark tiles, where a gleam is much, as it would count on lighter ones."""
    lighter = (bodies[..., 0] - usual[..., 0]) / np.maximum(usual[..., 0], DARK)
    return np.stack([np.linalg.norm(bodies[..., 1:] - usual[..., 1:], axis=-1), lighter], -1)


COLOUR = Curve("distance in a and b of 8-bit Lab", (0, 4, 8, 12, 18, 30), (0.4, 0.08, -0.39, -0.68, -0.85, -0.98))
LIGHTER = Curve(
    "lighter than usual, in parts of it",
    (-0.7, -0.45, -0.25, -0.1, 0.0, 0.1, 0.25),
    (-1.38, -0.34, 0.29, 0.46, 0.2, -0.61, -1.05),
)


def likeness(bodies: Floats, usual: Floats) -> Floats:
    """Nats (...) for bodies (..., 3) where the tiles around have the usual ones (..., 3)."""
    apart = differs(bodies, usual)
    return COLOUR(apart[..., 0]) + LIGHTER(apart[..., 1])


def _measures(finds: Finds, known: Known) -> Floats:
    """`differs` (n, 2); where a frame runs along the rim the colour within it counts."""
    both = np.stack([finds.bodies, within_frames(finds.crops)])
    nearer = likeness(both, known.bodies).argmax(0)
    return differs(both[nearer, np.arange(len(finds))], known.bodies)


body = Measured(_measures, (COLOUR, LIGHTER), among=True)
