"""The coach's process when it goes wrong: what it is asked about is nobody else's, and nobody waits for it for long."""

import asyncio
import os
import signal
import time
from typing import Any

import pytest

from engine.card import read_card
from engine.hands import HandTable
from engine.tile import Tile
from server.coaching import mind as minds
from server.coaching.mind import CoachAway, Mind

TABLE = HandTable(read_card("== T ==\n1. FF 1111a 4444a 9999a X 25"))
pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="a process is halted, which this system cannot"),
]


def answered(_: HandTable, tile: Tile) -> str:
    return tile.name


def stumbled(_: HandTable, tile: Tile) -> str:
    raise KeyError(tile)


def halted(mind: Mind) -> None:
    """Asks it something, so that its process runs, and halts that."""
    assert asyncio.run(mind.ask(TABLE, answered, Tile.B1)) == "B1"
    running: Any = mind._process
    os.kill(running.pid, signal.SIGSTOP)


def test_a_coach_that_hangs_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    mind = Mind()
    halted(mind)
    monkeypatch.setattr(minds, "PATIENCE_S", 10.0)
    assert asyncio.run(mind.ask(TABLE, answered, Tile.B2)) == "B2"
    mind.close()


def test_a_coach_that_hangs_can_be_closed() -> None:
    mind = Mind()
    halted(mind)
    began = time.monotonic()
    mind.close()
    assert time.monotonic() - began < minds.PATIENCE_S


def test_what_goes_wrong_in_an_answer_tells_no_tile(capfd: pytest.CaptureFixture[str]) -> None:
    mind = Mind()
    with pytest.raises(CoachAway):
        asyncio.run(mind.ask(TABLE, stumbled, Tile.B7))
    mind.close()
    told = capfd.readouterr().err
    assert "KeyError" in told
    assert "stumbled" in told
    assert "B7" not in told
