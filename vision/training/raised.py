"""Teaches the network that tells what lies on a table from what is printed there.

    python -m vision.training.raised draw --stills 900 --seed 1 --shared ../shared   # pictures; as many times as wanted
    python -m vision.training.raised draw --stills 0 --patches 6000 --seed 2         # small scenes besides
    python -m vision.training.raised learn --minutes 30                              # stop and start again as you like
    python -m vision.training.publish raised

What the finder finds in drawn tables, most of them printed mats (`vision.synthetic.mats`), is cut out with much of what
lies around it: tiles, and everything else but what lies partly on a tile, stands on a rack or is turned face down, for
these have bodies too. Tiles of photographs of split `train` are among them, so that it knows true edges and shadows.
Writes `training/raised/*.npz` and `training/raised.pt`, to go on from and to publish.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.arrays import Image, Quads
from vision.read.crops import AROUND, cut, grown
from vision.read.finder import HALF_SURE, LONG_SIDE, Finder, Found, thinned
from vision.synthetic.faces.families import HELD_OUT, SETS
from vision.synthetic.stills import Still, render_still
from vision.training.corners import hasty
from vision.training.facebank import sets_for_finding
from vision.training.nets import STRIDE, RaisedNet
from vision.training.patches import PATCH, Patch, draw_patch
from vision.training.stock import LEARNED
from vision.training.trainer import Trainer

FIRST, FIRST_SET = 60_000, 13_000  # of the drawn tables and of the designers' sets: no measurement draws these
OTHERS = 150  # finds that are no tiles, taken of one picture at most; a tenth of a small scene
ON_IT, BESIDE = 0.55, 0.12  # parts of the quads' area that overlap: a tile's own find, and one that is on none
BATCH = 128
# nats by which it counts as less likely a thing than among what is learned, half of which are: so the cross entropy is
# the least on tables of manners that were not learned
RARER = 1.5
PEAK_RATE = 2e-3
SAVED_EVERY = 1500  # steps

Cut = tuple[Image, NDArray[np.bool_]]
"""Crops (n, 64, 48, 3) BGR, and which of them are tiles (n,)."""


def _overlaps(quads: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float64]:
    """The shared area over the whole of quads (n, 4, 2) and others (k, 4, 2): (n, k)."""
    out = np.zeros((len(quads), len(others)))
    if not out.size:
        return out
    reach = np.linalg.norm(others[:, 2] - others[:, 0], axis=1)
    near = np.linalg.norm(quads.mean(1)[:, None] - others.mean(1)[None], axis=2) < reach[None]
    for i, k in zip(*np.nonzero(near), strict=True):
        shared, _ = cv2.intersectConvexConvex(quads[i], others[k])
        whole = abs(cv2.contourArea(quads[i])) + abs(cv2.contourArea(others[k])) - shared
        out[i, k] = shared / max(whole, 1.0)
    return out


def found(finder: Finder, image: Image) -> Found:
    """All that the finder sees the least of, in two sizes."""
    scale = min(1.0, LONG_SIDE / max(image.shape[:2]))
    looks = [finder.look(image, s, HALF_SURE) for s in (scale, scale / 1.6)]
    both = Found(np.concatenate([f.quads for f in looks]), np.concatenate([f.scores for f in looks]))
    return finder.laid(image, thinned(both.take(np.argsort(-both.scores))))


def _part(rng: np.random.Generator, quad: NDArray[np.float32]) -> NDArray[np.float64]:
    """A tile's quad as it is; at times without a band at one side, which looks like the edge of a tile."""
    out = quad.astype(np.float64)
    if rng.random() < 0.35:
        side, by = int(rng.integers(4)), float(rng.uniform(0.08, 0.32))
        for near, far in ((side, side - 1), ((side + 1) % 4, (side + 2) % 4)):
            out[near] += (out[far] - out[near]) * by
    return out


def _cut(image: Image, seen: Quads, tiles: Quads, other: NDArray[np.bool_], most: int, rng: np.random.Generator) -> Cut:
    """Of a picture what was seen on its tiles, the tiles as they may be found, and of what is no tile (n,) so many."""
    held = seen[_overlaps(seen, tiles).max(1, initial=0.0) > ON_IT]
    others = rng.permutation(np.flatnonzero(other))[:most]
    laid = np.array([hasty(rng, _part(rng, quad)) for quad in tiles]).reshape(-1, 4, 2)
    quads = np.concatenate([held, seen[others], laid.astype(np.float32)])
    truth = np.repeat([True, False, True], [len(held), len(others), len(laid)])
    return cut(image, grown(quads.astype(np.float64), AROUND)), truth


