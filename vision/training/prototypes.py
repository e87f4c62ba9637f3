"""Makes the built-in tile set and calibrates the reader, after `vision.training.publish reader`.

    python -m vision.training.prototypes

draws tiles of all sets that training knows and keeps, for every kind, the middles of their clusters in the embedding.
How much they are trusted, how sharply, and the reader's temperature are chosen on the families that training never saw
(`HELD_OUT`).
"""

import argparse
import hashlib
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.cluster.vq import kmeans2

from engine.tile import N_KINDS, Tile
from vision.read.finder import Finder
from vision.read.reader import PRIOR, Reader, opinion
from vision.read.tileset import TileSet, to_json
from vision.training.crops import Bin, Cuttings, Deck, decks, from_scene
from vision.training.facebank import drawn_families
from vision.training.photographs import photographs
from vision.training.publish import MODELS, read_head, write_head

CLUSTERS = 10  # prototypes of a kind
WEIGHTS = (0.0, 0.15, 0.3, 0.45, 0.6, 0.8)
SHARPNESSES = (8.0, 14.0, 22.0)
DOUBTS = (-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0)
TEMPERATURES = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.8, 2.2)


Looked = tuple[NDArray[np.float32], NDArray[np.float32]]
"""What the network says of (n,) crops: logits (n, 37) and embeddings (n, E)."""


def looked_at(reader: Reader, crops: NDArray[np.uint8]) -> Looked:
    """What the network says of crops, both ways up averaged."""
    n = len(crops)
    faces, _, points = reader.run(np.concatenate([crops, crops[:, ::-1, ::-1]]))
    both = points[:n] + points[n:]
    both = np.asarray(both / np.linalg.norm(both, axis=1, keepdims=True), np.float32)
    return np.asarray((faces[:n] + faces[n:]) / 2, np.float32), both


