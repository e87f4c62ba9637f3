"""Names: how they get to the table and into the next game, and how every word of the program's is said with them."""

import re
from functools import partial
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from hypothesis import given, strategies as st

from engine.event import Dealt, Discarded, EastChosen, GameBegun, MahJongg, Named, RulesChosen, WallGame
from engine.faults import Cause
from engine.rules.referee import Accepted, Proposal, Refused, Rules, Source
from engine.rules.ruleset import preset
from engine.state import replay
from engine.tile import Seat, Tile
from server.access import Access
from server.app import create_app
from server.people import People, name, people_of, plain
from server.reckoning import reckon
from server.store import Store
from server.table import Table
from server.web.site import Folders
from tests import visiting

P1, P2, P3, P4 = Seat
FOUR = People(("Ruth", "Bea", "Rose", "Ann"))
WINNING = (Tile.B1, Tile.B1, *[Tile.B2] * 4, *[Tile.B3] * 4, *[Tile.B4] * 4)


def table_of(*names: str, store: Store | None = None, rules: Rules | None = None) -> Table:
    table = Table(store or Store("sqlite://"), rules)
    happens(table, *(Named(seat, called) for seat, called in zip(Seat, names, strict=False)))
    return table


happens = partial(visiting.happens, source=Source.REFEREE)


def test_a_name_holds_from_when_it_is_said_and_an_empty_one_takes_it_away() -> None:
    state = replay([Named(P2, "Ruth"), GameBegun(P1)])
    assert (name(state, P2), people_of(state).whose(P2), name(state, P3)) == ("Ruth", "Ruth's", "Top seat")
    assert people_of(state).initials == ("B", "R", "T", "L")
    assert name(replay([Named(P2, "Ruth"), Named(P2)]), P2) == "Right seat"


def test_names_go_on_into_the_next_game_and_over_a_restart() -> None:
    store = Store("sqlite://")
    table = table_of("Ruth", "Bea", store=store)
    for _ in range(2):
        happens(table, GameBegun(P1, wall=0), Discarded(P1, Tile.B3), WallGame(), GameBegun(P2))
        assert replay(x.event for x in table.log).names == ("Ruth", "Bea", "", "")
        assert name(Table(store).state, P2) == "Bea"
        table.new_game()
        assert name(table.state, P1) == "Ruth"


def test_on_her_own_page_a_player_is_spoken_to_and_not_of() -> None:
    table, access = table_of("Ruth", "Bea"), Access.fresh()
    happens(table, EastChosen(P1), Dealt())
    with TestClient(create_app(table, access), base_url="http://192.168.1.20", client=visiting.LAN) as client:
        shown = visiting.joined(client, access, "P1").get("/seat/P1").text
    assert '<h1 class="says mine"><small>Ruth · East</small> Put three tiles' in shown
    who = shown[shown.index("Who has done it") :]
    assert re.findall(r"</svg>(\w+)", who)[:2] == ["You", "Bea"]


def test_undoing_the_first_act_leaves_the_names() -> None:
    table = table_of("Ruth")
    happens(table, GameBegun(P1, wall=0), Discarded(P1, Tile.B3), WallGame(), GameBegun(P2))
    assert isinstance(table.undo(), Accepted)
    assert table.state.names[P1] == "Ruth"


def test_a_name_said_first_begins_no_game_by_other_rules() -> None:
    table = table_of("Ruth")
    table.choose_rules(Rules(preset("press")))
    assert table.rules_in_force.ruleset.differences == preset("press").differences
    happens(table, GameBegun(P1))
    assert any(isinstance(x.event, RulesChosen) for x in table.log)
    assert table.rules_in_force.ruleset.differences == preset("press").differences


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("  Ann\t Lee ", "Ann Lee"),
        ("A\u202ennA", "AnnA"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\x00\x07", ""),
        ("Ann\nBea", "Ann Bea"),
    ],
)
def test_a_name_is_one_line_of_plain_letters(said: str, shown: str) -> None:
    table = table_of(said)
    assert table.state.names[P1] == shown


@pytest.mark.parametrize("said", ["x" * 21, "bea"])
def test_a_name_too_long_or_taken_is_refused_with_a_reason(said: str) -> None:
    table = table_of("Ruth", "Bea")
    answer = table.submit(Proposal(Named(P1, said), Source.TABLET))
    assert isinstance(answer, Refused)
    assert answer.fault.cause is Cause.NAME_UNFIT
    assert table.state.names[P1] == "Ruth"


