from dataclasses import replace

import pytest

from engine.sight.observation import LOOKS, NEAR_MM, TILE_MM, Sight
from engine.sight.whereabouts import BelievedDiscard, followed, lay, located, resettled, rested, returned
from engine.state import Discard
from engine.tile import Seat, Tile
from tests.table import sight

P1, P2, P3, P4 = Seat
B3, B8, C7, C8, D2 = Tile.B3, Tile.B8, Tile.C7, Tile.C8, Tile.D2


def at(tile: Tile, x: float, y: float = 0.0, p: float = 0.998) -> Sight:
    return sight(tile, p, x=x, y=y)


def known(*tiles: tuple[Tile, float]) -> tuple[BelievedDiscard, ...]:
    """Discards that lay in one row."""
    return tuple(BelievedDiscard(tile, k + 2, (x, 0.0)) for k, (tile, x) in enumerate(tiles))


def test_a_tile_that_lies_still_is_the_same_tile_whatever_it_is_read_as() -> None:
    laid = lay([B3, C7], [at(B8, 2.0), at(C7, 40.0)], known((B3, 0.0), (C7, 40.0)))
    assert (laid.pairs, laid.missing, laid.extra) == (((0, 0), (1, 1)), (), ())


def test_one_that_is_overlooked_shifts_no_other() -> None:
    row = known((B3, 0.0), (B3, 40.0), (C7, 80.0))
    for new in (D2, B3):
        laid = lay([B3, B3, C7], [at(B3, 40.0), at(C7, 80.0), at(new, 120.0)], row)
        assert (laid.pairs, laid.missing, laid.extra) == (((1, 0), (2, 1)), (0,), (2,))


def test_the_order_in_which_they_are_found_says_nothing_against_the_place() -> None:
    laid = lay([B3, C7], [at(C7, 40.0), at(B3, 0.0)], known((B3, 0.0), (C7, 40.0)))
    assert laid.pairs == ((0, 1), (1, 0))


def test_a_tile_pushed_aside_is_found_again_even_if_it_reads_worse_there() -> None:
    pushed = sight(B8, 0.6, else_=B3, x=30.0)
    laid = lay([B3, C7], [pushed, at(C7, 80.0)], known((B3, 0.0), (C7, 80.0)))
    assert laid.pairs == ((0, 0), (1, 1))
    far = [at(B3, 200.0), at(C7, 80.0)]
    laid = lay([B3, C7], far, known((B3, 0.0), (C7, 80.0)))
    assert (laid.missing, laid.extra) == ((0,), (0,)), "nobody pushes a discard across the table"


def test_a_tile_nudged_and_read_as_another_is_the_same_one() -> None:
    """Where the two would overlap they are one, if something else is new; alone it may lie on the other."""
    row = known((B3, 0.0), (C7, 80.0))
    nudged, new = at(Tile.FLOWER, TILE_MM[0] - 4), at(D2, 140.0)
    laid = lay([B3, C7], [nudged, at(C7, 80.0), new], row)
    assert (laid.pairs, laid.missing, laid.extra) == (((0, 0), (1, 1)), (), (2,))
    laid = lay([B3, C7], [nudged, at(C7, 80.0)], row)
    assert (laid.missing, laid.extra) == ((0,), (0,)), "laid on it, which hides it"
    beside = at(Tile.FLOWER, TILE_MM[0] + 4)
    laid = lay([B3, C7], [beside, at(C7, 80.0)], row)
    assert (laid.missing, laid.extra) == ((0,), (0,)), "beside its place lies another"


def test_the_last_discard_may_have_been_called_while_its_like_was_discarded() -> None:
    row = known((C7, 0.0), (B3, 40.0))
    seen = [at(C7, 0.0), at(B3, 80.0)]
    assert lay([C7, B3], seen, row).pairs == ((0, 0), (1, 1))
    laid = lay([C7, B3], seen, row, last_stays=False)
    assert (laid.pairs, laid.missing, laid.extra) == (((0, 0),), (1,), (1,))


def test_where_two_could_be_meant_order_and_face_decide() -> None:
    row = (BelievedDiscard(B3, 2, (0.0, 0.0)), BelievedDiscard(C7, 3, (0.0, 0.0)))
    laid = lay([B3, C7], [at(B3, 1.0), at(C7, 3.0)], row)
    assert laid.pairs == ((0, 0), (1, 1))


def test_places_follow_the_tiles_and_outlast_a_sleeve() -> None:
    row = known((B3, 0.0), (C7, 40.0))
    seen = [at(B8, NEAR_MM - 4)]
    now = located(row, lay([B3, C7], seen, row), seen)
    assert [k.at_mm for k in now] == [(NEAR_MM - 4, 0.0), (40.0, 0.0)]
    assert (now[0].sight, now[0].reread) == (seen[0], None)
    assert rested(now)[0].reread is B8


