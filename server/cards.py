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
