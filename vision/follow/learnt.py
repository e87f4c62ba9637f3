"""What is made of the tiles of a set: which bear one drawing, and what each drawing is."""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import FEWEST, LOOKS, NEVER
from engine.tile import N_KINDS, SET_SIZE, Tile
from vision.arrays import Floats, Floats32, Image
from vision.follow.assigning import (
    NUMBERED,
    NUMBERS,
    SETTLED,
    SUITS,
    WAYS,
    Weighed,
    assigned,
    by_ink,
    families,
    suits_apart,
    usual,
)
from vision.follow.chances import Named, Names, named
from vision.follow.drawings import Dealt, Drawings, usual_inks
from vision.follow.readings import normalised
from vision.follow.sorting import Sorting
from vision.follow.tracks import Track
from vision.follow.weighing import evidence
from vision.read.indices import kinds_told, suits_written
from vision.read.together import Shown

TRIES = FEWEST * LOOKS  # how often all is assigned with noise, to see what stays open


@dataclass(frozen=True, slots=True, eq=False)
class Rested:
    """A tile at rest: the track's number, the reader's embedding of it (E,), what it is read as by itself, log p (37,),
    a crop (64, 48, 3), those of later looks at it, the quads (4, 2) in which the track lay and that was cut out, how
    that faces its owner, as of `vision.plane.zones.Place`, and what it is, where it was photographed for that."""

    born: int
    point: Floats
    log_p: Floats
    crop: Image
    later: tuple[Image, ...] = ()
    lain: Floats32 = field(default_factory=lambda: np.zeros((4, 2), np.float32))
    cut: Floats32 = field(default_factory=lambda: np.zeros((4, 2), np.float32))
    faces: int = 0
    shown: Tile | None = None

    @staticmethod
    def of(born: int, track: Track, crop: Image, cut: Floats32) -> "Rested":
        """The tile that a track follows, as it is read so far, `cut` out in a quad (4, 2)."""
        one_look = track.log_p / track.worth
        log_p = one_look - np.logaddexp.reduce(one_look)
        return Rested(born, track.point, log_p, crop, lain=track.quad, cut=cut, faces=track.place.faces)

    def seen_again(self, track: Track, crop: Image) -> "Rested":
        """The same tile as its track is read by now, with one more crop."""
        now = Rested.of(self.born, track, self.crop, self.cut)
        return replace(now, later=(*self.later, crop), lain=self.lain, faces=self.faces)


@dataclass(frozen=True, slots=True)
class Fact:
    """What somebody said: the drawing of that tile is one of these kinds, or none of them."""

    born: int
    kinds: frozenset[Tile]
    so: bool = True


@dataclass(frozen=True, eq=False)
class Learnt:
    """What is made of the tiles of a set: `born` (n,) and the drawing of each, `of` (n,); the kind of each drawing (k,)
    and how sure that is (k,); `tries` (t, k): the kinds in other ways to see it; `family` (k,) and `ways` as in
    `vision.follow.assigning`; `typical` (n,) nats: how much each tile by itself looks like what it is taken for;
    how far the names of the tiles may be believed, `named` (n,); and what these are worth, `worth` (n,), beside what
    the reader says of each tile."""

    born: NDArray[np.int64]
    of: NDArray[np.int64]
    kinds: NDArray[np.int64]
    sure: Floats
    tries: NDArray[np.int64]
    family: NDArray[np.int64]
    ways: Floats
    typical: Floats
    named: Named
    worth: Floats

    def share(self) -> Floats:
        """How likely each drawing is each kind (k, 36)."""
        return np.asarray((self.tries[..., None] == np.arange(N_KINDS)).mean(0))


