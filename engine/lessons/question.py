"""A question of a lesson, and what it is made from. Its right answer is worked out by the rules, never written down."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from engine.card import Hand, Line
from engine.event import Event, GameBegun
from engine.hands import HandTable, counts_of
from engine.hands.ranking import needs_of
from engine.rules.referee import Accepted, Proposal, Refused, Rules, Source, rule
from engine.state import State, evolve
from engine.tile import N_KINDS, Seat, Tile

Groups = tuple[tuple[Tile, ...], ...]

TRIES = 60  # so often a card is asked for what a question needs, before it is taken to have none of it
SHOWN = 4  # answers to choose from


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles that are shown, in groups, or a line of the card by its place in `HandTable.lines`."""

    label: str
    groups: Groups = ()
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: words, tiles in groups, a line of the card. `why` says what is right or wrong with it; empty where
    the question's own `why` says all."""

    says: str = ""
    groups: Groups = ()
    line: int | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """`right` are the places of the right answers in `choices`; with `several` all of them are to be chosen. `why` is
    the explanation, in the words of the engine: seats as P1 ... P4, tiles as codes or in words. `rules` are the ids of
    the rules that it rests on."""

    asks: str
    choices: tuple[Choice, ...]
    right: frozenset[int]
    why: str
    shows: tuple[Row, ...] = ()
    several: bool = False
    rules: tuple[str, ...] = ()

    def answered(self, chosen: frozenset[int]) -> bool:
        """Whether these choices are the right answer."""
        return chosen == self.right if self.several else len(chosen) == 1 and chosen <= self.right


@dataclass(frozen=True, slots=True)
class Matter:
    """What questions are made from: the card, the rules of the house, and a source of chance that is given."""

    table: HandTable
    rules: Rules
    luck: Random

    def lines(self, fit: Callable[[Line], bool] = lambda _: True) -> list[int]:
        """The places of the lines that have hands and fit, in an order of chance."""
        found = [n for n, line in enumerate(self.table.lines) if line.hands and fit(line)]
        self.luck.shuffle(found)
        return found

    def hand(self, fit: Callable[[Line, Hand], bool] = lambda _line, _hand: True) -> tuple[int, Hand] | None:
        """A line, by its place, and one hand of it that can be laid without jokers; None where the card has none."""
        for number in self.lines():
            line = self.table.lines[number]
            hands = [h for h in line.hands if laid_without_jokers(h) and fit(line, h)]
            if hands:
                return number, self.luck.choice(hands)
        return None

    def number(self, line: Line) -> int:
        """The place of a line on the card."""
        return next(n for n, other in enumerate(self.table.lines) if other is line)

    def mixed(self, choices: Sequence[Choice], right: Sequence[bool]) -> tuple[tuple[Choice, ...], frozenset[int]]:
        """The choices in an order of chance, and which of them are right."""
        order = list(range(len(choices)))
        self.luck.shuffle(order)
        return tuple(choices[i] for i in order), frozenset(at for at, i in enumerate(order) if right[i])

    def wall(self) -> list[Tile]:
        """All tiles of the set, shuffled."""
        tiles = [tile for tile in Tile for _ in range(tile.copies)]
        self.luck.shuffle(tiles)
        return tiles

    def another(self, than: Sequence[Tile]) -> Tile:
        """Any kind but these and the joker."""
        return self.luck.choice([t for t in Tile if t not in than and t is not Tile.JOKER])

    def seats(self) -> list[Seat]:
        """The four in an order of chance."""
        seats = list(Seat)
        self.luck.shuffle(seats)
        return seats

    def ruled(self, state: State, event: Event, source: Source = Source.TABLET) -> str:
        """Why the referee refuses `event`; empty where it is allowed."""
        ruling = rule(state, Proposal(event, source), self.rules)
        return ruling.fault.says if isinstance(ruling, Refused) else ""

    def after(self, state: State, *events: Event) -> State | None:
        """The state after acts that the referee accepts; None where it refuses one."""
        for event in events:
            ruling = rule(state, Proposal(event, Source.TABLET), self.rules)
            if not isinstance(ruling, Accepted):
                return None
            for fact in ruling.events:
                state = evolve(state, fact)
        return state

    def laid(self, turn: Seat, shown: dict[Seat, Groups], discards: tuple[Tile, ...]) -> State:
        """A table in the middle of a game: `turn` is to draw. Everybody has thirteen tiles, exposures counted. There
        has to be a discard."""
        first, second, third, fourth = (shown.get(seat, ()) for seat in Seat)
        one, two, three, four = (13 - sum(map(len, shown.get(seat, ()))) for seat in Seat)
        begun = GameBegun(
            turn,
            concealed=(one, two, three, four),
            wall=50,
            exposures=(first, second, third, fourth),
            discards=discards,
        )
        return evolve(State(), begun)

    def nearest(self, tiles: Sequence[Tile], number: int | None = None) -> tuple[int, tuple[Tile, ...]]:
        """The line nearest to concealed tiles, or the one asked for, and what it still needs."""
        counts = counts_of(tiles)
        missing = self.table.missing(counts).astype(int)
        if number is not None:
            missing = missing + 100 * (self.table.line_of != number)
        h = int(missing.argmin())
        return int(self.table.line_of[h]), needs_of(self.table, h, counts, [0] * N_KINDS)


Maker = Callable[[Matter], Question | None]
"""Makes a question of one kind; None where what chance gave it makes none. It is asked again then."""


def made(maker: Maker, table: HandTable, rules: Rules, seed: int) -> Question | None:
    """The question of one kind that belongs to a seed; None where the card has nothing to ask of that kind."""
    luck = Random(seed)
    for _ in range(TRIES):
        question = maker(Matter(table, rules, luck))
        if question is not None:
            return question
    return None


def tiles_of(hand: Hand) -> tuple[Tile, ...]:
    return tuple(tile for group in hand for tile in group.tiles)


def groups_of(hand: Hand) -> Groups:
    return tuple(group.tiles for group in hand)


def laid_without_jokers(hand: Hand) -> bool:
    counts = counts_of(tiles_of(hand))
    return all(n <= tile.copies for tile, n in zip(Tile, counts, strict=True))


def yes_or_no(*, yes: bool) -> tuple[tuple[Choice, ...], frozenset[int]]:
    return (Choice("Yes"), Choice("No")), frozenset({0 if yes else 1})


def sorted_rack(tiles: Sequence[Tile]) -> Groups:
    """A rack as one group, in order."""
    return (tuple(sorted(tiles)),)
