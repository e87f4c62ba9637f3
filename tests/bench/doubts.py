"""Fits how far readings may be believed (`FAMILIAR`, `RIGHT` and `NAMED` of `vision.judge.doubt`), after a new reader.

    python -m tests.bench.doubts [--sets 4] [--shared ../shared] [--check] [--strangers]

Looked at are designers' sets of every manner, `--sets` of each; families that training draws; and photographs of split
`train`. None of them is among what `tests.bench.unseen` prints. The weights are those under which what was right and
what was wrong is likeliest, not far from those in force; they are printed as they are to stand. `--check` fits anew
without each manner and prints what would be said of it. `--strangers`: only the network for unknown sets is new, and
`RIGHT` alone is fitted, to designers' sets alone.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from engine.tile import N_KINDS, Tile
from tests.bench.accuracy import Boxes, boxes_of, look, matched
from tests.bench.unseen import SURE, WIDTHS, calibration_error
from tests.tiles_laid import laid_out, whole_set
from vision.eyes import Eyes
from vision.judge.company import in_company
from vision.judge.doubt import FAMILIAR, NAMED, RIGHT, Measured, chances, measured
from vision.judge.evidence import Judged
from vision.synthetic.faces.catalogue import FAMILIES
from vision.synthetic.faces.designer import MANNERS
from vision.synthetic.faces.families import HELD_OUT
from vision.training.photographs import photographs

FIRST = 7000  # the number of the first set: neither training nor any measurement draws these
PARTS = (12, 24)  # besides all tiles of a picture, so many of them
STAY = 2e-4  # what it costs a weight to be one away from where it is, in nats a reading
NOBODY: Boxes = np.zeros((0, 4))


@dataclass(frozen=True, slots=True)
class Rows:
    """Readings of many pictures: what is measured of the set (n, 9) and of the tile (n, 4), how sure each was read and
    whether it is right (n,)."""

    of_set: NDArray[np.float64]
    of_tile: NDArray[np.float64]
    sure: NDArray[np.float64]
    right: NDArray[np.bool_]

    def chances(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """How likely each is right, by the weights of both kinds in one row."""
        told = Measured(self.of_set, self.of_tile)
        said = chances(self.sure, told, weights[: len(FAMILIAR)], weights[len(FAMILIAR) :])
        return np.asarray(np.clip(said, 1e-4, 1 - 1e-4))


def joined(some: list[Rows]) -> Rows:
    """All of them in one."""
    some = some or [Rows(np.zeros((0, 9)), np.zeros((0, 4)), np.zeros(0), np.zeros(0, bool))]
    return Rows(*(np.concatenate([getattr(one, name) for one in some]) for name in Rows.__dataclass_fields__))


def rows_of(
    eyes: Eyes, found: Judged, which: NDArray[np.int64], tiles: list[Tile], seed: int, strangers: bool
) -> Iterator[Rows]:
    """The readings of a picture, of all that was found and of parts of it; `which` truth each find is, or less than
    0. The reader's own; `strangers`: those of the network for unknown sets, where all are named at once."""
    kept, rng = np.flatnonzero(found.kept()), np.random.default_rng(seed)
    for part in (len(kept), *(n for n in PARTS if n < len(kept))):
        some = kept if part == len(kept) else rng.permutation(kept)[:part]
        real = which[some] >= 0
        if not real.any():
            continue
        seen, alone, together, named = eyes.in_company(found.take(some))
        if strangers and not named:
            continue
        if not strangers:
            alone, together = seen.log_p, in_company(seen.log_p, seen.points)
        told = measured(together, alone, seen.points, eyes.reader.tile_set)
        faces = together[:, :N_KINDS].astype(np.float64)
        faces -= np.logaddexp.reduce(faces, axis=1, keepdims=True)
        right = [tiles[w] == Tile(int(face)) for w, face in zip(which[some][real], faces[real].argmax(1), strict=True)]
        of_set = np.repeat(told.of_set[None].astype(np.float64), int(real.sum()), 0)
        yield Rows(of_set, told.of_tile[real].astype(np.float64), np.exp(faces[real].max(1)), np.array(right, bool))


