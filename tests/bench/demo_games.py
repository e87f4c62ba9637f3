"""Whole simulated games refereed by sight alone, each final table compared with what was really played.

    python -m tests.bench.demo_games --seeds 1-10 --size 1080p --speed 2 --fps 12

The pipeline gets frames and nothing else; the truth is played again afterwards from the seed. Every difference of the
final table is listed, and every discard that was read wrong or not at all when it was made, also where later looks put
it right. Ends with 1 where fewer than 8 in 10 tables are right.
"""

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass

from engine import event as events
from engine.tile import CODES, Seat, Tile
from server.cli_watch import rules_from
from server.final import final_table
from server.store import Store
from server.table import Table
from server.watcher import Watcher
from vision.eyes import Eyes
from vision.follow.settle import Settler
from vision.picture.camera import open_camera
from vision.synthetic.acting import Acting
from vision.synthetic.camera import first_east
from vision.synthetic.game import SET, Called, Discarded, Exchanged, Game, Won
from vision.synthetic.look import choose

RIGHT_SHARE = 0.8
SOON_S = 2.5  # a discard is told before the next player's has come to rest; at speed 1

Told = tuple[float, Seat, Tile]
"""When a discard came to rest or was told (seconds of the film), whose it was, what it is or was read as."""


@dataclass(frozen=True, slots=True)
class Played:
    """The table at the end of a game: discards as counts, exposures by seat in order, who won."""

    discards: Counter[str]
    exposures: dict[str, list[list[str]]]
    winner: Seat | None


def truth(seed: int) -> Played:
    """What the simulated players of that seed did."""
    discards: list[Tile] = []
    exposures: dict[Seat, list[list[Tile]]] = {s: [] for s in Seat}
    winner = None
    for act in Game(seed, first_east(seed)).acts():
        match act:
            case Discarded(_, tile):
                discards.append(SET[tile])
            case Called(seat, _, _, tiles):
                discards.pop()
                exposures[seat].append([SET[t] for t in tiles])
            case Exchanged(_, owner, group, index, tile):
                exposures[owner][group][index] = SET[tile]
            case Won():
                winner = act.seat
                if act.source is not None:
                    discards.pop()
            case _:
                pass
    shown = {s.name: [sorted(CODES[t] for t in g) for g in exposures[s]] for s in Seat}
    return Played(Counter(CODES[t] for t in discards), shown, winner)


def discarded(seed: int, speed: float) -> list[Told]:
    """Every discard of that seed's game, called ones too."""
    deeds = Acting(choose(seed, "", (1920, 1080)), Game(seed, first_east(seed)), speed).deeds()
    return [(d.t_settled, d.act.seat, SET[d.act.tile]) for d in deeds if isinstance(d.act, Discarded)]


def misread(made: list[Told], told: list[Told], soon_s: float = SOON_S) -> list[str]:
    """Each discard that was not told as what it is within `soon_s` of coming to rest, in words."""
    found = []
    left = list(told)
    for at, seat, tile in made:
        near = [t for t in left if at - 0.5 <= t[0] <= at + soon_s]
        if not near:
            found.append(f"{at:.1f} s: {seat.name}'s {CODES[tile]} was not told when it was made")
            continue
        best = max(near, key=lambda t: (t[2] is tile, t[1] is seat, -t[0]))
        left.remove(best)
        if best[2] is not tile:
            found.append(f"{at:.1f} s: {seat.name}'s {CODES[tile]} was first read as {CODES[best[2]]}")
        elif best[1] is not seat:
            found.append(f"{at:.1f} s: {seat.name}'s {CODES[tile]} was taken for {best[1].name}'s")
    return found


def seen(seed: int, size: str, speed: float, fps: float) -> tuple[Played, Table, list[Told]]:
    """What the pipeline made of it: the last table, and every discard as it was first told."""
    table = Table(Store("sqlite://"), rules_from(None, "league"))
    watcher, settler = Watcher(table), Settler(Eyes())
    camera = open_camera(f"demo://?seed={seed}&size={size}&speed={speed}&fps={fps}")
    told: list[Told] = []
    for frame in camera.frames():
        observation = settler.settle(frame)
        before = table.number
        if observation is not None:
            watcher.observe(observation)
        watcher.passed(frame.time_s)
        fresh = (entry.event for entry in table.log[before:])
        told += [(frame.time_s, e.seat, e.tile) for e in fresh if isinstance(e, events.Discarded)]
    watcher.ended()
    final = final_table(table.state)
    discards, exposures = final["discards"], final["exposures"]
    assert isinstance(discards, list)
    assert isinstance(exposures, dict)
    shown = {seat: [sorted(g) for g in groups] for seat, groups in exposures.items()}
    return Played(Counter(discards), shown, table.state.winner), table, told


def wrong(want: Played, got: Played) -> list[str]:
    """Each difference in words; empty where the final table is right."""
    found = [f"{n} x {c} was discarded and not seen" for c, n in (want.discards - got.discards).items()]
    found += [f"{n} x {c} was seen and not discarded" for c, n in (got.discards - want.discards).items()]
    for seat in Seat:
        if seat is not want.winner and sorted(want.exposures[seat.name]) != sorted(got.exposures[seat.name]):
            found.append(f"{seat.name} exposed {want.exposures[seat.name]}, seen {got.exposures[seat.name]}")
    if want.winner is not got.winner:
        names = [w.name if w is not None else "nobody" for w in (want.winner, got.winner)]
        found.append(f"{names[0]} won, seen {names[1]}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="1-10")
    parser.add_argument("--size", default="1080p")
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--fps", type=float, default=30.0)
    given = parser.parse_args()
    first, _, last = given.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    right = 0
    for seed in seeds:
        begun = time.monotonic()
        want = truth(seed)
        got, table, told = seen(seed, given.size, given.speed, given.fps)
        faults = wrong(want, got)
        right += not faults
        tiles = sum(want.discards.values())
        missed = sum((want.discards - got.discards).values())
        took = time.monotonic() - begun
        print(f"seed {seed}: {'right' if not faults else 'WRONG'}; {tiles - missed} of {tiles} discards", end="; ")
        print(f"{table.number} events, {took:.0f} s", flush=True)
        for fault in faults:
            print(f"    {fault}", flush=True)
        for fault in misread(discarded(seed, given.speed), told, SOON_S / given.speed):
            print(f"    at {fault}", flush=True)
    print(f"{right} of {len(seeds)} final tables right")
    return 0 if right >= RIGHT_SHARE * len(seeds) else 1


if __name__ == "__main__":
    sys.exit(main())
