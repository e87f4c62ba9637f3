"""What each reason to believe a find is worth, and where its curve comes from.

    python -m tests.bench.evidence [--shared ../shared] [--every 4] [--keep FOLDER]
    python -m tests.bench.evidence --fit [--tables 120] [--keep FOLDER]

Without `--fit`: the pictures of `tests.bench.accuracy`, and drawn tables as they are met in play, whose markers tell
where everything lies, read with the built-in set and with their household's own; judged with all reasons and without
each in turn. A line a reason and group: tiles found, tiles read right, and other things taken for tiles (on the drawn
tables those that stand on racks too), more or fewer than with all. With it: the curves fitted
to drawn tables of the families that training sees and to photographs of split `train`, as they are written in
`vision/judge/`. `--keep`: what was found is kept there, so that a second run takes seconds.
"""

import argparse
import json
import pickle
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from engine.tile import N_KINDS
from tests.bench.accuracy import Boxes, Group, Looked, boxes_of, look, matched, photographs, rendered
from tests.bench.household import enrolled
from vision.eyes import Eyes
from vision.judge.evidence import REASONS, Judged, weighed
from vision.judge.known import NOTHING, Known
from vision.judge.reason import Measured, Reason
from vision.plane.calibration import calibrate
from vision.read.finds import Finds
from vision.read.tileset import builtin
from vision.synthetic.stills import render_still

FIRST_SEED = 30_000  # of the drawn tables: no other measurement draws these
RIDGE, SMOOTH = 1.0, 2.0  # how much a nat, and a bend of a curve by one, costs against a find's likelihood
ALONE = 0.5  # what a find counts once more as if nothing were known around it

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Told:
    """What was found in one picture, and which of it are tiles (n,): 1, 0 for other things, -1 where nobody knows."""

    finds: Finds
    truth: NDArray[np.int64]


def told(found: Judged, quads: NDArray[np.float32], truth: Boxes, ignored: Boxes, whole: bool) -> Told:
    """`quads` are those of the finds in the pixels of the truth. Where not all is labelled, what is not is unknown."""
    which = matched(boxes_of(quads), found.finds.scores, truth, ignored)
    return Told(found.finds, np.where(which >= 0, 1, np.where((which == -1) & whole, 0, -1)))


def drawn(eyes: Eyes, tables: int) -> Iterator[Told]:
    """Tables of the families that training sees; a quarter of them without markers, a quarter printed mats."""
    for k in range(tables):
        still = render_still(FIRST_SEED + k, style={1: "mat", 3: "bare"}.get(k % 4, ""))
        shown = [t.face_up and max(t.occluded, t.burnt - 0.15) <= 0.35 and t.facing > 0.3 for t in still.tiles]
        clear = [t.quad for t, ok in zip(still.tiles, shown, strict=True) if ok]
        other = [t.quad for t, ok in zip(still.tiles, shown, strict=True) if not ok and t.region != "wall"]
        found = eyes.judge_at_leisure(still.image)
        boxes = [boxes_of(np.array(some, np.float64).reshape(-1, 4, 2)) for some in (clear, other)]
        yield told(found, found.finds.quads, boxes[0], boxes[1], True)


def trained_on(eyes: Eyes, shared: Path) -> Iterator[Told]:
    """Photographs of split `train` that may be trained on."""
    labels = json.loads((shared / "photos" / "labels.json").read_text())
    marks = defaultdict(list)
    for mark in labels["annotations"]:
        x, y, w, h = mark["bbox"]
        marks[mark["image_id"]].append((x, y, x + w, y + h))
    for image in labels["images"]:
        if image["source"] == "cmd" and image["split"] == "train":
            truth = np.array(marks[image["id"]], np.float64).reshape(-1, 4)
            one = look(eyes, shared / "photos" / "images" / image["file_name"], truth, [], np.zeros((0, 4)))
            yield told(one.found, one.quads, truth, np.zeros((0, 4)), bool(image["exhaustive"]))


def measured() -> list[tuple[Reason, Measured]]:
    return [(reason, reason.weigh) for reason in REASONS if isinstance(reason.weigh, Measured)]


