"""How much of a set that nobody showed is known at the end of a hand that is followed from its pictures alone.

    python -m tests.bench.first_hand [--sets 1] [--first 9000] [--shared ../shared] [--only games|clips] [--answers 3]
        [--enrolled]

`tests.bench.self_naming` asks that of tiles that are laid down once; here they are played with. Of every manner of
designers' sets `--sets` whole games are simulated, each at a table of its own (1080p, ten pictures a second, played
twice as fast as people do), and every clip of `../shared` is shown: calls, exchanges, hands over tiles, lamps and all.
Nothing is enrolled; what is asked about the set, `--answers` times at most, is truly answered. With `--enrolled` every
set was shown before its hand, in two photographs of all its faces in rows, each named; nothing is asked then. A line a
hand: how wide the tiles are, those that lie there at its end, how many of them are found, read right, read surely
(above .9) and of these wrong; how many were gathered to learn; the questions, or what `enrol` promised. Then all games
and all clips.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import numpy as np

from engine.tile import Tile, read_tile
from tests.bench.clips import Variant, own_set, shown
from tests.bench.self_naming import SURE, truly
from tests.tiles_laid import laid_out, whole_set
from vision.arrays import Floats
from vision.enrol import Rows, enrol
from vision.eyes import Eyes
from vision.follow.asking import MOST, question
from vision.follow.learner import AtOnce
from vision.follow.settle import Settler
from vision.picture.frame import Frame
from vision.read.tileset import TileSet
from vision.synthetic.camera import acted, read_url
from vision.synthetic.faces.designer import MANNERS
from vision.synthetic.game import SET, card_table
from vision.synthetic.look import choose
from vision.synthetic.pieces import quad
from vision.synthetic.stage import Sensor, Stage
from vision.synthetic.table import Band, TablePicture

PICTURES = Variant(fps=10)
PHOTOGRAPHED_PX = 64  # of a tile, as wide as it is photographed to be enrolled
GAME = "demo://?seed={seed}&style={family}&size=1080p&speed=2&fps=10"

Lying = tuple[list[Tile], Floats]
"""The tiles that lie on a table, face up, and their quads (n, 4, 2) in pixels."""


class Hand(Protocol):
    """A hand that is played before a camera."""

    name: str

    def frames(self) -> Iterator[Frame]:
        """Its pictures."""

    def lying(self, time_s: float) -> Lying:
        """What lies there; nothing while that changes. Asked of the picture that came last."""

    def own(self) -> TileSet:
        """Its set, enrolled from photographs."""


class Clip:
    """A clip of `../shared` and its truth."""

    def __init__(self, truth: Path) -> None:
        self._film = truth.with_suffix(".mp4")
        self._told: dict[str, Any] = json.loads(truth.read_text(encoding="utf-8"))
        self.name = f"{truth.stem} ({self._told['set']})"

    def frames(self) -> Iterator[Frame]:
        """Ten a second."""
        yield from shown(self._film, PICTURES)

    def lying(self, time_s: float) -> Lying:
        """As `Hand` says."""
        tiles: list[dict[str, Any]] = []
        for event in self._told["events"]:
            if event["t0"] <= time_s < event["t_settled"]:
                tiles = []
                break
            if event["t_settled"] <= time_s:
                groups = [g for seat in event["state"]["exposures"].values() for g in seat.values()]
                tiles = [*event["state"]["discards"], *(t for g in groups for t in g)]
        quads = np.array([t["quad"] for t in tiles], np.float64).reshape(-1, 4, 2)
        return [read_tile(t["cls"]) for t in tiles], quads

    def own(self) -> TileSet:
        """As `Hand` says."""
        (sheets,) = self._film.parent.parent.glob(f"*/sheets/{self._told['set']}")
        with TemporaryDirectory() as folder:
            return own_set(sheets, Path(folder))


class Simulated:
    """A game that is simulated with a designer's set."""

    def __init__(self, family: str, seed: int) -> None:
        self.name = family
        settings = read_url(GAME.format(family=family, seed=seed))
        self._look, self._step_s = choose(settings.seed, settings.style, settings.size_wh), 1 / settings.fps
        self._table, self._sensor = TablePicture(self._look), Sensor(self._look)
        self._stage = Stage(self._table, acted(settings, self._look, 0, card_table(settings.card)))

    def frames(self) -> Iterator[Frame]:
        """Ten a second, to the end of the game."""
        time_s = 0.0
        while True:
            clean = self._stage.at(time_s)
            if self._stage.ended:
                return
            yield Frame(time_s, self._sensor.expose(clean, self._stage.version))
            time_s += self._step_s

    def lying(self, time_s: float) -> Lying:
        """As `Hand` says."""
        carried, up = self._stage.carried, (Band.MIDDLE, Band.LEDGE)
        there = [(k, one) for k, one in self._table.tiles.items() if one.band in up and k not in carried]
        quads = np.array([quad(self._look, one.pose) for _, one in there], np.float64).reshape(-1, 4, 2)
        return [SET[k] for k, _ in there], quads

    def own(self) -> TileSet:
        """As `Hand` says."""
        rows = whole_set()
        photos = {str(n): laid_out(self.name, rows, PHOTOGRAPHED_PX, 3.0 * n, seed=n)[0] for n in (1, 2)}
        labels: dict[str, Rows] = {photo: tuple(tuple(tile for tile, _ in row) for row in rows) for photo in photos}
        return enrol(self.name, photos, Eyes(), labels).tile_set


