"""Ends that nobody saw: which games of this evening have one, what the players said of it, and that taken back. The log
of the game tells all of it: that nobody saw the end is undone, and what was told stands behind it. And the game that
has no end yet, because everybody went home in the midst of it.
"""

from engine.event import GameAbandoned, MahJongg, Retracted, WallGame
from engine.faults import Cause
from engine.rules.afterwards import ToldEnd, taken_up, told_end
from engine.rules.ruling import Accepted, Refused, Rules, refuse
from engine.state import Phase, State, replay
from server.evening import rested, unseen
from server.log import GameLog
from server.table import Table

_SETTLED = "Somebody has said how that game ended, or it is still played."


def unseen_at(log: GameLog) -> int | None:
    """The number of the event that says that nobody saw the end, where that stands."""
    return next((e.number for e in log if _unseen(e.event) and e.number not in log.gone), None)


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
    """The game as it was last seen."""
    at = unseen_at(log)
    events = [e.event for e in log]
    return replay(events if at is None else [*events, Retracted(at)])


def telling(log: GameLog, event: ToldEnd, rules: Rules) -> Accepted | Refused:
    """The events that say how the game ended, or why they cannot."""
    at = unseen_at(log)
    if at is None:
        return refuse(Cause.NOT_NOW, None, _SETTLED)
    ruling = told_end(before_its_end(log), event, rules)
    return ruling if isinstance(ruling, Refused) else Accepted(taken_up(at, ruling))


def taking_back(log: GameLog) -> Accepted | Refused:
    """The events by which nobody knows again how the game ended."""
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
    return frozenset(game for game, _ in table.played if told_at(table.log_of(game)) is not None)


def left_at(table: Table) -> float | None:
    """When the game on the table was last played, where that was on another evening; None where it is tonight's."""
    played = None if table.state.phase is Phase.OVER else table.log_of(table.game).played
    return played[1] if played is not None and rested(played[1], table.now) else None


def _unseen(event: object) -> bool:
    return isinstance(event, GameAbandoned) and event.cause is Cause.END_UNSEEN
