"""The one mutable object: the log of the game at this table, its state, what the assistant has noticed, who listens.

Everything here happens on the event loop; nothing is locked. Another thread (the camera's) hands its proposals over
with `loop.call_soon_threadsafe(table.submit, proposal)`, or better through one queue that one task reads, so that it
learns the ruling. Subscribers get the latest version and never a backlog; events are never dropped.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import takewhile

from engine import notation
from engine.event import (
    Called,
    CallRetracted,
    Challenged,
    ChallengeDisputed,
    Corrected,
    CourtesyOffered,
    Dealt,
    DiceRolled,
    EastChosen,
    Event,
    GameBegun,
    Held,
    HoldEnded,
    Named,
    Passed,
    PassTaken,
    Pivoted,
    Resynced,
    Retracted,
    RulesChosen,
    TimePassed,
    Voted,
    WallsBuilt,
)
from engine.layers import unbegun
from engine.rules.dying import SpeakUp, told
from engine.rules.referee import Accepted, Proposal, Refused, Rules, Source, legal, rule, rules_of
from engine.rules.rotation import Session
from engine.sight.memory import Doing
from engine.state import Phase, State, evolve, replay
from engine.tile import Seat, Tile, code, read_tile
from server.evening import BREAK_S, after_game
from server.holding import Edit, HeldTiles, edit_to
from server.pace import Pace
from server.remembered import read_facts, rules_fact
from server.season import Past
from server.store import Row, Store, StoreError
from server.window import STEPS, CallWindow

Readings = tuple[tuple[Tile, float], ...]
"""What else a tile may be, with probabilities, likeliest first."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of the log: its number from 1, when it was written (seconds since 1970), who said so and how surely."""

    number: int
    at: float
    source: Source
    confidence: float
    event: Event
    readings: Readings = ()


@dataclass(frozen=True, slots=True)
class Stale:
    """The tablet had not yet seen what happened meanwhile; nothing was changed."""

    says: str