def test_what_is_known_follows_the_table() -> None:
    row = known((B3, 0.0), (C7, 40.0))
    discards = (Discard(B3, P1, number=2), Discard(C7, P2, number=3))
    assert followed(row, (*discards, Discard(D2, P3, number=4)), by_sight=True) == (*row, BelievedDiscard(D2, 4))
    assert followed(row, discards[:1], by_sight=True) == row[:1], "the last was called"


def test_a_person_who_puts_a_tile_right_is_believed() -> None:
    row = known((B3, 0.0), (C7, 40.0))
    (first, second) = followed(row, (Discard(B8, P1, number=2), Discard(C7, P2, number=3)), by_sight=False)
    assert (first.tile, first.firm, first.at_mm) == (B8, True, (0.0, 0.0))
    assert second == row[1]
    (first, _) = followed((first, second), (Discard(B8, P1, number=2), Discard(C7, P2, number=3)), by_sight=True)
    assert first.firm


def test_a_table_taken_over_for_one_tile_keeps_where_that_tile_lies() -> None:
    row = tuple(BelievedDiscard(k.tile, 0, k.at_mm) for k in known((B3, 0.0), (C7, 40.0), (D2, 80.0)))
    now = followed(row, (Discard(B3, P1), Discard(C8, P2), Discard(D2, P3)), by_sight=True)
    assert [(k.tile, k.at_mm) for k in now] == [(B3, (0.0, 0.0)), (C8, (40.0, 0.0)), (D2, (80.0, 0.0))]
    assert [k.turned for k in now] == [False, True, False]


def test_a_tile_is_read_over_the_rests_in_which_it_lay_there() -> None:
    three, eight = sight(B3, 0.95, else_=B8), sight(B8, 0.95, else_=B3)
    (tile,) = known((B3, 0.0))
    for now in (three, eight, three):
        tile = rested((replace(tile, sight=now, seen=True),))[0]
    assert tile.rather(B8, eight) == pytest.approx(0.0)
    unseen = replace(tile, sight=eight)
    assert rested((unseen,)) == (unseen,), "out of sight it says nothing"
    for _ in range(3):
        tile = rested((replace(tile, sight=eight, seen=True),))[0]
    assert tile.rather(B8, eight) > 6.0


def test_what_was_read_alike_for_long_is_another_once_some_rests_read_it_so() -> None:
    """The eyes may have met a tile to compare it with; the many rests before repeated one mistake."""
    three, eight = sight(B3, 0.99, else_=B8), sight(B8, 0.99, else_=B3)
    (tile,) = known((B3, 0.0))
    for _ in range(50):
        tile = rested((replace(tile, sight=three, seen=True),))[0]
    assert tile.rather(B8, eight) < -10.0, "not at once"
    for _ in range(LOOKS):
        tile = rested((replace(tile, sight=eight, seen=True),))[0]
    assert tile.rather(B8, eight) > 0.0


def test_a_discard_moved_far_is_where_its_like_lies_now() -> None:
    row = known((B3, 0.0), (C7, 40.0), (D2, 80.0))
    moved = [at(C7, 40.0), at(D2, 80.0), at(B3, 0.0, 200.0)]
    now = resettled(row, moved)
    assert [k.at_mm for k in now] == [(0.0, 200.0), (40.0, 0.0), (80.0, 0.0)]
    assert returned(now, [*moved, at(C8, 120.0)])[0].at_mm == (0.0, 0.0), "another played on: it is hidden there"
    assert returned(now, [moved[0], moved[2], at(C8, 120.0)]) == now, "he had called the last"
    hidden = (replace(row[0], empty=1), *row[1:])
    for before, seen in ((row, [at(B8, 0.0), *moved]), (hidden, moved), (row, [at(B3, 0.0, 200.0), at(D2, 80.0)])):
        assert resettled(before, seen) == before, "misread, hidden for long, or hidden with another"


def test_many_that_were_moved_are_where_their_likes_lie_though_others_lie_in_their_places() -> None:
    row = known((B3, 0.0), (C7, 40.0), (D2, 80.0), (C8, 120.0), (B8, 160.0))
    slid = [at(k.tile, 40.0 * n + 40.0) for n, k in enumerate(row)]
    assert [k.at_mm for k in resettled(row, slid)] == [s.at_mm for s in slid]
    mixed = [*slid, *(at(Tile.FLOWER, 40.0 * n, 90.0) for n in range(4))]
    assert resettled(row, mixed) == row, "tiles are being mixed"
    reread = [at(Tile.FLOWER, 40.0 * n) for n in range(5)]
    assert resettled(row, reread) == row, "all read as another face where they lie"
