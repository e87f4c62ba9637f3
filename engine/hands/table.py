"""Which hands of the card a rack can still become, how far away each is, what wins, and what is provably dead.

How far a rack is from a concrete hand: every tile of the hand that no natural fills is missing, and jokers fill as
many of those as stand in groups that take jokers. Per tile kind t with n naturals, a hand wants s(t) tiles *strictly*
(singles, pairs, mixed groups: JOK-02 ... JOK-04) and f(t) tiles *flexibly* (groups that take jokers). Naturals go to
strict places first, since nothing else can fill them. With j jokers:

    missing = sum over t of max(0, s - n)  +  max(0, (sum over t of max(0, f - max(0, n - s))) - j)

Both sums are kept in one number, strict * 256 + flexible. For an empty rack that number is the whole hand; what n
naturals of one kind take off it is a precomputed row with one entry per hand. Ranking a rack is then one small gather
and one sum over the kinds it holds, for all hands at once. Tiles that stand exposed are gone from the rack and from
the hands: a seat with exposures is searched in a smaller table made of what is left of the hands that fit.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.card import HAND_SIZE, Card, Group, Hand, Line
from engine.tile import N_KINDS, SET_SIZE, Tile

Exposure = Sequence[Tile]  # a group standing on top of a rack, jokers included
Int8s = npt.NDArray[np.int8]
Words = npt.NDArray[np.uint16]
Bools = npt.NDArray[np.bool_]

NATURAL_KINDS = N_KINDS - 1  # all but the joker, which is the last
COPIES = np.array([tile.copies for tile in Tile], dtype=np.int16)
_FIRST = np.concatenate(([0], np.cumsum(COPIES[:NATURAL_KINDS])[:-1])).tolist()
# Row of n naturals of kind t; more than the set holds counts as all of them. _ROW[t][0] is never used.
_ROW = [[_FIRST[t] + min(n, int(COPIES[t])) - 1 for n in range(SET_SIZE + 1)] for t in range(NATURAL_KINDS)]
_KIND = np.repeat(np.arange(NATURAL_KINDS), COPIES[:NATURAL_KINDS])  # the kind of each row
_HELD = np.concatenate([np.arange(1, n + 1) for n in COPIES[:NATURAL_KINDS]]).astype(np.uint16)[:, None]
_KEPT_TABLES = 512  # exposures met or considered lately; a table for exposures is some 20 kB


@dataclass(frozen=True, slots=True)
class Win:
    """A hand of the card that the fourteen tiles are. `jokerless`: they hold no joker (PAY-04)."""

    line: Line
    hand: Hand
    jokerless: bool


class HandTable:
    """All concrete hands of a card, laid out for searching. Build it once per card; it never changes.

    `lines[line_of[h]]` is the line of hand `h`. `strict` and `flexible` are (35, n) int8: naturals of each kind that a
    hand wants where no joker may stand, and where one may; `wanted` is their sum. Exposed groups are not in them.
    `index[h]` is the number of the hand in the table of the whole card; it differs from `h` only in the smaller tables
    of `after`.
    """

    def __init__(self, card: Card) -> None:
        self.card = card
        self.lines: tuple[Line, ...] = card.lines
        self.hands: tuple[Hand, ...] = tuple(hand for line in card.lines for hand in line.hands)
        sizes = [len(line.hands) for line in card.lines]
        self.line_of = np.repeat(np.arange(len(sizes), dtype=np.int16), sizes)
        self.index = np.arange(len(self.hands), dtype=np.int32)
        self.exposures: tuple[tuple[Tile, ...], ...] = ()
        kinds: dict[Group, int] = {}
        self._ids = tuple(tuple(kinds.setdefault(group, len(kinds)) for group in hand) for hand in self.hands)
        self._groups = tuple(kinds)
        self.flower_wild = any(group.flowers for group in kinds)
        self._holding: dict[tuple[Tile, int], list[int]] = {}  # hands by kind and size of their groups of like tiles
        self._alike: dict[tuple[Tile, int], list[int]] = {}  # groups of like tiles by kind and size
        for k, group in enumerate(kinds):
            if group.alike:
                self._alike.setdefault((group.tiles[0], len(group.tiles)), []).append(k)
        self._mixed = [k for k, group in enumerate(kinds) if not group.alike]
        self._stands: dict[tuple[Tile, ...], frozenset[int]] = {}
        members = [(k, h) for h, ids in enumerate(self._ids) for k in ids]
        size_of = {k: place for place, ks in self._alike.items() for k in ks}
        for k, h in members:
            if k in size_of:
                self._holding.setdefault(size_of[k], []).append(h)
        self._fill(kinds, members)
        self._after: dict[tuple[tuple[Tile, ...], ...], HandTable] = {}

    def _fill(self, kinds: dict[Group, int], members: list[tuple[int, int]]) -> None:
        n = len(self.hands)
        rows = np.zeros((3, len(kinds), NATURAL_KINDS), dtype=np.int8)  # strict, jokers, jokers and flowers
        for group, index in kinds.items():
            layer = 2 if group.flowers else 1 if group.jokers else 0
            for tile in group.tiles:
                rows[layer, index, tile] += 1
        pairs = np.array(members, dtype=np.int32).reshape(-1, 2)
        sums = np.zeros((3, n, NATURAL_KINDS), dtype=np.int8)
        for layer in range(3):
            if rows[layer].any():
                np.add.at(sums[layer], pairs[:, 1], rows[layer][pairs[:, 0]])
        self.strict: Int8s = np.ascontiguousarray(sums[0].T)
        self.flexible: Int8s = np.ascontiguousarray((sums[1] + sums[2]).T)
        self.wild: Int8s | None = np.ascontiguousarray(sums[2].T) if self.flower_wild else None
        self.concealed: Bools = np.array([self.lines[i].concealed for i in self.line_of], dtype=np.bool_)
        self.wanted: Int8s = self.strict + self.flexible
        self._precompute()

    def _precompute(self) -> None:
        """`_gains[_FIRST[t] + n - 1]` is what n naturals of kind t take off `_whole`, per hand, as strict * 256 +
        flexible."""
        strict, flexible = self.strict.astype(np.uint16), self.flexible.astype(np.uint16)
        self._whole: Words = (strict.sum(axis=0) * 256 + flexible.sum(axis=0)).astype(np.uint16)
        self._gains: Words = np.minimum(_HELD, strict[_KIND])  # first to the strict places
        in_flexible = np.minimum(_HELD - self._gains, flexible[_KIND])
        self._gains *= 256
        self._gains += in_flexible

    def __len__(self) -> int:
        return len(self.hands)

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays of this table."""
        arrays = (self.strict, self.flexible, self.wanted, self.line_of, self.concealed, self._whole, self._gains)
        return sum(a.nbytes for a in arrays) + (self.wild.nbytes if self.wild is not None else 0)

    def missing(self, counts: Sequence[int]) -> Int8s:
        """Tiles short of each hand, (n,) int8, for a rack of `counts` per kind (36, jokers last; no exposed tiles)."""
        return self.missing_of(self.shortage(counts), counts)

    def missing_of(self, shortage: Words, counts: Sequence[int]) -> Int8s:
        """As `missing`, from a `shortage` that is known already; jokers (and wild flowers) of `counts` are placed."""
        strict = (shortage >> 8).astype(np.int8)
        flexible = shortage.astype(np.uint8).view(np.int8)  # the low byte; never above 14
        if self.wild is not None:
            flexible = flexible - self.flowers_standing_in(counts)
        held = np.int8(min(counts[Tile.JOKER], HAND_SIZE))
        if held:
            np.maximum(flexible, held, out=flexible)
            flexible -= held
        strict += flexible
        return strict

    def shortage(self, counts: Sequence[int]) -> Words:
        """What naturals leave open, (n,) uint16 in words of strict * 256 + flexible: jokers are not placed yet."""
        rows = [_ROW[t][n] for t, n in enumerate(counts[:NATURAL_KINDS]) if n]
        if not rows:
            return self._whole.copy()
        open_places: Words = self._whole - np.add.reduce(self._gains.take(rows, axis=0), axis=0)
        return open_places

    def gain(self, tile: Tile, held: int) -> Words:
        """What `held` naturals of a kind take off `shortage`, (n,) uint16."""
        return self._gains[_ROW[tile][held]] if held else np.zeros(len(self), np.uint16)

    def flowers_standing_in(self, counts: Sequence[int]) -> Int8s:
        """How many short places spare flowers fill on cards that play flowers wild, (n,) int8."""
        assert self.wild is not None
        held = np.asarray(counts[:NATURAL_KINDS], dtype=np.int8)[:, None]
        short = np.maximum(0, self.flexible - np.maximum(0, held - self.strict))
        fillable = np.minimum(short, self.wild).sum(axis=0, dtype=np.int8)
        own = self.strict[Tile.FLOWER] + self.flexible[Tile.FLOWER]
        spare = np.maximum(0, np.int8(counts[Tile.FLOWER]) - own)
        standing_in: Int8s = np.minimum(fillable, spare)
        return standing_in

    def after(self, exposures: Sequence[Exposure]) -> "HandTable":
        """The table of what is left once `exposures` stand: only hands in which each of them is a whole group of its
        own, without those groups. Hands of concealed lines drop out (CALL-12). Kept, so asking again costs nothing."""
        key = tuple(sorted(tuple(sorted(exposure)) for exposure in exposures))
        if not key:
            return self
        if key not in self._after:
            if len(self._after) >= _KEPT_TABLES:
                self._after.pop(next(iter(self._after)))
            self._after[key] = self._without(key)
        return self._after[key]

    def forget(self) -> None:
        """Drop the tables kept by `after`."""
        self._after.clear()

    def _candidates(self, exposures: tuple[tuple[Tile, ...], ...], keep: Bools) -> list[int]:
        """Of the hands to `keep`, those that hold a group of the size and kind of each exposure; some may not fit."""
        for exposure in exposures:
            kind = _only_kind(exposure)
            if kind is None or self.flower_wild or self._mixed_with_jokers:
                continue
            has = np.zeros(len(self), dtype=np.bool_)
            has[self._holding.get((kind, len(exposure)), ())] = True
            keep = keep & has
        return np.flatnonzero(keep).tolist()

    @cached_property
    def _mixed_with_jokers(self) -> bool:
        return any(self._groups[k].jokers for k in self._mixed)

    def _standing(self, exposure: tuple[Tile, ...]) -> frozenset[int]:
        """The groups of the card that an exposure may be. Kept: there are only so many exposures."""
        known = self._stands.get(exposure)
        if known is None:
            known = self._stands[exposure] = self._standing_anew(exposure)
        return known

    def _standing_anew(self, exposure: tuple[Tile, ...]) -> frozenset[int]:
        kind = _only_kind(exposure)
        among: Sequence[int] = range(len(self._groups))
        if kind is not None and not self.flower_wild:
            among = [*self._alike.get((kind, len(exposure)), ()), *self._mixed]
        return frozenset(k for k in among if stands_for(exposure, self._groups[k]))

    def only_concealed(self, exposures: Sequence[Exposure]) -> bool:
        """Whether concealed lines hold all these groups, so that the exposures would fit if they were not exposed."""
        shown = tuple(tuple(exposure) for exposure in exposures)
        standing = [self._standing(exposure) for exposure in shown]
        return any(_takings(self._ids[h], standing) for h in self._candidates(shown, self.concealed))

    def _without(self, exposures: tuple[tuple[Tile, ...], ...]) -> "HandTable":
        standing = [self._standing(exposure) for exposure in exposures]
        kept: list[int] = []
        taken: list[list[tuple[int, int]]] = [[] for _ in exposures]  # group, place in the smaller table
        for h in self._candidates(exposures, ~self.concealed):
            for way in _takings(self._ids[h], standing):
                for column, k in zip(taken, way, strict=True):
                    column.append((k, len(kept)))
                kept.append(h)
        table = object.__new__(HandTable)
        table.card, table.lines = self.card, self.lines
        table.hands = tuple(self.hands[h] for h in kept)
        table.line_of = self.line_of[kept]
        table.index = self.index[kept]
        table.exposures = exposures
        table.flower_wild = self.flower_wild
        table._after = {}
        table._groups, table._ids, table._holding, table._alike, table._mixed = (), (), {}, {}, []
        table._stands = {}
        table.concealed = np.zeros(len(kept), dtype=np.bool_)
        table.strict = np.ascontiguousarray(self.strict[:, kept])
        table.flexible = np.ascontiguousarray(self.flexible[:, kept])
        table.wild = None if self.wild is None else np.ascontiguousarray(self.wild[:, kept])
        for column in taken:
            places: dict[int, list[int]] = {}
            for k, i in column:
                places.setdefault(k, []).append(i)
            for k, rows in places.items():
                table._take_off(self._groups[k], rows)
        table.wanted = table.strict + table.flexible
        table._precompute()
        return table

    def _take_off(self, group: Group, hands: list[int]) -> None:
        """Those hands no longer want the tiles of this group."""
        for tile in group.tiles:
            (self.flexible if group.jokers else self.strict)[tile, hands] -= 1
            if group.flowers and self.wild is not None:
                self.wild[tile, hands] -= 1

    @cached_property
    def first_of_line(self) -> npt.NDArray[np.intp]:
        """Where in the table each line that has hands begins; lines stand in card order."""
        return np.flatnonzero(np.r_[True, self.line_of[1:] != self.line_of[:-1]]) if len(self) else np.zeros(0, np.intp)

    @cached_property
    def lines_held(self) -> npt.NDArray[np.int32]:
        """The lines that have hands in the table, in card order; `first_of_line` is where each begins."""
        return self.line_of[self.first_of_line].astype(np.int32)

    @cached_property
    def _by_value_held(self) -> npt.NDArray[np.int32]:
        """`by_value` of the lines that have hands in the table, in card order."""
        return self.by_value[self.lines_held]

    def value_held(self, left: "HandTable") -> npt.NDArray[np.int32]:
        """`by_value` of the lines that have hands in `left`, which is this table after exposures."""
        return self._by_value_held if left is self else self.by_value[left.lines_held]

    def lines_without(self, left: "HandTable") -> tuple[int, ...]:
        """The lines that have no hands in `left`, the most valuable first."""
        held = set(left.lines_held.tolist())
        return tuple(sorted(set(range(len(self.lines))) - held, key=self.by_value.__getitem__))

    @cached_property
    def by_value(self) -> npt.NDArray[np.int32]:
        """The place of each line when the most valuable come first, else in card order."""
        order = sorted(range(len(self.lines)), key=lambda i: -self.lines[i].value)
        places = np.empty(len(order), dtype=np.int32)
        places[order] = np.arange(len(order), dtype=np.int32)
        return places


