"""Sights and observations for tests, as a camera that reads well would give them."""

from collections.abc import Iterable
from math import log

from engine.event import Event
from engine.rules.referee import Accepted, Proposal, Rules, Source, rule
from engine.sight.explanation import Explanation
from engine.sight.observation import Group, Observation, Sight
from engine.state import State, evolve
from engine.tile import Seat, Tile, read_tiles

N_LABELS = 37


def sight(tile: Tile, p: float = 0.998, *, else_: Tile | None = None, x: float = 0.0, y: float = 0.0) -> Sight:
    """A tile read as `tile` with probability `p`; what is left goes to `else_`, or is shared out evenly."""
    rest = 1.0 - p
    chances = [rest / 1000 if else_ is not None else rest / (N_LABELS - 1)] * N_LABELS
    if else_ is not None:
        chances[else_] = rest
    chances[tile] = p
    total = sum(chances)
    return Sight(tuple(log(c / total) for c in chances), x, y)


def seen(
    discards: Iterable[Tile | Sight] | str,
    exposures: dict[Seat, list[str | list[Sight]]] | None = None,
    *,
    hands: tuple[Seat, ...] = (),
    looks: int = 6,
    time_s: float = 0.0,
) -> Observation:
    """The table at rest. Tiles as codes are read well; a `Sight` stands as it is."""
    row = read_tiles(discards) if isinstance(discards, str) else tuple(discards)
    shown = exposures or {}
    p1, p2, p3, p4 = (tuple(_group(g) for g in shown.get(seat, [])) for seat in Seat)
    return Observation(time_s, tuple(_sight(t) for t in row), (p1, p2, p3, p4), (), hands, looks)


def _group(tiles: str | list[Sight]) -> Group:
    return tuple(sight(t) for t in read_tiles(tiles)) if isinstance(tiles, str) else tuple(tiles)


def _sight(tile: Tile | Sight) -> Sight:
    return tile if isinstance(tile, Sight) else sight(tile)


def as_seen(state: State, *, hands: tuple[Seat, ...] = (), looks: int = 6) -> Observation:
    """What a camera sees of `state`."""
    p1, p2, p3, p4 = (tuple(tuple(sight(t) for t in e.tiles) for e in rack.exposures) for rack in state.racks)
    return Observation(0.0, tuple(sight(d.tile) for d in state.discards), (p1, p2, p3, p4), (), hands, looks)


def after(state: State, *events: Event, rules: Rules | None = None) -> State:
    """The state after acts that the referee accepts, with what they imply."""
    for event in events:
        ruling = rule(state, Proposal(event, Source.CAMERA), rules or Rules())
        assert isinstance(ruling, Accepted), ruling
        for fact in ruling.events:
            state = evolve(state, fact)
    return state


def events(found: Explanation) -> list[Event]:
    """What is told of an explanation."""
    return [act.event for act in found.acts]
