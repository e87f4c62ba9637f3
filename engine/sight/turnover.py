"""From one game to the next, by sight: is this still the table that is believed, or another?

A tile that lies is known again by its place and its face. A table of which hardly a tile lies where it lay has been
swept: the game on it is over, whether its end was seen or not. The next one has begun once the table is clean, or once
two rests agree on what lies there now.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.card import HAND_SIZE
from engine.event import Discarded, GameBegun
from engine.sight.alignment import PLAUSIBLE, align, likelihood
from engine.sight.lies import begun_as_it_lies
from engine.sight.observation import FEW_LOOKS, FEW_TILES, FEWEST, Observation, Sight
from engine.sight.whereabouts import BelievedDiscard
from engine.state import State
from engine.tile import Seat

SAME = 0.75  # part of what lay there, in its place or in a heap, by which a table is known again
GONE = 1 - SAME  # of them still there, at most, where the table has been swept
WHOLE_HAND = HAND_SIZE - FEW_TILES  # open tiles on one rack that are a hand laid open
MANY = 16  # discards of a table met anew: of fewer the order tells who threw each, more may be tiles being mixed
# Rests in a row that must agree before what nobody saw happen is believed: another reading of a rack, an act that the
# rules refuse, a game's tiles gone.
ALIKE_RESTS = 2


class Turn(Enum):
    """What has become of the table."""

    SAME = "the same table"
    GONE = "swept, and nothing else to be told yet"
    CLEAN = "swept, and nothing lies on it"
    NEXT = "another game's tiles lie there"


@dataclass(frozen=True, slots=True)
class Between:
    """What is remembered while a table is swept: how many looks found it clean, what lay there in the rest before and
    lies there in this, whether the players built on what lay before, in how many rests, and since when (s)."""

    clean: int = 0
    before: tuple[Sight, ...] = ()
    now: tuple[Sight, ...] = ()
    grown: bool = False
    built: int = 0
    since_s: float = 0.0


def swept(state: State, known: Sequence[BelievedDiscard], seen: Observation) -> bool:
    """Whether hardly anything is left of what lay and stood open."""
    still, of = remains(state, known, seen)
    return of >= FEWEST and still <= GONE * of and not heaped(known, seen)


def heaped(known: Sequence[BelievedDiscard], seen: Observation) -> bool:
    """Whether the discards were only pushed together: about as many lie there, and nearly all of the same faces."""
    before, now = Counter(k.tile for k in known), Counter(s.best for s in seen.discards)
    alike = sum((before & now).values())
    return alike >= SAME * len(known) and 0 <= len(seen.discards) - alike <= FEW_TILES and len(known) >= FEWEST


def remains(state: State, known: Sequence[BelievedDiscard], seen: Observation) -> tuple[int, int]:
    """How many of the open tiles are where they were, and of how many. A discard that was never seen does not count;
    of one that a person named the place alone tells, for it may look like another."""
    lay = [(k.at_mm, k) for k in known if k.at_mm is not None]
    left = list(seen.discards)
    still = 0
    for at_mm, k in lay:
        near = (s for s in left if s.lies_at(at_mm))
        here = next((s for s in near if k.firm or likelihood(s, k.tile) > PLAUSIBLE), None)
        if here is not None:
            left.remove(here)
            still += 1
    of = len(lay)
    for seat in Seat:
        row = [s for group in seen.exposures[seat] for s in group]
        if state.won_by is not None and state.won_by.seat is seat:
            of += len(state.won_by.tiles)
            still += min(len(row), len(state.won_by.tiles))
            continue
        stood = [t for e in state.racks[seat].exposures for t in e.tiles]
        of += len(stood)
        still += sum(likelihood(row[j], stood[i]) > PLAUSIBLE for i, j in align(stood, row).pairs)
    return still, of


def look_again(between: Between | None, seen: Observation, another: bool) -> tuple[Between, Turn]:
    """A swept table looked at once more. `another`: with this look another rest begins."""
    if between is None:
        between = Between(since_s=seen.time_s)
    tiles = _open(seen)
    if any(sum(map(len, rack)) >= WHOLE_HAND for rack in seen.exposures):
        return between, Turn.GONE
    if not tiles:
        return Between(between.clean + 1, since_s=between.since_s), Turn.CLEAN
    if another:
        between = Between(0, between.now, (), False, between.built + between.grown, between.since_s)
    held = sum(any(t.lies_at(s.at_mm) and t.best is s.best for t in tiles) for s in between.before)
    stays = bool(between.before) and held >= SAME * len(between.before)
    grown = stays and len(tiles) > held
    built = between.built if stays else 0
    after = Between(0, between.before, tiles, grown, built, between.since_s)
    ready = built + grown >= ALIKE_RESTS if len(seen.discards) > MANY else stays
    return after, Turn.NEXT if ready and seen.looks >= FEW_LOOKS else Turn.GONE


def opening(east: Seat, players: tuple[Seat, ...], seen: Observation) -> tuple[GameBegun | Discarded, ...]:
    """What a table met anew tells of the game on it. Few discards and no exposure: they came in turn, from East on."""
    begun = begun_as_it_lies(east, players, seen)
    if any(begun.exposures) or not 0 < len(begun.discards) <= MANY:
        return (begun,)
    clean = Observation(seen.time_s, (), ((), (), (), ()))
    order = [s for k in range(len(Seat)) if (s := Seat((east + k) % 4)) in players]
    threw = tuple(Discarded(order[n % len(order)], tile) for n, tile in enumerate(begun.discards))
    return (begun_as_it_lies(east, players, clean), *threw)


def _open(seen: Observation) -> tuple[Sight, ...]:
    return (*seen.discards, *(s for rack in seen.exposures for group in rack for s in group))
