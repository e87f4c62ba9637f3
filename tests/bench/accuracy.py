"""How well the eyes find and read, on photographs and rendered tables that training never saw.

    python -m tests.bench.accuracy [--quick] [--only photographs|rendered|close] [--shared ../shared]

Prints a line per group: tiles, the share found (intersection over union of the upright boxes at least 0.5), false finds
per tile, then the share of the found that is read right with the built-in tile set and after enrolment from two
photographs a face, the same for jokers, flowers and dragons apart, and the commonest confusions. `--only close` looks
at drawn tables through a camera of 3840 x 2160 (tiles 50 pixels wide and more). `--quick` looks at a few pictures of
each. Exit 1 when a floor is not reached.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS, Tile, code, read_tile
from vision.enrol import Sample, coarse_copies, learn, sample
from vision.eyes import Eyes
from vision.follow.settle import Settler
from vision.judge.company import in_company
from vision.judge.evidence import Judged, judged
from vision.picture.camera import open_camera
from vision.read.crops import scaled
from vision.read.tileset import TileSet
from vision.synthetic.faces.families import HELD_OUT
from vision.synthetic.stills import render_still

Boxes = NDArray[np.float64]
APART = {"jokers": {Tile.JOKER}, "flowers": {Tile.FLOWER}, "dragons": {Tile.RED, Tile.GREEN, Tile.SOAP}}
CLOSE = 16  # pictures of each family
FLOORS = {"rendered tables": (0.93, 0.60), "photographs": (0.80, 0.60)}  # found, read built-in; what CI holds


@dataclass(slots=True)
class Looked:
    """One picture: the truth's boxes (n, 4) and tiles, boxes that count neither way, what was seen (in the picture's
    right proportions, as are its quads), and which truth each seen tile is (-1: none, -2: one that does not count, -3:
    no tile to the built-in set)."""

    boxes: Boxes
    tiles: list[Tile]
    ignored: Boxes
    found: Judged
    quads: NDArray[np.float32]
    which: NDArray[np.int64]
    path: Path

    @property
    def name(self) -> str:
        """The file's."""
        return self.path.name


@dataclass(slots=True)
class Group:
    """Pictures judged together; `whole`: every tile in them is labelled."""

    looks: list[Looked] = field(default_factory=list)
    whole: bool = True


def boxes_of(quads: NDArray[np.floating]) -> Boxes:
    """Upright boxes (n, 4) around quads (n, 4, 2)."""
    return np.concatenate([quads.min(1), quads.max(1)], 1).astype(np.float64).reshape(-1, 4)


def overlaps(one: Boxes, many: Boxes) -> NDArray[np.float64]:
    """Intersection over union of one box with many."""
    low, high = np.maximum(one[:2], many[:, :2]), np.minimum(one[2:], many[:, 2:])
    shared = np.prod(np.maximum(high - low, 0), 1)
    area = np.prod(one[2:] - one[:2]) + np.prod(many[:, 2:] - many[:, :2], 1) - shared
    return np.asarray(shared / np.maximum(area, 1e-9))


def matched(found: Boxes, scores: NDArray[np.floating], truth: Boxes, ignored: Boxes) -> NDArray[np.int64]:
    """For each found box the truth it is (each truth once, surest first), -1 for none, -2 where it lies on an ignored
    box."""
    out = np.full(len(found), -1, np.int64)
    free = np.ones(len(truth), bool)
    for k in np.argsort(-scores):
        if len(ignored) and overlaps(found[k], ignored).max() > 0.3:
            out[k] = -2
            continue
        share = overlaps(found[k], truth) * free if len(truth) else np.zeros(0)
        if len(share) and share.max() >= 0.5:
            out[k] = int(share.argmax())
            free[out[k]] = False
    return out


def look(eyes: Eyes, path: Path, truth: Boxes, tiles: list[Tile], ignored: Boxes) -> Looked:
    """Finds and reads one picture."""
    _, scale, found = eyes.in_proportion(np.asarray(cv2.imread(str(path)), np.uint8))
    finds, taken = found.finds, found.kept()
    quads = scaled(finds.quads, 1 / scale)
    which = matched(boxes_of(quads), finds.scores * taken, truth, ignored)
    return Looked(truth, tiles, ignored, found, quads, np.where(taken, which, -3), path)


