"""The tiles of one rack from look to look: which is which, how likely each kind of it is, what they can be at all."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import DENIAL, FEW_LOOKS, LIKELY, LOOKS
from engine.tile import N_KINDS, Tile
from vision.arrays import Floats, Quads
from vision.judge.company import ALIKE
from vision.read.sightings import Sightings

SWAY = -log(1 - LIKELY)  # nats by which another kind must be the likelier before a reading changes its mind


@dataclass(frozen=True, slots=True)
class Seen:
    """One tile on the rack: log p of each kind (36,), the mean of `looks` looks; the reader's embedding (E,), empty
    where nobody made any; where it stands in the picture, (4, 2) pixels; and what somebody said it is."""

    log_p: Floats
    point: Floats
    quad: NDArray[np.float32]
    looks: int = 1
    told: Tile | None = None
    held: Tile | None = None  # what the reading that stands takes it for

    @property
    def best(self) -> Tile:
        if self.told is not None:
            return self.told
        best = Tile(int(self.log_p.argmax()))
        sways = self.held is None or self.log_p[best] - self.log_p[self.held] > SWAY
        return best if sways or self.held is None else self.held

    def again(self, fresh: "Seen", most: int) -> "Seen":
        """This tile as it is known after another look, which counts for as much as one of `most`."""
        kept = min(self.looks, most - 1)
        log_p = (self.log_p * kept + fresh.log_p) / (kept + 1)
        return Seen(log_p, fresh.point, fresh.quad, kept + 1, self.told, self.held)


Row = tuple[Seen, ...]


def row_of(seen: Sightings) -> Row:
    """The tiles of one look, in its order."""
    points = seen.points.astype(np.float64)
    return tuple(Seen(seen.log_p[k, :N_KINDS].astype(np.float64), points[k], seen.quads[k]) for k in range(len(seen)))


def quads_of(row: Row) -> Quads:
    return np.array([t.quad for t in row], np.float32).reshape(-1, 4, 2)


def matched(before: Row, now: Row) -> list[int | None]:
    """For each tile of `now` its place in `before`, None where it was not there: as many as keep their order."""
    alike = np.array([[_alike(a, b) for b in now] for a in before], bool).reshape(len(before), len(now))
    most = np.zeros((len(before) + 1, len(now) + 1), int)
    for i in range(len(before) - 1, -1, -1):
        for j in range(len(now) - 1, -1, -1):
            most[i, j] = max(most[i + 1, j], most[i, j + 1], most[i + 1, j + 1] + 1 if alike[i, j] else 0)
    found: list[int | None] = [None] * len(now)
    i = j = 0
    while i < len(before) and j < len(now):
        if alike[i, j] and most[i, j] == most[i + 1, j + 1] + 1:
            found[j] = i
            i, j = i + 1, j + 1
        elif most[i + 1, j] >= most[i, j + 1]:
            i += 1
        else:
            j += 1
    return found


def known_again(before: Row, now: Row) -> Row:
    """The tiles of a look, those that stood there before with what is known of them."""
    return tuple(
        tile if k is None else before[k].again(tile, FEW_LOOKS + 1)
        for tile, k in zip(now, matched(before, now), strict=True)
    )


def looked_again(before: Row, now: Row) -> Row | None:
    """The same tiles after one more look at the same rest; None where they are others."""
    if len(before) != len(now) or any(k != j for j, k in enumerate(matched(before, now))):
        return None
    return tuple(a.again(b, LOOKS) for a, b in zip(before, now, strict=True))


def faces(row: Row, left: Sequence[int]) -> tuple[Tile, ...]:
    """What the tiles are, where of each kind no more than `left` (36,) can stand here. A reading is not so weak that
    what lies open, which may be misread too, decides against a certain one."""
    found = [tile.best for tile in row]
    count = Counter(found)
    for kind in [k for k in count if count[k] > left[k]]:
        others = sorted((_otherwise(row[j], kind, count, left), j) for j, t in enumerate(found) if t is kind)
        for (loss, other), j in others[: count[kind] - left[kind]]:
            if other is not None and loss < -DENIAL and row[j].told is None and count[other] < left[other]:
                found[j] = other
                count[other] += 1
                count[kind] -= 1
    return tuple(found)


def put_right(row: Row, place: int, tile: Tile) -> Row:
    """The row once somebody has said what the tile at a place is. Raises IndexError where none stands there."""
    one = replace(row[place], told=tile)
    return (*row[:place], one, *row[place + 1 :])


def as_told(before: Row, now: Row) -> Row:
    """The tiles that stand now, with what somebody said of those that stood there before."""
    told = [None if k is None else before[k].told for k in matched(before, now)]
    return tuple(t if one is None else replace(t, told=one) for t, one in zip(now, told, strict=True))


def as_held(row: Row, said: Sequence[Tile]) -> Row:
    """The tiles of a reading that stands, which takes them for these."""
    return tuple(replace(t, held=f) for t, f in zip(row, said, strict=True))


def _otherwise(tile: Seen, kind: Tile, count: Counter[Tile], left: Sequence[int]) -> tuple[float, Tile | None]:
    """What it costs, in nats, to take a tile for the next likeliest kind of which there may be one more."""
    for k in np.argsort(-tile.log_p):
        other = Tile(int(k))
        if other is not kind and count[other] < left[other]:
            return float(tile.log_p[kind] - tile.log_p[other]), other
    return np.inf, None


def _alike(one: Seen, other: Seen) -> bool:
    if len(one.point) and len(one.point) == len(other.point):
        return bool(1 - one.point @ other.point < ALIKE)
    return int(one.log_p.argmax()) == int(other.log_p.argmax())