def of_patch(finder: Finder, patch: Patch, rng: np.random.Generator) -> Cut:
    """What is to be learned of one small scene."""
    image = np.ascontiguousarray(patch.image)
    seen = finder.laid(image, thinned(finder.look(image, 1.0, HALF_SURE))).quads
    tiles, bodies = patch.quads.astype(np.float32), patch.plain.astype(np.float32)
    cell = np.clip(seen.mean(1) / STRIDE, 0, PATCH // STRIDE - 1).astype(int)
    off = np.maximum(_overlaps(seen, tiles).max(1, initial=0.0), _overlaps(seen, bodies).max(1, initial=0.0))
    inside = ((seen > 0) & (seen < PATCH)).all((1, 2))
    return _cut(image, seen, tiles, (off < BESIDE) & inside & ~patch.mute[cell[:, 1], cell[:, 0]], OTHERS // 10, rng)


def of_still(finder: Finder, still: Still, rng: np.random.Generator) -> Cut:
    """What is to be learned of one drawn table."""
    clear: list[Quads] = []
    other: list[Quads] = []
    for tile in still.tiles:
        shown = tile.face_up and max(tile.occluded, tile.burnt - 0.15) <= 0.35 and tile.facing > 0.3
        (clear if shown else other).append(tile.quad.astype(np.float32))
    tiles, bodies = (np.array(some, np.float32).reshape(-1, 4, 2) for some in (clear, other))
    seen = found(finder, still.image).quads
    off = np.maximum(_overlaps(seen, tiles).max(1, initial=0.0), _overlaps(seen, bodies).max(1, initial=0.0))
    return _cut(still.image, seen, tiles, off < BESIDE, OTHERS, rng)


def _style(rng: np.random.Generator) -> str:
    of = rng.random()
    family = f"mix-{int(rng.integers(400))}"
    if of < 0.45:
        family = f"{LEARNED[int(rng.integers(len(LEARNED)))]}-{FIRST_SET + int(rng.integers(60))}"
    elif of < 0.8:
        known = [name for name in SETS if name not in HELD_OUT]
        family = known[int(rng.integers(len(known)))]
    words = ["mat"] if rng.random() < 0.75 else []
    return "+".join([family, *words, *(["bare"] if rng.random() < 0.3 else [])])


def drawn(number: int, seed: int) -> Iterator[Cut]:
    """So many drawn tables."""
    finder, rng = Finder(), np.random.default_rng([seed, 0x2A15ED])
    for k in range(number):
        size = ((1920, 1080), (1920, 1080), (1280, 720), (2560, 1440))[int(rng.integers(4))]
        yield of_still(finder, render_still(FIRST + seed * 10_000 + k, _style(rng), size), rng)


def patched(number: int, seed: int, shared: Path) -> Iterator[Cut]:
    """So many small scenes."""
    finder, rng = Finder(), np.random.default_rng([seed, 0x9A7C4])
    sets = sets_for_finding(shared)
    for _ in range(number):
        yield of_patch(finder, draw_patch(rng, sets[int(rng.integers(len(sets)))]), rng)


def photographed(shared: Path) -> Iterator[Cut]:
    """The labelled tiles of photographs of split `train` that may be trained on. What else lies there nobody says."""
    told = json.loads((shared / "photos" / "labels.json").read_text())
    marks = defaultdict(list)
    for mark in told["annotations"]:
        x, y, w, h = mark["bbox"]
        marks[mark["image_id"]].append(((x, y), (x + w, y), (x + w, y + h), (x, y + h)))
    finder = Finder()
    for one in told["images"]:
        if one["source"] != "cmd" or one["split"] != "train":
            continue
        image = np.asarray(cv2.imread(str(shared / "photos" / "images" / one["file_name"])), np.uint8)
        seen = found(finder, image)
        low, high = seen.quads.min(1), seen.quads.max(1)
        boxes = np.stack([low, np.stack([high[:, 0], low[:, 1]], 1), high, np.stack([low[:, 0], high[:, 1]], 1)], 1)
        on = _overlaps(boxes, np.array(marks[one["id"]], np.float32).reshape(-1, 4, 2)).max(1, initial=0.0)
        quads = seen.quads[on > ON_IT]
        yield cut(image, grown(quads.astype(np.float64), AROUND)), np.ones(len(quads), bool)


def _kept(folder: Path, name: str, some: Iterator[Cut], each: int = 100) -> None:
    """Writes all of it, a file for every so many pictures."""
    parts: list[Cut] = []

    def write(number: int) -> None:
        crops, truth = (np.concatenate(of) for of in zip(*parts, strict=True))
        np.savez(folder / f"{name}-{number:04d}.npz", crops=crops, truth=truth)
        print(f"{name}-{number:04d}: {truth.sum()} tiles, {(~truth).sum()} others", flush=True)

    number = 0
    for number, one in enumerate(some, 1):
        parts.append(one)
        if number % each == 0:
            write(number)
            parts.clear()
    if parts:
        write(number)


def _batch(crops: Image, rng: np.random.Generator) -> torch.Tensor:
    """As the network takes them, turned, mirrored and lit by chance."""
    if rng.random() < 0.5:
        crops = crops[:, :, ::-1]
    if rng.random() < 0.5:
        crops = crops[:, ::-1, ::-1]
    gain = np.exp(rng.normal(0, 0.25, (len(crops), 1, 1, 1)) + rng.normal(0, 0.05, (len(crops), 1, 1, 3)))
    x = (crops[..., ::-1] * (gain / 255)).astype(np.float32)
    if rng.random() < 0.3:
        x = x.clip(0, None) ** np.float32(np.exp(rng.normal(0, 0.4)))
    if rng.random() < 0.4:  # a sharper camera, or one less sharp
        soft = np.stack([cv2.GaussianBlur(one, (0, 0), 1.0) for one in x])
        x = x + np.float32(rng.uniform(-0.8, 1.2)) * (x - soft)
    if rng.random() < 0.3:  # of another colour
        x = x @ (np.eye(3) + rng.normal(0, 0.15, (3, 3))).astype(np.float32)
    if rng.random() < 0.4:
        x += rng.normal(0, rng.uniform(0.004, 0.04), x.shape).astype(np.float32)
    return torch.from_numpy(x.clip(0, 1)).permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last)


def learn(given: argparse.Namespace) -> None:
    """Teaches the network what was drawn until the minutes are up; where something was saved it goes on from that."""
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    files = [np.load(path) for path in sorted(given.out.glob("*.npz"))]
    crops, truth = (np.concatenate([of[name] for of in files]) for name in ("crops", "truth"))
    kinds = [np.flatnonzero(truth), np.flatnonzero(~truth)]
    trainer, average = Trainer(RaisedNet(), given, decay=1e-3), 0.3
    rng = trainer.rng
    while not trainer.done():
        rows = np.concatenate([rng.choice(of, BATCH // 2) for of in kinds])
        trainer.net.train()
        said = trainer.net(_batch(crops[rows], rng))
        right = torch.from_numpy(truth[rows].astype(np.float32))
        miss = nn.functional.binary_cross_entropy_with_logits(said + RARER, right)
        trainer.learn(miss)
        average = 0.99 * average + 0.01 * float(miss.detach())
        if trainer.step % SAVED_EVERY == 0 or trainer.done():
            trainer.keep()
            print(f"{trainer.pace}, cross entropy {average:.4f}", flush=True)


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("what", choices=["draw", "learn"])
    words.add_argument("--stills", type=int, default=900)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--patches", type=int, default=0, help="small scenes")
    words.add_argument("--shared", type=Path, default=None, help="take photographs too, and the art that lies there")
    words.add_argument("--minutes", type=float, default=30.0)
    words.add_argument("--threads", type=int, default=1)
    words.add_argument("--rate", type=float, default=PEAK_RATE)
    words.add_argument("--out", type=Path, default=Path("training/raised"))
    words.add_argument("--save", type=Path, default=Path("training/raised.pt"))
    given = words.parse_args()
    if given.what == "learn":
        learn(given)
        return
    given.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    if given.shared is not None:
        _kept(given.out, "photographs", photographed(given.shared))
    _kept(given.out, f"drawn{given.seed}", drawn(given.stills, given.seed))
    _kept(given.out, f"patched{given.seed}", patched(given.patches, given.seed, given.shared or Path()), 2000)


if __name__ == "__main__":
    main()
