"""Faces that somebody at the table has named, kept for next week.

They are faces of the tile set in use, as the reader's network saw them. With another set or another network they are
not known, and give way to the first face that is named then.
"""

import json
import logging
from pathlib import Path

import numpy as np

from engine.tile import code, read_tile
from server.house import HouseError, kept, recalled
from vision.follow.named import MOST, Told
from vision.read.tileset import TileSet, builtin

FILE = "fifthseat-faces.json"
FORMAT = "fifthseat named faces 1"
_log = logging.getLogger(__name__)


class KeptFaces:
    """The named faces in `folder / FILE`; a `folder` of None keeps nothing. Where the file cannot be read there are
    none; where it cannot be written they hold for this evening."""

    def __init__(self, folder: Path | None) -> None:
        self._path = None if folder is None else folder / FILE

    def of(self, tile_set: TileSet | None) -> tuple[Told, ...]:
        """Those of the set in use, None for the built-in one, oldest first."""
        told = {} if self._path is None else recalled(self._path, FORMAT)
        if any(told.get(key) != value for key, value in _head(tile_set).items()):
            return ()
        try:
            return tuple(map(_read, _rows(told.get("faces"))[-MOST:]))
        except (ValueError, KeyError, TypeError, OverflowError):
            return ()

    def keep(self, tile_set: TileSet | None, told: tuple[Told, ...]) -> None:
        """These from now on."""
        if self._path is None:
            return
        rows = [{"face": code(one.tile), "point": [round(float(v), 4) for v in one.point]} for one in told]
        try:
            kept(self._path, json.dumps({**_head(tile_set), "faces": rows}), "What was named", "for this evening")
        except HouseError as problem:
            _log.warning("%s", problem)


def _head(tile_set: TileSet | None) -> dict[str, object]:
    return {"format": FORMAT, "set": tile_set.name if tile_set else "", "reader": builtin().reader}


def _rows(told: object) -> list[object]:
    if not isinstance(told, list):
        raise ValueError("no list of faces")
    return told


def _read(row: object) -> Told:
    """One face. Raises ValueError, KeyError or TypeError where it is none."""
    if not isinstance(row, dict):
        raise ValueError("no face")
    point = np.array(row["point"], np.float64)
    length = float(np.linalg.norm(point))
    if point.ndim != 1 or not np.isfinite(length) or length <= 0:
        raise ValueError("no point of a network")
    return Told(point / length, read_tile(str(row["face"])))
