"""What a household's own set shows of its faces, as tiles of a hand before the first of which somebody said what they
are: its pictures tell how a face is drawn, and what is written and counted on tiles tells faces apart that share one
picture."""

import numpy as np

from engine.sight.observation import CERTAIN
from engine.tile import N_KINDS, Tile
from vision.follow.learnt import Rested
from vision.read.sightings import N_LABELS
from vision.read.tileset import TileSet

FIRST = int(np.iinfo(np.int32).min)  # no tile that is gathered has a number so low


def photographed(tile_set: TileSet | None) -> tuple[Rested, ...]:
    """A picture of every face of a set, of flowers one of each; nothing of a set without pictures."""
    if tile_set is None or not tile_set.pictures:
        return ()
    each = [pair for tile in Tile for pair in _pictures_of(tile_set, tile)]
    kinds = tile_set.kinds[[whole for whole, _ in each]]
    said = np.where(np.eye(N_LABELS)[kinds] > 0, np.log(CERTAIN), np.log1p(-CERTAIN) - np.log(N_KINDS))
    points = tile_set.embeddings.astype(np.float64)
    rows = enumerate(zip(each, kinds.tolist(), said, strict=True))
    return tuple(
        Rested(FIRST + n, points[found], p, tile_set.pictures[whole], shown=Tile(kind))
        for n, ((whole, found), kind, p) in rows
    )


def _pictures_of(tile_set: TileSet, tile: Tile) -> list[tuple[int, int]]:
    """Which pictures of a face are looked at, as coarse as tiles that lie on a table: whole, and as a camera finds
    it, by which those on the table are like it."""
    most = tile.copies if tile is Tile.FLOWER else 1
    return [(whole, found) for whole, found in tile_set.whole if tile_set.faces[whole] is tile][:most]
