"""The table as it stands, and how one event changes it. `evolve` never refuses; `replay(log)` is the state."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from typing import assert_never

from engine.event import (
    Called,
    CallRetracted,
    Corrected,
    Discarded,
    Drawn,
    Event,
    Exposed,
    ExposureChanged,
    GameBegun,
    HandDied,
    JokerExchanged,
    MahJongg,
    Racked,
    Resynced,
    Retracted,
    WallGame,
)
from engine.tile import Seat, Tile


class Phase(Enum):
    """What the table is doing."""

    SETUP = "setup"
    CHARLESTON = "charleston"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Exposure:
    """A group on top of a rack, in the order it stands from its owner's left."""

    tiles: tuple[Tile, ...]

    @property
    def natural(self) -> Tile | None:
        """The tile its jokers stand for; None for a group of jokers alone (JOK-05)."""
        return next((t for t in self.tiles if t is not Tile.JOKER), None)

    @property
    def jokers(self) -> int:
        return self.tiles.count(Tile.JOKER)


@dataclass(frozen=True, slots=True)
class Rack:
    """`concealed` counts the tiles only their owner sees; `dead` is the cause's name, None while alive."""

    exposures: tuple[Exposure, ...] = ()
    concealed: int = 13
    dead: str | None = None

    @property
    def count(self) -> int:
        return self.concealed + sum(len(e.tiles) for e in self.exposures)


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile on the table and who discarded it; `seat` is None for what lay there before the game was watched."""

    tile: Tile
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class State:
    """`number` is the last event's number, counted from 1; `holder` is the seat that has fourteen and must discard.

    `window` is true while the last discard may be called; `calls` are the seats that have called it, in order.
    `racks` are four, indexed by Seat.
    """

    number: int = 0
    phase: Phase = Phase.SETUP
    east: Seat = Seat.P1
    players: tuple[Seat, ...] = tuple(Seat)
    turn: Seat = Seat.P1
    holder: Seat | None = None
    racks: tuple[Rack, ...] = (Rack(), Rack(), Rack(), Rack())
    discards: tuple[Discard, ...] = ()
    wall: int = 99
    window: bool = False
    calls: tuple[Called, ...] = ()
    winner: Seat | None = None
    line: str | None = None

    def with_rack(self, seat: Seat, rack: Rack) -> "State":
        racks = (*self.racks[:seat], rack, *self.racks[seat + 1 :])
        return replace(self, racks=racks)

    def next_player(self, seat: Seat) -> Seat:
        """Who plays after `seat`: the next to the right who is in the game and not dead."""
        after = seat.right
        while after is not seat and (after not in self.players or self.racks[after].dead):
            after = after.right
        return after


def evolve(state: State, event: Event) -> State:
    """The state after one more event."""
    return _apply(replace(state, number=state.number + 1), event)


def _apply(state: State, event: Event) -> State:
    match event:
        case GameBegun():
            return _begin(state, event)
        case Drawn(seat, _):
            return _draw(state, seat)
        case Racked(_):
            return replace(state, window=False, calls=())
        case Discarded(seat, tile, _):
            return _discard(state, seat, tile)
        case Called():
            return replace(state, calls=(*state.calls, event))
        case CallRetracted(seat):
            return replace(state, calls=tuple(c for c in state.calls if c.seat is not seat))
        case Exposed(seat, _, _, tiles):
            return _expose(state, seat, tiles)
        case ExposureChanged(seat, group, tiles):
            return _change(state, seat, group, tiles)
        case JokerExchanged(seat, owner, group, tile):
            return _exchange(state, seat, owner, group, tile)
        case MahJongg(seat, _, line, source):
            return _win(state, seat, line, source)
        case HandDied(seat, cause):
            return state.with_rack(seat, replace(state.racks[seat], dead=cause))
        case WallGame():
            return replace(state, phase=Phase.OVER, window=False, calls=(), holder=None)
        case Retracted(_) | Corrected(_, _):
            return state  # these rewrite the log, and only `replay` sees the log
        case Resynced():
            return _resync(state, event)
        case _:
            assert_never(event)


def _begin(state: State, event: GameBegun) -> State:
    racks = tuple(
        Rack(tuple(Exposure(g) for g in groups), held)
        for groups, held in zip(event.exposures, event.concealed, strict=True)
    )
    fresh = State(
        number=state.number,
        phase=Phase.PLAY,
        east=event.east,
        players=event.players,
        turn=event.east,
        holder=event.east if not event.discards else None,
        discards=tuple(Discard(t, None) for t in event.discards),
        wall=event.wall,
    )
    return replace(fresh, racks=racks)


def _draw(state: State, seat: Seat) -> State:
    rack = state.racks[seat]
    drawn = replace(state, turn=seat, holder=seat, wall=max(0, state.wall - 1))
    return drawn.with_rack(seat, replace(rack, concealed=rack.concealed + 1))


def _discard(state: State, seat: Seat, tile: Tile) -> State:
    rack = state.racks[seat]
    left = state.with_rack(seat, replace(rack, concealed=max(0, rack.concealed - 1)))
    return replace(
        left,
        discards=(*state.discards, Discard(tile, seat)),
        turn=state.next_player(seat),
        holder=None,
        window=True,
        calls=(),
    )


def _expose(state: State, seat: Seat, tiles: tuple[Tile, ...]) -> State:
    rack = state.racks[seat]
    held = max(0, rack.concealed - (len(tiles) - 1))
    shown = state.with_rack(seat, replace(rack, exposures=(*rack.exposures, Exposure(tiles)), concealed=held))
    return replace(shown, discards=state.discards[:-1], turn=seat, holder=seat, window=False, calls=())


def _change(state: State, seat: Seat, group: int, tiles: tuple[Tile, ...]) -> State:
    rack = state.racks[seat]
    held = max(0, rack.concealed - (len(tiles) - len(rack.exposures[group].tiles)))
    groups = (*rack.exposures[:group], Exposure(tiles), *rack.exposures[group + 1 :])
    return state.with_rack(seat, replace(rack, exposures=groups, concealed=held))


def _exchange(state: State, seat: Seat | None, owner: Seat, group: int, tile: Tile) -> State:
    rack = state.racks[owner]
    tiles = list(rack.exposures[group].tiles)
    tiles[tiles.index(Tile.JOKER)] = tile
    groups = (*rack.exposures[:group], Exposure(tuple(tiles)), *rack.exposures[group + 1 :])
    swapped = state.with_rack(owner, replace(rack, exposures=groups))
    return swapped if seat is None else replace(swapped, turn=seat, window=False, calls=())


def _win(state: State, seat: Seat, line: str | None, source: Seat | None) -> State:
    discards = state.discards if source is None else state.discards[:-1]
    return replace(
        state, phase=Phase.OVER, winner=seat, line=line, discards=discards, window=False, calls=(), holder=None
    )


def _resync(state: State, event: Resynced) -> State:
    racks = tuple(
        Rack(tuple(Exposure(g) for g in groups), held, old.dead)
        for groups, held, old in zip(event.exposures, event.concealed, state.racks, strict=True)
    )
    holder = event.turn if racks[event.turn].count == 14 else None
    last = state.discards[-1] if state.discards else None
    return replace(
        state,
        phase=Phase.PLAY,
        discards=tuple(Discard(t, last.seat if last and last.tile is t else None) for t in event.discards),
        turn=event.turn,
        holder=holder,
        window=False,
        calls=(),
        winner=None,
        racks=racks,
    )


def replay(events: Iterable[Event], start: State | None = None) -> State:
    """The state after a whole log: without what was retracted, with what was corrected in its place. The state's
    number is the log's."""
    log = list(events)
    gone = {e.number for e in log if isinstance(e, Retracted)}
    better = {e.number: e.event for e in log if isinstance(e, Corrected)}
    first = State() if start is None else start

    def step(state: State, numbered: tuple[int, Event]) -> State:
        number, event = numbered
        before = replace(state, number=number - 1)
        return replace(state, number=number) if number in gone else evolve(before, better.get(number, event))

    return reduce(step, enumerate(log, first.number + 1), first)
