"""Tiles on the table followed from look to look: evidence gathers on a tile that lies still, and starts anew where a
hand has been."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN, FEW_LOOKS, FEWEST, LIKELY, LOOKS, SURE, Sight
from engine.tile import N_KINDS, Tile
from vision.arrays import Floats, Floats32
from vision.follow.named import Told, as_told
from vision.judge.company import ALIKE, in_company
from vision.judge.doubt import as_promised, doubted as believed
from vision.plane.zones import Place, Zone
from vision.read.sightings import LEAST_LOG_P, N_LABELS, NOT_A_FACE, Sightings
from vision.read.tileset import TileSet, builtin

GONE_AFTER = FEW_LOOKS  # looks in a row without the tile, with no hand in the way
# Pictures of one resting tile repeat each other's mistakes: each after the first counts half, and so does what a
# discard's earlier rests said once a hand has passed over it.
CORRELATION = 0.5
AT_ODDS = np.log1p(-CERTAIN)  # a look that gives the face read so far no more than this speaks of another tile
# How far a look at a tile that lies still repeats those before it, where a household's own set is read: what one look
# takes it for the next takes it for too. Six looks are worth one and a quarter: fitted by `tests.bench.looks --own` on
# drawn tables (1.0 of all, 1.4 of the sets that are read well; as much where a hand had passed meanwhile). How far the
# built-in sets may be believed `vision.judge.doubt` tells.
REPEATS = 0.75
LOST_KEPT = 40  # tiles lost from sight that are remembered
PLAIN, PLAIN_LOOKS = np.log(SURE), LOOKS - 1  # a tile read so surely on the average of so many looks needs no more
KNOWN_FACE = np.log(LIKELY)  # above this probability of being no known face, a find is not shown to the engine


@dataclass(slots=True)
class Track:
    """One physical tile for as long as it can be followed. `born` orders the tracks.

    `total` is the sum of the log-likelihoods (37,) of `looks` looks since a hand was last over it; `past` is what the
    rests before said, already weighed, and `past_looks` what that is worth in looks. `points` is the sum of the looks'
    embeddings (E,). `met`: it lay there when the table was first met. `pattern` is the face that it was taken for where
    it turned out to be part of the table's own print.
    """

    born: int
    place: Place
    quad: NDArray[np.float32]
    total: Floats
    looks: int = 1
    missed: int = 0
    pattern: int | None = None
    past: Floats = field(default_factory=lambda: np.zeros(N_LABELS))
    past_looks: float = 0.0
    points: Floats = field(default_factory=lambda: np.zeros(0))
    met: bool = False

    @property
    def _said(self) -> Floats:
        """(37,) the weighed sum over this rest and those before."""
        return np.asarray(self.past + self.total * (self._fresh / self.looks))

    @property
    def _fresh(self) -> float:
        """What this rest's looks are worth together."""
        return 1 + CORRELATION * (self.looks - 1)

    @property
    def one_look(self) -> Floats:
        """(37,) normalised: what an average look of this rest says."""
        said = self.total / self.looks
        return np.asarray(said - np.logaddexp.reduce(said))

    @property
    def worth(self) -> float:
        """In looks: how much `log_p` outweighs a single one."""
        return self.past_looks + self._fresh

    @property
    def worth_of_face(self) -> float:
        """The same of which face it shows, where a household's own set is read."""
        looks = 1 + (self.worth - 1) / CORRELATION
        return looks / (1 + REPEATS * (looks - 1))

    @property
    def point(self) -> Floats:
        """(E,) the mean embedding over all looks, of length one."""
        return np.asarray(self.points / (np.linalg.norm(self.points) + 1e-9))

    @property
    def log_p(self) -> Floats:
        """(37,) normalised log-likelihoods over all looks."""
        said = self._said
        return np.asarray(said - np.logaddexp.reduce(said))

    def doubt(self) -> None:
        """A hand has been over it. On a rack a joker may have been exchanged: old evidence keeps the weight of a single
        look. A discard is only ever taken away: what was read of it still counts, though less than what is read now."""
        if self.place.zone is Zone.DISCARDS and self.looks > 1:
            self.past, self.past_looks = self._said * CORRELATION, self.worth * CORRELATION
            self.total, self.points, self.looks = self.total / self.looks * CORRELATION, self.points / self.looks, 1
        elif self.looks > 1:
            self.total, self.points, self.looks = self.total / self.looks, self.points / self.looks, 1

    def seen_again(self, place: Place, quad: NDArray[np.float32], log_p: Floats, point: Floats) -> None:
        """One more look. What contradicts the earlier rests outright halves their weight: another tile may be there."""
        if log_p[self.face] < AT_ODDS:
            self.past, self.past_looks = self.past * CORRELATION, self.past_looks * CORRELATION
            self.points = np.zeros_like(self.points)
        self.place, self.quad = place, quad
        self.total, self.points = self.total + log_p, self.points + point
        self.looks += 1
        self.missed = 0

    def sight(self, log_p: Floats | None = None) -> Sight:
        """As the engine sees it; `log_p` where its company has changed what it is read as."""
        said = self.log_p if log_p is None else log_p
        return Sight(tuple(said.tolist()), self.place.x_mm, self.place.y_mm, self.looks)

    @property
    def face(self) -> int:
        """The likeliest of the 36 kinds."""
        return int(self._said[:N_KINDS].argmax())

    @property
    def plain(self) -> bool:
        """Whether it was read so surely, so often, that another look would tell nothing new."""
        return self.known and self.looks >= PLAIN_LOOKS and bool(self.total[self.face] > PLAIN * self.looks)

    @property
    def known(self) -> bool:
        """Whether it is shown to the engine. On a print that looked like a tile, another face must have appeared."""
        return bool(self.log_p[NOT_A_FACE] < KNOWN_FACE) and self.pattern != self.face


