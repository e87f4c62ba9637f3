"""The hands within reach, drawn as a player sees them: a line's pattern with her tiles in it, and what it lacks."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from engine.card import Group, Hand, Line
from engine.coaching.advice import Place, Reach, Reason, Why
from engine.coaching.choosing import Mind
from engine.coaching.known import Known
from engine.hands.proof import living
from engine.hands.ranking import needs_of
from engine.hands.table import stands_for
from engine.tile import Tile
from engine.wording import listed


def hands_in_reach(known: Known, k: int = 3) -> tuple[Reach, ...]:
    """The `k` likeliest lines, each by its likeliest hand, likeliest first."""
    mind = Mind(known)
    return tuple(reach_of(mind, h, chance) for h, chance in best_by_line(mind)[:k])


def reach_of_line(known: Known, line: Line) -> Reach | None:
    """The likeliest hand of one line; None when it cannot be finished any more."""
    mind = Mind(known)
    for h, chance in best_by_line(mind):
        if mind.left.lines[mind.left.line_of[h]] is line:
            return reach_of(mind, h, chance)
    return None


def best_by_line(mind: Mind) -> list[tuple[int, float]]:
    """Of every line that can be finished its likeliest hand and the line's part of the chance to win, likeliest first.

    The chance of the seat is shared out as each line's hands weigh in what the rack is worth.
    """
    left = mind.left
    if not len(left):
        return []
    logs = mind.prospects.logs.astype(np.float64)
    weights = np.exp(logs - logs.max()) * living(left, mind.known.seen)
    total = float(weights.sum())
    if total <= 0:
        return []
    chance = mind.chance(mind.prospects.worth)
    begins = left.first_of_line
    ends = [*begins[1:].tolist(), len(left)]
    found = []
    for first, end in zip(begins.tolist(), ends, strict=True):
        share = float(weights[first:end].sum())
        if share > 0:
            found.append((first + int(weights[first:end].argmax()), chance * share / total))
    return sorted(found, key=lambda f: (-f[1], f[0]))


def reach_of(mind: Mind, h: int, chance: float) -> Reach:
    known, left = mind.known, mind.left
    line, hand = left.lines[left.line_of[h]], left.hands[h]
    needs = needs_of(left, h, known.counts, known.seen)
    pattern = filled(hand, known.own, known.counts, needs)
    jokers = sum(place.held is Tile.JOKER and not place.exposed for group in pattern for place in group)
    strict = alone(hand, pattern, needs)
    unseen = tuple((tile, known.unseen[tile]) for tile in dict.fromkeys(needs))
    reasons = _reasons(known, line, hand, needs, strict)
    says = " ".join(reason.says for reason in reasons)
    return Reach(line, hand, pattern, len(needs), needs, unseen, jokers, strict, chance, says, reasons)


def filled(
    hand: Hand, exposures: Sequence[Sequence[Tile]], counts: Sequence[int], needs: Sequence[Tile]
) -> tuple[tuple[Place, ...], ...]:
    """The groups of `hand` with what fills each place: exposures first, then naturals, singles and pairs before groups
    that take jokers, then jokers where nothing is needed."""
    standing = standing_groups(hand, exposures) or {}
    held = Counter({Tile(t): n for t, n in enumerate(counts) if n})
    jokers = held.pop(Tile.JOKER, 0)
    rows: list[list[Tile | None]] = [[None] * len(group.tiles) for group in hand]
    order = [g for g, group in enumerate(hand) if g not in standing]
    for g in sorted(order, key=lambda g: hand[g].jokers):
        for p, tile in enumerate(hand[g].tiles):
            if held[tile]:
                held[tile] -= 1
                rows[g][p] = tile
    lacking = Counter(needs)
    for g in order:  # what is needed stays open; the rest of the open places is the jokers'
        for p, tile in enumerate(hand[g].tiles):
            if rows[g][p] is None:
                if lacking[tile]:
                    lacking[tile] -= 1
                elif hand[g].jokers and jokers:
                    jokers -= 1
                    rows[g][p] = Tile.JOKER
    pattern = []
    for g, group in enumerate(hand):
        shown = _in_order(group, standing[g]) if g in standing else rows[g]
        pattern.append(tuple(Place(t, x, g in standing, group.jokers) for t, x in zip(group.tiles, shown, strict=True)))
    return tuple(pattern)


def _in_order(group: Group, shown: Sequence[Tile]) -> list[Tile | None]:
    """The tiles of an exposure beside the tiles of its group: naturals at their own places."""
    rest = Counter(shown)
    placed: list[Tile | None] = []
    for tile in group.tiles:
        if rest[tile]:
            rest[tile] -= 1
            placed.append(tile)
        else:
            placed.append(None)
    spare = list(rest.elements())
    return [spare.pop() if t is None and spare else t for t in placed]


def standing_groups(hand: Hand, exposures: Sequence[Sequence[Tile]]) -> dict[int, Sequence[Tile]] | None:
    """Which group of the hand each exposure is; None when they are not all groups of it."""
    if not exposures:
        return {}
    for g, group in enumerate(hand):
        if stands_for(exposures[0], group):
            rest = standing_groups((*hand[:g], Group((), False), *hand[g + 1 :]), exposures[1:])
            if rest is not None:
                return {g: exposures[0]} | rest
    return None


def alone(hand: Hand, pattern: Sequence[Sequence[Place]], needs: Sequence[Tile]) -> tuple[Tile, ...]:
    """Of the needed tiles those that stand as single, pair or in a mixed group: no joker may stand there."""
    found = [place.wants for group in pattern for place in group if place.held is None and not place.joker]
    return tuple(sorted(found))


def count(n: int, word: str) -> str:
    return f"{n} {word}{'s' if n != 1 else ''}"


_DRAWN = "so every tile but the last must be drawn"


def _called(strict: tuple[Tile, ...], *, last: bool) -> str:
    """When tiles may be called that stand as single or pair."""
    if last:
        return "but it may be called, for it wins"
    return f"and a call for {'it' if len(set(strict)) == 1 else 'one of them'} must win"


def _reasons(
    known: Known, line: Line, hand: Hand, needs: tuple[Tile, ...], strict: tuple[Tile, ...]
) -> tuple[Reason, ...]:
    """How near the line is and what makes it easy or hard. Every sentence names the tiles it speaks of."""
    if not needs:
        return (Reason(Why.COMPLETE, "It is complete: say mah jongg.", line=line, hand=hand),)
    away = f"{count(len(needs), 'tile')} away: {listed(needs)}."
    reasons = [Reason(Why.AWAY, away, needs, (len(needs),), line, hand)]
    for tile in dict.fromkeys(t for t in needs if t is not Tile.JOKER):
        left, wants = known.unseen[tile], needs.count(tile)
        if left <= wants and known.seen[tile]:  # where none has been shown, none is gone
            short = f"Only {left} × {tile.words} {'is' if left == 1 else 'are'} still unseen."
            reasons.append(Reason(Why.UNSEEN, short, (tile,), (left, tile.copies), line, hand))
    jokers = known.counts[Tile.JOKER]
    takes = any(group.jokers for group in hand)
    last = len(needs) == 1
    if line.concealed:
        says = f"It is concealed, {'but its last tile may be called' if last else _DRAWN}."
        reasons.append(Reason(Why.CONCEALED, says, line=line, hand=hand))
    elif not strict and Tile.JOKER not in needs:
        says = "It may be called." if last else "All of them belong to groups that may be called."
        reasons.append(Reason(Why.CALLABLE, says, needs, (), line, hand))
    if strict:
        says = f"No joker helps for {listed(strict)} (single or pair), {_called(strict, last=last)}."
        reasons.append(Reason(Why.NO_JOKER_THERE, says, strict, (), line, hand))
    if jokers and not takes:
        says = f"It takes no jokers, so your {count(jokers, 'joker')} would be lost."
        reasons.append(Reason(Why.JOKERS_LOST, says, (), (jokers,), line, hand))
    elif jokers > 1:
        reasons.append(Reason(Why.JOKERS_FIT, f"Your {jokers} jokers may stand in it.", (), (jokers,), line, hand))
    return tuple(reasons)
