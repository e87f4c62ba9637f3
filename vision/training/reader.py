"""Teaches the reader.

    python -m vision.training.crops --out training/crops &       # one core draws
    python -m vision.training.reader --minutes 60                # one core learns; stop and start again as you like

Three things are learned together: the face among 37 (36 kinds and "not a known face"), whether the crop is upside down,
and an embedding in which every drawing of every set lies near its own proxy and far from the proxies of the other
drawings of its set, so that a few photographs of a new set are enough to tell its faces apart.

Writes `training/reader.pt` (to go on from); `--export` writes `models/reader.onnx`.
"""

import argparse
import copy
import time
import warnings
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as nnf

from vision.read.crops import HEIGHT, WIDTH, alight
from vision.training.crops import NONE
from vision.training.nets import EMBEDDING, ReaderNet, lay_last

BATCH = 128
PEAK_RATE = 2.5e-3
POOL = 100  # shards in memory
SETS, ARTS = 3240, 64  # room for so many sets and drawings in each
SHARPNESS = 14.0  # of the softmax over proxies
SMOOTHING = 0.05
SMOOTH = 0.997  # of the running mean of the weights, which is what is exported


class Proxies(nn.Module):
    """A point in the embedding for every drawing of every set; used only while learning."""

    def __init__(self) -> None:
        super().__init__()
        self.points = nn.Embedding(SETS * ARTS, EMBEDDING, sparse=True)
        nn.init.normal_(self.points.weight, std=0.1)
        self.known = torch.zeros(SETS, ARTS, dtype=torch.bool)

    def forward(self, embedding: Tensor, sets: Tensor, arts: Tensor) -> Tensor:
        """How badly the drawings are told from the other drawings of their set."""
        rows = nnf.normalize(self.points(sets[:, None] * ARTS + torch.arange(ARTS)), dim=2)
        logits = SHARPNESS * torch.bmm(rows, embedding[:, :, None])[:, :, 0]
        logits = logits.masked_fill(~self.known[sets], -30.0)
        return nnf.cross_entropy(logits, arts)


