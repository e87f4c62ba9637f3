"""The set of a simulated evening, enrolled as its household would do it: two photographs of the tiles in rows."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.tile import Tile
from tests.tiles_laid import whole_set
from vision.enrol import Enrolment, Rows, enrol
from vision.eyes import Eyes
from vision.synthetic.faces.catalogue import face_count
from vision.synthetic.lens import Lens
from vision.synthetic.look import Look, choose
from vision.synthetic.pieces import Piece
from vision.synthetic.pose import Pose
from vision.synthetic.stage import Sensor
from vision.synthetic.table import Band, RestingTile, TablePicture

Photograph = NDArray[np.uint8]
PHOTOGRAPHS = 2
SIZE = (1920, 1080)  # of a telephone's picture as it is sent on
ABOVE_MM = (480.0, 620.0)  # a telephone held over the tiles
ASIDE_MM = 90.0
TURNED = 0.06  # radians at most: nobody lays a row quite straight


def labels() -> Rows:
    """What lies in the rows: one of each kind, and eight flowers."""
    return tuple(tuple(tile for tile, _ in row) for row in whole_set())


def photographs(table: Look) -> dict[str, Photograph]:
    """The tiles of that table, (1080, 1920, 3) BGR each, in the evening's own room but in another light each time."""
    return {f"tiles{k}.jpg": _photograph(table, k) for k in range(PHOTOGRAPHS)}


def _photograph(table: Look, k: int) -> Photograph:
    rng = np.random.default_rng([table.seed, k, 0xE17])
    room = choose(table.seed + 50_021 * (k + 1), f"{table.family} bare clean", SIZE)
    aside = rng.uniform(-ASIDE_MM, ASIDE_MM, 2)
    above = float(rng.uniform(*ABOVE_MM))
    lens = Lens(SIZE, (float(aside[0]), float(aside[1]), above), roll=float(rng.normal(0, 0.03)))
    look = replace(
        room, tile=table.tile, body=table.body, back=table.back, lens=lens, soft=0.6, noise=table.noise, jpeg=88
    )
    picture = TablePicture(look)
    wide, high, deep = look.tile
    rows = whole_set()
    number = 0
    for r, row in enumerate(rows):
        for c, (tile, which) in enumerate(row):
            x = (c - (len(row) - 1) / 2) * wide * 1.12 + float(rng.normal(0, 0.4))
            y = (r - (len(rows) - 1) / 2) * high * 1.25 + float(rng.normal(0, 0.8))
            pose = Pose(x, y, deep / 2, float(rng.uniform(-TURNED, TURNED)))
            piece = Piece(tile, (which + k) % face_count(look.family, tile))
            picture.lay(number, RestingTile(piece, pose, Band.MIDDLE))
            number += 1
    picture.refresh()
    return np.asarray(Sensor(look).expose(picture.image.copy()), np.uint8)


def enrolled(table: Look) -> Enrolment:
    """The tiles of that table as `fifthseat enrol --labels` learns them."""
    shown = photographs(table)
    return enrol(table.family, shown, Eyes(), dict.fromkeys(shown, labels()))


def missing(done: Enrolment) -> list[Tile]:
    """The kinds that no photograph gave."""
    return [tile for tile, count in done.photographed if not count]
