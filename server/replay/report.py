"""A report: the last minutes of a table in one file, for whoever mends the program, played again by `fifthseat watch`.

A zip file: `report.json` (which program, what happened by the log, when each picture was taken), the masked pictures,
the table files that they were taken with, the card and the tile set in use. No rack is in it, no name, and nothing of
the log that only one player may know.
"""

import io
import json
import math
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine import notation
from engine.event import Corrected, Event, Named, SatOut
from engine.rules.ruleset import RuleSet, ruleset
from server.api import public
from server.files import object_of
from server.log import Entry, entry_of, row_of
from server.replay.reel import Kept
from server.store import Row, StoreError
from server.veil import BAND
from vision.arrays import Image
from vision.follow.belief import Stage
from vision.picture.camera import CameraLost
from vision.picture.frame import Frame
from vision.picture.photo import PhotoError, decode_photo
from vision.plane.calibration import TablePlane, plane_of
from vision.read.tileset import TileSet, from_json, to_json

FORMAT = "fifthseat report 1"
SUFFIX = ".zip"
MOST_B = 400_000_000  # of a file's contents: four times what is kept in memory
MOST_PIXELS = 8192 * 8192
MOST_PICTURES = 20_000  # the reel keeps ten minutes: 30 a second were no hand ever still
MOST_FILL_S = 10.0  # a table at rest is filled up for so long where pictures are missing; the reel keeps one a second
FILL_S = 0.1  # pictures of a table at rest are played again so close together: the eyes look that often
STAYS_S = 1.5  # after the last picture the table stays as it is for so long, so that its last rest is seen

# What reading a torn, locked or strangely packed zip file raises.
_TORN = (OSError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError)


@dataclass(frozen=True, slots=True)
class Report:
    """What a report holds beside its pictures. `log` is the game's, its times in seconds from the first picture;
    `card` is a card as it is typed, None where none was used; `says` what somebody wrote about it."""

    version: str
    log: tuple[Entry, ...]
    rules: RuleSet
    card: str | None
    tiles: TileSet | None
    says: str = ""


