"""Trains the network that reads a line of a printed card, and puts it into the `models` package.

    python -m vision.training.card_letters train --fonts FOLDER --minutes 25
    python -m vision.training.card_letters rate --fonts FOLDER       # on families that were never learned from
    python -m vision.training.card_letters publish

A small convolutional net that says, for every four pixels of a strip, which letter it sees or that it is between two;
trained so that the letters in their order come out (connectionist temporal classification).
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, IterableDataset

from vision.cards.alphabet import BLANK, HEIGHT, SIGNS, STRIDE
from vision.training.card_strips import HELD_OUT, LEARNED, Strips, families
from vision.training.publish import MODELS, carded, exported

WEIGHTS = Path("training/card_letters.pt")
BATCH = 48
HELD = 400  # batches that are learned from again
FASTEST = 4e-3  # the highest rate of learning


def _conv(inputs: int, outputs: int, size: tuple[int, int], pad: tuple[int, int]) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, padding=pad, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class LettersNet(nn.Module):
    """(n, 1, HEIGHT, W) ink 0..1, W a multiple of STRIDE, to (n, W / STRIDE, letters and blank) logits."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            _conv(1, 8, (3, 3), (1, 1)),
            nn.MaxPool2d(2),
            _conv(8, 20, (3, 3), (1, 1)),
            nn.MaxPool2d(2),
            _conv(20, 40, (3, 3), (1, 1)),
            nn.MaxPool2d((2, 1)),
            _conv(40, 64, (4, 3), (0, 1)),
        )
        self.beside = nn.Sequential(_conv(64, 64, (1, 5), (0, 2)), _conv(64, 64, (1, 3), (0, 1)))
        self.say = nn.Conv2d(64, BLANK + 1, 1)

    def forward(self, strips: Tensor) -> Tensor:
        return self.say(self.beside(self.look(strips)))[:, :, 0].transpose(1, 2)


_Batch = tuple[Tensor, Tensor, Tensor]


class _Stream(IterableDataset[_Batch]):
    """Batches without end: strips, letters in a row, and how many belong to each strip."""

    def __init__(self, fonts: list[Path], seed: int) -> None:
        self.fonts, self.seed = fonts, seed

    def __iter__(self) -> Iterator[_Batch]:
        worker = torch.utils.data.get_worker_info()
        strips = Strips(self.fonts, self.seed + 1000 * (worker.id if worker else 0))
        while True:
            made = [strips.one() for _ in range(BATCH)]
            ink = torch.from_numpy(np.stack([strip for strip, _ in made]))[:, None]
            letters = torch.tensor([SIGNS.index(sign) for _, text in made for sign in text])
            yield ink, letters, torch.tensor([len(text) for _, text in made])


def greedy(logits: Tensor) -> list[str]:
    """The likeliest letter of every step, doubles without a blank between taken once."""
    told = []
    for row in logits.argmax(2).tolist():
        before, text = BLANK, ""
        for at in row:
            if at not in (before, BLANK):
                text += SIGNS[at]
            before = at
        told.append(text)
    return told


