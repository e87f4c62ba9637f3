"""What the eyes get wrong, as one picture: our own drawn tables, of sets that training never saw.

    python -m tests.bench.mistakes --pictures 12 --out docs/mistakes.jpg

Each cutting says what the tile is and what it was read as; "not seen" and "no tile" are the finder's mistakes. The
first are those of the highest confidence.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS, Tile, code
from tests.bench.accuracy import boxes_of, matched
from vision.eyes import Eyes
from vision.synthetic.faces.families import HELD_OUT
from vision.synthetic.stills import render_still

SIDE, AROUND = 150, 1.3  # pixels of a cutting; how far around a tile it reaches, in its lengths
COLUMNS, ROWS = 8, 5


@dataclass(frozen=True, slots=True)
class Mistake:
    """A cutting (SIDE, SIDE, 3) BGR, what is written under it, and how sure the eyes were (0..1)."""

    cutting: NDArray[np.uint8]
    words: str
    sure: float


def cutting(image: NDArray[np.uint8], box: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The surroundings of a box (4,), grown or shrunk to SIDE."""
    middle, reach = (box[:2] + box[2:]) / 2, AROUND * max(box[2:] - box[:2]) / 2 * 1.4
    scale = SIDE / (2 * reach)
    moved = np.array([[scale, 0, SIDE / 2 - scale * middle[0]], [0, scale, SIDE / 2 - scale * middle[1]]])
    return np.asarray(cv2.warpAffine(image, moved, (SIDE, SIDE), flags=cv2.INTER_AREA), np.uint8)


def mistakes(eyes: Eyes, family: str, seed: int) -> tuple[list[Mistake], int]:
    """Those of one picture of 1920 x 1080, and how many tiles were to be read in it."""
    still = render_still(seed, style=family, moment=(0.5, 1.0)[seed % 2], hands=0)
    plain = [t.face_up and t.occluded <= 0.35 and t.facing > 0.3 for t in still.tiles]
    clear = [t for t, shown in zip(still.tiles, plain, strict=True) if shown]
    other = [t.quad for t, shown in zip(still.tiles, plain, strict=True) if not shown and t.region != "wall"]
    truth = boxes_of(np.array([t.quad for t in clear]).reshape(-1, 4, 2))
    seen = eyes.sight(still.image)
    sure = np.exp(seen.log_p[:, :N_KINDS].max(1))
    which = matched(boxes_of(seen.quads), sure, truth, boxes_of(np.array(other).reshape(-1, 4, 2)))
    found = []
    for k, w in enumerate(which):
        face = Tile(int(seen.log_p[k, :N_KINDS].argmax()))
        if w == -1:
            shown = cutting(still.image, boxes_of(seen.quads[k : k + 1])[0])
            found.append(Mistake(shown, f"no tile, read {code(face)}", float(sure[k])))
        elif w >= 0 and clear[w].tile is not face:
            shown = cutting(still.image, truth[w])
            found.append(Mistake(shown, f"{code(clear[w].tile)} read {code(face)}", float(sure[k])))
    for w in set(range(len(clear))) - set(which.tolist()):
        found.append(Mistake(cutting(still.image, truth[w]), f"{code(clear[w].tile)} not seen", 0.5))
    return found, len(clear)


def sheet(shown: list[Mistake]) -> NDArray[np.uint8]:
    """The cuttings in rows with their words."""
    rows = max(1, -(-len(shown) // COLUMNS))
    out = np.full((rows * (SIDE + 24), COLUMNS * SIDE, 3), 255, np.uint8)
    for k, one in enumerate(shown):
        y, x = k // COLUMNS * (SIDE + 24), k % COLUMNS * SIDE
        out[y : y + SIDE, x : x + SIDE] = one.cutting
        words = f"{one.words} {one.sure:.2f}"
        cv2.putText(out, words, (x + 4, y + SIDE + 16), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (0, 0, 0), 1, cv2.LINE_AA)
    return out


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--pictures", type=int, default=12, help="of each held-out set")
    words.add_argument("--out", type=Path, default=Path("docs/mistakes.jpg"))
    given = words.parse_args()
    eyes = Eyes()
    all_of_them: list[Mistake] = []
    for family in sorted(HELD_OUT):
        of_set: list[Mistake] = []
        tiles = 0
        for k in range(given.pictures):
            found, n = mistakes(eyes, family, 9200 + k)
            of_set, tiles = of_set + found, tiles + n
        print(f"{family}: {len(of_set)} mistakes in {tiles} tiles of {given.pictures} pictures", flush=True)
        all_of_them += sorted(of_set, key=lambda m: -m.sure)[: COLUMNS * ROWS // len(HELD_OUT)]
    cv2.imwrite(str(given.out), sheet(all_of_them), [cv2.IMWRITE_JPEG_QUALITY, 82])


if __name__ == "__main__":
    main()
