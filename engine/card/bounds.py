"""How much text may be a card. What is far beyond a printed one is not read: it would hold the program for minutes."""

from engine.card.values import Problem

# A printed card has about sixty lines of a dozen words.
MOST_ROWS, MOST_WORDS, MOST_ROW_WORDS, MOST_LETTERS = 600, 6000, 250, 60_000


def too_large(text: str) -> Problem | None:
    """What is wrong with a text that is far too long to be a card, before anything of it is read; else None."""
    hint = "A card has about sixty lines. Type one card at a time."
    if len(text) > MOST_LETTERS:
        return Problem(1, 1, f"{len(text)} letters are far more than a card has", hint)
    rows = text.split("\n")
    if len(rows) > MOST_ROWS:
        return Problem(MOST_ROWS + 1, 1, f"{len(rows)} rows are far more than a card has", hint)
    words = 0
    for number, row in enumerate(rows, start=1):
        here = len(row.split()) + row.count("|") + row.count("[")
        if here > MOST_ROW_WORDS:
            return Problem(number, 1, f"{here} words are far more than a line of a card has", hint)
        words += here
        if words > MOST_WORDS:
            return Problem(number, 1, f"up to here there are {words} words, far more than a card has", hint)
    return None
