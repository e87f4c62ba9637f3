"""The chances to win that the panel shows: at once those of the first answer, then, while the page is open, those of a
closer look. It is taken in short parts, in a process that gives way to everything else, until enough is played on, its
processor time is spent, or nobody wants it any more. Works on a position alone, as all that the coach says does.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from engine.coaching import Option, choices, looked_at, played_on, worth_a_look
from engine.coaching.advising import percent
from engine.coaching.closer import ROLLOUTS
from engine.hands import HandTable
from engine.tile import Tile
from server.coaching.mind import Mind
from server.coaching.position import Asks, Position

PART = 8  # rollouts: some hundredths of a second
MOST_S = 3.0  # of a processor's time, for one position
KEPT = 32


@dataclass(frozen=True, slots=True)
class Chances:
    """What could be done, the best first, with the chance to win after each; `rollouts` is how often the first of them
    was played on, 0 for the first answer. `more`: a closer look would tell more. Empty where nothing is to be
    weighed."""

    options: tuple[Option, ...] = ()
    rollouts: int = 0
    more: bool = False

    @property
    def closer(self) -> bool:
        return self.rollouts > 0

    @property
    def rows(self) -> tuple[tuple[tuple[Tile, ...], float, str], ...]:
        """Per option its tiles, the chance in per cent, and the chance in words."""
        return tuple((o.tiles, round(100 * o.chance, 1), percent(o.chance)) for o in self.options)


NOTHING_WEIGHED = Chances()


@dataclass(frozen=True, slots=True)
class Part:
    """What some rollouts won together, and the processor time they took, seconds."""

    won: float
    spent_s: float


def first_look(_: HandTable, position: Position) -> Chances:
    """The chances of the first answer."""
    if position.lacking or not position.tiles or position.asks is Asks.TILES:
        return NOTHING_WEIGHED
    return Chances(choices(position.known), more=worth_a_look(position.known))


def part_of_look(_: HandTable, position: Position, first: int) -> Part:
    """Rollouts number `first` and those after it of the best choice."""
    began = time.process_time()
    won = played_on(position.known, choices(position.known)[0], range(first, first + PART))
    return Part(won, time.process_time() - began)


class CloserLooks:
    """Those that were taken lately, and those under way, which take turns: whoever waits for hers holds nothing that a
    first answer needs. `mind` is not the one that first answers."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._turn = asyncio.Lock()
        self._kept: dict[Position, Chances] = {}

    def taken(self, position: Position) -> Chances | None:
        """The closer look at this position; None where none was finished."""
        return self._kept.get(position)

    async def take(
        self, table: HandTable, position: Position, first: Chances, wanted: Callable[[], Awaitable[bool]]
    ) -> Chances | None:
        """The closer look; None where it is not `wanted` any more before it is done. Raises CoachAway."""
        if position in self._kept or not first.options or not first.more:
            return self._kept.get(position)
        played, won, spent = 0, 0.0, 0.0
        while played < ROLLOUTS and spent < MOST_S:
            async with self._turn:
                if not await wanted():
                    return None
                part = await self._mind.ask(table, part_of_look, position, played)
            played, won, spent = played + PART, won + part.won, spent + part.spent_s
        found = Chances(looked_at(position.known, first.options, won / played), played)
        self._kept[position] = found
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return found
