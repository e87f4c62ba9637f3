"""What is answered to whoever proposes something, and kept as long as the state and the rules are what they are."""

from dataclasses import dataclass, field

from engine.event import Event
from engine.rules.referee import Accepted, Proposal, Refused, Rules
from engine.state import State


@dataclass(frozen=True, slots=True)
class Stale:
    """The tablet had not yet seen what happened meanwhile; nothing was changed."""

    says: str


Answer = Accepted | Refused | Stale


@dataclass(slots=True)
class Rulings:
    """Answers of the referee that hold for one state and one set of rules."""

    state: State | None
    rules: Rules | None
    judged: dict[Proposal, Accepted | Refused] = field(default_factory=dict)
    legal: tuple[Event, ...] | None = None
    in_force: Rules | None = None
