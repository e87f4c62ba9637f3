"""An evening scored as a tournament (C-34), seen through the table that plays it: what each game writes down, that
nobody pays it, and that money and scores stay apart where an evening has both."""

import csv
import io
from functools import partial
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from engine.event import (
    BetPlaced,
    Discarded,
    Event,
    GameAbandoned,
    GameBegun,
    HandDied,
    MahJongg,
    Named,
    Paid,
    SatOut,
    WallGame,
    WallGameBet,
)
from engine.faults import Cause
from engine.rules.referee import Rules, Source
from engine.rules.ruleset import ruleset
from engine.tile import Seat, Tile, read_tiles
from server.access import COOKIE, Access
from server.app import create_app
from server.moments import moment
from server.people import plain
from server.reckoning import paid, reckon
from server.season import as_csv, evenings, scores, season
from server.store import Store
from server.table import Table
from server.web.site import Folders
from tests import visiting

P1, P2, P3, P4 = Seat
FOURTEEN = read_tiles("1B 1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B 5B")
TWO_SHOWN = (read_tiles("1B 1B 1B"), read_tiles("2B 2B 2B"))

happens = partial(visiting.happens, source=Source.REFEREE)


def evening(*options: str) -> Table:
    table = Table(
        Store("sqlite://"), Rules(ruleset(["C-34=tournament", *options])), clock=iter(range(1000, 9999)).__next__
    )
    happens(table, *(Named(seat, name) for seat, name in zip(Seat, ("Ann", "Bea", "Cy", "Di"), strict=True)))
    return table


def wins(table: Table, *first: Event, shown: tuple[tuple[Tile, ...], ...] = ()) -> None:
    """Bea wins 25 off Ann's discard, having shown these exposures."""
    held = 13 - sum(len(group) for group in shown)
    begun = GameBegun(P1, concealed=(14, held, 13, 13), exposures=((), shown, (), ()))
    happens(table, begun, *first, Discarded(P1, Tile.B5), MahJongg(P2, FOURTEEN, "Run 1", P1, 25))


def wall_game(table: Table, *first: Event) -> None:
    happens(table, GameBegun(P1, wall=0), *first, Discarded(P1, Tile.B3), WallGame())


def told(table: Table) -> list[str]:
    shown = moment(table, table.now)
    assert shown is not None
    return [plain(note) for note in shown.notes]


def visited(table: Table, tmp_path: Path) -> TestClient:
    access = Access.fresh()
    app = create_app(table, access, folders=Folders(cards=tmp_path))
    client = TestClient(app, base_url="http://192.168.1.20:8555", client=visiting.LAN)
    client.cookies.set(COOKIE, access.passes["referee"].token)
    return client


def test_a_wall_game_gives_each_live_hand_ten_and_a_dead_one_nothing() -> None:  # R113
    table = evening("C-26=25")
    wall_game(table, HandDied(P4, Cause.WRONG_EXPOSURE))
    found = reckon(table.played)
    assert [game.points for game in found.games] == [(10, 10, 10, 0)]
    assert (found.ledger.pot, found.balances, found.scores, found.transfers) == (0, (0,) * 4, (10, 10, 10, 0), ())
    assert told(table)[0] == "10 for each live hand: Ann, Bea and Cy"
    assert paid(table.state, found) == ((10, 10, 10, 0), 0, 0)


@pytest.mark.parametrize(("shown", "loses"), [((), 0), (TWO_SHOWN[:1], 0), (TWO_SHOWN, 20)])
def test_who_throws_to_two_exposures_loses_and_the_others_do_not_pay(  # R113
    shown: tuple[tuple[Tile, ...], ...], loses: int
) -> None:
    table = evening()
    wins(table, shown=shown)
    game = reckon(table.played).games[0]
    assert (game.points, game.why) == ((-loses, 25, 0, 0), ())
    assert game.sum == "25: Bea scores 25" + (", Ann threw it to 2 exposures and loses 20" if loses else "")


def test_a_drawn_hand_without_jokers_has_both_bonuses() -> None:  # R113
    table = evening()
    happens(table, GameBegun(P1), MahJongg(P1, FOURTEEN, "Run 1", None, 25, jokerless=True))
    game = reckon(table.played).games[0]
    assert game.points == (55, 0, 0, 0)
    assert game.sum == "25, 10 for drawing it, 20 for no jokers: Ann scores 55"


