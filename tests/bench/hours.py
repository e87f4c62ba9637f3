"""Hours of simulated play at one table, as in an evening without end: does memory stay flat, are log and table one?

    python -m tests.bench.hours --hours 8 --kept FOLDER
    python -m tests.bench.hours --hours 1 --size 720p --speed 2 --fps 12

One table, its watcher and its log on the disk take in game after game, faster than life; an hour is one of the players.
With `--kept` they are shown what `tests.bench.demo_games --keep FOLDER` saw of its games, over and over; without it a
settler with its eyes looks at one table that is played at for ever, and nothing of it is ever made anew. Printed every
hour: games, events, the memory of the process (MiB), the tables right of those whose truth is known. After every game
its log is read from the disk, folded anew and compared with the table as it was in memory, and so is a table opened on
that log. Ends with 1 where they differ, or where the last hour ends with a tenth more memory than the second.
"""

import argparse
import gc
import os
import re
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from engine.sight.observation import LOOKS, Observation
from engine.state import State, replay
from engine.tile import Seat
from server.cli_watch import TICK_S, rules_from
from server.log import entry_of
from server.store import Store
from server.table import Table
from tests.bench.at_table import AtTable
from tests.bench.demo_games import truth
from tests.bench.evening import STAYS_S
from tests.bench.films import load
from tests.bench.final_tables import FinalTable, faults, told
from vision.eyes import Eyes
from vision.follow.settle import Settler
from vision.picture.camera import open_camera

HOUR_S = 3600.0
MOST_GROWN = 1.1
MIB = 1 << 20


class Hours(AtTable):
    """A table that is followed for long; `speed` is how many seconds of life one of the pictures is."""

    def __init__(self, log: Path, speed: float) -> None:
        super().__init__(Store(log), None)
        self.log, self.speed = log, speed
        self.games = self.right = self.known = 0
        self.drifted: list[str] = []
        self.memory: list[float] = []
        self._was: tuple[int, State] = (self.table.game, self.table.state)
        self._events = 0

    @property
    def life_s(self) -> float:
        return self.clock.time_s * self.speed

    def note(self) -> None:
        game, state = self._was
        if self.table.game != game:
            self._over(game, state)
        self._was = self.table.game, self.table.state
        if self.life_s >= (len(self.memory) + 1) * HOUR_S:
            self._hour()

    def _over(self, game: int, before: State) -> None:
        """A game has been put away: what the disk holds of it against what was believed of it."""
        self.games += 1
        believed = next((state for number, state in self.table.played if number == game), before)
        store = Store(self.log)
        written = replay(entry_of(row, store.name).event for row in store.read(game))
        again = Table(store, rules_from(None, "league"), clock=self.clock)
        self._events += written.number
        if written != believed:
            self.drifted.append(f"game {game}: the log folds to another table than was believed")
        if (again.game, again.state) != (self.table.game, self.table.state):
            self.drifted.append(
                f"after game {game}: a table opened on the log is another than the one that is played at"
            )
        store.close()

    def judge(self, want: FinalTable) -> None:
        """The table as it is at a game's end, against what was played."""
        self.known += 1
        self.right += not faults(want, told(self.table.state))

    def _hour(self) -> None:
        gc.collect()
        self.memory.append(_resident() / MIB)
        print(
            f"hour {len(self.memory)}: {self.games} games, {self._events} events in the log, "
            f"{self.memory[-1]:.1f} MiB, {self.right} of {self.known} tables right, drifted {len(self.drifted)}",
            flush=True,
        )


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text("utf-8").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def kept(hours: Hours, folder: Path, most_s: float) -> None:
    """The games that were seen before, one after the other; between them the tiles are put away."""
    films = sorted(folder.glob("*.jsonl.gz"))
    while True:
        for path in films:
            found = re.match(r"\d+", path.name)
            assert found is not None
            begins_s = hours.clock.time_s + STAYS_S
            for seen in load(path):
                hours.observe(replace(seen, time_s=begins_s + seen.time_s))
            hours.until(hours.clock.time_s + STAYS_S)
            hours.judge(truth(int(found[0])))
            for looks in range(1, LOOKS + 1):
                time_s = hours.clock.time_s + TICK_S
                hours.observe(Observation(time_s, (), ((), (), (), ()), hands=tuple(Seat), looks=looks))
            if hours.life_s >= most_s:
                return


def looked(hours: Hours, address: str, most_s: float) -> None:
    """One table played at for ever, looked at by eyes that stay the same."""
    settler = Settler(Eyes())
    for frame in open_camera(address).frames():
        seen = settler.settle(frame)
        if seen is not None:
            hours.observe(seen)
        else:
            hours.until(frame.time_s)
        if hours.life_s >= most_s:
            return


def main() -> int:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--hours", type=float, default=8.0)
    words.add_argument("--kept", type=Path, default=None)
    words.add_argument("--seed", type=int, default=9700)
    words.add_argument("--size", default="720p")
    words.add_argument("--speed", type=float, default=2.0)
    words.add_argument("--fps", type=float, default=12.0)
    given = words.parse_args()
    with tempfile.TemporaryDirectory() as bare:
        hours = Hours(Path(bare) / "log.db", given.speed)
        most_s = given.hours * HOUR_S
        if given.kept is not None:
            kept(hours, given.kept, most_s)
        else:
            asked = f"seed={given.seed}&games=0&size={given.size}&speed={given.speed:g}&fps={given.fps:g}"
            looked(hours, f"demo://?{asked}", most_s)
    print("".join(f"{fault}\n" for fault in hours.drifted), end="")
    grown = hours.memory[-1] / hours.memory[1] if len(hours.memory) > 2 else 1.0
    print(
        f"{hours.games} games in {hours.life_s / HOUR_S:.1f} h; memory of the last hour {grown:.3f} times the second's"
    )
    return int(bool(hours.drifted) or grown > MOST_GROWN)


if __name__ == "__main__":
    sys.exit(main())