def photographs(eyes: Eyes, shared: Path, every: int) -> dict[str, Group]:
    """Groups of ../shared/photos kept for measuring."""
    pack = shared / "photos"
    labels = json.loads((pack / "labels.json").read_text())
    names = {c["id"]: c["name"] for c in labels["categories"]}
    marks = defaultdict(list)
    for mark in labels["annotations"]:
        x, y, w, h = mark["bbox"]
        marks[mark["image_id"]].append(((x, y, x + w, y + h), read_tile(names[mark["category_id"]])))
    groups: dict[str, Group] = defaultdict(Group)
    counts: Counter[str] = Counter()
    for image in labels["images"]:
        if image["split"] != "val" and image["source"] != "cam":
            continue
        counts[image["group"]] += 1
        if (counts[image["group"]] - 1) % every and image["source"] != "cam":
            continue
        mine = marks[image["id"]]
        truth = np.array([box for box, _ in mine], np.float64).reshape(-1, 4)
        group = groups[image["group"]]
        group.whole = bool(image["exhaustive"])
        path = pack / "images" / image["file_name"]
        group.looks.append(look(eyes, path, truth, [tile for _, tile in mine], np.zeros((0, 4))))
    return dict(groups)


def rendered(eyes: Eyes, shared: Path, every: int) -> dict[str, Group]:
    """Stills, racks and enrolment sheets of ../shared/scenes, by art set."""
    groups: dict[str, Group] = defaultdict(Group)
    for kind in ("stills", "racks", "sheets/fluffy", "sheets/modernA"):
        for path in sorted((shared / "scenes" / "dev" / kind).glob("*.json"))[:: 1 if "sheets" in kind else every]:
            told = json.loads(path.read_text())
            rows = told.get("rack") or told["tiles"]
            clear = [t.get("occluded", 0) <= 0.35 and t.get("clipped", 0) <= 0.5 for t in rows]
            quads = np.array([t["quad"] for t in rows], np.float64).reshape(-1, 4, 2)
            unclear = [t["quad"] for t, ok in zip(rows, clear, strict=True) if not ok]
            unclear += [t["quad"] for t in told.get("concealed", [])]
            unclear += [t["quad"] for t in told["tiles"]] if told.get("rack") else []
            truth = boxes_of(quads[np.array(clear, bool)])
            tiles = [read_tile(t["cls"]) for t, ok in zip(rows, clear, strict=True) if ok]
            ignored = boxes_of(np.array(unclear, np.float64).reshape(-1, 4, 2))
            name = f"{told['set']} {kind.split('/')[0]}"
            groups[name].looks.append(look(eyes, path.with_suffix(".jpg"), truth, tiles, ignored))
    return dict(groups)


def close(eyes: Eyes, folder: Path) -> dict[str, Group]:
    """Tables of the drawn families that training never saw, through a camera of 3840 x 2160; the pictures go into a
    folder."""
    groups: dict[str, Group] = {}
    for family in sorted(HELD_OUT):
        group = groups[f"{family} at 3840 x 2160"] = Group()
        for k in range(CLOSE):
            still = render_still(8100 + k, style=family, size_wh=(3840, 2160), moment=(0.6, 1.0)[k % 2], hands=0)
            plain = [t.face_up and t.occluded <= 0.35 and t.facing > 0.3 for t in still.tiles]
            clear = [t for t, shown in zip(still.tiles, plain, strict=True) if shown]
            other = [t for t, shown in zip(still.tiles, plain, strict=True) if not shown and t.region != "wall"]
            boxes = [boxes_of(np.array([t.quad for t in some]).reshape(-1, 4, 2)) for some in (clear, other)]
            path = folder / f"{family}{k}.jpg"
            cv2.imwrite(str(path), still.image)
            group.looks.append(look(eyes, path, boxes[0], [t.tile for t in clear], boxes[1]))
    return groups


