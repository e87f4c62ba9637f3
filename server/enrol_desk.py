"""The desk on which a household's tiles are learned from photographs: the tiles cut out of them, each with its name, a
way back from every step, and how well the set would be read.

One enrolment at a time lies there, in memory; photographs are forgotten once their tiles have been cut out. Names hold
at once, and what they are worth is worked out beside: it takes seconds.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations, count

import numpy as np

from engine.tile import SUIT_WORDS, Tile, code, read_tile
from vision.arrays import Floats32, Image
from vision.enrol import Enrolment, Sample, gather, learn
from vision.enrol_copies import copied, glance
from vision.eyes import Eyes
from vision.read.weights import cores

ALIKE = 0.75  # cosine of two pictures of one drawing
STEPS_BACK = 50  # each holds no picture of its own
KNOWN = "the same picture as one that lies here already, which shows nothing new; left out"


def other_suit(tile: Tile, suits: str) -> Tile:
    """Of two suits, by their letters in a tile's code as in "BC", the tile of the other; any other tile as it is.

    >>> other_suit(Tile.B3, "BC"), other_suit(Tile.D3, "BC"), other_suit(Tile.EAST, "BC")
    (<Tile.C3: 11>, <Tile.D3: 20>, <Tile.EAST: 28>)
    """
    number, suit = code(tile)[:1], code(tile)[1:]
    return read_tile(number + suits[1 - suits.index(suit)]) if tile < Tile.NORTH and suit in suits else tile


@dataclass(frozen=True, slots=True)
class Lain:
    """A photographed tile. `number`: no other ever has it; `likely`: what it may be, likeliest first, where that is not
    clear; `told`: somebody named it; `turned`: somebody exchanged its suit for another."""

    number: int
    sample: Sample
    likely: tuple[Tile, ...] = ()
    told: bool = False
    turned: bool = False

    @property
    def tile(self) -> Tile:
        return self.sample.tile

    def likeness(self, other: "Lain") -> float:
        """Cosine of the two pictures."""
        return float(self.sample.found.embeddings[0] @ other.sample.found.embeddings[0])

    def named(self, tile: Tile) -> "Lain":
        """The same tile, as somebody says what it is."""
        return replace(self, sample=replace(self.sample, tile=tile), likely=(), told=True)

    def exchanged(self, suits: str) -> "Lain":
        """The same tile, of the other of two suits where it is of one of them; as it is where somebody named it."""
        tile = other_suit(self.tile, suits)
        if self.told or tile is self.tile:
            return self
        likely = tuple(other_suit(one, suits) for one in self.likely)
        return replace(self, sample=replace(self.sample, tile=tile), likely=likely, turned=True)

    def as_named(self, other: "Lain") -> "Lain":
        """The same tile, named as somebody says that another is that looks like it."""
        return replace(self.named(other.tile), told=other.told, turned=other.turned)


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies on the desk: tiles, a glance at each photograph that they were cut out of, and the name that
    the set was saved under, empty before it was."""

    tiles: tuple[Lain, ...] = ()
    photos: tuple[Floats32, ...] = ()
    saved: str = ""

    def numbered(self, number: int) -> Lain | None:
        return next((one for one in self.tiles if one.number == number), None)

    def alike(self, one: Lain) -> tuple[int, ...]:
        """The numbers of the tiles that have the same name and look like that one, itself among them."""
        return tuple(t.number for t in self.tiles if t.tile is one.tile and t.likeness(one) > ALIKE)

    def by_kind(self) -> Mapping[Tile, tuple[Lain, ...]]:
        """The tiles of each kind, all 36 kinds."""
        return {kind: tuple(one for one in self.tiles if one.tile is kind) for kind in Tile}

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Which suits can be exchanged, as `exchange` has them and in words: two of one of which at least tiles that
        nobody named lie here."""
        here = {code(one.tile)[1] for one in self.tiles if not one.told and one.tile < Tile.NORTH}
        return tuple(
            (a + b, f"{SUIT_WORDS[a]}s and {SUIT_WORDS[b]}s") for a, b in combinations(SUIT_WORDS, 2) if here & {a, b}
        )

    @property
    def unsure(self) -> int:
        return sum(bool(one.likely) for one in self.tiles)

    @property
    def once(self) -> int:
        """Of how many kinds one picture lies here, by which nobody can tell how well they will be read."""
        return sum(len(found) == 1 for found in self.by_kind().values())


class Desk:
    """Call every method on the event loop. `learned` is the set that the tiles make, None until that is worked out;
    `says` was wrong with the photographs that came last; `reading`: one lot of photographs at a time."""

    def __init__(self) -> None:
        self.laid = Laid()
        self.learned: Enrolment | None = None
        self.says: tuple[str, ...] = ()
        self.reading = asyncio.Lock()
        self._before: list[Laid] = []
        self._numbers = count()
        self._judging = asyncio.Lock()
        self._eyes: Eyes | None = None

    @property
    def can_undo(self) -> bool:
        return bool(self._before)

    async def lay(self, photos: Mapping[str, Image]) -> None:
        """Cut out and name the tiles of more photographs, beside those that lie here. A tile that looks most like one
        that somebody named takes its name. Raises EnrolError, ReaderError, WeightsError."""
        here = self.laid.photos
        glances = {photo: glance(image) for photo, image in photos.items()}
        fresh = {photo: image for photo, image in photos.items() if not copied(glances[photo], here)}
        found, says = await asyncio.to_thread(self._found, fresh) if fresh else ((), ())
        self.says = (*(f"{photo}: {KNOWN}" for photo in photos if photo not in fresh), *says)
        if found:
            now = self.laid
            named = tuple(_named_before(one, now.tiles) for one in found)
            self._become(
                replace(now, tiles=now.tiles + named, photos=now.photos + tuple(glances[photo] for photo in fresh))
            )

    def name(self, number: int, tile: Tile | None, only: bool) -> None:
        """Give that tile, and those that look like it unless `only`, another name; None takes them away."""
        one = self.laid.numbered(number)
        if one is None:
            return
        which = (number,) if only else self.laid.alike(one)
        if tile is None:
            tiles = tuple(t for t in self.laid.tiles if t.number not in which)
        else:
            tiles = tuple(t.named(tile) if t.number in which else t for t in self.laid.tiles)
        self._become(replace(self.laid, tiles=tiles))

    def exchange(self, suits: str) -> None:
        """Exchange two suits, by their letters in a tile's code as in "BC": a set that the reader does not know may
        tell its numbers and not which suit is which. What somebody named stays."""
        self._become(replace(self.laid, tiles=tuple(one.exchanged(suits) for one in self.laid.tiles)))

    def clear(self) -> None:
        self.says = ()
        self._become(Laid())

    def undo(self) -> None:
        """As it was before the last step."""
        if self._before:
            self.laid, self.learned, self.says = self._before.pop(), None, ()

    def saved(self, name: str) -> None:
        self.laid = replace(self.laid, saved=name)

    async def judged(self) -> Enrolment | None:
        """The set that the tiles make, and how well it will be read; None where there are no tiles."""
        async with self._judging:
            while self.laid.tiles and self.learned is None:
                tiles = self.laid.tiles
                learned = await asyncio.to_thread(self._learn, [one.sample for one in tiles])
                if tiles is self.laid.tiles:
                    self.learned = learned
        return self.learned

    def _become(self, laid: Laid) -> None:
        self._before = [*self._before[1 - STEPS_BACK :], self.laid]
        self.laid, self.learned = laid, None

    def _learn(self, samples: list[Sample]) -> Enrolment:
        return learn("our tiles", samples, self._opened().reader)

    def _found(self, photos: dict[str, Image]) -> tuple[tuple[Lain, ...], tuple[str, ...]]:
        """The tiles of photographs, and what is wrong with those. Slow: not for the event loop."""
        asked: list[tuple[Image, tuple[Tile, ...]]] = []

        def guess(crop: Image, likeliest: tuple[Tile, ...]) -> Tile:
            asked.append((crop, likeliest))
            return likeliest[0]

        samples, says = gather(photos, self._opened(), ask=guess)
        unsure = [next((likely for crop, likely in asked if np.array_equal(s.crop, crop)), ()) for s in samples]
        found = (Lain(next(self._numbers), s, likely) for s, likely in zip(samples, unsure, strict=True))
        return tuple(found), says

    def _opened(self) -> Eyes:
        if self._eyes is None:
            self._eyes = Eyes(threads=cores())
        return self._eyes


def _named_before(one: Lain, here: tuple[Lain, ...]) -> Lain:
    """A tile that comes to lie beside others, named as the one that it looks most like, if somebody named that."""
    nearest = max(here, key=one.likeness, default=None)
    if nearest is None or not (nearest.told or nearest.turned) or nearest.likeness(one) <= ALIKE:
        return one
    return one.as_named(nearest)
