"""The command `score`; `mount` adds it to a program."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from engine.card import HAND_SIZE
from engine.faults import Cause
from engine.hands import Chance, HandTable, Win, rank, wins
from engine.rules.called import won_by_call
from engine.rules.possible import SMALLEST, Won, impossible, one_suit_too_many
from engine.rules.ruleset import RuleSet, read_ruleset
from engine.rules.scoring import earns_bonus, in_tournament, payments, received, shares, tournament
from engine.tile import CODES, SET_SIZE, Seat, Tile, codes
from server.cli_words import (
    CardOption,
    Exposed,
    Json,
    Year,
    group_of,
    groups_json,
    misplaced,
    one_tile,
    put,
    read_tonight,
    tiles_of,
    within,
)
from server.failing import fail

_ALL_FOUR = "P1 P2 P3 P4"


class SeatName(StrEnum):
    """A seat on the command line."""

    P1 = "P1"
    P2 = "P2"
    P3 = "P3"
    P4 = "P4"

    @property
    def seat(self) -> Seat:
        return Seat[self.value]


def mount(app: typer.Typer) -> None:
    """Add the command to the program's own."""
    app.command("score")(score)


def score(
    hand: Annotated[str | None, typer.Option(metavar="TILES", help='The fourteen tiles, "1B 1B ... J".')] = None,
    card: CardOption = None,
    exposed: Exposed = None,
    won: Annotated[
        Won | None,
        typer.Option(case_sensitive=False, help="How the last tile came; without it: discard if --from is given."),
    ] = None,
    winner: Annotated[SeatName, typer.Option(case_sensitive=False, help="Who shows the hand.")] = SeatName.P1,
    other: Annotated[
        SeatName | None,
        typer.Option(
            "--from", case_sensitive=False, help="Who discarded the winning tile, or owned the exchanged joker."
        ),
    ] = None,
    ruleset: Annotated[
        str, typer.Option(metavar="NAME", help='The rules of the table; also with options, "league C-18=yes".')
    ] = "league",
    photo: Annotated[
        Path | None, typer.Option(metavar="IMAGE", help="A photograph of the hand instead of --hand.")
    ] = None,
    tile_set: Annotated[Path | None, typer.Option(metavar="FILE", help="Your own tiles, for --photo.")] = None,
    as_json: Json = False,
    year: Year = None,
    classic: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Score the classic game instead: 14, 16 or filipino. --exposed are melds."),
    ] = None,
    last: Annotated[
        str | None,
        typer.Option(metavar="TILE", help="The winning tile; with --classic, unless given, the last of --hand."),
    ] = None,
    flowers: Annotated[
        str,
        typer.Option(
            metavar="NUMBERS",
            help="With --classic: numbers of the flowers set aside, F for one without; 0: none.",
        ),
    ] = "",
    discards: Annotated[
        int | None, typer.Option(help="With --classic: tiles discarded before the win; many unless said.")
    ] = None,
    concealed_kong: Annotated[
        list[str] | None, typer.Option(metavar="TILES", help="With --classic: a kong laid face down; may be repeated.")
    ] = None,
    added_kong: Annotated[
        list[str] | None, typer.Option(metavar="TILES", help="With --classic: a melded pong's kong; may be repeated.")
    ] = None,
    east: Annotated[
        SeatName | None,
        typer.Option(case_sensitive=False, help="With --classic: who is East, for the seat's flower; P1 unless said."),
    ] = None,
    dealt_no_flowers: Annotated[
        bool, typer.Option("--dealt-no-flowers", help="With --classic filipino: the deal held no flower.")
    ] = False,
    printed: Annotated[
        bool, typer.Option("--printed", help="With --classic: score 12 and 14, as the source prints 1/2 and 1/4.")
    ] = False,
    misnamed: Annotated[bool, typer.Option("--misnamed", help="The winning discard was given a wrong name.")] = False,
    out_of_turn: Annotated[
        bool, typer.Option("--out-of-turn", help="The winning discard was made out of turn.")
    ] = False,
    by_tournament: Annotated[
        bool, typer.Option("--tournament", help="Also what a tournament scores: bonuses instead of payments.")
    ] = False,
    players: Annotated[str, typer.Option(metavar="SEATS", help='Who plays, "P1 P2 P3" where three do.')] = _ALL_FOUR,
) -> None:
    """Is this hand a mah jongg, which line, and who pays what. Ends with 1 when it is none."""
    if (hand is None) == (photo is None):
        fail("Give the fourteen tiles with --hand, or a photograph of them with --photo.")
    misplaced({"--tile-set": tile_set if photo is None else None}, "goes with --photo")
    tiles = tiles_of(hand, "--hand") if hand is not None else _tiles_in(photo or Path(), tile_set)
    exposures = [tiles_of(group, "--exposed") for group in exposed or []]
    if classic is not None:
        american = {"--won": won, "--card": card, "--ruleset": ruleset != "league", "--year": year}
        american |= {
            "--misnamed": misnamed,
            "--out-of-turn": out_of_turn,
            "--tournament": by_tournament,
            "--players": players != _ALL_FOUR,
        }
        misplaced(american, "says nothing of the classic game")
        from server.classic_score import Kongs, SetAside, Win, classic_score, variant_named  # loaded when it is played

        kongs = Kongs(
            [group_of(group, "--concealed-kong") for group in concealed_kong or ()],
            [group_of(group, "--added-kong") for group in added_kong or ()],
        )
        if other is winner:
            fail("--from: another player discarded the winning tile.")
        win = Win(winner.seat, other.seat if other else None, _one_tile(last), east=(east or SeatName.P1).seat)
        win = replace(win, discards=win.discards if discards is None else discards)
        aside = SetAside(_flower_numbers(flowers), dealt_no_flowers)
        try:
            answer = classic_score(variant_named(classic, printed), tiles, exposures, win, kongs, aside)
        except ValueError as error:
            fail(f"--classic: {error}.")
        _tell_classic(answer, as_json)
    shown = tuple(tile for group in exposures for tile in group)
    if not within(shown, tiles):
        odd = next(tile for tile in shown if shown.count(tile) > tiles.count(tile))
        fail(f"--exposed: {odd.words} stands exposed, but is not among the fourteen of --hand.")
    kongs_typed = {"--concealed-kong": concealed_kong, "--added-kong": added_kong}
    of_the_classic = {"--flowers": flowers, "--dealt-no-flowers": dealt_no_flowers, "--printed": printed} | kongs_typed
    of_the_classic |= {"--east": east, "--discards": discards is not None}
    misplaced(of_the_classic, "goes with --classic, and says nothing without it")
    won = won or (Won.DISCARD if other else Won.WALL)
    if won is Won.DISCARD and (other is None or other is winner):
        fail("--won discard: say which other player discarded the tile, with --from P2.")
    if won is Won.WALL and other is not None:
        fail(f"--from {other.value} goes with --won discard or --won joker, not with --won wall.")
    try:
        rules = read_ruleset(ruleset)
    except ValueError as error:
        fail(f"--ruleset: {error}.")
    owner_pays = won is Won.JOKER and rules.of("C-16") == "exchanger_pays_all"
    if owner_pays and other is None:
        fail("--won joker: by these rules the joker's owner pays for all; say whose it was with --from P3.")
    if misnamed and won is not Won.DISCARD:
        fail("--misnamed goes with --won discard: only a discard is named.")
    if out_of_turn and won is not Won.DISCARD:
        fail("--out-of-turn goes with --won discard: say who discarded the tile, with --from P2.")
    seats = _seats(players, winner, other)
    table = HandTable(read_tonight(card, year, rules))
    winning = _one_tile(last)
    nowhere = None
    if len(tiles) == HAND_SIZE:
        left_out = one_suit_too_many(tiles, len(seats), rules)
        nowhere = left_out or impossible(tiles, exposures, winning, won, rules)
    found = () if nowhere else wins(table, tiles, exposures)
    allowed, why = found, None
    if found and won is Won.DISCARD:
        allowed, why = won_by_call(found, winning, exposures, rules)
        if misnamed and rules.of("C-22") == "void":
            allowed, why = (), Cause.MISNAMED_VOID
    if nowhere is not None:
        result: dict[str, Any] = {"valid": False, "fault": nowhere}
    elif why is not None:
        result = {"valid": False, "fault": f"{found[0].line.name}: {why.position}"}
    elif allowed:
        how = _How(won, winner.seat, other.seat if other else None, not exposures, misnamed, seats, out_of_turn)
        result = _win_json(allowed, how, rules)
        if by_tournament or in_tournament(rules):
            result["scores"] = _scores(allowed, how, rules, len(exposures))
        if in_tournament(rules):
            result |= {"payments": dict.fromkeys(result["payments"], 0), "ways": {}}
    else:
        result = _no_win_json(table, tiles, exposures)
    found = allowed
    if as_json:
        put(result)
    else:
        _print_score(result)
    raise typer.Exit(0 if found else 1)


