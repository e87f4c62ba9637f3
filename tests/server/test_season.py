"""The ledger beyond tonight: evenings told apart, everybody's sum, a file for a spreadsheet."""

import codecs
import csv
import io
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from engine.event import Discarded, EastChosen, GameBegun, MahJongg, Named, WallGame
from engine.rules.referee import Rules, Source
from engine.rules.ruleset import ruleset
from engine.tile import Seat, Tile
from server.access import COOKIE, Access
from server.app import create_app
from server.ends import left_at
from server.persons import joined, read_same
from server.reckoning import reckon
from server.season import as_csv, evenings, season
from server.store import Store
from server.table import Table
from server.web.site import Folders
from tests import visiting

P1, P2, P3, P4 = Seat
FOURTEEN = (Tile.B1, Tile.B1, *[Tile.B2] * 3, *[Tile.B3] * 3, *[Tile.B4] * 3, *[Tile.B5] * 3)


class Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


happens = partial(visiting.happens, source=Source.REFEREE)


def won(table: Table, value: int) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B5), MahJongg(P2, FOURTEEN, "Run 1", P1, value))


def three_games() -> tuple[Table, Store, Clock]:
    """Two games of one evening and, a week later and with =Rose for Bea, a third."""
    clock, store = Clock(), Store("sqlite://")
    table = Table(store, clock=clock)
    happens(table, Named(P1, "Ruth"), Named(P2, "Bea"))
    won(table, 25)
    won(table, 30)
    clock.now += 7 * 24 * 3600
    happens(Table(store, clock=clock), Named(P2, "=Rose"))
    table = Table(store, clock=clock)
    won(table, 50)
    return table, store, clock


def left_unfinished(table: Table) -> None:
    happens(table, GameBegun(P2), Discarded(P2, Tile.B3))


def only_a_name(table: Table) -> None:
    table.new_game()
    happens(table, Named(P1, "Ruthie"))


@pytest.mark.parametrize("restarted", [True, False])
@pytest.mark.parametrize("last", [left_unfinished, only_a_name, lambda table: table.new_game()])
def test_what_was_left_on_the_table_last_week_joins_no_two_evenings(
    last: Callable[[Table], None], restarted: bool
) -> None:
    clock, store = Clock(), Store("sqlite://")
    table = Table(store, clock=clock)
    happens(table, Named(P1, "Ruth"), Named(P2, "Bea"))
    won(table, 25)
    last(table)
    clock.now += 7 * 24 * 3600
    table = Table(store, clock=clock) if restarted else table
    if table.begun:
        assert left_at(table) == table.log[-1].at
        happens(table, Named(P3, "Cy"))
        table.new_game()
    happens(table, EastChosen(P1))
    assert (table.played, table.evening, left_at(table)) == ((), None, None)
    won(table, 50)
    assert [game.game for game in evenings(table.past_games())[-1].reckoning.games] == [table.game]


def test_a_clock_that_was_years_ahead_last_week_joins_no_two_evenings() -> None:
    clock, store = Clock(), Store("sqlite://")
    won(Table(store, clock=clock), 25)
    clock.now -= 3 * 365 * 24 * 3600
    table = Table(store, clock=clock)
    assert table.played == ()
    won(table, 50)
    assert len(evenings(table.past_games())) == 2


def test_evenings_are_told_apart_and_summed_by_person() -> None:
    table, _, _ = three_games()
    found = evenings(table.past_games())
    assert [len(e.reckoning.games) for e in found] == [2, 1]
    assert dict(season(found)) == {"Bea": 220, "=Rose": 200, "Ruth": -50 - 60 - 100}
    assert [name for name, _ in season(found)][-1] == "Ruth"
    assert found[1].date != found[0].date


def test_a_game_that_is_still_played_counts_for_nothing() -> None:
    table, store, clock = three_games()
    happens(table, GameBegun(P1))
    assert len(evenings(table.past_games())) == 2
    assert len(evenings(Table(store, clock=clock).past_games())) == 2


def test_the_spreadsheet_has_a_row_for_each_game_and_person_and_no_formulas() -> None:
    table, _, _ = three_games()
    rows = list(csv.DictReader(io.StringIO(as_csv(evenings(table.past_games())))))
    assert len(rows) == 3 * 4
    assert sum(int(r["points"]) for r in rows) == 0
    assert rows[0]["sum"] == "25: Ruth threw it and pays 50, Top seat and Left seat pay 25 each"
    assert not any(r["name"].startswith("=") for r in rows)


