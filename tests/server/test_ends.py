"""An end that nobody saw is told afterwards and taken back; a game put away in mid-play is settled by the rules."""

import pytest
from fastapi.testclient import TestClient

from engine.event import Announced, Discarded, Exposed, GameAbandoned, GameBegun, MahJongg, Named, Paid, WallGame
from engine.faults import Cause
from engine.hands import HandTable
from engine.rules.referee import Accepted, Refused, Rules, Source
from engine.rules.ruleset import ruleset
from engine.tile import Seat, Tile
from server.access import ALL_SEATS_ROLE, COOKIE, Access
from server.alerts import Alert
from server.app import create_app
from server.cards import load_card
from server.ends import seen_ends, taking_back, telling, told_ends
from server.reckoning import reckon
from server.store import Store
from server.table import Table
from tests.visiting import happens

P1, P2, P3, P4 = Seat
LAN = ("192.168.1.30", 40000)
UNSEEN = GameAbandoned(Cause.END_UNSEEN)


class Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def table_with(*options: str, store: Store | None = None, card: bool = True) -> Table:
    hands = HandTable(load_card(None)) if card else None
    rules = Rules(ruleset(options, "house" if options else "league"), hands)
    return Table(store or Store("sqlite://"), rules, clock=Clock())


def missed(table: Table) -> None:
    """The camera lost the end of a game in which it was P3's turn, and the next one has begun."""
    happens(table, Named(P1, "Ann"), Named(P2, "Bea"), Named(P3, "Cy"), Named(P4, "Dot"), source=Source.REFEREE)
    happens(table, GameBegun(P1), Discarded(P1, Tile.B5), Discarded(P2, Tile.C3), UNSEEN)
    happens(table, GameBegun(P2), Discarded(P2, Tile.D1))


def tells(table: Table, game: int, event: MahJongg | WallGame) -> Accepted | Refused:
    return table.amend(game, telling(table.log_of(game), event, table.rules_in_force))


def lines_of(table: Table) -> list[str]:
    assert table.rules.table is not None
    return [line.name for line in table.rules.table.lines]


def test_the_winner_is_told_afterwards_whoever_turn_it_was_and_taken_back() -> None:
    store = Store("sqlite://")
    table = table_with(store=store)
    missed(table)
    before, log = reckon(table.played), table.log
    assert before.games[0].says == "Nobody saw how it ended"
    assert before.games[0].unseen
    line = lines_of(table)[0]
    assert isinstance(tells(table, 1, MahJongg(P4, (), line, P2)), Accepted)
    won = reckon(table.played)
    assert won.games[0].says == f"Dot wins, {line}"
    assert not won.games[0].unseen
    value = won.games[0].points[3]
    assert value > 0
    assert won.games[0].points[1] == -value // 2, "who threw it pays double"
    assert sum(won.games[0].points) == 0
    assert table.log == log, "the game that is on is left alone"
    assert reckon(Table(store, clock=Clock()).played) == won, "it is in the log"
    assert isinstance(table.amend(1, taking_back(table.log_of(1))), Accepted)
    assert reckon(table.played) == before
    assert isinstance(tells(table, 1, MahJongg(P1, (), line)), Accepted), "and told anew"
    assert reckon(table.played).games[0].says == f"Ann wins, {line}"


def test_the_present_game_too_while_the_next_has_not_begun() -> None:
    table = table_with()
    happens(table, GameBegun(P1), Discarded(P1, Tile.B5), UNSEEN)
    assert table.next_east is P2
    assert isinstance(tells(table, 1, MahJongg(P2, (), lines_of(table)[0], P1)), Accepted)
    assert table.state.winner is P2
    assert isinstance(table.amend(1, taking_back(table.log_of(1))), Accepted)
    assert table.state.winner is None
    assert table.state.abandoned is Cause.END_UNSEEN


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    table = table_with()
    missed(table)
    before = reckon(table.played)
    line = lines_of(table)[0]
    for event in (MahJongg(P2, (), line, P2), MahJongg(P2, (), "No such line"), MahJongg(P2, (), None)):
        assert isinstance(tells(table, 1, event), Refused)
    assert isinstance(table.amend(1, taking_back(table.log_of(1))), Refused)
    assert isinstance(tells(table, 1, MahJongg(P2, (), line)), Accepted)
    assert isinstance(tells(table, 1, MahJongg(P3, (), line)), Refused), "once"
    assert isinstance(tells(table, 2, MahJongg(P3, (), line)), Refused), "that one is being played"
    assert before != reckon(table.played)


def test_a_wall_game_told_afterwards_feeds_the_pot() -> None:
    table = table_with("C-26=25")
    missed(table)
    assert reckon(table.played).ledger.pot == 0
    assert isinstance(tells(table, 1, WallGame()), Accepted)
    assert reckon(table.played).ledger.pot == 100


