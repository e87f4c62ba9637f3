"""Lines as a newcomer types them from printed cards, with their hands: how they are written down."""

from collections.abc import Callable, Iterable

from tests.engine.card_twin import SUITS, Natural, flowers, num, suits

Hands = list[tuple[tuple[str, ...], ...]]
Line = tuple[int, str, Hands, str]  # construct, what is typed, its hands, settings above it
FF, FFF, FFFF = flowers(2), flowers(3), flowers(4)
NEWS = ("N", "E", "W", "S")
EVEN = "2468"
ODD = "13579"
NINE = range(1, 10)


def into(lines: list[Line]) -> Callable[..., None]:
    """A way to write the next of `lines` down."""

    def line(construct: int, typed: str, hands: Iterable[tuple[tuple[str, ...], ...]], settings: str = "") -> None:
        lines.append((construct, typed, list(hands), settings))

    return line


def alike(number: int | str, n: int, suit: str) -> tuple[str, ...]:
    return num(str(number) * n, suit)


def year(suit: str, figures: str = "2026") -> tuple[str, ...]:
    return Natural(num(figures, suit))


def one(hand) -> Hands:
    """The hand in each suit."""
    return [hand(s) for s in SUITS]


def two(hand) -> Hands:
    """The hand in each two suits, in both orders."""
    return [hand(*way) for way in suits(2)]


def three(hand) -> Hands:
    return [hand(*way) for way in suits(3)]
