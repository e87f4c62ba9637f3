"""Which hands can no longer be finished, proved from tiles that all can see. Never from what somebody might hold.

A hand lives as long as some future could finish it: every tile that nobody has seen may still come, an unseen joker may
come, and a joker in somebody's exposure may be exchanged for a natural that is not needed otherwise. What is discarded,
or stands in an exposure, is gone (DEAD-05; a discarded joker too, DISC-03).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from engine.card import Line
from engine.hands.table import COPIES, NATURAL_KINDS, Bools, Exposure, HandTable, Int8s
from engine.tile import Tile, codes

_COPIES = tuple(COPIES.tolist())


class DeadCause(Enum):
    """Why a hand is dead."""

    NO_HAND_FITS = "no hand of the card has what stands exposed"
    CONCEALED_EXPOSED = "only concealed hands have what stands exposed"
    TILES_GONE = "a tile it needs is gone"
    JOKERS_GONE = "more tiles are gone than jokers can make up"


_RULES = {
    DeadCause.NO_HAND_FITS: "DEAD-04",
    DeadCause.CONCEALED_EXPOSED: "DEAD-11",
    DeadCause.TILES_GONE: "DEAD-05",
    DeadCause.JOKERS_GONE: "DEAD-05",
}


@dataclass(frozen=True, slots=True)
class DeadProof:
    """A proof that a seat cannot win: its cause and a sentence with the tiles. `tiles` are those that ran out."""

    cause: DeadCause
    says: str
    tiles: tuple[Tile, ...] = ()

    @property
    def rule(self) -> str:
        return _RULES[self.cause]


@dataclass(frozen=True, slots=True)
class Prospect:
    """Per hand of a table: `alive` (n,) bool, and `over` (35, n) int8, strict tiles wanted beyond what can still come;
    `short` (n,) int8, flexible places that neither naturals nor jokers can fill any more."""

    alive: Bools
    over: Int8s
    short: Int8s


def prospects(table: HandTable, seen: Sequence[int], exposed_jokers: Sequence[int] | None = None) -> Prospect:
    """What can still come of each hand of `table` (the table of what is left after the seat's exposures).

    `seen`: counts per kind (36) of every tile that is out of this seat's reach or already placed: all discards and all
    exposures, its own included; not the tiles on its rack. `exposed_jokers`: per kind, jokers in exposures standing for
    it; without it every seen joker is taken to be exchangeable, so that the proof stays a proof.
    """
    left = np.maximum(0, COPIES - np.asarray(seen, dtype=np.int16)).astype(np.int8)
    naturals = left[:NATURAL_KINDS, None]
    rest = naturals - table.strict
    over = np.maximum(0, -rest)
    spare = np.maximum(0, rest) - table.flexible
    short = np.maximum(0, -spare).sum(axis=0, dtype=np.int16)
    jokers = int(left[Tile.JOKER])
    if exposed_jokers is None:
        supply = np.full(len(table), jokers + int(seen[Tile.JOKER]), dtype=np.int16)
    else:
        # A natural that the hand has no other use for can be exchanged for a joker that stands for it (SWAP-01).
        standing = np.asarray(exposed_jokers[:NATURAL_KINDS], dtype=np.int8)[:, None]
        supply = jokers + np.minimum(standing, np.maximum(0, spare)).sum(axis=0, dtype=np.int16)
    if table.wild is not None:
        flowers = np.maximum(0, spare[Tile.FLOWER]).astype(np.int16)
        supply = supply + np.minimum(flowers, table.wild.sum(axis=0, dtype=np.int16))
    short = np.maximum(0, short - supply)
    alive = (over.sum(axis=0, dtype=np.int16) + short) == 0
    return Prospect(alive, over, short)


def living(table: HandTable, seen: Sequence[int], exposed_jokers: Sequence[int] | None = None) -> Bools:
    """`prospects(...).alive` alone, (n,) bool, several times quicker: for that, all tiles still to come are a rack."""
    if table.wild is not None:
        return prospects(table, seen, exposed_jokers).alive
    left = [max(0, copies - gone) for copies, gone in zip(_COPIES, seen, strict=True)]
    short = table.shortage(left)  # strict * 256 + flexible: alive if nothing strict lacks, and jokers do for the rest
    if exposed_jokers is None:
        alive: Bools = short <= left[Tile.JOKER] + seen[Tile.JOKER]
        return alive
    supply = np.full(len(table), left[Tile.JOKER], dtype=np.uint16)
    for t, standing in enumerate(exposed_jokers[:NATURAL_KINDS]):
        if standing:
            spare = np.maximum(0, left[t] - table.strict[t]) - table.flexible[t]
            supply += np.clip(spare, 0, standing).astype(np.uint16)
    enough: Bools = short <= supply
    return enough


def dead_by_proof(
    table: HandTable,
    exposures: Sequence[Exposure],
    visible_counts: Sequence[int],
    exposed_jokers: Sequence[int] | None = None,
) -> DeadProof | None:
    """The proof that a seat with these exposures can no longer win; None while some hand is possible.

    `visible_counts`, `exposed_jokers`: as `seen` and `exposed_jokers` of `prospects`.
    """
    left = table.after(exposures)
    if not len(left):
        return _nothing_fits(table, exposures)
    prospect = prospects(left, visible_counts, exposed_jokers)
    if prospect.alive.any():
        return None
    return _gone(left, prospect, visible_counts)


def _nothing_fits(table: HandTable, exposures: Sequence[Exposure]) -> DeadProof:
    shown = " and ".join(codes(exposure) for exposure in exposures)
    are, them = ("are", "them together") if len(exposures) > 1 else ("is", "it")
    if table.only_concealed(exposures):
        return DeadProof(
            DeadCause.CONCEALED_EXPOSED,
            f"{shown} {are} exposed, but only concealed (C) hands of the card use {them}",
            tuple(t for exposure in exposures for t in exposure),
        )
    return DeadProof(
        DeadCause.NO_HAND_FITS,
        f"no hand on the card uses {shown} as exposed",
        tuple(t for exposure in exposures for t in exposure),
    )


def why_dead(table: HandTable, prospect: Prospect, hand: int, seen: Sequence[int]) -> tuple[str, tuple[Tile, ...]]:
    """Why hand number `hand` of the table cannot be finished, and the tiles that ran out."""
    gone = tuple(Tile(t) for t in range(NATURAL_KINDS) if prospect.over[t, hand] > 0)
    if gone:
        parts = []
        for tile in gone:
            wanted = int(table.strict[tile, hand])
            left = max(0, tile.copies - seen[tile])
            place = {1: "one", 2: "a pair of"}.get(wanted, str(wanted))
            parts.append(
                f"it wants {place} {tile.words} without jokers, and {left or 'none'} of the {tile.copies} "
                f"{'is' if left < 2 else 'are'} left"
            )
        return "; ".join(parts), gone
    short = int(prospect.short[hand])
    wanted_kinds = tuple(
        Tile(t) for t in range(NATURAL_KINDS) if table.flexible[t, hand] > max(0, Tile(t).copies - seen[t])
    )
    words = " and ".join(tile.words for tile in wanted_kinds)
    return (
        f"the groups of {words} lack {short} tile{'s' if short > 1 else ''} more than jokers can make up",
        wanted_kinds,
    )


def _gone(table: HandTable, prospect: Prospect, seen: Sequence[int]) -> DeadProof:
    """The sentence names the hand that is least dead of each of the first lines."""
    lacking = prospect.over.sum(axis=0, dtype=np.int16) + prospect.short
    reasons: list[str] = []
    tiles: dict[Tile, None] = {}
    lines: list[Line] = []
    for h in np.argsort(lacking, kind="stable"):
        line = table.lines[table.line_of[h]]
        if any(line is named for named in lines):
            continue
        lines.append(line)
        why, gone = why_dead(table, prospect, int(h), seen)
        tiles.update(dict.fromkeys(gone))
        reasons.append(f"{line.name}: {why}")
        if len(reasons) == 3:
            break
    more = len(np.unique(table.line_of)) - len(reasons)
    tail = f" (and {more} more lines likewise)" if more > 0 else ""
    jokers_only = not prospect.over.any()
    cause = DeadCause.JOKERS_GONE if jokers_only else DeadCause.TILES_GONE
    return DeadProof(cause, "; ".join(reasons) + tail, tuple(tiles))
