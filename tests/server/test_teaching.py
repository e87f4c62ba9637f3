"""What teaches: `fifthseat rules`, the page of the rules, `fifthseat coach`."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from engine.rules.rulebook import CHAPTERS, RULES, Home
from server.cli import app

DOCS = Path(__file__).parents[2] / "docs"
RACK = "F F 1B 1B 1B 1B 4B 4B 4B J 7B 7B 7B 9D"


def said(*words: str) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_every_rule_is_told() -> None:
    text = said("rules")
    assert [r.id for r in RULES.values() if r.title not in text] == []


def test_a_rule_by_its_id_with_what_rests_on_it() -> None:
    text = said("rules", "CALL-09")
    assert "A call for Mah Jongg beats any other call." in text
    assert text.startswith("CALL-09")
    assert "to_win_only" in said("rules", "c-31")


def test_rules_by_words_and_by_chapter() -> None:
    found = [json.loads(line)["rule"] for line in said("rules", "blind", "--json").splitlines()]
    assert found == ["CHAR-08", "CHAR-12"]
    assert all(json.loads(line)["rule"].startswith("SWAP-") for line in said("rules", "swap", "--json").splitlines())


def test_no_such_rule_ends_with_one() -> None:
    result = CliRunner().invoke(app, ["rules", "unicorn"])
    assert result.exit_code == 1
    assert "unicorn" in result.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--rack", RACK), "Discard 9 Dot"),
        (("--rack", RACK), "9D: 1 away"),
        (("--rack", RACK.removesuffix(" 9D"), "--call", "7B"), "completes your hand: say mah jongg"),
        (("--rack", RACK.removesuffix(" 9D"), "--call", "J"), "A discarded joker is dead"),
        (("--rack", RACK, "--pass"), "Pass 9 Dot"),
        (("--rack", RACK, "--courtesy"), "Offer "),
        (("--rack", RACK.removesuffix(" 9D")), "7B: 0 away"),
    ],
)
def test_the_coach_says_what_to_do(words: tuple[str, ...], says: str) -> None:
    assert says in said("coach", *words)


def test_the_tile_just_discarded_is_not_among_the_unseen() -> None:
    asked = ("coach", "--rack", "1B 1B 1B 2B 2B 4B 4B 4B 8B 8B 8B N S", "--call", "2B")
    assert "Only 1 × 2 Bam is still unseen." in said(*asked)
    assert said(*asked) == said(*asked, "--seen", "2B")  # told twice, it is still one tile


def schema(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((DOCS / f"{name}.schema.json").read_text(encoding="utf-8")))


def test_rules_as_json_keep_to_their_schema() -> None:
    for line in said("rules", "--json").splitlines():
        schema("rules").validate(json.loads(line))


@pytest.mark.parametrize("words", [(), ("--pass",), ("--courtesy",)])
def test_the_coach_keeps_to_its_schema(words: tuple[str, ...]) -> None:
    schema("coach").validate(json.loads(said("coach", "--rack", RACK, "--json", *words)))


def test_the_coach_as_json() -> None:
    answer = json.loads(said("coach", "--rack", RACK, "--json"))
    assert answer["aims"][0]["needs"] == ["7B"]
    assert answer["advice"]["tiles"] == "9D"
    assert answer["choices"][0] == {"tiles": "9D", "missing": 1}


@pytest.mark.parametrize(("rack", "says"), [("1B 2B", "a player holds 13"), ("1B 1B 1B 1B 1B", "more than 4 of 1 Bam")])
def test_the_coach_refuses_what_nobody_holds(rack: str, says: str) -> None:
    result = CliRunner().invoke(app, ["coach", "--rack", rack])
    assert result.exit_code == 2
    assert says in result.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--call", ""), "--call: one tile was discarded, like 3B."),
        (("--call", "1B 2B"), "--call: one tile was discarded, like 3B."),
        (("--call", "1B"), "--rack, --seen and --call have more than 4 of 1 Bam"),
        (("--exposed", ""), "--exposed: name the tiles of the group"),
        (("--others", " "), "--others: name the tiles of the group"),
    ],
)
def test_the_coach_refuses_what_was_not_discarded_or_exposed(words: tuple[str, ...], says: str) -> None:
    result = CliRunner().invoke(app, ["coach", "--rack", RACK, *words])
    assert result.exit_code == 2
    assert says in result.stderr


def test_where_nothing_can_be_won_the_coach_counts_no_tiles() -> None:
    odd = ("coach", "--rack", "1C 2C 3C 4C 5C 6C 7C 8C 9C J", "--exposed", "1B 2B 3B")
    assert said(*odd) == "Nothing can be won any more.\n"
    assert json.loads(said(*odd, "--json"))["choices"] == []


def test_an_option_by_its_id_as_json() -> None:
    (line,) = said("rules", "c-20", "--json").splitlines()
    schema("rules").validate(json.loads(line))
    assert json.loads(line)["option"] == "C-20"
    assert "plays_on" in json.loads(line)["answers"]


def test_every_chapter_has_a_heading() -> None:
    assert {r.id.rpartition("-")[0] for r in RULES.values()} == set(CHAPTERS)
    assert any(r.home is Home.TAUGHT for r in RULES.values())


def test_the_coach_answers_why_not_and_whether_to_switch() -> None:
    card = str(Path(__file__).parents[1] / "cards" / "lakeside.card")
    rack = ("--card", card, "--rack", "F F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B 9D")
    assert "wants 4 × 1 Bam, you hold 4" in said("coach", *rack, "--why", "1B")
    assert "Winds - Dragons 1: " in said("coach", *rack, "--why", "Winds - Dragons 1")
    assert "Switch to Quints 5" in said("coach", *rack, "--aim", "Winds - Dragons 1")
    told = said("coach", *rack, "--safe", "--others", "N N N N")
    assert "N N N N may be: " in told
    assert "1B: No hand that shows wants 1 Bam." in told or "1B: The player across may want it" in told
    result = CliRunner().invoke(app, ["coach", *rack, "--aim", "No such line 7"])
    assert result.exit_code == 2
    assert "no line" in result.stderr
