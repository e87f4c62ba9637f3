"""Tiles that stand on a rack are their owner's secret. A low camera sees some of their faces, and these look shorter
than the faces of tiles that lie before them."""

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import SEVERAL, TILE_MM
from vision.judge.known import Known, Lying
from vision.judge.reason import Curve
from vision.plane.zones import Zone, place
from vision.read.finds import Finds

# Standing tiles measure .8 of a discard's length, exposures .97 and more. However well a secret is read, it is kept.
SHORTER = Curve("length against that of the discards, as a logarithm", (-0.2, -0.14, -0.1), (-20.0, -14.0, 0.0))


def standing(finds: Finds, known: Known) -> NDArray[np.float64]:
    """What lies where exposures do is measured by the tiles that lie in the middle of the table."""
    plane, usual = known.lying.plane, _usual_length(known.lying)
    if plane is None or usual is None or not len(finds):
        return np.zeros((len(finds), 1))
    on_rack = np.array([p.zone is Zone.EXPOSURE for p in place(plane, finds.quads)])
    shorter = SHORTER(np.log(np.maximum(known.lying.measured(finds.quads)[:, 1], 1e-3) / usual))
    return np.where(on_rack, shorter, 0.0)[:, None]


def _usual_length(lying: Lying) -> float | None:
    """How long tiles are, in mm: the discards, or before there are any, where markers tell what a millimetre is, as
    usual tiles are. None where nobody knows."""
    if lying.plane is None:
        return None
    flat = [p.zone is Zone.DISCARDS for p in place(lying.plane, lying.quads)]
    if sum(flat) >= SEVERAL:
        return float(np.median(lying.measured(lying.quads[np.array(flat)])[:, 1]))
    return TILE_MM[1] if lying.plane.found_by == "markers" else None
