"""Teaches the small network that finds what is written on a tile (`vision.read.indices`).

    python -m vision.training.gather --stock training/stock                 # open fonts and pictures
    python -m vision.training.stock --sets 2000                             # designers' sets
    python -m vision.training.crops --designed-share 0.8 --photo-share 0.05 --ground-share 0.02 --laid-share 0.92
    python -m vision.training.indices --minutes 40                          # stop and start again as you like
    python -m vision.training.publish indices

Some of what it learns from are figures, letters and words printed anywhere on tiles that bear none: where each stands
is known, so that it learns fast what a figure is. The others are tiles of designers' sets, of which only what they say
is known (`vision.training.labels`). It says at each place how likely each sign stands there, all places together
against none at all; a figure that stands on its head is what it looks like.
"""

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor

from engine.tile import Tile
from vision.arrays import Image, Reals
from vision.read.crops import HEIGHT, WIDTH, alight, planes
from vision.read.indices import GROUPS, NUMBERS, SUITS
from vision.training.crops import DESIGNED, NONE
from vision.training.fonts import glyph
from vision.training.labels import NOTHING, UNTOLD, Labels, Written, on_its_head
from vision.training.nets import IndicesNet
from vision.training.pool import Pool, Rows
from vision.training.stock import kept_back
from vision.training.trainer import Trainer

NUMBER_WORDS = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
SUIT_WORDS: tuple[tuple[str, ...], ...] = (
    ("BAM", "BAM", "BAMS", "BAMBOO", "Bam"),
    ("CRAK", "CRAK", "CRAKS", "CRACK", "Crak"),
    ("DOT", "DOT", "DOTS", "CIRCLE", "Dot"),
)
HONOUR_WORDS: tuple[tuple[str, ...], ...] = (
    ("N", "N", "NORTH", "North"),
    ("E", "E", "EAST", "East"),
    ("W", "W", "WEST", "West"),
    ("S", "S", "SOUTH", "South"),
    ("G", "GREEN", "Green"),
    ("R", "RED", "Red"),
    ("SOAP", "WHITE", "Soap"),
    ("F", "FLOWER", "FLOWER", "SPRING", "SUMMER", "AUTUMN", "WINTER", "PLUM", "ORCHID", "Flower"),
    ("J", "JOKER", "JOKER", "JOKER", "Joker", "WILD"),
)
OTHERS = (*"ABCDHKMOPTUX?&", "DRAGON", "DRAGON", "MAHJ", "LUCK")
BATCH = 128
PEAK_RATE = 3e-3
SAVED_EVERY, SOME, FRESH = 3.0, 10, 40
TALL = 24  # pixels of a glyph at hand
LEAST, MOST = 4.5, 36.0  # pixels of a figure on a crop
OWN = 0.5  # how often what is printed takes its colours from the tile: a set has few inks
ANEW = 0.75  # how often something is printed on a tile that bears nothing
GROUP_ODDS = (0.45, 0.2, 0.25, 0.1)  # how often what is printed is a number, a suit, an honour, none of them
FILLED = 0.7  # of the discs; of the others there is the ring alone
FAR, FAR_IN_ONE = 50, 110  # how far a colour is from what it is printed on, all three channels or one of them, at least
CELL = 4  # pixels between two places that are told apart


@dataclass(frozen=True, slots=True)
class Print:
    """Something printed: its ink (TALL, w) and what it says."""

    ink: Image
    says: Written


