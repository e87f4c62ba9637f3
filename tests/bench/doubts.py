"""Fits how far readings may be believed (`FAMILIAR`, `AGREED` and `RIGHT` of `vision.judge.doubt`), after a new reader.

    python -m tests.bench.doubts [--sets 4] [--shared ../shared] [--check]

Looked at are designers' sets of every manner, `--sets` of each; pale rectangles with signs on them, which are no set at
all; families that training draws; and photographs of split `train`. None of them is among what `tests.bench.unseen`
prints. The weights are those under which what was right and what was wrong is likeliest, not far from those in force;
they are printed as they are to stand. `--check` fits anew without each manner and prints what would be said of it.
`AGREED` is fitted last, to which of the sets are known.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from engine.tile import N_KINDS, Tile
from tests.bench.accuracy import Boxes, boxes_of, look, matched
from tests.bench.unseen import SURE, WIDTHS, calibration_error
from tests.tiles_laid import laid_out, whole_set
from vision.eyes import Eyes
from vision.judge.company import in_company
from vision.judge.doubt import (
    AGREED,
    ENOUGH,
    FAMILIAR,
    RIGHT,
    Signs,
    agreeing,
    asked,
    chances,
    likely_known,
    measured,
)
from vision.judge.evidence import Judged
from vision.synthetic.faces.catalogue import FAMILIES
from vision.synthetic.faces.designer import MANNERS
from vision.synthetic.faces.families import HELD_OUT
from vision.training.photographs import photographs

FIRST = 7000  # the number of the first set: neither training nor any measurement draws these
PARTS = (12, 24)  # besides all tiles of a picture, so many of them
STAY = 2e-4  # what it costs a weight to be one away from where it is, in nats a reading
NO_SET, SIGNS = "no set", "?&%#@$!*+=<>~^{}[]/|Q"
STRANGE = (*MANNERS, NO_SET)
NOBODY: Boxes = np.zeros((0, 4))


@dataclass(frozen=True, slots=True)
class Rows:
    """Readings of many pictures: what is measured of the set (n, 9) and of the tile (n, 4), what both networks make of
    the set (n, 3), as `agreeing` tells it, how sure each was read and whether it is right (n,)."""

    of_set: NDArray[np.float64]
    of_tile: NDArray[np.float64]
    of_both: NDArray[np.float64]
    sure: NDArray[np.float64]
    right: NDArray[np.bool_]

    def chances(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """How likely each is right, by the weights of both kinds in one row."""
        told = Signs(self.of_set, self.of_tile)
        known = likely_known(told, weights[: len(FAMILIAR)])
        return np.asarray(np.clip(chances(self.sure, told, known, weights[len(FAMILIAR) :]), 1e-4, 1 - 1e-4))


def joined(some: list[Rows]) -> Rows:
    """All of them in one."""
    some = some or [Rows(np.zeros((0, 9)), np.zeros((0, 4)), np.zeros((0, 3)), np.zeros(0), np.zeros(0, bool))]
    return Rows(*(np.concatenate([getattr(one, name) for one in some]) for name in Rows.__dataclass_fields__))


def rows_of(eyes: Eyes, found: Judged, which: NDArray[np.int64], tiles: list[Tile]) -> Iterator[Rows]:
    """The reader's readings of a picture, of all that was found and of parts of it; `which` truth each find is, or less
    than 0."""
    kept, rng = np.flatnonzero(found.kept()), np.random.default_rng(len(which))
    for part in (len(kept), *(n for n in PARTS if n < len(kept))):
        some = kept if part == len(kept) else rng.permutation(kept)[:part]
        real = which[some] >= 0
        if not real.any():
            continue
        part_of = found.take(some)
        seen = part_of.sightings()
        if len(seen) < ENOUGH:
            continue
        alone, together = seen.log_p, in_company(seen.log_p, seen.points)
        told = measured(together, alone, seen.points, eyes.reader.tile_set)
        faces = together[:, :N_KINDS].astype(np.float64)
        faces -= np.logaddexp.reduce(faces, axis=1, keepdims=True)
        right = [tiles[w] == Tile(int(face)) for w, face in zip(which[some][real], faces[real].argmax(1), strict=True)]
        of_set, of_both = (
            np.repeat(row[None].astype(np.float64), len(right), 0) for row in (told.of_set, told_by_both(eyes, part_of))
        )
        sure = np.exp(faces[real].max(1))
        yield Rows(of_set, told.of_tile[real].astype(np.float64), of_both, sure, np.array(right, bool))


def told_by_both(eyes: Eyes, found: Judged) -> NDArray[np.float64]:
    """What both networks make of the set of some tiles (3,), as `agreeing` tells it."""
    seen = found.sightings()
    together, some = in_company(seen.log_p, seen.points), asked(len(seen))
    known = likely_known(measured(together, seen.log_p, seen.points, eyes.reader.tile_set))
    other = eyes.strangers.read(found.finds.crops[some], seen.log_p[some])
    return np.asarray(agreeing(known, seen.log_p[some], other), np.float64)


def drawn(eyes: Eyes, names: list[str]) -> Rows:
    """One of each kind of these families, laid out."""
    out: list[Rows] = []
    for k, name in enumerate(names):
        turn = float(np.random.default_rng(k).uniform(-20, 20))
        image, quads, tiles = laid_out(name, whole_set(), WIDTHS[k % len(WIDTHS)], turn, seed=k)
        found = eyes.judge(image, eyes.finder.find(image))
        which = matched(boxes_of(found.finds.quads), found.finds.scores * found.kept(), boxes_of(quads), NOBODY)
        out += rows_of(eyes, found, which, tiles)
    return joined(out)


def no_set(seed: int) -> NDArray[np.uint8]:
    """Pale rectangles with one sign each, a few signs over and over, on a dark ground (H, W, 3) BGR."""
    rng = np.random.default_rng(seed)
    signs = rng.permutation(list(SIGNS))[: rng.integers(3, len(SIGNS))]
    wide, inks = int(rng.integers(30, 56)), rng.integers(0, 150, (4, 3))
    high, many = wide * 4 // 3, int(rng.integers(24, 90))
    image = np.full((high * (many // 10 + 3) * 5 // 4, wide * 14, 3), rng.integers(20, 110, 3), np.uint8)
    for k in range(many):
        x, y = wide * 3 // 2 + k % 10 * (wide + 4), high + k // 10 * high * 5 // 4
        image[y : y + high, x : x + wide] = rng.integers(225, 250)
        at, size = (x + wide // 5, y + high * 2 // 3), wide / 34
        cv2.putText(image, str(rng.choice(signs)), at, int(rng.integers(8)), size, inks[rng.integers(4)].tolist(), 2)
    blurred = cv2.GaussianBlur(image, (0, 0), 0.6)
    return np.clip(blurred + rng.normal(0, 3, blurred.shape), 0, 255).astype(np.uint8)


def nothing(eyes: Eyes, pictures: int) -> Rows:
    """What is read where there is no set: nothing of it is right."""
    out: list[Rows] = []
    for k in range(pictures):
        image = no_set(k)
        found = eyes.judge(image, eyes.finder.find(image))
        for rows in rows_of(eyes, found, np.zeros(len(found.finds), np.int64), [Tile.JOKER]):
            out.append(replace(rows, right=np.zeros(len(rows.right), bool)))
    return joined(out)


def photographed(eyes: Eyes, shared: Path, every: int) -> list[Rows]:
    """The photographs that are learned from, one in so many."""
    out: list[Rows] = []
    for photo in photographs(shared / "photos")[::every]:
        seen = look(eyes, photo.path, boxes_of(photo.quads), list(photo.tiles), NOBODY)
        out += rows_of(eyes, seen.found, seen.which, seen.tiles)
    return out


NOW = np.concatenate([FAMILIAR, RIGHT])
"""The weights in force."""


def fitted(groups: list[Rows]) -> NDArray[np.float64]:
    """The weights under which what was right is likeliest; each group counts alike."""
    rows = joined(groups)
    weight = np.concatenate([np.full(len(one.right), 1 / len(one.right)) for one in groups]) / len(groups)

    def cost(weights: NDArray[np.float64]) -> float:
        chance = rows.chances(weights)
        likely = np.where(rows.right, np.log(chance), np.log1p(-chance))
        return float(-(likely * weight).sum() + STAY * ((weights - NOW) ** 2).sum())

    return np.asarray(minimize(cost, NOW, method="L-BFGS-B", options={"maxiter": 200}).x)


def agreed(strange: list[Rows], known: list[Rows]) -> NDArray[np.float64]:
    """The weights under which it is likeliest which of these sets are known; strange and known ones count alike."""
    told = [np.unique(joined(some).of_both, axis=0) for some in (strange, known)]

    def cost(weights: NDArray[np.float64]) -> float:
        odds = [weights[0] + rows @ weights[1:] for rows in told]
        missed = [np.logaddexp(0, way * one).mean() for way, one in zip((1, -1), odds, strict=True)]
        return float(sum(missed) + STAY * ((weights[1:] - AGREED[1:]) ** 2).sum())

    return np.asarray(minimize(cost, AGREED, method="BFGS").x)


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
    given = words.parse_args()
    eyes = Eyes()
    groups: dict[str, Rows] = {}
    for m, manner in enumerate(MANNERS):
        names = [f"{manner}-{FIRST + 100 * m + k}" for k in range(given.sets)]
        groups[manner] = drawn(eyes, names)
        print(f"{manner}: {len(groups[manner].right)} readings", flush=True)
    groups[NO_SET] = nothing(eyes, 2 * given.sets)
    known = [drawn(eyes, [name]) for name in FAMILIES if name not in HELD_OUT]
    photos = photographed(eyes, given.shared, given.every)
    half = len(MANNERS) / 2  # known sets count as much as unknown ones
    groups |= {f"families {k}": joined(known[k :: int(half)]) for k in range(int(half)) if known}
    groups |= {f"photographs {k}": joined(photos[k :: int(half)]) for k in range(int(half)) if photos[k :: int(half)]}
    groups = {name: rows for name, rows in groups.items() if len(rows.right)}
    weights = fitted(list(groups.values()))
    for name, rows in groups.items():
        print("now   ", said_of(name, rows, NOW))
        print("fitted", said_of(name, rows, weights))
    for manner in [m for m in MANNERS if m in groups] if given.check else ():
        without = fitted([rows for name, rows in groups.items() if name != manner])
        print("fitted without it", said_of(manner, groups[manner], without), flush=True)
    of_both = agreed(
        [groups[m] for m in MANNERS if m in groups], [r for n, r in groups.items() if n not in (*MANNERS, NO_SET)]
    )
    print(f"AGREED = np.array({np.round(of_both, 2).tolist()})")
    print(f"FAMILIAR = np.array({np.round(weights[: len(FAMILIAR)], 2).tolist()})")
    print(f"RIGHT = np.array({np.round(weights[len(FAMILIAR) :], 2).tolist()})")


if __name__ == "__main__":
    main()
