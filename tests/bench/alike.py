"""Fits how likely two tiles of an unknown set bear one drawing (`FACES` and `FIGURES` of `vision.follow.alike`), after
a new network for such sets.

    python -m tests.bench.alike [--sets 2] [--check]

Looked at are hands that are played with designers' sets of every manner, `--sets` of each, none of them among what
`tests.bench.self_naming` and `tests.bench.unseen` print. The weights are those under which it is likeliest which tiles
are of one drawing; they are printed as they are to stand, and how many tiles are with their own. `--check` fits anew
without each manner for that.
"""

import argparse
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment, minimize

from engine.tile import Tile
from tests.bench.self_naming import Played, played
from vision.arrays import Floats
from vision.eyes import Eyes
from vision.follow.alike import FACES, FIGURES, RATHER, alike, faces_telling, figures_telling, joined, of_one
from vision.follow.drawings import Dealt, figured, inks, pictures
from vision.follow.learner import Learner
from vision.follow.readings import numbers_of
from vision.judge.company import COPIES
from vision.read.numerals import NOT_ONE, Numerals
from vision.synthetic.faces.designer import MANNERS

FIRST = 7000  # the number of the first set
NUMERALS = Numerals()


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles of a hand that share a picture, or all that share none: what tells which of them are of one drawing
    (n, n, k), how many copies each has (n,), how many drawings there may be, and what each is (n,)."""

    told: Floats
    copies: Floats
    drawings: int | None
    truth: NDArray[np.int64]

    def pairs(self) -> tuple[Floats, NDArray[np.bool_]]:
        """What tells it of all pairs (m, k), and which are of one drawing (m,); two flowers may be either."""
        a, b = np.triu_indices(len(self.truth), 1)
        sure = (self.truth[a] != Tile.FLOWER) | (self.truth[b] != Tile.FLOWER)
        return self.told[a, b][sure], self.truth[a][sure] == self.truth[b][sure]

    def right(self, weights: Floats) -> int:
        """How many tiles are with their own, the drawings taken for the kinds that fit the most of them."""
        drawing = joined(alike(self.told, weights) + RATHER, self.copies, self.drawings)
        among = np.zeros((drawing.max(initial=-1) + 1, len(Tile)))
        np.add.at(among, (drawing, self.truth), 1)
        return int(among[linear_sum_assignment(-among)].sum())


@dataclass(slots=True)
class Groups:
    """Those of some hands: of faces, and of figures."""

    faces: list[Group] = field(default_factory=list)
    figures: list[Group] = field(default_factory=list)

    def add(self, hand: Played) -> None:
        """Those of one more hand."""
        points, crops = hand.points, hand.crops
        log_p = Learner().read(hand.rested)[0]
        picture, shared = pictures(points, crops, inks(crops)[0], Dealt())
        plain, same = np.flatnonzero(~np.isin(picture, shared)), of_one(log_p)
        told = faces_telling(points[plain], same[np.ix_(plain, plain)])
        self.faces.append(Group(told, COPIES[log_p[plain].argmax(1)], None, hand.truth[plain]))
        for one in figured([np.flatnonzero(picture == p) for p in shared], (crops,), numbers_of(log_p), NUMERALS):
            told = figures_telling(same[np.ix_(one.tiles, one.tiles)], one.said, one.like)
            copies = np.full(len(told), float(Tile.B1.copies))
            self.figures.append(Group(told, copies, NOT_ONE, hand.truth[one.tiles]))


def fitted(groups: list[Group], weights: Floats) -> Floats:
    """The weights (k + 1,) under which it is likeliest which tiles are of one drawing; begun with some."""
    told, one = (np.concatenate(part) for part in zip(*(group.pairs() for group in groups), strict=True))
    way = np.where(one, -1, 1)

    def cost(now: Floats) -> float:
        return float((np.logaddexp(0, way * (now[0] + told @ now[1:]))).sum())

    return np.asarray(minimize(cost, weights, method="L-BFGS-B").x)


def line(name: str, groups: list[Group], weights: Floats) -> str:
    """How many tiles are with their own."""
    tiles = sum(len(group.truth) for group in groups)
    right = sum(group.right(weights) for group in groups)
    return f"{name:24s} {right} of {tiles} with their own ({right / max(1, tiles):.3f})"


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--sets", type=int, default=2)
    words.add_argument("--check", action="store_true")
    given = words.parse_args()
    eyes, hands = Eyes(), dict[str, Groups]()
    for m, manner in enumerate(MANNERS):
        hands[manner] = Groups()
        for k in range(given.sets):
            hands[manner].add(played(eyes, f"{manner}-{FIRST + 100 * m + k}", k + m))
        for what, some, now in (("faces", hands[manner].faces, FACES), ("figures", hands[manner].figures, FIGURES)):
            print(line(f"{manner}, {what}", some, now), flush=True)
    for what, now in (("FACES", FACES), ("FIGURES", FIGURES)):
        each = {manner: getattr(groups, what.lower()) for manner, groups in hands.items()}
        every = [one for some in each.values() for one in some]
        weights = fitted(every, now)
        print(line(f"all, {what.lower()}, now", every, now))
        print(line("fitted", every, weights))
        if given.check:
            rest = {m: fitted([one for name, some in each.items() if name != m for one in some], now) for m in each}
            for manner, some in each.items():
                print(line(f"without {manner}", some, rest[manner]))
        print(f"{what} = np.array({np.round(weights, 2).tolist()})")


if __name__ == "__main__":
    main()
