"""Tables that the tests of sight begin from."""

import pytest

from engine.event import Discarded, Exposed, GameBegun
from engine.state import State
from engine.tile import Seat, Tile
from tests.table import after

P1, P2, P3, P4 = Seat
B3, C7, D2, JOKER = Tile.B3, Tile.C7, Tile.D2, Tile.JOKER


@pytest.fixture
def fresh() -> State:
    return after(State(), GameBegun(P1))


@pytest.fixture
def midgame(fresh: State) -> State:
    """P1, P2, P3 have discarded; P1 called P3's 3B; P4 is on turn after P1 ... P3's next discards."""
    return after(
        fresh,
        Discarded(P1, C7),
        Discarded(P2, D2),
        Discarded(P3, B3),
        Exposed(P1, B3, P3, (B3, B3, JOKER)),
        Discarded(P1, Tile.SOAP),
        Discarded(P2, Tile.EAST),
        Discarded(P3, Tile.C1),
    )
