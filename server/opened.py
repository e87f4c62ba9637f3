"""What a game's log begins with: the rules chosen for it, and who sits and plays where, as the last one left it."""

from engine.event import Event, Named, Pivoted, PlayersChosen, RulesChosen, SatOut
from engine.state import State
from engine.tile import Seat
from server.kinds import AROUND


def with_rules(events: tuple[Event, ...], chosen: tuple[str, ...]) -> tuple[Event, ...]:
    """The first events of a game that has not begun, with the options in which its rules differ from the League's."""
    first = next((e for e in events if not isinstance(e, AROUND)), None)
    if first is None or not chosen or isinstance(first, RulesChosen):
        return events
    return (RulesChosen(chosen), *events)


def with_people(events: tuple[Event, ...], state: State) -> tuple[Event, ...]:
    """The first events of a log, with who is there already; `state` is that of the game before its first event."""
    said = {e.seat for e in events if isinstance(e, Named)}
    names, fifth = state.names, state.resting
    people: tuple[Event, ...] = tuple(Named(seat, names[seat]) for seat in Seat if names[seat] and seat not in said)
    people += (SatOut(fifth),) if fifth else ()
    if len(state.players) < len(Seat) and not any(isinstance(e, PlayersChosen) for e in events):
        people += (PlayersChosen(state.players),)
    trades = any(isinstance(e, SatOut | Pivoted) for e in events)  # with who is there already
    return (*people, *events) if trades else (*events, *people)
