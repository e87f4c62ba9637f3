"""What happened, weighed: of the chains of acts that would explain what is seen, the likeliest few are kept, and later
rests decide between them.

`propose` makes one chain; its neighbours are the slips that reading makes (another face, a joker for a natural, an
exchange that was none, a tile read anew that was right). Each chain leaves a table; each table is weighed against the
sightings, tile by tile, with the set of 152 as prior and a price for every act. Chains of the rest before are carried
on: what they leave unexplained is explained in turn, so that a second rest speaks for one of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from typing import Protocol

from engine.event import Corrected, Discarded, Event, Exposed, JokerExchanged, MahJongg, Resynced
from engine.referee import rule
from engine.ruling import Accepted, Proposal, Source
from engine.sight.aftermath import after
from engine.sight.alignment import EXTRA, MISSING, likelihood
from engine.sight.observation import Observation, Sight
from engine.sight.propose import Act, Explanation, expected, lay_rack, propose, remaining
from engine.sight.whereabouts import Lying, followed, lay
from engine.state import Phase, State
from engine.tile import Tile

WIDTH = 4  # chains kept from rest to rest
TIGHT = 6.0  # natural log by which a chain may be less likely than the best and is still kept
OVER = -12.0  # for each tile more of a kind than the set holds: the count is surer than a reading
LIKELY = 0.02  # probability from which on another face is worth a chain
DOUBT = 3.0  # natural log by which a tile may look more like a joker than like its natural, or less, and be the other
HANDLESS = -6.0  # for a discard of a seat whose hand was not seen, where hands were
AGAINST = -5.0  # for an act that the rules have no room for: people play by them, and readings err
PRICE = {Exposed: -0.5, JokerExchanged: -1.0, Corrected: -1.5, Resynced: -3.0}


@dataclass(frozen=True, slots=True)
class Chain:
    """Acts that may have happened since the log's end, and how likely they make what is seen (natural log)."""

    acts: tuple[Act, ...]
    log_p: float
    found: Explanation


class Explain(Protocol):
    """How a picture is explained: acts, and the chains worth keeping."""

    def __call__(
        self, state: State, seen: Observation, known: Sequence[Lying], waiting: Sequence[Sight], kept: Sequence[Chain]
    ) -> tuple[Explanation, tuple[Chain, ...]]: ...


def cascade(
    state: State, seen: Observation, known: Sequence[Lying], waiting: Sequence[Sight], kept: Sequence[Chain]
) -> tuple[Explanation, tuple[Chain, ...]]:
    """The one chain that `propose` makes, and none kept."""
    return propose(state, seen, known, waiting), ()


def beam(
    state: State, seen: Observation, known: Sequence[Lying], waiting: Sequence[Sight], kept: Sequence[Chain]
) -> tuple[Explanation, tuple[Chain, ...]]:
    """The likeliest chain, its acts as sure as all chains together are of them, and the best few."""
    first = propose(state, seen, known, waiting)
    if state.phase is not Phase.PLAY or any(isinstance(a.event, MahJongg) for a in first.acts):
        return first, ()
    chains = {_events(first.acts): Chain(first.acts, _weigh(state, first.acts, seen, known), first)}
    grown = [c.acts for c in kept if c.acts]
    others = [*_neighbours(first.acts, seen), *(more for acts in grown for more in _carried(state, acts, seen, known))]
    for acts in others:
        if _events(acts) not in chains:
            chains[_events(acts)] = Chain(acts, _weigh(state, acts, seen, known), first)
    ranked = sorted(chains.values(), key=lambda c: -c.log_p)
    best = [c for c in ranked[:WIDTH] if c.log_p > ranked[0].log_p - TIGHT]
    return replace(first, acts=_sure(best)), tuple(best)


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
                    if p > LIKELY:
                        yield (*before, replace(act, event=replace(event, tile=tile), confidence=p), *later)
            case Exposed(seat, called, _, tiles):
                group = next((g for g in seen.exposures[seat] if len(g) == len(tiles)), ())
                for n, one in enumerate(group):
                    if abs(one.log_p[called] - one.log_p[Tile.JOKER]) < DOUBT:
                        other = called if tiles[n] is Tile.JOKER else Tile.JOKER
                        turned = (*tiles[:n], other, *tiles[n + 1 :])
                        if called in turned:
                            yield (*before, replace(act, event=replace(event, tiles=turned)), *later)
            case JokerExchanged() | Corrected():
                yield (*before, *later)
            case _:
                pass


def _carried(
    state: State, acts: tuple[Act, ...], seen: Observation, known: Sequence[Lying]
) -> Iterator[tuple[Act, ...]]:
    """A chain of the rest before, and what has happened since if it is true."""
    now = _fold(state, acts)
    placed = followed(known, now.discards, by_sight=True)
    yield acts
    yield (*acts, *propose(now, seen, placed).acts)


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


def _weigh(state: State, acts: Sequence[Act], seen: Observation, known: Sequence[Lying]) -> float:
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
        there = lay_rack(tuple(x.tiles for x in rack.exposures), row)
        sum_p += sum(likelihood(row[j], stood[i]) for i, j in there.pairs)
        sum_p += MISSING * len(there.missing) + EXTRA * len(there.extra)
        for tile in stood:
            counts[tile] += 1
    over = sum(max(0, n - t.copies) for n, t in zip(counts, Tile, strict=True))
    return sum_p + price + OVER * over
