"""How much of a photograph of a whole table is found and read: small tiles, seen aslant, among other things of a room.

    python -m tests.bench.afar [--tables 4] [--shared ../shared] [--only drawn|rendered|photographs] [--keep FOLDER]

A telephone's photograph shows the table from a chair: it fills a part of the picture, and its tiles are 16 to 30 pixels
wide where they lie nearest to how they are. Drawn tables (families that training sees, and those held out) are seen so
through a lens of their own; the stills of ../shared/scenes are laid into a drawn room, aslant; the photographs of
../shared/photos kept for measuring are made so small and laid into it as they are. A line a tile's width and source:
tiles, found (intersection over union of the upright boxes at least 0.5), read right of these and of all, and what is
told beside them (not counted where not all tiles of a photograph are labelled).
"""

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS, Tile, read_tile
from tests.bench.accuracy import Boxes, boxes_of, matched
from vision.arrays import Floats, Image
from vision.eyes import Eyes
from vision.synthetic.faces.families import HELD_OUT
from vision.synthetic.lens import Lens
from vision.synthetic.look import choose
from vision.synthetic.stills import still_of
from vision.training.surfaces import surface

FIRST_SEED = 61_000  # of the drawn tables: no other measurement draws these
WIDTHS = (16, 20, 25, 30)
SIZES = ((1600, 1200), (2016, 1512), (4032, 3024))  # of what telephones keep or send
HEIGHT = (30.0, 55.0)  # degrees above the table


@dataclass(frozen=True, slots=True)
class Picture:
    """A photograph and its truth: the tiles that lie open (n,), their boxes (n, 4), boxes that count neither way, and
    whether every tile is known."""

    image: Image
    tiles: list[Tile]
    boxes: Boxes
    ignored: Boxes
    whole: bool


def drawn(width: int, seed: int) -> Picture:
    """A drawn table as it is seen from a chair."""
    rng = np.random.default_rng([seed, 0xAFA])
    size = SIZES[seed % len(SIZES)]
    style = sorted(HELD_OUT)[seed % len(HELD_OUT)] if seed % 2 else ""
    look = choose(seed, f"bare+{style}" if style else "bare", size)
    focal, angle, up = 0.72, rng.uniform(-0.7, 0.7), np.radians(rng.uniform(*HEIGHT))
    away = np.array([np.cos(up) * np.sin(angle), np.cos(up) * np.cos(angle), np.sin(up)])
    x, y, z = away * focal * size[0] * look.tile[0] / width
    lens = Lens(size, (float(x), float(y), float(z)), (0, 0, 0), float(rng.normal(0, 0.04)), focal, -0.01)
    still = still_of(replace(look, lens=lens), moment=float(rng.uniform(0.4, 1.0)), hands=int(rng.integers(0, 2)))
    clear = [t.face_up and max(t.occluded, t.burnt) <= 0.35 and t.facing > 0.3 for t in still.tiles]
    shown = [t for t, ok in zip(still.tiles, clear, strict=True) if ok]
    other = [t.quad for t, ok in zip(still.tiles, clear, strict=True) if not ok and t.region != "wall"]
    truth = boxes_of(np.array([t.quad for t in shown]).reshape(-1, 4, 2))
    ignored = boxes_of(np.array(other, np.float64).reshape(-1, 4, 2))
    return Picture(still.image, [t.tile for t in shown], truth, ignored, True)


