"""The log's time, where the machine's own is set otherwise in the middle of an evening."""

from engine.event import Discarded, GameBegun
from engine.tile import Seat, Tile
from server.clock import OnwardClock
from server.store import Store
from server.table import Table
from tests.visiting import happens

HOUR_S = 3600.0


class Machine:
    """What a machine says the time is, and how long it has been on."""

    def __init__(self) -> None:
        self.wall, self.steady = 1e9, 50.0

    def pass_s(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds

    def clock(self) -> OnwardClock:
        return OnwardClock(lambda: self.wall, lambda: self.steady)


def test_it_is_the_machines_own_time_but_never_goes_back() -> None:
    machine = Machine()
    now = machine.clock()
    machine.pass_s(5)
    assert now() == 1e9 + 5
    machine.wall -= HOUR_S
    assert now() == 1e9 + 5
    machine.pass_s(7)
    assert now() == 1e9 + 12
    machine.wall += 2 * HOUR_S
    assert now() == machine.wall


def test_it_goes_on_where_the_log_ended_unless_that_was_a_wrong_clocks() -> None:
    now = Machine().clock()
    now.not_before(1e9 - 10, HOUR_S)
    assert now() == 1e9
    now.not_before(1e9 + 2 * HOUR_S, HOUR_S)
    assert now() == 1e9
    now.not_before(1e9 + 60, HOUR_S)
    assert now() == 1e9 + 60


def test_a_call_window_closes_though_the_machines_clock_is_set_back() -> None:
    machine = Machine()
    table = Table(Store("sqlite://"), clock=machine.clock(), call_window_s=6.0)
    happens(table, GameBegun(Seat.P1, concealed=(14, 13, 13, 13)), Discarded(Seat.P1, Tile.B3))
    machine.wall -= HOUR_S
    assert table.window_left == 1.0
    machine.pass_s(6)
    assert table.window_left == 0.0
