"""How much of a set that nobody showed is known at the end of the first hand that is played with it.

    python -m tests.bench.self_naming [--sets 2] [--first 9000] [--flowers 8] [--shared ../shared]

Of every manner of designers' sets (`vision.synthetic.faces.designer`) `--sets` are played with for a hand: `TILES` of
the 152 come to rest, `EACH` at a time, at any angle and either way up, as large as a camera over a table sees them. A
line a manner: how many of the tiles found are read right at the hand's end by the readers that are built in, and once
the set is learned (`vision.follow.learner`) with no question answered, with one, two and three, each truly; the
questions; of the readings above .9 how many are wrong, built in and at the end; how long it took to think, a tile. Then
all manners by how wide the tiles are, which decides what can be read of a small figure, and their flowers and jokers;
the same of classic families that were held out, which must not fall, and of what is rendered in `../shared`, each
picture a hand, by art set.
"""

import argparse
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import FEW_LOOKS
from engine.tile import N_KINDS, Tile, code, read_tile
from tests.bench.accuracy import Boxes, boxes_of, look, matched
from tests.tiles_laid import laid_out
from vision.arrays import Floats
from vision.eyes import Eyes
from vision.follow.asking import MOST, Question, question
from vision.follow.learner import Learner
from vision.follow.learnt import Fact, Rested
from vision.follow.tracks import Track, together
from vision.plane.zones import Place, Zone
from vision.read.crops import taken
from vision.read.finds import Finds
from vision.read.whole import Others, Whole
from vision.synthetic.faces.designer import MANNERS, UNLEARNED
from vision.synthetic.faces.families import HELD_OUT

TILES = 75  # that come to rest in a hand, discarded and exposed
EACH = 8  # ... so many at a time
WIDTHS = (25, 30, 35, 40)  # of a tile, pixels
WHOLE = Whole()
NOBODY: Boxes = np.zeros((0, 4))
SURE = 0.9
LONE = (Tile.FLOWER, Tile.JOKER)  # of which there are eight, with no number to tell them by
CLASSIC = "classic, held out"
SHOWN = (("dev", "modernA"), ("dev", "fluffy"), ("dev2", "modernB"))  # rendered, by pack and art set


@dataclass(frozen=True)
class Played:
    """What came to rest in a hand, as the readers see each tile: embeddings (n, E), log p (n, 37) of one look, crops
    (n, 64, 48, 3), what each is (n,), and how wide they were drawn, 0 where that was left to a camera."""

    points: Floats
    log_p: Floats
    crops: NDArray[np.uint8]
    truth: NDArray[np.int64]
    width: int = 0

    @staticmethod
    def of(looks: list[Finds], truth: NDArray[np.int64]) -> "Played":
        """From the same tiles as they were found at every look."""
        points = np.sum([finds.points for finds in looks], axis=0).astype(np.float64)
        log_p = np.mean([finds.log_p for finds in looks], axis=0).astype(np.float64)
        log_p -= np.logaddexp.reduce(log_p, axis=1, keepdims=True)
        return Played(points / np.linalg.norm(points, axis=1, keepdims=True), log_p, looks[-1].crops, truth)

    @property
    def rested(self) -> tuple[Rested, ...]:
        """The tiles as the learner gathers them."""
        rows = zip(self.points, self.log_p, self.crops, strict=True)
        return tuple(Rested(k, point, log_p, crop) for k, (point, log_p, crop) in enumerate(rows))


