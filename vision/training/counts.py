"""Teaches the small network that counts pictures on a tile (`vision.read.counts`).

    python -m vision.training.gather --stock training/stock                 # open fonts and pictures
    python -m vision.training.counts --minutes 60                           # stop and start again as you like
    python -m vision.training.publish counts

Two to nine dots, sticks, lines or pictures of any kind are printed in any of the ways that Dots and Bams are laid out,
beside an index, a band or a word or alone; and what must not be counted: one picture, pictures that differ, a dozen, a
frame of beads, an honour. A third are faces of the sets that may be learned. All of it is drawn anew as it is learned,
by a process of its own, as coarse, aslant and spoilt as a camera over a table sees it.
"""

import argparse
import multiprocessing as mp
import queue
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import resvg_py
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.tile import Tile
from vision.arrays import Drawn, Floats, Image
from vision.read.counts import NOT_COUNTED
from vision.read.crops import HEIGHT, WIDTH, alight, planes
from vision.read.indices import NUMBERED, NUMBERS
from vision.synthetic.faces import bams, dots
from vision.synthetic.faces.families import HELD_OUT, RESERVED
from vision.synthetic.faces.ink import TRADITIONAL
from vision.training.facebank import drawn_families, family_faces
from vision.training.fonts import glyph
from vision.training.marks import dot_mark, stick_mark
from vision.training.nets import CountsNet
from vision.training.spoiling import spoil
from vision.training.stock import FIRST, FIRST_LOOSE, designed, flock, gathered, kept_back, pictures_of, set_of
from vision.training.trainer import Trainer

BATCH, POOL, FRESH = 128, 24_000, 256  # crops: a step, at hand, drawn at a time
PEAK_RATE = 2e-3
SAVED_EVERY = 3.0  # minutes
WIDE, HIGH = 96, 128  # pixels of a face
SIDE = 64  # pixels of a picture
UNITS = 100.0, 133.0  # in which layouts are told
COUNTED = 0.6  # how often what is printed anew is counted
BANKED = 0.35  # how often a face of a set is shown
LEAST, MOST = 15.0, 56.0  # pixels of a tile's width
SETS, LOOSE_SETS, MIXES = 70, 50, 40  # designers' sets, those of no manner, mixed families
Places = tuple[tuple[float, float, float, float, str], ...]
"""Of each picture: x, y, size, turn in degrees, the role of its colour."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A picture (SIDE, SIDE, 4) BGRA; whether it may be printed in any colour."""

    art: Drawn
    plain: bool


def marks_of(folder: Path) -> list[Mark]:
    """What may be counted: the pictures of a stock that may be learned, and the dots and sticks that we draw."""
    black = "#000000"
    drawn = [picture(black, TRADITIONAL) for _, picture in pictures_of(folder, False)]
    ours = [vars(dots)[name] for name in ("rings", "target", "disc", "ring", "button", "coin", "flower", "daisy")]
    ours += [vars(dots)[name] for name in ("pinwheel", "wheel", "petals", "half_moon", "star", "spiral", "gem")]
    ours += [vars(bams)[name] for name in ("bone", "vintage", "bar", "joints", "cane", "double", "leafy", "lantern")]
    drawn += [f'<g transform="scale(2)">{mark(black, TRADITIONAL)}</g>' for mark in ours if mark not in RESERVED] * 20
    return [mark for body in drawn if (mark := _rendered(body)) is not None]


