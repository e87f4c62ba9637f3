"""Fits how far the names may be believed that the tiles of an unknown set are given together (`RIGHT` of
`vision.follow.chances`), after a new network for such sets or a change in how they are named.

    python -m tests.bench.at_once [--sets 4] [--check]

Looked at are designers' sets of every manner, `--sets` of each: pictures of one of each kind, of parts of that and of
tiles as they are dealt, and whole hands that are played, with no question answered and with all; and pale rectangles
with signs on them, which are no set at all. None of them is among what `tests.bench.unseen`
prints. The weights are those under which what was right and what was wrong of the sets is likeliest; they are printed
as they are to stand. `--check` fits anew without each manner and prints what would be said of it.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from engine.tile import N_KINDS, Tile
from tests.bench.accuracy import boxes_of, matched
from tests.bench.doubts import FIRST, NO_SET, NOBODY, PARTS, no_set
from tests.bench.self_naming import dealt, played, thinking
from tests.bench.unseen import SURE, WIDTHS, calibration_error
from tests.tiles_laid import laid_out, whole_set
from vision.arrays import Floats, Image
from vision.eyes import Eyes
from vision.follow.assigning import NUMBERED, NUMBERS
from vision.follow.chances import RIGHT, Named
from vision.follow.learner import Learner
from vision.follow.learnt import Learnt, Rested, learnt
from vision.follow.sorting import Sorting
from vision.judge.evidence import Judged
from vision.read.numerals import Numerals
from vision.synthetic.faces.designer import MANNERS

DEALT = 60  # tiles of a set as they are dealt
STAY = 1e-3  # what it costs a weight to be one away from where it is, in nats a reading
SORTING = Sorting(Numerals())


@dataclass(frozen=True, slots=True)
class Rows:
    """Tiles of many pictures: which are taken for numbers of a suit (n,), what tells (n, 3, 4) as in `Named`, and
    whether the number, the suit and the kind of each are right (n, 3)."""

    numbered: NDArray[np.bool_]
    tell: Floats
    right: NDArray[np.bool_]

    def chances(self, weights: Floats) -> Floats:
        """How likely each is right (n,)."""
        return Named(np.zeros((0, N_KINDS)), self.numbered, np.zeros_like(self.numbered), self.tell).right(weights)


def joined(some: list[Rows]) -> Rows:
    """All of them in one."""
    return Rows(*(np.concatenate([getattr(one, field.name) for one in some]) for field in fields(Rows)))


def rows_of(named: Named, real: NDArray[np.int64]) -> Rows:
    """Tiles as they are named, each really of a kind (n,), -1 where it is none; without those of which it was said."""
    first, tell = named.said.argmax(1), named.tell
    in_suit = (first < NUMBERED) & (real >= 0) & (real < NUMBERED)
    same = in_suit & (first % NUMBERS == real % NUMBERS), in_suit & (first // NUMBERS == real // NUMBERS)
    right, open_ = np.stack([*same, first == real], 1), ~named.settled
    return Rows(named.numbered[open_], tell[open_], right[open_])


def pictured(eyes: Eyes, found: Judged, image: Image, truth: NDArray[np.int64]) -> Iterator[Rows]:
    """Where the tiles of a picture (H, W, 3) BGR, or parts of them, are all named at once: what they are named; `truth`
    the kind of each find, -1 where it is none."""
    kept, rng = np.flatnonzero(found.kept()), np.random.default_rng(len(truth))
    for part in (len(kept), *(n for n in PARTS if n < len(kept))):
        some = np.sort(rng.permutation(kept)[:part])
        tiles = found.take(some)
        one = eyes.in_company(tiles, image)[-1]
        if not one.at_once:
            continue
        faces = one.alone[:, :N_KINDS].astype(np.float64)
        faces -= np.logaddexp.reduce(faces, axis=1, keepdims=True)
        shown = eyes.by_themselves(tiles, image)[1]
        rested = tuple(Rested(k, shown.points[k], faces[k], shown.crops[k]) for k in range(len(some)))
        yield rows_of(learnt(rested, faces, shown, SORTING).named, truth[some])


def in_play(eyes: Eyes, name: str, number: int) -> Iterator[Rows]:
    """The tiles of a hand that is played with a family."""
    hand, learner = played(eyes, name, number), Learner()
    last: Learnt | None = None
    for answered in thinking(learner, hand):
        last = learner.learnt
        if last is not None and not answered:
            yield rows_of(last.named, hand.truth)
    if last is not None:
        yield rows_of(last.named, hand.truth)


def drawn(eyes: Eyes, names: list[str]) -> Rows:
    """Tiles of these families, laid out and played with."""
    out = list[Rows]()
    for k, name in enumerate(names):
        some = dealt(k, Tile.FLOWER.copies)[:DEALT]
        for rows in (whole_set(), [some[at : at + 10] for at in range(0, DEALT, 10)]):
            turn = float(np.random.default_rng(k).uniform(-20, 20))
            image, quads, tiles = laid_out(name, rows, WIDTHS[k % len(WIDTHS)], turn, seed=k)
            found = eyes.judge(image, eyes.finder.find(image))
            which = matched(boxes_of(found.finds.quads), found.finds.scores * found.kept(), boxes_of(quads), NOBODY)
            kinds = np.array([*tiles, -1], np.int64)
            out += pictured(eyes, found, image, kinds[np.where(which >= 0, which, -1)])
        out += in_play(eyes, name, k)
    return joined(out)


def nothing(eyes: Eyes, pictures: int) -> Rows:
    """What is named where there is no set: nothing of it is right."""
    out = list[Rows]()
    for k in range(pictures):
        image = no_set(k)
        found = eyes.judge(image, eyes.finder.find(image))
        out += pictured(eyes, found, image, np.full(len(found.finds), -1))
    return joined(out)


def fitted(groups: list[Rows]) -> Floats:
    """The weights (3, 5) under which what was right is likeliest; each group counts alike."""
    rows = joined(groups)
    weight = np.concatenate([np.full(len(one.right), 1 / len(one.right)) for one in groups]) / len(groups)
    out = np.zeros_like(RIGHT)
    for k, mine in enumerate((rows.numbered, rows.numbered, ~rows.numbered)):
        tell, way, share = rows.tell[mine, k], np.where(rows.right[mine, k], -1, 1), weight[mine]

        def cost(weights: Floats, tell: Floats = tell, way: Floats = way, share: Floats = share, k: int = k) -> float:
            wrong = np.logaddexp(0, way * (weights[0] + tell @ weights[1:]))
            return float((wrong * share).sum() + STAY * ((weights - RIGHT[k]) ** 2).sum())

        out[k] = minimize(cost, RIGHT[k], method="L-BFGS-B").x
    return out


def said_of(name: str, rows: Rows, weights: Floats) -> str:
    """What the weights would say of some tiles."""
    chance, right = rows.chances(weights), rows.right[:, 2]
    above = chance > SURE
    return (
        f"{name:12s} right {right.mean():.3f} of {len(right)}, believed {chance.mean():.3f}, "
        f"ECE {calibration_error(chance, right):.3f}, sure {above.sum()}, wrong {(above & ~right).sum()}"
    )


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--sets", type=int, default=4)
    words.add_argument("--check", action="store_true")
    given = words.parse_args()
    eyes = Eyes()
    groups: dict[str, Rows] = {}
    for m, manner in enumerate(MANNERS):
        groups[manner] = drawn(eyes, [f"{manner}-{FIRST + 100 * m + k}" for k in range(given.sets)])
        print("now    ", said_of(manner, groups[manner], RIGHT), flush=True)
    weights = fitted(list(groups.values()))
    for manner, rows in groups.items():
        print("fitted ", said_of(manner, rows, weights))
        if given.check:
            without = fitted([some for name, some in groups.items() if name != manner])
            print("without", said_of(manner, rows, without))
    for name, rows in (("all", joined(list(groups.values()))), (NO_SET, nothing(eyes, 2 * given.sets))):
        print("now    ", said_of(name, rows, RIGHT))
        print("fitted ", said_of(name, rows, weights))
    print(f"RIGHT = np.array({np.round(weights, 2).tolist()})")


if __name__ == "__main__":
    main()
