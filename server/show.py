"""The demo as a shop window: what there is to try, each ticked when it is done, and the people at the simulated table
who tap and speak as real ones would. What they do goes through the same door as everybody's tap.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine import event as e
from engine.charleston import Stage
from engine.event import Event
from engine.rules.dying import alarms
from engine.rules.referee import Accepted, Proposal, Source
from engine.state import Phase
from engine.tile import Seat
from server.passing import has_done
from server.store import StoreError
from server.table import Table
from vision.synthetic.show import CHALLENGE, CHARLESTON, Cues

NAMES = ("Ruth", "Bea", "Rose", "Ann")
LOOK_S = 0.5  # how often the people at the table look what is to be done
TAKE_S = 1.2  # so long each of them takes to pass three tiles
PATIENT_S = 240.0  # after so long the neighbours go through the Charleston without whoever began it
NOTICE_S = 45.0  # after so long a neighbour sees herself that a hand is dead


@dataclass(frozen=True, slots=True)
class Try:
    """One thing to see or to do: `key` names it, `says` is a sentence; `opens` is the page on which it is done, called
    `page`."""

    key: str
    says: str
    opens: str = ""
    page: str = ""


WATCHED = (
    Try("call", "See a call: the camera sees the group laid open, and everybody is told."),
    Try("exchange", "See a Joker exchanged for the tile that it stood for."),
    Try("win", "See a win, its line of the card and what everybody pays."),
)
JOINED = (
    Try(
        "charleston",
        "When the next tiles are dealt: tap that the Charleston comes first, and pass three tiles each time.",
        "/#sit-title",
        "Sit down at a seat",
    ),
    Try(
        "misread",
        "The sixth discard is a 9 Bam that has lost its paint, and is misread: under What happened, tap it.",
        "/referee",
        "To the referee's page",
    ),
    Try(
        "dead",
        "Somebody exposes a group that is on no line of the card: on your seat's page, under More, ask whether that "
        "hand is dead.",
        "/#sit-title",
        "To your seat",
    ),
)


@dataclass(frozen=True, slots=True)
class Part:
    """What there is to try in one of the two games, and whether each is done; `over`: that game is past, and something
    was not tried."""

    title: str
    tries: tuple[tuple[Try, bool], ...]
    over: bool = False


_WATCH = "Watch"
_TITLES = (("In the first game, watch", "In the second, take part"), (_WATCH, "In this game, take part"))
SECOND_GAME = len(_TITLES)  # the last of those that are for trying things


class Show:
    """The demo of one table. Lives on the event loop, beside the table."""

    def __init__(self, table: Table, cues: Cues, clock: Callable[[], float] = time.monotonic) -> None:
        self._table = table
        self._cues = cues
        self._clock = clock
        self._ours: set[tuple[int, int]] = set()  # events by game and number that the simulated people made
        self._looked = (0, 0)
        self._due_s: float | None = None
        self._touched_s = clock()
        self.done: frozenset[str] = frozenset()

    @property
    def parts(self) -> tuple[Part, Part]:
        """What there is to try, as it stands in this game: of a game that is past only what was done is told."""
        watched, joined = (tuple((one, one.key in self.done) for one in tries) for tries in (WATCHED, JOINED))
        if self._table.game <= SECOND_GAME:
            first, second = _TITLES[self._table.game - 1]
            return Part(first, watched), Part(second, joined)
        did = tuple((one, done) for one, done in joined if done)
        return Part(_WATCH, watched), Part("You took part" if did else "", did, len(did) < len(joined))

    async def run(self) -> None:
        """Goes on until it is cancelled."""
        for seat, name in zip(Seat, NAMES, strict=True):
            self._say(e.Named(seat, name))
        async with self._table.subscribe() as changes:
            while True:
                await changes.changed(LOOK_S)
                self.look()

    def look(self) -> None:
        """Tick what has been done, and do what the simulated people do now."""
        self._tick()
        table, waiting = self._table, self._cues.waiting
        if waiting == CHARLESTON and table.state.phase is Phase.CHARLESTON:
            self._cues.say(self._clock())  # nobody discards while tiles are being passed, however long somebody thinks
        passed = table.state.phase is Phase.PLAY and table.state.charleston is not None
        if waiting == CHARLESTON and table.game > 1 and passed:
            self._cues.give(CHARLESTON)
        if waiting == CHALLENGE and any(rack.dead is not None for rack in table.state.racks):
            self._cues.give(CHALLENGE)
        event = next(self._wishes(waiting), None)
        if event is None:
            self._due_s = None
        elif self._due_s is None:
            self._due_s = self._clock() + (NOTICE_S if isinstance(event, e.Challenged) else TAKE_S)
        elif self._clock() >= self._due_s:
            self._due_s = None
            self._say(event)

    def _wishes(self, waiting: str | None) -> Iterator[Event]:
        """What one of the simulated people would do next."""
        state = self._table.state
        now = state.charleston
        alone = self._clock() - self._touched_s > PATIENT_S
        if (
            state.phase is Phase.CHARLESTON
            and now is not None
            and (alone or any(has_done(now, s, state.players) for s in state.players))
        ):
            for seat in state.players:
                if not has_done(now, seat, state.players):
                    yield _follows(seat, now.stage)
        if waiting == CHALLENGE:
            for fault in alarms(state, self._table.rules_in_force):
                if fault.seat is not None:
                    yield e.Challenged(fault.seat.right, fault.seat)

    def _say(self, event: Event) -> None:
        table = self._table
        before = table.number
        try:
            answer = table.submit(Proposal(event, Source.TABLET))
        except StoreError:
            return  # the table says so on every page
        if isinstance(answer, Accepted):
            self._ours |= {(table.game, n) for n in range(before + 1, table.number + 1)}

    def _tick(self) -> None:
        table = self._table
        if (table.game, table.number) == self._looked:
            return
        game, number = self._looked
        since = number if game == table.game else 0
        self._looked = (table.game, table.number)
        done = set(self.done)
        for entry in table.log[since:]:
            by_hand = entry.source in (Source.TABLET, Source.REFEREE) and (table.game, entry.number) not in self._ours
            if by_hand:
                self._touched_s = self._clock()
                self._cues.say(self._touched_s)
            done |= set(_shown(entry.event, by_hand))
        if done != self.done:
            self.done = frozenset(done)
            table.tell()


def _follows(seat: Seat, stage: Stage) -> Event:
    """What a neighbour does at this step of the Charleston, once somebody has begun."""
    if stage is Stage.VOTE:
        return e.Voted(seat, False)
    return e.CourtesyOffered(seat, 1) if stage is Stage.COURTESY else e.Passed(seat)


def _shown(event: Event, by_hand: bool) -> Iterator[str]:
    match event:
        case e.Exposed():
            yield "call"
        case e.JokerExchanged():
            yield "exchange"
        case e.MahJongg():
            yield "win"
        case e.Passed() if by_hand:
            yield "charleston"
        case e.Corrected() if by_hand:
            yield "misread"
        case e.Challenged() if by_hand:
            yield "dead"
        case _:
            pass
