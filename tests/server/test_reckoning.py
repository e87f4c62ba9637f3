"""The evening's ledger: what finished games come to, seen through the table that plays them."""

from functools import partial
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from engine.event import BetPlaced, Discarded, Event, GameBegun, MahJongg, Named, Paid, SatOut, WallGame
from engine.rules.ledger import Transfer
from engine.rules.referee import Accepted, Rules, Source
from engine.rules.ruleset import ruleset
from engine.tile import Seat, Tile, read_tiles
from server.access import Access
from server.app import create_app
from server.reckoning import BETTOR, paid, reckon, transfer_words
from server.store import Store
from server.table import Table
from server.web.site import Folders
from tests import visiting

P1, P2, P3, P4 = Seat
FOURTEEN = read_tiles("1B 1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B 5B")


def clocked() -> "Clock":
    return Clock()


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def table_with(*options: str, store: Store | None = None, clock: Clock | None = None) -> Table:
    rules = Rules(ruleset(options, "house" if options else "league"))
    return Table(store or Store("sqlite://"), rules, clock=clock or clocked())


happens = partial(visiting.happens, source=Source.REFEREE)


def wins(table: Table, value: int = 25) -> None:
    """East, P1, discards and P2 wins with it: P1 pays twice the value, the others once (PAY-01)."""
    happens(table, GameBegun(P1), Discarded(P1, Tile.B5))
    happens(table, MahJongg(P2, FOURTEEN, "Run 1", P1, value))


def wall_game(table: Table, *first: Event) -> None:
    happens(table, GameBegun(P1, wall=0), *first, Discarded(P1, Tile.B3), WallGame())


def beside(table: Table) -> tuple[int, ...]:
    """What stands beside the names."""
    return paid(table.state, reckon(table.played))[0]


def test_a_game_won_off_a_discard_is_paid_by_all_and_double_by_the_discarder() -> None:
    table = table_with()
    wins(table)
    assert beside(table) == (-50, 100, -25, -25)
    reckoning = reckon(table.played)
    assert [(g.game, g.says, g.points) for g in reckoning.games] == [
        (1, "Right seat wins, Run 1", (-50, 100, -25, -25))
    ]
    assert [str(t) for t in reckoning.transfers] == [
        "Bottom seat pays Right seat 50",
        "Top seat pays Right seat 25",
        "Left seat pays Right seat 25",
    ]


def test_balances_add_up_over_the_evening_and_over_a_restart() -> None:
    store = Store("sqlite://")
    clock = clocked()
    table = table_with(store=store, clock=clock)
    wins(table)
    wall_game(table)
    wins(table, 30)
    assert reckon(table.played).balances == (-110, 220, -55, -55)
    again = Table(store, clock=clock)
    assert reckon(again.played) == reckon(table.played)
    assert [g.game for g in reckon(again.played).games] == [1, 2, 3]


def test_undo_of_the_last_act_takes_the_games_row_away_again() -> None:
    table = table_with()
    wall_game(table)
    wins(table)
    assert len(reckon(table.played).games) == 2
    assert isinstance(table.undo(), Accepted)
    assert len(reckon(table.played).games) == 1
    assert reckon(table.played).balances == (0, 0, 0, 0)
    assert beside(table) == (0, 0, 0, 0)


def test_a_game_put_away_unfinished_counts_for_nothing() -> None:
    table = table_with()
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3), Paid((-25, 25, 0, 0), "a challenge"))
    assert beside(table) == (-25, 25, 0, 0)
    table.new_game()
    found = reckon(table.played)
    assert [(g.says, g.sum, g.points) for g in found.games] == [("Put away unfinished, dealt again", "", (0, 0, 0, 0))]
    assert found.balances == (0, 0, 0, 0)


def test_after_a_long_rest_another_ledger_begins() -> None:
    clock = clocked()
    table = table_with(clock=clock)
    wins(table)
    clock.now += 7 * 3600
    wall_game(table)
    assert [g.game for g in reckon(table.played).games] == [2]


