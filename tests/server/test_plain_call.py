"""A command called straight from its words: the same as by its options in general, without loading what reads those."""

import importlib
import json
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import pytest
import typer

from engine.rules.possible import Won
from server import cli
from server.cli_rank import rank_rack
from server.cli_score import SeatName, score
from server.plain_call import call, plain_values

HAND = "F F 1B 1B 1B J 2B 2B 4B 4B 5B 5B 5B 5B"


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (["--hand", HAND], {"hand": HAND}),
        ([f"--hand={HAND}", "--json"], {"hand": HAND, "as_json": True}),
        (["--from", "p3", "--won", "DISCARD"], {"other": SeatName.P3, "won": Won.DISCARD}),
        (["--exposed", "1B 1B J", "--exposed=F F F"], {"exposed": ["1B 1B J", "F F F"]}),
        (["--year", "2031", "--photo", "hand.jpg"], {"year": 2031, "photo": Path("hand.jpg")}),
        (["--discards", "-1"], {"discards": -1}),
        (["--east", "p1"], {"east": SeatName.P1}),
        ([], {}),
    ],
)
def test_plain_words_are_the_arguments(words: list[str], values: dict[str, object]) -> None:
    assert plain_values(score, words) == values


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["--hand"],
        ["--hand", "--json"],
        ["--won", "nonsense"],
        ["--year", "soon"],
        ["--year", "0"],
        ["--year", "20260"],
        ["--json=yes"],
        ["--hand", HAND, "--hand", HAND],
        ["1B", "1B"],
        ["--other", "P3"],  # its name is --from
    ],
)
def test_other_words_are_left_to_the_options_in_general(words: list[str]) -> None:
    assert plain_values(score, words) is None


def test_what_must_be_given_is_missed() -> None:
    assert plain_values(rank_rack, ["--json"]) is None
    assert plain_values(rank_rack, ["--rack", "1B"]) == {"rack": "1B"}


class Size(StrEnum):
    SMALL = "small"


def test_a_kind_that_is_not_known_here_is_left_to_the_options_in_general() -> None:
    def command(
        share: Annotated[float, typer.Option()] = 0.5, size: Annotated[Size, typer.Option()] = Size.SMALL
    ) -> None:
        """Has one option of a kind that is not read here."""

    assert plain_values(command, ["--share", "0.25"]) is None
    assert plain_values(command, ["--size", "small"]) == {"size": Size.SMALL}


def test_a_call_ends_the_program_as_the_command_says(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        call(score, ["--hand", HAND])
    assert ended.value.code == 0
    assert "Gaps 1" in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        call(score, ["--hand", HAND.replace("5B", "6B")])
    assert ended.value.code == 1
    with pytest.raises(SystemExit) as ended:
        call(score, ["--hand", HAND, "--from", "P1"])
    assert ended.value.code == 2
    assert "say which other player" in capsys.readouterr().err
    assert call(score, ["--help"]) is False


def test_the_commands_called_so_are_those_of_the_program() -> None:
    for name, function in cli.PLAIN.items():
        room = importlib.import_module(f"server.{cli.ROOMS[name][0]}")
        assert cli.Commands()[name].callback.__name__ == getattr(room, function).__name__


_LOADED = """
import json, sys
from server.cli import main
sys.argv = ["fifthseat", *sys.argv[1:]]
try:
    main()
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def test_scoring_a_hand_loads_nothing_that_it_does_not_use() -> None:
    """Neither what reads options in general, nor the pages, nor the eyes, nor a game: one hand is judged by itself."""
    words = ["score", "--hand", HAND, "--from", "P3", "--json"]
    done = subprocess.run([sys.executable, "-c", _LOADED, *words], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["payments"] == {"P1": 100, "P2": -25, "P3": -50, "P4": -25}
    rooms = set(json.loads(done.stderr))
    loaded = {name.partition(".")[0] for name in rooms}
    assert "numpy" in loaded
    of_a_game = {"engine.event", "engine.state", "engine.charleston", "engine.rules.settling", "engine.rules.winning"}
    assert not rooms & (of_a_game | {"server.cli_card", "server.cli_rank", "server.classic_score"})
    assert not loaded & {"pydantic", "rich", "fastapi", "jinja2", "sqlalchemy", "cv2", "onnxruntime", "PIL"}
