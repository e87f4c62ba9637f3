"""The state after an event that has only just been thought of."""

from dataclasses import replace

from engine.event import Corrected, Discarded, Event, ExposureTakenBack, GameBegun, Retracted
from engine.state import State, evolve


def after(state: State, event: Event) -> State:
    """`evolve`, and a correction, or an exposure undone, at once in its place: only the whole log could fold it in its
    order."""
    claim = state.claim
    if isinstance(event, Retracted) and claim is not None and claim.number == event.number:
        return evolve(state, ExposureTakenBack(claim.seat))
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
