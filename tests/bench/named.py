"""How far a set that nobody showed is learned by putting right what is read wrong.

    python -m tests.bench.named [--sets 2] [--first 8000] [--most 12]

Of every manner of designers' sets (`vision.synthetic.faces.designer`) `--sets` are laid out four times, one of each
kind each time, as the four copies of a set come to the table. Somebody puts right what is read wrong, first by first,
at most `--most` times a picture, as a tap on the Camera page does (`vision.follow.settle.Settler.told`): what looks the
same is that from then on. A line a manner: how many of the tiles found are read right in each picture before anybody
taps, the taps, and how many tiles that were right a tap made wrong.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS, Tile
from tests.bench.accuracy import Boxes, boxes_of, matched
from tests.bench.unseen import WIDTHS
from tests.tiles_laid import laid_out, whole_set
from vision.eyes import Eyes
from vision.follow.named import Told, naming
from vision.follow.tracks import together
from vision.read.sightings import Sightings
from vision.synthetic.faces.designer import MANNERS
from vision.synthetic.faces.families import HELD_OUT

COPIES = 4
NOBODY: Boxes = np.zeros((0, 4))


@dataclass(slots=True)
class Learned:
    """Of sets laid out four times: tiles found and read right before anybody taps, by picture (4,), the taps by picture
    (4,), and how many tiles a tap made wrong."""

    found: NDArray[np.int64] = field(default_factory=lambda: np.zeros(COPIES, np.int64))
    right: NDArray[np.int64] = field(default_factory=lambda: np.zeros(COPIES, np.int64))
    taps: NDArray[np.int64] = field(default_factory=lambda: np.zeros(COPIES, np.int64))
    harmed: int = 0

    def add(self, other: "Learned") -> None:
        """These sets as well."""
        self.found, self.right = self.found + other.found, self.right + other.right
        self.taps, self.harmed = self.taps + other.taps, self.harmed + other.harmed


def pictured(eyes: Eyes, family: str, copy: int, width: int) -> tuple[Sightings, NDArray[np.int64]]:
    """One of each kind as it is seen, each tile by itself, and what it is (n,), less than 0 for what is no tile."""
    turn = float(np.random.default_rng(copy).uniform(-20, 20))
    image, quads, tiles = laid_out(family, whole_set(), width, turn, seed=copy)
    found = eyes.judge(image, eyes.finder.find(image))
    which = matched(boxes_of(found.finds.quads), found.finds.scores * found.kept(), boxes_of(quads), NOBODY)
    truth = np.array([*tiles, -1], np.int64)[which]
    return found.sightings(), truth[found.kept()]


def learned(eyes: Eyes, family: str, width: int, most: int) -> Learned:
    """One set, laid out and put right four times."""
    out, told = Learned(), tuple[Told, ...]()
    for copy in range(COPIES):
        seen, truth = pictured(eyes, family, copy, width)

        def read(told: tuple[Told, ...], seen: Sightings = seen) -> NDArray[np.int64]:
            alone, points = seen.log_p.astype(np.float64), seen.points.astype(np.float64)
            log_p = together(alone, points, told, eyes.shown, np.ones((len(seen), 1)))
            return np.asarray(log_p[:, :N_KINDS].argmax(1))

        real, faces = truth >= 0, read(told)
        out.found[copy] += int(real.sum())
        out.right[copy] += int((faces == truth).sum())
        for _ in range(most):
            wrong = np.flatnonzero(real & (faces != truth))
            if not len(wrong):
                break
            k, before = int(wrong[0]), faces
            told = naming(told, Told(seen.points[k].astype(np.float64), Tile(int(truth[k]))))
            faces = read(told)
            out.taps[copy] += 1
            out.harmed += int((real & (before == truth) & (faces != truth)).sum())
    return out


def manners(eyes: Eyes, sets: int, first: int, most: int) -> Iterator[tuple[str, Learned]]:
    """The sets of each manner, and the classic families that were held out."""
    for m, manner in enumerate(MANNERS):
        names = [f"{manner}-{first + 100 * m + k}" for k in range(sets)]
        yield manner, _all(learned(eyes, name, WIDTHS[(m + k) % len(WIDTHS)], most) for k, name in enumerate(names))
    yield (
        "classic, held out",
        _all(learned(eyes, name, WIDTHS[k % len(WIDTHS)], most) for k, name in enumerate(sorted(HELD_OUT))),
    )


def _all(some: Iterator[Learned]) -> Learned:
    out = Learned()
    for one in some:
        out.add(one)
    return out


def line(name: str, told: Learned) -> str:
    """What is said of a manner."""
    shares = " ".join(f"{r / max(1, n):.3f}" for r, n in zip(told.right, told.found, strict=True))
    taps = " ".join(str(n) for n in told.taps)
    return f"{name:20s} {told.found.sum():5d} found, right {shares} | taps {taps} | made wrong {told.harmed}"


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--sets", type=int, default=2)
    words.add_argument(
        "--first", type=int, default=8000, help="the number of the first set: how far a name goes was chosen on 6000"
    )
    words.add_argument("--most", type=int, default=12, help="taps a picture at most")
    given = words.parse_args()
    eyes, total = Eyes(), Learned()
    for name, told in manners(eyes, given.sets, given.first, given.most):
        print(line(name, told), flush=True)
        if name in MANNERS:
            total.add(told)
    print(line("all manners", total))


if __name__ == "__main__":
    main()