def test_a_pot_stands_until_somebody_wins_it_and_goes_back_where_nobody_does() -> None:  # DRAW-07
    table = table_with("C-26=25")
    wall_game(table)
    reckoning = reckon(table.played)
    assert reckoning.games[0].says == "Wall game, 100 into the pot"
    assert (reckoning.ledger.pot, reckoning.pot_back, reckoning.balances) == (100, (25, 25, 25, 25), (0, 0, 0, 0))
    assert reckoning.transfers == ()
    wins(table)
    reckoning = reckon(table.played)
    assert (reckoning.ledger.pot, reckoning.balances) == (0, (-75, 175, -50, -50))
    assert reckoning.games[1].says == "Right seat wins, Run 1, the pot too"
    assert (reckoning.pot_back, sum(t.amount for t in reckoning.transfers)) == ((), 175)


def test_each_takes_back_what_she_paid_in_and_the_rest_is_settled_up() -> None:
    """Eve sat out the first wall game, and comes in for Ann in the second."""
    table = table_with("C-26=25", "C-28=bettor")
    happens(table, *(Named(seat, name) for seat, name in zip(Seat, ("Ann", "Bea", "Cy", "Di"), strict=True)))
    happens(table, SatOut("Eve"))
    for _ in range(2):
        wall_game(table, Paid((-50, 50, 0, 0), "a challenge"))
    reckoning = reckon(table.played)
    assert (reckoning.names, reckoning.ledger.pot) == (("Ann", "Bea", "Cy", "Di", "Eve"), 200)
    assert reckoning.pot_back == (25, 50, 50, 50, 25)
    assert sum(reckoning.balances) == 0
    assert [str(t) for t in reckoning.transfers] == ["Ann pays Bea 50", "Eve pays Bea 50"]


def test_the_sums_beside_the_names_are_those_of_the_ledger_the_pot_among_them(tmp_path: Path) -> None:  # DRAW-03
    table = table_with("C-26=25")
    app = create_app(table, Access.fresh(), folders=Folders(cards=tmp_path))
    with TestClient(app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000)) as visitor:
        wall_game(table)
        assert beside(table) == (-25, -25, -25, -25)
        assert '<span class="paid">-25<' in visitor.get("/table").text
        wins(table)
        assert beside(table) == (-50, 200, -25, -25)
        assert '<span class="paid">+200<' in visitor.get("/table").text
    assert paid(table.state, reckon(table.played))[2] == -100


def test_the_bettor_of_the_fifth_seat_has_a_column() -> None:
    table = table_with("C-28=bettor")
    happens(table, GameBegun(P1), BetPlaced(P2), Discarded(P1, Tile.B5))
    happens(table, MahJongg(P2, FOURTEEN, "Run 1", P1, 25))
    reckoning = reckon(table.played)
    assert reckoning.names == ("Bottom seat", "Right seat", "Top seat", "Left seat", BETTOR)
    assert reckoning.balances == (-100, 100, -50, -50, 100)


@pytest.mark.parametrize("value", [None, 25])
def test_the_page_shows_the_games_and_who_pays_whom(tmp_path: Path, value: int | None) -> None:
    table = table_with()
    app = create_app(table, Access.fresh(), folders=Folders(cards=tmp_path))
    with TestClient(app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000)) as visitor:
        assert "No game of this evening is over yet" in visitor.get("/ledger").text
        happens(table, GameBegun(P1), Discarded(P1, Tile.B5), MahJongg(P2, FOURTEEN, "Run 1", P1, value))
        page = visitor.get("/ledger").text
    if value is None:
        assert "worth nobody knows what" in page
        assert "Nobody owes anybody anything" in page
    else:
        assert "Bottom seat pays Right seat 50 cents" in page
        assert "$1.00" in page


def test_a_transfer_is_said_in_points_money_and_sticks() -> None:
    table = table_with()
    wins(table)
    assert transfer_words(reckon(table.played).transfers[1]) == "Top seat pays Right seat 25 cents"


def test_a_name_from_right_to_left_leaves_the_sum_behind_it() -> None:
    sarah = "\u05e9\u05e8\u05d4"
    assert transfer_words(Transfer(sarah, "Ann", 50)) == f"\u2068{sarah}\u2069 pays Ann 50 cents"
    assert transfer_words(Transfer("Ann", sarah, 50)) == f"Ann pays \u2068{sarah}\u2069 50 cents"
    assert transfer_words(Transfer("Zo\u00eb", "Ann", 50)) == "Zo\u00eb pays Ann 50 cents"
