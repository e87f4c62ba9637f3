"""A whole hand laid open: which mah jongg it is, where what was believed before it was shown may be wrong.

Fourteen tiles in the open tell more than any look at the game before: whose turn it was, and what stands exposed, is
put right by them where only then the hand is one that the rules and the card allow.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from engine.event import Drawn, Event, MahJongg, Resynced
from engine.rules.referee import rule
from engine.rules.ruling import Accepted, Proposal, Rules, Source
from engine.sight.alignment import align
from engine.sight.believed import as_believed, as_it_stands
from engine.sight.closest import closest
from engine.sight.explanation import Act
from engine.sight.grouping import alike, group_faces, natural_or_joker
from engine.sight.observation import Group, Observation
from engine.sight.propose import propose
from engine.sight.whereabouts import BelievedDiscard, lay
from engine.sight.winning_tile import as_taken, drew, taken
from engine.state import Exposure, State, evolve
from engine.tile import Seat, Tile


def wins(
    act: Act, state: State, rules: Rules, seen: Observation, known: Sequence[BelievedDiscard]
) -> tuple[tuple[Event, ...], Act] | None:
    """The mah jongg that the act is, with what has to be put right before it; None where it is none."""
    hand = act.event
    assert isinstance(hand, MahJongg)
    draw, drawn = _drawn(hand.seat, state, rules, seen, known)
    if drawn is not None:
        found = wins(act, drawn, rules, seen, known)
        return ((draw, *found[0]), found[1]) if found is not None else None
    last, sourced = len(state.discards) - 1, hand.source not in (None, hand.seat)
    away = [i for i in taken(hand, state, seen, known) if i < last or not sourced]
    if away:
        lies, places = as_taken(hand, state, known, seen.hands, away)
        for after, other in _hands(lies, hand.seat, state, rules, seen, places):
            found = _believed_or_not(other, after, rules, seen, places)
            if found is not None:
                return (*lies, *found[0]), found[1]
    return _believed_or_not(act, state, rules, seen, known)


def _drawn(
    seat: Seat, state: State, rules: Rules, seen: Observation, known: Sequence[BelievedDiscard]
) -> tuple[Drawn, State | None]:
    """The draw of a winner who did not take the discard that she said she would win with, and the state after it; None
    where she took it, or never said so."""
    draw = Drawn(seat, inferred=True)
    return draw, _accepted((draw,), state, rules) if drew(seat, state, seen, known) else None


@dataclass(frozen=True, slots=True)
class Won:
    """`told`: a mah jongg with what has to be put right before it. `loss`: natural log by which its tiles are less
    likely than each as it is read best."""

    told: tuple[Event, ...]
    loss: float


def closest_win(
    hand: MahJongg, state: State, rules: Rules, seen: Observation, known: Sequence[BelievedDiscard], most_loss: float
) -> Won | None:
    """The one mah jongg that what is shown comes near to, where it is no less likely than by `most_loss` (natural log);
    None where there is none. Discards that leave it no room in the set were misread."""
    seat = hand.seat
    if rules.table is None:
        return None
    draw, drawn = _drawn(seat, state, rules, seen, known)
    if drawn is not None:
        won = closest_win(hand, drawn, rules, seen, known, most_loss)
        return replace(won, told=(draw, *won.told)) if won is not None else None
    row = [s for group in seen.exposures[seat] for s in group]
    stood = [tile for exposure in state.racks[seat].exposures for tile in exposure.tiles]
    at = dict(align(stood, row).pairs)
    places = iter(range(len(stood)))
    groups = [tuple(islice(places, len(e.tiles))) for e in state.racks[seat].exposures]
    found = closest(row, [[at[i] for i in g] for g in groups if all(i in at for i in g)], rules.table)
    if found is None or found.loss > most_loss:
        return None
    there = {i: found.tiles[j] for i, j in at.items()}
    standing = tuple(tuple(there.get(i, stood[i]) for i in g) for g in groups)
    discards = _leaving_room(found.tiles, seat, state, seen, known)
    for source in dict.fromkeys((hand.source, None)):
        win = MahJongg(seat, found.tiles, None, source)
        for lies in (None, *_with_exposures(seat, standing, state)):
            told: tuple[Event, ...] = (win,) if lies is None else (replace(lies, discards=discards), win)
            if _accepted(told, state, rules) is not None:
                return Won(told, found.loss)
    return None


def _leaving_room(
    tiles: Sequence[Tile], seat: Seat, state: State, seen: Observation, known: Sequence[BelievedDiscard]
) -> tuple[Tile, ...]:
    """The discards, where the set cannot hold them beside that hand the least sure of a kind as what they likeliest are
    otherwise."""
    discards = [d.tile for d in state.discards]
    lies_at = dict(lay(discards, seen.discards, known).pairs)
    others = [
        t for s, rack in zip(Seat, state.racks, strict=True) if s is not seat for e in rack.exposures for t in e.tiles
    ]
    for tile in sorted(set(tiles)):
        while Counter([*discards, *others, *tiles])[tile] > tile.copies:
            counted = Counter([*discards, *others, *tiles])
            free = [t for t in Tile if counted[t] < t.copies]
            sights = {i: seen.discards[j] for i, j in lies_at.items() if discards[i] is tile}
            doubts = [(s.log_p[tile] - max(s.log_p[t] for t in free), i) for i, s in sights.items()]
            if not doubts or not free:
                break
            _, least = min(doubts)
            discards[least] = max(free, key=sights[least].log_p.__getitem__)
    return tuple(discards)


def _believed_or_not(
    act: Act, state: State, rules: Rules, seen: Observation, known: Sequence[BelievedDiscard]
) -> tuple[tuple[Event, ...], Act] | None:
    """As `wins`, of a hand that took nothing which is believed to lie there still."""
    hand = act.event
    assert isinstance(hand, MahJongg)
    found = _allowed(act, state, rules)
    if found is not None:
        return (), found
    for lies in _otherwise(hand.seat, state, seen):
        for after, other in _hands((lies,), hand.seat, state, rules, seen, known):
            found = _allowed(other, after, rules)
            if found is not None:
                return (lies,), found
    return None


def _hands(
    lies: Sequence[Event], seat: Seat, state: State, rules: Rules, seen: Observation, known: Sequence[BelievedDiscard]
) -> Iterator[tuple[State, Act]]:
    """What `seat` shows as a mah jongg once all that is told, with the state then; none where the rules refuse it."""
    after = _accepted(lies, state, rules)
    if after is not None:
        yield from ((after, act) for act in propose(after, seen, known).acts if _shows(act, seat))


def _accepted(told: Sequence[Event], state: State, rules: Rules) -> State | None:
    """The state once all that is told; None where the rules refuse any of it."""
    for event in told:
        ruling = rule(state, Proposal(event, Source.CAMERA), rules)
        if not isinstance(ruling, Accepted):
            return None
        for fact in ruling.events:
            state = evolve(state, fact)
    return state


def _shows(act: Act, seat: Seat) -> bool:
    return isinstance(act.event, MahJongg) and act.event.seat is seat


def _allowed(act: Act, state: State, rules: Rules) -> Act | None:
    for event in (act.event, *act.otherwise):
        if isinstance(rule(state, Proposal(event, Source.CAMERA), rules), Accepted):
            return replace(act, event=event)
    return None


def _otherwise(seat: Seat, state: State, seen: Observation) -> Iterator[Resynced]:
    """Tables that it may have been: its turn, its exposures as they stand there now, or both. What was called was read
    in another light, and what a group is read as now may be likelier than that it is still what it was taken for."""
    yield as_believed(state, seat)
    tried = [as_it_stands(state).exposures[seat]]
    for standing in (_standing(seat, state, seen), _read_anew(seat, state, seen)):
        if standing not in tried:
            tried.append(standing)
            yield from _with_exposures(seat, standing, state)


def _with_exposures(seat: Seat, standing: tuple[tuple[Tile, ...], ...], state: State) -> Iterator[Resynced]:
    """The table with these exposures of `seat`, as it is believed otherwise, and with its turn."""
    lies = as_it_stands(state)
    exposures = (*lies.exposures[:seat], standing, *lies.exposures[seat + 1 :])
    held = [13 - sum(map(len, rack)) + (s is state.holder) for s, rack in zip(Seat, exposures, strict=True)]
    yield replace(lies, exposures=exposures, concealed=_four(held))
    held = [13 - sum(map(len, rack)) for rack in exposures]
    yield replace(lies, exposures=exposures, concealed=_four(held), turn=seat)


def _four(held: Sequence[int]) -> tuple[int, int, int, int]:
    p1, p2, p3, p4 = (max(0, n) for n in held)
    return p1, p2, p3, p4


def _standing(seat: Seat, state: State, seen: Observation) -> tuple[tuple[Tile, ...], ...]:
    """The believed exposures as they are seen now: each as the group that shows most of its tile, or where none shows
    any as what now stands in its place."""
    standing = []
    left = list(seen.exposures[seat])
    for place, exposure in enumerate(state.racks[seat].exposures):
        natural = exposure.natural
        if natural is None:
            standing.append(exposure.tiles)
            continue
        shown = [sum(s.best is natural for s in g) for g in left]
        group = left[shown.index(max(shown))] if shown else ()
        tiles = tuple(natural_or_joker(s, natural) for s in group)
        one_odd = len(group) - 1 == max(shown, default=0)  # and read as something that cannot stand among them
        if 3 <= len(tiles) <= 6 and tiles.count(natural) and (one_odd or alike(group, natural)):
            left.remove(group)
            standing.append(tiles)
        else:
            misread = not any(shown) and place < len(seen.exposures[seat])
            there = _as_read(seen.exposures[seat][place], exposure) if misread else ()
            standing.append(there or exposure.tiles)
    return tuple(standing)


def _read_anew(seat: Seat, state: State, seen: Observation) -> tuple[tuple[Tile, ...], ...]:
    """The exposures as they are read now, whatever they were taken for: each as the group of its size that may be it
    still, or else the one in its place."""
    left = list(seen.exposures[seat])
    standing = []
    for place, exposure in enumerate(state.racks[seat].exposures):
        natural = exposure.natural
        fits = [g for g in left if len(g) == len(exposure.tiles) and natural is not None and alike(g, natural)]
        there = seen.exposures[seat][place : place + 1]
        group = next((g for g in (*fits, *there) if g in left), ())
        tiles = _as_read(group, exposure)
        if tiles:
            left.remove(group)
        standing.append(tiles or exposure.tiles)
    return tuple(standing)


def _as_read(group: Group, exposure: Exposure) -> tuple[Tile, ...]:
    """A group as large as an exposure, as it is read; nothing where it is none."""
    natural, _ = group_faces(group, None, [1] * len(Tile))[0]
    if len(group) != len(exposure.tiles) or not alike(group, natural):
        return ()
    return tuple(natural_or_joker(s, natural) for s in group)
