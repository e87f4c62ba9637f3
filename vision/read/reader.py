"""Which face each found tile shows, as calibrated probabilities, and which way up it lies.

A small network looks at every tile both ways up. It gives its own opinion over the 36 kinds and "not a known face", and
an embedding that is compared with the prototypes of the tile set in use; the set says how much to trust which. Of tiles
that it does not read for certain a second opinion of the face is heard, of a network that learned from small tiles what
the first says of the same ones seen near by.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN, SURE
from engine.tile import N_KINDS, Tile
from vision.arrays import Floats32
from vision.read.apart import LIKE
from vision.read.crops import Taken, alight, beside, planes
from vision.read.face_network import FaceNetwork
from vision.read.finds import Finds
from vision.read.raised import Raised
from vision.read.sightings import N_LABELS
from vision.read.tileset import UNSHOWN, TileSet, builtin
from vision.read.weights import BATCH, card, open_network

# The network learned from sets in which every drawing is as frequent as any other, eight flowers and one or two
# jokers beside 34 others; at the table a kind is as frequent as its copies among the 152.
_LEARNED = np.array([8.0 if t == Tile.FLOWER else 1.3 if t == Tile.JOKER else 1.0 for t in Tile])
_COPIES = np.array([float(t.copies) for t in Tile])
PRIOR = np.append(np.log(_COPIES / _COPIES.sum()) - np.log(_LEARNED / _LEARNED.sum()), 0.0).astype(np.float32)
ALONE = TileSet("none", (), np.zeros((0, 1), np.float32), 0.0, 1.0, "")  # the network's own opinion
_NOTHING = np.zeros((0, N_LABELS), np.float32), np.zeros(0, np.float32), np.zeros((0, 1), np.float32)


class ReaderError(ValueError):
    """A tile set that this reader cannot use. The text says what to do."""


def _softmax(x: Floats32) -> Floats32:
    e = np.exp(x - x.max(1, keepdims=True))
    return np.asarray(e / e.sum(1, keepdims=True))


def opinion(logits: Floats32, points: Floats32, tiles: TileSet, temperature: float) -> Floats32:
    """log p (n, 37), given what the network says of some tiles, logits (n, 37) and embeddings (n, E): its own opinion
    and the set's prototypes, mixed by the set's weight. Whether it is a known face at all is left to the network, and,
    where few flowers were shown, whether what resembles nothing that was is a flower rather than what it resembles
    most."""
    if not len(logits):
        return np.zeros((0, N_LABELS), np.float32)
    own = logits / temperature + PRIOR
    none, alone = _softmax(own)[:, N_KINDS:], _softmax(own[:, :N_KINDS])
    faces = alone
    if tiles.weight > 0 and len(tiles.faces):
        alike = tiles.likeness(points)
        shown = np.log(_softmax(alike * tiles.sharpness) + 1e-6)
        faces = _softmax((1 - tiles.weight) * np.log(alone + 1e-6) + tiles.weight * shown)
        if tiles.few_flowers:
            # half of the way from a face that was shown to what resembles none it is hardly one of them
            flower, nearest = alone[:, Tile.FLOWER], alone[np.arange(len(alike)), alike.argmax(1)]
            flower = flower / (flower + nearest + 1e-9)  # of the two, where it is either
            flower /= flower + (1 - SURE) * (1 - flower)
            strange = np.clip(2 * (LIKE - alike.max(1)) / (LIKE - UNSHOWN), 0.0, 1.0) * flower
            faces *= 1 - strange[:, None]
            faces[:, Tile.FLOWER] += strange
    p = np.concatenate([faces * (1 - none), none], 1)
    p = np.maximum(p, 1e-7)
    return np.asarray(np.log(p / p.sum(1, keepdims=True)), np.float32)


def weighed(first: Floats32, second: Floats32, share: float, temperature: float) -> Floats32:
    """The logits (n, 37) when those of two networks, both at one `temperature`, are heard, the second's for so much.
    Whether it is a face at all stays as likely as the first says it is."""
    out = (1 - share) * first + share * second
    faces, prior = slice(N_KINDS), PRIOR[:N_KINDS]
    level, now = (np.logaddexp.reduce(one[:, faces] / temperature + prior, axis=1) for one in (first, out))
    out[:, faces] += temperature * (level - now)[:, None]
    out[:, N_KINDS:] = first[:, N_KINDS:]
    return np.asarray(out, np.float32)


class SecondOpinion(FaceNetwork):
    """A second opinion of tiles, heard for its `share`. By itself it takes three times as much that is no tile for
    one."""

    name = "second"

    def __init__(self, threads: int = 1) -> None:
        super().__init__(threads)
        self.share = float(card(self.name)["share"])


class Reader:
    """Reads tiles of one set. One object may be used by one thread at a time."""

    def __init__(self, tile_set: TileSet | None = None, threads: int = 1) -> None:
        """Raises ReaderError when the set was made with another network and cannot be learned anew."""
        self._network, head = open_network("reader", threads)
        self._raised, self._second = Raised(threads), SecondOpinion(threads)
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
        return replace(tiles, embeddings=points, reader=self.sha256)

    def run(self, crops: NDArray[np.uint8]) -> tuple[Floats32, Floats32, Floats32]:
        """The network on crops (n, 64, 48, 3) BGR: logits (n, 37), upside-down logits (n,), embeddings (n, E)."""
        parts, crops = [], alight(crops)
        for start in range(0, len(crops), BATCH):
            parts.append(self._network.run(None, {"crops": planes(crops[start : start + BATCH])}))
        faces, upside, points = (np.concatenate(list(of)) for of in zip(*parts, strict=True))
        faces[:, N_KINDS] += np.float32(self._doubt)
        return faces, upside[:, 0], points

    def glance(self, crops: NDArray[np.uint8]) -> Floats32:
        """Log p (n,) of the likeliest face of each of crops (n, 64, 48, 3), looked at only as it is, by one network: a
        quarter of what reading costs."""
        if not len(crops):
            return np.zeros(0, np.float32)
        faces, _, points = self.run(crops)
        said = opinion(faces, points, self.tile_set, self.temperature)
        return np.asarray(said[:, :N_KINDS].max(1), np.float32)

    def embed(self, crops: NDArray[np.uint8]) -> Floats32:
        """Embeddings (n, E) of crops (n, 64, 48, 3), both ways up averaged."""
        _, _, points = self.run(np.concatenate([crops, crops[:, ::-1, ::-1]]))
        both = points[: len(crops)] + points[len(crops) :]
        return np.asarray(both / np.linalg.norm(both, axis=1, keepdims=True), np.float32)

    def see(self, taken: Taken) -> Finds:
        """Reads what was taken out of a picture, either way up. What lies as it is found and across is read the way
        that it is as surely some face."""
        seen = self._read(taken)
        if not len(taken.across):
            return seen
        n, plain = len(seen) - len(taken.across), seen.sober.max(1)
        across, as_found = plain[n:], plain[taken.across]
        better = (across > np.log(CERTAIN)) & (across > as_found)
        order = np.arange(n)
        order[taken.across[better]] = n + np.flatnonzero(better)
        return seen.take(order)

    def read_with(self, finds: Finds, tiles: TileSet) -> Finds:
        """The same finds as another tile set reads them."""
        return replace(finds, log_p=opinion(finds.logits, finds.points, tiles, self.temperature))

    def once_more(self, finds: Finds, tiles: TileSet) -> Finds:
        """Finds that were read with a tile set, those of them that were not read for certain looked at by the second
        opinion once more, a little to every side of where they lie, two sides one way up and two the other: what is
        read in several cuts of a tile is read better than in the one."""
        unsure = np.flatnonzero(finds.best < np.log(CERTAIN))
        if not len(unsure):
            return finds
        crops, other, n, logits = finds.crops[unsure], self._second, len(unsure), finds.logits.copy()
        sides = beside(crops)
        sides[n : 3 * n] = sides[n : 3 * n, ::-1, ::-1]
        first = other.logits(crops)
        looks = np.concatenate([first[None], other.one_way(sides).reshape(-1, n, N_LABELS)])
        told = (looks.mean(0) - first) * (self.temperature / other.temperature)
        logits[unsure] = weighed(logits[unsure], logits[unsure] + told, other.share, self.temperature)
        return self.read_with(replace(finds, logits=logits), tiles)

    def _read(self, taken: Taken) -> Finds:
        """All of it, each turned the right way up."""
        n = len(taken.quads)
        both = np.concatenate([taken.crops, taken.crops[:, ::-1, ::-1]])
        faces, upside, points = self.run(both) if n else _NOTHING
        turned = upside[:n] > upside[n:]
        quads = np.asarray(np.where(turned[:, None, None], np.roll(taken.quads, 2, axis=1), taken.quads), np.float32)
        sides = np.where(turned[:, None], np.roll(taken.outlines, 2, axis=1), taken.outlines)
        point = points[:n] + points[n:]
        point = np.asarray(point / (np.linalg.norm(point, axis=1, keepdims=True) + np.float32(1e-9)), np.float32)
        logits = np.asarray((faces[:n] + faces[n:]) / 2, np.float32)
        logits = self._weighed(taken, logits, point)
        log_p, alone = (opinion(logits, point, tiles, self.temperature) for tiles in (self.tile_set, ALONE))
        crops, raised = both[np.arange(n) + n * turned], self._raised.odds(taken.around)
        return Finds(quads, taken.scores, logits, point, crops, taken.bodies, sides, raised, log_p, alone)

    def _weighed(self, taken: Taken, logits: Floats32, points: Floats32) -> Floats32:
        """The logits (n, 37) with a second opinion of tiles that are not read for certain by the first."""
        sure = opinion(logits, points, self.tile_set, self.temperature).max(1, initial=-np.inf)
        asked = sure < np.log(CERTAIN)
        if not asked.any():
            return logits
        other, out = self._second, logits.copy()
        second = other.logits(taken.crops[asked]) * (self.temperature / other.temperature)
        out[asked] = weighed(logits[asked], second, other.share, self.temperature)
        return out
