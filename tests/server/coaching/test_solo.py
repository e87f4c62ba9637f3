"""A table for one: whole games to their end, the same tiles after a restart, nobody else's door, no trace in the
house's ledger.
"""

import asyncio
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from fastapi.testclient import TestClient

from engine import event as e
from engine.card import read_card
from engine.charleston import BLIND, Stage
from engine.hands import HandTable
from engine.rules.ruling import Accepted, Proposal, Rules, Source
from engine.state import Phase
from engine.tile import Seat, Tile
from server.cards import practice_card_text
from server.coaching.mind import Mind
from server.coaching.position import Position
from server.coaching.seeing import position_of
from server.coaching.solo.choices import YOU
from server.coaching.solo.dealer import SET
from server.coaching.solo.game import SoloGame, fresh_secrets, read_secrets
from server.coaching.solo.page import ROOT, Roads, solo_pages
from server.coaching.solo.robots import Strength
from server.passing import has_done

MOST_STEPS = 900


class AtOnce(Mind):
    """Thinks where it is asked, so that a test needs no process."""

    async def ask(self, table, work, *about):
        return work(table, *about)


@pytest.fixture(scope="module")
def card() -> HandTable:
    return HandTable(read_card(practice_card_text()))


def game_of(card: HandTable, path: Path | None, seed: int, strength: Strength = Strength.GOOD) -> SoloGame:
    return SoloGame(Rules(table=card), AtOnce(), fresh_secrets(strength, Random(seed)), path, 0.0)


def all_tiles(game: SoloGame) -> Counter[Tile]:
    """Every tile there is, wherever it lies."""
    dealer, state = game._dealer, game.table.state
    there = Counter(dealer.wall) + Counter(t for hand in dealer.hands.values() for t in hand)
    there.update(d.tile for d in state.discards)
    there.update(t for rack in state.racks for x in rack.exposures for t in x.tiles)
    return there


def play_on(game: SoloGame, until: Phase, chance: Random) -> None:
    """The player does something that she may, the others what they do, until the game is in that phase."""

    async def go() -> None:
        for _ in range(MOST_STEPS):
            if game.table.state.phase is until:
                return
            if not await game._step():
                act(game, chance)
        raise AssertionError(f"the game stands still in {game.table.state.phase}")

    asyncio.run(go())


def act(game: SoloGame, chance: Random) -> None:
    table, state = game.table, game.table.state
    now = state.charleston
    if state.phase is Phase.CHARLESTON and now is not None and not has_done(now, YOU, state.players):
        if now.stage is Stage.VOTE:
            submit(game, e.Voted(YOU, True))
            return
        few = 2 if now.stage in BLIND or now.stage is Stage.COURTESY else 3
        naturals = tuple(t for t in game.hand if t is not Tile.JOKER)
        made = game.passing(naturals[:few])
        assert not isinstance(made, str), made
        submit(game, made)
    elif game.waits:
        game.let_go()
    elif state.holder is YOU:
        thrown = [t for t in game.hand if t is not Tile.JOKER]
        submit(game, e.Discarded(YOU, chance.choice(thrown or game.hand)))
    elif state.turn is YOU and state.holder is None:
        if not isinstance(table.submit(Proposal(e.Drawn(YOU), Source.TABLET)), Accepted):
            submit(game, e.WallGame())
    else:
        raise AssertionError(f"nobody has anything to do: {state.turn}, {state.calls}")
    held = game.hand
    assert (table.own(YOU) or ()) == held


def submit(game: SoloGame, event: e.Event) -> None:
    answer = game.table.submit(Proposal(event, Source.TABLET))
    assert isinstance(answer, Accepted), answer


@pytest.mark.parametrize("strength", list(Strength), ids=lambda s: s.value)
def test_a_game_goes_to_its_end_and_no_tile_is_lost(card: HandTable, strength: Strength) -> None:
    game = game_of(card, None, 5, strength)
    play_on(game, Phase.PLAY, Random(1))
    assert all_tiles(game) == Counter(SET)
    state = game.table.state
    assert [len(game._dealer.hand(s)) for s in Seat] == [state.racks[s].concealed for s in Seat]
    play_on(game, Phase.OVER, Random(1))
    assert all_tiles(game) == Counter(SET)
    state = game.table.state
    assert state.abandoned or state.winner is not None or state.wall == 0


