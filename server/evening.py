"""What the games of one evening make of the next: who is East, which round it is; `engine.rules.rotation` decides."""

from dataclasses import replace

from engine.faults import Cause
from engine.rules.referee import rules_of
from engine.rules.rotation import Session, how_ended, next_game
from engine.rules.ruleset import RuleSet
from engine.state import Phase, State
from engine.tile import Seat, Wind

BREAK_S = 6 * 3600.0  # after a longer rest it is another evening, and somebody rolls for East again


def has_rounds(rules: RuleSet) -> bool:
    """Rounds go with the rules by which East stays after a wall game (ROT-03, ROT-04); League practice has none."""
    return rules.of("C-25") == "stay"


def round_wind(session: Session | None, rules: RuleSet) -> Wind | None:
    """The wind of the present round; None where the rules have no rounds."""
    if not has_rounds(rules):
        return None
    return session.wind if session is not None else Wind.EAST


def after_game(session: Session | None, over: State) -> Session | None:
    """The session as the game after `over` begins, None before the evening's first. A game that was put away unfinished
    counts for nothing. Who really was East counts, whoever should have been: a table cannot be un-moved.
    """
    if over.phase is not Phase.OVER or not over.east_known:
        return session
    first, second, third, fourth = (seat.name if seat in over.players else None for seat in Seat)
    before = Session(first=over.east) if session is None else session
    if over.agreed.pivoted is not None:
        before = replace(before, first=over.agreed.pivoted.right)
    before = replace(before, people=(first, second, third, fourth), east=over.east)
    return next_game(before, how_ended(over), rules_of(over).ruleset)


def unseen(state: State) -> bool:
    """Whether a finished game ended and nobody saw how."""
    return state.phase is Phase.OVER and state.abandoned is Cause.END_UNSEEN
