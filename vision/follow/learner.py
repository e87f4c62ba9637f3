"""A set that nobody showed names itself while it is played with.

Tiles are gathered as they come to rest. Those that bear one drawing are found (`vision.follow.drawings`), all drawings
are named together (`vision.follow.assigning`), and what stays open may be asked (`vision.follow.asking`). What somebody
says of a tile is said of its drawing, and by way of the others of its suit. Nothing is learned of a set that the reader
knows.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN, FEW_LOOKS, FEWEST, LOOKS, NEVER, SURE
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
from vision.follow.averaged import averaged, moved
from vision.follow.chances import Named, Names, named
from vision.follow.drawings import Drawings, usual_inks
from vision.follow.readings import normalised
from vision.follow.sorting import Sorting
from vision.follow.tracks import Track
from vision.follow.weighing import evidence
from vision.judge.company import OTHER, in_company
from vision.judge.doubt import by_sureness, familiar, how_known
from vision.plane.zones import Zone
from vision.read.counts import Counts
from vision.read.crops import upright
from vision.read.indices import Signs, kinds_told, suits_written
from vision.read.numerals import Numerals
from vision.read.reader import ALONE, opinion
from vision.read.strangers import Strangers
from vision.read.tileset import builtin
from vision.read.together import Shown, Together
from vision.read.upright import as_they_stand, head_up
from vision.read.whole import Others, Whole

MOST_TILES = 2 * sum(tile.copies for tile in Tile)
AGAIN = LOOKS  # later looks that are kept of a tile
TRIES = FEWEST * LOOKS  # how often all is assigned with noise, to see what stays open


@dataclass(frozen=True, slots=True, eq=False)
class Rested:
    """A tile at rest: the track's number, the reader's embedding of it (E,), what it is read as by itself, log p (37,),
    a crop (64, 48, 3), those of later looks at it, the quads (4, 2) in which the track lay and that was cut out, and
    how that faces its owner, as of `vision.plane.zones.Place`."""

    born: int
    point: Floats
    log_p: Floats
    crop: Image
    later: tuple[Image, ...] = ()
    lain: Floats32 = field(default_factory=lambda: np.zeros((4, 2), np.float32))
    cut: Floats32 = field(default_factory=lambda: np.zeros((4, 2), np.float32))
    faces: int = 0

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
    `vision.follow.assigning`; `typical` (n,) nats: how much each tile by itself looks like what it is taken for; and
    how far the names of the tiles may be believed, `named` (n,)."""

    born: NDArray[np.int64]
    of: NDArray[np.int64]
    kinds: NDArray[np.int64]
    sure: Floats
    tries: NDArray[np.int64]
    family: NDArray[np.int64]
    ways: Floats
    typical: Floats
    named: Named

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
    are read in the first of its later looks as well."""
    points, looks = np.stack([t.point for t in tiles]), [np.stack([t.crop for t in tiles])]
    if any(t.later for t in tiles):
        looks.append(np.stack([t.later[0] if t.later else t.crop for t in tiles]))
    born = np.array([t.born for t in tiles])
    d = sorting.drawings(points, looks, log_p, shown, hands)
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
    said_so = np.isin(born, [fact.born for fact in facts if fact.so and len(fact.kinds) == 1])
    names = Names(kinds, share, held.family, float(ways.max()), suits_apart(d, held.family), d.numbers)
    believed = named(names, d.of, d.borne, log_p, said_so)
    sure = (tried == kinds).mean(0)
    return Learnt(born, d.of, kinds, sure, tried, held.family, ways, typical, believed)


def _typical(said: Floats, kinds: NDArray[np.int64], family: NDArray[np.int64]) -> Floats:
    """How much each tile (n,) by itself is like what its drawing is taken for, of what is read on it, `said` (n, 36)
    nats: the numbers of a family like their suit, whatever number they are."""
    said = normalised(said)
    suits = np.logaddexp.reduce(said[:, :NUMBERED].reshape(-1, SUITS, NUMBERS), axis=2)
    suit = suits[np.arange(len(kinds)), np.minimum(kinds // NUMBERS, SUITS - 1)]
    return np.asarray(np.where((family >= 0) & (kinds < NUMBERED), suit, said[np.arange(len(kinds)), kinds]))


class Learner:
    """Gathers the tiles of one set as they come to rest and names them. `gather` is called where pictures are looked
    at, `think` anywhere else, for it takes a while; all others anywhere. It keeps no more tiles than two sets have."""

    def __init__(self, threads: int = 1) -> None:
        self.learnt: Learnt | None = None
        self.facts: tuple[Fact, ...] = ()
        self._tiles: dict[int, Rested] = {}
        self._laid: dict[int, int] = {}  # the tile that was laid where a track had followed another
        self._this_hand: frozenset[int] = frozenset()
        self._gone: frozenset[int] = frozenset()  # tiles that lay there in a hand, and did no more in its end
        self._strange: dict[int, tuple[Floats, Floats32]] = {}
        self._signs: dict[int, tuple[Signs, Floats]] = {}
        self._made: dict[int, tuple[int, Image]] = {}  # of how many later looks, and the picture
        self._strangers, self._whole, self._sorting = Strangers(threads), Whole(threads), Sorting(Numerals(threads))
        self._counts, self._together = Counts(threads), Together(threads)
        self._others = Others()
        self._thought_of, self._known, self._worth = (0, 0), 0.0, 1.0
        self._held, self._hands = 0, 1  # tiles so far, in so many hands
        self._past: dict[int, Rested] = {}
        self._in_thought: frozenset[int] = frozenset()
        self._begun = 0  # how often the tiles were numbered anew, or forgotten
        self._changing = Lock()  # the tiles, by who gathers them or begins anew; never held while it is thought

    @property
    def tiles(self) -> tuple[Rested, ...]:
        """The tiles gathered so far, oldest first, and those no longer kept of which something was made."""
        return (*self._past.values(), *self._tiles.values())

    @property
    def known(self) -> float:
        """How likely the reader knows the set; 1 until something was made of its tiles."""
        return 1.0 if self.learnt is None else self._known

    @property
    def due(self) -> bool:
        """Whether so much is new that it is worth thinking."""
        tiles, facts = self._thought_of
        return self._held >= tiles + FEWEST or len(self.facts) > facts

    def gather(self, image: Image, tracks: Sequence[Track]) -> None:
        """Tiles that lie at rest in a picture (H, W, 3): those that are new, and those that were laid where another had
        lain, as where a joker is exchanged."""
        with self._changing:
            self._gather(image, tracks)

    def _gather(self, image: Image, tracks: Sequence[Track]) -> None:
        there = [t for t in tracks if t.known and t.points.size]
        for track in (t for t in there if t.place.zone is Zone.EXPOSURE):  # a discard is only ever taken away
            before = self._tiles.get(self.of_track(track.born))
            if before is not None and _other(track.point, before.point):
                self._laid = self._laid | {track.born: min((*self._tiles, *self._laid.values(), 0)) - 1}
        self._note_gone({self.of_track(t.born) for t in tracks})
        self._look_again(image, [t for t in there if self.of_track(t.born) in self._tiles])
        new = [t for t in there if self.of_track(t.born) not in self._tiles]
        if not new:
            return
        quads = np.stack([t.quad for t in new])
        if self._known < SURE:
            quads = self._whole.lay(image, quads, self._others)
        shown = zip(new, upright(image, quads), quads, strict=True)
        found = [Rested.of(self.of_track(t.born), t, crop, quad) for t, crop, quad in shown]
        self._this_hand |= {t.born for t in found}
        self.hold(found)

    def _look_again(self, image: Image, tracks: Sequence[Track]) -> None:
        """At tiles that were gathered, as long as it shows more of them: one look may be blurred, or a lamp on it."""
        held = [(t, self._tiles[self.of_track(t.born)]) for t in tracks]
        some = [(t, before) for t, before in held if len(before.later) < AGAIN and self._known < SURE]
        quads = [moved(before.cut, before.lain, t.quad) for t, before in some]  # with the bands at their edges
        seen = dict[int, Rested]()
        for (track, before), crop in zip(some, upright(image, np.stack(quads)) if some else (), strict=True):
            if not _other(track.point, before.point):
                seen[before.born] = before.seen_again(track, crop)
        self._tiles = self._tiles | seen

    def _note_gone(self, lying: set[int]) -> None:
        """Notes which of this hand's tiles are not among those that lie there now, by number: called and laid down
        again, or cut out badly, each is there a second time, and a kind would have more copies than there are. Where
        most are gone the table was swept, and they count."""
        if 2 * len(lying) >= len(self._this_hand - self._gone):
            exchanged = set(self._laid)  # on a rack, and no tile that lies there is that one
            self._gone = (self._gone - self._this_hand) | (self._this_hand - lying - exchanged)

    def of_track(self, born: int) -> int:
        """The number of the tile that a track follows: the track's own, but where another tile was laid in its place. A
        number stays its tile's, whatever is asked of it and told meanwhile."""
        return self._laid.get(born, born)

    def hold(self, tiles: Sequence[Rested]) -> None:
        """Keeps these as well, as many as there is room for."""
        short = len(self._tiles) + len(tiles) - MOST_TILES
        if short > 0:
            self._make_room(short)
        new = list(tiles)[: MOST_TILES - len(self._tiles)]
        self._tiles = self._tiles | {t.born: t for t in new}
        self._held += len(new)

    def _make_room(self, tiles: int) -> None:
        """For so many: those that are gone are kept no longer, then those of past hands, oldest first. What was made
        of them may still be asked about."""
        told = {fact.born for fact in self.facts}
        may = [b for b in self._tiles if b not in told and (b in self._gone or b not in self._this_hand)]
        out = frozenset(sorted(may, key=lambda b: b not in self._gone)[:tiles])
        shown = self._in_thought if self.learnt is None else self._in_thought | set(self.learnt.born.tolist())
        past = self._past | {b: self._tiles[b] for b in out}
        self._past = {b: t for b, t in past.items() if b in shown}
        self._tiles = {b: t for b, t in self._tiles.items() if b not in out}

    def begin(self) -> None:
        """The tiles that lie there are followed anew, with other numbers: what was gathered before is another's."""
        with self._changing:
            self._begin()

    def _begin(self) -> None:
        self._begun += 1
        past = min((*self._tiles, 0))

        def moved(born: int) -> int:
            return born if born < 0 else past - 1 - born

        self._tiles = {moved(b): replace(t, born=moved(b)) for b, t in self._tiles.items()}
        self._this_hand, self._gone = (frozenset(map(moved, some)) for some in (self._this_hand, self._gone))
        self._strange = {moved(b): row for b, row in self._strange.items()}
        self._signs = {moved(b): row for b, row in self._signs.items()}
        self._made = {moved(b): row for b, row in self._made.items()}
        self.facts = tuple(replace(fact, born=moved(fact.born)) for fact in self.facts)
        self.learnt, self._thought_of, self._laid, self._past = None, (0, 0), {}, {}

    def tell(self, *facts: Fact) -> None:
        """Somebody said so."""
        self.facts = (*self.facts, *facts)

    def next_hand(self) -> None:
        """The same tiles are played with again: each may have been seen twice by its end."""
        with self._changing:
            self._hands += 1
            self._this_hand = frozenset()

    def forget(self) -> "Learner":
        """Another set is played with, or this one is to be learned anew. As it was before, for `again`."""
        with self._changing:
            before, self._begun = copy(self), self._begun + 1
            self.learnt, self.facts, self._tiles, self._thought_of, self._held = None, (), {}, (0, 0), 0
            self._strange, self._signs, self._made, self._known = {}, {}, {}, 0.0
            self._others, self._laid, self._this_hand, self._gone = Others(), {}, frozenset(), frozenset()
            self._past, self._hands = {}, 1
        return before

    def again(self, before: "Learner") -> None:
        """What was forgotten last is known again."""
        with self._changing:
            begun, same_tracks = self._begun + 1, self._begun == before._begun + 1
            vars(self).update(vars(before) | {"_begun": begun})
            if not same_tracks:
                self._begin()

    def think(self) -> None:
        """Makes of the tiles what can be made of them; nothing, where they were begun anew or forgotten meanwhile."""
        begun = self._begun
        made = self._thought()
        with self._changing:
            if self._begun == begun:
                self.learnt = made
            else:  # what was read is kept by numbers that are others' now
                self._strange, self._signs, self._made, self._thought_of = {}, {}, {}, (0, 0)
                self._known = 0.0

    def _thought(self) -> Learnt | None:
        """What can be made of the tiles."""
        held, facts = tuple(map(self._pictured, tuple(self._tiles.values()))), self.facts
        self._thought_of = self._held, len(facts)
        self._made = {t.born: self._made[t.born] for t in held if t.born in self._made}
        told = {fact.born for fact in facts}
        tiles = tuple(t for t in held if t.born in told or t.born not in self._gone)
        self._in_thought = frozenset(t.born for t in tiles)
        log_p = np.stack([t.log_p for t in tiles]) if tiles else np.zeros((0, N_KINDS + 1))
        points = np.stack([t.point for t in tiles]) if tiles else np.zeros((0, 0))
        if len(tiles) < N_KINDS / 2:
            return self.learnt
        # what somebody says of a set that is known goes for the tiles that look like that one, no further
        by_reader = in_company(log_p, points)
        known = how_known(
            by_reader, log_p, points, builtin(), lambda some: self._strange_of([tiles[k] for k in some])[0]
        )
        self._known = known
        # a set that the reader knows, on a print that it does not, is hardly told by a few tiles
        if known >= SURE or (len(tiles) < N_KINDS and known > 1 - CERTAIN):
            return None
        said, shown = self.read(tiles)
        made = learnt(tiles, said, shown, self._sorting, facts, self._hands)
        # the reader may know it: what it reads is worth as much as it is sure, until somebody was asked
        half_known = familiar(known) and not facts
        self._worth = float(by_sureness([by_reader, np.log(made.named.believed())])[1]) if half_known else 1.0
        return made

    def _pictured(self, tile: Rested) -> Rested:
        """A tile as all looks at it show it together, made anew whenever a few more have come; and the first look."""
        looks, crop = self._made.get(tile.born, (0, tile.crop))
        if len(tile.later) >= looks + FEW_LOOKS:
            looks, crop = len(tile.later), averaged((tile.crop, *tile.later))
            self._made = self._made | {tile.born: (looks, crop)}
            for read in (self._strange, self._signs):
                read.pop(tile.born, None)
        return replace(tile, crop=crop, later=(tile.crop,) if looks else ())

    def read(self, tiles: Sequence[Rested]) -> tuple[Floats, Shown]:
        """What some tiles are read as together, as a set that nobody knows is: log p (n, 36), and what they show."""
        points, crops = np.stack([t.point for t in tiles]), np.stack([t.crop for t in tiles])
        new = [t for t in tiles if t.born not in self._signs]
        if new:
            cut = np.stack([t.crop for t in new])
            written, counted = self._whole.indices.signs(cut), self._counts.shares(cut)
            self._signs |= {t.born: (written.of(k), counted[k]) for k, t in enumerate(new)}
        found, counts = zip(*(self._signs[t.born] for t in tiles), strict=True)
        signs, log_p = Signs.joined(found), np.stack([t.log_p for t in tiles])
        alone, upside = self._strange_of(tiles)
        up = head_up(crops, signs.shares, points, upside, faces=np.array([t.faces for t in tiles]))
        stand = as_they_stand(signs, up)
        shown = Shown(log_p, alone, stand, np.stack(counts), points, crops, signs, up)
        return self._together.read(shown), shown

    def _strange_of(self, tiles: Sequence[Rested]) -> tuple[Floats, Floats]:
        """What the network for unknown sets reads on some of the tiles: log p (k, 37); and the logit that each is
        upside down, as it is cut out and turned over (2, k)."""
        new = [t for t in tiles if t.born not in self._strange]
        if new:
            said, upside = self._strangers.both_ways(np.stack([t.crop for t in new]))
            none = np.zeros((len(new), 1), np.float32)
            read = opinion(said, none, ALONE, self._strangers.temperature)
            self._strange |= {t.born: (read[k].astype(np.float64), upside[:, k]) for k, t in enumerate(new)}
        log_p, ways = zip(*(self._strange[t.born] for t in tiles), strict=True)
        return np.stack(log_p), np.stack(ways, axis=1)

    def reads(self, born: Sequence[int]) -> Floats:
        """How likely the tiles of tracks (n,) are each kind (n, 36), as far as it is known: where nothing is, 0, and
        where the reader may know the set, a part."""
        held, out = self.learnt, np.zeros((len(born), N_KINDS))
        if held is None:
            return out
        believed, row = held.named.believed(), {int(b): k for k, b in enumerate(held.born)}
        for n, b in enumerate(map(self.of_track, born)):
            if b in row:
                out[n] = self._worth * believed[row[b]]
        return out


def _other(point: Floats, before: Floats) -> bool:
    """Whether another drawing is seen where one was seen before, by their embeddings (E,)."""
    return point.shape != before.shape or float(1 - point @ before) > OTHER


class AtOnce(Learner):
    """Thinks about what it gathers there and then: where pictures are looked at one after another, as fast as they
    come, and nobody else waits."""

    def gather(self, image: Image, tracks: Sequence[Track]) -> None:
        """As of any learner."""
        super().gather(image, tracks)
        if self.due:
            self.think()
