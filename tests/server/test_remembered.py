"""What outlives the program beside the events: the game on the table, a break, the rules chosen."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.event import Discarded, GameBegun
from engine.rules.referee import Accepted, Proposal, Rules, Source
from engine.rules.ruleset import LEAGUE, PRESETS, RuleSet, preset, read_ruleset
from engine.tile import Seat, Tile
from server.remembered import Remembered, read_facts, rules_fact, written
from server.status import WRITTEN
from server.store import Store, StoreError
from server.table import Table
from tests.faulty import FullDisk

P1 = Seat.P1


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log.db"


def begun(table: Table) -> Table:
    assert isinstance(table.submit(Proposal(GameBegun(P1), Source.TABLET)), Accepted)
    return table


def opened(log: Path, rules: RuleSet = LEAGUE) -> Table:
    return Table(Store(log), Rules(rules))


def test_a_game_that_was_put_away_stays_away(log: Path) -> None:
    begun(opened(log)).new_game()
    again = opened(log)
    assert (again.game, again.number) == (2, 0)
    again.submit(Proposal(GameBegun(P1), Source.TABLET))
    assert (opened(log).game, opened(log).number) == (2, 1)


def test_a_break_that_was_over_at_one_start_does_not_come_back_at_the_next(log: Path) -> None:
    opened(log).set_paused(True)
    again = opened(log)
    assert not again.paused
    begun(again)
    assert not opened(log).paused


def test_a_break_lasts_and_ends_with_its_game(log: Path) -> None:
    table = begun(opened(log))
    table.set_paused(True)
    again = opened(log)
    assert again.paused
    again.new_game()
    assert not again.paused
    assert not opened(log).paused


def test_rules_that_were_chosen_stand_until_the_program_is_started_with_others(log: Path) -> None:
    chosen = read_ruleset("C-20=plays_on C-07=8")
    table = opened(log)
    table.choose_rules(Rules(chosen))
    assert opened(log).rules.ruleset.differences == chosen.differences
    assert opened(log, preset("press")).rules.ruleset == preset("press")


@pytest.mark.parametrize("name", PRESETS)
def test_every_rule_set_is_read_back_as_it_was_written(name: str) -> None:
    facts = {"rules": rules_fact(preset(name), LEAGUE)}
    assert read_facts(facts).rules_after(LEAGUE) == preset(name)
    assert read_ruleset(written(preset(name))) == preset(name)


@pytest.mark.parametrize(
    "rules", ["", "{", "[]", '{"chosen": "C-99=x", "instead of": "league"}', '{"chosen": "league"}']
)
def test_rules_that_cannot_be_read_count_as_never_chosen(rules: str) -> None:
    assert read_facts({"rules": rules, "game": "x"}) == Remembered()


@pytest.fixture
def disk() -> Iterator[FullDisk]:
    store = FullDisk("sqlite://")
    yield store
    store.close()


def test_what_cannot_be_written_is_not_done_and_every_page_says_so(disk: FullDisk) -> None:
    table = begun(Table(disk))
    disk.full = True
    for act in (
        lambda: table.new_game(),
        lambda: table.set_paused(True),
        lambda: table.choose_rules(Rules(preset("press"))),
        lambda: table.submit(Proposal(Discarded(P1, Tile.B3), Source.TABLET)),
    ):
        table.set_keeping(WRITTEN)
        with pytest.raises(StoreError, match="full"):
            act()
        assert table.keeping.ok is False
        assert table.keeping.says == "The disk is full: make room."
    assert (table.game, table.number, table.paused, table.rules.ruleset) == (1, 1, False, LEAGUE)


def test_a_log_that_can_be_written_again_is_well_again_without_a_tap(disk: FullDisk) -> None:
    table = begun(Table(disk))
    disk.full = True
    table.prove_log()
    assert table.keeping.ok is False
    disk.full = False
    table.prove_log()
    assert table.keeping == WRITTEN
