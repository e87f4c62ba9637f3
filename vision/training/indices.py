"""Teaches the small network that finds a tile's number where it is printed (`vision.read.indices`).

    python -m vision.training.gather --stock training/stock                 # open fonts and pictures
    python -m vision.training.stock --sets 2000                             # designers' sets
    python -m vision.training.crops --designed-share 0.8 --photo-share 0.05 --ground-share 0.02 --laid-share 0.92
    python -m vision.training.indices --minutes 40                          # stop and start again as you like
    python -m vision.training.publish indices

Much of what it learns from are figures and words printed anywhere on tiles that bear no number: where each stands is
known, so that it learns fast what a figure is. The others are numbered tiles of designers' sets, of which only the
number is known, and tiles that bear none. It says at each place how likely each number stands there, all places
together against none at all; a figure that stands on its head is what it looks like.
"""

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from engine.tile import Tile
from vision.arrays import Image, Reals
from vision.read.crops import HEIGHT, WIDTH, alight, planes
from vision.synthetic.faces.designer import MANNERS, SUITS as SUIT_WORDS, UNLEARNED
from vision.training.crops import DESIGNED, NONE
from vision.training.fonts import glyph
from vision.training.nets import IndicesNet, lay_last
from vision.training.pool import Pool, Rows
from vision.training.reader import follow
from vision.training.stock import kept_back

WORDS = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
OTHERS = (
    *"ABCDFGHJKMNRSWEOPTUX?&",
    "JOKER",
    "FLOWER",
    "DRAGON",
    "NORTH",
    "EAST",
    "WEST",
    "SOUTH",
    "SOAP",
    "RED",
    "GREEN",
)
LEARNED = tuple(manner for manner in MANNERS if manner not in UNLEARNED)
BATCH = 128
PEAK_RATE = 3e-3
SMOOTH = 0.995  # of the running mean of the weights, which is what is exported
WARM, SAVED_EVERY, SOME, FRESH = 200, 3.0, 10, 40
TALL = 24  # pixels of a glyph at hand
LEAST, MOST = 4.5, 20.0  # pixels of a figure on a crop
ANEW = 0.75  # how often something is printed on a tile that bears no number
NUMBERS, CELL = 9, 4  # of numbers, and pixels between two places that are told apart
TURNED = {0: 0, 5: 8, 7: 7, 8: 5}  # what a figure, from 0, looks like on its head
NUMBERED = int(Tile.NORTH)


class Glyphs:
    """What fonts print for each number, and what is none."""

    def __init__(self, files: list[Path]) -> None:
        self.held: list[list[Image]] = [[] for _ in range(NUMBERS + 1)]
        self.long: list[list[Image]] = [[] for _ in range(NUMBERS)]
        for path in files:
            for n, word in enumerate(WORDS):
                self._add(self.held[n], path, str(n + 1))
                self._add(self.long[n], path, word)
                self._add(self.long[n], path, f"{n + 1} {SUIT_WORDS[n % 3]}")
            for text in OTHERS:
                self._add(self.held[NUMBERS], path, text)

    @staticmethod
    def _add(held: list[Image], path: Path, text: str) -> None:
        ink = glyph(path, text)
        if min(ink.shape) > 8:
            size = (max(3, round(ink.shape[1] * TALL / ink.shape[0])), TALL)
            held.append(np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), np.uint8))

    def any(self, rng: np.random.Generator) -> tuple[Image, int]:
        """Something printed (TALL, w) and its number from 0, or NUMBERS: none."""
        n = int(rng.integers(NUMBERS + 2))
        if n >= NUMBERS:
            some = self.held[NUMBERS]
            return some[int(rng.integers(len(some)))], NUMBERS
        some = self.long[n] if rng.random() < 0.25 else self.held[n]
        return some[int(rng.integers(len(some)))], n


