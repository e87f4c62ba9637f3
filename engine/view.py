"""What one screen or lamp may show, built by listing what is shown, never by deleting what is secret."""

from dataclasses import dataclass
from enum import Enum

from engine.charleston import Stage
from engine.faults import Cause
from engine.state import Phase, State
from engine.tile import Seat, Tile, Wind, wind_of


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


_PASSING = {
    Stage.FIRST_RIGHT: Passing.RIGHT,
    Stage.FIRST_ACROSS: Passing.ACROSS,
    Stage.FIRST_LEFT: Passing.LEFT,
    Stage.SECOND_LEFT: Passing.LEFT,
    Stage.SECOND_ACROSS: Passing.ACROSS,
    Stage.SECOND_RIGHT: Passing.RIGHT,
    Stage.COURTESY: Passing.COURTESY,
}


def passing(state: State) -> Passing | None:
    """Which way tiles are passed now; None while no pass is on."""
    if state.phase is not Phase.CHARLESTON or state.charleston is None:
        return None
    return _PASSING.get(state.charleston.stage)


def light_view(state: State) -> LightView:
    """What the indicator may know of `state`; the rest is what the table around it knows (no rule reads a clock)."""
    return LightView(
        phase=state.phase,
        east=state.east,
        turn=state.turn if state.phase is Phase.PLAY else None,
        window=state.callable,
        calls=tuple(c.seat for c in state.calls),
        held_by=state.held_by,
        dead=tuple(s for s in state.players if not state.takes_turns(s)),
        winner=state.winner,
        wall_game=state.phase is Phase.OVER and state.winner is None and state.abandoned is None,
        passing=passing(state),
    )


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What everybody may see of one player: `concealed` is a count, never tiles. `wind` is None until East is known.

    `exposures` are tiles from their owner's left. `must_discard`: holds fourteen. `dead`: what of, and `plays_on` where
    it only cannot win any more (C-19, C-20). `passed`: has put tiles out for the present pass.
    `inferred` of her draws were neither seen nor said.
    """

    seat: Seat
    playing: bool
    wind: Wind | None
    exposures: tuple[tuple[Tile, ...], ...]
    concealed: int
    turn: bool
    must_discard: bool
    calling: bool
    calling_mah_jongg: bool
    holding: bool
    dead: Cause | None
    winner: bool
    passed: bool
    inferred: int = 0
    plays_on: bool = False

    @property
    def out(self) -> bool:
        """Whether her hand is dead and stops playing."""
        return self.dead is not None and not self.plays_on


@dataclass(frozen=True, slots=True)
class DiscardView:
    """A tile on the table; `seat` is None for what lay there before the game was watched; `named` a wrong name."""

    tile: Tile
    seat: Seat | None
    named: Tile | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """The public table. `players` are four, indexed by Seat; `window`: the last of `discards` may be called.

    `claimed` is the discard that who must discard has just exposed; it lies among `discards` no more. `declared` said
    Mah Jongg and has shown nothing. `shown` are the winner's fourteen once the game is won, `line` the card's line,
    `value` its points. `stage` is the Charleston's, None outside it. `abandoned` is why a game ended with nobody
    winning.
    """

    number: int
    phase: Phase
    east: Seat | None
    turn: Seat | None
    players: tuple[PlayerView, ...]
    discards: tuple[DiscardView, ...]
    wall: int
    window: bool
    held_by: Seat | None
    passing: Passing | None
    stage: Stage | None
    winner: Seat | None
    line: str | None
    value: int | None
    shown: tuple[Tile, ...]
    abandoned: Cause | None
    options: tuple[str, ...]
    paid: tuple[int, int, int, int]
    claimed: DiscardView | None = None
    declared: Seat | None = None


@dataclass(frozen=True, slots=True)
class RefereeView:
    """The referee's screen: the public table and what the assistant has noticed. No rack: a referee sees no more tiles
    than the table does."""

    table: TableView
    disputes: tuple[tuple[Seat, Seat], ...]
    false_by: tuple[Seat, ...]


def table_view(state: State) -> TableView:
    """What all may see."""
    known = state.east_known
    won, claim = state.won_by, state.claim
    return TableView(
        number=state.number,
        phase=state.phase,
        east=state.east if known else None,
        turn=state.turn if state.phase is Phase.PLAY else None,
        players=tuple(_player(state, seat) for seat in Seat),
        discards=tuple(DiscardView(d.tile, d.seat, d.named) for d in state.discards),
        wall=state.wall,
        window=state.callable,
        held_by=state.held_by,
        passing=passing(state),
        stage=state.charleston.stage if state.phase is Phase.CHARLESTON and state.charleston else None,
        winner=state.winner,
        line=state.line,
        value=won.value if won else None,
        shown=won.tiles if won else (),
        abandoned=state.abandoned,
        options=state.options,
        paid=state.paid,
        claimed=DiscardView(claim.discard.tile, claim.discard.seat) if claim is not None else None,
        declared=state.declared,
    )


def _player(state: State, seat: Seat) -> PlayerView:
    rack = state.racks[seat]
    out = state.charleston.out[seat] if state.phase is Phase.CHARLESTON and state.charleston else None
    return PlayerView(
        seat=seat,
        playing=seat in state.players,
        wind=wind_of(seat, state.east) if state.east_known else None,
        exposures=tuple(e.tiles for e in rack.exposures),
        concealed=rack.concealed,
        turn=state.phase is Phase.PLAY and state.turn is seat,
        must_discard=state.phase is Phase.PLAY and state.holder is seat,
        calling=any(c.seat is seat for c in state.calls),
        calling_mah_jongg=any(c.seat is seat and c.mah_jongg for c in state.calls),
        holding=state.held_by is seat,
        dead=rack.dead,
        winner=state.winner is seat,
        passed=out is not None,
        inferred=rack.inferred,
        plays_on=rack.plays_on,
    )


def referee_view(state: State) -> RefereeView:
    """What the referee may see."""
    return RefereeView(table_view(state), state.disputes, state.false_by)
