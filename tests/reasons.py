"""An independent checker of the coach's reasons: it sees what the seat sees, and counts everything again, hand by hand.

It shares no code with the coach but the values that it checks: exposures are fitted into hands, distances counted and
unseen tiles added up here in plain Python.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.card import Group, Hand, Line
from engine.coaching import Handed, Known, Reason, Why
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


@dataclass(frozen=True, slots=True)
class Fact:
    """What a reason says, and of whom: `held` are the seat's own tiles, `seat` is another's where it speaks of one."""

    known: Known
    held: Counts
    hand: Sequence[Group]
    line: Line | None
    tiles: tuple[Tile, ...]
    numbers: tuple[float, ...]
    seat: Seat | None


def is_true(known: Known, reason: Reason, called: Tile | None = None) -> bool:
    """Whether the fact holds. `called`: the discard that the advice is about, taken into the hand where it wins."""
    held = Counter(known.rack)
    if called is not None and reason.kind is Why.COMPLETE:
        held[called] += 1
    hand, line, tiles, numbers = reason.hand, reason.line, reason.tiles, reason.numbers
    if hand is not None and (line is None or hand not in line.hands):
        return False
    facts = _FACTS[reason.kind]
    return facts(Fact(known, held, hand or (), line, tiles, numbers, reason.seat))


def _rest(known: Known, hand: Hand) -> tuple[Group, ...] | None:
    return next(iter(rests(hand, known.own)), None)


def _complete(f: Fact) -> bool:
    return any(missing(rest, f.held) == 0 for rest in rests(f.hand, f.known.own))


def _away(f: Fact) -> bool:
    return any(
        missing(rest, f.held) == f.numbers[0] == len(f.tiles) and missing(rest, f.held + Counter(f.tiles)) == 0
        for rest in rests(f.hand, f.known.own)
    )


def _alone(f: Fact) -> bool:
    for rest in rests(f.hand, f.known.own):
        strict = Counter(t for g in rest if not g.jokers for t in g.tiles)
        if not Counter(f.tiles) - (strict - f.held):
            return True
    return False


def _safe(f: Fact) -> bool:
    others = [s for s in f.known.players if s is not f.known.seat and s not in f.known.dead and f.known.exposures[s]]
    return all(wanting(f.known, s, f.tiles[0]) == 0 for s in others)


def _dead(f: Fact) -> bool:
    supply = Counter({t: t.copies - seen(f.known)[t] for t in Tile})
    lines = [f.line] if f.line is not None else f.known.table.lines
    return not any(possible(rest, supply) for x in lines for rest in fitting(x, f.known.own))


def _commits(f: Fact) -> bool:
    before = sum(next(fitting(x, f.known.own), None) is not None for x in f.known.table.lines)
    after = sum(next(fitting(x, (*f.known.own, f.tiles)), None) is not None for x in f.known.table.lines)
    return (after, before) == f.numbers


def _no_group(f: Fact) -> bool:
    tile, jokers = f.tiles[0], f.held[J]
    made = [
        (tile,) * (n + 1) + (J,) * j for n in range(f.held[tile] + 1) for j in range(jokers + 1) if 3 <= n + j + 1 <= 6
    ]
    return all(next(fitting(x, (*f.known.own, m)), None) is None for m in made for x in f.known.table.lines)


def _natural(k, tiles, seat):
    return any(J in g and tiles[0] in g for g in k.exposures[seat]) and tiles[0] in k.rack


def _went(handed: Sequence[Handed], f: Fact) -> bool:
    tiles = [t for pass_ in handed for t in pass_.tiles if pass_.seat is f.seat]
    return f.seat is not f.known.seat and tiles.count(f.tiles[0]) == f.numbers[0] > 0


def _wants(hand: Sequence[Group], tile: Tile) -> int:
    return sum(g.tiles.count(tile) for g in hand)


_FACTS = {
    Why.COMPLETE: _complete,
    Why.AWAY: _away,
    Why.UNSEEN: lambda f: f.numbers == (unseen(f.known, f.tiles[0]), f.tiles[0].copies),
    Why.ALL_GONE: lambda f: unseen(f.known, f.tiles[0]) == 0,
    Why.NO_PLACE: lambda f: all(not _wants(f.hand, x) for x in f.tiles),
    Why.TOO_MANY: lambda f: (
        f.numbers == (_wants(f.hand, f.tiles[0]), f.held[f.tiles[0]] + sum(g.count(f.tiles[0]) for g in f.known.own))
        and f.numbers[0] < f.numbers[1]
    ),
    Why.LEAST: lambda f: f.tiles[0] in f.known.rack and 1 >= f.numbers[0] >= f.numbers[1],
    Why.JOKERS_FIT: lambda f: any(g.jokers for g in f.hand) and f.numbers == (f.held[J],),
    Why.JOKERS_LOST: lambda f: not any(g.jokers for g in f.hand) and f.numbers == (f.held[J],),
    Why.NO_JOKER_THERE: _alone,
    Why.CONCEALED: lambda f: f.line.concealed,
    Why.CALLABLE: lambda f: (
        not f.line.concealed and all(any(g.jokers and x in g.tiles for g in f.hand) for x in f.tiles)
    ),
    Why.COMMITS: _commits,
    Why.ENDS_CONCEALED: lambda f: not f.known.own and f.numbers == (sum(x.concealed for x in f.known.table.lines),),
    Why.TOO_LITTLE: lambda f: f.numbers == (f.held[f.tiles[0]], f.held[J]) and sum(f.numbers) < 2,
    Why.FITS_NO_GROUP: _no_group,
    Why.TO_WIN_ONLY: lambda f: f.known.to_win_only,
    Why.COSTS: lambda f: 0 <= f.numbers[0] <= f.numbers[1] <= 1,
    Why.BRINGS: lambda f: 1 >= f.numbers[0] >= f.numbers[1] >= 0,
    Why.JOKER_DEAD: lambda f: True,
    Why.JOKERS_STAY: lambda f: f.numbers == (f.held[J],) and f.held[J] > 0,
    Why.BREAKS_NO_PAIR: lambda f: all(f.held[x] == 1 or f.held[x] - f.tiles.count(x) >= 2 for x in f.tiles),
    Why.NO_PAIR_GIVEN: lambda f: len(set(f.tiles)) == len(f.tiles),
    Why.SAFE: _safe,
    Why.WANTED_BY: lambda f: (
        f.numbers == (wanting(f.known, f.seat, f.tiles[0]), len(open_lines(f.known, f.seat))) and f.numbers[0] > 0
    ),
    Why.PASSED_BY: lambda f: _went(f.known.received, f),
    Why.PASSED_TO: lambda f: _went(f.known.passed, f),
    Why.EXCHANGE: lambda f: _natural(f.known, f.tiles, f.seat),
    Why.DEAD: _dead,
    Why.SERVES: lambda f: f.numbers == (_wants(f.hand, f.tiles[0]), f.held[f.tiles[0]]) and f.numbers[0] > 0,
    Why.OUT_OF_REACH: _dead,
}
assert set(_FACTS) == set(Why)
