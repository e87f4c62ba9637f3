"""A player whom the coach advises: on the practice card, and on one of three lines."""

from dataclasses import replace
from importlib.resources import files
from typing import Any

from engine.card import read_card
from engine.coaching import Known
from engine.hands import HandTable
from engine.tile import Seat, read_tiles

TABLE = HandTable(read_card(files("engine").joinpath("cards", "practice.card").read_text(encoding="utf-8")))
SMALL = HandTable(
    read_card("== T ==\n1. FF 1111a 2222a 3333a X 25\n2. FF 11a 222a 3333a DDDa C 30\n3. NNNN EEEE WWWW SS X 25")
)


def known(rack: str, **more: Any) -> Known:
    """What a player in the first seat knows who holds this rack, on the card of three lines."""
    return replace(Known(SMALL, Seat.P1, read_tiles(rack)), **more)
