"""From a pattern to every concrete hand it stands for.

A pattern leaves some things open: which suit a colour letter is, where a run starts, which number x is, which wind z
is. Every combination is one candidate; candidates whose groups are the same are one hand, and candidates that the set
of 152 tiles cannot fill are none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product

from engine.card.moving import PatternConflict, moved
from engine.card.notes import ALL_NUMBERS, Notes
from engine.card.pattern import GroupPattern, Kind, Symbol, Wild
from engine.card.values import Group, Hand
from engine.tile import N_KINDS, Tile

JOKERS_IN_SET = Tile.JOKER.copies
_TILES = tuple(Tile)
_COPIES = tuple(tile.copies for tile in Tile)
_FEWEST_COPIES = min(_COPIES)
WINDS = {"n": Tile.NORTH, "e": Tile.EAST, "w": Tile.WEST, "s": Tile.SOUTH}
MOST_WAYS = 60_000  # roughly counted; the freest printed lines, two free numbers and a wind, count 648
SUITS = (0, 1, 2)  # Bams, Craks, Dots: the order of Tile


@dataclass(frozen=True, slots=True)
class Alternative:
    """One printed form of a line: its groups, and the notes that hold for it."""

    groups: tuple[GroupPattern, ...]
    notes: Notes
    soap_is_zero: bool = True  # False: a 0 in a coloured group is the Dot dragon there (CARD-11)
    year: int | None = None


@dataclass(frozen=True)
class Compiled:
    """`hands` without doubles; `impossible` counts candidates that no set of tiles can fill."""

    hands: tuple[Hand, ...]
    impossible: int

    @cached_property
    def keyed(self) -> tuple[tuple[object, Hand], ...]:
        """The hands, each with its `same_hand`."""
        return tuple((same_hand(hand), hand) for hand in self.hands)


def compile_alternative(alternative: Alternative) -> Compiled:
    """Every concrete hand of one alternative. Raises moving.PatternConflict."""
    found: dict[tuple[int, ...], Hand] = {}
    impossible: set[tuple[int, ...]] = set()
    interned: dict[Group, Group] = {}  # one object per group, so that its id stands for it
    for groups in moved(alternative.groups, alternative.notes):
        for hand in _hands(groups, alternative, interned):
            key = tuple(sorted(map(id, hand)))
            if key in found or key in impossible:
                continue
            if fits_the_set(hand):
                found[key] = hand
            else:
                impossible.add(key)
    return Compiled(tuple(found.values()), len(impossible))


def _order(group: Group) -> tuple[tuple[Tile, ...], bool, bool]:
    return tuple(sorted(group.tiles)), group.jokers, group.flowers


def same_hand(hand: Hand) -> tuple[tuple[tuple[Tile, ...], bool, bool], ...]:
    """A key that is equal for two hands exactly when they have the same groups."""
    return tuple(sorted(_order(group) for group in hand))


def fits_the_set(hand: Hand) -> bool:
    """Whether the 152 tiles can fill the hand: at most four natural 3 Bams, at most eight jokers."""
    strict, whole = [0] * N_KINDS, [0] * N_KINDS
    flower_wild = 0
    for group in hand:
        flower_wild += len(group.tiles) if group.flowers else 0
        for tile in group.tiles:
            whole[tile] += 1
            if not group.jokers:
                strict[tile] += 1
    if max(whole) <= _FEWEST_COPIES:
        return True
    if any(n > copies for n, copies in zip(strict, _COPIES, strict=True)):
        return False
    short = sum(max(0, n - copies) for n, copies in zip(whole, _COPIES, strict=True))
    return short <= JOKERS_IN_SET + min(flower_wild, Tile.FLOWER.copies)


def _hands(groups: tuple[GroupPattern, ...], alternative: Alternative, interned: dict[Group, Group]) -> Iterator[Hand]:
    notes = alternative.notes
    symbols = [s for group in groups for s in group.symbols]
    _check_freedom(groups, symbols, notes)
    suits = list(_suit_choices(groups, notes))
    numbers = list(_number_choices(symbols, notes))
    winds = list(_wind_choices(symbols, notes))
    years = list(_year_choices(symbols, alternative))
    plans = [_Plan.of(group, alternative) for group in groups]
    suits_of = [sorted({suit[i] for suit in suits}, key=lambda s: -1 if s is None else s) for i in range(len(groups))]
    built: dict[object, dict[int | None, Group | None]] = {}
    for number, wind, year in product(numbers, winds, years):
        ways = []
        for i, plan in enumerate(plans):
            key = (i, *(number[n] for n in plan.variables), *(wind[n] for n in plan.winds), year if plan.yearly else 0)
            if key not in built:
                made = ((suit, plan.build(suit, number, wind, year)) for suit in suits_of[i])
                built[key] = {suit: group and interned.setdefault(group, group) for suit, group in made}
            ways.append(built[key])
        for suit in suits:
            hand = [way[s] for way, s in zip(ways, suit, strict=True)]
            whole = tuple(group for group in hand if group is not None)
            if len(whole) == len(hand):
                yield whole


def _check_freedom(groups: Sequence[GroupPattern], symbols: Sequence[Symbol], notes: Notes) -> None:
    """Raises PatternConflict before anything is listed, when there would be far too many ways to play a form."""
    free_suits = sum(1 for g in groups if g.colour == "*" or (not g.colour and any(s.suited for s in g.symbols)))
    letters = len({g.colour for g in groups} & set("abcpq"))
    variables = len({s.name for s in symbols if s.kind is Kind.VARIABLE})
    winds = len({s.name for s in symbols if s.kind is Kind.WIND})
    ways = 3**free_suits * 2**letters * 9**variables * 2**winds * max(1, len(notes.years))
    if ways > MOST_WAYS:
        raise PatternConflict(
            "this would be tens of thousands of hands",
            "Let fewer numbers, suits or winds be free: a run is x0 x1 x2, one suit is one letter.",
        )


@dataclass(frozen=True, slots=True)
class _Plan:
    """How to build one group, and which choices it depends on."""

    pattern: GroupPattern
    variables: tuple[str, ...]
    winds: tuple[str, ...]
    yearly: bool
    jokers: bool
    flowers: bool
    soap_is_zero: bool

    @staticmethod
    def of(group: GroupPattern, alternative: Alternative) -> "_Plan":
        notes = alternative.notes
        natural = notes.no_jokers or any(map(group.called, notes.no_jokers_in))
        jokers = group.takes_jokers and not (natural and group.wild is Wild.BY_RULE)
        return _Plan(
            group,
            _names(group, Kind.VARIABLE),
            _names(group, Kind.WIND),
            any(s.kind is Kind.YEAR for s in group.symbols),
            jokers,
            group.wild is Wild.JOKERS_AND_FLOWERS or (notes.flowers_wild and jokers and group.wild is Wild.BY_RULE),
            alternative.soap_is_zero,
        )

    def build(self, suit: int | None, numbers: dict[str, int], winds: dict[str, Tile], year: int) -> Group | None:
        tiles = []
        for symbol in self.pattern.symbols:
            tile = self._tile(symbol, suit, numbers, winds, year)
            if tile is None:
                return None
            tiles.append(tile)
        return Group(tuple(tiles), self.jokers, self.flowers)

    def _tile(
        self, symbol: Symbol, suit: int | None, numbers: dict[str, int], winds: dict[str, Tile], year: int
    ) -> Tile | None:
        match symbol.kind:
            case Kind.TILE:
                return _TILES[symbol.value]
            case Kind.ZERO:
                return self._zero(suit)
            case Kind.WIND:
                return winds[symbol.name]
            case Kind.DRAGON:
                return _TILES[Tile.GREEN + (suit or 0)]
            case Kind.NUMBER:
                digit = symbol.value
            case Kind.VARIABLE:
                digit = numbers[symbol.name] + symbol.value
            case Kind.YEAR:
                digit = int(f"{year + symbol.value // 10:04d}"[symbol.value % 10])
                if digit == 0:
                    return Tile.SOAP
        return _TILES[9 * (suit or 0) + digit - 1]

    def _zero(self, suit: int | None) -> Tile | None:
        if self.soap_is_zero or suit in (None, 2):
            return Tile.SOAP
        return None


def _names(group: GroupPattern, kind: Kind) -> tuple[str, ...]:
    return tuple(sorted({s.name for s in group.symbols if s.kind is kind}))


def _suit_choices(groups: Sequence[GroupPattern], notes: Notes) -> Iterator[tuple[int | None, ...]]:
    """The suit of each group, in every allowed way. a b c differ from each other; so do p q; each * is free."""
    bare = [i for i, g in enumerate(groups) if not g.colour and any(s.kind is Kind.DRAGON for s in g.symbols)]
    stars = [i for i, g in enumerate(groups) if g.colour == "*"]
    if len(bare) > len(SUITS):
        raise PatternConflict(
            f"{len(bare)} groups of any dragon, but there are three dragons",
            "Give dragons that must be the same one colour letter, as in DDDp ... DDp.",
        )
    families = []
    for letters in ("abc", "pq"):
        used = sorted({g.colour for g in groups if g.colour and g.colour in letters})
        choices = [dict(zip(used, way, strict=True)) for way in permutations(SUITS, len(used))]
        families.append(
            [c for c in choices if all(c.get(letter, suit) == suit for letter, suit in notes.fixed_suits.items())]
        )
    main, apart = families
    for first, second in product(main, apart):
        named = first | second
        for free, dragons in product(product(SUITS, repeat=len(stars)), permutations(SUITS, len(bare))):
            yield _with_free(groups, named, dict(zip(stars + bare, free + dragons, strict=True)))


def _with_free(groups: Sequence[GroupPattern], named: dict[str, int], free: dict[int, int]) -> tuple[int | None, ...]:
    return tuple(free.get(i, named.get(group.colour)) for i, group in enumerate(groups))


def _number_choices(symbols: Sequence[Symbol], notes: Notes) -> Iterator[dict[str, int]]:
    tops: dict[str, int] = {}
    for symbol in symbols:
        if symbol.kind is Kind.VARIABLE:
            tops[symbol.name] = max(tops.get(symbol.name, 0), symbol.value)
    domains = {name: _domain(name, top, symbols, notes) for name, top in tops.items()}
    for name, domain in domains.items():
        if not domain:
            raise PatternConflict(
                f"no number is left for {name}", "Runs never wrap: the highest number must stay at 9 or below."
            )
    letters = [i for i, name in enumerate(domains) if name in ("x", "y")]
    printed = [i for i, name in enumerate(domains) if name.startswith("any") or "." in name]
    for choice in product(*domains.values()):
        if notes.may_match or (_differ(choice, letters) and _differ(choice, printed)):
            yield dict(zip(domains, choice, strict=True))


def _differ(choice: Sequence[int], places: Sequence[int]) -> bool:
    return len({choice[i] for i in places}) == len(places)


def _domain(name: str, top: int, symbols: Sequence[Symbol], notes: Notes) -> list[int]:
    if name.startswith("run"):
        printed, step = map(int, name.removeprefix("run").split("by"))
        return [n for n in ALL_NUMBERS if n + top <= 9 and (n - printed) % step == 0]
    own = notes.numbers if name.startswith(("like", "any")) else ALL_NUMBERS
    allowed = notes.domains.get(name.partition(".")[0], own)
    return [n for n in allowed if n + top <= 9]


def _wind_choices(symbols: Sequence[Symbol], notes: Notes) -> Iterator[dict[str, Tile]]:
    names = sorted({s.name for s in symbols if s.kind is Kind.WIND})
    if len(names) > len(notes.winds):
        raise PatternConflict(
            f"{len(names)} different winds are asked for, and {len(notes.winds)} are allowed",
            "z without a figure is one wind; z1 and z2 are two different ones.",
        )
    for way in permutations((WINDS[w] for w in notes.winds), len(names)):
        yield dict(zip(names, way, strict=True))


def _year_choices(symbols: Sequence[Symbol], alternative: Alternative) -> Iterator[int]:
    later = [s.value // 10 for s in symbols if s.kind is Kind.YEAR]
    if not later:
        yield 0
        return
    years = alternative.notes.years or (() if alternative.year is None else (alternative.year,))
    if not years:
        raise PatternConflict(
            "YEAR is used, but the card has no year", "Write a row year: 2026 at the top of the card."
        )
    last = years[-1] if len(years) > 1 else years[-1] + max(later)
    for year in years:
        if year + max(later) <= last:
            yield year
