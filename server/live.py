"""The live table: camera thread, event loop, wind indicator and pages joined. The only room that knows all of them."""

import asyncio
import contextlib
import errno
import logging
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import segno
import uvicorn

from device.buttons import Press
from device.link import Light
from engine.event import Called
from engine.hands import HandTable
from engine.rules.dying import SpeakUp
from engine.rules.ruling import Proposal, Refused, Rules, Source
from engine.state import Phase
from server.access import Access
from server.alerts import Alert
from server.announce import Announcer, keep_announced
from server.app import create_app
from server.clock import OnwardClock
from server.devices import NO_CAMERA, Devices, follow
from server.ends import left_at
from server.evening import BREAK_S
from server.house import HouseError, Memory
from server.indicator import Indicator, Night
from server.kept_faces import KeptFaces
from server.learned_set import keeper
from server.network import addresses, reserve
from server.outline import NOT_FIXED, Outline
from server.remembering import remember_people
from server.replay.reel import MIB, MOST_MIB
from server.rules_page import reads_alike
from server.screens import BUILTIN_TILES, Screens, Surroundings
from server.service import service
from server.serving import pages_config
from server.shelf import PRACTICE, Shelf
from server.show import Show
from server.sight import Opened, Seen, opener
from server.status import Status
from server.store import Store, StoreError
from server.table import Table
from server.tile_sets import TileSets
from server.trace import keep_trace
from server.watchdog import Watchdog
from server.watcher import Watcher
from server.web.site import Folders, Room
from server.wind_lamp import WindLamp
from vision.read.tileset import TileSet
from vision.synthetic.camera import DemoCamera
from vision.synthetic.show import Cues

REFUSAL_S = 6.0  # how long a refused press is told: to be read once, and gone before the next call
_log = logging.getLogger(__name__)
LIGHT_CHECK_S = 1.0  # how often the light's own state is asked for while nothing changes


@dataclass(frozen=True, slots=True)
class Parts:
    """What one live table is made of. `camera` is its source text, None for a table without one; `watch`: it is to be
    followed at once, not when somebody starts the game. `light` is its URL, `memory` what the house has set up. `cues`
    are those of a demo with people at its table. `replay_mib`: as in the settings. `second`: a second camera above the
    table, and `second_outline` where that has it. `name` is the table's, where a club has several."""

    rules: Rules
    store: str
    codes: Path
    camera: str | None
    light: str | None
    watch: bool = True
    memory: Memory = field(default_factory=lambda: Memory(None))
    outline: Outline = NOT_FIXED
    tile_set: TileSet | None = None
    card_name: str = PRACTICE
    host: str = "0.0.0.0"
    port: int = 8555
    cards: Path = Path("cards")
    card: Path | None = None
    tiles: Path = Path("tiles")
    lan_only: bool = True
    announce: bool = True
    call_window_s: float = 0.0
    speak: SpeakUp = SpeakUp.ON_CHALLENGE
    night: Night | None = None
    cues: Cues | None = None
    replay_mib: int = MOST_MIB
    second: str | None = None
    second_outline: Outline = NOT_FIXED
    name: str = ""


_HERE_ONLY = ("127.0.0.1", "::1", "localhost")


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
    keep_trace(parts.codes.parent)
    for trouble in parts.memory.troubles:
        _log.warning("%s", trouble)
    store = Store(parts.store)
    store.claim()
    clock = OnwardClock()
    table = Table(store, parts.rules, clock=clock, call_window_s=parts.call_window_s, speak=parts.speak)
    if table.log:
        clock.not_before(table.log[-1].at, BREAK_S)
    if parts.rules.table is not None and not reads_alike(parts.rules.ruleset, table.rules.ruleset):
        card, _ = Shelf(parts.cards, parts.card).load_tonight(table.rules.ruleset)
        table.rules = replace(table.rules, table=HandTable(card))
    indicator = Indicator(table, parts.night)
    port = door.getsockname()[1]
    address = f"http://{addresses()[0]}:{port}"
    show = Show(table, parts.cues) if parts.cues is not None else None
    tiles = parts.tile_set.name if parts.tile_set else BUILTIN_TILES
    around = Surroundings(address, parts.card_name, tiles, show, table_name=parts.name)
    devices = _devices(parts, table)

    room = Room(devices, parts.memory)
    app = create_app(
        table,
        Access.kept(parts.codes, lan_only=parts.lan_only),
        around,
        folders=Folders(parts.cards, parts.tiles, parts.card),
        indicator=indicator,
        room=room,
    )
    devices.naming.keep = keeper(TileSets(parts.tiles), room.use_tiles, app.state.screens)
    server = uvicorn.Server(pages_config(app, parts.host, port))
    dog = Watchdog(table, service())
    dog.hear(asyncio.get_running_loop())
    tasks = [
        asyncio.create_task(dog.keep_going("The light's task", lambda: keep_lit(table, indicator, devices.lamp))),
        asyncio.create_task(dog.keep_going("The camera's task", lambda: _open(parts, devices, table))),
        asyncio.create_task(dog.keep_going("The names' task", lambda: remember_people(table, parts.memory))),
        asyncio.create_task(dog.keep_going("The watchdog", dog.watch)),
        asyncio.create_task(dog.keep_going("The address's task", lambda: _announced(parts, app.state.screens, port))),
    ]
    _say_where(parts.name, address, _how_kept(parts, store))
    if show is not None:
        tasks.append(asyncio.create_task(dog.keep_going("The demo's task", show.run)))
    try:
        await server.serve([door])
    finally:
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await devices.close()


