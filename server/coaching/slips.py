"""What a choice that cost something was, in kinds: one is chance, the same kind again and again is a habit, and only
that is named. With it comes a drill: the player's own positions of that kind, to be tried once more.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.coaching import Advice, Known, Option, Reach, hands_in_reach
from engine.tile import Tile

RECURS = 3  # so often the same kind is named, and no kind before
AS_GOOD = 0.01  # of the chance to win: choices that differ by less are alike
NEAREST = 3  # lines that count as within reach


class Slip(Enum):
    """A kind of costly choice; the value says it to the player."""

    CALLED = "A tile was called that was better let go"
    LET_GO = "A tile was let go that was worth calling"
    GAVE = "A tile was discarded that somebody who shows groups may be waiting for"
    BROKE = "A pair or a group was broken up and a single tile kept"
    NEEDED = "A tile was discarded that the nearest hand needs"
    KEPT = "A tile was kept that no hand within reach has a place for"


@dataclass(frozen=True, slots=True)
class Habit:
    """A kind that has come `times` times."""

    slip: Slip
    times: int


def habit_of(slips: Sequence[Slip]) -> Habit | None:
    """The kind that has come most often, where any recurs."""
    if not slips:
        return None
    slip, times = Counter(slips).most_common(1)[0]
    return Habit(slip, times) if times >= RECURS else None


def slip_of(known: Known, called: Tile | None, chosen: tuple[Tile, ...], advice: Advice) -> Slip | None:
    """What a choice worse than the best was; None where it is of no kind that can be said in a sentence."""
    if called is not None:
        if bool(chosen) == bool(advice.tiles):
            return None
        return Slip.CALLED if chosen else Slip.LET_GO
    if not advice.tiles:
        return None
    was, best = chosen[0], advice.tiles[0]
    if _gave(advice.options, was, best):
        return Slip.GAVE
    if known.counts[was] > 1 and known.counts[best] == 1:
        return Slip.BROKE
    near = [_placed(reach) for reach in hands_in_reach(known, NEAREST)]
    if near and near[0][was] == known.counts[was] and near[0][best] < known.counts[best]:
        return Slip.NEEDED
    return Slip.KEPT if near and not any(placed[best] for placed in near) else None


def _placed(reach: Reach) -> Counter[Tile]:
    """Which tiles of the rack stand in the hand."""
    return Counter(p.held for group in reach.pattern for p in group if p.held is not None and not p.exposed)


def _gave(options: Sequence[Option], was: Tile, best: Tile) -> bool:
    """Whether what it cost is the risk: for her own hand the two discards were alike, or hers was the better."""
    by_tile = {option.tiles[0]: option for option in options if option.tiles}
    if was not in by_tile or best not in by_tile:
        return False
    mine, other = by_tile[was], by_tile[best]
    return mine.risk > other.risk and mine.chance >= other.chance - AS_GOOD
