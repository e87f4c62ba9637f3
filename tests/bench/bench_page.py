"""How soon a tile that has come to rest is on the pages, and what a table costs at which nothing moves.

    python -m tests.bench.bench_page [--seeds 1 2 3] [--seconds 40] [--clips ../shared/scenes/dev/game_302.json ...]

A network camera shows a table to the real program, thirty JPEG pictures a second of 1920 x 1080: a simulated one at the
speed of people, drawn beforehand, or a clip with its truth. Told, for each film and for all: the milliseconds from the
moment at which the hand has left the table and the tile lies to the first word of it at the referee's page, of those
events that were told as they were; the part of a core that the program and its helpers use while people play, and while
pictures go on and nothing moves. `--unpacking`: what of that the pictures' taking and unpacking needs by itself. A busy
machine says nothing: the load is printed. With `--alone` no program is started: camera's thread and watcher are played
over by the processor time that each picture costs them, as on a machine that does nothing else, up to the log; what
comes after it `tests.bench.bench_push` measures. Ends with 1 where the median is over 300 ms, more than one in twenty
over 600 ms, or the still table takes over .35 of a core. Needs /proc.
"""

import argparse
import json
import os
import re
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import takewhile
from pathlib import Path

import cv2
import numpy as np
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from engine import notation
from server.cli_watch import rules_from
from server.log import entry_of
from server.store import Store
from server.table import Table
from server.watcher import Watcher
from tests.bench.clips import Want, read_clip
from tests.bench.demo_games import wanted
from tests.bench.running import PATIENCE_S, group, processor_s, started, told
from tests.bench.witness import judged
from vision.eyes import Eyes
from vision.follow.belief import Stage
from vision.follow.settle import Settler
from vision.picture.camera import FPS, FileCamera, LiveCamera
from vision.picture.frame import EncodedFrame
from vision.synthetic.acting import Acting
from vision.synthetic.camera import DemoCamera, first_east
from vision.synthetic.game import Game
from vision.synthetic.look import choose

MEDIAN_MS, P95_MS, IDLE_CORE = 300.0, 600.0, 0.35
QUALITY = 90  # of the JPEG pictures, as webcams send them
STILL = int(FPS / 2)  # pictures at the beginning and the end in which nothing moves; they go to and fro
MEETS_S, SETTLES_S = 3.0, 5.0  # after the game has begun on the pages; after the last act
_NUMBER = re.compile(r'"after": ?(\d+)')


@dataclass(frozen=True, slots=True)
class Film:
    """JPEG pictures, thirty a second, and what is to be told of them."""

    name: str
    pictures: list[bytes]
    wanted: list[Want]


@dataclass(slots=True)
class Score:
    """Of a film, or of several: milliseconds to the page and to the log of each event told as it was, how many were
    wanted, parts of a core while people play and while nothing moves."""

    wanted: int = 0
    page_ms: list[float] = field(default_factory=list)
    log_ms: list[float] = field(default_factory=list)
    playing: list[float] = field(default_factory=list)
    idle: list[float] = field(default_factory=list)

    def add(self, other: "Score") -> None:
        self.wanted += other.wanted
        for mine, its in zip(self._lists, other._lists, strict=True):
            mine += its

    @property
    def _lists(self) -> tuple[list[float], ...]:
        return self.page_ms, self.log_ms, self.playing, self.idle

    @property
    def words(self) -> str:
        p50, p95, most = np.percentile(self.page_ms, [50, 95, 100]) if self.page_ms else (0.0, 0.0, 0.0)
        log = np.percentile(self.log_ms, 50) if self.log_ms else 0.0
        return (
            f"{len(self.page_ms)}/{self.wanted} events; at the page p50 {p50:.0f} ms, p95 {p95:.0f} ms, longest "
            f"{most:.0f} ms (in the log p50 {log:.0f}); {np.mean(self.playing):.2f} of a core playing, "
            f"{np.mean(self.idle):.2f} with nothing moving"
        )


