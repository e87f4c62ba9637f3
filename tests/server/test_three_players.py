"""Fewer than four at the table, before the first discard: no Charleston, and a courtesy pass where two sit opposite."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from engine import event as e
from engine.rules.referee import Accepted, Proposal, Refused, Rules, Source
from engine.state import Phase
from engine.tile import Seat, Tile
from server.access import Access, player
from server.app import create_app
from server.offers import Desk
from server.people import People, plain
from server.seat_screen import all_context, passing_of
from server.store import Store
from server.table import Table
from server.turn import turn_of
from server.web.site import Folders
from server.words import sentence, spoken

P1, P2, P3, P4 = Seat
PEOPLE = People(("Ruth", "Bea", "Rose", "Ann"))


@pytest.fixture
def three() -> Table:
    """Nobody sits at P1, and so nobody opposite P3."""
    table = Table(Store("sqlite://"), Rules())
    for event in (e.PlayersChosen((P2, P3, P4)), e.EastChosen(P2), e.Dealt((0, 14, 13, 13))):
        assert isinstance(table.submit(Proposal(event, Source.REFEREE)), Accepted), event
    return table


def test_of_three_who_sits_opposite_nobody_is_asked_for_no_courtesy(three: Table) -> None:
    alone = turn_of(Desk(three, P3, PEOPLE))
    assert (plain(alone.says), plain(alone.note)) == (
        "Waiting for Bea and Ann",
        "Nobody sits opposite you, so you exchange nothing.",
    )
    passing = passing_of(three)
    assert passing is not None
    assert [step.name for step in passing.steps] == ["Courtesy"]
    assert passing.asked == (P2, P4)
    rows = all_context(three, player(*Seat))["rows"]
    assert isinstance(rows, tuple)
    assert [row.seat for row in rows] == [P2, P4]


def test_one_tap_says_for_all_three_that_nobody_wants_a_courtesy(three: Table, tmp_path: Path) -> None:
    access = Access.fresh(host_is_referee=False)
    app = create_app(three, access, folders=Folders(cards=tmp_path / "cards"))
    with TestClient(app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000)) as tablet:
        tablet.post("/join", data={"code": access.code("all")})
        page = tablet.get("/all").text
        answer = tablet.post("/all/everybody", data={"say": "none", "after": three.number}).json()
    assert answer["ok"], answer
    assert three.state.phase is Phase.PLAY
    assert [f'hx-get="/seat/{seat.name}/more"' in page for seat in Seat] == [False, True, True, True]


def test_nobody_is_offered_a_seat_at_which_nobody_sits(three: Table, tmp_path: Path) -> None:
    access = Access.fresh()
    app = create_app(three, access, folders=Folders(cards=tmp_path / "cards"))
    with TestClient(app, base_url="http://127.0.0.1:8555", client=("127.0.0.1", 40000)) as host:
        page = host.get("/").text
    offered = [seat for seat in Seat if f'name="role" value="{seat.name}">Sit' in page]
    assert (offered, [access.code(seat.name) in page for seat in Seat]) == ([P2, P3, P4], [False, True, True, True])
    assert ("Play for all three seats" in page, "all four" in page) == (True, False)


@pytest.mark.parametrize(
    ("players", "follows"),
    [(tuple(Seat), "Then the Charleston"), ((P1, P2, P3), "Then the courtesy pass"), ((P1, P2), "")],
)
def test_the_button_that_deals_says_what_follows(players: tuple[Seat, ...], follows: str) -> None:
    table = Table(Store("sqlite://"), Rules())
    for event in (e.PlayersChosen(players), e.EastChosen(P1)) if len(players) < 4 else (e.EastChosen(P1),):
        assert isinstance(table.submit(Proposal(event, Source.REFEREE)), Accepted), event
    assert [act.note for act in turn_of(Desk(table, P1, PEOPLE)).great] == [follows]


def test_the_three_hear_of_no_charleston(three: Table) -> None:
    assert isinstance(three.submit(Proposal(e.Discarded(P2, Tile.B3), Source.TABLET)), Accepted)
    said = [spoken(sentence(entry.event)) for entry in three.log]
    assert said[3:5] == ["The courtesy pass comes next", "Nothing more is passed"]
    late = three.submit(Proposal(e.CourtesyOffered(P4, 1), Source.TABLET))
    assert isinstance(late, Refused)
    assert not [words for words in (*said, late.fault.says) if "Charleston" in words]
