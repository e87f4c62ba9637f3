"""How soon what happened is on the pages, and in how many bytes: `python -m tests.bench.bench_push`.

A whole game is played on a table served by the program's own server in a process of its own; real sockets on the
loopback, four players with their tiles tapped in, referees, tables and ledgers, follow its end. Told, for each number
of clients: from the event at rest in the log to the last byte at each page, and the bytes that it brings to each. The
yardstick in the same run: a bare server that sends as many bytes to as many sockets and does nothing else.
Ends with 1 when a limit is broken; `--lenient` multiplies the limits of time by what the yardstick itself exceeds 5 ms.
"""

import argparse
import asyncio
import json
import multiprocessing
import re
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import uvicorn
import websockets

from engine.card import read_card
from engine.event import Discarded, Event, Exposed, GameBegun
from engine.hands import HandTable
from engine.rules.referee import Accepted, Proposal, Rules, Source
from engine.tile import Seat, Tile
from server.access import COOKIE, Access
from server.app import create_app
from server.cards import practice_card_text
from server.network import reserve
from server.screens import Screens
from server.serving import pages_config
from server.store import Store
from server.table import Table
from server.web.site import Folders

LIMITS_MS = {16: 50.0, 64: 150.0}  # the 99th percentile from the event to the page
LIMIT_BYTES = 4096  # an event brings to a page after a whole game, on average over the events
BEFORE = 62  # events played before the pages look on
MEASURED = 30  # with those the wall is all but used up
PAUSE_S = 0.12  # between events: at a table they never come faster
# Who looks: four players, who watches, who referees.
PAGES = ("seat P1", "seat P2", "seat P3", "seat P4", "table", "referee", "table", "ledger")
_NUMBER = re.compile(r'(?:"after": ?|name="after" value=")(\d+)')


Times = dict[int, tuple[float, float]]  # by the number of the event: when it was submitted, and when it was at rest


@dataclass(frozen=True)
class Told:
    """What `n` clients were told: milliseconds from the event at rest to the page, all clients and events; how long
    each event took to come to rest, which is the disk's time; bytes that an event brought to each client."""

    n: int
    ms: np.ndarray[Any, np.dtype[np.float64]]
    rest_ms: np.ndarray[Any, np.dtype[np.float64]]
    sizes: np.ndarray[Any, np.dtype[np.float64]]
    work_ms: float  # of the processor per event, sending and signs of life included

    @property
    def p99(self) -> float:
        return float(np.percentile(self.ms, 99))

    def words(self, name: str) -> str:
        p50, p99 = np.percentile(self.ms, [50, 99])
        rest = f"at rest after {np.percentile(self.rest_ms, 50):.1f} ms" if self.rest_ms.any() else ""
        size = f"{self.sizes.mean():.0f} bytes each, {self.work_ms:.0f} ms of work"
        return f"{name:6} {self.n:3} clients: p50 {p50:6.1f} ms, p99 {p99:6.1f} ms, {size} {rest}"


def game(table: Table, discards: int, chance: Random) -> list[Event]:
    """Events of a long game, each played on `table`: discards in turn, some of them called and exposed."""
    wall = [t for t in Tile for _ in range(t.copies) if t not in (Tile.JOKER, Tile.FLOWER)]
    chance.shuffle(wall)
    made: list[Event] = []

    def tries(event: Event) -> bool:
        if isinstance(table.submit(Proposal(event, Source.CAMERA, 0.97)), Accepted):
            made.append(event)
            return True
        return False

    if table.number == 0:
        tries(GameBegun(Seat.P1))
    while len(made) < discards and wall:
        turn = table.state.turn or Seat.P1
        tile = wall.pop()
        if not tries(Discarded(turn, tile)):
            continue
        if len(made) % 9 == 4:
            tries(Exposed(turn.right.right, tile, turn, (tile, tile, Tile.JOKER)))
    return made


def serve(pipe: Connection, folder: Path, clients: int) -> None:
    """The table in a process of its own: says where it is and who may look, plays when told, says when it did."""
    asyncio.run(_serve(pipe, folder, clients))


async def _serve(pipe: Connection, folder: Path, clients: int) -> None:
    table = Table(Store(f"sqlite:///{folder / 'log.sqlite'}"), Rules(table=HandTable(read_card(practice_card_text()))))
    access = Access.fresh(host_is_referee=False)
    app = create_app(table, access, folders=Folders(cards=folder / "cards"))
    chance = Random(7)
    game(table, BEFORE, chance)
    looks = [_look(access, app.state.screens, table, n, chance) for n in range(clients)]
    with reserve("127.0.0.1", 0) as door:
        server = uvicorn.Server(pages_config(app, "127.0.0.1", door.getsockname()[1]))
        serving = asyncio.create_task(server.serve([door]))
        await asyncio.sleep(0.3)
        pipe.send((door.getsockname()[1], looks))
        await _told_to_go(pipe)
        times: Times = {}
        worked_s = time.process_time()
        while len(times) < MEASURED:
            at_s = time.monotonic()
            if not game(table, 1, chance):
                raise SystemExit(f"the game ended at event {table.number}")
            times[table.number] = (at_s, time.monotonic())
            await asyncio.sleep(PAUSE_S)
        pipe.send((times, 1000 * (time.process_time() - worked_s) / MEASURED))
        await _told_to_go(pipe)
        server.should_exit = True
        await serving


