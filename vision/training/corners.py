"""Teaches the network that lays a found tile's quad exactly on its corners.

    python -m vision.training.patches --out training/patches --ahead 60     # draws; stop it when it waits
    python -m vision.training.corners --minutes 25                          # learns; stop and start again as you like

The patches of the finder are used and left where they are. Every tile in them is cut out as a hasty finder would lay
it: off in place, size, turn and slant by a few hundredths of its width. Writes `training/corners.pt`, to go on from and
to publish (`vision.training.publish`).
"""

import argparse
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.arrays import Drawn
from vision.read.corners import EXACT
from vision.read.crops import cut, grown
from vision.training.nets import CornersNet
from vision.training.patches import PATCH
from vision.training.trainer import Trainer

Floats = NDArray[np.float64]
Samples = tuple[NDArray[np.uint8], NDArray[np.float32]]
"""Crops (n, h, w, 3) BGR and what is to be said of them (n, 8)."""

BATCH = 128
PEAK_RATE = 2e-3
BEYOND = 0.12  # of the quads: with what lies beside the tile, as pale tiles on pale print are found


def hasty(rng: np.random.Generator, quad: Floats) -> Floats:
    """The quad as a finder lays it: a parallelogram a few hundredths off in every way, either end up."""
    middle = quad.mean(0)
    across = (quad[1] + quad[2] - quad[0] - quad[3]) / 4
    along = (quad[2] + quad[3] - quad[0] - quad[1]) / 4
    # the first: as a first look leaves it for a second; the last: as a dark tile on a dark cloth is found
    off = float(rng.choice([0.3, 1.0, 2.0, 3.0], p=[0.35, 0.4, 0.18, 0.07]))
    width = 2 * float(np.linalg.norm(across))

    def turned(v: Floats, a: float) -> Floats:
        c, s = np.cos(a), np.sin(a)
        return np.array([v[0] * c - v[1] * s, v[0] * s + v[1] * c])

    whole = rng.normal(0, 0.04) * off
    across = turned(across, whole + rng.normal(0, 0.03) * off) * np.exp(rng.normal(-0.02, 0.05) * off)
    along = turned(along, whole + rng.normal(0, 0.03) * off) * np.exp(rng.normal(-0.02, 0.05) * off)
    middle = middle + rng.normal(0, 0.045, 2) * width * off
    if rng.random() < BEYOND:
        axis, by = (across, along)[int(rng.integers(2))], float(rng.uniform(0.1, 0.45))
        middle = middle + axis * by * float(rng.choice([-1.0, 1.0]))
        axis *= 1 + by
    return np.array(
        [middle - across - along, middle + across - along, middle + across + along, middle - across + along]
    )


def told(quad: Floats, laid: Floats) -> Floats:
    """What the network is to say (8,): the corners of `quad` in the frame of `laid`, less where `laid` has them."""
    frame = cv2.getPerspectiveTransform(laid.astype(np.float32), np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32))
    places = cv2.perspectiveTransform(quad[None], frame)[0]
    return np.asarray((places - [[0, 0], [1, 0], [1, 1], [0, 1]]).reshape(-1))


def samples(folder: Path, rng: np.random.Generator, shards: int) -> Samples:
    """Crops (n, 64, 48, 3) BGR and what is to be said of them (n, 8), from a few shards picked by chance."""
    crops: list[Drawn] = []
    says: list[Floats] = []
    files = sorted(folder.glob("*.npz"))
    for k in rng.permutation(len(files))[:shards]:
        with np.load(files[int(k)]) as data:
            images, quads = data["image"], data["quads"].astype(np.float64)
        for image, mine in zip(images, quads, strict=True):
            for quad in mine[~np.isnan(mine[:, 0, 0])]:
                if quad.min() < -2 or quad.max() > PATCH + 2:
                    continue
                held = np.roll(quad, 2, 0) if rng.random() < 0.5 else quad
                laid = hasty(rng, held)
                crops.append(cut(image, grown(laid, EXACT.around)[None], EXACT.size)[0])
                says.append(told(held, laid))
    return np.stack(crops), np.stack(says).astype(np.float32)


def learn(given: argparse.Namespace, net: CornersNet, drawn: Callable[[np.random.Generator], Samples]) -> None:
    """Teaches a network what is drawn until the minutes are up, saving as it goes; where something was saved it goes on
    from that."""
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    trainer, average = Trainer(net, given), 0.05
    rng = trainer.rng
    while not trainer.done():
        crops, says = drawn(rng)
        order = rng.permutation(np.repeat(np.arange(len(crops)), 3))
        for start in range(0, len(order) - BATCH, BATCH):
            rows = order[start : start + BATCH]
            held, want = crops[rows], says[rows].reshape(-1, 4, 2)
            if rng.random() < 0.5:  # mirrored
                held, want = held[:, :, ::-1], (want * [-1, 1])[:, [1, 0, 3, 2]]
            gain = np.exp(rng.normal(0, 0.12, (len(rows), 1, 1, 1)) + rng.normal(0, 0.04, (len(rows), 1, 1, 3)))
            x: Tensor = torch.from_numpy((held[..., ::-1] * (gain / 255)).clip(0, 1).astype(np.float32)).permute(
                0, 3, 1, 2
            )
            net.train()
            out = net(x.contiguous(memory_format=torch.channels_last))
            wanted = torch.from_numpy(np.ascontiguousarray(want.reshape(-1, 8), np.float32))
            trainer.learn(nn.functional.smooth_l1_loss(out, wanted, beta=0.02))
            average = 0.99 * average + 0.01 * float((out.detach() - wanted).abs().mean())
            if trainer.done():
                break
        trainer.keep()
        print(f"{trainer.pace}, a corner is off by {average:.4f} of the tile", flush=True)


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--minutes", type=float, default=25.0)
    words.add_argument("--rate", type=float, default=PEAK_RATE)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--shards", type=int, default=4, help="shards taken in at a time")
    words.add_argument("--patches", type=Path, default=Path("training/patches"))
    words.add_argument("--save", type=Path, default=Path("training/corners.pt"))
    given = words.parse_args()
    learn(given, CornersNet(EXACT.size), lambda rng: samples(given.patches, rng, given.shards))


if __name__ == "__main__":
    main()
