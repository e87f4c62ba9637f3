from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from engine.sight.alignment import EXTRA, FLOOR, MISSING, Alignment, align, lay_rack, likelihood, match
from engine.sight.observation import Sight
from engine.tile import Tile, read_tiles
from tests.table import sight

FACES = [Tile.B3, Tile.B8, Tile.C1, Tile.JOKER]
faces = st.sampled_from(FACES)
sights = st.builds(sight, faces, st.sampled_from([0.4, 0.6, 0.95]), else_=faces)


def row(text: str) -> list[Sight]:
    return [sight(t) for t in read_tiles(text)]


def laid(believed: str, seen: str) -> Alignment:
    return align(read_tiles(believed), row(seen))


def best_score(believed: Sequence[Tile], seen: Sequence[Sight]) -> float:
    """A slow twin: every way there is, tried."""

    @cache
    def best(i: int, j: int) -> float:
        if i == len(believed):
            return EXTRA * (len(seen) - j)
        ways = [best(i + 1, j) + MISSING]
        if j < len(seen):
            ways += [best(i, j + 1) + EXTRA, best(i + 1, j + 1) + likelihood(seen[j], believed[i])]
        return max(ways)

    return best(0, 0)


def worth(found: Alignment, believed: Sequence[Tile], seen: Sequence[Sight]) -> float:
    paired = sum(likelihood(seen[j], believed[i]) for i, j in found.pairs)
    return paired + MISSING * len(found.missing) + EXTRA * len(found.extra)


@given(st.lists(faces, max_size=6), st.lists(sights, max_size=6))
@settings(max_examples=150, deadline=None)
def test_no_other_way_of_laying_the_rows_is_likelier(believed: list[Tile], seen: list[Sight]) -> None:
    found = align(believed, seen)
    assert found.score == pytest.approx(best_score(believed, seen))
    assert found.score == pytest.approx(worth(found, believed, seen))


@pytest.mark.parametrize("lay", [align, match])
@given(believed=st.lists(faces, max_size=7), seen=st.lists(sights, max_size=7))
@settings(max_examples=80, deadline=None)
def test_every_tile_is_paired_missing_or_extra_exactly_once(
    lay: object, believed: list[Tile], seen: list[Sight]
) -> None:
    assert callable(lay)
    found: Alignment = lay(believed, seen)
    assert sorted([i for i, _ in found.pairs] + list(found.missing)) == list(range(len(believed)))
    assert sorted([j for _, j in found.pairs] + list(found.extra)) == list(range(len(seen)))
    assert found.score == pytest.approx(worth(found, believed, seen))


@given(st.lists(faces, max_size=7), st.lists(sights, max_size=7))
@settings(max_examples=80, deadline=None)
def test_aligned_rows_keep_their_order(believed: list[Tile], seen: list[Sight]) -> None:
    pairs = align(believed, seen).pairs
    assert all(i < k and j < m for (i, j), (k, m) in pairwise(pairs))


def test_equal_rows_lie_one_on_one() -> None:
    found = laid("1B 2B 2B 3C", "1B 2B 2B 3C")
    assert found.pairs == ((0, 0), (1, 1), (2, 2), (3, 3))
    assert (found.missing, found.extra) == ((), ())


def test_of_equal_tiles_the_last_is_the_new_one() -> None:
    assert laid("1B 2B", "1B 2B 2B").extra == (2,)
    assert laid("", "1B 2B").extra == (0, 1)


def test_a_missing_tile_is_found_in_the_middle() -> None:
    assert laid("1B 2C 3D 4B", "1B 3D 4B").missing == (1,)


def test_a_missing_and_a_new_tile_are_told_apart() -> None:
    found = laid("1B 2C 3D", "2C 3D 5B")
    assert (found.missing, found.extra) == ((0,), (2,))


def test_one_misread_tile_is_still_the_tile_it_was() -> None:
    """Sure of the wrong face once: likelier than one gone and another new."""
    found = laid("1B 2C 3D", "1B 9C 3D")
    assert found.pairs == ((0, 0), (1, 1), (2, 2))


def test_no_reading_is_so_sure_that_a_table_could_not_disprove_it() -> None:
    assert likelihood(sight(Tile.B3, 1 - 1e-9), Tile.C1) == FLOOR
    assert likelihood(sight(Tile.B3, 0.9), Tile.B3) > -0.2


def test_matching_needs_no_order() -> None:
    believed = read_tiles("1B 2C 3D WD J")
    found = match(believed, row("J 3D 1B WD 2C"))
    assert dict(found.pairs) == {0: 2, 1: 4, 2: 1, 3: 3, 4: 0}
    assert match(read_tiles("1B 3D"), row("9D 3D 1B")).extra == (0,)


def test_matching_takes_the_surest_reading_first() -> None:
    doubtful, sure = sight(Tile.B3, 0.55, else_=Tile.B8), sight(Tile.B3, 0.99)
    found = match([Tile.B3, Tile.B8], [doubtful, sure])
    assert dict(found.pairs) == {0: 1, 1: 0}


def test_matching_never_pairs_faces_that_have_nothing_to_do_with_each_other_before_those_that_do() -> None:
    found = match(read_tiles("1B 2C"), row("2C 7D"))
    assert (1, 0) in found.pairs


def test_flowers_and_jokers_read_as_one_another_shift_no_row() -> None:
    """A sextet of flowers with jokers, two of its tiles misread, and a new pung beside it."""
    stood = (*read_tiles("F F F F J J"),)
    hazy = [sight(Tile.EAST, 0.98, else_=Tile.FLOWER), *row("F F F"), sight(Tile.FLOWER, 0.999), *row("J")]
    laid = lay_rack([stood], [(*hazy, *row("7B 7B 7B"))])
    assert (laid.missing, laid.extra) == ((), (6, 7, 8))


def test_a_joker_of_a_hand_laid_open_is_none_of_the_exposure_beside_it() -> None:
    """It has been exchanged for one of them; whether a gap is left there or not."""
    stood, shown, hand = [(*read_tiles("2B 2B J"),)], row("2B 2B 2B"), row("J J 5C 5C 5C 8D 8D 8D")
    more = row("1C 1C 1C")
    for groups in ([shown, hand, more], [more, hand[::-1], shown], [[*shown, *hand], more]):
        laid = lay_rack(stood, [(*g,) for g in groups])
        there = [s for g in groups for s in g]
        assert [there[j].best for _, j in laid.pairs] == [Tile.B2] * 3, "the natural stands in its joker's place"
    not_exchanged = [(*row("2B 2B J"),), (*hand, *more)]
    assert lay_rack(stood, not_exchanged).pairs == ((0, 0), (1, 1), (2, 2))
