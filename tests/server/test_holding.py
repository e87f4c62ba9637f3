"""A player's own tiles follow her own acts, and what an undo brings back stands among them again."""

from functools import partial

import pytest

from engine.event import (
    Called,
    Corrected,
    CourtesyOffered,
    Dealt,
    Discarded,
    Drawn,
    EastChosen,
    Event,
    Exposed,
    ExposureChanged,
    ExposureTakenBack,
    FalseMahJongg,
    GameBegun,
    HandDied,
    JokerExchanged,
    Passed,
    Retracted,
    Voted,
    WallsBuilt,
)
from engine.faults import Cause
from engine.rules.referee import Rules, Source
from engine.state import State, replay
from engine.tile import Seat, Tile, codes, read_tiles
from server.holding import cannot_hold, most_held
from server.store import Store
from server.table import Table
from tests import visiting

P1, P2, P3, P4 = Seat


@pytest.fixture
def table() -> Table:
    found = Table(Store("sqlite://"), Rules())
    happens(found, GameBegun(P1))
    return found


happens = partial(visiting.happens, source=Source.TABLET)


def holds(table: Table, seat: Seat) -> str:
    return codes(table.own(seat) or ())


def test_a_discard_takes_its_tile_out_and_an_undo_puts_it_back(table: Table) -> None:
    table.set_own(P1, read_tiles("1B 1B 5D F J"))
    happens(table, Discarded(P1, Tile.B1))
    assert holds(table, P1) == "1B 5D F J"
    table.undo()
    assert holds(table, P1) == "1B 1B 5D F J"


def test_somebody_elses_discard_of_the_same_kind_takes_nothing(table: Table) -> None:
    table.set_own(P2, read_tiles("1B 1B"))
    happens(table, Discarded(P1, Tile.B1))
    assert holds(table, P2) == "1B 1B"


def test_a_tile_never_said_to_be_held_leaves_no_gap_when_it_goes(table: Table) -> None:
    table.set_own(P1, read_tiles("5D F"))
    happens(table, Discarded(P1, Tile.B1))
    assert holds(table, P1) == "5D F"


def test_an_exposure_takes_what_was_laid_down_beside_the_called_tile(table: Table) -> None:
    table.set_own(P3, read_tiles("1B 1B 1B 5D J"))
    happens(table, Discarded(P1, Tile.B1), Exposed(P3, Tile.B1, P1, read_tiles("1B 1B 1B J")))
    assert holds(table, P3) == "1B 5D"
    happens(table, ExposureChanged(P3, 0, read_tiles("1B 1B 1B")))
    assert holds(table, P3) == "1B 5D J"


def test_an_exposure_that_goes_back_gives_back_all_but_the_called_tile(table: Table) -> None:
    table.set_own(P2, read_tiles("1B J 9C"))
    happens(table, Discarded(P1, Tile.B1), Exposed(P2, Tile.B1, P1, read_tiles("1B 1B J")), Called(P4, True))
    assert holds(table, P2) == "9C"
    happens(table, ExposureTakenBack(P2))
    assert holds(table, P2) == "1B 9C J"


def test_an_exchange_brings_the_joker(table: Table) -> None:
    table.set_own(P4, read_tiles("1B 9C"))
    happens(
        table,
        Discarded(P1, Tile.B1),
        Exposed(P3, Tile.B1, P1, read_tiles("1B 1B J")),
        Discarded(P3, Tile.C5),
        Drawn(P4),
        JokerExchanged(P4, P3, 0, Tile.B1),
    )
    assert holds(table, P4) == "9C J"


def test_a_dead_hand_takes_its_wrong_exposure_back(table: Table) -> None:
    table.set_own(P2, read_tiles("1B J 9C"))
    happens(table, Discarded(P1, Tile.B1), Exposed(P2, Tile.B1, P1, read_tiles("1B 1B J")))
    happens(table, HandDied(P2, Cause.WRONG_EXPOSURE))
    assert holds(table, P2) == "1B 1B 9C J"


def test_what_is_tapped_in_after_an_act_stays_when_the_act_is_undone(table: Table) -> None:
    table.set_own(P1, read_tiles("1B 5D"))
    happens(table, Discarded(P1, Tile.B1))
    table.set_own(P1, read_tiles("5D F"))
    table.undo()
    assert holds(table, P1) == "1B 5D F"


def test_tiles_asked_for_at_every_event_are_those_asked_for_once_at_the_end() -> None:
    asked, silent = (Table(Store("sqlite://"), Rules()) for _ in range(2))
    for at_every_event, table in ((True, asked), (False, silent)):
        happens(table, GameBegun(P1))
        table.set_own(P1, read_tiles("1B 2B 5D F J"))
        table.set_own(P2, read_tiles("1B 1B J 9C 2C"))
        for event in (
            Discarded(P1, Tile.B1),
            Exposed(P2, Tile.B1, P1, read_tiles("1B 1B J")),
            Discarded(P2, Tile.C9),
            Corrected(4, Discarded(P2, Tile.C2)),
            Retracted(5),
            Retracted(6),
            Drawn(P3),
        ):
            happens(table, event)
            if at_every_event:
                assert [table.own(seat) for seat in Seat] == [table.own(seat) for seat in Seat]
    assert [holds(asked, seat) for seat in Seat] == [holds(silent, seat) for seat in Seat]
    assert [holds(asked, P1), holds(asked, P2)] == ["2B 5D F J", "1B 9C"]


