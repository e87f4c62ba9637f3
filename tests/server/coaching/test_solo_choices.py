"""What a table for one offers its player: what leads somewhere, and a kind word where she says Mah Jongg too early."""

from collections.abc import Sequence
from random import Random

import pytest
from fastapi.testclient import TestClient

from engine import event as e
from engine.card import read_card
from engine.event import Event
from engine.hands import HandTable
from engine.rules.ruling import Accepted, Proposal, Rules, Source
from engine.tile import Seat, Tile
from server.cards import practice_card_text
from server.coaching.memory import Help
from server.coaching.mind import Mind
from server.coaching.solo.choices import YOU
from server.coaching.solo.game import SoloGame, fresh_secrets
from server.coaching.solo.page import Roads, solo_pages
from server.coaching.solo.robots import Strength

WINDS = (Tile.NORTH, Tile.EAST, Tile.WEST, Tile.SOUTH)
USELESS = (*WINDS, Tile.RED, Tile.GREEN, Tile.SOAP, Tile.B1, Tile.B3, Tile.C2, Tile.C5, Tile.D7, Tile.D9)
ALL_HELP = list(Help)
COACHED = [how for how in Help if how is not Help.NONE]


@pytest.fixture(scope="module")
def card() -> HandTable:
    return HandTable(read_card(practice_card_text()))


def winning(card: HandTable, jokers: int = 0) -> list[Tile]:
    """Fourteen tiles of a line that may be exposed; the first is one of a group of three or more."""
    for hand, line in zip(card.hands, card.line_of, strict=True):
        tiles = [t for group in hand for t in group.tiles]
        fair = all(tiles.count(t) <= t.copies for t in tiles)
        if fair and hand[0].jokers and len(hand[0].tiles) >= 3 and not card.lines[line].concealed:
            return [*tiles[: len(tiles) - jokers], *(Tile.JOKER,) * jokers]
    raise AssertionError("no such hand on the card")


def table_with(card: HandTable, hers: Sequence[Tile], how: Help, *, discard: Tile | None = None) -> SoloGame:
    """It is her turn with `hers`, or `discard` lies there, the one before her in turn has thrown it, and it is hers to
    call or to draw."""
    game = SoloGame(Rules(table=card), Mind(), fresh_secrets(Strength.GOOD, Random(1)), None, 0.0)
    game.coach.choose(YOU, how)
    told: list[Event] = [e.GameBegun(YOU if discard is None else Seat.P4)]
    told += [] if discard is None else [e.Discarded(Seat.P4, discard)]
    for event in told:
        assert isinstance(game.table.submit(Proposal(event, Source.LOG)), Accepted)
    game.follow()
    game._dealer.hands[YOU] = list(hers)
    game.follow()
    return game


def buttons(game: SoloGame) -> str:
    """What the page offers, with the strip beside it."""
    with TestClient(pages_of(game)) as her:
        seat = her.get(f"/seat/{YOU.name}").text
        return seat.partition('id="turn"')[2].partition("</section>")[0] + her.get("/solo").text


def pages_of(game: SoloGame):
    mind = Mind()
    return solo_pages(game, mind, mind, Roads(lambda number: None, lambda: None))


@pytest.mark.parametrize("how", ALL_HELP)
def test_nobody_is_offered_a_hold_where_the_others_wait(card: HandTable, how: Help) -> None:
    pair = (Tile.RED, Tile.RED, *USELESS[:11])
    for game in (
        table_with(card, pair, how, discard=Tile.RED),
        table_with(card, USELESS, how, discard=Tile.C9),
        table_with(card, (*USELESS, Tile.C9), how),
    ):
        assert "hold" not in buttons(game).lower()


@pytest.mark.parametrize("how", COACHED)
def test_with_the_coach_nothing_is_offered_that_leads_nowhere(card: HandTable, how: Help) -> None:
    there = buttons(table_with(card, (*USELESS, Tile.C9), how))
    assert "Tap the tile that you discard" in there
    assert "Mah Jongg" not in there
    there = buttons(table_with(card, USELESS, how, discard=Tile.C9))
    assert "Draw a tile" in there
    assert "P1 calls" not in there
    assert "Let it go" not in there


@pytest.mark.parametrize("how", ALL_HELP)
def test_fourteen_that_win_are_offered_to_be_shown(card: HandTable, how: Help) -> None:
    whole = winning(card)
    assert "Show Mah Jongg" in buttons(table_with(card, whole, how))
    there = buttons(table_with(card, whole[1:], how, discard=whole[0]))
    assert "P1 calls for mah jongg" in there
    assert "Let it go" in there
    assert "P1 draws" not in there, "another may want it: she says first that she does not"


@pytest.mark.parametrize("how", ALL_HELP)
def test_a_group_may_be_called_and_the_others_wait_for_her(card: HandTable, how: Help) -> None:
    whole = winning(card)
    game = table_with(card, [*whole[1:-2], *WINDS[:2]], how, discard=whole[0])
    there = buttons(game)
    assert 'value="P1 calls"' in there
    assert "The others wait: do you want it?" in there
    assert ("P1 calls for mah jongg" in there) is (how is Help.NONE)
    game.let_go()
    there = buttons(game)
    assert "Draw a tile" in there
    assert "Let it go" not in there
    assert isinstance(game.table.submit(Proposal(e.Called(YOU), Source.TABLET)), Accepted)
    assert not game.waits, "she has answered"


def test_two_jokers_make_a_group_too(card: HandTable) -> None:
    whole = winning(card)
    rest = [t for t in whole if t is not whole[0]]
    hers = [Tile.JOKER, Tile.JOKER, *(rest + list(USELESS))[:11]]
    for how in ALL_HELP:
        assert table_with(card, hers, how, discard=whole[0]).waits


def test_who_says_mah_jongg_too_early_is_told_so_and_loses_nothing(card: HandTable) -> None:
    whole = winning(card)
    game = table_with(card, (*USELESS, Tile.C9), Help.NONE)
    called = table_with(card, [*whole[1:-2], *WINDS[:2]], Help.NONE, discard=whole[0])
    for one, said in ((game, "P1 declares mah jongg"), (called, "P1 calls for mah jongg")):
        assert said in buttons(one)
        before = one.table.number
        with TestClient(pages_of(one)) as her:
            answer = her.post("/act", data={"event": said, "after": before})
        assert answer.status_code == 409
        assert "no hand of the card yet" in answer.json()["says"]
        assert "You have shown nothing" in answer.json()["says"]
        assert one.table.number == before
