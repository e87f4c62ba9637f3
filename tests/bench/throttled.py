"""One simulated evening of three games, refereed by the real program held to a third of the machine.

    python -m tests.bench.throttled --evening 20

`fifthseat run` is started in an empty folder on the simulated camera at the speed of people, and stopped and let go on
(SIGSTOP, SIGCONT) so that it never has more than `--share` of all cores, its helper processes counted in. It takes as
long as the evening: about twenty minutes. Counted as in `tests.bench.evening`, from the log that it wrote and from what
the referee's page was told over its socket meanwhile; that the machine cannot keep up, which stands on every page, is a
word about a silence too. Printed is also what share of the cores it had: on a machine that is busy with something else
it may be less, and then nothing is proved. Needs /proc.
"""

import argparse
import html
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from engine.event import GameBegun, TimePassed
from engine.rules.ruling import Source
from engine.state import Phase, State, evolve, replay
from server.log import Entry, entry_of
from server.set_naming import KEPT, KEY, SAID
from server.store import Store
from tests.bench import films
from tests.bench.evening import LATE_S, Heard, score, truth
from tests.bench.running import PATIENCE_S, group, processor_s, started, told

SLICE_S = 0.06  # in each of which the program has its share, and saves nothing for the next
CHECK_S = 0.01
# The first words of what is asked and said by sight, and of a set that it learns; all else that is raised accuses.
OURS = ("question", "unexplained", "unclear", "ending", *(key.split()[0] for key in (KEY, SAID, KEPT)))
TOLD = "FILM BEGINS"

# The program as it is, but that it says when the film begins: its camera's clock counts from there.
_PROGRAM = f"""
import sys, time
from vision.synthetic.camera import DemoCamera
frames = DemoCamera.frames
def told(self):
    print("{TOLD}", time.time(), file=sys.stderr, flush=True)
    return frames(self)
DemoCamera.frames = told
from server.cli import app
app()
"""


@dataclass
class Held:
    """A program and its helpers, held to `share` of all cores until it ends. What it had is in `used_s`."""

    running: "subprocess.Popen[bytes]"
    share: float
    used_s: float = 0.0
    began_s: float = field(default_factory=time.monotonic)
    _group: tuple[int, ...] = ()
    _looked_s: float = -1e9

    def hold(self) -> None:
        """Returns once the program has ended."""
        while self.running.poll() is None:
            self.slice()

    def slice(self) -> None:
        """One slice of time, stopped for what is left of it once the program has had its share."""
        now_s, cores = time.monotonic(), self.share * (os.cpu_count() or 1)
        if now_s - self._looked_s > 1.0:
            self._group, self._looked_s = tuple(group(self.running.pid)), now_s
        slice_ends_s, before_s = now_s + SLICE_S, self._used()
        while (left_s := slice_ends_s - time.monotonic()) > 0:
            if self._used() - before_s >= cores * SLICE_S:
                self._send(signal.SIGSTOP)
                over_s = self._used() - before_s - cores * SLICE_S  # is taken from what follows
                time.sleep(left_s + over_s / cores)
                self._send(signal.SIGCONT)
                return
            time.sleep(min(CHECK_S, left_s))

    def _used(self) -> float:
        """Processor time so far; what a helper that has ended had is not counted."""
        self.used_s = max(self.used_s, sum(processor_s(pid) for pid in self._group))
        return self.used_s

    def end(self) -> None:
        """The program stops in its own time, as by Ctrl+C."""
        self._send(signal.SIGCONT)
        self._send(signal.SIGTERM)

    def _send(self, what: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.running.pid, what)

    @property
    def had(self) -> float:
        """The share of all cores that it had on the average."""
        return self.used_s / ((time.monotonic() - self.began_s) * (os.cpu_count() or 1))


@dataclass
class Page:
    """The referee's page as its socket tells it; what stands on it is noted with the time (seconds since 1970)."""

    heard: Heard = field(default_factory=Heard)
    camera: dict[str, float] = field(default_factory=dict)  # what was said of the camera, and when first
    _parts: dict[str, str] = field(default_factory=dict)
    _asked: set[tuple[str, str]] = field(default_factory=set)

    def follow(self, address: str) -> None:
        """Until the program ends."""
        with suppress(ConnectionClosed, OSError):
            for news in _told(address):
                for name, change in news.get("parts", {}).items():
                    self._parts[name] = _changed(self._parts.get(name, ""), change)
                self.note(time.time())

    def note(self, now: float) -> None:
        of_camera = re.findall(r'class="what">Camera</span>: ([^<]*)<', self._parts.get("status", ""))
        if of_camera or 'class="doing-now"' in self._parts.get("headline", ""):
            self.heard.said_s.append(now)
        for says in of_camera:
            self.camera.setdefault(html.unescape(says), now)
        asked = set(asked_on(self._parts.get("questions", "")))
        for key, says in sorted(asked - self._asked):
            found = self.heard.questions if key.split()[0] in OURS else self.heard.accusations
            found.append(f"{now:.0f}: {key}: {says}")
        self._asked = asked


