"""What is told of an end afterwards: of one that nobody saw the players say who won, from whom, and with which line of
the card; of a win that was misread, what it was."""

from collections.abc import Sequence
from dataclasses import replace

from engine.event import Corrected, Event, MahJongg, Retracted, WallGame
from engine.faults import Cause
from engine.rules.ruling import Accepted, Refused, Rules, Ruling, Source, refuse
from engine.rules.winning import by_line, mah_jongg
from engine.state import State, evolve, standing

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


def win_put_right(log: Sequence[Event], told: Corrected, rules: Rules, start: State | None = None) -> Ruling | None:
    """A win that was misread in `log` is told as briefly as any: line, value and the rest are what they would have been
    then, and a discarder whom nobody names is the one of before. None where no win is put in an event's place."""
    state, better = start or State(), told.event
    if not isinstance(better, MahJongg) or not 0 < told.number - state.number <= len(log):
        return None
    for number, event in standing(log, state.number):
        if number == told.number:
            was = event
            break
        state = state if event is None else evolve(replace(state, number=number - 1), event)
    if isinstance(was, MahJongg) and better.source is None and was.source is not better.seat:
        better = replace(better, source=was.source)
    ruling = mah_jongg(state, better, rules, Source.CAMERA if better.tiles else Source.REFEREE)
    if isinstance(ruling, Refused):
        return ruling
    return Accepted((replace(told, event=ruling.events[-1]),))
