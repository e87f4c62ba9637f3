"""The measurement of legality accepts what coaches play, notices what may not be, and goes on where it was."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer

from engine.card import read_card
from engine.event import Event, Exposed, JokerExchanged, Passed
from engine.hands import HandTable
from engine.rules.referee import Rules
from engine.tile import Tile
from tests.bench.ladder import PRACTICE
from tests.bench.legality import FIRST, Illegal, Judged, judged, main
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


def test_judging_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card, state = tmp_path / "small.card", tmp_path / "legality.json"
    card.write_text("== T ==\n1. FF 1111a 2222a 3333a X 25 [run]\n2. NNNN EEEE WWWW SS X 25", encoding="utf-8")

    def played(games: int) -> dict[str, Any]:
        with pytest.raises(typer.Exit) as ended:
            main(games=games, card=card, state=state, witnesses=2)
        assert ended.value.exit_code == 0
        found: dict[str, Any] = json.loads(state.read_text(encoding="utf-8"))["small.card"]
        return found

    assert played(3)["games"] == 3
    six = played(6)
    said = f"small.card: 6 games, {sum(six['acts'].values())} acts, 0 games with an act refused"
    assert said in capsys.readouterr().out
    assert played(2) == six
    state.unlink()
    assert played(6) == six
    state.write_text(json.dumps({"small.card": {**six, "uses": "other", "moves": "2 other"}}), encoding="utf-8")
    assert played(2)["games"] == 2
    assert "begun anew" in capsys.readouterr().out


def test_a_game_that_the_referee_refuses_goes_otherwise(log: tuple[Event, ...]) -> None:
    """So that games are judged anew where she rules otherwise."""
    told: list[Event] = []
    judged(log, RULES, told)
    refused: list[Event] = []
    with pytest.raises(Illegal):
        judged(tuple(with_two_tiles_exposed(event) for event in log), RULES, refused)
    assert refused == told[: len(refused)] != told
    assert len(Judged()(TABLE, FIRST)[0].log) > 50