def printed(rng: np.random.Generator, crop: Image, glyphs: Glyphs) -> tuple[Image, int, tuple[int, int, int, int]]:
    """A crop (64, 48, 3) with something printed anywhere on it; which number, and where: x0, y0, x1, y1 in cells."""
    ink, number = glyphs.any(rng)
    high = float(np.exp(rng.uniform(np.log(LEAST), np.log(MOST))))
    wide = high * ink.shape[1] / TALL * rng.uniform(0.85, 1.15)
    if wide > WIDTH - 8:
        high, wide = high * (WIDTH - 8) / wide, WIDTH - 8.0
    high = max(high, LEAST)
    middle = np.array(
        [rng.uniform(wide / 2 + 2, WIDTH - wide / 2 - 2), rng.uniform(high / 2 + 2, HEIGHT - high / 2 - 2)]
    )
    out = crop.copy()
    _ground(rng, out, middle, (wide, high))
    turn, lean, scale = np.deg2rad(rng.normal(0, 5)), rng.normal(0, 0.06), high / TALL
    linear = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ np.array([[1, lean], [0, 1]])
    linear = linear @ np.diag([wide / ink.shape[1], scale])
    shift = middle - linear @ np.array([ink.shape[1] / 2, TALL / 2])
    small = ink if scale > 0.5 else cv2.blur(ink, (2, 2))
    mask = cv2.warpAffine(small, np.c_[linear, shift], (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    level = out[mask > 0.5].mean(0) if (mask > 0.5).any() else out.mean((0, 1))
    mixed = out * (1 - mask[..., None]) + _paint(rng, level) * mask[..., None]
    box = (middle[0] - wide / 2, middle[1] - high / 2, middle[0] + wide / 2, middle[1] + high / 2)
    x0, y0, x1, y1 = (int(v // CELL) for v in box)
    return _coarse(rng, mixed, high), number, (max(x0, 0), max(y0, 0), x1 + 1, y1 + 1)


def _ground(rng: np.random.Generator, out: Image, middle: Reals, size: tuple[float, float]) -> None:
    """Draws on a crop what something so wide and high is printed on: a disc, a ring, a band, a plate, or nothing."""
    (wide, high), paint, way = size, rng.integers(0, 256, 3).tolist(), int(rng.integers(6))
    at = (int(middle[0]), int(middle[1]))
    reach = (int(wide / 2 + high * rng.uniform(0.12, 0.5)) + 1, int(high * rng.uniform(0.6, 1.0)) + 1)
    low, far = (at[0] - reach[0], at[1] - reach[1]), (at[0] + reach[0], at[1] + reach[1])
    if way < 2 and wide < 1.5 * high:
        cv2.circle(out, at, max(reach), paint, -1, cv2.LINE_AA)
        if way:
            edge = rng.integers(0, 256, 3).tolist()
            cv2.circle(out, at, max(reach), edge, int(rng.integers(1, 3)), cv2.LINE_AA)
    elif way == 2:
        cv2.rectangle(out, (0, low[1]), (WIDTH, far[1]), paint, -1)
    elif way == 3:
        cv2.rectangle(out, low, far, paint, -1)
    elif way == 4:  # on the body, as it is near the rim
        body = np.median(out[8:-8, 6:9].reshape(-1, 3), 0)
        cv2.rectangle(out, low, far, body.tolist(), -1)


def _paint(rng: np.random.Generator, level: Reals) -> Reals:
    """A colour (3,) that is seen on another."""
    colour = rng.uniform(0, 255, 3)
    for _ in range(8):
        if abs(colour.mean() - level.mean()) > 70 or (np.abs(colour - level).max() > 130 and rng.random() < 0.5):
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


def told(shard: Rows) -> Rows:
    """Of a shard the tiles of designers' sets whose upright way is known, upright, `tile` their number from 0 or
    NUMBERS where they bear none, and `bare`: whether nothing is printed there that could be taken for one."""
    tile, place = shard["tile"].astype(int), shard["set"].astype(int) - DESIGNED
    manner = np.array(LEARNED)[np.maximum(place, 0) % len(LEARNED)]
    honour = (tile >= NUMBERED) & (tile < NONE) & (tile != int(Tile.FLOWER))
    figure = (tile < NUMBERED) & (place >= 0) & (shard["upside"] >= 0) & (manner != "counted")
    some = (honour & (place >= 0)) | figure
    crops = alight(shard["crops"][some]).copy()
    over = shard["upside"][some] == 1
    crops[over] = crops[over][:, ::-1, ::-1]
    number = np.where(tile[some] < NUMBERED, tile[some] % NUMBERS, NUMBERS)
    return {"crops": crops, "tile": number, "bare": number == NUMBERS, "twice": manner[some] == "corner"}


def loss_of(cells: Tensor, none: Tensor, number: Tensor, where: Tensor) -> Tensor:
    """How badly numbers are told: `cells` (n, 9, h, w) and `none` () logits, of all places together; `number` (n,),
    NUMBERS for none; `where` (n, h, w): at which of the places it stands."""
    n = len(cells)
    whole = torch.logsumexp(torch.cat([cells.flatten(1), none.expand(n, 1)], 1), 1)
    mine = cells[torch.arange(n), number.clamp(max=NUMBERS - 1)].masked_fill(~where, -1e4).flatten(1).logsumexp(1)
    return (whole - torch.where(number < NUMBERS, mine, none)).mean()


class Learner:
    """The network, the running mean of its weights and what moves it; all that is saved to go on from."""

    def __init__(self, save: Path, seed: int) -> None:
        self.save, self.step, self.net, self.smooth = save, 0, IndicesNet(), IndicesNet()
        self.rng = np.random.default_rng((seed, int(time.time())))
        self.best = torch.optim.AdamW(self.net.parameters(), lr=PEAK_RATE, weight_decay=1e-3)
        self.smooth.load_state_dict(self.net.state_dict())
        if save.exists():
            kept = torch.load(save, weights_only=True)
            for name in ("net", "smooth", "best"):
                if name in kept:
                    getattr(self, name).load_state_dict(kept[name])
            self.step = int(kept["step"])
        lay_last(self.net)

    def keep(self) -> None:
        """Saves all of it."""
        state = {name: getattr(self, name).state_dict() for name in ("net", "smooth", "best")}
        torch.save(state | {"step": self.step}, self.save.with_suffix(".part"))
        self.save.with_suffix(".part").replace(self.save)

    def batch(self, rows: Rows, glyphs: Glyphs) -> tuple[Tensor, Tensor, Tensor]:
        """Crops (n, 3, 64, 48), their numbers (n,) and where those may stand (n, 16, 12): some printed anew."""
        crops, number = rows["crops"].copy(), rows["tile"].astype(np.int64)
        where = np.ones((len(crops), HEIGHT // CELL, WIDTH // CELL), np.bool_)
        bare = np.flatnonzero(rows["bare"])
        for k in bare[self.rng.random(len(bare)) < ANEW]:
            if self.rng.random() < 0.5:
                crops[k] = crops[k][::-1, ::-1]
            crops[k], number[k], (x0, y0, x1, y1) = printed(self.rng, crops[k], glyphs)
            where[k] = False
            where[k, y0:y1, x0:x1] = True
        for k in np.flatnonzero(~rows["bare"] & ~rows["twice"]):
            if self.rng.random() < 0.15:  # on its head
                crops[k] = crops[k][::-1, ::-1]
                number[k] = TURNED.get(int(number[k]), NUMBERS)
        x = torch.from_numpy(planes(crops))
        n, rng = len(crops), self.rng
        gain = np.exp(rng.normal(0, 0.15, (n, 1, 1, 1)) + rng.normal(0, 0.06, (n, 3, 1, 1)))
        x = x * torch.from_numpy(gain).float() + torch.from_numpy(rng.normal(0, 0.05, (n, 1, 1, 1))).float()
        return x.clamp(0, 1), torch.from_numpy(number), torch.from_numpy(where)

    def learn(self, rows: Rows, glyphs: Glyphs, rate: float) -> list[float]:
        """One step; the losses of what was printed anew and of tiles, and the shares of both read right."""
        self.best.param_groups[0]["lr"] = rate
        x, number, where = self.batch(rows, glyphs)
        x, anew = x.contiguous(memory_format=torch.channels_last), ~where.flatten(1).all(1)
        self.net.train()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            cells = self.net.cells(x)
        cells, none = cells.float(), self.net.none
        parts = [loss_of(cells[some], none, number[some], where[some]) for some in (anew, ~anew)]
        self.best.zero_grad()
        torch.autograd.backward(parts)
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.best.step()
        self.step += 1
        follow(self.smooth, self.net, min(SMOOTH, self.step / (self.step + 20)))
        with torch.no_grad():
            right = self.net.pooled(cells).argmax(1) == number
        real = number < NUMBERS
        shares = [right[some & real].float().mean() for some in (anew, ~anew)]
        return [float(value.detach()) for value in (*parts, *shares)]


def learn(given: argparse.Namespace) -> None:
    """Learns until the minutes are up, saving as it goes."""
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    files = sorted(p for p in given.fonts.glob("*") if p.suffix in (".woff", ".ttf", ".otf"))
    glyphs = Glyphs([p for p in {p.stem: p for p in files}.values() if not kept_back(p.stem.rsplit("-", 1)[0])])
    learner, pool = Learner(given.save, given.seed), Pool(given.crops, told)
    while pool.refresh() < SOME:
        time.sleep(1.0)
    started, first = time.monotonic(), learner.step
    average, spent, saved, said = np.zeros(4), 0.0, 0.0, 0.0
    while spent < given.minutes:
        if learner.step % FRESH == 0:
            pool.refresh()
        spent = (time.monotonic() - started) / 60
        fade = 0.5 * (1 + np.cos(np.pi * min(1.0, spent / given.minutes)))
        rate = float(given.rate * min(1.0, (learner.step - first + 1) / WARM) * (0.01 + 0.99 * fade))
        average = 0.99 * average + 0.01 * np.array(learner.learn(pool.batch(learner.rng, BATCH), glyphs, rate))
        if spent - saved > SAVED_EVERY or spent >= given.minutes:
            saved = spent
            learner.keep()
        if spent - said > 1.0 or spent >= given.minutes:
            said = spent
            print(
                f"{spent:.1f} min, step {learner.step} ({(learner.step - first) / max(spent, 1e-6):.0f} a minute), "
                f"rate {rate:.1e}, printed {average[0]:.3f}, tiles {average[1]:.3f}, right {average[2]:.3f} and "
                f"{average[3]:.3f}",
                flush=True,
            )


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--minutes", type=float, default=40.0)
    words.add_argument("--rate", type=float, default=PEAK_RATE)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--fonts", type=Path, default=Path("training/stock/fonts"))
    words.add_argument("--crops", type=Path, default=Path("training/crops"))
    words.add_argument("--save", type=Path, default=Path("training/indices.pt"))
    learn(words.parse_args())


if __name__ == "__main__":
    main()
