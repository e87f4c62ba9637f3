"""What people do at a table, staged, as text that a player can read: see `tests.bench.staged`."""

from pathlib import Path

import pytest

from engine.event import Corrected, Discarded
from engine.tile import Seat, Tile
from tests.bench.staged import Director, not_yet, situations, staged


def marked(path: Path) -> object:
    why = not_yet(path.read_text(encoding="utf-8"))
    return pytest.param(path, id=path.stem, marks=[pytest.mark.xfail(reason=why, strict=True)] if why else [])


@pytest.mark.parametrize("path", [marked(path) for path in situations()])
def test_it_is_told_as_it_was_and_nobody_is_accused(path: Path) -> None:
    outcome = staged(path.read_text(encoding="utf-8"))
    assert outcome.accused == []
    assert (outcome.missed, outcome.invented) == ([], [])
    assert outcome.table_right
    assert len(outcome.questions) <= outcome.allowed, outcome.questions
    assert outcome.changes <= outcome.most_changes


def test_there_are_forty_situations() -> None:
    assert len(situations()) >= 40


def test_a_situation_that_is_not_followed_is_seen_to_be_none() -> None:
    outcome = staged("P1 lays 9C\nP2 lays E\n-> P1 discards 9C\n-> P2 discards N\nasks 1")
    assert (outcome.missed, outcome.invented, outcome.right) == (["P2 discards N"], ["P2 discards E"], 1)
    assert not outcome.well


def test_two_looks_that_are_certain_and_agree_are_enough() -> None:
    director = Director()
    director.play("P1 lays 9C; reads 0 as 9C 0.99; blinks 1")
    assert Discarded(Seat.P1, Tile.C9) not in director.told
    director.play("P1 reaches; reads 0 as 9C 0.99; blinks 2")
    assert Discarded(Seat.P1, Tile.C9) in director.told


def test_what_two_rests_agree_on_is_told_though_a_tile_is_put_right_beside_it() -> None:
    director = Director()
    director.play("P1 lays 9C; reads 0 as 6C 0.92")
    director.play("P2 lays E; blinks")
    assert Discarded(Seat.P2, Tile.EAST) not in director.told
    director.play("P3 lays 4D; blinks")
    assert any(isinstance(event, Corrected) for event in director.told)
    assert Discarded(Seat.P2, Tile.EAST) in director.told


def test_a_reading_that_hovers_holds_up_nobody_once_others_have_played_on() -> None:
    director = Director()
    director.play("P1 lays WD; reads 0 as 3D 0.55; blinks")
    director.play("P2 lays 3C; reads 0 as J 0.5; blinks")
    director.play("P3 lays GD; reads 0 as E 0.5; blinks")
    assert Discarded(Seat.P2, Tile.C3) in director.told
    director.play("P4 lays RD")
    director.play("P1 lays 7D")
    assert Discarded(Seat.P1, Tile.SOAP) in director.told
    assert director.questions == []


def test_nobody_is_asked_about_a_toss_up_once_others_have_played_on() -> None:
    director = Director()
    director.play("P1 lays WD; reads 0 as 3D 0.5; blinks")
    director.play("P2 lays 3C; reads 0 as 3D 0.5")
    assert Discarded(Seat.P2, Tile.C3) in director.told
    assert director.questions == []
