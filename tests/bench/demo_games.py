"""Whole simulated games refereed by sight alone, each final table compared with what was really played.

    python -m tests.bench.demo_games --seeds 1-10 --size 1080p --speed 2 --fps 12

The pipeline gets frames and nothing else; the truth is played again afterwards from the seed. After the last picture
the table lies there for a while, as at home, and nobody answers a question. Printed are, per game: whether the final
table is right, the events told in time as they were (F1 as in `tests.bench.witness`), what was asked, and each
difference of the final table; with `-v` every event missed or invented and every question. `--keep` names a folder for
what was seen, from which a game is followed again in seconds. At the end all games together, and how often a person is
needed a hand: what was asked, and what has to be put right. Ends with 1 where fewer than 8 in 10 tables are right.
"""

import argparse
import sys
import time
from pathlib import Path

from engine.sight.observation import Observation
from engine.tile import CODES
from tests.bench.clips import Looked, Want, eyes_digest
from tests.bench.evening import STAYS_S
from tests.bench.films import keep, load
from tests.bench.final_tables import FinalTable, faults, played, told
from tests.bench.witness import Count, Replay, judged
from vision.eyes import Eyes
from vision.follow.learner import AtOnce
from vision.follow.settle import Settler
from vision.picture.camera import open_camera
from vision.synthetic.acting import Acting
from vision.synthetic.camera import first_east
from vision.synthetic.game import SET, Called, Discarded, Exchanged, Game, Won
from vision.synthetic.look import choose

RIGHT_SHARE = 0.8


def truth(seed: int) -> FinalTable:
    """What the simulated players of that seed did."""
    return played(Game(seed, first_east(seed)).acts())


def wanted(seed: int, speed: float) -> list[Want]:
    """What is to be told of that seed's game, in the order in which it happens."""
    found = []
    for deed in Acting(choose(seed, "", (1920, 1080)), Game(seed, first_east(seed)), speed).deeds():
        tiles: tuple[int, ...] = ()
        match deed.act:
            case Discarded(seat, tile):
                kind, tiles = "discarded", (tile,)
            case Called(seat, _, _, tiles):
                kind = "exposed"
            case Exchanged(seat, _, _, _, tile):
                kind, tiles = "joker_exchanged", (tile,)
            case Won(seat):
                kind = "mah_jongg"
            case _:
                continue
        found.append(Want(kind, seat.name, tuple(CODES[SET[t]] for t in tiles), deed.t0, deed.t_settled))
    return found


def looked(seed: int, size: str, speed: float, fps: float) -> list[Observation]:
    """What is seen of that seed's game."""
    settler = Settler(Eyes(), learner=AtOnce())
    camera = open_camera(f"demo://?seed={seed}&size={size}&speed={speed}&fps={fps}")
    found = (settler.settle(frame) for frame in camera.frames())
    return [observation for observation in found if observation is not None]


def kept(seed: int, given: argparse.Namespace) -> list[Observation]:
    """The same, from the folder where that game has been watched before."""
    if given.keep is None:
        return looked(seed, given.size, given.speed, given.fps)
    given.keep.mkdir(parents=True, exist_ok=True)
    path = given.keep / f"{seed}-{given.size}-{given.speed:g}-{given.fps:g}-{eyes_digest()}.jsonl.gz"
    if not path.exists():
        keep(looked(seed, given.size, given.speed, given.fps), path)
    return list(load(path))


def followed(observations: list[Observation]) -> tuple[FinalTable, Replay]:
    """What the fold makes of it: the last table, and all that was told and said."""
    replay = Replay(None)
    replay.run(Looked(observations, ends_s=observations[-1].time_s + STAYS_S if observations else 0.0))
    return told(replay.table.state), replay


def counted(seed: int, speed: float, replay: Replay) -> Count:
    """The events of that seed's game against what was told."""
    pairs, extra = judged(wanted(seed, speed), replay.told)
    count = Count(len(pairs), sum(told is not None for _, told in pairs), len(extra))
    count.questions, count.accused = len(replay.questions), len(replay.accusations)
    count.waits_s = [float(str(told["time_s"])) - want.t for want, told in pairs if told is not None]
    count.notes = [f"{w.t:.1f} s: MISSED {w.seat} {w.kind} {' '.join(w.tiles)}" for w, told in pairs if told is None]
    count.notes += [f"{t['time_s']:.1f} s: INVENTED {t.get('seat')} {t['event']} {t.get('tile', '')}" for t in extra]
    count.notes += replay.questions + replay.accusations
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="1-10")
    parser.add_argument("--size", default="1080p")
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--fps", type=float, default=30.0)
    parser.add_argument("--keep", type=Path, default=None)
    parser.add_argument("-v", "--verbose", action="store_true")
    given = parser.parse_args()
    first, _, last = given.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    right, amiss, total = 0, 0, Count()
    for seed in seeds:
        begun, want = time.monotonic(), truth(seed)
        got, replay = followed(kept(seed, given))
        amiss_here, count = faults(want, got), counted(seed, given.speed, replay)
        right, amiss = right + (not amiss_here), amiss + len(amiss_here)
        total.add(count)
        count.tiles = sum(want.discards.values())
        count.tiles_right = count.tiles - sum((want.discards - got.discards).values())
        took = time.monotonic() - begun
        print(f"seed {seed}: {'right' if not amiss_here else 'WRONG'}; {count.words}, {took:.0f} s", flush=True)
        for note in [*amiss_here, *(count.notes if given.verbose else ())]:
            print(f"    {note}", flush=True)
    touches = (total.questions + amiss) / max(1, len(seeds))
    print(f"all: {total.words}")
    print(f"{right} of {len(seeds)} final tables right; {touches:.2f} touches a hand")
    return 0 if right >= RIGHT_SHARE * len(seeds) else 1


if __name__ == "__main__":
    sys.exit(main())