def again(eyes: Eyes, group: Group, tiles: TileSet) -> Group:
    """The same pictures looked at with eyes that know the set."""
    own = eyes.reader.tile_set
    eyes.use(tiles)
    looks = [look(eyes, one.path, one.boxes, one.tiles, one.ignored) for one in group.looks]
    eyes.use(own)
    return Group(looks, group.whole)


def samples_of(
    eyes: Eyes, looks: list[Looked], each: int | None, seed: int = 0, flowers: int = 1
) -> tuple[list[Sample], set[tuple[str, int]]]:
    """Found tiles as enrolment samples: all, or `each` a kind by chance (and so many times more of the flowers, where
    each has a drawing of its own); and which they are, to be left out when judging."""
    rng = np.random.default_rng(seed)
    flat = [(look, k) for look in looks for k in np.flatnonzero(look.which >= 0)]
    rng.shuffle(flat)
    taken: Counter[Tile] = Counter()
    picked = []
    for one, k in flat:
        tile = one.tiles[one.which[k]]
        if each is None or taken[tile] < each * (flowers if tile is Tile.FLOWER else 1):
            taken[tile] += 1
            picked.append((one, int(k), tile))
    if not picked:
        return [], set()
    coarse = eyes.reader.embed(coarse_copies(np.stack([one.found.finds.crops[k] for one, k, _ in picked])))
    samples = [sample(one.name, one.found.finds, k, coarse[n], tile) for n, (one, k, tile) in enumerate(picked)]
    return samples, {(one.name, k) for one, k, _ in picked}


def read(eyes: Eyes, one: Looked, tiles: TileSet) -> NDArray[np.float32]:
    """Log-probabilities (n, 37) of what was found in a picture, as `Eyes.sight` gives them: those kept in one another's
    company."""
    finds, kept = eyes.reader.read_with(one.found.finds, tiles), one.found.kept()
    thought = judged(finds, tiles)
    alone = eyes.once_more(thought.take(np.flatnonzero(kept)), tiles)
    log_p = thought.log_p
    log_p[kept] = in_company(alone, finds.points[kept], own_set=bool(tiles.pictures))
    return log_p


def reading(
    eyes: Eyes, group: Group, tiles: TileSet, without: set[tuple[str, int]]
) -> tuple[Counter[Tile], Counter[Tile], Counter[str]]:
    """Right and tried per kind, and confusions, among the found."""
    right: Counter[Tile] = Counter()
    tried: Counter[Tile] = Counter()
    wrong: Counter[str] = Counter()
    for one in group.looks:
        log_p = read(eyes, one, tiles)
        for k in np.flatnonzero(one.which >= 0):
            if (one.name, int(k)) in without:
                continue
            truth, face = one.tiles[one.which[k]], Tile(int(log_p[k, :N_KINDS].argmax()))
            tried[truth] += 1
            right[truth] += truth == face
            if truth != face:
                wrong[f"{code(truth)}>{code(face)}"] += 1
    return right, tried, wrong


def calibration(eyes: Eyes, groups: list[Group], tiles: TileSet) -> tuple[float, float, float]:
    """Expected calibration error in ten bins over all found tiles; how sure they are read on average; how many are read
    right, as a share."""
    sure, ok = [], []
    for group in groups:
        for one in group.looks:
            log_p = read(eyes, one, tiles)
            for k in np.flatnonzero(one.which >= 0):
                sure.append(float(np.exp(log_p[k, :N_KINDS].max())))
                ok.append(int(log_p[k, :N_KINDS].argmax()) == one.tiles[one.which[k]])
    p, good = np.array(sure), np.array(ok, float)
    bins = np.minimum((p * 10).astype(int), 9)
    error = sum(abs(p[bins == b].mean() - good[bins == b].mean()) * (bins == b).mean() for b in np.unique(bins))
    return float(error), float(p.mean()), float(good.mean())


def share(right: Counter[Tile], tried: Counter[Tile]) -> str:
    n = sum(tried.values())
    return f"{sum(right.values()) / n:.3f} of {n}" if n else "-"


