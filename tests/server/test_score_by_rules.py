"""`fifthseat score` under every rule set and option that decides a payment, and its JSON against the schemas."""

import json
from math import prod
from pathlib import Path
from typing import Any

import pytest
import typer
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from server import cli_rank, cli_score

DOCS = Path(__file__).parents[2] / "docs"
JOKER = "F F 1B 1B 1B J 2B 2B 4B 4B 5B 5B 5B 5B"  # Gaps 1, X 25
NATURAL = "F F 1B 1B 1B 1B 2B 2B 4B 4B 5B 5B 5B 5B"
PAIRS = "F F 1B 2B 4B 5B 7B 8B 1C 2C 4C 5C 7C 8C"  # Twos 1, C 50
CRAKS = "F F 1C 1C 1C J 2C 2C 4C 4C 5C 5C 5C 5C"  # where colours are fixed suits
HIDDEN = "F F 1B 1B 2B 2B 2B 4B 4B 8B 8B J GD GD"  # Doubles 6, C 35
MANY = "F F 1B J J J 2B 2B 4B 4B 5B 5B 5B 5B"
EXPOSED_WHOLE = "--exposed|1B 1B 1B 1B|--exposed|2B 2B 2B 2B|--exposed|3B 3B 3B|--exposed|4B 4B 4B"
THREE_WITHOUT_A_SUIT = "--players|P1 P2 P3|--ruleset|league C-27=drop_suit"
CLASSIC = "1B 2B 3B 4C 5C 6C 7D 7D 7D N N N E E"


