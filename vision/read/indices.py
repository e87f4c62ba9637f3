"""What is written anywhere on a tile: a small network that looks for a number, for the word of a suit, and for the
letter or word of a wind, a dragon, a flower or a joker at every place (`models/indices.md`). In a set that nobody knows
it is the only thing sure to be said in a manner that is known."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.sight.observation import CERTAIN
from engine.tile import N_KINDS, Tile
from vision.arrays import Floats, Floats32, Image, Reals
from vision.read.crops import HEIGHT, WIDTH, alight, planes
from vision.read.finder import STRIDE
from vision.read.weights import BATCH, Asked

NUMBERS = 9
NUMBERED = int(Tile.NORTH)  # kinds that have a number: three suits of them, the first in the order of `Tile`
SUITS = NUMBERED // NUMBERS
GROUPS = (NUMBERS, SUITS, N_KINDS - NUMBERED)
"""How many signs each group has, of which a tile bears one or none: numbers, suits, the kinds without a number."""
SHARES = sum(n + 1 for n in GROUPS)
FLOWER = NUMBERS + 1 + SUITS + 1 + Tile.FLOWER - NUMBERED  # where the sign of a flower is among the shares
PLACES = (HEIGHT // STRIDE, WIDTH // STRIDE)  # of the network, down and across


@dataclass(frozen=True)
class Signs:
    """What is written on n tiles as they are cut out, and on their heads: how likely each sign of each group stands
    there, the last of a group: none does, `shares` (2, n, 24); and log p that each number does so at each place,
    `places` (2, n, 9, 16, 12)."""

    shares: Floats
    places: Floats32

    @staticmethod
    def joined(some: Sequence["Signs"]) -> "Signs":
        """All tiles of some, in order."""
        return Signs(
            *(np.concatenate(parts, axis=1) for parts in zip(*((s.shares, s.places) for s in some), strict=True))
        )

    def of(self, k: int) -> "Signs":
        """One of the tiles."""
        return Signs(self.shares[:, k : k + 1], self.places[:, k : k + 1])


class Indices(Asked):
    """Finds what is written. One object may be used by one thread at a time; its network is opened when it is first
    asked."""

    name = "indices"

    def signs(self, crops: Image) -> Signs:
        """What is written on tiles, from crops (n, 64, 48, 3) BGR."""
        both = alight(np.concatenate([crops, crops[:, ::-1, ::-1]])) if len(crops) else crops
        said = [
            self._network.run(None, {"crops": planes(both[start : start + BATCH])})
            for start in range(0, len(both), BATCH)
        ] or [[np.zeros((0, n + 1), np.float32) for n in GROUPS] + [np.zeros((0, NUMBERS, *PLACES), np.float32)]]
        *groups, places = (np.concatenate(part) for part in zip(*said, strict=True))
        shares = np.exp(np.concatenate(groups, 1).astype(np.float64))
        return Signs(shares.reshape(2, -1, SHARES), places.reshape(2, -1, NUMBERS, *PLACES))


def written(shares: Reals) -> Floats:
    """How likely a number or the sign of an honour stands there at all (...), of `shares` (..., 24)."""
    return np.asarray(1 - shares[..., NUMBERS] * shares[..., -1])


def surest(shares: Reals) -> Floats:
    """How likely the likeliest number or sign of an honour stands there (...), of `shares` (..., 24): what is on its
    head looks like many signs, like none of them for sure."""
    numbers, _, honours = np.split(shares, np.cumsum([n + 1 for n in GROUPS])[:-1], axis=-1)
    return np.asarray(np.maximum(numbers[..., :-1].max(-1), honours[..., :-1].max(-1)))


def suits_written(shares: Reals) -> float:
    """On how many tiles, of `shares` (n, 24), the word of a suit stands."""
    return float((1 - shares[:, NUMBERS + SUITS + 1]).mean()) if len(shares) else 0.0


def by_group(shares: Reals) -> list[Floats]:
    """The shares of each group (n, k + 1), of all of them (n, 24)."""
    return np.split(np.asarray(shares, np.float64), np.cumsum([n + 1 for n in GROUPS])[:-1], axis=1)


def at_odds(shares: Reals) -> Floats:
    """How likely two tiles bear different signs of a group (n, n), of `shares` (n, 24): then they are of two kinds."""
    agree = np.ones((len(shares), len(shares)))
    for part in by_group(shares):
        signs = part[:, :-1]
        agree *= 1 - np.outer(signs.sum(1), signs.sum(1)) + signs @ signs.T
    return np.asarray(1 - agree)


def of_one_number(shares: Reals) -> Floats:
    """How likely two tiles both bear one number (n, n), of `shares` (n, 24); 0 of a tile and itself."""
    number = by_group(shares)[0][:, :-1]
    out = number @ number.T
    np.fill_diagonal(out, 0.0)
    return np.asarray(out)


def _told(shares: Reals) -> tuple[Floats, Floats]:
    """Of one group of signs that stand there so likely (n, k + 1), the last none: what it tells of the kinds that bear
    them (n, k), which may do so in another way, and of all others (n, 1), which at times bear one of another group; in
    nats."""
    n = shares.shape[1] - 1
    sure = CERTAIN * shares + (1 - CERTAIN) / shares.shape[1]
    mine = np.log(sure[:, :n] + sure[:, n:] / n)
    return np.asarray(mine), np.asarray((np.log(sure[:, n:]) - np.log(n)) / 2)


def kinds_told(shares: Reals) -> Floats:
    """What it tells of the kinds (n, 36), in nats, that signs stand there so likely, `shares` (n, 24)."""
    (number, no_number), (suit, no_suit), (honour, no_honour) = map(_told, by_group(shares))
    numbered = np.tile(number, SUITS) + np.repeat(suit, NUMBERS, axis=1) + no_honour
    return np.concatenate([numbered, honour + no_number + no_suit], 1)


def numbers_told(shares: Reals) -> Floats:
    """What it tells of the nine numbers (n, 9), in nats, that signs stand there so likely, `shares` (n, 24)."""
    return _told(by_group(shares)[0])[0]


def joined(log_p: Reals, told: Reals) -> Floats32:
    """Log p (n, 37) with what was told of the faces (n, 36); how likely there is a face at all stays."""
    faces = log_p[:, :N_KINDS].astype(np.float64)
    some = np.logaddexp.reduce(faces, axis=1, keepdims=True)
    both = faces + told
    both += some - np.logaddexp.reduce(both, axis=1, keepdims=True)
    return np.asarray(np.concatenate([both, log_p[:, N_KINDS:]], 1), np.float32)