def line(
    eyes: Eyes, name: str, group: Group, enrolled: TileSet | None, without: set[tuple[str, int]]
) -> tuple[int, int, int, int]:
    """Prints a group; returns tiles, found, false, right."""
    n = sum(len(one.tiles) for one in group.looks)
    found = sum(int((one.which >= 0).sum()) for one in group.looks)
    false = sum(int((one.which == -1).sum()) for one in group.looks)
    right, tried, wrong = reading(eyes, group, eyes.reader.tile_set, set())
    print(f"\n{name}: {len(group.looks)} pictures, {n} tiles")
    precise = f", precision {found / max(1, found + false):.3f}" if group.whole else " (not all tiles are labelled)"
    print(f"  found {found / max(1, n):.3f}{precise}")
    print(f"  read, built-in set: {share(right, tried)}; of all tiles {sum(right.values()) / max(1, n):.3f}")
    for what, kinds in APART.items():
        if any(tried[t] for t in kinds):
            print(f"    {what} {sum(right[t] for t in kinds)} of {sum(tried[t] for t in kinds)}", end="")
    print(f"\n    commonest confusions {' '.join(f'{k} {v}' for k, v in wrong.most_common(8))}")
    if enrolled is not None:
        r, t, w = reading(eyes, group if without else again(eyes, group, enrolled), enrolled, without)
        print(f"  read, enrolled: {share(r, t)} (weight {enrolled.weight})", end="")
        print(f"    jokers {r[Tile.JOKER]} of {t[Tile.JOKER]}, flowers {r[Tile.FLOWER]} of {t[Tile.FLOWER]}", end="")
        print(f"    {' '.join(f'{k} {v}' for k, v in w.most_common(6))}")
    return n, found, false, sum(right.values())


def whole_pictures(eyes: Eyes, group: Group, tiles: TileSet) -> tuple[int, int]:
    """Pictures in which every tile is found and read right and nothing else is seen, and pictures."""
    right = 0
    for one in again(eyes, group, tiles).looks:
        faces = [Tile(int(k)) for k in read(eyes, one, tiles)[:, :N_KINDS].argmax(1)]
        seen = [(int(w), faces[k]) for k, w in enumerate(one.which) if w >= -1]
        right += sorted(seen) == sorted(enumerate(one.tiles))
    return right, len(group.looks)


def whole_tables(eyes: Eyes, tiles: TileSet, path: Path) -> tuple[int, int, int]:
    """A clip watched as at the table, several looks a rest: rests in which every face on the table is known and right,
    rests judged, and faces wrong, missing or too many in all. `path` is the clip's truth."""
    told = json.loads(path.read_text())
    own = eyes.reader.tile_set
    eyes.use(tiles)
    settler = Settler(eyes)
    at_rest: list[tuple[float, Counter[str]]] = []
    for frame in open_camera(str(path.with_suffix(".mp4"))).frames():
        seen = settler.settle(frame)
        if seen is not None:
            sights = [*seen.discards, *(s for seat in seen.exposures for g in seat for s in g)]
            at_rest.append((frame.time_s, Counter(code(s.best) for s in sights)))
    eyes.use(own)
    right = rests = wrong = 0
    for event in told["events"]:
        mine = [faces for time_s, faces in at_rest if event["t_settled"] < time_s <= event["t1"]]
        if not mine:
            continue
        state = event["state"]
        truth = Counter(t["cls"] for t in state["discards"])
        truth.update(t["cls"] for seat in state["exposures"].values() for group in seat.values() for t in group)
        off = sum((truth - mine[-1]).values()) + sum((mine[-1] - truth).values())
        rests, right, wrong = rests + 1, right + (off == 0), wrong + off
    return right, rests, wrong


def kinds(eyes: Eyes, groups: list[Group]) -> str:
    """Read with the built-in set, kind by kind."""
    right: Counter[Tile] = Counter()
    tried: Counter[Tile] = Counter()
    for group in groups:
        r, t, _ = reading(eyes, group, eyes.reader.tile_set, set())
        right.update(r)
        tried.update(t)
    told = [f"{code(t)} {right[t]}/{tried[t]}" for t in Tile if tried[t]]
    return "\n".join("  " + "  ".join(told[k : k + 9]) for k in range(0, len(told), 9))


