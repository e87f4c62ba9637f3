"""Following a table by sight, as a fold: `follow(memory, scene, seen)` gives the next memory and what is to be done.

Nothing here keeps anything, waits or writes: a recorded evening can be followed again and every decision explained. A
picture that nothing explains stays silent while it settles, then says that it is being settled. A reading that is a
toss-up waits for the next rest to tell, and is a question where that cannot either or does not come; when the players
have moved on without answering, the likeliest reading is taken. What is against
the rules is never held against anybody on sight alone: it is asked about, and recorded as it lies where it stays so.
"""

from dataclasses import replace
from math import exp

from engine.event import (
    CallRetracted,
    CharlestonEnded,
    Corrected,
    Discarded,
    Event,
    Exposed,
    GameBegun,
    HoldEnded,
    MahJongg,
    Resynced,
    WallGame,
)
from engine.rules.ruling import Proposal, Source
from engine.sight.agreeing import acts, in_two_rests, looked_at_again, meant
from engine.sight.anew import reads_anew
from engine.sight.behind import nothing_behind
from engine.sight.believed import as_it_stands, expected
from engine.sight.explanation import Act, Explanation
from engine.sight.games import OVERDUE, QUICK_LOOKS, SLOW_LOOKS, UNCLEAR
from engine.sight.laid_open import wins
from engine.sight.lies import as_it_lies, begun_as_it_lies
from engine.sight.memory import Ask, Doing, Lies, Memory, Pending, Rest, Step, Teach, Tell, Withdraw
from engine.sight.observation import CERTAIN, FEW_LOOKS, LOOKS, SAID_S, SURE, Observation
from engine.sight.open_hands import TOSS_UP, OpenHands
from engine.sight.telling import INFERRED, Scene
from engine.sight.turnover import ALIKE_RESTS, swept
from engine.sight.vanished import looked_for, uncovered, vanished, with_again, without
from engine.sight.weighing import Explain, weighed
from engine.sight.whereabouts import BelievedDiscard, at_one_place, followed, resettled, rested, returned
from engine.state import Phase, evolve
from engine.tile import Seat, by_seat

OWED = len(Seat)  # hands that may have brought a tile which nobody has made out yet
LAST_CHANCE_S = SAID_S / 2  # after the last discard, for whoever still wants it
CALL_LAPSES_S = 2 * SAID_S  # a call or a hold at the end of the wall that nobody follows
RESTLESS_S = (10, 20, 30, 60, 120, 300)  # without any rest, after which that is said: the pages need not change oftener
QUESTION, UNEXPLAINED = "question", "unexplained"


def follow(
    memory: Memory, scene: Scene, seen: Observation, explain: Explain = weighed
) -> tuple[Memory, tuple[Step, ...]]:
    """One observation: what is remembered after it, and the steps to take, in order."""
    following = _Following(memory, scene, explain)
    following.observe(seen)
    return following.memory, tuple(following.steps)


def passed(memory: Memory, scene: Scene, time_s: float, at_rest: bool = True) -> tuple[Memory, tuple[Step, ...]]:
    """The camera's clock, told with every picture: silence is said, and a used-up wall ends the game. `at_rest`: no
    hand is over the table, and it has been still for a moment."""
    following = _Following(memory, scene)
    following.clock(time_s, at_rest)
    return following.memory, tuple(following.steps)


def ended(memory: Memory) -> tuple[Memory, tuple[Step, ...]]:
    """The pictures have come to their end: an unanswered question is answered with the likeliest reading."""
    tie = memory.pending.tie
    asked = memory.pending.asked if tie is None else tie.answers[0][0]
    if asked is None:
        return memory, ()
    after = replace(memory, pending=replace(memory.pending, asked=None, tie=None))
    return after, (Tell(Proposal(asked, Source.CAMERA, TOSS_UP)),)


