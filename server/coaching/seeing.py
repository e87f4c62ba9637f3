"""The table as one seat sees it: the position that the coach is asked about."""

from engine.charleston import BLIND, Stage
from engine.state import Phase, State
from engine.tile import Seat, Tile
from server.acts import allowed
from server.coaching.position import Asks, Position
from server.holding import HAND
from server.passing import has_done
from server.table import Table


def position_of(table: Table, seat: Seat, own: tuple[Tile, ...]) -> Position:
    """As `seat` sees it now; `own` are the tiles that she has said."""
    state = table.state
    exposures = tuple(x.tiles for x in state.racks[seat].exposures)
    asks = _asks(table, seat, len(own) + sum(map(len, exposures)))
    lacking = _lacking(state, seat, asks, len(own) + sum(map(len, exposures)))
    last = state.last_discard
    now = state.charleston
    return Position(
        seat,
        Asks.TILES if lacking else asks,
        tuple(sorted(own)),
        exposures,
        tuple(d.tile for d in state.discards),
        tuple((s, tuple(x.tiles for x in state.racks[s].exposures)) for s in Seat if s is not seat),
        lacking,
        last.tile if asks is Asks.CALL and last is not None else None,
        asks is Asks.CALL and not allowed(table, f"{seat.name} calls"),
        now is not None and now.stage in BLIND,
        state.wall,
    )


def _asks(table: Table, seat: Seat, held: int) -> Asks:
    state = table.state
    if state.phase is Phase.CHARLESTON:
        now = state.charleston
        if now is None or has_done(now, seat):
            return Asks.NOTHING
        if now.stage is Stage.VOTE:
            return Asks.SECOND
        return Asks.COURTESY if now.stage is Stage.COURTESY else Asks.PASS
    if state.phase is not Phase.PLAY or state.racks[seat].dead is not None:
        return Asks.NOTHING
    mine = state.holder is None and state.turn is seat
    if state.holder is seat or (mine and held == HAND):
        return Asks.DISCARD
    if any(allowed(table, f"{seat.name} calls{more}") for more in ("", " for mah jongg")):
        return Asks.CALL
    return Asks.DRAW if mine else Asks.NOTHING


def _lacking(state: State, seat: Seat, asks: Asks, held: int) -> int:
    """How many of her tiles are not known."""
    if state.phase in (Phase.SETUP, Phase.OVER):
        return 0 if held else HAND - 1
    due = HAND - 1
    if asks is Asks.DISCARD or (state.phase is Phase.CHARLESTON and seat is state.east):
        due = HAND
    if state.phase is Phase.CHARLESTON and state.charleston is not None and has_done(state.charleston, seat):
        due -= 3
    return max(0, due - held)
