"""From what a rack is worth to the chance to win that is shown: a logistic curve per third of the game.

The parameters are fitted on games of four players of equal strength, on two cards of which one is much easier, by
`python -m tests.bench.calibration`, which prints how often the shown chances came true, on any card.
"""

from math import exp

from engine.coaching.ease import ease_of
from engine.coaching.known import Known

# Per third of the game (by tiles left in the wall): intercept, and a slope for each of `features`.
THIRDS = (
    (0.524, 0.497, -0.012, -0.141, 2.246, -0.214, -0.395),
    (1.332, 0.598, -0.079, -0.113, 1.863, -0.243, -0.390),
    (0.815, 0.754, 0.144, -0.103, 4.829, -0.368, -0.365),
)
LEAST_WORTH = -12.0


def third_of(known: Known) -> int:
    """0 while more than 66 tiles are left, 2 below 33."""
    return 0 if known.wall > 66 else 1 if known.wall > 33 else 2


def beside_worth(known: Known) -> tuple[float, ...]:
    """What a chance rests on beside the worth of the rack: the groups that the most exposed opponent shows, those that
    all three show; the tiles left as a part of 99; the groups that the seat itself shows; how easy the card is."""
    shown = [len(known.exposures[s]) for s in known.players if s is not known.seat and s not in known.dead]
    most, all_shown = float(max(shown, default=0)), float(sum(shown))
    return most, all_shown, known.wall / 99, float(len(known.own)), ease_of(known.table)


def features(known: Known, worth: float) -> tuple[float, ...]:
    """What a chance rests on: the worth of the rack, at least e^-12, and `beside_worth`."""
    return (max(worth, LEAST_WORTH), *beside_worth(known))


class Curve:
    """The curve of one moment: from the worth of the rack of `known` (`Prospects.worth`) to the chance to win."""

    def __init__(self, known: Known) -> None:
        intercept, self._slope, *slopes = THIRDS[third_of(known)]
        self._rest = intercept + sum(slope * x for slope, x in zip(slopes, beside_worth(known), strict=True))

    def __call__(self, worth: float) -> float:
        """The chance to win, 0 ... 1."""
        return 1 / (1 + exp(-self._rest - self._slope * max(worth, LEAST_WORTH)))
