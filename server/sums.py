"""How a sum came, in the players' words: what a win pays, and money as it is said. Decides nothing: the amounts are
those of `engine.rules.scoring`, and the words follow them.

>>> money_words(350), money_words(5), money_words(-100), money_words(205)
('3 dollars 50', '5 cents', 'minus 1 dollar', '2 dollars 5 cents')
"""

from engine.faults import Cause
from engine.rules import settling
from engine.rules.referee import rules_of
from engine.rules.rotation import Ended, how_ended
from engine.rules.scoring import (
    JOKERLESS_BONUS,
    SELF_PICK_BONUS,
    WALL_GAME_POINTS,
    Bet,
    Points,
    in_tournament,
    twice_for_all,
)
from engine.rules.settling import settled, thrown_to
from engine.state import State
from engine.tile import Seat
from server.people import People


def win_words(state: State, who: People) -> str:
    """`30, twice for self-drawn, twice for no jokers: 120 each`. Empty where nobody has won."""
    won = state.won_by
    if won is None:
        return ""
    if won.value is None:
        return "Nobody knows what it is worth without a card."
    points = win_points(state)
    if in_tournament(rules_of(state).ruleset):
        return _score_words(state, points, who)
    why = [str(won.value)]
    if won.source is None:
        why.append(twice_for_all(won))
    if won.jokerless and not _four_times(state):
        why.append("twice for no jokers")
    return f"{', '.join(why)}: {_who_pays(state, points, who)}"


def _score_words(state: State, points: Points, who: People) -> str:
    """`25, 10 for drawing it, 20 for no jokers: Ann scores 55`, and what the throw costs."""
    won = state.won_by
    assert won is not None
    why = [str(won.value)]
    if won.source is None:
        why.append(f"{SELF_PICK_BONUS} for drawing it")
    if won.jokerless:
        why.append(f"{JOKERLESS_BONUS} for no jokers")
    said = f"{', '.join(why)}: {who.of(won.seat)} scores {points[won.seat]}"
    if won.source is None or not points[won.source]:
        return said
    return f"{said}, {who.of(won.source)} threw it to {thrown_to(state, won)} exposures and loses {-points[won.source]}"


def _wall_words(state: State, who: People) -> str:
    """What a tournament writes down after a wall game; empty where nobody pays for one either."""
    scores = in_tournament(rules_of(state).ruleset) and how_ended(state) is Ended.WALL_GAME
    return f"{WALL_GAME_POINTS} for each live hand: {who.listed(state.alive)}" if scores and state.alive else ""


def win_points(state: State) -> Points:
    """What the win alone moves, without what was paid during the game; zeros without one, or without a card."""
    all_in_all, paid = settled(state, rules_of(state).ruleset), state.paid
    first, second, third, fourth = (all_in_all[seat] - paid[seat] for seat in Seat)
    return first, second, third, fourth


def _four_times(state: State) -> bool:
    """Whether the discarder pays for all, four times what the line is worth: of that no jokers make no more."""
    won = state.won_by
    if won is None or won.source is None:
        return False
    misnamer = rules_of(state).ruleset.of("C-22") == "misnamer_pays_4x"
    return state.won_out_of_turn or (won.misnamed and misnamer)


def _who_pays(state: State, points: Points, who: People) -> str:
    won = state.won_by
    assert won is not None
    owed = {seat: -points[seat] for seat in state.players if points[seat] < 0}
    if won.source is None:
        if len(owed) == 1 and len(state.players) > 2:
            (payer,) = owed
            return f"{who.of(payer)}, whose Joker completed the hand, pays all {owed[payer]}"
        return f"{min(owed.values(), default=0)} each"
    thrower = owed.pop(won.source, 0)
    threw = f"{who.of(won.source)} threw it{_how(state)} and pays {thrower}"
    if not owed:
        return f"{threw}, the others nothing"
    rest = min(owed.values())
    others = who.listed(owed)
    return f"{threw}, {others} {'pay' if len(owed) > 1 else 'pays'} {rest}{' each' if len(owed) > 1 else ''}"


def _how(state: State) -> str:
    won = state.won_by
    if state.won_out_of_turn:
        return " out of turn"
    return " by a wrong name" if won is not None and won.misnamed else ""


def game_words(state: State, who: People) -> str:
    """What a finished game paid, spelled out: the win, what changed hands during play, and what a bet came to."""
    if state.abandoned is Cause.PUT_AWAY:
        return ""
    said = (
        [win_words(state, who)] if state.won_by is not None else [words] if (words := _wall_words(state, who)) else []
    )
    paid = [f"{who.of(seat)} {points_words(state.paid[seat])}" for seat in Seat if state.paid[seat]]
    if paid:
        said.append(f"during play {', '.join(paid)}")
    bet = bet_settled(state)
    if bet is not None and bet_stands(state, who):
        on = bet_stands(state, who)
        came = points_words(bet.bettor) if bet.bettor else "owes nothing"
        said.append(f"{who.bettor} bet on {on} and {came}")
    return "; ".join(said)


def bet_stands(state: State, who: People) -> str:
    """On whom, or on what, the fifth player's bet stands; empty where she has placed none."""
    if state.agreed.bet_on_wall:
        return "a wall game"
    return who.of(state.bet) if state.bet is not None else ""


def bet_settled(state: State) -> Bet | None:
    """What the fifth player's bet makes of a finished game's sums; None where the rules know no bets."""
    rules = rules_of(state).ruleset
    if rules.of("C-28") != "bettor":
        return None
    return settling.bet_settled(state, settled(state, rules), state.won_by, rules)


def points_words(points: int) -> str:
    """`got 25`, `paid 50`, `even`."""
    return f"got {points}" if points > 0 else f"paid {-points}" if points else "even"


def money_words(cents: int) -> str:
    """Cents as they are said."""
    whole, rest = divmod(abs(cents), 100)
    said = [f"{whole} dollar{'s' if whole != 1 else ''}"] if whole or not rest else []
    if rest:
        said.append(f"{rest}" if whole and rest >= 10 else f"{rest} cent{'s' if rest != 1 else ''}")
    return ("minus " if cents < 0 else "") + " ".join(said)
