"""A whole hand that lies open and is no mah jongg as it is read: it is asked about, and play may go on beside it."""

from dataclasses import replace

from engine.event import CallRetracted, HoldEnded, MahJongg
from engine.sight.alignment import align
from engine.sight.explanation import Act
from engine.sight.games import UNCLEAR
from engine.sight.laid_open import closest_win
from engine.sight.memory import Ask
from engine.sight.observation import DOUBT, LOOKS, SAID_S, Observation
from engine.sight.propose import propose
from engine.sight.showing import MOST_LOSS
from engine.sight.standing import Racks
from engine.sight.telling import INFERRED
from engine.tile import by_seat

TOSS_UP = 0.55  # below it the table is asked: what hovers about even would be told as this and then as that
SEVERAL_MISREAD = 2 * MOST_LOSS  # natural log: one face of the set taken for another, wherever it lies


class OpenHands(Racks):
    """What is done about a hand laid open while nobody has said what it is."""

    def settle_without(self, hand: MahJongg, seen: Observation) -> None:
        """Somebody should look. Where nobody plays on, it is taken for the mah jongg that it comes closest to."""
        seat = hand.seat
        if self.memory.pending.hand is None and seen.looks >= LOOKS:
            won = closest_win(hand, self.state, self.scene.rules, seen, self.memory.known, SEVERAL_MISREAD)
            if won is not None and won.loss < -DOUBT:  # it is that hand as it is read, and something before was misread
                self.tell_all(won.told)
                return
            asked = replace(
                self.memory.pending,
                hand=hand,
                closest=won.told if won else (),
                number=self.state.number,
                since_s=seen.time_s,
            )
            self.remember(pending=asked)
            self.steps.append(Ask(UNCLEAR, "A whole hand lies open. Is it Mah Jongg?", (), seat))
        stood = [t for e in self.state.racks[seat].exposures for t in e.tiles]
        row = [s for group in seen.exposures[seat] for s in group]
        kept = tuple(row[j] for _, j in align(stood, row).pairs)
        p1, p2, p3, p4 = by_seat([((kept,) if kept else ()) if s is seat else g for s, g in enumerate(seen.exposures)])
        found = propose(self.state, replace(seen, exposures=(p1, p2, p3, p4)), self.memory.known, self.memory.waiting)
        if found.acts and all(not isinstance(a.event, MahJongg) for a in found.acts):
            for act in found.acts:
                if act.confidence < TOSS_UP or not self.happened(act):
                    return

    def closest_stands(self, time_s: float) -> bool:
        """Whether a hand that was asked about has lain there so long, and nobody played on, that it was one; then the
        mah jongg that it comes closest to has been told."""
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
