"""Following a table by sight, as a fold: `follow(memory, scene, seen)` gives the next memory and what is to be done.

Nothing here keeps anything, waits or writes: a recorded evening can be followed again and every decision explained. A
picture that nothing explains stays silent while it settles, then says that it is being settled. A reading that is a
toss-up is a question; when the players have moved on without answering, the likeliest reading is taken. What is against
the rules is never held against anybody on sight alone: it is asked about, and recorded as it lies where it stays so.
"""

from dataclasses import dataclass, replace
from math import exp

from engine.card import HAND_SIZE
from engine.event import (
    CallRetracted,
    CharlestonEnded,
    Corrected,
    Discarded,
    Event,
    GameAbandoned,
    GameBegun,
    HoldEnded,
    MahJongg,
    Resynced,
    WallGame,
)
from engine.faults import Cause
from engine.layers import unbegun
from engine.playing import MISCOUNTED
from engine.referee import rule
from engine.ruling import Accepted, Proposal, Rules, Source
from engine.sight.alignment import align
from engine.sight.lies import as_it_lies, begun_as_it_lies
from engine.sight.memory import Ask, Doing, Lies, Memory, Pending, Quiet, Rest, Step, Teach, Tell, Withdraw
from engine.sight.observation import Group, Observation
from engine.sight.propose import Act, Explanation, as_it_stands, expected, propose
from engine.sight.turnover import WHOLE_HAND, Turn, look_again, opening, remains, swept
from engine.sight.whereabouts import Lying, followed, lay, located, rested
from engine.state import Phase, State, evolve
from engine.tile import Seat, Tile
from engine.turn import AwaitingDraw

SURE = 0.97  # after three looks; surer than most single readings, so only clear pictures are quick
QUICK_LOOKS = 3
SLOW_LOOKS = 5
WHOLE_LOOKS = 6  # of one rest
PATIENCE = 2  # rests in which the same act is refused before the table is taken over with it
TOSS_UP = 0.5  # below it the table is asked instead of told
CONFIRMED = 2  # observations in a row that must agree on the same acts
CLEARLY = 0.9  # how sure each tile of an exposure is read before what was believed of it is put right
OWED = 6  # hands that may have brought a tile which nobody has made out yet
OVERDUE = 3  # rests in which something is seen and not told: the likeliest reading is taken
FEW_LOOKS = 2  # of a rest that broke off, from which on it counts
YOUNG = 3  # whole rests in which the few tiles of a young game are gone before it is begun anew
LAST_CHANCE_S = 5.0  # after the last discard, for whoever still wants it
CALL_LAPSES_S = 20.0  # a call or a hold at the end of the wall that nobody follows
SILENT_S = 10.0  # after which silence is said
SAID_S = 10.0  # for which it is said that earlier tiles were read anew
INFERRED = 0.6  # how sure an event is that nobody saw, and that must have been
QUESTION, UNEXPLAINED, UNCLEAR, ENDING = "question", "unexplained", "unclear", "ending"


@dataclass(frozen=True, slots=True)
class Scene:
    """What an observation is followed by: the state, the rules in force, who is East in the next game, the number of
    the event with which this game began while nothing else has happened in it, and whether the players take a break."""

    state: State
    rules: Rules
    next_east: Seat = Seat.P1
    just_begun: int | None = None
    paused: bool = False


def follow(memory: Memory, scene: Scene, seen: Observation) -> tuple[Memory, tuple[Step, ...]]:
    """One observation: what is remembered after it, and the steps to take, in order."""
    following = _Following(memory, scene)
    following.observe(seen)
    return following.memory, tuple(following.steps)


def passed(memory: Memory, scene: Scene, time_s: float) -> tuple[Memory, tuple[Step, ...]]:
    """The camera's clock, told with every picture: silence is said, and a used-up wall ends the game."""
    following = _Following(memory, scene)
    following.clock(time_s)
    return following.memory, tuple(following.steps)


