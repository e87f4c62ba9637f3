"""From what a rack is worth to the chance to win that is shown: a logistic curve per third of the game.

The parameters are fitted on games of four players of equal strength by `python -m tests.bench.calibration`, which
prints how often the shown chances came true. They hold for any card whose lines are as hard as printed ones.
"""

from math import exp

from engine.coaching.known import Known

# Per third of the game (by tiles left in the wall): intercept, and a slope for each of `features`.
THIRDS = (
    (0.228, 0.637, -0.761, 0.283, 0.759),
    (0.820, 0.957, -0.664, 0.075, 1.508),
    (0.479, 0.928, 0.276, -0.229, 0.841),
)


def third_of(known: Known) -> int:
    """0 while more than 66 tiles are left, 2 below 33."""
    return 0 if known.wall > 66 else 1 if known.wall > 33 else 2


def features(known: Known, worth: float) -> tuple[float, ...]:
    """What a chance rests on: the worth of the rack, at least e^-12; the groups that the most exposed opponent shows,
    those that all three show; the tiles left as a part of 99."""
    shown = [len(known.exposures[s]) for s in known.players if s is not known.seat and s not in known.dead]
    return max(worth, -12.0), float(max(shown, default=0)), float(sum(shown)), known.wall / 99


def win_chance(known: Known, worth: float) -> float:
    """The chance to win, 0 ... 1, of a seat whose rack is worth so much (`Prospects.worth`)."""
    intercept, *slopes = THIRDS[third_of(known)]
    odds = intercept + sum(slope * x for slope, x in zip(slopes, features(known, worth), strict=True))
    return 1 / (1 + exp(-odds))
