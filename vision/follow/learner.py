"""A set that nobody showed names itself while it is played with.

Tiles are gathered as they come to rest. Those that bear one drawing are found (`vision.follow.drawings`), all drawings
are named together (`vision.follow.assigning`), and what stays open may be asked (`vision.follow.asking`). What somebody
says of a tile is said of its drawing, and by way of the others of its suit. Nothing is learned of a set that the reader
knows.

Of a household's own set its pictures tell what each face is (`vision.follow.photographed`), and nothing is asked: it is
learned where its pictures hardly tell its faces apart, as where all Craks are one drawing with a small figure in it.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from threading import Lock

import numpy as np

from engine.sight.observation import CERTAIN, FEW_LOOKS, FEWEST, LOOKS, SURE
from engine.tile import N_KINDS, SET_SIZE, Tile
from vision.arrays import Floats, Floats32, Image
from vision.follow.averaged import averaged, moved
from vision.follow.learnt import Fact, Learnt, Rested, learnt
from vision.follow.photographed import photographed
from vision.follow.sorting import Sorting
from vision.follow.tracks import Track
from vision.judge.company import OTHER, in_company
from vision.judge.doubt import by_sureness, familiar, how_known, of_no_suit, sureness
from vision.plane.zones import Zone
from vision.read.counts import Counts
from vision.read.crops import upright
from vision.read.indices import Signs
from vision.read.numerals import Numerals
from vision.read.reader import ALONE, opinion
from vision.read.strangers import Strangers
from vision.read.tileset import TileSet, builtin
from vision.read.together import Shown, Together
from vision.read.upright import as_they_stand, head_up
from vision.read.whole import Others, Whole

MOST_TILES = 2 * sum(tile.copies for tile in Tile)
AGAIN = LOOKS  # later looks that are kept of a tile
TRIES = FEWEST * LOOKS  # how often all is assigned with noise, to see what stays open


class Learner:
    """Gathers the tiles of one set as they come to rest and names them. `gather` is called where pictures are looked
    at, `think` anywhere else, for it takes a while; all others anywhere. It keeps no more tiles than two sets have."""

    def __init__(self, threads: int = 1) -> None:
        self.learnt: Learnt | None = None
        self.facts: tuple[Fact, ...] = ()
        self.shown: TileSet | None = None  # the household's own set that is played with
        self._photos: tuple[Rested, ...] = ()
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
        self._thought_of, self._known = (0, 0), 0.0
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

    def play_with(self, shown: TileSet | None) -> None:
        """From now on a household's own set is played with, or one that nobody showed; nothing of another is known."""
        if shown is not self.shown:
            self.forget()
            self.shown, self._photos = shown, photographed(shown)

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
        if len(tiles) < (FEWEST if self.shown is not None else N_KINDS / 2):
            return self.learnt
        # what somebody says of a set that is known goes for the tiles that look like that one, no further
        log_p, points = np.stack([t.log_p for t in tiles]), np.stack([t.point for t in tiles])
        by_reader = in_company(log_p, points, own_set=self.shown is not None)
        known = self._how_known(tiles, by_reader)
        self._known = known
        # a set that the reader knows, on a print that it does not, is hardly told by a few tiles
        if known >= SURE or (len(tiles) < N_KINDS and known > 1 - CERTAIN):
            return None
        every = (*self._photos, *tiles)
        said, shown = self.read(every)
        made = learnt(every, said, shown, self._sorting, facts, self._hands)
        # the reader may know it: what it reads is worth as much as it is sure, until somebody was asked
        if self.shown is not None or (familiar(known) and not facts):
            learned, photos = made.named.believed().max(1), len(self._photos)
            each = sureness(by_reader, self.shown), learned[photos:]
            worth = by_sureness(each, of_no_suit(by_reader, self.shown))[1]
            made = replace(made, worth=np.append(np.ones(photos), worth))
        return made

    def _how_known(self, tiles: Sequence[Rested], by_reader: Floats32) -> float:
        """How likely the reader knows the set of some tiles, that it reads as log p (n, 37) in company. A household's
        own is known where hardly a tile of a whole set would be read wrongly by its pictures alone."""
        if self.shown is not None:
            return float(self.shown.promise * sureness(by_reader).mean() > 1 - 1 / SET_SIZE)
        log_p, points = np.stack([t.log_p for t in tiles]), np.stack([t.point for t in tiles])
        return how_known(
            by_reader, log_p, points, builtin(), lambda some: self._strange_of([tiles[k] for k in some])[0]
        )

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
                out[n] = held.worth[row[b]] * believed[row[b]]
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
