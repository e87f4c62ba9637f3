"""From a finger on a real button of the simulated chip to a call in the log of the table."""

import queue
from contextlib import suppress

import pytest

from device.buttons import Press
from device.link import Light
from engine.event import Called, Discarded, GameBegun
from engine.rules.ruling import Proposal, Source
from engine.tile import Seat, Tile
from engine.view import light_view
from server.live import pressed
from server.store import Store
from server.table import Table
from tests.device.board import PATIENCE_S, Board

TRIES = 4

pytestmark = pytest.mark.firmware


def heard(board: Board, finger: str, presses: "queue.SimpleQueue[Press]") -> Press:
    """Presses, and again as a player would when nothing comes of it: on a machine so busy that the simulated chip
    stands still, the link takes the board for stuck, and a press while it is opened anew is lost."""
    for _ in range(TRIES):
        board.send(finger)
        with suppress(queue.Empty):
            return presses.get(timeout=PATIENCE_S / TRIES)
        board.send(f"up {finger.split()[1]}")
        board.tell("skip 60")
    raise AssertionError(f"nothing came of {finger!r}")


def test_a_button_calls_for_its_seat_and_the_referees_button_asks_for_the_referee(board: Board) -> None:
    table = Table(Store("sqlite://"))
    for event in (GameBegun(Seat.P1), Discarded(Seat.P1, Tile.B3)):
        table.submit(Proposal(event, Source.REFEREE))
    presses: queue.SimpleQueue[Press] = queue.SimpleQueue()
    with Light(f"adalight://{board.port}", on_press=presses.put) as light:
        light.show(light_view(table.state))
        assert light.wait_ok(PATIENCE_S)
        board.tell("skip 60")
        pressed(table, heard(board, "bounce 2", presses))
        assert table.log[-1].event == Called(Seat.P3)
        assert table.log[-1].source is Source.BUTTON
        assert light_view(table.state).calls == (Seat.P3,)
        pressed(table, heard(board, "down 4", presses))
        assert [alert.key for alert in table.alerts] == ["referee"]
        assert presses.empty()
