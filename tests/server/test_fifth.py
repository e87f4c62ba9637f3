"""Five at the table (C-28): who sits out, who comes in for whom, what a bet pays, from the set-up to the ledger."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from engine.event import (
    BetCancelled,
    BetPlaced,
    Discarded,
    EastChosen,
    Event,
    GameAbandoned,
    GameBegun,
    MahJongg,
    Named,
    SatOut,
    WallGame,
    WallGameBet,
)
from engine.faults import Cause
from engine.rules.referee import Proposal, Refused, Rules, Source
from engine.rules.ruleset import ruleset
from engine.tile import Seat, Tile, read_tiles
from server.access import COOKIE, Access
from server.api import table_json
from server.app import create_app
from server.devices import Devices
from server.fifth import bets
from server.house import Memory
from server.moments import moment
from server.offers import Desk
from server.people import people_of, plain
from server.reckoning import BETTOR, paid, reckon
from server.remembering import seat_people
from server.season import as_csv, evenings, season
from server.store import Store
from server.table import Table
from server.turn import turn_of
from server.web.site import Folders, Room
from tests import visiting
from tests.browsing import Place, open_page, see

P1, P2, P3, P4 = Seat
FOURTEEN = read_tiles("1B 1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B 5B")
FIVE: tuple[Event, ...] = (
    *(Named(seat, name) for seat, name in zip(Seat, ("Ann", "Bea", "Cy", "Di"), strict=True)),
    SatOut("Eve"),
)

happens = partial(visiting.happens, source=Source.REFEREE)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def five(*options: str, store: Store | None = None) -> Table:
    table = Table(store or Store("sqlite://"), Rules(ruleset(options)), clock=Clock())
    happens(table, *FIVE)
    return table


def plays(table: Table, *first: Event) -> None:
    """A game that the player at East's right wins with East's discard: East pays 50, the others 25 each."""
    east = table.next_east
    held = tuple(14 if seat is east else 13 for seat in Seat)
    happens(table, GameBegun(east, concealed=(held[0], held[1], held[2], held[3])), *first)
    happens(table, Discarded(east, Tile.B5), MahJongg(east.right, FOURTEEN, "Run 1", east, 25))


def around(table: Table) -> tuple[str, ...]:
    """Who will sit where in the next game, and who will sit out."""
    return (*table.next_seats.names, table.next_seats.resting)


def test_by_the_round_the_first_dealers_seat_is_taken_after_everybody_has_dealt() -> None:  # P5-04, P5-05, P5-06
    table = five()
    seen = []
    for _ in range(9):
        plays(table)
        seen.append("".join(name[0] for name in around(table)))
    assert seen == ["ABCDE"] * 3 + ["EBCDA"] * 4 + ["EACDB"] * 2


@pytest.mark.parametrize("rule", ["bettor", "east_rests"])
def test_by_the_league_east_gives_her_seat_up_after_every_game(rule: str) -> None:  # P5-01, P5-08
    table = five(f"C-28={rule}")
    seen = []
    for _ in range(5):
        plays(table)
        seen.append("".join(name[0] for name in around(table)))
    assert seen == ["EBCDA", "EACDB", "EABDC", "EABCD", "DABCE"]


def test_nobody_changes_seats_where_the_same_east_deals_again() -> None:
    table = five("C-28=east_rests", "C-25=stay")
    happens(table, GameBegun(P1, wall=0), Discarded(P1, Tile.B3), WallGame())
    assert around(table) == ("Ann", "Bea", "Cy", "Di", "Eve")
    table.new_game()
    happens(table, EastChosen(P1))
    table.new_game()  # put away before it was dealt
    assert around(table) == ("Ann", "Bea", "Cy", "Di", "Eve")


def test_who_would_sit_out_once_the_game_has_begun_is_told_that_it_is_too_late() -> None:
    table = five()
    happens(table, GameBegun(P1))
    answer = table.submit(Proposal(SatOut("Di"), Source.REFEREE))
    assert isinstance(answer, Refused)
    assert answer.fault.says.startswith("Who sits out changes before the deal")


def test_the_seats_of_the_next_game_are_said_and_shown() -> None:
    table = five("C-28=east_rests")
    plays(table)
    shown = moment(table, table.now)
    assert shown is not None
    assert "Next game: Bea is East, Eve comes in for Ann" in [plain(note) for note in shown.notes]
    desk = Desk(table, P1, people_of(table.state))
    assert turn_of(desk).great[0].note == "Eve comes in for Ann. Build the walls"
    happens(table, EastChosen(P2))
    assert table.state.names == ("Eve", "Bea", "Cy", "Di")
    assert table_json(table)["resting"] == "Ann"


def test_who_deals_the_next_game_is_called_by_who_will_sit_there() -> None:
    table = five()
    for _ in range(3):
        plays(table)
    desk = Desk(table, P1, people_of(table.state))
    assert turn_of(desk).great[0].note == "Eve sits out. Build the walls"
    plays(table)
    desk = Desk(table, P1, people_of(table.state))
    act = turn_of(desk).great[0]
    assert (act.label, act.note) == ("Next game: Eve is East", "Eve comes in for Ann. Build the walls")


def test_a_killed_program_seats_the_five_as_they_were(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'log.db'}"
    table = five("C-28=east_rests", store=Store(address))
    plays(table)
    after = around(table)
    again = partial(Table, rules=table.rules, clock=Clock())
    assert (*again(Store(address)).state.names, again(Store(address)).state.resting) == after  # before it was begun
    plays(table)
    plays(table)
    happens(table, EastChosen(table.next_east))
    found = again(Store(address)).state
    assert (
        (*found.names, found.resting) == (*table.state.names, table.state.resting) == ("Eve", "Ann", "Bea", "Di", "Cy")
    )


def test_undoing_the_end_of_a_game_leaves_everybody_in_her_seat() -> None:
    table = five("C-28=east_rests")
    plays(table)
    table.undo()
    assert around(table) == ("Ann", "Bea", "Cy", "Di", "Eve")
    happens(table, MahJongg(P3, FOURTEEN, "Run 1", P1, 25))
    happens(table, EastChosen(P2))
    table.undo()
    assert (*table.state.names, table.state.resting) == ("Eve", "Bea", "Cy", "Di", "Ann")


def test_another_may_sit_out_before_the_deal_and_not_after() -> None:
    table = five()
    happens(table, SatOut("Cy"))
    assert (*table.state.names, table.state.resting) == ("Ann", "Bea", "Eve", "Di", "Cy")
    plays(table)
    assert isinstance(table.submit(Proposal(SatOut("Ann"), Source.REFEREE)), Refused)
    table.new_game()
    happens(table, SatOut("Ann"))  # the first thing said of this game: names and all are in its log
    assert (*table.state.names, table.state.resting) == ("Cy", "Bea", "Eve", "Di", "Ann")
    happens(table, EastChosen(P2))
    assert (*table.state.names, table.state.resting) == ("Cy", "Bea", "Eve", "Di", "Ann")
    happens(table, SatOut(""))
    assert table.state.resting == ""


def test_the_ledger_knows_five_and_who_bet_on_whom() -> None:  # P5-08, WIND-05
    table = five("C-28=bettor")
    plays(table, BetPlaced(P2))  # Ann throws to Bea; Eve bet on Bea
    plays(table)  # Bea throws to Cy; Ann bets nothing
    plays(table, WallGameBet())  # Cy throws to Di; Bea bet on a wall game
    found = reckon(table.played)
    assert found.names == ("Ann", "Bea", "Cy", "Di", "Eve")
    assert BETTOR not in found.names
    assert [game.points for game in found.games] == [
        (-100, 100, -50, -50, 100),
        (0, -50, 100, -25, -25),
        (-25, -25, -50, 125, -25),
    ]
    assert "Eve bet on Bea and got 100" in found.games[0].sum
    assert "bet" not in found.games[1].sum
    assert "Bea bet on a wall game and paid 25" in found.games[2].sum
    past = evenings(table.past_games())
    assert dict(season(past))["Eve"] == 50
    assert ",Eve,100" in as_csv(past)


@pytest.mark.parametrize(
    ("bet", "sums"),
    [(BetPlaced(P2), (-100, 100, -50, -50, 100)), (WallGameBet(), (-50, 125, -25, -25, -25))],
)
def test_the_sums_beside_the_names_are_those_of_the_ledger_the_bet_among_them(  # P5-08, WIND-05
    tmp_path: Path, bet: Event, sums: tuple[int, ...]
) -> None:
    table, access = five("C-28=bettor"), Access.fresh()
    happens(table, GameBegun(P1), bet)
    assert paid(table.state, reckon(table.played)) == ((0, 0, 0, 0), 0, 0)
    happens(table, Discarded(P1, Tile.B5), MahJongg(P2, FOURTEEN, "Run 1", P1, 25))
    assert paid(table.state, reckon(table.played)) == (sums[:4], sums[4], 0)
    assert reckon(table.played).games[0].points == sums
    client = TestClient(
        create_app(table, access, folders=Folders(cards=tmp_path)),
        base_url="http://192.168.1.20:8555",
        client=visiting.LAN,
    )
    client.cookies.set(COOKIE, access.passes["P1"].token)
    assert f"Eve <b>{sums[4]:+d}</b>" in client.get("/seat/P1").text
    at_the_table = client.get("/table").text
    for points in sums:
        assert f'<span class="paid">{points:+d}<' in at_the_table


def test_who_won_an_earlier_game_is_asked_of_those_who_sat_at_it(tmp_path: Path) -> None:
    table, access = five("C-28=east_rests"), Access.fresh()
    happens(table, GameBegun(P1), Discarded(P1, Tile.B5), GameAbandoned(Cause.END_UNSEEN))
    happens(table, GameBegun(table.next_east))
    assert "Eve" in table.state.names
    client = TestClient(
        create_app(table, access, folders=Folders(cards=tmp_path)),
        base_url="http://192.168.1.20:8555",
        client=visiting.LAN,
    )
    client.cookies.set(COOKIE, access.passes["referee"].token)
    asked = client.get("/ledger/end/1").text
    assert all(name in asked for name in ("Ann", "Bea", "Cy", "Di"))
    assert "Eve" not in asked
    refused = client.post("/ledger/end/1", data={"who": "P1", "thrower": "P1"})
    assert refused.status_code == 409
    assert "Ann won by her own draw" in refused.json()["words"]


def test_bets_are_offered_where_the_rules_have_them_and_until_the_first_discard() -> None:
    assert bets(five()) == ()
    table = five("C-28=bettor")
    assert [act.label for act in bets(table)] == [
        "Eve bets on Ann", "Eve bets on Bea", "Eve bets on Cy", "Eve bets on Di", "Eve bets on a wall game",
    ]  # fmt: skip
    happens(table, GameBegun(P1), BetPlaced(P3))
    assert [act.text for act in bets(table)][2:] == ["bet on P4", "bet on the wall game", "bet cancelled"]
    access = Access.fresh()
    with TestClient(create_app(table, access), client=("127.0.0.1", 40000)) as client:
        client.cookies.set(COOKIE, access.passes["P1"].token)
        for page in ("/seat/P1", "/referee"):
            assert '"chip">bets on Cy</span>' in client.get(page).text, "everybody sees the bet while it stands"
        happens(table, BetCancelled())
        assert '"chip">bets on Cy</span>' not in client.get("/referee").text
        happens(table, BetPlaced(P3))
    happens(table, Discarded(P1, Tile.B5))
    assert [act.text for act in bets(table)] == ["bet cancelled"]


def test_a_bet_on_who_sits_at_the_bottom_is_told_as_hers() -> None:
    table = five("C-28=bettor")
    happens(table, GameBegun(P3), BetPlaced(P1), Discarded(P3, Tile.B5), MahJongg(P2, (), None, P3))
    assert "Eve bet on Ann and" in reckon(table.played).games[0].sum


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[Table, Memory, TestClient]]:
    table, memory = Table(Store("sqlite://")), Memory(tmp_path / "home")
    app = create_app(
        table, Access.fresh(), room=Room(Devices(table), memory), folders=Folders(cards=tmp_path / "cards")
    )
    with TestClient(app, base_url="http://192.168.1.20:8555", client=("127.0.0.1", 40000)) as client:
        yield table, memory, client


def test_the_set_up_asks_for_a_fifth_and_remembers_her(house: tuple[Table, Memory, TestClient]) -> None:
    table, memory, client = house
    assert "Name the four who play first" in client.get("/setup/names").text
    assert client.post("/setup/names/fifth", data={"name": "Eve"}).status_code == 409
    for event in FIVE[:4]:
        assert isinstance(event, Named)
        client.post("/setup/names", data={"seat": event.seat.name, "name": event.name})
    assert client.post("/setup/names/fifth", data={"name": " Eve "}).status_code == 204
    assert "Ann, Bea, Cy, Di; Eve sits out" in client.get("/setup").text
    assert client.post("/setup/names/fifth", data={"name": "Di"}).status_code == 204
    assert (table.state.names[P4], table.state.resting) == ("Eve", "Di")
    assert (memory.house.names[P4], memory.house.fifth) == ("Eve", "Di")
    next_week = Table(Store("sqlite://"))
    seat_people(next_week, Memory(memory.folder))
    assert (next_week.state.names, next_week.state.resting) == (table.state.names, "Di")
    for page in ("/table", "/referee", "/screen"):
        assert "Di</" in client.get(page).text, page
    assert client.post("/setup/names/clear").status_code == 204
    assert (any(table.state.names), table.state.resting, memory.house.fifth) == (False, "", "")


def test_five_by_touch_and_the_next_game_seats_the_fifth(browser: Any, tmp_path: Path) -> None:
    running = Place(tmp_path / "cards")
    running.table.rules = Rules(ruleset(["C-28=bettor"]))
    running.room = Room(Devices(running.table), Memory(tmp_path / "home"))
    running.start()
    running.happens(*FIVE[:4])
    page = open_page(browser, running, "/setup/names", joins="referee")
    page.get_by_role("button", name="A fifth player").click()
    page.locator("#fifth-name").fill("Eva")
    page.locator("#fifth").get_by_role("button", name="Keep this name").click()
    see(page, ".fifth", "Eva sits out.")
    page.locator("body[data-heard=yes]").wait_for(state="attached")
    page.get_by_role("button", name="Another name").click()
    page.locator("#fifth-name").fill("Eve")
    page.locator("#fifth-name").press("Enter")
    whose = ["The name was wrong", "Somebody else", "Not now"]
    assert page.locator("#fifth").get_by_role("button").all_text_contents() == whose, "Enter says nothing of it"
    page.locator("#fifth").get_by_role("button", name="The name was wrong").click()
    see(page, ".fifth", "Eve sits out.")
    page.locator("body[data-heard=yes]").wait_for(state="attached")
    page.get_by_text("Another sits out, Eve plays").click()
    page.get_by_role("button", name="Di sits out").click()
    see(page, ".fifth", "Di sits out.")
    page.goto(f"{running.url}/referee")
    page.locator("body[data-heard=yes]").wait_for(state="attached")
    table = open_page(browser, running, "/table")
    see(table, "#hub", "Di")
    page.get_by_text("Di may bet").click()
    page.get_by_role("button", name="Di bets on Bea").click()
    page.get_by_text("What happened", exact=True).click()
    see(page, "#log", "Di bets on Bea")
    running.do(partial(plays, running.table))
    running.do(partial(happens, running.table, EastChosen(P2)))
    see(table, "#hub", "Ann")
    see(table, "#felt", "Di")
    table.goto(f"{running.url}/ledger")
    see(table, "#ledger", "Di bet on Bea and got 100")
    for one in (page, table):
        one.context.close()
    running.stop()
    assert running.errors == []


ABSURD = ("", "fifth", "P5", "P1 ", "x" * 10_000, "\x00", "\r\nSet-Cookie: a=b", "<b>Zed</b>", "\u202e", "Ann")
FIVES = (
    ("/name", ("seat", "name")),
    ("/setup/names", ("seat", "name")),
    ("/setup/names/fifth", ("name",)),
    ("/act", ("event",)),
)


@pytest.mark.parametrize("role", [None, "P1", "all", "referee"])
def test_whatever_is_sent_about_the_five_is_answered_and_strangers_change_nothing(
    tmp_path: Path, role: str | None
) -> None:
    table, access = five("C-28=bettor"), Access.fresh()
    client = TestClient(
        create_app(table, access, folders=Folders(cards=tmp_path)),
        base_url="http://192.168.1.20:8555",
        client=visiting.LAN,
        raise_server_exceptions=False,
    )
    if role is not None:
        client.cookies.set(COOKIE, access.passes[role].token)
    events = ("bet on P5", "bet on P1\nbet on P2", '"Zed" sits out', 'P2 is named "Zed"', "paid 9 -9 0 0", "x" * 10_000)
    before = (table.log, around(table))
    for path, fields in FIVES:
        usual = {"seat": "P2", "name": "Zed"} if "event" not in fields else {}
        for field, value in product(fields, events if path == "/act" else ABSURD):
            for after in ({"after": table.number}, {"after": "x"}, {}):
                answer = client.post(path, data={**usual, field: value, **after}, headers={"accept": "text/html"})
                assert answer.status_code < 500, (path, field, value)
                assert "<b>Zed" not in answer.text
                if role in (None, "P1"):
                    assert answer.status_code >= 400, (path, field, value)
    if role in (None, "P1"):
        assert (table.log, around(table)) == before
    assert "<b>Zed" not in client.get("/table").text
