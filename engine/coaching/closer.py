"""The closer look: the first answer's chances weighed with what rollouts of the same choices win.

The first answer judges a rack at once; rollouts play the best choice on. Both err, the one by its rules of thumb, the
other by chance and by what it cannot know of the others; weighed together they foretell better than either alone
(`tests/bench/closer.py`). A look may be taken in parts, each of some rollouts, and their sums added.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import exp, log

from engine.coaching.advice import Option
from engine.coaching.chances import third_of
from engine.coaching.choosing import Mind, calls, complete, discards
from engine.coaching.known import Known
from engine.coaching.rollouts import rollout

MOST_CHOICES = 3
NEAR = 0.6  # of the best choice's worth: what is worse is not looked at
ROLLOUTS = 24  # more hardly change what is weighed
# An intercept, and what the log-odds of the first chance and of the rollouts' share weigh. In the first third of a game
# the first chance alone foretells as well: rollouts weighed 0.03 there, and no closer look is taken.
WEIGHED = (-0.35, 0.33, 0.50)
FROM_THIRD = 1
LEAST = 0.004  # of a chance: none is surer than that


def worth_a_look(known: Known) -> bool:
    """Whether rollouts tell more than the first answer: from the second third of the game on."""
    return known.stage is None and third_of(known) >= FROM_THIRD


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


def looked_at(options: Sequence[Option], share: float) -> tuple[Option, ...]:
    """The options, in their order, with the chances after a closer look; `share` is what rollouts won of the first.

    How far they lie apart stays as first answered: choices that are near each other differ by less than some dozens of
    rollouts err by, and endings are played worse by them (`tests/bench/endings.py --rollouts`).
    """
    if not options:
        return ()
    by = _log_odds(weighed(options[0].chance, share)) - _log_odds(options[0].chance)
    return tuple(replace(o, chance=1 / (1 + exp(-_log_odds(o.chance) - by))) for o in options)


def features(first: float, share: float) -> tuple[float, float]:
    """The log-odds of both."""
    return _log_odds(first), _log_odds(share)


def weighed(first: float, share: float) -> float:
    """The chance after the closer look, 0 ... 1: from the `first` chance and the `share` of rollouts that won."""
    intercept, *weights = WEIGHED
    odds = intercept + sum(w * x for w, x in zip(weights, features(first, share), strict=True))
    return 1 / (1 + exp(-odds))


def _log_odds(chance: float) -> float:
    held = min(1 - LEAST, max(LEAST, chance))
    return log(held / (1 - held))
