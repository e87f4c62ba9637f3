"""What keeping the last minutes costs: processor time of a picture with the ring and without, as a ratio.

    python -m tests.bench.bench_replay [--seconds 20]

A noisy table at 1080p and 30 pictures a second, once at rest and once with an arm that moves all the time. The two
ways take turns picture by picture, so that a busy machine slows both. Printed are milliseconds a picture, the ratio,
and what is kept: MiB a minute, and how many minutes the usual bound holds.
"""

import argparse
import time
from dataclasses import dataclass, field

import numpy as np

from engine.tile import Seat
from server.lens import Lens, Watching
from server.replay.reel import MIB, MOST_MIB, Reel
from tests.scene import RectangleEyes, Scene, noisy, textured
from vision.arrays import Image
from vision.follow.settle import Settler
from vision.picture.frame import Frame
from vision.plane.calibration import TablePlane, from_frame

FPS = 30
FRAME = from_frame((1920, 1080))
PLANE = TablePlane(FRAME.homography, FRAME.size_wh, 0.0, FRAME.half_mm, "corners")
NOISES = 4  # noisy copies of a picture that take turns: drawing noise anew costs more than all that is measured


@dataclass
class Way:
    """A settler with or without a ring, and what its pictures have cost (s of processor time)."""

    reel: Reel
    cost_s: float = 0.0
    frames: int = 0
    watching: Watching = field(init=False)

    def __post_init__(self) -> None:
        self.watching = Watching(Lens(), Settler(RectangleEyes(), PLANE), None, self.reel)

    def sees(self, image: Image, time_s: float, counts: bool) -> None:
        begun = time.process_time()
        self.watching.settle(Frame(time_s, image))
        if counts:
            self.cost_s += time.process_time() - begun
            self.frames += 1


def copies(scene: Scene) -> list[Image]:
    picture = textured(scene.draw(PLANE))
    return [noisy(picture, seed, 2.0) for seed in range(NOISES)]


def with_arms() -> list[Image]:
    found = []
    for k, out in enumerate(np.linspace(100, 350, 8)):
        scene = Scene(arms={Seat.P2: (0.0, float(out))})
        found.append(noisy(textured(scene.draw(PLANE)), k, 2.0))
    return found


def measured(pictures: list[Image], seconds: float, resting: list[Image]) -> tuple[Way, Way]:
    """The way without and the one with a ring, over the pictures in turn; before them the table comes to rest."""
    now = [0.0]
    without, kept = Way(Reel(0)), Way(Reel(MOST_MIB * MIB, clock=lambda: now[0]))
    for n in range(round((2 + seconds) * FPS)):
        now[0] = n / FPS
        before = n < 2 * FPS
        image = resting[n % len(resting)] if before else pictures[n % len(pictures)]
        for way in (without, kept):
            way.sees(image, now[0], not before)
    return without, kept


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--seconds", type=float, default=20.0)
    given = words.parse_args()
    resting = copies(Scene())
    for name, pictures in (("at rest", resting), ("moving", with_arms())):
        without, kept = measured(pictures, given.seconds, resting)
        one, other = (w.cost_s / w.frames * 1000 for w in (without, kept))
        share = kept.reel.bytes / (given.seconds + 2)
        print(
            f"{name:8} {one:5.2f} ms a picture without, {other:5.2f} ms with the ring: {other / one:.3f} times; "
            f"{share * 60 / MIB:.1f} MiB a minute, {MOST_MIB} MiB hold {MOST_MIB * MIB / share / 60:.1f} minutes"
        )


if __name__ == "__main__":
    main()
