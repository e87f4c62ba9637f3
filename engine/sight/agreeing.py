"""Whether looks, and rests, agree on what happened."""

from engine.event import Corrected, Discarded, Event, MahJongg
from engine.sight.explanation import Explanation
from engine.sight.observation import FEW_LOOKS


def meant(events: tuple[Event, ...]) -> tuple[object, ...]:
    """What two looks have to agree on: of a whole hand laid open, whose it is. Which tile is what the card tells
    better than a third look."""
    return tuple(event.seat if isinstance(event, MahJongg) else event for event in events)


def acts(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """What happened, of what is told of it: not what is put right."""
    return tuple(event for event in events if not isinstance(event, Corrected))


def in_two_rests(now: tuple[Event, ...], before: tuple[Event, ...]) -> int:
    """How many acts, from the first, two rests agree on. What is put right beside them has been read so in two; and
    which face a tile shows that hovers, once others have played on, the likeliest reading tells."""
    agreed, left = 0, acts(before)
    for n, event in enumerate(now, 1):
        if left[:1] == (event,) or (left and n < len(now) and _hovers(left[0], event)):
            agreed, left = n, left[1:]
        elif not isinstance(event, Corrected):
            break
        elif event in before:
            agreed = n
    return agreed


def looked_at_again(found: Explanation) -> int:
    """How many acts, from the first, rest on more than one look. A find of the last look of a rest that broke off is
    carried into the next as it was; what passes by has only been seen once."""
    once = (n for n, act in enumerate(found.acts) if (s := found.sight(act)) is not None and s.frames < FEW_LOOKS)
    return next(once, len(found.acts))


def _hovers(one: Event, other: Event) -> bool:
    """Whether both say that the same player discarded."""
    return isinstance(one, Discarded) and isinstance(other, Discarded) and one.seat is other.seat
