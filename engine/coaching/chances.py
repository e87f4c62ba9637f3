"""From what a rack is worth to the chance to win that is shown: a logistic curve per third of the game.

The parameters are fitted on games of four players of equal strength by `python -m tests.bench.calibration`, which
prints how often the shown chances came true. They hold for any card whose lines are as hard as printed ones.
"""

from math import exp

from engine.coaching.known import Known

# Per third of the game (by tiles left in the wall): intercept, slope of the worth, slope per exposed group of the most
# exposed opponent, slope per tile left.
THIRDS = (
    (-0.30, 0.55, -0.15, 0.0),
    (-0.20, 0.55, -0.20, 0.0),
    (-0.10, 0.55, -0.25, 0.0),
)


def third_of(known: Known) -> int:
    """0 while more than 66 tiles are left, 2 below 33."""
    return 0 if known.wall > 66 else 1 if known.wall > 33 else 2


def win_chance(known: Known, worth: float) -> float:
    """The chance to win, 0 ... 1, of a seat whose rack is worth so much (`Prospects.worth`)."""
    intercept, slope, shown, per_tile = THIRDS[third_of(known)]
    most = max((len(known.exposures[s]) for s in known.players if s is not known.seat), default=0)
    return 1 / (1 + exp(-(intercept + slope * worth + shown * most + per_tile * known.wall)))