def _one_tile(typed: str | None) -> Tile | None:
    """The winning tile, where it was said."""
    return None if typed is None else one_tile(typed, "--last", "one tile won")


def _flower_numbers(typed: str) -> list[int]:
    """The printed numbers of the flowers set aside, 0 for one without."""
    numbers = typed.upper().replace(",", " ").split()
    numbers = [] if numbers == ["0"] else ["0" if n == "F" else n for n in numbers]
    if any(n not in ("0", "1", "2", "3", "4") for n in numbers):
        fail('--flowers: give the printed numbers, 1 to 4 (F: it bears none), or 0 for no flowers: --flowers "1 3".')
    return [int(n) for n in numbers]


def _tell_classic(answer: dict[str, Any], as_json: bool) -> NoReturn:
    """`score --classic`: the answer, and the end of the command."""
    if as_json:
        put(answer)
    elif answer["valid"]:
        typer.echo("\n".join(f"{name}: {value}" for name, value in answer["items"].items()))
        typer.echo(f"Total {answer['total']}" + "".join(f", {bonus}" for bonus in answer["bonuses"]))
        typer.echo(", ".join(f"{seat} {value}" for seat, value in answer["payments"].items()))
    else:
        typer.echo(answer["fault"])
    raise typer.Exit(0 if answer["valid"] else 1)