def test_the_coach_knows_what_she_passed_and_was_passed(card: HandTable) -> None:
    game = game_of(card, None, 19)
    play_on(game, Phase.PLAY, Random(6))
    here = position_of(game.table, YOU, game.hand)
    assert here is not None
    gave = Counter(t for key, tiles in game.secrets.passes[1].items() if key.endswith(YOU.name) for t in tiles)
    passed = Counter(t for x in here.known.passed for t in x.tiles)
    assert passed.total() >= 9
    assert passed - gave == Counter()
    received = Counter(t for x in here.known.received for t in x.tiles)
    gone = passed - received - Counter(game.hand)
    assert all(here.known.elsewhere[t] for t in gone if not here.known.seen[t])
    other = position_of(game.table, Seat.P2, game._dealer.hand(Seat.P2))
    assert other is not None
    assert other.known.passed == (), "what one passed another is not told"


def test_a_simulated_player_knows_what_she_passed_and_was_passed_herself(card: HandTable) -> None:
    met: list[Position] = []

    class Told(AtOnce):
        async def ask(self, table, work, *about):
            met.append(about[0])
            return work(table, *about)

    game = SoloGame(Rules(table=card), Told(), fresh_secrets(Strength.STRONG, Random(23)), None, 0.0)
    play_on(game, Phase.PLAY, Random(6))
    for seat in Seat:
        gave, came = (Counter(t for x in handed for t in x.tiles) for handed in game._dealer.handed(seat))
        assert came - gave <= Counter(game._dealer.hand(seat)), "what came and went no further is on her rack"
    play_on(game, Phase.OVER, Random(6))
    seen = [here for here in met if here.known.stage is None]
    assert {here.known.seat for here in seen} == {Seat.P2, Seat.P3, Seat.P4}
    for here in seen:
        known, given = here.known, game.secrets.passes[1]
        own = Counter(t for key, tiles in given.items() if key.endswith(known.seat.name) for t in tiles)
        passed = Counter(t for x in known.passed for t in x.tiles)
        assert passed.total() >= 9
        assert passed <= own, "more than she gave"
        assert {x.seat for x in known.received} >= {known.seat.left, known.seat.across, known.seat.right}


