"""From one game to the next: who is East, which round it is, who sits where, who sits out. Decides no money.

Names are of people, seats of places: people may change seats (the pivot, a fifth player), East always moves on to the
right (ROT-01). With five, one of them is out each game or each round (P5-01 ... P5-08).
"""

from dataclasses import dataclass, replace
from enum import Enum

from engine.rules.ruleset import LEAGUE, RuleSet
from engine.state import Phase, State
from engine.tile import Seat, Wind, by_seat


class Ended(Enum):
    """How a game ended, as far as the next one cares."""

    WON = "won"
    WALL_GAME = "wall game"
    NO_WINNER = "no winner"
    REPLAYED = "replayed"


@dataclass(frozen=True, slots=True)
class Session:
    """The people at P1 to P4 (None: an empty seat), the one sitting out, East, and what has been played.

    `first` is the seat that dealt first, where rounds begin. `game` and `round` count from 1. `skipped` are seats that
    lose their next deal, because they dealt once out of turn.
    """

    people: tuple[str | None, str | None, str | None, str | None] = ("P1", "P2", "P3", "P4")
    east: Seat = Seat.P1
    first: Seat = Seat.P1
    game: int = 1
    round: int = 1
    resting: str | None = None
    skipped: tuple[Seat, ...] = ()

    @property
    def players(self) -> tuple[Seat, ...]:
        return tuple(s for s in Seat if self.people[s] is not None)

    @property
    def wind(self) -> Wind:
        """The wind the round is named after (ROT-04); five players go on to a fifth round, East again."""
        return Wind((self.round - 1) % 4)

    def sitting(self, name: str) -> Seat | None:
        """Where `name` sits; None for who sits out."""
        return Seat(self.people.index(name)) if name in self.people else None


def how_ended(state: State) -> Ended:
    """How this finished game ended. Raises ValueError while it is still played."""
    if state.phase is not Phase.OVER:
        raise ValueError("the game is not over yet")
    if state.winner is not None:
        return Ended.WON
    if state.abandoned is not None:
        return Ended.REPLAYED if state.replayed else Ended.NO_WINNER
    return Ended.WALL_GAME


def next_game(session: Session, ended: Ended, ruleset: RuleSet = LEAGUE, *, wrong_east: Seat | None = None) -> Session:
    """The session as the next game begins.

    `wrong_east` dealt this game by mistake: the rightful East, `session.east`, deals the next one, and who erred is
    skipped when her deal comes; not where the game is dealt again, since then she has had none.
    """
    if wrong_east is not None and wrong_east is not session.east:
        had = () if ended is Ended.REPLAYED else (wrong_east,)
        return replace(session, game=session.game + 1, skipped=(*session.skipped, *had))
    stays = ended is Ended.REPLAYED or (ended is Ended.WALL_GAME and ruleset.of("C-25") == "stay")
    if stays:
        return replace(session, game=session.game + 1)
    east, skipped = session.east, session.skipped
    around = False
    while True:
        east = east.right
        around = around or east is session.first
        if session.people[east] is None:
            continue
        if east not in skipped:
            break
        at = skipped.index(east)
        skipped = (*skipped[:at], *skipped[at + 1 :])
    after = replace(session, east=east, game=session.game + 1, skipped=skipped)
    if session.resting is not None and ruleset.of("C-28") in ("bettor", "east_rests"):
        after = _trade(after, session.east)  # NMJL: East gives the seat to whoever sat out.
    if around:
        after = replace(after, round=session.round + 1)
        if session.resting is not None and ruleset.of("C-28") == "dreamer_by_round":
            # P5-05, P5-06: the first dealer's seat after round 1, South's after round 2, and so on.
            after = _trade(after, Seat((session.first + session.round - 1) % 4))
    return after


def _trade(session: Session, seat: Seat) -> Session:
    """Whoever sits out takes `seat`; its player sits out, and nobody is skipped there any more."""
    people = list(session.people)
    out, people[seat] = people[seat], session.resting
    skipped = tuple(s for s in session.skipped if s is not seat)
    return replace(session, people=by_seat(people), resting=out, skipped=skipped)


def pivot(session: Session, seat: Seat | None = None) -> Session:
    """The optional change of neighbours after every four games: the original East, at `seat`, swaps seats with the
    player on her right and keeps the deal. Who is to be skipped is so in her new seat."""
    one = session.first if seat is None else seat
    other = one.right
    people = list(session.people)
    people[one], people[other] = people[other], people[one]
    changed = {one: other, other: one}
    skipped = tuple(changed.get(s, s) for s in session.skipped)
    return replace(session, people=by_seat(people), first=other, east=other, skipped=skipped)
