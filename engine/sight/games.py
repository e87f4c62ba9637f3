"""From one game to the next by sight: games begin, are closed where their end was missed, and are begun anew."""

from collections.abc import Sequence
from dataclasses import replace
from math import exp

from engine.event import Corrected, Event, GameAbandoned, GameBegun, MahJongg, WallGame
from engine.faults import Cause
from engine.rules.playing import MISCOUNTED
from engine.sight.lies import as_it_lies, begun_as_it_lies
from engine.sight.memory import Ask, Memory, Quiet, Rest, Withdraw
from engine.sight.observation import FEW_LOOKS, FEWEST, LOOKS, SAID_S, SURE, Observation, Sight
from engine.sight.telling import INFERRED, Teller
from engine.sight.turnover import ALIKE_RESTS, Turn, look_again, opening, remains, swept
from engine.sight.whereabouts import BelievedDiscard, followed, lay, located, mislaid, near
from engine.tile import Seat, by_seat
from engine.turn import AwaitingDraw

QUICK_LOOKS = LOOKS // 2  # of a rest, before a clear picture is believed
SLOW_LOOKS = LOOKS - 1  # before any is
OVERDUE = ALIKE_RESTS + 1  # rests of something untold, or of a young game's tiles gone: what is seen is taken then
ENDING, UNCLEAR = "ending", "unclear"


