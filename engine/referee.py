"""May this happen? `rule` answers with the facts to write, or with the fault and the rule it rests on."""

from dataclasses import dataclass
from enum import Enum

from engine.event import Event
from engine.faults import Fault


class Source(Enum):
    """Where a proposal came from."""

    CAMERA = "camera"
    TABLET = "tablet"
    BUTTON = "button"
    REFEREE = "referee"
    LOG = "log"


@dataclass(frozen=True, slots=True)
class Proposal:
    """An event that we believe happened; not yet a fact. `confidence` is a probability."""

    event: Event
    source: Source
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Accepted:
    """The facts to append, in order: the proposed one and those it implies (a draw nobody saw)."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    fault: Fault


Ruling = Accepted | Refused
