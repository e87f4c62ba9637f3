"""What the card editor shows of a card that is being typed: its rows, each told once and again only when it changes."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from engine.card import FormSketch, Problem, Reading

MOST_KEPT = 1500  # rows told, of a few hundred bytes to a few KB each
MOST_PROBLEMS = 6  # of one row


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the preview: a section's name, a line of the card, or problems that belong to no line. `at` and `last`
    are its rows in the text; the lines of its problems are told from `at` on, so that a row stays the same where it is
    moved."""

    at: int
    last: int
    section: str = ""
    name: str = ""
    number: int = 0
    value: str = ""
    hands: int = 0
    forms: tuple[FormSketch, ...] = ()
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """A row as it is shown: where it stands, what is wrong with which of its rows, and its piece of the page."""

    at: int
    last: int
    key: str
    html: str


def preview_rows(reading: Reading) -> tuple[Row, ...]:
    """The lines of a card, also of one that is half typed, each with its problems, and the headings of its sections, in
    the order of the text."""
    wrong, odd = list(reading.problems), list(reading.card.warnings)
    rows = []
    for line in reading.sketches:
        span = range(line.row, line.last_row + 1)
        rows.append(
            Row(
                line.row,
                line.last_row,
                name=f"{line.section} {line.number}",
                number=line.number,
                value=f"{'C' if line.concealed else 'X'} {line.value}" if line.value else "",
                hands=line.hands,
                forms=line.forms,
                problems=_taken(wrong, span),
                warnings=_taken(odd, span),
            )
        )
    left = sorted({p.line for p in (*wrong, *odd)})
    rows += [Row(at, at, problems=_taken(wrong, (at,)), warnings=_taken(odd, (at,))) for at in left]
    return tuple(sorted([*(Row(at, at, name) for at, name in reading.headings), *rows], key=lambda row: row.at))


def _taken(problems: list[Problem], lines: Iterable[int]) -> tuple[Problem, ...]:
    mine = [p for p in problems if p.line in lines]
    for p in mine:
        problems.remove(p)
    return tuple(mine)


def _from_here(row: Row) -> Row:
    """The row with lines told from its own first one, which is 0."""

    def moved(problems: Sequence[Problem]) -> tuple[Problem, ...]:
        return tuple(
            replace(p, line=p.line - row.at, remedies=tuple(replace(r, line=r.line - row.at) for r in p.remedies))
            for p in problems[:MOST_PROBLEMS]
        )

    return replace(row, at=0, last=row.last - row.at, problems=moved(row.problems), warnings=moved(row.warnings))


class Teller:
    """Tells rows, and remembers those told last: what has not changed costs nothing."""

    def __init__(self, tell: Callable[[Row], str]) -> None:
        self._tell = tell
        self._kept: OrderedDict[Row, tuple[str, str]] = OrderedDict()
        self.told = 0  # rows that were not known

    def rows(self, rows: Sequence[Row]) -> list[Told]:
        found = []
        for row in rows:
            here = _from_here(row)
            kept = self._kept.get(here)
            if kept is None:
                html = self._tell(here)
                kept = self._kept[here] = hashlib.blake2s(html.encode(), digest_size=6).hexdigest(), html
                self.told += 1
            self._kept.move_to_end(here)
            found.append(Told(row.at, row.last, *kept))
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found
