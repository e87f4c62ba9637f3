"""What can happen at the table: one frozen dataclass per fact, past tense, seat first. The log is a list of these.

An event says what happened, never whether it was allowed: `referee.rule` decides that before it is written, and a
table cannot be un-moved, so a log may hold acts that cost somebody the hand (`HandDied` follows them).
"""

from dataclasses import dataclass

from engine.tile import Seat, Tile


@dataclass(frozen=True, slots=True)
class GameBegun:
    """A game starts with tiles dealt (or found) at the table.

    `concealed` counts the tiles each seat holds unexposed, `wall` the undrawn ones. `players` are the seats that
    play (three or four). `exposures` and `discards` are what already lay there when the table was first seen.
    """

    east: Seat
    players: tuple[Seat, ...] = (Seat.P1, Seat.P2, Seat.P3, Seat.P4)
    concealed: tuple[int, int, int, int] = (14, 13, 13, 13)
    wall: int = 99
    exposures: tuple[tuple[tuple[Tile, ...], ...], ...] = ((), (), (), ())
    discards: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """`tile` is None where nobody but its owner saw it."""

    seat: Seat
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Racked:
    """The drawn tile was put among the seat's own; the window on the last discard closes (WOO-02)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Discarded:
    """`named` is what the discarder said, where it differs from the tile (MISN-01 ...)."""

    seat: Seat
    tile: Tile
    named: Tile | None = None


@dataclass(frozen=True, slots=True)
class Called:
    """Spoken only: nothing has been exposed yet, so the call may still be retracted (CALL-14)."""

    seat: Seat
    mah_jongg: bool = False


@dataclass(frozen=True, slots=True)
class CallRetracted:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Exposed:
    """`seat` took the last discard, `called`, made by `source`, and stood `tiles` (the called one among them)."""

    seat: Seat
    called: Tile
    source: Seat
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class ExposureChanged:
    """`seat` put its exposure number `group` right, or added to it, before discarding (EXPO-02)."""

    seat: Seat
    group: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class JokerExchanged:
    """`seat` took a joker out of `owner`'s exposure number `group` and left the natural `tile` in its place.

    `seat` is None where it could not be told who did it.
    """

    seat: Seat | None
    owner: Seat
    group: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class MahJongg:
    """`seat` showed `tiles`, all fourteen, exposures included, and the game is won.

    `line` names the card's line, None without a card; `source` is the discarder of the winning tile, None where the
    tile was drawn or won by a joker exchange.
    """

    seat: Seat
    tiles: tuple[Tile, ...]
    line: str | None = None
    source: Seat | None = None


@dataclass(frozen=True, slots=True)
class HandDied:
    """`cause` is the name of an `engine.faults.Cause`."""

    seat: Seat
    cause: str


@dataclass(frozen=True, slots=True)
class WallGame:
    """The wall is used up, the last discard was not called, nobody won (DRAW-01)."""


@dataclass(frozen=True, slots=True)
class Retracted:
    """Undo: `replay` folds the log as if event `number` had not been written."""

    number: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """A misread tile put right: `replay` folds `event` in the place of event `number`, in its old order.

    Unlike `Retracted`, what was built on the misread event (the next turn, a call of that discard) stays.
    """

    number: int
    event: "Event"


@dataclass(frozen=True, slots=True)
class Resynced:
    """The table was taken as it lies: from here on this is what is known to lie there."""

    exposures: tuple[tuple[tuple[Tile, ...], ...], ...]
    discards: tuple[Tile, ...]
    concealed: tuple[int, int, int, int]
    turn: Seat


Event = (
    GameBegun
    | Drawn
    | Racked
    | Discarded
    | Called
    | CallRetracted
    | Exposed
    | ExposureChanged
    | JokerExchanged
    | MahJongg
    | HandDied
    | WallGame
    | Retracted
    | Corrected
    | Resynced
)
