"""Who pays whom for one game: wins, false wins, disputes, tournaments. Whole points, never fractions of a float.

What is paid is four numbers, P1 to P4, that sum to zero; negative pays. Dead hands pay like the others (PAY-10).
Only the scores of a tournament (C-34) do not sum to zero: they are written down, and nobody pays them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.card import Line
from engine.rules.ruleset import LEAGUE, RuleSet
from engine.tile import Seat, by_seat

Points = tuple[int, int, int, int]
WALL_GAME_STAKE = 25  # what each pays a bettor who foresaw a wall game, where no pot says another sum
DISPUTE = 50  # what the one who was wrong about a challenge pays the other


class PaidWin(Protocol):
    """What a win is paid by, as `engine.event.MahJongg` says it: to score one hand no game is needed."""

    @property
    def seat(self) -> Seat: ...
    @property
    def source(self) -> Seat | None: ...
    @property
    def value(self) -> int | None: ...
    @property
    def exchanged(self) -> Seat | None: ...
    @property
    def misnamed(self) -> bool: ...
    @property
    def jokerless(self) -> bool: ...


def payments(
    won: PaidWin, out_of_turn: bool = False, players: Sequence[Seat] = tuple(Seat), ruleset: RuleSet = LEAGUE
) -> Points:
    """What a win moves between the `players` (PAY-02 ... PAY-10); nothing where its value is unknown. `out_of_turn`:
    the winning discard was.

    >>> from engine.event import MahJongg
    >>> payments(MahJongg(Seat.P1, (), source=Seat.P3, value=25))
    (100, -25, -50, -25)
    >>> payments(MahJongg(Seat.P1, (), value=25, jokerless=True))
    (300, -100, -100, -100)
    """
    winner, source, value = won.seat, won.source, won.value or 0
    if value < 0:
        raise ValueError(f"a hand cannot be worth {value} points")
    each = value * (2 if won.jokerless else 1)
    owed = [0, 0, 0, 0]
    others = [s for s in players if s is not winner]
    if source is None:
        for seat in others:
            owed[seat] = 2 * each
        giver = won.exchanged
        if giver is not None and giver is not winner and ruleset.of("C-16") == "exchanger_pays_all":
            owed = _all_by(giver, owed)
    elif out_of_turn or (won.misnamed and ruleset.of("C-22") == "misnamer_pays_4x"):
        owed[source] = 4 * value
    else:
        for seat in others:
            owed[seat] = each if ruleset.of("C-17") == "all_pay" else 0
        owed[source] = 2 * each
        if won.misnamed and ruleset.of("C-22") == "double":
            owed[source] *= 2
    return _points(winner, owed)


@dataclass(frozen=True, slots=True)
class Share:
    """What one player pays the winner, and why: `ways` multiplies out to `points`."""

    seat: Seat
    points: int
    ways: str


def shares(points: Points, won: PaidWin, out_of_turn: bool = False, ruleset: RuleSet = LEAGUE) -> tuple[Share, ...]:
    """What each player pays of `points`, which `payments` made of `won`, in words for the pages.

    >>> from engine.event import MahJongg
    >>> hand = MahJongg(Seat.P1, (), "Quints 1", Seat.P3, 40, jokerless=True)
    >>> [f"{s.seat.name} {s.points}: {s.ways}" for s in shares(payments(hand), hand)][:2]
    ['P2 80: 40, twice for no jokers', 'P3 160: 40, twice for the discard, twice for no jokers']
    """
    found = []
    for seat in Seat:
        if seat is won.seat or not points[seat]:
            continue
        found.append(Share(seat, -points[seat], ", ".join(_ways(-points[seat], seat, won, out_of_turn, ruleset))))
    return tuple(found)


def _ways(points: int, seat: Seat, won: PaidWin, out_of_turn: bool, ruleset: RuleSet) -> Iterator[str]:
    value = won.value or 0
    yield str(value)
    if won.source is None:
        yield twice_for_all(won)
        if won.jokerless:
            yield "twice for no jokers"
        others = points // (value * (4 if won.jokerless else 2)) if value else 1
        if others > 1:
            yield f"{_TIMES.get(others, others)} for everybody, since the joker was hers"
    elif seat is won.source and (out_of_turn or (won.misnamed and ruleset.of("C-22") == "misnamer_pays_4x")):
        yield "four times for the wrong name" if won.misnamed else "four times for a discard out of turn"
    else:
        if seat is won.source:
            yield "twice for the discard"
        if won.jokerless:
            yield "twice for no jokers"
        if seat is won.source and won.misnamed:
            yield "twice for the wrong name"


def twice_for_all(won: PaidWin) -> str:
    """Why everybody pays double for a win on no discard."""
    return "twice for a joker exchanged" if won.exchanged is not None else "twice for self-drawn"


_TIMES = {2: "twice", 3: "three times"}


def _all_by(payer: Seat, owed: list[int]) -> list[int]:
    return [sum(owed) if seat is payer else 0 for seat in Seat]


def _points(winner: Seat, owed: list[int]) -> Points:
    points = [-n for n in owed]
    points[winner] += sum(owed)
    return by_seat(points)


def fixed_penalty(value: int, offender: Seat, source: Seat | None, players: Sequence[Seat] = tuple(Seat)) -> Points:
    """What a false mah jongg pays at once where it does (C-23): `value`, the highest hand's, to the discarder and half
    of it, rounded down, to each other; or all of it to each where the tile was drawn (FALSE-04, FALSE-05)."""
    points = [0, 0, 0, 0]
    for seat in players:
        if seat is not offender:
            points[seat] = value if source is None or seat is source else value // 2
    points[offender] = -sum(points)
    return by_seat(points)


def dispute(wrong: Seat, right: Seat, amount: int = DISPUTE) -> Points:
    """Whoever was wrong about a disputed challenge pays the other, on top of what the game pays."""
    points = [0, 0, 0, 0]
    points[right] += amount
    points[wrong] -= amount
    return by_seat(points)


@dataclass(frozen=True, slots=True)
class Bet:
    """What the fifth player wins or loses, and what the four are paid with it; all five sum to zero."""

    bettor: int
    players: Points


def bettor(points: Points, won: PaidWin | None, on: Seat | None, ruleset: RuleSet = LEAGUE) -> Bet:
    """The fifth player's side of a game that paid `points`, having bet on `on` (None: the bet was cancelled).

    Whoever bet on the winner is paid what the winner is paid, by the same players; with C-33=half_of_a_discard the two
    halve what a discard paid, the odd point to the winner. A bettor who was wrong pays the winner what the player bet
    on pays. After a wall game nothing is paid. In a tournament who bets scores what the player bet on scores.
    """
    if in_tournament(ruleset):
        return Bet(points[on] if on is not None else 0, points)
    if won is None or on is None:
        return Bet(0, points)
    winner, moved = won.seat, list(points)
    if on is not winner:
        moved[winner] -= points[on]
        return Bet(points[on], by_seat(moved))
    if won.source is not None and ruleset.of("C-33") == "half_of_a_discard":
        half = points[winner] // 2
        moved[winner] -= half
        return Bet(half, by_seat(moved))
    moved = [moved[seat] if seat is winner else 2 * moved[seat] for seat in Seat]
    return Bet(points[winner], by_seat(moved))


def wall_bettor(points: Points, winner: Seat | None, players: Sequence[Seat], ruleset: RuleSet = LEAGUE) -> Bet:
    """Who bet that nobody wins. Right, each player pays her what the table pays for a wall game (C-26), 25 unless
    agreed. Wrong, she pays the winner what those pay who did not discard the winning tile. In a tournament she scores
    what a live hand does after a wall game, and nothing after a win."""
    if in_tournament(ruleset):
        return Bet(WALL_GAME_POINTS if winner is None else 0, points)
    moved = list(points)
    if winner is None:
        each = ruleset.amount("C-26") or WALL_GAME_STAKE
        for seat in players:
            moved[seat] -= each
        return Bet(each * len(players), by_seat(moved))
    least = max(points[seat] for seat in players if seat is not winner)
    moved[winner] -= least
    return Bet(least, by_seat(moved))


SELF_PICK_BONUS = 10
JOKERLESS_BONUS = 20
WALL_GAME_POINTS = 10
THROWN_TO = {2: -20, 3: -25, 4: -25}  # how many exposures the winner showed when the tile was thrown


def tournament(
    value: int,
    winner: Seat,
    source: Seat | None = None,
    jokerless: bool = False,
    *,
    exposures: int = 0,
) -> tuple[int, int, int, int]:
    """Tournament scores, P1 to P4: bonuses instead of payments, so they do not sum to zero.

    The winner has the value, 10 more for a self-picked and 20 more for a jokerless hand; throwing the winning tile to
    two exposures costs 20, to three or more 25.

    >>> tournament(25, Seat.P1, jokerless=True)
    (55, 0, 0, 0)
    """
    points = [0, 0, 0, 0]
    points[winner] = value + (SELF_PICK_BONUS if source is None else 0) + (JOKERLESS_BONUS if jokerless else 0)
    if source is not None:
        points[source] = THROWN_TO.get(exposures, 0)
    return by_seat(points)


def tournament_wall(alive: Sequence[Seat]) -> tuple[int, int, int, int]:
    """Tournament scores of a wall game: 10 for every live hand, nothing for a dead one."""
    points = [WALL_GAME_POINTS if seat in alive else 0 for seat in Seat]
    return by_seat(points)


def received(
    won: PaidWin, out_of_turn: bool = False, players: Sequence[Seat] = tuple(Seat), ruleset: RuleSet = LEAGUE
) -> int:
    """What the winner has of a win, arguments as for `payments`: by this the best of several lines is found. A less
    valuable one may bring more, where the other pays no double without jokers."""
    if in_tournament(ruleset):
        return tournament(won.value or 0, won.seat, won.source, won.jokerless)[won.seat]
    return payments(won, out_of_turn, players, ruleset)[won.seat]


def in_tournament(ruleset: RuleSet) -> bool:
    """Whether games are scored as in a tournament, where nobody pays."""
    return ruleset.of("C-34") == "tournament"


def earns_bonus(line: Line, ruleset: RuleSet) -> bool:
    """Whether that line pays more without jokers (PAY-04): where the card says no, Singles and Pairs may (C-18)."""
    return line.jokerless_bonus or (line.singles_and_pairs and ruleset.of("C-18") == "yes")
