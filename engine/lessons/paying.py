"""Questions on paying: what one player owes, what the winner gets."""

from engine.event import MahJongg
from engine.lessons.question import SHOWN, Choice, Matter, Question, Row
from engine.rules.scoring import Points, payments, shares
from engine.tile import Seat


def _won(matter: Matter) -> tuple[MahJongg, int, Points]:
    """A win of a line of the card, the place of the line, and what everybody pays."""
    number = matter.lines()[0]
    line = matter.table.lines[number]
    winner, other, *_ = matter.seats()
    source = other if matter.luck.random() < 0.6 else None
    bonus = line.jokerless_bonus and matter.luck.random() < 0.4
    won = MahJongg(winner, (), line.name, source, line.value, jokerless=bonus)
    return won, number, payments(won, ruleset=matter.rules.ruleset)


def _told(matter: Matter, won: MahJongg) -> str:
    how = "with a tile she drew" if won.source is None else f"on {won.source.name}'s discard"
    bonus = ", without a joker in her hand" if won.jokerless else ""
    return f"{won.seat.name} wins {won.line} {how}{bonus}."


def _ways(matter: Matter, won: MahJongg, points: Points, seat: Seat) -> str:
    share = next((s for s in shares(points, won, ruleset=matter.rules.ruleset) if s.seat is seat), None)
    return f"{seat.name} pays {share.points}: {share.ways}." if share is not None else f"{seat.name} pays nothing."


def _sums(matter: Matter, right: int, value: int) -> tuple[tuple[Choice, ...], frozenset[int]]:
    """Sums to choose from, smallest first."""
    others = [n for n in (0, value, 2 * value, 3 * value, 4 * value, 6 * value, 8 * value) if n != right]
    matter.luck.shuffle(others)
    sums = sorted([right, *others[: SHOWN - 1]])
    return tuple(Choice(str(n)) for n in sums), frozenset({sums.index(right)})


def owes(matter: Matter) -> Question | None:
    """What one of the others pays."""
    won, number, points = _won(matter)
    seat = matter.luck.choice([s for s in Seat if s is not won.seat])
    choices, right = _sums(matter, -points[seat], won.value or 0)
    asks = f"{_told(matter, won)} What does {seat.name} pay her?"
    why = _ways(matter, won, points, seat)
    return Question(asks, choices, right, why, (Row("The line", line=number),), rules=("PAY-02", "PAY-03", "PAY-04"))


def gets(matter: Matter) -> Question | None:
    """What the winner is paid in all."""
    won, number, points = _won(matter)
    choices, right = _sums(matter, points[won.seat], won.value or 0)
    why = " ".join(_ways(matter, won, points, s) for s in Seat if s is not won.seat)
    asks = f"{_told(matter, won)} How many points does she get in all?"
    why += f" Together that is {points[won.seat]}."
    return Question(asks, choices, right, why, (Row("The line", line=number),), rules=("PAY-02", "PAY-03", "PAY-04"))
