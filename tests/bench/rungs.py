"""Who meets whom on the ladder, and the games of a deal: each is played twice, the two kinds of players in each other's
seats, or once by four coaches.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.charleston import Stage
from engine.coaching.known import Known
from engine.coaching.odds import Habits
from engine.event import Exposed, MahJongg
from engine.hands import HandTable
from engine.rules.scoring import payments
from engine.tile import Tile
from tests.bench.players import Passing, Player, Strength, Swap
from tests.bench.tables import Result, play, shuffled

Answer = TypeVar("Answer")
SPENT: dict[str, list[float]] = {}  # seconds of processor time per decision, by name of the player
_TIMED = 50  # one decision of so many: on some machines to ask for the processor's time takes longer than to decide
_ASKED: dict[str, int] = {}  # decisions, by name of the player


@dataclass(frozen=True, slots=True)
class Clocked(Player):
    """A player of whose decisions some are timed."""

    name: str = ""

    def _clocked(self, decide: Callable[[], Answer]) -> Answer:
        asked = _ASKED[self.name] = _ASKED.get(self.name, 0) + 1
        if asked % _TIMED:
            return decide()
        began = time.process_time()
        answer = decide()
        SPENT.setdefault(self.name, []).append(time.process_time() - began)
        return answer

    def passing(self, known: Known, stage: Stage) -> Passing:
        return self._clocked(lambda: Player.passing(self, known, stage))

    def discard(self, known: Known) -> Tile:
        return self._clocked(lambda: Player.discard(self, known))

    def call(self, known: Known, tile: Tile) -> tuple[Tile, ...]:
        return self._clocked(lambda: Player.call(self, known, tile))

    def exchange(self, known: Known) -> Swap | None:
        return self._clocked(lambda: Player.exchange(self, known))


BUDGETS_MS = (1.0, 4.0, 16.0)  # a decision; the shipped coach and all simpler players stay within the first
FURTHER = {4.0: 3, 16.0: 8}  # with more the coach compares so many discards by one draw more


def _with_budget(budget_ms: float) -> Clocked:
    return Clocked(further=FURTHER[budget_ms], name=f"coach with {budget_ms:.0f} ms")


def _player(strength: Strength, **habits: bool) -> Clocked:
    name = strength.value + "".join(f" without {h}" for h in habits)
    return Clocked(strength, habits=Habits(**habits), name=name)


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two kinds of players at a table, sitting in turn: the deal is played again with their seats exchanged."""

    a: Player
    b: Player

    def __call__(self, table: HandTable, seed: int) -> Sequence[Result]:
        wall, pair = shuffled(seed), (self.a, self.b)
        return [play(table, wall, [pair[(seat + turned) % 2] for seat in range(4)]) for turned in (0, 1)]


@dataclass(frozen=True, slots=True)
class Alike:
    """Four players of one kind."""

    player: Player

    def __call__(self, table: HandTable, seed: int) -> Sequence[Result]:
        return [play(table, shuffled(seed), [self.player] * 4)]


COACH = _player(Strength.COACH)
LIFE = Alike(COACH)
RUNGS: dict[str, Duplicate] = {
    "coach : nearest hand": Duplicate(COACH, _player(Strength.NEAREST)),
    "coach : odds per hand": Duplicate(COACH, _player(Strength.ODDS)),
    "coach : acceptance": Duplicate(COACH, _player(Strength.ACCEPTANCE)),
    "coach : random": Duplicate(COACH, _player(Strength.RANDOM)),
    "odds per hand : nearest hand": Duplicate(_player(Strength.ODDS), _player(Strength.NEAREST)),
    "coach : without jokers planned": Duplicate(COACH, _player(Strength.COACH, jokers=False)),
    "coach : without exposures around": Duplicate(COACH, _player(Strength.COACH, around=False)),
    "coach : without safe discards": Duplicate(COACH, _player(Strength.COACH, safety=False)),
    "coach : without Charleston memory": Duplicate(COACH, _player(Strength.COACH, memory=False)),
    **{f"coach with {ms:.0f} ms : coach": Duplicate(_with_budget(ms), COACH) for ms in FURTHER},
}


def deal_of(table: HandTable, seed: int, rung: Duplicate) -> dict[str, int]:
    """Wins, wins given away, exposures and points of either kind over the two games of one deal."""
    told = dict.fromkeys(("a", "b", "gave_a", "gave_b", "wall", "shown_a", "shown_b", "points"), 0)
    for turned, result in enumerate(rung(table, seed)):
        for event in result.log[-1:]:
            if isinstance(event, MahJongg):
                told["points"] += sum(n for seat, n in enumerate(payments(event)) if (seat + turned) % 2 == 0)
        for event in result.log:
            if isinstance(event, Exposed):
                told["shown_" + "ab"[(event.seat + turned) % 2]] += 1
        if result.winner is None:
            told["wall"] += 1
            continue
        told["ab"[(result.winner + turned) % 2]] += 1
        if result.giver is not None:
            told["gave_" + "ab"[(result.giver + turned) % 2]] += 1
    return told
