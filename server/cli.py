"""The `fifthseat` command: every sub-command lives in a room of its own, opened when it is asked for.

So a command loads what it uses and no more: reading a card needs neither camera nor models nor web server, and works
where those are broken.
"""

import contextlib
import importlib
import os
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from models import WeightsError
from server.failing import told
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
    "doctor": (
        "cli_table",
        "Check cameras, models, tiles, card, light, store and address; say in plain words what to mend.",
    ),
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

    def make_context(self, *words: Any, **more: Any) -> Any:
        with reader_may_leave():
            return super().make_context(*words, **more)

    def invoke(self, ctx: Any) -> Any:
        with reader_may_leave():
            return super().invoke(ctx)

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


@contextlib.contextmanager
def reader_may_leave() -> Iterator[None]:
    """Ends with 0 where the reader of our output has gone, as in `fifthseat watch ... | head`; typer, and what draws
    its pages of help, would end with 1, which says that the answer is no."""
    try:
        yield
    except (BrokenPipeError, SystemExit) as ended:
        if isinstance(ended, SystemExit) and not isinstance(ended.__context__, BrokenPipeError):
            raise
        _say_no_more()
        sys.exit(0)


def main() -> None:
    """Runs the command; a reader of our output that went away and an interrupt are no errors. A network file that is
    torn or missing, and a full disk under our output, are told in a sentence, whenever they are first met."""
    _open_streams()
    try:
        name, *words = sys.argv[1:] or [""]
        if name in PLAIN:
            with reader_may_leave():
                call(getattr(importlib.import_module(f"server.{ROOMS[name][0]}"), PLAIN[name]), words)
        app(prog_name="fifthseat")
    except KeyboardInterrupt:
        sys.exit(130)
    except WeightsError as problem:
        print(f"{problem}.", file=sys.stderr)
        sys.exit(2)
    except OSError as problem:
        unsaid = f"What there is to say cannot be written: {problem.strerror or problem}."
        _say_no_more()
        with contextlib.suppress(OSError):
            print(unsaid if problem.filename is None else told(problem), file=sys.stderr)
        sys.exit(2)


def _open_streams() -> None:
    """Where we were started without one of the three streams, nothing is read or told there. Left closed, its number
    would go to the next file that is opened, the log even, and whatever a library prints would be written into it."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free: this one
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115  # for as long as the program runs
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _say_no_more() -> None:
    """What is still kept back for our output goes nowhere: written at the end, it would fail once more."""
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


if __name__ == "__main__":
    main()
