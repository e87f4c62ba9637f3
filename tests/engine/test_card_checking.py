"""What a line says of itself against what is printed: whose suit a dragon is, how many tiles and dragons there are."""

import pytest

from engine.card import read_card
from engine.card.checking import MANY_HANDS, warn_size
from tests.reading import line, only_problem


def told(groups: str) -> str:
    return only_problem(f"== T ==\n1. {groups} X 25").message


def test_dragons_in_the_third_suit_are_there_by_a_letter_of_three() -> None:
    for groups in ("FFF 2222a 444b 6c DDDc", "FFF 2222a 444b 66a DDc"):
        assert len(line(f"1. {groups} [dragons in third suit] X 25").hands) == 6
    assert told("FFF 2222a 444b 66a DDb [dragons in third suit]") == "DDb is not in the third suit"


@pytest.mark.parametrize(
    ("groups", "says"),
    [
        ("FFFF 222a 444b DDDDc [any 2 dragons]", "the note says 2 dragons, and one is printed"),
        ("FFFF 222a 444b 6666c [any 2 dragons]", "the note says 2 dragons, and 0 are printed"),
        ("FFFF 222a 444a 666a 8a [no jokers in quints]", "the note says no jokers in quints, and none are printed"),
        ("FFFF 222a 444a 666a 8a [no jokers in 33]", "the note says no jokers in 33, and no group is called so"),
    ],
)
def test_what_the_words_count_is_printed(groups: str, says: str) -> None:
    assert told(groups) == says


@pytest.mark.parametrize(
    ("groups", "hint"),
    [
        ("FFFF 222a 444a 6666a 22b", "2 tiles too many: perhaps FF instead of FFFF?"),
        ("FF 222a 444a 6666a 888b", "1 tile too many: perhaps 666a instead of 6666a?"),
        ("FF 222a 444a 6666a", "2 tiles missing: perhaps FFFF instead of FF?"),
        ("FFFF 222a 444a 66a", "2 tiles missing: perhaps 6666a instead of 66a?"),
    ],
)
def test_a_wrong_number_of_tiles_has_its_likeliest_slip(groups: str, hint: str) -> None:
    assert only_problem(f"== T ==\n1. {groups} X 25").hint == hint


def test_five_naturals_of_a_kind_are_one_too_many() -> None:
    assert told("FF 11111a! 222a 3333a").startswith("this hand cannot exist: 5 naturals of one tile")
    assert len(line("1. FF 1111a! 2222a 3333a X 25").hands) == 3


def test_a_form_that_stays_beside_one_that_moves_is_pointed_at() -> None:
    text = "== T ==\n1. FF 2222a 444a 66666a or FF 1111a 222a 33333a [run] X 25"
    (warning,) = read_card(text).warnings
    assert (warning.line, warning.column) == (2, 4)
    assert warning.message.endswith("another form of the line has [run]")


def test_very_many_hands_are_asked_about_by_what_may_have_been_meant() -> None:
    assert warn_size(1, 1, 250, "xxxa") == []
    for text, meant in (
        ("222a 333b [any 2 numbers]", "[run] or [like]"),
        ("xxxa yyyb", "a run, x0 x1 x2"),
        ("222* 333*", "one letter instead of several *"),
        ("222a xxx", "fewer free numbers"),
        ("222a NNNN [any wind]", "fewer free numbers"),
    ):
        (warning,) = warn_size(3, 7, MANY_HANDS + 1, text)
        assert meant in warning.message
        assert warning.message.startswith("this line makes 251 hands")
        assert (warning.line, warning.column) == (3, 7)


def test_a_form_without_numbers_is_not_asked_whether_its_numbers_move() -> None:
    moving = "FF 1111a 2222b 3333c [run]"
    assert read_card(f"== T ==\n1. {moving} or FF NNNN EEEE SSSS X 25").warnings == ()
    (warning,) = read_card(f"== T ==\n1. {moving} or 1111a 55555b 999c EE X 25").warnings
    assert "another form of the line has [run]" in warning.message
