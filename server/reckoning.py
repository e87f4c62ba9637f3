"""What the games of an evening come to: a row a game, everybody's balance, and who pays whom at the end.

People are told apart by their names, wherever they sit, and without one by where they sit; who bets from the fifth
seat without a name is `BETTOR`. Whole points throughout.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.faults import Cause
from engine.rules.ledger import Ledger, Transfer, settle_up, sticks
from engine.rules.referee import rules_of
from engine.rules.rotation import Ended, how_ended
from engine.rules.scoring import Points, in_tournament
from engine.rules.settling import explained, settled
from engine.state import Phase, State
from engine.tile import Seat
from server.evening import unseen
from server.people import NOBODY_NAMED, People
from server.persons import NOBODY_ELSE, Same
from server.sums import bet_settled, game_words, money_words

Names = tuple[str, str, str, str]
Around = tuple[Names, str]
"""Who sits where, and the fifth, who sits out; empty where nobody does."""

BETTOR = "Bettor at the fifth seat"  # longer than any name can be
_UNNAMED: Names = (
    NOBODY_NAMED.of(Seat.P1),
    NOBODY_NAMED.of(Seat.P2),
    NOBODY_NAMED.of(Seat.P3),
    NOBODY_NAMED.of(Seat.P4),
)
_ENDED = {
    Ended.WALL_GAME: "Wall game",
    Ended.NO_WINNER: "Nobody wins",
    Ended.REPLAYED: "Dealt again",
}


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: its number, how it ended in words, what each person's balance moved by, for each who paid the
    winner how that sum comes about, and all of it in one sentence. `seats` and `bettor` are what the balances moved by
    of who sat at P1 to P4, and of who bets; `pot` is what the pot grew by. `unseen`: nobody has said yet how it ended.
    `scored`: a tournament's (C-34), so that the points are scores, which nobody pays, and the balances stay.
    """

    game: int
    says: str
    points: tuple[int, ...]
    seats: Points
    bettor: int = 0
    pot: int = 0
    why: tuple[str, ...] = ()
    sum: str = ""
    unseen: bool = False
    scored: bool = False


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The evening so far. `names` are in the order of every row's points."""

    names: tuple[str, ...]
    games: tuple[Played, ...]
    ledger: Ledger

    @property
    def balances(self) -> tuple[int, ...]:
        """What each goes home with if nobody plays on: a pot that nobody has won goes back."""
        return tuple(self._settled.balance(name) for name in self.names)

    @property
    def pot_back(self) -> tuple[int, ...]:
        """What each takes back out of the pot if nobody wins it any more; empty where none stands."""
        held = dict(self.ledger.stakes)
        return tuple(held.get(name, 0) for name in self.names) if self.ledger.pot else ()

    @property
    def scores(self) -> tuple[int, ...]:
        """What a tournament has written down for each; empty where none was played."""
        scored = any(game.scored for game in self.games)
        return tuple(self.ledger.score(name) for name in self.names) if scored else ()

    @property
    def paying(self) -> bool:
        """Whether any game was played in which the others pay the winner."""
        return not self.games or not all(game.scored for game in self.games)

    @property
    def standing(self) -> tuple[tuple[str, int], ...]:
        """Everybody's score in a tournament, the most first."""
        return tuple(sorted(zip(self.names, self.scores, strict=False), key=lambda found: -found[1]))

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Who pays whom to bring everybody to zero, once a pot that nobody has won has gone back."""
        return settle_up(self._settled)

    @property
    def _settled(self) -> Ledger:
        return self.ledger.pot_back()


def reckon(ended: Sequence[tuple[int, State]], same: Same = NOBODY_ELSE) -> Reckoning:
    """The finished games of an evening, each with its number, in the order in which they were played. `same`: names
    that are one person's."""
    seated = _seated(ended, same)
    bettors = tuple(_bettor(state, fifth) for (_, state), (_, fifth) in zip(ended, seated, strict=True))
    playing = dict.fromkeys(name for people, _ in seated for name in people) if seated else dict.fromkeys(_UNNAMED)
    fifths = (*(fifth for _, fifth in seated if fifth), *(name for name in bettors if name))
    names = tuple(dict.fromkeys((*playing, *(n for n in fifths if n != BETTOR), *(n for n in fifths if n == BETTOR))))
    reckoning = Reckoning(names, (), Ledger.of(*names))
    for (game, state), (people, _), bets in zip(ended, seated, bettors, strict=True):
        before, after = reckoning.ledger, _booked(reckoning.ledger, state, people, bets)
        scored = in_tournament(rules_of(state).ruleset)
        of = Ledger.score if scored else Ledger.balance
        moved = {n: of(after, n) - of(before, n) for n in names}
        first, second, third, fourth = (moved[name] for name in people)
        pot = after.pot - before.pot
        row = Played(
            game,
            f"{_says(state, people)}{_into_pot(pot)}",
            tuple(moved.values()),
            (first, second, third, fourth),
            moved[bets] if bets else 0,
            pot,
            _why(state, people),
            game_words(state, People(people, bets)),
            unseen(state),
            scored,
        )
        reckoning = replace(reckoning, games=(*reckoning.games, row), ledger=after)
    return reckoning


