"""The rows of a typed card: where a slip is said to stand, what a section is by its name, and a line kept as typed."""

import pytest

from engine.card import CardError, Remedy, read_card
from engine.card.plain import plain_rows
from engine.tile import codes
from tests.reading import line, only_problem, problems

GROUPS = "FFFF 222a 444a 6666a"


def test_a_slip_of_a_whole_row_stands_at_its_beginning() -> None:
    assert only_problem(f"== A ==\n2468 hands\n1. {GROUPS} X 25").column == 1
    (warning,) = read_card(f"== A ==\n#1 {GROUPS} X 25\n2. {GROUPS} X 25").warnings
    assert warning.column == 1


@pytest.mark.parametrize(
    ("name", "hands"), [("2026", 6), ("1999", 6), ("The year", 6), ("2468", 2), ("Quints 2026", 2), ("A", 2)]
)
def test_a_section_is_the_years_by_its_name_alone(name: str, hands: int) -> None:
    text = f"== {name} ==\n1. FFFF 222a 000a 2222b X 25"
    assert len(read_card(text, soap_anywhere=False).lines[0].hands) == hands


@pytest.mark.parametrize("parted", ["or\n", "\nor ", " or ", "\nor\n", " or\n\n"])
def test_a_line_is_kept_as_it_was_typed_with_one_or(parted: str) -> None:
    assert line(f"1. {GROUPS} {parted}FFFF 222a 444a 6666b X 25").text == f"{GROUPS} or FFFF 222a 444a 6666b"


def test_a_value_left_out_is_told_once_with_the_two_that_are_likely() -> None:
    told = only_problem(f"== T ==\n1. {GROUPS} x")
    assert [remedy.text for remedy in told.remedies] == ["X 25", "X 30"]
    assert told.remedies[0] == Remedy(2, told.column, 1, "X 25")
    assert only_problem("== T ==\n1. FFFF 222a x").message == "x without a value"  # what else is wrong comes later


def test_values_run_to_a_thousand() -> None:
    assert [line(f"1. {GROUPS} X {value}").value for value in (1, 1000)] == [1, 1000]
    assert only_problem(f"== T ==\n1. {GROUPS} X 1001").message == "a value of 1001 is not likely"
    assert only_problem(f"== T ==\n1. {GROUPS} X 0").message == "a value of 0 is not likely"


@pytest.mark.parametrize("row", ["FFFF xxxx1a xxxx1b 11c [kongs even]", "FFFF xxxxa xxxxb 11c [x odd] [kongs even]"])
def test_a_limit_on_groups_is_said_of_the_letter_where_that_says_more(row: str) -> None:
    with pytest.raises(CardError, match="does not say which letter"):
        line(f"1. {row} X 25")


def test_one_dragon_group_of_any_kind_takes_no_letter_of_its_own() -> None:
    for letter in ("", "a", "b"):
        found = line(f"1. FF 222p 444p 666p DDD{letter} X 25 [any dragon]")
        assert len(found.hands) == 9
    assert len(problems("== T ==\n1. FF 222p 44p DDDa DDDb DDDb X 25 [any dragon]")) > 0


def test_the_year_after_the_cards_own_goes_with_it() -> None:
    text = "year: 2026\n== T ==\n1. FFFF YEARa NN YEAR1a X 25"
    bams = read_card(text).lines[0].hands[0]
    assert {codes(group.tiles) for group in bams} == {"F F F F", "2B WD 2B 6B", "N N", "2B WD 2B 7B"}


def test_like_groups_of_a_line_are_kept_once() -> None:
    kept = [group for hand in line("1. FF 222a 222b 666a 666b X 25").hands for group in hand]
    assert len({id(group) for group in kept}) == len(set(kept))


def test_a_wrong_year_is_told_where_it_stands() -> None:
    problem = only_problem(f"year: soon\n== A ==\n1. {GROUPS} X 25")
    assert (problem.line, problem.column) == (1, 7)


def test_braces_stay_as_typed_in_a_row_that_has_brackets() -> None:
    assert plain_rows("{run}") == ["[run]"]
    assert plain_rows("[run] {any}") == ["[run] {any}"]
    assert plain_rows("any}") == ["any}"]


@pytest.mark.parametrize(
    "groups", ["FF 1111a 2222b 3333c(run)", "FF 1111a 2222b[run] 3333c", "FF(run) 1111a 2222b 3333c"]
)
def test_a_note_may_stand_right_behind_a_group(groups: str) -> None:
    assert len(read_card(f"== T ==\n1. {groups} X 25").lines[0].hands) == 42


def test_a_line_may_follow_its_number_without_a_space() -> None:
    (line,) = read_card("== T ==\n12.FF 2222a 4444a 6666a X 25").lines
    assert (line.number, len(line.hands)) == (12, 3)


def test_where_a_slip_stands_is_told_behind_a_glued_number() -> None:
    assert only_problem("== T ==\n1)FFh 2222a 4444a 666a X 25").column == 5
