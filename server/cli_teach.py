"""The commands that teach: `rules` says what a rule is and what is done about it, `coach` advises on a rack."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from engine.card import HAND_SIZE, Line
from engine.charleston import Stage
from engine.coaching import (
    Advice,
    Known,
    Reach,
    advise_call,
    advise_discard,
    advise_exchange,
    advise_pass,
    advise_switch,
    chance_to_win,
    hands_in_reach,
    known_of,
    lines_open,
    safe_discards,
    why_not,
)
from engine.event import GameBegun
from engine.faults import Cause
from engine.hands import HandTable, calls_judged, discards_judged, draws_judged, passes_judged
from engine.hands.ranking import FAR
from engine.rules.possible import beyond_the_set
from engine.rules.rulebook import Rule, found
from engine.rules.ruleset import OPTIONS
from engine.rules.ruling import Rules
from engine.state import State, evolve
from engine.tile import CODES, Seat, Tile, codes, read_tile
from server.cli_words import CardOption, Exposed, Json, Year, group_of, one_tile, put, read_tonight, tiles_of
from server.failing import fail

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
    if as_json:
        for option in asked if not matching else ():
            put({"option": option.id, "asks": option.question, "answers": dict(option.choices)})
    else:
        for option in asked if wanted else ():
            answers = "; ".join(f"{name}: {meaning}" for name, meaning in option.choices.items())
            typer.echo(f"{option.id}  {option.question} {answers}")
    if not matching and not (wanted and asked):
        typer.echo(f"No rule says {wanted!r}: give an id like CALL-09, or other words.", err=True)
        raise typer.Exit(1)


def _faults(rule: Rule) -> list[Cause]:
    return [cause for cause in Cause if rule.id in cause.rules]


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
    why: Annotated[
        str | None,
        typer.Option("--why", metavar="TILE or LINE", help='Why not this tile, or this line ("Quints 2")?'),
    ] = None,
    aim: Annotated[str | None, typer.Option("--aim", metavar="LINE", help="Stay with this line, or switch?")] = None,
    safe: Annotated[bool, typer.Option("--safe", help="Also say how safe each discard is.")] = False,
    others: Annotated[
        list[str] | None,
        typer.Option("--others", metavar="TILES", help="A group that another player has exposed. Repeatable."),
    ] = None,
    as_json: Json = False,
    year: Year = None,
) -> None:
    """Advice for a beginner: which lines to aim at, and what to pass, discard or call, with the reason."""
    exposures = [group_of(group, "--exposed") for group in exposed or []]
    across = [group_of(group, "--others") for group in others or []]
    shown = [t for group in exposures for t in group]
    elsewhere = (*tiles_of(seen, "--seen"), *(t for group in across for t in group))
    tiles = (*tiles_of(rack, "--rack"), *shown)
    wanted = None if called is None else one_tile(called, "--call", "one tile was discarded")
    discarded = () if wanted is None or wanted in elsewhere else (wanted,)  # it may be among those seen
    if (many := beyond_the_set([*tiles, *elsewhere, *discarded])) is not None:
        all_of_them = "--rack, --seen and --call" if discarded else "--rack and --seen"
        fail(f"{all_of_them} have more than {many.copies} of {many.words}, and a set holds no more.")
    if len(tiles) not in (HAND_SIZE - 1, HAND_SIZE):
        held = f"{len(tiles)} tile{'' if len(tiles) == 1 else 's'}"
        fail(f"--rack: {held} with the exposed ones; a player holds 13, or {HAND_SIZE} in turn.")
    table = HandTable(read_tonight(card, year))
    lying = (*tiles_of(seen, "--seen"), *discarded)  # what somebody has just discarded is unseen no more
    known = _known(table, tiles[: len(tiles) - len(shown)], exposures, across, lying)
    aims = hands_in_reach(known)
    asked = _Asked(wanted, passing, courtesy)
    advice = [_advice(known, asked), *_more(known, why, aim)]
    choices = [c for c in _choices(table, tiles, exposures, elsewhere, asked) if c[1] < FAR]
    if as_json:
        put(
            _coach_json(aims, advice[0])
            | {"choices": [{"tiles": codes(t), "missing": n} for t, n in choices]}
            | {"chance": round(chance_to_win(known), 3), "more": [_advice_json(a) for a in advice[1:] if a]}
        )
        return
    for reach in aims:
        typer.echo(f"{reach.line.name} ({reach.line.mark} {reach.line.value}): {reach.says}")
    if not aims:
        typer.echo("Nothing can be won any more.")
    for said in advice:
        if said is not None:
            typer.echo(said.says)
    for some, missing in choices:
        typer.echo(f"  {codes(some)}: {missing} away")
    if across:
        lines = lines_open(known, Seat.P3)
        typer.echo(f"{' and '.join(map(codes, across))} may be: {', '.join(line.name for line in lines) or 'nothing'}.")
    for safety in safe_discards(known) if safe else ():
        typer.echo(f"  {codes((safety.tile,))}: {safety.says}")


def _known(
    table: HandTable,
    rack: tuple[Tile, ...],
    exposures: Sequence[tuple[Tile, ...]],
    across: Sequence[tuple[Tile, ...]],
    discards: tuple[Tile, ...],
) -> Known:
    """What this player knows, as the first of four: what others show stands in front of the player across."""
    shown = sum(map(len, across))
    drawn = len(discards) + sum(map(len, exposures)) + shown
    begun = GameBegun(
        Seat.P1,
        concealed=(len(rack), 13, max(0, 13 - shown), 13),
        wall=max(0, 99 - drawn),
        exposures=(tuple(exposures), (), tuple(across), ()),
        discards=discards,
    )
    return known_of(evolve(State(), begun), Seat.P1, rack, Rules(table=table))


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the beginner asks: about a discard, about the Charleston, or neither."""

    called: Tile | None
    passing: bool
    courtesy: bool


