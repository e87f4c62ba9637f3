"""Whom the assistant tells by itself that a hand is dead, and how the time for a call ends: on table and screens."""

from functools import partial

import pytest

from engine.event import Called, Challenged, Discarded, Exposed, GameBegun, HandDied, Held, TimePassed
from engine.faults import Cause
from engine.hands import HandTable
from engine.rules.dying import SpeakUp
from engine.rules.referee import Accepted, Proposal, Refused, Rules, Source
from engine.rules.ruleset import read_ruleset
from engine.tile import Seat, Tile
from server.access import REFEREE, VISITOR, Access, player
from server.api import table_json
from server.cards import load_card
from server.cli_watch import Told
from server.indicator import Indicator
from server.screens import Screens, Surroundings
from server.store import Store
from server.table import Table
from tests import visiting

P1, P2, P3, P4 = Seat


class Hand:
    """A clock that is moved by hand, in seconds."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


happens = partial(visiting.happens, source=Source.REFEREE)


def dead_hand(table: Table) -> None:
    """P2 exposes two kongs that stand together in no hand of the practice card."""
    nines, norths = (Tile.D9,) * 4, (Tile.NORTH,) * 4
    happens(table, GameBegun(P1), Discarded(P1, Tile.D9), Exposed(P2, Tile.D9, P1, nines), Discarded(P2, Tile.C1))
    happens(table, Discarded(P3, Tile.C3), Discarded(P4, Tile.NORTH))
    happens(table, Exposed(P2, Tile.NORTH, P4, norths), Discarded(P2, Tile.C4))


@pytest.fixture(scope="module")
def rules() -> Rules:
    return Rules(table=HandTable(load_card(None)))


def pages(table: Table) -> dict[str, str]:
    screens = Screens(table, Access.fresh(), Surroundings(), Indicator(table))
    return {
        "table": screens.page("table", VISITOR),
        "seat": screens.page("seat", player(P3), P3),
        "referee": screens.page("referee", REFEREE),
    }


@pytest.mark.parametrize(
    ("speak", "shown"),
    [
        (SpeakUp.ON_CHALLENGE, set()),
        (SpeakUp.TO_REFEREE, {"referee"}),
        (SpeakUp.TO_ALL, {"table", "seat", "referee"}),
    ],
    ids=lambda value: value.value if isinstance(value, SpeakUp) else None,
)
def test_a_dead_hand_is_told_to_whom_the_table_wants(rules: Rules, speak: SpeakUp, shown: set[str]) -> None:
    table = Table(Store("sqlite://"), rules, speak=speak)
    dead_hand(table)
    assert {name for name, text in pages(table).items() if "hand is dead: " in text} == shown
    everybody = speak is SpeakUp.TO_ALL
    assert Indicator(table).view().alert == everybody
    assert bool(table_json(table)["alerts"]) == everybody


def test_a_challenge_is_answered_whoever_is_told(rules: Rules) -> None:
    table = Table(Store("sqlite://"), rules)
    dead_hand(table)
    answer = table.submit(Proposal(Challenged(P3, P2), Source.TABLET))
    assert isinstance(answer, Accepted)
    assert isinstance(answer.events[1], HandDied)
    assert table.state.racks[P2].dead is Cause.NO_HAND_FITS


def test_the_proof_goes_with_the_hand_and_stays_dismissed(rules: Rules) -> None:
    table = Table(Store("sqlite://"), rules, speak=SpeakUp.TO_ALL)
    dead_hand(table)
    (alert,) = table.alerts
    assert (alert.seat, alert.rule) == (P2, "DEAD-04")
    table.clear(alert.key)
    happens(table, Discarded(P3, Tile.C5))
    assert not table.alerts
    table = Table(Store("sqlite://"), rules, speak=SpeakUp.TO_ALL)
    dead_hand(table)
    table.undo()  # the discard
    table.undo()  # the exposure
    assert not table.alerts


def test_watch_prints_the_proof_once(rules: Rules, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(Store("sqlite://"), rules, speak=SpeakUp.TO_REFEREE)
    told = Told(table, as_json=True)
    dead_hand(table)
    told.tell(61.0)
    told.tell(62.0)
    (line,) = [line for line in capsys.readouterr().out.splitlines() if '"alert"' in line]
    assert '"rule": "DEAD-04", "seat": "P2"' in line


def clocked(clock: Hand) -> Table:
    table = Table(Store("sqlite://"), Rules(read_ruleset("C-07=8")), clock=clock)
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3))
    return table


def test_the_time_for_a_call_ends_in_the_log() -> None:
    clock = Hand()
    table = clocked(clock)
    assert table.window_left == 1.0
    clock.now += 7.9
    happens(table, Called(P4))
    clock.now += 60  # a call stops the clock
    assert table.state.window
    table = clocked(clock)
    clock.now += 8.1
    answer = table.submit(Proposal(Called(P4), Source.TABLET), after=table.number)
    assert isinstance(answer, Refused)
    assert answer.fault.cause is Cause.CALL_TIME_OVER
    assert table.log[-1].event == TimePassed(8, True)


def test_a_hold_and_a_break_stop_the_clock_of_the_table() -> None:
    clock = Hand()
    table = clocked(clock)
    happens(table, Held(P3))
    clock.now += 60
    table.touch()
    assert table.state.window
    table = clocked(clock)
    table.set_paused(True)
    clock.now += 60
    table.touch()
    assert table.state.window
    table.set_paused(False)
    clock.now += 8.1
    table.touch()
    assert not table.state.window


def test_undo_takes_back_an_act_and_not_the_time() -> None:
    clock = Hand()
    table = clocked(clock)
    clock.now += 9
    table.touch()
    assert table.log[-1].event == TimePassed(8, True)
    assert isinstance(table.undo(), Accepted)
    assert not table.state.discards
