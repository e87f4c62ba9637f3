"""A whole hand that lies open and is no mah jongg as it is read: it is asked about, and play may go on beside it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import exp, inf

from engine.event import CallRetracted, Declared, Event, HoldEnded, MahJongg
from engine.sight.alignment import align
from engine.sight.explanation import Act
from engine.sight.games import UNCLEAR
from engine.sight.laid_open import closest_win
from engine.sight.memory import Ask
from engine.sight.observation import DOUBT, LIKELY, LOOKS, SAID_S, SURE, Observation, Sight
from engine.sight.propose import propose
from engine.sight.showing import MOST_LOSS
from engine.sight.standing import Racks
from engine.sight.telling import INFERRED
from engine.tile import Seat, by_seat

TOSS_UP = LIKELY  # below it the table is asked: what hovers about even would be told as this and then as that
SEVERAL_MISREAD = 2 * MOST_LOSS  # natural log: one face of the set taken for another, wherever it lies


class OpenHands(Racks):
    """What is done about a hand laid open while nobody has said what it is."""

    def contradicted(self, told: Sequence[Event], seen: Observation) -> bool:
        """Whether a tile that is read for certain has to be another for the mah jongg that is told: then the hand may
        as well be a false one. What stood exposed before does not count; a person answers for that, or a call does."""
        win = told[-1]
        assert isinstance(win, MahJongg)
        row, before = self._laid(win.seat, seen)
        fresh = [s for k, s in enumerate(row) if k not in before]
        certain = Counter(s.best for s in fresh if exp(s.log_p[s.best]) > SURE)
        return bool(certain - Counter(win.tiles))

    def _laid(self, seat: Seat, seen: Observation) -> tuple[list[Sight], tuple[int, ...]]:
        """What lies open at a rack, and which of it stood there before."""
        stood = [t for e in self.state.racks[seat].exposures for t in e.tiles]
        row = [s for group in seen.exposures[seat] for s in group]
        return row, tuple(j for _, j in align(stood, row).pairs)

    def settle_without(self, hand: MahJongg, seen: Observation, likely: Sequence[Event] = ()) -> None:
        """Somebody should look. It is taken for the mah jongg that it is `likely`, or else that it comes closest to,
        where nobody plays on; where a tile that is read for certain contradicts that, only once the table is swept."""
        seat = hand.seat
        if self.memory.pending.hand is None and seen.looks >= LOOKS:
            if not likely:
                won = closest_win(hand, self.state, self.scene.rules, seen, self.memory.known, SEVERAL_MISREAD)
                likely = won.told if won is not None else ()
                if won is not None and won.loss < -DOUBT:  # as it is read; something before was misread
                    self.tell_all(likely)
                    return
            pending = replace(self.memory.pending, hand=hand, closest=tuple(likely), number=self.state.number)
            certain = bool(likely) and self.contradicted(likely, seen)
            self.remember(pending=replace(pending, since_s=inf if certain else seen.time_s))
            answers = tuple((win, INFERRED) for win in likely[-1:] or self._says_so(seat))
            says = f"{seat.name}'s whole hand lies open. Is it Mah Jongg?"
            self.steps.append(Ask(UNCLEAR, says, answers, seat, first=tuple(likely[:-1])))
        row, before = self._laid(seat, seen)
        kept = tuple(row[j] for j in before)
        p1, p2, p3, p4 = by_seat([((kept,) if kept else ()) if s is seat else g for s, g in enumerate(seen.exposures)])
        found = propose(self.state, replace(seen, exposures=(p1, p2, p3, p4)), self.memory.known, self.memory.waiting)
        if found.acts and all(not isinstance(a.event, MahJongg) for a in found.acts):
            for act in found.acts:
                if act.confidence < TOSS_UP or not self.happened(act):
                    return

    def _says_so(self, seat: Seat) -> tuple[Event, ...]:
        """What she says whose hand it is, where nobody knows which mah jongg: then the table looks. Not where she may
        have drawn unseen, or called: to say so would be to call."""
        either = self.state.holder is None and self.state.turn is seat
        return () if either or not self.accepted(Declared(seat)) else (Declared(seat),)

    def closest_stands(self, time_s: float) -> bool:
        """Whether a hand that was asked about has lain there so long, and nobody played on, that it was one; then that
        mah jongg has been told."""
        pending = self.memory.pending
        if pending.number != self.state.number or time_s - pending.since_s < SAID_S:
            return False
        return self.tell_closest()

    def happened(self, act: Act) -> bool:
        """False where the rules have no room for it, whatever it is read as. Calls and holds that nobody followed up
        lapse when play goes on."""
        for event in (act.event, *act.otherwise):
            if self.accepted(event):
                return self.tell(event, act.confidence, act.alternatives)
        before, steps = self.state, list(self.steps)
        seat = getattr(act.event, "seat", None)
        for call in self.state.calls:
            if call.seat is not seat:
                self.tell(CallRetracted(call.seat), INFERRED)
        if self.state.held_by is not None:
            self.tell(HoldEnded(self.state.held_by), INFERRED)
        if self.tell(act.event, act.confidence, act.alternatives):
            return True
        self.state, self.steps = before, steps
        return False