def tell_close(eyes: Eyes) -> None:
    """Tiles close to the camera."""
    with tempfile.TemporaryDirectory() as folder:
        for name, group in close(eyes, Path(folder)).items():
            samples, without = samples_of(eyes, group.looks, 2, flowers=8)
            enrolled = learn(name, samples, eyes.reader).tile_set
            line(eyes, name, group, enrolled, without)
            right, pictures = whole_pictures(eyes, group, enrolled)
            print(f"  pictures without one mistake, enrolled: {right} of {pictures}")


def tell_rendered(eyes: Eyes, shared: Path, quick: bool) -> bool:
    """Rendered tables; whether they fall below their floors."""
    groups = rendered(eyes, shared, 8 if quick else 1)
    sheets = {name.split()[0]: group for name, group in groups.items() if name.endswith("sheets")}
    total = np.zeros(4)
    sets: dict[str, TileSet] = {}
    for name, group in sorted(groups.items()):
        own: TileSet | None = None
        if not name.endswith("sheets") and (sheet := sheets.get(name.split()[0])):
            samples, _ = samples_of(eyes, sheet.looks, None)
            own = learn(name, samples, eyes.reader).tile_set if samples else None
        got = line(eyes, name, group, own, set())
        if own is not None:
            print("  pictures without one mistake, enrolled: {} of {}".format(*whole_pictures(eyes, group, own)))
            sets[name.split()[0]] = own
        total += got if name.endswith("stills") else 0
    for path in [] if quick else sorted((shared / "scenes" / "dev").glob("game_*.json")):
        which = json.loads(path.read_text())["set"]
        right, rests, wrong = whole_tables(eyes, sets[which], path)
        print(f"\n{path.stem}, {which}, enrolled, several looks a rest:")
        print(f"  {right} of {rests} whole tables without one mistake")
        print(f"  {wrong} faces wrong, missing or too many in all")
    return _below(eyes, groups, total, "rendered", FLOORS["rendered tables"])


def tell_photographs(eyes: Eyes, shared: Path, quick: bool) -> bool:
    """Photographs; whether they fall below their floors."""
    groups = photographs(eyes, shared, 24 if quick else 1)
    total = np.zeros(4)
    for name, group in sorted(groups.items()):
        samples, without = samples_of(eyes, group.looks, 2)
        own = learn(name, samples, eyes.reader).tile_set if samples else None
        total += line(eyes, f"photographs, {name}", group, own, without)
    return _below(eyes, groups, total, "photographs", FLOORS["photographs"])


def _below(
    eyes: Eyes, groups: dict[str, Group], total: NDArray[np.float64], what: str, floors: tuple[float, float]
) -> bool:
    """Whether `total` (tiles, found, false, right) of these groups falls below (found, right). Tells them kind by
    kind."""
    print(f"\n{what}, kind by kind, built-in:\n{kinds(eyes, list(groups.values()))}")
    error, sure, right = calibration(eyes, list(groups.values()), eyes.reader.tile_set)
    print(
        f"\nexpected calibration error, built-in, {what}: {error:.3f} (on average {sure:.3f} sure, {right:.3f} right)"
    )
    return bool(total[1] < floors[0] * total[0] or total[3] < floors[1] * total[1])


def main() -> int:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--quick", action="store_true")
    words.add_argument("--only", choices=["photographs", "rendered", "close"], default=None)
    words.add_argument("--shared", type=Path, default=Path("../shared"))
    given = words.parse_args()
    if given.only != "close" and not given.shared.is_dir():
        print(f"{given.shared} is absent: nothing to measure")
        return 0
    eyes = Eyes()
    started = time.monotonic()
    if given.only == "close":
        tell_close(eyes)
        return 0
    low = given.only != "photographs" and tell_rendered(eyes, given.shared, given.quick)
    low |= given.only != "rendered" and tell_photographs(eyes, given.shared, given.quick)
    print(f"\n{time.monotonic() - started:.0f} s")
    if low:
        print(f"below a floor of {FLOORS}", file=sys.stderr)
    return int(low)


if __name__ == "__main__":
    raise SystemExit(main())
