"""Several words, and tiles, in one sentence."""

import pytest

from engine.tile import Tile
from engine.wording import joined, listed, number, so_many


@pytest.mark.parametrize(
    ("words", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_words_are_joined_as_people_say_them(words: list[str], said: str) -> None:
    assert joined(words) == said


def test_the_last_word_may_be_an_alternative() -> None:
    assert joined(["a", "b", "c"], "or") == "a, b or c"


def test_tiles_of_a_kind_are_counted() -> None:
    assert listed((Tile.B3, Tile.SOAP, Tile.B3)) == "2 × 3 Bam and Soap"
    assert listed(()) == "nothing"


def test_small_numbers_are_words() -> None:
    assert (number(0), number(4), number(10), number(11)) == ("no", "four", "ten", "11")
    assert (so_many(0, "tile"), so_many(1, "tile"), so_many(3, "tile")) == ("no tile", "one tile", "three tiles")
