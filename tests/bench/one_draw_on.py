"""A coach who looks one draw further than the one that is shipped, to see what more of a budget brings: what a discard
leaves is worth the mean over the next draws, each followed by its best discard.

A rack is worth the sum over all hands (`odds`), as if it could keep them all. A draw decides: with it some hands come
nearer, and another tile has to go. Every tile that some likely hand wants is drawn here, as often as it is unseen and
not known to be on a rack, every second discard among the few that can be spared is tried, and the best counts. All of
them are judged at once, some milliseconds together.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.coaching.advice import Option
from engine.coaching.choosing import Mind, discards
from engine.coaching.danger import risk_of
from engine.coaching.known import Known
from engine.coaching.odds import COUNTS_FROM, Floats32, Ints, Prospects
from engine.hands.table import NATURAL_KINDS
from engine.tile import Tile

Floats = npt.NDArray[np.float64]
MOST_HANDS = 200  # the likeliest; those beyond hardly count


NEAR = 0.5  # a discard whose worth is e^0.5 times smaller than the best is not compared


def best_one_draw_on(mind: Mind, most: int) -> Tile:
    """The discard of fourteen, by the worth one draw on; of the `most` best ones as the shipped coach has them."""
    known, found = mind.known, discards(mind)
    naturals = [t for t in Tile if known.counts[t] and t is not Tile.JOKER]
    worth = dict(zip(naturals, mind.prospects.worths_without(naturals), strict=True)) if naturals else {}
    kinds = sorted(worth, key=lambda t: -worth[t])[:most]
    top = found[0].tiles[0]
    if top not in kinds or sum(worth[t] > worth[kinds[0]] - NEAR for t in kinds) < 2:
        return top
    later = one_draw_on(mind, kinds)
    if later is None:
        return top
    judged = {
        t: Option((t,), mind.chance(worth[kinds[0]]) * float(x / later[0]), risk_of(mind.threats, t))
        for t, x in zip(kinds, later, strict=True)
        if worth[t] > worth[kinds[0]] - NEAR
    }
    return max(judged, key=lambda t: judged[t].worth)


def one_draw_on(mind: Mind, kinds: Sequence[Tile]) -> Floats | None:
    """The chance to win after parting with each of `kinds` and one more draw and discard, (len(kinds),); None where
    there is nothing to look at. `mind` has fourteen tiles; `kinds` are naturals of them, two or more."""
    known, prospects = mind.known, mind.prospects
    logs = prospects.logs
    if not len(logs) or len(kinds) < 2:
        return None
    kept = np.flatnonzero(logs > logs.max() - COUNTS_FROM)
    if len(kept) > MOST_HANDS:
        kept = kept[np.argpartition(-logs[kept], MOST_HANDS)[:MOST_HANDS]]
    draws, weights = _draws(known, prospects, kept)
    pairs = [(i, j) for i in range(len(kinds)) for j in range(i, len(kinds))]
    gone = _gone(prospects, kinds, kept)
    again = float(gone.max())
    worth = _worths_of_pairs(prospects, kinds, pairs, draws, kept)
    total = np.zeros(len(kinds))
    rest = 1.0 - weights.sum()
    for i in range(len(kinds)):
        # What was drawn goes again; or it is what was parted with, and another goes.
        best = np.array([again if tile is kinds[i] else gone[i] for tile in draws], dtype=np.float32)
        for p, (a, b) in enumerate(pairs):
            if i in (a, b):
                best = np.maximum(best, worth[p])
        total[i] = rest * mind.chance(float(gone[i]))
        total[i] += sum(w * mind.chance(float(b)) for w, b in zip(weights, best, strict=True))
    return total


def _draws(known: Known, prospects: Prospects, kept: Ints) -> tuple[list[Tile], Floats]:
    """The kinds that a likely hand still wants, Jokers too, and how likely each is drawn next."""
    copies = np.maximum(0, np.array(known.unseen) - np.array(known.elsewhere)).astype(np.float64)
    each = prospects.costs_of(prospects.held)[2:4].sum(axis=0)  # missing of each want
    wanted = (each[prospects.wants.of[:, kept]] > 0).any(axis=1)
    kinds = [Tile(t) for t in np.flatnonzero(wanted & (copies[:NATURAL_KINDS] > 0)).tolist()]
    if copies[Tile.JOKER]:
        kinds.append(Tile.JOKER)
    return kinds, copies[kinds] / max(1.0, copies.sum())


def _gone(prospects: Prospects, kinds: Sequence[Tile], kept: Ints) -> Floats32:
    """The worth after parting with one of each of `kinds`."""
    less = _change(prospects, -1, kinds, kept)
    costs = prospects.costs[:, None, kept] + less
    return _summed(prospects.likely(costs, prospects.counts[Tile.JOKER]) + prospects.lean[kept])


def _worths_of_pairs(
    prospects: Prospects,
    kinds: Sequence[Tile],
    pairs: Sequence[tuple[int, int]],
    draws: Sequence[Tile],
    kept: Ints,
) -> Floats32:
    """The worth after parting with both tiles of a pair and drawing, (pairs, draws)."""
    less, twice = _change(prospects, -1, kinds, kept), _change(prospects, -2, kinds, kept)
    naturals = [t for t in draws if t is not Tile.JOKER]
    more = np.zeros((5, len(draws), len(kept)), dtype=np.float32)
    more[:, : len(naturals)] = _change(prospects, 1, naturals, kept)
    jokers = np.full((len(draws), 1), prospects.counts[Tile.JOKER])
    jokers[len(naturals) :] += 1
    worth = np.full((len(pairs), len(draws)), -np.inf, dtype=np.float32)
    for p, (a, b) in enumerate(pairs):
        if a == b and prospects.counts[kinds[a]] < 2:
            continue
        parted = twice[:, a] if a == b else less[:, a] + less[:, b]
        costs = (prospects.costs[:, kept] + parted)[:, None, :] + more
        worth[p] = _summed(prospects.likely(costs, jokers) + prospects.lean[kept])
        for k, tile in enumerate(draws):
            if tile in (kinds[a], kinds[b]):
                worth[p, k] = -np.inf  # drawn and parted with: it is as before
    return worth


def _change(prospects: Prospects, by: int, kinds: Sequence[Tile], hands: Ints) -> Floats32:
    """What it changes in the costs of `hands` to hold `by` more of each of `kinds`, (5, kinds, hands)."""
    held = prospects.held
    less = prospects.costs_of(np.maximum(0, held + by)) - prospects.costs_of(held)
    rows = np.array(kinds, dtype=np.intp)[:, None]
    changed: Floats32 = less.take(prospects.wants.of[rows, hands], axis=1)
    return changed


def _summed(logs: Floats32) -> Floats32:
    top = logs.max(axis=-1)
    worths: Floats32 = top + np.log(np.exp(logs - top[..., None]).sum(axis=-1))
    return worths
