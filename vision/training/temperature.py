"""How sure the reader of small tiles is let be, after `vision.training.publish small`.

    python -m vision.training.temperature

draws small tiles of the families that training never saw (`HELD_OUT`) and chooses what the network's logits are divided
by, so that the built-in set reads them with the least loss.
"""

import argparse

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS
from vision.read.reader import Reader, opinion
from vision.training.afar import Pairs, from_table
from vision.training.crops import AT_THE_TABLE
from vision.training.prototypes import TEMPERATURES, Looked, held_out, looked_at, loss
from vision.training.publish import MODELS, read_head, write_head

SPOILED = 0.35  # so many of the drawn tables are seen by a bad camera


def small_tiles(count: int, seed: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """So many crops of tiles of families that training never saw, as small as at the table, and what they show."""
    rng, pairs, some = np.random.default_rng(seed), Pairs(), held_out()
    while len(pairs.into.crops) < count:
        from_table(rng, some[int(rng.integers(len(some)))], pairs, SPOILED)
    return np.stack(pairs.into.crops), np.array([label[0] for label in pairs.into.labels], np.int64)


def said(reader: Reader, crops: NDArray[np.uint8]) -> Looked:
    """What the reader says of small tiles, both ways up averaged."""
    return looked_at(reader, crops, AT_THE_TABLE[0])


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--crops", type=int, default=4000)
    words.add_argument("--seed", type=int, default=8)
    given = words.parse_args()
    cv2.setNumThreads(1)
    head, reader = read_head(MODELS / "small.md"), Reader()
    crops, truth = small_tiles(given.crops, given.seed)
    logits, points = said(reader, crops)
    logits *= head["temperature"] / reader.temperature  # as the network said them
    costs = [loss((logits, points), truth, reader.tile_set, one) for one in TEMPERATURES]
    head["temperature"] = TEMPERATURES[int(np.argmin(costs))]
    write_head(MODELS / "small.md", head)
    log_p = opinion(logits, points, reader.tile_set, head["temperature"])
    right = (log_p[:, :N_KINDS].argmax(1) == truth).mean()
    near = opinion(*looked_at(reader, crops), reader.tile_set, reader.temperature)
    before = (near[:, :N_KINDS].argmax(1) == truth).mean()
    print(
        f"temperature {head['temperature']}; unseen families, small: right {right:.3f} of {len(truth)} "
        f"(the other reader {before:.3f}), loss {min(costs):.3f}"
    )


if __name__ == "__main__":
    main()