class Pool:
    """The newest crops, refreshed from the shards as they are drawn."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._shards: list[dict[str, np.ndarray]] = []

    def refresh(self) -> int:
        """Takes in new shards (and removes their files); returns how many are in hand."""
        for path in sorted(self._folder.glob("*.npz"))[:2]:
            with np.load(path) as data:
                self._shards.append({k: data[k] for k in data.files})
            path.unlink()
        self._shards = self._shards[-POOL:]
        return len(self._shards)

    def batch(self, rng: np.random.Generator, n: int) -> dict[str, np.ndarray]:
        """Crops at random from a few shards of the pool."""
        picks = rng.integers(len(self._shards), size=4)
        parts = []
        for k in picks:
            shard = self._shards[int(k)]
            rows = rng.integers(len(shard["tile"]), size=n // 4)
            parts.append({name: values[rows] for name, values in shard.items()})
        return {name: np.concatenate([p[name] for p in parts]) for name in parts[0]}


def dressed(crops: np.ndarray, upside: np.ndarray, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Crops as the network takes them, (n, 3, H, W) RGB 0..1, some turned over, lit anew, or partly hidden; dark tiles
    alight, as at the table."""
    n = len(crops)
    turn = rng.random(n) < 0.5
    crops, upside = alight(crops).copy(), upside.copy()
    crops[turn] = crops[turn][:, ::-1, ::-1]
    upside[turn] = np.where(upside[turn] < 0, -1, 1 - upside[turn])
    for k in np.flatnonzero(rng.random(n) < 0.06):  # a finger, a neighbour's edge
        w, h = int(rng.integers(4, WIDTH // 2)), int(rng.integers(4, HEIGHT // 3))
        left, top = int(rng.integers(-4, WIDTH)), int(rng.integers(-4, HEIGHT))
        crops[k, max(top, 0) : top + h, max(left, 0) : left + w] = rng.integers(0, 256, 3)
    x = torch.from_numpy(np.ascontiguousarray(crops[..., ::-1].transpose(0, 3, 1, 2))).float() / 255
    gain = torch.from_numpy(
        np.exp(rng.normal(0, 0.12, (n, 1, 1, 1))) * np.exp(rng.normal(0, 0.04, (n, 3, 1, 1)))
    ).float()
    lift = torch.from_numpy(rng.normal(0, 0.04, (n, 1, 1, 1))).float()
    return (x * gain + lift).clamp(0, 1), torch.from_numpy(upside.astype(np.int64))


def export(net: ReaderNet, path: Path) -> None:
    """Writes the network as ONNX, any number of crops at once."""
    net.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net,
            (torch.rand(2, 3, HEIGHT, WIDTH),),
            str(path),
            input_names=["crops"],
            output_names=["faces", "upside", "embedding"],
            dynamic_axes={name: {0: "n"} for name in ("crops", "faces", "upside", "embedding")},
            opset_version=17,
            dynamo=False,
        )


@torch.no_grad()
def follow(smooth: nn.Module, net: nn.Module, share: float) -> None:
    """Moves the running mean of the weights a little toward the weights."""
    for mean, now in zip(smooth.state_dict().values(), net.state_dict().values(), strict=True):
        if mean.dtype.is_floating_point:
            mean.mul_(share).add_(now, alpha=1 - share)
        else:
            mean.copy_(now)


def learn(given: argparse.Namespace) -> None:
    """Learns until the minutes are up, saving as it goes."""
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng((given.seed, int(time.time())))
    net, proxies = ReaderNet(), Proxies()
    lay_last(net)
    smooth = copy.deepcopy(net)
    best = torch.optim.AdamW(net.parameters(), lr=PEAK_RATE, weight_decay=2e-4)
    points: torch.optim.Optimizer = torch.optim.SparseAdam(proxies.parameters(), lr=5 * PEAK_RATE)
    step = 0
    if given.save.exists():
        kept = torch.load(given.save, weights_only=True)
        net.load_state_dict(kept["net"])
        smooth.load_state_dict(kept["smooth"])
        if "proxies" in kept:  # what `vision.training.resume` makes of shipped weights has none
            proxies.load_state_dict(kept["proxies"])
            best.load_state_dict(kept["best"])
            points.load_state_dict(kept["points"])
            proxies.known = kept["known"]
        step = int(kept["step"])
    pool = Pool(given.crops)
    while not pool.refresh():
        time.sleep(2.0)
    started, first = time.monotonic(), step
    average = np.zeros(4)
    spent, saved = 0.0, 0.0
    while spent < given.minutes:
        if step % 20 == 0:
            pool.refresh()
        rows = pool.batch(rng, BATCH)
        x, upside = dressed(rows["crops"], rows["upside"], rng)
        tile = torch.from_numpy(rows["tile"].astype(np.int64))
        sets, arts = torch.from_numpy(rows["set"].astype(np.int64)), torch.from_numpy(rows["art"].astype(np.int64))
        spent = (time.monotonic() - started) / 60
        fade = 0.5 * (1 + np.cos(np.pi * min(1.0, spent / given.minutes)))
        rate = given.rate * min(1.0, (step - first + 1) / 300) * (0.01 + 0.99 * fade)
        best.param_groups[0]["lr"] = float(rate)
        points.param_groups[0]["lr"] = float(5 * rate)
        net.train()
        faces, turned, embedding = net(x.contiguous(memory_format=torch.channels_last))
        face_loss = nnf.cross_entropy(faces, tile, label_smoothing=SMOOTHING)
        told = upside >= 0
        turn_loss = nnf.binary_cross_entropy_with_logits(turned[told, 0], upside[told].float())
        real = (tile != NONE) & (sets < SETS)
        proxies.known[sets[real], arts[real]] = True
        near_loss = proxies(embedding[real], sets[real], arts[real])
        best.zero_grad()
        points.zero_grad()
        torch.autograd.backward(face_loss + 0.3 * turn_loss + 0.5 * near_loss)
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        points.step()
        step += 1
        follow(smooth, net, min(SMOOTH, step / (step + 50)))
        right = (faces.argmax(1) == tile).float().mean()
        average = 0.99 * average + 0.01 * np.array([face_loss.item(), turn_loss.item(), near_loss.item(), right.item()])
        if spent - saved > 1.0 or spent >= given.minutes:
            saved = spent
            torch.save(
                {
                    "net": net.state_dict(),
                    "smooth": smooth.state_dict(),
                    "proxies": proxies.state_dict(),
                    "known": proxies.known,
                    "best": best.state_dict(),
                    "points": points.state_dict(),
                    "step": step,
                },
                given.save.with_suffix(".part"),
            )
            given.save.with_suffix(".part").replace(given.save)
            print(
                f"{spent:.1f} min, step {step} ({(step - first) * BATCH / spent / 60:.0f} crops/s), "
                f"pool {pool.refresh()}, "
                f"rate {rate:.1e}, face {average[0]:.3f}, turn {average[1]:.3f}, near {average[2]:.3f}, "
                f"right {average[3]:.3f}",
                flush=True,
            )


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--minutes", type=float, default=60.0)
    words.add_argument("--rate", type=float, default=PEAK_RATE)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--crops", type=Path, default=Path("training/crops"))
    words.add_argument("--save", type=Path, default=Path("training/reader.pt"))
    words.add_argument("--export", type=Path, default=None, help="write this ONNX file and stop")
    given = words.parse_args()
    if given.export is not None:
        net = ReaderNet()
        net.load_state_dict(torch.load(given.save, weights_only=True)["smooth"])
        export(net, given.export)
        return
    learn(given)


if __name__ == "__main__":
    main()
