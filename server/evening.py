"""What the games of one evening make of the next: who is East, which round it is; `engine.rules.rotation` decides."""

from dataclasses import replace

from engine.faults import Cause
from engine.layers import unbegun
from engine.rules.referee import rules_of
from engine.rules.rotation import Session, how_ended, next_game, pivot
from engine.rules.ruleset import RuleSet
from engine.state import Phase, State
from engine.tile import Seat, Wind

BREAK_S = 6 * 3600.0  # after a longer rest it is another evening, and somebody rolls for East again


def rested(until: float, at: float) -> bool:
    """Whether it is another evening `at` that time, where it was last played `until` that; a clock that stands far
    before the log has been set anew since."""
    return abs(at - until) > BREAK_S


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
    counts for nothing. Who really was East counts, a table cannot be un-moved; unless it has been said who should have
    been: then she is East next, and who dealt by mistake is skipped when her deal comes (R126).
    """
    if over.phase is not Phase.OVER or not over.east_known:
        return session
    called = over.names if over.resting else tuple(seat.name for seat in Seat)
    first, second, third, fourth = (called[seat] if seat in over.players else None for seat in Seat)
    east = over.east if over.agreed.due is None else over.agreed.due
    before = Session(first=east) if session is None else session
    if over.agreed.pivoted is not None:
        before = pivot(before, over.agreed.pivoted)
    people = (first, second, third, fourth)
    before = replace(before, people=people, east=east, resting=over.resting or None)
    return next_game(before, how_ended(over), rules_of(over).ruleset, wrong_east=over.east)


def next_seats(session: Session | None, now: State) -> State:
    """The state in which the next game begins: who sits where in it, and who sits out. `session` is what `after_game`
    made of `now`. Five change seats as C-28 has it; four stay where they sit."""
    if not now.resting or session is None or now.phase is not Phase.OVER:
        return unbegun(now.names, now.resting, now.players)
    first, second, third, fourth = (session.people[seat] or now.names[seat] for seat in Seat)
    return unbegun((first, second, third, fourth), session.resting or "")


def comes_in(now: State, after: State) -> str:
    """`Eve comes in for Ann`, who sits out the game after this; empty where five do not change seats. `after` is what
    `next_seats` made of `now`."""
    changed = [seat for seat in Seat if after.names[seat] != now.names[seat]]
    return f"{after.names[changed[0]]} comes in for {now.names[changed[0]]}" if changed else ""


def unseen(state: State) -> bool:
    """Whether a finished game ended and nobody saw how."""
    return state.phase is Phase.OVER and state.abandoned is Cause.END_UNSEEN
