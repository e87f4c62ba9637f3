"""The ladder adds up games of players who decide alike, and keeps what a change did not touch."""

import gc
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.card import read_card
from engine.coaching.odds import SHIPPED
from engine.event import Discarded, MahJongg
from engine.hands import HandTable
from engine.tile import Seat, Tile
from tests.bench import unchanged
from tests.bench.ladder import STATE, main, still_right
from tests.bench.rungs import COACH, RUNGS, Alike, Duplicate
from tests.bench.tables import Result
from tests.bench.unchanged import moves, uses

TEXT = "== T ==\n1. FF 1111a 2222a 3333a X 25 [run]\n2. NNNN EEEE WWWW SS X 25"
RANDOM, NEAREST = "coach : random", "coach : nearest hand"


def table_of(text: str) -> HandTable:
    return HandTable(read_card(text))


@pytest.fixture
def card(tmp_path: Path) -> Path:
    path = tmp_path / "small.card"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What is kept once twenty games of the coach with a player at random are played on that card."""
    card = tmp_path_factory.mktemp("begun") / "small.card"
    card.write_text(TEXT, encoding="utf-8")
    played(card, 20, RANDOM)
    return card.with_name("ladder.json").read_text(encoding="utf-8")


@pytest.fixture
def known(card: Path, begun: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The card with those games; the digests of players whom another test has watched are taken from there."""
    card.with_name("ladder.json").write_text(begun, encoding="utf-8")
    monkeypatch.setattr("tests.bench.ladder.uses", lambda table, deal: watched(uses, table, deal))
    monkeypatch.setattr("tests.bench.ladder.moves", lambda table, deal, deals: watched(moves, table, deal, deals))
    return card


WATCHED = dict[tuple[object, ...], str]()


def watched(digest: Callable[..., str], table: HandTable, *told: object) -> str:
    asked = digest, table.card, repr(told)
    if asked not in WATCHED:
        WATCHED[asked] = digest(table, *told)
    return WATCHED[asked]


def kept(card: Path) -> dict[str, Any]:
    """What is kept of the card."""
    found: dict[str, Any] = json.loads(card.with_name("ladder.json").read_text(encoding="utf-8"))["small.card"]["rungs"]
    return found


def played(card: Path, games: int, only: str) -> dict[str, Any]:
    """What is kept once so many games of the rungs asked for are played."""
    main(games=games, card=[card], state=card.with_name("ladder.json"), only=only, witnesses=4)
    return kept(card)


def test_nothing_of_others_is_collected_while_it_is_seen_what_the_players_use() -> None:
    """What it closes would run: a file of something else was counted, and the digest was another."""
    table, rung, collects = table_of(TEXT), RUNGS[RANDOM], list[bool]()

    def looked(table: HandTable, seed: int) -> Sequence[Result]:
        collects.append(gc.isenabled())
        return rung(table, seed)

    unchanged.files_run(table, looked)
    assert collects
    assert not any(collects)
    assert gc.isenabled()


