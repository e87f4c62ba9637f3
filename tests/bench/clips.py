"""Clips with ground truth: looked at once, in a variant, and kept as observations, so that following them again takes
seconds.

What was seen is kept in a folder under a name that holds a digest of all that sees (code and weights): changed eyes
look again by themselves.
"""

import gzip
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from engine.sight import recording
from engine.sight.observation import Observation
from engine.tile import Seat
from vision.arrays import Image
from vision.enrol import enrol, read_labels
from vision.eyes import Eyes
from vision.follow.learner import AtOnce
from vision.follow.settle import Settler
from vision.picture.camera import FileCamera
from vision.picture.frame import Frame
from vision.read.tileset import TileSet, read_tile_set, to_json

ROOT = Path(__file__).parents[2]
NOISE = 5.0  # grey levels of the noise upon a picture with a gamma
KINDS = {"discard": "discarded", "call": "exposed", "joker_exchange": "joker_exchanged", "mahjong": "mah_jongg"}


@dataclass(frozen=True, slots=True)
class Variant:
    """How a clip is shown: pictures a second (0: all of them), height in lines (0: as it is), a gamma with noise upon
    it (1: as it is), quarters of a turn by which the camera hangs the other way round."""

    fps: float = 0.0
    lines: int = 0
    gamma: float = 1.0
    quarters: int = 0

    @property
    def name(self) -> str:
        return f"{self.fps:g}-{self.lines}-{self.gamma:g}-{self.quarters}"


@dataclass(frozen=True, slots=True)
class Want:
    """One event of the truth: its kind in the words of `watch`, whose it was, its tiles, when the hand came and when
    it had gone (s)."""

    kind: str
    seat: str
    tiles: tuple[str, ...]
    t0: float
    t: float


@dataclass(frozen=True, slots=True)
class Clip:
    """One film and what is to be told of it. `sheets`: photographs of its set; None where there are none."""

    name: str
    film: Path
    sheets: Path | None
    wanted: tuple[Want, ...]
    discards: tuple[str, ...]
    exposures: tuple[tuple[str, ...], ...]


@dataclass(slots=True)
class Looked:
    """What was seen of a film: observations, and what the eyes said of the camera, with the time (s)."""

    seen: list[Observation] = field(default_factory=list)
    said: list[tuple[float, str]] = field(default_factory=list)
    ends_s: float = 0.0


def clips(folders: list[Path]) -> Iterator[Clip]:
    """Those in the folders, by name."""
    for folder in folders:
        for truth in sorted(folder.glob("game_*.json")):
            yield read_clip(truth, [f / "sheets" for f in folders])


def read_clip(truth: Path, sheets: list[Path]) -> Clip:
    told = json.loads(truth.read_text(encoding="utf-8"))
    wanted = []
    for e in told["events"]:
        if e["type"] not in KINDS:
            continue
        tiles = tuple(e["tiles"]) if e["type"] == "call" else (e["tile"],) if e.get("tile") else ()
        seat = Seat(e["seat"]).name
        wanted.append(Want(KINDS[e["type"]], seat, tiles, float(e["t0"]), float(e["t_settled"])))
    last = told["events"][-1]["state"]
    racks: list[list[str]] = [[] for _ in Seat]
    for seat, groups in last["exposures"].items():
        racks[int(seat)] = [t["cls"] for group in groups.values() for t in group]
    own = next((f / told["set"] for f in sheets if (f / told["set"]).is_dir()), None)
    discards = tuple(t["cls"] for t in last["discards"])
    return Clip(truth.stem, truth.with_suffix(".mp4"), own, tuple(wanted), discards, tuple(map(tuple, racks)))


