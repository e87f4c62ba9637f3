"""The commands that teach: `rules` says what a rule is and what is done about it, `coach` advises on a rack."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from engine.card import HAND_SIZE
from engine.coach import Advice, Aim, advise_call, advise_discard, advise_pass, best_lines
from engine.hands import HandTable, calls_judged, counts_of, discards_judged, draws_judged, passes_judged
from engine.players import choose_courtesy
from engine.rules.faults import Cause
from engine.rules.possible import beyond_the_set
from engine.rules.rulebook import Rule, found
from engine.rules.ruleset import OPTIONS
from engine.tile import CODES, Tile, codes
from server.cli_card import Json, Year, fail, put, read_tonight
from server.cli_hands import CardOption, Exposed, tiles_of

FEW = 5  # choices told


def mount(app: typer.Typer) -> None:
    """Add the commands to the program's own."""
    app.command("rules")(rules)
    app.command("coach")(coach)


def rules(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[ID or WORDS]...", help="CALL-09, C-22, or words: joker pair.")
    ] = None,
    as_json: Json = False,
) -> None:
    """The rules by id or by words: what each says, what the program does about it, and what faults rest on it."""
    wanted = " ".join(words or [])
    matching = found(wanted)
    for rule in matching:
        if as_json:
            put(_rule_json(rule))
        else:
            typer.echo(_rule_text(rule))
    asked = [o for o in OPTIONS if wanted.upper() in (o.id, "") or any(r.id in o.rules for r in matching)]
    if not as_json:
        for option in asked if wanted else ():
            answers = "; ".join(f"{name}: {meaning}" for name, meaning in option.choices.items())
            typer.echo(f"{option.id}  {option.question} {answers}")
    if not matching and not (wanted and asked):
        typer.echo(f"No rule says {wanted!r}: give an id like CALL-09, or other words.", err=True)
        raise typer.Exit(1)


def _faults(rule: Rule) -> list[Cause]:
    return [cause for cause in Cause if cause.rule == rule.id]


def _rule_json(rule: Rule) -> dict[str, Any]:
    return {
        "rule": rule.id,
        "says": rule.title,
        "home": rule.home.value,
        "faults": [{"fault": c.name, "says": c.position, "sources": c.sources} for c in _faults(rule)],
    }


def _rule_text(rule: Rule) -> str:
    about = "".join(f"\n          {c.position} ({c.sources})" for c in _faults(rule))
    return f"{rule.id:<9} {rule.title} ({rule.home.value}).{about}"


def coach(
    rack: Annotated[str, typer.Option(metavar="TILES", help='The tiles that nobody sees, "1B 1B 2B ... J".')],
    card: CardOption = None,
    exposed: Exposed = None,
    seen: Annotated[
        str, typer.Option(metavar="TILES", help="Tiles visible elsewhere: discards, others' exposures.")
    ] = "",
    called: Annotated[
        str | None, typer.Option("--call", metavar="TILE", help="Somebody has discarded this: call it?")
    ] = None,
    passing: Annotated[bool, typer.Option("--pass", help="It is the Charleston: what to pass.")] = False,
    courtesy: Annotated[bool, typer.Option("--courtesy", help="It is the courtesy pass: what to offer.")] = False,
    as_json: Json = False,
    year: Year = None,
) -> None:
    """Advice for a beginner: which lines to aim at, and what to pass, discard or call, with the reason."""
    exposures = [tiles_of(group, "--exposed") for group in exposed or []]
    shown = [t for group in exposures for t in group]
    tiles, elsewhere = (*tiles_of(rack, "--rack"), *shown), tiles_of(seen, "--seen")
    if (many := beyond_the_set([*tiles, *elsewhere])) is not None:
        fail(f"--rack and --seen have more than {many.copies} of {many.words}, and a set holds no more.")
    if len(tiles) not in (HAND_SIZE - 1, HAND_SIZE):
        fail(f"--rack: {len(tiles)} tiles with the exposed ones; a player holds 13, or {HAND_SIZE} in turn.")
    table = HandTable(read_tonight(card, year))
    visible = tuple(counts_of([*shown, *elsewhere]))
    aims = best_lines(table, tiles, exposures, visible)
    asked = _Asked(tiles_of(called, "--call")[0] if called is not None else None, passing, courtesy)
    advice = _advice(table, tiles, exposures, visible, asked)
    choices = _choices(table, tiles, exposures, elsewhere, asked)
    if as_json:
        put(_coach_json(aims, advice) | {"choices": [{"tiles": codes(t), "missing": n} for t, n in choices]})
        return
    for aim in aims:
        typer.echo(f"{aim.line.name} ({aim.line.mark} {aim.line.value}): {aim.why}")
    if not aims:
        typer.echo("Nothing can be won any more.")
    if advice is not None:
        typer.echo(advice.says)
    for some, missing in choices:
        typer.echo(f"  {codes(some)}: {missing} away")


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the beginner asks: about a discard, about the Charleston, or neither."""

    called: Tile | None
    passing: bool
    courtesy: bool


def _advice(
    table: HandTable,
    tiles: tuple[Tile, ...],
    exposures: list[tuple[Tile, ...]],
    visible: tuple[int, ...],
    asked: _Asked,
) -> Advice | None:
    """What to do now; with thirteen tiles and nothing asked there is nothing to do."""
    if asked.courtesy:
        offered = choose_courtesy(table, tiles)
        what = codes(offered) if offered else "no tile"
        return Advice(offered, f"Offer {len(offered)}: you can spare {what}.")
    if asked.passing:
        return advise_pass(table, tiles)
    if asked.called is not None:
        return advise_call(table, tiles, exposures, asked.called, visible)
    return advise_discard(table, tiles, exposures, visible) if len(tiles) == HAND_SIZE else None


def _choices(
    table: HandTable,
    tiles: tuple[Tile, ...],
    exposures: list[tuple[Tile, ...]],
    elsewhere: tuple[Tile, ...],
    asked: _Asked,
) -> Sequence[tuple[tuple[Tile, ...], int]]:
    """The best few things to pass, expose, discard or hope for, each with how far away they leave the nearest hand."""
    if asked.passing or asked.courtesy:
        return [(judged.tiles, judged.missing) for judged in passes_judged(table, tiles)[:FEW]]
    if asked.called is not None:
        return [(judged.exposure, judged.missing) for judged in calls_judged(table, tiles, exposures, asked.called)]
    if len(tiles) == HAND_SIZE:
        return [
            ((judged.tile,), judged.missing) for judged in discards_judged(table, tiles, exposures, elsewhere)[:FEW]
        ]
    drawn = draws_judged(table, tiles, exposures)
    nearest = min(missing for _, missing in drawn)
    return [((tile,), missing) for tile, missing in drawn if missing == nearest][:FEW]


def _coach_json(aims: tuple[Aim, ...], advice: Advice | None) -> dict[str, Any]:
    return {
        "aims": [
            {
                "section": aim.line.section,
                "number": aim.line.number,
                "missing": aim.missing,
                "needs": [CODES[t] for t in aim.needs],
                "why": aim.why,
            }
            for aim in aims
        ],
        "advice": None if advice is None else {"tiles": codes(advice.tiles), "says": advice.says},
    }
