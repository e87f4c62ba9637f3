"""The fifth player at a table of five: what she may bet, where the rules let her bet (P5-08, WIND-05)."""

from engine.state import State
from engine.tile import Seat
from server.acts import Act, allowed
from server.people import people_of
from server.table import Table


def bets(table: Table) -> tuple[Act, ...]:
    """The bets that may be placed now, and the one that may be called off."""
    if table.rules_in_force.ruleset.of("C-28") != "bettor":
        return ()
    who = people_of(table.state)
    acts = (
        *(Act(f"bet on {seat.name}", f"{who.bettor} bets on {who.of(seat)}") for seat in Seat),
        Act("bet on the wall game", f"{who.bettor} bets on a wall game"),
        Act("bet cancelled", "The bet is off", note="Who bets has spoken, or pointed"),
    )
    return tuple(act for act in acts if allowed(table, act.text) and not _stands(table.state, act))


def _stands(state: State, act: Act) -> bool:
    """Whether this very bet has been placed."""
    bet = f"bet on {state.bet.name}" if state.bet is not None else ""
    return act.text == ("bet on the wall game" if state.agreed.bet_on_wall else bet)