def room(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    """What may be around a table: floor, wall, cloths with prints, shelves, blurred a little."""
    wide, tall = size_wh
    tile = wide / 60
    side = max(size_wh)
    out = surface(rng, side, tile)[:tall, :wide]
    for _ in range(6):
        part = surface(rng, int(side * rng.uniform(0.15, 0.5)), tile)
        h, w = (int(v * rng.uniform(0.4, 1.0)) for v in part.shape[:2])
        x, y = int(rng.integers(-w // 2, wide - w // 2)), int(rng.integers(-h // 2, tall - h // 2))
        x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + w, wide), min(y + h, tall)
        out[y0:y1, x0:x1] = part[y0 - y : y1 - y, x0 - x : x1 - x]
    return np.asarray(np.clip(cv2.GaussianBlur(out, (0, 0), wide / 1200), 0, 255), np.uint8)


def laid_into(image: Image, matrix: Floats, rng: np.random.Generator, size_wh: tuple[int, int]) -> Image:
    """A picture seen through `matrix` (3, 3), each of its pixels averaged, in a drawn room of that size; then the
    camera's noise and its JPEG."""
    finer = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]]) @ matrix  # a pixel's middle has whole coordinates
    large = (size_wh[0] * 2, size_wh[1] * 2)
    seen = cv2.warpPerspective(image, finer, large, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT)
    cover = cv2.warpPerspective(np.full(image.shape[:2], 255, np.uint8), finer, large, flags=cv2.INTER_LINEAR)
    seen, cover = (cv2.resize(one, size_wh, interpolation=cv2.INTER_AREA) for one in (seen, cover))
    share = (np.asarray(cover, np.float32) / 255)[..., None]
    noise = np.asarray(rng.normal(0, 1.5, seen.shape), np.float32)
    out = seen + room(size_wh, rng) * (1 - share) + noise
    _, packed = cv2.imencode(".jpg", np.clip(out, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 88])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def moved(quads: NDArray[np.floating], matrix: Floats) -> Floats:
    """Points (..., 2) seen through `matrix` (3, 3)."""
    flat = np.concatenate([quads, np.ones_like(quads[..., :1])], -1) @ matrix.T
    return np.asarray(flat[..., :2] / flat[..., 2:])


def aslant(size_wh: tuple[int, int], zoom: float, rng: np.random.Generator, into: tuple[int, int]) -> Floats:
    """How a flat picture of `size_wh`, made so many times as large, is seen from a chair: the matrix (3, 3) into a
    picture of size `into`."""
    turn, up = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(*HEIGHT))
    focal = 0.72 * into[0]
    c, s = np.cos(turn), np.sin(turn)
    on_table = zoom * np.array([[c, -s], [s, c]]) @ np.array([[1, 0, -size_wh[0] / 2], [0, 1, -size_wh[1] / 2]])
    x, y = on_table
    lens = np.array([x * focal, y * np.sin(up) * focal, -y * np.cos(up)])
    lens[2, 2] += focal  # as far away that the middle keeps its size
    at = np.array(into) / 2 + rng.uniform(-0.08, 0.08, 2) * into
    return np.asarray(np.array([[1, 0, at[0]], [0, 1, at[1]], [0, 0, 1]]) @ lens)


