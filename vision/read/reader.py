"""Which face each found tile shows, as calibrated probabilities, and which way up it lies.

A small network looks at every tile both ways up. It gives its own opinion over the 36 kinds and "not a known face", and
an embedding that is compared with the prototypes of the tile set in use; the set says how much to trust which.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN
from engine.tile import N_KINDS, Tile
from vision.read.crops import alight, body_colours, cut, grown, outlines, planes, sizes
from vision.read.finds import Finds
from vision.read.sightings import N_LABELS
from vision.read.tileset import TileSet, builtin
from vision.read.weights import BATCH, open_network

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
# The network learned from sets in which every drawing is as frequent as any other, eight flowers and one or two
# jokers beside 34 others; at the table a kind is as frequent as its copies among the 152.
_LEARNED = np.array([8.0 if t == Tile.FLOWER else 1.3 if t == Tile.JOKER else 1.0 for t in Tile])
_COPIES = np.array([float(t.copies) for t in Tile])
PRIOR = np.append(np.log(_COPIES / _COPIES.sum()) - np.log(_LEARNED / _LEARNED.sum()), 0.0).astype(np.float32)
# A tile seen from low down looks no longer than wide, or wider than long, and is taken to lie across. Seen as long as
# this, in widths, it lies as it looks; and unless it is as surely some face then, it lies as it is found.
SQUARISH = 1.15
ALONE = TileSet("none", (), np.zeros((0, 1), np.float32), 0.0, 1.0, "")  # the network's own opinion
_NOTHING = np.zeros((0, N_LABELS), np.float32), np.zeros(0, np.float32), np.zeros((0, 1), np.float32)


class ReaderError(ValueError):
    """A tile set that this reader cannot use. The text says what to do."""


def _softmax(x: Floats) -> Floats:
    e = np.exp(x - x.max(1, keepdims=True))
    return np.asarray(e / e.sum(1, keepdims=True))


def opinion(logits: Floats, points: Floats, tiles: TileSet, temperature: float) -> Floats:
    """log p (n, 37), given what the network says of some tiles, logits (n, 37) and embeddings (n, E): its own opinion
    and the set's prototypes, mixed by the set's weight. Whether it is a known face at all is left to the network."""
    if not len(logits):
        return np.zeros((0, N_LABELS), np.float32)
    own = logits / temperature + PRIOR
    none = _softmax(own)[:, N_KINDS:]
    faces = own[:, :N_KINDS]
    if tiles.weight > 0 and len(tiles.faces):
        alike = tiles.likeness(points) * tiles.sharpness
        faces = (1 - tiles.weight) * np.log(_softmax(faces) + 1e-6) + tiles.weight * np.log(_softmax(alike) + 1e-6)
    p = np.concatenate([_softmax(faces) * (1 - none), none], 1)
    p = np.maximum(p, 1e-7)
    return np.asarray(np.log(p / p.sum(1, keepdims=True)), np.float32)


class Reader:
    """Reads tiles of one set. One object may be used by one thread at a time."""

    def __init__(self, tile_set: TileSet | None = None, threads: int = 1) -> None:
        """Raises ReaderError when the set was made with another network and cannot be learned anew."""
        self._network, head = open_network("reader", threads)
        self.sha256: str = head["sha256"]
        self.temperature = float(head.get("temperature", 1.0))
        self._doubt = float(head.get("doubt", 0.0))  # added to the logit of "not a known face", from calibration
        self.tile_set = tile_set or builtin()
        if self.tile_set.reader != self.sha256 and len(self.tile_set.faces):
            self.tile_set = self._renewed(self.tile_set)

    def _renewed(self, tiles: TileSet) -> TileSet:
        """The same set as this network sees it, from the crops it kept."""
        if len(tiles.crops) != len(tiles.faces):
            raise ReaderError(
                f"tile set {tiles.name!r} was made with another reader: enrol it again with `fifthseat enrol`"
            )
        if not tiles.pictures:
            raise ReaderError(f"tile set {tiles.name!r} has damaged pictures: enrol it again with `fifthseat enrol`")
        points = self.embed(np.stack(tiles.pictures))
        return TileSet(
            tiles.name, tiles.faces, points, tiles.weight, tiles.sharpness, self.sha256, tiles.crops, tiles.expected
        )

    def run(self, crops: NDArray[np.uint8]) -> tuple[Floats, Floats, Floats]:
        """The network on crops (n, 64, 48, 3) BGR: logits (n, 37), upside-down logits (n,), embeddings (n, E)."""
        parts, crops = [], alight(crops)
        for start in range(0, len(crops), BATCH):
            parts.append(self._network.run(None, {"crops": planes(crops[start : start + BATCH])}))
        faces, upside, points = (np.concatenate(list(of)) for of in zip(*parts, strict=True))
        faces[:, N_KINDS] += np.float32(self._doubt)
        return faces, upside[:, 0], points

    def embed(self, crops: NDArray[np.uint8]) -> Floats:
        """Embeddings (n, E) of crops (n, 64, 48, 3), both ways up averaged."""
        _, _, points = self.run(np.concatenate([crops, crops[:, ::-1, ::-1]]))
        both = points[: len(crops)] + points[len(crops) :]
        return np.asarray(both / np.linalg.norm(both, axis=1, keepdims=True), np.float32)

    def see(self, image: Image, quads: Floats, scores: Floats | None = None) -> Finds:
        """Looks at the tiles of a picture (H, W, 3) BGR inside quads (n, 4, 2), found with these scores (n,), either
        way up, those that look nearly square lying across as well."""
        quads = np.asarray(quads, np.float32).reshape(-1, 4, 2)
        scores = np.ones(len(quads), np.float32) if scores is None else np.asarray(scores, np.float32)
        wide, tall = sizes(quads).T
        squarish = np.flatnonzero(tall < SQUARISH * wide)
        ways = np.concatenate([quads, np.roll(quads[squarish], 1, axis=1)])
        crops = cut(image, grown(ways.astype(np.float64)))
        bodies, sides = body_colours(image, ways), outlines(image, ways)
        seen = self._read(ways, np.concatenate([scores, scores[squarish]]), crops, bodies, sides)
        if not len(squarish):
            return seen
        plain = self.soberly(seen).max(1)
        across, as_found = plain[len(quads) :], plain[squarish]
        better = (across > np.log(CERTAIN)) & (across > as_found)
        order = np.arange(len(quads))
        order[squarish[better]] = len(quads) + np.flatnonzero(better)
        return seen.take(order)

    def soberly(self, finds: Finds) -> Floats:
        """log p (n, 36) of the faces as the tile set reads them, and no surer than the network is by itself: a
        household's own set knows its faces so well that it sees them in anything."""
        alone = opinion(finds.logits, finds.points, ALONE, self.temperature)
        return np.minimum(finds.log_p, alone)[:, :N_KINDS]

    def read_with(self, finds: Finds, tiles: TileSet) -> Finds:
        """The same finds as another tile set reads them."""
        return replace(finds, log_p=opinion(finds.logits, finds.points, tiles, self.temperature))

    def _read(
        self,
        quads: Floats,
        scores: Floats,
        crops: NDArray[np.uint8],
        bodies: NDArray[np.float64],
        sides: NDArray[np.float64],
    ) -> Finds:
        """What was cut out of a picture (`vision.read.crops`), turned the right way up, and read."""
        n = len(quads)
        both = np.concatenate([crops, crops[:, ::-1, ::-1]])
        faces, upside, points = self.run(both) if n else _NOTHING
        turned = upside[:n] > upside[n:]
        quads = np.asarray(np.where(turned[:, None, None], np.roll(quads, 2, axis=1), quads), np.float32)
        sides = np.where(turned[:, None], np.roll(sides, 2, axis=1), sides)
        point = points[:n] + points[n:]
        point = np.asarray(point / (np.linalg.norm(point, axis=1, keepdims=True) + np.float32(1e-9)), np.float32)
        logits = np.asarray((faces[:n] + faces[n:]) / 2, np.float32)
        log_p = opinion(logits, point, self.tile_set, self.temperature)
        return Finds(quads, scores, logits, point, both[np.arange(n) + n * turned], bodies, sides, log_p)