def test_an_earlier_game_that_was_written_down_wrong_is_put_right_and_that_undone() -> None:
    store = Store("sqlite://")
    table = table_with("C-26=25", store=store)
    one, other = lines_of(table)[:2]
    happens(table, GameBegun(P1), Paid((-5, 5, 0, 0), "a challenge"), Discarded(P1, Tile.B5), source=Source.REFEREE)
    happens(table, MahJongg(P2, (), one, P1), Announced(P2, 25), source=Source.REFEREE)
    happens(table, GameBegun(P2), Discarded(P2, Tile.D1), source=Source.REFEREE)
    before, log = reckon(table.played), table.log
    assert seen_ends(table) == {1}
    assert isinstance(tells(table, 1, MahJongg(P3, (), other)), Accepted)
    after = reckon(table.played).games[0]
    assert after.says == f"Top seat wins, {other}"
    assert after.points[P1] + 5 == after.points[P2] - 5 == after.points[P4] == -after.points[P3] // 3
    assert (told_ends(table), seen_ends(table), table.log) == ({1}, frozenset(), log)
    assert isinstance(tells(table, 1, WallGame()), Refused), "first that is undone"
    assert reckon(Table(store, clock=Clock()).played) == reckon(table.played), "it is in the log"
    assert isinstance(table.amend(1, taking_back(table.log_of(1))), Accepted)
    assert reckon(table.played) == before
    assert isinstance(tells(table, 1, WallGame()), Accepted)
    assert reckon(table.played).ledger.pot == 100
    assert isinstance(table.amend(1, taking_back(table.log_of(1))), Accepted)
    assert (reckon(table.played), seen_ends(table), told_ends(table)) == (before, {1}, frozenset())


def test_a_win_is_put_right_to_no_win_and_back_while_its_game_is_on_the_table() -> None:
    table = table_with()
    happens(table, GameBegun(P1), Discarded(P1, Tile.B5), source=Source.REFEREE)
    happens(table, MahJongg(P2, (), lines_of(table)[0], P1), source=Source.REFEREE)
    assert isinstance(tells(table, 1, WallGame()), Accepted)
    assert table.state.winner is None
    assert reckon(table.played).games[0].points == (0, 0, 0, 0)
    assert isinstance(table.amend(1, taking_back(table.log_of(1))), Accepted)
    assert table.state.winner is P2


@pytest.mark.parametrize("how", [GameAbandoned(Cause.REDEALT_BY_ALL, True), None])
def test_of_a_game_that_was_not_played_to_its_end_nothing_is_put_right(how: GameAbandoned | None) -> None:
    table = table_with()
    happens(table, GameBegun(P1), Discarded(P1, Tile.B5), *([how] if how else []), source=Source.REFEREE)
    table.new_game()
    happens(table, GameBegun(P1), source=Source.REFEREE)
    assert [game for game, _ in table.played] == [1]
    assert seen_ends(table) == frozenset()
    assert isinstance(tells(table, 1, WallGame()), Refused)


def test_the_east_of_the_next_game_follows_what_was_told() -> None:
    table = table_with("C-25=stay")
    happens(table, GameBegun(P1), Discarded(P1, Tile.B5), UNSEEN)
    assert table.next_east is P2
    assert isinstance(tells(table, 1, WallGame()), Accepted)
    assert table.next_east is P1, "after a wall game East stays"


@pytest.mark.parametrize("role", ["referee", "P3", ALL_SEATS_ROLE])
def test_on_the_pages_who_plays_or_referees_says_who_won_and_takes_it_back(role: str) -> None:
    table, access = table_with(), Access.fresh()
    missed(table)
    table.raise_alert(Alert("ending", "I did not see how the last game ended. Who won?"))
    guest = TestClient(create_app(table, access), base_url="http://192.168.1.20:8555", client=LAN)
    assert guest.get("/ledger/end/1").status_code == 403
    assert guest.post("/ledger/end/1", data={"who": "P1"}).status_code == 403
    client = TestClient(create_app(table, access), base_url="http://192.168.1.20:8555", client=LAN)
    client.cookies.set(COOKIE, access.passes[role].token)
    assert 'hx-get="/ledger/end/1"' in client.get("/ledger").text
    assert 'hx-get="/ledger/end/1"' in client.get("/table").text
    home = {"referee": "/referee", ALL_SEATS_ROLE: "/all"}.get(role, f"/seat/{role}")
    assert 'hx-get="/ledger/end/1"' in client.get(home).text
    dialog = client.get("/ledger/end/1").text
    assert all(name in dialog for name in ("Ann", "Bea", "Cy", "Dot", lines_of(table)[0].replace("&", "&amp;")))
    told = {"who": "P4", "thrower": "P2", "line": lines_of(table)[0]}
    assert client.post("/ledger/end/1", data=told).json()["ok"]
    assert table.alerts == ()
    assert "Dot wins" in client.get("/ledger").text
    assert client.get("/ledger/end/1").status_code == 409
    assert client.post("/ledger/end/7", data=told).status_code == 409
    assert client.post("/ledger/end/1/undo").json()["ok"]
    assert "Nobody saw how it ended" in client.get("/ledger").text
    assert client.post("/ledger/end/1", data={"who": "nobody"}).json()["ok"]
    assert "Wall game" in client.get("/ledger").text


def test_a_game_put_away_in_mid_play_pays_nothing_and_the_same_east_deals_again() -> None:
    store = Store("sqlite://")
    table = table_with(store=store)
    happens(table, GameBegun(P3), Discarded(P3, Tile.B5), Exposed(P4, Tile.B5, P3, (Tile.B5,) * 3))
    table.new_game()
    assert not table.begun
    for now in (table, Table(store, clock=Clock())):
        (row,) = reckon(now.played).games
        assert (row.says, row.points) == ("Put away unfinished, dealt again", (0, 0, 0, 0))
        assert now.evening is not None
        assert now.evening.east is P3
        assert now.game == 2


def test_a_game_of_which_nothing_was_dealt_leaves_no_trace_in_the_ledger() -> None:
    table = table_with()
    happens(table, Named(P1, "Ann"), source=Source.REFEREE)
    table.new_game()
    assert reckon(table.played).games == ()