@given(st.lists(st.text(st.sampled_from("AnBé "), max_size=5), min_size=4, max_size=4))
def test_initials_tell_all_four_apart(said: list[str]) -> None:
    first, second, third, fourth = (" ".join(s.split()) for s in said)
    people = People((first, second, third, fourth))
    named = [n.casefold() for n in people.names if n]
    if len(set(named)) == len(named):
        assert len({i.casefold() for i in people.initials}) == 4
        assert all(people.initials)


@pytest.mark.parametrize(
    ("engine", "said"),
    [
        ("P1's 2D 2D J fits no hand.", ("Ruth's ", Tile.D2, Tile.D2, Tile.JOKER, " fits no hand.")),
        (
            "P2 discarded that tile and can never take it back.",
            ("Bea discarded that tile and can never take it back.",),
        ),
        ("Jokers may never be passed. (S0 S4)", ("Jokers may never be passed.",)),
        ("A pair may be called only to win (C-08) (CALL-03).", ("A pair may be called only to win.",)),
        (
            "P3 asks whether P4 is East: E E, and N",
            ("Rose asks whether Ann is East: ", Tile.EAST, Tile.EAST, ", and ", Tile.NORTH),
        ),
        ("2468 1 and 13579 2 stay", ("2468 1 and 13579 2 stay",)),
        ("It's 14 tiles, not 13", ("It's 14 tiles, not 13",)),
    ],
)
def test_the_engines_words_are_said_with_names_and_tiles(engine: str, said: tuple[str | Tile, ...]) -> None:
    assert FOUR.said(engine) == said


def test_a_name_that_looks_like_a_tile_or_a_seat_stays_a_name() -> None:
    odd = People(("J", "P3", "3B", "S"))
    assert plain(odd.said("P1 asks P2, P3 and P4")) == "J asks P3, 3B and S"


@pytest.mark.parametrize("cause", Cause)
def test_no_position_is_said_with_codes(cause: Cause) -> None:
    words = plain(FOUR.said(f"{cause.position} ({cause.sources})"))
    assert not re.search(r"\b(P[1-4]|S[0-4]|NMJL|[A-Z]+-\d\d)\b", words)
    assert words.endswith(".")


def test_points_follow_the_person_who_changes_seats() -> None:
    table = table_of("Ruth", "Bea")
    happens(table, GameBegun(P1), Discarded(P1, Tile.B4), MahJongg(P2, WINNING, "Run", P1, 25))
    table.new_game()
    happens(table, Named(P1), Named(P2, "Ruth"), Named(P1, "Bea"), Named(P3, "Ann"))
    happens(table, GameBegun(P1), Discarded(P1, Tile.B4), MahJongg(P2, WINNING, "Run", P1, 25))
    found = reckon(table.played)
    assert found.ledger.balance("Ruth") == -50 + 100
    assert found.ledger.balance("Bea") == 100 - 50
    assert found.ledger.balance("Ann") == -50, "who was named later sat there from the start"
    assert [g.says for g in found.games] == ["Bea wins, Run", "Ruth wins, Run"]


def test_no_page_of_a_game_calls_a_named_player_by_a_code(tmp_path: Path) -> None:
    table = table_of("Ruth", "Bea", "Rose", "Ann")
    access = Access.fresh(host_is_referee=False)
    app = create_app(table, access, folders=Folders(cards=tmp_path))
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3))
    table.submit(Proposal(Discarded(P4, Tile.B3), Source.CAMERA))
    with TestClient(app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000)) as client:
        for joins, path in (("P2", "/seat/P2"), ("P2", "/table"), ("referee", "/referee"), ("P2", "/ledger")):
            client.post("/join", data={"code": access.code(joins)})
            shown = re.sub(r"<[^>]*>", " ", client.get(path).text)
            assert not re.search(r"\bP[1-4]\b", shown), path
            assert "Ruth" in shown or path == "/ledger"


def test_a_refused_tap_is_told_with_names_and_without_a_rule(tmp_path: Path) -> None:
    table = table_of("Ruth", "Bea", "Rose", "Ann")
    access = Access.fresh(host_is_referee=False)
    app = create_app(table, access, folders=Folders(cards=tmp_path))
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3))
    with TestClient(app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000)) as client:
        client.post("/join", data={"code": access.code("P1")})
        told = client.post("/act", data={"event": "P1 calls", "after": table.number}).json()
    assert told["words"] == told["says"].replace("P1", "Ruth")
    assert told["says"].startswith("P1 discarded")
