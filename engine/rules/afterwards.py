"""An end that nobody saw, told afterwards: the players say who won, from whom, and with which line of the card."""

from engine.event import MahJongg, Retracted, WallGame
from engine.faults import Cause
from engine.rules.ruling import Accepted, Rules, Ruling, refuse
from engine.rules.winning import by_line
from engine.state import State

ToldEnd = MahJongg | WallGame


def told_end(state: State, event: ToldEnd, rules: Rules) -> Ruling:
    """`state` is the game as it was last seen. Whose turn it was then tells nothing of how it ended, so only what must
    be true of any end is asked: who won was playing, and her exposures fit the line that she won with."""
    if isinstance(event, WallGame):
        return Accepted((event,))
    seat, source = event.seat, event.source
    if seat not in state.players or state.racks[seat].dead:
        return refuse(Cause.NOT_A_WIN, seat, f"{seat.name} was not playing for a win any more.")
    if source is not None and (source is seat or source not in state.players):
        return refuse(Cause.OWN_DISCARD, seat, f"{seat.name} won by her own draw, or by the discard of another player.")
    return by_line(state, event, rules)


def taken_up(number: int, ruling: Accepted) -> tuple[Retracted | ToldEnd, ...]:
    """What is written where event `number` said that nobody saw the end: what was told takes its place."""
    told = tuple(e for e in ruling.events if isinstance(e, MahJongg | WallGame))
    return (Retracted(number), *told)
