"""How much the second opinion is heard and how sure it is let be; after `vision.training.publish second`.

    python -m vision.training.temperature

draws tiles of the families that training never saw (`HELD_OUT`), small and seen near by, and what lies beside them, and
chooses the share and what the network's logits are divided by, so that the built-in set reads them with the least loss.
"""

import argparse
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS
from vision.read.finder import Finder
from vision.read.reader import Reader, SecondOpinion, opinion, weighed
from vision.training.afar import Pairs, from_table
from vision.training.crops import AT_THE_TABLE, from_scene
from vision.training.prototypes import TEMPERATURES, held_out, looked_at, loss
from vision.training.publish import MODELS, read_head, write_head

NEAR = (AT_THE_TABLE[1], 80.0)  # pixels, the width of a tile in a photograph
SPOILED = 0.35  # so many of the drawn tables are seen by a bad camera
SHARES = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def tiles(count: int, seed: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """So many crops of tiles of families that training never saw, and what they show: three of four as small as at the
    table, a third of these side by side; all others of whole scenes with what is no tile."""
    rng, pairs, some, finder = np.random.default_rng(seed), Pairs(), held_out(), Finder()
    while len(pairs.into.crops) < count:
        deck = some[int(rng.integers(len(some)))]
        if len(pairs.into.crops) < count / 4:
            from_table(rng, deck, pairs, SPOILED)
        else:
            size = AT_THE_TABLE if len(pairs.into.crops) < 3 * count / 4 else NEAR
            from_scene(rng, deck, pairs.into, finder, rng.uniform(*size))
    return np.stack(pairs.into.crops), np.array([label[0] for label in pairs.into.labels], np.int64)


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--crops", type=int, default=8000)
    words.add_argument("--seed", type=int, default=8)
    given = words.parse_args()
    cv2.setNumThreads(1)
    reader, other = Reader(), SecondOpinion()
    crops, truth = tiles(given.crops, given.seed)
    first, points = looked_at(reader, crops)
    second = other.logits(crops)

    def cost(share: float, temperature: float) -> float:
        both = weighed(first, second * (reader.temperature / temperature), share, reader.temperature)
        return loss((both, points), truth, reader.tile_set, reader.temperature)

    share, temperature = min(product(SHARES, TEMPERATURES), key=lambda pair: cost(*pair))
    write_head(MODELS / "second.md", read_head(MODELS / "second.md") | {"share": share, "temperature": temperature})
    both = weighed(first, second * (reader.temperature / temperature), share, reader.temperature)
    real = truth < N_KINDS
    for name, logits in (("the reader alone", first), ("with the second opinion", both)):
        log_p = opinion(logits, points, reader.tile_set, reader.temperature)
        right = log_p[:, :N_KINDS].argmax(1) == truth
        sure = log_p[:, :N_KINDS].max(1) > np.log(0.9)
        print(
            f"{name}: right {right[real].mean():.3f} of {real.sum()}; sure of {sure[real].sum()}, wrong "
            f"{(sure & ~right)[real].sum()}; taken for a tile for sure {sure[~real].sum()} of {(~real).sum()} that are "
            f"none; loss {loss((logits, points), truth, reader.tile_set, reader.temperature):.3f}"
        )
    print(f"share {share}, temperature {temperature}")


if __name__ == "__main__":
    main()