def test_no_end_but_a_win_or_a_wall_game_scores() -> None:
    table = evening()
    happens(table, GameBegun(P1), Discarded(P1, Tile.B5), GameAbandoned(Cause.END_UNSEEN))
    happens(table, GameBegun(P1), Discarded(P1, Tile.B5), GameAbandoned(Cause.THREE_DEAD))
    happens(table, GameBegun(P1), Discarded(P1, Tile.B5), GameAbandoned(Cause.THROWN_IN_AND_REDEALT, True))
    happens(table, GameBegun(P1), MahJongg(P1, FOURTEEN))
    assert [game.points for game in reckon(table.played).games] == [(0, 0, 0, 0)] * 4


def test_what_changes_hands_beside_the_game_counts_in_its_score() -> None:
    table = evening()
    wins(table, Paid((50, -50, 0, 0), "challenge"))
    assert reckon(table.played).scores == (50, -25, 0, 0)


def test_who_bets_scores_with_her_player_or_with_the_wall() -> None:  # R114
    table = evening("C-28=bettor")
    happens(table, SatOut("Eve"))
    wins(table, BetPlaced(P2))
    wall_game(table, WallGameBet())
    found = reckon(table.played)
    assert found.names == ("Ann", "Bea", "Cy", "Di", "Eve")
    first, second = found.games
    assert (first.points, first.bettor) == ((0, 25, 0, 0, 25), 25)
    assert "Eve bet on Bea and got 25" in first.sum
    assert (second.points, second.bettor) == ((10,) * 5, 10)  # Eve plays for Ann, who bet on the wall


def test_money_and_scores_of_one_evening_stay_apart(tmp_path: Path) -> None:
    table = evening()
    wins(table, shown=TWO_SHOWN)
    table.choose_rules(Rules(ruleset(["C-26=10"])))
    wall_game(table)
    table.choose_rules(Rules(ruleset(["C-34=tournament"])))
    wins(table)  # a tournament's winner takes no pot
    assert reckon(table.played).ledger.pot == 40
    table.choose_rules(Rules(ruleset()))
    wins(table)
    found = reckon(table.played)
    assert found.scores == (-20, 50, 0, 0)
    assert found.balances == (-60, 130, -35, -35)
    assert found.standing[0] == ("Bea", 50)
    assert [str(t) for t in found.transfers] == ["Ann pays Bea 60", "Cy pays Bea 35", "Di pays Bea 35"]
    page = visited(table, tmp_path).get("/ledger").text
    for words in ("The tournament so far", "nobody pays them", "Tournament scores", "To settle up", "Ann pays Bea"):
        assert words in page
    past = evenings(table.past_games())
    assert dict(season(past)) == {"Ann": -60, "Bea": 130, "Cy": -35, "Di": -35}
    assert dict(scores(past)) == {"Ann": -20, "Bea": 50, "Cy": 0, "Di": 0}
    rows = list(csv.DictReader(io.StringIO(as_csv(past))))
    assert [(r["points"], r["score"]) for r in rows if r["name"] == "Bea"] == [
        ("0", "25"), ("-10", ""), ("0", "25"), ("140", ""),
    ]  # fmt: skip


def test_where_nobody_pays_the_pages_settle_nothing_up(tmp_path: Path) -> None:
    table = evening()
    wins(table)
    client = visited(table, tmp_path)
    page = client.get("/ledger").text
    assert "The tournament so far" in page
    assert not any(words in page for words in ("To settle up", "Money, a cent a point", "Sticks"))
    earlier = client.get("/ledger/earlier").text
    assert "Tournament scores" in earlier
    assert "scored 25" in earlier
    assert "+25" in client.get("/table").text


def test_without_a_tournament_the_pages_do_not_speak_of_one(tmp_path: Path) -> None:
    table = evening("C-34=payments")
    wins(table)
    client = visited(table, tmp_path)
    assert "ournament" not in client.get("/ledger").text + client.get("/ledger/earlier").text
