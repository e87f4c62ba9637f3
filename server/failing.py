"""How a command ends that could not be done."""

from typing import NoReturn

import typer


def fail(why: object) -> NoReturn:
    """One sentence to standard error, exit 2."""
    typer.echo(str(why), err=True)
    raise typer.Exit(2)
