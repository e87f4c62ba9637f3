"""Ends that nobody saw, or that were written down wrong: which games of this evening have one, what the players said of
it, and that taken back. The log of the game tells all of it: that nobody saw the end is undone, and what was told
stands behind it; an end that was wrong is put right in its place. And the game that has no end yet, because everybody
went home in the midst of it.
"""

from collections.abc import Iterator
from dataclasses import replace

from engine.event import Announced, Corrected, Event, GameAbandoned, MahJongg, Retracted, WallGame
from engine.faults import Cause
from engine.rules.afterwards import ToldEnd, taken_up, told_end
from engine.rules.ruling import Accepted, Refused, Rules, Source, refuse
from engine.state import Phase, State, replay
from server.evening import rested, unseen
from server.log import GameLog
from server.table import Table

_SETTLED = "Somebody has said how that game ended, or it is still played."
_NO_END = (Cause.PUT_AWAY, Cause.REDEALT_BY_ALL)  # the game was not played to its end: nothing can be said of one


def unseen_at(log: GameLog) -> int | None:
    """The number of the event that says that nobody saw the end, where that stands."""
    return next((e.number for e in log if _unseen(e.event) and e.number not in log.gone), None)


def ended_at(log: GameLog) -> int | None:
    """The number of the event by which the game ended, where it can be said how it really ended."""
    ends = [(n, x) for n, x in log.standing_after(0) if isinstance(x, MahJongg | WallGame | GameAbandoned)]
    number, event = ends[-1] if ends else (None, None)
    return None if isinstance(event, GameAbandoned) and (event.replayed or event.cause in _NO_END) else number


def put_right_at(log: GameLog) -> tuple[int, ...]:
    """Where the players put an end right: the numbers of what they said in one go, newest first; else nothing."""
    gone = log.gone
    said = (x for x in reversed(log.entries) if x.source is Source.REFEREE and x.number not in gone)
    found = next((x for x in said if isinstance(x.event, Corrected) and _ends(x.event.event)), None)
    if found is None:
        return ()
    return tuple(x.number for x in reversed(log.entries) if x.at == found.at and x.number not in gone)


def told_at(log: GameLog) -> tuple[int, int] | None:
    """Where the players said how it ended: the numbers of what they told and of what took the unseen end away."""
    gone = log.gone
    for entry in log:
        event = entry.event
        if isinstance(event, Retracted) and entry.number not in gone and _unseen(log.entries[event.number - 1].event):
            told = next((n for n, e in log.standing_after(entry.number) if isinstance(e, MahJongg | WallGame)), None)
            if told is not None:
                return told, entry.number
    return None


def before_its_end(log: GameLog) -> State:
    """The game as it was last seen, without what is known of its end."""
    at = ended_at(log)
    events = [e.event for e in log]
    return replay(events if at is None else [*events, Retracted(at)])


def telling(log: GameLog, event: ToldEnd, rules: Rules) -> Accepted | Refused:
    """The events that say how the game ended, or why they cannot."""
    at = ended_at(log)
    if at is None or not can_be_told(log):
        return refuse(Cause.NOT_NOW, None, _SETTLED)
    was = log.standing(at)
    ruling = told_end(before_its_end(log), _as_it_was(event, was), rules)
    if isinstance(ruling, Refused):
        return ruling
    if _unseen(was):
        return Accepted(taken_up(at, ruling))
    announced = (n for n, x in log.standing_after(at) if isinstance(x, Announced))  # of the end that was wrong
    return Accepted((*(Retracted(n) for n in announced), Corrected(at, ruling.events[-1])))


def can_be_told(log: GameLog) -> bool:
    """Whether it may be said how the game ended: nobody has said so yet, or that was taken back."""
    return ended_at(log) is not None and told_at(log) is None and not put_right_at(log)


def _as_it_was(told: ToldEnd, was: Event) -> ToldEnd:
    """What nobody is asked about a win that is put right stays, where she won with the same tile."""
    if isinstance(told, MahJongg) and isinstance(was, MahJongg) and (told.seat, told.source) == (was.seat, was.source):
        return replace(told, exchanged=was.exchanged, misnamed=was.misnamed)
    return told


def taking_back(log: GameLog) -> Accepted | Refused:
    """The events by which nobody knows again how the game ended, or by which it ended as it was first written down."""
    if put_right := put_right_at(log):
        return Accepted(tuple(Retracted(number) for number in put_right))
    found = told_at(log)
    if found is None:
        return refuse(Cause.NOT_NOW, None, _SETTLED)
    told, taken = found
    return Accepted((Retracted(told), Retracted(taken)))


def unseen_game(table: Table) -> int | None:
    """The latest game of this evening that ended and nobody saw how."""
    return next((game for game, state in reversed(table.played) if unseen(state)), None)


def told_ends(table: Table) -> frozenset[int]:
    """The games of this evening of which the players said how they ended."""
    logs = _logs(table)
    return frozenset(game for game, log in logs if told_at(log) is not None or put_right_at(log))


def seen_ends(table: Table) -> frozenset[int]:
    """The games of this evening whose end was seen, so that it can be put right."""
    return frozenset(game for game, log in _logs(table) if can_be_told(log) and unseen_at(log) is None)


def _logs(table: Table) -> Iterator[tuple[int, GameLog]]:
    return ((game, table.log_of(game)) for game, _ in table.played)


def left_at(table: Table) -> float | None:
    """When the game on the table was last played, where that was on another evening; None where it is tonight's."""
    played = None if table.state.phase is Phase.OVER else table.log_of(table.game).played
    return played[1] if played is not None and rested(played[1], table.now) else None


def _ends(event: object) -> bool:
    return isinstance(event, MahJongg | WallGame)


def _unseen(event: object) -> bool:
    return isinstance(event, GameAbandoned) and event.cause is Cause.END_UNSEEN
