"""The one mutable object: one door, one log, latest wins for those who listen."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from engine.event import (
    Called,
    Corrected,
    Discarded,
    Drawn,
    EastChosen,
    Event,
    Exposed,
    GameBegun,
    Held,
    JokerExchanged,
    MahJongg,
    Resynced,
    Retracted,
    WallGame,
)
from engine.rules.referee import Accepted, Proposal, Refused, Rules, Source
from engine.rules.ruleset import preset
from engine.state import Phase, replay
from engine.tile import Seat, Tile
from server.acts import chief
from server.alerts import Alert, Choice
from server.status import Status
from server.store import Row, Store, StoreError
from server.table import Stale, Table
from tests import visiting

P1, P2, P3, P4 = Seat


class Ticks:
    """A clock that goes on by one second whenever it is read."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest.fixture
def table() -> Table:
    return Table(Store("sqlite://"), clock=Ticks())


happens = partial(visiting.happens, source=Source.TABLET)


def test_what_is_accepted_is_in_the_log_and_in_the_state(table: Table) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3), Discarded(P2, Tile.SOAP))
    assert [type(e.event) for e in table.log] == [GameBegun, Discarded, Drawn, Discarded]
    assert [d.tile for d in table.state.discards] == [Tile.B3, Tile.SOAP]
    assert table.state == replay(e.event for e in table.log)
    assert table.number == table.state.number == 4


def test_a_refusal_changes_nothing(table: Table) -> None:
    happens(table, GameBegun(P1))
    before = table.state
    answer = table.submit(Proposal(Discarded(P3, Tile.B3), Source.TABLET))
    assert isinstance(answer, Refused)
    assert (table.state, table.number, table.alerts) == (before, 1, ())


def test_what_the_camera_saw_against_the_rules_accuses_nobody(table: Table) -> None:
    happens(table, GameBegun(P1))
    answer = table.submit(Proposal(Discarded(P3, Tile.B3), Source.CAMERA))
    assert isinstance(answer, Refused)
    assert table.alerts == ()


def test_a_stale_tap_is_refused_with_that_reason(table: Table) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3))
    seen = table.number
    happens(table, Discarded(P2, Tile.B4), source=Source.CAMERA)
    answer = table.submit(Proposal(Called(P3), Source.TABLET), seen)
    assert isinstance(answer, Stale)
    assert "moved on" in answer.says
    assert table.state.calls == ()


def test_a_tap_from_the_future_is_stale_too(table: Table) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3))
    assert isinstance(table.submit(Proposal(Called(P3), Source.TABLET), 99), Stale)


def test_words_of_others_do_not_make_a_tap_stale(table: Table) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3))
    seen = table.number
    happens(table, Called(P3))
    assert isinstance(table.submit(Proposal(Called(P2), Source.TABLET), seen), Accepted)
    assert [c.seat for c in table.state.calls] == [P3, P2]


def test_undo_takes_back_the_whole_latest_act_with_what_it_implied(table: Table) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3))
    before = table.state
    happens(table, Discarded(P2, Tile.B4))
    assert table.last_act() == (4, 3)
    assert isinstance(table.undo(), Accepted)
    assert table.state.discards == before.discards
    assert table.state.wall == before.wall
    assert [e.event for e in table.log[-2:]] == [Retracted(4), Retracted(3)]


@pytest.mark.parametrize("begins", [EastChosen(P1), GameBegun(P1)])
def test_whoever_undoes_how_a_game_began_plays_it_by_the_house_rules_all_the_same(begins: Event) -> None:
    table = Table(Store("sqlite://"), Rules(preset("press")), clock=Ticks())
    happens(table, begins)
    assert chief(table, table.last_act()) == begins
    table.undo()
    assert table.last_act() == ()
    happens(table, begins)
    assert table.rules_in_force.ruleset.differences == preset("press").differences


def test_an_undo_can_be_undone(table: Table) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3))
    table.retract(2)
    assert table.state.discards == ()
    table.retract(3)
    assert [d.tile for d in table.state.discards] == [Tile.B3]
    assert table.gone == {3}


def test_undo_twice_takes_back_two_acts(table: Table) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3), Called(P2))
    table.undo()
    assert table.state.calls == ()
    table.undo()
    assert table.state.discards == ()
    table.undo()
    assert table.state.phase is Phase.SETUP
    assert table.undo() is None


def test_a_corrected_tile_stands_in_its_old_place(table: Table) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3), Discarded(P2, Tile.B4))
    happens(table, Corrected(2, Discarded(P1, Tile.B8)), source=Source.REFEREE)
    assert [d.tile for d in table.state.discards] == [Tile.B8, Tile.B4]
    assert table.standing(2) == Discarded(P1, Tile.B8)
    table.undo()
    assert [d.tile for d in table.state.discards] == [Tile.B3, Tile.B4]
    assert table.standing(2) == Discarded(P1, Tile.B3)


def test_a_win_put_right_is_still_by_the_discard_that_nobody_names_again(table: Table) -> None:
    shown = (*(Tile.B1, Tile.B2, Tile.B3, Tile.B4) * 3, Tile.B5, Tile.B5)
    happens(table, GameBegun(P1), Discarded(P1, Tile.B5), Called(P4, True), MahJongg(P4, shown))
    better = (Tile.JOKER, *shown[1:])
    happens(table, Corrected(4, MahJongg(P4, better)), source=Source.REFEREE)
    assert table.state.won_by == MahJongg(P4, better, source=P1)


