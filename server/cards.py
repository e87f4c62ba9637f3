"""Finding and reading the card of tonight: a file of the user's, or the practice card that comes along."""

from importlib.resources import files
from pathlib import Path

from engine.card import Card, read_card


def practice_card_text() -> str:
    """The practice card as typed."""
    return files("engine").joinpath("cards", "practice.card").read_text(encoding="utf-8")


def load_card(path: Path | str | None, year: int | None = None) -> Card:
    """The card in a file, or the practice card for None. Raises OSError, UnicodeDecodeError, engine.card.CardError."""
    text = practice_card_text() if path is None else Path(path).read_text(encoding="utf-8-sig")
    return read_card(text, year)
