"""Looking back at a hand: the chance to win at each of her turns, what each choice cost, and what was luck. No blame:
what she could not know counts for nothing, and small things are small.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.coaching import Act, Advice, Known, advise_call, advise_discard, chance_to_win
from engine.hands import HandTable
from engine.tile import Tile
from server.coaching.slips import Slip, slip_of

# What a choice cost, in parts of the chance to win: from here on it is shown, and how it is called.
SIZES = (
    (0.20, "A turning point"),
    (0.10, "A costly choice"),
    (0.05, "A choice that cost something"),
    (0.02, "A detail"),
)
LEAST = SIZES[-1][0]


@dataclass(frozen=True, slots=True)
class Decision:
    """What she knew before event `number` (after it, where it is somebody else's discard that she may call), and what
    she did: the tile discarded, the tiles exposed, none where she let it go. `called` is the discard it is about."""

    number: int
    known: Known
    chosen: tuple[Tile, ...]
    called: Tile | None = None


@dataclass(frozen=True, slots=True)
class Looked:
    """A decision looked back at: the chance to win before it, after her choice, after the best one; `lost` is what it
    cost, `best` what the coach would have done, `why` in a sentence, `slip` of what kind it was where it cost
    something. All chances are parts of 1."""

    number: int
    rack: tuple[Tile, ...]
    chosen: tuple[Tile, ...]
    called: Tile | None
    before: float
    after: float
    lost: float
    best: tuple[Tile, ...]
    does: Act
    why: str
    slip: Slip | None = None
    shown: tuple[tuple[Tile, ...], ...] = ()  # her exposures then

    @property
    def size(self) -> str:
        """What it is called; empty where it is too small to be shown."""
        return next((name for least, name in SIZES if self.lost >= least), "")


@dataclass(frozen=True, slots=True)
class Review:
    """`turns` are her own discards in order, `points` what is worth looking at again, the costliest first. `luck` is
    what came to her between her choices, her draws and the others' discards; `choice` what her choices cost."""

    turns: tuple[Looked, ...]
    points: tuple[Looked, ...]
    luck: float
    choice: float


def reviewed(_: HandTable, decisions: Sequence[Decision]) -> Review:
    """The hand once more."""
    looked = [_looked(one) for one in decisions]
    turns = tuple(one for one in looked if one.called is None)
    points = sorted((one for one in looked if one.size), key=lambda one: (-one.lost, one.number))
    luck = sum(now.before - was.after for was, now in pairwise(turns))
    return Review(turns, tuple(points), luck, -sum(one.lost for one in looked))


def tried(_: HandTable, decision: Decision, tiles: tuple[Tile, ...]) -> Looked:
    """What another choice would have come to."""
    return _looked(replace(decision, chosen=tiles))


def _looked(one: Decision) -> Looked:
    advice = advise_discard(one.known) if one.called is None else advise_call(one.known, one.called)
    best, after, lost = _weighed(one, advice)
    slip = slip_of(one.known, one.called, one.chosen, advice) if lost >= LEAST else None
    does, says, known = advice.act, advice.says, one.known
    looked = Looked(one.number, known.rack, one.chosen, one.called, best, after, lost, advice.tiles, does, says, slip)
    return replace(looked, shown=known.own)


def _weighed(one: Decision, advice: Advice) -> tuple[float, float, float]:
    """The chance after the best choice, after hers, and what that lost."""
    best = advice.chance
    if advice.act is Act.MAH_JONGG:
        won = one.called is not None and len(one.chosen) == 14
        after = 1.0 if won else chance_to_win(_rest(one))
        return 1.0, after, 1.0 - after
    found = next((o for o in advice.options if sorted(o.tiles) == sorted(one.chosen)), None)
    if found is None:  # what the engine does not weigh, as a joker thrown away
        after = chance_to_win(_rest(one))
        return best, after, max(0.0, best - after)
    return best, found.chance, advice.lost(found.tiles)


def _rest(one: Decision) -> Known:
    """Without the tile that she discarded; as it was, where she let a discard go."""
    if one.called is not None:
        return one.known
    rest = list(one.known.rack)
    rest.remove(one.chosen[0])
    return replace(one.known, rack=tuple(rest))
