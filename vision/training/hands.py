"""Pictures of many tiles of one set that no network learned, as the eyes see them: for teaching what reads the tiles of
a set together (`vision.training.together`).

    python -m vision.training.hands --stock training/stock --out training/hands --pictures 3000

Each is a table drawn quickly with some tiles of a set, one of each kind or as many as come, now and then upside down;
it is looked at as any picture is, and what the networks make of the tiles by themselves is kept, with the truth.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS, Tile
from vision.arrays import Drawn, Image
from vision.eyes import Eyes
from vision.synthetic.faces import catalogue
from vision.synthetic.faces.families import HELD_OUT
from vision.training.printed import LOOSE, Loose, Printed
from vision.training.stock import LEARNED, flock, gathered

FIRST = 60_000  # the number of the first set: no other training draws these
EACH = 20  # pictures in a file
LEAST, MOST = 20, 62  # pixels of a tile's width
FEWEST, ALL = 12, 152  # tiles in a picture
WHOLE, GAME = 0.2, 0.5  # how often one of each kind lies there; groups and discards, as in a game
FLOWERS = {1: 0.2, 2: 0.15, 4: 0.15, 8: 0.5}  # how often the eight flowers of a set bear so many drawings
CLASSIC = 0.12  # how often the set is a drawn family or a mixture of such
FIRST_MIX = 5000
TOLD = ("reader", "alone", "shares", "counts", "points")  # of `vision.read.together.Shown`


def some_tiles(rng: np.random.Generator) -> list[tuple[Tile, int]]:
    """Which tiles lie there, and which drawing each bears."""
    stock = [(tile, k) for tile in Tile for k in range(tile.copies)]
    stock = [stock[k] for k in rng.permutation(len(stock))]
    lies = rng.random()
    if lies < WHOLE:
        return [one for one in stock if one[0] == Tile.FLOWER or one[1] == 0]
    out = list[tuple[Tile, int]]()
    for _ in range(int(rng.integers(2, 11)) if lies < WHOLE + GAME else 0):
        kind, size = Tile(int(rng.integers(N_KINDS))), int(rng.integers(2, 6))
        jokers = int(rng.binomial(size, 0.3)) if size > 2 else 0
        group = [one for one in stock if one[0] == kind][: size - jokers]
        group += [one for one in stock if one[0] == Tile.JOKER and one not in group][:jokers]
        out += group
        stock = [one for one in stock if one not in group]
    many = int(np.exp(rng.uniform(np.log(FEWEST + 2), np.log(ALL))))
    return (out + stock[: max(many - len(out), 0)])[:ALL]


def laid(rng: np.random.Generator, name: str, tiles: list[tuple[Tile, int]]) -> tuple[Image, NDArray[np.float32]]:
    """A picture (H, W, 3) BGR of these tiles of a set in rows on a cloth, and their quads (n, 4, 2)."""
    wide = int(np.exp(rng.uniform(np.log(LEAST), np.log(MOST))))
    high = round(wide * rng.uniform(1.26, 1.42))
    columns = int(rng.integers(8, 15))
    across, down = int(wide * rng.uniform(1.03, 1.2)), int(high * rng.uniform(1.15, 1.5))
    edge, rows = 2 * high, -(-len(tiles) // columns)
    image: Drawn = np.empty((2 * edge + down * rows, 2 * edge + across * columns, 3), np.float32)
    image[:] = rng.uniform(20, 150, 3)
    image += rng.normal(0, rng.uniform(1, 7), image.shape)
    body = np.array(catalogue.body_colours(name)[0], np.float32) * rng.uniform(0.85, 1.0)
    back = rng.uniform(40, 200, 3)
    upset = rng.choice([0.0, 0.3])
    quads = np.empty((len(tiles), 4, 2), np.float32)
    for k, (tile, which) in enumerate(tiles):
        x, y = edge + k % columns * across, edge + k // columns * down
        art = catalogue.face_image(name, tile, which % catalogue.face_count(name, tile), high)
        art = cv2.resize(art, (wide, high), interpolation=cv2.INTER_AREA).astype(np.float32)
        alpha = art[..., 3:] / 255
        face = art[..., :3] * alpha + body * (1 - alpha)
        quad = np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], np.float32) - 0.5
        if rng.random() < upset:
            face, quad = face[::-1, ::-1], np.roll(quad, 2, 0)
        cv2.rectangle(image, (x - 1, y - 1), (x + wide, y + high + wide // 10), back.tolist(), -1)
        image[y : y + high, x : x + wide] = face
        quads[k] = quad
    size = image.shape[1], image.shape[0]
    spin = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), rng.uniform(-20, 20), 1.0)
    image = cv2.warpAffine(image, spin, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.0)) * rng.uniform(0.6, 1.05)
    image *= np.clip(rng.normal(1, 0.04, 3), 0.9, 1.1)
    noisy = image + rng.normal(0, rng.uniform(1, 6), image.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8), (quads @ spin[:, :2].T + spin[:, 2]).astype(np.float32)


def set_names(rng: np.random.Generator, stock: Path) -> Iterator[str]:
    """Sets, each of another name: designers' in the manners that may be learned, of no manner, and classic ones."""
    open_stock, birds = gathered(stock), flock(stock)
    families = [name for name in catalogue.FAMILIES if name not in HELD_OUT]
    while True:
        number = FIRST + int(rng.integers(10_000_000))
        if rng.random() < CLASSIC:
            yield str(rng.choice(families)) if rng.random() < 0.2 else f"mix-{FIRST_MIX + number}"
            continue
        manner = LOOSE if rng.random() < 0.45 else LEARNED[number % len(LEARNED)]
        kind = Loose if manner == LOOSE else Printed
        name = f"hand-{number}"
        catalogue.register(name, kind(manner, number, open_stock, birds))
        yield name


