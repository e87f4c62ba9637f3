"""Teaches the small network that reads a tile's figure where a set prints one (`vision.read.numerals`).

    python -m vision.training.numerals train [--fonts training/stock/fonts] [--minutes 12]
    python -m vision.training.numerals publish

It learns from fonts alone: a figure or the word for it, in any face, upon whatever a designer prints it on (a disc, a
band, a picture), as coarse and as badly cut out as on a tile 25 pixels wide. One font in eight, by its name, is kept
back and measured on (`vision.training.stock.kept_back`).
"""

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.arrays import Floats, Floats32, Image
from vision.read.numerals import HIGH, NOT_ONE, WIDE, even
from vision.training.fonts import glyph
from vision.training.nets import lay_last
from vision.training.publish import MODELS, carded, exported
from vision.training.stock import kept_back

WEIGHTS = Path("training/numerals.pt")
WORDS = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
BATCH = 128
Glyphs = list[list[Image]]
"""Coverage of what stands for each number, 1 to 9: figures and words, and last letters, which stand for none."""


class NumeralsNet(nn.Module):
    """(n, 1, HIGH, WIDE) to (n, 10) logits: 1 to 9, and no figure."""

    def __init__(self) -> None:
        super().__init__()
        widths, layers, before = (16, 32, 64, 96), list[nn.Module](), 1
        for width in widths:
            for inputs in (before, width):
                layers += [nn.Conv2d(inputs, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU()]
            layers += [nn.MaxPool2d(2)]
            before = width
        self.body = nn.Sequential(*layers)
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(before * (HIGH // 16) * (WIDE // 16), 96), nn.ReLU(),
                                  nn.Dropout(0.2), nn.Linear(96, NOT_ONE + 1))  # fmt: skip

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.head(self.body(x))
        return out


def glyphs(fonts: list[Path]) -> Glyphs:
    """What the fonts print for each number."""
    out: Glyphs = [[] for _ in range(NOT_ONE + 1)]
    for path in fonts:
        for n, word in enumerate(WORDS):
            for text in (str(n + 1), str(n + 1), str(n + 1), word):
                _add(out[n], path, text)
        for text in "ABCDFGHJKMNRSW":
            _add(out[NOT_ONE], path, text)
    return out


def _add(held: list[Image], path: Path, text: str) -> None:
    ink = glyph(path, text)
    if min(ink.shape) > 8:
        tall = 40
        size = (max(4, round(ink.shape[1] * tall / ink.shape[0])), tall)
        held.append(np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), np.uint8))