class _Following(OpenHands):
    """An observation of a table in play, and the clock."""

    def __init__(self, memory: Memory, scene: Scene, explain: Explain = weighed) -> None:
        super().__init__(memory, scene)
        self._explain = explain

    def _explained(self, seen: Observation) -> Explanation:
        return self._explain(self.state, seen, self.memory.known, self.memory.waiting)

    def observe(self, seen: Observation) -> None:
        state, seen = self.state, nothing_behind(seen)
        if seen.looks >= QUICK_LOOKS:
            self.steps.append(Lies(self._as_it_lies(seen)))
        seen = seen if seen.anew else self.off_ground(seen)
        if self.scene.paused:
            self.remember(unwatched=True)
            return  # whatever moves during a break is no act; afterwards the table is compared with what it was
        match state.phase:
            case Phase.SETUP:
                if seen.looks >= QUICK_LOOKS:
                    self.take_up(self.scene.next_east, seen)
            case Phase.CHARLESTON:
                self._charleston(seen)
            case Phase.OVER:
                self.over(seen)
            case Phase.PLAY:
                self._play(seen)

    def _as_it_lies(self, seen: Observation) -> Resynced | GameBegun:
        over = self.state.phase is Phase.OVER
        if over and swept(self.state, self.memory.known, seen):
            return begun_as_it_lies(self.scene.next_east, self.state.players, seen)
        return as_it_lies(self.state, seen)

    def _charleston(self, seen: Observation) -> None:
        """Passed tiles lie face down: where a discard lies, the Charleston is over and play has begun."""
        if seen.looks < LOOKS:
            return
        if self.memory.rest == Rest():
            self.learn_ground(seen)
            self.remember(rest=Rest(looks=seen.looks))
            return
        tiles = tuple(s for s in seen.discards if exp(s.log_p[s.best]) > SURE)
        stays = any(s.best is t.best for s in tiles for t in self.memory.unexplained)
        self.remember(unexplained=tiles)
        if stays:
            self.tell(CharlestonEnded(courtesy=False), INFERRED)
            self.remember(unexplained=(), rest=Rest())

    # Play.

    def _play(self, seen: Observation) -> None:
        rest = self.memory.rest
        if rest.opening and seen.looks > rest.looks:
            self.remember(rest=replace(rest, looks=seen.looks))
            return  # the rest in which the game began: nobody has moved yet
        if seen.anew and self.scene.just_begun is not None and not self._opens(seen):
            self.take_up_anew(self.scene.just_begun, seen)
            return
        another = seen.looks <= rest.looks
        if len(self.memory.known) > len(self.state.discards):  # a person took one out
            self.remember(unwatched=True)
        known = self._put_right(followed(self.memory.known, self.state.discards, by_sight=False))
        self.remember(known=known)
        self._resettle(seen)
        if self.swept(self.memory.known, seen):
            self._unsettled(seen.time_s, len(known))
            return
        if another:
            self._next_rest(seen)
        self._put_back(seen)
        self.named = seen.hands
        seen = replace(seen, hands=self._hands(seen))
        rest = replace(self.memory.rest, looks=seen.looks, opening=False, hands=seen.hands, named=self.named, last=seen)
        self.remember(rest=rest)
        number = self.state.number
        found = self._explained(seen)
        events = tuple(a.event for a in found.acts)
        agreed = rest.agreed + 1 if meant(events) == meant(rest.acts) else 1
        twice = min(in_two_rests(events, rest.earlier), looked_at_again(found))
        self.remember(rest=replace(rest, agreed=agreed, acts=events))
        if (agreed >= FEW_LOOKS and _ripe(found, seen.looks)) or (rest.untold >= OVERDUE and seen.looks > 1):
            self._settle(found, seen)
        elif not acts(events[:twice]) and (again := self._still(found, seen)):
            self._settle(again, seen, whole=False)
            self.remember(owed=())
        elif twice:
            self._settle(replace(found, acts=found.acts[:twice], leftover=0), seen, whole=twice == len(events))
        told = self.state.number > number
        self.remember(unexplained=found.unexplained if told else found.fresh)
        self.locate(seen, last_stays=told or found.open == len(found.fresh))
        if seen.looks == LOOKS:
            self._rest_over()
        self._unsettled(seen.time_s, found.leftover if told or not found.acts else max(1, found.open), told)

    def _resettle(self, seen: Observation) -> None:
        """Discards that were moved are where they lie now, before anything that is new is explained."""
        known, discarder = self.memory.known, self.state.holder if self.state.holder is not None else self.state.turn
        known = returned(known, seen.discards) if seen.hands and discarder not in seen.hands else known
        self.remember(known=resettled(known, seen.discards))

    def _still(self, found: Explanation, seen: Observation) -> Explanation | None:
        """What the rest before is explained by, where that lies there still and more has come to it. Beside discards it
        may have come to a rack: no hand that came after them has brought these."""
        memory, earlier, before = self.memory, acts(self.memory.rest.earlier), self.memory.rest.before
        there = [s for s in memory.waiting if s.frames >= FEW_LOOKS]
        lies = tuple(s for s in seen.discards if s not in found.fresh or at_one_place(s, there))
        laid = before is not None and all(isinstance(event, Discarded) for event in earlier)
        if not earlier or not (laid or len(lies) < len(seen.discards)):
            return None
        exposures, waiting = (before.exposures, ()) if before is not None and laid else (seen.exposures, memory.waiting)
        then = replace(seen, discards=lies, exposures=exposures, hands=memory.owed)
        again = self._explain(self.state, then, memory.known, waiting)
        return again if acts(tuple(a.event for a in again.acts)) == earlier else None

    def _opens(self, seen: Observation) -> bool:
        """Whether what comes to sight are the first discards: on a table that was clean, no more tiles than hands that
        came. A hand that lay there from the start only goes."""
        clean = not self.state.discards and not any(r.exposures for r in self.state.racks)
        return clean and 0 < len(seen.discards) <= len(seen.hands) and not any(seen.exposures)

    def _hands(self, seen: Observation) -> tuple[Seat, ...]:
        """Whose hands may have brought what is not told yet. The camera names a hand again until a rest was whole, or
        many broke off."""
        used = self.memory.used
        fresh = seen.hands[len(used) :] if seen.hands[: len(used)] == used else seen.hands
        return (*self.memory.owed, *fresh)[-OWED:]

    def _next_rest(self, seen: Observation) -> None:
        """Another rest begins."""
        memory, rest, pending = self.memory, self.memory.rest, self.memory.pending
        named_anew = rest.looks >= LOOKS or len(seen.hands) < len(rest.named)
        owed, used = self._owed(), () if named_anew else rest.named
        if memory.unwatched:
            owed = tuple(s for s in Seat if s not in seen.hands)
        if rest.last is not None and rest.looks >= FEW_LOOKS:
            self._rest_over()
        self.remember(
            owed=owed,
            used=used,
            unwatched=False,
            waiting=memory.unexplained,
            known=rested(self.memory.known),
            rest=replace(
                rest,
                matched=False,
                last=None,
                before=self.memory.rest.before,
                earlier=rest.acts if rest.looks >= FEW_LOOKS and not rest.matched else (),
                acts=(),
                agreed=0,
                untold=rest.untold + 1 if rest.acts and not rest.matched else 0,
            ),
            pending=replace(pending, rests=pending.rests + (pending.refused is not None)),
        )

    def _owed(self) -> tuple[Seat, ...]:
        """The hands of the rest that is over which may have brought what is not told yet: it may take a better look.
        Where nothing has changed the last of them has drawn, or its tile was not made out."""
        memory, rest = self.memory, self.memory.rest
        if not rest.acts and (rest.matched or not memory.quiet.tiles):
            return rest.hands[-1:]
        if not rest.matched:
            return rest.hands[-OWED:]
        return () if rest.looks >= LOOKS else rest.named[len(memory.used) :][-OWED:]

    def _rest_over(self) -> None:
        """What is done once a rest, with the last that was seen in it."""
        rest = self.memory.rest
        if rest.last is None:
            return
        seen = rest.last
        self.remember(rest=replace(rest, last=None, before=seen))
        if not rest.acts or rest.matched:
            self.look_at_racks(seen)
        self._take_out(seen)
        self.young(seen)

    def _take_out(self, seen: Observation) -> None:
        """A discard of which nothing has been seen for long was never there."""
        known = looked_for(self.memory.known, seen)
        gone = vanished(known, self.state) if len(known) == len(self.state.discards) else ()
        if gone and self.tell(without(self.state, gone), INFERRED):
            self.remember(lost=(*self.memory.lost, *(known[i] for i in gone)))
            known = tuple(k for i, k in enumerate(known) if i not in gone)
        self.remember(known=known)

    def _put_back(self, seen: Observation) -> None:
        """A discard that was taken out and lies there again was covered: no hand has just brought it."""
        known, lost = self.memory.known, self.memory.lost
        again = uncovered(lost, known, self.state, seen)
        if again and self.tell(with_again(self.state, again), INFERRED):
            back = {k.at_mm for k in again}
            known = (*known[:-1], *again, *known[-1:])
            self.remember(known=known, lost=tuple(k for k in lost if k.at_mm not in back))

    def _put_right(self, known: tuple[BelievedDiscard, ...]) -> tuple[BelievedDiscard, ...]:
        """`known`, once the eyes have been told which of the discards they misread."""
        for old, new in zip(self.memory.known, known, strict=False):
            if old.at_mm is not None and old.number == new.number and new.firm and new.tile is not old.tile:
                self.steps.append(Teach(*old.at_mm, new.tile))
        return known

    def _settle(self, found: Explanation, seen: Observation, whole: bool = True) -> None:
        """Tells the acts. `whole`: they explain all that is seen."""
        self.remember(rest=replace(self.memory.rest, matched=False))
        if self._opened_by_another(found, seen):
            found = self._explained(seen)
        for act in found.acts:
            judged = isinstance(act.event, MahJongg) and self.scene.rules.table is not None  # by the card, not the eyes
            last = act is found.acts[-1] and (whole or not isinstance(act.event, Discarded))  # else they have moved on
            if act.confidence < TOSS_UP and last and not judged:
                self._ask(act, found)
                return
            if act.confidence < SURE and not self.memory.rest.untold and self._exposes(act.event):
                if isinstance(act.event, Resynced) and seen.looks >= LOOKS:
                    self._ask_of(act.event, act.event.turn)
                return  # which of its tiles are jokers, and whether it is a group at all, the next rest will tell
            if isinstance(act.event, MahJongg):
                won = wins(act, self.state, self.scene.rules, seen, self.memory.known)
                told = (*won[0], won[1].event) if won else ()
                if won is None or self.contradicted(told, seen):
                    self.settle_without(act.event, seen, told)
                    return
                lies, act = won
                for event in lies:
                    self.tell(event, INFERRED)
            if not self.happened(act):
                self._unclear(act, seen)
                return
        hand = self.memory.pending.hand if found.hand_open else None
        rest = self.memory.rest
        self.remember(rest=replace(rest, matched=whole, earlier=(), untold=0), pending=Pending(hand=hand))
        if whole and found.acts:
            self.remember(used=_used(self.named, found.acts[-1].event), owed=())
        self.steps += [Withdraw(QUESTION), Withdraw(UNCLEAR)]
        if found.leftover and seen.looks >= LOOKS:
            self.steps.append(Ask(UNEXPLAINED, "Please look at the table: there are tiles that I cannot make out."))
        elif not found.leftover:
            self.steps.append(Withdraw(UNEXPLAINED))

    def _ask(self, act: Act, found: Explanation) -> None:
        """Only the last thing that happened is asked about, and once. It waits for the answer or for the next act: by
        then the players have moved on, and the likeliest reading is taken."""
        if act.event == self.memory.pending.asked:
            return
        if not isinstance(act.event, Discarded):
            says = "I did not see clearly what happened here. Please look at the table."
            seat = getattr(act.event, "seat", None)
            self._ask_now(Ask(QUESTION, says, ((act.event, act.confidence),), seat))
            return
        seat = act.event.seat
        likely = ((act.event.tile, act.confidence), *act.alternatives)
        answers = tuple((Discarded(seat, tile), p) for tile, p in likely)
        words = " or ".join(tile.words for tile, _ in likely[:2])
        says = f"I did not see clearly: was this {words}?"
        tie = Ask(QUESTION, says, answers, seat, for_all=True, at_mm=found.where(act))
        before = self.memory.rest.earlier[-1:]
        if any(isinstance(e, Discarded) and e.tile in dict(likely) for e in before):
            self._ask_now(tie)
        else:
            tied = self.state.number  # another look may tell
            self.remember(pending=replace(self.memory.pending, tie=tie, tied=tied))

    def _ask_now(self, question: Ask) -> None:
        self.remember(pending=replace(self.memory.pending, asked=question.answers[0][0], tie=None))
        self.steps.append(question)

    def _exposes(self, event: Event) -> bool:
        """Whether it stands new tiles on a rack."""
        shows = isinstance(event, Resynced) and event.exposures != as_it_stands(self.state).exposures
        return shows or isinstance(event, Exposed)

    def _ask_of(self, lies: Event, seat: Seat | None) -> None:
        """Somebody should look; one tap takes the table as it lies."""
        says = "I did not see clearly what happened here. Please look at the table."
        self.steps.append(Ask(UNCLEAR, says, ((lies, 1.0),), seat))

    def _unclear(self, act: Act, seen: Observation) -> None:
        """An act, as it was read, is against the rules or the set. It may have been misread, so nobody is accused: it
        is asked about, and where it stays so the table is taken over with it, and the game goes on."""
        pending = self.memory.pending
        if act.event != pending.refused:
            pending = replace(pending, refused=act.event, rests=0)
        self.remember(pending=pending)
        if seen.looks >= LOOKS:
            self._ask_of(as_it_lies(self.state, seen), getattr(act.event, "seat", None))
        if pending.rests < ALIKE_RESTS:
            return
        lies = as_it_stands(evolve(self.state, act.event))
        if not self.tell(lies, INFERRED):
            lies = as_it_lies(self.state, seen)
            self.tell(replace(lies, turn=seen.hands[-1].right) if seen.hands else lies, INFERRED)
        self.remember(pending=Pending())
        self.steps.append(Withdraw(UNCLEAR))

    def _opened_by_another(self, found: Explanation, seen: Observation) -> bool:
        """Who opens is East (TURN-01): where nobody said who that is, the hand that made the first discard tells, and
        none that has come since it lay there."""
        first = found.acts[0].event if found.acts else None
        began = self.scene.just_begun
        if len(found.acts) != 1 or not isinstance(first, Discarded) or began is None:
            return False
        hands = self.memory.owed if first in self.memory.rest.earlier else seen.hands
        seat = hands[0] if len(set(hands)) == 1 else first.seat
        if seat is first.seat or expected(self.state).discards:
            return False
        held = [13 if s in self.state.players else 0 for s in Seat]
        held[seat] += 1
        begun = GameBegun(seat, self.state.players, by_seat(held), self.state.wall)
        return self.tell(Corrected(began, begun))

    # The clock.

    def _unsettled(self, time_s: float, tiles: int, told: bool = False) -> None:
        quiet = self.memory.quiet
        reread = sum(reads_anew(step.proposal.event, self.scene.state) for step in self.steps if isinstance(step, Tell))
        if reread:
            quiet = replace(quiet, reread_s=time_s, reread=reread)
        since = quiet.unsettled_s if quiet.unsettled_s is not None and not told else time_s
        self.remember(quiet=replace(quiet, tiles=tiles, unsettled_s=since if tiles else None))

    def clock(self, time_s: float, at_rest: bool) -> None:
        state, quiet = self.state, self.memory.quiet
        if state.number != quiet.number:
            quiet = replace(quiet, number=state.number, since_s=time_s)
        follows = state.phase is Phase.PLAY and not self.scene.paused
        moving_s = None if at_rest or not follows else time_s if quiet.moving_s is None else quiet.moving_s
        quiet = replace(quiet, moving_s=moving_s)
        self.remember(quiet=quiet)
        silent = quiet.unsettled_s is not None and time_s - quiet.unsettled_s >= SAID_S - 1.0
        reread = quiet.reread if time_s - quiet.reread_s < SAID_S else 0
        restless_s = 0.0 if moving_s is None else time_s - moving_s
        tie = self.memory.pending.tie
        if tie is not None and self.memory.pending.tied == state.number and silent and follows and at_rest:
            self._ask_now(tie)
        settling = quiet.tiles if silent and state.phase is Phase.PLAY else 0
        self.steps.append(Doing(settling, reread, max((s for s in RESTLESS_S if s <= restless_s), default=0)))
        if follows and at_rest and self.closest_stands(time_s):
            return
        waits = state.holder is not None or self.scene.paused
        if state.phase is not Phase.PLAY or state.wall > 0 or waits:
            return
        open_s = time_s - quiet.since_s
        asked = bool(state.calls) or state.held_by is not None
        if open_s > CALL_LAPSES_S or (open_s > LAST_CHANCE_S and not asked):
            for call in state.calls:
                self.tell(CallRetracted(call.seat), INFERRED)
            if state.held_by is not None:
                self.tell(HoldEnded(state.held_by), INFERRED)
            self.tell(WallGame())
            self.remember(quiet=replace(quiet, since_s=time_s))


def _ripe(found: Explanation, looks: int) -> bool:
    """Whether looks that agree need not wait for more of this rest."""
    return looks >= SLOW_LOOKS or (found.confidence >= CERTAIN and found.leftover == 0)


def _used(named: tuple[Seat, ...], last: Event) -> tuple[Seat, ...]:
    """The hands that are accounted for once all that is seen has been told: those up to whoever acted last. A hand that
    came after may have drawn, and brings its tile later."""
    seat = getattr(last, "seat", None)
    after = named[::-1].index(seat) if seat in named else 0
    return named[: len(named) - after]
