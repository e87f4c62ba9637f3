"""Every reason that the coach gives on positions of whole games is true, and every advice is lawful."""

from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from engine.card import read_card
from engine.charleston import Stage
from engine.coaching import (
    Act,
    Advice,
    Known,
    Why,
    advise_call,
    advise_discard,
    advise_exchange,
    advise_pass,
    advise_switch,
    hands_in_reach,
    safe_discards,
    why_not,
)
from engine.event import Discarded, Drawn, Exposed, GameBegun, JokerExchanged, MahJongg
from engine.hands import HandTable
from engine.rules.referee import rule
from engine.rules.ruling import Accepted, Proposal, Rules, Source
from engine.state import State, evolve
from engine.tile import Seat, Tile
from tests.bench.players import Player, Strength
from tests.bench.tables import play, shuffled
from tests.reasons import is_true

CARDS = {
    "practice": files("engine").joinpath("cards", "practice.card").read_text(encoding="utf-8"),
    "lakeside": (Path(__file__).parents[1] / "cards" / "lakeside.card").read_text(encoding="utf-8"),
}
COACH, NEAREST = Player(Strength.COACH), Player(Strength.NEAREST)


@pytest.fixture(scope="module", params=CARDS)
def table(request: pytest.FixtureRequest) -> HandTable:
    return HandTable(read_card(CARDS[request.param]))


def positions(table: HandTable, games: int, every: int) -> list[tuple[Known, str, Tile | None]]:
    """Decisions met in whole games, one of so many."""
    found: list[tuple[Known, str, Tile | None]] = []
    chance = Random(1)

    def watch(known: Known, what: str, tile: Tile | None) -> None:
        if chance.randrange(every) == 0:
            found.append((known, what, tile))

    for seed in range(games):
        play(table, shuffled(seed), [COACH, NEAREST, COACH, NEAREST], watch)
    return found


def advised(known: Known, what: str, tile: Tile | None) -> list[Advice]:
    if what == "pass":
        return [advise_pass(known), advise_pass(known, Stage.COURTESY), advise_pass(known, Stage.VOTE)]
    if what == "call" and tile is not None:
        return [advise_call(known, tile)]
    line = known.table.lines[len(known.discards) % len(known.table.lines)]
    asked = [advise_discard(known), advise_exchange(known), why_not(known, line), advise_switch(known, line)]
    return [*asked, why_not(known, known.rack[len(known.discards) % len(known.rack)])]


def test_every_reason_is_true_when_it_is_counted_again(table: HandTable) -> None:
    checked, handed = 0, 0
    for known, what, tile in positions(table, games=3, every=6):
        for advice in advised(known, what, tile):
            for reason in advice.reasons:
                checked += 1
                assert is_true(known, reason, tile), (advice.says, reason)
        for reach in hands_in_reach(known, 2):
            assert all(is_true(known, reason) for reason in reach.reasons), reach.says
        safeties = safe_discards(known)
        for safety in safeties[:1]:
            assert all(is_true(known, reason) for reason in safety.reasons), safety
        remembered = [r for s in safeties for r in s.reasons if r.kind in (Why.PASSED_BY, Why.PASSED_TO)]
        assert all(is_true(known, reason) for reason in remembered), remembered
        handed += len(remembered)
    assert checked > 150
    assert handed


def test_a_wrong_reason_is_found(table: HandTable) -> None:
    """The checker can object: every number one too high makes a true reason false."""
    known = next(k for k, what, _ in positions(table, games=1, every=9) if what == "discard")
    for reach in hands_in_reach(known, 3):
        away = reach.reasons[0]
        assert is_true(known, away)
        assert not is_true(known, replace(away, numbers=(away.numbers[0] + 1,)))
        assert not is_true(known, replace(away, tiles=(*away.tiles, Tile.JOKER)))


def test_every_act_of_whole_games_is_lawful(table: HandTable) -> None:
    """The referee accepts every discard, exposure, exchange and win, in their order."""
    rules = Rules(table=table)
    for seed in range(4):
        result = play(table, shuffled(100 + seed), [COACH] * 4)
        state = State()
        for e in rule(state, Proposal(GameBegun(Seat.P1), Source.REFEREE), rules).events:  # type: ignore[union-attr]
            state = evolve(state, e)
        for event in result.log:
            if not isinstance(event, Drawn | Discarded | Exposed | JokerExchanged | MahJongg):
                continue
            ruling = rule(state, Proposal(event, Source.REFEREE), rules)
            assert isinstance(ruling, Accepted), (seed, event, ruling)
            for e in ruling.events:
                state = evolve(state, e)
        if result.winner is not None:
            assert state.winner is result.winner


def test_passes_are_three_natural_tiles_of_the_rack(table: HandTable) -> None:
    """CHAR-03, CHAR-06, CHAR-10."""
    for known, what, _ in positions(table, games=4, every=2):
        if what != "pass":
            continue
        advice = advise_pass(known)
        assert advice.act is Act.PASS
        assert len(advice.tiles) + advice.blind == 3
        assert Tile.JOKER not in advice.tiles
        assert all(advice.tiles.count(t) <= known.rack.count(t) for t in advice.tiles)
        assert not advice.blind or known.stage in (Stage.FIRST_LEFT, Stage.SECOND_RIGHT)