class Drawn:
    """Pictures to learn from, by lot."""

    def __init__(self, held: Glyphs, seed: int) -> None:
        self._held, self._rng = held, np.random.default_rng(seed)

    def batch(self, n: int = BATCH) -> tuple[Floats32, NDArray[np.int64]]:
        """Pictures (n, HIGH, WIDE), even, and what each shows (n,)."""
        kinds = self._rng.integers(0, 11, n)
        kinds = np.where(kinds > 9, self._rng.integers(0, 9, n), kinds)
        return np.stack([even(self._one(int(k))) for k in kinds]), kinds

    def _one(self, kind: int) -> Floats32:
        rng = self._rng
        ground = self._ground()
        if kind == NOT_ONE and rng.random() < 0.5:
            return self._coarse(ground, float(rng.uniform(5, 16)))
        ink = self._held[kind][rng.integers(len(self._held[kind]))]
        word = ink.shape[1] > 1.6 * ink.shape[0]
        high = rng.uniform(17, 30) if not word else min(26.0, rng.uniform(34, 52) * ink.shape[0] / ink.shape[1])
        scale = high / ink.shape[0]
        squeeze = rng.uniform(0.8, 1.15)
        turn, lean = np.deg2rad(rng.normal(0, 5)), rng.normal(0, 0.08)
        way = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ np.array(
            [[squeeze, lean], [0, 1]]
        )
        way = way * scale
        middle = np.array([WIDE / 2 + rng.normal(0, 2.5), HIGH / 2 + rng.normal(0, 2)])
        shift = middle - way @ np.array([ink.shape[1] / 2, ink.shape[0] / 2])
        spread = np.hstack([way, shift[:, None]]).astype(np.float32)
        mask = np.asarray(cv2.warpAffine(ink, spread, (WIDE, HIGH), flags=cv2.INTER_AREA), np.float32) / 255
        if rng.random() < 0.25:
            mask = np.asarray(cv2.dilate(mask, np.ones((2, 2))), np.float32)
        on = ground if rng.random() < 0.15 else self._disc(ground, middle, high)
        level = on[(mask > 0.5)].mean() if (mask > 0.5).any() else 0.5
        paint = level + rng.choice([-1, 1]) * rng.uniform(0.35, 1.0)
        return self._coarse(on * (1 - mask) + paint * mask, rng.uniform(4.2, 16) * 24 / (high if not word else 18))

    def _ground(self) -> Floats32:
        """What lies around a figure: plain, or parts of other shapes."""
        rng = self._rng
        out = np.full((HIGH, WIDE), rng.uniform(0.2, 0.8), np.float32)
        for _ in range(rng.integers(0, 5)):
            paint, way = float(rng.uniform(0, 1)), rng.integers(4)
            at = (int(rng.integers(0, WIDE)), int(rng.integers(0, HIGH)))
            to = (int(rng.integers(0, WIDE)), int(rng.integers(0, HIGH)))
            if way == 0:
                cv2.circle(out, at, int(rng.integers(3, 16)), paint, int(rng.choice([-1, 2, 3])))
            elif way == 1:
                cv2.line(out, at, to, paint, int(rng.integers(1, 5)))
            elif way == 2:
                cv2.ellipse(
                    out,
                    at,
                    (int(rng.integers(3, 20)), int(rng.integers(2, 9))),
                    float(rng.uniform(0, 180)),
                    0,
                    360,
                    paint,
                    -1,
                )
            else:
                cv2.rectangle(out, at, to, paint, -1)
        return out

    def _disc(self, ground: Floats32, middle: Floats, high: float) -> Floats32:
        """The ground with what a figure stands on: a disc, a ring, a band, or all of it plain."""
        rng, paint = self._rng, float(self._rng.uniform(0, 1))
        out, at = ground.copy(), (int(middle[0]), int(middle[1]))
        radius = int(high * rng.uniform(0.62, 1.0))
        way = rng.integers(7)
        if way == 0:
            cv2.circle(out, at, radius, paint, -1)
        elif way == 1:
            cv2.circle(out, at, radius, paint, -1)
            cv2.circle(out, at, radius, float(rng.uniform(0, 1)), int(rng.integers(1, 4)))
        elif way == 2:
            half = int(high * rng.uniform(0.55, 0.9))
            cv2.rectangle(out, (-1, at[1] - half), (WIDE, at[1] + half), paint, -1)
        elif way == 5:  # a ring, and what lies around it within
            cv2.circle(out, at, radius, paint, int(rng.integers(1, 4)))
        elif way == 6:  # a shape with as many corners as it comes
            corners = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 9))))
            reach = radius * rng.uniform(1.0, 1.7, (len(corners), 1))
            outline = middle + reach * np.stack([np.cos(corners), np.sin(corners)], 1)
            cv2.fillPoly(out, [np.round(outline).astype(np.int32)], paint)
        elif way == 3:
            out[:] = paint
            if rng.random() < 0.5:
                part = self._ground()
                cut = int(rng.integers(0, 6))
                out[HIGH - cut :], out[:cut] = part[HIGH - cut :], part[:cut]
        else:
            out[:] = paint
        return out

    def _coarse(self, picture: Floats32, high: float) -> Floats32:
        """As coarse as where a figure is `high` pixels, a little soft and noisy."""
        rng = self._rng
        scale = min(1.0, high / 24)
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.3, 1.0)))
        small = np.asarray(small + rng.normal(0, rng.uniform(0.004, 0.06), small.shape), np.float32)
        if rng.random() < 0.5:  # as it lies in a crop, whose pixels are others
            between = float(rng.uniform(1.2, 2.2)) * scale
            if between < 1:
                small = cv2.resize(small, None, fx=between / scale, fy=between / scale, interpolation=cv2.INTER_LINEAR)
        out = cv2.resize(small, (WIDE, HIGH), interpolation=cv2.INTER_CUBIC)
        return np.asarray(cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.3, 1.2))), np.float32)


