"""The `fifthseat` command: every sub-command lives in a room of its own, opened when it is asked for.

So a command loads what it uses and no more: reading a card needs neither camera nor models nor web server, and works
where those are broken.
"""

import importlib
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from models import WeightsError
from server.plain_call import call

ROOMS = {
    "run": ("cli_live", "Serve the live table."),
    "demo": ("cli_live", "The live table with a simulated camera and light: no hardware, no arguments."),
    "watch": ("cli_watch", "Follow a game by sight and say what happens."),
    "see": ("cli_eyes", "What the camera sees in photographs."),
    "enrol": ("cli_eyes", "Learn your own tiles from one to five photographs."),
    "referee": ("cli_rules", "Run scenarios: rule on every act, and check what must follow."),
    "rules": ("cli_teach", "The rules by id or by words: what each says, and what rests on it."),
    "coach": ("cli_teach", "Advice for a beginner: what to aim at, pass, discard or call, and why."),
    "card": ("cli_card", "Read, check and list the hands of a typed card."),
    "rank": ("cli_rank", "Every line of the card for a rack, best first: how many tiles are missing, and which."),
    "score": ("cli_score", "Is this hand a mah jongg, which line, and who pays what."),
    "light": ("cli_light", "The wind indicator: find it, try it."),
    "calibrate": ("cli_table", "Fix the table: where it lies in the camera's picture."),
    "doctor": ("cli_table", "Check camera, models, card, light, store and address; say in plain words what to mend."),
    "backup": ("cli_log", "Copy the log while the table is played at, and check the copy."),
    "restore": ("cli_log", "Put a copy of the log back in its place."),
}
"""Each command's room, and what the list of commands says of it without opening the room."""

PLAIN = {"score": "score", "rank": "rank_rack"}
"""Commands that answer sooner than their options are read in general, and are called straight where they can be."""


class Commands(Mapping[str, Any]):
    """All commands by name, each imported when it is called."""

    def __getitem__(self, name: str) -> Any:  # typer's own Command, whichever click it stands on
        room = typer.Typer(pretty_exceptions_enable=False)
        importlib.import_module(f"server.{ROOMS[name][0]}").mount(room)
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

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Lists the commands by their words in `ROOMS`: all rooms together take seconds to open."""
        named: Any = {name: TyperCommand(name, callback=None, help=words) for name, (_, words) in ROOMS.items()}
        listed = TyperGroup(name=self.name, commands=named, help=self.help, params=self.params)
        listed.format_help(ctx, formatter)


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
    """Runs the command; a reader of our output that went away and an interrupt are no errors. A network file that is
    torn or missing is told in a sentence, whenever it is first asked."""
    try:
        name, *words = sys.argv[1:] or [""]
        if name in PLAIN:
            call(getattr(importlib.import_module(f"server.{ROOMS[name][0]}"), PLAIN[name]), words)
        app(prog_name="fifthseat")
    except BrokenPipeError:  # the reader of our output has gone, as in `fifthseat watch ... | head`
        sys.stderr.close()
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(130)
    except WeightsError as problem:
        print(f"{problem}.", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