Answer = Accepted | Refused | Stale


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question put to the table: tapping it submits `event`."""

    event: Event
    probability: float = 1.0


class Audience(Enum):
    """Who is told of an alert."""

    ALL = "all"
    REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class Alert:
    """Something a person should look at. `key` names its cause: raising the same key again replaces it.

    `rule` and `position` are the rule id and the sources' position, where it rests on one. With `choices` it is a
    question: "please check: I see X or Y".
    """

    key: str
    says: str
    rule: str | None = None
    seat: Seat | None = None
    position: str | None = None
    choices: tuple[Choice, ...] = ()
    audience: Audience = Audience.ALL
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Status:
    """How a part is doing, in plain words. `ok` False is a fault, shown on every page; None: there is no such part.

    `pace` are a camera's numbers. They change with every picture, so two statuses that differ in nothing else are equal
    and no page is told.
    """

    ok: bool | None
    says: str
    mend: str = ""
    pace: Pace | None = field(default=None, compare=False)


WRITTEN = Status(None, "What happens is written")
WELL = Status(None, "All parts of the program are running")

# Words move no tile: a tap made before it saw these is as good as one made after.
_WORDS = (
    Called,
    CallRetracted,
    Held,
    HoldEnded,
    Passed,
    PassTaken,
    Voted,
    CourtesyOffered,
    Challenged,
    ChallengeDisputed,
    DiceRolled,
    TimePassed,
    Named,
)
# What a new game begins with, once the last one is over.
_OPENINGS = (GameBegun, DiceRolled, EastChosen, WallsBuilt, Dealt, RulesChosen, Pivoted)


class Table:
    """The table. `rules` are the rule set for the next game and tonight's card; `call_window_s` is how long the lamp
    shows that a discard may be called, 0 for as long as the rules allow it; where the rules give a time (C-07), that.
    `speak` is whom the assistant tells by itself that a hand is dead.

    The last game in the store is taken up again unless it is over or was put away, with the break that it was in and
    the rules that were chosen. Raises StoreError when the log cannot be read.
    """

    def __init__(
        self,
        store: Store,
        rules: Rules | None = None,
        *,
        clock: Callable[[], float] = time.time,
        call_window_s: float = 0.0,
        speak: SpeakUp = SpeakUp.ON_CHALLENGE,
    ) -> None:
        self.rules = Rules() if rules is None else rules
        self._given = self.rules.ruleset
        self.camera = Status(None, "No camera")
        self.light = Status(None, "No light")
        self.keeping = WRITTEN
        self.program = WELL
        self.seen: Resynced | GameBegun | None = None
        self.doing = Doing()
        self.camera_lost_at: float | None = None
        self._store = store
        self._clock = clock
        self._log: list[Entry] = []
        self._alerts: dict[str, Alert] = {}
        self._own: dict[Seat, tuple[Edit, ...]] = {}
        self._held: dict[Seat, _Following] = {}
        self.paused = False
        self.evening: Session | None = None
        self._played: tuple[tuple[int, State], ...] = ()
        self._past: dict[int, Past] = {}
        self._window = CallWindow(call_window_s)
        self._call_window_s = call_window_s
        self._speak = speak
        self._proofs: dict[str, str] = {}
        self._version = 0
        self._rulings = _Rulings(None, None)
        # Of the log as it was at a game and number: every page asks again and again.
        self._gone: tuple[tuple[int, int], frozenset[int]] = ((0, 0), frozenset())
        self._put_right: tuple[tuple[int, int], dict[int, Event]] = ((0, 0), {})
        self._listening: set[asyncio.Event] = set()
        self.state = State()
        remembered = read_facts(store.facts())
        self.rules = replace(self.rules, ruleset=remembered.rules_after(self._given))
        self.game = max(1, store.last_game(), remembered.game)
        self._resume()
        self.paused = remembered.paused and bool(self._log)
        self._follow_time()

    # What is so.

    @property
    def now(self) -> float:
        """The time as entries of the log tell it, in seconds since 1970."""
        return self._clock()

    @property
    def log(self) -> tuple[Entry, ...]:
        """Every event of this game in order, retracted ones too."""
        return tuple(self._log)

    @property
    def number(self) -> int:
        """The last event's number; what a tablet sends along as `after`."""
        return len(self._log)

    @property
    def version(self) -> int:
        """Grows with every change of anything a page shows."""
        return self._version

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """What waits for a person, oldest first."""
        return tuple(self._alerts.values())

    @property
    def public_alerts(self) -> tuple[Alert, ...]:
        """Those of them that everybody may see."""
        return tuple(a for a in self._alerts.values() if a.audience is Audience.ALL)

    @property
    def played(self) -> tuple[tuple[int, State], ...]:
        """The finished games of this evening by number, the present one among them once it is over."""
        over = self.state.phase is Phase.OVER
        return (*self._played, (self.game, self.state)) if over else self._played

    @property
    def next_east(self) -> Seat:
        """Who deals next: who deals this game, until it is over."""
        session = after_game(self.evening, self.state) if self.state.phase is Phase.OVER else None
        return session.east if session is not None else self.state.east

    @property
    def store_name(self) -> str:
        return self._store.name

    @property
    def rules_in_force(self) -> Rules:
        """The rules of this game: those its log was begun with, or, before its first event, those chosen for it."""
        if not self.begun:
            return self.rules
        known = self._known()
        if known.in_force is None:
            known.in_force = rules_of(self.state, self.rules.table)
        return known.in_force

    @property
    def begun(self) -> bool:
        """Whether anything has been done in this game: names alone begin none."""
        return any(not isinstance(x.event, Named) for x in self._log)

    @property
    def just_begun(self) -> int | None:
        """The number of the event with which the game began, while nothing else has happened in it."""
        done = [x for x in self._log if not isinstance(x.event, Named | RulesChosen)]
        return done[0].number if len(done) == 1 and isinstance(done[0].event, GameBegun) else None

    @property
    def gone(self) -> frozenset[int]:
        """The numbers of the events that have been undone."""
        at = (self.game, len(self._log))
        if self._gone[0] != at:
            self._gone = (at, undone(e.event for e in self._log))
        return self._gone[1]

    @property
    def put_right(self) -> Mapping[int, Event]:
        """What corrected events were last put right to, by number."""
        at = (self.game, len(self._log))
        if self._put_right[0] != at:
            found = (x.event for x in self._log if x.number not in self.gone)
            self._put_right = (at, {c.number: c.event for c in found if isinstance(c, Corrected)})
        return self._put_right[1]

    def standing(self, number: int) -> Event:
        """Event `number` as it counts now: as it was last put right. Raises IndexError when there is none."""
        return self.put_right.get(number, self._log[number - 1].event)

    def own(self, seat: Seat) -> tuple[Tile, ...] | None:
        """The tiles that `seat` has entered as its own, less what its acts since took. For that seat's page only."""
        edits = self._own.get(seat)
        if edits is None:
            return None
        known = self._held.get(seat)
        past = (self.game, self.gone, self.put_right)
        if known is None or known.past != past or known.edits != edits[: len(known.edits)]:
            known = self._held[seat] = _Following(past, HeldTiles(seat))
        if known.number < self.number or len(known.edits) < len(edits):
            known.held.follow(edits[len(known.edits) :], self._standing_events(known.number))
            known.number, known.edits = self.number, edits
            known.tiles = known.held.tiles
        return known.tiles

    def _standing_events(self, after: int) -> Iterator[tuple[int, Event]]:
        gone, better = self.gone, self.put_right
        return ((e.number, better.get(e.number, e.event)) for e in self._log[after:] if e.number not in gone)

    @property
    def window_left(self) -> float | None:
        """The part of the call window that is left, in thirds from 1.0 to 0.0; None where none is open or timed."""
        return self._window.left(self._clock())

    @property
    def window_step(self) -> float:
        """By how much `window_left` goes down at a time."""
        return 1 / STEPS

    @property
    def window_step_s(self) -> float:
        """Seconds from one step of `window_left` to the next."""
        return self._window.length_s / STEPS

    @property
    def window_next_s(self) -> float | None:
        """Seconds until `window_left` changes by itself; None if it will not."""
        return self._window.next_s(self._clock())

    def past_games(self) -> tuple[Past, ...]:
        """Every finished game in the store, oldest first. Raises StoreError when one cannot be read."""
        for game in self._store.games():
            if game not in self._past or game >= self.game:
                rows = self._store.read(game)
                state = replay(_entry(row, self._store.name).event for row in rows)
                self._past[game] = Past(game, rows[0].at, rows[-1].at, state)
        return tuple(past for _, past in sorted(self._past.items()) if past.state.phase is Phase.OVER)

    # What happens.

    def submit(self, proposal: Proposal, after: int | None = None, readings: Readings = ()) -> Answer:
        """Ask the referee, and write what it accepts. The one door into the log.

        `after` is the number of the last event that the sender had seen; None for a source that follows the log itself
        (the camera). `readings` are the likeliest other tiles, kept for whoever corrects a misreading. Raises
        StoreError when the log cannot be written; then nothing has changed.
        """
        self._run_out()
        if after is not None and self._moved_on(after):
            return Stale("The table has moved on since you tapped. Look again, then tap again.")
        if self.state.phase is Phase.OVER and isinstance(proposal.event, _OPENINGS):
            self._open_game()
        ruling = self.judge(proposal)
        if isinstance(ruling, Refused):
            return ruling
        return self._write(self._opened(ruling.events), proposal, readings)

    def _opened(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """The events with what a game's log begins with: the rules chosen for it, and the names from the last one."""
        first = next((e for e in events if not isinstance(e, Named)), None)
        chosen = self.rules.ruleset.differences
        if first is not None and not self.begun and chosen and not isinstance(first, RulesChosen):
            events = (RulesChosen(chosen), *events)
        if self._log:
            return events
        said = {e.seat for e in events if isinstance(e, Named)}
        names = self.state.names
        return (*events, *(Named(seat, names[seat]) for seat in Seat if names[seat] and seat not in said))

    def judge(self, proposal: Proposal) -> Accepted | Refused:
        """What `submit` would answer now, without changing anything."""
        known = self._known()
        judged = known.judged.get(proposal)
        if judged is None:
            over = self.state.phase is Phase.OVER and isinstance(proposal.event, _OPENINGS)
            state = unbegun(self.state.names) if over else self.state
            judged = known.judged[proposal] = rule(state, proposal, self.rules_in_force)
        return judged

    def legal(self) -> tuple[Event, ...]:
        """The acts that the rules allow now, as far as they can be listed."""
        known = self._known()
        if known.legal is None:
            known.legal = tuple(legal(self.state, self.rules_in_force))
        return known.legal

    def retract(self, number: int, after: int | None = None, source: Source = Source.REFEREE) -> Answer:
        """Undo one event. What follows stays, folded as if it had not happened; what no longer fits changes nothing."""
        return self.submit(Proposal(Retracted(number), source), after)

    def last_act(self) -> tuple[int, ...]:
        """The numbers of the latest act that has not been undone, newest first: what was accepted in one go."""
        gone = self.gone
        passing = Retracted | TimePassed | Named
        live = (e for e in reversed(self._log) if e.number not in gone and not isinstance(e.event, passing))
        last = next(live, None)
        if last is None:
            return ()
        return (last.number, *(e.number for e in takewhile(lambda e: e.at == last.at, live)))

    def undo(self, after: int | None = None, source: Source = Source.REFEREE) -> Answer | None:
        """Undo the latest act, with the events it implied. None when there is nothing to undo."""
        answer: Answer | None = None
        for number in self.last_act():
            answer = self.retract(number, after, source)
            after = None
            if not isinstance(answer, Accepted):
                return answer
        return answer

    def new_game(self) -> None:
        """Put this game away and begin the next with an empty log. Raises StoreError; then nothing has changed."""
        if self._log:
            with self._writing():
                self._store.keep(game=str(self.game + 1), paused="")
            self.paused = False
        self._open_game()
        self._changed()

    def choose_rules(self, rules: Rules) -> None:
        """The rules and the card for the next game; the card is used at once. Raises StoreError; then nothing has
        changed."""
        with self._writing():
            self._store.keep(rules=rules_fact(rules.ruleset, self._given))
        self.rules = rules
        self._speak_up()
        self._changed()

    # What the assistant has noticed; none of it is in the log.

    def raise_alert(self, alert: Alert) -> None:
        """Show `alert` until it is cleared, or another of the same key replaces it."""
        self._alerts[alert.key] = alert if alert.at else replace(alert, at=self._clock())
        self._changed()

    def clear(self, key: str) -> None:
        """Clear the alert of that key, and all whose key begins with it and a space."""
        keep = {k: a for k, a in self._alerts.items() if k != key and not k.startswith(f"{key} ")}
        if len(keep) < len(self._alerts):
            self._alerts = keep
            self._changed()

    def set_camera(self, status: Status) -> None:
        """How the camera is doing. Shown on every page at once, its numbers when a page asks."""
        before, self.camera = self.camera, status
        if status != before:
            self.camera_lost_at = self._clock() if status.ok is False else None
            self._changed()

    def set_paused(self, paused: bool) -> None:
        """A break: the camera's eyes rest and the call window's time stands still. Taps count as ever. Raises
        StoreError; then nothing has changed."""
        if paused != self.paused:
            with self._writing():
                self._store.keep(paused="yes" if paused else "")
            self.paused = paused
            self._changed()

    def touch(self) -> None:
        """Tell those who listen that something they show has changed by itself: the time. Where the rules give a time
        for calls (C-07) and it is over, that is written. Raises StoreError when it cannot be."""
        self._run_out()
        self._changed()

    def tell(self) -> None:
        """Tell those who listen to look again: something beside the table that they show has changed."""
        self._changed()

    def set_light(self, status: Status) -> None:
        if status != self.light:
            self.light = status
            self._changed()

    def set_keeping(self, status: Status) -> None:
        """Whether the log can be written; a fault is shown on every page."""
        if status != self.keeping:
            self.keeping = status
            self._changed()

    def set_program(self, status: Status) -> None:
        """How the program's own parts are; a fault is shown on every page."""
        if status != self.program:
            self.program = status
            self._changed()

    def prove_log(self) -> None:
        """Writes something that says nothing: a log that cannot be written is noticed before somebody taps, and one
        that can be written again is well again."""
        with suppress(StoreError), self._writing():
            self._store.keep(proved=f"{self._clock():.0f}")

    def set_seen(self, seen: Resynced | GameBegun | None) -> None:
        """The table as the camera sees it lie now, for "resync"; None while it cannot tell. After a game it may be the
        next one's."""
        if seen != self.seen:
            self.seen = seen
            self._changed()

    def set_doing(self, doing: Doing) -> None:
        """What the eyes are doing, where it takes them long."""
        if doing != self.doing:
            self.doing = doing
            self._changed()

    def set_own(self, seat: Seat, tiles: tuple[Tile, ...] | None) -> None:
        """The tiles that `seat` says it holds. They are kept nowhere but here, and shown to nobody else."""
        if tiles is None:
            self._own.pop(seat, None)
        else:
            before = self.own(seat) or ()
            self._own[seat] = (*self._own.get(seat, ()), edit_to(before, tiles, self.number))
        self._changed()

    # Who listens.

    def subscribe(self) -> "Subscription":
        """A listener for `async with`: `await changed()` returns at the next change."""
        return Subscription(self._listening)

    # Inside.

    def _resume(self) -> None:
        rows = self._store.read(self.game)
        self._log = [_entry(row, self._store.name) for row in rows]
        self.state = replay(e.event for e in self._log)
        self._played, self.evening = self._evening_so_far()
        if self.state.phase is Phase.OVER:
            self._open_game()
        self._follow_time()
        self._speak_up()

    def _evening_so_far(self) -> tuple[tuple[tuple[int, State], ...], Session | None]:
        """The finished games before this one and what they make of it, as far back as the evening goes."""
        later_at = self._log[0].at if self._log else self._clock()
        played: list[tuple[int, State]] = []
        for game in reversed([g for g in self._store.games() if g < self.game]):
            rows = self._store.read(game)
            if later_at - rows[-1].at > BREAK_S:
                break
            later_at = rows[0].at
            played.append((game, replay(_entry(row, self._store.name).event for row in rows)))
        played = [(game, state) for game, state in reversed(played) if state.phase is Phase.OVER]
        session: Session | None = None
        for _, state in played:
            session = after_game(session, state)
        return tuple(played), session

    def _open_game(self) -> None:
        self._played, self.evening = self.played, after_game(self.evening, self.state)
        if self._log and self._clock() - self._log[-1].at > BREAK_S:
            self._played, self.evening = (), None
        if self._log:
            self.game += 1
        self._log = []
        self._alerts = {}
        self._proofs = {}
        self._own, self._held = {}, {}
        self.state = unbegun(self.state.names)

    def _moved_on(self, after: int) -> bool:
        return any(not isinstance(e.event, _WORDS) for e in self._log[max(0, after) :]) or after > self.number

    def _write(self, events: tuple[Event, ...], proposal: Proposal, readings: Readings) -> Answer:
        at = self._clock()
        if self._log:
            at = max(at, self._log[-1].at + 1e-6)  # one act, one time: `last_act` finds its events by it
        entries = [
            Entry(n, at, proposal.source, proposal.confidence, e, readings if e == proposal.event else ())
            for n, e in enumerate(events, self.number + 1)
        ]
        state = self._after(entries)
        with self._writing():
            self._store.append([_row(self.game, e) for e in entries])
        self._log += entries
        self.state = state
        self._speak_up()
        self._changed()
        return Accepted(events)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Says on every page whether what happens can be written."""
        try:
            yield
        except StoreError as error:
            self.set_keeping(Status(False, str(error)))
            raise
        self.set_keeping(WRITTEN)

    def _run_out(self) -> None:
        """Writes that the time for a call is over, where the rules give one (C-07): time enters as an event."""
        limit_s = self.rules_in_force.ruleset.amount("C-07")
        if not limit_s or not self.state.clock_runs or self._window.left(self._clock()) != 0.0:
            return
        proposal = Proposal(TimePassed(max(0, limit_s - self.state.waited_s)), Source.LOG)
        ruling = rule(self.state, proposal, self.rules_in_force)
        if isinstance(ruling, Accepted):
            self._write(ruling.events, proposal, ())

    def _speak_up(self) -> None:
        """Raises the proofs that a hand is dead, for whom the table's setting says, and clears those that are gone.
        One that was dismissed does not come back."""
        found = {
            f"proof {fault.seat.name}": fault
            for fault in told(self.state, self.rules_in_force, self._speak, referee=True)
            if fault.seat is not None
        }
        for key in self._proofs.keys() - found.keys():
            self._alerts.pop(key, None)
        whom = Audience.ALL if self._speak is SpeakUp.TO_ALL else Audience.REFEREE
        for key, fault in found.items():
            if self._proofs.get(key) != fault.says:
                alert = Alert(key, fault.says, fault.rule, fault.seat, fault.position, audience=whom, at=self._clock())
                self._alerts[key] = alert
        self._proofs = {key: fault.says for key, fault in found.items()}

    def _follow_time(self) -> None:
        self._window.length_s = self.rules_in_force.ruleset.amount("C-07") or self._call_window_s
        self._window.follow(self.state, self.paused, self._clock())

    def _known(self) -> "_Rulings":
        """What has been asked of the referee since the state and the rules are what they are: every page asks alike."""
        known = self._rulings
        if known.state is not self.state or known.rules is not self.rules:
            known = self._rulings = _Rulings(self.state, self.rules)
        return known

    def _after(self, entries: list[Entry]) -> State:
        if any(isinstance(e.event, Retracted | Corrected) for e in entries):
            return replay(e.event for e in (*self._log, *entries))
        state = self.state
        for entry in entries:
            state = evolve(state, entry.event)
        return state

    def _changed(self) -> None:
        self._version += 1
        self._follow_time()
        for listener in self._listening:
            listener.set()


@dataclass(slots=True)
class _Rulings:
    """Answers of the referee that hold for one state and one set of rules."""

    state: State | None
    rules: Rules | None
    judged: dict[Proposal, Accepted | Refused] = field(default_factory=dict)
    legal: tuple[Event, ...] | None = None
    in_force: Rules | None = None


@dataclass(slots=True)
class _Following:
    """The tiles of one seat, followed up to event `number` and over its `edits`; `past` is what makes the log's past
    another: the game, what is undone and what is put right."""

    past: tuple[int, frozenset[int], Mapping[int, Event]]
    held: HeldTiles
    number: int = 0
    edits: tuple[Edit, ...] = ()
    tiles: tuple[Tile, ...] = ()


class Subscription:
    """Tells that something changed, latest wins: however many changes there were, one `changed()` returns."""

    def __init__(self, listening: set[asyncio.Event]) -> None:
        self._listening = listening
        self._event = asyncio.Event()

    async def __aenter__(self) -> "Subscription":
        self._listening.add(self._event)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listening.discard(self._event)

    def wake(self) -> None:
        """Make `changed()` return though nothing changed."""
        self._event.set()

    async def changed(self, timeout_s: float | None = None) -> bool:
        """Wait for the next change; False when `timeout_s` passed without one."""
        try:
            async with asyncio.timeout(timeout_s):  # with no task of its own, as `wait_for` has: every page waits here
                await self._event.wait()
        except TimeoutError:
            return False
        self._event.clear()
        return True


def undone(events: Iterable[Event]) -> frozenset[int]:
    """The numbers, from 1, of events that a later `Retracted` undid and no still later one brought back."""
    gone: set[int] = set()
    for number, event in reversed(list(enumerate(events, 1))):
        if number not in gone and isinstance(event, Retracted):
            gone.add(event.number)
    return frozenset(gone)


def _row(game: int, entry: Entry) -> Row:
    readings = " ".join(f"{code(t)} {p:.4g}" for t, p in entry.readings)
    return Row(
        game, entry.number, entry.at, entry.source.value, entry.confidence, notation.write(entry.event), readings
    )


def _entry(row: Row, name: str) -> Entry:
    try:
        words = row.readings.split()
        readings = tuple((read_tile(t), float(p)) for t, p in zip(words[::2], words[1::2], strict=True))
        event = notation.read(row.event)
        return Entry(row.number, row.at, Source(row.source), row.confidence, event, readings)
    except ValueError as error:
        raise StoreError(
            f"Event {row.number} of game {row.game} in the log {name} cannot be read ({error}). Keep the file for a "
            "look at it, and start with another --store."
        ) from error