def _advice(known: Known, asked: _Asked) -> Advice | None:
    """What to do now; with thirteen tiles and nothing asked there is nothing to do."""
    if asked.courtesy:
        return advise_pass(known, Stage.COURTESY)
    if asked.passing:
        return advise_pass(known, Stage.FIRST_RIGHT)
    if asked.called is not None:
        return advise_call(known, asked.called)
    return advise_discard(known) if known.own_turn else None


def _more(known: Known, why: str | None, aim: str | None) -> list[Advice]:
    """What is asked about beside the next act; an exchange is named where one is worth making."""
    more = []
    if known.own_turn and (exchange := advise_exchange(known)).tiles:
        more.append(exchange)
    if why is not None:
        more.append(why_not(known, _tile_or_line(known, why)))
    if aim is not None:
        more.append(advise_switch(known, _line(known, aim)))
    return more


def _tile_or_line(known: Known, text: str) -> Tile | Line:
    return read_tile(text) if text.upper() in CODES else _line(known, text)


def _line(known: Known, name: str) -> Line:
    line = next((x for x in known.table.lines if x.name.casefold() == name.casefold()), None)
    if line is None:
        fail(f"The card has no line {name!r}: give its section and number, like {known.table.lines[0].name}.")
    return line


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
        others = list(elsewhere)
        if asked.called in others:  # told twice, it is one tile
            others.remove(asked.called)
        calls = calls_judged(table, tiles, exposures, asked.called, others)
        return [(judged.exposure, judged.missing) for judged in calls]
    if len(tiles) == HAND_SIZE:
        return [
            ((judged.tile,), judged.missing) for judged in discards_judged(table, tiles, exposures, elsewhere)[:FEW]
        ]
    drawn = draws_judged(table, tiles, exposures, elsewhere)
    nearest = min((missing for _, missing in drawn), default=FAR)
    return [((tile,), missing) for tile, missing in drawn if missing == nearest][:FEW]


def _coach_json(aims: tuple[Reach, ...], advice: Advice | None) -> dict[str, Any]:
    return {
        "aims": [
            {
                "section": reach.line.section,
                "number": reach.line.number,
                "missing": reach.missing,
                "needs": [CODES[t] for t in reach.needs],
                "why": reach.says,
                "chance": round(reach.chance, 3),
            }
            for reach in aims
        ],
        "advice": None if advice is None else _advice_json(advice),
    }


def _advice_json(advice: Advice) -> dict[str, Any]:
    return {
        "tiles": codes(advice.tiles),
        "says": advice.says,
        "act": advice.act.value,
        "reasons": [reason.says for reason in advice.reasons],
    }
