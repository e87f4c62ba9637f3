"""What a finished game pays, or scores in a tournament: `engine.rules.scoring` read off its state."""

from collections import Counter
from collections.abc import Iterable

from engine.event import Event, MahJongg, Paid
from engine.faults import Cause
from engine.rules.ruleset import LEAGUE, RuleSet
from engine.rules.scoring import (
    Bet,
    Points,
    Share,
    bettor,
    dispute,
    in_tournament,
    payments,
    shares,
    tournament,
    tournament_wall,
    wall_bettor,
)
from engine.state import HAND_SIZE, Phase, State
from engine.tile import Seat, by_seat

CHALLENGE = "challenge"  # what is paid for it: whoever was wrong about one pays the other


def settled(state: State, ruleset: RuleSet = LEAGUE) -> Points:
    """What a finished game pays in all, what was paid during it included. Zeros for a wall game, for a win without a
    card, whose value nobody knows, and for a game that was put away. In a tournament what it scores (`scored`)."""
    if state.abandoned is Cause.PUT_AWAY:
        return 0, 0, 0, 0
    won, paid = state.won_by, state.paid
    if in_tournament(ruleset):
        points = scored(state)
    elif won is None or won.value is None:
        return paid
    else:
        out_of_turn = won.source is not None and state.won_out_of_turn
        points = payments(won, out_of_turn, state.players, ruleset)
    return by_seat(points[seat] + paid[seat] for seat in Seat)


def explained(state: State, ruleset: RuleSet = LEAGUE) -> tuple[Share, ...]:
    """What each player pays the winner of a finished game, and why; nothing where nobody won, nobody knows what, or it
    was a tournament's."""
    won = state.won_by
    if won is None or won.value is None or in_tournament(ruleset):
        return ()
    out_of_turn = won.source is not None and state.won_out_of_turn
    return shares(payments(won, out_of_turn, state.players, ruleset), won, out_of_turn, ruleset)


def unsettled(state: State, events: Iterable[Event]) -> tuple[tuple[Seat, Seat], ...]:
    """The challenges that were disagreed with and that nobody has paid for (R085): challenger and challenged. `events`
    are what holds of the game's log."""
    paid = Counter(e.points for e in events if isinstance(e, Paid) and e.why == CHALLENGE)
    left = []
    for one, other in state.disputes:
        done = next((points for points in (dispute(one, other), dispute(other, one)) if paid[points]), None)
        if done is None:
            left.append((one, other))
        else:
            paid[done] -= 1
    return tuple(left)


def bet_settled(state: State, points: Points, won: MahJongg | None, ruleset: RuleSet = LEAGUE) -> Bet:
    """What the fifth player's bet makes of `points`, which the game paid in all, for `won` among the rest. The bet is
    about the win alone: what was paid during the game, for an error or a dispute, stays between those who paid it. A
    game that ended without a winner and without a wall game settles no bet."""
    during = state.paid if won is state.won_by and not in_tournament(ruleset) else (0, 0, 0, 0)
    for_it = by_seat(points[seat] - during[seat] for seat in Seat)
    if not state.agreed.bet_on_wall:
        bet = bettor(for_it, won, state.bet, ruleset)
    elif won is None and state.abandoned is not None:
        bet = bettor(for_it, None, None, ruleset)
    else:
        bet = wall_bettor(for_it, won.seat if won is not None else None, state.players, ruleset)
    return Bet(bet.bettor, by_seat(bet.players[seat] + during[seat] for seat in Seat))


def scored(state: State) -> Points:
    """What a tournament writes down for a finished game, what was paid during it aside. Zeros where nobody won and the
    wall was not used up either, and for a win without a card, whose value nobody knows."""
    won = state.won_by
    if won is None:
        used_up = state.phase is Phase.OVER and state.abandoned is None
        return tournament_wall(state.alive) if used_up else (0, 0, 0, 0)
    if won.value is None:
        return 0, 0, 0, 0
    return tournament(won.value, won.seat, won.source, won.jokerless, exposures=thrown_to(state, won))


def thrown_to(state: State, won: MahJongg) -> int:
    """How many exposures the winner showed when the winning tile was thrown: one that she made with it came after."""
    rack = state.racks[won.seat]
    with_it = won.source is not None and rack.count == HAND_SIZE
    return len(rack.exposures) - with_it
