"""Cards as text, and what the program says of them, for tests."""

import pytest

from engine.card import Card, CardError, Line, Problem, read_card
from engine.tile import codes


def line(text: str, head: str = "") -> Line:
    return read_card(f"{head}\n== T ==\n{text}").lines[0]


def problems(text: str) -> tuple[Problem, ...]:
    with pytest.raises(CardError) as caught:
        read_card(text)
    return caught.value.problems


def attempt(text: str) -> Card | tuple[Problem, ...]:
    """The card, or the problems. Anything else that is raised is a bug."""
    try:
        return read_card(text)
    except CardError as error:
        return error.problems


def only_problem(text: str) -> Problem:
    found = problems(text)
    assert len(found) == 1, found
    return found[0]


def hands(found: Line) -> set[str]:
    return {" / ".join(codes(group.tiles) for group in hand) for hand in found.hands}