def written(report: Report, kept: Sequence[Kept]) -> bytes:
    """The file's bytes; `report.log` goes by the clock of the pictures. Raises ValueError without a picture."""
    if not kept:
        raise ValueError("There is no picture to report.")
    planes = list({id(k.plane): k.plane for k in kept}.values())
    told = {
        "format": FORMAT,
        "version": report.version,
        "says": report.says,
        "rules": list(report.rules.differences),
        "log": [_row(entry, kept[0].at) for entry in report.log],
        "pictures": [_picture(k, kept[0], [p is k.plane for p in planes].index(True)) for k in kept],
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("report.json", json.dumps(told, indent=1))
        for n, plane in enumerate(planes):
            file.writestr(f"table-{n}.json", plane.text)
        if report.card is not None:
            file.writestr("card.txt", report.card)
        if report.tiles is not None:
            file.writestr("tiles.json", to_json(report.tiles))
        for k in kept:
            file.writestr(f"pictures/{k.number:06}.jpg", k.jpeg, zipfile.ZIP_STORED)
    return out.getvalue()


def unnamed(event: Event) -> Event:
    """The event as everybody knows it, and without anybody's name; the log goes on as it did."""
    if isinstance(event, Corrected):
        return replace(event, event=unnamed(event.event))
    if isinstance(event, SatOut):
        return SatOut("Player 5" if event.name else "")
    return Named(event.seat, f"Player {event.seat + 1}") if isinstance(event, Named) else public(event)


def _row(entry: Entry, begun_at: float) -> dict[str, object]:
    row = row_of(1, replace(entry, at=entry.at - begun_at, event=unnamed(entry.event)))
    return {"n": row.number, "at": row.at, "by": row.source, "p": row.confidence, "event": row.event}


def _picture(kept: Kept, first: Kept, table: int) -> dict[str, object]:
    return {
        "file": f"pictures/{kept.number:06}.jpg",
        "time_s": round(kept.time_s - first.time_s, 3),
        "table": table,
        "box": list(kept.box),
        "stage": kept.stage.value,
        "hand": kept.hand.name if kept.hand is not None else None,
    }


@dataclass(frozen=True, slots=True)
class _Shot:
    file: str
    time_s: float
    plane: TablePlane
    box: tuple[int, int, int, int]
    stage: Stage


class ReportCamera:
    """A report's pictures as a camera sends them, a table at rest as often as the eyes want to look."""

    def __init__(self, path: Path) -> None:
        """Raises CameraLost where it is no report."""
        self._path = path
        try:
            self._file = zipfile.ZipFile(path)
            if sum(i.file_size for i in self._file.infolist()) > MOST_B:
                raise ValueError("it is far too large")
            told = object_of(self._text("report.json"))
            if told.get("format") != FORMAT:
                raise ValueError("it is of another kind, or of a newer program")
            planes: dict[int, TablePlane] = {}
            self._shots = tuple(self._shot(row, planes) for row in _list(told, "pictures"))
            self.report = self._report(told)
            for shot in self._shots:
                self._file.getinfo(shot.file)
        except (*_TORN, KeyError, TypeError, AttributeError, ValueError, OverflowError, StoreError) as problem:
            raise CameraLost(f"{path} is no report that can be played: {_said(problem)}.") from problem

    @property
    def plane(self) -> TablePlane:
        """Where the table lay at the beginning."""
        return self._shots[0].plane

    def frames(self) -> Iterator[Frame]:
        ends = (*(s.time_s for s in self._shots[1:]), self._shots[-1].time_s + STAYS_S)
        for shot, next_s in zip(self._shots, ends, strict=True):
            image, n, until_s = self._image(shot), 0, min(next_s, shot.time_s + MOST_FILL_S)
            while n == 0 or (shot.stage is not Stage.MOVING and shot.time_s + (n + 0.5) * FILL_S < until_s):
                yield Frame(shot.time_s + n * FILL_S, image)
                n += 1

    def close(self) -> None:
        self._file.close()

    def _text(self, name: str) -> str:
        return self._file.read(name).decode("utf-8")

    def _shot(self, row: dict[str, object], planes: dict[int, TablePlane]) -> _Shot:
        table, box = int(str(row["table"])), row["box"]
        if table not in planes:
            planes[table] = plane_of(self._text(f"table-{table}.json"), f"table-{table}.json")
        wide, high = planes[table].size_wh
        time_s = float(str(row["time_s"]))
        if not isinstance(box, list) or wide * high > MOST_PIXELS or not math.isfinite(time_s):
            raise ValueError("a picture in it is none")
        x0, y0, x1, y1 = (int(v) for v in box)
        if not (0 <= x0 < x1 <= wide and 0 <= y0 < y1 <= high):
            raise ValueError("a picture in it lies outside itself")
        stage = Stage(row["stage"])
        return _Shot(str(row["file"]), time_s, planes[table], (x0, y0, x1, y1), stage)

    def _image(self, shot: _Shot) -> Image:
        x0, y0, x1, y1 = shot.box
        try:
            cut = decode_photo(self._file.read(shot.file))
        except (*_TORN, PhotoError) as problem:
            raise CameraLost(f"{self._path} holds a picture that cannot be read: {shot.file}.") from problem
        if cut.shape[:2] != (y1 - y0, x1 - x0):
            raise CameraLost(f"{self._path} holds a picture of another size than it says: {shot.file}.")
        wide, high = shot.plane.size_wh
        whole = np.empty((high, wide, 3), np.uint8)
        whole[:] = BAND
        whole[y0:y1, x0:x1] = cut
        return whole

    def _report(self, told: Mapping[str, object]) -> Report:
        rows, rules, names = _list(told, "log"), _list(told, "rules"), self._file.namelist()
        if not 0 < len(self._shots) <= MOST_PICTURES:
            raise ValueError("it holds no picture, or far too many")
        log = tuple(
            entry_of(Row(1, int(r["n"]), float(r["at"]), str(r["by"]), float(r["p"]), str(r["event"]), ""), "report")
            for r in rows
        )
        card = self._text("card.txt") if "card.txt" in names else None
        tiles = from_json(self._text("tiles.json")) if "tiles.json" in names else None
        return Report(str(told["version"]), log, ruleset(map(str, rules)), card, tiles, str(told["says"]))


def _list(told: Mapping[str, object], name: str) -> list[Any]:
    listed = told[name]
    if not isinstance(listed, list):
        raise ValueError(f"its {name} are no list")
    return listed


def _said(problem: Exception) -> str:
    if isinstance(problem, KeyError):
        return f"it holds no {problem.args[0]}"
    return (getattr(problem, "strerror", None) or str(problem)).rstrip(".")


def before(report: Report) -> tuple[Row, ...]:
    """What had happened when the first picture was taken, as a log keeps it."""
    return tuple(row_of(1, entry) for entry in report.log if entry.at < 0)


def meanwhile(report: Report) -> tuple[str, ...]:
    """What the log told while the pictures were taken, a line each."""
    return tuple(f"{e.at:7.1f}  {e.number:3d}  {notation.write(e.event)}" for e in report.log if e.at >= 0)