def around_table(ended: Sequence[tuple[int, State]], game: int, same: Same = NOBODY_ELSE) -> Around:
    """Who sat where in one of the finished games, by the names that the ledger knows them by. Raises KeyError."""
    return {number: around for (number, _), around in zip(ended, _seated(ended, same), strict=True)}[game]


def _seated(ended: Sequence[tuple[int, State]], same: Same) -> tuple[Around, ...]:
    return tuple(_as_one(around, same) for around in called([state.sat for _, state in ended]))


def _bettor(state: State, fifth: str) -> str:
    """Who bets from the fifth seat; empty where the rules know no bets."""
    return (fifth or BETTOR) if rules_of(state).ruleset.of("C-28") == "bettor" else ""


def _as_one(around: Around, same: Same) -> Around:
    """By the names that people are shown by; nobody is twice at one table."""
    names, fifth = around
    first, second, third, fourth = (same.get(name, name) for name in names)
    after = same.get(fifth, fifth)
    told_apart = len({first, second, third, fourth, after}) == len(names) + 1
    return ((first, second, third, fourth), after) if told_apart else around


def called(around: Sequence[Around]) -> tuple[Around, ...]:
    """Who sat where in each game, and who sat out. Who was given a name during the evening had it from the start; a
    seat without one is called by where it is."""
    found: list[Around] = []
    later = _UNNAMED
    for now, fifth in reversed(around):
        there = (*now, fifth)
        first, second, third, fourth = (_either(now[seat], there, later, seat) for seat in Seat)
        later = first, second, third, fourth
        found.append((later, fifth))
    return tuple(reversed(found))


def _either(now: str, there: Sequence[str], after: Names, seat: Seat) -> str:
    """The name `now`, or else the one that came later, unless its owner is elsewhere now."""
    return now or (after[seat] if after[seat] not in there else _UNNAMED[seat])


def paid(state: State, so_far: Reckoning) -> tuple[Points, int, int]:
    """What stands beside the names: what has changed hands in this game, once it is over all that the ledger has booked
    for it; what the bettor's came to; and what the pot grew by. `so_far` is of the evening, this game in it when it is
    over."""
    if state.phase is not Phase.OVER:
        return state.paid, 0, 0
    row = so_far.games[-1]
    return row.seats, row.bettor, row.pot


def _booked(ledger: Ledger, state: State, people: Names, bets: str) -> Ledger:
    """The ledger after a finished game, and the pot with it (DRAW-03, DRAW-07); a tournament leaves the pot alone.
    `bets` is who bets, if anybody may."""
    rules = rules_of(state).ruleset
    points = settled(state, rules)
    moved = {}
    bet = bet_settled(state)
    if bet is not None:
        points, moved = bet.players, {bets: bet.bettor}
    if in_tournament(rules):
        return ledger.written(people, points, moved)
    after = ledger.paid({**{people[seat]: points[seat] for seat in Seat}, **moved})
    amount = rules.amount("C-26")
    if how_ended(state) is Ended.WALL_GAME and amount:
        return after.into_pot(amount, [people[seat] for seat in state.players])
    if state.winner is not None and after.pot:
        return after.pot_to(people[state.winner])
    return after


def _why(state: State, people: Names) -> tuple[str, ...]:
    """`Ann pays 50: 25, twice for the discard`."""
    shares = explained(state, rules_of(state).ruleset)
    return tuple(f"{people[share.seat]} pays {share.points}: {share.ways}" for share in shares)


def _says(state: State, people: Names) -> str:
    won = state.won_by
    if won is None:
        if state.abandoned is Cause.PUT_AWAY:
            return "Put away unfinished, dealt again"
        return "Nobody saw how it ended" if unseen(state) else _ENDED[how_ended(state)]
    line = f", {won.line}" if won.line else ""
    return f"{people[won.seat]} wins{line}{'' if won.value is not None else ', worth nobody knows what'}"


def _into_pot(pot: int) -> str:
    return f", {pot} into the pot" if pot > 0 else ", the pot too" if pot else ""


def transfer_words(transfer: Transfer) -> str:
    """A payment as it is said.

    >>> transfer_words(Transfer("Rose", "Ann", 350))
    'Rose pays Ann 3 dollars 50'
    """
    return f"{_apart(transfer.payer)} pays {_apart(transfer.receiver)} {money_words(transfer.amount)}"


def _apart(name: str) -> str:
    """A name that is written from right to left, kept from drawing the number behind it to its other side."""
    leftward = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if leftward else name


def transfer_notes(transfer: Transfer) -> str:
    """The same in points and sticks.

    >>> transfer_notes(Transfer("Rose", "Ann", 130))
    '130 points, or 1 of 100, 1 of 25, 1 of 5'
    """
    return f"{transfer.amount} points, or {sticks(transfer.amount).words}"
