"""Tiles on the table followed from look to look: evidence gathers on a tile that lies still, and starts anew where a
hand has been."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.observation import Sight
from engine.tile import N_KINDS, Tile
from vision.sightings import NOT_A_FACE, Sightings
from vision.zones import Place, Zone

Floats = NDArray[np.float64]

SAME_TILE = 0.55  # of a tile's width: nearer than this it is the same tile, nudged or measured anew
GONE_AFTER = 2  # looks in a row without the tile, with no hand in the way
CORRELATION = 0.5  # pictures of one resting tile repeat each other's mistakes: each after the first counts half
KNOWN_FACE = np.log(0.6)  # above this probability of being no known face, a find is not shown to the engine


@dataclass(slots=True)
class Track:
    """One physical tile for as long as it can be followed. `born` orders the tracks.

    `pattern` is the face that it was taken for where it turned out to be part of the table's own print.
    """

    born: int
    place: Place
    quad: NDArray[np.float32]
    total: Floats
    looks: int = 1
    missed: int = 0
    pattern: int | None = None

    @property
    def log_p(self) -> Floats:
        """(37,) normalised log-likelihoods over all looks."""
        weight = (1 + CORRELATION * (self.looks - 1)) / self.looks
        scaled = self.total * weight
        return np.asarray(scaled - np.logaddexp.reduce(scaled))

    def sight(self) -> Sight:
        return Sight(tuple(self.log_p.tolist()), self.place.x_mm, self.place.y_mm, self.looks)

    @property
    def face(self) -> int:
        """The likeliest of the 36 kinds."""
        return int(self.total[:N_KINDS].argmax())

    @property
    def known(self) -> bool:
        """Whether it is shown to the engine. On a print that looked like a tile, another face must have appeared."""
        return bool(self.log_p[NOT_A_FACE] < KNOWN_FACE) and self.pattern != self.face


class Tracks:
    """All tiles being followed."""

    def __init__(self) -> None:
        self.all: list[Track] = []
        self._born = 0

    def find_patterns(self) -> None:
        """More of a kind than the set holds, before the game: a printed table. None of those are tiles."""
        counts = Counter(t.face for t in self.all if t.known)
        for track in self.all:
            if counts[track.face] > Tile(track.face).copies:
                track.pattern = track.face

    def doubt(self, where: Sequence[bool]) -> None:
        """A hand has been over these (one flag per track): old evidence keeps the weight of a single look."""
        for track, doubted in zip(self.all, where, strict=True):
            if doubted and track.looks > 1:
                track.total = track.total / track.looks
                track.looks = 1

    def add(self, seen: Sightings, places: Sequence[Place], looked: Sequence[bool]) -> None:
        """One look: `seen` with their `places`; `looked` says per track whether the look covered it."""
        pairs = self._pair(places)
        taken = {track for track, _ in pairs}
        for k, track in enumerate(self.all):
            if k not in taken and looked[k]:
                track.missed += 1
        for k, j in pairs:
            track = self.all[k]
            track.place, track.quad = places[j], seen.quads[j]
            track.total = track.total + seen.log_p[j].astype(np.float64)
            track.looks += 1
            track.missed = 0
        matched = {j for _, j in pairs}
        for j in range(len(places)):
            if j not in matched and places[j].zone in (Zone.DISCARDS, Zone.EXPOSURE):
                self._born += 1
                self.all.append(Track(self._born, places[j], seen.quads[j], seen.log_p[j].astype(np.float64)))
        self.all = [t for t in self.all if t.missed < GONE_AFTER]

    def _pair(self, places: Sequence[Place]) -> list[tuple[int, int]]:
        """Nearest first, one to one: (index of the track, index of the find)."""
        if not self.all or not places:
            return []
        at = np.array([[t.place.x_mm, t.place.y_mm] for t in self.all])
        new = np.array([[p.x_mm, p.y_mm] for p in places])
        away = np.linalg.norm(at[:, None] - new[None], axis=2)
        reach = np.array([t.place.span_mm for t in self.all]) * SAME_TILE
        pairs: list[tuple[int, int]] = []
        used: set[int] = set()
        paired: set[int] = set()
        for flat in np.argsort(away, axis=None):
            k, j = divmod(int(flat), len(places))
            if away[k, j] > reach.max():
                break
            same_zone = self.all[k].place.zone is places[j].zone
            if k not in used and j not in paired and away[k, j] <= reach[k] and same_zone:
                used.add(k)
                paired.add(j)
                pairs.append((k, j))
        return pairs
