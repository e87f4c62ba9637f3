"""The witness bench counts as it says."""

from tests.bench.clips import Want
from tests.bench.witness import Count, Told, judged

WANTED = (
    Want("discarded", "P1", ("3B",), 1.0, 1.6),
    Want("exposed", "P3", ("3B", "3B", "J"), 2.0, 2.8),
    Want("joker_exchanged", "P2", ("3B",), 4.0, 4.7),
)
TOLD: tuple[Told, ...] = (
    {"time_s": 2.0, "event": "discarded", "seat": "P1", "tile": "3B"},
    {"time_s": 3.2, "event": "exposed", "seat": "P3", "tiles": ["3B", "J", "3B"]},
    {"time_s": 5.0, "event": "joker_exchanged", "seat": None, "tile": "3B"},
)


def test_what_is_told_as_it_was_is_right() -> None:
    pairs, extra = judged(WANTED, TOLD)
    assert [told for _, told in pairs] == list(TOLD)
    assert extra == []


def test_another_tile_another_seat_and_a_late_word_are_missed_and_invented() -> None:
    wrong: tuple[Told, ...] = (
        {**TOLD[0], "tile": "8B"},
        {**TOLD[1], "seat": "P4"},
        {**TOLD[2], "time_s": 9.0},
    )
    pairs, extra = judged(WANTED, wrong)
    assert [told for _, told in pairs] == [None, None, None]
    assert extra == list(wrong)


def test_what_is_told_twice_is_invented_once() -> None:
    pairs, extra = judged(WANTED[:1], (TOLD[0], TOLD[0]))
    assert pairs[0][1] == TOLD[0]
    assert len(extra) == 1


def test_f1_weighs_what_is_missed_and_what_is_invented() -> None:
    assert Count(wanted=10, right=8, invented=2).f1 == 0.8
    assert Count(wanted=3, right=3).f1 == 1.0
