"""Learning a household's own tiles from a few photographs.

The tiles lie face up in rows. Found tiles are put in reading order, named by the user's label file or, without one,
grouped by likeness and named by the built-in reader; only what it cannot tell is asked. How well the set will be read
is found by leaving each photographed tile out in turn.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS, Tile, code, read_tile
from vision.arrays import Floats32, Image
from vision.enrol_copies import copies
from vision.enrol_rows import on_sheet, rows_of, uncut
from vision.eyes import Eyes
from vision.judge.company import drawings, in_company
from vision.judge.pictures import FACES
from vision.read.crops import HEIGHT, WIDTH
from vision.read.finds import Finds
from vision.read.laying import Pictures, likelier
from vision.read.reader import Reader
from vision.read.tileset import TileSet, likeness

Rows = tuple[tuple[Tile | None, ...], ...]
Ask = Callable[[Image, tuple[Tile, ...]], Tile | None]
"""Asked with a tile's picture (64, 48, 3) and the likeliest kinds, best first; None leaves that tile out."""

WEIGHTS = (0.6, 0.75, 0.9, 0.95, 1.0)  # the network's own opinion misleads where a set is drawn in its own way
SHARPNESSES = (8.0, 12.0, 18.0, 26.0, 36.0)
TABLE_WIDTH = 24  # pixels of a tile on the table; prototypes are also made from pictures as coarse as that
AGAIN = "if they are named rightly, photograph these again, from nearer and in even light"
WRITTEN = "it has to be seen clearly in their pictures, and need not be photographed again where it is"
AS_WELL = "by their pictures alone; what is written on the tiles is read as well, and tells more of them"
CLEAR = 0.6  # the chance from which a group's name is not asked


class EnrolError(ValueError):
    """The photographs or labels cannot be used. The text says which line or picture and what to do."""


@dataclass(frozen=True, slots=True)
class Picture:
    """How a photographed tile looks: its upright crop (64, 48, 3) and embeddings (k, E), as it is, and as coarse as on
    the table."""

    crop: Image
    embeddings: Floats32


@dataclass(frozen=True, slots=True)
class Sample:
    """One photographed tile: in which photograph, how it looks as it was found, what the network says of that (37,),
    and what it is. `whole`: how it looks whole, where a band at its edge was missing."""

    photo: str
    found: Picture
    logits: Floats32
    tile: Tile
    whole: Picture | None = None

    @property
    def crop(self) -> Image:
        """All that is seen of it (64, 48, 3)."""
        return (self.whole or self.found).crop


@dataclass(frozen=True, slots=True)
class Enrolment:
    """What was learned: the set, how often each kind was photographed, words about what was wrong with the photographs,
    and which faces were taken for which when their own picture was left out (with how often)."""

    tile_set: TileSet
    photographed: tuple[tuple[Tile, int], ...]
    warnings: tuple[str, ...]
    confusions: tuple[tuple[Tile, Tile, int], ...]

    @property
    def accuracy(self) -> float | None:
        """Of the set: `TileSet.accuracy`."""
        return self.tile_set.accuracy

    @property
    def not_apart(self) -> tuple[Tile, ...]:
        """The kinds that were taken for one another."""
        return tuple(sorted({tile for a, b, _ in self.confusions for tile in (a, b)}))

    @property
    def doubts(self) -> str:
        """What is said of the kinds that were taken for one another, and to do about them; nothing where none was. Of
        a set whose faces share pictures it would be in vain to photograph them again."""
        words = ", ".join(tile.words for tile in self.not_apart)
        if not words:
            return ""
        if self.tile_set.apart:
            return f"not yet told apart for sure: {words}; {AGAIN}"
        return f"hardly told apart but by what is written on them: {words}; {WRITTEN}"


def read_labels(text: str) -> dict[str, Rows]:
    """The rows of tiles in each photograph: `photo.jpg:`, then a line per row, codes left to right, `?` for none. Lines
    that start with # are skipped. Raises EnrolError with the line."""
    told: dict[str, list[tuple[Tile | None, ...]]] = {}
    here: list[tuple[Tile | None, ...]] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.endswith(":"):
            here = told.setdefault(line[:-1].strip(), [])
            continue
        if here is None:
            raise EnrolError(f"line {number}: tiles before the first photograph; start with a line like `photo.jpg:`")
        try:
            here.append(tuple(None if word == "?" else read_tile(word) for word in line.replace(",", " ").split()))
        except ValueError as error:
            raise EnrolError(f"line {number}: {error}, or ? for a tile to ignore") from None
    if not told:
        raise EnrolError("no photograph is named; write a line like `photo.jpg:` and below it a line per row of tiles")
    return {name: tuple(rows) for name, rows in told.items()}


