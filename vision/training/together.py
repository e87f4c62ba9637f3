"""Teaches the network that reads the tiles of an unknown set together (`vision.read.together`).

    python -m vision.training.hands --pictures 6000         # pictures of many tiles of one set, as the eyes see them
    python -m vision.training.together --minutes 40         # stop and start again as you like
    python -m vision.training.publish together

The networks that read each tile by itself know the manners they learned better than those they will meet. So what they
say is spoilt as it is learned from: a drawing is misread alike on all of its tiles, a figure is not seen or taken for
another, or a network is not asked at all. What then still tells is how the tiles of a set sit with one another.
"""

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.tile import N_KINDS
from vision.arrays import Floats32
from vision.read.indices import GROUPS, NUMBERS
from vision.read.together import FEATURES, PAIRS, Shown, copies, features
from vision.training.nets import TogetherNet
from vision.training.trainer import Trainer

BATCH = 12  # pictures
PEAK_RATE = 1e-3
SAVED_EVERY, FRESH = 3.0, 500
READER, ALONE = slice(0, N_KINDS), slice(N_KINDS, 2 * N_KINDS)
WRITTEN = slice(2 * N_KINDS, 2 * N_KINDS + sum(n + 1 for n in GROUPS))
COUNTED = slice(WRITTEN.stop, WRITTEN.stop + NUMBERS + 1)
COPIES = 4  # told of each by `vision.read.together.copies`
COLOURED = slice(COUNTED.stop, FEATURES - COPIES)
UNASKED = ((READER, 0.2), (ALONE, 0.2), (WRITTEN, 0.07), (COUNTED, 0.1), (COLOURED, 0.1))
"""How often each part of what is told is left out."""
LEFT = 6  # tiles of a picture, where most are left out


@dataclass(frozen=True, slots=True)
class Picture:
    """The tiles of a picture: `features` of each (n, FEATURES) and of each two (n, n, PAIRS), and their kinds (n,)."""

    tiles: NDArray[np.float16]
    pairs: NDArray[np.float16]
    kinds: NDArray[np.int64]


def pictures_of(path: Path) -> list[Picture]:
    """All pictures of a file that `vision.training.hands` wrote."""
    out = []
    with np.load(path) as data:
        held = {name: data[name] for name in data.files}
    ends = np.cumsum(held["sizes"])
    for start, end in zip(ends - held["sizes"], ends, strict=True):
        row = {name: held[name][start:end] for name in held if name != "sizes"}
        kinds = row.pop("kinds").astype(np.int64)
        crops = row.pop("crops")
        told = features(Shown(**{name: value.astype(np.float32) for name, value in row.items()}, crops=crops))
        out.append(Picture(told[0].astype(np.float16), told[1].astype(np.float16), kinds))
    return out


def spoilt(rng: np.random.Generator, one: Picture) -> tuple[Floats32, Floats32, NDArray[np.int64]]:
    """Some tiles of a picture in any order, with what is told of them spoilt."""
    n = len(one.kinds)
    some = rng.permutation(n)
    if rng.random() < 0.4:
        some = some[: max(LEFT, int(n * rng.uniform(0.2, 1)))]
    tiles, kinds = one.tiles[some].astype(np.float32), one.kinds[some]
    for part, often in UNASKED:
        if rng.random() < often:
            tiles[:, part] = 0
    if rng.random() < 0.5:
        signs = slice(WRITTEN.start, COUNTED.stop)
        tiles[:, signs] = _overlooked(rng, tiles[:, signs], kinds)
    if rng.random() < 0.6:
        for part in (READER, ALONE):
            drawn = rng.random((N_KINDS, 1)) < rng.uniform(0.2, 1)  # which drawings are strange
            tiles[:, part] += (drawn * rng.normal(0, rng.uniform(0, 0.45), (N_KINDS, N_KINDS)))[kinds]
    if rng.random() < 0.5:
        tiles[:, : WRITTEN.start] += rng.normal(0, rng.uniform(0, 0.15), (len(kinds), WRITTEN.start))
    tiles[:, COLOURED] += rng.normal(0, 0.05, tiles[:, COLOURED].shape)
    pairs = one.pairs[np.ix_(some, some)].astype(np.float32)
    tiles[:, -COPIES:] = copies(pairs)
    return tiles, pairs, kinds