def drawn_crops(some: list[Deck], count: int, seed: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """So many crops of drawn scenes and their tiles."""
    rng = np.random.default_rng(seed)
    into, finder = Bin([], []), Finder()
    while len(into.crops) < count:
        from_scene(rng, some[int(rng.integers(len(some)))], into, finder)
    return np.stack(into.crops), np.array([label[0] for label in into.labels], np.int64)


def held_out() -> list[Deck]:
    """The families that training never saw."""
    out = []
    for k, faces in enumerate(drawn_families(held_out=True).values()):
        pairs = [(tile, picture) for tile, pictures in faces.items() for picture in pictures]
        out.append(Deck(k, tuple(p for _, p in pairs), np.array([int(t) for t, _ in pairs], np.int64)))
    return out


def loss(seen: Looked, truth: NDArray[np.int64], tiles: TileSet, temperature: float) -> float:
    """Mean negative log-likelihood of the truth; weighted so that each kind counts by its copies, and what is no face
    as much as all faces together, as on a table with its walls."""
    log_p = opinion(*seen, tiles, temperature)[np.arange(len(truth)), truth]
    weight = np.exp(PRIOR)[truth]
    none = truth == N_KINDS
    weight[none] = weight[~none].sum() / max(1, none.sum())
    return float(-(log_p * weight).sum() / weight.sum())


def with_photographs(
    crops: NDArray[np.uint8], truth: NDArray[np.int64], given: argparse.Namespace
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The crops and their tiles, and a sixth as many cut from photographs."""
    cuttings = Cuttings(photographs(given.shared / "photos"))
    if not len(cuttings):
        return crops, truth
    rng, into = np.random.default_rng(6), Bin([], [])
    for _ in range(len(crops) // 6):
        cuttings.add(rng, into)
    labels = np.array([label[0] for label in into.labels], np.int64)
    return np.concatenate([crops, np.stack(into.crops)]), np.concatenate([truth, labels])


def best_settings(
    prototypes: TileSet, said: tuple[NDArray[np.float32], NDArray[np.float32]], answer: NDArray[np.int64]
) -> tuple[float, TileSet, float, float]:
    """The loss, the set with the weight and sharpness, the temperature and the doubt that read crops best, of which the
    network said logits (n, 37) and embeddings (n, E), and which are `answer` (n,)."""
    logits, points = said
    best: tuple[float, TileSet, float, float] | None = None
    for weight in WEIGHTS:
        for sharpness in SHARPNESSES if weight else SHARPNESSES[:1]:
            tiles = replace(prototypes, weight=weight, sharpness=sharpness)
            for temperature in TEMPERATURES:
                for doubt in DOUBTS:
                    doubted = logits.copy()
                    doubted[:, N_KINDS] += doubt
                    cost = loss((doubted, points), answer, tiles, temperature)
                    if best is None or cost < best[0]:
                        best = (cost, tiles, temperature, doubt)
    assert best is not None
    return best


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--crops", type=int, default=9000, help="how many to draw, where no shards are given")
    words.add_argument(
        "--shards", type=Path, nargs="*", default=[], help="shards of vision.training.crops to use instead"
    )
    words.add_argument(
        "--unseen", type=Path, default=Path("training/unseen.npz"), help="crops of the held-out families"
    )
    words.add_argument("--shared", type=Path, default=Path("../shared"))
    words.add_argument("--folder", type=Path, default=Path("training"))
    given = words.parse_args()
    cv2.setNumThreads(1)
    reader = Reader(TileSet("none", (), np.zeros((0, 1), np.float32), 0.0, 1.0, ""))
    if given.shards:
        parts = [np.load(path) for path in given.shards]
        crops = np.concatenate([part["crops"] for part in parts])
        truth = np.concatenate([part["tile"] for part in parts]).astype(np.int64)
    else:
        crops, truth = with_photographs(*drawn_crops(decks(given.shared, given.folder), given.crops, 5), given)
    _, points = looked_at(reader, crops)
    faces: list[Tile] = []
    middles: list[NDArray[np.float32]] = []
    for tile in Tile:
        mine = points[truth == tile]
        found, owner = kmeans2(mine, min(CLUSTERS, len(mine)), minit="++", seed=3)
        for k in np.unique(owner):
            faces.append(tile)
            middles.append((found[k] / np.linalg.norm(found[k])).astype(np.float32))
    sha = hashlib.sha256((MODELS / "reader.onnx").read_bytes()).hexdigest()
    if given.unseen.exists():
        kept = np.load(given.unseen)
        unseen, answer = kept["crops"], kept["tile"].astype(np.int64)
    else:
        unseen, answer = drawn_crops(held_out(), 2500, 7)
        np.savez(given.unseen, crops=unseen, tile=answer)
    logits, points = looked_at(reader, unseen)
    prototypes = TileSet("built-in", tuple(faces), np.stack(middles), 0.0, 1.0, sha)
    cost, tiles, temperature, doubt = best_settings(prototypes, (logits, points), answer)
    logits[:, N_KINDS] += doubt
    head = read_head(MODELS / "reader.md")
    head["temperature"] = temperature
    head["doubt"] = round(float(head.get("doubt", 0.0)) + doubt, 2)
    write_head(MODELS / "reader.md", head)
    (MODELS / "builtin.json").write_text(to_json(tiles), encoding="utf-8")
    log_p = opinion(logits, points, tiles, temperature)
    real = answer < N_KINDS
    right = (log_p[real, :N_KINDS].argmax(1) == answer[real]).mean()
    alone = (logits[real, :N_KINDS] + PRIOR[:N_KINDS]).argmax(1)
    print(
        f"{len(faces)} prototypes, weight {tiles.weight}, sharpness {tiles.sharpness}, temperature {temperature}, "
        f"doubt {doubt}; "
        f"unseen families: right {right:.3f} (network alone {(alone == answer[real]).mean():.3f}), loss {cost:.3f}"
    )


if __name__ == "__main__":
    main()