def simulated(seed: int, seconds: float) -> Film:
    """The first part of that seed's game, up to the rest after a deed."""
    look = choose(seed, "", (1920, 1080))
    deeds = Acting(look, Game(seed, first_east(seed))).deeds()
    rests = (d.t1 for d in takewhile(lambda d: d.t1 <= seconds, deeds) if d.t1 - d.t_settled > STILL / FPS)
    ends_s = max(rests)
    frames = DemoCamera(f"demo://?seed={seed}&size=1080p&speed=1&fps={FPS:g}", realtime=False).frames()
    pictures = [_packed(f.image) for f in takewhile(lambda f: f.time_s < ends_s, frames)]
    return Film(f"seed {seed}", pictures, [w for w in wanted(seed, 1.0) if w.t < ends_s])


def filmed(truth: Path) -> Film:
    """A clip up to the rest after its last act."""
    clip = read_clip(truth, [])
    ends_s = json.loads(truth.read_text(encoding="utf-8"))["events"][-1]["t1"]
    pictures = [_packed(f.image) for f in takewhile(lambda f: f.time_s < ends_s, FileCamera(clip.film).frames())]
    return Film(clip.name, pictures, list(clip.wanted))


def _packed(image: object) -> bytes:
    return cv2.imencode(".jpg", np.asarray(image), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


class NetworkCamera:
    """Sends the film to whoever asks: its first pictures to and fro until it is let go, its last ones ever after."""

    def __init__(self, film: Film) -> None:
        self._pictures = film.pictures
        self.began_s: float | None = None
        camera = self

        class Stream(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                camera.send(self)

            def log_message(self, *_: object) -> None:
                """Nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/film.mjpg"

    @property
    def lasts_s(self) -> float:
        return len(self._pictures) / FPS

    def send(self, to: BaseHTTPRequestHandler) -> None:
        to.send_response(200)
        to.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
        to.end_headers()
        with suppress(OSError):
            for number in self._numbers():
                picture = self._pictures[number]
                head = f"--picture\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
                to.wfile.write(head.encode() + picture + b"\r\n")

    def _numbers(self) -> Iterator[int]:
        """Each at its time; those for which there was none are left out, as a camera does."""
        opened_s, last = time.monotonic(), -1
        while True:
            since_s = self.began_s if self.began_s is not None else opened_s
            due = max(last + 1, int((time.monotonic() - since_s) * FPS)) if since_s is not None else 0
            time.sleep(max(0.0, since_s + due / FPS - time.monotonic()))
            if self.began_s is not None and since_s == opened_s:
                last = -1
                continue
            last = due
            if self.began_s is None:
                yield _to_and_fro(due)
            else:
                over = due - len(self._pictures)
                yield due if over < 0 else len(self._pictures) - 1 - _to_and_fro(over)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def _to_and_fro(n: int) -> int:
    """0, 1, 2 ... `STILL` - 1, and back."""
    n %= 2 * STILL
    return min(n, 2 * STILL - 1 - n)


class Page:
    """The referee's page: when it heard of which event first (monotonic seconds)."""

    def __init__(self, address: str) -> None:
        self.heard: list[tuple[int, float]] = []
        self._address = address
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        live = self._address.replace("http", "ws") + "/live/referee"
        with suppress(ConnectionClosed, OSError), connect(live, origin=Origin(self._address), max_size=None) as socket:
            for message in socket:
                if found := _NUMBER.search(str(message)):
                    self.heard.append((int(found[1]), time.monotonic()))

    def when(self, number: int) -> float:
        """When that event was on the page; infinity where it never was."""
        return min((at for n, at in self.heard if n >= number), default=float("inf"))


def shown(film: Film, idle_s: float) -> Score:
    """The film shown to the program, and what came of it."""
    camera = NetworkCamera(film)
    with tempfile.TemporaryDirectory() as bare:
        folder = Path(bare)
        running = started(folder, camera.address)
        try:
            page = Page(told(folder, running))
            give_up_s = time.monotonic() + PATIENCE_S
            while page.when(1) > time.monotonic():
                if time.monotonic() > give_up_s:
                    raise RuntimeError("no game begins")
                time.sleep(0.1)
            time.sleep(MEETS_S)
            used_s = _used(running.pid)
            camera.began_s, began_at = time.monotonic(), time.time()
            time.sleep(camera.lasts_s)
            playing = (_used(running.pid) - used_s) / camera.lasts_s
            time.sleep(SETTLES_S)
            used_s, since_s = _used(running.pid), time.monotonic()
            time.sleep(idle_s)
            idle = (_used(running.pid) - used_s) / (time.monotonic() - since_s)
        finally:
            os.killpg(running.pid, signal.SIGTERM)
            running.wait(60)
            camera.close()
        return judge(film, page, folder / "fifthseat.db", (camera.began_s, began_at), (playing, idle))


def alone(film: Film) -> Score:
    """The same by processor time: each picture comes when its time has come and the one before has been looked at."""
    table = Table(Store("sqlite://"), rules_from(None, "league"))
    watcher, settler = Watcher(table), Settler(Eyes())
    events: list[dict[str, object]] = []
    score, now_s, taken, costs = Score(len(film.wanted)), 0.0, -1, [0.0]
    lead = int((MEETS_S + 1.0) * FPS)  # the table is met before the film begins
    while (taken := max(taken + 1, int(now_s * FPS))) < lead + len(film.pictures):
        frame = EncodedFrame(taken / FPS, film.pictures[_to_and_fro(taken) if taken < lead else taken - lead])
        begun_s, number = time.thread_time(), table.number
        seen = settler.settle(frame)
        if seen is not None:
            watcher.observe(seen)
        watcher.passed(frame.time_s, seen is not None or settler.belief.stage is Stage.RESTING)
        costs.append(time.thread_time() - begun_s)
        now_s = max(now_s, frame.time_s) + costs[-1]
        at_s = now_s - lead / FPS
        events += [{"time_s": at_s, "at": at_s, **_facts(x.event)} for x in table.log[number:]]
    _count(film, events, score)
    score.playing, score.idle = [sum(costs) / now_s], [float(np.median(costs)) * FPS]
    return score


def _used(leader: int) -> float:
    return sum(processor_s(pid) for pid in group(leader))


def judge(film: Film, page: Page, log: Path, began: tuple[float, float], core: tuple[float, float]) -> Score:
    """`began`: when the film did, by the monotonic clock and in seconds since 1970; `core`: playing, and idle."""
    store = Store(log)
    entries = [entry_of(row, store.name) for row in store.read(1)]
    store.close()
    events = [{"time_s": page.when(x.number) - began[0], "at": x.at - began[1], **_facts(x.event)} for x in entries]
    score = Score(len(film.wanted), playing=[core[0]], idle=[core[1]])
    _count(film, events, score)
    return score


def _count(film: Film, events: list[dict[str, object]], score: Score) -> None:
    for want, event in judged(film.wanted, events)[0]:
        if event is not None:
            score.page_ms.append(1000 * (float(str(event["time_s"])) - want.t))
            score.log_ms.append(1000 * (float(str(event["at"])) - want.t))


def _facts(event: object) -> dict[str, object]:
    return dict(notation.as_json(event))  # type: ignore[arg-type]


def unpacking(film: Film, seconds: float) -> float:
    """The part of a core that only taking and unpacking such pictures needs."""
    camera = NetworkCamera(film)
    live = LiveCamera(camera.address)
    frames = live.frames()
    next(frames)
    used_s, since_s = time.process_time(), time.monotonic()
    for _ in takewhile(lambda _: time.monotonic() - since_s < seconds, frames):
        pass
    share = (time.process_time() - used_s) / (time.monotonic() - since_s)
    live.close()
    camera.close()
    return share


def films(given: argparse.Namespace) -> Iterator[Film]:
    yield from (filmed(path) for path in given.clips)
    yield from (simulated(seed, given.seconds) for seed in (() if given.clips else given.seeds))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    words.add_argument("--seconds", type=float, default=40.0)
    words.add_argument("--clips", type=Path, nargs="*", default=[])
    words.add_argument("--idle", type=float, default=20.0, help="seconds in which nothing moves")
    words.add_argument("--unpacking", action="store_true")
    words.add_argument("--alone", action="store_true")
    given = words.parse_args(arguments)
    total = Score()
    for film in films(given):
        score = alone(film) if given.alone else shown(film, given.idle)
        print(f"{film.name}: {score.words}", flush=True)
        if given.unpacking:
            print(f"    pictures taken and unpacked alone, sending too: {unpacking(film, given.idle):.2f} of a core")
        total.add(score)
    print(f"all: {total.words}; load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    p50, p95 = np.percentile(total.page_ms or [1e9], [50, 95])
    return int(p50 > MEDIAN_MS or p95 > P95_MS or float(np.mean(total.idle)) > IDLE_CORE)


if __name__ == "__main__":
    sys.exit(main())
