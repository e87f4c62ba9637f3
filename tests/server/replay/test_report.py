"""A report in one file: what it holds, what it must not hold, and that `watch` plays it again."""

import io
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from engine.event import Corrected, Discarded, Drawn, Event, GameBegun, Named
from engine.rules.ruleset import LEAGUE
from engine.rules.ruling import Proposal, Source
from engine.state import replay
from engine.tile import Seat, Tile
from server.cards import practice_card_text
from server.cli import app
from server.replay.reel import Kept, Reel
from server.replay.report import STAYS_S, Report, ReportCamera, before, written
from server.store import Store
from server.table import Table
from server.veil import BAND
from tests.server.test_veil import PLANES, room, with_racks
from vision.follow.belief import Belief, Stage
from vision.picture.camera import CameraLost
from vision.picture.frame import Frame

P1, P2, P3, P4 = Seat
PLANE = PLANES["aslant"]


def pictures(racks: int = 1) -> tuple[Kept, ...]:
    """Ten seconds: two of a hand, the table at rest between and after."""
    time_s = 0.0
    reel = Reel(clock=lambda: 1000.0 + time_s)
    image = with_racks(room(), PLANE, racks)
    for k in range(300):
        time_s = k / 30
        hand = P2 if k // 30 in (2, 6) else None
        belief = Belief(Stage.MOVING if hand is not None else Stage.RESTING, hand, sure=True, rests=1 + k // 30)
        reel.saw(Frame(time_s, image), PLANE, belief)
    return reel.between(0, 1e9)


def evening() -> Table:
    """A log that says who is who, what Ruth drew, and what was put right."""
    now = [990.0]

    def clock() -> float:
        now[0] += 1.5
        return now[0]

    table = Table(Store("sqlite://"), clock=clock)
    events: tuple[Event, ...] = (
        *(Named(seat, name) for seat, name in zip(Seat, ("Ruth", "Anna", "Carol", "Dot"), strict=True)),
        GameBegun(P1, concealed=(14, 13, 13, 13)),
        Discarded(P1, Tile.C8),
        Drawn(P2, Tile.D4),
        Discarded(P2, Tile.B3),
        Drawn(P3, Tile.D9),
    )
    for event in events:
        table.submit(Proposal(event, Source.REFEREE))
    return table


def file(table: Table, kept: tuple[Kept, ...], tmp_path: Path) -> Path:
    report = Report("0.1.0", table.log, LEAGUE, practice_card_text(), None, "It saw a 3 Bam as an 8 Bam.")
    path = tmp_path / "report.zip"
    path.write_bytes(written(report, kept))
    return path


def test_a_report_holds_no_rack_no_name_and_no_tile_that_only_one_knows(tmp_path: Path) -> None:
    table = evening()
    one, other = (file(table, pictures(racks), tmp_path).read_bytes() for racks in (1, 2))
    with zipfile.ZipFile(io.BytesIO(one)) as first, zipfile.ZipFile(io.BytesIO(other)) as second:
        for name in first.namelist():
            assert first.read(name) == second.read(name)
        text = "\n".join(first.read(n).decode() for n in first.namelist() if n.endswith((".json", ".txt")))
        log = [row["event"] for row in json.loads(first.read("report.json"))["log"]]
    for name in ("Ruth", "Anna", "Carol", "Dot Crak"):
        assert name not in text
    assert [e for e in log if "draws" in e] == ["P2 draws", "P3 draws"]


def test_what_was_put_right_is_told_as_well(tmp_path: Path) -> None:
    table = evening()
    table.submit(Proposal(Corrected(8, Discarded(P2, Tile.B8)), Source.REFEREE))
    with zipfile.ZipFile(file(table, pictures(), tmp_path)) as read:
        log = [row["event"] for row in json.loads(read.read("report.json"))["log"]]
    assert "correct 8: P2 discards 8B" in log


def test_the_pictures_come_again_as_they_were_kept_and_a_rest_as_often_as_the_eyes_look(tmp_path: Path) -> None:
    kept = pictures()
    camera = ReportCamera(file(evening(), kept, tmp_path))
    frames = list(camera.frames())
    camera.close()
    assert camera.plane.text == PLANE.text
    assert frames[0].image.shape == (720, 1280, 3)
    times = [f.time_s for f in frames]
    assert times == sorted(times)
    assert max(np.diff(times)) < 0.25
    assert times[-1] == pytest.approx(kept[-1].time_s - kept[0].time_s + STAYS_S, abs=0.11)
    px = PLANE.to_px(np.array([[0.0, 0.0], [0.0, 1.1 * PLANE.half_mm]])).astype(int)
    middle, rack = (frames[0].image[y, x].astype(int) for x, y in px)
    assert np.abs(middle - room()[px[0][1], px[0][0]].astype(int)).max() < 60
    assert np.abs(rack - np.array(BAND)).max() < 6


def test_what_had_happened_before_the_first_picture_is_where_it_begins(tmp_path: Path) -> None:
    table = evening()
    camera = ReportCamera(file(table, pictures(), tmp_path))
    store = Store("sqlite://")
    store.append(before(camera.report))
    taken_up = Table(store, clock=lambda: 0.0)
    told = [e for e in table.log if e.at < 1000.0]
    assert 0 < len(told) < len(table.log)
    assert taken_up.number == len(told)
    assert taken_up.state.discards == replay(e.event for e in told).discards
    assert camera.report.says == "It saw a 3 Bam as an 8 Bam."
    camera.close()


def test_watch_plays_a_report_with_its_own_table_and_rules(tmp_path: Path) -> None:
    """Nothing but noise lies on this table: it is played to its end, and the log's own words stand beside."""
    table, kept = evening(), pictures()[-4:]
    ran = CliRunner().invoke(app, ["watch", str(file(table, kept, tmp_path)), "--json"])
    assert ran.exit_code == 0, ran.output
    told = [json.loads(line) for line in ran.stdout.splitlines()]
    taken_up = len([e for e in table.log if e.at < kept[0].at])
    assert all(row.get("number", taken_up + 1) > taken_up for row in told)
    assert "What the log told meanwhile" in ran.output


@pytest.mark.parametrize("content", [b"", b"PK no zip", b'{"format": "fifthseat report 1"}'])
def test_what_is_no_report_is_said_to_be_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.zip"
    path.write_bytes(content)
    with pytest.raises(CameraLost, match=r"other\.zip is no report that can be played"):
        ReportCamera(path)


def test_a_report_that_was_meddled_with_is_refused(tmp_path: Path) -> None:
    whole = file(evening(), pictures(), tmp_path)
    with zipfile.ZipFile(whole) as read:
        parts = {name: read.read(name) for name in read.namelist()}
    told = json.loads(parts["report.json"])
    for change in (
        {"format": "something else"},
        {"pictures": []},
        {"pictures": [{**told["pictures"][0], "box": [0, 0, 99999, 5]}]},
        {"rules": ["C-99=no"]},
        {"log": [{"n": 1, "at": 0, "by": "camera", "p": 1, "event": "nonsense"}]},
    ):
        path = tmp_path / "meddled.zip"
        with zipfile.ZipFile(path, "w") as out:
            for name, content in (parts | {"report.json": json.dumps(told | change).encode()}).items():
                out.writestr(name, content)
        with pytest.raises(CameraLost):
            ReportCamera(path)


def test_without_a_picture_there_is_nothing_to_report() -> None:
    with pytest.raises(ValueError, match="no picture"):
        written(Report("0.1.0", (), LEAGUE, None, None), ())
