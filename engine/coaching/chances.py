"""From what a rack is worth to the chance to win that is shown: a logistic curve per third of the game.

The parameters are fitted on games of four players of equal strength by `python -m tests.bench.calibration`, which
prints how often the shown chances came true. They hold for any card whose lines are as hard as printed ones.
"""

from math import exp

from engine.coaching.known import Known

# Per third of the game (by tiles left in the wall): intercept, and a slope for each of `features`.
THIRDS = (
    (0.355, 0.440, -0.303, 0.133, 1.982, -0.197),
    (0.960, 0.603, 0.077, -0.177, 2.450, -0.100),
    (0.898, 0.744, 0.202, -0.222, 4.754, -0.060),
)


def third_of(known: Known) -> int:
    """0 while more than 66 tiles are left, 2 below 33."""
    return 0 if known.wall > 66 else 1 if known.wall > 33 else 2


def features(known: Known, worth: float) -> tuple[float, ...]:
    """What a chance rests on: the worth of the rack, at least e^-12; the groups that the most exposed opponent shows,
    those that all three show; the tiles left as a part of 99; the groups that the seat itself shows."""
    shown = [len(known.exposures[s]) for s in known.players if s is not known.seat and s not in known.dead]
    return max(worth, -12.0), float(max(shown, default=0)), float(sum(shown)), known.wall / 99, float(len(known.own))


def win_chance(known: Known, worth: float) -> float:
    """The chance to win, 0 ... 1, of a seat whose rack is worth so much (`Prospects.worth`)."""
    intercept, *slopes = THIRDS[third_of(known)]
    odds = intercept + sum(slope * x for slope, x in zip(slopes, features(known, worth), strict=True))
    return 1 / (1 + exp(-odds))