def test_the_next_game_begins_with_empty_racks(table: Table) -> None:
    table.set_own(P1, read_tiles("1B 5D"))
    assert holds(table, P1) == "1B 5D"
    table.new_game()
    assert table.own(P1) is None
    happens(table, GameBegun(P1))
    table.set_own(P1, read_tiles("9C"))
    assert holds(table, P1) == "9C"


def playing(*events: Event) -> State:
    return replay((GameBegun(P1), *events))


def test_nobody_holds_more_than_the_game_gives_her() -> None:
    state = playing(Discarded(P1, Tile.B1))
    assert [most_held(state, seat) for seat in Seat] == [13, 14, 13, 13]  # P2 may have drawn unseen
    state = playing(Discarded(P1, Tile.B1), Exposed(P3, Tile.B1, P1, read_tiles("1B 1B J")))
    assert [most_held(state, seat) for seat in Seat] == [13, 13, 11, 13]


def test_a_fourteenth_tile_out_of_turn_and_a_fifth_of_a_kind_are_refused() -> None:
    state = playing(Discarded(P1, Tile.B1))
    thirteen = read_tiles("1D 2D 3D 4D 5D 6D 7D 8D 9D 1C 2C 3C 4C")
    assert cannot_hold(state, P3, thirteen, Tile.FLOWER) is not None
    assert cannot_hold(state, P2, thirteen, Tile.FLOWER) is None
    three = read_tiles("1B 1B 1B")
    assert "on the table" in str(cannot_hold(state, P3, three, Tile.B1))
    assert cannot_hold(state, P3, three[:2], Tile.B1) is None


WHOLE = "1B 1B 1B 2B 2B 3C 3C 5D 6D 7D N E F"


def passing(*seats: Seat) -> list[Event]:
    return [Passed(seat) for seat in seats]


@pytest.fixture
def charleston() -> Table:
    found = Table(Store("sqlite://"), Rules())
    happens(found, EastChosen(P1), WallsBuilt(19), Dealt((14, 13, 13, 13)))
    return found


def handed(table: Table, seat: Seat) -> list[list[tuple[str, str]]]:
    return [[(x.seat.name, codes(x.tiles)) for x in way] for way in table.handed(seat)]


def test_what_goes_out_of_a_whole_rack_was_passed_on_and_what_comes_in_was_received(charleston: Table) -> None:
    charleston.set_own(P2, read_tiles("1B 1B 1B 2B 2B 3C 3C 5D 6D 7D"))
    charleston.set_own(P2, read_tiles(WHOLE))
    assert handed(charleston, P2) == [[], []], "a rack that is filled has got nothing from anybody"
    for less in ("N E", "N", ""):  # tile by tile, before she says that she has passed
        charleston.set_own(P2, read_tiles(f"1B 1B 1B 2B 2B 3C 3C 5D 6D 7D {less}"))
    happens(charleston, *passing(P2, P1, P3, P4))
    charleston.set_own(P2, read_tiles("1B 1B 1B 2B 2B 3C 3C 5D 6D 7D 8D 9D E"))
    assert handed(charleston, P2) == [[("P3", "F"), ("P3", "E"), ("P3", "N")], [("P1", "8D 9D E")]]
    happens(charleston, *passing(P2, P1, P3, P4))
    charleston.set_own(P2, read_tiles("1B 1B 1B 2B 2B 3C 3C 8D 9D E S W W"))  # a photograph after the second pass
    assert handed(charleston, P2)[0][3:] == [("P4", "5D 6D 7D")]
    assert handed(charleston, P2)[1][1:] == [("P4", "S W W")]
    assert handed(charleston, P3) == [[], []], "she has said nothing"


def test_what_is_put_right_before_the_first_pass_or_in_play_was_not_passed(charleston: Table) -> None:
    charleston.set_own(P2, read_tiles(WHOLE))
    charleston.set_own(P2, read_tiles(WHOLE.replace("7D", "8D")))
    assert handed(charleston, P2) == [[], []]
    for _ in range(3):
        happens(charleston, *passing(P1, P2, P3, P4))
    happens(charleston, Voted(P1, False), CourtesyOffered(P1, 0), CourtesyOffered(P3, 0))
    happens(charleston, CourtesyOffered(P2, 0), CourtesyOffered(P4, 0), Discarded(P1, Tile.WEST), Drawn(P2))
    charleston.set_own(P2, read_tiles("1B 1B 1B 2B 2B 3C 3C 5D 6D 8D 9D 9D F F"))
    assert handed(charleston, P2) == [[], []]


def test_a_rack_said_anew_is_no_pass(charleston: Table) -> None:
    charleston.set_own(P2, read_tiles(WHOLE))
    happens(charleston, *passing(P1, P2, P3, P4))
    charleston.set_own(P2, read_tiles("4C 4C 4C 5C 5C 6C 6C 8D 8D 9D S W J"))
    assert handed(charleston, P2) == [[], []]


def test_who_is_out_on_fourteen_tiles_holds_no_tile_too_many() -> None:
    state = playing(FalseMahJongg(P1), HandDied(P1, Cause.FALSE_MAH_JONGG))
    assert [most_held(state, seat) for seat in Seat] == [14, 14, 13, 13]