def _rendered(body: str) -> Mark | None:
    """A picture about the origin, 200 wide; None where nothing of it is seen."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-104 -104 208 208">{body}</svg>'
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=SIDE, height=SIDE, skip_system_fonts=True))
    art = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if art is None or art.ndim != 3 or art.shape[2] != 4 or (art[..., 3] > 128).mean() < 0.04:
        return None
    return Mark(np.asarray(art, np.uint8), bool(art[art[..., 3] > 128][:, :3].max() < 60))


def counted_faces(folder: Path) -> tuple[list[Drawn], list[int]]:
    """Faces (h, w, 4) of the sets that may be learned, and how many pictures are counted on each, less one."""
    faces, counts = list[Drawn](), list[int]()

    def add(one: dict[Tile, list[Drawn]], counted: Container[Tile]) -> None:
        for tile, pictures in one.items():
            n = tile % NUMBERS if tile < NUMBERED and tile in counted else 0
            faces.extend(pictures)
            counts.extend([n or NOT_COUNTED] * len(pictures))

    from vision.synthetic.faces import catalogue as art
    from vision.synthetic.faces.mixes import mix

    families = drawn_families()
    for seed in range(MIXES):
        art.register(f"mix-{seed}", mix(seed))
        families[f"mix-{seed}"] = family_faces(f"mix-{seed}")
    for name, one in families.items():
        assert name not in HELD_OUT
        add(one, [tile for tile in Tile if not Tile.C1 <= tile <= Tile.C9])
    stock, some = gathered(folder), flock(folder)
    for number in (*range(FIRST, FIRST + SETS), *range(FIRST_LOOSE, FIRST_LOOSE + LOOSE_SETS)):
        design = set_of(number, stock, some)
        (one,) = designed([design]).values()
        add(one, tuple(Tile) if design.counts else ())
    return faces, counts


class Presses:
    """Prints tiles to be counted, by lot."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self._marks = marks_of(folder)
        self._faces, self._counts = counted_faces(folder)
        files = [p for p in sorted((folder / "fonts").glob("*.woff")) if not kept_back(p.stem.rsplit("-", 1)[0])]
        texts = (*"123456789", *"NEWSFJ", "BAM", "DOT", "CRAK", "JOKER", "FLOWER", "WHITE")
        self._texts = [ink for path in files for text in texts if min((ink := glyph(path, text)).shape) > 8]

    def crop(self) -> tuple[Image, int]:
        """A tile as a camera sees it (64, 48, 3), and how many pictures are to be counted, less one."""
        rng = self.rng
        if rng.random() < BANKED:
            k = int(rng.integers(len(self._faces)))
            face = self._faces[k]
            body = _body(rng)
            alpha = face[..., 3:].astype(np.float32) / 255
            return self._seen(face[..., :3] * alpha + body * (1 - alpha), body), self._counts[k]
        face, body, count = self._printed()
        return self._seen(face, body), count

    def _printed(self) -> tuple[Drawn, Floats, int]:
        """A face printed anew (HIGH, WIDE, 3), its body's colour, and how many pictures it counts, less one."""
        rng, body = self.rng, _body(self.rng)
        face: Drawn = np.tile(body.astype(np.float32), (HIGH, WIDE, 1))
        colours = _inks(rng, body)
        room = self._index(face, body, colours)
        if rng.random() < COUNTED:
            n = int(rng.integers(2, NUMBERS + 1))
            if rng.random() < 0.3:
                self._lines(face, room, n, colours)
            else:
                self._many(face, room, _places(rng, n), colours)
            return face, body, n - 1
        self._else(face, room, colours)
        return face, body, NOT_COUNTED

    def _index(self, face: Drawn, body: Floats, colours: Floats) -> tuple[float, float, float, float]:
        """Prints an index, a band, a word or nothing upon a face, and says what room is left: x0, y0, x1, y1."""
        rng, way = self.rng, int(self.rng.integers(8))
        x0, y0, x1, y1 = 2.0, 2.0, WIDE - 2.0, HIGH - 2.0
        deep = rng.uniform(0.13, 0.26) * HIGH
        if way < 2:  # a band at the upper end, which may be the lower one
            cv2.rectangle(face, (0, 0), (WIDE, int(deep)), colours[0].tolist(), -1)
            self._text(face, (WIDE / 2 + rng.normal(0, 8), deep / 2), deep * rng.uniform(0.5, 0.85), body, 0.8 * WIDE)
            y0 = deep + 2
        elif way == 2:
            side = rng.uniform(0.16, 0.3) * WIDE
            cv2.rectangle(face, (0, 0), (int(side), HIGH), colours[0].tolist(), -1)
            self._text(face, (side / 2, rng.uniform(0.15, 0.85) * HIGH), side * rng.uniform(0.6, 0.9), body, side)
            x0 = side + 2
        elif way in (3, 4):
            high = rng.uniform(0.12, 0.24) * HIGH
            at = (rng.choice([0.16, 0.84]) * WIDE, high * 0.8)
            if rng.random() < 0.4:
                cv2.circle(face, (int(at[0]), int(at[1])), int(high * 0.75), colours[1].tolist(), -1, cv2.LINE_AA)
                self._text(face, at, high, body, high)
            else:
                self._text(face, at, high, colours[1], 0.4 * WIDE)
            y0 = at[1] + high * rng.uniform(-0.1, 0.8)
        elif way == 5:
            high = rng.uniform(0.09, 0.17) * HIGH
            self._text(face, (WIDE / 2, HIGH - high), high, colours[1], 0.85 * WIDE)
            y1 = HIGH - 1.6 * high
        if rng.random() < 0.12:
            edge = int(rng.integers(1, 5))
            cv2.rectangle(face, (edge + 2, edge + 2), (WIDE - edge - 3, HIGH - edge - 3), colours[2].tolist(), edge)
        return x0, y0, x1, y1

    def _text(self, face: Drawn, at: tuple[float, float], high: float, paint: Floats, most: float) -> None:
        """Prints some text about a point, so high and at most so wide."""
        ink = self._texts[int(self.rng.integers(len(self._texts)))]
        scale = min(high / ink.shape[0], most / ink.shape[1])
        way = np.array([[scale, 0, at[0] - scale * ink.shape[1] / 2], [0, scale, at[1] - scale * ink.shape[0] / 2]])
        small = cv2.blur(ink, (max(1, int(0.6 / scale)),) * 2)
        mask = cv2.warpAffine(small, way, (WIDE, HIGH), flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
        face[:] = face * (1 - mask) + paint.astype(np.float32) * mask

    def _mark(self) -> tuple[Drawn, bool]:
        """A picture, and whether it may be printed in any colour."""
        rng = self.rng
        if rng.random() < 0.2:
            draw = dot_mark(rng) if rng.random() < 0.5 else stick_mark(rng)
            first, second = rng.integers(0, 200, (2, 3))
            art = draw(tuple(first.tolist()), tuple(second.tolist()))
            if art.shape[1] < art.shape[0]:
                side = (art.shape[0] - art.shape[1]) // 2
                art = cv2.copyMakeBorder(art, 0, 0, side, side, cv2.BORDER_CONSTANT)
            return np.asarray(cv2.resize(art, (SIDE, SIDE), interpolation=cv2.INTER_AREA)), False
        mark = self._marks[int(rng.integers(len(self._marks)))]
        return mark.art, mark.plain

    def _many(self, face: Drawn, room: tuple[float, float, float, float], places: Places, colours: Floats) -> None:
        """Prints one picture at all places within the room."""
        rng, (art, plain) = self.rng, self._mark()
        x0, y0, x1, y1 = room
        scale = np.array([(x1 - x0) / UNITS[0], (y1 - y0) / UNITS[1]])
        roles = dict(zip("rgbky", rng.permutation(len(colours))[[0, 1, 2, 0, 1]], strict=True))
        one, size = rng.random() < 0.65, rng.uniform(0.75, 1.1)
        upright = rng.random() < 0.5
        for x, y, long, turn, role in places:
            at = np.array([x0, y0]) + scale * (x, y)
            paint = colours[0 if one else int(roles[role])] if plain else None
            _stamp(face, art, at, long * size * float(scale.min()), 0.0 if upright else turn, paint)

    def _lines(self, face: Drawn, room: tuple[float, float, float, float], n: int, colours: Floats) -> None:
        """Prints so many lines side by side, straight, waved or jagged."""
        rng, (x0, y0, x1, y1) = self.rng, room
        rows = 1 if n < 4 or rng.random() < 0.7 else 2
        left = [n] if rows == 1 else [n // 2, n - n // 2]
        waves, swing, thick = int(rng.integers(2, 7)), rng.uniform(0, 0.35), int(rng.integers(2, 6))
        jagged = rng.random() < 0.5
        for row, count in enumerate(left):
            top, low = y0 + (y1 - y0) * (row + 0.08) / rows, y0 + (y1 - y0) * (row + 0.92) / rows
            gap = (x1 - x0) / (count + rng.uniform(0.2, 1.5))
            gap = min(gap, rng.uniform(0.16, 0.4) * (x1 - x0))
            t = np.linspace(0, 1, 4 * waves + 1 if not jagged else 2 * waves + 1)
            swung = np.sin(2 * np.pi * waves * t) if not jagged else np.where(np.arange(len(t)) % 2, 1.0, -1.0)
            for k in range(count):
                x = (x0 + x1) / 2 + (k - (count - 1) / 2) * gap + swing * gap * swung
                line = np.stack([x, top + (low - top) * t], 1)
                cv2.polylines(
                    face, [np.round(line * 8).astype(np.int32)], False, colours[0].tolist(), thick, cv2.LINE_AA, 3
                )

    def _else(self, face: Drawn, room: tuple[float, float, float, float], colours: Floats) -> None:
        """Prints what must not be counted."""
        rng, way = self.rng, int(self.rng.integers(7))
        x0, y0, x1, y1 = room
        middle, size = np.array([(x0 + x1) / 2, (y0 + y1) / 2]), min(x1 - x0, y1 - y0)

        def put(at: Floats, long: float) -> None:
            art, plain = self._mark()
            _stamp(face, art, at, long, 0.0, colours[int(rng.integers(3))] if plain else None)

        if way < 2:
            put(middle + rng.normal(0, 3, 2), size * rng.uniform(0.6, 1.0))
        elif way == 2:  # pictures that differ
            for _ in range(int(rng.integers(2, 5))):
                put(rng.uniform((x0 + 12, y0 + 12), (x1 - 12, y1 - 12)), size * rng.uniform(0.25, 0.5))
        elif way == 3:  # a dozen and more
            across, down = int(rng.integers(3, 6)), int(rng.integers(4, 7))
            places: Places = tuple(
                (100 * (i + 0.5) / across, 133 * (j + 0.5) / down, 80 / across, 0.0, "r")
                for j in range(down)
                for i in range(across)
            )
            self._many(face, room, places, colours)
        elif way == 4:  # a great one with beads around it
            n, high = int(rng.integers(2, 5)), rng.uniform(0.14, 0.3)
            for y in (0.14, 0.86):
                self._many(face, room, tuple((100 * (i + 0.5) / n, 133 * y, 22, 0.0, "r") for i in range(n)), colours)
            reach = np.array([0.45 * (x1 - x0), high * size])
            low, far = middle - reach, middle + reach
            cv2.rectangle(face, low.astype(int).tolist(), far.astype(int).tolist(), colours[1].tolist(), -1)
            self._text(face, (float(middle[0]), float(middle[1])), high * size, colours[2], 0.8 * WIDE)
        elif way == 5:
            self._text(face, (float(middle[0]), float(middle[1])), size * rng.uniform(0.3, 0.9), colours[0], 0.9 * WIDE)

    def _seen(self, face: Drawn, body: Floats) -> Image:
        """A face as a camera sees it (64, 48, 3)."""
        rng = self.rng
        h, w = face.shape[:2]
        around = rng.uniform(0.02, 0.14, 4)
        at = np.array([[-around[3], -around[0]], [1 + around[1], -around[0]]])
        at = np.concatenate([at, [[1 + around[1], 1 + around[2]], [-around[3], 1 + around[2]]]])
        at = (at + rng.normal(0, 0.012, (4, 2))) * (w, h)
        turn = np.deg2rad(rng.normal(0, 2.5))
        middle = np.array([w / 2, h / 2])
        spun = (at - middle) @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) + middle
        wide = float(np.exp(rng.uniform(np.log(LEAST), np.log(MOST))))
        size = (max(10, round(wide * 1.15)), max(13, round(wide * 1.15 * HEIGHT / WIDTH)))
        fine = (2 * size[0], 2 * size[1])
        to = np.array([[0, 0], [fine[0], 0], [fine[0], fine[1]], [0, fine[1]]], np.float32)
        way = cv2.getPerspectiveTransform(spun.astype(np.float32), to)
        soft = cv2.blur(face.astype(np.float32), (max(1, round(w / fine[0])),) * 2)
        ground = tuple(float(v) for v in rng.uniform(0, 1) * body + rng.uniform(-60, 60, 3))
        big = cv2.warpPerspective(
            soft, way, fine, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=ground
        )
        small = spoil(cv2.resize(big, size, interpolation=cv2.INTER_AREA), rng)
        crop = np.asarray(cv2.resize(small, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR), np.uint8)
        return crop[::-1, ::-1] if rng.random() < 0.5 else crop


def _body(rng: np.random.Generator) -> Floats:
    """The colour of a tile's body, mostly light."""
    if rng.random() < 0.06:
        return np.asarray(rng.uniform(10, 90, 3))
    return np.asarray(np.clip(rng.uniform(205, 255) + rng.normal(0, 9, 3), 0, 255))


def _inks(rng: np.random.Generator, body: Floats) -> Floats:
    """Three colours (3, 3) that are seen on a body."""
    out = rng.uniform(0, 255, (12, 3))
    return np.asarray(out[np.argsort(-np.abs(out - body).max(1) - 60 * rng.random(12))][:3])


def _places(rng: np.random.Generator, n: int) -> Places:
    """Where n pictures are laid, in one of the ways of Dots or of Bams, turned round or mirrored at times."""
    if rng.random() < 0.55:
        layout = list(dots.LAYOUTS.values())[int(rng.integers(len(dots.LAYOUTS)))]
        places: Places = tuple((x, y, 2 * r, 0.0, role) for x, y, r, role in layout[n])
    else:
        sticks = list(bams.LAYOUTS.values())[int(rng.integers(len(bams.LAYOUTS)))]
        places = sticks[n]
    if rng.random() < 0.3:
        places = tuple((100 - x, y, long, -turn, role) for x, y, long, turn, role in places)
    near = rng.uniform(0.85, 1.05)
    return tuple(
        (50 + near * (x - 50) + rng.normal(0, 1), 66 + near * (y - 66) + rng.normal(0, 1), long, turn, role)
        for x, y, long, turn, role in places
    )


def _stamp(face: Drawn, art: Drawn, at: Floats, long: float, turn: float, paint: Floats | None) -> None:
    """Prints a picture about a point, so many pixels long, in its own colours or in one."""
    scale, angle = long / SIDE, np.deg2rad(turn)
    linear = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    way = np.c_[linear, at - linear @ np.array([SIDE / 2, SIDE / 2])]
    small = cv2.blur(art, (max(1, round(0.6 / scale)),) * 2) if scale < 0.6 else art
    laid = cv2.warpAffine(small, way, (WIDE, HIGH), flags=cv2.INTER_LINEAR).astype(np.float32)
    alpha = laid[..., 3:] / 255
    ink = laid[..., :3] if paint is None else paint.astype(np.float32)
    face[:] = face * (1 - alpha) + ink * alpha


def _draw(folder: Path, seed: int, out: "mp.Queue[tuple[Image, NDArray[np.int64]]]") -> None:
    """Prints for ever."""
    cv2.setNumThreads(1)
    presses = Presses(folder, seed)
    while True:
        some = [presses.crop() for _ in range(FRESH)]
        out.put((np.stack([crop for crop, _ in some]), np.array([count for _, count in some])))


class Counting(Trainer[CountsNet]):
    """Learns to count."""

    def count(self, crops: Image, counts: NDArray[np.int64]) -> tuple[float, float]:
        """One step; the loss, and the share told right."""
        rng, n = self.rng, len(crops)
        gain = np.exp(rng.normal(0, 0.15, (n, 1, 1, 1)) + rng.normal(0, 0.06, (n, 3, 1, 1)))
        x: Tensor = torch.from_numpy(planes(alight(crops))) * torch.from_numpy(gain).float()
        self.net.train()
        said = self.net(x.clamp(0, 1).contiguous(memory_format=torch.channels_last))
        truth = torch.from_numpy(counts)
        missed = nn.functional.nll_loss(said, truth)
        self.learn(missed)
        return float(missed.detach()), float((said.argmax(1) == truth).float().mean())


def learn(given: argparse.Namespace) -> None:
    """Learns until the minutes are up, saving as it goes."""
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    waiting: mp.Queue[tuple[Image, NDArray[np.int64]]] = mp.Queue(4)
    press = mp.Process(target=_draw, args=(given.stock, int(given.seed + 1000), waiting), daemon=True)
    press.start()
    crops, counts = (np.concatenate(part) for part in zip(*(waiting.get() for _ in range(16)), strict=True))
    trainer = Counting(CountsNet(), given, decay=1e-3, longest=5.0)
    average, saved, said = np.zeros(2), 0.0, 0.0
    while not trainer.done():
        try:
            more, told = waiting.get_nowait()
            crops, counts = np.concatenate([crops, more])[-POOL:], np.concatenate([counts, told])[-POOL:]
        except queue.Empty:
            pass
        some = trainer.rng.integers(len(crops), size=BATCH)
        average = 0.99 * average + 0.01 * np.array(trainer.count(crops[some], counts[some]))
        if trainer.spent - saved > SAVED_EVERY or trainer.done():
            saved = trainer.spent
            trainer.keep()
        if trainer.spent - said > 1.0 or trainer.done():
            said = trainer.spent
            print(f"{trainer.pace}, missed {average[0]:.3f}, right {average[1]:.3f}", flush=True)
    press.terminate()


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--minutes", type=float, default=60.0)
    words.add_argument("--rate", type=float, default=PEAK_RATE)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--stock", type=Path, default=Path("training/stock"), help="what vision.training.gather fetched")
    words.add_argument("--save", type=Path, default=Path("training/counts.pt"))
    learn(words.parse_args())


if __name__ == "__main__":
    main()
