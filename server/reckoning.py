"""What the games of an evening come to: a row a game, everybody's balance, and who pays whom at the end.

People are told apart by where they sit; who bets from the fifth seat is `Bettor`. Whole points throughout.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.ledger import Ledger, Transfer, money, settle_up, sticks
from engine.referee import rules_of
from engine.rotation import Ended, how_ended
from engine.scoring import bettor, settled
from engine.state import Phase, State
from engine.tile import Seat

BETTOR = "Bettor"
_ENDED = {
    Ended.WALL_GAME: "Wall game",
    Ended.NO_WINNER: "Nobody wins",
    Ended.REPLAYED: "Dealt again",
}


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: its number, how it ended in words, and what each person's balance moved by."""

    game: int
    says: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The evening so far. `names` are in the order of every row's points."""

    names: tuple[str, ...]
    games: tuple[Played, ...]
    ledger: Ledger

    @property
    def balances(self) -> tuple[int, ...]:
        return tuple(self.ledger.balance(name) for name in self.names)

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Who pays whom to bring everybody to zero; nothing while a pot stands that somebody has to win first."""
        return () if self.ledger.pot else settle_up(self.ledger)


def reckon(ended: Sequence[tuple[int, State]]) -> Reckoning:
    """The finished games of an evening, each with its number, in the order in which they were played."""
    bets = any(rules_of(state).ruleset.of("C-28") == "bettor" for _, state in ended)
    names = (*(seat.name for seat in Seat), *([BETTOR] if bets else []))
    reckoning = Reckoning(names, (), Ledger.of(*names))
    for game, state in ended:
        after = _booked(reckoning.ledger, state)
        points = tuple(after.balance(n) - reckoning.ledger.balance(n) for n in names)
        says = _says(state)
        if pot := after.pot - reckoning.ledger.pot:
            says += f", {pot} into the pot" if pot > 0 else ", the pot too"
        reckoning = replace(reckoning, games=(*reckoning.games, Played(game, says, points)), ledger=after)
    return reckoning


def paid(state: State) -> tuple[int, int, int, int]:
    """What has changed hands in this game so far, what its end pays included."""
    return settled(state, rules_of(state).ruleset) if state.phase is Phase.OVER else state.paid


def _booked(ledger: Ledger, state: State) -> Ledger:
    """The ledger after a finished game, and the pot with it (DRAW-03, DRAW-07)."""
    rules = rules_of(state).ruleset
    points = settled(state, rules)
    moved = {}
    if any(name == BETTOR for name, _ in ledger.balances):
        bet = bettor(points, state.winner, state.bet)
        points, moved = bet.players, {BETTOR: bet.bettor}
    after = ledger.paid({**{seat.name: points[seat] for seat in Seat}, **moved})
    amount = rules.amount("C-26")
    if how_ended(state) is Ended.WALL_GAME and amount:
        return after.into_pot(amount, [seat.name for seat in state.players])
    if state.winner is not None and after.pot:
        return after.pot_to(state.winner.name)
    return after


def _says(state: State) -> str:
    won = state.won_by
    if won is None:
        return _ENDED[how_ended(state)]
    line = f", {won.line}" if won.line else ""
    return f"{won.seat.name} wins{line}{'' if won.value is not None else ', worth nobody knows what'}"


def transfer_words(transfer: Transfer) -> str:
    """A payment in points, money and sticks.

    >>> transfer_words(Transfer("P3", "P1", 130))
    'P3 pays P1 130 points: $1.30, or 1 of 100, 1 of 25, 1 of 5'
    """
    amount = transfer.amount
    return f"{transfer.payer} pays {transfer.receiver} {amount} points: {money(amount)}, or {sticks(amount).words}"
