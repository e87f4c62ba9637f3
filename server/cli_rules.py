"""The command about the rules, `referee`; `mount` adds it to a program."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.scenarios.scenario import Outcome, Report, ScenarioError, run
from server.cards import practice_card_text
from server.cli_words import Json, put

ScenarioFiles = Annotated[
    list[str],
    typer.Argument(metavar="FILE...", help="Scenarios as docs/scenarios.md describes them; - reads standard input."),
]


def mount(app: typer.Typer) -> None:
    """Add the commands to the program's own."""
    app.command("referee")(referee)


def referee(files: ScenarioFiles, as_json: Json = False) -> None:
    """Run scenarios: rule on every act, and check what must follow.

    Ends with 1 when an expectation does not hold, and with 2 when a file cannot be understood.
    """
    failed = broken = False
    for file in files:
        try:
            report = run(_text(file), _Cards(file))
        except OSError as error:
            typer.echo(
                f"{file} cannot be read: {error.strerror}. Give the path of a scenario, or - to type it.", err=True
            )
            broken = True
            continue
        except ScenarioError as error:
            typer.echo(f"{file}, line {error.line}: {error.says}", err=True)
            broken = True
            continue
        _print(file, report, len(files) > 1, as_json)
        failed = failed or bool(report.failures)
    if broken:
        raise typer.Exit(2)
    if failed:
        raise typer.Exit(1)


def _text(file: str) -> str:
    """The scenario's text; - is standard input. Raises OSError, and ScenarioError where it is no text."""
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ScenarioError(line, "this is not UTF-8 text; save the file as plain text, UTF-8") from None


def _print(file: str, report: Report, many: bool, as_json: bool) -> None:
    for outcome in report.outcomes:
        if as_json:
            put(({"file": file} if many else {}) | asdict(outcome))
        else:
            typer.echo(f"{file}, " * many + _sentence(outcome))
    for failure in report.failures:
        typer.echo(f"{file}, line {failure.line}: {failure.says}", err=True)


def _sentence(outcome: Outcome) -> str:
    verdict = "allowed" if outcome.allowed else "refused"
    return f"line {outcome.line}: {verdict} ({outcome.rule}). {outcome.says}"


class _Cards:
    """Cards that a scenario names: `practice`, or a file beside the scenario."""

    def __init__(self, scenario: str) -> None:
        self.folder = Path() if scenario == "-" else Path(scenario).parent

    def __call__(self, name: str) -> str:
        if name == "practice":
            return practice_card_text()
        path = self.folder / name
        try:
            return path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError, ValueError):
            raise ValueError(f"the card {name!r} cannot be read: give practice, none, or a card file beside") from None