def looked(clip: Clip, enrolled: bool, variant: Variant, folder: Path, fresh: bool) -> Looked:
    """What is seen of the clip, from the folder where the same eyes have seen it. `fresh` false: whatever eyes did."""
    head = f"{clip.name}-{'own' if enrolled else 'built-in'}-{variant.name}"
    path = folder / f"{head}-{eyes_digest()}.jsonl.gz"
    if not path.exists() and not fresh:
        kept = sorted(folder.glob(f"{head}-*.jsonl.gz"), key=lambda p: p.stat().st_mtime)
        path = kept[-1] if kept else path
    if path.exists():
        return _read(path)
    done = _look(clip, own_set(clip.sheets, folder) if enrolled and clip.sheets else None, variant)
    _write(done, path)
    return done


@lru_cache(maxsize=1)
def eyes_digest() -> str:
    """Of all code and weights that turn pictures into observations."""
    digest = hashlib.sha256()
    drawn = ("synthetic", "training")
    code = [p for p in sorted((ROOT / "vision").rglob("*.py")) if p.relative_to(ROOT).parts[1] not in drawn]
    weights = [p for p in sorted((ROOT / "models").rglob("*")) if p.suffix in {".onnx", ".json", ".npz"}]
    for path in (*code, *weights):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


def own_set(sheets: Path, folder: Path) -> TileSet:
    """The set of some photographs with their labels, enrolled; kept in a folder, and enrolled anew by other eyes."""
    path = folder / f"{sheets.name}-{eyes_digest()}.json"
    if not path.exists():
        photos = {p.name: np.asarray(cv2.imread(str(p)), np.uint8) for p in sorted(sheets.glob("*.jpg"))}
        labels = read_labels((sheets / "labels.txt").read_text(encoding="utf-8"))
        path.write_text(to_json(enrol(sheets.name, photos, Eyes(), labels).tile_set), encoding="utf-8")
    return read_tile_set(path)


def _look(clip: Clip, own: TileSet | None, variant: Variant) -> Looked:
    settler, done = Settler(Eyes(own), learner=AtOnce()), Looked()
    for frame in shown(clip.film, variant):
        seen = settler.settle(frame)
        if seen is not None:
            done.seen.append(seen)
        says = getattr(settler.belief, "says", "")
        if says != (done.said[-1][1] if done.said else ""):
            done.said.append((frame.time_s, says))
        done.ends_s = frame.time_s
    return done


def shown(film: Path, variant: Variant) -> Iterator[Frame]:
    """The film's pictures as a camera of that variant would send them."""
    next_s, chance = 0.0, np.random.default_rng(1)
    for frame in FileCamera(film).frames():
        if variant.fps and frame.time_s < next_s - 1e-6:
            continue
        next_s += 1 / variant.fps if variant.fps else 0.0
        yield Frame(frame.time_s, as_sent(frame.image, variant, chance))


def as_sent(image: Image, variant: Variant, chance: np.random.Generator) -> Image:
    if variant.lines:
        wide = round(image.shape[1] * variant.lines / image.shape[0])
        image = np.asarray(cv2.resize(image, (wide, variant.lines), interpolation=cv2.INTER_AREA), np.uint8)
    if variant.gamma != 1.0:
        curve = (np.linspace(0, 1, 256) ** variant.gamma * 255).astype(np.uint8)
        dark = cv2.LUT(image, curve).astype(np.int16)
        grain = chance.normal(0, NOISE, (image.shape[0], image.shape[1], 1)).astype(np.int16)
        image = np.clip(dark + grain, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.rot90(image, variant.quarters)) if variant.quarters else image


def _write(done: Looked, path: Path) -> None:
    writer = recording.Writer()
    beside = path.with_suffix(".part")
    with gzip.open(beside, "wt", encoding="utf-8") as file:
        file.write(json.dumps({"ends_s": done.ends_s, "said": done.said}) + "\n")
        file.writelines(writer.line(seen) + "\n" for seen in done.seen)
    beside.rename(path)


def _read(path: Path) -> Looked:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        head = json.loads(file.readline())
        said = [(float(t), str(says)) for t, says in head["said"]]
        return Looked(list(recording.read(file)), said, float(head["ends_s"]))
