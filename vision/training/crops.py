"""Tiles cut from drawn scenes and from photographs, for teaching the reader.

    python -m vision.training.crops --out training/crops --seed 1

writes shards `NNNN.npz`: `crops` (n, 64, 48, 3) uint8 BGR, `tile` (n,) (36: not a known face), `upside` (n,) 1 upside
down, 0 upright, -1 unknown or the same both ways up, `set` and `art` (n,): which drawing of which set it is.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS, Tile
from vision.arrays import Drawn
from vision.read.crops import LEARNED_MARGIN, MARGIN, cut, grown
from vision.read.finder import Finder
from vision.training.edges import BANDS, shorn
from vision.training.facebank import Faces, drawn_families, fluffy, hued, load, recoloured
from vision.training.laid import lay
from vision.training.patches import PATCH, Patch, draw_patch
from vision.training.photographs import Photograph, photographs
from vision.training.spoiling import clear, spoil
from vision.training.stock import FIRST
from vision.training.surfaces import surface

SAME_BOTH_WAYS = frozenset(
    {
        Tile.SOAP,
        Tile.D1,
        Tile.D2,
        Tile.D3,
        Tile.D4,
        Tile.D5,
        Tile.D8,
        Tile.D9,
        Tile.B2,
        Tile.B4,
        Tile.B5,
        Tile.B6,
        Tile.B8,
        Tile.B9,
    }
)  # fmt: skip  (in many sets; the turn of these is not taught)
ODDS = (0.06, 0.02, 0.16, 0.12, 0.0, 0.0, 0.64)
NONE = N_KINDS
MOST_DESIGNED = 2000  # of the numbers that `vision.training.stock` gives its sets, from `FIRST` on
ARTS = 64  # room for so many drawings in a set
DESIGNED = 1240  # the number of the first of them here
UNBANDED = 0.45  # how often a tile with a coloured band at its edge is cut out without a part of it
SMALL = 0.8  # of a tile's width: a mistake of the finder narrower than this is a die or a small print
BOX = ((-0.5, -0.67), (0.5, -0.67), (0.5, 0.67), (-0.5, 0.67))  # a tile, in its widths
BIRDS = 0.6  # how often there is a one Bam at least among what is drawn of a set: easily taken for a flower
OFTENER = 2.5  # so much oftener is a one Bam cut from photographs than others
AT_THE_TABLE = (19.0, 33.0)  # pixels, the width of a tile that a camera above the table sees
HALVES = 2  # of a sheet's tiles, cut out half beside themselves
FALSE_FROM = 0.2  # the finder's score from which a mistake of its is worth learning


@dataclass(frozen=True, slots=True)
class Deck:
    """One set, flattened: pictures and the tile of each. `number` tells sets apart, and is the same in every run;
    `manner`: of a designer's set."""

    number: int
    pictures: tuple[Drawn, ...]
    tiles: NDArray[np.int64]
    manner: str = ""


def decks(shared: Path, folder: Path) -> list[Deck]:
    """All sets to learn from. Numbers 0-9 are kept for photographs, 10-19 for public-domain art, 20-99 for drawn
    families, 490-639 for mixed, from 1240 on for designers' and 100-489 and 640-1239 for composed ones (100-399: mostly
    large numerals; 640-939: with the most kinds of pictures, from 790 on half of them with words on end)."""
    numbered: list[tuple[int, Faces]] = []
    if art := fluffy(shared / "art" / "fluffy"):
        numbered.append((10, art))
    numbered += list(enumerate(drawn_families().values(), start=20))
    numbered += list(enumerate(list(load(folder / "composed4.pkl").values())[:300], start=100))
    numbered += list(enumerate(list(load(folder / "composed.pkl").values())[300:390], start=400))
    numbered += list(enumerate(list(load(folder / "mixed.pkl").values())[:150], start=490))
    numbered += list(enumerate(list(load(folder / "composed5.pkl").values())[:150], start=640))
    numbered += list(enumerate(list(load(folder / "composed6.pkl").values())[:150], start=790))
    numbered += list(enumerate(list(load(folder / "composed2.pkl").values())[300:600], start=940))
    return [deck_of(number, faces) for number, faces in numbered]