def _overlooked(rng: np.random.Generator, signs: Floats32, kinds: NDArray[np.int64]) -> Floats32:
    """What is written and counted on tiles (n, 34) of these kinds (n,), some of it not seen, or taken for what another
    tile bears; on all tiles of a kind alike, or on one."""
    worst, none = rng.uniform(0.2, 1.0), np.zeros(signs.shape[1])
    none[np.cumsum([*(n + 1 for n in GROUPS), NUMBERS + 1]) - 1] = 1
    alike = rng.beta(1, 2, (N_KINDS, 1))[kinds] * worst * 0.7
    other = signs[rng.integers(len(kinds), size=N_KINDS)][kinds]
    out = (1 - alike) * signs + alike * other
    lone = rng.beta(1, 1, (len(kinds), 1)) * worst
    taken = rng.random((len(kinds), 1)) < 0.25
    mixed = out[rng.integers(len(kinds), size=len(kinds))]
    return np.asarray(np.where(taken, (1 - 0.7 * lone) * out + 0.7 * lone * mixed, (1 - lone) * out + lone * none), "f")


class Naming(Trainer[TogetherNet]):
    """Learns to read the tiles of a set together."""

    def batch(self, some: list[Picture]) -> tuple[Tensor, ...]:
        """Tiles (b, n, FEATURES), pairs (b, n, n, PAIRS), where there is none (b, n), and kinds (b, n)."""
        rows = [spoilt(self.rng, one) for one in some]
        shape = len(rows), max(len(kinds) for _, _, kinds in rows)
        tiles, pairs = np.zeros((*shape, FEATURES), "f"), np.zeros((*shape, shape[1], PAIRS), "f")
        none, wanted = np.ones(shape, np.bool_), np.zeros(shape, np.int64)
        for b, (of_each, of_two, kinds) in enumerate(rows):
            n = len(kinds)
            tiles[b, :n], pairs[b, :n, :n], none[b, :n], wanted[b, :n] = of_each, of_two, False, kinds
        return tuple(map(torch.from_numpy, (tiles, pairs, none, wanted)))

    def read(self, some: list[Picture]) -> tuple[float, float]:
        """One step; the loss and the share of tiles read right."""
        tiles, pairs, none, kinds = self.batch(some)
        self.net.train()
        said = self.net(tiles, pairs, none)[~none]
        loss = nn.functional.nll_loss(said, kinds[~none])
        self.learn(loss)
        return float(loss.detach()), float((said.argmax(1) == kinds[~none]).float().mean())


def teach_only_new(net: TogetherNet, new: int) -> None:
    """Of a network that is told so many `new` things, the last of all, teaches only what it makes of these, and what it
    says in the end: how it compares tiles, which it learned from many more pictures, stays."""
    for name, weight in net.named_parameters():
        weight.requires_grad_(name.split(".")[0] in ("begin", "out", "by_itself"))
    first = net.begin[0].weight
    mine = torch.zeros_like(first)
    mine[:, -new:] = 1
    first.register_hook(lambda slope: slope * mine)


def learn(given: argparse.Namespace) -> None:
    """Learns until the minutes are up, saving as it goes; files that are written meanwhile are taken in."""
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    held, taken = list[Picture](), set[Path]()

    def refresh() -> int:
        for path in sorted(set(given.hands.glob("*[0-9].npz")) - taken):
            taken.add(path)
            held.extend(pictures_of(path))
        return len(held)

    if refresh() < BATCH:
        print(f"waiting for pictures in {given.hands}: python -m vision.training.hands draws them", flush=True)
    while refresh() < BATCH:
        time.sleep(1.0)
    trainer = Naming(TogetherNet(), given, decay=0.0 if given.new else 0.02)
    if given.new:
        teach_only_new(trainer.net, given.new)
    average, saved, said = np.zeros(2), 0.0, 0.0
    while not trainer.done():
        if trainer.step % FRESH == 0:
            refresh()
        some = [held[int(k)] for k in trainer.rng.integers(len(held), size=BATCH)]
        average = 0.99 * average + 0.01 * np.array(trainer.read(some))
        if trainer.spent - saved > SAVED_EVERY or trainer.done():
            saved = trainer.spent
            trainer.keep()
        if trainer.spent - said > 1.0 or trainer.done():
            said = trainer.spent
            print(f"{trainer.pace}, {len(held)} pictures, loss {average[0]:.3f}, right {average[1]:.3f}", flush=True)


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--minutes", type=float, default=40.0)
    words.add_argument("--rate", type=float, default=PEAK_RATE)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--hands", type=Path, default=Path("training/hands"))
    words.add_argument("--new", type=int, default=0, help="so many of what is told are new to it: teach only these")
    words.add_argument("--save", type=Path, default=Path("training/together.pt"))
    learn(words.parse_args())


if __name__ == "__main__":
    main()