def score(*words: str) -> tuple[int, dict[str, Any], str]:
    app = typer.Typer()
    cli_score.mount(app)
    result = CliRunner().invoke(app, [*words, "--json"])
    return result.exit_code, json.loads(result.stdout) if result.stdout else {}, result.stderr


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((DOCS / f"{name}.schema.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("rules", "hand", "how", "paid"),
    [
        ("league", JOKER, "--from P3", (100, -25, -50, -25)),
        ("league", JOKER, "--won wall", (150, -50, -50, -50)),
        ("league", JOKER, "--won joker --from P3", (150, -50, -50, -50)),
        ("league", NATURAL, "--from P3", (200, -50, -100, -50)),
        ("league", NATURAL, "--won wall", (300, -100, -100, -100)),
        ("league", PAIRS, "--from P2", (200, -100, -50, -50)),
        ("league", PAIRS, "--won wall", (300, -100, -100, -100)),
        ("league", HIDDEN, "--from P2", (140, -70, -35, -35)),
        ("league", NATURAL, "--from P3 --misnamed", (100, 0, -100, 0)),
        ("league", NATURAL, "--from P3 --out-of-turn", (100, 0, -100, 0)),
        ("league C-17=discarder_only", JOKER, "--from P4 --out-of-turn", (100, 0, 0, -100)),
        ("league C-22=double", JOKER, "--from P3 --misnamed", (150, -25, -100, -25)),
        ("league C-18=yes", PAIRS, "--from P2", (400, -200, -100, -100)),
        ("league C-17=discarder_only", JOKER, "--from P3", (50, 0, -50, 0)),
        ("league C-16=exchanger_pays_all", JOKER, "--won joker --from P3", (150, 0, -150, 0)),
        ("league C-16=exchanger_pays_all", JOKER, "--won joker --from P1", (150, -50, -50, -50)),
        ("press", JOKER, "--from P3", (100, -25, -50, -25)),
        ("house-000", NATURAL, "--from P3", (200, -50, -100, -50)),
        ("house-002", CRAKS, "--from P3", (50, 0, -50, 0)),
        ("house-002", CRAKS, "--won wall", (150, -50, -50, -50)),
        ("house-002", CRAKS, "--won joker --from P2", (150, -150, 0, 0)),
        ("house-004", PAIRS, "--won wall", (600, -200, -200, -200)),
        ("house-004", JOKER, "--from P3 --misnamed", (150, -25, -100, -25)),
    ],
)
def test_who_pays_what(rules: str, hand: str, how: str, paid: tuple[int, ...]) -> None:
    code, answer, error = score("--hand", hand, "--ruleset", rules, *how.split(" "))
    assert (code, error) == (0, "")
    validator("score").validate(answer)
    assert tuple(answer["payments"].values()) == paid
    assert sum(paid) == 0
    assert {seat: -multiplied(ways) for seat, ways in answer["ways"].items()} == {
        seat: n for seat, n in answer["payments"].items() if n < 0
    }


def multiplied(ways: str) -> int:
    """What `25, twice for the discard, twice for no jokers` comes to."""
    times = {"twice": 2, "three": 3, "four": 4}
    value, *more = ways.split(", ")
    return prod([int(value), *(times[word.split()[0]] for word in more if word.split()[0] in times)])


def test_an_empty_seat_neither_pays_nor_is_paid() -> None:
    _, answer, _ = score("--hand", JOKER, "--won", "wall", "--players", "P1 P2 P3")
    assert answer["payments"] == {"P1": 100, "P2": -50, "P3": -50, "P4": 0}
    assert score("--hand", JOKER, "--from", "P4", "--players", "P1 P2 P3")[0] == 2
    assert score("--hand", JOKER, *THREE_WITHOUT_A_SUIT.split("|"))[1]["valid"]


@pytest.mark.parametrize(
    ("rules", "hand", "how", "says"),
    [
        ("league C-09=self_drawn_only", HIDDEN, "--from P2", "draws every tile itself"),
        ("house-002", PAIRS, "--from P2", "draws every tile itself"),
        ("league C-08=banned", "F F 1B 2B 4B 8B 1C 1C 1C 1C 8C 8C 8C J", "--from P2 --last 4B", "single"),
        ("house-000", JOKER, "--from P2 --misnamed", "named wrongly"),
    ],
)
def test_a_hand_that_may_not_be_won_so(rules: str, hand: str, how: str, says: str) -> None:
    code, answer, _ = score("--hand", hand, "--ruleset", rules, *how.split(" "))
    assert code == 1
    assert says in answer["fault"] or "announced wrongly" in answer["fault"]
    validator("score").validate(answer)


@pytest.mark.parametrize(
    ("hand", "how", "says"),
    [
        ("F F F F J J J J J J J J J J", "", "There are 10 of Joker; a set holds 8."),
        ("1B 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B F F", "", "There are 5 of 1 Bam; a set holds 4."),
        (JOKER, "--exposed|F F", "F F never stood exposed"),
        (JOKER, "--exposed|2B 2B", "2B 2B never stood exposed"),
        ("F F 1B 1B 1B 1B 2B 2B 4B 4B J J J J", "--exposed|J J J J", "J J J J never stood exposed"),
        (NATURAL, "--exposed|1B 2B 4B", "1B 2B 4B never stood exposed"),
        (JOKER, "--last|9D", "9 Dot, is not among the fourteen"),
        (JOKER, "--from|P3|--last|J", "A discarded joker"),
        (NATURAL, "--won|joker", "no joker is among the concealed"),
        (JOKER, "--won|joker|--from|P2|--last|1B", "was not won with 1 Bam: the joker was the last"),
        (JOKER, "--won|joker|--from|P2|--exposed|1B 1B 1B J", "no joker is among the concealed"),
        (JOKER, "--last|5B|--exposed|5B 5B 5B 5B", "every 5 Bam stands exposed"),
        (JOKER, "--exposed|", "without tiles"),
        (MANY, "--exposed|1B J J J|--ruleset|league C-10=2", "a caller needs 3 naturals"),
        ("F F F F F F 1B 1B 1B 1B 2B 2B 2B 2B", "--exposed|F F F F F F|--ruleset|press", "no sextets at this table"),
        ("1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B 4B 4B 4B", EXPOSED_WHOLE, "say who discarded it"),
        ("F F F F 1B 1B 1B 4C 4C 4C 7D 7D 7D 7D", THREE_WITHOUT_A_SUIT, "three play without one"),
    ],
)
def test_what_can_lie_on_no_table_is_worth_nothing(hand: str, how: str, says: str) -> None:
    code, answer, _ = score("--hand", hand, *(how.split("|") if how else ()))
    assert (code, answer["valid"]) == (1, False)
    assert says in answer["fault"]
    validator("score").validate(answer)


@pytest.mark.parametrize(
    ("hand", "how", "scores"),
    [
        (NATURAL, "", {"P1": 55, "P2": 0, "P3": 0, "P4": 0}),
        (JOKER, "--from|P3", {"P1": 25, "P2": 0, "P3": 0, "P4": 0}),
        (PAIRS, "", {"P1": 60, "P2": 0, "P3": 0, "P4": 0}),
        (JOKER, "--from|P3|--exposed|1B 1B 1B J|--exposed|5B 5B 5B 5B", {"P1": 25, "P2": 0, "P3": -20, "P4": 0}),
    ],
)
def test_a_tournament_writes_down_bonuses(hand: str, how: str, scores: dict[str, int]) -> None:
    _, answer, _ = score("--hand", hand, "--tournament", *(how.split("|") if how else ()))
    validator("score").validate(answer)
    assert answer["scores"] == scores


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--hand", JOKER, "--flowers", "0"), "--flowers goes with --classic"),
        (("--hand", JOKER, "--concealed-kong", "1B 1B 1B 1B"), "--concealed-kong goes with --classic"),
        (("--classic", "14", "--hand", CLASSIC, "--won", "joker"), "--won says nothing of the classic game"),
        (("--classic", "14", "--hand", CLASSIC, "--tournament"), "--tournament says nothing of the classic game"),
        (("--classic", "14", "--hand", CLASSIC, "--discards", "-1"), "cannot have been discarded"),
        (("--classic", "14", "--hand", CLASSIC, "--discards", "500"), "cannot have been discarded"),
        (("--classic", "14", "--hand", CLASSIC, "--flowers", "2 2 2"), "two flowers of the number 2"),
        (
            ("--classic", "14", "--hand", "1B 1B 1B 1B 2B 3B 1B 2B 3B 4C 5C 6C E E"),
            "there are 5 of 1 Bam; a set holds 4",
        ),
        (("--classic", "14", "--hand", CLASSIC, "--dealt-no-flowers"), "counts in the filipino game alone"),
        (("--classic", "14", "--hand", CLASSIC, "--last", "1B 2B"), "--last: one tile won"),
        (("--hand", JOKER, "--last", ""), "--last: one tile won"),
        (("--hand", JOKER, "--last", "1B 2B"), "--last: one tile won"),
        (("--hand", JOKER, "--east", "P2"), "--east goes with --classic"),
        (("--hand", JOKER, "--discards", "4"), "--discards goes with --classic"),
        (("--hand", JOKER, "--tile-set", "ours.json"), "--tile-set goes with --photo"),
        (("--hand", JOKER, "--year", "99999"), "--year"),
        (("--classic", "14", "--hand", CLASSIC, "--flowers", "F F F F F F F F F"), "more than the 8"),
    ],
)
def test_what_is_not_so_of_the_game_is_refused(words: tuple[str, ...], says: str) -> None:
    code, answer, error = score(*words)
    assert (code, answer) == (2, {})
    assert says in error