class Glyphs:
    """What fonts print for each sign, and what is none: of a number, a suit, an honour, and of nothing, each a list of
    what is taken alike often."""

    def __init__(self, files: list[Path]) -> None:
        self.held: list[list[list[Print]]] = [[[] for _ in range(n)] for n in (*GROUPS, 1)]
        for path in files:
            for n, word in enumerate(NUMBER_WORDS):
                says = Written(n, *NOTHING[1:])
                for text in (str(n + 1),) * 3 + (word,):
                    self._add(self.held[0][n], path, text, says)
                for suit in range(SUITS):
                    name = SUIT_WORDS[suit][0]
                    self._add(self.held[0][n], path, f"{n + 1} {name}", says._replace(suit=suit))
            for suit, words in enumerate(SUIT_WORDS):
                for text in words:
                    self._add(self.held[1][suit], path, text, Written(NUMBERS, suit, NOTHING[2]))
            for honour, words in enumerate(HONOUR_WORDS):
                for text in words:
                    self._add(self.held[2][honour], path, text, Written(NUMBERS, SUITS, honour))
            for text in OTHERS:
                self._add(self.held[3][0], path, text, Written(*NOTHING))

    @staticmethod
    def _add(held: list[Print], path: Path, text: str, says: Written) -> None:
        ink = glyph(path, text)
        if min(ink.shape) > 8:
            size = (max(3, round(ink.shape[1] * TALL / ink.shape[0])), TALL)
            held.append(Print(np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), np.uint8), says))

    def any(self, rng: np.random.Generator) -> Print:
        """Something printed."""
        group = self.held[int(rng.choice(len(self.held), p=GROUP_ODDS))]
        some = group[int(rng.integers(len(group)))]
        return some[int(rng.integers(len(some)))]


