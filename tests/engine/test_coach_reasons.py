"""Every reason that the coach gives on positions of whole games is true, and every advice is lawful."""

from dataclasses import replace
from importlib.resources import files
from itertools import islice
from pathlib import Path

import pytest

from engine.card import read_card
from engine.charleston import Stage
from engine.coaching import (
    Act,
    Why,
    advise_pass,
    hands_in_reach,
)
from engine.event import Discarded, Drawn, Exposed, GameBegun, JokerExchanged, MahJongg
from engine.hands import HandTable
from engine.rules.referee import rule
from engine.rules.ruling import Accepted, Proposal, Rules, Source
from engine.state import State, evolve
from engine.tile import Seat, Tile
from tests.bench.players import Player, Strength
from tests.bench.reasons import Decision, decisions, reasons
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


def some(table: HandTable, number: int, what: str = "") -> list[Decision]:
    """The first decisions of whole games, of one kind where it is named."""
    return list(islice((d for d in decisions(table, 1, every=6) if what in ("", d.what)), number))


def test_every_reason_is_true_when_it_is_counted_again(table: HandTable) -> None:
    handed = 0
    for decision in some(table, 40):
        told = reasons(decision)
        assert all(is_true(decision.known, reason, decision.tile) for reason in told), decision
        handed += sum(r.kind in (Why.PASSED_BY, Why.PASSED_TO) for r in told)
    assert handed


def test_a_wrong_reason_is_found(table: HandTable) -> None:
    """The checker can object: every number one too high makes a true reason false."""
    (known,) = (d.known for d in some(table, 1, "discard"))
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
    for known in (d.known for d in some(table, 12, "pass")):
        advice = advise_pass(known)
        assert advice.act is Act.PASS
        assert len(advice.tiles) + advice.blind == 3
        assert Tile.JOKER not in advice.tiles
        assert all(advice.tiles.count(t) <= known.rack.count(t) for t in advice.tiles)
        assert not advice.blind or known.stage in (Stage.FIRST_LEFT, Stage.SECOND_RIGHT)
