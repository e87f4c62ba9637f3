"""The command `watch`: the whole pipeline on one source, one line per event."""

import contextlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, TextIO

import typer

from engine import notation
from engine.hands import HandTable
from engine.rules.dying import SpeakUp
from engine.rules.referee import Rules
from engine.rules.ruleset import PRESETS, RuleSet, read_ruleset
from engine.rules.ruling import Accepted, Proposal, Source
from engine.sight import recording
from engine.sight.observation import Observation
from server.alerts import Alert
from server.cards import named_card, read_by_rules
from server.cli_words import misplaced
from server.failing import fail
from server.files import may_be_written, write_named
from server.final import final_table
from server.log import Entry
from server.outline import NOT_FIXED, Outline
from server.replay.report import SUFFIX as REPORT, Report, ReportCamera, before, meanwhile
from server.store import Store
from server.table import Table
from server.two_sources import seen_by_two
from server.watcher import Watcher
from vision.eyes import Eyes
from vision.follow.learner import AtOnce, Learner
from vision.follow.settle import Settler
from vision.judge.doubt import SAYS
from vision.picture.camera import Camera, CameraLost, open_camera
from vision.plane.calibration import CalibrationError, TablePlane, read_plane
from vision.read.tileset import TileSet, TileSetError, read_tile_set

RECORDING = ".jsonl"
TICK_S = 0.25  # between two observations of a recording, the clock goes on in such steps
LONGEST_REST_S = 24 * 3600.0  # between two observations: more is no table's rest but a slip in the file

Look = tuple[float, Observation | None]
"""The time (s) of a frame, and the table at rest where it told anything."""


def mount(app: typer.Typer) -> None:
    app.command("watch")(watch)


