"""The live table: camera thread, event loop, wind indicator and pages joined. The only room that knows all of them."""

import asyncio
import contextlib
import errno
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import segno
import uvicorn

from device.buttons import Press
from device.link import Light
from engine.dying import SpeakUp
from engine.event import Called
from engine.hands import HandTable
from engine.ruling import Proposal, Refused, Rules, Source
from server.access import Access
from server.app import create_app
from server.indicator import Indicator, Night
from server.network import addresses, reserve
from server.rules_page import reads_alike
from server.screens import Surroundings
from server.shelf import Shelf
from server.sight import Seen, Sight
from server.store import Store, StoreError
from server.table import Alert, Status, Table
from server.watcher import Watcher
from vision.eyes import Eyes
from vision.follow.settle import Settler
from vision.picture.camera import Camera
from vision.plane.calibration import TablePlane
from vision.read.tileset import TileSet, read_tile_set

REFUSAL_S = 6.0  # how long a refused press is told: to be read once, and gone before the next call
LIGHT_CHECK_S = 1.0  # how often the light's own state is asked for while nothing changes


@dataclass(frozen=True, slots=True)
class Parts:
    """What one live table is made of. `opened` makes the camera, None for a table without one; `light` is its URL."""

    rules: Rules
    store: str
    codes: Path
    opened: Callable[[], Camera] | None
    light: str | None
    plane: TablePlane | None = None
    tile_set: TileSet | None = None
    card_name: str = "The practice card"
    host: str = "0.0.0.0"
    port: int = 8555
    cards: Path = Path("cards")
    card: Path | None = None
    tiles: Path = Path("tiles")
    lan_only: bool = True
    call_window_s: float = 0.0
    speak: SpeakUp = SpeakUp.ON_CHALLENGE
    night: Night | None = None


class PortTaken(OSError):
    """Another program serves that port; the text says what to do."""


def serve(parts: Parts) -> None:
    """Runs the table until it is interrupted. Raises PortTaken, StoreError, ValueError before anything is served."""
    try:
        # Held from the start: the networks take seconds to load, and the port could be gone by then.
        door = reserve(parts.host, parts.port)
    except OSError as error:
        raise PortTaken(_taken(parts.host, parts.port, error)) from error
    with door:
        asyncio.run(_serve(parts, door))


def _taken(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program: close it, or choose another with --port."
    return f"The pages cannot be served at {host}, port {port}: {error.strerror}. Choose another with --port."


async def _serve(parts: Parts, door: socket.socket) -> None:
    store = Store(parts.store)
    store.claim()
    table = Table(store, parts.rules, call_window_s=parts.call_window_s, speak=parts.speak)
    if parts.rules.table is not None and not reads_alike(parts.rules.ruleset, table.rules.ruleset):
        card, _ = Shelf(parts.cards, parts.card).load_tonight(table.rules.ruleset)
        table.rules = replace(table.rules, table=HandTable(card))
    indicator = Indicator(table, parts.night)
    port = door.getsockname()[1]
    address = f"http://{addresses()[0]}:{port}"
    around = Surroundings(address, parts.card_name, parts.tile_set.name if parts.tile_set else "The built-in tile sets")
    eyes = Eyes(parts.tile_set)
    app = create_app(
        table,
        Access.kept(parts.codes),
        around,
        cards=parts.cards,
        card=parts.card,
        tiles=parts.tiles,
        use_tiles=lambda path: eyes.use(read_tile_set(path)),
        lan_only=parts.lan_only,
        indicator=indicator,
    )
    config = uvicorn.Config(app, host=parts.host, port=port, log_level="warning", ws="websockets-sansio")
    server = uvicorn.Server(config)
    loop = asyncio.get_running_loop()
    sight = _sight(parts, table, eyes, loop)
    light = _light(parts, table, loop)
    lit = asyncio.create_task(keep_lit(table, indicator, light))
    _say_where(address)
    if sight is not None:
        sight.start()
    try:
        await server.serve([door])
    finally:
        lit.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await lit
        if sight is not None:
            sight.close()
        if light is not None:
            light.close()


def _sight(parts: Parts, table: Table, eyes: Eyes, loop: asyncio.AbstractEventLoop) -> Sight | None:
    if parts.opened is None:
        table.set_camera(Status(None, "No camera: the game is entered on the tablets."))
        return None
    table.set_camera(Status(False, "The camera is being opened."))
    settler = Settler(eyes, parts.plane)
    watcher = Watcher(table, settler.told)

    def observed(seen: Seen) -> None:
        with kept():
            if seen.observation is not None:
                watcher.observe(seen.observation)
            watcher.passed(seen.time_s)

    def post(work: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has closed: nobody is left to tell
            loop.call_soon_threadsafe(work)

    return Sight(
        parts.opened,
        settler,
        seen=lambda seen: post(lambda: observed(seen)),
        status=lambda status: post(lambda: table.set_camera(status)),
    )


def _light(parts: Parts, table: Table, loop: asyncio.AbstractEventLoop) -> Light | None:
    if parts.light is None:
        return None

    def act(press: Press) -> None:
        if refused := pressed(table, press):
            loop.call_later(REFUSAL_S, lambda: withdraw(table, refused))

    def post(press: Press) -> None:
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(lambda: act(press))

    return Light(parts.light, on_press=post)


def kept() -> contextlib.suppress:
    """For whoever cannot be told that the log cannot be written: the table says so on every page; nothing else stops
    the eyes."""
    return contextlib.suppress(StoreError)


def pressed(table: Table, press: Press) -> Alert | None:
    """A button is a tap by other means: it proposes, and the referee's button asks for a look. Where the table cannot
    take the press, all pages and the lamp say so; what is given back is the alert, to be withdrawn after a while."""
    if press.seat is None:
        table.raise_alert(Alert("referee", "Somebody asks for the referee."))
        return None
    key = f"button {press.seat.name}"
    with kept():
        match table.submit(Proposal(Called(press.seat), Source.BUTTON)):
            case Refused(fault):
                says = f"{press.seat.name} pressed Call: {fault.says}"
                table.raise_alert(Alert(key, says, fault.rule, press.seat, fault.position))
            case _:
                table.clear(key)
    return next((alert for alert in table.alerts if alert.key == key), None)


def withdraw(table: Table, alert: Alert) -> None:
    """Clears that very alert, not one that has taken its place since."""
    if alert in table.alerts:
        table.clear(alert.key)


async def keep_lit(table: Table, indicator: Indicator, light: Light | None) -> None:
    """Shows the table on the light and, where only the clock has changed what is to be shown, on the pages."""
    view, version = indicator.view(), table.version
    async with table.subscribe() as changes:
        while True:
            if light is not None:
                light.show(view)
                table.set_light(Status(light.ok, light.status))
            due_s = table.window_next_s
            await changes.changed(LIGHT_CHECK_S if due_s is None else min(due_s, LIGHT_CHECK_S))
            before, seen = view, version
            view, version = indicator.view(), table.version
            if view != before and version == seen:
                with kept():
                    table.touch()


def _say_where(address: str) -> None:
    """The one address, and the same as a QR code for a tablet."""
    print(
        f"\nFifth Seat is at  {address}\nOn this machine:  http://localhost:{address.rsplit(':', 1)[1]}\n",
        file=sys.stderr,
    )
    if sys.stderr.isatty():
        segno.make(address, error="l").terminal(out=sys.stderr, compact=True)
    print("Ctrl+C ends it; the game is kept.\n", file=sys.stderr, flush=True)
