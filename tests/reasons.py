"""An independent checker of the coach's reasons: it sees what the seat sees, and counts everything again, hand by hand.

It shares no code with the coach but the values that it checks: exposures are fitted into hands, distances counted and
unseen tiles added up here in plain Python.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.card import Group, Hand, Line
from engine.coaching import Known, Reason, Why
from engine.tile import Seat, Tile

J = Tile.JOKER
Counts = Counter[Tile]


def stands_for(exposure: Sequence[Tile], group: Group) -> bool:
    naturals = [t for t in exposure if t is not J]
    if len(exposure) != len(group.tiles) or (len(naturals) < len(exposure) and not group.jokers):
        return False
    return not Counter(naturals) - Counter(group.tiles)


def rests(hand: Sequence[Group], exposures: Sequence[Sequence[Tile]]) -> Iterator[tuple[Group, ...]]:
    """What is left of a hand once the exposures stand, in every way."""
    if not exposures:
        yield tuple(hand)
        return
    for g, group in enumerate(hand):
        if stands_for(exposures[0], group):
            yield from rests((*hand[:g], *hand[g + 1 :]), exposures[1:])


def fitting(line: Line, exposures: Sequence[Sequence[Tile]]) -> Iterator[tuple[Group, ...]]:
    if line.concealed and exposures:
        return
    for hand in line.hands:
        yield from rests(hand, exposures)


def shortage(rest: Sequence[Group], held: Counts) -> tuple[int, int]:
    """Strict and flexible tiles missing, before jokers: naturals go to singles and pairs first."""
    strict = Counter(t for g in rest if not g.jokers for t in g.tiles)
    flexible = Counter(t for g in rest if g.jokers for t in g.tiles)
    lacks = sum((strict - held).values())
    over = held - strict
    return lacks, sum((flexible - over).values())


def missing(rest: Sequence[Group], held: Counts) -> int:
    strict, flexible = shortage(rest, held)
    return strict + max(0, flexible - held[J])


def seen(known: Known) -> Counts:
    shown = Counter(d.tile for d in known.discards)
    shown.update(t for groups in known.exposures for g in groups for t in g)
    return shown


def unseen(known: Known, tile: Tile) -> int:
    return tile.copies - seen(known)[tile] - known.rack.count(tile)


def possible(rest: Sequence[Group], supply: Counts) -> bool:
    """Whether the tiles that may still come could finish it, every joker exchangeable."""
    strict, flexible = shortage(rest, supply)
    return strict == 0 and flexible <= J.copies


def open_lines(known: Known, seat: Seat) -> dict[str, bool]:
    """Line names an opponent can still be on, none of whose tiles this seat holds; with the wanted kinds."""
    supply = Counter({t: unseen(known, t) for t in Tile})
    return {
        line.name: True
        for line in known.table.lines
        if any(possible(rest, supply) for rest in fitting(line, known.exposures[seat]))
    }


def wanting(known: Known, seat: Seat, tile: Tile) -> int:
    supply = Counter({t: unseen(known, t) for t in Tile})
    return sum(
        any(
            possible(rest, supply) and any(tile in g.tiles for g in rest)
            for rest in fitting(line, known.exposures[seat])
        )
        for line in known.table.lines
    )


def is_true(known: Known, reason: Reason, called: Tile | None = None) -> bool:
    """Whether the fact holds. `called`: the discard that the advice is about, taken into the hand where it wins."""
    held = Counter(known.rack)
    if called is not None and reason.kind is Why.COMPLETE:
        held[called] += 1
    hand, line, tiles, numbers = reason.hand, reason.line, reason.tiles, reason.numbers
    if hand is not None and (line is None or hand not in line.hands):
        return False
    facts = _FACTS[reason.kind]
    return facts(known, held, hand or (), line, tiles, numbers, reason.seat)


def _rest(known: Known, hand: Hand) -> tuple[Group, ...] | None:
    return next(iter(rests(hand, known.own)), None)


def _complete(k, held, hand, line, tiles, numbers, seat):
    return any(missing(rest, held) == 0 for rest in rests(hand, k.own))


def _away(k, held, hand, line, tiles, numbers, seat):
    return any(
        missing(rest, held) == numbers[0] == len(tiles) and missing(rest, held + Counter(tiles)) == 0
        for rest in rests(hand, k.own)
    )


def _alone(k, held, hand, line, tiles, numbers, seat):
    for rest in rests(hand, k.own):
        strict = Counter(t for g in rest if not g.jokers for t in g.tiles)
        if not Counter(tiles) - (strict - held):
            return True
    return False


def _safe(k, held, hand, line, tiles, numbers, seat):
    others = [s for s in k.players if s is not k.seat and s not in k.dead and k.exposures[s]]
    return all(wanting(k, s, tiles[0]) == 0 for s in others)


def _dead(k, held, hand, line, tiles, numbers, seat):
    supply = Counter({t: t.copies - seen(k)[t] for t in Tile})
    lines = [line] if line is not None else k.table.lines
    return not any(possible(rest, supply) for x in lines for rest in fitting(x, k.own))


def _commits(k, held, hand, line, tiles, numbers, seat):
    before = sum(next(fitting(x, k.own), None) is not None for x in k.table.lines)
    after = sum(next(fitting(x, (*k.own, tiles)), None) is not None for x in k.table.lines)
    return (after, before) == numbers


def _no_group(k, held, hand, line, tiles, numbers, seat):
    tile, jokers = tiles[0], held[J]
    made = [
        (tile,) * (n + 1) + (J,) * j for n in range(held[tile] + 1) for j in range(jokers + 1) if 3 <= n + j + 1 <= 6
    ]
    return all(next(fitting(x, (*k.own, m)), None) is None for m in made for x in k.table.lines)


def _natural(k, tiles, seat):
    return any(J in g and tiles[0] in g for g in k.exposures[seat]) and tiles[0] in k.rack


def _wants(hand: Sequence[Group], tile: Tile) -> int:
    return sum(g.tiles.count(tile) for g in hand)


_FACTS = {
    Why.COMPLETE: _complete,
    Why.AWAY: _away,
    Why.UNSEEN: lambda k, h, hand, line, t, n, s: n == (unseen(k, t[0]), t[0].copies),
    Why.ALL_GONE: lambda k, h, hand, line, t, n, s: unseen(k, t[0]) == 0,
    Why.NO_PLACE: lambda k, h, hand, line, t, n, s: all(not _wants(hand, x) for x in t),
    Why.TOO_MANY: lambda k, h, hand, line, t, n, s: (
        n == (_wants(hand, t[0]), h[t[0]] + sum(g.count(t[0]) for g in k.own)) and n[0] < n[1]
    ),
    Why.LEAST: lambda k, h, hand, line, t, n, s: t[0] in k.rack and 1 >= n[0] >= n[1],
    Why.JOKERS_FIT: lambda k, h, hand, line, t, n, s: any(g.jokers for g in hand) and n == (h[J],),
    Why.JOKERS_LOST: lambda k, h, hand, line, t, n, s: not any(g.jokers for g in hand) and n == (h[J],),
    Why.NO_JOKER_THERE: _alone,
    Why.CONCEALED: lambda k, h, hand, line, t, n, s: line.concealed,
    Why.CALLABLE: lambda k, h, hand, line, t, n, s: (
        not line.concealed and all(any(g.jokers and x in g.tiles for g in hand) for x in t)
    ),
    Why.COMMITS: _commits,
    Why.ENDS_CONCEALED: lambda k, h, hand, line, t, n, s: not k.own and n == (sum(x.concealed for x in k.table.lines),),
    Why.TOO_LITTLE: lambda k, h, hand, line, t, n, s: n == (h[t[0]], h[J]) and sum(n) < 2,
    Why.FITS_NO_GROUP: _no_group,
    Why.TO_WIN_ONLY: lambda k, h, hand, line, t, n, s: k.to_win_only,
    Why.COSTS: lambda k, h, hand, line, t, n, s: 0 <= n[0] <= n[1] <= 1,
    Why.BRINGS: lambda k, h, hand, line, t, n, s: 1 >= n[0] >= n[1] >= 0,
    Why.JOKER_DEAD: lambda k, h, hand, line, t, n, s: True,
    Why.JOKERS_STAY: lambda k, h, hand, line, t, n, s: n == (h[J],) and h[J] > 0,
    Why.BREAKS_NO_PAIR: lambda k, h, hand, line, t, n, s: all(h[x] == 1 or h[x] - t.count(x) != 1 for x in t),
    Why.NO_PAIR_GIVEN: lambda k, h, hand, line, t, n, s: len(set(t)) == len(t),
    Why.SAFE: _safe,
    Why.WANTED_BY: lambda k, h, hand, line, t, n, s: n == (wanting(k, s, t[0]), len(open_lines(k, s))) and n[0] > 0,
    Why.EXCHANGE: lambda k, h, hand, line, t, n, s: _natural(k, t, s),
    Why.DEAD: _dead,
    Why.SERVES: lambda k, h, hand, line, t, n, s: n == (_wants(hand, t[0]), h[t[0]]) and n[0] > 0,
    Why.OUT_OF_REACH: _dead,
}
assert set(_FACTS) == set(Why)
