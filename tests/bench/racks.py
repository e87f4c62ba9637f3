"""How well one rack is read: live, over whole simulated games, and in photographs of racks.

    python -m tests.bench.racks [--games SEED ...] [--enrolled] [--stills FOLDER ...] [--sheets FOLDER]

For each game, seen by a camera before the rack of one player: how many tiles were right at its rests (a rest is a rack
that nobody has touched for `RESTED_S`), how many rests were right whole and in order, how often the reading changed
while no tile had (out of all changes), and the looks taken. `--enrolled` reads with that table's set shown first. Of a
folder of photographs, each beside a JSON with `rack_order`: tiles right in order; `--sheets` enrols a set from a folder
of photographs with `labels.txt` first. Ends with 1 where fewer than `LEAST` of the tiles of the games were right.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from engine.tile import Seat, Tile, code
from tests.bench.household import enrolled
from vision.enrol import enrol, read_labels
from vision.eyes import Eyes
from vision.picture.photo import load_photo
from vision.rack.follow import Expected, RackFollower, look
from vision.read.tileset import TileSet
from vision.synthetic.look import choose
from vision.synthetic.rack_camera import DemoRackCamera
from vision.synthetic.stage import Stage
from vision.synthetic.table import Band

GAMES = (11, 12, 13, 14)
RESTED_S = 3.0
LEAST = 0.95
FPS = 10


@dataclass(slots=True)
class Score:
    """Counts over rests, tiles and readings."""

    rests: int = 0
    whole: int = 0
    tiles: int = 0
    right: int = 0
    changes: int = 0
    needless: int = 0
    looks: int = 0
    seconds: float = 0.0

    def add(self, other: "Score") -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def __str__(self) -> str:
        share = self.right / max(1, self.tiles)
        return (
            f"{self.right:>5} of {self.tiles:>5} tiles ({share:.3f}), {self.whole:>3} of {self.rests:>3} rests whole "
            f"and in order, {self.needless:>2} of {self.changes:>3} changes needless, {self.looks:>4} looks in "
            f"{self.seconds:.0f} s"
        )


def standing(stage: Stage, seat: Seat) -> tuple[Tile, ...]:
    """What stands on a rack, from its player's left."""
    here = [t for t in stage.table.tiles.values() if t.band is Band.STANDING and t.seat is seat]
    turn = {Seat.P1: 0, Seat.P2: 1, Seat.P3: 2, Seat.P4: 3}[seat]
    right = np.array([[1, 0], [0, -1], [-1, 0], [0, 1]])[turn]
    return tuple(t.piece.tile for t in sorted(here, key=lambda t: float(right @ (t.pose.x, t.pose.y))))


def expected(stage: Stage, seat: Seat) -> Expected:
    """What the rules and the open tiles say."""
    lying = [t for t in stage.table.tiles.values() if t.band in (Band.MIDDLE, Band.LEDGE)]
    shown = sum(t.band is Band.LEDGE and t.seat is seat for t in lying)
    left = tuple(k.copies - sum(t.piece.tile is k for t in lying) for k in Tile)
    return Expected(max(0, 13 - shown), max(0, 14 - shown), left)


def followed(seed: int, tiles: TileSet | None, style: str = "", speed: float = 1.0) -> Score:
    """One game at one of its racks."""
    seat = Seat(seed % 4)
    camera = DemoRackCamera(
        f"demo-rack://?seed={seed}&seat={seat.name}&fps={FPS}&speed={speed}&style={style}", realtime=False
    )
    follower = RackFollower(partial(look, Eyes(tiles)), lambda: expected(stage_of(camera), seat))
    score = Score()
    before: tuple[Tile, ...] = ()
    number, since_s, counted, changed = 0, 0.0, False, True
    for frame in camera.frames():
        belief = follower.see(frame)
        now = standing(stage_of(camera), seat)
        if now != before:
            before, since_s, counted, changed = now, frame.time_s, False, True
        if belief.number != number:
            score.changes += 1
            score.needless += not changed
            number, changed = belief.number, False
        if now and not counted and frame.time_s - since_s >= RESTED_S:
            counted = True
            score.rests += 1
            score.tiles += len(now)
            score.whole += belief.faces == now
            score.right += in_order(belief.faces, now)
        score.seconds = frame.time_s
    score.looks = follower.looks
    return score


def stage_of(camera: DemoRackCamera) -> Stage:
    assert camera.stage is not None
    return camera.stage


def in_order(read: tuple[Tile, ...], there: tuple[Tile, ...]) -> int:
    """How many are right, each at its place among the others."""
    return sum(b.size for b in SequenceMatcher(None, read, there, autojunk=False).get_matching_blocks())


def photographed(folder: Path, tiles: TileSet | None) -> Iterator[tuple[str, int, int]]:
    """Of each photograph its name, how many tiles were right, and how many stand there."""
    eyes = Eyes(tiles)
    for path in sorted(folder.glob("*.jpg")):
        there = tuple(json.loads(path.with_suffix(".json").read_text())["rack_order"])
        seen = look(eyes, load_photo(path), np.zeros((0, 4, 2), np.float32))
        read = tuple(code(t) for t in seen.tiles)
        right = sum(b.size for b in SequenceMatcher(None, read, there, autojunk=False).get_matching_blocks())
        yield path.name, right, len(there)


def shown(folder: Path) -> TileSet:
    """A set enrolled from photographs in a folder."""
    names = read_labels((folder / "labels.txt").read_text())
    return enrol(folder.name, {name: load_photo(folder / name) for name in names}, Eyes(), names).tile_set


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", type=int, default=list(GAMES))
    parser.add_argument("--style", default="")
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--enrolled", action="store_true")
    parser.add_argument("--stills", nargs="*", type=Path, default=[])
    parser.add_argument("--sheets", type=Path)
    wanted = parser.parse_args()
    cv2.setNumThreads(1)
    total = Score()
    for seed in wanted.games:
        table = choose(seed, wanted.style)
        done = enrolled(table) if wanted.enrolled else None
        one = followed(seed, done.tile_set if done is not None else None, wanted.style, wanted.speed)
        total.add(one)
        print(f"game {seed:>3} {table.family:>12} {table.light.name:>7}: {one}", flush=True)
    if wanted.games:
        print(f"all: {total}", flush=True)
    tiles = shown(wanted.sheets) if wanted.sheets else None
    for folder in wanted.stills:
        found = list(photographed(folder, tiles))
        for name, right, there in found:
            print(f"{name}: {right} of {there}")
        print(f"{folder}: {sum(f[1] for f in found)} of {sum(f[2] for f in found)}", flush=True)
    return int(total.right < LEAST * total.tiles)


if __name__ == "__main__":
    raise SystemExit(main())