def _look(access: Access, screens: Screens, table: Table, n: int, chance: Random) -> tuple[str, str]:
    """The path and the cookie of the `n`-th client; the first at each seat has tapped its tiles in."""
    page, _, seat = PAGES[n % len(PAGES)].partition(" ")
    cookie = access.carry(None, [seat or "referee"])
    if seat:
        screens.racks.enter(Seat[seat], access.visitor(cookie, "").device)
        if table.own(Seat[seat]) is None:
            table.set_own(Seat[seat], tuple(sorted(chance.sample(list(Tile), 12))))
    return f"/live/{page}" + (f"?seat={seat}" if seat else ""), cookie


async def _told_to_go(pipe: Connection) -> None:
    while not pipe.poll():
        await asyncio.sleep(0.02)
    pipe.recv()


def bare(pipe: Connection, sizes: Sequence[int]) -> None:
    """The yardstick: sends `sizes[i]` bytes to the i-th socket, each time at once to all, and does nothing else."""
    asyncio.run(_bare(pipe, sizes))


async def _bare(pipe: Connection, sizes: Sequence[int]) -> None:
    sends: list[Callable[[str], Awaitable[None]]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        text = "x" * sizes[len(sends)]
        sends.append(lambda head: send({"type": "websocket.send", "text": head + text}))
        while (await receive())["type"] != "websocket.disconnect":
            pass

    with reserve("127.0.0.1", 0) as door:
        server = uvicorn.Server(pages_config(app, "127.0.0.1", door.getsockname()[1]))
        serving = asyncio.create_task(server.serve([door]))
        await asyncio.sleep(0.3)
        pipe.send((door.getsockname()[1], [("/live/bare", "")] * len(sizes)))
        await _told_to_go(pipe)
        times: Times = {}
        worked_s = time.process_time()
        for number in range(1, MEASURED + 1):
            times[number] = (time.monotonic(),) * 2
            for send in sends:
                await send(f'{{"after": {number}}}')
            await asyncio.sleep(PAUSE_S)
        pipe.send((times, 1000 * (time.process_time() - worked_s) / MEASURED))
        await _told_to_go(pipe)
        server.should_exit = True
        await serving


async def look_on(
    port: int, looks: Sequence[tuple[str, str]], pipe: Connection
) -> tuple[Times, float, list[list[tuple[float, str]]]]:
    """Every message that each client got after all had settled, with its time; and when each event happened."""
    heard: list[list[tuple[float, str]]] = [[] for _ in looks]

    async def follow(n: int) -> None:
        path, cookie = looks[n]
        address = f"ws://127.0.0.1:{port}{path}"
        head = {"cookie": f"{COOKIE}={cookie}"} if cookie else {}
        async with websockets.connect(address, additional_headers=head, max_size=None) as socket:
            async for message in socket:
                heard[n].append((time.monotonic(), str(message)))

    following = [asyncio.create_task(follow(n)) for n in range(len(looks))]
    await asyncio.sleep(1.5)
    for messages in heard:
        messages.clear()
    pipe.send("go")
    give_up_s = time.monotonic() + 60
    while not pipe.poll():
        if time.monotonic() > give_up_s:
            raise SystemExit("the server plays no game")
        await asyncio.sleep(0.05)
    times, work_ms = pipe.recv()
    await asyncio.sleep(0.5)
    for one in following:
        one.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    return times, work_ms, heard


def measured(times: Times, work_ms: float, heard: list[list[tuple[float, str]]]) -> Told:
    ms, sizes = [], []
    for messages in heard:
        first: dict[int, float] = {}
        for at_s, text in messages:
            found = _NUMBER.search(text)
            if found is not None:
                first.setdefault(int(found[1]), at_s)
        for number, (_, at_s) in times.items():
            came_s = min((t for n, t in first.items() if n >= number), default=None)
            if came_s is None:
                raise SystemExit(f"event {number} never came")
            ms.append(1000 * (came_s - at_s))
        sizes.append(sum(len(text.encode()) for _, text in messages) / len(times))
    rest_ms = [1000 * (rests - submitted) for submitted, rests in times.values()]
    return Told(len(heard), np.array(ms), np.array(rest_ms), np.array(sizes), work_ms)


def run(clients: int) -> tuple[Told, Told]:
    """The program and the yardstick with so many clients."""
    with tempfile.TemporaryDirectory() as folder:
        told = _with(serve, Path(folder), clients)
    return told, _with(bare, [int(size) for size in told.sizes])


def _with(target: Callable[..., None], *args: object) -> Told:
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=target, args=(there, *args), daemon=True)
    process.start()
    try:
        if not here.poll(120):
            raise SystemExit("the server did not start")
        port, looks = here.recv()
        told = measured(*asyncio.run(look_on(port, looks, here)))
        here.send("stop")
        process.join(10)
    finally:
        process.kill()
    return told


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--clients", type=int, nargs="*", default=list(LIMITS_MS))
    parser.add_argument("--lenient", action="store_true", help="for a machine that is busy with something else")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    broken = 0
    for n in asked.clients:
        told, yardstick = run(n)
        print(told.words("pages"), yardstick.words("bare"), sep="\n", file=sys.stderr)
        slack = max(1.0, yardstick.p99 / 5.0) if asked.lenient else 1.0
        limit_ms = LIMITS_MS.get(n, max(LIMITS_MS.values())) * slack
        broken += told.p99 > limit_ms or bool(told.sizes.max() > LIMIT_BYTES)
        by_page = {PAGES[i]: round(float(told.sizes[i])) for i in range(min(n, len(PAGES)))}
        print(f"{'':10} bytes by page: {by_page}", file=sys.stderr)
        if asked.json:
            print(json.dumps({"clients": n, "p99_ms": told.p99, "bare_p99_ms": yardstick.p99, "bytes": by_page}))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
