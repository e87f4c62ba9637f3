"""Tiles as small as a camera above the table sees them, and what the reader says of the same tiles seen near by.

    python -m vision.training.afar --out training/afar --seed 1

For teaching the reader small tiles (`vision.training.reader --crops training/afar`). Writes shards as
`vision.training.crops` does, and beside them what the shipped reader says of each tile, both ways up averaged: `logits`
(n, 37) and `points` (n, 96), float16. Of tiles laid flat and of those in photographs it is shown the tile itself,
larger and unspoiled; of what is cut from whole scenes, and of what is no tile, the same crop.
"""

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import Tile
from vision.read.crops import LEARNED_MARGIN, MARGIN, cut, grown
from vision.read.finder import Finder
from vision.read.reader import ALONE, Reader
from vision.training.crops import (
    AT_THE_TABLE,
    SAME_BOTH_WAYS,
    Bin,
    Cuttings,
    Deck,
    decks,
    drawn_from,
    from_ground,
    from_scene,
    keep,
    odds_among,
    shaken,
    wanted,
)
from vision.training.laid import laid
from vision.training.photographs import photographs
from vision.training.prototypes import Looked, looked_at
from vision.training.spoiling import clear, spoil


class Pairs:
    """What a shard is made of while it grows: the crops, and the same tiles near by."""

    def __init__(self) -> None:
        self.into = Bin([], [])
        self._near: list[NDArray[np.uint8]] = []

    def beside(self, near: NDArray[np.uint8]) -> None:
        """The crop that was added last, as it is seen near by."""
        self._level(1)
        self._near.append(near)

    def _level(self, short: int = 0) -> None:
        """What was added without is as near as it gets."""
        self._near += self.into.crops[len(self._near) : len(self.into.crops) - short]

    def said(self, reader: Reader, each: int) -> Looked:
        """What the reader says of the first so many, near by."""
        self._level()
        return looked_at(reader, np.stack(self._near[:each]))


def from_table(rng: np.random.Generator, deck: Deck, pairs: Pairs, spoiled: float) -> None:
    """Cuts tiles that lie side by side, seen by a camera above the table, so often (0..1) a bad one."""
    order, wanted = drawn_from(rng, deck)
    made = laid(rng, wanted, rng.uniform(*AT_THE_TABLE), spoil if rng.random() < spoiled else clear)
    margin = rng.uniform(MARGIN, LEARNED_MARGIN)
    near = cut(made.sheet, grown(made.near, LEARNED_MARGIN))
    for k, quad in enumerate(made.quads):
        art, upside = int(order[made.which[k]]), int(rng.random() < 0.5)
        tile = Tile(deck.tiles[art])
        crop = cut(made.image, grown(shaken(rng, np.roll(quad, 2 * upside, 0)), margin)[None])[0]
        pairs.into.add(crop, int(tile), -1 if tile in SAME_BOTH_WAYS else upside, deck.number, art)
        pairs.beside(near[k])


def told(pairs: Pairs, reader: Reader, each: int, path: Path) -> None:
    """Writes a shard of so many crops and what the reader says of them near by."""
    logits, points = pairs.said(reader, each)
    keep(pairs.into, each, path, {"logits": logits.astype(np.float16), "points": points.astype(np.float16)})


def one_shard(
    rng: np.random.Generator, sets: tuple[list[Deck], NDArray[np.float64]], photos: Cuttings, given: argparse.Namespace
) -> Pairs:
    """Crops of drawn tables, scenes and photographs, as many as are wanted and a few more."""
    pairs, finder = Pairs(), Finder()
    while len(pairs.into.crops) < given.each:
        for _ in range(given.photos if len(photos) else 0):
            pairs.beside(photos.add_at(rng, pairs.into, rng.uniform(*AT_THE_TABLE)))
        if rng.random() < given.ground_share:
            from_ground(rng, pairs.into)
        deck = sets[0][int(rng.choice(len(sets[0]), p=sets[1]))]
        if rng.random() < given.laid_share:
            from_table(rng, deck, pairs, given.spoiled_share)
        else:
            from_scene(rng, deck, pairs.into, finder)
    return pairs


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--out", type=Path, default=Path("training/afar"))
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--each", type=int, default=4096, help="crops in a shard")
    words.add_argument("--ahead", type=int, default=10, help="shards to keep in hand")
    words.add_argument("--photos", type=int, default=6, help="tiles cut from photographs, a drawn table")
    words.add_argument("--laid-share", type=float, default=0.9, help="of the drawn tables, tiles side by side")
    words.add_argument("--ground-share", type=float, default=0.15, help="so often bare tables between them")
    words.add_argument("--spoiled-share", type=float, default=0.35, help="of these, seen by a bad camera")
    words.add_argument("--shared", type=Path, default=Path("../shared"), help="where art and photographs lie")
    words.add_argument("--folder", type=Path, default=Path("training"), help="where composed and mixed sets lie")
    given = words.parse_args()
    cv2.setNumThreads(1)
    some = decks(given.shared, given.folder)
    sets, photos, reader = (some, odds_among(some, 0.0)), Cuttings(photographs(given.shared / "photos")), Reader(ALONE)
    started = time.monotonic()
    for number, (rng, path) in enumerate(wanted(given.out, given.seed, given.ahead), start=1):
        told(one_shard(rng, sets, photos, given), reader, given.each, path)
        made = number * given.each
        print(f"{made} crops, {made / (time.monotonic() - started):.0f} a second", flush=True)


if __name__ == "__main__":
    main()
