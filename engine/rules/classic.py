"""The game of source 003: hands of pongs, kongs, chows and a pair, with 13 or 16 tiles in hand, and its Filipino score.

Nothing here is American: no card, no jokers, no Charleston; flowers are set aside and replaced. The printed score table
says 12 and 14 where its fractions lost their stroke; they are a half and a quarter. Scores are exact fractions. The
temporary table of source 002, for playing without a card, stands at the end.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from engine.tile import Seat, Tile, by_seat

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
WINDS = (Tile.EAST, Tile.SOUTH, Tile.WEST, Tile.NORTH)
DRAGONS = (Tile.RED, Tile.GREEN, Tile.SOAP)
PLAYED = tuple(t for t in Tile if t < Tile.FLOWER)
Points = tuple[Fraction, Fraction, Fraction, Fraction]


class Kind(Enum):
    """A set of the hand; the order is that of the tiles it takes."""

    PAIR = "pair"
    CHOW = "chow"
    PONG = "pong"
    KONG = "kong"


@dataclass(frozen=True, slots=True)
class Variant:
    """`sets` beside the pair: four with 13 tiles in hand, five with 16 (VAR-05, VAR-31). `honours_are_flowers`: winds
    and dragons are set aside like flowers (VAR-03). `printed`: score the misprinted 12 and 14 as they stand."""

    name: str
    sets: int
    honours_are_flowers: bool = False
    printed: bool = False

    @property
    def tiles(self) -> int:
        """Tiles of a winning hand without kongs."""
        return 3 * self.sets + 2

    def in_hand(self, tile: Tile) -> bool:
        """Whether the tile is played, or set aside for another."""
        return tile < (Tile.NORTH if self.honours_are_flowers else Tile.FLOWER)


FOURTEEN = Variant("14", 4)
SIXTEEN = Variant("16", 5)
FILIPINO = Variant("filipino", 5, honours_are_flowers=True)
VARIANTS = {v.name: v for v in (FOURTEEN, SIXTEEN, FILIPINO)}


@dataclass(frozen=True, slots=True)
class Meld:
    """Tiles that belong together. `open`: they lie face up; a concealed kong lies face down (VAR-14)."""

    kind: Kind
    tile: Tile  # the lowest
    open: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        if self.kind is Kind.CHOW:
            return self.tile, Tile(self.tile + 1), Tile(self.tile + 2)
        return (self.tile,) * {Kind.PAIR: 2, Kind.PONG: 3, Kind.KONG: 4}[self.kind]


def meld(tiles: Sequence[Tile], open: bool = True) -> Meld:
    """The pong, kong or chow that these tiles are. Raises ValueError where they are none."""
    ordered = sorted(tiles)
    first = ordered[0] if ordered else Tile.JOKER
    if first < Tile.FLOWER:
        if len(set(ordered)) == 1 and len(ordered) in (3, 4):
            return Meld(Kind.PONG if len(ordered) == 3 else Kind.KONG, first, open)
        if len(ordered) == 3 and _starts_chow(first) and ordered == [first, first + 1, first + 2]:
            return Meld(Kind.CHOW, first, open)
    raise ValueError(f"{' '.join(t.words for t in tiles)} is no pong, kong or chow")


def _starts_chow(tile: Tile) -> bool:
    return tile < Tile.NORTH and tile % 9 <= 6


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One way in which a hand wins: all its sets, melded ones first, and whether it is seven pairs."""

    sets: tuple[Meld, ...]
    seven_pairs: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return tuple(t for s in self.sets for t in s.tiles)

    def of(self, *kinds: Kind) -> tuple[Meld, ...]:
        return tuple(s for s in self.sets if s.kind in kinds)


def arrangements(
    concealed: Sequence[Tile], melds: Sequence[Meld] = (), variant: Variant = FOURTEEN
) -> list[Arrangement]:
    """Every way in which these tiles win (VAR-05, VAR-06); none if they do not. Kongs count as three tiles of the hand.

    Raises ValueError for tiles that this variant sets aside, and for jokers.
    """
    for tile in (*concealed, *(t for m in melds for t in m.tiles)):
        if not variant.in_hand(tile):
            raise ValueError(f"{tile.words} is set aside for another tile here: it is no part of the hand")
    if len(concealed) + 3 * len(melds) != variant.tiles:
        return []
    counts = Counter(concealed)
    found = [Arrangement((*melds, *sets)) for sets in _standard(counts, variant.sets - len(melds))]
    found += [Arrangement((*melds, *sets), True) for sets in _pairs(counts, variant, len(melds))]
    return found