def asked_on(questions: str) -> Iterator[tuple[str, str]]:
    """The key and the words of each question and alert on the referee's page."""
    for article in re.findall(r"<article.*?</article>", questions, re.S):
        words = re.search(r"<p>(.*?)</p>", article, re.S)
        key = re.search(r'hx-post="/dismiss".*?name="key" value="([^"]*)"', article, re.S)
        if 'hx-post="/set/answer"' in article:
            key = re.search(rf'data-key="({KEY})', article)
        said = re.sub(r'<img[^>]*alt="([^"]*)"[^>]*>', r"\1", words[1]) if words else ""
        yield html.unescape(key[1]) if key else "?", html.unescape(re.sub(r"<[^>]*>", "", said)).strip()


def _told(address: str) -> Iterator[dict[str, dict[str, str | list[tuple[int, int, list[str]]]]]]:
    with _connected(address) as socket:
        for message in socket:
            yield json.loads(message)


def _connected(address: str) -> ClientConnection:
    """Pings are ours to leave: the program is stopped most of the time."""
    return connect(
        address.replace("http", "ws") + "/live/referee",
        origin=Origin(address),
        open_timeout=PATIENCE_S,
        ping_interval=None,
        max_size=None,
    )


def _changed(before: str, change: str | list[tuple[int, int, list[str]]]) -> str:
    """A part after what its page was told: see `server.sheets`."""
    if isinstance(change, str):
        return change
    lines = before.split("\n")
    for start, end, new in change:
        lines[start:end] = new
    return "\n".join(lines)


def written(log: Path, began: float, heard: Heard) -> None:
    """Adds to `heard` what stands in the log, in seconds since the film `began`."""
    store = Store(log)
    game = 1
    while rows := store.read(game):
        entries = [entry_of(row, store.name) for row in rows]
        heard.begun += [e.at - began for e in entries if isinstance(e.event, GameBegun) and e.source is Source.CAMERA]
        heard.events_s += [e.at - began for e in entries if not isinstance(e.event, TimePassed)]
        state = replay(e.event for e in entries)
        if state.phase is Phase.OVER:
            heard.over.append((_over_at(entries) - began, state))
        game += 1
    store.close()


def _over_at(entries: list[Entry]) -> float:
    state = State()
    for entry in entries:
        state = evolve(state, entry.event)
        if state.phase is Phase.OVER:
            return entry.at
    return entries[-1].at


def play(evening: int, share: float, folder: Path) -> tuple[Page, Held, float]:
    """The evening played in `folder`: the page, how the program was held, when the film began (s since 1970)."""
    film = films.Film(films.seed_of(evening))
    lasts_s = truth(film)[-1].ends_s + LATE_S
    camera = film.address(films.GAMES + 1)  # what comes after the last game comes after the others too
    running = started(folder, camera, _PROGRAM)
    held, page = Held(running, share), Page()
    holding = threading.Thread(target=held.hold)
    holding.start()
    try:
        address = told(folder, running)
        following = threading.Thread(target=page.follow, args=(address,))
        following.start()
        began = float(told(folder, running, TOLD + r" ([\d.]+)\n"))
        while time.time() < began + lasts_s:
            if running.poll() is not None:
                raise RuntimeError((folder / "said").read_text("utf-8"))
            time.sleep(1.0)
    finally:
        held.end()
        holding.join()
    following.join()
    return page, held, began


def main() -> int:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--evening", type=int, default=20)
    words.add_argument("--share", type=float, default=1 / 3, help="of all cores")
    words.add_argument("--folder", type=Path, help="an empty one, where the program runs and its log is kept")
    given = words.parse_args()
    with tempfile.TemporaryDirectory() as bare:
        folder = given.folder or Path(bare)
        folder.mkdir(parents=True, exist_ok=True)
        page, held, began = play(given.evening, given.share, folder)
        heard = page.heard
        heard.said_s = [at - began for at in heard.said_s]
        written(folder / "fifthseat.db", began, heard)
    one = score(truth(films.Film(films.seed_of(given.evening))), heard)
    print(f"evening {given.evening}, held to {given.share:.0%} of the machine, had {held.had:.0%}: {one.words}")
    print("".join(f"    {note}\n" for note in one.notes), end="")
    print("".join(f"    {at - began:.0f} s, of the camera: {says}\n" for says, at in page.camera.items()), end="")
    return 0 if one.begun == one.ended == one.games and not (one.stuck or one.accused or one.silent) else 1


if __name__ == "__main__":
    sys.exit(main())
