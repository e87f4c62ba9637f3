"""`score --classic`: items, bonuses and payments, exact to the quarter."""

import json

import pytest
from typer.testing import CliRunner

from engine.tile import Seat, Tile, read_tiles
from server.classic_score import SetAside, Win, classic_score, variant_named
from server.cli_score import mount

HAND = "1B 2B 3B 4C 5C 6C 7D 7D 7D N N N E E"


def run(*words: str) -> tuple[int, str, str]:
    import typer

    app = typer.Typer()
    mount(app)
    result = CliRunner().invoke(app, words)
    return result.exit_code, result.stdout, result.stderr


def test_a_stolen_tile_is_paid_double_by_its_discarder() -> None:
    code, out, _ = run("--classic", "14", "--hand", HAND, "--from", "P3", "--flowers", "2", "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["items"] == {"Winning": "1", "Concealed": "0.25", "Difficult Wait": "0.25"}
    assert answer["payments"] == {"P1": "6", "P2": "-1.5", "P3": "-3", "P4": "-1.5"}


def test_no_flowers_is_a_bonus_paid_by_all() -> None:
    answer = classic_score(variant_named("14"), read_tiles(HAND), win=Win(last=Tile.EAST, source=Seat.P2))
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


def test_kongs_are_paid_as_they_were_made() -> None:  # VAR-10, VAR-14, VAR-15
    tiles = "1B 1B 1B 1B 2C 2C 2C 2C 7D 7D 7D 7D N N N E E"
    kongs = ("--concealed-kong", "1B 1B 1B 1B", "--added-kong", "2C 2C 2C 2C", "--exposed", "7D 7D 7D 7D")
    code, out, _ = run("--classic", "14", "--hand", tiles, *kongs, "--flowers", "2", "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["bonuses"] == ["Stolen Kong", "Concealed Kong", "Pong to Kong"]
    # Winning 1, Only Pongs 1/4, Difficult Wait 1/4, doubled since drawn; the kongs 1/4, 1/2 and 1/2: 4.25 each.
    assert answer["items"] == {"Winning": "1", "Only Pongs": "0.25", "Difficult Wait": "0.25"}
    assert answer["payments"] == {"P1": "12.75", "P2": "-4.25", "P3": "-4.25", "P4": "-4.25"}


def test_only_melded_sets_beside_pairs_are_a_revealed_hand() -> None:
    tiles = "5B 5B 5B 1B 1B 3B 3B 5C 5C N N S S RD RD WD WD"
    answer = classic_score(variant_named("16"), read_tiles(tiles), [read_tiles("5B 5B 5B")], aside=SetAside([2]))
    assert "Revealed" in answer["items"]
    assert "Concealed" not in answer["items"]


def test_the_seats_flower_goes_with_east() -> None:
    south = ("--classic", "14", "--hand", HAND, "--winner", "P2", "--flowers", "2", "--json")
    assert json.loads(run(*south)[1])["bonuses"] == ["Seat Flower"]
    assert json.loads(run(*south, "--east", "P2")[1])["bonuses"] == []


def test_no_flower_in_the_deal_of_a_filipino_game() -> None:
    tiles = "1B 2B 3B 4C 5C 6C 7D 7D 7D 2B 2B 2B 5B 5B 2D 3D 4D"
    answer = classic_score(variant_named("filipino"), read_tiles(tiles), aside=SetAside(at_start=True))
    assert answer["bonuses"] == ["No Flowers"]


def test_the_misprinted_fractions_can_be_had_as_printed() -> None:
    answer = classic_score(
        variant_named("14", printed=True), read_tiles(HAND), win=Win(source=Seat.P3), aside=SetAside([2])
    )
    assert answer["items"] == {"Winning": "1", "Concealed": "14", "Difficult Wait": "14"}


def test_what_is_no_kong_is_said() -> None:
    code, _, err = run("--classic", "14", "--hand", HAND, "--added-kong", "7D 7D 7D")
    assert code == 2
    assert "7D 7D 7D is no kong" in err
