"""How well what is written on tiles is found (`vision.read.indices`), in sets that nothing was learned from.

    python -m tests.bench.written [--sets 2]

Of every manner of designers' sets (`vision.synthetic.faces.designer`) `--sets` are laid out, one of each kind in each
of four sizes. A line a manner: of the tiles found, which way up they stand told right; then numbers, words of suits and
signs of winds, dragons, flowers and jokers told right of those that are written there, with counts, as tiles are cut
out at the table and in brackets as they truly lie; and how many tiles that bear none of a kind are told to bear one.
Last, how often two to nine pictures are counted right (`vision.read.counts`), of the tiles that show as many, and on
how many others some are counted.
"""

import argparse
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.tile import Tile
from tests.bench.accuracy import Boxes, boxes_of, matched
from tests.bench.unseen import WIDTHS
from tests.tiles_laid import laid_out, whole_set
from vision.arrays import Image
from vision.eyes import Eyes
from vision.read.counts import NOT_COUNTED, Counts
from vision.read.crops import taken
from vision.read.indices import NUMBERED, NUMBERS, Indices, by_group
from vision.read.strangers import Strangers
from vision.read.upright import as_they_stand, head_up
from vision.read.whole import Whole
from vision.synthetic.faces.designer import MANNERS, UNLEARNED, Designed
from vision.training.labels import NOTHING, UNTOLD, written

FIRST = 40_000  # the number of the first set: neither training nor any other measurement draws these
NAMES = ("numbers", "suits", "others")
NOBODY: Boxes = np.zeros((0, 4))
COUNTS = Counts()


@dataclass(slots=True)
class Count:
    """Of tiles: how many there are and how many are told to stand as they do; and of each kind of sign (3,) how many
    are written and how many of these are told right, as cut out at the table and as they lie, and how many are told
    where none is."""

    tiles: int = 0
    upright: int = 0
    there: NDArray[np.int64] = field(default_factory=lambda: np.zeros(3, np.int64))
    right: NDArray[np.int64] = field(default_factory=lambda: np.zeros((2, 3), np.int64))
    invented: NDArray[np.int64] = field(default_factory=lambda: np.zeros(3, np.int64))
    counted: NDArray[np.int64] = field(default_factory=lambda: np.zeros(3, np.int64))

    def add(self, other: "Count") -> None:
        """These as well."""
        for name in ("tiles", "upright", "there", "right", "invented", "counted"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def line(self, name: str) -> str:
        """What is said of them."""
        shares = self.right / np.maximum(self.there, 1)
        said = ", ".join(
            f"{kind} {cut:.2f} ({true:.2f}) of {n}, invented {more}"
            for kind, cut, true, n, more in zip(NAMES, *shares, self.there, self.invented, strict=True)
        )
        n, right, more = self.counted
        said += f" | counted {right / max(1, n):.2f} of {n}, others {more}"
        return f"{name:22s} {self.tiles:5d} tiles, upright {self.upright / max(1, self.tiles):.2f} | {said}"


def told(
    strangers: Strangers, indices: Indices, image: Image, quads: NDArray[np.float32]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """What is told of tiles in a picture: the sign of each kind, one more for none (n, 3), and whether they are told to
    stand upright (n,)."""
    crops = taken(image, quads).crops[: len(quads)]
    signs = indices.signs(crops)
    up = head_up(crops, signs.shares, upside=strangers.both_ways(crops)[1], quads=quads)
    return np.stack([part.argmax(1) for part in by_group(as_they_stand(signs, up))], 1), up > 0.5


def _counted(design: Designed, image: Image, quads: NDArray[np.float32], tiles: list[Tile]) -> NDArray[np.int64]:
    """Of tiles in a picture, as `Count.counted` (3,)."""
    told = COUNTS.shares(taken(image, quads).crops[: len(quads)]).argmax(1)
    shown = [tile % NUMBERS if design.counts and tile < NUMBERED and tile % NUMBERS else NOT_COUNTED for tile in tiles]
    truth = np.array(shown)
    there = truth != NOT_COUNTED
    return np.array([there.sum(), (there & (told == truth)).sum(), (~there & (told != NOT_COUNTED)).sum()])


def laid(eyes: Eyes, whole: Whole, manner: str, number: int, width: int) -> Count:
    """One set, laid out once."""
    rows = whole_set()
    turn = float(np.random.default_rng(number + width).uniform(-20, 20))
    image, quads, _ = laid_out(f"{manner}-{number}", rows, width, turn, seed=width)
    found = eyes.judge(image, eyes.finder.find(image))
    which = matched(boxes_of(found.finds.quads), found.finds.scores * found.kept(), boxes_of(quads), NOBODY)
    mine = which[found.kept()]
    lain = whole.lay(image, found.sightings().quads)
    design, faces = Designed(manner, number), [face for row in rows for face in row]
    truth = np.array([written(design, tile, variant) for tile, variant in faces])
    said, stands = told(eyes.strangers, whole.indices, image, lain)
    real = np.flatnonzero(mine >= 0)
    true = quads[mine[real]]
    said_truly, _ = told(eyes.strangers, whole.indices, image, true)
    is_up = np.einsum("nk,nk->n", lain[real, 3] - lain[real, 0], true[:, 3] - true[:, 0]) > 0
    out, is_so = Count(len(real), int((stands[real] == is_up).sum())), truth[mine[real]]
    there = (is_so != np.array(NOTHING)) & (is_so != UNTOLD)
    out.there = there.sum(0)
    out.right = np.stack([((one == is_so) & there).sum(0) for one in (said[real], said_truly)])
    out.counted = _counted(design, image, lain[real], [faces[k][0] for k in mine[real]])
    out.invented = ((said[real] != np.array(NOTHING)) & (is_so == np.array(NOTHING))).sum(0)
    return out


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--sets", type=int, default=2)
    words.add_argument("--first", type=int, default=FIRST, help="the number of the first set")
    given = words.parse_args()
    eyes, whole = Eyes(), Whole()
    learned, others = Count(), Count()
    for m, manner in enumerate(MANNERS):
        count = Count()
        for number in range(given.first + 100 * m, given.first + 100 * m + given.sets):
            for width in WIDTHS:
                count.add(laid(eyes, whole, manner, number, width))
        print(count.line(manner), flush=True)
        (others if manner in UNLEARNED else learned).add(count)
    print(learned.line("manners learned"))
    print(others.line("manners never learned"))


if __name__ == "__main__":
    main()
