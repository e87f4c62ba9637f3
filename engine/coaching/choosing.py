"""Every choice with its chance: what to discard, pass, call, exchange. Numbers only, no words."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from engine.charleston import Stage
from engine.coaching.advice import Option
from engine.coaching.chances import Curve
from engine.coaching.danger import Threat, risk_of, threats
from engine.coaching.known import Known
from engine.coaching.odds import ALL_HABITS, SHIPPED, Habits, Prospects, Supply, Weights
from engine.hands import HandTable, wins
from engine.hands.choices import LARGEST_GROUP
from engine.players import RackWorth
from engine.tile import Seat, Tile

PASSED = 3
SPARE_COST = 0.4  # a tile whose loss costs a smaller part of the worth is spare in the Charleston
JOKER_KEPT = 0.1  # of a chance: what a joker may still do in hands that are not weighed one by one
LACKED_BY = 0.1  # no call was worth making where hands of a smaller part of the worth than 0.25 lacked the tile
DIGITS = 9  # of a chance: more than anybody can tell apart, fewer than processors agree on
SECOND_FROM = 5  # missing so many, another three passes are welcome


class Mind:
    """All that is worked out once for one decision of one seat."""

    def __init__(self, known: Known, habits: Habits = ALL_HABITS, weights: Weights = SHIPPED) -> None:
        self.known, self.habits, self.weights = known, habits, weights
        self.left: HandTable = known.table.after(known.own)

    @cached_property
    def supply(self) -> Supply:
        return Supply(self.known, self.habits, self.weights)

    @cached_property
    def prospects(self) -> Prospects:
        return self.judged(self.left, self.known.counts)

    @cached_property
    def threats(self) -> tuple[Threat, ...]:
        return threats(self.known) if self.habits.safety and self.habits.around else ()

    def _counted(self, counts: Sequence[int]) -> list[int]:
        """A player who does not plan for jokers sees them only when they complete a hand."""
        seen = list(counts)
        if not self.habits.jokers:
            seen[Tile.JOKER] = min(seen[Tile.JOKER], 1)
        return seen

    def after(self, exposures: Sequence[tuple[Tile, ...]], counts: Sequence[int]) -> Prospects:
        return self.judged(self.known.table.after(exposures), counts)

    def judged(self, left: HandTable, counts: Sequence[int]) -> Prospects:
        """A rack of `counts` against the hands that its exposures left."""
        return Prospects(left, self._counted(counts), self.supply)

    @cached_property
    def _curve(self) -> Curve:
        return Curve(self.known)

    def chance(self, worth: float) -> float:
        """The chance to win with a rack of this worth, rounded: where two choices are worth the same, the last bits of
        a sum, which depend on the processor, must not decide what is advised."""
        return round(float(self._curve(worth)), DIGITS)


def complete(known: Known, tile: Tile | None = None) -> bool:
    """Whether the rack, with the discard `tile` if one is called, is mah jongg."""
    shown = [t for group in known.own for t in group]
    taken = [] if tile is None else [tile]
    return bool(wins(known.table, [*known.rack, *shown, *taken], known.own))


def discards(mind: Mind) -> tuple[Option, ...]:
    """Every kind on a rack of fourteen, best first. A joker only where it is clearly the best: what is missing are
    singles and pairs, and no other tile can be spared."""
    prospects, kinds = mind.prospects, parting(mind.known.counts)
    found = []
    for tile, worth in zip(kinds, prospects.worths_without(kinds), strict=True):
        found.append(Option((tile,), mind.chance(worth), risk_of(mind.threats, tile)))
    return tuple(sorted(found, key=lambda o: (o.chance * JOKER_KEPT * (Tile.JOKER in o.tiles) - o.worth, o.tiles)))


def parting(counts: Sequence[int]) -> list[Tile]:
    """The kinds to choose a discard from."""
    return [t for t in Tile if counts[t]]


def exposures_off(known: Known, tile: Tile) -> list[tuple[Tile, ...]]:
    """Every exposure that calling `tile` could make with what is held, by the rules of the house."""
    counts = known.counts
    held, jokers = counts[tile], counts[Tile.JOKER]
    largest = 5 if known.rules.of("C-11") == "off" else LARGEST_GROUP
    fewest = int(known.rules.of("C-10"))
    made = []
    for size in range(3, largest + 1):
        for naturals in range(max(fewest, size - 1 - jokers), min(held, size - 1) + 1):
            used = size - 1 - naturals
            if size - 1 < len(known.rack):  # one tile must be left to discard
                made.append((tile,) * (naturals + 1) + (Tile.JOKER,) * used)
    return made


def calls(mind: Mind, tile: Tile) -> tuple[Option, ...]:
    """Letting `tile` go (no tiles), and every exposure off it that leaves a hand, best first."""
    known = mind.known
    let_go = Option((), mind.chance(mind.prospects.worth))
    if known.to_win_only:
        return (let_go,)
    found = [let_go]
    for exposure in exposures_off(known, tile):
        if not len(known.table.after([*known.own, exposure])):
            continue
        counts = list(known.counts)
        for t in exposure:
            counts[t] -= 1
        counts[tile] += 1
        after = mind.after([*known.own, exposure], counts)
        worth = max(after.worths_without(parting(counts))) - mind.weights.call
        found.append(Option(exposure, mind.chance(worth)))
    return tuple(sorted(found, key=lambda o: (-o.chance, len(o.tiles))))


def might_call(mind: Mind, tile: Tile) -> bool:
    """Whether an exposure of `tile` is worth weighing at all: a quick look before `calls`, for players who only act."""
    left, counts = mind.left, mind.known.counts
    if mind.known.to_win_only or counts[tile] + counts[Tile.JOKER] < 2 or not len(left):
        return False
    lacking = left.flexible[tile] > np.maximum(0, counts[tile] - left.strict[tile])
    if not lacking.any():
        return False
    logs = mind.prospects.logs
    weights = np.exp(logs - logs.max())
    return float(weights[lacking].sum()) > LACKED_BY * float(weights.sum())


def least_useful(known: Known, n: int = PASSED) -> list[tuple[Tile, float]]:
    """The `n` naturals whose loss costs least, one by one, and what each costs: the part of the rack's worth, 0 ... 1.

    Before play hardly anything is near and most tiles are still to change hands, so a rack is worth all the hands that
    it could begin (`engine.players.RackWorth`), not the few that are likeliest as it stands.
    """
    counts = list(known.counts)
    rack = RackWorth(known.table, (), known.seen)
    worth = rack.of(counts)
    chosen: list[tuple[Tile, float]] = []
    for _ in range(n):
        after = rack.without_one(counts)
        after.pop(Tile.JOKER, None)
        if not after:
            break
        tile = max(after, key=lambda t: (after[t], t))
        counts[tile] -= 1
        chosen.append((tile, 1 - after[tile] / worth if worth > 0 else 0.0))
        worth = after[tile]
    return chosen


def may_pass_blind(known: Known, stage: Stage) -> bool:
    """Whether tiles may go on unseen at this pass (CHAR-08 ... CHAR-10)."""
    if stage is Stage.FIRST_LEFT:
        return True
    return stage is Stage.SECOND_RIGHT and known.rules.of("C-04") != "first_only"


def exchanges(mind: Mind) -> tuple[tuple[Seat, int, Tile, Option], ...]:
    """Every joker that could be had now for a natural held: owner, group, tile and what it leaves, best first."""
    known = mind.known
    if known.rules.of("C-14") == "draw_only" and not known.drawn:
        return ()
    found = []
    for owner in Seat:
        for g, group in enumerate(known.exposures[owner]):
            if Tile.JOKER not in group:
                continue
            natural = next((t for t in group if t is not Tile.JOKER), None)
            if natural is None or not known.counts[natural]:
                continue
            counts = list(known.counts)
            counts[natural] -= 1
            counts[Tile.JOKER] += 1
            after = mind.after(known.own, counts)
            found.append((owner, g, natural, Option((natural,), mind.chance(after.worth))))
    return tuple(sorted(found, key=lambda e: -e[3].chance))


def wants_second(mind: Mind) -> bool:
    """Whether three more passes are likely to help (CHAR-14)."""
    missing = mind.left.missing(mind.known.counts)
    return not len(missing) or int(missing.min()) >= SECOND_FROM