@dataclass(slots=True)
class Count:
    """Of hands: tiles, right as built in, and with no, one, two, three questions answered (4,); questions; readings
    that are sure and of those wrong ones, built in and at the end; seconds of thinking, how often, and tiles then; and
    of the `LONE` kinds how many there are, how many are right at the end, and how many surely wrong (2, 3)."""

    tiles: int = 0
    built_in: int = 0
    right: NDArray[np.int64] = field(default_factory=lambda: np.zeros(MOST + 1, np.int64))
    asked: int = 0
    hands: int = 0
    learned: int = 0
    sure: NDArray[np.int64] = field(default_factory=lambda: np.zeros(4, np.int64))
    seconds: float = 0.0
    lone: NDArray[np.int64] = field(default_factory=lambda: np.zeros((len(LONE), 3), np.int64))

    def add(self, other: "Count") -> None:
        """These hands as well."""
        for name in ("tiles", "built_in", "asked", "hands", "learned", "seconds", "right", "sure", "lone"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def lone_line(self, name: str) -> str:
        """What is said of the flowers and jokers of some hands."""
        each = (f"{code(k)} {r} of {n}, surely wrong {w}" for k, (n, r, w) in zip(LONE, self.lone, strict=True))
        return f"{name:24s} at the end {', '.join(each)}"

    def line(self, name: str) -> str:
        """What is said of some hands."""
        n = max(1, self.tiles)
        shares = " ".join(f"{r / n:.3f}" for r in self.right)
        before, wrong_before, after, wrong_after = self.sure
        return (
            f"{name:24s} {self.hands:3d} hands, {self.tiles:5d} tiles, unknown {self.learned:2d} | built in "
            f"{self.built_in / n:.3f} | learned, with answers 0-3: {shares} | asked {self.asked:3d} | sure "
            f"{before}, wrong {wrong_before}; then {after}, wrong {wrong_after} | {1e3 * self.seconds / n:.0f} ms each"
        )


def truly(what: Question, kinds: Mapping[int, Tile]) -> tuple[Fact, ...]:
    """What the true answer to a question tells, given what tiles are by their numbers; nothing where that is not
    known."""
    found = [kinds.get(born) for born in what.born]
    if what.likely:
        return what.named(found[0]) if found[0] is not None else ()
    return what.answered(next((k for k, kind in enumerate(found) if kind in what.kinds), None))


def thinking(learner: Learner, hand: Played) -> Iterator[int]:
    """Thinks about a hand again and again while what is asked is truly answered: each time how often it was."""
    crops, asked = {t.born: t.crop for t in hand.rested}, frozenset[str]()
    kinds = {k: Tile(int(t)) for k, t in enumerate(hand.truth)}
    learner.hold(hand.rested)
    for answered in range(MOST + 1):
        learner.think()
        yield answered
        what = None if learner.learnt is None else question(learner.learnt, crops, asked)
        if answered == MOST or what is None:
            return
        learner.tell(*truly(what, kinds))
        asked |= {what.key}


def learned(eyes: Eyes, hand: Played) -> Count:
    """One hand, learned and asked about at its end."""
    built_in = together(hand.log_p, hand.points, (), eyes.shown, np.ones((len(hand.truth), 1)))[:, :N_KINDS]
    learner, out, p = Learner(), Count(len(hand.truth), hands=1), np.exp(built_in)
    out.built_in = int((built_in.argmax(1) == hand.truth).sum())
    began = time.perf_counter()
    for out.asked in thinking(learner, hand):
        out.seconds = time.perf_counter() - began
        p = learner.reads(range(len(hand.truth)))
        p += (1 - p.sum(1, keepdims=True)) * np.exp(built_in)
        out.right[out.asked :] = int((p.argmax(1) == hand.truth).sum())
        began = time.perf_counter()
    out.learned = int(learner.learnt is not None)
    for place, q in ((0, np.exp(built_in)), (2, p)):
        sure = q.max(1) > SURE
        out.sure[place : place + 2] = sure.sum(), (sure & (q.argmax(1) != hand.truth)).sum()
    for row, kind in zip(out.lone, LONE, strict=True):
        mine = p[hand.truth == kind]
        right = mine.argmax(1) == kind
        row[:] = len(mine), right.sum(), ((mine.max(1) > SURE) & ~right).sum()
    return out


def dealt(number: int, flowers: int) -> list[tuple[Tile, int]]:
    """What comes to rest, in order: tiles of the 152 and which drawing of its kind each bears; the flowers bear so
    many."""
    whole = [(tile, copy % flowers if tile == Tile.FLOWER else copy) for tile in Tile for copy in range(tile.copies)]
    order = np.random.default_rng(number).permutation(len(whole))
    return [whole[k] for k in order[:TILES]]


def pictured(
    eyes: Eyes, family: str, some: list[tuple[Tile, int]], width: int, seed: int, others: Others
) -> tuple[list[Finds], NDArray[np.int64]]:
    """A few tiles as they came to rest: those found at every look, as they are seen then, and what each is; they
    are added to `others`."""
    rng = np.random.default_rng(seed)
    turn = float(rng.uniform(-180, 180))
    rows = [row for row in (some[: EACH // 2], some[EACH // 2 :]) if row]
    over = frozenset((r, c) for r in range(2) for c in range(EACH // 2) if rng.random() < 0.5)
    held: list[dict[int, int]] = []
    seen: list[Finds] = []
    for at in range(FEW_LOOKS):
        image, quads, tiles = laid_out(family, rows, width, turn, FEW_LOOKS * seed + at, over)
        found = eyes.judge(image, eyes.finder.find(image))
        kept = found.kept()
        which = matched(boxes_of(found.finds.quads), found.finds.scores * kept, boxes_of(quads), NOBODY)
        held.append({int(t): k for k, t in enumerate(which) if t >= 0 and kept[k]})
        lain = WHOLE.lay(image, found.finds.quads, others)  # as the learner has them
        crops = taken(image, lain).crops[: len(found.finds)]
        seen.append(replace(found.finds, crops=crops))
    both = sorted(set(held[0]).intersection(*held[1:]))
    mine = [finds.take(np.array([at[t] for t in both], np.int64)) for finds, at in zip(seen, held, strict=True)]
    return mine, np.array([int(tiles[t]) for t in both], np.int64)


def played(eyes: Eyes, family: str, number: int, flowers: int = Tile.FLOWER.copies) -> Played:
    """A hand played with a set whose flowers bear so many drawings."""
    tiles, width = dealt(number, flowers), WIDTHS[number % len(WIDTHS)]
    looks: list[list[Finds]] = [[] for _ in range(FEW_LOOKS)]
    truth, others = [], Others()
    for k in range(0, len(tiles), EACH):
        seen, mine = pictured(eyes, family, tiles[k : k + EACH], width, 1000 * number + k, others)
        for held, one in zip(looks, seen, strict=True):
            held.append(one)
        truth.append(mine)
    return replace(Played.of([Finds.joined(some) for some in looks], np.concatenate(truth)), width=width)


def rendered(eyes: Eyes, shared: Path) -> Iterator[tuple[str, Played]]:
    """The stills of `../shared`, each as the end of a hand, by art set. Measured on, never chosen by."""
    for pack, art in SHOWN:
        for path in sorted((shared / "scenes" / pack / "stills").glob("*.json")):
            told = json.loads(path.read_text())
            if told["set"] != art:
                continue
            clear = [t for t in told["tiles"] if t.get("occluded", 0) <= 0.35 and t.get("clipped", 0) <= 0.5]
            quads = np.array([t["quad"] for t in clear], np.float64).reshape(-1, 4, 2)
            seen = look(
                eyes, path.with_suffix(".jpg"), boxes_of(quads), [read_tile(t["cls"]) for t in clear], np.zeros((0, 4))
            )
            real = np.flatnonzero((seen.which >= 0) & seen.found.kept())
            yield (
                art,
                Played.of(
                    [seen.found.finds.take(real)], np.array([int(seen.tiles[k]) for k in seen.which[real]], np.int64)
                ),
            )


def hands(eyes: Eyes, sets: int, first: int, flowers: int) -> Iterator[tuple[str, Played]]:
    """A hand with each of the sets of every manner, and with the classic families that were held out; the flowers of a
    set bear so many drawings."""
    for m, manner in enumerate(MANNERS):
        for number in range(first + 100 * m, first + 100 * m + sets):
            yield manner, played(eyes, f"{manner}-{number}", number + m, flowers)
    for k, family in enumerate(sorted(HELD_OUT)):
        yield CLASSIC, played(eyes, family, first + k, flowers)


def gathering_ms() -> float:
    """How long the eyes take, a rest, to gather `EACH` new tiles in a picture of 1920 x 1080."""
    image, at = np.zeros((1080, 1920, 3), np.uint8), Place(Zone.DISCARDS, None, 0.0, 0.0, 0.0, 30.0)
    learner, log_p = Learner(), np.full(N_KINDS + 1, -np.log(N_KINDS + 1))
    spent = []
    for rest in range(20):
        tracks = []
        for k in range(EACH):
            x, y = 60.0 * k + 20, 40.0 * rest + 20
            quad = np.array([[x, y], [x + 30, y], [x + 30, y + 40], [x, y + 40]], np.float32)
            tracks.append(Track(EACH * rest + k, at, quad, log_p, points=np.ones(96)))
        began = time.perf_counter()
        learner.gather(image, tracks)
        spent.append(time.perf_counter() - began)
    return 1000 * float(np.median(spent))


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--sets", type=int, default=2)
    words.add_argument(
        "--first", type=int, default=9000, help="the number of the first set: what is learned was chosen on 7000"
    )
    words.add_argument("--flowers", type=int, default=Tile.FLOWER.copies, help="how many drawings the flowers bear")
    words.add_argument("--shared", type=Path, default=Path("../shared"))
    given = words.parse_args()
    eyes, counts = Eyes(), dict[str, Count]()

    def counted(some: Iterator[tuple[str, Played]]) -> Iterator[str]:
        last = ""
        for name, hand in some:
            if last and name != last:
                yield last
            counts.setdefault(name, Count()).add(one := learned(eyes, hand))
            if name in MANNERS:
                known = f"manners {'never ' if name in UNLEARNED else ''}learned"
                for group in ("all manners", known, f"{hand.width} px wide"):
                    counts.setdefault(group, Count()).add(one)
            last = name
        yield last

    print(f"gathering {EACH} tiles at a rest: {gathering_ms():.2f} ms")
    for name in counted(hands(eyes, given.sets, given.first, given.flowers)):
        print(counts[name].line(name), flush=True)
    for name in ("all manners", "manners learned", "manners never learned", *(f"{w} px wide" for w in WIDTHS)):
        print(counts[name].line(name), flush=True)
    print(counts["all manners"].lone_line("all manners"))
    if given.shared.is_dir():
        for name in counted(rendered(eyes, given.shared)):
            print(counts[name].line(name), flush=True)


if __name__ == "__main__":
    main()