def nearest(middle: Floats, among: Floats) -> int | None:
    """On which of some tiles (n, 4, 2) a point lies, None where on none."""
    if not len(among):
        return None
    away = np.linalg.norm(among.mean(1) - middle, axis=1)
    at = int(away.argmin())
    return at if away[at] < np.linalg.norm(among[at, 1] - among[at, 0]) / 2 else None


@dataclass(slots=True)
class Evening:
    """A hand that is followed, with an enrolled set or none, and the questions about its set that were truly answered,
    `most` at most."""

    most: int
    own: TileSet | None = None
    learner: AtOnce = field(default_factory=AtOnce)
    kinds: dict[int, Tile] = field(default_factory=dict)  # of the tiles gathered, by their numbers
    asked: frozenset[str] = frozenset()

    def follow(self, hand: Hand) -> tuple[Settler, Lying]:
        """How it is followed to its end, and what lies there then."""
        settler, last = Settler(Eyes(self.own), learner=self.learner), hand.lying(0.0)
        for frame in hand.frames():
            if settler.settle(frame) is None:
                continue
            tiles, quads = hand.lying(frame.time_s)
            if not tiles:
                continue
            last = tiles, quads
            for track in settler.tracks:
                at = nearest(track.quad.mean(0), quads) if track.known else None
                if at is not None:
                    self.kinds.setdefault(self.learner.of_track(track.born), tiles[at])
            self.answer()
        return settler, last

    def answer(self) -> None:
        """Answers what is asked, as long as there is anything to ask."""
        while self.learner.learnt is not None and len(self.asked) < self.most:
            what = question(self.learner.learnt, {t.born: t.crop for t in self.learner.tiles}, self.asked)
            if what is None:
                break
            self.asked |= {what.key}
            self.learner.tell(*truly(what, self.kinds))
            self.learner.think()


@dataclass(slots=True)
class Count:
    """What came of hands: tiles there, found, right, sure, and sure but wrong; gathered; questions."""

    tiles: int = 0
    found: int = 0
    right: int = 0
    sure: int = 0
    wrong: int = 0
    gathered: int = 0
    asked: int = 0

    def add(self, other: "Count") -> None:
        """More of them."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def __str__(self) -> str:
        return (
            f"{self.tiles} tiles, found {self.found}, right {self.right} ({self.right / max(1, self.found):.3f}), "
            f"sure {self.sure}, wrong {self.wrong} | gathered {self.gathered} | asked {self.asked}"
        )


def counted(hand: Hand, answers: int, own: TileSet | None = None) -> tuple[float, Count]:
    """How wide its tiles are, and what came of it."""
    evening = Evening(answers, own)
    settler, (tiles, quads) = evening.follow(hand)
    seen = [one for one in settler.belief.tiles if one.told]
    out = Count(len(tiles), gathered=len(evening.learner.tiles), asked=len(evening.asked))
    among = np.array([one.quad for one in seen], np.float64).reshape(-1, 4, 2)
    for tile, where in zip(tiles, quads, strict=True):
        at = nearest(where.mean(0), among)
        if at is None:
            continue
        sight = seen[at].sight
        right, sure = Tile(int(sight.best)) == tile, float(np.exp(sight.log_p[sight.best])) > SURE
        out.add(Count(0, 1, int(right), int(sure), int(sure and not right)))
    return float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1))), out


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--sets", type=int, default=1)
    words.add_argument("--first", type=int, default=9000, help="the number of the first set")
    words.add_argument("--shared", type=Path, default=Path("../shared"))
    words.add_argument("--only", choices=["games", "clips"], default=None)
    words.add_argument("--answers", type=int, default=MOST)
    words.add_argument("--enrolled", action="store_true")
    given = words.parse_args()
    names = [(m, k, given.first + 100 * m + k) for m in range(len(MANNERS)) for k in range(given.sets)]
    games = (Simulated(f"{MANNERS[m]}-{number}", 10 * number + m) for m, _, number in names)
    clips = (Clip(path) for path in sorted(given.shared.glob("scenes/dev*/game_*.json")))
    for what, hands in (("games", games), ("clips", clips)):
        if given.only in (None, what):
            together = Count()
            for hand in hands:
                own = hand.own() if given.enrolled else None
                wide, count = counted(hand, 0 if given.enrolled else given.answers, own)
                together.add(count)
                promised = "" if own is None else f" | promised {own.promise:.3f}"
                print(f"{hand.name}, {wide:.0f} px: {count}{promised}", flush=True)
            print(f"all {what}: {together}", flush=True)


if __name__ == "__main__":
    main()