def printed(rng: np.random.Generator, crop: Image, ink: Image) -> tuple[Image, tuple[int, int, int, int]]:
    """A crop (64, 48, 3) with something printed anywhere on it, `ink` (TALL, w); and where: x0, y0, x1, y1 in cells."""
    high = float(np.exp(rng.uniform(np.log(LEAST), np.log(MOST))))
    wide = high * ink.shape[1] / TALL * rng.uniform(0.85, 1.15)
    if wide > WIDTH - 8:
        high, wide = high * (WIDTH - 8) / wide, WIDTH - 8.0
    high = max(high, LEAST)
    middle = np.array(
        [rng.uniform(wide / 2 + 2, WIDTH - wide / 2 - 2), rng.uniform(high / 2 + 2, HEIGHT - high / 2 - 2)]
    )
    out = crop.copy()
    own = _own_colours(rng, crop) if rng.random() < OWN else None
    _ground(rng, out, middle, (wide, high), own)
    turn, lean, scale = np.deg2rad(rng.normal(0, 5)), rng.normal(0, 0.06), high / TALL
    linear = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ np.array([[1, lean], [0, 1]])
    linear = linear @ np.diag([wide / ink.shape[1], scale])
    shift = middle - linear @ np.array([ink.shape[1] / 2, TALL / 2])
    small = ink if scale > 0.5 else cv2.blur(ink, (2, 2))
    mask = cv2.warpAffine(small, np.c_[linear, shift], (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    level = out[mask > 0.5].mean(0) if (mask > 0.5).any() else out.mean((0, 1))
    mixed = out * (1 - mask[..., None]) + _paint(rng, level, own) * mask[..., None]
    box = (middle[0] - wide / 2, middle[1] - high / 2, middle[0] + wide / 2, middle[1] + high / 2)
    x0, y0, x1, y1 = (int(v // CELL) for v in box)
    return _coarse(rng, mixed, high), (max(x0, 0), max(y0, 0), x1 + 1, y1 + 1)


def _own_colours(rng: np.random.Generator, crop: Image) -> Reals:
    """Two colours (2, 3) that are on a tile: its body's, and one of what is printed there."""
    body = np.median(crop[8:-8, 6:9].reshape(-1, 3), 0)
    inner = crop[8:-8, 6:-6].reshape(-1, 3).astype(np.float64)
    away = np.linalg.norm(inner - body, axis=1)
    some = np.flatnonzero(away >= np.percentile(away, 90))
    return np.stack([body, inner[some[int(rng.integers(len(some)))]]])


def _ground(rng: np.random.Generator, out: Image, middle: Reals, size: tuple[float, float], own: Reals | None) -> None:
    """Draws on a crop what something so wide and high is printed on: a disc, a ring, a band, a plate, or nothing; in
    any colours, or in two of the tile's `own` (2, 3)."""
    (wide, high), way = size, int(rng.integers(6))
    paint, edge = rng.integers(0, 256, (2, 3)) if own is None else own[rng.permutation(2)].astype(int)
    at = (int(middle[0]), int(middle[1]))
    reach = (int(wide / 2 + high * rng.uniform(0.12, 0.5)) + 1, int(high * rng.uniform(0.6, 1.0)) + 1)
    low, far = (at[0] - reach[0], at[1] - reach[1]), (at[0] + reach[0], at[1] + reach[1])
    edged = int(rng.integers(1, 3)) if rng.random() < 0.5 else 0
    if way < 2 and wide < 1.5 * high:
        filled = rng.random() < FILLED
        if filled:
            cv2.circle(out, at, max(reach), paint.tolist(), -1, cv2.LINE_AA)
        if edged or not filled:
            edged = max(edged, 1)
            cv2.circle(out, at, max(reach), edge.tolist(), edged, cv2.LINE_AA)
        return
    if way == 2:
        low, far = (-3, low[1]), (WIDTH + 3, far[1])
    elif way == 4:  # on the body, as it is near the rim
        paint = np.median(out[8:-8, 6:9].reshape(-1, 3), 0)
    if way in (2, 3, 4):
        cv2.rectangle(out, low, far, paint.tolist(), -1)
        if edged and way != 4:
            cv2.rectangle(out, low, far, edge.tolist(), edged)


def _paint(rng: np.random.Generator, level: Reals, own: Reals | None) -> Reals:
    """A colour (3,) that is seen on another; of the tile's `own` (2, 3) where one is."""
    if own is not None and (far := np.abs(own - level).max(1)).max() > FAR:
        return np.asarray(own[int(far.argmax())])
    colour = rng.uniform(0, 255, 3)
    for _ in range(8):
        if abs(colour.mean() - level.mean()) > FAR or (
            np.abs(colour - level).max() > FAR_IN_ONE and rng.random() < 0.5
        ):
            break
        colour = np.clip(rng.uniform(0, 255) + rng.normal(0, 60, 3), 0, 255)
    return np.asarray(colour)


def _coarse(rng: np.random.Generator, picture: Reals, high: float) -> Image:
    """A crop as coarse as one may be on which a figure so high is still seen, a little soft and noisy."""
    coarse = rng.uniform(min(1.0, max(0.5, LEAST / high)), 1.0)
    fewer = (max(8, round(WIDTH * coarse)), max(8, round(HEIGHT * coarse)))
    out = cv2.resize(picture.astype(np.float32), fewer, interpolation=cv2.INTER_AREA)
    out = cv2.resize(out, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
    soft = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.25, 0.8))
    return np.asarray(np.clip(soft + rng.normal(0, rng.uniform(0.5, 8), soft.shape), 0, 255), np.uint8)


class Told:
    """Makes of a shard what is learned of it."""

    def __init__(self, labels: Labels) -> None:
        self._labels = labels

    def __call__(self, shard: Rows) -> Rows:
        """The tiles of designers' sets whose upright way is known, or that bear nothing, upright: `says` (n, 3) as in
        `vision.training.labels`, `bare`: whether nothing is written there, and `twice`: whether what is stands there
        on its head too."""
        tile, place = shard["tile"].astype(int), shard["set"].astype(int) - DESIGNED
        mine = (place >= 0) & (tile < NONE)
        says = self._labels.said[np.maximum(place, 0), np.where(mine, shard["art"], 0)]
        bare = (says == np.array(NOTHING)).all(1)
        some = mine & (says[:, 0] != UNTOLD) & ((shard["upside"] >= 0) | (bare & (tile >= int(Tile.NORTH))))
        crops = alight(shard["crops"][some]).copy()
        over = shard["upside"][some] == 1
        crops[over] = crops[over][:, ::-1, ::-1]
        return {"crops": crops, "says": says[some], "bare": bare[some], "twice": self._labels.twice[place[some]]} | {
            "tile": tile[some]
        }


def loss_of(cells: Tensor, none: Tensor, sign: Tensor, where: Tensor) -> Tensor:
    """How badly the signs of a group are told: `cells` (n, k, h, w) and `none` () logits, of all places together;
    `sign` (n,), k for none; `where` (n, h, w): at which of the places it stands."""
    n, signs = cells.shape[:2]
    whole = torch.logsumexp(torch.cat([cells.flatten(1), none.expand(n, 1)], 1), 1)
    mine = cells[torch.arange(n), sign.clamp(max=signs - 1)].masked_fill(~where, -1e4).flatten(1).logsumexp(1)
    return (whole - torch.where(sign < signs, mine, none)).mean()


class Writing(Trainer[IndicesNet]):
    """Learns what is written on tiles, some of it printed anew."""

    def batch(self, rows: Rows, glyphs: Glyphs) -> tuple[Tensor, Tensor, Tensor]:
        """Crops (n, 3, 64, 48), what they say (n, 3) and where that may stand (n, 16, 12): some printed anew."""
        crops, says = rows["crops"].copy(), rows["says"].astype(np.int64)
        where = np.ones((len(crops), HEIGHT // CELL, WIDTH // CELL), np.bool_)
        bare = np.flatnonzero(rows["bare"])
        for k in bare[self.rng.random(len(bare)) < ANEW]:
            if self.rng.random() < 0.5:
                crops[k] = crops[k][::-1, ::-1]
            one = glyphs.any(self.rng)
            crops[k], (x0, y0, x1, y1) = printed(self.rng, crops[k], one.ink)
            says[k], where[k] = one.says, False
            where[k, y0:y1, x0:x1] = True
        for k in np.flatnonzero(~rows["bare"] & ~rows["twice"]):
            if self.rng.random() < 0.15:
                crops[k], says[k] = crops[k][::-1, ::-1], on_its_head(says[k])
        x = torch.from_numpy(planes(crops))
        n, rng = len(crops), self.rng
        gain = np.exp(rng.normal(0, 0.15, (n, 1, 1, 1)) + rng.normal(0, 0.06, (n, 3, 1, 1)))
        x = x * torch.from_numpy(gain).float() + torch.from_numpy(rng.normal(0, 0.05, (n, 1, 1, 1))).float()
        return x.clamp(0, 1), torch.from_numpy(says), torch.from_numpy(where)

    def read(self, rows: Rows, glyphs: Glyphs) -> list[float]:
        """One step; the losses of what was printed anew and of tiles, and of the signs on tiles the shares of each
        group told right."""
        x, says, where = self.batch(rows, glyphs)
        x, anew = x.contiguous(memory_format=torch.channels_last), ~where.flatten(1).all(1)
        self.net.train()
        cells = self.net.cells(x)
        none, groups = self.net.none, cells.split(GROUPS, 1)
        parts = [
            torch.stack([loss_of(one[some], none[g], says[some, g], where[some]) for g, one in enumerate(groups)]).sum()
            for some in (anew, ~anew)
        ]
        self.learn(*parts)
        with torch.no_grad():
            right = [one.argmax(1) == says[:, g] for g, one in enumerate(self.net.pooled(cells))]
        shares = [
            r[~anew & (says[:, g] < n)].float().mean() for g, (r, n) in enumerate(zip(right, GROUPS, strict=True))
        ]
        return [float(value.detach()) for value in (*parts, *shares)]


def learn(given: argparse.Namespace) -> None:
    """Learns until the minutes are up, saving as it goes."""
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    files = sorted(p for p in (given.stock / "fonts").glob("*") if p.suffix in (".woff", ".ttf", ".otf"))
    glyphs = Glyphs([p for p in {p.stem: p for p in files}.values() if not kept_back(p.stem.rsplit("-", 1)[0])])
    pool = Pool(given.crops, Told(Labels.of(given.stock)))
    while pool.refresh() < SOME:
        time.sleep(1.0)
    trainer = Writing(IndicesNet(), given, decay=1e-3, longest=5.0)
    average, saved, said = np.zeros(5), 0.0, 0.0
    while not trainer.done():
        if trainer.step % FRESH == 0:
            pool.refresh()
        average = 0.99 * average + 0.01 * np.array(trainer.read(pool.batch(trainer.rng, BATCH), glyphs))
        if trainer.spent - saved > SAVED_EVERY or trainer.done():
            saved = trainer.spent
            trainer.keep()
        if trainer.spent - said > 1.0 or trainer.done():
            said = trainer.spent
            print(
                f"{trainer.pace}, printed {average[0]:.3f}, tiles {average[1]:.3f}, numbers right {average[2]:.3f}, "
                f"suits {average[3]:.3f}, honours {average[4]:.3f}",
                flush=True,
            )


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--minutes", type=float, default=40.0)
    words.add_argument("--rate", type=float, default=PEAK_RATE)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--stock", type=Path, default=Path("training/stock"), help="what vision.training.gather fetched")
    words.add_argument("--crops", type=Path, default=Path("training/crops"))
    words.add_argument("--save", type=Path, default=Path("training/indices.pt"))
    learn(words.parse_args())


if __name__ == "__main__":
    main()