async def _announced(parts: Parts, screens: Screens, port: int) -> None:
    """Keeps the pages' address and the table's name in the network right, also when the machine moves."""
    if not parts.announce or parts.host in _HERE_ONLY:
        return

    def moved(host: str, name: str | None) -> None:
        called = f"http://{name}:{port}" if name else ""
        if called and called != screens.around.named:
            print(f"By its name:  {called}\n", file=sys.stderr, flush=True)
        screens.around = replace(screens.around, address=f"http://{host}:{port}", named=called)

    await keep_announced(Announcer(port), moved)


def _devices(parts: Parts, table: Table) -> Devices:
    loop = asyncio.get_running_loop()

    def act(press: Press) -> None:
        if refused := pressed(table, press):
            loop.call_later(REFUSAL_S, lambda: withdraw(table, refused))

    def post(press: Press) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has closed: nobody is left to tell
            loop.call_soon_threadsafe(lambda: act(press))

    def followed(watcher: Watcher, seen: Seen) -> None:
        with kept():
            follow(watcher, seen)

    devices = Devices(table, follow=followed, pressed=post, opened=_opener(parts.cues))
    devices.outline, devices.tile_set, devices.source = parts.outline, parts.tile_set, parts.camera
    devices.faces = KeptFaces(parts.memory.folder)
    devices.second.source, devices.second.outline = parts.second, parts.second_outline
    devices.second.turn, devices.second.keep = parts.memory.house.second_turn, keep_turn(parts.memory)
    devices.reel.most_bytes = parts.replay_mib * MIB
    devices.lamp.use(parts.light)  # a wrong address is said now
    devices.started = parts.watch or (table.begun and table.state.phase is not Phase.OVER)
    return devices


def keep_turn(memory: Memory) -> Callable[[int], None]:
    """Remembers how the second camera lies to the first."""

    def keep(turn: int) -> None:
        with contextlib.suppress(HouseError):  # it is found again next week
            memory.change(second_turn=turn)

    return keep


def _opener(cues: Cues | None) -> Callable[[str], Opened]:
    """What opens a camera; the simulated people of a demo hear its cues."""

    def opened(source: str) -> Opened:
        if cues is not None and source.startswith("demo:"):
            return lambda: DemoCamera(source, realtime=True, cues=cues)
        return opener(source)

    return opened


async def _open(parts: Parts, devices: Devices, table: Table) -> None:
    """The camera that the program was started with watches at once, and so does the house's own where a game of tonight
    is on; before the game begins somebody taps "Start". The cameras at the racks are opened too."""
    devices.at_racks.use(devices.tile_set)
    await devices.at_racks.recall()
    if parts.camera is None:
        table.set_camera(NO_CAMERA)
    elif devices.started and (parts.watch or left_at(table) is None):
        await devices.watch(parts.camera)
    else:
        await devices.look(parts.camera)


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


async def keep_lit(table: Table, indicator: Indicator, light: Light | WindLamp) -> None:
    """Shows the table on the light and, where only the clock has changed what is to be shown, on the pages."""
    view, version = indicator.view(), table.version
    async with table.subscribe() as changes:
        while True:
            light.show(view)
            table.set_light(Status(light.ok, light.status))
            due_s = table.window_next_s
            await changes.changed(LIGHT_CHECK_S if due_s is None else min(due_s, LIGHT_CHECK_S))
            before, seen = view, version
            view, version = indicator.view(), table.version
            if view != before and version == seen:
                with kept():
                    table.touch()


def _how_kept(parts: Parts, store: Store) -> str:
    """What becomes of the game where the program ends."""
    if parts.memory.folder is None:
        return "nothing of it is kept"
    return "the game is kept" if store.lasts else "the log is in memory only, and goes with it: give --store a file"


def _say_where(name: str, address: str, then: str) -> None:
    """The one address, and the same as a QR code for a tablet; `then` is what becomes of the game at the end."""
    print(
        f"\n{name or 'Fifth Seat'} is at  {address}\nOn this machine:  http://localhost:{address.rsplit(':', 1)[1]}\n",
        file=sys.stderr,
    )
    if sys.stderr.isatty():
        segno.make(address, error="l").terminal(out=sys.stderr, compact=True)
    print(f"Ctrl+C ends it; {then}.\n", file=sys.stderr, flush=True)
