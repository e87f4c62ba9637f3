"""What tiles of an unknown set are, read together: a network that sees what all others make of each tile of a picture
or a hand, and how the tiles resemble one another (`models/together.md`). What a number, a suit's picture or a wind
looks like in a set is told by the other tiles of that set."""

from dataclasses import dataclass

import cv2
import numpy as np

from engine.sight.observation import CERTAIN, NEVER, SEVERAL, SURE
from engine.tile import N_KINDS
from vision.arrays import Floats, Floats32, Image, Reals
from vision.read.counts import with_counts
from vision.read.indices import NUMBERS, SHARES, Signs, at_odds, of_one_number
from vision.read.weights import Asked

HUES = 8  # told apart in what is printed
UNIT = 50.0  # of Lab, by which colours are told
FEATURES = 2 * N_KINDS + SHARES + NUMBERS + 1 + 2 * 3 + HUES + 2 + 4
"""What is told of a tile: what two networks read, what is written, what is counted, its `colours`, and `copies`."""
PAIRS = 4  # told of two tiles: alike, in one ink, of two signs, of one number


@dataclass(frozen=True, slots=True)
class Shown:
    """What n tiles show, each by itself: log p as the reader reads it, `reader` (n, 37), and as the network for unknown
    sets does, `alone` (n, 37); what is written, `shares` (n, 24) of `vision.read.indices`; how many pictures are
    counted, `counts` (n, 10); the reader's embeddings, `points` (n, 96); crops (n, 64, 48, 3) BGR; and where on them it
    is written, `signs`, which figures may be read by that are not written plainly, and how likely each stands
    `upright` (n,)."""

    reader: Reals
    alone: Reals
    shares: Reals
    counts: Reals
    points: Reals
    crops: Image
    signs: Signs | None = None
    upright: Floats | None = None

    @staticmethod
    def joined(one: "Shown", other: "Shown") -> "Shown":
        """What the tiles of both show, in order; of both it is known where it is written, and how they stand."""
        assert one.signs is not None
        assert other.signs is not None
        assert one.upright is not None
        assert other.upright is not None
        return Shown(
            np.concatenate([one.reader, other.reader]),
            np.concatenate([one.alone, other.alone]),
            np.concatenate([one.shares, other.shares]),
            np.concatenate([one.counts, other.counts]),
            np.concatenate([one.points, other.points]),
            np.concatenate([one.crops, other.crops]),
            Signs.joined([one.signs, other.signs]),
            np.concatenate([one.upright, other.upright]),
        )

    @property
    def told(self) -> Floats:
        """What is written and counted, as `shares` (n, 24)."""
        return with_counts(self.shares, self.counts)


def colours(crops: Image) -> Floats32:
    """Of what is printed on tiles, crops (n, 64, 48, 3) BGR: its mean colour less the body's, the body's, how much of
    it has each of eight hues, how much is dark, and how much of the tile is printed on at all (n, 16)."""
    part = np.ascontiguousarray(crops[:, 7:-7, 6:-6])
    flat = cv2.cvtColor(part.reshape(-1, part.shape[2], 3), cv2.COLOR_BGR2LAB).astype(np.float32)
    flat = flat.reshape(len(crops), -1, 3)
    body = np.median(flat, axis=1, keepdims=True)
    off = (flat - body) / UNIT
    away = np.linalg.norm(off, axis=2)
    ink = np.clip(away / (np.percentile(away, 97, axis=1, keepdims=True) + 0.05) * 2 - 1, 0, 1)
    much = ink.sum(1) + 1e-3
    mean = (off * ink[..., None]).sum(1) / much[:, None]
    a, b = off[..., 1], off[..., 2]
    chroma = np.clip(np.hypot(a, b), 0, 1) * ink
    bins = ((np.arctan2(b, a) / (2 * np.pi) + 1) * HUES).astype(np.int64) % HUES
    hues = np.stack([(chroma * (bins == k)).sum(1) for k in range(HUES)], 1) / much[:, None]
    dark = (np.clip(-off[..., 0], 0, 2) * ink).sum(1) / much
    return np.concatenate(
        [mean, (body[:, 0] - 128) / UNIT, hues, dark[:, None], ink.mean(1, keepdims=True)], 1, dtype=np.float32
    )


def features(shown: Shown) -> tuple[Floats32, Floats32]:
    """What the network is told of n tiles: of each (n, FEATURES), and of each two (n, n, PAIRS)."""
    reader, alone = (faces(log_p) for log_p in (shown.reader, shown.alone))
    tint = colours(shown.crops)
    points = np.asarray(shown.points, np.float32)
    of_each = [reader, alone, shown.shares, shown.counts, tint]
    told = shown.told
    ink = np.linalg.norm(tint[:, None, :3] - tint[None, :, :3], axis=2)
    of_two = np.stack([points @ points.T, np.exp(-ink * 2), at_odds(told), of_one_number(told)], 2).astype(np.float32)
    return np.concatenate([*of_each, copies(of_two)], 1, dtype=np.float32), of_two


def copies(of_two: Floats32) -> Floats32:
    """How many tiles there are, by what is told of each two of them (n, n, PAIRS), and how many are like each: surely,
    rather, and rather and of no other sign (n, 4), in powers of two. Attention sees what the others are, and not how
    many."""
    alike = of_two[..., 0]
    signs = (alike > SURE) * (1 - of_two[..., 2])
    many = np.stack([np.ones_like(alike), alike > CERTAIN, alike > SURE, signs], 2).sum(1)
    return np.asarray(np.log2(np.maximum(many, 1)) / SEVERAL, np.float32)


def faces(log_p: Reals) -> Floats32:
    """Log p (n, 37) of the faces alone (n, 36), no less than `NEVER`, in units of it."""
    some = log_p[:, :N_KINDS].astype(np.float64)
    some -= np.logaddexp.reduce(some, axis=1, keepdims=True)
    return np.asarray(1 - np.maximum(some, NEVER) / NEVER, np.float32)


def as_faces(kinds: Reals, log_p: Reals) -> Floats32:
    """Log p (n, 37) of tiles that are of these kinds so likely, `kinds` (n, 36), if they show a face at all: as likely
    as by `log_p` (n, 37)."""
    some = np.logaddexp.reduce(log_p[:, :N_KINDS].astype(np.float64), axis=1, keepdims=True)
    return np.asarray(np.concatenate([kinds + some, log_p[:, N_KINDS:]], 1), np.float32)


class Together(Asked):
    """Reads the tiles of a set together. One object may be used by one thread at a time; its network is opened when it
    is first asked."""

    name = "together"

    def read(self, shown: Shown) -> Floats:
        """Log p of the kind of each tile (n, 36), half of what the network for unknown sets says of it added again: of
        manners that nothing learned this network is surer than it is right."""
        if not len(shown.crops):
            return np.zeros((0, N_KINDS))
        tiles, pairs = features(shown)
        said = np.asarray(self._network.run(None, {"tiles": tiles[None], "pairs": pairs[None]})[0][0], np.float64)
        alone = shown.alone[:, :N_KINDS].astype(np.float64)
        alone = np.maximum(alone - np.logaddexp.reduce(alone, axis=1, keepdims=True), NEVER)
        said = np.maximum(said, NEVER) + 0.5 * alone
        return np.asarray(said - np.logaddexp.reduce(said, axis=1, keepdims=True))
