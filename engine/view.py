"""What one screen or lamp may show, built by listing what is shown, never by deleting what is secret."""

from dataclasses import dataclass
from enum import Enum

from engine.state import Phase
from engine.tile import Seat, Wind


class Passing(Enum):
    """Which way a Charleston pass goes, seen from the passer."""

    RIGHT = "right"
    ACROSS = "across"
    LEFT = "left"
    COURTESY = "courtesy"


@dataclass(frozen=True, slots=True)
class LightView:
    """All that the wind indicator may know; nothing of any rack. `window_left` is the part of the call window that is
    still open, 1.0 just opened to 0.0 closed, None where it is not timed."""

    phase: Phase
    east: Seat
    turn: Seat | None = None
    round_wind: Wind | None = None
    window: bool = False
    window_left: float | None = None
    calls: tuple[Seat, ...] = ()
    held_by: Seat | None = None
    dead: tuple[Seat, ...] = ()
    alert: bool = False
    winner: Seat | None = None
    wall_game: bool = False
    passing: Passing | None = None
    paused: bool = False
    camera_lost: bool = False
    night: bool = False
