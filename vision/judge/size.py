"""All tiles of a table are of one size: what is far larger or smaller is a marker, a die, a card's print."""

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Quads
from vision.judge.known import Known, Lying
from vision.judge.reason import Curve, Measured
from vision.read.finds import Finds


def _measures(finds: Finds, known: Known) -> NDArray[np.float64]:
    """How much larger each find is than the tiles nearest to it, and how much longer against its width (n, 2)."""
    across, along = np.log(np.maximum(known.lying.measured(finds.quads), 1e-3) / np.maximum(known.sizes, 1e-3)).T
    return np.stack([(across + along) / 2, along - across], 1)


def misfit(quads: Quads, lying: Lying) -> NDArray[np.float64]:
    """By how much each quad (n, 4, 2) is wider or longer, or less so, than the tiles that lie nearest to it, as a
    logarithm (n,); 0 where none do."""
    usual, _, tells = lying.usual(quads)
    off = np.abs(np.log(np.maximum(lying.measured(quads), 1e-3) / np.maximum(usual, 1e-3))).max(1, initial=0.0)
    return np.asarray(np.where(tells > 0, off, 0.0))


LARGER = Curve(
    "of the usual size, as a logarithm",
    (-0.6, -0.35, -0.2, -0.1, 0.0, 0.1, 0.2, 0.35, 0.6),
    (-2.09, -0.87, 0.47, 1.43, 1.66, 0.72, -0.34, -1.26, -2.15),
)
LONGER = Curve(
    "of the usual length against the width, as a logarithm",
    (-0.4, -0.2, -0.1, 0.0, 0.1, 0.2, 0.4),
    (-1.63, -1.2, -0.37, 0.36, 0.18, 0.19, 0.05),
)
size = Measured(_measures, (LARGER, LONGER), among=True)


# The shares of drawn tiles and of other finds of these sizes, where tiles are as large as those that are sold.
ON_TABLE = Curve(
    "of a usual tile's size in mm, as a logarithm",
    (-0.45, -0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3, 0.45),
    (-5.0, -3.5, -0.5, 0.9, 1.9, 2.0, 0.3, -3.0, -4.0),
)


def on_table(finds: Finds, known: Known) -> NDArray[np.float64]:
    """Where markers tell what a millimetre is, no tiles around are needed to tell how large one can be. The cells of a
    pattern may be as large: of what is rather printed the size tells only against it."""
    nats = ON_TABLE(known.lying.larger(finds.quads))
    printed = known.prints.odds(finds) < 0 if len(known.prints) else np.zeros(len(nats), np.bool_)
    return np.where(printed, np.minimum(nats, 0), nats)[:, None]
