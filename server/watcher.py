"""Sight at the table: observations in, proposals, questions and words out. What is remembered, and all that is decided,
is the engine's (`engine.sight.following`); this shell holds the memory and carries the steps out.
"""

from collections.abc import Callable
from typing import Protocol, assert_never

from engine.event import GameBegun, Resynced
from engine.rules.referee import Rules
from engine.rules.ruling import Proposal
from engine.sight.following import ended, follow, passed
from engine.sight.memory import Ask, Doing, Lies, Memory, Step, Teach, Tell, Withdraw
from engine.sight.observation import Observation
from engine.sight.telling import Scene
from engine.sight.whereabouts import BelievedDiscard
from engine.state import State
from engine.tile import Seat, Tile
from server.alerts import Alert, Audience, Choice
from server.log import Readings
from server.table import Answer

Told = Callable[[float, float, Tile], None]
"""Where on the table (mm) a tile lies and what somebody said it is."""

Asked = Callable[[Alert], None]
"""A question that has just been put."""


class Door(Protocol):
    """What the watcher needs of `server.table.Table`."""

    @property
    def state(self) -> State: ...

    @property
    def paused(self) -> bool: ...

    @property
    def rules_in_force(self) -> Rules: ...

    @property
    def next_east(self) -> Seat: ...

    @property
    def just_begun(self) -> int | None: ...

    def submit(self, proposal: Proposal, after: int | None = None, readings: Readings = ()) -> Answer: ...

    def raise_alert(self, alert: Alert) -> None: ...

    def clear(self, key: str) -> None: ...

    def set_seen(self, seen: Resynced | GameBegun | None) -> None: ...

    def set_doing(self, doing: Doing) -> None: ...


class Watcher:
    """Follows one table by sight. Lives where the table lives, on the event loop."""

    def __init__(
        self, table: Door, told: Told = lambda x_mm, y_mm, tile: None, asked: Asked = lambda alert: None
    ) -> None:
        """`told` hears what the players put right: where a discard lies and what it is, so that the eyes may learn.
        `asked` hears each question, so that what the camera sees there may be shown beside it."""
        self._table = table
        self._asked = asked
        self._teach = told
        self._memory = Memory()

    def observe(self, seen: Observation) -> None:
        """The table at rest was looked at once more."""
        self._take(*follow(self._memory, self._scene(), seen))

    def passed(self, time_s: float, at_rest: bool = True) -> None:
        """The clock of the camera, told with every picture, and whether the table is at rest in it."""
        self._take(*passed(self._memory, self._scene(), time_s, at_rest))

    def ended(self) -> None:
        """The pictures have come to their end."""
        self._take(*ended(self._memory))

    @property
    def lying(self) -> tuple[BelievedDiscard, ...]:
        """Where each believed discard lies, as far as it has been seen."""
        return self._memory.known

    def _scene(self) -> Scene:
        table = self._table
        return Scene(table.state, table.rules_in_force, table.next_east, table.just_begun, table.paused)

    def _take(self, memory: Memory, steps: tuple[Step, ...]) -> None:
        self._memory = memory
        for step in steps:
            match step:
                case Tell(proposal, readings):
                    self._table.submit(proposal, None, readings)
                case Ask():
                    alert = _alert(step, self._table.state.number)
                    self._table.raise_alert(alert)
                    self._asked(alert)
                case Withdraw(key):
                    self._table.clear(key)
                case Teach(x_mm, y_mm, tile):
                    self._teach(x_mm, y_mm, tile)
                case Lies(event):
                    self._table.set_seen(event)
                case Doing():
                    self._table.set_doing(step)
                case _:
                    assert_never(step)


def _alert(asked: Ask, after: int) -> Alert:
    """A question for everybody where the last tile is meant, else for the referee and the one concerned; never an
    accusation."""
    choices = tuple(Choice(event, p) for event, p in asked.answers)
    audience = Audience.ALL if asked.for_all else Audience.CONCERNED
    return Alert(
        asked.key,
        asked.says,
        seat=asked.seat,
        choices=choices,
        first=asked.first,
        after=after,
        audience=audience,
        at_mm=asked.at_mm,
    )