def drawn(eyes: Eyes, names: list[str], strangers: bool) -> Rows:
    """One of each kind of these families, laid out."""
    out: list[Rows] = []
    for k, name in enumerate(names):
        turn = float(np.random.default_rng(k).uniform(-20, 20))
        image, quads, tiles = laid_out(name, whole_set(), WIDTHS[k % len(WIDTHS)], turn, seed=k)
        found = eyes.judge(image, eyes.finder.find(image))
        which = matched(boxes_of(found.finds.quads), found.finds.scores * found.kept(), boxes_of(quads), NOBODY)
        out += rows_of(eyes, found, which, tiles, k, strangers)
    return joined(out)


def photographed(eyes: Eyes, shared: Path, every: int) -> list[Rows]:
    """The photographs that are learned from, one in so many."""
    out: list[Rows] = []
    for k, photo in enumerate(photographs(shared / "photos")[::every]):
        seen = look(eyes, photo.path, boxes_of(photo.quads), list(photo.tiles), NOBODY)
        out += rows_of(eyes, seen.found, seen.which, seen.tiles, k, strangers=False)
    return out


def now(strangers: bool) -> NDArray[np.float64]:
    """The weights in force."""
    return np.concatenate([FAMILIAR, NAMED if strangers else RIGHT])


def fitted(groups: list[Rows], strangers: bool) -> NDArray[np.float64]:
    """The weights under which what was right is likeliest; each group counts alike. `strangers`: those that tell which
    set is known stay."""
    rows = joined(groups)
    weight = np.concatenate([np.full(len(one.right), 1 / len(one.right)) for one in groups]) / len(groups)
    start = now(strangers)

    def cost(weights: NDArray[np.float64]) -> float:
        chance = rows.chances(weights)
        likely = np.where(rows.right, np.log(chance), np.log1p(-chance))
        return float(-(likely * weight).sum() + STAY * ((weights - start) ** 2).sum())

    stay = [(v, v) for v in FAMILIAR] if strangers else [(None, None)] * len(FAMILIAR)
    bounds = [*stay, *[(None, None)] * len(RIGHT)]
    return np.asarray(minimize(cost, start, method="L-BFGS-B", bounds=bounds, options={"maxiter": 200}).x)


def said_of(name: str, rows: Rows, weights: NDArray[np.float64]) -> str:
    """What the weights would say of some readings."""
    chance = rows.chances(weights)
    above = chance > SURE
    return (
        f"{name:24s} right {rows.right.mean():.3f} of {len(rows.right)}, believed {chance.mean():.3f}, "
        f"ECE {calibration_error(chance, rows.right):.3f}, sure {above.sum()}, wrong {(above & ~rows.right).sum()}"
    )


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--sets", type=int, default=4)
    words.add_argument("--every", type=int, default=12, help="look at one photograph in so many")
    words.add_argument("--shared", type=Path, default=Path("../shared"))
    words.add_argument("--check", action="store_true")
    words.add_argument("--strangers", action="store_true")
    given = words.parse_args()
    eyes = Eyes()
    groups: dict[str, Rows] = {}
    for m, manner in enumerate(MANNERS):
        names = [f"{manner}-{FIRST + 100 * m + k}" for k in range(given.sets)]
        groups[manner] = drawn(eyes, names, given.strangers)
        print(f"{manner}: {len(groups[manner].right)} readings", flush=True)
    known = (
        [] if given.strangers else [drawn(eyes, [name], strangers=False) for name in FAMILIES if name not in HELD_OUT]
    )
    photos = [] if given.strangers else photographed(eyes, given.shared, given.every)
    half = len(MANNERS) / 2  # known sets count as much as unknown ones
    groups |= {f"families {k}": joined(known[k :: int(half)]) for k in range(int(half)) if known}
    groups |= {f"photographs {k}": joined(photos[k :: int(half)]) for k in range(int(half)) if photos[k :: int(half)]}
    groups = {name: rows for name, rows in groups.items() if len(rows.right)}
    weights = fitted(list(groups.values()), given.strangers)
    for name, rows in groups.items():
        print("now   ", said_of(name, rows, now(given.strangers)))
        print("fitted", said_of(name, rows, weights))
    for manner in [m for m in MANNERS if m in groups] if given.check else ():
        without = fitted([rows for name, rows in groups.items() if name != manner], given.strangers)
        print("fitted without it", said_of(manner, groups[manner], without), flush=True)
    if not given.strangers:
        print(f"FAMILIAR = np.array({np.round(weights[: len(FAMILIAR)], 2).tolist()})")
    print(f"{'NAMED' if given.strangers else 'RIGHT'} = np.array({np.round(weights[len(FAMILIAR) :], 2).tolist()})")


if __name__ == "__main__":
    main()
