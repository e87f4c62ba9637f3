"""The closer look: what the last draws of a game still bring, counted and played on.

The first answer judges a rack at once, by rules of thumb that hold for a whole game. With a few turns left they are
coarse: what can still come in two or three draws can be counted, and the rest played on many times. Weighed together,
both foretell better than the first answer alone (`tests/bench/closer.py`). Earlier in a game rollouts foretell no
better than the first answer, so nothing is looked at twice there. A look may be taken in parts, each of some rollouts,
and their sums added.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import exp, log

from engine.coaching.advice import Option
from engine.coaching.choosing import Mind, calls, complete, discards
from engine.coaching.known import Known
from engine.coaching.rollouts import rollout

MOST_CHOICES = 3
NEAR = 0.6  # of the best choice's worth: what is worse is not looked at
ROLLOUTS = 48
LAST_TILES = 12  # of the wall: three turns. With more, 720 decisions were foretold no better than by the first answer
LAST_TURN = 4  # tiles: nobody draws twice, and what still comes is counted
# An intercept, and what the log-odds of the first chance and of the rollouts' share weigh: before the last turn, and in
# it. Fitted by `tests/bench/closer.py`.
WEIGHED = ((0.2, 1.05, 0.25), (-0.8, 0.35, 0.8))
LEAST = 0.004  # of a chance: none is surer than that


def worth_a_look(known: Known) -> bool:
    """Whether counting and rollouts tell more than the first answer: in the last turns of a game."""
    return known.stage is None and known.wall < LAST_TILES


def choices(known: Known) -> tuple[Option, ...]:
    """What could be done now, best first, with the first answer's chances: a few discards of fourteen tiles, to
    call or to let go what is offered, else to wait. None where a hand is won, or before play."""
    if known.stage is not None or complete(known, None if known.own_turn else known.offered):
        return ()
    mind = Mind(known)
    if known.own_turn:
        found = discards(mind)
        least = found[0].worth - (1 - NEAR) * abs(found[0].worth)
        return tuple(o for o in found[:MOST_CHOICES] if o.worth >= least)
    if known.offered is not None:
        found = calls(mind, known.offered)
        let_go = next(o for o in found if not o.tiles)
        return found[:1] if len(found) == 1 else (found[0], let_go if found[0].tiles else found[1])
    return (Option((), mind.chance(mind.prospects.worth)),)


def played_on(known: Known, option: Option, numbers: Iterable[int]) -> float:
    """The sum of what the rollouts of these numbers win with `option`."""
    return sum(rollout(known, option.tiles or None, number) for number in numbers)


def looked_at(known: Known, options: Sequence[Option], share: float) -> tuple[Option, ...]:
    """The options, in their order, with the chances after a closer look; `share` is what rollouts won of the first.

    How far they lie apart stays as first answered: choices that are near each other differ by less than some dozens of
    rollouts err by, and in endings rollouts choose no better (`tests/bench/endings.py --rollouts`).
    """
    if not options:
        return ()
    by = _log_odds(weighed(options[0].chance, share, known.wall)) - _log_odds(options[0].chance)
    return tuple(replace(o, chance=1 / (1 + exp(-_log_odds(o.chance) - by))) for o in options)


def features(first: float, share: float) -> tuple[float, float]:
    """The log-odds of both."""
    return _log_odds(first), _log_odds(share)


def weighed(first: float, share: float, wall: int) -> float:
    """The chance after the closer look, 0 ... 1: from the `first` chance and the `share` of rollouts that won, with so
    many tiles in the wall."""
    intercept, *weights = WEIGHED[wall < LAST_TURN]
    odds = intercept + sum(w * x for w, x in zip(weights, features(first, share), strict=True))
    return 1 / (1 + exp(-odds))


def _log_odds(chance: float) -> float:
    held = min(1 - LEAST, max(LEAST, chance))
    return log(held / (1 - held))