def test_an_evening_that_ends_with_a_pot_loses_nobodys_money() -> None:  # DRAW-07
    clock = Clock()
    table = Table(Store("sqlite://"), Rules(ruleset(["C-26=25"])), clock=clock)
    happens(table, *(Named(seat, name) for seat, name in zip(Seat, ("Ann", "Bea", "Cy", "Di"), strict=True)))
    won(table, 25)
    happens(table, GameBegun(P1, wall=0), Discarded(P1, Tile.B3), WallGame())
    clock.now += 7 * 24 * 3600
    happens(table, GameBegun(P1, wall=0), Discarded(P1, Tile.B3), WallGame())
    found = evenings(table.past_games())
    assert [evening.reckoning.ledger.pot for evening in found] == [100, 100]
    assert dict(season(found)) == {"Ann": -50, "Bea": 100, "Cy": -25, "Di": -25}
    rows = list(csv.DictReader(io.StringIO(as_csv(found))))
    assert sum(int(row["points"]) for row in rows if row["name"] == "Bea") == 100
    assert [row["points"] for row in rows if row["ended"].startswith("Nobody won the pot")] == ["25"] * 8


def test_the_page_offers_both(tmp_path: Path) -> None:
    table, _, _ = three_games()
    app = create_app(table, Access.fresh(), folders=Folders(cards=tmp_path))
    with TestClient(app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000)) as visitor:
        tonight = visitor.get("/ledger").text
        assert "Ruth pays =Rose 1 dollar" in tonight
        assert "50: Ruth threw it and pays 100, Top seat and Left seat pay 50 each" in tonight
        earlier = visitor.get("/ledger/earlier").text
        assert "Bea" in earlier
        assert "2 dollars 20" in earlier
        sheet = visitor.get("/ledger.csv")
        assert sheet.headers["content-type"].startswith("text/csv")
        assert len(sheet.text.splitlines()) == 13


def test_a_spreadsheet_reads_letters_that_are_not_english(tmp_path: Path) -> None:
    table, _, _ = three_games()
    app = create_app(table, Access.fresh(), folders=Folders(cards=tmp_path))
    with TestClient(app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000)) as visitor:
        assert visitor.get("/ledger.csv").content.startswith(b"date,")
        happens(table, Named(P1, "Zo\u00eb"))
        won(table, 25)
        sheet = visitor.get("/ledger.csv").content
    assert sheet.startswith(codecs.BOM_UTF8)
    assert "Zo\u00eb" in {row["name"] for row in csv.DictReader(io.StringIO(sheet.decode("utf-8-sig")))}


def test_who_was_called_otherwise_on_another_evening_counts_as_one() -> None:
    table, store, clock = three_games()
    before = [row for game in (1, 2, 3) for row in store.read(game)]
    access = Access.fresh()
    app = create_app(table, access)
    with TestClient(app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000)) as client:
        said = {"name": "=Rose", "shown": "Bea"}
        assert client.post("/ledger/same", data=said).status_code == 403
        client.cookies.set(COOKIE, access.passes["P3"].token)
        assert "Two names for one person?" in client.get("/ledger/earlier").text
        assert client.post("/ledger/same", data={"name": "Ruth", "shown": "Bea"}).status_code == 409, "sat together"
        assert client.post("/ledger/same", data={"name": "Eve", "shown": "Bea"}).status_code == 409, "nobody"
        assert client.post("/ledger/same", data=said).json()["ok"]
        sums = {"Bea": 420, "Ruth": -210}
        for now in (table, Table(store, clock=clock)):
            assert dict(season(evenings(now.past_games(), now.same_people))) == sums
        assert "=Rose counts as Bea" in client.get("/ledger/earlier").text
        assert "Rose" not in client.get("/ledger.csv").text
        assert [row for game in (1, 2, 3) for row in store.read(game)] == before, "old logs stay as they are"
        assert client.post("/ledger/apart", data={"name": "=Rose"}).json()["ok"]
        assert dict(season(evenings(table.past_games(), table.same_people)))["=Rose"] == 200


def test_who_is_renamed_in_the_middle_of_an_evening_settles_up_as_one() -> None:
    clock = Clock()
    table = Table(Store("sqlite://"), clock=clock)
    happens(table, Named(P1, "Ruth"), Named(P2, "Bea"))
    won(table, 25)
    happens(table, Named(P2, "Beatrice"))
    won(table, 25)
    table.take_for_one({"Bea": "Beatrice"})
    found = reckon(table.played, table.same_people)
    assert "Bea" not in found.names
    assert found.ledger.balance("Beatrice") == 200


def test_what_was_kept_of_people_and_cannot_be_read_counts_as_never_kept() -> None:
    for text in ("", "[", "[]", '{"a": 1}', "[" * 100_000):
        assert read_same(text) == {}
    assert joined({"Bea": "Beatrice"}, "Beatrice", "B") == {"Bea": "B", "Beatrice": "B"}
    assert joined({"Bea": "Beatrice"}, "Beatrice", "Bea") == {"Bea": "Beatrice"}, "as they are already"
    assert read_same('{"a": "b", "b": "a"}') == {}