def _standard(counts: Counter[Tile], sets: int) -> Iterator[tuple[Meld, ...]]:
    """A pair and `sets` pongs or chows out of these tiles."""
    for tile in sorted(t for t, n in counts.items() if n >= 2):
        rest = counts - Counter({tile: 2})
        for rows in _rows(rest, sets):
            yield (*rows, Meld(Kind.PAIR, tile))


def _rows(counts: Counter[Tile], sets: int) -> Iterator[tuple[Meld, ...]]:
    if not sets:
        if not counts:
            yield ()
        return
    tile = min(counts)
    if counts[tile] >= 3:
        for rest in _rows(counts - Counter({tile: 3}), sets - 1):
            yield (Meld(Kind.PONG, tile), *rest)
    if _starts_chow(tile) and counts[Tile(tile + 1)] and counts[Tile(tile + 2)]:
        run = Counter(Meld(Kind.CHOW, tile).tiles)
        for rest in _rows(counts - run, sets - 1):
            yield (Meld(Kind.CHOW, tile), *rest)


def _pairs(counts: Counter[Tile], variant: Variant, melded: int) -> Iterator[tuple[Meld, ...]]:
    """Seven pairs, with one pong, kong or chow beside them where sixteen are held. Four alike are two pairs."""
    if melded > variant.sets - 4:
        return
    if variant.sets - 4 == melded:
        if all(n % 2 == 0 for n in counts.values()):
            yield tuple(Meld(Kind.PAIR, t) for t in sorted(counts) for _ in range(counts[t] // 2))
        return
    for tile in sorted(counts):
        options = [Meld(Kind.PONG, tile)] if counts[tile] >= 3 else []
        if _starts_chow(tile):
            options.append(Meld(Kind.CHOW, tile))
        for one in options:
            wanted = Counter(one.tiles)
            if wanted <= counts:
                for pairs in _pairs(counts - wanted, variant, melded + 1):
                    yield (one, *pairs)


def waits(concealed: Sequence[Tile], melds: Sequence[Meld] = (), variant: Variant = FOURTEEN) -> tuple[Tile, ...]:
    """The tiles that would complete the hand; `concealed` is one short."""
    held = Counter((*concealed, *(t for m in melds for t in m.tiles)))
    return tuple(
        t for t in PLAYED if variant.in_hand(t) and held[t] < t.copies and arrangements((*concealed, t), melds, variant)
    )


@dataclass(frozen=True, slots=True)
class Won:
    """How it was won: the last tile, and how many tiles had been discarded before it."""

    tile: Tile
    discards: int = 99


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand earns, item by item (VAR-18 ... VAR-20)."""

    arrangement: Arrangement
    items: tuple[tuple[str, Fraction], ...]

    @property
    def total(self) -> Fraction:
        return sum((value for _, value in self.items), Fraction(0))


def score(concealed: Sequence[Tile], melds: Sequence[Meld], won: Won, variant: Variant = FOURTEEN) -> Score | None:
    """The best score of a hand, `concealed` with the winning tile in it; None if it does not win.

    Raises ValueError when the winning tile is not among the concealed ones.
    """
    if won.tile not in concealed:
        raise ValueError(f"the winning {won.tile.words} is not among the concealed tiles")
    before = list(concealed)
    before.remove(won.tile)
    found = arrangements(concealed, melds, variant)
    if not found:
        return None
    single = len(waits(before, melds, variant)) == 1
    return max((Score(a, tuple(_items(a, melds, won, variant, single))) for a in found), key=lambda s: s.total)


def _items(
    hand: Arrangement, melds: Sequence[Meld], won: Won, variant: Variant, single: bool
) -> Iterator[tuple[str, Fraction]]:
    half = Fraction(12) if variant.printed else HALF
    quarter = Fraction(14) if variant.printed else QUARTER
    tiles = set(hand.tiles)
    chows = {s.tile for s in hand.of(Kind.CHOW)}
    yield "Winning", Fraction(1)
    if hand.seven_pairs:
        yield "Seven Pairs", half
    if not variant.honours_are_flowers:
        if tiles.issuperset(DRAGONS):
            yield "All Dragons", half
        if tiles.issuperset(WINDS):
            yield "All Winds", half
    if any({Tile(9 * suit), Tile(9 * suit + 3), Tile(9 * suit + 6)} <= chows for suit in range(3)):
        yield "Straight", half
    if max(tiles) < Tile.NORTH and len({t // 9 for t in tiles}) == 1:
        yield "Flush", half
    if not hand.seven_pairs:
        if not chows:
            yield "Only Pongs", quarter
        if not hand.of(Kind.PONG, Kind.KONG):
            yield "Only Chows", quarter
    if not any(m.open for m in melds):
        yield "Concealed", quarter
    grouped = len(hand.of(Kind.CHOW, Kind.PONG, Kind.KONG))
    if grouped and len(melds) == grouped and all(m.open for m in melds):
        yield "Revealed", quarter
    if single:
        yield "Difficult Wait", quarter
    if won.discards < 5:
        yield "Quick Win", quarter


def payments(total: Fraction, winner: Seat, source: Seat | None) -> Points:
    """A stolen winning tile: all pay, the discarder double; a drawn one: all pay double (VAR-22, VAR-23)."""
    owed = [Fraction(0)] * 4
    for seat in Seat:
        if seat is not winner:
            owed[seat] = total * (2 if source is None or seat is source else 1)
    return _paid_to(winner, owed)


class Bonus(Enum):
    """What is paid at once by all when it happens (VAR-24 ... VAR-26)."""

    FLOWER_SET = "Set of Flowers"
    CONCEALED_KONG = "Concealed Kong"
    PONG_TO_KONG = "Pong to Kong"
    STOLEN_KONG = "Stolen Kong"
    NO_FLOWERS = "No Flowers"
    SEAT_FLOWER = "Seat Flower"


_HALVES = (Bonus.FLOWER_SET, Bonus.CONCEALED_KONG, Bonus.PONG_TO_KONG)


def bonus_value(bonus: Bonus, variant: Variant = FOURTEEN) -> Fraction:
    """What each player pays; the seat's flower is nothing where winds and dragons are flowers (VAR-25)."""
    if bonus is Bonus.SEAT_FLOWER and variant.honours_are_flowers:
        return Fraction(0)
    if bonus in _HALVES:
        return Fraction(12) if variant.printed else HALF
    return Fraction(14) if variant.printed else QUARTER


def bonus_payments(bonus: Bonus, seat: Seat, variant: Variant = FOURTEEN) -> Points:
    owed = [bonus_value(bonus, variant) if s is not seat else Fraction(0) for s in Seat]
    return _paid_to(seat, owed)


def _paid_to(seat: Seat, owed: Sequence[Fraction]) -> Points:
    points = [-n for n in owed]
    points[seat] += sum(owed)
    return by_seat(points)


def flower_bonuses(
    flowers: Sequence[int], seat_number: int, variant: Variant = FOURTEEN, at_start: bool = False, won: bool = False
) -> tuple[Bonus, ...]:
    """What the flowers set aside earn in all.

    `flowers` are the printed numbers 1 to 4 (0 where a tile has none); `seat_number` is 1 for East to 4 for North.
    With winds and dragons as flowers any thirteen make a set, and none at the start earns the bonus, `at_start`;
    otherwise none when winning does, `won`.
    """
    found = []
    if variant.honours_are_flowers:
        found += [Bonus.FLOWER_SET] * (len(flowers) // 13)
        if at_start and not flowers:
            found.append(Bonus.NO_FLOWERS)
        return tuple(found)
    sets = min(Counter(flowers)[n] for n in (1, 2, 3, 4))
    found += [Bonus.FLOWER_SET] * sets + [Bonus.SEAT_FLOWER] * list(flowers).count(seat_number)
    if won and not flowers:
        found.append(Bonus.NO_FLOWERS)
    return tuple(found)