def together(alone: Floats, points: Floats, told: Sequence[Told], shown: TileSet | None, worth: Floats) -> Floats:
    """Log p (n, 37) of tiles with embeddings `points` (n, E) that lie there together, given that of each by itself as
    in one look, `alone` (n, 37), and how many looks each is worth (n, 1); the rest as in `sights`."""
    alone, known = as_told(alone, points, told)
    said = in_company(alone, points, own_set=shown is not None).astype(np.float64) * worth
    said -= np.logaddexp.reduce(said, axis=1, keepdims=True)
    # many looks at a face that nobody knows err alike; what players said is known
    may = believed(said, alone, points, builtin()) if shown is None else as_promised(said, shown)
    return np.where(known[:, None], said, may)


def _with_none(said: Floats, none: float) -> Floats:
    """Log p (37,) of the faces as `said` (37,) has them, and of being no known face, `none`."""
    faces = said[:N_KINDS] - np.logaddexp.reduce(said[:N_KINDS])
    return np.append(faces + np.log(-np.expm1(min(none, -1e-9))), none)


class Learned(Protocol):
    """What has been learned of the set while it is played with: `vision.follow.learner.Learner`."""

    def reads(self, born: Sequence[int]) -> Floats:
        """How likely the tiles of tracks (n,) are each kind (n, 36), as far as it is known: 0 where nothing is."""


def as_learned(log_p: Floats, learned: Learned, born: Sequence[int]) -> Floats:
    """The probabilities (n, 37), in logarithms, of the tiles of tracks (n,) with the faces that they have been learned
    to show, as far as that is known."""
    reads = learned.reads(born)
    known = reads.any(1)
    out, faces, said = log_p.copy(), log_p[known, :N_KINDS], reads[known]
    some = np.logaddexp.reduce(faces, axis=1, keepdims=True)
    both = said + (1 - said.sum(1, keepdims=True)) * np.exp(faces - some)
    out[known, :N_KINDS] = np.maximum(np.log(both + 1e-9), LEAST_LOG_P) + some
    return out


def sights(
    tracks: Sequence[Track],
    told: Sequence[Told] = (),
    shown: TileSet | None = None,
    learned: Learned | None = None,
) -> list[Sight]:
    """What the engine is told of tiles that lie there together: each read in the company of the others, as one look
    would, and then trusted as much as its looks are worth. `told`: what players said faces are. `shown`: the
    household's own set, where they were read with one. `learned`: what has been learned of the set."""
    if not tracks:
        return []
    worth = np.array([[t.worth] for t in tracks])
    one_look = np.stack([t.log_p for t in tracks]) / worth
    one_look -= np.logaddexp.reduce(one_look, axis=1, keepdims=True)
    points = np.stack([t.point for t in tracks])
    if shown is not None:
        worth = np.array([[t.worth_of_face] for t in tracks])
    said = together(one_look, points, told, shown, worth)
    if shown is not None:
        said = np.stack([_with_none(row, float(t.log_p[NOT_A_FACE])) for t, row in zip(tracks, said, strict=True)])
    if learned is not None:
        said = as_learned(said, learned, [t.born for t in tracks])
    return [t.sight(row) for t, row in zip(tracks, said, strict=True)]