def watch(
    source: Annotated[
        str,
        typer.Argument(
            help="A video, a folder of frames, a camera (0, rtsp://...), demo://?seed=7, what --record kept, or a "
            "report (.zip) from the referee's page, with its own log, table, rules, card and tile set"
        ),
    ],
    second: Annotated[
        str | None, typer.Option(help="A second camera above the same table, its times those of the first one's clock.")
    ] = None,
    second_table: Annotated[
        Path | None, typer.Option(help="The table as the second has it; else by its markers or its edges.")
    ] = None,
    table_file: Annotated[Path | None, typer.Option("--table", help="The table, from `fifthseat calibrate`.")] = None,
    tile_set: Annotated[Path | None, typer.Option(help="The household's tile set, from `fifthseat enrol`.")] = None,
    card: Annotated[
        str | None, typer.Option(help="The card; `none` plays without one; else the practice card.")
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option(
            help="Whose rules: " + ", ".join(PRESETS) + '; also with options, "league C-20=plays_on". Else league.'
        ),
    ] = None,
    speak: Annotated[
        str, typer.Option(help="Whom it tells unasked that a hand is dead: challenge (nobody), referee (you), all.")
    ] = "referee",
    start: Annotated[Path | None, typer.Option(help="A log to start from: one event a line.")] = None,
    final: Annotated[Path | None, typer.Option(help="Write the table after the last event here.")] = None,
    record: Annotated[
        Path | None, typer.Option(help="Keep what is seen here (name.jsonl), to be followed again without pictures.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Follow a game by sight and say what happens."""
    try:
        for written in filter(None, (record, final)):
            may_be_written(written, source)
        if source.endswith(RECORDING):
            told_already = {"--second": second, "--table": table_file, "--tile-set": tile_set}
            misplaced(told_already, "changes nothing of a recording, which holds what was read: leave it out")
        if second is None:
            misplaced({"--second-table": second_table}, "goes with --second")
        clock, store, learner = FrameClock(), Store("sqlite://"), AtOnce()
        told = ReportCamera(Path(source)) if source.endswith(REPORT) else None
        if told is not None and start is None:
            store.append(before(told.report))
        rules = rules_from(card, ruleset or "league") if told is None else rules_of_report(told.report, card, ruleset)
        table = Table(store, rules, clock=clock, speak=whom_to_tell(speak))
        if start is not None:
            take_up(table, start)
        if source.endswith(RECORDING):
            looked = replayed(Path(source))
        else:
            tiles = read_tile_set(tile_set) if tile_set else told.report.tiles if told is not None else None
            plane = read_plane(table_file) if table_file else told.plane if told is not None else None
            camera = told or open_camera(source)
            said = partial(say_of_camera, as_json=as_json)
            if second is None:
                looked = seen_by_eyes(camera, tiles, plane, learner, said)
            else:
                other = Outline(read_plane(second_table)) if second_table else NOT_FIXED
                looked = seen_by_two((camera, open_camera(second)), tiles, (plane, other), learner, said)
        with contextlib.ExitStack() as kept:
            if record is not None:
                looked = recorded(looked, kept.enter_context(record.open("w", encoding="utf-8", buffering=1)))
            try:
                _follow(looked, table, clock, learner, as_json)
            except (KeyboardInterrupt, CameraLost):  # a camera ends in no other way
                _write_final(final, table)
                raise
        if told is not None:
            typer.echo("\n".join(("What the log told meanwhile:", *meanwhile(told.report))), err=True)
        _write_final(final, table)
    except (CameraLost, CalibrationError, TileSetError, ValueError, OSError) as problem:
        fail(problem)


def _write_final(file: Path | None, table: Table) -> None:
    """The table as it lies now. Raises OSError."""
    if file is not None:
        write_named(file, json.dumps(final_table(table.state)) + "\n")


def rules_from(card: str | None, ruleset: str) -> Rules:
    """The rule set of that name with that card. Raises ValueError with a sentence for either."""
    return _with_card(card, read_ruleset(ruleset))


def _with_card(card: str | None, rules: RuleSet) -> Rules:
    path = None if card in (None, "practice") else card
    return Rules(rules, None if card == "none" else HandTable(named_card(path, rules)))


def rules_of_report(report: Report, card: str | None, ruleset: str | None) -> Rules:
    """Those that were played by, but for what is asked for. Raises ValueError with a sentence."""
    rules = read_ruleset(ruleset) if ruleset is not None else report.rules
    if card is not None:
        return _with_card(card, rules)
    return Rules(rules, None if report.card is None else HandTable(read_by_rules(report.card, None, rules)))


def whom_to_tell(speak: str) -> SpeakUp:
    """Raises ValueError with a sentence."""
    try:
        return SpeakUp(speak)
    except ValueError:
        names = ", ".join(s.value for s in SpeakUp)
        raise ValueError(f"--speak cannot be {speak!r}: choose {names}") from None


class FrameClock:
    """The source's own time, in seconds: the time of the last frame."""

    def __init__(self) -> None:
        self.time_s = 0.0

    def __call__(self) -> float:
        return self.time_s


def take_up(table: Table, path: Path) -> None:
    """Begin with the events of a text file, one a line as the log writes them; # begins a comment."""
    for number, line in enumerate(_lines(path), 1):
        text = line.split("#")[0].strip()
        if not text:
            continue
        try:
            event = notation.read(text)
        except ValueError as problem:
            raise ValueError(f"{path}, line {number}: {problem}") from problem
        answer = table.submit(Proposal(event, Source.LOG))
        if not isinstance(answer, Accepted):
            says = answer.says if hasattr(answer, "says") else answer.fault.says
            raise ValueError(f"{path}, line {number}: {says}")


def _lines(path: Path) -> list[str]:
    """Raises OSError, and ValueError where the file is no text."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as problem:
        line = data[: problem.start].count(b"\n") + 1
        raise ValueError(f"{path}, line {line}: this is not UTF-8 text; save the log as plain text, UTF-8") from problem


class Told:
    """Prints each log entry and each alert once, as they come."""

    def __init__(self, table: Table, as_json: bool) -> None:
        self._table = table
        self._as_json = as_json
        self._game = table.game
        self._number = table.number
        self._alerts: tuple[Alert, ...] = ()

    def tell(self, time_s: float) -> None:
        if self._table.game != self._game:
            self._game, self._number = self._table.game, 0
        for entry in self._table.log[self._number :]:
            self._entry(time_s, entry)
        self._number = self._table.number
        for alert in self._table.alerts:
            if alert not in self._alerts:
                self._alert(time_s, alert)
        self._alerts = self._table.alerts

    def _entry(self, time_s: float, entry: Entry) -> None:
        if self._as_json:
            facts = notation.as_json(entry.event)
            row = {
                "time_s": round(time_s, 3),
                "number": entry.number,
                **facts,
                "confidence": round(entry.confidence, 4),
            }
            self._put(json.dumps(row))
        else:
            self._put(f"{time_s:7.1f}  {entry.number:3d}  {notation.write(entry.event)}  ({entry.confidence:.0%})")

    def _alert(self, time_s: float, alert: Alert) -> None:
        seat = alert.seat.name if alert.seat is not None else None
        if self._as_json:
            self._put(json.dumps({"time_s": round(time_s, 3), "alert": alert.says, "rule": alert.rule, "seat": seat}))
        else:
            self._put(f"{time_s:7.1f}    !  {alert.says}" + (f"  [{alert.rule}]" if alert.rule else ""))

    def _put(self, line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def say_of_camera(time_s: float, says: str, as_json: bool) -> None:
    """What people should know of the camera itself; empty where all is well again."""
    if as_json:
        sys.stdout.write(json.dumps({"time_s": round(time_s, 3), "camera": says}) + "\n")
    elif says:
        sys.stdout.write(f"{time_s:7.1f}    *  {says}\n")
    sys.stdout.flush()


def seen_by_eyes(
    camera: Camera,
    tile_set: TileSet | None,
    plane: TablePlane | None,
    learner: Learner,
    said: Callable[[float, str], None] = lambda time_s, says: None,
) -> Iterator[Look]:
    """What the camera's eyes make of each frame. `said` hears what is to be said of the camera, whenever it changes."""
    settler = Settler(Eyes(tile_set), plane, learner=learner)
    says, known = "", True
    try:
        for frame in camera.frames():
            with contextlib.suppress(ValueError):  # one torn frame: the next is a thirtieth of a second away
                seen = settler.settle(frame)
                if settler.belief.says != says:
                    says = settler.belief.says
                    said(frame.time_s, says)
                if known and settler.belief.strange:
                    typer.echo(f"{SAYS} (fifthseat enrol)", err=True)
                    known = False
                yield frame.time_s, seen
    finally:
        camera.close()


def replayed(path: Path) -> Iterator[Look]:
    """What was seen once, with the time between told in small steps. Raises OSError, and ValueError naming the file."""
    now_s, empty = 0.0, True
    with path.open(encoding="utf-8-sig") as lines:
        for seen in _kept(path, _whole(path, lines)):
            empty = False
            if seen.time_s > now_s + LONGEST_REST_S:
                raise ValueError(
                    f"{path}: from {now_s:g} s to {seen.time_s:g} s nothing is seen; no evening is so long"
                )
            while now_s + TICK_S < seen.time_s:
                now_s += TICK_S
                yield now_s, None
            now_s = seen.time_s
            yield now_s, seen
    if empty:
        raise ValueError(f"{path} holds nothing that was seen; `watch --record` writes one line a look")


def _whole(path: Path, lines: Iterable[str]) -> Iterator[str]:
    """The lines without a last one that was cut off as it was written: there the recording ended, which is told."""
    for number, line in enumerate(lines):
        if number and line.startswith("{") and not line.endswith(("\n", "}")):
            typer.echo(f"{path} ends in the midst of a line: the recording was cut off there.", err=True)
        else:
            yield line


def _kept(path: Path, lines: Iterable[str]) -> Iterator[Observation]:
    try:
        yield from recording.read(lines)
    except UnicodeDecodeError as problem:
        raise ValueError(f"{path} is not UTF-8 text, as `watch --record` writes it") from problem
    except ValueError as problem:
        raise ValueError(f"{path}, {problem}") from problem


def recorded(looked: Iterator[Look], file: TextIO) -> Iterator[Look]:
    """The same, written down as it comes."""
    writer = recording.Writer()
    for time_s, seen in looked:
        if seen is not None:
            try:
                file.write(writer.line(seen) + "\n")
            except OSError as problem:
                raise OSError(problem.errno, problem.strerror, file.name) from problem
        yield time_s, seen


def _follow(looked: Iterator[Look], table: Table, clock: FrameClock, learner: Learner, as_json: bool) -> None:
    watcher, told, ended = Watcher(table), Told(table, as_json), table.last_over
    for time_s, seen in looked:
        clock.time_s = time_s
        if seen is not None:
            watcher.observe(seen)
        watcher.passed(time_s)
        if table.window_left == 0.0:
            table.touch()
        told.tell(time_s)
        if table.last_over > ended:  # the same tiles are mixed and dealt again
            ended = table.last_over
            learner.next_hand()
    watcher.ended()
    told.tell(clock.time_s)
