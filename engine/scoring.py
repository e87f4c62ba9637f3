"""Who pays whom for one game: wins, false wins, disputes, tournaments. Whole points, never fractions of a float.

Every function gives four numbers, P1 to P4, that sum to zero; negative pays. Dead hands pay like the others (PAY-10).
"""

from collections.abc import Sequence

from engine.ruleset import LEAGUE, RuleSet
from engine.state import State
from engine.tile import Seat

Points = tuple[int, int, int, int]
DISPUTE = 50  # what the one who was wrong about a challenge pays the other


def payments(
    value: int,
    winner: Seat,
    source: Seat | None = None,
    jokerless: bool = False,
    *,
    exchanged: Seat | None = None,
    misnamed: bool = False,
    out_of_turn: bool = False,
    players: Sequence[Seat] = tuple(Seat),
    ruleset: RuleSet = LEAGUE,
) -> Points:
    """What a win of `value` points moves (PAY-02 ... PAY-10).

    `source` is the discarder of the winning tile, None for a drawn one; `exchanged` the owner of the joker whose
    exchange completed the hand. `jokerless`: no jokers, in a line that earns the bonus. `misnamed`, `out_of_turn`: how
    the winning discard was made.

    >>> payments(25, Seat.P1, Seat.P3)
    (100, -25, -50, -25)
    >>> payments(25, Seat.P1, jokerless=True)
    (300, -100, -100, -100)
    """
    if value < 0:
        raise ValueError(f"a hand cannot be worth {value} points")
    each = value * (2 if jokerless else 1)
    owed = [0, 0, 0, 0]
    others = [s for s in players if s is not winner]
    if source is None:
        for seat in others:
            owed[seat] = 2 * each
        if exchanged is not None and exchanged is not winner and ruleset.of("C-16") == "exchanger_pays_all":
            owed = _all_by(exchanged, owed)
    elif out_of_turn or (misnamed and ruleset.of("C-22") == "misnamer_pays_4x"):
        owed[source] = 4 * value
    else:
        for seat in others:
            owed[seat] = each if ruleset.of("C-17") == "all_pay" else 0
        owed[source] = 2 * each
        if misnamed and ruleset.of("C-22") == "double":
            owed[source] *= 2
    return _points(winner, owed)


def _all_by(payer: Seat, owed: list[int]) -> list[int]:
    return [sum(owed) if seat is payer else 0 for seat in Seat]


def _points(winner: Seat, owed: list[int]) -> Points:
    points = [-n for n in owed]
    points[winner] += sum(owed)
    return points[0], points[1], points[2], points[3]


def fixed_penalty(value: int, offender: Seat, source: Seat | None, players: Sequence[Seat] = tuple(Seat)) -> Points:
    """What a false mah jongg pays at once where it does (C-23): `value`, the highest hand's, to the discarder and half
    of it, rounded down, to each other; or all of it to each where the tile was drawn (FALSE-04, FALSE-05)."""
    points = [0, 0, 0, 0]
    for seat in players:
        if seat is not offender:
            points[seat] = value if source is None or seat is source else value // 2
    points[offender] = -sum(points)
    return points[0], points[1], points[2], points[3]


def dispute(wrong: Seat, right: Seat, amount: int = DISPUTE) -> Points:
    """Whoever was wrong about a disputed challenge pays the other, on top of what the game pays."""
    points = [0, 0, 0, 0]
    points[right] += amount
    points[wrong] -= amount
    return points[0], points[1], points[2], points[3]


def settled(state: State, ruleset: RuleSet = LEAGUE) -> Points:
    """What a finished game pays in all, what was paid during it included. Zeros for a wall game, and for a win
    without a card, whose value nobody knows."""
    won, paid = state.won_by, state.paid
    if won is None or won.value is None:
        return paid
    out_of_turn = won.source is not None and state.won_out_of_turn
    points = payments(
        won.value,
        won.seat,
        won.source,
        won.jokerless,
        exchanged=won.exchanged,
        misnamed=won.misnamed,
        out_of_turn=out_of_turn,
        players=state.players,
        ruleset=ruleset,
    )
    return points[0] + paid[0], points[1] + paid[1], points[2] + paid[2], points[3] + paid[3]