def hats(x: NDArray[np.float64], at: tuple[float, ...]) -> NDArray[np.float64]:
    """The shares (n, k) of the knots at which a curve must be known to know it at x (n,)."""
    knots, told = np.array(at), np.isfinite(x)
    x = np.clip(np.where(told, x, at[0]), at[0], at[-1])
    k = np.clip(np.searchsorted(knots, x, side="right") - 1, 0, len(at) - 2)
    share = (x - knots[k]) / (knots[k + 1] - knots[k])
    out = np.zeros((len(x), len(at)))
    out[np.arange(len(x)), k], out[np.arange(len(x)), k + 1] = 1 - share, share
    return out * told[:, None]


def design(one: Told) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For a picture: what the knots of all curves weigh in each find (n, k), and the nats of all other reasons (n,)."""
    known = Known.around(one.finds, NOTHING, builtin())
    parts = []
    for _, of in measured():
        values = of.measures(one.finds, known)
        parts += [
            hats(values[:, c], curve.at) * (known.telling[:, None] if of.among else 1)
            for c, curve in enumerate(of.curves)
        ]
    others = sum(r.weigh(one.finds, known)[:, 0] for r in REASONS if not isinstance(r.weigh, Measured))
    return np.concatenate(parts, 1), np.asarray(others)


def fitted(all_told: list[Told]) -> dict[str, list[NDArray[np.float64]]]:
    """The nats of each reason's curves."""
    rows, own, truth = [], [], []
    for one in all_told:
        some, nats = design(one)
        rows.append(some)
        own.append(nats)
        truth.append(one.truth)
    x, offset, y = np.concatenate(rows), np.concatenate(own), np.concatenate(truth)
    sure = y >= 0
    x, offset, y = x[sure], offset[sure], y[sure].astype(np.float64)
    among = np.concatenate([np.full(len(c.at), of.among) for _, of in measured() for c in of.curves])
    weight = np.ones(len(y))
    x, offset, y = np.concatenate([x, x * ~among]), np.tile(offset, 2), np.tile(y, 2)
    weight = np.concatenate([weight, ALONE * weight])
    bends, start = [], 0
    for _, of in measured():
        for curve in of.curves:
            for k in range(start, start + len(curve.at) - 2):
                bend = np.zeros(x.shape[1])
                bend[k : k + 3] = 1, -2, 1
                bends.append(bend)
            start += len(curve.at)
    d = np.array(bends)
    # a reader that is right as often as it says is believed as it is; all else is worth nothing until it is shown
    usual = np.concatenate([np.array(c.at) * (r.name == "reader") for r, of in measured() for c in of.curves])

    def cost(nats: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        odds = x @ nats + offset
        slope = (
            x.T @ (weight * (1 / (1 + np.exp(-odds)) - y)) + 2 * RIDGE * (nats - usual) + 2 * SMOOTH * d.T @ (d @ nats)
        )
        loss = (weight * np.logaddexp(0, np.where(y > 0, -odds, odds))).sum()
        return float(loss + RIDGE * ((nats - usual) ** 2).sum() + SMOOTH * ((d @ nats) ** 2).sum()), slope

    nats = minimize(cost, usual, jac=True, method="L-BFGS-B", options={"maxiter": 3000}).x
    out: dict[str, list[NDArray[np.float64]]] = {}
    start = 0
    for reason, of in measured():
        out[reason.name] = []
        for curve in of.curves:
            out[reason.name].append(nats[start : start + len(curve.at)])
            start += len(curve.at)
    return out


def kept(folder: Path | None, name: str, make: Callable[[], T]) -> T:
    """What `make` gives, or what it gave when it was last kept in a folder."""
    path = folder / f"{name}.pickle" if folder else None
    if path is not None and path.exists():
        before: T = pickle.loads(path.read_bytes())
        return before
    made = make()
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pickle.dumps(made))
    return made


