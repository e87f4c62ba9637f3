"""What happens is told: a state that goes on with every event told, the memory, the steps so far."""

from dataclasses import dataclass, replace
from typing import Any

from engine.event import Event, GameBegun
from engine.layers import unbegun
from engine.rules.referee import rule
from engine.rules.ruling import Accepted, Proposal, Rules, Source
from engine.sight.aftermath import after
from engine.sight.memory import Memory, Step, Tell
from engine.sight.observation import LIKELY
from engine.state import Phase, State
from engine.tile import Seat, Tile

INFERRED = LIKELY  # how sure an event is that nobody saw, and that must have been


@dataclass(frozen=True, slots=True)
class Scene:
    """What an observation is followed by: the state, the rules in force, who is East in the next game, the number of
    the event with which this game began while nothing else has happened in it, and whether the players take a break."""

    state: State
    rules: Rules
    next_east: Seat = Seat.P1
    just_begun: int | None = None
    paused: bool = False


class Teller:
    """One observation, or one tick of the clock, at work: memory and state as they become, and the steps so far."""

    def __init__(self, memory: Memory, scene: Scene) -> None:
        self.memory = memory
        self.state = scene.state
        self.scene = scene
        self.steps: list[Step] = []
        self.named: tuple[Seat, ...] = ()  # the hands that the camera names

    def accepted(self, event: Event) -> bool:
        return isinstance(rule(self.state, Proposal(event, Source.CAMERA), self.scene.rules), Accepted)

    def tell(self, event: Event, confidence: float = 1.0, readings: tuple[tuple[Tile, float], ...] = ()) -> bool:
        """Whether the rules accept it; then it is told, and the state is the one after it."""
        begins = self.state.phase is Phase.OVER and isinstance(event, GameBegun)
        before = unbegun(self.state.names, players=self.state.players) if begins else self.state
        proposal = Proposal(event, Source.CAMERA, confidence)
        ruling = rule(before, proposal, self.scene.rules)
        if not isinstance(ruling, Accepted):
            return False
        self.state = before
        for fact in ruling.events:
            self.state = after(self.state, fact)
        self.steps.append(Tell(proposal, readings))
        return True

    def remember(self, **changes: Any) -> None:
        """`changes` are fields of the memory."""
        self.memory = replace(self.memory, **changes)
