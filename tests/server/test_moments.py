"""Moments: what stands in the middle of every page, for how long, and who may answer what waits for an answer."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings, strategies as st

from engine.card import read_card
from engine.event import (
    Called,
    CallRetracted,
    Challenged,
    ChallengeDisputed,
    Declared,
    Discarded,
    Drawn,
    Exposed,
    ExposureTakenBack,
    FalseMahJongg,
    FoundAlive,
    GameBegun,
    HandDied,
    Held,
    JokerExchanged,
    MahJongg,
    Named,
    Resynced,
    RulesChosen,
    WallGame,
    Warned,
)
from engine.faults import Cause
from engine.hands import HandTable, fits
from engine.rules.referee import Rules, Source
from engine.rules.ruleset import preset, ruleset
from engine.state import State, evolve, replay
from engine.tile import Seat, Tile, read_tiles
from server.access import Access, Visitor, player
from server.app import create_app
from server.cards import practice_card_text
from server.judging import declaration, may_judge
from server.laid_out import shown
from server.moments import GLANCE_S, READ_S, Moment, moment
from server.people import People, plain
from server.store import Store
from server.sums import money_words, win_points, win_words
from server.table import Table
from server.web.site import Folders
from tests import visiting
from tests.faulty import Clock

P1, P2, P3, P4 = Seat
CARD = HandTable(read_card(practice_card_text()))
NAMES = ("Ruth", "Bea", "Rose", "Ann")
WHO = People(NAMES)
PUNG = (Tile.B3, Tile.B3, Tile.JOKER)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(clock: Clock) -> Table:
    made = Table(Store("sqlite://"), Rules(table=CARD), clock=clock)
    happens(made, *(Named(seat, called) for seat, called in zip(Seat, NAMES, strict=True)), GameBegun(P1))
    clock.now += 60
    return made


happens = partial(visiting.happens, source=Source.REFEREE)


def middle(table: Table) -> Moment:
    found = moment(table, table.now)
    assert found is not None
    return found


def test_a_call_an_exposure_an_exchange_and_a_hold_have_a_name_a_verb_and_tiles(table: Table) -> None:
    happens(table, Discarded(P1, Tile.B3), Called(P3))
    assert (plain(middle(table).tells), middle(table).groups) == ("Rose calls 3 Bam", ((Tile.B3,),))
    happens(table, Exposed(P3, Tile.B3, P1, PUNG))
    assert (plain(middle(table).tells), middle(table).groups) == ("Rose calls 3 Bam, exposes a pung", (PUNG,))
    happens(table, Discarded(P3, Tile.C5), Held(P1))
    assert plain(middle(table).tells) == "Ruth says Hold"


def test_an_exchange_is_seen(table: Table) -> None:
    happens(table, Discarded(P1, Tile.B3), Called(P3), Exposed(P3, Tile.B3, P1, PUNG), Discarded(P3, Tile.C5))
    happens(table, Drawn(P4), JokerExchanged(P4, P3, 0, Tile.B3))
    assert plain(middle(table).tells) == "Ann takes the Joker from Rose"
    assert middle(table).groups == ((Tile.B3, Tile.JOKER),)


def test_what_is_past_is_not_told_again(table: Table, clock: Clock) -> None:
    happens(table, Discarded(P1, Tile.B3), Called(P3))
    number = middle(table).number
    clock.now += GLANCE_S - 0.1
    assert middle(table).number == number
    clock.now += 0.2
    assert moment(table, table.now) is None


def test_what_the_log_says_is_yet_to_come_is_not_told_until_it_has(table: Table, clock: Clock) -> None:
    """A machine without a clock of its own begins again behind its log."""
    happens(table, Discarded(P1, Tile.B3), Called(P3))
    clock.now -= 3600
    assert moment(table, table.now) is None


def test_a_declaration_waits_for_its_answer_however_long(table: Table, clock: Clock) -> None:
    happens(table, Declared(P1))
    clock.now += 3600
    waits = middle(table)
    assert (plain(waits.tells), waits.answer) == ("Ruth says Mah Jongg: lay it open", "mah jongg")
    happens(table, FalseMahJongg(P1))
    said = middle(table)
    assert plain(said.tells) == "Ruth's Mah Jongg is not valid"
    assert [plain(n) for n in said.notes] == ["Ruth's hand is dead: Mah Jongg in error with the hand shown."]
    clock.now += READ_S - 0.1
    assert moment(table, table.now) is not None
    assert declaration(table) is None


def test_a_call_for_mah_jongg_is_a_declaration_too(table: Table) -> None:
    happens(table, Discarded(P1, Tile.B3), Called(P2, True))
    assert plain(middle(table).tells) == "Bea says Mah Jongg: lay it open"


def test_fourteen_tiles_laid_open_are_judged_as_they_lie(table: Table) -> None:
    happens(table, Declared(P1))
    losing = read_tiles("1B 1B 1B 2B 2B 2B 3C 3C 3C 5C 5C 5C 5C J")
    table.set_seen(Resynced(((losing,), (), (), ()), (), (0, 13, 13, 13), P1))
    found = declaration(table)
    assert found is not None
    assert not found.valid
    assert "matches no hand on the card exactly" in plain(middle(table).notes[0])
    winning = tuple(t for group in CARD.lines[0].hands[0] for t in group.tiles)
    table.set_seen(Resynced(((winning,), (), (), ()), (), (0, 13, 13, 13), P1))
    found = declaration(table)
    assert found is not None
    assert found.valid
    assert plain(middle(table).notes[0]) == "As I see it, it is valid."


def test_a_challenge_that_nothing_proves_waits_and_every_answer_is_said(table: Table) -> None:
    happens(table, Discarded(P1, Tile.B3), Called(P3), Exposed(P3, Tile.B3, P1, PUNG))
    for answer, said in (
        (FoundAlive(P3), "Rose's hand is not dead"),
        (ChallengeDisputed(P3, P2), "Rose says: my hand is not dead"),
        (HandDied(P3, Cause.WRONG_COUNT), "Rose's hand is dead"),
    ):
        happens(table, Challenged(P2, P3))
        assert (plain(middle(table).tells), middle(table).answer) == ("Bea asks: is Rose's hand dead?", "challenge")
        happens(table, answer)
        assert plain(middle(table).tells) == said


def test_a_hand_that_plays_on_though_it_cannot_win_is_not_called_dead() -> None:
    """C-19."""
    table = Table(Store("sqlite://"), Rules(ruleset(["C-19=play_on"])))
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3), HandDied(P3, Cause.WRONG_COUNT))
    said = middle(table)
    assert plain(said.tells).endswith("hand cannot win")
    assert not [note for note in said.notes if "dead" in plain(note)]


def test_of_two_challenges_each_is_answered(table: Table) -> None:
    happens(table, Challenged(P1, P4), Challenged(P2, P3))
    assert middle(table).seat is P3
    happens(table, FoundAlive(P3))
    assert plain(middle(table).tells) == "Ruth asks: is Ann's hand dead?"
    happens(table, HandDied(P3, Cause.NO_HAND_FITS))  # another hand than the one that is asked about
    assert middle(table).answer == "challenge"
    happens(table, FoundAlive(P4))
    assert plain(middle(table).tells) == "Ann's hand is not dead"


def test_a_challenge_that_is_proved_is_answered_at_once(table: Table) -> None:
    apart = (((Tile.NORTH,) * 3, (Tile.B1,) * 3, (Tile.C8,) * 3), (), (), ())
    assert not fits(CARD, apart[0])
    happens(table, Resynced(apart, (), (5, 13, 13, 13), P1), Challenged(P2, P1))
    assert plain(middle(table).tells) == "Ruth's hand is dead"
    assert not any(code in plain(n) for n in middle(table).notes for code in ("DEAD", "P1", "S0"))


def test_the_end_tells_the_line_the_sum_and_the_next_east(table: Table) -> None:
    line = CARD.lines[0]
    happens(table, Declared(P1), MahJongg(P1, (), line=line.name))
    told = middle(table)
    assert (told.kind, told.lasts_s) == ("win", None)
    each = f"{line.value}, twice for self-drawn: {2 * line.value} each"
    assert [plain(n) for n in told.notes] == [line.name, each, "Next game: Bea is East"]


def test_a_wall_game_tells_the_next_east(clock: Clock) -> None:
    table = Table(Store("sqlite://"), Rules(table=CARD), clock=clock)
    happens(
        table, Named(P4, "Ann"), GameBegun(P3, concealed=(13, 13, 14, 13), wall=0), Discarded(P3, Tile.B3), WallGame()
    )
    assert plain(middle(table).tells) == "Wall game: nobody wins"
    assert [plain(n) for n in middle(table).notes] == ["Next game: Ann is East"]


# Sums in words


def won(value: int, **more: object) -> State:
    state = evolve(State(), GameBegun(P1))
    return evolve(state, MahJongg(P1, (), line="Run 1", value=value, **more))  # type: ignore[arg-type]


def test_sums_are_spelled_out() -> None:
    assert win_words(won(30, jokerless=True), WHO) == "30, twice for self-drawn, twice for no jokers: 120 each"
    assert win_words(won(30, exchanged=P3), WHO) == "30, twice for a joker exchanged: 60 each"
    assert win_words(won(25, source=P3), WHO) == "25: Rose threw it and pays 50, Bea and Ann pay 25 each"
    assert win_words(won(25, source=P3, jokerless=True), WHO) == (
        "25, twice for no jokers: Rose threw it and pays 100, Bea and Ann pay 50 each"
    )
    assert [money_words(n) for n in (100, 350, 5, 25, 1050)] == [
        "1 dollar",
        "3 dollars 50",
        "5 cents",
        "25 cents",
        "10 dollars 50",
    ]


@settings(max_examples=120, derandomize=True)
@given(
    st.integers(1, 75),
    st.none() | st.sampled_from((P2, P3, P4)),
    st.booleans(),
    st.booleans(),
    st.none() | st.sampled_from((P1, P2)),
    st.sampled_from(("league", "press", "house-000", "house-002", "house-004")),
)
def test_every_amount_that_is_paid_is_said(
    value: int, source: Seat | None, jokerless: bool, misnamed: bool, exchanged: Seat | None, name: str
) -> None:
    state = replay([RulesChosen(preset(name).differences), GameBegun(P1)])
    out_of_source = None if source is not None else exchanged
    event = MahJongg(P1, (), "Run 1", source, value, out_of_source, misnamed and source is not None, jokerless)
    state = evolve(state, event)
    words = win_words(state, WHO)
    for seat in (P2, P3, P4):
        if win_points(state)[seat]:
            assert str(-win_points(state)[seat]) in words
    assert words.startswith(str(value))


def test_a_hand_is_laid_out_in_its_groups_with_jokers_where_they_stand() -> None:
    for line in CARD.lines:
        hand = line.hands[0]
        tiles: list[Tile] = []
        for group in hand:
            short = group.jokers and len(group.tiles) > 3
            tiles += [*group.tiles[: 3 if short else None], *[Tile.JOKER] * (len(group.tiles) - 3 if short else 0)]
        found = shown(State(), P1, tuple(tiles), line.name, CARD)
        assert sorted(t for g in found.groups for t in g) == sorted(tiles)
        assert found.line == line.name
        assert [len(g) for g in found.groups] == [len(g.tiles) for g in hand]
        assert all(len(g) > 2 or Tile.JOKER not in g for g in found.groups)


# Who may answer


@pytest.mark.parametrize(
    ("visitor", "referee_looks", "may"),
    [
        (Visitor(referee=True), False, True),
        (Visitor(referee=True, seat=P2, seats=frozenset({P2})), True, True),
        (player(P1), False, True),
        (player(P1), True, False),
        (player(P2), False, False),
        (player(*Seat), True, True),
        (Visitor(), False, False),
    ],
)
def test_the_referee_answers_and_without_one_the_others(visitor: Visitor, referee_looks: bool, may: bool) -> None:
    assert may_judge(visitor, P2, referee_looks) is may


@pytest.fixture
def house(table: Table, tmp_path: Path) -> Iterator[tuple[TestClient, Access]]:
    access = Access.fresh(host_is_referee=False)
    app = create_app(table, access, folders=Folders(cards=tmp_path))
    with TestClient(app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000)) as client:
        yield client, access


def judge(house: tuple[TestClient, Access], table: Table, joins: str, path: str = "/judge", **fields: str) -> int:
    client, access = house
    client.cookies.clear()
    client.post("/join", data={"code": access.code(joins)})
    return client.post(path, data={"after": str(table.number), **fields}).status_code


def test_a_false_mah_jongg_is_ruled_by_another_player_and_not_by_who_said_it(
    house: tuple[TestClient, Access], table: Table
) -> None:
    assert judge(house, table, "P2", verdict="false") == 409, "nobody has said it"
    happens(table, Declared(P1))
    assert judge(house, table, "P1", verdict="false") == 403
    assert judge(house, table, "P2", verdict="false") == 200
    assert table.state.racks[P1].dead is Cause.FALSE_MAH_JONGG


def test_a_false_call_names_who_threw_the_tile(house: tuple[TestClient, Access], table: Table) -> None:
    happens(table, Discarded(P1, Tile.B3), Called(P2, True))
    assert judge(house, table, "referee", verdict="false") == 200
    false = next(x.event for x in table.log if isinstance(x.event, FalseMahJongg))
    assert false.source is P1


def test_valid_asks_for_the_line_and_pays_for_it(house: tuple[TestClient, Access], table: Table) -> None:
    happens(table, Declared(P1))
    assert judge(house, table, "referee", verdict="valid") == 409
    page = house[0].get("/judge/lines").text
    line = CARD.lines[0]
    assert line.name in page
    assert judge(house, table, "referee", verdict="valid", line=line.name, jokerless="yes") == 200
    assert table.state.winner is P1
    assert table.state.won_by is not None
    assert table.state.won_by.value == line.value


def test_a_challenge_is_answered_on_a_page(house: tuple[TestClient, Access], table: Table) -> None:
    happens(table, Discarded(P1, Tile.B3), Called(P3), Exposed(P3, Tile.B3, P1, PUNG), Challenged(P2, P3))
    assert judge(house, table, "P3", "/judge/hand", verdict="alive") == 403
    assert judge(house, table, "P2", "/judge/hand", verdict="WRONG_SOURCE") == 422
    assert judge(house, table, "P2", "/judge/hand", verdict="WRONG_COUNT") == 200
    assert table.state.racks[P3].dead is Cause.WRONG_COUNT


def test_what_waits_is_shown_on_every_page_with_buttons_for_who_may_answer(
    house: tuple[TestClient, Access], table: Table
) -> None:
    client, access = house
    happens(table, Declared(P1))
    for joins, path, may in (("P2", "/seat/P2", True), ("P1", "/seat/P1", False), ("referee", "/referee", True)):
        client.cookies.clear()
        client.post("/join", data={"code": access.code(joins)})
        for page in (path, "/table"):
            shows = client.get(page).text
            assert "Ruth says Mah Jongg: lay it open" in shows, (joins, page)
            assert ("Not valid" in shows) is may, (joins, page)


def test_a_warning_and_an_exposure_taken_back_are_said(table: Table, clock: Clock) -> None:
    happens(table, Warned(P2, Cause.NOT_YOUR_TURN))
    assert plain(middle(table).tells) == "A warning for Bea"
    assert middle(table).notes
    clock.now += READ_S + 1
    happens(table, Discarded(P1, Tile.B3), Called(P3), Exposed(P3, Tile.B3, P1, PUNG))
    happens(table, Called(P4, True), ExposureTakenBack(P3))
    assert middle(table).answer == "mah jongg"  # weighs more
    happens(table, CallRetracted(P4))
    assert plain(middle(table).tells) == "Rose takes the exposure back"


@pytest.mark.parametrize("path", ["/camera", "/ledger"])
def test_who_looks_at_another_page_is_told_too(house: tuple[TestClient, Access], table: Table, path: str) -> None:
    client, access = house
    client.post("/join", data={"code": access.code("referee")})
    happens(table, Declared(P1))
    page = client.get(path).text
    assert "Ruth says Mah Jongg" in page
    assert 'name="verdict"' in page
