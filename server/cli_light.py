"""The command about the wind indicator, `light`: find its board, say how it is, show each of its patterns."""

import json
import sys
import time
from collections.abc import Callable, Mapping
from typing import Annotated

import typer

from device.buttons import Press
from device.find import Board, boards, kind
from device.light import frame
from device.link import Light
from device.patterns import PATTERNS
from device.simulated import drawn
from server.failing import fail

PATIENCE_S = 4.0  # a board that restarted when it was opened is there after two seconds

Url = Annotated[
    str | None,
    typer.Argument(help="The light: sim://, wled+serial://..., wled+http://... or adalight://...; see docs/light.md."),
]
Test = Annotated[bool, typer.Option("--test", help="Show each pattern in turn, and say which.")]
Find = Annotated[bool, typer.Option("--find", help="List the boards that are plugged in, and what to call them.")]
Each = Annotated[float, typer.Option(min=0.0, max=60.0, help="Seconds for each pattern.")]
Only = Annotated[str | None, typer.Option("--only", metavar="NAME", help="Show this one pattern.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]


def mount(app: typer.Typer) -> None:
    """Add the command to the program's own."""
    app.command("light")(light)


def light(
    url: Url = None, test: Test = False, find: Find = False, each: Each = 3.0, only: Only = None, as_json: Json = False
) -> None:
    """The wind indicator: find it, try it."""
    if find:
        _find(as_json)
        return
    if url is None:
        fail("give the light's address, such as sim:// or wled+serial://; fifthseat light --find lists what is there")
    patterns = [p for p in PATTERNS if only in (None, p.name)]
    if not patterns:
        fail(f"there is no pattern {only}; there are {', '.join(p.name for p in PATTERNS)}")

    def pressed(press: Press) -> None:
        whose = "the referee's" if press.seat is None else f"{press.seat.name}'s"
        typer.echo(f"{whose} button was pressed", err=True)

    try:
        lamp = Light(url, on_press=pressed)
    except ValueError as error:
        fail(str(error))
    with lamp:
        if test or only:
            for pattern in patterns:
                lamp.show(pattern.view)
                lamp.wait_ok(PATIENCE_S if pattern is patterns[0] else 0.0)
                _say(as_json, {"pattern": pattern.name, "ok": lamp.ok, "says": pattern.words}, pattern.words)
                if url.startswith("sim:") and not as_json:
                    typer.echo(drawn(frame(pattern.view, 0.0), colour=sys.stdout.isatty()) + "\n")
                time.sleep(each)
        ok = lamp.wait_ok(PATIENCE_S)
        _say(as_json, {"light": url, "ok": ok, "says": lamp.status}, lamp.status)
    if not ok:
        raise typer.Exit(1)


def _find(as_json: bool, plugged_in: Callable[[], tuple[Board, ...]] = boards) -> None:
    found = [board for board in plugged_in() if kind(board)]
    for board in found:
        place = f"?at={board.place}" if board.place and [b.identity for b in found].count(board.identity) > 1 else ""
        row = {
            "identity": board.identity,
            "path": board.path,
            "place": board.place,
            "kind": kind(board),
            "wled": f"wled+serial://{board.identity}{place}",
            "adalight": f"adalight://{board.identity}{place}",
        }
        words = f"{row['kind']} at {board.path}\n    with WLED on it: {row['wled']}\n    without: {row['adalight']}"
        _say(as_json, row, words)
    if not found:
        typer.echo("No board is plugged in. Without one there is sim://, the light on the table's page.", err=True)
        raise typer.Exit(1)


def _say(as_json: bool, row: Mapping[str, object], words: str) -> None:
    typer.echo(json.dumps(row, ensure_ascii=False) if as_json else words)
