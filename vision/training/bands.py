"""Teaches the network that lays quads on tiles of unknown sets, with the coloured bands at their edges.

    python -m vision.training.gather --stock training/stock
    python -m vision.training.patches --out training/patches --ahead 1      # stop it when it waits
    python -m vision.training.resume corners
    python -m vision.training.bands --minutes 40 --stock training/stock     # stop and start again as you like
    python -m vision.training.publish bands

It begins with what the corner network (`vision.training.corners`) sees in a crop, and sees farther. A header or a strip
of colour at a tile's edge is no part of the tile to the finder; so tiles are cut out without such a band, and the
network is to say where the tile really ends. Designers' sets are drawn anew all the time, most of them with bands; half
of the scenes are of others.
"""

import argparse
from pathlib import Path

import numpy as np
import torch

from vision.arrays import Drawn
from vision.read.corners import EXACT, WIDER
from vision.read.crops import cut, grown, sizes
from vision.training.corners import PEAK_RATE, Floats, Samples, hasty, learn, told
from vision.training.edges import BANDS, shorn
from vision.training.facebank import sets_for_finding
from vision.training.laid import lay
from vision.training.nets import CornersNet
from vision.training.patches import PATCH, draw_patch, tile_width
from vision.training.printed import Printed
from vision.training.stock import LEARNED, designed, flock, gathered

FIRST = 90_000  # the number of the first set
BANDED = ("header", "strip", "strip")  # manners with bands, drawn oftener
WINDOW, BEGIN, NEW = 300, 40, 2  # sets at hand, before the first tile, and drawn anew each time
BOXES, FLAT, WIDEST = 30, 36, 90.0  # scenes of boxes and of flat sheets each time; pixels of a tile in the latter
ANYWHERE = ((0, 1, 2, 3), 0.05, 0.25)
SQUARE = 0.04  # by so much the sides of a tile are mistaken where it is asked which is the longer
CUT, CUT_ANYWHERE = 0.6, 0.12  # how often a tile is taken without its band, and without a part that is none
MOST = 0.95 * WIDER.around  # what the network is to say at most: what lies farther is told by a second look


class Drawing:
    """Scenes of designers' sets, most of them with bands, and of others."""

    def __init__(self, stock: Path, shared: Path, folder: Path) -> None:
        self._stock, self._flock = gathered(stock), flock(stock)
        self._others = sets_for_finding(shared, folder)
        self._sets = list[tuple[str, list[Drawn]]]()
        self._number = FIRST
        self._more(np.random.default_rng(FIRST), BEGIN)

    def _more(self, rng: np.random.Generator, sets: int) -> None:
        for _ in range(sets):
            manner = str(rng.choice(BANDED)) if rng.random() < 0.7 else LEARNED[self._number % len(LEARNED)]
            for faces in designed([Printed(manner, self._number, self._stock, self._flock)]).values():
                self._sets.append((manner, [picture for pictures in faces.values() for picture in pictures]))
            self._number += 1
        del self._sets[:-WINDOW]

    def _faces(self, rng: np.random.Generator, share: float) -> tuple[str, list[Drawn]]:
        """A set: a designer's this often, and its manner then."""
        if rng.random() < share:
            return self._sets[int(rng.integers(len(self._sets)))]
        return "", self._others[int(rng.integers(len(self._others)))]

    def samples(self, rng: np.random.Generator) -> Samples:
        """What is to be learned next."""
        self._more(rng, NEW)
        crops, says = list[Drawn](), list[Floats]()
        for k in range(BOXES + FLAT):
            manner, faces = self._faces(rng, 0.45 if k < BOXES else 0.75)
            if k < BOXES:
                patch = draw_patch(rng, faces)
                image, quads = patch.image, patch.quads
            else:
                image, quads, _ = lay(rng, faces, min(tile_width(rng), WIDEST))
            for quad in quads:
                if quad.min() < -2 or quad.max() > PATCH + 2:
                    continue
                held, laid = self._taken(rng, quad, manner)
                crops.append(cut(image, grown(laid, WIDER.around)[None], WIDER.size)[0])
                says.append(np.clip(told(held, laid), -MOST, MOST))
        return np.stack(crops), np.stack(says).astype(np.float32)

    def _taken(self, rng: np.random.Generator, quad: Floats, manner: str) -> tuple[Floats, Floats]:
        """A tile's quad, either end up, and as a finder lays it that leaves out a band."""
        part = quad
        if manner in BANDS and rng.random() < CUT:
            part = self._cut(rng, quad, BANDS[manner])
        elif rng.random() < CUT_ANYWHERE:
            part = self._cut(rng, quad, ANYWHERE)
        wide, tall = sizes(part[None].astype(np.float32))[0]
        across = wide > tall * np.exp(rng.normal(0, SQUARE))  # what is left of it looks as if it lay so
        turn = 2 * int(rng.integers(2)) + int(across)
        return np.roll(quad, turn, 0), hasty(rng, np.roll(part, turn, 0))

    @staticmethod
    def _cut(rng: np.random.Generator, quad: Floats, band: tuple[tuple[int, ...], float, float]) -> Floats:
        sides, least, most = band
        return shorn(quad, int(rng.choice(sides)), rng.uniform(least, most))


def begun(corners: Path) -> CornersNet:
    """A network that says of the middle of its crops what the corner network of a saved state says of its own."""
    net, kept = CornersNet(WIDER.size), torch.load(corners, weights_only=True)["smooth"]
    (few, many), (low, high) = EXACT.size, WIDER.size
    old = kept["wide.0.weight"].reshape(len(kept["wide.0.weight"]), -1, many // 8, few // 8)
    new = torch.zeros(*old.shape[:2], high // 8, low // 8)
    down, beside = (new.shape[2] - old.shape[2]) // 2, (new.shape[3] - old.shape[3]) // 2
    new[:, :, down : down + old.shape[2], beside : beside + old.shape[3]] = old
    net.load_state_dict(kept | {"wide.0.weight": new.flatten(1)})
    return net


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--minutes", type=float, default=40.0)
    words.add_argument("--rate", type=float, default=PEAK_RATE / 4)
    words.add_argument("--seed", type=int, default=3)
    words.add_argument("--stock", type=Path, default=Path("training/stock"))
    words.add_argument("--shared", type=Path, default=Path("../shared"))
    words.add_argument("--folder", type=Path, default=Path("training"))
    words.add_argument("--save", type=Path, default=Path("training/bands.pt"))
    words.add_argument("--corners", type=Path, default=Path("training/corners.pt"))
    given = words.parse_args()
    net = CornersNet(WIDER.size) if given.save.exists() else begun(given.corners)
    learn(given, net, Drawing(given.stock, given.shared, given.folder).samples)


if __name__ == "__main__":
    main()