def distance(a: str, b: str) -> int:
    """So many letters must be put in, left out or changed."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


def rate(net: LettersNet, fonts: list[Path], strips: int = 960, seed: int = 99) -> tuple[float, float]:
    """Wrong letters in all letters, and strips without a wrong one in all."""
    net.eval()
    wrong = letters = whole = 0
    stream = iter(_Stream(fonts, seed))
    with torch.no_grad():
        for _ in range(strips // BATCH):
            ink, flat, lengths = next(stream)
            at = 0
            for told, length in zip(greedy(net(ink)), lengths.tolist(), strict=True):
                truth = "".join(SIGNS[k] for k in flat[at : at + length].tolist())
                at += length
                off = distance(told, truth)
                wrong, letters, whole = wrong + off, letters + length, whole + (off == 0)
    net.train()
    return wrong / letters, whole / (strips // BATCH * BATCH)


def train(fonts: list[Path], held_out: list[Path], minutes: float) -> None:
    """Learns for so many minutes of the processor's time, or twice as many of the clock's; the weights are kept every
    two minutes. Each batch that is made is learned from three times, so that making them holds nothing up."""
    net = LettersNet()
    print(sum(p.numel() for p in net.parameters()), "parameters,", len(fonts), "fonts", flush=True)
    learner = torch.optim.AdamW(net.parameters(), lr=FASTEST, weight_decay=1e-3)
    smooth = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.998), use_buffers=True)
    chance = np.random.default_rng(5)
    held: list[_Batch] = []
    began = told = time.monotonic()
    spent = time.process_time()
    steps, mean = 0, 0.0
    for fresh in DataLoader(_Stream(fonts, 7), batch_size=None, num_workers=1, prefetch_factor=4):
        part = max((time.process_time() - spent) / 60 / minutes, (time.monotonic() - began) / 120 / minutes)
        if part >= 1:
            break
        for group in learner.param_groups:
            group["lr"] = FASTEST * min(1.0, part / 0.04 + 0.02) * max(0.01, 0.5 + 0.5 * float(np.cos(np.pi * part)))
        held = [*held[-HELD:], fresh]
        for batch in (fresh, *(held[k] for k in chance.integers(0, len(held), 2))):
            loss = _learn(net, learner, batch)
            smooth.update_parameters(net)
            steps += 1
            mean += 0.02 * (loss - mean) if steps > 1 else loss
        if time.monotonic() - told > 120:
            told = time.monotonic()
            _keep(smooth.module, steps)
            print(
                f"{part:4.0%} step {steps} loss {mean:.4f} held out: wrong {rate(smooth.module, held_out, 192)}",
                flush=True,
            )
    _keep(smooth.module, steps)


def _learn(net: LettersNet, learner: torch.optim.Optimizer, batch: "_Batch") -> float:
    ink, letters, lengths = batch
    said = net(ink).log_softmax(2).transpose(0, 1)
    steps = torch.full((len(ink),), said.shape[0])
    loss = nn.functional.ctc_loss(said, letters, steps, lengths, blank=BLANK, zero_infinity=True)
    learner.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 3.0)
    learner.step()
    return float(loss.item())


def _keep(net: nn.Module, steps: int) -> None:
    WEIGHTS.parent.mkdir(exist_ok=True)
    torch.save({"smooth": net.state_dict(), "steps": steps}, WEIGHTS)


def publish() -> None:
    """Writes the network and the head of its card."""
    kept = torch.load(WEIGHTS, weights_only=True)
    net = LettersNet()
    net.load_state_dict(kept["smooth"])
    target = MODELS / "letters.onnx"
    shown = torch.zeros(2, 1, HEIGHT, 256)
    exported(net, target, (shown,), {"strips": {0: "n", 3: "w"}, "letters": {0: "n", 1: "steps"}})
    head = {
        "input": f"strips: (n, 1, {HEIGHT}, W) float32 ink 0..1, W a multiple of {STRIDE}",
        "output": "letters: (n, W / 4, 29) logits, the last one between letters",
        "signs": SIGNS,
    }
    carded(net, target, kept["steps"], head)


def main() -> None:
    """The command line: see the module's words."""
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("what", choices=["train", "rate", "publish"])
    told.add_argument("--fonts", type=Path, default=Path("training/fonts"))
    told.add_argument("--minutes", type=float, default=25)
    given = told.parse_args()
    torch.set_num_threads(1)
    if given.what == "publish":
        publish()
        return
    held_out = families(given.fonts, HELD_OUT)
    if given.what == "train":
        train(families(given.fonts, LEARNED), held_out, given.minutes)
    else:
        net = LettersNet()
        net.load_state_dict(torch.load(WEIGHTS, weights_only=True)["smooth"])
        wrong, whole = rate(net, held_out)
        print(f"{len(held_out)} fonts held out: {wrong:.2%} of letters wrong, {whole:.1%} of strips whole")


if __name__ == "__main__":
    main()
