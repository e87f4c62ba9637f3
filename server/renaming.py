"""Somebody at the table is given another name: the one before was wrong, or she is somebody else. Only people can tell
the two apart, so they are asked.
"""

from collections.abc import Iterator
from typing import Literal

from engine.event import Corrected, Named, SatOut
from engine.faults import Cause
from engine.rules.referee import Accepted, Proposal, Refused, Source
from engine.rules.ruling import refuse
from engine.state import State
from server.log import GameLog
from server.table import Answer, Table

Who = Literal["same", "another", ""]
"""Whose the other name is; empty where nobody has said."""


def renamed(table: Table, named: Named | SatOut, source: Source, who: Who = "", after: int | None = None) -> Answer:
    """What came of naming who sits at a seat, or who sits out. Raises StoreError."""
    was = _called(table.state, named)
    if who == "same" and was and named.name and was != named.name:
        return _put_right(table, named, was, source)
    answer = table.submit(Proposal(named, source), after)
    if who == "another" and isinstance(named, Named) and isinstance(answer, Accepted):
        table.sitting.another(named.seat)
        table.tell()
    return answer


def _put_right(table: Table, named: Named | SatOut, was: str, source: Source) -> Answer:
    """She bears the name in all games of the evening, as if nobody had ever called her otherwise."""
    ruling = table.judge(Proposal(named, source))
    if isinstance(ruling, Refused):
        return ruling
    fit = next(event for event in ruling.events if isinstance(event, Named | SatOut))
    sat = [(table.state.names, table.state.resting), *(state.sat for _, state in table.played)]
    others = (name for names, fifth in sat for name in (*names, fifth) if name != was)
    if fit.name.casefold() in (name.casefold() for name in others):
        seat = fit.seat if isinstance(fit, Named) else None
        return refuse(Cause.NAME_UNFIT, seat, "Somebody was called that this evening: add a letter to it.")
    with table.sitting.same():
        for game, _ in table.played:
            better = tuple(_better(table.log_of(game), was, fit.name))
            if better:
                table.amend(game, Accepted(better))
        return ruling if _called(table.state, named) != was else table.submit(Proposal(fit, source))


def _called(state: State, named: Named | SatOut) -> str:
    return state.names[named.seat] if isinstance(named, Named) else state.resting


def _better(log: GameLog, was: str, name: str) -> Iterator[Corrected]:
    """What puts that name right wherever it stands in a game's log."""
    for number, event in log.standing_after(0):
        match event:
            case Named(seat, called) if called == was:
                yield Corrected(number, Named(seat, name))
            case SatOut(called) if called == was:
                yield Corrected(number, SatOut(name))
            case _:
                pass