def ended(memory: Memory) -> tuple[Memory, tuple[Step, ...]]:
    """The pictures have come to their end: an unanswered question is answered with the likeliest reading."""
    asked = memory.pending.asked
    if asked is None:
        return memory, ()
    after = replace(memory, pending=replace(memory.pending, asked=None))
    return after, (Tell(Proposal(asked, Source.CAMERA, TOSS_UP)),)


class _Following:
    """One observation, or one tick of the clock, at work: memory and state as they become, and the steps so far."""

    def __init__(self, memory: Memory, scene: Scene) -> None:
        self.memory = memory
        self.state = scene.state
        self.scene = scene
        self.steps: list[Step] = []
        self.named: tuple[Seat, ...] = ()  # the hands that the camera names

    # Telling.

    def _accepted(self, event: Event) -> bool:
        return isinstance(rule(self.state, Proposal(event, Source.CAMERA), self.scene.rules), Accepted)

    def _tell(self, event: Event, confidence: float = 1.0, readings: tuple[tuple[Tile, float], ...] = ()) -> bool:
        """Whether the rules accept it; then it is told, and the state is the one after it."""
        begins = self.state.phase is Phase.OVER and isinstance(event, GameBegun)
        before = unbegun(self.state.names) if begins else self.state
        proposal = Proposal(event, Source.CAMERA, confidence)
        ruling = rule(before, proposal, self.scene.rules)
        if not isinstance(ruling, Accepted):
            return False
        self.state = before
        for fact in ruling.events:
            self.state = _after(self.state, fact)
        self.steps.append(Tell(proposal, readings))
        return True

    def _remember(self, **changes: object) -> None:
        self.memory = replace(self.memory, **changes)  # type: ignore[arg-type]

    # Observations.

    def observe(self, seen: Observation) -> None:
        state = self.state
        if seen.looks >= QUICK_LOOKS:
            self.steps.append(Lies(self._as_it_lies(seen)))
        if self.scene.paused:
            return  # whatever moves during a break is no act; afterwards the table is compared with what it was
        match state.phase:
            case Phase.SETUP:
                if seen.looks >= QUICK_LOOKS:
                    self._begin(state.east, seen)
            case Phase.CHARLESTON:
                self._charleston(seen)
            case Phase.OVER:
                self._over(seen)
            case Phase.PLAY:
                self._play(seen)

    def _as_it_lies(self, seen: Observation) -> Resynced | GameBegun:
        over = self.state.phase is Phase.OVER
        if over and swept(self.state, self.memory.known, seen):
            return begun_as_it_lies(self.scene.next_east, self.state.players, seen)
        return as_it_lies(self.state, seen)

    def _begin(self, east: Seat, seen: Observation) -> None:
        """The game that lies on the table begins, as far on as it is."""
        for event in opening(east, self.state.players, seen):
            self._tell(event, 1.0 if isinstance(event, GameBegun) else INFERRED)
        rest = Rest(looks=seen.looks, opening=True)
        quiet = self.memory.quiet
        self.memory = Memory(rest=rest, quiet=Quiet(reread_s=quiet.reread_s))
        self._locate(seen)

    def _charleston(self, seen: Observation) -> None:
        """Passed tiles lie face down: where a discard lies, the Charleston is over and play has begun."""
        if seen.looks < WHOLE_LOOKS:
            return
        tiles = tuple(s for s in seen.discards if exp(s.log_p[s.best]) > CLEARLY)
        stays = any(s.best is t.best for s in tiles for t in self.memory.unexplained)
        self._remember(unexplained=tiles)
        if stays:
            self._tell(CharlestonEnded(courtesy=False), INFERRED)
            self._remember(unexplained=(), rest=Rest())

    # From one game to the next.

    def _over(self, seen: Observation) -> None:
        """After a game: the next begins with a clean table, or with what lies on one that cannot be that game's."""
        known = self.memory.known
        clean = not seen.discards and not any(seen.exposures)
        _, of = remains(self.state, known, seen)
        if of and not clean and not swept(self.state, known, seen):
            self._remember(between=None, rest=replace(self.memory.rest, looks=seen.looks))
            return
        turn = self._between(seen)
        between = self.memory.between
        assert between is not None
        if turn is Turn.NEXT or between.clean >= QUICK_LOOKS:
            self._next_game(seen)

    def _between(self, seen: Observation) -> Turn:
        rest = self.memory.rest
        between, turn = look_again(self.memory.between, seen, another=seen.looks <= rest.looks)
        self._remember(between=between, rest=replace(rest, looks=seen.looks))
        return turn

    def _next_game(self, seen: Observation) -> None:
        self._begin(self.scene.next_east if self.state is self.scene.state else self._east_after(), seen)

    def _east_after(self) -> Seat:
        """Who is East next where this very observation ended the game."""
        stays = self.state.abandoned is None and self.scene.rules.of("C-25") == "stay"
        return self.state.east if stays else self.state.next_player(self.state.east)

    def _swept(self, known: tuple[Lying, ...], seen: Observation) -> bool:
        """Whether the table in play has been swept: its end was missed. It is closed once that is sure."""
        if not swept(self.state, known, seen):
            if self.memory.between is not None:
                self._remember(between=None)
                self.steps.append(Withdraw(ENDING))
            return False
        turn = self._between(seen)
        between = self.memory.between
        assert between is not None
        likely = self.state.wall <= MISCOUNTED or self.memory.pending.hand is not None
        if turn is Turn.NEXT or (between.clean >= SLOW_LOOKS and likely):
            self._close(seen)
        elif turn is Turn.CLEAN and seen.time_s - between.since_s > SILENT_S:
            says = "The table is empty. Is this game over?"
            over: Event = GameAbandoned(Cause.END_UNSEEN.name)
            self.steps.append(Ask(ENDING, says, ((over, 1.0),)))
        return True

    def _close(self, seen: Observation) -> None:
        """The game whose end was missed: a wall game where the wall was all but used up, else nobody knows."""
        hand = self.memory.pending.hand
        wall_game = hand is None and self.state.wall <= MISCOUNTED and self._tell(WallGame(), INFERRED)
        if not wall_game:
            self._tell(GameAbandoned(Cause.END_UNSEEN.name), INFERRED)
        self._next_game(seen)
        if not wall_game:
            says = "I did not see how the last game ended. If somebody won, please say so in the ledger."
            self.steps.append(Ask(ENDING, says, seat=hand.seat if isinstance(hand, MahJongg) else None))

    def _young(self, seen: Observation) -> None:
        """The few tiles that began a game are gone and stay gone: they were none of it, or it was dealt again."""
        still, of = remains(self.state, self.memory.known, seen)
        young = len(self.state.discards) < 4 and not any(r.exposures for r in self.state.racks)
        gone = self.memory.gone + 1 if young and of and not still else 0
        self._remember(gone=gone)
        if gone < YOUNG:
            return
        lies = as_it_lies(self.state.with_turn(AwaitingDraw(self.state.east)), seen)
        hands = self.memory.rest.hands
        fresh = not lies.discards and not any(lies.exposures)
        turn = self.state.east if fresh or not hands else hands[-1].right
        held = tuple(n + (fresh and s is turn) for s, n in zip(Seat, lies.concealed, strict=True))
        self._tell(replace(lies, turn=turn, concealed=(held[0], held[1], held[2], held[3])), INFERRED)
        self._remember(gone=0, known=())

    # Play.

    def _play(self, seen: Observation) -> None:
        rest = self.memory.rest
        if rest.opening and seen.looks > rest.looks:
            self._remember(rest=replace(rest, looks=seen.looks))
            return  # the rest in which the game began: nobody has moved yet
        another = seen.looks <= rest.looks
        known = self._put_right(followed(self.memory.known, self.state.discards, by_sight=False))
        self._remember(known=known)
        if self._swept(known, seen):
            self._unsettled(seen.time_s, len(known))
            return
        if another:
            self._next_rest()
        self.named = seen.hands
        seen = replace(seen, hands=self._hands(seen))
        rest = replace(self.memory.rest, looks=seen.looks, opening=False, hands=seen.hands, last=seen)
        self._remember(rest=rest)
        number = self.state.number
        found = propose(self.state, seen, self.memory.known, self.memory.waiting)
        events = tuple(a.event for a in found.acts)
        agreed = rest.agreed + 1 if events == rest.acts else 1
        self._remember(rest=replace(rest, agreed=agreed, acts=events))
        if (agreed >= CONFIRMED and _ripe(found, seen.looks)) or (rest.untold >= OVERDUE and seen.looks > 1):
            self._settle(found, seen)
        elif twice := _alike(events, rest.earlier):
            self._settle(replace(found, acts=found.acts[:twice], leftover=0), seen, whole=twice == len(events))
        told = self.state.number > number
        self._remember(unexplained=found.unexplained if told else found.fresh)
        self._locate(seen)
        if seen.looks == WHOLE_LOOKS:
            self._rest_over()
        self._unsettled(seen.time_s, found.leftover if told or not found.acts else max(1, found.open), told)

    def _hands(self, seen: Observation) -> tuple[Seat, ...]:
        """Whose hands may have brought what is not told yet. The camera names a hand again until a rest was whole."""
        used = self.memory.used
        fresh = seen.hands[len(used) :] if seen.hands[: len(used)] == used else seen.hands
        return (*self.memory.owed, *fresh)[-OWED:]

    def _next_rest(self) -> None:
        """Another rest begins. A hand whose tile has not been told yet still counts: it may take a better look."""
        memory, rest, pending = self.memory, self.memory.rest, self.memory.pending
        owed, used = memory.owed, memory.used
        if rest.looks >= WHOLE_LOOKS:
            owed, used = () if rest.matched else rest.hands[-OWED:], ()
        if rest.last is not None and rest.looks >= FEW_LOOKS:
            self._rest_over()
        self._remember(
            owed=owed,
            used=used,
            waiting=memory.unexplained,
            known=rested(self.memory.known),
            rest=replace(
                rest,
                matched=False,
                last=None,
                earlier=rest.acts if rest.looks >= FEW_LOOKS and not rest.matched else (),
                acts=(),
                agreed=0,
                untold=rest.untold + 1 if rest.acts and not rest.matched else 0,
            ),
            pending=replace(pending, rests=pending.rests + (pending.refused is not None)),
        )

    def _rest_over(self) -> None:
        """What is done once a rest, with the last that was seen in it."""
        rest = self.memory.rest
        if rest.last is None:
            return
        seen = rest.last
        self._remember(rest=replace(rest, last=None))
        if not rest.acts or rest.matched:
            self._look_at_racks(seen)
        self._young(seen)

    def _put_right(self, known: tuple[Lying, ...]) -> tuple[Lying, ...]:
        """`known`, once the eyes have been told which of the discards they misread."""
        for old, new in zip(self.memory.known, known, strict=False):
            if old.at_mm is not None and old.number == new.number and new.firm and new.tile is not old.tile:
                self.steps.append(Teach(*old.at_mm, new.tile))
        return known

    def _locate(self, seen: Observation) -> None:
        """Remember where each discard lies."""
        discards = self.state.discards
        known = followed(self.memory.known, discards, by_sight=True)
        laid = lay([d.tile for d in discards], seen.discards, known)
        self._remember(known=located(known, laid, seen.discards))

    def _look_at_racks(self, seen: Observation) -> None:
        """An exposure that two rests read alike and otherwise than it is believed was misread when it was made; one
        that no act explains is taken over with the table."""
        state = self.state
        standing = tuple(tuple(_clear_group(g) for g in groups) for groups in seen.exposures)
        for seat, (now, before) in enumerate(zip(standing, self.memory.standing, strict=True)):
            believed = [e.tiles for e in state.racks[seat].exposures]
            same_sizes = sorted(map(len, now)) == sorted(map(len, believed))
            more = len(now) > len(believed) and sum(map(len, now)) < WHOLE_HAND
            alike = sorted(map(sorted, now)) == sorted(map(sorted, believed))
            if now == before and all(now) and (same_sizes or more) and not alike:
                self._tell(self._with_rack(Seat(seat), now, seen), INFERRED if more else 1.0)
                break
        self._remember(standing=standing)

    def _with_rack(self, seat: Seat, now: tuple[tuple[Tile, ...], ...], seen: Observation) -> Resynced:
        """The table as it is believed, but for one rack and, where a tile of it came from there, the last discard."""
        lies = as_it_stands(self.state)
        exposures = (*lies.exposures[:seat], now, *lies.exposures[seat + 1 :])
        shown = sum(map(len, now))
        if shown == sum(map(len, lies.exposures[seat])):
            return replace(lies, exposures=exposures)
        last = len(lies.discards) - 1
        gone = last in lay(lies.discards, seen.discards, self.memory.known, last_stays=False).missing
        called = gone and any(lies.discards[last] in group for group in now)
        held = [n if s is not seat else max(0, HAND_SIZE - shown) for s, n in zip(Seat, lies.concealed, strict=True)]
        concealed = (held[0], held[1], held[2], held[3])
        discards = lies.discards[:-1] if called else lies.discards
        return Resynced(exposures, discards, concealed, seat)

    def _settle(self, found: Explanation, seen: Observation, whole: bool = True) -> None:
        """Tells the acts. `whole`: they explain all that is seen."""
        self._remember(rest=replace(self.memory.rest, matched=False))
        if self._opened_by_another(found, seen):
            found = propose(self.state, seen, self.memory.known, self.memory.waiting)
        for act in found.acts:
            if act.confidence < TOSS_UP and act is found.acts[-1]:
                self._ask(act)
                return
            if isinstance(act.event, MahJongg) and not self._may_win(act):
                self._settle_without(act.event, seen)
                return
            if not self._happened(act):
                self._unclear(act, seen)
                return
        hand = self.memory.pending.hand if found.hand_open else None
        rest = self.memory.rest
        self._remember(rest=replace(rest, matched=whole, earlier=(), untold=0), pending=Pending(hand=hand))
        if whole:
            self._remember(used=self.named, owed=())
        self.steps += [Withdraw(QUESTION), Withdraw(UNCLEAR)]
        if found.leftover and seen.looks >= WHOLE_LOOKS:
            self.steps.append(Ask(UNEXPLAINED, "Please look at the table: there are tiles that I cannot make out."))
        elif not found.leftover:
            self.steps.append(Withdraw(UNEXPLAINED))

    def _ask(self, act: Act) -> None:
        """Only the last thing that happened is asked about, and once. It waits for the answer or for the next act: by
        then the players have moved on, and the likeliest reading is taken."""
        if act.event == self.memory.pending.asked:
            return
        self._remember(pending=replace(self.memory.pending, asked=act.event))
        answers: list[tuple[Event, float]] = [(act.event, act.confidence)]
        if isinstance(act.event, Discarded):
            answers += [(Discarded(act.event.seat, tile), p) for tile, p in act.alternatives]
        words = " or ".join(_tile_of(event) for event, _ in answers[:2])
        seat = act.event.seat if isinstance(act.event, Discarded) else None
        self.steps.append(
            Ask(QUESTION, f"I did not see clearly: was this {words}?", tuple(answers), seat, for_all=True)
        )

    def _happened(self, act: Act) -> bool:
        """False where the rules have no room for it, whatever it is read as. Calls and holds that nobody followed up
        lapse when play goes on."""
        for event in (act.event, *act.otherwise):
            if self._accepted(event):
                return self._tell(event, act.confidence, act.alternatives)
        before, steps = self.state, list(self.steps)
        seat = getattr(act.event, "seat", None)
        for call in self.state.calls:
            if call.seat is not seat:
                self._tell(CallRetracted(call.seat), INFERRED)
        if self.state.held_by is not None:
            self._tell(HoldEnded(self.state.held_by), INFERRED)
        if self._tell(act.event, act.confidence, act.alternatives):
            return True
        self.state, self.steps = before, steps
        return False

    def _unclear(self, act: Act, seen: Observation) -> None:
        """An act, as it was read, is against the rules or the set. It may have been misread, so nobody is accused: it
        is asked about, and where it stays so the table is taken over with it, and the game goes on."""
        pending = self.memory.pending
        if act.event != pending.refused:
            pending = replace(pending, refused=act.event, rests=0)
        self._remember(pending=pending)
        if seen.looks >= WHOLE_LOOKS:
            seat = getattr(act.event, "seat", None)
            says = "I did not see clearly what happened here. Please look at the table."
            self.steps.append(Ask(UNCLEAR, says, ((as_it_lies(self.state, seen), 1.0),), seat))
        if pending.rests < PATIENCE:
            return
        lies = as_it_stands(evolve(self.state, act.event))
        if not self._tell(lies, INFERRED):
            lies = as_it_lies(self.state, seen)
            self._tell(replace(lies, turn=seen.hands[-1].right) if seen.hands else lies, INFERRED)
        self._remember(pending=Pending())
        self.steps.append(Withdraw(UNCLEAR))

    def _may_win(self, act: Act) -> bool:
        return any(self._accepted(event) for event in (act.event, *act.otherwise))

    def _settle_without(self, hand: MahJongg, seen: Observation) -> None:
        """A whole hand lies open and is no mah jongg as it is read: somebody should look. Play may go on beside it."""
        seat = hand.seat
        if self.memory.pending.hand is None and seen.looks >= WHOLE_LOOKS:
            self._remember(pending=replace(self.memory.pending, hand=hand))
            self.steps.append(Ask(UNCLEAR, "A whole hand lies open. Is it Mah Jongg?", (), seat))
        stood = [t for e in self.state.racks[seat].exposures for t in e.tiles]
        row = [s for group in seen.exposures[seat] for s in group]
        kept = tuple(row[j] for _, j in align(stood, row).pairs)
        exposures = (*seen.exposures[:seat], (kept,) if kept else (), *seen.exposures[seat + 1 :])
        p1, p2, p3, p4 = exposures
        found = propose(self.state, replace(seen, exposures=(p1, p2, p3, p4)), self.memory.known, self.memory.waiting)
        if found.acts and all(not isinstance(a.event, MahJongg) for a in found.acts):
            for act in found.acts:
                if act.confidence < TOSS_UP or not self._happened(act):
                    return

    def _opened_by_another(self, found: Explanation, seen: Observation) -> bool:
        """Who opens is East (TURN-01): where nobody said who that is, the hand that made the first discard tells."""
        first = found.acts[0].event if found.acts else None
        began = self.scene.just_begun
        if len(found.acts) != 1 or not isinstance(first, Discarded) or began is None:
            return False
        seat = seen.hands[0] if len(set(seen.hands)) == 1 else first.seat
        if seat is first.seat or expected(self.state).discards:
            return False
        held = [13 if s in self.state.players else 0 for s in Seat]
        held[seat] += 1
        begun = GameBegun(seat, self.state.players, (held[0], held[1], held[2], held[3]), self.state.wall)
        return self._tell(Corrected(began, begun))

    # The clock.

    def _unsettled(self, time_s: float, tiles: int, told: bool = False) -> None:
        quiet = self.memory.quiet
        reread = sum(
            _reads_anew(step.proposal.event, self.scene.state) for step in self.steps if isinstance(step, Tell)
        )
        if reread:
            quiet = replace(quiet, reread_s=time_s, reread=reread)
        since = quiet.unsettled_s if quiet.unsettled_s is not None and not told else time_s
        self._remember(quiet=replace(quiet, tiles=tiles, unsettled_s=since if tiles else None))

    def clock(self, time_s: float) -> None:
        state, quiet = self.state, self.memory.quiet
        if state.number != quiet.number:
            quiet = replace(quiet, number=state.number, since_s=time_s)
            self._remember(quiet=quiet)
        silent = quiet.unsettled_s is not None and time_s - quiet.unsettled_s >= SILENT_S - 1.0
        reread = quiet.reread if time_s - quiet.reread_s < SAID_S else 0
        self.steps.append(Doing(quiet.tiles if silent and state.phase is Phase.PLAY else 0, reread))
        waits = state.holder is not None or self.scene.paused
        if state.phase is not Phase.PLAY or state.wall > 0 or waits:
            return
        open_s = time_s - quiet.since_s
        asked = bool(state.calls) or state.held_by is not None
        if open_s > CALL_LAPSES_S or (open_s > LAST_CHANCE_S and not asked):
            for call in state.calls:
                self._tell(CallRetracted(call.seat), INFERRED)
            if state.held_by is not None:
                self._tell(HoldEnded(state.held_by), INFERRED)
            self._tell(WallGame())
            self._remember(quiet=replace(quiet, since_s=time_s))


