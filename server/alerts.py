"""What waits for a person to look at: a remark, or a question with its answers, and who is told."""

from dataclasses import dataclass, field
from enum import Enum

from engine.event import Event
from engine.tile import Seat, Tile


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question put to the table: tapping it submits `event`."""

    event: Event
    probability: float = 1.0


class Audience(Enum):
    """Who is told of an alert."""

    ALL = "all"
    REFEREE = "referee"
    CONCERNED = "concerned"  # the referee, and who sits at the alert's seat


@dataclass(frozen=True, slots=True)
class Alert:
    """Something a person should look at. `key` names its cause: raising the same key again replaces it.

    `rule` and `position` are the rule id and the sources' position, where it rests on one. With `choices` it is a
    question: "please check: I see X or Y"; `first` is what has to be put right before any of them, as the table lay
    `after` the event of that number. `at_mm` is where on the table it is about, `picture` what the camera saw there, as
    a JPEG for the referee and the one concerned; it is kept nowhere else and goes when the alert goes. `pictures`:
    tiles as PNG files, one of which is to be tapped, of discards and exposures alone, or, where they are `likely` some
    kinds, all of one drawing, whose kind is to be said; `about`: what is asked of them, in one word.
    """

    key: str
    says: str
    rule: str | None = None
    seat: Seat | None = None
    position: str | None = None
    choices: tuple[Choice, ...] = ()
    first: tuple[Event, ...] = ()
    after: int = field(default=0, compare=False)
    audience: Audience = Audience.ALL
    at: float = 0.0
    at_mm: tuple[float, float] | None = None
    picture: bytes = field(default=b"", compare=False, repr=False)
    pictures: tuple[bytes, ...] = field(default=(), repr=False)
    about: str = ""
    likely: tuple[Tile, ...] = ()
