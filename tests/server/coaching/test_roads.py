"""What comes again and again is named, with her own turns to try once more; the same deal played the other way."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from fastapi.testclient import TestClient

from engine import event as e
from engine.card import read_card
from engine.coaching import Known, advise_call, advise_discard
from engine.hands import HandTable
from engine.rules.ruling import Proposal, Rules, Source
from engine.state import Phase
from engine.tile import Seat, Tile, codes, read_tiles
from server.acts import own_last_act
from server.cards import practice_card_text
from server.coaching.evening import Tonight, Tonights
from server.coaching.retrace import decisions
from server.coaching.review import Decision, Review, reviewed
from server.coaching.slips import RECURS, Slip, habit_of, slip_of
from server.coaching.solo.choices import YOU
from server.coaching.solo.dealer import SET
from server.coaching.solo.game import SoloGame, fresh_secrets
from server.coaching.solo.page import ROOT, Roads, solo_pages
from server.coaching.solo.robots import Strength
from tests.server.coaching.test_solo import AtOnce, act, all_tiles, play_on

P1, P2, P3, P4 = Seat


@pytest.fixture(scope="module")
def card() -> HandTable:
    return HandTable(read_card(practice_card_text()))


@pytest.fixture(scope="module")
def played(card: HandTable) -> SoloGame:
    """A hand in which she discarded what came: it has costly choices enough."""
    game = SoloGame(Rules(table=card), AtOnce(), fresh_secrets(Strength.GOOD, Random(5)), None, 0.0)
    play_on(game, Phase.OVER, Random(1))
    return game


def test_a_kind_is_named_when_it_recurs_and_not_before() -> None:
    assert habit_of([]) is None
    assert habit_of([Slip.BROKE] * (RECURS - 1) + [Slip.KEPT]) is None
    habit = habit_of([Slip.KEPT, *[Slip.BROKE] * RECURS])
    assert habit is not None
    assert (habit.slip, habit.times) == (Slip.BROKE, RECURS)


def test_each_kind_is_told_from_the_others(card: HandTable) -> None:
    known = Known(card, P1, tuple(sorted(read_tiles("1B 1B 1B 2B 2B 3C 3C 5D 6D 7D N E F J"))))
    advice = advise_discard(known)
    assert known.counts[advice.tiles[0]] == 1
    assert slip_of(known, None, (Tile.B1,), advice) is Slip.BROKE
    for called in Tile:
        if called is Tile.JOKER:
            continue
        asked = Known(card, P1, known.rack[:13], offered=called)
        best = advise_call(asked, called)
        other = () if best.tiles else (called, called, Tile.JOKER)
        assert slip_of(asked, called, other, best) is (Slip.LET_GO if best.tiles else Slip.CALLED)


def costly(card: HandTable, times: int = RECURS) -> tuple[Decision, ...]:
    """Turns on which a tile went that the nearest hand needed: three tiles away, and six of it were there."""
    hand = [t for group in card.hands[40] for t in group.tiles]
    strange = [t for t in Tile if t not in hand and t is not Tile.JOKER][:3]
    known = Known(card, P1, tuple(sorted([*hand[:11], *strange])), wall=60)
    return tuple(Decision(n, known, (hand[0],)) for n in range(1, times + 1))


def test_the_drill_is_of_her_own_turns_of_that_kind(card: HandTable) -> None:
    found = costly(card)
    review = reviewed(card, found)
    assert {p.slip for p in review.points} <= {Slip.NEEDED, Slip.BROKE}
    tonight = Tonight()
    tonight.look(1, found, review, {1, 2})
    tonight.look(2, found, review, {1, 2})
    habit = tonight.habit
    assert habit is not None
    turns = tonight.drill
    assert len(turns) == habit.times
    slips = {p.number: p.slip for p in review.points}
    assert {slips[turn.number] for turn in turns} == {habit.slip}
    tonight.look(3, (), reviewed(card, ()), {3})
    assert tonight.habit is None  # another evening


def test_whoever_sits_there_later_sees_nothing_of_it(card: HandTable, played: SoloGame) -> None:
    all_of_them, found = Tonights(), decisions(played.table, YOU)
    all_of_them.of("a", P1, "Ruth").look(1, found, reviewed(card, found), {1})
    assert all_of_them.of("a", P1, "Ruth").hands
    assert not all_of_them.of("a", P1, "Bea").hands
    assert not all_of_them.of("b", P1, "Ruth").hands


def test_the_other_road_begins_with_the_same_tiles_and_leaves_the_game_as_it_was(played: SoloGame) -> None:
    before, mine = played.table.log, [d for d in decisions(played.table, YOU) if d.called is None]
    one = mine[len(mine) // 2]
    road = played.road(one.number - 1)
    assert road.hand == one.known.rack
    assert all_tiles(road) == Counter(SET)
    other = next(t for t in road.hand if t is not Tile.JOKER and t is not one.chosen[0])
    assert own_last_act(road.table, YOU) == ()
    road.table.submit(_discard(other))
    play_on(road, Phase.OVER, Random(3))
    assert all_tiles(road) == Counter(SET)
    assert [x.event for x in road.table.log[: one.number - 1]] == [x.event for x in before[: one.number - 1]]
    assert road.table.log[one.number - 1].event == e.Discarded(YOU, other)
    assert played.table.log == before
    assert road.as_played


def test_the_road_of_a_call_asks_for_the_call_again(played: SoloGame) -> None:
    asked = next(d for d in decisions(played.table, YOU) if d.called is not None and played_waits(played, d))
    road = played.road(asked.number)
    assert road.table.state.last_discard is not None
    assert road.table.state.last_discard.tile is asked.called
    assert road.waits


def played_waits(game: SoloGame, one: Decision) -> bool:
    return game.road(one.number).waits


def _best(card: HandTable) -> str:
    return codes(advise_discard(costly(card)[0].known).tiles)


def _discard(tile: Tile) -> Proposal:
    return Proposal(e.Discarded(YOU, tile), Source.TABLET)


def test_on_the_pages(card: HandTable, played: SoloGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.coaching.review_page.decisions", lambda *_: costly(card))
    taken: list[int] = []
    left: list[bool] = []
    pages = solo_pages(played, AtOnce(), AtOnce(), Roads(taken.append, lambda: left.append(True)))
    with TestClient(pages, follow_redirects=False) as client:
        told = client.get("/seat/P1/review").text
        assert "times in this hand" in told
        assert "Play it from here the other way" in told
        assert f'action="{ROOT}/road"' in told
        drill = client.get("/seat/P1/drill/0").text
        assert "Turn 1 of" in drill
        assert client.get("/seat/P1/drill/0/answer").text.count("The coach") == 1
        assert client.get("/seat/P1/drill/0/answer?choice=ZZ").status_code == 409
        assert client.get(f"/seat/P1/drill/{RECURS}/answer").text == client.get("/seat/P1/drill/0/answer").text
        assert "Yes." in client.get("/seat/P1/drill/0/answer", params={"choice": _best(card)}).text
        assert client.post("/road", data={"place": 10_000}).status_code == 409
        answer = client.post("/road", data={"place": 0})
        assert answer.status_code == 303
        assert answer.headers["location"] == f"{ROOT}/seat/P1"
        first = decisions(played.table, YOU)[0]
        assert taken == [first.number - (first.called is None)]
        client.post("/road/leave")
        assert left == [True]


def test_what_stood_exposed_is_shown_beside_the_tiles_of_then(
    card: HandTable, played: SoloGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = zip(card.hands, card.line_of, strict=True)
    hand = next(h for h, i in lines if not card.lines[i].concealed and h[0].alike and h[0].jokers)
    rest = [t for group in hand[1:] for t in group.tiles]
    strange = [t for t in Tile if t not in rest and t is not Tile.JOKER and t not in hand[0].tiles][:3]
    known = Known(card, P1, tuple(sorted([*rest[:-3], *strange])), ((hand[0].tiles,), (), (), ()), wall=60)
    monkeypatch.setattr("server.coaching.review_page.decisions", lambda *_: (Decision(1, known, (rest[0],)),))
    with TestClient(solo_pages(played, AtOnce(), AtOnce(), Roads(lambda _: None, lambda: None))) as client:
        told = client.get("/seat/P1/review").text
    assert "You discarded" in told
    assert "Exposed:" in told


def test_what_is_shown_to_have_cost_something_is_not_called_faultless(
    played: SoloGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def small(table: HandTable, found: tuple[Decision, ...]) -> Review:
        return replace(reviewed(table, found), points=(), choice=-0.0196)

    monkeypatch.setattr("server.coaching.review_page.reviewed", small)
    with TestClient(solo_pages(played, AtOnce(), AtOnce(), Roads(lambda _: None, lambda: None))) as client:
        told = client.get("/seat/P1/review").text
    assert "−2 in 100" in told
    assert "as well as it could be seen" not in told


def test_any_turn_can_be_gone_back_to_though_none_cost_anything(played: SoloGame) -> None:
    mine = [d for d in decisions(played.table, YOU) if d.called is None]
    with TestClient(solo_pages(played, AtOnce(), AtOnce(), Roads(lambda _: None, lambda: None))) as client:
        told = client.get("/seat/P1/review", params={"least": 1}).text
    assert "Play it from here the other way" not in told
    for turn, one in enumerate(mine, 1):
        assert f">{turn}: {one.chosen[0].words}</option>" in told


def test_before_the_end_there_is_no_road_and_no_drill(card: HandTable) -> None:
    game = SoloGame(Rules(table=card), AtOnce(), fresh_secrets(Strength.GOOD, Random(8)), None, 0.0)
    play_on(game, Phase.PLAY, Random(1))
    act(game, Random(1)) if game.table.state.holder is YOU else None
    pages = solo_pages(game, AtOnce(), AtOnce(), Roads(lambda _: None, lambda: None))
    with TestClient(pages, follow_redirects=False) as client:
        assert client.post("/road", data={"place": 0}).status_code == 409
        assert client.get("/seat/P1/drill/0").status_code == 403
        assert client.get("/seat/P1/review").status_code == 303