def _seats(text: str, winner: SeatName, other: SeatName | None) -> tuple[Seat, ...]:
    """Who plays, the winner and whoever made the winning tile among them."""
    names = text.upper().replace(",", " ").split()
    if any(n not in Seat.__members__ for n in names) or not 2 <= len(set(names)) <= 4:
        fail('--players: write who plays, like "P1 P2 P3".')
    if len(set(names)) < len(names):
        fail("--players: each seat that plays is written once.")
    absent = next((s for s in (winner, other) if s is not None and s.value not in names), None)
    if absent is not None:
        fail(f"--players: {absent.value} does not play, but is named as a winner or with --from.")
    return tuple(s for s in Seat if s.name in names)


@dataclass(frozen=True, slots=True)
class _How:
    """How a hand was won. `other` discarded the winning tile, or owned the joker that was exchanged."""

    won: Won
    winner: Seat
    other: Seat | None
    concealed: bool
    misnamed: bool
    players: tuple[Seat, ...]
    out_of_turn: bool


def _win_json(found: Sequence[Win], how: _How, rules: RuleSet) -> dict[str, Any]:
    """The line that brings the winner most, and the others that match."""
    best = max(found, key=lambda win: received(_as_shown(win, how, rules), how.out_of_turn, how.players, rules))
    shown = _as_shown(best, how, rules)
    points = payments(shown, how.out_of_turn, how.players, rules)
    line, ways = best.line, shares(points, shown, how.out_of_turn, rules)
    return {
        "valid": True,
        "section": line.section,
        "number": line.number,
        "value": line.value,
        "concealed": line.concealed,
        "jokerless": best.jokerless,
        "payments": {seat.name: points[seat] for seat in Seat},
        "ways": {share.seat.name: share.ways for share in ways},
        "hand": groups_json(best.hand),
        "also": [
            {"section": win.line.section, "number": win.line.number, "value": win.line.value}
            for win in found
            if win is not best
        ],
    }


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a win is paid by: the fields of `engine.event.MahJongg` that its payments ask for."""

    seat: Seat
    source: Seat | None
    value: int
    exchanged: Seat | None
    misnamed: bool
    jokerless: bool


def _as_shown(win: Win, how: _How, rules: RuleSet) -> _Shown:
    """The win as the live table would write it down."""
    line = win.line
    value = line.value + (line.concealed_bonus if how.concealed and not line.concealed else 0)
    bonus = win.jokerless and earns_bonus(line, rules)
    discarder, owner = (how.other, None) if how.won is Won.DISCARD else (None, how.other)
    if how.won is Won.JOKER and owner is None:
        owner = how.winner
    return _Shown(how.winner, discarder, value, owner, how.misnamed, bonus)


def _scores(found: Sequence[Win], how: _How, rules: RuleSet, exposures: int) -> dict[str, int]:
    """What a tournament writes down for the line that brings the winner most (R113)."""
    wins_as = [_as_shown(win, how, rules) for win in found]
    each = [tournament(w.value, w.seat, w.source, w.jokerless, exposures=exposures) for w in wins_as]
    points = max(each, key=lambda scored: scored[how.winner])
    return {seat.name: points[seat] for seat in Seat}


def _no_win_json(table: HandTable, tiles: Sequence[Tile], exposures: Sequence[Sequence[Tile]]) -> dict[str, Any]:
    if len(tiles) > SET_SIZE:  # no hand is near that
        return {"valid": False, "fault": _not_fourteen(len(tiles))}
    nearest = rank(table, tiles, exposures)[0]
    fault = _fault(table, tiles, exposures, nearest)
    if nearest.hand is None:  # no hand has what stands exposed: the nearest by its tiles alone
        nearest = rank(table, tiles)[0]
    return {
        "valid": False,
        "fault": fault,
        "nearest": {
            "section": nearest.line.section,
            "number": nearest.line.number,
            "missing": nearest.missing,
            "needs": [CODES[tile] for tile in nearest.needs],
        },
    }


def _not_fourteen(count: int) -> str:
    there = "is 1 tile" if count == 1 else f"are {count} tiles"
    return f"There {there}; a mah jongg has {HAND_SIZE}."


def _fault(table: HandTable, tiles: Sequence[Tile], exposures: Sequence[Sequence[Tile]], nearest: Chance) -> str:
    """Why it is no mah jongg, in a sentence."""
    if len(tiles) != HAND_SIZE:
        return _not_fourteen(len(tiles))
    shown, stand = " and ".join(codes(group) for group in exposures), "stands" if len(exposures) == 1 else "stand"
    for win in wins(table, tiles):
        if win.line.concealed:
            return f"It would be {win.line.name}, but that is a concealed hand, and {shown} {stand} exposed."
        return f"It would be {win.line.name}, but {shown} is no whole group of it."
    if nearest.hand is None:
        return f"No hand of the card has {shown} as exposed."
    if Tile.JOKER in tiles and (where := _no_place(nearest)) is not None:
        return f"{nearest.line.name} is nearest, but a joker cannot stand in {where}."
    return f"No hand of the card is these fourteen; {nearest.line.name} is nearest and lacks {codes(nearest.needs)}."


def _no_place(nearest: Chance) -> str | None:
    """Where a joker would have to stand, if only tiles that may not be jokers are missing."""
    strict = [group for group in nearest.hand or () if not group.jokers]
    if not nearest.missing or any(all(tile not in group.tiles for group in strict) for tile in nearest.needs):
        return None
    wanting = (group for group in strict if any(tile in nearest.needs for tile in group.tiles))
    by_card = next((group for group in wanting if group.alike and len(group.tiles) >= SMALLEST), None)
    return "a single, a pair or a mixed group" if by_card is None else f"{by_card}: the card lets none in there"


def _print_score(result: dict[str, Any]) -> None:
    if not result["valid"]:
        typer.echo(result["fault"])
        return
    mark = "C" if result["concealed"] else "X"
    jokers = ", jokerless" if result["jokerless"] else ""
    typer.echo(f"Mah jongg: {result['section']} {result['number']}, {mark} {result['value']}{jokers}")
    for seat, points in result["payments"].items():
        ways = result["ways"].get(seat)
        typer.echo(f"  {seat} {points:+d}" + (f" ({ways})" if ways else ""))
    if "scores" in result:
        typer.echo("In a tournament: " + ", ".join(f"{seat} {points:+d}" for seat, points in result["scores"].items()))


def _tiles_in(photo: Path, tile_set: Path | None) -> tuple[Tile, ...]:
    """The tiles of a photograph of the hand, in reading order; what was read goes to standard error."""
    from engine.sight.observation import SURE
    from server.cli_eyes import open_eyes  # the models are opened only when there is something to look at
    from vision.picture.photo import PhotoError, load_photo
    from vision.see import see

    eyes = open_eyes(tile_set)
    try:
        readings = see(load_photo(photo), eyes)
    except PhotoError as error:
        fail(str(error))
    if not readings:
        fail(f"{photo}: no tiles were found; photograph them face up, or type them with --hand.")
    tiles = tuple(reading.face for reading in readings)
    typer.echo(f"{photo}: {len(tiles)} tiles: {codes(tiles)}", err=True)
    for reading in readings:
        if reading.confidence < SURE:  # a wrong score can be traced to a wrong tile
            others = ", ".join(CODES[face] for face, _ in reading.alternatives)
            typer.echo(f"  {CODES[reading.face]} is not sure ({reading.confidence:.0%}; else {others})", err=True)
    return tiles
