"""What each person has won or lost over a session: points, sticks or money, whole numbers throughout, never floats.

>>> ledger = Ledger.of("Ann", "Bea", "Cy", "Di").paid({"Ann": 100, "Bea": -25, "Cy": -50, "Di": -25})
>>> [str(t) for t in settle_up(ledger)]
['Cy pays Ann 50', 'Bea pays Ann 25', 'Di pays Ann 25']
>>> sticks(130).words
'1 of 100, 1 of 25, 1 of 5'
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from engine.rules.scoring import Points
from engine.tile import Seat

STICKS: tuple[tuple[int, int], ...] = ((200, 1), (100, 2), (25, 8), (5, 10))  # STICK-01: (value, how many) each
STAKE = sum(value * n for value, n in STICKS)
assert STAKE == 650  # STICK-02


@dataclass(frozen=True, slots=True)
class Ledger:
    """Balances in points, per person, and the pot, of which `stakes` says who paid in what; together they sum to zero.
    `scores` are what tournaments have written down (C-34): nobody pays those, and they sum to nothing in particular.

    >>> Ledger.of("Ann", "Bea").into_pot(25).pot
    50
    """

    balances: tuple[tuple[str, int], ...] = ()
    pot: int = 0
    scores: tuple[tuple[str, int], ...] = ()
    stakes: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, *names: str) -> "Ledger":
        if len(set(names)) != len(names):
            raise ValueError("two people have the same name: give each a name of their own")
        return cls(tuple((name, 0) for name in names))

    def balance(self, name: str) -> int:
        """Raises KeyError for somebody who does not play."""
        self._known(name)
        return dict(self.balances)[name]

    def score(self, name: str) -> int:
        """What tournaments have written down for her. Raises KeyError for somebody who does not play."""
        self._known(name)
        return dict(self.scores).get(name, 0)

    def written(
        self, people: Sequence[str | None], points: Points, bettor: Mapping[str, int] | None = None
    ) -> "Ledger":
        """After a tournament's game scored by seat, `people` sitting at P1 to P4, and by who bet. Raises as `game`."""
        moved = {**_by_name(people, points), **(bettor or {})}
        now = {name: self.score(name) for name, _ in self.balances}
        for name, amount in moved.items():
            now[name] = self.score(name) + amount
        return replace(self, scores=tuple(now.items()))

    def paid(self, points: Mapping[str, int]) -> "Ledger":
        """After points changed hands. Raises ValueError unless they sum to zero, KeyError for a stranger."""
        if sum(points.values()):
            raise ValueError(f"payments sum to {sum(points.values())}, not to zero")
        return self._moved(points)

    def game(self, people: Sequence[str | None], points: Points, bettor: Mapping[str, int] | None = None) -> "Ledger":
        """After a game paid by seat, `people` sitting at P1 to P4, and by who bet. Raises as `paid`, and ValueError for
        points of an empty seat."""
        return self.paid({**_by_name(people, points), **(bettor or {})})

    def after(
        self,
        people: Sequence[str | None],
        points: Points,
        pot: int,
        winner: Seat | None,
        bettor: Mapping[str, int] | None = None,
    ) -> "Ledger":
        """After a game paid by seat: each puts `pot` in, 0 but for a wall game; a winner takes what is there."""
        paid = self.game(people, points, bettor)
        if pot:
            return paid.into_pot(pot, [name for name in people if name is not None])
        name = people[winner] if winner is not None else None
        return paid if name is None else paid.pot_to(name)

    def into_pot(self, amount: int, names: Sequence[str] | None = None) -> "Ledger":
        """After a wall game: everybody (or `names`) puts the amount into the pot (DRAW-03)."""
        who = [name for name, _ in self.balances] if names is None else list(names)
        moved = self._moved(dict.fromkeys(who, -amount))
        stakes = dict(self.stakes)
        for name in who:
            stakes[name] = stakes.get(name, 0) + amount
        return replace(moved, pot=self.pot + amount * len(who), stakes=tuple(stakes.items()))

    def pot_to(self, name: str) -> "Ledger":
        """The next winner takes the pot (DRAW-07)."""
        return replace(self._moved({name: self.pot}), pot=0, stakes=())

    def pot_back(self) -> "Ledger":
        """The evening ends and nobody has won the pot: each takes back what she paid in (DRAW-07).

        >>> Ledger.of("Ann", "Bea").into_pot(25).into_pot(10, ["Ann"]).pot_back() == Ledger.of("Ann", "Bea")
        True
        """
        return replace(self._moved(dict(self.stakes)), pot=0, stakes=())

    def _known(self, name: str) -> None:
        if name not in dict(self.balances):
            raise KeyError(f"{name!r} is not in this ledger")

    def _moved(self, points: Mapping[str, int]) -> "Ledger":
        now = dict(self.balances)
        for name, amount in points.items():
            self._known(name)
            now[name] += amount
        return replace(self, balances=tuple(now.items()))


