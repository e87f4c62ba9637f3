"""The one mutable object: the log of the game at this table and its state; with what the assistant has noticed.

Everything here happens on the event loop; nothing is locked. Another thread (the camera's) hands its proposals over
with `loop.call_soon_threadsafe(table.submit, proposal)`, or better through one queue that one task reads, so that it
learns the ruling. Subscribers get the latest version and never a backlog; events are never dropped.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace

from engine.coaching import Handed
from engine.event import Corrected, Event, GameAbandoned, Retracted, TimePassed
from engine.faults import Cause
from engine.rules.afterwards import win_put_right
from engine.rules.dying import SpeakUp, told
from engine.rules.referee import Accepted, Proposal, Refused, Rules, Source, legal, rule, rules_of
from engine.rules.rotation import Session
from engine.state import Phase, State, evolve, replay
from engine.tile import Seat, Tile
from server.evening import after_game, next_seats
from server.history import History, SoFar
from server.holding import OwnTiles
from server.kinds import OPENINGS, WORDS
from server.log import Entry, GameLog, Readings, row_of
from server.noticed import Noticed
from server.opened import with_people, with_rules
from server.persons import Same, written
from server.proofs import Proofs
from server.remembered import read_facts, rules_fact
from server.rulings import Answer as Answer, Rulings, Stale as Stale
from server.season import Past
from server.sitting import Sitting
from server.status import WRITTEN, Status
from server.store import Store, StoreError
from server.window import STEPS, CallWindow


class Table(Noticed):
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
        super().__init__(clock)
        self.rules = Rules() if rules is None else rules
        self._given = self.rules.ruleset
        self._store = store
        self._log = GameLog()
        self._own = OwnTiles()
        self.sitting = Sitting()
        self.sitting.told.append(lambda seat: self._own.say(seat, None, self._log))
        self.paused = False
        self._history = History(store)
        self._so_far = SoFar(self._history)
        self._window = CallWindow(call_window_s)
        self._call_window_s = call_window_s
        self._speak = speak
        self._proofs = Proofs(speak)
        self._rulings = Rulings(None, None)
        self.state = State()
        remembered = read_facts(store.facts())
        self.rules = replace(self.rules, ruleset=remembered.rules_after(self._given))
        self.same_people: Same = remembered.same
        self.game = max(1, store.last_game(), remembered.game)
        self._resume()
        self.paused = remembered.paused and bool(self._log)
        if remembered.paused and not self.paused:
            with suppress(StoreError), self._writing():  # a break that is over must not come back with the next start
                self._store.keep(paused="")
        self._follow_time()

    # What is so.

    @property
    def now(self) -> float:
        """The time as entries of the log tell it, in seconds since 1970."""
        return self._clock()

    @property
    def log(self) -> tuple[Entry, ...]:
        """Every event of this game in order, retracted ones too."""
        return self._log.entries

    @property
    def number(self) -> int:
        """The last event's number; what a tablet sends along as `after`."""
        return len(self._log)

    @property
    def evening(self) -> Session | None:
        """What the evening's games before this one make of it; None before its first."""
        return self._so_far.session

    @property
    def played(self) -> tuple[tuple[int, State], ...]:
        """The finished games of this evening by number, the present one among them once it is over."""
        over = self.state.phase is Phase.OVER
        return (*self._so_far.played, (self.game, self.state)) if over else self._so_far.played

    @property
    def last_over(self) -> int:
        """The number of the last game that is over: this one or the one before it, 0 where none is."""
        return self.game if self.state.phase is Phase.OVER else self.game - 1

    @property
    def next_east(self) -> Seat:
        """Who deals next: who deals this game, until it is over; by turns, where nobody has said who that is."""
        over, known = self.state.phase is Phase.OVER, self.state.east_known
        session = self._after_game() if over else None if known else self.evening
        return session.east if session is not None else self.state.east

    @property
    def next_seats(self) -> State:
        """The table as the next game begins: who sits where in it, and who sits out."""
        return next_seats(self._after_game(), self.state)

    @property
    def store_name(self) -> str:
        return self._store.name

    @property
    def rules_in_force(self) -> Rules:
        """The rules of this game: those its log was begun with, or, before its first event, those chosen for it."""
        if not self.begun:
            return self.rules
        known = self._known()
        known.in_force = known.in_force or rules_of(self.state, self.rules.table)
        return known.in_force

    @property
    def begun(self) -> bool:
        """Whether anything has been done in this game: names alone begin none."""
        return self._log.begun

    @property
    def just_begun(self) -> int | None:
        """The number of the event with which the game began, while nothing else has happened in it."""
        return self._log.just_begun

    @property
    def gone(self) -> frozenset[int]:
        """The numbers of the events that have been undone."""
        return self._log.gone

    @property
    def put_right(self) -> Mapping[int, Event]:
        """What corrected events were last put right to, by number."""
        return self._log.put_right

    def standing(self, number: int) -> Event:
        """Event `number` as it counts now: as it was last put right. Raises IndexError when there is none."""
        return self._log.standing(number)

    def own(self, seat: Seat) -> tuple[Tile, ...] | None:
        """The tiles that `seat` has entered as its own, less what its acts since took. For that seat's page only."""
        return self._own.of(seat, self._log)

    def own_before(self, seat: Seat, number: int) -> tuple[Tile, ...] | None:
        """The same as it was just before event `number`. For that seat's eyes only."""
        return self._own.before(seat, number, self._log)

    def handed(self, seat: Seat) -> tuple[tuple[Handed, ...], tuple[Handed, ...]]:
        """What `seat` passed on in the Charleston and what came, as far as it said. For that seat's eyes only."""
        return self._own.handed(seat, self._log)

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
        return self._history.finished(self.game)

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
        if self.state.phase is Phase.OVER and isinstance(proposal.event, OPENINGS):
            self._open_game()
        ruling = self.judge(proposal)
        if isinstance(ruling, Refused):
            return ruling
        return self._write(self._opened(ruling.events), proposal, readings)

    def _opened(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """The events with what a game's log begins with: the rules chosen for it, and the names from the last one."""
        if not self.begun:
            self._so_far.begin(self._clock())
            events = with_rules(events, self.rules.ruleset.differences)
        return events if self._log else with_people(events, self.state)

    def judge(self, proposal: Proposal) -> Accepted | Refused:
        """What `submit` would answer now, without changing anything."""
        known = self._known()
        judged = known.judged.get(proposal)
        if judged is None:
            over = self.state.phase is Phase.OVER and isinstance(proposal.event, OPENINGS)
            state = self.next_seats if over else self.state
            won, rules = None, self.rules_in_force
            if isinstance(proposal.event, Corrected):
                won = win_put_right([x.event for x in self._log], proposal.event, rules)
            judged = known.judged[proposal] = won or rule(state, proposal, rules)
        return judged

    def legal(self) -> tuple[Event, ...]:
        """The acts that the rules allow now, as far as they can be listed."""
        known = self._known()
        known.legal = tuple(legal(self.state, self.rules_in_force)) if known.legal is None else known.legal
        return known.legal

    def retract(self, number: int, after: int | None = None, source: Source = Source.REFEREE) -> Answer:
        """Undo one event. What follows stays, folded as if it had not happened; what no longer fits changes nothing."""
        return self.submit(Proposal(Retracted(number), source), after)

    def last_act(self) -> tuple[int, ...]:
        """The numbers of the latest act that has not been undone, newest first: what was accepted in one go."""
        return self._log.last_act()

    def undo(self, after: int | None = None, source: Source = Source.REFEREE) -> Answer | None:
        """Undo the latest act, with the events it implied. None when there is nothing to undo."""
        answer: Answer | None = None
        for number in self.last_act():
            answer = self.retract(number, after, source)
            after = None
            if not isinstance(answer, Accepted):
                return answer
        return answer

    def log_of(self, game: int) -> GameLog:
        """The log of this game or an earlier one. Raises StoreError."""
        return self._log if game == self.game else self._history.log(game)

    def amend(self, game: int, ruling: Accepted | Refused) -> Accepted | Refused:
        """Writes what was ruled of a game that is over, this one or an earlier one. Raises StoreError; then nothing has
        changed."""
        if isinstance(ruling, Refused):
            return ruling
        if game == self.game:
            self._write(ruling.events, Proposal(ruling.events[-1], Source.REFEREE), ())
            return ruling
        log = self._history.log(game)
        at = log.last.at + 1e-6  # of that evening still, whenever it is told
        entries = [Entry(n, at, Source.REFEREE, 1.0, e) for n, e in enumerate(ruling.events, len(log) + 1)]
        with self._writing():
            self._history.add(game, entries)
        self._so_far.recall(self.game, self._log, self._clock())
        self._changed()
        return ruling

    def new_game(self) -> None:
        """Put this game away and begin the next with an empty log. One that is being played is over with that: nobody
        wins it, and its East deals again. Raises StoreError; then nothing has changed."""
        if self.state.phase in (Phase.CHARLESTON, Phase.PLAY):
            self.submit(Proposal(GameAbandoned(Cause.PUT_AWAY, replayed=True), Source.REFEREE))
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

    def take_for_one(self, same: Same) -> None:
        """Which names are one person's, in every ledger. Raises StoreError; then nothing has changed."""
        with self._writing():
            self._store.keep(same=written(same))
        self.same_people = same
        self._changed()

    def written(self, *forms: str) -> frozenset[str]:
        """The events of all games of one of these forms, as the log has them, `%` for any words. Raises StoreError."""
        return self._store.texts(*forms)

    def rewrite(self, better: Callable[[str], str]) -> None:
        """Every event of every game as `better` has it: other names, and nothing else. Raises StoreError."""
        with self._writing():
            self._store.rewrite(better)
        self._history = self._so_far.history = History(self._store)
        self._log = self._history.read(self.game)
        self.state = replay(e.event for e in self._log) if self._log else self.state
        self._so_far.recall(self.game, self._log, self._clock())
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
        """Tell those who listen that time has passed; write where a call's time is over (C-07). Raises StoreError."""
        self._run_out()
        self._changed()

    def prove_log(self) -> None:
        """Writes something that says nothing: a log that cannot be written is noticed before somebody taps, and one
        that can be written again is well again."""
        with suppress(StoreError), self._writing():
            self._store.keep(proved=f"{self._clock():.0f}")

    def set_own(self, seat: Seat, tiles: tuple[Tile, ...] | None) -> None:
        """The tiles that `seat` says it holds. They are kept nowhere but here, and shown to nobody else."""
        self._own.say(seat, tiles, self._log)
        self._changed()

    # Inside.

    def _resume(self) -> None:
        self._log = self._history.read(self.game)
        self.state = replay(e.event for e in self._log)
        self._so_far.recall(self.game, self._log, self._clock())
        if self.state.phase is Phase.OVER:
            self._open_game()
        self._follow_time()
        self._speak_up()

    def _open_game(self) -> None:
        seats = self.next_seats
        self._so_far.go_on(self._log, self.played, self._after_game(), self._clock())
        if self._log:
            self.game += 1
        self._log = GameLog()
        self._alerts = {}
        self._proofs.forget()
        self._own = OwnTiles()
        self.state = seats

    def _after_game(self) -> Session | None:
        return after_game(self.evening, self.state)

    def _moved_on(self, after: int) -> bool:
        return any(not isinstance(e.event, WORDS) for e in self.log[max(0, after) :]) or after > self.number

    def _write(self, events: tuple[Event, ...], proposal: Proposal, readings: Readings) -> Answer:
        at = self._clock()
        if self._log:
            at = max(at, self._log.last.at + 1e-6)  # one act, one time: `last_act` finds its events by it
        entries = [
            Entry(n, at, proposal.source, proposal.confidence, e, readings if e == proposal.event else ())
            for n, e in enumerate(events, self.number + 1)
        ]
        state = self._after(entries)
        with self._writing():
            self._store.append([row_of(self.game, e) for e in entries])
        self._log.add(entries)
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
        """Raises the proofs that a hand is dead, and clears those that are gone."""
        proved = told(self.state, self.rules_in_force, self._speak, referee=True)
        fresh, past = self._proofs.follow(proved, self._clock())
        for key in past:
            self._alerts.pop(key, None)
        self._alerts.update((alert.key, alert) for alert in fresh)

    def _follow_time(self) -> None:
        self._window.length_s = self.rules_in_force.ruleset.amount("C-07") or self._call_window_s
        self._window.follow(self.state, self.paused, self._clock())

    def _known(self) -> "Rulings":
        """What has been asked of the referee since the state and the rules are what they are: every page asks alike."""
        known = self._rulings
        if known.state is not self.state or known.rules is not self.rules:
            known = self._rulings = Rulings(self.state, self.rules)
        return known

    def _after(self, entries: list[Entry]) -> State:
        if any(isinstance(e.event, Retracted | Corrected) for e in entries):
            return replay(e.event for e in (*self._log, *entries))
        state = self.state
        for entry in entries:
            state = evolve(state, entry.event)
        return state

    def _changed(self) -> None:
        self.sitting.follow(self.state)
        self._follow_time()
        super()._changed()