def coarse_copies(crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The same crops as a camera over the table would give them."""
    size = (TABLE_WIDTH, round(TABLE_WIDTH * HEIGHT / WIDTH))
    small = [cv2.resize(crop, size, interpolation=cv2.INTER_AREA) for crop in crops]
    return np.stack([cv2.resize(crop, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR) for crop in small])


@dataclass(frozen=True, slots=True)
class _Laid:
    """The tiles of one photograph: their rows, as they were found and as coarse as on the table (n, E), how those look
    whole that were found without a band at their edge, and what each is named, log p (n, 37), where the reader does not
    know their set and nobody names them."""

    photo: str
    rows: tuple[tuple[int, ...], ...]
    finds: Finds
    coarse: Floats32
    whole: dict[int, Picture]
    said: Floats32 | None = None

    def sample(self, k: int, tile: Tile) -> Sample:
        return replace(sample(self.photo, self.finds, k, self.coarse[k], tile), whole=self.whole.get(k))


def _laid(photo: str, image: Image, eyes: Eyes, labels: Rows = ()) -> _Laid:
    picture, _, found = eyes.in_proportion(image)
    finds = on_sheet(found, picture, eyes, [len(row) for row in labels])
    if not len(finds):
        raise EnrolError(f"{photo}: no tiles in sight; lay them face up and come closer")
    rows = tuple(tuple(row) for row in rows_of(finds.quads))
    coarse = eyes.reader.embed(coarse_copies(finds.crops))
    quads = eyes.whole(picture, finds)
    if quads is None:
        return _Laid(photo, rows, finds, coarse, {})
    cut, whole = uncut(finds, quads, picture, eyes)
    said = None if labels else eyes.as_unknown(picture, finds, quads)
    return _Laid(photo, rows, finds, coarse, _looks(whole, np.flatnonzero(cut), eyes), said)


def _looks(finds: Finds, which: NDArray[np.int64], eyes: Eyes) -> dict[int, Picture]:
    """How some tiles look, each by its number."""
    if not len(which):
        return {}
    coarse = eyes.reader.embed(coarse_copies(finds.crops[which]))
    return {int(k): Picture(finds.crops[k], np.stack([finds.points[k], c])) for k, c in zip(which, coarse, strict=True)}


def sample(photo: str, finds: Finds, k: int, coarse: Floats32, tile: Tile) -> Sample:
    """The find with that number in a photograph, and its embedding (E,) as coarse as on the table."""
    return Sample(photo, Picture(finds.crops[k], np.stack([finds.points[k], coarse])), finds.logits[k], tile)


def _by_labels(laid: _Laid, rows: Rows) -> tuple[list[Sample], list[str]]:
    """Names the tiles of a photograph by its rows; a row that does not fit is left out and told of."""
    seen = [list(row) for row in laid.rows]
    if len(seen) != len(rows):
        sizes = [len(row) for row in rows]
        kept = [row for row in seen if len(row) in sizes or len(row) > 1]
        seen = kept if len(kept) == len(rows) else seen
    if len(seen) != len(rows):
        return [], [
            f"{laid.photo}: {len(rows)} rows are named and {len(seen)} are seen; leave more room between the rows"
        ]
    samples, says = [], []
    for number, (row, names) in enumerate(zip(seen, rows, strict=True), start=1):
        if len(row) != len(names):
            says.append(
                f"{laid.photo}, row {number}: {len(names)} tiles are named and {len(row)} are seen; the row is left out"
            )
            continue
        samples += [laid.sample(k, tile) for k, tile in zip(row, names, strict=True) if tile is not None]
    return samples, says


def _by_likeness(all_laid: list[_Laid], eyes: Eyes, ask: Ask | None) -> list[Sample]:
    """Groups tiles that look alike and gives each group the kind that fits best in the company of the others; asks
    where that is not clear. In a set that the reader does not know faces may share a picture: such tiles are of one
    group where they are named alike."""
    flat = [(laid, k) for laid in all_laid for row in laid.rows for k in row]
    points = np.stack([laid.finds.points[k] for laid, k in flat])
    log_p = np.stack([laid.finds.log_p[k] for laid, k in flat])
    together = in_company(log_p, points, (len(all_laid) + 1) // 2)[:, :N_KINDS]  # a photograph may show half the set
    group = drawings(points)
    for row, (laid, k) in enumerate(flat):
        if laid.said is not None:
            together[row] = laid.said[k, :N_KINDS]
    unknown = np.isin(group, group[[laid.said is not None for laid, _ in flat]])
    group = np.unique(N_KINDS * group + np.where(unknown, together.argmax(1), 0), return_inverse=True)[1]
    names: list[Tile | None] = []
    for g in range(int(group.max()) + 1):
        p = np.exp(together[group == g]).mean(0)
        best = tuple(Tile(int(t)) for t in np.argsort(-p)[:6])
        guess: Tile | None = best[0]
        if p[best[0]] / p.sum() < CLEAR and ask is not None:
            laid, k = flat[int(np.flatnonzero(group == g)[0])]
            guess = ask(laid.sample(k, best[0]).crop, best)
        names.append(guess)
    named = [(laid, k, names[g]) for (laid, k), g in zip(flat, group, strict=True)]
    return [laid.sample(k, tile) for laid, k, tile in named if tile is not None]


def _looks_of(samples: list[Sample]) -> tuple[list[Picture], NDArray[np.int64]]:
    """Every way (m,) that photographed tiles look, and whose it is (m,): all that is seen of each, then what of those
    that have a band at their edge a camera finds without it."""
    cut = [k for k, s in enumerate(samples) if s.whole]
    looks = [s.whole or s.found for s in samples] + [samples[k].found for k in cut]
    return looks, np.array([*range(len(samples)), *cut], np.int64)


def _left_out(samples: list[Sample]) -> tuple[Floats32, NDArray[np.int64]]:
    """Likeness (n, 36) of each sample as it was found to all others' prototypes, and which samples (their face
    photographed twice or more) that says something about."""
    faces = np.array([int(s.tile) for s in samples], np.int64)
    looks, whose = _looks_of(samples)
    points = np.concatenate([look.embeddings for look in looks])
    owner = np.repeat(whose, len(looks[0].embeddings))
    kinds = faces[owner]
    out = [likeness(s.found.embeddings[-1:], points[owner != k], kinds[owner != k])[0] for k, s in enumerate(samples)]
    counts = Counter(faces.tolist())
    return np.stack(out), np.array([k for k, face in enumerate(faces.tolist()) if counts[face] > 1], np.int64)


def _log_softmax(x: Floats32) -> Floats32:
    shifted = x - x.max(1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(1, keepdims=True)), np.float32)


def _beside_pictures(log_p: Floats32, samples: list[Sample], told: NDArray[np.int64]) -> Floats32:
    """The reading (t, 36) of the samples `told`, once each has been laid upon the pictures of the faces that it may be,
    its own picture left out."""
    looks, whose = _looks_of(samples)
    laying = Pictures.of([look.crop for look in looks])
    faces = np.array([int(s.tile) for s in samples], np.int64)[whose]
    out = log_p.copy()
    for row, k in enumerate(told.tolist()):
        may_be = np.argsort(-log_p[row])[: 2 * FACES]
        which = np.flatnonzero(np.isin(faces, may_be) & (whose != k))
        each = laying.fits(samples[k].found.crop, WIDTH, which)
        fits = np.array([each[faces[which] == face].max(initial=0.0) for face in may_be])
        out[row, may_be] += likelier(fits)
    return out


def learn(name: str, samples: list[Sample], reader: Reader, warnings: tuple[str, ...] = ()) -> Enrolment:
    """The set that named samples make, with the weight and sharpness that read each best when it is left out."""
    if not samples:
        raise EnrolError("; ".join(warnings) or "no tile could be named")
    alike, told = _left_out(samples)
    own = np.stack([s.logits for s in samples])[:, :N_KINDS] / reader.temperature
    faces = np.array([int(s.tile) for s in samples])
    weight, sharpness, expected, wrong = 0.85, 18.0, [], Counter[tuple[Tile, Tile]]()
    if len(told):
        best = -np.inf
        for w in WEIGHTS:
            for sharp in SHARPNESSES:
                mixed = _log_softmax((1 - w) * _log_softmax(own[told]) + w * _log_softmax(alike[told] * sharp))
                score = float(mixed[np.arange(len(told)), faces[told]].mean())
                if score > best:
                    best, weight, sharpness, kept = score, w, sharp, mixed
        read = _beside_pictures(kept, samples, told).argmax(1)
        for face in sorted(set(faces[told].tolist())):
            mine = faces[told] == face
            expected.append((Tile(face), int((read[mine] == face).sum()), int(mine.sum())))
        wrong.update((Tile(int(f)), Tile(int(r))) for f, r in zip(faces[told], read, strict=True) if f != r)
    looks, whose = _looks_of(samples)
    pictures = [crop for look in looks for crop in (look.crop, coarse_copies(look.crop[None])[0])]
    pngs = [cv2.imencode(".png", crop)[1].tobytes() for crop in pictures]
    tile_set = TileSet(
        name=name,
        faces=tuple(samples[k].tile for k in whose for _ in looks[0].embeddings),
        embeddings=np.concatenate([look.embeddings for look in looks]),
        weight=weight,
        sharpness=sharpness,
        reader=reader.sha256,
        crops=tuple(pngs),
        expected=tuple(expected),
        found=tuple(whose[len(samples) :].tolist()),
    )
    counts = Counter(s.tile for s in samples)
    confusions = tuple((a, b, n) for (a, b), n in wrong.most_common())
    return Enrolment(tile_set, tuple((t, counts[t]) for t in Tile), warnings, confusions)


def enrol(
    name: str, photos: dict[str, Image], eyes: Eyes, labels: dict[str, Rows] | None = None, ask: Ask | None = None
) -> Enrolment:
    """Learns a set from photographs (name -> (H, W, 3) BGR). With `labels` the rows are named by them; without, the
    program names what it can and asks the rest (or leaves it out when there is nobody to ask). Raises EnrolError."""
    samples, says = gather(photos, eyes, labels, ask)
    return learn(name, samples, eyes.reader, says)


def gather(
    photos: dict[str, Image], eyes: Eyes, labels: dict[str, Rows] | None = None, ask: Ask | None = None
) -> tuple[list[Sample], tuple[str, ...]]:
    """The tiles of all photographs with their names, as `enrol` finds them, and words about what was wrong."""
    says: list[str] = []
    laid: list[_Laid] = []
    alike = copies(photos if labels is None else {p: image for p, image in photos.items() if p in labels})
    for photo, image in photos.items():
        if photo in alike:
            says.append(f"{photo}: the same picture as {alike[photo]}, which shows nothing new; left out")
            continue
        if labels is not None and photo not in labels:
            says.append(f"{photo}: not named in the labels; left out")
            continue
        try:
            laid.append(_laid(photo, image, eyes, labels[photo] if labels else ()))
        except EnrolError as error:
            says.append(str(error))
    if labels is None:
        return (_by_likeness(laid, eyes, ask) if laid else []), tuple(says)
    says += [
        f"{photo}: named in the labels, but there is no such photograph" for photo in labels if photo not in photos
    ]
    samples = []
    for one in laid:
        named, wrong = _by_labels(one, labels[one.photo])
        samples += named
        says += wrong
    return samples, tuple(says)


def report(done: Enrolment) -> str:
    """What was learned, in words, a line per face."""
    tried = {tile: (right, n) for tile, right, n in done.tile_set.expected}
    lines = []
    for tile, count in done.photographed:
        if not count:
            lines.append(f"{code(tile):3s} {tile.words:13s} missing")
            continue
        right, n = tried.get(tile, (0, 0))
        lines.append(
            f"{code(tile):3s} {tile.words:13s} {count} photographed, "
            + (f"{right} of {n} read right when left out" if n else "photographed once: cannot be judged")
        )
    if done.accuracy is not None:
        alone = "" if done.tile_set.apart else f", {AS_WELL}"
        lines.append(f"expected to read {done.accuracy:.1%} of single tiles right{alone}")
    lines += [f"{a.words} was taken for {b.words} {'once' if n == 1 else f'{n} times'}" for a, b, n in done.confusions]
    if done.doubts:
        lines.append(done.doubts)
    return "\n".join(lines)
