"""Reading a typed card: its rows, then what they mean. All errors are collected, with places."""

import re
from collections.abc import Callable

from engine.card.bounds import too_large
from engine.card.compiling import compile_alternative
from engine.card.lines import Lines
from engine.card.plain import plain_rows
from engine.card.remembered import Remembered
from engine.card.rows import Rows
from engine.card.sketch import Reading
from engine.card.values import Card, CardError, Problem

# "(Any 3 Consec. #s)" is a remark: a # that is followed by no words of a comment, inside brackets.
_BEFORE_COMMENT = re.compile(r'(?:[^"#]|"[^"]*"|"(?=[^"]*$)|(?<=[\s\d])#\'?s?(?=[\s,.;]*[^()\[\]#]*[)\]]))*')
_LITERAL = {"a": 1, "b": 0, "c": 2}  # CARD-03: red Craks, green Bams, blue Dots


def read_card(text: str, year: int | None = None, *, soap_anywhere: bool = True, literal_colours: bool = False) -> Card:
    """The card of a typed text in the notation of docs/cards.md. Raises CardError with every problem found.

    `year` overrides the card's own (a year each player may choose). `soap_anywhere` (C-30) and `literal_colours` (C-29:
    a is Craks, b Bams, c Dots) are the table's rules; rows `soap:` and `suits:` of the card go before them.

    >>> card = read_card("== 2468 ==\\n1. 222a 444a 66a 888a DDDa X 25")
    >>> card.lines[0].name, len(card.lines[0].hands)
    ('2468 1', 3)
    """
    card, problems = draft_card(text, year, soap_anywhere=soap_anywhere, literal_colours=literal_colours)
    if problems:
        raise CardError(problems)
    return card


def draft_card(
    text: str,
    year: int | None = None,
    *,
    soap_anywhere: bool = True,
    literal_colours: bool = False,
    enough: Callable[[], bool] = lambda: False,
) -> tuple[Card, tuple[Problem, ...]]:
    """As `read_card`, for a card that is still being typed: its lines without errors, and all problems. `enough` is
    asked before every line and form: True ends the reading with a problem that says so."""
    reading = read_draft(text, year, soap_anywhere=soap_anywhere, literal_colours=literal_colours, enough=enough)
    return reading.card, reading.problems


def read_draft(
    text: str,
    year: int | None = None,
    *,
    soap_anywhere: bool = True,
    literal_colours: bool = False,
    enough: Callable[[], bool] = lambda: False,
    remembered: Remembered | None = None,
) -> Reading:
    """As `draft_card`, with its headings and a sketch of every line, also of those with errors. With `remembered` only
    the lines that have changed since are compiled."""
    if (oversized := too_large(text)) is not None:
        return Reading(Card("A card", (), year, ()), (oversized,))
    rows = Rows(year, soap_anywhere, _LITERAL if literal_colours else {})
    typed = list(enumerate(plain_rows(text), start=1))
    texts = {number: _without_comment(row) for number, row in typed}
    for number, row in typed:
        rows.comment(number, row)
    for number, row in texts.items():  # settings may stand anywhere, and all lines need them
        rows.setting(number, row)
    for number, row in texts.items():
        rows.row(number, row)
    made = Lines(rows, texts, compile_alternative if remembered is None else remembered.compile, enough)
    lines = made.lines()
    if not rows.drafts and not rows.problems:
        rows.problem(1, 1, "there is no hand here", "A line looks like this: 1. FF 2222a 4444a 6666a X 25")
    card = Card(rows.settings.name or "A card", lines, rows.settings.year, _in_order(rows.warnings))
    return Reading(card, _in_order(rows.problems), tuple(rows.headings), tuple(made.sketches))


def _without_comment(row: str) -> str:
    """The row up to a # that does not stand in quotes."""
    found = _BEFORE_COMMENT.match(row)
    return found.group().rstrip() if found else ""


def _in_order(problems: list[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(dict.fromkeys(problems), key=lambda p: (p.line, p.column)))
