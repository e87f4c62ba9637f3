"""How the eyes do on sets that no reader learned, with what is shipped alone.

    python -m tests.bench.unseen [--sets 4] [--first 5000] [--only manners|photographs] [--stock FOLDER]

Designers' sets are drawn (`vision.synthetic.faces.designer`), `--sets` of each manner, and laid out as a photograph of
one of each kind. No such set was learned from; of the manners `UNLEARNED` none was, of the others sets with other
fonts, pictures and colours were: each has a line of its own in the end. `--stock` prints the sets with those fonts and
pictures of a developer's stock that training leaves out (`vision.training.stock.kept_back`). Photographs of `../shared`
are taken by maker, where they are at hand. A line a manner or maker: tiles, found, read right of the found, how sure on
average, expected calibration error in ten bins, readings above .9 and how many of them are wrong; each before and after
doubt (`vision.judge.doubt`). Of drawn sets also how many are right once the questions that are asked of such a set,
three at most, are truly answered (`vision.follow.asking`), and how the worst set fares. Other recognisers can be run on
the same pictures: `--keep FOLDER` writes them, each with its truth.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS, Tile, code
from tests.bench.accuracy import Boxes, boxes_of, matched, photographs
from tests.bench.self_naming import Played, learned
from tests.tiles_laid import laid_out, whole_set
from vision.arrays import Image
from vision.eyes import Eyes
from vision.judge.evidence import Judged
from vision.synthetic.faces import catalogue as faces
from vision.synthetic.faces.designer import MANNERS, UNLEARNED, Designed
from vision.synthetic.faces.families import HELD_OUT

WIDTHS = (26, 34, 44, 60)  # of a tile, pixels
FIRST = 5000  # the number of the first set, unless another is given: no test and no training draws these
SURE = 0.9


@dataclass(slots=True)
class Readings:
    """Of one picture: how many tiles there are, and of those found how sure each is read before and after doubt (n,),
    and whether it is right (n,); how many are once questions are answered, where they are asked."""

    tiles: int
    before: NDArray[np.float64]
    after: NDArray[np.float64]
    right: NDArray[np.bool_]
    answered: int | None = None


def readings(
    eyes: Eyes, found: Judged, which: NDArray[np.int64], tiles: list[Tile], image: Image | None = None
) -> Readings:
    """Of what was found in a picture, which may be at hand; `which` truth each find is, or less than 0."""
    mine, (together, believed) = (
        which[eyes.as_known(found)[0].kept()],
        (seen.log_p for seen in eyes.together(found, image)),
    )
    read = together[:, :N_KINDS].argmax(1)
    real = mine >= 0
    right = np.array([tiles[k] == Tile(int(face)) for k, face in zip(mine[real], read[real], strict=True)], bool)
    sure = [np.exp(p[real, :N_KINDS].max(1, initial=-np.inf)).astype(np.float64) for p in (together, believed)]
    return Readings(len(tiles), sure[0], sure[1], right)


def answered(eyes: Eyes, found: Judged, which: NDArray[np.int64], tiles: list[Tile], image: Image) -> int:
    """How many of what was found in a picture are right once the questions about their set are answered."""
    thought, _ = eyes.as_known(found)
    real = np.flatnonzero(thought.kept() & (which >= 0))
    seen, shown = eyes.by_themselves(thought.take(real), image)
    truth = np.array([int(tiles[k]) for k in which[real]], np.int64)
    points, log_p = (np.asarray(part, np.float64) for part in (seen.points, seen.log_p))
    return int(learned(eyes, Played(points, log_p, shown.crops, truth)).right[-1])


def drawn(eyes: Eyes, family: str, seed: int, keep: Path | None) -> Readings:
    """One of each kind of a family, laid out."""
    turn = float(np.random.default_rng(seed).uniform(-20, 20))
    image, quads, tiles = laid_out(family, whole_set(), WIDTHS[seed % len(WIDTHS)], turn, seed=seed)
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(keep / f"{family}.png"), image)
        truth = [{"face": code(tile), "quad": quad.tolist()} for tile, quad in zip(tiles, quads, strict=True)]
        (keep / f"{family}.json").write_text(json.dumps({"tiles": truth}), encoding="utf-8")
    found = eyes.judge(image, eyes.finder.find(image))
    none: Boxes = np.zeros((0, 4))
    which = matched(
        boxes_of(found.finds.quads), found.finds.scores * eyes.as_known(found)[0].kept(), boxes_of(quads), none
    )
    seen = readings(eyes, found, which, tiles, image)
    return replace(seen, answered=answered(eyes, found, which, tiles, image))


def printed_with(stock: Path, sets: int, first: int) -> None:
    """Makes the benchmark's sets known as sets printed with what training leaves out of a developer's stock."""
    from vision.training.stock import gathered

    kept = gathered(stock, kept=True)
    for m, manner in enumerate(MANNERS):
        for number in range(first + 100 * m, first + 100 * m + sets):
            faces.register(f"{manner}-{number}", Designed(manner, number, kept))


def manners(eyes: Eyes, sets: int, first: int, keep: Path | None) -> Iterator[tuple[str, list[Readings]]]:
    """The sets of each manner, and the classic families that were held out."""
    for m, manner in enumerate(MANNERS):
        names = [f"{manner}-{first + 100 * m + k}" for k in range(sets)]
        yield manner, [drawn(eyes, name, 10 * m + k, keep) for k, name in enumerate(names)]
    yield "classic, held out", [drawn(eyes, name, k, keep) for k, name in enumerate(sorted(HELD_OUT))]


def makers(eyes: Eyes, shared: Path, every: int) -> Iterator[tuple[str, list[Readings]]]:
    """Photographs by whose tiles they show."""
    for name, group in sorted(photographs(eyes, shared, every).items()):
        yield f"photographs, {name}", [readings(eyes, one.found, one.which, one.tiles) for one in group.looks]


def calibration_error(sure: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """How far certainty and right readings lie apart, in ten bins."""
    bins = np.minimum((sure * 10).astype(int), 9)
    return float(
        sum(abs(sure[bins == b].mean() - right[bins == b].mean()) * (bins == b).mean() for b in np.unique(bins))
    )


def line(name: str, all_read: list[Readings]) -> str:
    """What is said of a manner or maker."""
    right = np.concatenate([one.right for one in all_read])
    tiles = sum(one.tiles for one in all_read)
    said = (
        f"{name:34s} {tiles:5d} tiles, found {len(right) / max(1, tiles):.3f}, right {right.mean():.3f} of {len(right)}"
    )
    for when in ("before", "after"):
        sure = np.concatenate([getattr(one, when) for one in all_read])
        above = sure > SURE
        said += f" | {when} {sure.mean():.2f} ECE {calibration_error(sure, right):.3f}"
        said += f" sure {above.sum()}, wrong {(above & ~right).sum()}"
    asked = [(one.right, one.answered) for one in all_read if one.answered is not None]
    if asked:
        share = sum(count for _, count in asked) / max(1, sum(len(right) for right, _ in asked))
        first = min(right.sum() / max(1, len(right)) for right, _ in asked)  # where nothing is found nothing is right
        last = min(count / max(1, len(right)) for right, count in asked)
        said += f" | answered, right {share:.3f}; worst set {first:.2f}, answered {last:.2f}"
    return said


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--sets", type=int, default=4)
    words.add_argument("--first", type=int, default=FIRST, help="the number of the first set")
    words.add_argument("--only", choices=["manners", "photographs"], default=None)
    words.add_argument("--every", type=int, default=8, help="look at one photograph in so many")
    words.add_argument("--shared", type=Path, default=Path("../shared"))
    words.add_argument("--stock", type=Path, default=None, help="what vision.training.gather fetched")
    words.add_argument("--keep", type=Path, default=None)
    given = words.parse_args()
    eyes = Eyes()
    if given.stock is not None:
        printed_with(given.stock, given.sets, given.first)
    groups: dict[str, list[Readings]] = defaultdict(list)
    if given.only != "photographs":
        for name, some in manners(eyes, given.sets, given.first, given.keep):
            if name in MANNERS:
                groups["all manners"] += some
                groups[f"manners {'never ' if name in UNLEARNED else ''}learned"] += some
            print(line(name, some), flush=True)
        for name, some in groups.items():
            print(line(name, some), flush=True)
    if given.only != "manners" and given.shared.is_dir():
        for name, some in makers(eyes, given.shared, given.every):
            print(line(name, some), flush=True)


if __name__ == "__main__":
    main()
