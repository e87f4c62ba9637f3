"""The commands about cards and hands, run as a user runs them."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import typer
from typer.testing import CliRunner, Result

from server import cli, cli_card, cli_rank, cli_score

CARD = """card: Small
year: 2026
== 2468 ==
1. 222a 444a 66a 888a DDDa   X 25
2. FF 2222a 4444b 6666c      X 25
== Run ==
1. FF 111a 222a 333a 444a    X 30 [run]
2. FF 111a 222a 3333b 44b    C 40 [run]
== Singles and Pairs ==
1. FF 22a 44a 66a 88a 22b 44b   C 50
"""
WIN = "2B 2B 2B 4B 4B 4B 6B 6B 8B 8B 8B GD GD GD"


@pytest.fixture
def card(tmp_path: Path) -> str:
    path = tmp_path / "small.card"
    path.write_text(CARD, encoding="utf-8")
    return str(path)


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    app = typer.Typer()
    cli_card.mount(app)
    cli_rank.mount(app)
    cli_score.mount(app)
    return CliRunner().invoke(app, arguments, input=stdin, env={"COLUMNS": "200"})


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(row) for row in result.stdout.splitlines()]


def test_check_lists_every_line_with_an_example(card: str) -> None:
    result = run("card", "check", card)
    assert result.exit_code == 0
    assert "Small, 2026" in result.stdout
    assert "1. X 25     3 hands   2B 2B 2B  4B 4B 4B  6B 6B  8B 8B 8B  GD GD GD" in result.stdout
    assert "Singles and Pairs  (no jokerless bonus)" in result.stdout
    assert "5 lines, 69 hands" in result.stdout


def test_check_as_json_has_the_fixed_fields(card: str) -> None:
    first = objects(run("card", "check", card, "--json"))[0]
    assert first | {"example": ""} == first | {
        "section": "2468",
        "number": 1,
        "value": 25,
        "concealed": False,
        "hands": 3,
        "example": "",
    }
    assert first["example"] == WIN


def test_check_reads_standard_input() -> None:
    assert run("card", "check", "-", stdin=CARD).stdout == run("card", "check", "-", stdin=CARD.encode()).stdout != ""


def test_check_names_every_error_with_its_place_and_ends_with_1() -> None:
    broken = CARD.replace("DDDa", "DDDDa").replace("6666c", "6666")
    result = run("card", "check", "-", stdin=broken)
    assert result.exit_code == 1
    assert "-, line 4, column 4: this makes 15 tiles" in result.stderr
    assert "-, line 5, column 22: '6666' has numbers but no colour letter" in result.stderr
    assert "2 to mend." in result.stderr
    rows = objects(run("card", "check", "-", "--json", stdin=broken))
    assert next((o["section"], o["number"]) for o in rows if "hands" in o) == ("Run", 1)
    found = [o for o in rows if "error" in o]
    assert [(o["line"], o["column"]) for o in found] == [(4, 4), (5, 22)]
    assert all(o["error"] and o["hint"] for o in found)


def test_check_writes_a_page_to_print(card: str, tmp_path: Path) -> None:
    page = tmp_path / "card.html"
    assert run("card", "check", card, "--html", str(page)).exit_code == 0
    html = page.read_text(encoding="utf-8")
    assert html.startswith("<!doctype html>")
    assert html.count("<tr>") == 5
    assert html.count("<svg") == 5 * 14
    assert "<script" not in html


def test_the_page_escapes_what_was_typed(tmp_path: Path) -> None:
    page = tmp_path / "card.html"
    text = 'card: <b>&\n== <i> ==\n1. FF 2222a 4444b 6666c X 25 "<script>"\n'
    assert run("card", "check", "-", "--html", str(page), stdin=text).exit_code == 0
    html = page.read_text(encoding="utf-8")
    assert "<b>" not in html
    assert "<i>" not in html
    assert "<script" not in html


UNUSED = ("vision", "device", "numpy", "cv2", "onnxruntime", "fastapi", "starlette", "uvicorn")


@pytest.mark.parametrize("command", [("check",), ("check", "--json"), ("expand",)], ids=" ".join)
def test_reading_a_card_needs_neither_camera_nor_models_nor_pages(card: str, command: tuple[str, ...]) -> None:
    """A module that is None in sys.modules cannot be imported: each of them is as good as broken here."""
    program = f"import sys; sys.modules.update(dict.fromkeys({UNUSED})); from server.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, "card", *command, card], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "4B" in done.stdout


def test_every_command_of_the_program_is_found_in_its_room() -> None:
    runner = CliRunner()
    shown = runner.invoke(cli.app, ["--help"], env={"COLUMNS": "200"}).stdout
    for name in cli.ROOMS:
        assert f" {name} " in shown
        assert runner.invoke(cli.app, [name, "--help"]).exit_code == 0
    slip = runner.invoke(cli.app, ["crad"])
    assert slip.exit_code == 2
    assert "'card'" in slip.stderr


HEAVY = (
    "vision",
    "device",
    "engine",
    "numpy",
    "cv2",
    "onnxruntime",
    "scipy",
    "sqlalchemy",
    "fastapi",
    "uvicorn",
    "pydantic",
)


@pytest.mark.parametrize("words", [("--help",), ()], ids=["--help", "no word at all"])
def test_the_list_of_commands_opens_no_room(words: tuple[str, ...]) -> None:
    program = f"import sys; sys.modules.update(dict.fromkeys({HEAVY})); from server.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, timeout=60, check=False
    )
    assert "Is this hand a mah jongg" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", cli.ROOMS)
def test_the_list_says_of_a_command_what_the_command_says_of_itself(name: str) -> None:
    first = re.split(r"[.:]", cli.ROOMS[name][1])[0]
    assert str(cli.Commands()[name].help).startswith(first)


def test_a_line_that_stays_in_a_section_of_runs_is_asked_about_and_is_no_error() -> None:
    text = "== Consecutive Run ==\n1. FF 1111a 2222a 3333a X 25 (any 1 suit)\n"
    for options in ((), ("--json",)):
        result = run("card", "check", "-", *options, stdin=text)
        assert result.exit_code == 0
        assert "-, line 2, column 1: the section is called Consecutive Run, and no number of this line" in result.stderr
        assert "[run]" in result.stderr


def test_expand_prints_each_concrete_hand(card: str) -> None:
    hands = objects(run("card", "expand", card, "--json"))
    assert len(hands) == 69
    assert hands[0]["groups"] == [["2B"] * 3, ["4B"] * 3, ["6B"] * 2, ["8B"] * 3, ["GD"] * 3]
    assert hands[0]["jokers"] == [True, True, False, True, True]
    assert run("card", "expand", card).stdout.splitlines()[0] == "2468 1: 2B 2B 2B  4B 4B 4B  6B 6B  8B 8B 8B  GD GD GD"


def test_the_practice_card_goes_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    named = run("rank", "--card", "practice", "--rack", "1B 1B 2B", "--json")
    assert named.exit_code == 0
    assert named.stdout == run("rank", "--rack", "1B 1B 2B", "--json").stdout
    assert run("card", "check", "practice").exit_code == 0


def test_the_practice_card_can_be_printed_and_read_back() -> None:
    text = run("card", "practice").stdout
    assert run("card", "check", "-", stdin=text).exit_code == 0


@pytest.mark.parametrize(
    ("options", "payments"),
    [
        ((), {"P1": 300, "P2": -100, "P3": -100, "P4": -100}),
        (("--won", "discard", "--from", "P3"), {"P1": 200, "P2": -50, "P3": -100, "P4": -50}),
        (("--from", "P1", "--winner", "P4"), {"P1": -100, "P2": -50, "P3": -50, "P4": 200}),
    ],
)
def test_score_pays_by_how_the_last_tile_came(card: str, options: tuple[str, ...], payments: dict[str, int]) -> None:
    """25 points, no jokers."""
    result = run("score", "--card", card, "--hand", WIN, "--json", *options)
    assert result.exit_code == 0, result.stderr
    (found,) = objects(result)
    assert (found["valid"], found["section"], found["number"], found["value"]) == (True, "2468", 1, 25)
    assert (found["concealed"], found["jokerless"]) == (False, True)
    assert found["payments"] == payments


def test_the_rules_of_source_002_read_colours_literally_and_let_the_exchanger_pay_for_all(card: str) -> None:
    """C-29: the first colour is Craks. C-16."""
    options = ("--won", "joker", "--from", "P2", "--ruleset", "house-002", "--json")
    held = WIN.replace("GD GD GD", "GD J GD")  # the joker that was exchanged
    (bams,) = objects(run("score", "--card", card, "--hand", held, *options))
    assert not bams["valid"]
    craks = held.replace("B", "C").replace("GD", "RD")
    (found,) = objects(run("score", "--card", card, "--hand", craks, *options))
    assert found["payments"] == {"P1": 150, "P2": -150, "P3": 0, "P4": 0}


def test_score_without_the_bonus_where_jokers_stand_in(card: str) -> None:
    (found,) = objects(run("score", "--card", card, "--hand", WIN.replace("GD GD GD", "GD J GD"), "--json"))
    assert not found["jokerless"]
    assert found["payments"]["P1"] == 150
    exchanged = run("score", "--card", card, "--hand", WIN.replace("GD GD GD", "GD J GD"), "--json", "--won", "joker")
    assert objects(exchanged)[0]["payments"]["P1"] == 150, "as drawn"


def test_a_hand_that_a_joker_completed_holds_it(card: str) -> None:
    assert run("score", "--card", card, "--hand", WIN, "--won", "joker").exit_code == 1


def test_singles_and_pairs_pay_no_jokerless_bonus_unless_the_rules_say_so(card: str) -> None:
    """C-18."""
    hand = "F F 2B 2B 4B 4B 6B 6B 8B 8B 2C 2C 4C 4C"
    (league,) = objects(run("score", "--card", card, "--hand", hand, "--json"))
    (house,) = objects(run("score", "--card", card, "--hand", hand, "--json", "--ruleset", "house-004"))
    assert (league["payments"]["P1"], house["payments"]["P1"]) == (300, 600)


def test_score_counts_the_line_that_pays_most() -> None:
    text = "== T ==\n1. FF 111a 222a 333a 444a X 25\n2. FF 111a 222a 333a 444a X 30 [run]\n"
    hand = "F F 1B 1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B"
    (found,) = objects(run("score", "--card", "-", "--hand", hand, "--json", stdin=text))
    assert (found["number"], [other["number"] for other in found["also"]]) == (2, [1])


def test_points_for_an_unmarked_concealed_hand() -> None:
    text = "== T == concealed bonus 10, no jokerless bonus\n1. FF 111a 222a 333a 444a X 25\n"
    hand = ("score", "--card", "-", "--json", "--hand", "F F 1B 1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B")
    (hidden,) = objects(run(*hand, stdin=text))
    (shown,) = objects(run(*hand, "--exposed", "1B 1B 1B", stdin=text))
    assert (hidden["payments"]["P1"], shown["payments"]["P1"]) == (6 * 35, 6 * 25)


def test_score_says_so_where_the_card_itself_lets_no_joker_in() -> None:
    hand = ("score", "--card", "-", "--json", "--hand", "3B 3B J 6B 6B 6B 9B 9B 9B 9B F F F F")
    (found,) = objects(run(*hand, stdin="== 369 ==\n333a! 666a! 9999a FFFF X 25"))
    assert found["fault"] == "369 1 is nearest, but a joker cannot stand in 3B 3B 3B: the card lets none in there."


@pytest.mark.parametrize(
    ("hand", "exposed", "fault"),
    [
        (WIN.replace("8B 8B 8B", "8B 8B 9B"), [], "2468 1 is nearest and lacks 8B"),
        (WIN.replace("6B 6B", "6B J"), [], "a joker cannot stand in a single, a pair or a mixed group"),
        (WIN.rsplit(" ", 1)[0], [], "There are 13 tiles"),
        (
            "F F 1B 1B 1B 2B 2B 2B 3C 3C 3C 3C 4C 4C",
            ["1B 1B 1B"],
            "that is a concealed hand, and 1B 1B 1B stands exposed",
        ),
        (WIN, ["2B 2B 2B 4B"], "2B 2B 2B 4B never stood exposed"),
        ("9D 9D 9D 9D N N N E E E W W W S", ["9D 9D 9D 9D"], "No hand of the card has 9D 9D 9D 9D as exposed"),
        (WIN.replace("GD GD GD", "2B 2B GD"), [], "There are 5 of 2 Bam; a set holds 4"),
    ],
)
def test_score_says_why_it_is_no_mah_jongg(card: str, hand: str, exposed: list[str], fault: str) -> None:
    shown = [part for group in exposed for part in ("--exposed", group)]
    result = run("score", "--card", card, "--hand", hand, "--json", *shown)
    assert result.exit_code == 1
    (found,) = objects(result)
    assert not found["valid"]
    assert fault in found["fault"]
    assert ("nearest" in found) == ("never stood" not in fault and "a set holds" not in fault)
    if "nearest" in found:
        assert found["nearest"]["missing"] == len(found["nearest"]["needs"])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("score", "--hand", "1B 1X"), "'1X' is not a tile"),
        (("score",), "--hand"),
        (("score", "--hand", WIN, "--from", "P1"), "which other player"),
        (("score", "--hand", WIN, "--won", "discard"), "--from P2"),
        (("score", "--hand", WIN, "--won", "wall", "--from", "P2"), "not with --won wall"),
        (("score", "--hand", WIN, "--ruleset", "mine"), "'mine'"),
        (("score", "--hand", WIN, "--card", "/nowhere/card"), "cannot be read"),
        (("score", "--hand", WIN, "--exposed", "9D 9D 9D"), "9 Dot stands exposed"),
        (("rank", "--rack", WIN + " 1B 1B"), "16 tiles"),
        (("rank", "--rack", "2B", "--seen", "2B 2B 2B 2B"), "more than 4 of 2 Bam"),
        (("card", "check", "/nowhere"), "cannot be read"),
        (("card", "expand", "-"), "there is no hand here"),
    ],
)
def test_what_cannot_be_done_ends_with_2_and_a_sentence(arguments: tuple[str, ...], says: str) -> None:
    result = run(*arguments, stdin="")
    assert result.exit_code == 2
    assert says in result.stderr
    assert "Traceback" not in result.output


def test_a_file_that_is_no_text_is_named() -> None:
    result = run("card", "check", "-", stdin=b"\xff\xfe\x00")
    assert result.exit_code == 2
    assert "not UTF-8" in result.stderr


def test_rank_lists_every_line_best_first(card: str) -> None:
    rows = objects(run("rank", "--card", card, "--rack", WIN.replace("8B 8B 8B", "8B 8B"), "--json"))
    assert len(rows) == 5
    assert rows[0] == {
        "section": "2468",
        "number": 1,
        "value": 25,
        "concealed": False,
        "missing": 1,
        "needs": ["8B"],
        "alive": True,
        "hand": [["2B"] * 3, ["4B"] * 3, ["6B"] * 2, ["8B"] * 3, ["GD"] * 3],
    }
    assert [row["missing"] for row in rows] == sorted(row["missing"] for row in rows)


def test_rank_with_exposures_typed_in_the_rack_or_beside_it(card: str) -> None:
    rest = "4B 4B 4B 6B 6B 8B 8B 8B GD GD"
    inside = run("rank", "--card", card, "--rack", "2B 2B J " + rest, "--exposed", "2B 2B J", "--json")
    beside = run("rank", "--card", card, "--rack", rest, "--exposed", "2B 2B J", "--json")
    assert inside.stdout == beside.stdout
    rows = objects(inside)
    assert (rows[0]["section"], rows[0]["missing"], rows[0]["needs"]) == ("2468", 1, ["GD"])
    assert not rows[-1]["alive"]
    assert {row["why"] for row in rows[1:] if not row["alive"]} >= {
        "a concealed hand: nothing may stand exposed",
        "no hand of it has what stands exposed",
    }


def test_rank_knows_what_can_no_longer_come(card: str) -> None:
    seen = "6B 6B 6B 6C 6C 6C 6D 6D 6D"
    rows = objects(run("rank", "--card", card, "--rack", "2B 2B 4B 4B 8B 8B", "--seen", seen, "--json"))
    dead = next(row for row in rows if (row["section"], row["number"]) == ("2468", 1))
    assert not dead["alive"]
    assert "a pair of 6" in dead["why"]


def test_rank_in_words(card: str) -> None:
    out = run("rank", "--card", card, "--rack", WIN.replace("8B 8B 8B", "8B 8B")).stdout.splitlines()
    assert out[0] == " 1  2468 1 (X 25): 2B 2B 2B  4B 4B 4B  6B 6B  8B 8B 8B  GD GD GD"
    assert out[1] == "      needs 8B"


SCHEMAS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    ("schema", "arguments"),
    [
        ("card-check", ("card", "check", "-", "--json")),
        ("card-expand", ("card", "expand", "-", "--json")),
        ("rank", ("rank", "--card", "-", "--rack", WIN, "--json")),
        ("score", ("score", "--card", "-", "--hand", WIN, "--json")),
        ("score", ("score", "--card", "-", "--hand", WIN.replace("8B", "9B"), "--json")),
    ],
)
def test_every_object_has_what_its_schema_requires_and_nothing_it_does_not_name(
    schema: str, arguments: tuple[str, ...]
) -> None:
    described = json.loads((SCHEMAS / f"{schema}.schema.json").read_text(encoding="utf-8"))
    forms = described.get("oneOf", [described])
    rows = objects(run(*arguments, stdin=CARD))
    assert rows
    for row in rows:
        assert any(set(form["required"]) <= set(row) <= set(form["properties"]) for form in forms), row


def test_score_of_far_too_many_tiles_is_no_crash(card: str) -> None:
    result = run("score", "--card", card, "--hand", " ".join(["2B"] * 40), "--json")
    assert result.exit_code == 1
    assert "There are 40 tiles" in objects(result)[0]["fault"]


def test_a_photograph_without_a_card_is_told_what_to_do(tmp_path: Path) -> None:
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), np.full((300, 400, 3), 255, np.uint8))
    done = run("card", "read", str(blank))
    assert done.exit_code == 1
    assert "no line of a card was read; photograph the card from straight above" in done.stderr
