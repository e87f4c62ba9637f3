"""What a camera at a rack costs beside the camera above the table.

    python -m tests.bench.bench_rack [--seconds 30] [SEED ...]

Processor time of one thread over the same simulated seconds of the same game: following the table at 720p and thirty
pictures a second, which is the baseline, and following one rack at ten. `ratio` is the rack's part of the baseline.
Ends with 1 where a rack costs more than the table.
"""

import argparse
import time
from functools import partial
from itertools import takewhile

import cv2

from engine.tile import Seat
from tests.bench.bench_follow import costs
from tests.bench.racks import expected, stage_of
from vision.eyes import Eyes
from vision.rack.follow import RackFollower, look
from vision.synthetic.rack_camera import DemoRackCamera

MOST = 1.0


def rack_cost(seed: int, seconds: float) -> tuple[float, int]:
    """Seconds to follow one rack for so long, and the looks taken."""
    seat = Seat(seed % 4)
    camera = DemoRackCamera(f"demo-rack://?seed={seed}&seat={seat.name}&fps=10", realtime=False)
    follower = RackFollower(partial(look, Eyes()), lambda: expected(stage_of(camera), seat))
    spent = 0.0
    for frame in takewhile(lambda f: f.time_s < seconds, camera.frames()):
        begun = time.thread_time()
        follower.see(frame)
        spent += time.thread_time() - begun
    return spent, follower.looks


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seeds", nargs="*", type=int, default=[1, 2])
    parser.add_argument("--seconds", type=float, default=30.0, help="of simulated time per table (default 30)")
    wanted = parser.parse_args()
    cv2.setNumThreads(1)
    dear = False
    for seed in wanted.seeds:
        table = float(costs(seed, "720p", wanted.seconds)[1].sum())
        rack, looks = rack_cost(seed, wanted.seconds)
        ratio = rack / table
        print(
            f"seed {seed}: table {table / wanted.seconds:.3f} of a core, rack {rack / wanted.seconds:.3f} "
            f"({looks} looks): ratio {ratio:.2f}",
            flush=True,
        )
        dear |= ratio > MOST
    return int(dear)


if __name__ == "__main__":
    raise SystemExit(main())
