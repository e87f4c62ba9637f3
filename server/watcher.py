"""From what is seen to what is proposed: the one place where observations meet the table.

A picture that nothing explains stays silent while it settles and is then a quiet "please check". A reading that is a
toss-up is a question to the table; when the players have moved on without answering, the likeliest reading is taken,
and its low confidence stands in the log.
"""

from dataclasses import dataclass
from typing import Protocol

from engine.event import Corrected, Discarded, Event, GameBegun
from engine.observation import Observation
from engine.propose import Act, Explanation, expected, propose
from engine.ruling import Accepted, Proposal, Refused, Ruling, Source
from engine.state import Phase, State
from engine.tile import Seat, Tile

SURE = 0.97  # after three looks; surer than most single readings, so only clear pictures are quick
QUICK_LOOKS = 3
SLOW_LOOKS = 5
TOSS_UP = 0.5  # below it the table is asked instead of told
CONFIRMED = 2  # observations in a row that must agree on the same acts


class Door(Protocol):
    """What the watcher needs of the live table."""

    @property
    def state(self) -> State: ...

    def submit(self, proposal: Proposal, after: int | None = None) -> Ruling: ...


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What the watcher could not settle by itself: a sentence, and the readings to choose from, likeliest first."""

    says: str
    event: Event | None = None
    alternatives: tuple[tuple[Tile, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Objection:
    """The table refused what was seen."""

    act: Act
    refused: Refused


class Watcher:
    """Follows one table by sight. Not thread-safe: lives where the table lives."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._last: tuple[Event, ...] = ()
        self._agreed = 0
        self._asked = False
        self._refused: Event | None = None
        self.puzzle: Puzzle | None = None
        self.objection: Objection | None = None

    def observe(self, seen: Observation) -> None:
        """Propose what explains the observation, once it is ripe. `puzzle` and `objection` tell what is open now."""
        state = self._door.state
        if state.phase is Phase.SETUP or _cleared(state, seen):
            self._begin(state, seen)
            return
        if state.phase is not Phase.PLAY:
            return
        found = propose(state, seen)
        events = tuple(a.event for a in found.acts)
        self._agreed = self._agreed + 1 if events == self._last else 1
        self._last = events
        if self._ripe(found, seen.looks):
            self._settle(found, seen)

    def _begin(self, state: State, seen: Observation) -> None:
        if seen.looks < QUICK_LOOKS:
            return
        east = state.east if state.phase is Phase.SETUP else state.east.right
        exposures = tuple(tuple(tuple(s.best for s in g) for g in groups) for groups in seen.exposures)
        shown = [sum(len(g) for g in groups) for groups in exposures]
        discards = tuple(s.best for s in seen.discards)
        fresh = not discards and not any(shown)
        held = [max(0, 13 - n) + (1 if fresh and s is east else 0) for s, n in zip(Seat, shown, strict=True)]
        wall = max(0, 99 - len(discards))
        begun = GameBegun(
            east, concealed=(held[0], held[1], held[2], held[3]), wall=wall, exposures=exposures, discards=discards
        )
        self._door.submit(Proposal(begun, Source.CAMERA))

    def _ripe(self, found: Explanation, looks: int) -> bool:
        if self._agreed < CONFIRMED:
            return False
        return looks >= SLOW_LOOKS or (looks >= QUICK_LOOKS and found.confidence >= SURE and found.leftover == 0)

    def _settle(self, found: Explanation, seen: Observation) -> None:
        self.puzzle = None
        if self._opened_by_another(found, seen):
            found = propose(self._door.state, seen)
        for k, act in enumerate(found.acts):
            if act.confidence < TOSS_UP and not self._asked and k == len(found.acts) - 1:
                self._asked = True
                says = "Please check the last tile: it can be read in more than one way."
                self.puzzle = Puzzle(says, act.event, act.alternatives)
                return
            self._asked = False
            if not self._proposed(act):
                return
        self.objection = None
        if found.leftover:
            self.puzzle = Puzzle("Please check: there are tiles on the table that I cannot explain.")

    def _proposed(self, act: Act) -> bool:
        """False where the table refused; the same refusal is not repeated for every picture."""
        if act.event == self._refused:
            return False
        ruling = self._door.submit(Proposal(act.event, Source.CAMERA, act.confidence))
        if isinstance(ruling, Accepted):
            self._refused = None
            return True
        self._refused = act.event
        self.objection = Objection(act, ruling)
        return False

    def _opened_by_another(self, found: Explanation, seen: Observation) -> bool:
        """Who opens is East (TURN-01): where nobody said who that is, the hand that made the first discard tells."""
        state = self._door.state
        first = found.acts[0].event if found.acts else None
        if not isinstance(first, Discarded) or state.number != 1 or len(set(seen.hands)) != 1:
            return False
        seat = seen.hands[0]
        if seat is first.seat or expected(state).discards:
            return False
        held = [13, 13, 13, 13]
        held[seat] += 1
        begun = GameBegun(seat, concealed=(held[0], held[1], held[2], held[3]), wall=state.wall)
        self._door.submit(Proposal(Corrected(1, begun), Source.CAMERA))
        return True


def _cleared(state: State, seen: Observation) -> bool:
    """After a game is over: the table swept clean for the next one."""
    return state.phase is Phase.OVER and not seen.discards and not any(seen.exposures)