def matched(quads: NDArray[np.float32], truth: NDArray[np.float32]) -> NDArray[np.int64]:
    """Which of the true quads each found one (n, 4, 2) lies on (n,), -1 where on none."""
    away = np.linalg.norm(quads.mean(1)[:, None] - truth.mean(1)[None], axis=2)
    near = np.linalg.norm(truth[:, 0] - truth[:, 1], axis=1) / 3
    out = away.argmin(1)
    return np.where(away[np.arange(len(quads)), out] < near[out], out, -1)


def seen(eyes: Eyes, rng: np.random.Generator, name: str) -> dict[str, NDArray[Any]] | None:
    """What the eyes make of a table with tiles of a set, each (n, ...) as `vision.read.together` takes it, their kinds
    and crops; None where they see hardly any."""
    flowers = int(rng.choice(list(FLOWERS), p=list(FLOWERS.values())))
    tiles = [(tile, which % flowers if tile == Tile.FLOWER else which) for tile, which in some_tiles(rng)]
    image, truth = laid(rng, name, tiles)
    found = eyes.judge_at_leisure(image)
    some = found.take(np.flatnonzero(found.kept()))
    which = matched(some.sightings().quads, truth)
    some = some.take(np.flatnonzero(which >= 0))
    if len(some.finds) < FEWEST:
        return None
    _, shown = eyes.by_themselves(some, image)
    told = {name: getattr(shown, name).astype(np.float16) for name in TOLD}
    kinds = np.array([int(tiles[k][0]) for k in which[which >= 0]], np.int8)
    return {"kinds": kinds, "crops": shown.crops, **told}


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--stock", type=Path, default=Path("training/stock"))
    words.add_argument("--out", type=Path, default=Path("training/hands"))
    words.add_argument("--pictures", type=int, default=3000)
    words.add_argument("--seed", type=int, default=0)
    given = words.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    eyes, names = Eyes(), set_names(np.random.default_rng(given.seed), given.stock)
    for part in range(given.pictures // EACH):
        target = given.out / f"{given.seed}-{part}.npz"
        rng = np.random.default_rng((given.seed, part))
        some = [next(names) for _ in range(EACH)]
        if target.exists():
            continue
        rows = [row for name in some if (row := seen(eyes, rng, name)) is not None]
        kept = {key: np.concatenate([row[key] for row in rows]) for key in rows[0]}
        kept["sizes"] = np.array([len(row["kinds"]) for row in rows])
        np.savez_compressed(target.with_suffix(".part.npz"), **kept)  # type: ignore[arg-type]
        target.with_suffix(".part.npz").replace(target)
        print(f"{(part + 1) * EACH} of {given.pictures} pictures", flush=True)


if __name__ == "__main__":
    main()
