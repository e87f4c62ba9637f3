"""What the commands about cards and hands share: options, how they read what was typed, and how they answer."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from engine.card import Card, CardError, Hand
from engine.rules.ruleset import LEAGUE, RuleSet
from engine.tile import CODES, Tile, read_tiles
from server.cards import first_mistake, practice_card_text, read_by_rules
from server.failing import fail

Year = Annotated[
    int | None,
    typer.Option(min=1000, max=9999, help="The year the card is played with, where it lets the players choose."),
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object per row.")]
CardOption = Annotated[
    str | None, typer.Option("--card", metavar="FILE", help="The card; the practice card if none is given.")
]
Exposed = Annotated[
    list[str] | None,
    typer.Option("--exposed", metavar="TILES", help='A group that stands exposed, "1B 1B J"; may be repeated.'),
]


def misplaced(given: Mapping[str, object], says: str) -> None:
    """End with 2 where one of these options has a value, for what the sentence `says` of it."""
    option = next((option for option, value in given.items() if value), None)
    if option is not None:
        fail(f"{option} {says}.")


def put(value: object) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False))


def read_text(file: str) -> str:
    """The text of a file, of standard input for `-`, or of the practice card. Ends the command if it cannot be read."""
    if file == "practice" and not Path(file).exists():
        return practice_card_text()
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror}. Give the path of a card, or - to type it.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        fail(f"{file} is not UTF-8 text (byte {error.start + 1}): save it as plain text, UTF-8.")


def read_tonight(file: str | None, year: int | None = None, ruleset: RuleSet = LEAGUE) -> Card:
    """The card for `rank` and `score`. Ends the command when it is none."""
    try:
        return read_by_rules(practice_card_text() if file is None else read_text(file), year, ruleset)
    except CardError as error:
        fail(first_mistake(error, file or "the practice card"))


def groups_json(hand: Hand) -> list[list[str]]:
    return [[CODES[tile] for tile in group.tiles] for group in hand]


def tiles_of(text: str, option: str) -> tuple[Tile, ...]:
    """The tiles typed behind an option. Ends the command where they are none."""
    try:
        return read_tiles(text)
    except ValueError as error:
        fail(f"{option}: {error}")


def group_of(text: str, option: str) -> tuple[Tile, ...]:
    """As `tiles_of`, for an option that names one group: nothing is none."""
    tiles = tiles_of(text, option)
    if not tiles:
        fail(f"{option}: name the tiles of the group, like 1B 1B J.")
    return tiles


def one_tile(text: str, option: str, like: str) -> Tile:
    """The one tile behind an option; `like` says what it takes."""
    tiles = tiles_of(text, option)
    if len(tiles) != 1:
        fail(f"{option}: {like}, like 3B.")
    return tiles[0]


def within(some: Sequence[Tile], tiles: Sequence[Tile]) -> bool:
    """Whether `tiles` hold all of `some`, each as often."""
    return all(some.count(tile) <= tiles.count(tile) for tile in set(some))