def counts_of(tiles: Sequence[Tile]) -> list[int]:
    """How many of each of the 36 kinds."""
    counts = [0] * N_KINDS
    for tile in tiles:
        counts[tile] += 1
    return counts


def stands_for(exposure: Exposure, group: Group) -> bool:
    """Whether the exposure is the group, whole, with jokers (or wild flowers) only where the group takes them."""
    if len(exposure) != len(group.tiles):
        return False
    if group.jokers:
        allowed = {*group.tiles, Tile.JOKER, *([Tile.FLOWER] if group.flowers else [])}
        if group.alike:
            return allowed.issuperset(exposure)
        left = Counter(exposure)
        left.subtract(group.tiles)
        return all(n <= 0 or t is Tile.JOKER or (group.flowers and t is Tile.FLOWER) for t, n in left.items())
    return sorted(exposure) == sorted(group.tiles)


def _only_kind(exposure: Sequence[Tile]) -> Tile | None:
    """The kind of which an exposure is made beside jokers; None for jokers alone and for mixed groups."""
    kinds = {*exposure} - {Tile.JOKER}
    return kinds.pop() if len(kinds) == 1 else None


def _takings(ids: Sequence[int], standing: Sequence[frozenset[int]]) -> list[tuple[int, ...]]:
    """Every way to give each exposure a group of its own among `ids`; ways that leave the same are one.

    There is more than one only where an exposure could be either of two different groups.
    """
    if not standing:
        return [()]
    ways: dict[tuple[int, ...], tuple[int, ...]] = {}
    for k in standing[0].intersection(ids):
        rest = list(ids)
        rest.remove(k)
        for more in _takings(rest, standing[1:]):
            way = (k, *more)
            ways.setdefault(tuple(sorted(way)), way)
    return list(ways.values())