def tables(eyes: Eyes, number: int) -> dict[str, Group]:
    """Drawn tables of families that training sees, looked at from a chair's side, their tiles found among the markers:
    with the built-in set, and with the set of the household enrolled. What stands on a rack is nothing to be seen."""
    groups = {name: Group() for name in ("tables, built-in set", "tables, own set")}
    for k in range(number):
        still = render_still(FIRST_SEED + 10_000 + k, style="tilted", hands=0)
        plane = calibrate(still.image)
        shown = [t.face_up and max(t.occluded, t.burnt - 0.15) <= 0.35 and t.facing > 0.3 for t in still.tiles]
        clear = [t for t, ok in zip(still.tiles, shown, strict=True) if ok]
        other = [
            t.quad for t, ok in zip(still.tiles, shown, strict=True) if not ok and t.region not in ("wall", "rack")
        ]
        boxes = [boxes_of(np.array(some).reshape(-1, 4, 2)) for some in ([t.quad for t in clear], other)]
        for group, tiles in zip(groups.values(), (None, enrolled(still.look).tile_set), strict=True):
            eyes.use(tiles)
            found = eyes.judge_at_leisure(still.image, replace(NOTHING, plane=plane))
            quads, faces = found.finds.quads, [t.tile for t in clear]
            which = matched(boxes_of(quads), found.finds.scores * found.kept(), *boxes)
            group.looks.append(Looked(boxes[0], faces, boxes[1], found, quads, which, Path(f"table{k}")))
    eyes.use(None)
    return groups


Tally = tuple[int, int, int]
"""Tiles found, tiles read right, and other things taken for tiles."""


def tally(groups: dict[str, Group], reasons: tuple[Reason, ...]) -> dict[str, Tally]:
    """What comes of each group by these reasons."""
    out = {}
    for name, group in groups.items():
        found = right = false = 0
        for one in group.looks:
            thought = weighed(one.found.finds, one.found.known, reasons)
            kept, faces = thought.kept(), thought.log_p[:, :N_KINDS].argmax(1)
            which = matched(boxes_of(one.quads), one.found.finds.scores * kept, one.boxes, one.ignored)
            found += int((which[kept] >= 0).sum())
            right += sum(one.tiles[which[k]] == faces[k] for k in np.flatnonzero(kept & (which >= 0)))
            false += int((which[kept] == -1).sum()) * group.whole
        out[name] = found, right, false
    return out


def muted(reason: Reason, groups: dict[str, Group]) -> Reason:
    """A reason that says of every find what it says of the usual tile."""
    said = [
        weighed(one.found.finds, one.found.known, (reason,)).nats[0][one.which >= 0]
        for group in groups.values()
        for one in group.looks
    ]
    usual = float(np.median(np.concatenate(said)))
    return Reason(reason.name, reason.against, lambda finds, known: np.full((len(finds), 1), usual))


def worth(groups: dict[str, Group]) -> None:
    """Prints what each reason adds."""
    whole = tally(groups, REASONS)
    tiles = {name: sum(len(one.tiles) for one in group.looks) for name, group in groups.items()}
    every = (f"{name}: {n} of {tiles[name]}, right {ok}, others {no}" for name, (n, ok, no) in whole.items())
    print("all reasons", *every, sep="\n  ")
    for k, reason in enumerate(REASONS):
        without = tally(groups, (*REASONS[:k], muted(reason, groups), *REASONS[k + 1 :]))
        changed = {name: tuple(np.subtract(some, whole[name])) for name, some in without.items()}
        told = [
            f"{name}: found {n:+}, right {ok:+}, others {no:+}"
            for name, (n, ok, no) in changed.items()
            if n or ok or no
        ]
        print(f"without {reason.name}", *(told or ["nothing changes"]), sep="\n  ")


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--shared", type=Path, default=Path("../shared"))
    words.add_argument("--every", type=int, default=4, help="look at one picture in so many")
    words.add_argument(
        "--tables", type=int, default=120, help="drawn tables to fit to, and five times as many as are judged"
    )
    words.add_argument("--keep", type=Path, default=None)
    words.add_argument("--fit", action="store_true")
    given = words.parse_args()
    if not given.shared.is_dir():
        print(f"{given.shared} is absent: nothing to measure")
        return
    eyes = Eyes()
    if given.fit:
        some = kept(given.keep, "fit", lambda: [*drawn(eyes, given.tables), *trained_on(eyes, given.shared)])
        for name, curves in fitted(some).items():
            print(name, *(tuple(round(float(v), 2) for v in nats) for nats in curves))
        return

    def look_at_all() -> dict[str, Group]:
        return {**rendered(eyes, given.shared, given.every), **photographs(eyes, given.shared, given.every)}

    here = kept(given.keep, "tables", lambda: tables(eyes, max(1, given.tables // 5)))
    worth({**kept(given.keep, "judged", look_at_all), **here})


if __name__ == "__main__":
    main()
