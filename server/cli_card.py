"""The commands about cards, `card check`, `card expand`, `card practice`; `mount` adds them to a program.

Loads nothing but the reading of cards: no search over hands, no camera, no page.
"""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.card import Card, Line
from engine.tile import CODES, Tile, codes
from server.cards import draft_by_rules, practice_card_text
from server.cli_words import Json, Year, groups_json, put, read_text, read_tonight
from server.failing import fail
from server.files import may_be_written, write_named

card_app = typer.Typer(no_args_is_help=True, help="Read, check and list the hands of a typed card.")

CardFile = Annotated[
    str, typer.Argument(metavar="FILE", help="A card as docs/cards.md describes it; - reads it from standard input.")
]

_NO_LINE = "no line of a card was read; photograph the card from straight above, so that it fills the picture"

_INKS = (typer.colors.GREEN, typer.colors.RED, typer.colors.BLUE)  # Bams, Craks, Dots, and their dragons


def mount(app: typer.Typer) -> None:
    """Add the commands to the program's own."""
    app.add_typer(card_app, name="card")


def example(line: Line) -> str:
    """One hand of the line, groups parted by wider gaps, suits in their colours where a terminal shows them."""
    return "  ".join(" ".join(map(_coloured, group.tiles)) for group in line.hands[0])


def _coloured(tile: Tile) -> str:
    if tile < Tile.NORTH:
        return typer.style(CODES[tile], fg=_INKS[tile // 9])
    if Tile.GREEN <= tile <= Tile.SOAP:
        return typer.style(CODES[tile], fg=_INKS[tile - Tile.GREEN])
    return typer.style(CODES[tile], bold=True)


@card_app.command()
def check(
    file: CardFile,
    as_json: Json = False,
    html: Annotated[Path | None, typer.Option(metavar="OUT", help="Also write a page of the card to print.")] = None,
    year: Year = None,
) -> None:
    """Show what each line of a card means, with one example; say what is wrong with it, and where.

    Ends with 1 when the card has errors.
    """
    if html is not None:
        try:
            may_be_written(html, file)
        except ValueError as error:
            fail(error)
    card, problems = draft_by_rules(read_text(file), year)
    for line in card.lines if as_json else ():
        put(_check_json(line))
    if card.lines and not as_json:
        _print_card(card)
    for problem in problems if as_json else ():
        put({"error": problem.message, "line": problem.line, "column": problem.column, "hint": problem.hint})
    for problem in card.warnings if as_json else sorted((*problems, *card.warnings), key=lambda p: (p.line, p.column)):
        typer.echo(f"{file}, {problem}", err=True)
    if html is not None:
        from server.card_sheet import card_sheet  # the drawing of tiles, which nobody else needs here

        try:
            write_named(html, card_sheet(card))
        except OSError as error:
            fail(f"{html} cannot be written: {error.strerror}.")
    if problems:
        typer.echo(f"{len(problems)} to mend.", err=True)
        raise typer.Exit(1)


def _check_json(line: Line) -> dict[str, Any]:
    return {
        "section": line.section,
        "number": line.number,
        "value": line.value,
        "concealed": line.concealed,
        "hands": len(line.hands),
        "example": codes(tile for group in line.hands[0] for tile in group.tiles),
        "jokerless_bonus": line.jokerless_bonus,
        "typed": line.text,
    }


def _print_card(card: Card) -> None:
    typer.echo(f"{card.name}{f', {card.year}' if card.year else ''}")
    section = None
    for line in card.lines:
        if line.section != section:
            section = line.section
            typer.echo(f"\n{section}{'' if line.jokerless_bonus else '  (no jokerless bonus)'}")
            if line.thumb:
                typer.echo(line.thumb)
        hands = f"{len(line.hands)} hand{'s' if len(line.hands) != 1 else ''}"
        typer.echo(f"{line.number:>3}. {line.mark} {line.value:<3} {hands:>10}   {example(line)}")
    counts = {"line": len(card.lines), "hand": sum(len(line.hands) for line in card.lines)}
    typer.echo("\n" + ", ".join(f"{count} {what}{'' if count == 1 else 's'}" for what, count in counts.items()))


@card_app.command()
def expand(file: CardFile, as_json: Json = False, year: Year = None) -> None:
    """List every concrete hand of a card."""
    card = read_tonight(file, year)
    for line in card.lines:
        for hand in line.hands:
            if as_json:
                put(
                    {
                        "section": line.section,
                        "number": line.number,
                        "groups": groups_json(hand),
                        "jokers": [group.jokers for group in hand],
                    }
                )
            else:
                typer.echo(f"{line.name}: {'  '.join(codes(group.tiles) for group in hand)}")


@card_app.command()
def read(
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO...", help="Photographs of a printed card.")],
    as_json: Json = False,
) -> None:
    """Propose the lines of a printed card from photographs of it, to be looked over and gone on with.

    Words are not guessed: where a remark or a section's name is printed, that is said. Ends with 1 where a line is
    doubtful. The photograph is not kept.
    """
    from server.card_photo import as_card, row_json  # the eyes: no other command of these needs them
    from vision.cards.photograph import CardReader
    from vision.picture.photo import PhotoError, open_photo

    doubtful = failed = False
    reader = CardReader()
    for path in photos:
        try:
            photo = open_photo(path)
        except PhotoError as error:
            typer.echo(f"{error}.", err=True)
            failed = True
            continue
        rows = [replace(row, quad=photo.in_file(row.quad)) for row in reader.read(photo.image)]
        hands = [row for row in rows if row.kind == "hand"]
        doubtful |= not hands or any(row.doubts for row in hands)
        for row in rows if as_json else ():
            put({"image": str(path), **row_json(row)})
        if not as_json:
            typer.echo(as_card(rows), nl=False)
        unsure = sum(1 for row in hands if row.doubts)
        lines = f"{len(hands)} line{'s' if len(hands) > 1 else ''}"
        says = f"{lines}, {unsure} doubtful; compare each with the card" if hands else _NO_LINE
        typer.echo(f"{path}: {says}.", err=True)
    if failed or doubtful:
        raise typer.Exit(2 if failed else 1)


@card_app.command()
def practice() -> None:
    """Print the practice card as typed: a pattern to write one's own after."""
    typer.echo(practice_card_text(), nl=False)
