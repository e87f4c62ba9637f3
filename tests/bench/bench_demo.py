"""What the simulated camera costs: processor time per frame, beside packing the same picture as JPEG.

    python tests/bench/bench_demo.py [--seconds 20] [SEED ...]

One thread. Each row is one table at one size: the first part of its game at the pace of people, with hands over the
table about half of the time. `per JPEG` is the yardstick: frame time over that of cv2.imencode (quality 90) of the same
frames in the same run, so that a slower machine gives the same ratio. Ends with 1 where a 1280x720 table needs more
than the 1/15 s of one core that a demo camera may use.
"""

import argparse
import time
from itertools import islice

import cv2

from vision.picture.frame import Frame
from vision.synthetic.camera import DemoCamera

LIMIT_S = 1 / 15
SPEED = 1


def cost(seed: int, size: str, seconds: float) -> tuple[float, float, float, float]:
    """Mean, worst and first frame, and JPEG of a frame: seconds of processor time."""
    start = time.process_time()
    stream = DemoCamera(f"demo://?seed={seed}&size={size}&speed={SPEED}", realtime=False).frames()
    frame: Frame | None = next(stream)
    first = time.process_time() - start
    drawn: list[float] = []
    packed: list[float] = []
    wanted = int(seconds * 30)
    while len(drawn) < wanted:
        start = time.process_time()
        frame = next(islice(stream, 1), None)
        if frame is None:
            break
        drawn.append(time.process_time() - start)
        if len(drawn) % 10 == 0:
            start = time.process_time()
            cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 90])
            packed.append(time.process_time() - start)
    return sum(drawn) / len(drawn), max(drawn), first, sum(packed) / len(packed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seeds", nargs="*", type=int, default=[1, 2, 3])
    parser.add_argument("--seconds", type=float, default=20.0, help="of simulated time per table (default 20)")
    wanted = parser.parse_args()
    cv2.setNumThreads(1)
    late = False
    print("      size  seed  frames/s  frame ms  worst ms  JPEG ms  per JPEG  first s")
    for size in ("1280x720", "1920x1080"):
        for seed in wanted.seeds:
            mean, worst, first, jpeg = cost(seed, size, wanted.seconds)
            print(
                f"{size:>10} {seed:>5} {1 / mean:9.1f} {mean * 1e3:9.1f} {worst * 1e3:9.1f} {jpeg * 1e3:8.1f} "
                f"{mean / jpeg:9.2f} {first:8.2f}"
            )
            late |= size == "1280x720" and mean > LIMIT_S
    return int(late)


if __name__ == "__main__":
    raise SystemExit(main())
