"""A slow second opinion on cards: hands and distances by brute force, from the written rules, on plain strings.

It shares no code with the engine. A hand is a list of groups, a group a tuple of tile codes. Jokers may stand in groups
of three or more alike, nowhere else; a group that must be natural is wrapped in `Natural`.
"""

from collections import Counter
from functools import cache
from itertools import permutations, product

SUITS = "BCD"
DRAGON = {"B": "GD", "C": "RD", "D": "WD"}
WINDS = ("N", "E", "W", "S")


class Natural(tuple):
    """A group without jokers although its tiles are alike (a year such as 2222)."""

    __slots__ = ()


class FlowersWild(tuple):
    """A group in which jokers and flowers may stand."""

    __slots__ = ()


def num(digits: str, suit: str) -> tuple[str, ...]:
    """`num("202", "B")` is 2B WD 2B: zero is Soap in every suit."""
    return tuple("WD" if d == "0" else d + suit for d in digits)


def of(tile: str, n: int) -> tuple[str, ...]:
    return (tile,) * n


def drg(n: int, suit: str) -> tuple[str, ...]:
    return (DRAGON[suit],) * n


def flowers(n: int) -> tuple[str, ...]:
    return ("F",) * n


def takes_jokers(group: tuple[str, ...]) -> bool:
    if isinstance(group, FlowersWild):
        return True
    return not isinstance(group, Natural) and len(group) >= 3 and len(set(group)) == 1


def canonical(groups) -> tuple:
    return tuple(sorted((tuple(sorted(g)), takes_jokers(g)) for g in groups))


def suits(n: int):
    """Every way to give n colours different suits."""
    return permutations(SUITS, n)


def copies(tile: str) -> int:
    return 8 if tile in ("F", "J") else 4


def exists(groups) -> bool:
    """Whether 144 naturals and eight jokers can make the hand."""
    strict = Counter(t for g in groups if not takes_jokers(g) for t in g)
    whole = Counter(t for g in groups for t in g)
    if any(n > copies(t) for t, n in strict.items()):
        return False
    return sum(max(0, n - copies(t)) for t, n in whole.items()) <= 8


def missing(groups, rack, exposures=()) -> int | None:
    """Tiles short of the hand, by the largest matching of rack tiles to places; None if the exposures do not fit it.

    Every way to give the exposures groups of the hand is tried.
    """
    best = None
    for chosen in permutations(range(len(groups)), len(exposures)):
        if all(_is_exposed(groups[i], e) for i, e in zip(chosen, exposures, strict=True)):
            places = [
                (tile, takes_jokers(g), isinstance(g, FlowersWild))
                for i, g in enumerate(groups)
                if i not in chosen
                for tile in g
            ]
            short = len(places) - _matching(places, list(rack))
            best = short if best is None else min(best, short)
    return best


def _is_exposed(group, exposure) -> bool:
    if len(group) != len(exposure):
        return False
    if Counter(exposure) == Counter(group):
        return True
    return takes_jokers(group) and set(exposure) <= {"J", group[0]}


def _matching(places, rack) -> int:
    """Size of the largest matching (augmenting paths)."""
    owner: dict[int, int] = {}  # tile of the rack -> place

    def place_it(place: int, tried: set[int]) -> bool:
        tile, jokers, flowers = places[place]
        for i, held in enumerate(rack):
            if i in tried or not (held == tile or (held == "J" and jokers) or (held == "F" and flowers)):
                continue
            tried.add(i)
            if i not in owner or place_it(owner[i], tried):
                owner[i] = place
                return True
        return False

    return sum(place_it(place, set()) for place in range(len(places)))


def is_hand(groups, tiles) -> bool:
    """Whether fourteen tiles are exactly the hand: every number of jokers in every group that takes them is tried."""
    groups = tuple((g[0], len(g)) if takes_jokers(g) else (tuple(sorted(g)), 0) for g in groups)

    @cache
    def fill(left: int, held: frozenset) -> bool:
        if left == len(groups):
            return not held
        rack = dict(held)
        what, n = groups[left]
        if n == 0:
            need = Counter(what)
            return all(rack.get(t, 0) >= k for t, k in need.items()) and fill(left + 1, _minus(rack, need))
        return any(
            rack.get("J", 0) >= jokers
            and rack.get(what, 0) >= n - jokers
            and fill(left + 1, _minus(rack, Counter({"J": jokers, what: n - jokers})))
            for jokers in range(n + 1)
        )

    return fill(0, frozenset(Counter(tiles).items()))


def _minus(rack: dict, need: Counter) -> frozenset:
    return frozenset((t, n - need.get(t, 0)) for t, n in rack.items() if n - need.get(t, 0))


def runs(length: int, step: int = 1):
    """First numbers of runs that stay between 1 and 9."""
    return [n for n in range(1, 10) if n + (length - 1) * step <= 9]


__all__ = [
    "DRAGON",
    "SUITS",
    "WINDS",
    "FlowersWild",
    "Natural",
    "canonical",
    "copies",
    "drg",
    "exists",
    "flowers",
    "is_hand",
    "missing",
    "num",
    "of",
    "product",
    "runs",
    "suits",
    "takes_jokers",
]
