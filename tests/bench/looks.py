"""How much a further look at a tile at rest tells, and how sure what is told may be.

    python -m tests.bench.looks --folder /var/tmp/looks --tables 12
    python -m tests.bench.looks --folder /var/tmp/looks --tables 12 --own

Simulated tables, each of its own seed, set, light and camera, are watched for `--seconds`; none of the seeds is used by
any other bench. Every third is seen as it is, every third at 720 lines, every third dark and noisy. What each look
makes of each tile is kept in `--folder`, and read again from there. Printed are, for one to six looks of a tile's first
rest and for all looks of one, two and three rests of it: how often the mean of the looks is right, what that mean is
worth in looks (the power to which it makes the true faces likeliest) and what it counts as now; then, of what the
engine is told, how sure it is and how often right, by looks and by how sure.
"""

import argparse
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import LOOKS
from engine.tile import Seat
from tests.bench import household
from tests.bench.clips import Variant, as_sent
from tests.bench.unseen import calibration_error
from vision.eyes import Eyes
from vision.follow.settle import Settler
from vision.follow.tracks import CORRELATION, REPEATS, Tracks
from vision.judge.doubt import faces_of
from vision.picture.frame import Frame
from vision.plane.zones import Place
from vision.read.sightings import Sightings
from vision.synthetic.acting import Acting
from vision.synthetic.faces.designer import MANNERS
from vision.synthetic.faces.families import HELD_OUT
from vision.synthetic.game import Game
from vision.synthetic.look import Look, choose
from vision.synthetic.pieces import quad
from vision.synthetic.stage import Sensor, Stage
from vision.synthetic.table import Band, TablePicture

FIRST_SEED = 6_400_000  # far from the seeds of any other bench
FPS = 9.9  # as few pictures as give a look each
BEGINS_S = 20.0  # of a game, with some tiles on the table
VARIANTS = (Variant(), Variant(lines=720), Variant(gamma=2.0))
DESIGNED = 9000  # the number of the first designer's set: no training, test or other measurement draws these
LEARNED = 0.8  # of an enrolled set's photographs, read right when each is left out
APART_S = 0.5  # between two looks at one tile: it was another rest
RESTS = 3
BOUNDS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.97, 0.99, 0.999, 1.01)
POWERS = np.concatenate([np.arange(0.05, 3, 0.05), np.arange(3, 8, 0.25)])


@dataclass(frozen=True, slots=True)
class Lain:
    """A tile as it truly lies: its number in the simulated set, its kind, the middle of its face (px)."""

    number: int
    kind: int
    at_px: NDArray[np.float64]
    wide_px: float


@dataclass(slots=True)
class Rows:
    """One row for each look at a tile: which tile at which place `lying` (n,), its `kind` (n,), the numbers of the
    `rest` and of the `look` in it, from 0 (n,), `log_p` (n, 36) of the look by itself; and of what the engine was told
    after it, `told` (m, 36), its kind and its looks (m,)."""

    lying: NDArray[np.int64]
    kind: NDArray[np.int64]
    rest: NDArray[np.int64]
    look: NDArray[np.int64]
    log_p: NDArray[np.float64]
    told: NDArray[np.float64]
    told_kind: NDArray[np.int64]
    told_looks: NDArray[np.int64]


