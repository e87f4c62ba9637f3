"""How much a card may be, what a cut-off reading leaves, and what is said of a line that lacks something."""

from itertools import chain, repeat

import pytest

from engine.card import Remedy, draft_card
from tests.reading import line, only_problem

ONE_SUIT = "FFFF 222a 444a 6666a"
TWO_SUITS = "FFFF 222a 444a 6666b"
CHOICE = "FFFF 222a 444a 6666a|b|c"  # three forms: one suit, or two


def test_a_card_may_have_as_many_hands_as_it_may_and_the_line_behind_more_is_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.card.lines.MOST_HANDS", 6)
    card, told = draft_card("== T ==\n" + "\n".join(f"{n}. FFFF {n}{n}{n}a 444a 6666b X 25" for n in (1, 2, 3)))
    assert [len(found.hands) for found in card.lines] == [6, 6]
    assert [(p.line, p.column, p.message) for p in told] == [(4, 1, "the lines up to here are more than 6 hands")]


@pytest.mark.parametrize("behind", ["", f"\n2. {TWO_SUITS} X 25"])
def test_a_line_of_too_many_hands_is_told_once_and_not_read_in_part(
    monkeypatch: pytest.MonkeyPatch, behind: str
) -> None:
    monkeypatch.setattr("engine.card.lines.MOST_HANDS", 2)
    card, told = draft_card(f"== T ==\n1. {CHOICE} X 25{behind}")
    assert not card.lines
    assert [(p.line, p.message) for p in told] == [(2, "the lines up to here are more than 2 hands")]


@pytest.mark.parametrize("behind", ["", f"\n2. {TWO_SUITS} X 25"])
def test_a_line_that_is_cut_off_is_told_once_and_not_read_in_part(behind: str) -> None:
    asked = chain([False, False], repeat(True))  # before the line and its first form
    card, told = draft_card(f"== T ==\n1. {CHOICE} X 25{behind}", enough=lambda: next(asked))
    assert not card.lines
    assert [(p.line, p.column, p.message) for p in told] == [(2, 1, "reading the lines up to here takes too long")]


def test_a_line_may_have_as_many_forms_by_choices_as_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.card.lines.MOST_FORMS", 3)
    assert len(line(f"1. {CHOICE} X 25").hands) == 3 + 6
    monkeypatch.setattr("engine.card.lines.MOST_FORMS", 2)
    assert only_problem(f"== T ==\n1. {CHOICE} X 25").message == "too many choices with | on one line"


def test_a_line_has_an_example_of_each_form_that_has_hands() -> None:
    found = line(f"1. {ONE_SUIT} or {TWO_SUITS} X 25")
    one, two = found.examples
    assert one in line(f"1. {ONE_SUIT} X 25").hands
    assert two in line(f"1. {TWO_SUITS} X 25").hands
    card, told = draft_card(f"== T ==\n1. {ONE_SUIT} or FFFF 11111a! 222a 33a X 25")
    assert len(told) == 1
    (left,) = card.lines
    assert left.examples == (left.hands[0],)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("X 25", "there are no groups here"),
        (f"{ONE_SUIT} or X 25", "an 'or' stands beside no form"),
        (f"{ONE_SUIT} or or {TWO_SUITS} X 25", "an 'or' stands beside no form"),
    ],
)
def test_a_form_without_groups_is_told_as_what_is_missing(typed: str, says: str) -> None:
    told = only_problem(f"== T ==\n1. {typed}")
    assert (told.line, told.message) == (2, says)


def test_a_note_that_is_not_understood_is_put_right_where_it_stands() -> None:
    row = f'1. "rum" {ONE_SUIT} X 25 [rum, any 1 suit]'
    told = only_problem(f"== T ==\n{row}")
    assert told.remedies[0] == Remedy(2, row.rindex("rum") + 1, 3, "run")


def test_a_value_is_proposed_behind_the_last_row_of_its_line() -> None:
    told = only_problem(f"== T ==\n1. {ONE_SUIT}\n   or {TWO_SUITS}")
    assert told.remedies == tuple(Remedy(3, 0, 0, f" {value}", value) for value in ("X 25", "X 30", "C 30"))


@pytest.mark.parametrize("note", ["rum", "any 1 suit, rum"])
def test_a_line_with_a_note_that_is_not_understood_is_not_read_as_if_it_had_none(note: str) -> None:
    card, told = draft_card(f"== T ==\n1. {ONE_SUIT} X 25 [{note}]\n2. {TWO_SUITS} X 25")
    assert [found.number for found in card.lines] == [2]
    assert [p.line for p in told] == [2]


@pytest.mark.parametrize(
    ("section", "row", "hands"),
    [
        ("Any Like Numbers", "FF 1111a 1111b 1111c", 9),
        ("Ones", "FF 1111a 1111b 1111c", 1),
        ("Any Like Numbers", "FF 1111a 1111b 1111c [these numbers only]", 1),
        ("Any Like Numbers", "FF 1111a 1111b 1111c [any even]", 4),
        ("Any Like Numbers", "FF xxxxa xxxxb xxxxc", 9),
        ("Any Like Numbers", "FF 1111a xxxxb xxxxc", 25),  # in three suits each, but 1 1 1 is one hand
    ],
)
def test_the_one_number_of_a_line_among_like_numbers_stands_for_any(section: str, row: str, hands: int) -> None:
    found = draft_card(f"== {section} ==\n1. {row} X 25")
    assert [len(made.hands) for made in found[0].lines] == [hands], found
