"""A rack against the whole card: the lines in order, what is needed, what each draw and each discard does to it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.card import Hand, Line
from engine.hands.proof import Prospect, prospects, why_dead
from engine.hands.table import NATURAL_KINDS, Bools, Exposure, HandTable, Int8s, Words, concealed_counts, counts_of
from engine.tile import N_KINDS, Tile

_NATURALS = tuple(Tile)[:NATURAL_KINDS]
_COPIES = tuple(tile.copies for tile in Tile)
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


def distances(table: HandTable, counts: Sequence[int]) -> Int8s:
    """Tiles short of each line's nearest hand, (number of lines with hands in the table,) int8, in card order."""
    missing = table.missing(counts)
    return np.minimum.reduceat(missing, table.first_of_line)


def rank(
    table: HandTable,
    tiles: Sequence[Tile],
    exposures: Sequence[Exposure] = (),
    seen: Sequence[Tile] = (),
    exposed_jokers: Sequence[int] | None = None,
) -> tuple[Chance, ...]:
    """Every line of the card, best first: living before dead, then fewest missing, then most valuable, then card order.

    `tiles`: the rack with its exposures, 13 or 14 tiles (any number is taken). `seen`: tiles visible elsewhere. Lines
    that the exposures rule out stand last, `hand` None and all 14 tiles missing.
    """
    counts = concealed_counts(tiles, exposures)
    left = table.after(exposures)
    out_of_reach = counts_of([*seen, *(t for exposure in exposures for t in exposure)])
    chances = _no_hand(table, left, exposures)
    if len(left):
        missing = left.missing(counts)
        prospect = prospects(left, out_of_reach, exposed_jokers)
        order = np.lexsort((missing, ~prospect.alive, left.line_of))
        lines = left.line_of[order]
        best = order[np.flatnonzero(np.r_[True, lines[1:] != lines[:-1]])]
        chances += [_chance(left, int(h), counts, out_of_reach, prospect, int(missing[h])) for h in best]
    place = {id(line): i for i, line in enumerate(table.lines)}
    return tuple(
        sorted(chances, key=lambda c: (not c.alive, c.hand is None, c.missing, -c.line.value, place[id(c.line)]))
    )


def _no_hand(table: HandTable, left: HandTable, exposures: Sequence[Exposure]) -> list[Chance]:
    reachable = set(left.line_of.tolist())
    chances = []
    for i, line in enumerate(table.lines):
        if i not in reachable:
            why = (
                "a concealed hand: nothing may stand exposed"
                if line.concealed
                else "no hand of it has what stands exposed"
            )
            chances.append(Chance(line, None, 14, (), False, why))
    return chances


def _chance(
    left: HandTable, h: int, counts: Sequence[int], seen: Sequence[int], prospect: Prospect, missing: int
) -> Chance:
    alive = bool(prospect.alive[h])
    why = "" if alive else why_dead(left, prospect, h, seen)[0]
    return Chance(left.lines[left.line_of[h]], left.hands[h], missing, needs_of(left, h, counts, seen), alive, why)


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
        short = may - max(0, held - wants)
        if short > 0:
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
    far = np.where(prospects(left, out, exposed_jokers).alive, 0, FAR).astype(np.int8)
    # Row d is the rack without held[d]: what is discarded comes back to the shortage; a joker was never in it.
    shortage = np.empty((len(held), len(left)), dtype=np.uint16)
    shortage[:] = left.shortage(counts)
    for d, tile in enumerate(held):
        if tile is not Tile.JOKER:
            shortage[d] += left.gain(tile, counts[tile]) - left.gain(tile, counts[tile] - 1)
    missing = np.empty(shortage.shape, dtype=np.int8)
    for d, tile in enumerate(held):
        counts[tile] -= 1
        missing[d] = left.missing_of(shortage[d], counts)
        counts[tile] += 1
    np.maximum(missing, far, out=missing)
    nearest = missing.min(axis=1)
    useful = _useful_draws(left, held, counts, shortage, missing == nearest[:, None])
    judged = []
    for d, tile in enumerate(held):
        kinds = useful[d] if nearest[d] < FAR else ()
        outs = sum(max(0, _COPIES[k] - out[k] - counts[k]) for k in kinds)
        judged.append(Judged(tile, int(nearest[d]), kinds, outs))
    return tuple(sorted(judged, key=lambda j: (j.missing, -j.outs, j.tile)))


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
    table: HandTable, tiles: Sequence[Tile], exposures: Sequence[Exposure] = ()
) -> tuple[tuple[Tile, int], ...]:
    """For each of the 36 kinds, tiles short of the nearest hand after drawing it to a rack of 13."""
    counts = concealed_counts(tiles, exposures)
    left = table.after(exposures)
    result = []
    for tile in Tile:
        counts[tile] += 1
        result.append((tile, int(left.missing(counts).min()) if len(left) else FAR))
        counts[tile] -= 1
    return tuple(result)
