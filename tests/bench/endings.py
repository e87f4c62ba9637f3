"""How far the coach's discards are from the best in endings that can be solved: `python -m tests.bench.endings`.

An ending: fourteen tiles, at most three hands of the card still alive, one to three own draws left. Every unseen tile
is as likely as any other to come next. Between two own draws the others discard three tiles, any of which may complete
a hand. All discards and draws to the end are tried; regret is the chance to win that the coach's discard gives away.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from engine.card import Hand, Line, read_card
from engine.coaching import Known, advise_discard, choices, played_on
from engine.hands import HandTable, counts_of
from engine.tile import Seat, Tile, codes
from engine.turn import Discard
from tests.bench.ladder import PRACTICE
from tests.bench.tables import WALL

OTHERS = 39  # tiles on the three other racks
Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """What the seat knows, with a table of the living hands alone, and how often it still draws."""

    known: Known
    hands: tuple[Hand, ...]
    draws: int


class Solver:
    """The chance to win from a rack, trying everything. `hands` as (strict, flexible) counts per kind."""

    def __init__(self, hands: Sequence[Hand]) -> None:
        self.wants = []
        for hand in hands:
            strict = counts_of([t for g in hand if not g.jokers for t in g.tiles])
            flexible = counts_of([t for g in hand if g.jokers for t in g.tiles])
            self.wants.append((strict, flexible))
        kinds = {t for s, f in self.wants for t in range(len(Tile)) if s[t] or f[t]}
        self.kinds = [Tile(t) for t in sorted(kinds | {Tile.JOKER})]
        self._drawn: dict[tuple[Counts, Counts, int, int], float] = {}
        self._complete: dict[Counts, bool] = {}

    def reduced(self, counts: Sequence[int]) -> tuple[Counts, int]:
        """The counts of the kinds that matter, and how many other tiles there are."""
        mine = tuple(counts[t] for t in self.kinds)
        return mine, sum(counts) - sum(mine)

    def complete(self, rack: Counts) -> bool:
        if rack not in self._complete:
            held = dict(zip(self.kinds, rack, strict=True))
            self._complete[rack] = any(self._short(s, f, held) == 0 for s, f in self.wants)
        return self._complete[rack]

    def _short(self, strict: Sequence[int], flexible: Sequence[int], held: dict[Tile, int]) -> int:
        alone = opened = 0
        for t in self.kinds:
            if t is not Tile.JOKER:
                alone += max(0, strict[t] - held[t])
                opened += max(0, flexible[t] - max(0, held[t] - strict[t]))
        return alone + max(0, opened - held[Tile.JOKER])

    def holding(self, rack: Counts, junk: int, unseen: Counts, other: int, draws: int) -> float:
        """With fourteen tiles: a win, or the best discard."""
        if self.complete(rack):
            return 1.0
        if draws == 0:
            return 0.0
        if junk:
            return self.waiting(rack, junk - 1, unseen, other, draws)  # a tile of no use is the best to part with
        return max(self.waiting(_one_less(rack, i), junk, unseen, other, draws) for i, n in enumerate(rack) if n)

    def waiting(self, rack: Counts, junk: int, unseen: Counts, other: int, draws: int) -> float:
        """With thirteen: three discards of the others, then the draw."""
        key = (rack, unseen, other, draws)
        if key in self._drawn:
            return self._drawn[key]
        total = sum(unseen) + other
        naturals = [i for i, n in enumerate(unseen) if n and self.kinds[i] is not Tile.JOKER]
        winning = sum(unseen[i] for i in naturals if self.complete(_one_more(rack, i)))
        called = 1 - (1 - winning / total) ** 3
        chance = other / total * self.holding(rack, junk + 1, unseen, other - 1, draws - 1) if other else 0.0
        for i, n in enumerate(unseen):
            if n:
                then = self.holding(_one_more(rack, i), junk, _one_less(unseen, i), other, draws - 1)
                chance += n / total * then
        self._drawn[key] = called + (1 - called) * chance
        return self._drawn[key]


def _one_less(counts: Counts, i: int) -> Counts:
    return (*counts[:i], counts[i] - 1, *counts[i + 1 :])


def _one_more(counts: Counts, i: int) -> Counts:
    return (*counts[:i], counts[i] + 1, *counts[i + 1 :])


def chances(ending: Ending) -> dict[Tile, float]:
    """The chance to win after each discard, exactly."""
    known, solver = ending.known, Solver(ending.hands)
    unseen, other = solver.reduced(known.unseen)
    found = {}
    for tile in dict.fromkeys(known.rack):
        counts = list(known.counts)
        counts[tile] -= 1
        rack, junk = solver.reduced(counts)
        found[tile] = solver.waiting(rack, junk, unseen, other, ending.draws)
    return found


def by_rollouts(known: Known, rollouts: int) -> Tile:
    """The discard that rollouts alone choose, of those that the coach thinks best."""
    options = choices(known)
    return max(options, key=lambda o: played_on(known, o, range(rollouts))).tiles[0]


def ending_of(table: HandTable, chance: Random) -> Ending:
    """A rack between up to three hands of the card, with one to three draws left."""
    while True:
        h = chance.randrange(len(table))
        near = sorted(range(len(table)), key=lambda i: (-_shared(table.hands[h], table.hands[i]), chance.random()))
        picked = [near[0], *chance.sample(near[1:25], chance.choice((0, 1, 2, 2)))]
        rack = _rack(table, picked, chance)
        if rack is not None:
            break
    lines: list[Line] = []
    for i in picked:
        line = table.lines[table.line_of[i]]
        lines.append(replace(line, concealed=False, number=len(lines) + 1, hands=(table.hands[i],)))
    small = HandTable(replace(table.card, lines=tuple(lines)))
    draws = chance.choice((1, 2, 3)) if len(picked) == 1 else chance.choice((1, 2))
    rest = list(WALL)
    for tile in rack:
        rest.remove(tile)
    chance.shuffle(rest)
    wall = 4 * draws
    gone = rest[wall + OTHERS :]
    known = Known(
        small,
        Seat.P1,
        tuple(rack),
        discards=tuple(Discard(t, Seat.P2) for t in gone),
        concealed=(14, 13, 13, 13),
        wall=wall,
        drawn=True,
    )
    return Ending(known, tuple(table.hands[i] for i in picked), draws)


def _shared(one: Hand, other: Hand) -> int:
    a, b = (counts_of([t for g in hand for t in g.tiles]) for hand in (one, other))
    return sum(map(min, a, b))


def _rack(table: HandTable, picked: Sequence[int], chance: Random) -> list[Tile] | None:
    """Most tiles of the first hand, some of the others; none that no hand wants, so that every discard costs something.
    None if the set lacks them."""
    rack = chance.sample([t for g in table.hands[picked[0]] for t in g.tiles], chance.randrange(8, 12))
    for i in picked[1:]:
        lacking = Counter(t for g in table.hands[i] for t in g.tiles) - Counter(rack)
        rack += chance.sample(sorted(lacking.elements()), min(lacking.total(), chance.randrange(2, 5)))
    rack = rack[:14]
    useful = {t for i in picked for g in table.hands[i] for t in g.tiles} | {Tile.JOKER}
    rest = list((Counter(WALL) - Counter(rack)).elements())
    fill = [t for t in rest if t in useful]
    if len(fill) < 14 - len(rack) or Counter(rack) - Counter(WALL):
        return None
    return rack + chance.sample(fill, 14 - len(rack))


def main(
    positions: Annotated[int, typer.Option(help="Endings solved.")] = 2000,
    card: Annotated[Path, typer.Option(help="The card they come from.")] = PRACTICE,
    worst: Annotated[int, typer.Option(help="Print so many of the worst.")] = 0,
    rollouts: Annotated[int, typer.Option(help="Choose by so many rollouts of each choice instead.")] = 0,
) -> None:
    """Solve and print regret, in points of win chance."""
    table = HandTable(read_card(card.read_text(encoding="utf-8")))
    chance = Random(21)
    regrets: list[tuple[float, int, str]] = []
    while len(regrets) < positions:
        ending = ending_of(table, chance)
        exact = chances(ending)
        advice = advise_discard(ending.known)
        if len(advice.tiles) != 1 or max(exact.values()) < 0.005 or max(exact.values()) - min(exact.values()) < 0.001:
            continue
        best = max(exact, key=lambda t: exact[t])
        said = by_rollouts(ending.known, rollouts) if rollouts else advice.tiles[0]
        told = f"{codes(sorted(ending.known.rack))}: {said.words} for {best.words}, {ending.draws} draws"
        regrets.append((100 * (exact[best] - exact[said]), ending.draws, told))
    _print("all", [r for r, _, _ in regrets])
    for draws in (1, 2, 3):
        _print(f"{draws} draw{'s' if draws > 1 else ''} left", [r for r, d, _ in regrets if d == draws])
    for regret, _, told in sorted(regrets, reverse=True)[:worst]:
        print(f"  {regret:5.2f}  {told}")


def _print(title: str, regrets: Sequence[float]) -> None:
    if regrets:
        under = sum(r < 5 for r in regrets) / len(regrets)
        best = sum(r < 1e-6 for r in regrets) / len(regrets)
        mean = sum(regrets) / len(regrets)
        print(f"{title}: {len(regrets)} endings, mean regret {mean:.3f} points of win chance,", end=" ")
        print(f"{100 * under:.1f} % under 5, {100 * best:.1f} % the best")


if __name__ == "__main__":
    typer.run(main)
