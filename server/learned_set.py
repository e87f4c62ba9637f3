"""A tile set made of what was learned while a set was played with, in the form of an enrolled one."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np

from engine.sight.observation import SURE
from engine.tile import Tile
from server.screens import Screens
from server.shelf import ShelfError
from server.tile_sets import TileSets
from vision.enrol import Picture, Sample, coarse_copies, learn
from vision.follow.learnt import Learnt, Rested
from vision.read.reader import Reader, ReaderError
from vision.read.tileset import TileSet, TileSetError


def as_good_as_shown(held: Learnt | None) -> bool:
    """Whether what has been learned is as sure as pictures that somebody named: what is kept is believed."""
    return held is not None and bool(held.sure[held.of].mean() > SURE)


def made(tiles: tuple[Rested, ...], held: Learnt, name: str) -> TileSet:
    """The tile set of that name. Slow: not for the event loop."""
    reader, gathered, samples = Reader(), {t.born: t for t in tiles}, []
    for k, kind in enumerate(held.kinds):
        for born in held.born[held.of == k]:
            one = gathered[int(born)]
            coarse = reader.embed(coarse_copies(one.crop[None]))[0]
            points = np.stack([one.point.astype(np.float32), coarse])
            logits = (one.log_p * reader.temperature).astype(np.float32)
            samples.append(Sample(str(born), Picture(one.crop, points), logits, Tile(int(kind))))
    return learn(name, samples, reader).tile_set


def keeper(sets: TileSets, use: Callable[[Path], None], screens: Screens) -> Callable[[TileSet], str]:
    """What keeps a set that was learned among the house's, and has it read with; what is said of that."""

    def keep(tiles: TileSet) -> str:
        today = date.today()
        name = sets.free(f"Learned {today.day} {today:%B %Y}")
        try:
            use(sets.keep(tiles, name))
        except (OSError, ShelfError, TileSetError, ReaderError) as problem:
            return f"I have learned this set, and cannot keep it: {str(problem).rstrip('.')}."
        screens.around = replace(screens.around, tiles=name)
        return f"I have learned this set while you played. It is kept as {name}, and read with from now on."

    return keep
