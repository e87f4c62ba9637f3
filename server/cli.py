"""The `fifthseat` command: every sub-command lives in a room of its own, opened when it is asked for.

So a command loads what it uses and no more: reading a card needs neither camera nor models nor web server, and works
where those are broken.
"""

import importlib
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import typer
from typer.core import TyperGroup

ROOMS = {
    "run": "cli_live",
    "demo": "cli_live",
    "watch": "cli_watch",
    "see": "cli_eyes",
    "enrol": "cli_eyes",
    "referee": "cli_rules",
    "card": "cli_card",
    "rank": "cli_hands",
    "score": "cli_hands",
    "light": "cli_light",
    "calibrate": "cli_table",
    "doctor": "cli_table",
}


class Commands(Mapping[str, Any]):
    """All commands by name, each imported when it is called or described."""

    def __getitem__(self, name: str) -> Any:  # typer's own Command, whichever click it stands on
        room = typer.Typer(pretty_exceptions_enable=False)
        importlib.import_module(f"server.{ROOMS[name]}").mount(room)
        return typer.main.get_group(room).commands[name]

    def __iter__(self) -> Iterator[str]:
        return iter(ROOMS)

    def __len__(self) -> int:
        return len(ROOMS)


class Rooms(TyperGroup):
    """The program: a group whose commands are `Commands`."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = Commands()  # type: ignore[assignment]  # only read


app = typer.Typer(
    name="fifthseat",
    cls=Rooms,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="The assistant in the fifth seat of an American Mah Jongg table.",
)


@app.callback()
def fifthseat() -> None:
    """The assistant in the fifth seat of an American Mah Jongg table."""


def main() -> None:
    """Runs the command; a reader of our output that went away and an interrupt are no errors."""
    try:
        app(prog_name="fifthseat")
    except BrokenPipeError:  # the reader of our output has gone, as in `fifthseat watch ... | head`
        sys.stderr.close()
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