def deck_of(number: int, faces: Faces, manner: str = "") -> Deck:
    """A set, flattened, under its number."""
    pairs = [(tile, picture) for tile, pictures in faces.items() for picture in pictures]
    return Deck(number, tuple(p for _, p in pairs), np.array([t for t, _ in pairs], np.int64), manner)


def designed_decks(folder: Path, known: set[Path]) -> list[Deck]:
    """Designers' sets of the files that `vision.training.stock` has written since, which become `known`."""
    out = []
    for path in sorted(set(folder.glob("designed-*.pkl")) - known):
        known.add(path)
        for name, faces in load(path).items():
            _, manner, number = name.rsplit("-", 2)
            if 0 <= (place := int(number) - FIRST) < MOST_DESIGNED:
                out.append(deck_of(DESIGNED + place, faces, manner))
    return out


def odds_of(number: int) -> float:
    """How often a set is drawn from, by its number, against a composed one."""
    if number < 20:
        return 0.12
    if number < 100:  # drawn families: few, and the best of all
        return 16.0
    if 640 <= number < 940:
        return 5.0 if number >= 790 else 3.0
    return 2.0 if number < 400 else 2.5 if 490 <= number < 640 else 1.0


def odds_among(sets: list[Deck], designed: float) -> NDArray[np.float64]:
    """How often each set is drawn from, in all one: public-domain art three times in a hundred each, designers' sets
    `designed` of the rest together where there are any, all others as `odds_of` says."""
    numbers = np.array([d.number for d in sets])
    odds = np.array([odds_of(int(n)) for n in numbers])
    odds[numbers < 20] = 0.03 * odds.sum()
    late = numbers >= DESIGNED
    if late.any() and not late.all():
        odds[late] *= designed / (1 - designed) * odds[~late].sum() / odds[late].sum()
    return np.asarray(odds / odds.sum())


def tile_width(rng: np.random.Generator) -> float:
    """Pixels: mostly 20-36, at times 13-75."""
    if rng.random() < 0.65:
        return float(rng.uniform(19, 36))
    return float(np.exp(rng.uniform(np.log(13), np.log(75))))


