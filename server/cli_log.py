"""The commands about the log, `backup` and `restore`; `mount` adds them to a program."""

from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from server.backup import back_up, put_back, usual_name
from server.failing import fail
from server.settings import SettingsError, read_settings
from server.store import StoreError

StoreOption = Annotated[str | None, typer.Option("--store", help="The log; fifthseat.db if nothing else is set.")]


def mount(app: typer.Typer) -> None:
    app.command("backup")(backup)
    app.command("restore")(restore)


def backup(
    file: Annotated[Path | None, typer.Argument(help="The copy; today's date names it if none is given.")] = None,
    store: StoreOption = None,
) -> None:
    """Copy the log while the table is played at, and check the copy."""
    try:
        copy = file if file is not None else Path(usual_name(date.today()))
        events = back_up(read_settings(store=store).store, copy)
    except (StoreError, SettingsError) as problem:
        fail(problem)
    typer.echo(f"{copy} holds {events} events, read back and whole.")


def restore(
    copy: Annotated[Path, typer.Argument(help="The copy, from `fifthseat backup`.")], store: StoreOption = None
) -> None:
    """Put a copy of the log back in its place. The log that stands there is kept beside it."""
    try:
        url = read_settings(store=store).store
        events, aside = put_back(copy, url)
    except (StoreError, SettingsError) as problem:
        fail(problem)
    kept = f" What was there is {aside} now." if aside is not None else ""
    typer.echo(f"{url} holds the {events} events of {copy}.{kept}")
