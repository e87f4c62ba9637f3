"""How much of a set that nobody showed is known at the end of a clip, as `tests.bench.self_naming` asks of drawn hands.

    python -m tests.bench.naming_clips [--shared ../shared] [--only game_941]

Every clip of `../shared` is followed from its pictures alone, ten a second, with the set that is built in, once with no
question answered and once with three at most, each truly. A line a clip: the tiles that lie there at its end, how many
of them are found, read right, read surely (above .9) and of these wrong; how many were gathered to learn; questions.
"""

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from engine.tile import Tile, read_tile
from tests.bench.clips import Variant, shown
from tests.bench.self_naming import SURE
from vision.arrays import Floats
from vision.eyes import Eyes
from vision.follow.asking import MOST, Question, question
from vision.follow.learner import AtOnce, Fact
from vision.follow.settle import Settler

NEAR_PX = 12.0  # between the middles of a tile as it lies and as it is seen
PICTURES = Variant(fps=10)


@dataclass(slots=True)
class Truth:
    """What lies on the table of a clip: `told` as its file has it."""

    told: dict[str, Any]

    def lying(self, time_s: float) -> tuple[list[Tile], Floats]:
        """The tiles that lie there and their middles (n, 2); none while a hand is over the table."""
        tiles: list[dict[str, Any]] = []
        for event in self.told["events"]:
            if event["t0"] <= time_s < event["t_settled"]:
                return [], np.zeros((0, 2))
            if event["t_settled"] <= time_s:
                groups = [g for seat in event["state"]["exposures"].values() for g in seat.values()]
                tiles = [*event["state"]["discards"], *(t for g in groups for t in g)]
        quads = np.array([t["quad"] for t in tiles], np.float64).reshape(-1, 4, 2)
        return [read_tile(t["cls"]) for t in tiles], quads.mean(1)


def nearest(middle: Floats, among: Floats) -> int | None:
    """Which of some middles (n, 2) one lies on, None where on none."""
    away = np.linalg.norm(among - middle, axis=1)
    return int(away.argmin()) if len(away) and away.min() < NEAR_PX else None


@dataclass(slots=True)
class Evening:
    """A clip that is followed, and the questions about its set that were truly answered, `most` at most."""

    most: int
    learner: AtOnce = field(default_factory=AtOnce)
    kinds: dict[int, Tile] = field(default_factory=dict)  # of the tiles gathered, by their numbers
    asked: frozenset[str] = frozenset()

    def follow(self, film: Path, truth: Truth) -> tuple[Settler, float]:
        """How it is followed to its end, and the last time at which it was told."""
        settler, last = Settler(Eyes(), learner=self.learner), 0.0
        for frame in shown(film, PICTURES):
            if settler.settle(frame) is None:
                continue
            tiles, middles = truth.lying(frame.time_s)
            if not tiles:
                continue
            last = frame.time_s
            for track in settler.tracks:
                at = nearest(track.quad.mean(0), middles) if track.known else None
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
            self.learner.tell(*self.truly(what))
            self.learner.think()

    def truly(self, what: Question) -> tuple[Fact, ...]:
        """What somebody says who sees the table."""
        kinds = [self.kinds.get(born) for born in what.born]
        if what.likely:
            return what.named(kinds[0]) if kinds[0] is not None else ()
        return what.answered(next((k for k, kind in enumerate(kinds) if kind in what.kinds), None))


def line(clip: Path, answers: int) -> str:
    """What is said of a clip; `clip`: its truth."""
    truth = Truth(json.loads(clip.read_text(encoding="utf-8")))
    evening = Evening(answers)
    settler, last = evening.follow(clip.with_suffix(".mp4"), truth)
    seen = [one for one in settler.belief.tiles if one.told]
    tiles, middles = truth.lying(last)
    found = right = sure = wrong = 0
    for tile, middle in zip(tiles, middles, strict=True):
        at = nearest(middle, np.array([one.quad.mean(0) for one in seen]).reshape(-1, 2))
        if at is None:
            continue
        sight = seen[at].sight
        same, surely = Tile(int(sight.best)) == tile, float(np.exp(sight.log_p[sight.best])) > SURE
        found, right, sure, wrong = found + 1, right + same, sure + surely, wrong + (surely and not same)
    return (
        f"{clip.stem} ({truth.told['set']}), {answers} answers at most: "
        f"{len(tiles)} tiles, found {found}, right {right}, sure {sure}, wrong {wrong} | "
        f"gathered {len(evening.learner.tiles)} | asked {len(evening.asked)}"
    )


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--shared", type=Path, default=Path("../shared"))
    words.add_argument("--only", default="game_")
    given = words.parse_args()
    for clip in sorted(given.shared.glob(f"scenes/dev*/{given.only}*.json")):
        for answers in (0, MOST):
            print(line(clip, answers), flush=True)


if __name__ == "__main__":
    main()