def test_the_ladder_goes_on_where_it_was(card: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = played(card, 20, RANDOM)
    first = capsys.readouterr().out
    assert "20 games" in first
    assert before[RANDOM]["deals"] == 10
    assert played(card, 20, RANDOM) == before
    assert capsys.readouterr().out.splitlines()[:2] == first.splitlines()[:2]


def test_a_changed_player_leaves_the_games_of_the_others(
    known: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = played(known, 20, NEAREST)
    capsys.readouterr()
    monkeypatch.setitem(RUNGS, RANDOM, Duplicate(COACH, replace(RUNGS[RANDOM].b, seed=7)))
    after = played(known, 20, RANDOM)
    assert f"small.card, {RANDOM}: the games kept were decided otherwise; begun anew" in capsys.readouterr().out
    assert after[NEAREST] == before[NEAREST]
    assert (after[RANDOM]["moves"], after[RANDOM]["deals"]) != (before[RANDOM]["moves"], 20)
    assert played(known, 40, NEAREST)[NEAREST]["deals"] == 20
    assert "begun anew" not in capsys.readouterr().out


def test_what_is_found_to_play_as_before_is_kept_with_the_code_of_today(known: Path, begun: str) -> None:
    before, past = kept(known), json.loads(begun)
    past["small.card"]["rungs"][RANDOM]["uses"] = "as the code was"
    known.with_name("ladder.json").write_text(json.dumps(past), encoding="utf-8")
    assert played(known, 20, RANDOM) == before


def test_on_another_card_all_begins_anew(known: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known.write_text(TEXT.replace("1111a 2222a 3333a", "111a 2222a 33333a"), encoding="utf-8")
    assert played(known, 40, RANDOM)[RANDOM]["deals"] == 20
    assert "begun anew" in capsys.readouterr().out


def test_the_tables_of_life_are_of_coaches_and_of_weaker_players(
    card: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = card.with_name("ladder.json")
    main(games=10, card=[card], state=state, only="life", witnesses=1)
    said = capsys.readouterr().out
    lives = json.loads(state.read_text(encoding="utf-8"))["small.card"]["lives"]
    assert len(lives) == 3
    for name, tally in lives.items():
        assert f"{name}, 10 games" in said
        assert sum(tally["seats"]) + tally.get("wall", 0) == tally["games"] == 10


def test_a_change_to_the_code_that_changes_no_move_loses_no_game(
    known: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, rung = table_of(known.read_text(encoding="utf-8")), RUNGS[RANDOM]
    kept = {"deals": 5, "uses": "as the code was", "moves": moves(table, rung, 4)}
    assert still_right(kept, "t", table, rung, 4) == {**kept, "uses": uses(table, rung)}
    assert still_right({"deals": 5, "uses": uses(table, rung)}, "t", table, rung, 4)["moves"] == kept["moves"]
    assert "begun anew" not in capsys.readouterr().out
    assert still_right(kept, "t", table, rung, 2)["moves"] == kept["moves"], "as many deals as then"
    assert still_right({**kept, "moves": "4 otherwise"}, "t", table, rung, 4).get("deals") is None
    assert "begun anew" in capsys.readouterr().out


def test_what_the_players_use_is_the_card_their_weights_and_their_code(monkeypatch: pytest.MonkeyPatch) -> None:
    table, coaches = table_of(TEXT), Alike(COACH)
    now = uses(table, coaches)
    assert uses(table_of("# of two lines\n" + TEXT), coaches) == now
    assert uses(table_of(TEXT.replace("SS X 25", "SS X 30")), coaches) != now
    assert uses(table, Alike(replace(COACH, weights=replace(SHIPPED, passed=0.51)))) != now
    monkeypatch.setattr(unchanged, "ROOT", Path(unchanged.__file__).parents[1])  # then the engine's code is not of it
    assert uses(table, coaches) != now


def test_comments_and_layout_are_no_code(tmp_path: Path) -> None:
    said = {}
    for name, text in {
        "plain": "def f(x: int) -> int:\n    return x + 1\n",
        "told": '"""A file."""\n\n# Why.\ndef f(\n    x: int,\n) -> int:\n    """More."""\n    return x + 1  # on\n',
        "other": "def f(x: int) -> int:\n    return x + 2\n",
    }.items():
        path = tmp_path / f"{name}.py"
        path.write_text(text, encoding="utf-8")
        said[name] = unchanged.code(path)
    assert said["plain"] == said["told"] != said["other"]


def test_the_code_of_one_player_is_not_used_by_the_others() -> None:
    table = table_of(TEXT)

    def files(rung: Duplicate) -> set[str]:
        return {path.name for path in unchanged.files_run(table, rung)}

    assert "odds_per_hand.py" in files(RUNGS["coach : odds per hand"])
    assert "odds_per_hand.py" not in files(RUNGS[NEAREST])
    assert {"tables.py", "players.py", "rungs.py", "odds.py", "scoring.py"} <= files(RUNGS[NEAREST])


def test_the_words_of_a_line_are_no_move_but_its_payment_is() -> None:
    won = MahJongg(Seat.P2, (), "T 1", Seat.P1, 25)

    def digest(last: MahJongg) -> str:
        game = Result(Seat.P2, Seat.P1, 40, (0, 0, 0, 0), 0, (Discarded(Seat.P1, Tile.B3), last))
        return moves(table_of(TEXT), lambda _, __: [game], 1)

    assert digest(won) == digest(replace(won, line="Runs 1"))
    assert digest(won) != digest(replace(won, value=30))
    assert digest(won) != digest(replace(won, source=None))


def test_what_is_kept_in_the_repository_says_who_played_it() -> None:
    for here in json.loads(STATE.read_text(encoding="utf-8")).values():
        for tally in (*here["lives"].values(), *here["rungs"].values()):
            assert {"uses", "moves"} <= set(tally)
