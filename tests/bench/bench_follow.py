"""Whether sight keeps up with a camera of 30 frames a second: the simulated table followed from picture to event.

    python -m tests.bench.bench_follow [--seconds 30] [--size 1080p] [SEED ...]

Processor time of one thread, so that other programs do not count: drawing the picture (which a real camera does not
need), settling (the gate in every frame, and the looks), the watcher. From these times a live run is played over: a
frame that comes while another is looked at is passed over for the latest. `alone` is the pipeline with its camera
elsewhere, `with drawing` the demo, which draws in the same thread; both in parts of the frames taken, `late` is how
old the oldest was when it was done. `core` is the part of one core that the pipeline needs. Ends with 1 where it takes
fewer than 9 in 10 frames, or more than half of a core.
"""

import argparse
import time
from itertools import takewhile

import cv2
import numpy as np
from numpy.typing import NDArray

from server.cli_watch import rules_from
from server.store import Store
from server.table import Table
from server.watcher import Watcher
from vision.eyes import Eyes
from vision.follow.settle import Settler
from vision.synthetic.camera import DemoCamera

FPS = 30.0
LEAST_TAKEN, MOST_CORE = 0.9, 0.5

Seconds = NDArray[np.float64]


def costs(seed: int, size: str, seconds: float) -> tuple[Seconds, Seconds, NDArray[np.bool_]]:
    """Per frame: seconds to draw it, seconds to follow it, and whether it was looked at closely."""
    table = Table(Store("sqlite://"), rules_from(None, "league"))
    watcher, settler = Watcher(table), Settler(Eyes())
    camera = DemoCamera(f"demo://?seed={seed}&size={size}&fps={FPS:g}", realtime=False)
    drawn, followed, looked = [], [], []
    before = time.thread_time()
    for frame in takewhile(lambda f: f.time_s < seconds, camera.frames()):
        begun = time.thread_time()
        seen = settler.settle(frame)
        if seen is not None:
            watcher.observe(seen)
        watcher.passed(frame.time_s)
        done = time.thread_time()
        drawn.append(begun - before)
        followed.append(done - begun)
        looked.append(seen is not None)
        before = time.thread_time()
    return np.array(drawn[1:]), np.array(followed[1:]), np.array(looked[1:])  # the first lays out the whole table


def live(cost: Seconds) -> tuple[float, float]:
    """The part of the frames that is taken when each takes that long, and how late the latest is done, seconds."""
    now, n, taken, late = 0.0, 0, 0, 0.0
    while n < len(cost):
        now = max(now, n / FPS) + float(cost[n])
        late = max(late, now - n / FPS)
        taken += 1
        n = max(n + 1, int(now * FPS))
    return taken / len(cost), late


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seeds", nargs="*", type=int, default=[1, 2, 3])
    parser.add_argument("--seconds", type=float, default=30.0, help="of simulated time per table (default 30)")
    parser.add_argument("--size", default="1080p")
    wanted = parser.parse_args()
    cv2.setNumThreads(1)
    behind = False
    print("seed  draw ms  idle ms  look ms  core  alone (late)      with drawing (late)")
    for seed in wanted.seeds:
        drawn, followed, looked = costs(seed, wanted.size, wanted.seconds)
        core = float(followed.mean()) * FPS
        alone, late = live(followed)
        both, both_late = live(followed + drawn)
        idle, look = followed[~looked].mean() * 1e3, followed[looked].mean() * 1e3
        print(
            f"{seed:>4} {drawn.mean() * 1e3:8.1f} {idle:8.1f} {look:8.1f} {core:5.2f}  {alone:5.1%} ({late:.2f} s)  "
            f"{both:11.1%} ({both_late:.2f} s)",
            flush=True,
        )
        behind |= alone < LEAST_TAKEN or core > MOST_CORE
    return int(behind)


if __name__ == "__main__":
    raise SystemExit(main())
