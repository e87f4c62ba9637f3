"""Tile sets: what the faces of one set of tiles look like to the reader.

A set is a list of prototypes: points in the reader's embedding, each with the face it stands for. The built-in set
serves sets nobody has shown; a household's own set is enrolled from photographs (`vision.enrol`) and saved as a small
JSON file:

    {"format": "fifthseat tile set 1", "name": "grandma's", "reader": "<sha256 of the network>", "weight": 0.8,
     "sharpness": 16.0, "faces": ["1B", ...], "embeddings": [[...], ...], "crops": ["<base64 PNG>", ...],
     "expected": {"1B": [right, tried], ...}, "found": [0, ...]}

`crops` (48 x 64 pixels, upright) let a later reader learn the same set again without new photographs.
"""

import base64
import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import SURE
from engine.tile import N_KINDS, SUIT_WORDS, Tile, code, read_tile
from vision.arrays import Floats, Floats32
from vision.read.crops import HEIGHT, WIDTH, at_a_glance
from vision.read.laying import AS_SEEN, RIM, Pictures, print_of

FORMAT = "fifthseat tile set 1"
NEAREST = 3  # prototypes of a face that are averaged
FAR = -1.0  # the likeness of a face without prototypes
SHOWN = 2 * Tile.FLOWER.copies  # prototypes of flowers, two for each photographed: eight flowers have eight drawings,
UNSHOWN = 0.45  # ... and what resembles no face of a household's set more than this is a flower that was not shown


class TileSetError(ValueError):
    """A tile set file cannot be used. The text says why and what to do."""


