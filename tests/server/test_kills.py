"""kill -9 at random moments of play: whatever was acknowledged is there afterwards.

A player process plays games on a real log: taps, undoing, breaks, new games, other rules. It tells what it is about to
do and, once that has been acknowledged, how the table stands. It is forked from one that has loaded everything, so that
a life costs milliseconds.
"""

import json
import os
import random
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import pytest

from server.remembered import written
from server.store import Store
from server.table import Table

pytestmark = pytest.mark.live

_PLAYER = """
import json, os, random, sys
from engine.event import Discarded, Drawn, GameBegun
from engine.rules.referee import Proposal, Rules, Source
from engine.rules.ruleset import PRESETS
from engine.state import Phase
from engine.tile import Tile
from server.remembered import written
from server.store import Store
from server.table import Table


def say(news):
    # one write, whatever the buffering: a kill between text and line end would join two lines
    os.write(1, (json.dumps(news) + "\\n").encode())


def play(log, seed):
    dice = random.Random(seed)
    table = Table(Store(log))

    def tap():
        state = table.state
        if state.phase is not Phase.PLAY:
            event = GameBegun(dice.choice(list(state.turn.__class__)))
        elif state.holder is not None:
            event = Discarded(state.holder, Tile(dice.randrange(34)))
        else:
            event = Drawn(state.turn)
        table.submit(Proposal(event, Source.TABLET))

    acts = {
        "tap": tap,
        "undo": table.undo,
        "pause": lambda: table.set_paused(not table.paused),
        "new game": table.new_game,
        "rules": lambda: table.choose_rules(Rules(PRESETS[dice.choice(list(PRESETS))])),
    }
    while True:
        (name,) = dice.choices(list(acts), (12, 2, 2, 1, 2))
        say({"does": name})
        acts[name]()
        last = table.log[-1:]
        stands = {
            "game": table.game,
            "number": table.number,
            "paused": table.paused,
            "rules": written(table.rules.ruleset),
            "last": last[0].at if last else 0.0,
        }
        say({"stands": stands})


for line in sys.stdin:
    log, seed = line.split()
    child = os.fork()
    if child == 0:
        play(log, int(seed))
    say({"player": child})
    os.waitpid(child, 0)
    say({"dead": child})
"""


@dataclass
class Life:
    """What one player told before it was killed: what it was doing, and how the table stood after each act."""

    does: str = ""
    stands: list[dict[str, Any]] = field(default_factory=list)


@pytest.fixture
def nursery() -> Iterator["subprocess.Popen[bytes]"]:
    if not hasattr(os, "fork"):
        pytest.skip("players are forked, which this system cannot")
    root = Path(__file__).parents[2]
    running = subprocess.Popen(
        [sys.executable, "-c", _PLAYER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root, bufsize=0
    )
    yield running
    running.kill()
    running.wait()
    for pipe in (running.stdin, running.stdout):
        if pipe is not None:
            pipe.close()


def told(pipe: IO[bytes], patience_s: float) -> dict[str, Any] | None:
    """The next thing told; None where nothing comes for so long."""
    ready, _, _ = select.select([pipe], [], [], patience_s)
    if not ready:
        return None
    line = pipe.readline()
    assert line, "the nursery died"
    found = json.loads(line)
    assert isinstance(found, dict)
    return found


def live_and_die(nursery: "subprocess.Popen[bytes]", log: Path, seed: int) -> Life:
    """One life of a player, ended at a random moment of a random act."""
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    dice = random.Random(seed)
    life, player, acts = Life(), 0, dice.randrange(1, 25)
    nursery.stdin.write(f"{log} {seed}\n".encode())
    killed = False
    while True:
        patience_s = 60.0
        if player and len(life.stands) >= acts and not killed:
            patience_s = dice.uniform(0.0, 0.012)  # an act takes about five milliseconds
        news = told(nursery.stdout, patience_s)
        if news is None or (player and len(life.stands) >= acts + 8 and not killed):
            assert player, "no player came"
            os.kill(player, signal.SIGKILL)
            killed = True
        if news is None:
            continue
        player = news.get("player", player)
        life.does = news.get("does", life.does)
        if "stands" in news:
            life.stands.append(news["stands"])
            life.does = ""
        if "dead" in news:
            return life


def check(life: Life, log: Path) -> None:
    """Everything acknowledged is there; what was being done when the kill came is there whole or not at all."""
    store = Store(log)
    store.verify()
    table = Table(store)
    last = life.stands[-1]
    for stood in life.stands:
        rows = store.read(stood["game"])
        assert len(rows) >= stood["number"]
        assert stood["number"] == 0 or rows[stood["number"] - 1].at == stood["last"]
    if life.does not in ("tap", "undo", "new game"):
        assert (table.game, table.number) == (last["game"], last["number"])
    if life.does not in ("pause", "new game"):
        assert table.paused == (last["paused"] and table.number > 0)
    if life.does != "rules":
        assert written(table.rules.ruleset) == last["rules"]
    store.close()


@pytest.mark.parametrize(
    "kills", [pytest.param(25, id="25 kills"), pytest.param(200, id="200 kills", marks=pytest.mark.slow)]
)
def test_nothing_acknowledged_is_lost_by_a_kill(nursery: "subprocess.Popen[bytes]", tmp_path: Path, kills: int) -> None:
    log = tmp_path / "log.db"
    interrupted: dict[str, int] = {}
    acts = 0
    for seed in range(kills):
        life = live_and_die(nursery, log, seed)
        check(life, log)
        interrupted[life.does] = interrupted.get(life.does, 0) + 1
        acts += len(life.stands)
    print(f"{kills} kills, {acts} acts acknowledged, killed during: {interrupted}")
    assert sum(n for name, n in interrupted.items() if name) > kills / 5, "too few came in the middle of an act"
