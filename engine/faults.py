"""Every refusal and dead-hand cause: a sentence that a player understands, its rule id and the source's position."""

from dataclasses import dataclass
from enum import Enum

from engine.tile import Seat


class Cause(Enum):
    """The name is what logs hold; the value is the rule it rests on."""

    NOT_YOUR_TURN = "TURN-02"


@dataclass(frozen=True, slots=True)
class Fault:
    """`says` names tiles and seats in plain words; `seat` is whose act it was."""

    cause: Cause
    seat: Seat | None
    says: str

    @property
    def rule(self) -> str:
        return self.cause.value