def shaken(rng: np.random.Generator, quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """The quad as a finder would give it: a few percent off in place, size, turn and corners."""
    middle = quad.mean(0)
    side = np.linalg.norm(quad[1] - quad[0])
    turn = rng.normal(0, 0.035)
    c, s = np.cos(turn), np.sin(turn)
    moved = (quad - middle) @ np.array([[c, s], [-s, c]]) * np.exp(rng.normal(0, 0.035, 2))
    return np.asarray(moved + middle + rng.normal(0, 0.035, 2) * side + rng.normal(0, 0.012, (4, 2)) * side)


@dataclass(slots=True)
class Bin:
    """What a shard is made of while it grows."""

    crops: list[Drawn]
    labels: list[tuple[int, int, int, int]]  # tile, upside, set, art

    def add(self, crop: Drawn, tile: int, upside: int, deck: int, art: int) -> None:
        """One crop and what it shows."""
        self.crops.append(crop)
        self.labels.append((tile, upside, deck, art))


def _turned(rng: np.random.Generator, quad: NDArray[np.float64]) -> tuple[NDArray[np.float64], int]:
    upside = int(rng.random() < 0.5)
    return (np.roll(quad, 2, 0), 1) if upside else (quad, 0)


def as_laid(rng: np.random.Generator, deck: Deck, quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """The quad of a tile as it may be laid: where a coloured band is at the tile's edge, at times without a part of
    it."""
    if deck.manner not in BANDS or rng.random() > UNBANDED:
        return quad
    sides, _, most = BANDS[deck.manner]
    return shorn(quad, int(rng.choice(sides)), rng.uniform(0, most))


def mistaken(rng: np.random.Generator, patch: Patch, finder: Finder, size: float, into: Bin) -> None:
    """Cuts a few things that the finder takes for tiles and that are none: print of cloth and cards, wood, edges."""
    found = finder.look(patch.image, 1.0, FALSE_FROM)
    for quad in found.quads[rng.permutation(len(found))].astype(np.float64):
        near = np.linalg.norm(patch.middles - quad.mean(0), axis=1).min() if len(patch.middles) else np.inf
        wide = float(np.linalg.norm(quad[1] - quad[0]))
        if near < 0.8 * max(size, wide) or quad.min() < 0 or quad.max() > PATCH:
            continue
        into.add(cut(patch.image, grown(shaken(rng, quad), LEARNED_MARGIN)[None])[0], NONE, -1, 0, 0)
        if wide < SMALL * size:  # a die: as much of the table around it as a tile covers is no tile either
            around = quad.mean(0) + rng.uniform(-0.35, 0.35, 2) * size + np.array(BOX) * size
            if rng.random() < 0.5:
                around = np.roll(quad.mean(0) + (around - quad.mean(0))[:, ::-1], 1, 0)
            if around.min() > 0 and around.max() < PATCH:
                into.add(cut(patch.image, grown(shaken(rng, around), LEARNED_MARGIN)[None])[0], NONE, -1, 0, 0)


def drawn_from(rng: np.random.Generator, deck: Deck) -> tuple[NDArray[np.int64], list[Drawn]]:
    """Some drawings of a set, in inks of their own at times: which they are, and their pictures."""
    order = rng.permutation(len(deck.pictures))[:24]
    birds = np.flatnonzero(deck.tiles == Tile.B1)
    if len(birds) and rng.random() < BIRDS and not np.isin(order, birds).any():
        order[0] = rng.choice(birds)
    wanted = [deck.pictures[int(k)] for k in order]
    wanted = [recoloured(p, rng) if rng.random() < 0.5 else p for p in wanted]
    if rng.random() < 0.06:  # a set may print any suit in any colour; only dragons are told apart by theirs
        turns = rng.integers(0, 180, 3)
        suits = [int(deck.tiles[int(k)]) // 9 for k in order]
        wanted = [hued(p, int(turns[suit])) if suit < 3 else p for p, suit in zip(wanted, suits, strict=True)]
    return order, wanted


def from_sheet(rng: np.random.Generator, deck: Deck, into: Bin, clearly: bool = False) -> None:
    """Cuts tiles that lie side by side, quickly drawn; `clearly`: as small as at the table, seen by a good camera."""
    order, wanted = drawn_from(rng, deck)
    margin = rng.uniform(MARGIN, LEARNED_MARGIN) if deck.manner or clearly else LEARNED_MARGIN
    width = rng.uniform(*AT_THE_TABLE) if clearly else min(1.2 * tile_width(rng), 75.0)  # what is small must be seen
    image, quads, which = lay(rng, wanted, width, clear if clearly else spoil)
    for quad, k in zip(quads, which, strict=True):
        art = int(order[k])
        tile = Tile(deck.tiles[art])
        held, upside = _turned(rng, as_laid(rng, deck, quad))
        crop = cut(image, grown(shaken(rng, held), margin)[None])[0]
        into.add(crop, int(tile), -1 if tile in SAME_BOTH_WAYS else upside, deck.number, art)
    for k in rng.permutation(len(quads))[:HALVES]:  # between two tiles, or half beside one: no tile
        quad = quads[k]
        along = quad[1] - quad[0] if rng.random() < 0.5 else quad[3] - quad[0]
        beside = quad + along * rng.uniform(0.44, 0.56) * rng.choice((-1, 1))
        if beside.min() > 0 and beside.max() < PATCH:
            into.add(cut(image, grown(shaken(rng, beside), LEARNED_MARGIN)[None])[0], NONE, -1, 0, 0)


def from_ground(rng: np.random.Generator, into: Bin) -> None:
    """Cuts out of a table top, printed or plain, on which nothing lies."""
    wide = min(1.2 * tile_width(rng), 75.0)
    ground = spoil(np.ascontiguousarray(surface(rng, PATCH, wide), np.uint8), rng)
    for _ in range(4):
        a, size = rng.uniform(0, 2 * np.pi), wide * rng.uniform(0.8, 1.25)
        quad = np.array(BOX) * size @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        quad += rng.uniform(0.25, 0.75, 2) * PATCH
        if quad.min() > 0 and quad.max() < PATCH:
            into.add(cut(ground, grown(shaken(rng, quad), LEARNED_MARGIN)[None])[0], NONE, -1, 0, 0)


def from_scene(rng: np.random.Generator, deck: Deck, into: Bin, finder: Finder, wide: float | None = None) -> None:
    """Cuts the tiles of one drawn scene, so many pixels `wide` or as it comes, and a few things that are none."""
    order, wanted = drawn_from(rng, deck)
    patch = draw_patch(rng, wanted, wide or tile_width(rng), ODDS)
    size = 20.0
    for quad, which in zip(patch.quads, patch.arts, strict=True):
        size = float(np.linalg.norm(quad[1] - quad[0]))
        if quad.min() < -3 or quad.max() > PATCH + 3:
            continue
        art = int(order[which])
        tile = Tile(deck.tiles[art])
        held, upside = _turned(rng, quad)
        crop = cut(patch.image, grown(shaken(rng, held), LEARNED_MARGIN)[None])[0]
        into.add(crop, int(tile), -1 if tile in SAME_BOTH_WAYS else upside, deck.number, art)
    for k in rng.permutation(len(patch.plain))[:5]:
        quad = patch.plain[k]
        middle = quad.mean(0)
        covered = len(patch.middles) and np.linalg.norm(patch.middles - middle, axis=1).min() < 0.4 * size
        if covered or quad.min() < 0 or quad.max() > PATCH:
            continue
        if np.linalg.norm(quad[1] - quad[0]) > np.linalg.norm(quad[3] - quad[0]):
            quad = np.roll(quad, 1, 0)
        into.add(cut(patch.image, grown(shaken(rng, quad), LEARNED_MARGIN)[None])[0], NONE, -1, 0, 0)
    mistaken(rng, patch, finder, size, into)
    for _ in range(2):
        middle = rng.uniform(0.05, 0.95, 2) * PATCH
        if len(patch.middles) and np.linalg.norm(patch.middles - middle, axis=1).min() < 0.5 * size:
            continue
        w, h = size / 2 * rng.uniform(0.7, 1.3), size / 2 * rng.uniform(0.8, 1.8)
        a = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(a), np.sin(a)
        quad = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) @ np.array([[c, s], [-s, c]]) + middle
        into.add(cut(patch.image, grown(quad, LEARNED_MARGIN)[None])[0], NONE, -1, 0, 0)


GROUPS = ("fb", "hand", "family", "discards", "one_bamboo_flowers")


class Cuttings:
    """Tiles cut from the photographs of split `train`, at the sizes and in the light of a table camera."""

    def __init__(self, pack: list[Photograph]) -> None:
        self._pack = [(p, np.asarray(cv2.imread(str(p.path)), np.uint8)) for p in pack]
        flat = [(k, n) for k, (p, _) in enumerate(self._pack) for n in range(len(p.tiles)) if p.sure[n]]
        tiles = np.array([int(self._pack[k][0].tiles[n]) for k, n in flat])
        self._flat = flat
        weight = 1 / np.sqrt(np.bincount(tiles, minlength=N_KINDS))[tiles] if len(flat) else np.zeros(0)
        weight[tiles == Tile.B1] *= OFTENER
        self._odds = weight / weight.sum() if len(flat) else weight

    def __len__(self) -> int:
        return len(self._flat)

    def add(self, rng: np.random.Generator, into: Bin) -> None:
        """Cuts one."""
        self.add_at(rng, into, min(tile_width(rng), 48.0))

    def add_at(self, rng: np.random.Generator, into: Bin, width: float) -> NDArray[np.uint8]:
        """Cuts one, seen so many pixels wide; returns the same tile as the photograph shows it (64, 48, 3)."""
        k, n = self._flat[int(rng.choice(len(self._flat), p=self._odds))]
        photo, image = self._pack[k]
        quad = photo.quads[n]
        zoom = width / np.linalg.norm(quad[1] - quad[0])
        around = np.array([96.0, 96.0])
        spin = rng.uniform(-np.pi, np.pi)
        c, s = np.cos(spin) * zoom, np.sin(spin) * zoom
        linear = np.array([[c, -s], [s, c]]) @ np.diag(np.exp(rng.normal(0, 0.06, 2)))
        shift = around - linear @ quad.mean(0)
        patch = cv2.warpAffine(image, np.c_[linear, shift], (PATCH, PATCH), flags=cv2.INTER_AREA)
        seen = np.asarray(spoil(patch, rng, 0.6), np.uint8)
        held, upside = _turned(rng, quad @ linear.T + shift)
        tile = photo.tiles[n]
        known = photo.floor is not None and tile not in SAME_BOTH_WAYS
        deck = GROUPS.index(photo.path.name.split("_", 1)[1].rsplit("_", 1)[0])
        into.add(
            cut(seen, grown(shaken(rng, held), LEARNED_MARGIN)[None])[0],
            int(tile),
            upside if known else -1,
            deck,
            int(tile),
        )
        return np.asarray(cut(image, grown(quad, LEARNED_MARGIN)[None])[0], np.uint8)


def keep(into: Bin, each: int, path: Path, beside: dict[str, NDArray[np.float16]] | None = None) -> None:
    """Writes the first so many crops as a shard, and what else is known of each `beside` them."""
    labels = np.array(into.labels[:each], np.int32)
    named: dict[str, Any] = dict(zip(("tile", "upside", "set", "art"), labels.T, strict=True)) | (beside or {})
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(file, crops=np.stack(into.crops[:each]), **named)
    part.rename(path)


def wanted(out: Path, seed: int, ahead: int) -> Iterator[tuple[np.random.Generator, Path]]:
    """The next shard to be written, without end: what it is drawn with and where it goes; waits while so many are in
    hand."""
    out.mkdir(parents=True, exist_ok=True)
    for number in count():
        while len(list(out.glob("*.npz"))) >= ahead:
            time.sleep(1.0)
        yield np.random.default_rng((seed, number, int(time.time()))), out / f"{seed:03d}_{number:05d}.npz"


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--out", type=Path, default=Path("training/crops"))
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--each", type=int, default=4096, help="crops in a shard")
    words.add_argument("--ahead", type=int, default=10, help="shards to keep in hand")
    words.add_argument("--photo-share", type=float, default=0.15)
    words.add_argument("--laid-share", type=float, default=0.75, help="of the scenes, tiles laid flat side by side")
    words.add_argument("--ground-share", type=float, default=0.15, help="so often bare tables between scenes")
    words.add_argument("--clear-share", type=float, default=0.0, help="of these, small ones seen by a good camera")
    words.add_argument("--designed-share", type=float, default=0.5, help="of the scenes, of designers' sets")
    words.add_argument("--shared", type=Path, default=Path("../shared"), help="where art and photographs lie")
    words.add_argument("--folder", type=Path, default=Path("training"), help="where composed and mixed sets lie")
    given = words.parse_args()
    cv2.setNumThreads(1)
    known: set[Path] = set()
    sets = decks(given.shared, given.folder) + designed_decks(given.folder, known)
    odds = odds_among(sets, given.designed_share)
    photos = Cuttings(photographs(given.shared / "photos"))
    print(f"{len(sets)} sets, {len(photos)} tiles in photographs", flush=True)
    finder = Finder()
    started = time.monotonic()
    for number, (rng, path) in enumerate(wanted(given.out, given.seed, given.ahead), start=1):
        into = Bin([], [])
        if late := designed_decks(given.folder, known):
            sets += late
            odds = odds_among(sets, given.designed_share)
        while len(into.crops) < given.each:
            if len(photos) and rng.random() < given.photo_share * 4:
                for _ in range(4):
                    photos.add(rng, into)
            if rng.random() < given.ground_share:
                from_ground(rng, into)
            deck = sets[int(rng.choice(len(sets), p=odds))]
            if rng.random() < given.laid_share:
                from_sheet(rng, deck, into, rng.random() < given.clear_share)
            else:
                from_scene(rng, deck, into, finder)
        keep(into, given.each, path)
        print(
            f"{number * given.each} crops, {number * given.each / (time.monotonic() - started):.0f} a second",
            flush=True,
        )


if __name__ == "__main__":
    main()