@dataclass(frozen=True)
class TileSet:
    """Prototypes of one set of tiles.

    faces: (m,) the kind of each; embeddings: (m, E) float32 of length one; weight 0..1: how far these are trusted
    against the reader's own opinion of faces in general; sharpness: what a likeness is multiplied with before the
    softmax; reader: sha256 of the network that made the embeddings; crops: PNG files of the same tiles, or empty;
    expected: per kind, how many photographs were read right when each was left out in turn, and how many there were.
    found: the last pictures show tiles as a camera finds them, without a band at their edge; of each of these which
    picture shows that tile whole, by number among the `photographed`.
    """

    name: str
    faces: tuple[Tile, ...]
    embeddings: Floats32
    weight: float
    sharpness: float
    reader: str
    crops: tuple[bytes, ...] = ()
    expected: tuple[tuple[Tile, int, int], ...] = ()
    found: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        points = np.asarray(self.embeddings, np.float32)
        if points.ndim != 2 or len(points) != len(self.faces):
            raise TileSetError(f"a tile set needs one embedding a face, not {points.shape} for {len(self.faces)} faces")
        if len(points) and not np.allclose(np.linalg.norm(points, axis=1), 1.0, atol=2e-2):
            raise TileSetError("the embeddings of a tile set must have length one")
        if not 0.0 <= self.weight <= 1.0:
            raise TileSetError(f"the weight of a tile set lies between 0 and 1, not {self.weight}")
        if any(not 0 <= right <= tried for _, right, tried in self.expected):
            raise TileSetError("no more of a face of a tile set can have been read right than were tried")
        object.__setattr__(self, "embeddings", points)
        shown, whole = self.kinds[self.photographed], len(self.photographed) - len(self.found)
        if any(not 0 <= n < whole or shown[n] != shown[whole + k] for k, n in enumerate(self.found)):
            raise TileSetError("a picture of a tile set shows no tile that another one shows whole")

    @cached_property
    def kinds(self) -> NDArray[np.int64]:
        """The faces (m,) as numbers."""
        return np.array(self.faces, np.int64)

    @cached_property
    def pictures(self) -> tuple[NDArray[np.uint8], ...]:
        """The crops (64, 48, 3), one for each prototype; none where the set has none or one is damaged."""
        size = WIDTH.to_bytes(4, "big") + HEIGHT.to_bytes(4, "big")  # as the head of a PNG tells it
        if len(self.crops) != len(self.faces) or any(png[16:24] != size for png in self.crops):
            return ()
        crops = [cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR) for png in self.crops]
        return tuple(np.asarray(crop, np.uint8) for crop in crops) if all(c is not None for c in crops) else ()

    @property
    def photographed(self) -> NDArray[np.int64]:
        """Which prototypes (p,) have a picture as it was photographed; every other one of an enrolled set's is the
        same as coarse as on the table."""
        each = 2 if len(self.faces) > 1 and self.faces[::2] == self.faces[1::2] else 1
        return np.arange(0, len(self.faces), each)

    @property
    def as_on_table(self) -> NDArray[np.int64]:
        """The same prototypes (p,) as coarse as on the table, where there are such."""
        return self.photographed + (len(self.photographed) < len(self.faces))

    @cached_property
    def whole(self) -> tuple[tuple[int, int], ...]:
        """The photographed tiles, each once: the prototype that shows it whole, as coarse as on the table where there
        is such, and the one that shows it as a camera finds it."""
        shown = self.as_on_table.tolist()
        as_found = dict(zip(self.found, shown[len(shown) - len(self.found) :], strict=True))
        return tuple((k, as_found.get(n, k)) for n, k in enumerate(shown[: len(shown) - len(self.found)]))

    @cached_property
    def laying(self) -> Pictures:
        """Its pictures as photographed, `photographed`, for tiles to be laid upon. Raises ValueError without any."""
        return Pictures.of([self.pictures[k] for k in self.photographed])

    @cached_property
    def glances(self) -> tuple[Floats32, ...]:
        """The inner part of each picture at a glance, `vision.read.crops.at_a_glance`, so much smaller that it may be
        slid by `RIM` either way; nothing of one that shows nothing."""
        rim = RIM // 2
        inner = [at_a_glance(crop)[rim:-rim, rim:-rim] for crop in self.pictures]
        return tuple(one if one.std() > 1 else one[:0] for one in inner)

    @cached_property
    def soap_print(self) -> float:
        """How far what is printed on its soaps differs from their body, as a share of it: of the plainest one's most
        printed part. 0 where it has no picture of one."""
        shown = [self.pictures[k] for k in self.photographed if self.pictures and self.faces[k] is Tile.SOAP]
        prints = [np.abs(print_of(crop, AS_SEEN)[RIM:-RIM, RIM:-RIM]).max(2) for crop in shown]
        return min((float(np.percentile(one, 97)) for one in prints), default=0.0)

    @property
    def accuracy(self) -> float | None:
        """Right of the tiles photographed, each left out in turn; None where no face was photographed twice."""
        tried = sum(n for _, _, n in self.expected)
        return sum(right for _, right, _ in self.expected) / tried if tried else None

    @property
    def promise(self) -> float:
        """How often what is read by its pictures may be believed: its accuracy, and 1 where that is not known."""
        return 1.0 if self.accuracy is None else self.accuracy

    @cached_property
    def promises(self) -> Floats:
        """The same of what is read as each kind (36,): as often as that was right, one more taken for as good as those
        of its suit or of none are, and of these one for as good as all are: in a set whose Craks share one picture
        nobody doubts the winds."""
        right, tried = np.zeros(N_KINDS), np.zeros(N_KINDS)
        for kind, good, n in self.expected:
            right[kind], tried[kind] = good, n
        suits = len(SUIT_WORDS) + 1
        usual = (right.reshape(suits, -1).sum(1) + self.promise) / (tried.reshape(suits, -1).sum(1) + 1)
        return np.asarray((right + usual.repeat(N_KINDS // suits)) / (tried + 1))

    @property
    def apart(self) -> bool:
        """Whether its pictures tell its faces apart, as far as is known."""
        return self.promise > SURE

    @property
    def missing(self) -> tuple[Tile, ...]:
        """Kinds without a prototype."""
        return tuple(t for t in Tile if t not in self.faces)

    @cached_property
    def few_flowers(self) -> bool:
        """Whether it is a household's set of which every other kind was shown and not all the flowers."""
        few = self.weight > 0.5 and 2 * sum(self.faces[k] is Tile.FLOWER for k, _ in self.whole) < SHOWN
        return few and {Tile.FLOWER, Tile.JOKER}.issuperset(self.missing)

    def likeness(self, embeddings: Floats32) -> Floats32:
        """How much each of (n, E) looks like each kind, (n, 36): the mean cosine to the nearest prototypes. Where every
        other kind of a household's set was shown and few flowers were, what resembles nothing is a little like a
        flower."""
        out = likeness(embeddings, self.embeddings, self.kinds)
        if self.few_flowers:
            out[:, Tile.FLOWER] = np.maximum(out[:, Tile.FLOWER], UNSHOWN)
        return out


def likeness(embeddings: Floats32, prototypes: Floats32, faces: NDArray[np.int64]) -> Floats32:
    """See `TileSet.likeness`; `faces` (m,) are the kinds of the prototypes (m, E)."""
    out = np.full((len(embeddings), N_KINDS), FAR, np.float32)
    if not len(embeddings) or not len(faces):
        return out
    kinds, count = np.unique(faces, return_counts=True)
    # a row of prototypes for each kind, the last ones empty: column m of the cosines is as far as can be
    row = np.full((len(kinds), max(NEAREST, int(count.max()))), len(faces))
    row[np.arange(row.shape[1]) < count[:, None]] = np.argsort(faces, kind="stable")
    cosines = np.full((len(embeddings), len(faces) + 1), -np.inf, np.float32)
    np.matmul(embeddings, prototypes.T, out=cosines[:, :-1])
    best = np.partition(cosines[:, row], -NEAREST, axis=2)[:, :, -NEAREST:]
    some = np.minimum(count, NEAREST).astype(np.float32)
    out[:, kinds] = np.where(np.isfinite(best), best, 0).sum(2) / some
    return out


def to_json(tiles: TileSet) -> str:
    """The file's text."""
    return json.dumps(
        {
            "format": FORMAT,
            "name": tiles.name,
            "reader": tiles.reader,
            "weight": round(tiles.weight, 4),
            "sharpness": round(tiles.sharpness, 4),
            "faces": [code(t) for t in tiles.faces],
            "expected": {code(t): [right, tried] for t, right, tried in tiles.expected},
            "found": list(tiles.found),
            "embeddings": [[round(float(v), 4) for v in row] for row in tiles.embeddings],
            "crops": [base64.b64encode(png).decode("ascii") for png in tiles.crops],
        }
    )


def from_json(text: str) -> TileSet:
    """The set in a file's text. Raises TileSetError."""
    try:
        told = json.loads(text)
    except (RecursionError, ValueError):
        if FORMAT in text:
            raise TileSetError("a torn tile set: copy the file again, or enrol the set again") from None
        told = None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise TileSetError("not a tile set file: make one with `fifthseat enrol`")
    try:
        points = _points(told["embeddings"], len(told["faces"]))
        length = np.linalg.norm(points, axis=1, keepdims=True)
        return TileSet(
            name=str(told["name"]),
            faces=tuple(read_tile(face) for face in told["faces"]),
            embeddings=np.asarray(points / np.where(length > 0, length, 1.0), np.float32),
            weight=float(told["weight"]),
            sharpness=float(told["sharpness"]),
            reader=str(told["reader"]),
            crops=tuple(base64.b64decode(png) for png in told.get("crops", [])),
            expected=tuple((read_tile(k), int(v[0]), int(v[1])) for k, v in told.get("expected", {}).items()),
            found=tuple(int(n) for n in told.get("found", [])),
        )
    except ValueError as error:
        raise TileSetError(f"a damaged tile set ({error}): enrol the set again with `fifthseat enrol`") from None
    except (KeyError, TypeError, IndexError, AttributeError, OverflowError):
        raise TileSetError("a damaged tile set: enrol the set again with `fifthseat enrol`") from None


def _points(rows: list[list[float]], faces: int) -> Floats32:
    """Prototypes (m, E) as a file has them, for so many faces. Raises ValueError."""
    if len(rows) != faces or len({len(row) for row in rows}) > 1:
        raise ValueError("its prototypes do not fit its faces")
    try:
        return np.array(rows, np.float32).reshape(faces, -1 if faces else 1)
    except ValueError:
        raise ValueError("its prototypes are no numbers") from None


def read_tile_set(path: Path) -> TileSet:
    """Loads a set. Raises TileSetError, naming the file."""
    try:
        return from_json(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TileSetError(
            f"{path}: cannot be read ({error.strerror}); give the file that `fifthseat enrol` wrote"
        ) from None
    except UnicodeDecodeError:
        raise TileSetError(f"{path}: not a text file; give the file that `fifthseat enrol` wrote") from None
    except TileSetError as error:
        raise TileSetError(f"{path}: {error}") from None


@lru_cache(maxsize=1)
def builtin() -> TileSet:
    """The set that works out of the box."""
    return from_json(resources.files("models").joinpath("builtin.json").read_text(encoding="utf-8"))
