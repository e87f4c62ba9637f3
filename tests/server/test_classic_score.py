"""`score --classic`: items, bonuses and payments, exact to the quarter."""

import json

import pytest
from typer.testing import CliRunner

from engine.tile import Seat, Tile, read_tiles
from server.classic_score import classic_score
from server.cli_card import mount

HAND = "1B 2B 3B 4C 5C 6C 7D 7D 7D N N N E E"


def run(*words: str) -> tuple[int, str, str]:
    import typer

    app = typer.Typer()
    mount(app)
    result = CliRunner().invoke(app, ["score", *words])
    return result.exit_code, result.stdout, result.stderr


def test_a_stolen_tile_is_paid_double_by_its_discarder() -> None:
    code, out, _ = run("--classic", "14", "--hand", HAND, "--from", "P3", "--flowers", "2", "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["items"] == {"Winning": "1", "Concealed": "0.25", "Difficult Wait": "0.25"}
    assert answer["payments"] == {"P1": "6", "P2": "-1.5", "P3": "-3", "P4": "-1.5"}


def test_no_flowers_is_a_bonus_paid_by_all() -> None:
    answer = classic_score("14", read_tiles(HAND), last=Tile.EAST, source=Seat.P2)
    assert answer["bonuses"] == ["No Flowers"]
    assert answer["payments"] == {"P1": "6.75", "P2": "-3.25", "P3": "-1.75", "P4": "-1.75"}


def test_melds_are_among_the_tiles() -> None:
    code, out, _ = run("--classic", "14", "--hand", HAND, "--exposed", "7D 7D 7D", "--flowers", "2")
    assert code == 0
    assert "Concealed" not in out


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("--classic", "14", "--hand", HAND.replace("1B", "9B")), 1, "is no hand of 4 pongs"),
        (("--classic", "15", "--hand", HAND), 2, "choose 14, 16, filipino"),
        (("--classic", "14", "--hand", HAND, "--exposed", "8D 8D 8D"), 2, "not among the tiles"),
        (("--classic", "14", "--hand", HAND, "--exposed", "1B 2B"), 2, "is no pong, kong or chow"),
        (("--classic", "filipino", "--hand", HAND), 2, "is set aside"),
        (("--classic", "14", "--hand", HAND, "--last", "9D"), 2, "is not among the concealed tiles"),
        (("--classic", "14", "--hand", HAND, "--flowers", "7"), 2, "printed numbers"),
        (("--classic", "14", "--hand", HAND, "--from", "P1"), 2, "another player"),
    ],
)
def test_what_is_no_hand_is_said_in_a_sentence(words: tuple[str, ...], code: int, says: str) -> None:
    ended, out, err = run(*words)
    assert ended == code
    assert says in out + err
