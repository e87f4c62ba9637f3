"""The `fifthseat` command: every sub-command lives in a room of its own and is joined here."""

import importlib
import sys

import typer

app = typer.Typer(
    name="fifthseat",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="The assistant in the fifth seat of an American Mah Jongg table.",
)

ROOMS = ("cli_live", "cli_watch", "cli_eyes", "cli_rules", "cli_card", "cli_light", "cli_table")

for _room in ROOMS:
    importlib.import_module(f"server.{_room}").mount(app)


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
