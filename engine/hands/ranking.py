"""A rack against the whole card: the lines in order, what is needed, what each draw and each discard does to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

import numpy as np

from engine.card import HAND_SIZE, Hand, Line
from engine.hands.proof import Prospect, living, prospects, why_dead
from engine.hands.table import NATURAL_KINDS, Bools, Exposure, HandTable, Int8s, Words, concealed_counts, counts_of
from engine.tile import N_KINDS, Tile

_NATURALS = tuple(Tile)[:NATURAL_KINDS]
_COPIES = tuple(tile.copies for tile in Tile)
_DEAD = np.int8(64)  # above every distance: a hand that cannot come any more counts as so much farther
_DISTANCE = np.int8(63)
_MOST_LINES = np.int32(1 << 20)
_NOTHING = counts_of(())
FAR = 127  # farther than any hand: what an impossible hand counts as


@dataclass(frozen=True, slots=True)
class Chance:
    """How near a rack is to one line, by its nearest concrete hand that can still come, else by its nearest.

    `missing`: tiles short, jokers placed as well as the rules allow. `needs`: that many naturals, in the order of the
    hand. `alive` is False when the tiles seen prove that the line cannot be finished; `why` says so in words.
    """

    line: Line
    hand: Hand | None
    missing: int
    needs: tuple[Tile, ...]
    alive: bool = True
    why: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """What discarding `tile` leaves: `missing` of the nearest living hand, `useful` the kinds that then bring it nearer
    when drawn (jokers included), `outs` how many of those nobody has seen yet."""

    tile: Tile
    missing: int
    useful: tuple[Tile, ...]
    outs: int


class Ranking(Sequence[Chance]):
    """Every line of the card for one rack, best first: living before dead, then fewest missing, then most valuable,
    then card order. Lines that the exposures rule out stand last, `hand` None and all 14 tiles missing.

    A sequence of `Chance`. The order and the distances are known at once; what a line needs, and why it is dead, is
    worked out when that chance is asked for, and kept. `line_numbers` (places in `table.lines`), `missing` and `alive`
    are parallel, in ranking order, for those who want the order alone.
    """

    def __init__(
        self,
        table: HandTable,
        tiles: Sequence[Tile],
        exposures: Sequence[Exposure],
        seen: Sequence[Tile],
        exposed_jokers: Sequence[int] | None,
    ) -> None:
        self._counts = concealed_counts(tiles, exposures) if exposures else counts_of(tiles)
        self._left = left = table.after(exposures)
        watched = bool(exposures or seen)
        self._seen = counts_of([*seen, *(t for group in exposures for t in group)]) if watched else _NOTHING
        self._exposed_jokers = exposed_jokers
        self._prospect: Prospect | None = None
        self._key = key = left.missing(self._counts)
        if watched:  # with nothing seen every hand of a card can come
            key += _DEAD * ~living(left, self._seen, exposed_jokers)
        near = np.minimum.reduceat(key, left.first_of_line) if len(left) else key
        self._near: Int8s = near
        self._order = (near * _MOST_LINES + table.value_held(left)).argsort()
        self._out = () if len(near) == len(table.lines) else table.lines_without(left)
        self._chances: dict[int, Chance] = {}

    @cached_property
    def line_numbers(self) -> list[int]:
        held: list[int] = self._left.lines_held[self._order].tolist()
        return [*held, *self._out]

    @cached_property
    def missing(self) -> list[int]:
        near: list[int] = (self._near[self._order] & _DISTANCE).tolist()
        return [*near, *[HAND_SIZE] * len(self._out)]

    @cached_property
    def alive(self) -> list[bool]:
        near: list[bool] = (self._near[self._order] < _DEAD).tolist()
        return [*near, *[False] * len(self._out)]

    def __len__(self) -> int:
        return len(self._near) + len(self._out)

    @overload
    def __getitem__(self, at: int) -> Chance: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Chance, ...]: ...

    def __getitem__(self, at: int | slice) -> Chance | tuple[Chance, ...]:
        if isinstance(at, slice):
            return tuple(self[i] for i in range(*at.indices(len(self))))
        at = range(len(self))[at]
        if at not in self._chances:
            self._chances[at] = self._chance(at)
        return self._chances[at]

    def _nearest(self, at: int) -> int | None:
        """The nearest hand of a line, the first in card order among equals; None where the exposures rule it out."""
        if at >= len(self._near):
            return None
        line = self._order[at]
        begins = self._left.first_of_line
        ends = begins[line + 1] if line + 1 < len(begins) else len(self._left)
        return int(begins[line] + self._key[begins[line] : ends].argmin())

    def _chance(self, at: int) -> Chance:
        left, h = self._left, self._nearest(at)
        line = left.lines[self.line_numbers[at]]
        if h is None:
            why = (
                "a concealed hand: nothing may stand exposed"
                if line.concealed
                else "no hand of it has what stands exposed"
            )
            return Chance(line, None, HAND_SIZE, (), False, why)
        needs = needs_of(left, h, self._counts, self._seen)
        if self.alive[at]:
            return Chance(line, left.hands[h], self.missing[at], needs)
        if self._prospect is None:
            self._prospect = prospects(left, self._seen, self._exposed_jokers)
        why = why_dead(left, self._prospect, h, self._seen)[0]
        return Chance(line, left.hands[h], self.missing[at], needs, False, why)


def rank(
    table: HandTable,
    tiles: Sequence[Tile],
    exposures: Sequence[Exposure] = (),
    seen: Sequence[Tile] = (),
    exposed_jokers: Sequence[int] | None = None,
) -> Ranking:
    """Every line of the card, best first.

    `tiles`: the rack with its exposures, 13 or 14 tiles (any number is taken). `seen`: tiles visible elsewhere.
    `exposed_jokers`: as in `prospects`.
    """
    return Ranking(table, tiles, exposures, seen, exposed_jokers)


def needs_of(table: HandTable, h: int, counts: Sequence[int], seen: Sequence[int] | None = None) -> tuple[Tile, ...]:
    """The tiles that hand `h` still wants, as many as are missing, in tile order.

    Jokers held stand where no natural can come any more, then for what is rarest. A joker is among the needs where only
    a joker will do: the fifth tile of a quint.
    """
    out = seen or [0] * N_KINDS
    strict: list[Tile] = []
    flexible: list[Tile] = []
    only_jokers = 0
    wanted = table.strict[:, h].tolist(), table.flexible[:, h].tolist()
    for tile, wants, may in zip(_NATURALS, *wanted, strict=True):
        if not wants and not may:
            continue
        held = counts[tile]
        if held < wants:
            strict += [tile] * (wants - held)
        short = max(0, may - max(0, held - wants))
        naturals = min(short, max(0, _COPIES[tile] - out[tile] - max(held, wants)))
        flexible += [tile] * naturals
        only_jokers += short - naturals
    jokers = counts[Tile.JOKER] + _spare_flowers(table, h, counts)
    flexible.sort(key=lambda t: (_COPIES[t] - out[t] - counts[t], t))
    by_joker = min(jokers, only_jokers)
    left = flexible[jokers - by_joker :]
    return tuple(sorted([*strict, *left, *[Tile.JOKER] * (only_jokers - by_joker)]))


def _spare_flowers(table: HandTable, h: int, counts: Sequence[int]) -> int:
    return 0 if table.wild is None else int(table.flowers_standing_in(counts)[h])


def discards_judged(
    table: HandTable,
    tiles: Sequence[Tile],
    exposures: Sequence[Exposure] = (),
    seen: Sequence[Tile] = (),
    exposed_jokers: Sequence[int] | None = None,
) -> tuple[Judged, ...]:
    """What each possible discard of a rack of 14 leaves, best first: nearest, then most unseen useful tiles.

    `tiles`, `seen`, `exposed_jokers` as in `rank`. Each kind is judged once.
    """
    counts = concealed_counts(tiles, exposures)
    left = table.after(exposures)
    out = counts_of([*seen, *(t for exposure in exposures for t in exposure)])
    held = [tile for tile in Tile if counts[tile]]
    if not len(left):
        return tuple(Judged(tile, FAR, (), 0) for tile in held)
    # Row d is the rack without held[d]: what is discarded comes back to the shortage; a joker was never in it.
    shortage = np.empty((len(held), len(left)), dtype=np.uint16)
    shortage[:] = left.shortage(counts)
    for d, tile in enumerate(held):
        if tile is not Tile.JOKER:
            shortage[d] += left.gain(tile, counts[tile]) - left.gain(tile, counts[tile] - 1)
    missing = np.empty(shortage.shape, dtype=np.int8)
    for d, (tile, alive) in enumerate(zip(held, _living_without(left, held, out, exposed_jokers), strict=True)):
        counts[tile] -= 1
        missing[d] = np.where(alive, left.missing_of(shortage[d], counts), np.int8(FAR))
        counts[tile] += 1
    nearest = missing.min(axis=1)
    useful = _useful_draws(left, held, counts, shortage, missing == nearest[:, None])
    judged = []
    for d, tile in enumerate(held):
        kinds = useful[d] if nearest[d] < FAR else ()
        outs = sum(max(0, _COPIES[k] - out[k] - counts[k]) for k in kinds)
        judged.append(Judged(tile, int(nearest[d]), kinds, outs))
    return tuple(sorted(judged, key=lambda j: (j.missing, -j.outs, j.tile)))


def _living_without(
    table: HandTable, held: Sequence[Tile], out: Sequence[int], exposed_jokers: Sequence[int] | None
) -> list[Bools]:
    """Which hands can still come after each discard: it is gone for who made it, too."""
    seen = list(out)
    for tile in held:
        seen[tile] += 1
    before, after_all = (living(table, gone, exposed_jokers) for gone in (out, seen))
    if (before == after_all).all():  # then no single one of them matters
        return [before] * len(held)
    each = []
    for tile in held:
        seen = list(out)
        seen[tile] += 1
        each.append(living(table, seen, exposed_jokers))
    return each


def _useful_draws(
    table: HandTable, held: Sequence[Tile], counts: Sequence[int], shortage: Words, near: Bools
) -> list[tuple[Tile, ...]]:
    """Per discard the kinds whose draw brings one of its nearest hands one tile nearer, jokers included.

    Row d of `shortage` and `near` (len(held), n) is the rack of `counts` without held[d].
    """
    naturals = np.asarray(counts[:NATURAL_KINDS], dtype=np.int8)[:, None]
    jokers = np.array([counts[Tile.JOKER] - (tile is Tile.JOKER) for tile in held])[:, None]
    near_open = near & ((shortage & 255) > jokers)  # a place that takes jokers is still empty
    wants: Bools = _any_of(near, naturals < table.strict)
    np.logical_or(wants, _any_of(near_open, naturals < table.wanted), out=wants)
    some_open: Bools = np.logical_or.reduce(near_open, axis=1)
    useful = []
    for d, tile in enumerate(held):
        if tile is not Tile.JOKER:  # of this kind one less is held than `naturals` says
            n = counts[tile] - 1
            strict, any_place = near[d] & (n < table.strict[tile]), near_open[d] & (n < table.wanted[tile])
            wants[d, tile] = (strict | any_place).any()
        kinds = [_NATURALS[t] for t in np.flatnonzero(wants[d]).tolist() if counts[t] - (t == tile) < _COPIES[t]]
        useful.append((*kinds, Tile.JOKER) if some_open[d] else tuple(kinds))
    return useful


def _any_of(hands: Bools, wanted: Bools) -> Bools:
    """Per row of `hands` (d, n) and kind of `wanted` (35, n), whether any of the hands wants the kind: (d, 35).

    A product of 0/1 matrices counts them, far quicker than one look per row.
    """
    counted = hands.astype(np.float32) @ wanted.T.astype(np.float32)
    found: Bools = counted > 0
    return found


def draws_judged(
    table: HandTable, tiles: Sequence[Tile], exposures: Sequence[Exposure] = (), seen: Sequence[Tile] = ()
) -> tuple[tuple[Tile, int], ...]:
    """For each kind that a rack of 13 may still draw, tiles short then of the nearest hand that can still come."""
    counts = concealed_counts(tiles, exposures)
    left = table.after(exposures)
    out = counts_of([*seen, *(t for exposure in exposures for t in exposure)])
    alive = living(left, out)
    result = []
    for tile in Tile:
        if counts[tile] + out[tile] >= tile.copies:
            continue
        counts[tile] += 1
        result.append((tile, int(left.missing(counts)[alive].min()) if alive.any() else FAR))
        counts[tile] -= 1
    return tuple(result)