def _after(state: State, event: Event) -> State:
    """`evolve`, and a correction at once in its place: only the whole log could fold it in its order."""
    after = evolve(state, event)
    if not isinstance(event, Corrected):
        return after
    better = event.event
    if isinstance(better, GameBegun):
        return replace(evolve(State(agreed=state.agreed), better), number=after.number)
    if isinstance(better, Discarded):
        discards = tuple(replace(d, tile=better.tile) if d.number == event.number else d for d in state.discards)
        return after.with_discards(discards)
    return after


def _reads_anew(event: Event, state: State) -> int:
    """How many earlier tiles an event says to be others than were believed."""
    if isinstance(event, Corrected):
        return int(isinstance(event.event, Discarded))
    if not isinstance(event, Resynced):
        return 0
    tiles = sum(a.tile is not b for a, b in zip(state.discards, event.discards, strict=False))
    groups = [g for rack in event.exposures for g in rack]
    stood = [e.tiles for rack in state.racks for e in rack.exposures]
    return tiles + sum(x is not y for a, b in zip(stood, groups, strict=False) for x, y in zip(a, b, strict=False))


def _clear_group(sights: Group) -> tuple[Tile, ...]:
    """The tiles of an exposure, or nothing where none can look like that or one of them is not read clearly."""
    tiles = tuple(s.best for s in sights)
    naturals = {t for t in tiles if t is not Tile.JOKER}
    clear = all(exp(s.log_p[s.best]) > CLEARLY for s in sights)
    return tiles if clear and len(tiles) >= 3 and len(naturals) <= 1 else ()


def _ripe(found: Explanation, looks: int) -> bool:
    return looks >= SLOW_LOOKS or (looks >= QUICK_LOOKS and found.confidence >= SURE and found.leftover == 0)


def _alike(now: tuple[Event, ...], before: tuple[Event, ...]) -> int:
    """How many acts, from the first, two rests agree on."""
    return next((n for n, (a, b) in enumerate(zip(now, before, strict=False)) if a != b), min(len(now), len(before)))


def _tile_of(event: Event) -> str:
    return event.tile.words if isinstance(event, Discarded) else "this"
