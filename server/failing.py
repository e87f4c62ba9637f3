"""How a command ends that could not be done."""

import contextlib
from typing import NoReturn

import typer


def told(problem: object) -> str:
    """What is wrong, for people: the system's own words for a file that it refuses are none."""
    if isinstance(problem, OSError) and problem.strerror:
        return f"{problem.filename or 'A file'} cannot be read or written: {problem.strerror}."
    return str(problem)


def fail(why: object) -> NoReturn:
    """One sentence to standard error, exit 2. That the reader of our output has gone is no failure, and is raised."""
    if isinstance(why, BrokenPipeError):
        raise why
    with contextlib.suppress(BrokenPipeError):  # it may have been the reader of our errors too
        typer.echo(told(why), err=True)
    raise typer.Exit(2)