def test_after_a_restart_the_same_tiles_stand_there(card: HandTable, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    game = game_of(card, path, 7)
    play_on(game, Phase.PLAY, Random(2))
    hands, wall = dict(game._dealer.hands), list(game._dealer.wall)
    kept = read_secrets(path)
    assert kept is not None
    again = SoloGame(Rules(table=card), AtOnce(), kept, path, 0.0)
    assert again.hand == game.hand
    assert {s: sorted(h) for s, h in again._dealer.hands.items()} == {s: sorted(h) for s, h in hands.items()}
    assert again._dealer.wall == wall
    assert "3B" not in path.read_text().partition('"passes"')[0]


def test_an_act_that_is_taken_back_gives_the_tile_back(card: HandTable) -> None:
    game = game_of(card, None, 11)
    play_on(game, Phase.PLAY, Random(3))
    for _ in range(MOST_STEPS):
        if game.table.state.holder is YOU:
            break
        if not asyncio.run(game._step()):
            act(game, Random(3))
    before = game.hand
    submit(game, e.Discarded(YOU, next(t for t in before if t is not Tile.JOKER)))
    game.follow()
    assert len(game.hand) == len(before) - 1
    game.table.undo(source=Source.TABLET)
    assert game.hand == before


def test_what_may_not_be_passed_is_refused_with_a_sentence(card: HandTable) -> None:
    game = game_of(card, None, 13)
    play_on(game, Phase.CHARLESTON, Random(4))
    naturals = tuple(t for t in game.hand if t is not Tile.JOKER)
    for wrong in (
        naturals[:2],
        naturals[:4],
        (Tile.JOKER, *naturals[:2]),
        (next(t for t in Tile if t not in naturals),) * 3,
    ):
        told = game.passing(wrong)
        assert isinstance(told, str)
        assert told.endswith(".")


def test_after_a_game_the_next_one_is_dealt(card: HandTable) -> None:
    game = game_of(card, None, 17)
    play_on(game, Phase.OVER, Random(5))
    east = game.table.next_east
    submit(game, e.EastChosen(east))
    assert game.table.game == 2
    play_on(game, Phase.PLAY, Random(5))
    assert game.table.state.east is east
    assert all_tiles(game) == Counter(SET)


@pytest.mark.parametrize(
    ("said", "hers", "right"), [("Ruth", "Ruth", "Olive"), ("", "Player", "Olive"), ("olive", "olive", "Pearl")]
)
def test_nobody_at_a_table_for_one_is_called_by_her_chair(card: HandTable, said: str, hers: str, right: str) -> None:
    game = game_of(card, None, 3)
    game.call_her(said)
    play_on(game, Phase.CHARLESTON, Random(1))
    assert game.table.state.names[:2] == (hers, right)
    assert len(set(game.table.state.names)) == 4


def test_nobody_is_asked_to_deal_where_it_is_done_by_itself(card: HandTable) -> None:
    """A large button said that the tiles are dealt, and a tap on it was refused."""
    game, mind = game_of(card, None, 1), AtOnce()
    pages = solo_pages(game, mind, mind, Roads(lambda number: None, lambda: None))
    with TestClient(pages) as her:
        assert game.table.state.phase is Phase.SETUP
        seat = her.get(f"/seat/{YOU.name}").text
        assert "The tiles are being dealt." in seat
        assert 'value="deal' not in seat
        play_on(game, Phase.PLAY, Random(1))
        game.table.submit(Proposal(e.Declared(YOU), Source.TABLET))
        seat = her.get(f"/seat/{YOU.name}").text
        assert "being dealt" not in seat
        assert "The other players answer." not in seat


@pytest.mark.parametrize("phase", [Phase.CHARLESTON, Phase.PLAY, Phase.OVER], ids=lambda p: p.name.lower())
def test_whatever_can_be_tapped_on_a_page_just_opened_is_there_at_this_table(card: HandTable, phase: Phase) -> None:
    """Parts of a page asked for addresses of tables at tables, and her rack to take tiles out of it."""
    game, mind = game_of(card, None, 1), AtOnce()
    play_on(game, phase, Random(1))
    with TestClient(solo_pages(game, mind, mind, Roads(lambda number: None, lambda: None))) as her:
        seat = her.get(f"/seat/{YOU.name}").text + her.get("/solo").text
        asked = set(re.findall(r'(?:hx-get|hx-post|action)="(/[^"]*)"', seat))
        assert asked
        assert all(address.startswith(f"{ROOT}/") for address in asked)
        lost = {address for address in asked if her.get(address.removeprefix(ROOT)).status_code == 404}
    assert not lost
    assert f'ws-connect="{ROOT}/live/' in seat
    assert re.findall(r'<a href="([^"]*)" aria-current="page">', seat) == ["/solo"]


def test_nobody_has_to_say_that_the_wall_is_used_up(card: HandTable) -> None:
    """It waited for her to say so where it was her turn, and only then."""
    game = game_of(card, None, 1)
    submit(game, e.GameBegun(Seat.P4, wall=0))
    submit(game, e.Discarded(Seat.P4, Tile.WEST))
    assert game.table.state.turn is YOU
    assert asyncio.run(game._step())
    assert game.table.state.phase is Phase.OVER


def test_after_a_game_nobody_is_asked_to_build_walls_and_none_follows_a_hand_played_once_more(card: HandTable) -> None:
    game, mind = game_of(card, None, 17), AtOnce()
    play_on(game, Phase.PLAY, Random(5))
    turn = game.table.number
    play_on(game, Phase.OVER, Random(5))
    other = game.road(turn)
    play_on(other, Phase.OVER, Random(6))
    for one, follows in ((game, True), (other, False)):
        with TestClient(solo_pages(one, mind, mind, Roads(lambda number: None, lambda: None))) as her:
            seat = her.get(f"/seat/{YOU.name}").text
        assert "The game is over" in seat
        assert "Build the walls" not in seat
        assert 'class="result"' in seat
        assert "How the sum came" not in seat, "the house's ledger knows nothing of it"
        assert bool(re.search(r'value="P\d is East"', seat)) is follows