def table(k: int, own: bool) -> tuple[Look, Variant]:
    """Table number `k`. With an enrolled set its tiles are of a designer's set as often as not, else of families."""
    families = sorted(HELD_OUT)
    style = families[k // 2 % len(families)] if k % 2 else ""
    if own and k % 2 == 0:
        style = f"{MANNERS[k // 2 % len(MANNERS)]}-{DESIGNED + k}"
    return choose(FIRST_SEED + 31 * k, style, (1920, 1080)), VARIANTS[k % len(VARIANTS)]


def watched(k: int, own: bool, seconds: float) -> Rows | None:
    """What the looks at that table make of its tiles; None where photographs did not teach its set."""
    look, variant = table(k, own)
    done = household.enrolled(look) if own else None
    if done is not None and (done.accuracy or 0.0) < LEARNED:
        return None  # and its household was told
    settler = Settler(Eyes(None if done is None else done.tile_set))
    stage, sensor = Stage(TablePicture(look), Acting(look, Game(look.seed, Seat(k % 4)))), Sensor(look)
    chance, noted = np.random.default_rng(k), _Noted(look, stage, variant)
    with patch.object(Tracks, "add", noted.adding(Tracks.add)):  # each look passes there, as yet unweighed
        for n in range(round(seconds * FPS)):
            clean = stage.at(BEGINS_S + n / FPS)
            if stage.ended:
                break
            noted.time_s = n / FPS
            seen = settler.settle(Frame(n / FPS, as_sent(sensor.expose(clean), variant, chance)))
            if seen is not None:
                noted.told(settler)
    return noted.rows()


@dataclass(slots=True)
class _Noted:
    """Keeps what passes, beside the truth."""

    look: Look
    stage: Stage
    variant: Variant
    time_s: float = 0.0
    _looks: list[tuple[int, int, int, int, NDArray[np.float64]]] = field(default_factory=list)
    _told: list[tuple[NDArray[np.float64], int, int]] = field(default_factory=list)
    _last: dict[int, tuple[float, int, int]] = field(default_factory=dict)  # when looked at last, rest, look

    def adding(self, add: Callable[..., None]) -> Callable[..., None]:
        def noting(tracks: Tracks, seen: Sightings, places: Sequence[Place], looked: Sequence[bool]) -> None:
            truth = self._lying()
            for j in range(len(seen)):
                found = _at(truth, seen.quads[j].mean(0))
                if found is not None:
                    self._look(found, faces_of(seen.log_p[j : j + 1])[0])
            add(tracks, seen, places, looked)

        return noting

    def _look(self, found: Lain, log_p: NDArray[np.float64]) -> None:
        lying = hash((found.number, *np.round(found.at_px).astype(int).tolist()))
        before_s, rest, n = self._last.get(lying, (self.time_s, 0, -1))
        rest, n = (rest, n + 1) if self.time_s - before_s < APART_S else (rest + 1, 0)
        self._last[lying] = self.time_s, rest, n
        self._looks.append((lying, found.kind, rest, n, log_p))

    def told(self, settler: Settler) -> None:
        """What the engine has just been told."""
        truth = self._lying()
        for tile in settler.belief.tiles:
            found = _at(truth, tile.quad.mean(0)) if tile.told else None
            if found is not None and tile.sight.frames <= LOOKS:
                said = faces_of(np.array(tile.sight.log_p)[None])[0]
                self._told.append((said, found.kind, tile.sight.frames))

    def _lying(self) -> list[Lain]:
        """The tiles that lie face up among the discards and on the ledges."""
        out, scale = [], (self.variant.lines or self.look.size_wh[1]) / self.look.size_wh[1]
        for number, lying in self.stage.table.tiles.items():
            if lying.band in (Band.MIDDLE, Band.LEDGE) and lying.pose.axes[2][2] > 0.5:
                q = quad(self.look, lying.pose) * scale
                wide = float(np.linalg.norm(q[1] - q[0]))
                out.append(Lain(number, int(lying.piece.tile), q.mean(0), wide))
        return out

    def rows(self) -> Rows:
        lying, kind, rest, look, log_p = zip(*self._looks, strict=True)
        told, told_kind, told_looks = zip(*self._told, strict=True)
        return Rows(
            np.array(lying), np.array(kind), np.array(rest), np.array(look), np.stack(log_p),
            np.stack(told), np.array(told_kind), np.array(told_looks),
        )  # fmt: skip


def _at(truth: Iterable[Lain], at_px: NDArray[np.float32]) -> Lain | None:
    """The tile that truly lies at a place."""
    near = min(truth, key=lambda t: float(np.hypot(*(t.at_px - at_px))), default=None)
    return near if near is not None and np.hypot(*(near.at_px - at_px)) < near.wide_px / 2 else None


def kept(k: int, given: argparse.Namespace) -> Rows | None:
    """The same, from the folder where that table has been watched before."""
    path = given.folder / f"{k}{'-own' if given.own else ''}.npz"
    if not path.exists():
        rows = watched(k, given.own, given.seconds)
        if rows is None:
            return None
        np.savez_compressed(path, **{f.name: getattr(rows, f.name) for f in fields(Rows)})
    with np.load(path) as told:
        return Rows(**{f.name: told[f.name] for f in fields(Rows)})


Means = list[tuple[int, NDArray[np.float64]]]
"""The kind of each tile, and the mean of some looks at it, log p (36,)."""


def means(all_rows: Sequence[Rows]) -> tuple[dict[int, Means], dict[int, Means]]:
    """Of tiles that were looked at so often in their first rest: by looks; and in so many rests: by rests."""
    by_looks: dict[int, Means] = defaultdict(list)
    by_rests: dict[int, Means] = defaultdict(list)
    for rows in all_rows:
        for lying in np.unique(rows.lying):
            mine = rows.lying == lying
            first = mine & (rows.rest == 0)
            kind = int(rows.kind[mine][0])
            if first.sum() >= LOOKS - 1:  # the last often breaks off
                said = rows.log_p[first]
                for n in range(1, min(LOOKS, first.sum()) + 1):
                    by_looks[n].append((kind, said[:n].mean(0)))
            whole = [rows.log_p[mine & (rows.rest == r)] for r in range(int(rows.rest[mine].max()) + 1)]
            whole = [some for some in whole if len(some) >= LOOKS - 1]
            if len(whole) >= RESTS:
                for n in range(1, RESTS + 1):
                    by_rests[n].append((kind, np.mean([some.mean(0) for some in whole[:n]], axis=0)))
    return by_looks, by_rests


def worth(some: Means) -> tuple[float, float, float]:
    """The power by which the means make the true kinds likeliest; how likely then (nats a tile), and how likely to the
    power of one."""
    kinds, said = np.array([k for k, _ in some]), np.stack([m for _, m in some])

    def likely(power: float) -> float:
        p = said * power
        return float((p[np.arange(len(p)), kinds] - np.logaddexp.reduce(p, axis=1)).mean())

    each = [likely(power) for power in POWERS]
    return float(POWERS[int(np.argmax(each))]), max(each), likely(1.0)


def counts(looks: int, own: bool) -> float:
    """What so many looks of one rest count as now."""
    return looks / (1 + REPEATS * (looks - 1)) if own else 1 + CORRELATION * (looks - 1)


def said_of(name: str, some: Means, now: float) -> str:
    """A line of what `main` prints; `now` is what those looks count as now."""
    kinds, said = np.array([k for k, _ in some]), np.stack([m for _, m in some])
    best, nats, once = worth(some)
    right = said.argmax(1) == kinds
    p = now * said
    sure = np.exp((p - np.logaddexp.reduce(p, axis=1, keepdims=True)).max(1))
    return (
        f"  {name:12} {len(some):5} tiles, right {right.mean():.4f}, worth {best:.2f} looks ({nats:.4f} nats, as one "
        f"{once:.4f}); counts as {now:.2f}: sure {sure.mean():.4f}, ECE {calibration_error(sure, right):.4f}"
    )


def print_told(all_rows: Sequence[Rows]) -> None:
    """How sure the engine is told, and how often rightly."""
    said = np.concatenate([rows.told for rows in all_rows])
    kinds, looks = (np.concatenate([getattr(r, name) for r in all_rows]) for name in ("told_kind", "told_looks"))
    sure, right = np.exp(said.max(1)), said.argmax(1) == kinds
    for n in range(1, LOOKS + 1):
        of = looks == n
        if of.any():
            said_n = f"sure {sure[of].mean():.4f}, right {right[of].mean():.4f}"
            print(f"  told after {n}: {of.sum():6} {said_n}, ECE {calibration_error(sure[of], right[of]):.4f}")
    for low, high in itertools.pairwise(BOUNDS):
        of = (sure >= low) & (sure < high)
        if of.any():
            said_of_these = f"sure {sure[of].mean():.3f}, right {right[of].mean():.3f}"
            print(f"  told at {low:.2f}-{high:.2f}: {of.sum():6} {said_of_these}")


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--folder", type=Path, required=True)
    words.add_argument("--tables", type=int, default=12)
    words.add_argument("--first", type=int, default=0)
    words.add_argument("--seconds", type=float, default=90.0)
    words.add_argument("--own", action="store_true", help="each set enrolled from two photographs; else the built-in")
    given = words.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    groups: dict[str, list[Rows]] = defaultdict(list)
    for k in range(given.first, given.first + given.tables):
        look, variant = table(k, given.own)
        rows = kept(k, given)
        if rows is None:
            print(f"table {k}: {look.family} was not learned")
            continue
        groups[variant.name].append(rows)
        groups["all"].append(rows)
        right = (rows.log_p.argmax(1) == rows.kind).mean()
        print(f"table {k}: {look.family}, {variant.name}: {len(rows.kind)} looks, right {right:.3f}", flush=True)
    for name, some in groups.items():
        print(f"{name}:")
        by_looks, by_rests = means(some)
        for n, these in by_looks.items():
            print(said_of(f"{n} looks", these, counts(n, given.own)))
        for n, these in by_rests.items():
            print(said_of(f"{n} rests", these, counts(LOOKS, given.own)))
        print_told(some)


if __name__ == "__main__":
    main()
