"""The table as one seat sees it: the position that the coach is asked about."""

from engine.charleston import BLIND, Stage
from engine.coaching import known_of
from engine.state import Phase, State
from engine.tile import Seat, Tile
from server.acts import allowed
from server.coaching.position import Asks, Position
from server.holding import HAND
from server.passing import has_done
from server.table import Table


def position_of(table: Table, seat: Seat, own: tuple[Tile, ...]) -> Position | None:
    """As `seat` sees it now; `own` are the tiles that she has said. None where no card is played with."""
    rules = table.rules_in_force
    if rules.table is None:
        return None
    state = table.state
    held = len(own) + sum(len(x.tiles) for x in state.racks[seat].exposures)
    asks = _asks(table, seat, held)
    lacking = _lacking(state, seat, asks, held)
    now = state.charleston
    known = known_of(state, seat, tuple(sorted(own)), rules, *table.handed(seat))
    return Position(Asks.TILES if lacking else asks, known, lacking, now is not None and now.stage in BLIND)


def _asks(table: Table, seat: Seat, held: int) -> Asks:
    state = table.state
    if state.phase is Phase.CHARLESTON:
        now = state.charleston
        if now is None or has_done(now, seat, state.players):
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
    if (
        state.phase is Phase.CHARLESTON
        and state.charleston is not None
        and has_done(state.charleston, seat, state.players)
    ):
        due -= 3
    return max(0, due - held)
