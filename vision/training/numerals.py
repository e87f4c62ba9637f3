"""Teaches the network that reads the figures of a set (`vision.read.numerals`).

    python -m vision.training.numerals train [--stock training/stock] [--minutes 60]
    python -m vision.training.numerals publish

It learns from fonts alone: figures or the words for them, in any face, upon whatever a designer prints them on
(`vision.training.figure_sets`), all of a set together, and each by itself as well. The fonts are all that
`vision.training.gather` keeps. One font in eight, by its name, is
kept back and measured on (`vision.training.stock.kept_back`). It stops and goes on as you like.
"""

import argparse
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.arrays import Image
from vision.read.numerals import HIGH, NOT_ONE, RESEMBLING, WIDE, resembling
from vision.training.figure_sets import FigureSet, Font, drawn_set
from vision.training.fonts import glyph
from vision.training.nets import AttentionLayer
from vision.training.publish import MODELS, carded, exported
from vision.training.stock import kept_back
from vision.training.trainer import Trainer

WEIGHTS = Path("training/numerals.pt")
ON_A_GPU = torch.bfloat16  # what is reckoned in there
WORDS = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
SETS = 4  # a step, where nothing else is asked for
WIDTHS, SEEN = (16, 32, 64, 96), 96
THOUGHT, LAYERS = 96, 3
BY_ITSELF = 0.3  # how much what is read of each patch by itself counts
PEAK_RATE = 1e-3
SETTLED = 2000  # steps


