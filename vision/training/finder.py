"""Teaches the finder.

    python -m vision.training.patches --out training/patches &      # one core draws
    python -m vision.training.finder --minutes 40                   # one core learns; stop and start again as you like

writes `training/finder.pt`, to go on from and to publish (`vision.training.publish`).
"""

import argparse
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.read.proportion import lengthened
from vision.training.nets import SIZE_UNIT, STRIDE, FinderNet
from vision.training.patches import PATCH
from vision.training.photographs import Photograph, photographs
from vision.training.spoiling import spoil
from vision.training.strips import softened, strip
from vision.training.trainer import Trainer

BATCH = 16  # patches a step
PEAK_RATE = 3e-3
REAL_SHARE = 4  # of each batch, patches cut from photographs
STRIPS = 0.25  # of these: a row or a column of one photograph's tiles, cut out along its edges or closer


def axes(quads: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Middles (n, 2) and half axes across and along (n, 2 each) of quads (n, 4, 2)."""
    middle = quads.mean(1)
    across = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 4
    along = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 4
    return middle, across, along


def targets(
    quads: NDArray[np.float64], sure: NDArray[np.bool_], side: int
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """What the network should say for one patch: heat (h, w), the other eight values (8, h, w) and their weight (h,
    w)."""
    cells = side // STRIDE
    heat = np.zeros((cells, cells), np.float32)
    rest = np.zeros((8, cells, cells), np.float32)
    weight = np.zeros((cells, cells), np.float32)
    if not len(quads):
        return heat, rest, weight
    grid = (np.stack(np.meshgrid(np.arange(cells), np.arange(cells)), -1) + 0.5) * STRIDE
    middles, across, along = axes(quads)
    for m, u, v, certain in zip(middles, across, along, sure, strict=True):
        cell = np.floor(m / STRIDE).astype(int)
        if (cell < 0).any() or (cell >= cells).any():
            continue
        spread = 0.3 * np.stack([u, v], 1)  # columns: the axes at one sigma
        least = 0.45 * STRIDE
        cover = spread @ spread.T + least**2 * np.eye(2) * 0.5
        away = grid - m
        near = np.exp(-0.5 * np.einsum("hwi,ij,hwj->hw", away, np.linalg.inv(cover), away)).astype(np.float32)
        here = near > np.maximum(heat, 0.25)
        heat = np.maximum(heat, near)
        heat[cell[1], cell[0]] = 1.0
        here[cell[1], cell[0]] = True
        weight[here] = near[here] if certain else 0.0
        a2, b2 = 2 * np.arctan2(u[1], u[0]), 2 * np.arctan2(v[1], v[0])
        rest[0][here], rest[1][here] = (-away[..., 0] / STRIDE)[here], (-away[..., 1] / STRIDE)[here]
        rest[2][here] = np.log(np.linalg.norm(u) / SIZE_UNIT)
        rest[3][here] = np.log(np.linalg.norm(v) / SIZE_UNIT)
        for k, value in enumerate((np.cos(a2), np.sin(a2), np.cos(b2), np.sin(b2)), start=4):
            rest[k][here] = value
    return heat, rest, weight


class RealPatches:
    """Cuts patches from photographs at the sizes and in the proportions that are deployed; what is not known to be
    labelled is muted."""

    def __init__(self, pack: list[Photograph], seed: int) -> None:
        self._pack = [(p, np.asarray(cv2.imread(str(p.path)), np.uint8)) for p in pack]
        self._rows = [(p, image) for p, image in self._pack if p.sure.sum() >= 3]
        self._rng = np.random.default_rng(seed)

    def __len__(self) -> int:
        return len(self._pack)

    def draw(self) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]:
        """image (P, P, 3), quads (n, 4, 2), which of them are sure (n,), muted cells (P/4, P/4)."""
        rng = self._rng
        if self._rows and rng.random() < STRIPS:
            photo, image = self._rows[int(rng.integers(len(self._rows)))]
            row, quads = strip(rng, image, photo.quads[photo.sure], PATCH)
            none = np.zeros((PATCH // STRIDE, PATCH // STRIDE), bool)
            return spoil(row, rng, mild=0.6), quads, np.ones(len(quads), bool), none
        photo, image = self._pack[int(rng.integers(len(self._pack)))]
        wider = lengthened(photo.quads.astype(np.float32))  # as it is looked at
        squeeze = np.diag(np.exp(rng.normal(0, 0.08, 2)) * [wider**0.5, wider**-0.5])
        _, across, _ = axes(photo.quads @ squeeze)
        width = 2 * float(np.median(np.linalg.norm(across, axis=1)))
        zoom = float(np.exp(rng.uniform(np.log(13), np.log(50)))) / width
        spin = rng.normal(0, 0.12) if rng.random() < 0.7 else rng.uniform(0, 2 * np.pi)
        at = photo.quads[int(rng.integers(len(photo.quads)))].mean(0)
        at = at + rng.normal(0, 0.3, 2) * PATCH / zoom / squeeze.diagonal()
        c, s = np.cos(spin) * zoom, np.sin(spin) * zoom
        linear = np.array([[c, -s], [s, c]]) @ squeeze
        shift = np.array([PATCH / 2, PATCH / 2]) - linear @ at
        matrix = np.c_[linear, shift]
        small: NDArray[Any] = image
        if zoom < 0.6:
            matrix = np.c_[linear * 2, shift]
            small = cv2.resize(image, (image.shape[1] // 2, image.shape[0] // 2), interpolation=cv2.INTER_AREA)
        patch = cv2.warpAffine(small, matrix, (PATCH, PATCH), flags=cv2.INTER_LINEAR, borderValue=(114, 114, 114))
        quads = photo.quads @ linear.T + shift
        cells = PATCH // STRIDE
        mute = np.zeros((cells, cells), np.uint8)
        if not photo.whole:
            mute[:] = 1
            for quad in quads:
                middle = quad.mean(0)
                cv2.fillConvexPoly(mute, np.round(((quad - middle) * 1.25 + middle) / STRIDE).astype(np.int32), 0)
            if photo.floor is not None:
                tall = float(np.median(np.ptp(photo.quads[..., 1], axis=1)))
                h, w = image.shape[:2]
                low = photo.floor + 0.25 * tall
                floor = np.array([[0, low], [w, low], [w, h], [0, h]]) @ linear.T + shift
                cv2.fillConvexPoly(mute, np.round(floor / STRIDE).astype(np.int32), 0)
        return spoil(softened(rng, patch), rng, mild=0.6), quads, photo.sure, mute.astype(bool)


def _dihedral(
    image: NDArray[np.uint8], quads: NDArray[np.float64], mute: NDArray[np.bool_], pick: int
) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_]]:
    """One of the eight turns and mirrorings; the finder does not care which."""
    quads = quads.copy()
    if pick & 1:
        image, mute = image[:, ::-1], mute[:, ::-1]
        quads[..., 0] = PATCH - quads[..., 0]
        quads = quads[:, [1, 0, 3, 2]]
    if pick & 2:
        image, mute = image[::-1], mute[::-1]
        quads[..., 1] = PATCH - quads[..., 1]
        quads = quads[:, [3, 2, 1, 0]]
    if pick & 4:
        image, mute = image.transpose(1, 0, 2), mute.T
        quads = quads[..., ::-1]
    return np.ascontiguousarray(image), quads, mute


def loss(out: Tensor, heat: Tensor, rest: Tensor, weight: Tensor, mute: Tensor) -> tuple[Tensor, Tensor]:
    """Heat and shape losses."""
    logit = out[:, 0]
    p = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    peak = (heat >= 0.999).float()
    live = 1 - mute
    hit = -(torch.log(p) * (1 - p) ** 2 * peak)
    miss = -(torch.log(1 - p) * p**2 * (1 - heat) ** 4 * (1 - peak) * live)
    count = peak.sum().clamp(min=1)
    shape = (torch.abs(out[:, 1:] - rest) * rest.new_tensor([1, 1, 1.5, 1.5, 1, 1, 1, 1])[None, :, None, None]).sum(1)
    return (hit + miss).sum() / count, (shape * weight).sum() / weight.sum().clamp(min=1)


Row = tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]
"""A patch (P, P, 3), its quads (n, 4, 2), which of them are surely to be found (n,), the cells that teach nothing."""


def _rows(
    images: NDArray[np.uint8], quads: NDArray[np.float32], mutes: NDArray[np.bool_], which: NDArray[np.int64]
) -> list[Row]:
    """Some patches of a shard."""
    rows = []
    for k in which:
        mine = quads[k].astype(np.float64)
        mine = mine[~np.isnan(mine[:, 0, 0])]
        rows.append((images[k], mine, np.ones(len(mine), np.bool_), mutes[k]))
    return rows


def _taught(rows: list[Row], rng: np.random.Generator) -> tuple[Tensor, tuple[Tensor, ...]]:
    """A batch, each patch turned by chance, and what is to be told of it: heats, rests, weights, quiet cells."""
    x, told = [], []
    for image, quads, sure, mute in rows:
        image, quads, mute = _dihedral(image, quads, mute, int(rng.integers(8)))
        heat, rest, weight = targets(quads, sure, PATCH)
        x.append(image)
        told.append((heat, rest, weight, mute.astype(np.float32)))
    batch = torch.from_numpy(np.stack(x)[..., ::-1].astype(np.float32) / 255).permute(0, 3, 1, 2)
    return batch, tuple(torch.from_numpy(np.stack(of)) for of in zip(*told, strict=True))


def learn(given: argparse.Namespace) -> None:
    """Learns until the minutes are up, saving as it goes."""
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    trainer = Trainer(FinderNet(), given, longest=5.0)
    rng, net = trainer.rng, trainer.net
    real = RealPatches(photographs(given.shared / "photos"), given.seed)
    average = np.zeros(2)
    while not trainer.done():
        shards = sorted(Path(given.patches).glob("*.npz"))
        if not shards:
            time.sleep(2.0)
            continue
        data = np.load(shard := shards[0])
        images, all_quads, mutes = data["image"], data["quads"], data["mute"]
        for _ in range(given.replays):
            order = rng.permutation(len(images))
            size = BATCH - (REAL_SHARE if len(real) else 0)
            for start in range(0, len(order) - size + 1, size):
                rows = _rows(images, all_quads, mutes, order[start : start + size])
                if len(real):
                    rows += [real.draw() for _ in range(REAL_SHARE)]
                batch, (heats, rests, weights, quiet) = _taught(rows, rng)
                net.train()
                out = net(batch.contiguous(memory_format=torch.channels_last))
                heat_loss, shape_loss = loss(out, heats, rests, weights, quiet)
                trainer.learn(heat_loss, shape_loss)
                average = 0.98 * average + 0.02 * np.array([heat_loss.item(), shape_loss.item()])
        shard.unlink()
        trainer.keep()
        print(f"{trainer.pace}, heat {average[0]:.3f}, shape {average[1]:.3f}", flush=True)


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--minutes", type=float, default=40.0)
    words.add_argument("--rate", type=float, default=PEAK_RATE)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--replays", type=int, default=4, help="times a shard is seen before it is thrown away")
    words.add_argument("--patches", type=Path, default=Path("training/patches"))
    words.add_argument("--shared", type=Path, default=Path("../shared"))
    words.add_argument("--save", type=Path, default=Path("training/finder.pt"))
    given = words.parse_args()
    learn(given)


if __name__ == "__main__":
    main()