def test_five_of_a_kind_are_refused_in_a_rack_too() -> None:
    app = typer.Typer()
    cli_rank.mount(app)
    result = CliRunner().invoke(app, ["--rack", "1B 1B 1B 1B 1B 2B"])
    assert result.exit_code == 2
    assert "more than 4 of 1 Bam" in result.stderr


@pytest.mark.parametrize(
    ("flowers", "bonuses"), [("0", ["No Flowers"]), ("", ["No Flowers"]), ("F", []), ("1", ["Seat Flower"])]
)
def test_flowers_of_the_classic_game(flowers: str, bonuses: list[str]) -> None:
    _, answer, _ = score("--classic", "14", "--hand", CLASSIC, "--flowers", flowers)
    assert answer["bonuses"] == bonuses


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--ruleset", "nobody"), "there is no rule set 'nobody'"),
        (("--ruleset", "league C-99=yes"), "'C-99' is not an option"),
        (("--misnamed",), "--misnamed goes with"),
        (("--out-of-turn",), "--out-of-turn goes with"),
        (("--won", "joker", "--ruleset", "C-16=exchanger_pays_all"), "say whose it was"),
        (("--players", "P1 P9"), "--players"),
        (("--players", "P1 P1 P2"), "each seat that plays is written once"),
    ],
)
def test_what_cannot_be_answered_is_said(words: tuple[str, ...], says: str) -> None:
    code, answer, error = score("--hand", JOKER, *words)
    assert (code, answer) == (2, {})
    assert says in error


@pytest.mark.parametrize(
    "words",
    [
        ("14", CLASSIC),
        ("14", CLASSIC, "--from", "P3", "--flowers", "1 2 3 4"),
        ("16", f"{CLASSIC} 2D 3D 4D"),
        ("filipino", "1B 2B 3B 4C 5C 6C 7D 7D 7D 2B 2B 2B 5B 5B 2D 3D 4D"),
        ("14", "1B 1B 3B 3B 5B 5B N N S S RD RD WD WD"),
        ("14", "1B 2B 3B 4C 5C 6C 7D 7D 7D N N N E S"),
    ],
)
def test_the_classic_answer_keeps_to_its_schema(words: tuple[str, ...]) -> None:
    code, answer, _ = score("--classic", words[0], "--hand", *words[1:])
    validator("score-classic").validate(answer)
    assert code == (0 if answer["valid"] else 1)
    if answer["valid"]:
        assert sum(float(n) for n in answer["payments"].values()) == 0


def test_more_tiles_of_a_kind_than_a_set_has_tiles_are_no_hand() -> None:
    code, answer, _ = score("--hand", "1B " * 153)
    assert (code, answer) == (1, {"valid": False, "fault": "There are 153 tiles; a mah jongg has 14."})
    assert score("--hand", "1B")[1]["fault"] == "There is 1 tile; a mah jongg has 14."


def test_a_group_without_tiles_is_none() -> None:
    assert score("--classic", "14", "--hand", CLASSIC, "--added-kong", "")[2].startswith("--added-kong: name the tiles")
    app = typer.Typer()
    cli_rank.mount(app)
    ranked = CliRunner().invoke(app, ["--rack", "1B 1B", "--exposed", ""])
    assert (ranked.exit_code, ranked.stdout) == (2, "")
    assert ranked.stderr.startswith("--exposed: name the tiles of the group")
