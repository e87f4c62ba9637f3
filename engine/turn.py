"""Whose turn it is and what it waits for, as a sum type; and what is asked about a discard while it may be had.

A turn awaits a draw, holds fourteen tiles, or has exposed a called discard. Beside each of these stands what may still
be done about a discard: a `Window` on a tile that lies on the table, or a `Contest` for one that stands on a rack
already and can be had for Mah Jongg alone. A discard out of turn changes the window, never the turn.
"""

from dataclasses import dataclass, field, replace

from engine.event import Called
from engine.tile import Seat, Tile


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile on the table and who discarded it; `seat` is None for what lay there before the game was watched.

    `named` is the wrong name it was given, None once it has its right one; `known_as` a name that is not a joker's own
    and yet right for it (R015). `out_of_turn` as in the event. `number` is the event's in the log, 0 where no single
    event tells of it.
    """

    tile: Tile
    seat: Seat | None
    named: Tile | None = None
    out_of_turn: bool = False
    number: int = field(default=0, compare=False)
    known_as: Tile | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Window:
    """Discard number `at`, from 0, may be called. `calls` are the seats that have called it, in order; `held_by` asked
    for a moment; `taken` has it on top of its rack. `waited_s`: the seconds it could be called; with `shut` the time
    that the table gives for a call is over (C-07)."""

    at: int
    calls: tuple[Called, ...] = ()
    held_by: Seat | None = None
    taken: Seat | None = None
    waited_s: int = 0
    shut: bool = False


@dataclass(frozen=True, slots=True)
class Contest:
    """`discard` stands on `keeper`'s rack, in her exposure or, with `hidden`, among the tiles of a hand that died over
    it. Another player may still have it for Mah Jongg."""

    discard: Discard
    keeper: Seat
    calls: tuple[Called, ...] = ()
    hidden: bool = False


Asked = Window | Contest | None


@dataclass(frozen=True, slots=True)
class AwaitingDraw:
    """`seat` is to draw, unless somebody has the last discard first."""

    seat: Seat
    asked: Asked = None


@dataclass(frozen=True, slots=True)
class HoldingFourteen:
    """`seat` has its tile for this turn. `drawn`: from the wall; `racked`: it is among her own. `exchanged` is the
    owner of the last joker she took this turn."""

    seat: Seat
    drawn: bool = True
    racked: bool = False
    exchanged: Seat | None = None
    asked: Asked = None


@dataclass(frozen=True, slots=True)
class Exposing:
    """`seat` has exposed `discard` and holds fourteen until its own discard: what CALL-09 and EXPO-02 need.

    `frozen`: a joker exchange has begun, so the exposure can no longer be changed. `number` is the event's in the log.
    """

    seat: Seat
    discard: Discard
    frozen: bool = False
    exchanged: Seat | None = None
    asked: Asked = None
    number: int = field(default=0, compare=False)


Turn = AwaitingDraw | HoldingFourteen | Exposing


def wanted(asked: Asked) -> bool:
    """Whether somebody has called the tile, or said Hold to think about it."""
    return asked is not None and bool(asked.calls or (isinstance(asked, Window) and asked.held_by is not None))


def with_calls(asked: Asked, calls: tuple[Called, ...]) -> Asked:
    """The same with other calls; nothing where nothing can be called."""
    return None if asked is None else replace(asked, calls=calls)


def without(asked: Asked, seat: Seat) -> Asked:
    """The same without anything that `seat` has said about the tile."""
    if asked is None:
        return None
    calls = tuple(c for c in asked.calls if c.seat is not seat)
    if isinstance(asked, Contest):
        return replace(asked, calls=calls)
    taken = None if asked.taken is seat else asked.taken
    held_by = None if asked.held_by is seat else asked.held_by
    return replace(asked, calls=calls, taken=taken, held_by=held_by)