def test_what_later_events_rest_on_can_be_undone_and_they_stay_in_the_log(table: Table) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3), Exposed(P2, Tile.B3, P1, (Tile.B3, Tile.B3, Tile.JOKER)))
    happens(table, Discarded(P2, Tile.C1), Drawn(P3), JokerExchanged(P3, P2, 0, Tile.B3))
    assert isinstance(table.retract(3), Accepted)
    assert table.state.racks[P2].exposures == ()
    assert [d.tile for d in table.state.discards] == [Tile.B3, Tile.C1]
    assert isinstance(table.retract(table.number), Accepted)
    assert [x.tiles for x in table.state.racks[P2].exposures] == [(Tile.B3, Tile.B3, Tile.B3)]


def test_the_last_game_is_taken_up_again_after_a_restart(tmp_path: Path) -> None:
    table = Table(Store(tmp_path / "log.db"), clock=Ticks())
    happens(table, GameBegun(P1))
    readings = ((Tile.B5, 0.02), (Tile.JOKER, 0.004))
    table.submit(Proposal(Discarded(P1, Tile.B3), Source.CAMERA, 0.97), readings=readings)
    again = Table(Store(tmp_path / "log.db"))
    assert again.state == table.state
    assert again.log == table.log
    assert again.log[-1].readings == readings
    assert again.game == 1


def test_a_finished_game_is_not_taken_up_again(tmp_path: Path) -> None:
    table = Table(Store(tmp_path / "log.db"), clock=Ticks())
    happens(table, GameBegun(P1, wall=0), Discarded(P1, Tile.B3))
    happens(table, WallGame())
    assert table.state.phase is Phase.OVER
    again = Table(Store(tmp_path / "log.db"), clock=Ticks())
    assert (again.game, again.number, again.state.phase) == (2, 0, Phase.SETUP)
    assert again.last_over == table.last_over == 1
    happens(again, GameBegun(P2))
    assert [r.event for r in Store(tmp_path / "log.db").read(2)] == ["game begins P2 holding 13 14 13 13"]


def test_after_the_end_the_next_opening_begins_a_new_game(table: Table) -> None:
    happens(table, GameBegun(P1, wall=0), Discarded(P1, Tile.B3), WallGame(), GameBegun(P2))
    assert (table.game, table.number, table.state.east) == (2, 1, P2)


def test_which_game_was_over_last_is_known_while_the_next_is_on(table: Table) -> None:
    assert table.last_over == 0
    happens(table, GameBegun(P1, wall=0), Discarded(P1, Tile.B3), WallGame())
    assert table.last_over == 1
    happens(table, GameBegun(P2))
    assert table.last_over == 1
    table.new_game()
    assert table.last_over == 2, "put away in the middle"


def test_house_rules_are_written_into_each_log(tmp_path: Path) -> None:
    table = Table(Store(tmp_path / "log.db"), Rules(preset("house-000")), clock=Ticks())
    happens(table, GameBegun(P1))
    assert table.state.options == preset("house-000").differences
    again = Table(Store(tmp_path / "log.db"), Rules(preset("press")))
    assert again.rules_in_force.ruleset.differences == preset("house-000").differences


@pytest.mark.parametrize("event", ["P1 flies", "", "P1 discards 3B\x00"])
def test_a_log_that_cannot_be_read_is_told_with_its_event(tmp_path: Path, event: str) -> None:
    store = Store(tmp_path / "log.db")
    store.append([Row(1, 1, 0.0, "camera", 1.0, "game begins P1"), Row(1, 2, 0.0, "camera", 1.0, event)])
    with pytest.raises(StoreError, match="Event 2 of game 1"):
        Table(store)


def test_nothing_changes_when_the_log_cannot_be_written(tmp_path: Path) -> None:
    table = Table(Store(tmp_path / "log.db"), clock=Ticks())
    happens(table, GameBegun(P1))
    other = Store(tmp_path / "log.db")
    other.append([Row(1, 2, 0.0, "camera", 1.0, "P1 discards 3B")])
    before = table.state
    with pytest.raises(StoreError, match="second Fifth Seat"):
        table.submit(Proposal(Discarded(P1, Tile.B4), Source.TABLET))
    assert (table.state, table.number) == (before, 1)


def test_listeners_get_the_latest_and_no_backlog(table: Table) -> None:
    async def listen() -> tuple[bool, bool]:
        async with table.subscribe() as subscription:
            happens(table, GameBegun(P1), Discarded(P1, Tile.B3), Called(P2))
            return await subscription.changed(5), await subscription.changed(0)

    assert asyncio.run(listen()) == (True, False)


def test_a_status_that_stays_wakes_nobody(table: Table) -> None:
    table.set_camera(Status(True, "Camera 0"))
    version = table.version
    table.set_camera(Status(True, "Camera 0"))
    assert table.version == version
    table.set_camera(Status(False, "Camera 0 is unplugged", "Plug it in again."))
    assert table.version == version + 1


def test_an_alert_of_the_same_key_replaces_the_first(table: Table) -> None:
    table.raise_alert(Alert("question", "3 Bam or 8 Bam?", choices=(Choice(Discarded(P1, Tile.B3), 0.6),)))
    table.raise_alert(Alert("question", "3 Bam or 5 Bam?"))
    assert [a.says for a in table.alerts] == ["3 Bam or 5 Bam?"]


def test_own_tiles_are_in_no_log(table: Table) -> None:
    table.set_own(P1, (Tile.B1, Tile.B2))
    assert table.own(P1) == (Tile.B1, Tile.B2)
    assert (table.own(P2), table.log) == (None, ())


def test_resync_takes_the_table_as_it_lies(table: Table) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3), Held(P2))
    lies = Resynced(((), ((Tile.B3, Tile.B3, Tile.JOKER),), (), ()), (Tile.C1,), (13, 11, 13, 13), P2)
    happens(table, lies, source=Source.REFEREE)
    assert [d.tile for d in table.state.discards] == [Tile.C1]
    assert table.state.holder is P2