def _by_name(people: Sequence[str | None], points: Points) -> dict[str, int]:
    named: dict[str, int] = {}
    for seat in Seat:
        name = people[seat]
        if name is not None:
            named[name] = points[seat]
        elif points[seat]:
            raise ValueError(f"{seat.name} is empty and cannot pay or be paid")
    return named


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment of the settling up, in points."""

    payer: str
    receiver: str
    amount: int

    def __str__(self) -> str:
        return f"{self.payer} pays {self.receiver} {self.amount}"


def settle_up(ledger: Ledger) -> tuple[Transfer, ...]:
    """Payments that bring everybody to zero, largest debts first, and as few as can be where no more than seven have
    one: two or three who come to zero among themselves pay nobody else.

    >>> five = Ledger((("Ann", 60), ("Bea", 40), ("Cy", -40), ("Di", -30), ("Eve", -30)))
    >>> [str(t) for t in settle_up(five)]
    ['Cy pays Bea 40', 'Di pays Ann 30', 'Eve pays Ann 30']

    Raises ValueError while there is a pot: somebody has to win it or it goes back first.
    """
    if ledger.pot:
        raise ValueError(f"there are {ledger.pot} points in the pot: give them back before settling up")
    left = {name: balance for name, balance in ledger.balances if balance}
    transfers: list[Transfer] = []
    for few in (2, 3):
        for group in combinations(tuple(left), few):
            if all(name in left for name in group) and not sum(left[name] for name in group):
                transfers += _among({name: left.pop(name) for name in group})
    transfers += _among(left)
    return tuple(sorted(transfers, key=lambda t: -t.amount))


def _among(balances: Mapping[str, int]) -> tuple[Transfer, ...]:
    """The largest debt to whom most is due, and so on; at most one payment fewer than there are people."""
    owing = sorted(((-b, name) for name, b in balances.items() if b < 0), key=lambda p: -p[0])
    due = sorted(((b, name) for name, b in balances.items() if b > 0), key=lambda p: -p[0])
    transfers = []
    while owing and due:
        (debt, payer), (credit, receiver) = owing[0], due[0]
        amount = min(debt, credit)
        transfers.append(Transfer(payer, receiver, amount))
        owing[:1] = [(debt - amount, payer)] if debt > amount else []
        due[:1] = [(credit - amount, receiver)] if credit > amount else []
    return tuple(transfers)


@dataclass(frozen=True, slots=True)
class Sticks:
    """How many of each stick make an amount, largest first; `rest` is what the smallest cannot pay."""

    counts: tuple[tuple[int, int], ...]
    rest: int

    @property
    def words(self) -> str:
        parts = [f"{n} of {value}" for value, n in self.counts if n]
        if self.rest:
            parts.append(f"{self.rest} left over")
        return ", ".join(parts) or "nothing"


def sticks(amount: int, kinds: Sequence[tuple[int, int]] = STICKS, held: Mapping[int, int] | None = None) -> Sticks:
    """The fewest sticks that make `amount`, of those held (any number of each without `held`).

    `kinds` are (value, how many each gets at the start); any values may be agreed (STICK-03). Where the held ones make
    no exact sum, the largest sum below it is paid and `rest` is what needs change.
    """
    if amount < 0:
        raise ValueError("pay a positive amount, or let the other side pay")
    values = sorted((value for value, _ in kinds), reverse=True)
    best: dict[int, tuple[int, ...]] = {0: (0,) * len(values)}
    for i, value in enumerate(values):
        most = amount // value if held is None else held.get(value, 0)
        grown: dict[int, tuple[int, ...]] = {}
        for total, used in best.items():
            for n in range(min(most, (amount - total) // value) + 1):
                now = (*used[:i], n, *used[i + 1 :])
                at = total + n * value
                if at not in grown or sum(now) < sum(grown[at]):
                    grown[at] = now
        best = grown
    top = max(best)
    return Sticks(tuple(zip(values, best[top], strict=True)), amount - top)


def money(points: int, per_point: Fraction = Fraction(1, 100), sign: str = "$") -> str:
    """Points as money, exact: `per_point` in whole units, a cent unless agreed otherwise (PAY-13).

    >>> money(125), money(-50, Fraction(1, 20))
    ('$1.25', '-$2.50')
    """
    worth = points * per_point
    cents = worth * 100
    if cents.denominator != 1:
        raise ValueError(f"{points} points at {per_point} each do not come to whole cents")
    whole, rest = divmod(abs(cents.numerator), 100)
    return f"{'-' if worth < 0 else ''}{sign}{whole}.{rest:02d}"
