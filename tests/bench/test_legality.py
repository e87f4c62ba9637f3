"""The measurement of legality accepts what coaches play and notices what may not be."""

from dataclasses import replace

import pytest

from engine.card import read_card
from engine.event import Event, Exposed, JokerExchanged, Passed
from engine.hands import HandTable
from engine.rules.referee import Rules
from engine.tile import Tile
from tests.bench.ladder import PRACTICE
from tests.bench.legality import FIRST, Illegal, judged
from tests.bench.rungs import COACH
from tests.bench.tables import play, shuffled

TABLE = HandTable(read_card(PRACTICE.read_text(encoding="utf-8")))
RULES = Rules(table=TABLE)


@pytest.fixture(scope="module")
def log() -> tuple[Event, ...]:
    """A game in which somebody exposed tiles."""
    logs = (play(TABLE, shuffled(FIRST + k), [COACH] * 4).log for k in range(100))
    return next(log for log in logs if any(isinstance(event, Exposed) for event in log))


def test_a_game_of_coaches_is_legal(log: tuple[Event, ...]) -> None:
    acts = judged(log, RULES)
    assert acts["Discarded"] > 10
    assert acts.total() == len(log) - 1  # all but the deal


def with_a_joker_passed(event: Event) -> Event:
    return replace(event, tiles=(Tile.JOKER,) * 3) if isinstance(event, Passed) and len(event.tiles) == 3 else event


def with_two_tiles_exposed(event: Event) -> Event:
    return replace(event, tiles=event.tiles[:2]) if isinstance(event, Exposed) else event


def with_an_exchange_for_an_exposure(event: Event) -> Event:
    return JokerExchanged(event.seat, event.seat.left, 3, Tile.B1) if isinstance(event, Exposed) else event


@pytest.mark.parametrize("wrong", [with_a_joker_passed, with_two_tiles_exposed, with_an_exchange_for_an_exposure])
def test_an_act_against_the_rules_is_refused(log: tuple[Event, ...], wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises(Illegal):
        judged(tuple(wrong(event) for event in log), RULES)