class Games(Teller):
    """What is done while a table is not in play, or can no longer be the one that was."""

    def begin(self, east: Seat, seen: Observation) -> None:
        """The game that lies on the table begins, as far on as it is."""
        for event in opening(east, self.state.players, seen):
            self.tell(event, 1.0 if isinstance(event, GameBegun) else INFERRED)
        self._begun(seen)

    def take_up(self, east: Seat, seen: Observation) -> None:
        """The game that lies on a table met for the first time goes on from there: who threw what, nobody saw."""
        self.learn_ground(seen)
        seen = self.off_ground(seen)
        self.tell(begun_as_it_lies(east, self.state.players, seen))
        self._begun(seen)

    def learn_ground(self, seen: Observation) -> None:
        """Hardly anybody begins to look after one discard, two or three: so few, and no exposure, are the cloth's print
        or spare tiles."""
        few = len(seen.discards) < FEWEST and not any(seen.exposures)
        self.remember(ground=seen.discards if few else ())

    def off_ground(self, seen: Observation) -> Observation:
        """What is seen but for the cloth's print."""
        ground = self.memory.ground
        if not ground:
            return seen
        tiles = tuple(s for s in seen.discards if not any(_same(s, g) for g in ground))
        return replace(seen, discards=tiles)

    def take_up_anew(self, begun: int, seen: Observation) -> None:
        """More of a table that was only just met comes to sight: it lay there already. `begun`: the event with which
        the game began."""
        if seen.looks >= FEW_LOOKS:
            if not seen.hands:  # else somebody has put them there
                self.learn_ground(seen)
                seen = self.off_ground(seen)
            lies = begun_as_it_lies(self.state.east, self.state.players, seen)
            self.tell(Corrected(begun, lies))
            self._begun(seen)

    def _begun(self, seen: Observation) -> None:
        rest = Rest(looks=seen.looks, named=seen.hands, opening=True)
        quiet = Quiet(reread_s=self.memory.quiet.reread_s)
        self.memory = Memory(rest=rest, quiet=quiet, used=seen.hands, ground=self.memory.ground)
        self.locate(seen)

    def over(self, seen: Observation) -> None:
        """After a game: the next begins with a clean table, or with what lies on one that cannot be that game's."""
        known = self.memory.known
        clean = not seen.discards and not any(seen.exposures)
        _, of = remains(self.state, known, seen)
        if of and not clean and not swept(self.state, known, seen):
            self.remember(between=None, rest=replace(self.memory.rest, looks=seen.looks))
            return
        turn = self.between(seen)
        between = self.memory.between
        assert between is not None
        if turn is Turn.NEXT or between.clean >= QUICK_LOOKS:
            self.next_game(seen)

    def between(self, seen: Observation) -> Turn:
        rest = self.memory.rest
        between, turn = look_again(self.memory.between, seen, another=seen.looks <= rest.looks)
        self.remember(between=between, rest=replace(rest, looks=seen.looks))
        return turn

    def next_game(self, seen: Observation) -> None:
        self.begin(self.scene.next_east if self.state is self.scene.state else self.east_after(), seen)

    def east_after(self) -> Seat:
        """Who is East next where this very observation ended the game."""
        if self.state.agreed.due is not None:
            return self.state.agreed.due
        stays = self.state.abandoned is None and self.scene.rules.of("C-25") == "stay"
        return self.state.east if stays else self.state.next_player(self.state.east)

    def swept(self, known: tuple[BelievedDiscard, ...], seen: Observation) -> bool:
        """Whether the table in play has been swept: its end was missed. It is closed once that is sure."""
        if not swept(self.state, known, seen):
            if self.memory.between is not None:
                self.remember(between=None)
                self.steps.append(Withdraw(ENDING))
            return False
        turn = self.between(seen)
        between = self.memory.between
        assert between is not None
        likely = self.state.wall <= MISCOUNTED or self.memory.pending.hand is not None
        if turn is Turn.NEXT or (between.clean >= SLOW_LOOKS and likely):
            self.close(seen)
        elif turn is Turn.CLEAN and seen.time_s - between.since_s > SAID_S:
            says = "The table is empty. Is this game over?"
            over: Event = GameAbandoned(Cause.END_UNSEEN)
            self.steps.append(Ask(ENDING, says, ((over, 1.0),)))
        return True

    def close(self, seen: Observation) -> None:
        """The game whose end was missed: won with a hand that lay open, a wall game where the wall was all but used up,
        else nobody knows how."""
        if self.tell_closest():
            self.next_game(seen)
            return
        hand = self.memory.pending.hand
        wall_game = hand is None and self.state.wall <= MISCOUNTED and self.tell(WallGame(), INFERRED)
        if not wall_game:
            self.tell(GameAbandoned(Cause.END_UNSEEN), INFERRED)
        self.next_game(seen)
        if not wall_game:
            says = "I did not see how the last game ended. Who won?"
            seat = hand.seat if isinstance(hand, MahJongg) else None
            self.steps.append(Ask(ENDING, says, seat=seat, for_all=True))

    def tell_closest(self) -> bool:
        """Whether the hand that lies open, if any does, comes so close to one mah jongg that it has been told."""
        pending = self.memory.pending
        return bool(pending.closest) and pending.number == self.state.number and self.tell_all(pending.closest)

    def tell_all(self, events: Sequence[Event]) -> bool:
        """Whether a hand laid open, with what had to be put right before it, has been told."""
        if not all(self.tell(event, INFERRED) for event in events):
            return False
        self.steps.append(Withdraw(UNCLEAR))
        return True

    def young(self, seen: Observation) -> None:
        """The few tiles that began a game are gone and stay gone: they were none of it, or it was dealt again."""
        still, of = remains(self.state, self.memory.known, seen)
        young = len(self.state.discards) < FEWEST and not any(r.exposures for r in self.state.racks)
        gone = self.memory.gone + 1 if young and of and not still else 0
        self.remember(gone=gone)
        if gone < OVERDUE:
            return
        lies = as_it_lies(self.state.with_turn(AwaitingDraw(self.state.east)), seen)
        hands = self.memory.rest.hands
        fresh = not lies.discards and not any(lies.exposures)
        turn = self.state.east if fresh or not hands else hands[-1].right
        held = tuple(n + (fresh and s is turn) for s, n in zip(Seat, lies.concealed, strict=True))
        self.tell(replace(lies, turn=turn, concealed=by_seat(held)), INFERRED)
        self.remember(gone=0, known=())

    def locate(self, seen: Observation, last_stays: bool = True) -> None:
        """Remember where each discard lies: what was told is no print. Not `last_stays`: the last may have been called,
        and what lies elsewhere be its like."""
        discards = self.state.discards
        known = followed(self.memory.known, discards, by_sight=True)
        known = mislaid(known, self.memory.known, seen.discards)
        laid = lay([d.tile for d in discards], seen.discards, known, last_stays=last_stays)
        known = located(known, laid, seen.discards)
        told = [(k.tile, k.at_mm) for k in known if k.at_mm is not None]
        ground = tuple(g for g in self.memory.ground if not any(g.best is t and near(at, (g,)) for t, at in told))
        self.remember(known=known, ground=ground)


def _same(sight: Sight, ground: Sight) -> bool:
    """Whether it is that print, which is seldom read for sure. A tile that lies on it shows another face."""
    return sight.lies_at(ground.at_mm) and (sight.best is ground.best or exp(sight.log_p[sight.best]) < SURE)
