"""What happened, weighed: the chain of acts that `propose` makes against its neighbours, the slips that reading makes
(another face, a joker for a natural). Each chain leaves a table; each table is weighed against the sightings, tile by
tile, with the set of 152 as prior and a price for every act. The likeliest is taken, no surer than it stands out.

Chains are weighed anew in every rest; what is carried from one to the next is in `docs/architecture.md`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, log

from engine.event import Corrected, Discarded, Event, Exposed, JokerExchanged, MahJongg, Resynced
from engine.rules.referee import rule
from engine.rules.ruling import Accepted, Proposal, Source
from engine.sight.aftermath import after
from engine.sight.alignment import EXTRA, MISSING, PLAUSIBLE, lay_rack, likelihood
from engine.sight.believed import expected, remaining
from engine.sight.explanation import Act, Explanation
from engine.sight.observation import CERTAIN, DENIAL, DOUBT, NEVER, Observation, Sight
from engine.sight.propose import propose
from engine.sight.whereabouts import BelievedDiscard, followed, lay
from engine.state import Phase, State
from engine.tile import Tile

TIGHT = -NEVER  # natural log by which a chain may be less likely than the best and still count
OVER = 2 * NEVER  # for each tile more of a kind than the set holds: the count is surer than a reading
HANDLESS = NEVER  # for a discard of a seat whose hand was not seen, where hands were
AGAINST = EXTRA  # for an act that the rules have no room for: people play by them, and readings err
# natural log, by which an act is less common than a discard
PRICE = {JokerExchanged: DOUBT / 2, Corrected: DOUBT, Resynced: DENIAL}


@dataclass(frozen=True, slots=True)
class Chain:
    """Acts that may have happened since the log's end, and how likely they make what is seen (natural log)."""

    acts: tuple[Act, ...]
    log_p: float


Explain = Callable[[State, Observation, Sequence[BelievedDiscard], Sequence[Sight]], Explanation]
"""How a picture is explained: of a state, what is seen, where its discards lie, and what was unexplained before."""


def weighed(state: State, seen: Observation, known: Sequence[BelievedDiscard], waiting: Sequence[Sight]) -> Explanation:
    """The likeliest chain, its acts as sure as all chains together are of them."""
    first = propose(state, seen, known, waiting)
    if state.phase is not Phase.PLAY or any(isinstance(a.event, MahJongg) for a in first.acts):
        return first
    chains = {_events(acts): acts for acts in (first.acts, *_neighbours(first.acts, seen))}
    if len(chains) == 1:
        return first
    ranked = sorted((Chain(acts, _weigh(state, acts, seen, known)) for acts in chains.values()), key=lambda c: -c.log_p)
    best = [c for c in ranked if c.log_p > ranked[0].log_p - TIGHT]
    return replace(first, acts=_sure(best))


def _events(acts: Sequence[Act]) -> tuple[Event, ...]:
    return tuple(a.event for a in acts)


def _sure(chains: Sequence[Chain]) -> tuple[Act, ...]:
    """The acts of the best chain, none surer than the chains that hold it are together. A discard is as sure as its
    face: other faces are weighed there already, with the set as prior."""
    top = chains[0].log_p
    weights = [exp(c.log_p - top) for c in chains]
    sure = []
    for act in chains[0].acts:
        held = sum(w for w, c in zip(weights, chains, strict=True) if any(o.event == act.event for o in c.acts))
        together = held / sum(weights)
        face = isinstance(act.event, Discarded)
        sure.append(act if face else replace(act, confidence=min(act.confidence, together)))
    return tuple(sure)


def _neighbours(acts: tuple[Act, ...], seen: Observation) -> Iterator[tuple[Act, ...]]:
    """The chains that differ in one act by a slip of reading."""
    for k, act in enumerate(acts):
        before, later = acts[:k], acts[k + 1 :]
        event = act.event
        match event:
            case Discarded():
                for tile, p in act.alternatives[:3]:
                    if p > 1 - CERTAIN:
                        yield (*before, _rather(act, replace(event, tile=tile), p), *later)
            case Exposed(seat, called, _, tiles):
                group = next((g for g in seen.exposures[seat] if len(g) == len(tiles)), ())
                for n, one in enumerate(group):
                    if abs(one.log_p[called] - one.log_p[Tile.JOKER]) < -PLAUSIBLE:
                        other = called if tiles[n] is Tile.JOKER else Tile.JOKER
                        turned = (*tiles[:n], other, *tiles[n + 1 :])
                        if called in turned:
                            yield (*before, replace(act, event=replace(event, tiles=turned)), *later)
            case _:
                pass


def _rather(act: Act, discarded: Discarded, p: float) -> Act:
    """The same act read as another tile, with probability `p`; what it was read as is now one of the alternatives."""
    assert isinstance(act.event, Discarded)
    others = (pair for pair in act.alternatives if pair[0] is not discarded.tile)
    return replace(act, event=discarded, confidence=p, alternatives=((act.event.tile, act.confidence), *others))


def _fold(state: State, acts: Sequence[Act]) -> State:
    for act in acts:
        ruling = rule(state, Proposal(act.event, Source.CAMERA))
        for event in ruling.events if isinstance(ruling, Accepted) else (act.event,):
            state = after(state, event)
    return state


def _against(state: State, acts: Sequence[Act]) -> int:
    """How many of the acts the rules would refuse, each after those before it."""
    refused = 0
    for act in acts:
        refused += not isinstance(rule(state, Proposal(act.event, Source.CAMERA)), Accepted)
        state = _fold(state, (act,))
    return refused


def _weigh(state: State, acts: Sequence[Act], seen: Observation, known: Sequence[BelievedDiscard]) -> float:
    """How likely (natural log) the table that these acts leave makes what is seen, and how likely they are."""
    now = _fold(state, acts)
    price = sum(PRICE.get(type(a.event), 0.0) for a in acts) + AGAINST * _against(state, acts)
    left = remaining(expected(state))
    price += sum(log(left[a.event.tile] or 1e-3) for a in acts if isinstance(a.event, Discarded))
    if seen.hands:
        price += HANDLESS * sum(isinstance(a.event, Discarded) and a.event.seat not in seen.hands for a in acts)
    tiles = [d.tile for d in now.discards]
    laid = lay(tiles, seen.discards, followed(known, now.discards, by_sight=True))
    sum_p = sum(likelihood(seen.discards[j], tiles[i]) for i, j in laid.pairs)
    sum_p += MISSING * len(laid.missing) + EXTRA * len(laid.extra)
    counts = [0] * len(Tile)
    for tile in tiles:
        counts[tile] += 1
    for rack, groups in zip(now.racks, seen.exposures, strict=True):
        row = [s for group in groups for s in group]
        stood = [t for x in rack.exposures for t in x.tiles]
        there = lay_rack(tuple(x.tiles for x in rack.exposures), groups)
        sum_p += sum(likelihood(row[j], stood[i]) for i, j in there.pairs)
        sum_p += MISSING * len(there.missing) + EXTRA * len(there.extra)
        for tile in stood:
            counts[tile] += 1
    over = sum(max(0, n - t.copies) for n, t in zip(counts, Tile, strict=True))
    return sum_p + price + OVER * over
