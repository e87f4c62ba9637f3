"""What is taken for tiles on printed mats, and which tiles are found there.

    python -m tests.bench.mats [--tables 24] [--shared ../shared]

Mats that no training drew (`vision.synthetic.mats`), each bare and in play with a family that no training saw; then,
where they are at hand, the printed and bare mats and the other tables of `../shared/scenes`. A line a group: tiles,
found, read right of all, and how many other things are taken for tiles, with the built-in set and with its own, as
`fifthseat see` sees a photograph without markers.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from engine.tile import N_KINDS, Tile, read_tile
from tests.bench.accuracy import boxes_of, matched
from tests.bench.clips import own_set
from tests.bench.household import enrolled
from vision.arrays import Image, Quads
from vision.eyes import Eyes
from vision.read.tileset import TileSet
from vision.synthetic.faces.families import HELD_OUT
from vision.synthetic.look import choose
from vision.synthetic.stills import still_of

FIRST = 97_000  # of the drawn tables: no other measurement and no training draws these
HIDDEN = 0.35  # part of a tile's face that may be covered or burnt out


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture, the quads (k, 4, 2) and kinds of the tiles that can be read in it, quads (m, 4, 2) that count neither
    way, and its household's set."""

    group: str
    image: Image
    quads: Quads
    tiles: tuple[Tile, ...]
    other: Quads
    own: TileSet | None


def _quads(some: list[object]) -> Quads:
    return np.array(some, np.float32).reshape(-1, 4, 2)


def drawn(tables: int) -> Iterator[Shown]:
    """Mats as they lie bare, and with a game on them."""
    for k in range(tables):
        look = replace(choose(FIRST + k, f"{HELD_OUT[k % 2]}+mat", (1920, 1080)), markers=False)
        own = enrolled(look).tile_set
        for name, moment in (("drawn mats, bare", 0.0), ("drawn mats, in play", 0.8)):
            still = still_of(look, moment, 0)
            shown = [t.face_up and max(t.occluded, t.burnt) <= HIDDEN and t.facing > 0.3 for t in still.tiles]
            clear = [t for t, ok in zip(still.tiles, shown, strict=True) if ok]
            other = [t.quad for t, ok in zip(still.tiles, shown, strict=True) if not ok]
            quads, tiles = _quads([t.quad for t in clear]), tuple(t.tile for t in clear)
            yield Shown(name, still.image, quads, tiles, _quads(list(other)), own)


def shared(scenes: Path, kept: Path) -> Iterator[Shown]:
    """The rendered tables that are at hand; their sets are kept in a folder."""
    sheets = {path.name: path for path in sorted(scenes.glob("*/sheets/*")) if path.is_dir()}
    for folder in ("dev2/bare", "dev2/mats", "dev2/stills", "dev2/heap", "dev2/lamp", "dev/stills"):
        for path in sorted((scenes / folder).glob("*.json")):
            told = json.loads(path.read_text(encoding="utf-8"))
            image = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
            well = [max(t["occluded"], t.get("clipped", 0)) <= HIDDEN for t in told["tiles"]]
            clear = [t for t, ok in zip(told["tiles"], well, strict=True) if ok]
            other = [t["quad"] for t, ok in zip(told["tiles"], well, strict=True) if not ok]
            quads, tiles = _quads([t["quad"] for t in clear]), tuple(read_tile(t["cls"]) for t in clear)
            other += [t["quad"] for t in told.get("concealed", [])]
            yield Shown(
                f"{folder} {told['set']}", image, quads, tiles, _quads(other), own_set(sheets[told["set"]], kept)
            )


def counted(eyes: Eyes, one: Shown, tiles: TileSet | None) -> np.ndarray:
    """Of one picture read with a set: how many tiles there are, are found and are read right, and how many other things
    are taken for tiles."""
    eyes.use(tiles)
    seen = eyes.sight_photo(one.image)
    which = matched(boxes_of(seen.quads), seen.best, boxes_of(one.quads), boxes_of(one.other))
    read = seen.log_p[:, :N_KINDS].argmax(1)
    right = sum(one.tiles[k] == face for k, face in zip(which, read, strict=True) if k >= 0)
    return np.array([len(one.tiles), (which >= 0).sum(), right, (which == -1).sum()])


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tables", type=int, default=24)
    words.add_argument("--shared", type=Path, default=Path("../shared"))
    given = words.parse_args()
    eyes, counts = Eyes(), defaultdict(lambda: np.zeros(4, int))
    with TemporaryDirectory() as folder:
        for one in chain(drawn(given.tables), shared(given.shared / "scenes", Path(folder))):
            for named, tiles in (("built-in", None), ("own", one.own)):
                counts[one.group, named] += counted(eyes, one, tiles)
    for (group, named), (there, found, right, others) in sorted(counts.items()):
        of = max(1, there)
        print(f"{group:20} {named:8} {there:5} tiles, found {found / of:.3f}, right {right / of:.3f}, others {others}")


if __name__ == "__main__":
    main()
