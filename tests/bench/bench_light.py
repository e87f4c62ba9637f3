"""What the light costs and how soon it shows: `python -m tests.bench.bench_light`. Run it on a quiet machine.

Three questions, each with its yardstick in the same run:
  * from `show` to the last byte at the board, over a pseudo terminal; beside a bare write and read on one like it, and
    with the time added that the bytes would take on a real wire;
  * from a finger on the button of the simulated chip to the proposal in the table (needs avr-gcc and simavr);
  * a game played flat out with a light that is dead, hung or flooding; beside the same game without a light, in pairs.
Ends with 1 when a limit is broken.
"""

import argparse
import os
import pty
import queue
import subprocess
import sys
import tempfile
import threading
import time
import tty
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from shutil import which
from statistics import median

from device.buttons import Press
from device.firmware.build import build
from device.link import Light
from device.patterns import PATTERNS
from device.talk import BYTE_S
from engine.event import Called, Discarded, Drawn, GameBegun
from engine.rules.ruling import Proposal, Source
from engine.tile import Seat, Tile
from engine.view import light_view
from server.store import Store
from server.table import Table
from tests.device.adalight_board import AdalightBoard
from tests.device.board import Board
from tests.device.wled_board import WledBoard

SHOWN_MS, PRESSED_MS, SLOWDOWN = 25.0, 20.0, 1.1
TURNS = [p.view for p in PATTERNS if p.name in ("turn", "east")]
PATIENCE_S = 10.0


class Wire:
    """A pseudo terminal with a board on it that says when each byte came."""

    def __init__(self, board: WledBoard | AdalightBoard) -> None:
        self.board = board
        self.came: queue.SimpleQueue[tuple[float, int]] = queue.SimpleQueue()
        self.master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        try:
            while data := os.read(self.master, 4096):
                now_s = time.perf_counter()
                answer = self.board.feed(data)
                if len(data) > 1:  # a lone `v` asks whether the board is there
                    self.came.put((now_s, len(data)))
                if answer:
                    os.write(self.master, answer)
        except OSError:
            return

    def close(self) -> None:
        os.close(self._slave)
        self._thread.join()
        os.close(self.master)


def shown_ms(scheme: str, n: int) -> tuple[list[float], list[float]]:
    """Per change of view: milliseconds from `show` to the last byte, and the milliseconds of its bytes on the wire."""
    wire = Wire(WledBoard(40) if scheme == "wled+serial" else AdalightBoard())
    took, on_wire = [], []
    with Light(f"{scheme}://{wire.path}") as light:
        light.show(TURNS[0])
        light.wait_ok(PATIENCE_S)
        _quiet(wire)
        for i in range(n):
            time.sleep(0.37 if i % 7 else 0.4)  # people's pace, and out of step with the probes
            _quiet(wire)
            began_s = time.perf_counter()
            light.show(TURNS[(i + 1) % 2])
            last_s, size = wire.came.get(timeout=PATIENCE_S)
            took.append((last_s - began_s) * 1000)
            on_wire.append(size * BYTE_S * 1000)
    wire.close()
    return took, on_wire


def _quiet(wire: Wire) -> None:
    """Until nothing has come for a tenth of a second."""
    while True:
        try:
            wire.came.get(timeout=0.1)
        except queue.Empty:
            return


def bare_ms(n: int) -> list[float]:
    """The yardstick: a hundred bytes written to a pseudo terminal and read by another thread."""
    wire = Wire(AdalightBoard())
    fd = os.open(wire.path, os.O_RDWR | os.O_NOCTTY)
    took = []
    for _ in range(n):
        time.sleep(0.01)
        began_s = time.perf_counter()
        os.write(fd, b"x" * 100)
        took.append((wire.came.get(timeout=PATIENCE_S)[0] - began_s) * 1000)
    os.close(fd)
    wire.close()
    return took


def pressed_ms(n: int) -> list[float]:
    """Milliseconds from a finger on the button to the answer of the table to the proposal it makes."""
    answered: queue.SimpleQueue[float] = queue.SimpleQueue()
    table = Table(Store("sqlite://"))
    table.submit(Proposal(GameBegun(Seat.P1), Source.REFEREE))

    def press(press: Press) -> None:
        if press.seat is not None:
            table.submit(Proposal(Called(press.seat), Source.BUTTON))
        answered.put(time.perf_counter())

    took = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Board(_board(Path(folder)), build(Path(folder)).hex) as board,
        Light(f"adalight://{board.port}", on_press=press) as light,
    ):
        light.show(TURNS[0])
        board.tell("skip 100")
        for i in range(n):
            time.sleep(0.1 + 0.0013 * (i % 10))  # out of step with the frames
            began_s = time.perf_counter()
            board.send(f"down {i % 4}")
            took.append((answered.get(timeout=PATIENCE_S) - began_s) * 1000)
            board.send(f"up {i % 4}")
    return took


