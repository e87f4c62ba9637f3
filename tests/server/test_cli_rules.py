"""The `referee` command as a player runs it."""

import json
import re
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from server.cli_rules import mount

ROOT = Path(__file__).parents[2]
SCENARIO = ROOT / "tests" / "scenarios" / "SWAP-02-own-turn-only.txt"
SCHEMA = json.loads((ROOT / "docs" / "referee.schema.json").read_text(encoding="utf-8"))


def run(*words: str, typed: str | bytes | None = None) -> tuple[int, str, str]:
    app = typer.Typer()
    mount(app)
    app.command("other")(lambda: None)
    result = CliRunner().invoke(app, ["referee", *words], input=typed)
    return result.exit_code, result.stdout, result.stderr


def test_rulings_in_sentences_with_their_rules() -> None:
    code, out, err = run(str(SCENARIO))
    assert (code, err) == (0, "")
    assert "refused (SWAP-02). P3 exchanged the 3 Bam for a joker, but it is P2's turn." in out


def test_rulings_as_objects_of_the_schema() -> None:
    code, out, _ = run("--json", str(SCENARIO), "-", typed="P1 discards 3B\n")
    assert code == 0
    rows = [json.loads(line) for line in out.splitlines()]
    assert {row["file"] for row in rows} == {str(SCENARIO), "-"}
    for row in rows:
        assert set(SCHEMA["required"]) <= set(row) <= set(SCHEMA["properties"])
        assert re.search(SCHEMA["properties"]["rule"]["pattern"], row["rule"])
        assert row["allowed"] == (row["fault"] is None)
        assert row["says"].endswith(".")


def test_an_expectation_that_fails_ends_with_one_and_names_the_line() -> None:
    code, _, err = run("-", typed="P1 discards 3B\n-> turn P4\n")
    assert code == 1
    assert err == "-, line 2: expected turn P4, but it is P2\n"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("P1 dicards 3B\n", "line 1: 'P1 dicards 3B' is not an act"),
        ("card: ../../etc/passwd\n", "line 1: "),
        ("card: nowhere.card\n", "line 1: the card 'nowhere.card' cannot be read"),
        (b"P1 draws\nP1 discards \xff\n", "line 2: this is not UTF-8 text"),
        ("names: Nora\n", "line 1: 'Nora' names nobody"),
        ("given P1 holds 3Z\n", "line 1: '3Z' is not a tile"),
    ],
)
def test_what_cannot_be_understood_ends_with_two(typed: str | bytes, says: str) -> None:
    code, _, err = run("-", typed=typed)
    assert code == 2
    assert says in err
    assert "Traceback" not in err


def test_a_missing_file_is_said() -> None:
    code, _, err = run("no/such/scenario.txt")
    assert code == 2
    assert "cannot be read" in err


def test_a_card_beside_the_scenario(tmp_path: Path) -> None:
    (tmp_path / "ours.card").write_text("== A ==\n1. NNNN EEEE WWWW SS X 25\n", encoding="utf-8")
    scenario = tmp_path / "ours.txt"
    scenario.write_text("card: ours.card\nhand N N N N E E E E W W W W S S\n", encoding="utf-8")
    assert run(str(scenario))[0] == 0
