"""What is one player's goes with her when another sits down in her place."""

from functools import reduce

import pytest
from fastapi.testclient import TestClient

from engine.event import Discarded, Event, GameBegun, Named, Pivoted, SatOut, WallGame
from engine.layers import unbegun
from engine.rules.referee import Accepted, Proposal, Rules, Source
from engine.rules.ruleset import ruleset
from engine.state import State, evolve
from engine.tile import Seat, Tile
from server.access import Access
from server.sitting import changed
from server.table import Table

P1, P2, P3, P4 = Seat
FOUR = ("Ann", "Bea", "Cy", "Di")
PLAYED: tuple[Event, ...] = (GameBegun(P1, concealed=(14, 13, 13, 13), wall=0), Discarded(P1, Tile.B3), WallGame())
OVER, OVER_UNNAMED = (reduce(evolve, PLAYED, unbegun(names)) for names in (FOUR, ("", "", "", "")))


@pytest.mark.parametrize(
    ("before", "event", "seats"),
    [
        (unbegun(FOUR), Named(P2, "Beatrice"), ()),
        (unbegun(FOUR), SatOut("Eve"), ()),
        (unbegun(FOUR, "Eve"), SatOut("Bea"), (P2,)),
        (unbegun(FOUR), Pivoted(P4), (P1, P4)),
        (unbegun(("", "", "", "")), Pivoted(P1), (P1, P2)),
        (OVER, Named(P2, "Fay"), (P2,)),
        (OVER, Named(P3, "Cy"), ()),
        (OVER_UNNAMED, Named(P2, "Bea"), ()),
    ],
)
def test_who_sits_at_another_place_is_told_from_a_name_put_right(
    before: State, event: Event, seats: tuple[Seat, ...]
) -> None:
    assert changed(before, evolve(before, event)) == frozenset(seats)
    assert changed(evolve(before, event), evolve(before, event)) == frozenset()


def device(app: TestClient, access: Access) -> TestClient:
    joined = TestClient(app.app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000))
    joined.post("/join", data={"code": access.code("P2")})
    return joined


def test_who_comes_in_shows_her_tiles_to_nobody_whom_the_player_before_her_let_in(
    visitor: TestClient, table: Table, access: Access
) -> None:
    """Bea sits out, and may bet: neither she nor her teacher sees what Eve, in her place, says that she holds."""
    table.choose_rules(Rules(ruleset(("C-28=east_rests",))))
    bea, teacher, eve = (device(visitor, access) for _ in range(3))
    begun = GameBegun(P2, concealed=(13, 14, 13, 13), wall=0)
    events: tuple[Event, ...] = (*map(Named, Seat, FOUR), SatOut("Eve"), begun, Discarded(P2, Tile.B3))
    for event in events:
        assert isinstance(table.submit(Proposal(event, Source.REFEREE)), Accepted)
    bea.post("/own", data={"seat": "P2", "add": "9D"})
    teacher.post("/own/ask", data={"seat": "P2"})
    assert bea.post("/own/show", data={"seat": "P2", "to": "next"}).json()["ok"]
    table.submit(Proposal(WallGame(), Source.REFEREE))
    table.new_game()
    assert table.state.names[P2] == "Eve"
    assert eve.post("/own", data={"seat": "P2", "add": "N"}).status_code == 200
    assert "Take out North" in eve.get("/seat/P2").text
    for other in (bea, teacher):
        assert "Take out North" not in other.get("/seat/P2").text