def _board(folder: Path) -> Path:
    source = Path(__file__).parents[1] / "device" / "board.c"
    program = folder / "board"
    subprocess.run(["gcc", "-O2", "-I/usr/include/simavr", source, "-lsimavr", "-o", program], check=True)
    return program


def game_s(light: Light | None) -> float:
    """Seconds that one game of draws and discards takes; a view is made after each turn, and shown if there is a light.

    Flat out this is some thousand times the pace of people.
    """
    table = Table(Store("sqlite://"))
    tiles = [tile for tile in Tile if tile is not Tile.JOKER]
    began_s = time.perf_counter()
    table.submit(Proposal(GameBegun(Seat.P1), Source.CAMERA))
    seat = Seat.P1
    for turn in range(90):
        if turn:
            table.submit(Proposal(Drawn(seat), Source.CAMERA))
        table.submit(Proposal(Discarded(seat, tiles[turn % len(tiles)]), Source.CAMERA))
        view = light_view(table.state)
        if light is not None:
            light.show(view)
        seat = seat.right
    took_s = time.perf_counter() - began_s
    assert table.number >= 90, "the game was played"
    return took_s


@contextmanager
def dead() -> Iterator[str]:
    """No board at all."""
    yield "wled+serial:///dev/fifthseat-no-such-port"


@contextmanager
def hung() -> Iterator[str]:
    """A board that takes nothing, and the computer's buffer is full: a process of its own fills it up again as soon as
    the link throws away what is in it."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    stuffing = subprocess.Popen(
        [sys.executable, "-c", "import os,sys\nwhile True: os.write(int(sys.argv[1]), b'x' * 4000)", str(slave)],
        pass_fds=[slave],
    )
    yield f"adalight://{os.ttyname(slave)}"
    stuffing.kill()
    stuffing.wait()
    os.close(slave)
    os.close(master)


@contextmanager
def flooding() -> Iterator[str]:
    """A board that sends as fast as the line takes it; a process of its own, so that it costs the table no turn."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    program = "import os,sys\nwhile True: os.write(int(sys.argv[1]), b'\\xaa\\x55nonsense\\n' * 400)"
    flood = subprocess.Popen([sys.executable, "-c", program, str(master)], pass_fds=[master])
    yield f"wled+serial://{os.ttyname(slave)}"
    flood.kill()
    flood.wait()
    os.close(slave)
    os.close(master)


@contextmanager
def none() -> Iterator[str]:
    """No light on either side: how much two like games differ by chance."""
    yield ""


LIGHTS: dict[str, Callable[[], AbstractContextManager[str]]] = {
    "absent": none,
    "dead": dead,
    "hung": hung,
    "flooding": flooding,
}


def slowdown(name: str, n: int) -> tuple[float, float]:
    """A game with that light over a game without one, the median of pairs, in either order by turns: by the clock, and
    by the processor's time of all threads (which other programs do not stretch)."""
    by_clock, by_work = [], []
    with LIGHTS[name]() as url, Light(url or "sim://") as running:
        light = running if url else None
        running.show(TURNS[0])
        time.sleep(1.0)
        for i in range(n):
            took_s, worked_s = {}, {}
            for lit in (True, False) if i % 2 else (False, True):
                began_s = time.process_time()
                took_s[lit] = game_s(light if lit else None)
                worked_s[lit] = time.process_time() - began_s
            by_clock.append(took_s[True] / took_s[False])
            by_work.append(worked_s[True] / worked_s[False])
    return median(by_clock), median(by_work)


def _line(words: str, values: Sequence[float]) -> float:
    ordered = sorted(values)
    middle, late = median(ordered), ordered[int(0.95 * (len(ordered) - 1))]
    print(f"{words:52} median {middle:6.2f} ms   95 % {late:6.2f} ms   n {len(ordered)}")
    return middle


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_light")
    parser.add_argument("-n", type=int, default=40, help="repetitions of each measurement")
    n = parser.parse_args(arguments).n
    well = True
    bare = _line("a bare write and read", bare_ms(n * 5))
    for scheme in ("wled+serial", "adalight"):
        took, on_wire = shown_ms(scheme, n)
        middle = _line(f"{scheme}: state to last byte written", took)
        wired = _line(
            "    with the bytes on a wire of 115200 baud", [a + b for a, b in zip(took, on_wire, strict=True)]
        )
        print(f"{'    over the bare write':52} {middle / bare:.1f} times")
        well &= wired < SHOWN_MS
    if which("avr-gcc") and Path("/usr/include/simavr").exists():
        well &= _line("button to proposal", pressed_ms(n)) < PRESSED_MS
    else:
        print("button to proposal: avr-gcc and simavr are absent")
    chance = 1.0
    for name in LIGHTS:
        by_clock, by_work = slowdown(name, n)
        print(f"{f'a game, the light {name}':52} {by_clock:.3f} of one without   work of all threads {by_work:.3f}")
        chance = max(chance, by_clock) if name == "absent" else chance
        well &= by_clock < SLOWDOWN * chance and by_work < SLOWDOWN
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