def wins(table: HandTable, tiles: Sequence[Tile], exposures: Sequence[Exposure] = ()) -> tuple[Win, ...]:
    """The hands that fourteen tiles are, most valuable first; none if it is no mah jongg.

    `tiles` are all fourteen, exposed ones included; `exposures` are those of them that stand on the rack (MAHJ-05).
    Raises ValueError when the exposures are not among the tiles.
    """
    if len(tiles) != HAND_SIZE:
        return ()
    counts = concealed_counts(tiles, exposures)
    left = table.after(exposures)
    jokerless = Tile.JOKER not in tiles
    found = {int(left.index[h]): h for h in np.flatnonzero(left.missing(counts) == 0)}
    ordered = sorted(found.values(), key=lambda h: -left.lines[left.line_of[h]].value)
    return tuple(Win(left.lines[left.line_of[h]], left.hands[h], jokerless) for h in ordered)


def all_but_jokers(table: HandTable, tiles: Sequence[Tile]) -> Line | None:
    """The most valuable line that fourteen tiles would be if its singles and pairs took jokers too; None if none."""
    counts = counts_of(tiles)
    if len(tiles) != HAND_SIZE or not counts[Tile.JOKER]:
        return None
    shortage = table.shortage(counts)
    places = (shortage >> 8) + (shortage & 255)
    lines = {int(table.line_of[h]) for h in np.flatnonzero(places == counts[Tile.JOKER])}
    return max((table.lines[i] for i in lines), key=lambda line: line.value, default=None)


def concealed_counts(tiles: Sequence[Tile], exposures: Sequence[Exposure]) -> list[int]:
    """The rack without its exposures, as counts per kind. Raises ValueError when an exposed tile is not in `tiles`."""
    counts = counts_of(tiles)
    for exposure in exposures:
        for tile in exposure:
            counts[tile] -= 1
            if counts[tile] < 0:
                raise ValueError(f"{tile.words} stands exposed, but is not among the tiles")
    return counts


def fits(table: HandTable, exposures: Sequence[Exposure]) -> tuple[tuple[Line, Hand], ...]:
    """Line and hand of everything a seat's exposures still allow (concealed lines drop out at the first exposure)."""
    left = table.after(exposures)
    return tuple((left.lines[left.line_of[h]], left.hands[h]) for h in np.unique(left.index, return_index=True)[1])
