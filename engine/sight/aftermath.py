"""The state after an event that has only just been thought of."""

from dataclasses import replace

from engine.event import Corrected, Discarded, Event, GameBegun
from engine.state import State, evolve


def after(state: State, event: Event) -> State:
    """`evolve`, and a correction at once in its place: only the whole log could fold it in its order."""
    now = evolve(state, event)
    if not isinstance(event, Corrected):
        return now
    better = event.event
    if isinstance(better, GameBegun):
        return replace(evolve(State(agreed=state.agreed), better), number=now.number)
    if isinstance(better, Discarded):
        discards = tuple(replace(d, tile=better.tile) if d.number == event.number else d for d in state.discards)
        return now.with_discards(discards)
    return now
