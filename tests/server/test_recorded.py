"""Recorded pieces of simulated evenings, followed again: what the eyes saw is data, and no picture is drawn."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.event import Discarded, GameBegun
from engine.faults import Cause
from engine.rules.ruling import Rules
from engine.sight import recording
from engine.state import Phase
from engine.tile import Seat, codes
from server import cli_watch
from server.cli import app
from server.cli_watch import replayed
from server.store import Store
from server.table import Table
from server.watcher import Watcher
from vision.picture.camera import CameraLost

KEPT = Path(__file__).parents[1] / "engine" / "sight" / "recordings"
P1, P2, P3, P4 = Seat


@pytest.fixture
def table() -> Iterator[Table]:
    """Without a card: the simulated players' hands are none that it knows."""
    store = Store("sqlite://")
    yield Table(store, Rules(), clock=lambda: 0.0)
    store.close()


def follow(table: Table, name: str, every: int = 1) -> Watcher:
    watcher = Watcher(table)
    with (KEPT / f"{name}.jsonl").open(encoding="utf-8") as lines:
        for n, seen in enumerate(recording.read(lines)):
            if n % every == 0:
                watcher.observe(seen)
                watcher.passed(seen.time_s)
    return watcher


@pytest.mark.parametrize("every", [1, 2, 3, 5])
def test_the_next_game_begins_though_no_card_knows_the_hand_and_observations_are_lost(table: Table, every: int) -> None:
    follow(table, "hand_laid_open_then_next_game", every)
    assert table.game == 2
    assert table.state.phase is Phase.PLAY
    assert isinstance(table.log[0].event, GameBegun)
    assert table.played[-1][1].abandoned is Cause.END_UNSEEN
    assert all(alert.rule is None for alert in table.alerts), "nobody is accused"
    assert len(table.state.discards) <= 5, "nothing of the finished game lies in this one"


def test_a_machine_too_slow_for_three_looks_a_rest_follows_all_the_same(table: Table) -> None:
    follow(table, "slow_machine")
    told = [entry.event for entry in table.log if isinstance(entry.event, Discarded)]
    assert codes(e.tile for e in told)[: 3 * 16] == "9D 8D 1C 1B 8C 9D 8B 1C 9C RD RD 1D 1B 1D 8B 4D "
    assert [e.seat for e in told[:8]] == [P1, P2, P3, P4, P1, P2, P3, P4]


def test_the_same_recording_is_followed_alike_every_time(table: Table) -> None:
    store = Store("sqlite://")
    other = Table(store, Rules(), clock=lambda: 0.0)
    follow(table, "slow_machine")
    follow(other, "slow_machine")
    assert [e.event for e in table.log] == [e.event for e in other.log]
    store.close()


ROW = '{"t":%s,"looks":3,"hands":"","covered":"","sights":[],"discards":[],"exposures":[[],[],[],[]]}\n'


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ((ROW % 1 + "nonsense").encode(), "odd.jsonl, line 2"),
        ((ROW % 1 + "[]").encode(), "odd.jsonl, line 2"),
        ((ROW % "1e12").encode(), "odd.jsonl: from 0 s to 1e"),
        (b"\xff\xfe{}", "odd.jsonl is not UTF-8"),
        (b"", "odd.jsonl holds nothing that was seen"),
        ((ROW % 1)[:40].encode(), "odd.jsonl, line 1"),
    ],
)
def test_a_recording_that_is_none_is_named_and_never_waited_for(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=says):
        list(replayed(path))


def test_a_recording_that_was_cut_off_is_followed_up_to_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_text(ROW % 0 + ROW % 0.1 + (ROW % 0.2)[:40])
    assert [time_s for time_s, _ in replayed(path)] == [0.0, 0.1]
    assert capsys.readouterr().err == f"{path} ends in the midst of a line: the recording was cut off there.\n"


def test_a_recording_may_begin_with_the_mark_that_some_editors_write(tmp_path: Path) -> None:
    path = tmp_path / "marked.jsonl"
    path.write_text(ROW % 0, encoding="utf-8-sig")
    assert [time_s for time_s, _ in replayed(path)] == [0.0]


@pytest.mark.parametrize("option", ["--record", "--final"])
def test_a_recording_is_never_written_over_while_it_is_followed(tmp_path: Path, option: str) -> None:
    file = tmp_path / "evening.jsonl"
    file.write_text(ROW % 1)
    done = CliRunner().invoke(app, ["watch", str(file), option, str(file)])
    assert (done.exit_code, file.read_text()) == (2, ROW % 1)
    assert "evening.jsonl is what is read here" in done.stderr
    for unfit, says in ((tmp_path / "none" / "x.json", "there is no folder"), (tmp_path, "is a folder")):
        told = CliRunner().invoke(app, ["watch", str(file), option, str(unfit)])
        assert (told.exit_code, told.stdout, says in told.stderr) == (2, "", True)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["kept.jsonl", "--table", "t.json"], "--table changes nothing of a recording"),
        (["kept.jsonl", "--tile-set", "s.json"], "--tile-set changes nothing of a recording"),
        (["kept.jsonl", "--second", "1"], "--second changes nothing of a recording"),
        (["film.mp4", "--second-table", "t.json"], "--second-table goes with --second"),
    ],
)
def test_an_option_that_would_change_nothing_is_refused(words: list[str], says: str) -> None:
    done = CliRunner().invoke(app, ["watch", *words])
    assert (done.exit_code, done.stdout, done.stderr.startswith(says)) == (2, "", True)


@pytest.mark.parametrize("end", [KeyboardInterrupt, CameraLost])
def test_the_last_table_of_what_breaks_off_is_written_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: type[BaseException]
) -> None:
    def interrupted(path: Path) -> Iterator[cli_watch.Look]:
        yield from list(replayed(path))
        raise end

    monkeypatch.setattr(cli_watch, "replayed", interrupted)
    final = tmp_path / "final.json"
    CliRunner().invoke(app, ["watch", str(KEPT / "slow_machine.jsonl"), "--card", "none", "--final", str(final)])
    assert '"discards": ["9D", "8D"' in final.read_text()