def rendered(shared: Path, width: int, tables: int) -> Iterator[Picture]:
    """Stills of another renderer, as they would be seen from a chair."""
    paths = sorted((shared / "scenes" / "dev" / "stills").glob("*.json"))
    for number, path in enumerate(paths[:: max(1, len(paths) // tables)][:tables]):
        told = json.loads(path.read_text())
        rng = np.random.default_rng([FIRST_SEED, width, number])
        size = SIZES[number % len(SIZES)]
        quads = np.array([t["quad"] for t in told["tiles"]], np.float64).reshape(-1, 4, 2)
        usual = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
        image = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
        matrix = aslant((image.shape[1], image.shape[0]), width / usual, rng, size)
        seen = moved(quads, matrix)
        inside = ((seen > 0) & (seen < size)).all((1, 2))
        clear = [t.get("occluded", 0) <= 0.35 and t.get("clipped", 0) <= 0.5 for t in told["tiles"]]
        shown = np.array(clear, bool) & inside
        others = np.array([t["quad"] for t in told.get("concealed", [])], np.float64).reshape(-1, 4, 2)
        ignored = np.concatenate([seen[~shown], moved(others, matrix)])
        tiles = [read_tile(t["cls"]) for t, ok in zip(told["tiles"], shown, strict=True) if ok]
        yield Picture(laid_into(image, matrix, rng, size), tiles, boxes_of(seen[shown]), boxes_of(ignored), True)


def shrunk(shared: Path, width: int, many: int) -> Iterator[Picture]:
    """Photographs so small that their tiles are `width` pixels wide, somewhere in a room."""
    labels = json.loads((shared / "photos" / "labels.json").read_text())
    names = {c["id"]: c["name"] for c in labels["categories"]}
    marks = defaultdict(list)
    for mark in labels["annotations"]:
        marks[mark["image_id"]].append((mark["bbox"], read_tile(names[mark["category_id"]])))
    of_group = defaultdict(list)
    for image in labels["images"]:
        if image["split"] == "val" and len(marks[image["id"]]) >= 12:
            of_group[image["group"]].append(image)
    some = [images[k * len(images) // many] for images in of_group.values() for k in range(min(many, len(images)))]
    for number, image in enumerate(some):
        rng = np.random.default_rng([FIRST_SEED, width, number, 1])
        size = SIZES[number % 2]
        photo = np.asarray(cv2.imread(str(shared / "photos" / "images" / image["file_name"])), np.uint8)
        at = np.array([box for box, _ in marks[image["id"]]], np.float64)
        zoom = width / float(np.median(at[:, 2:].min(1)))
        x, y = (np.array(size) - zoom * np.array(photo.shape[1::-1])) * rng.uniform(0.1, 0.9, 2)
        small = cv2.resize(photo, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
        there = np.array([[small.shape[1] / photo.shape[1], 0, x], [0, small.shape[0] / photo.shape[0], y], [0, 0, 1]])
        laid = laid_into(np.asarray(small, np.uint8), np.array([[1, 0, x], [0, 1, y], [0, 0, 1]]), rng, size)
        corners = np.concatenate([at[:, :2], at[:, :2] + at[:, 2:]], 1).reshape(-1, 2, 2)
        boxes = moved(corners, there).reshape(-1, 4)
        yield Picture(
            laid, [tile for _, tile in marks[image["id"]]], boxes, np.zeros((0, 4)), bool(image["exhaustive"])
        )


@dataclass(slots=True)
class Count:
    """What came of some pictures."""

    tiles: int = 0
    found: int = 0
    right: int = 0
    beside: int = 0
    seconds: float = 0.0

    def add(self, eyes: Eyes, picture: Picture) -> None:
        """Looks at one more."""
        start = time.process_time()
        seen = eyes.sight_photo(picture.image)
        self.seconds += time.process_time() - start
        which = matched(boxes_of(seen.quads), np.exp(seen.best), picture.boxes, picture.ignored)
        faces = seen.log_p[:, :N_KINDS].argmax(1)
        self.tiles += len(picture.tiles)
        self.found += int((which >= 0).sum())
        self.right += sum(picture.tiles[t] == Tile(int(face)) for t, face in zip(which, faces, strict=True) if t >= 0)
        self.beside += int((which == -1).sum()) * picture.whole

    def __str__(self) -> str:
        n = max(1, self.tiles)
        return (
            f"{self.tiles:5d} tiles, found {self.found / n:.3f}, read {self.right / max(1, self.found):.3f} of these, "
            f"{self.right / n:.3f} of all, {self.beside} beside, {self.seconds:.1f} s"
        )


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tables", type=int, default=4, help="pictures a width and source")
    words.add_argument("--only", choices=["drawn", "rendered", "photographs"], default=None)
    words.add_argument("--shared", type=Path, default=Path("../shared"))
    words.add_argument("--keep", type=Path, default=None, help="where the pictures are written")
    given = words.parse_args()
    eyes = Eyes()
    for width in WIDTHS:
        sources = {
            "drawn": (drawn(width, FIRST_SEED + 100 * width + k) for k in range(given.tables)),
            "rendered": rendered(given.shared, width, given.tables) if given.shared.is_dir() else iter(()),
            "photographs": shrunk(given.shared, width, given.tables) if given.shared.is_dir() else iter(()),
        }
        for name, pictures in sources.items():
            if given.only not in (None, name):
                continue
            count = Count()
            for k, picture in enumerate(pictures):
                if given.keep is not None:
                    given.keep.mkdir(parents=True, exist_ok=True)
                    cv2.imwrite(str(given.keep / f"{name}{width}-{k}.png"), picture.image)
                count.add(eyes, picture)
            print(f"{name:12s} {width} px {count}", flush=True)


if __name__ == "__main__":
    main()
