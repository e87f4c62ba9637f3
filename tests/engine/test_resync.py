"""The table taken as it lies: who discarded what stays known, wherever a tile is gone or new."""

import pytest

from engine.event import Discarded, GameBegun, Resynced
from engine.state import State, evolve, replay
from engine.tile import Seat, Tile
from engine.turn import Discard, Exposing

P1, P2, P3, P4 = Seat
B1, C2, D3, B4 = Tile.B1, Tile.C2, Tile.D3, Tile.B4
NONE = ((), (), (), ())
HELD = (13, 13, 13, 13)


def played() -> State:
    begun = GameBegun(P1, tuple(Seat), (14, 13, 13, 13), 99)
    return replay([begun, Discarded(P1, B1), Discarded(P2, C2), Discarded(P3, D3), Discarded(P4, B4)])


def test_a_table_taken_with_every_tile_out_has_no_wall_left() -> None:
    lying = tuple(tile for tile in Tile for _ in range(tile.copies))[:99]
    assert evolve(played(), Resynced(NONE, lying, (14, 13, 13, 13), P1)).wall == 0


def test_a_discard_is_the_same_whichever_event_told_of_it() -> None:
    told, found = Discard(B1, P1, number=3), Discard(B1, P1)
    assert told == found
    assert Discard(B1, P1, known_as=C2) == found
    assert Exposing(P2, told, number=4) == Exposing(P2, found)


@pytest.mark.parametrize(
    ("tiles", "threw"),
    [
        ((B1, C2, D3, B4), (P1, P2, P3, P4)),
        ((C2, D3, B4), (P2, P3, P4)),  # the first one is gone
        ((B1, Tile.SOAP, C2, D3, B4), (P1, None, P2, P3, P4)),  # one that had been missed
        ((B1, D3, C2, B4), (P1, P3, P2, P4)),  # two that changed places
        ((B1, Tile.SOAP, D3, B4), (P1, None, P3, P4)),  # one that was read wrongly
    ],
)
def test_who_discarded_stays_known(tiles: tuple[Tile, ...], threw: tuple[Seat | None, ...]) -> None:
    after = evolve(played(), Resynced(NONE, tiles, HELD, P1))
    assert [d.tile for d in after.discards] == list(tiles)
    assert tuple(d.seat for d in after.discards) == threw


def test_every_discard_knows_the_event_that_told_of_it() -> None:
    assert [d.number for d in played().discards] == [2, 3, 4, 5]


def test_no_event_before_a_table_was_taken_as_it_lies_puts_right_what_lies_on_it() -> None:
    """A correction of such an event would change nothing: the table as it lay comes after it."""
    after = evolve(played(), Resynced(NONE, (B1, C2, D3, B4), HELD, P1))
    assert [d.number for d in after.discards] == [0] * 4


def test_whoever_is_found_with_fourteen_has_them_among_her_own() -> None:
    found = evolve(played(), Resynced(NONE, (B1, C2, D3, B4), (14, 13, 13, 13), P1))
    assert (found.holder, found.racked) == (P1, True)


@pytest.mark.parametrize(
    ("tiles", "turn", "callable"),
    [
        ((B1, C2, D3, B4), P1, True),
        ((C2, D3, B4), P1, True),  # one before it is gone
        ((B1, Tile.SOAP, C2, D3, B4), P1, True),  # one before it had been missed
        ((B1, C2, D3), P1, False),  # it was taken
        ((B1, C2, D3, B4), P2, False),  # the next has played
    ],
)
def test_the_last_discard_may_still_be_called_whatever_was_put_right_before_it(
    tiles: tuple[Tile, ...], turn: Seat, callable: bool
) -> None:
    after = evolve(played(), Resynced(NONE, tiles, HELD, turn))
    assert after.window is callable
    assert after.last_discard == after.discards[-1]
