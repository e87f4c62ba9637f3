"""From a finger on a real button of the simulated chip to a call in the log of the table."""

import queue

import pytest

from device.buttons import Press
from device.link import Light
from engine.event import Called, Discarded, GameBegun
from engine.ruling import Proposal, Source
from engine.tile import Seat, Tile
from engine.view import light_view
from server.live import pressed
from server.store import Store
from server.table import Table
from tests.device.board import PATIENCE_S, Board

pytestmark = pytest.mark.firmware


def test_a_button_calls_for_its_seat_and_the_referees_button_asks_for_the_referee(board: Board) -> None:
    table = Table(Store("sqlite://"))
    for event in (GameBegun(Seat.P1), Discarded(Seat.P1, Tile.B3)):
        table.submit(Proposal(event, Source.REFEREE))
    presses: queue.SimpleQueue[Press] = queue.SimpleQueue()
    with Light(f"adalight://{board.port}", on_press=presses.put) as light:
        light.show(light_view(table.state))
        assert light.wait_ok(PATIENCE_S)
        board.tell("skip 60")
        board.send("bounce 2")
        pressed(table, presses.get(timeout=PATIENCE_S))
        assert table.log[-1].event == Called(Seat.P3)
        assert table.log[-1].source is Source.BUTTON
        assert light_view(table.state).calls == (Seat.P3,)
        board.send("down 4")
        pressed(table, presses.get(timeout=PATIENCE_S))
        assert [alert.key for alert in table.alerts] == ["referee"]
        assert presses.empty()