class NumeralsNet(nn.Module):
    """Patches of one set (n, 1, HIGH, WIDE) and what is told of each two (n, n, RESEMBLING) to (n, 10) logits: 1 to 9,
    and no figure."""

    def __init__(self) -> None:
        super().__init__()
        layers, before = list[nn.Module](), 1
        for width in WIDTHS:
            for inputs in (before, width):
                layers += [nn.Conv2d(inputs, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU()]
            layers += [nn.MaxPool2d(2)]
            before = width
        self.body = nn.Sequential(*layers)
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(before * (HIGH // 16) * (WIDE // 16), SEEN), nn.ReLU())
        self.alone = nn.Linear(SEEN, NOT_ONE + 1)
        self.begin = nn.Linear(SEEN + NOT_ONE + 1, THOUGHT)
        self.layers = nn.ModuleList([AttentionLayer(THOUGHT, RESEMBLING) for _ in range(LAYERS)])
        self.last, self.out = nn.LayerNorm(THOUGHT), nn.Linear(THOUGHT, NOT_ONE + 1)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def each(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        """What is seen on each patch (n, SEEN), and what it is read as by itself (n, 10)."""
        seen = self.head(self.body(pictures))
        return seen, self.alone(seen)

    def company(self, seen: Tensor, alone: Tensor, pairs: Tensor, none: Tensor | None = None) -> Tensor:
        """What the patches of sets are read as together (b, n, 10), given `each` of them; `none` (b, n): where there
        is no patch."""
        x = self.begin(torch.cat([seen, alone.log_softmax(-1)], -1))
        for layer in self.layers:
            x = layer(x, pairs, none)
        out: Tensor = self.out(self.last(x)) + alone
        return out

    def forward(self, pictures: Tensor, pairs: Tensor) -> Tensor:
        seen, alone = self.each(pictures)
        return self.company(seen[None], alone[None], pairs[None])[0]


def font_files(stock: Path) -> list[Path]:
    """All fonts of a stock."""
    return [p for folder in ("fonts", "more") for p in sorted((stock / folder).glob("*.woff"))]


def fonts_of(files: list[Path]) -> list[Font]:
    """What each font prints, of those that have all figures and words."""
    out = []
    for path in files:
        held = [_inks(path, texts) for texts in zip("123456789", WORDS, strict=True)]
        if all(len(one) == 2 for one in held):
            out.append([*held, _inks(path, "ABCDFGHJKMNRSW")])
    return out


def _inks(path: Path, texts: Iterable[str]) -> list[Image]:
    """The coverage of each text that a font prints, 40 high."""
    out, tall = list[Image](), 40
    for ink in (glyph(path, text) for text in texts):
        if min(ink.shape) > 8:
            size = max(4, round(ink.shape[1] * tall / ink.shape[0])), tall
            out.append(np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), np.uint8))
    return out


class Batch(NamedTuple):
    """Of b sets of m patches at most, n in all: the patches (n, 1, HIGH, WIDE), what is told of each two of a set
    (b, m, m, RESEMBLING), where there is a patch (b, m), and what each bears (n,)."""

    pictures: Tensor
    pairs: Tensor
    there: Tensor
    kinds: Tensor

    @staticmethod
    def of(some: list[FigureSet]) -> "Batch":
        """Some sets."""
        sizes = [len(one.kinds) for one in some]
        most = max(sizes)
        pairs = torch.zeros(len(some), most, most, RESEMBLING)
        there = torch.zeros(len(some), most, dtype=torch.bool)
        for b, one in enumerate(some):
            pairs[b, : sizes[b], : sizes[b]] = torch.from_numpy(resembling(one.patches, one.groups))
            there[b, : sizes[b]] = True
        pictures, kinds = (np.concatenate([getattr(one, name) for one in some]) for name in ("patches", "kinds"))
        return Batch(torch.from_numpy(pictures[:, None]), pairs, there, torch.from_numpy(kinds))


class DrawnSets(IterableDataset[Batch]):
    """Batches of sets without end, none drawn twice."""

    def __init__(self, fonts: list[Font], sets: int, seed: int) -> None:
        super().__init__()
        self._fonts, self._sets, self._seed = fonts, sets, seed

    def __iter__(self) -> Iterator[Batch]:
        worker = get_worker_info()
        rng = np.random.default_rng((self._seed, worker.id if worker else 0, int(time.time())))
        while True:
            yield Batch.of([drawn_set(rng, self._fonts) for _ in range(self._sets)])


class Figures(Trainer[NumeralsNet]):
    """Learns to read the figures of sets."""

    def said(self, some: Batch) -> tuple[Tensor, Tensor]:
        """What all patches of some sets are read as by themselves (n, 10), and together."""
        seen, alone = self.net.each(some.pictures.contiguous(memory_format=torch.channels_last))
        rows = [torch.zeros(*some.there.shape, part.shape[1]).to(part) for part in (seen, alone)]
        rows = [row.masked_scatter(some.there[..., None], part) for row, part in zip(rows, (seen, alone), strict=True)]
        return alone, self.net.company(rows[0], rows[1], some.pairs, ~some.there)[some.there]

    def read(self, some: Batch) -> float:
        """One step; the share of figures read right together."""
        self.net.train()
        # a set is no fair sample of what there is: once the norms know it roughly, they stay
        self.net.body.train(self.step < SETTLED)
        with torch.autocast(some.kinds.device.type, ON_A_GPU, enabled=some.kinds.is_cuda):
            alone, both = self.said(some)
        missed = nn.functional.cross_entropy(both.float(), some.kinds)
        self.learn(missed + BY_ITSELF * nn.functional.cross_entropy(alone.float(), some.kinds))
        return float((both.argmax(1) == some.kinds).float().mean().detach())


def rate(net: NumeralsNet, sets: list[FigureSet]) -> tuple[float, float]:
    """The part of figures read right by themselves and together, of sets that have any."""
    net.eval()
    right, total, device = np.zeros(2), 0, next(net.parameters()).device
    with torch.no_grad():
        for one in map(Batch.of, ([one] for one in sets)):
            pictures, pairs, _, kinds = (part.to(device) for part in one)
            seen, alone = net.each(pictures)
            both, real = net.company(seen[None], alone[None], pairs)[0], kinds < NOT_ONE
            right += [float((s[:, :NOT_ONE].argmax(1) == kinds)[real].sum()) for s in (alone, both)]
            total += int(real.sum())
    return float(right[0] / total), float(right[1] / total)


def train(given: argparse.Namespace) -> None:
    """Learns for so long, on from what it has learned before, and keeps it."""
    cv2.setNumThreads(1)  # or processes that are split off from this one wait for its threads
    files = font_files(given.stock)
    fonts = fonts_of([p for p in files if not kept_back(p.stem)])
    others, drawn = fonts_of([p for p in files if kept_back(p.stem)]), np.random.default_rng(2)
    measured = [drawn_set(drawn, others) for _ in range(60)]
    given.save.parent.mkdir(exist_ok=True)
    trainer, saved, mean = Figures(NumeralsNet().to(given.device), given, decay=0.01), 0.0, 0.0
    sets = DrawnSets(fonts, given.sets, given.seed)
    for batch in DataLoader(sets, batch_size=None, num_workers=given.workers):
        right = trainer.read(Batch(*(part.to(given.device) for part in batch)))
        mean = 0.99 * mean + 0.01 * right
        if trainer.spent - saved > 3 or trainer.done():
            saved = trainer.spent
            trainer.keep()
            alone, both = rate(trainer.smooth, measured)
            print(f"{trainer.pace}, right {mean:.3f}; of fonts kept back {alone:.3f}, together {both:.3f}", flush=True)
        if trainer.done():
            break


def publish(weights: Path) -> None:
    """Writes the network and the head of its card."""
    kept = torch.load(weights, weights_only=True)
    net = NumeralsNet()
    net.load_state_dict(kept["smooth"])
    target = MODELS / "numerals.onnx"
    shown = torch.zeros(3, 1, HIGH, WIDE), torch.zeros(3, 3, RESEMBLING)
    exported(net, target, shown, {"pictures": {0: "n"}, "pairs": {0: "n", 1: "n"}, "numbers": {0: "n"}})
    head = {
        "input": f"pictures: (n, 1, {HIGH}, {WIDE}) float32 grey, mean 0 and variance 1, the figures of one set, and "
        f"pairs: (n, n, {RESEMBLING}) float32: `resembling` of `vision.read.numerals`",
        "output": f"numbers: (n, {NOT_ONE + 1}) logits: 1 to 9, and no figure",
    }
    carded(net, target, kept["step"], head)


def main() -> None:
    """The command line: see the module's words."""
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("what", choices=["train", "publish"])
    told.add_argument("--stock", type=Path, default=Path("training/stock"))
    told.add_argument("--minutes", type=float, default=60)
    told.add_argument("--rate", type=float, default=PEAK_RATE)
    told.add_argument("--seed", type=int, default=1)
    told.add_argument("--sets", type=int, default=SETS, help="a step")
    told.add_argument("--workers", type=int, default=0, help="processes that draw")
    told.add_argument("--device", default="cpu", help="what learns: cpu or cuda")
    told.add_argument("--save", type=Path, default=WEIGHTS)
    given = told.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    if given.what == "publish":
        publish(given.save)
    else:
        train(given)


if __name__ == "__main__":
    main()