def weighed(
    d: Drawings, seen: Floats, born: NDArray[np.int64], facts: tuple[Fact, ...], shares: Floats, hands: int
) -> Weighed:
    """The drawings with what people said of them, and what the inks of the families and the words on tiles, `shares`
    (n, 24), seen in so many hands, tell of their suits."""
    family, said = families(d, seen), np.zeros_like(seen)
    inks, told = np.ones((SUITS, SUITS)), np.zeros((SUITS, SUITS))
    for f in np.unique(family[family >= 0]):
        inks[f] = usual_inks(np.median(d.inks[family == f], axis=0, keepdims=True))[0]
    drawing = {int(b): int(k) for b, k in zip(born, d.of, strict=True)}
    for fact in facts:
        if fact.born not in drawing:
            continue
        k = drawing[fact.born]
        some = [int(t) for t in fact.kinds]
        mask = np.isin(np.arange(N_KINDS), some)
        said[k, mask != fact.so] -= SETTLED
        whole = {t // NUMBERS for t in some} if max(some) < NUMBERED else set()
        if family[k] >= 0 and len(whole) == 1:
            s = whole.pop()
            if fact.so:  # one tile may be of another suit than the drawing it is taken for
                told[family[k], s] += SETTLED if len(some) == NUMBERS else -NEVER
            elif len(some) == NUMBERS:
                told[family[k], s] -= SETTLED
    worded, part = suits_written(shares[family[d.of] >= 0]), min(1.0, len(born) / (SET_SIZE * hands))
    return Weighed(seen, said, family, d.picture >= 0, by_ink(d, family), usual(inks), told, worded, part)


def learnt(
    tiles: tuple[Rested, ...],
    log_p: Floats,
    shown: Shown,
    sorting: Sorting,
    facts: tuple[Fact, ...] = (),
    hands: int = 1,
) -> Learnt:
    """What is made of tiles, seen in so many hands: read together as log p (n, 36), of what is `shown` by each. Figures
    are read in the first of its later looks as well. Those that were photographed are what they are, and were seen in a
    hand before."""
    facts = (*(Fact(t.born, frozenset({t.shown})) for t in tiles if t.shown is not None), *facts)
    hands += any(t.shown is not None for t in tiles)
    points, looks = np.stack([t.point for t in tiles]), [np.stack([t.crop for t in tiles])]
    if any(t.later for t in tiles):
        looks.append(np.stack([t.later[0] if t.later else t.crop for t in tiles]))
    born = np.array([t.born for t in tiles])
    kinds_shown = np.array([-1 if t.shown is None else int(t.shown) for t in tiles])
    d = sorting.drawings(points, looks, log_p, shown, Dealt(hands, kinds_shown))
    told = kinds_told(shown.told)
    held = weighed(d, evidence(d, log_p, told, hands), born, facts, shown.told, hands)
    kinds, ways = assigned(held)
    rng = np.random.default_rng(len(tiles))
    tries = []
    for way in rng.choice(len(WAYS), TRIES, p=ways):
        settled = held.told.copy()
        settled[range(SUITS), WAYS[way]] += SETTLED
        tries.append(assigned(replace(held, told=settled), rng.gumbel(0, 2, held.seen.shape))[0])
    typical = _typical(log_p + told, kinds[d.of], held.family[d.of])
    typical += np.append(np.minimum(held.ink, 0), np.zeros((len(kinds), 1)), axis=1)[d.of, held.family[d.of]]
    tried = np.stack(tries)
    share = (tried[..., None] == np.arange(N_KINDS)).mean(0)
    names = Names(kinds, share, held.family, float(ways.max()), suits_apart(d, held.family), d.numbers, hands)
    said_so = np.isin(born, [fact.born for fact in facts if fact.so and len(fact.kinds) == 1])
    believed = named(names, d.of, d.borne, log_p, said_so)
    sure = (tried == kinds).mean(0)
    return Learnt(born, d.of, kinds, sure, tried, held.family, ways, typical, believed, np.ones(len(born)))


def _typical(said: Floats, kinds: NDArray[np.int64], family: NDArray[np.int64]) -> Floats:
    """How much each tile (n,) by itself is like what its drawing is taken for, of what is read on it, `said` (n, 36)
    nats: the numbers of a family like their suit, whatever number they are."""
    said = normalised(said)
    suits = np.logaddexp.reduce(said[:, :NUMBERED].reshape(-1, SUITS, NUMBERS), axis=2)
    suit = suits[np.arange(len(kinds)), np.minimum(kinds // NUMBERS, SUITS - 1)]
    return np.asarray(np.where((family >= 0) & (kinds < NUMBERED), suit, said[np.arange(len(kinds)), kinds]))