class Tracks:
    """All tiles being followed."""

    def __init__(self) -> None:
        self.all: list[Track] = []
        self._lost: list[Track] = []
        self._born = 0
        self._prints: list[Floats] = []  # the embedding of each part of the table's print

    def find_patterns(self) -> None:
        """Far more of a kind than the set holds, before the game: a printed table. None of those are tiles. (A few too
        many are tiles of another face, misread.)"""
        counts = Counter(t.face for t in self.all if t.known)
        for track in self.all:
            if counts[track.face] > 2 * Tile(track.face).copies:
                self._print(track)

    def meet(self) -> None:
        """The table is met, with what lies on it. Where hardly a tile does, what is hardly taken for one is print."""
        known = [t for t in self.all if t.known]
        bare = len(known) < FEWEST and all(t.place.zone is Zone.DISCARDS for t in known)
        for track in self.all:
            track.met = True
            if bare and not track.known and track.place.zone is Zone.DISCARDS:
                self._print(track)

    def _print(self, track: Track) -> None:
        track.pattern = track.face
        self._prints.append(track.point)

    def printed(self, points: Floats32, alike: Floats32) -> NDArray[np.bool_]:
        """Which finds with embeddings `points` (n, E) look more like a part of the table's print than like a tile, of
        which they are as much `alike` (n,): a print that a wall lay upon, or that was lost from sight."""
        if not self._prints or not len(points):
            return np.zeros(len(points), np.bool_)
        return np.asarray((points @ np.stack(self._prints).T).max(1) > alike)

    def scale(self, factor: Floats) -> None:
        """The camera sends pictures so many times as wide and as high (2,) as before."""
        for track in self.all:
            track.quad = np.asarray(track.quad * factor, np.float32)

    def doubt(self, where: Sequence[bool]) -> None:
        """A hand has been over these (one flag per track)."""
        for track, doubted in zip(self.all, where, strict=True):
            if doubted:
                track.doubt()

    def strange(self, places: Sequence[Place], faces: Sequence[int]) -> NDArray[np.bool_]:
        """Which finds, read as these faces, are of no tile that is followed, or was lost from sight there (n,). What
        was seen but once is none, and what was met with the table was no other face."""
        known = {j for _, j in self._pair(places)}
        lost = [track for track in self._lost if track.worth > 1]
        for j, at in enumerate(places):
            if any(_lain(one, at) and (not one.met or one.face == faces[j]) for one in lost):
                known.add(j)
        return np.array([j not in known for j in range(len(places))], np.bool_)

    def turned(self, seen: Sightings, places: Sequence[Place]) -> list[tuple[Track, int]]:
        """The tracks among the discards, met with the table, that a look now reads as another face, and the numbers of
        these finds."""
        pairs = ((self.all[k], j) for k, j in self._pair(places))
        met = ((t, j) for t, j in pairs if t.met and t.place.zone is Zone.DISCARDS)
        return [(t, j) for t, j in met if int(seen.log_p[j, :N_KINDS].argmax()) != t.face]

    def unseen(self, places: Sequence[Place], looked: Sequence[bool]) -> list[Track]:
        """The tracks that a look covered (`looked`, one flag per track) without finding their tile at `places`."""
        found = {k for k, _ in self._pair(places)}
        return [t for k, t in enumerate(self.all) if looked[k] and k not in found]

    def add(self, seen: Sightings, places: Sequence[Place], looked: Sequence[bool]) -> None:
        """One look: `seen` with their `places`; `looked` says per track whether the look covered it."""
        pairs = self._pair(places)
        taken = {track for track, _ in pairs}
        for k, track in enumerate(self.all):
            if k not in taken and looked[k]:
                track.missed += 1
        for k, j in pairs:
            self.all[k].seen_again(
                places[j], seen.quads[j], seen.log_p[j].astype(np.float64), seen.points[j].astype(np.float64)
            )
        matched = {j for _, j in pairs}
        for j in range(len(places)):
            if j not in matched and places[j].zone in (Zone.DISCARDS, Zone.EXPOSURE):
                self._appeared(
                    places[j], seen.quads[j], seen.log_p[j].astype(np.float64), seen.points[j].astype(np.float64)
                )
        self._lost = [*self._lost, *(t for t in self.all if t.missed >= GONE_AFTER)][-LOST_KEPT:]
        self.all = [t for t in self.all if t.missed < GONE_AFTER]

    def _appeared(self, place: Place, quad: NDArray[np.float32], log_p: Floats, point: Floats) -> None:
        """A tile where none was followed: one that was lost from sight there a while ago, or a new one."""
        for lost in self._lost:
            alike = 1 - lost.point @ point < ALIKE  # of a set that nobody showed the face read means little
            if _lain(lost, place) and (alike or log_p[lost.face] > AT_ODDS):
                self._lost.remove(lost)
                lost.doubt()
                lost.seen_again(place, quad, log_p, point)
                self.all.append(lost)
                return
        self._born += 1
        self.all.append(Track(self._born, place, quad, log_p, points=point))

    def _pair(self, places: Sequence[Place]) -> list[tuple[int, int]]:
        """Nearest first, one to one: (index of the track, index of the find)."""
        if not self.all or not places:
            return []
        at = np.array([[t.place.x_mm, t.place.y_mm] for t in self.all])
        new = np.array([[p.x_mm, p.y_mm] for p in places])
        away = np.linalg.norm(at[:, None] - new[None], axis=2)
        reach = np.array([t.place.span_mm for t in self.all]) / 2
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


def _lain(lost: Track, place: Place) -> bool:
    """Whether a place is where a tile was lost from sight."""
    away = np.hypot(lost.place.x_mm - place.x_mm, lost.place.y_mm - place.y_mm)
    return lost.place.zone is place.zone and bool(away < lost.place.span_mm / 2)
