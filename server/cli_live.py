"""The commands that serve a table: `run` with what people have, `demo` with nothing at all."""

import contextlib
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated
from urllib.parse import urlencode

import typer

from engine.hands import HandTable
from engine.rules.dying import SpeakUp
from engine.rules.referee import Rules
from server.cards import named_card
from server.failing import fail
from server.house import Memory
from server.indicator import read_night
from server.live import Parts, PortTaken, serve
from server.outline import Outline
from server.recalling import recall
from server.settings import Settings, SettingsError, read_settings
from server.shelf import Shelf
from server.store import StoreError
from vision.picture.camera import open_camera
from vision.plane.calibration import CalibrationError, read_plane
from vision.read.tileset import TileSetError, read_tile_set
from vision.synthetic.camera import DemoUrlError
from vision.synthetic.show import Cues

WRONG = (
    SettingsError,
    StoreError,
    CalibrationError,
    TileSetError,
    PortTaken,
    DemoUrlError,
    ValueError,
    OSError,
)


def mount(app: typer.Typer) -> None:
    app.command("run")(run)
    app.command("demo")(demo)


def run(
    camera: Annotated[
        str | None, typer.Option(help="usb:NAME, 0 for the first USB camera, rtsp://..., http://..., a video.")
    ] = None,
    second: Annotated[
        str | None, typer.Option(help="A second camera above the table, from another side: it sees what one misses.")
    ] = None,
    light: Annotated[str | None, typer.Option(help="The wind indicator; see `fifthseat light --find`.")] = None,
    card: Annotated[
        Path | None, typer.Option(help="Tonight's card; without it the one chosen on the page of cards.")
    ] = None,
    store: Annotated[str | None, typer.Option(help="Where the log is kept: a file, or postgresql://...")] = None,
    table: Annotated[Path | None, typer.Option(help="The table, from `fifthseat calibrate`.")] = None,
    tile_set: Annotated[Path | None, typer.Option(help="The household's tiles, from `fifthseat enrol`.")] = None,
    ruleset: Annotated[str | None, typer.Option(help="Whose rules: league, press, house-000 ...")] = None,
    port: Annotated[int | None, typer.Option(help="The pages' port; 0 takes any free one.")] = None,
    name: Annotated[
        str | None, typer.Option(help="What a club calls this table, of several: its pages say so.")
    ] = None,
) -> None:
    """Serve the live table."""
    try:
        settings = read_settings(
            camera=camera,
            second=second,
            light=light,
            card=card,
            store=store,
            table=table,
            tile_set=tile_set,
            ruleset=ruleset,
            port=port,
            name=name,
        )
        with ended_in_order():
            serve(_parts(settings, Memory(Path())))
    except WRONG as problem:
        fail(problem)


def demo(
    seed: Annotated[int, typer.Option(help="Another seed is another table and another game.")] = 1,
    speed: Annotated[float, typer.Option(help="2 plays twice as fast.")] = 1.0,
    style: Annotated[str, typer.Option(help="Words such as felt, wood, lamp, dim; empty lets the seed choose.")] = "",
    size: Annotated[str, typer.Option(help="The simulated camera: 720p, 1080p, 4k or 1280x720.")] = "1080p",
    games: Annotated[int, typer.Option(help="How many games; 0 plays on for ever.")] = 0,
    show: Annotated[bool, typer.Option(help="First two games to look at and to take part in.")] = True,
    port: Annotated[int | None, typer.Option(help="The pages' port; 0 takes any free one.")] = None,
) -> None:
    """The live table with a simulated camera and light: no hardware, no arguments."""
    query: dict[str, object] = {"seed": seed, "speed": speed, "style": style, "size": size, "games": games}
    with ended_in_order(), tempfile.TemporaryDirectory(prefix="fifthseat-demo-") as folder:
        try:
            settings = read_settings(light="sim://", port=port, store=str(Path(folder) / "demo.db"))
            if card := _own_card(settings):  # the simulated players play what is on the table
                query["card"] = str(card)
            elif show:
                query["show"] = "yes"
            camera = f"demo://?{urlencode(query)}"
            settings = settings.model_copy(update={"camera": camera})
            parts = _parts(settings, Memory(None), Path(folder))
            serve(replace(parts, cues=Cues()) if "show" in query else parts)
        except DemoUrlError as problem:
            fail(str(problem).removeprefix(f"{camera}: "))  # an address that nobody typed
        except WRONG as problem:
            fail(problem)


@contextlib.contextmanager
def ended_in_order() -> Iterator[None]:
    """Told to end, or with its terminal closed, the program ends as Ctrl+C ends it: lamp, cameras and folders are let
    go. The server hands the signal on when it has stopped, and a signal that nobody answers ends a program at once."""
    answered = []
    if threading.current_thread() is threading.main_thread():
        told = [signal.SIGTERM] if sys.platform == "win32" else [signal.SIGTERM, signal.SIGHUP]
        answered = [number for number in told if signal.getsignal(number) is signal.SIG_DFL]  # nohup answers one
    for number in answered:
        if number is signal.SIGTERM:
            signal.signal(number, lambda *_: sys.exit(0))
        else:  # the server knows no other signal: to exit from the midst of its work could leave it waiting for itself
            signal.signal(number, lambda *_: signal.raise_signal(signal.SIGTERM))
    try:
        yield
    finally:
        for number in answered:
            signal.signal(number, signal.SIG_DFL)


def _own_card(settings: Settings) -> Path | None:
    """The file of tonight's card where it is the user's own and can be played; None for the practice card."""
    if settings.card is not None:
        return settings.card
    shelf = Shelf(settings.cards)
    return None if shelf.load_tonight(settings.chosen)[1] else shelf.tonights_file()


def _parts(settings: Settings, memory: Memory, folder: Path = Path()) -> Parts:
    """What to serve: what the settings say, and where they say nothing what the house has set up."""
    given = settings.model_fields_set
    recalled = recall(memory, Shelf(settings.cards, settings.card), folder / "tiles")
    house = memory.house
    for trouble in memory.troubles:
        typer.echo(trouble, err=True)
    rules = settings.chosen if given & {"ruleset", "rules"} else recalled.rules or settings.chosen
    if settings.card is None:
        card, trouble = Shelf(settings.cards).load_tonight(rules)
        if trouble:
            typer.echo(trouble, err=True)
    else:
        card = named_card(settings.card, rules)
    for source in (settings.camera, settings.second):
        if source is not None and source.startswith(("demo:", "demo-second:")):
            open_camera(source).close()  # a wrong address is said now, not by the camera's thread
    return Parts(
        rules=Rules(rules, HandTable(card)),
        store=settings.store,
        codes=folder / "fifthseat-codes.json",
        camera=settings.camera or house.camera or None,
        second=settings.second_beside(house.second),
        second_outline=recalled.second_outline,
        watch=settings.camera is not None,
        light=settings.light if settings.light is not None else house.light,
        memory=memory,
        outline=Outline(read_plane(settings.table), None) if settings.table is not None else recalled.outline,
        tile_set=recalled.tile_set if settings.tile_set is None else read_tile_set(settings.tile_set),
        card_name=card.name,
        host=settings.host,
        port=settings.port,
        name=settings.name,
        cards=settings.cards,
        card=settings.card,
        tiles=folder / "tiles",
        lan_only=settings.lan_only,
        announce=settings.announce,
        call_window_s=settings.call_window_s,
        speak=SpeakUp(settings.speak),
        night=read_night(settings.night),
        replay_mib=settings.replay_mib,
    )
