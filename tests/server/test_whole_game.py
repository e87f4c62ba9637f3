"""What is said about the whole game, from the referee's page to the next deal: the wrong East, who plays, disputes."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from engine import event as e, notation
from engine.event import Event
from engine.rules.referee import Proposal, Refused, Rules, Source
from engine.rules.ruleset import OPTIONS, ruleset
from engine.state import Phase
from engine.tile import Seat, Tile, read_tiles
from server.access import Access, player
from server.app import create_app
from server.moments import moment
from server.offers import Desk
from server.people import people_of, plain
from server.reckoning import reckon
from server.sheet import sheet
from server.store import Store
from server.table import Table
from server.turn import turn_of
from server.web.site import Folders
from server.whole_game import dispute_acts, east_acts, whole_game
from tests import visiting
from tests.browsing import Place, open_page, see

P1, P2, P3, P4 = Seat
NAMES = tuple(e.Named(seat, name) for seat, name in zip(Seat, ("Ann", "Bea", "Cy", "Di"), strict=True))
FOURTEEN = read_tiles("1B 1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B 5B")
happens = partial(visiting.happens, source=Source.REFEREE)


def begun(east: Seat, players: tuple[Seat, ...] = tuple(Seat)) -> Event:
    one, two, three, four = (0 if s not in players else 14 if s is east else 13 for s in Seat)
    return e.GameBegun(east, players, (one, two, three, four), 152 - one - two - three - four)


def wins(table: Table) -> None:
    """The discard of whose turn it is wins for the next in turn."""
    east = table.state.turn
    happens(table, e.Discarded(east, Tile.B5))
    happens(table, e.MahJongg(table.state.turn, FOURTEEN, "Run 1", east, 25))


def table_of(*options: str, store: Store | None = None) -> Table:
    table = Table(store or Store("sqlite://"), Rules(ruleset(options)))
    happens(table, *NAMES)
    return table


def easts(table: Table, games: int) -> list[str]:
    """Who deals the next games, each won."""
    found = []
    for _ in range(games):
        east = table.next_east
        found.append(people_of(table.next_seats).of(east))
        happens(table, begun(east, table.next_seats.players))
        wins(table)
    return found


EVERY_ANSWER = [f"{o.id}={answer}" for o in OPTIONS for answer in o.choices]


@pytest.mark.parametrize("option", EVERY_ANSWER)
def test_the_rightful_east_deals_next_and_who_erred_is_skipped_whatever_the_rules(option: str) -> None:  # R126
    table = table_of(option)
    assert easts(table, 1) == ["Ann"]
    happens(table, begun(P3))  # Bea's deal
    happens(table, e.EastMistaken(P2))
    assert table.state.east is P3  # the game is played to its end
    wins(table)
    paid = table.state.racks[P4], table.state.winner
    assert paid[1] is P4
    assert easts(table, 4) == ["Bea", "Di", "Ann", "Bea"]
    assert easts(table, 1) == ["Cy"]  # once only


def test_after_a_wall_game_the_rightful_east_deals_even_where_east_stays() -> None:
    table = table_of("C-25=stay")
    happens(table, e.GameBegun(P3, concealed=(13, 13, 14, 13), wall=0), e.EastMistaken(P1))
    happens(table, e.Discarded(P3, Tile.B5), e.WallGame())
    assert easts(table, 3) == ["Ann", "Bea", "Di"]


def test_who_is_to_be_skipped_stays_so_in_her_new_seat() -> None:
    table = table_of()
    happens(table, begun(P2), e.EastMistaken(P1))
    wins(table)
    happens(table, e.Pivoted(P1))  # Ann and Bea change places, and Ann deals on
    assert table.state.names[:2] == ("Bea", "Ann")
    assert table.evening is not None
    happens(table, begun(P2))
    wins(table)
    assert easts(table, 3) == ["Cy", "Di", "Ann"]  # Bea's deal is passed over


@pytest.mark.parametrize("rule", ["dreamer_by_round", "bettor", "east_rests"])
def test_among_five_nobody_comes_in_for_who_dealt_by_mistake(rule: str) -> None:
    table = table_of(f"C-28={rule}")
    happens(table, e.SatOut("Eve"), begun(P2), e.EastMistaken(P1))
    wins(table)
    assert table.next_east is P1
    assert table.next_seats.names == ("Ann", "Bea", "Cy", "Di")


def test_it_is_undone_and_said_of_another() -> None:
    table = table_of()
    happens(table, begun(P2), e.EastMistaken(P1))
    table.undo()
    assert table.state.agreed.due is None
    happens(table, e.EastMistaken(P4))
    wins(table)
    assert table.next_east is P4
    happens(table, e.EastMistaken(P1))  # the game is over: the last word counts
    assert table.next_east is P1
    table.undo()
    assert table.next_east is P4


def test_it_is_known_after_the_program_was_killed(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'log.db'}")
    table = table_of(store=store)
    happens(table, begun(P2), e.EastMistaken(P1))
    wins(table)
    again = Table(store, Rules())
    assert again.next_east is P1
    assert easts(again, 2) == ["Ann", "Cy"]


def test_the_ruling_is_explained_in_the_middle_and_at_the_end() -> None:
    table = table_of()
    happens(table, begun(P2), e.EastMistaken(P1))
    shown = moment(table, table.now)
    assert shown is not None
    assert shown.spoken == (
        "Ann should have been East. This game is played to its end, and pays as it ends. "
        "Ann deals the next game; Bea is skipped when her deal comes."
    )
    wins(table)
    ended = moment(table, table.now)
    assert ended is not None
    assert "Next game: Ann is East. Bea dealt this one by mistake" in [plain(note) for note in ended.notes]


def test_whose_deal_it_was_by_turns_is_offered_first_and_each_player_may_say_it_of_herself() -> None:
    table = table_of()
    wins_first = begun(P1)
    happens(table, wins_first)
    wins(table)
    happens(table, begun(P4))
    labels = [act.label for act in east_acts(table, people_of(table.state), *Seat)]
    assert labels == [f"{name} should have been East" for name in ("Bea", "Ann", "Cy")]
    for seat in Seat:
        mine = {a.text for s in sheet(Desk(table, seat, people_of(table.state)), player(seat)) for a in s.acts}
        said = {text for text in mine if text.endswith("should have been East")}
        assert said == ({f"{seat.name} should have been East"} if seat is not P4 else set())


# Who plays.


def test_three_say_so_play_and_deal_by_turns() -> None:  # P3-01, P3-02
    table = table_of()
    happens(table, e.PlayersChosen((P1, P2, P4)))
    assert "deal 14 13 13 13" not in _texts(table, P1)
    happens(table, e.EastChosen(P1))
    assert "deal 14 13 0 13" in _texts(table, P1)
    happens(table, notation.read("deal 14 13 0 13"))
    assert (table.state.phase, table.state.wall) == (Phase.CHARLESTON, 112)
    for seat in (P2, P4):
        happens(table, e.CourtesyOffered(seat, 0))
    wins(table)
    assert easts(table, 4) == ["Bea", "Di", "Ann", "Bea"]
    assert table.state.players == (P1, P2, P4)


def _texts(table: Table, seat: Seat) -> set[str]:
    desk = Desk(table, seat, people_of(table.state), you=False)
    return {act.text for act in (*turn_of(desk).great, *(a for s in sheet(desk, player(seat)) for a in s.acts))}


def test_a_game_that_all_agree_to_end_is_not_told_as_one_with_dead_hands() -> None:
    for replayed, says in ((False, "All agree that nobody wins it."), (True, "All agree to throw the tiles in.")):
        table = table_of()
        happens(table, begun(P1))
        sections = sheet(Desk(table, P1, people_of(table.state), you=False), player(*Seat))
        texts = (act.text for section in sections for act in section.acts)
        acts = [notation.read(text) for text in texts if text.startswith("game abandoned")]
        (ends,) = (act for act in acts if isinstance(act, e.GameAbandoned) and act.replayed is replayed)
        happens(table, ends)
        found = moment(table, table.now)
        assert found is not None
        assert plain(found.notes[0]) == says + " It is dealt again." * replayed


@pytest.mark.parametrize(("rule", "wall", "stacks"), [("four_walls", 112, 19), ("drop_suit", 76, 15)])
def test_a_game_of_three_begun_on_a_page_holds_the_right_tiles(rule: str, wall: int, stacks: int) -> None:
    table = table_of(f"C-27={rule}")
    happens(table, e.PlayersChosen((P1, P2, P3)))
    texts = _texts(table, P2)
    (start,) = (text for text in texts if text.startswith("game begins P2"))
    built = {text for text in texts if text.startswith("walls built")}
    assert built == {"walls built" if stacks == 19 else f"walls built {stacks}"}
    happens(table, notation.read(start))
    assert (table.state.players, table.state.wall, table.state.east) == ((P1, P2, P3), wall, P2)
    assert [rack.concealed for rack in table.state.racks] == [13, 14, 13, 0]


def test_dice_that_count_to_the_seat_that_was_said_to_be_empty_are_thrown_again() -> None:  # P3-04
    table = table_of("C-27=drop_suit")
    happens(table, e.PlayersChosen((P1, P2, P3)), e.EastChosen(P1), e.WallsBuilt(15))
    ruling = table.submit(Proposal(e.DiceRolled(P1, (4, 4)), Source.REFEREE))
    assert isinstance(ruling, Refused)
    assert ruling.fault.rule == "P3-04"
    happens(table, e.DiceRolled(P1, (4, 5)))


def test_who_plays_is_known_after_the_program_was_killed_and_the_fourth_may_come_back(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'log.db'}")
    table = table_of(store=store)
    happens(table, e.PlayersChosen((P1, P2, P3)))
    assert easts(table, 1) == ["Ann"]
    again = Table(store, Rules())
    assert again.next_seats.players == (P1, P2, P3)
    assert easts(again, 2) == ["Bea", "Cy"]
    happens(again, e.PlayersChosen(tuple(Seat)))
    assert again.state.players == tuple(Seat)
    assert easts(again, 1) == ["Ann"]
    assert again.state.racks[P4].concealed == 13 or again.state.winner is not None


# Disputes.


def disputed() -> Table:
    table = table_of()
    happens(table, begun(P1), e.Discarded(P1, Tile.C1), e.Challenged(P2, P3), e.ChallengeDisputed(P3, P2))
    return table


def test_a_dispute_is_settled_once_and_only_after_the_game() -> None:  # R085
    table = disputed()
    assert dispute_acts(table, people_of(table.state), *Seat) == ()
    happens(table, e.Drawn(P2))
    wins(table)
    acts = dispute_acts(table, people_of(table.state), *Seat)
    said = [(act.label, act.note) for act in acts]
    assert said == [("Bea was wrong", "And pays Cy 50"), ("Cy was wrong", "And pays Bea 50")]
    before = reckon(table.played).ledger
    happens(table, notation.read(acts[1].text))
    after = reckon(table.played).ledger
    assert [after.balance(n) - before.balance(n) for n in ("Ann", "Bea", "Cy", "Di")] == [0, 50, -50, 0]
    assert dispute_acts(table, people_of(table.state), *Seat) == ()
    table.undo()
    assert len(dispute_acts(table, people_of(table.state), *Seat)) == 2


def test_a_dispute_both_ways_is_settled_twice() -> None:
    table = disputed()
    happens(table, e.Challenged(P3, P2), e.ChallengeDisputed(P2, P3), e.Drawn(P2))
    wins(table)
    for left in (4, 2):
        acts = dispute_acts(table, people_of(table.state), *Seat)
        assert len(acts) == left
        happens(table, notation.read(acts[0].text))
    assert dispute_acts(table, people_of(table.state), *Seat) == ()


# The page.


@pytest.fixture
def host(tmp_path: Path) -> Iterator[tuple[Table, TestClient]]:
    table = disputed()
    app = create_app(table, Access.fresh(), folders=Folders(cards=tmp_path))
    with TestClient(app, base_url="http://192.168.1.20:8555", client=("127.0.0.1", 40000)) as client:
        yield table, client


def test_the_page_offers_what_the_referee_would_take(host: tuple[Table, TestClient]) -> None:
    table, client = host
    seen = []
    for happening in ((), (e.Drawn(P2),)):
        happens(table, *happening)
        seen.append([s.title for s in whole_game(table)])
    wins(table)
    seen.append([s.title for s in whole_game(table)])
    table.new_game()
    seen.append([s.title for s in whole_game(table)])
    east = "Another should have been East"
    assert seen == [[east], [east], ["To be settled", east, "Who plays"], ["Who plays"]]
    told = client.get("/referee/whole").text
    assert "Without Di" in told
    assert client.post("/act", data={"event": "P1 P2 P3 play", "after": table.number}).json()["ok"]
    assert "Di: somebody sits there" in client.get("/referee/whole").text


def test_strangers_and_players_get_nothing_of_it(host: tuple[Table, TestClient], tmp_path: Path) -> None:
    table, _ = host
    access = Access.fresh(host_is_referee=False)
    app = create_app(table, access, folders=Folders(cards=tmp_path))
    with TestClient(app, base_url="http://192.168.1.20:8555", client=visiting.LAN) as guest:
        assert guest.get("/referee/whole").status_code == 404
        assert not visiting.tap(guest, table, "P2 should have been East")["ok"]
        visiting.joined(guest, access, "P2")
        assert guest.get("/referee/whole").status_code == 404
        assert not visiting.tap(guest, table, "P3 should have been East")["ok"]
        assert not visiting.tap(guest, table, "P1 P2 P3 play")["ok"]
        assert visiting.tap(guest, table, "P2 should have been East")["ok"]


def test_the_set_up_asks_who_plays(host: tuple[Table, TestClient]) -> None:
    table, client = host
    table.new_game()
    assert "Fewer than four?" in client.get("/setup/names").text
    assert client.post("/act", data={"event": "P1 P2 P3 play", "after": table.number}).json()["ok"]
    assert table.state.players == (P1, P2, P3)
    assert "Di: somebody sits there" in client.get("/setup/names").text


def test_the_referee_says_it_by_touch_sees_why_and_undoes_it(browser: Any, place: Place) -> None:
    place.happens(*NAMES, begun(P2))
    page = open_page(browser, place, "/referee", joins="referee")
    page.get_by_role("button", name="About the whole game").click()
    page.get_by_role("button", name="Ann should have been East").click()
    see(page, "#moment", "Bea is skipped when her deal comes")
    page.keyboard.press("Escape")
    assert place.table.state.agreed.due is P1
    page.get_by_role("button", name="Undo the last act").click()
    page.wait_for_function("() => document.querySelector('#glance').textContent.includes('A game begins')")
    assert place.table.state.agreed.due is None
    page.context.close()


def test_three_are_chosen_by_touch_and_a_payment_is_written(browser: Any, place: Place) -> None:
    place.happens(*NAMES)
    page = open_page(browser, place, "/referee", joins="referee")
    page.get_by_role("button", name="About the whole game").click()
    page.get_by_role("button", name="Without Di").click()
    page.wait_for_function("() => !document.querySelector('#glance .others').textContent.includes('Di')")
    assert place.table.state.players == (P1, P2, P3)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="About the whole game").click()
    form = page.locator("#whole form.dice")
    # what the sheet showed before is there until it is read again
    page.wait_for_function("() => !document.querySelector('#whole form.dice').textContent.includes('Di')")
    form.get_by_role("group", name="Who pays").get_by_label("Ann").check()
    form.get_by_role("group", name="To whom").get_by_label("Cy").check()
    form.get_by_label("Points").fill("20")
    form.get_by_label("What for").fill("cake")
    form.get_by_role("button", name="Write it down").click()
    see(page, "#glance", "cake")
    assert place.table.state.paid == (-20, 0, 20, 0)
    page.context.close()
