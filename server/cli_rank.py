"""The command `rank`; `mount` adds it to a program."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from engine.card import HAND_SIZE
from engine.hands import Chance, HandTable, rank
from engine.rules.possible import beyond_the_set
from engine.tile import CODES, Tile, codes
from server.cli_words import CardOption, Exposed, Json, Year, group_of, groups_json, put, read_tonight, tiles_of, within
from server.failing import fail


def mount(app: typer.Typer) -> None:
    """Add the command to the program's own."""
    app.command("rank")(rank_rack)


def rank_rack(
    rack: Annotated[str, typer.Option(metavar="TILES", help='The rack, "1B 1B 2B ... J".')],
    card: CardOption = None,
    exposed: Exposed = None,
    seen: Annotated[
        str, typer.Option(metavar="TILES", help="Tiles visible elsewhere: discards, others' exposures.")
    ] = "",
    as_json: Json = False,
    year: Year = None,
) -> None:
    """Every line of the card for a rack, best first: how many tiles are missing, and which."""
    tiles, exposures = _rack(rack, exposed or [])
    elsewhere = tiles_of(seen, "--seen")
    if (too_many := beyond_the_set([*tiles, *elsewhere])) is not None:
        fail(f"--rack and --seen have more than {too_many.copies} of {too_many.words}, and a set holds no more.")
    ranking = rank(HandTable(read_tonight(card, year)), tiles, exposures, elsewhere)
    for chance in ranking:
        if as_json:
            put(_chance_json(chance))
        else:
            typer.echo(_chance_text(chance))


def _rack(text: str, exposed: Sequence[str]) -> tuple[tuple[Tile, ...], list[tuple[Tile, ...]]]:
    """All tiles of the player and the exposures. Exposed groups may be typed as part of the rack or beside it."""
    tiles = tiles_of(text, "--rack")
    exposures = [group_of(group, "--exposed") for group in exposed]
    shown = tuple(tile for group in exposures for tile in group)
    if not within(shown, tiles) or len(tiles) + len(shown) <= HAND_SIZE:
        tiles += shown
    if len(tiles) > HAND_SIZE:
        fail(f"--rack: {len(tiles)} tiles with the exposed ones; a player holds 13, or {HAND_SIZE} in turn.")
    return tiles, exposures


def _chance_json(chance: Chance) -> dict[str, Any]:
    result: dict[str, Any] = {
        "section": chance.line.section,
        "number": chance.line.number,
        "value": chance.line.value,
        "concealed": chance.line.concealed,
        "missing": chance.missing,
        "needs": [CODES[tile] for tile in chance.needs],
        "alive": chance.alive,
        "hand": groups_json(chance.hand) if chance.hand else [],
    }
    if not chance.alive:
        result["why"] = chance.why
    return result


def _chance_text(chance: Chance) -> str:
    name = f"{chance.line.name} ({chance.line.mark} {chance.line.value})"
    if not chance.alive:
        return f" -  {name}: {chance.why}"
    hand = "  ".join(codes(group.tiles) for group in chance.hand or ())
    return f"{chance.missing:>2}  {name}: {hand}" + (f"\n      needs {codes(chance.needs)}" if chance.needs else "")