def rate(net: nn.Module, drawn: Drawn, batches: int = 12) -> float:
    """The part of figures read right."""
    net.eval()
    right = total = 0
    with torch.no_grad():
        for _ in range(batches):
            pictures, kinds = drawn.batch()
            real = kinds < NOT_ONE
            said = net(torch.from_numpy(pictures[:, None]))[:, :NOT_ONE].argmax(1).numpy()
            right, total = right + int((said == kinds)[real].sum()), total + int(real.sum())
    net.train()
    return right / total


def train(fonts: Path, minutes: float) -> None:
    """Learns for so long, on from what it has learned before, and keeps it."""
    files = sorted(p for p in fonts.glob("*") if p.suffix in (".woff", ".ttf", ".otf"))
    drawn = Drawn(glyphs([p for p in files if not kept_back(p.stem)]), int(time.time()))
    others = glyphs([p for p in files if kept_back(p.stem)])
    net, began, steps = NumeralsNet(), time.monotonic(), 0
    if WEIGHTS.exists():  # it goes on from what it has learned
        kept = torch.load(WEIGHTS, weights_only=True)
        net.load_state_dict(kept["net"])
        steps = kept["steps"]
    lay_last(net)
    learner = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-3)
    while (done := (time.monotonic() - began) / (60 * minutes)) < 1:
        for group in learner.param_groups:
            group["lr"] = 2e-3 * min(1.0, (steps + 1) / 200) * (0.02 + 0.98 * (1 - done))
        pictures, kinds = drawn.batch()
        shown = torch.from_numpy(pictures[:, None]).contiguous(memory_format=torch.channels_last)
        loss = nn.functional.cross_entropy(net(shown), torch.from_numpy(kinds))
        learner.zero_grad()
        loss.backward()
        learner.step()
        steps += 1
        if steps % 500 == 0:
            right = rate(net, Drawn(others, 2))
            print(f"{steps} steps, loss {loss.item():.3f}, figures of fonts kept back right {right:.3f}", flush=True)
            WEIGHTS.parent.mkdir(exist_ok=True)
            torch.save({"net": net.state_dict(), "steps": steps}, WEIGHTS)
    torch.save({"net": net.state_dict(), "steps": steps}, WEIGHTS)


def publish() -> None:
    """Writes the network and the head of its card."""
    kept = torch.load(WEIGHTS, weights_only=True)
    net = NumeralsNet()
    net.load_state_dict(kept["net"])
    target = MODELS / "numerals.onnx"
    exported(net, target, (torch.zeros(2, 1, HIGH, WIDE),), {"pictures": {0: "n"}, "numbers": {0: "n"}})
    head = {
        "input": f"pictures: (n, 1, {HIGH}, {WIDE}) float32 grey, mean 0 and variance 1, a figure in the middle",
        "output": f"numbers: (n, {NOT_ONE + 1}) logits: 1 to 9, and no figure",
    }
    carded(net, target, kept["steps"], head)


def main() -> None:
    """The command line: see the module's words."""
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("what", choices=["train", "publish"])
    told.add_argument("--fonts", type=Path, default=Path("training/stock/fonts"))
    told.add_argument("--minutes", type=float, default=12)
    given = told.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    if given.what == "publish":
        publish()
    else:
        train(given.fonts, given.minutes)


if __name__ == "__main__":
    main()
