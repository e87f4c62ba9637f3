"""The Charleston on the page of a seat: steps that are done or left out, tiles that she alone follows."""

import pytest
from fastapi.testclient import TestClient

from engine.charleston import Charleston, Stage
from engine.event import Dealt, Discarded, EastChosen, GameBegun, Passed, RulesChosen, Voted
from engine.tile import Seat, Tile
from server.access import Access
from server.passing import progress
from server.table import Table
from tests.visiting import P1, P3, happens, joined

LEFT_OUT = 'Left<span class="sr"> left out</span>'


def steps(now: Charleston) -> list[str]:
    return [step.at for step in progress(now, tuple(Seat)).steps]


def test_a_second_charleston_that_nobody_plays_is_left_out_and_not_done() -> None:
    assert steps(Charleston(Stage.VOTE)) == ["done"] * 3 + ["now"] + ["to come"] * 4
    refused = Charleston(Stage.VOTE).voted(P3, False, courtesy=True)
    assert steps(refused) == ["done"] * 4 + ["left out"] * 3 + ["now"]
    played = Charleston(Stage.COURTESY, votes=(True, True, True, True))
    assert steps(played) == ["done"] * 7 + ["now"]


@pytest.fixture
def passing(table: Table) -> Table:
    happens(table, EastChosen(P1), Dealt())
    return table


def test_the_page_says_which_steps_are_left_out(visitor: TestClient, passing: Table, access: Access) -> None:
    happens(passing, *(Passed(seat) for _ in range(3) for seat in Seat), Voted(P3, False))
    assert LEFT_OUT in joined(visitor, access, "P2").get("/seat/P2").text


def test_tiles_that_are_passed_have_to_be_tapped_out_and_that_is_said(
    visitor: TestClient, passing: Table, access: Access
) -> None:
    seat, says = joined(visitor, access, "P2"), "What you pass does not: tap it out, and tap in what you take."
    assert says not in seat.get("/seat/P2").text, "there is nothing to tap out yet"
    seat.post("/own", data={"seat": "P2", "add": "1B"})
    assert says in seat.get("/seat/P2").text


def test_one_tile_is_not_told_as_many(visitor: TestClient, table: Table, access: Access) -> None:
    happens(table, GameBegun(P1, wall=1), Discarded(P1, Tile.B3))
    assert "1 tile in the wall, 1 discard<" in joined(visitor, access, "P3").get("/seat/P3").text


SMALLER, SAME = (
    "The smaller of the two numbers is exchanged",
    "Nothing is exchanged unless the two numbers are the same",
)


@pytest.mark.parametrize(("ruled", "rule"), [("C-06=min_of_two", SMALLER), ("C-06=must_match", SAME)])
def test_all_pages_tell_the_rule_of_the_step_and_of_this_table(
    visitor: TestClient, table: Table, access: Access, ruled: str, rule: str
) -> None:
    happens(table, RulesChosen((ruled,)), EastChosen(P1), Dealt(), *(Passed(seat) for _ in range(3) for seat in Seat))
    assert "It is played only if all four want it<" in visitor.get("/table").text
    happens(table, Voted(P3, False))
    shown = visitor.get("/table").text
    assert f"{rule}<" in shown
    assert "Three tiles face down" not in shown
    assert f"{rule}." in joined(visitor, access, "P2").get("/seat/P2").text
