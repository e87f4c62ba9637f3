from itertools import islice, pairwise
from math import log

from engine.sight.observation import Sight
from engine.sight.showing import MOST_LOSS, MOST_READINGS, readings
from engine.tile import Tile
from tests.table import sight

B3, B8, C7, D2, SOAP = Tile.B3, Tile.B8, Tile.C7, Tile.D2, Tile.SOAP
NO_FACE = 36
ALL = [t.copies for t in Tile]


def faint(tile: Tile, p: float) -> Sight:
    """Read as `tile` with probability `p`, else as no tile at all."""
    log_p = list(sight(tile).log_p)
    log_p[tile], log_p[NO_FACE] = log(p), log(1 - p)
    return Sight(tuple(log_p), 0.0, 0.0)


def test_the_likeliest_hand_comes_first_and_no_likelier_one_after() -> None:
    row = [sight(B3, 0.9, else_=B8), sight(C7, 0.6, else_=D2), sight(D2)]
    found = list(readings(row, {}, ALL))
    assert found[0] == ((B3, C7, D2), 0.0)
    assert found[1][0] == (B3, D2, D2)
    assert all(before <= after for (_, before), (_, after) in pairwise(found))
    assert len({hand for hand, _ in found}) == len(found) <= MOST_READINGS
    assert all(loss <= MOST_LOSS for _, loss in found)


def test_a_tile_read_for_sure_is_read_otherwise_last() -> None:
    hands = [hand for hand, _ in readings([sight(B3, 0.99999), sight(B8, 0.5, else_=B3)], {}, ALL)]
    assert [hand[0] for hand in hands[:2]] == [B3, B3]


def test_what_stood_there_before_is_not_read_anew() -> None:
    row = [sight(B8, 0.9, else_=B3), sight(C7, 0.6, else_=D2)]
    assert {hand[0] for hand, _ in readings(row, {0: B3}, ALL)} == {B3}


def test_a_kind_that_lies_in_sight_already_is_not_read() -> None:
    left = [0 if t is B3 else n for t, n in zip(Tile, ALL, strict=True)]
    hand, _ = next(readings([sight(B3, 0.9, else_=B8)], {}, left))
    assert hand == (B8,)


def test_a_tile_that_was_passed_over_may_be_any_a_blank_one_first() -> None:
    hands = [hand for hand, _ in islice(readings([sight(B3)], {}, ALL, lacking=1), 36)]
    assert hands[0] == (B3, SOAP)
    assert {hand[1] for hand in hands} == set(Tile)


def test_of_a_row_with_one_too_many_the_one_that_is_likeliest_none_is_left_out_first() -> None:
    rack_end = faint(SOAP, 0.9)  # the reader takes it for a blank tile, and is not sure that it is one
    hands = [hand for hand, _ in readings([sight(B3), sight(C7), rack_end], {}, ALL, lacking=-1)]
    assert hands[0] == (B3, C7)
    assert {len(hand) for hand in hands} == {2}
    assert (C7, SOAP) in hands, "another may be none, too"
    stood = [hand for hand, _ in readings([sight(B3), sight(C7), rack_end], {2: SOAP}, ALL, lacking=-1)]
    assert all(hand[-1] is SOAP for hand in stood), "what stood there before is a tile"
