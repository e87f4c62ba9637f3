"""Finding and reading the card of tonight: a file of the user's, or the practice card that comes along."""

from collections.abc import Callable
from pathlib import Path

from engine.card import Card, CardError, Problem, Reading, Remembered, read_draft
from engine.rules.ruleset import LEAGUE, RuleSet

_PRACTICE = Path(__file__).parents[1] / "engine" / "cards" / "practice.card"


def practice_card_text() -> str:
    """The practice card as typed."""
    return _PRACTICE.read_text(encoding="utf-8")


def load_card(path: Path | str | None, year: int | None = None, ruleset: RuleSet = LEAGUE) -> Card:
    """The card in a file, or the practice card for None, read by the rules of the table.

    Raises OSError, UnicodeDecodeError, engine.card.CardError.
    """
    text = practice_card_text() if path is None else Path(path).read_text(encoding="utf-8-sig")
    return read_by_rules(text, year, ruleset)


def named_card(path: Path | str | None, ruleset: RuleSet = LEAGUE) -> Card:
    """As `load_card`, and what is wrong is told in a sentence that names the file. Raises OSError, ValueError."""
    try:
        return load_card(path, ruleset=ruleset)
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8 text (byte {error.start + 1}): save it as plain text, UTF-8.") from error
    except CardError as error:
        raise ValueError(first_mistake(error, str(path or "the practice card"))) from error


def first_mistake(error: CardError, file: str) -> str:
    """What is wrong first in the card of that file, and where."""
    first, *others = error.problems
    more = f" ({len(others)} more: see fifthseat card check)" if others else ""
    return f"{file}, line {first.line}, column {first.column}: {first.message}. {first.hint}{more}"


def read_by_rules(text: str, year: int | None = None, ruleset: RuleSet = LEAGUE) -> Card:
    """The card of a text, with what the rule set says about Soap (C-30) and colours (C-29). Raises CardError."""
    card, problems = draft_by_rules(text, year, ruleset)
    if problems:
        raise CardError(problems)
    return card


def draft_by_rules(
    text: str, year: int | None = None, ruleset: RuleSet = LEAGUE, *, enough: Callable[[], bool] = lambda: False
) -> tuple[Card, tuple[Problem, ...]]:
    """As `read_by_rules`, for a card that may have errors: its good lines, and all problems. `enough` as in
    `draft_card`."""
    reading = reading_by_rules(text, year, ruleset, enough)
    return reading.card, reading.problems


def reading_by_rules(
    text: str,
    year: int | None,
    ruleset: RuleSet,
    enough: Callable[[], bool] = lambda: False,
    remembered: Remembered | None = None,
) -> Reading:
    """As `draft_by_rules`, with all that is known of a card that is being typed. `remembered` as in `read_draft`."""
    return read_draft(
        text,
        year,
        soap_anywhere=ruleset.of("C-30") == "any_zero",
        literal_colours=ruleset.of("C-29") == "literal",
        enough=enough,
        remembered=remembered,
    )
