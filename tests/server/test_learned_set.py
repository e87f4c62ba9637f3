import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from engine.tile import N_KINDS, Tile
from server.learned_set import as_good_as_shown, keeper, made
from server.screens import Surroundings
from server.tile_sets import TileSets
from tests.strange_set import STRANGE, rested
from vision.follow.chances import Names, named
from vision.follow.learnt import Learnt, Rested
from vision.read.reader import Reader
from vision.read.tileset import TileSet, TileSetError, read_tile_set


def known(tiles: list[Rested], truth: np.ndarray, sure: float) -> Learnt:
    kinds, of = np.unique(truth, return_inverse=True)
    k = len(kinds)
    born = np.array([t.born for t in tiles])
    family, each = np.full(k, -1), np.eye(N_KINDS)[kinds[of]]
    names = Names(kinds, np.eye(N_KINDS)[kinds], family, 1.0, np.full(len(kinds), 2.0), np.zeros((len(kinds), 9)))
    believed = named(names, of, np.log(np.eye(k)[of] + 1e-3), np.log(each + 1e-3), np.zeros(len(of), np.bool_))
    return Learnt(
        born,
        of,
        kinds,
        np.full(k, sure),
        kinds[None],
        family,
        np.full(6, 1 / 6),
        np.ones(len(of)),
        believed,
        np.ones(len(of)),
    )


@pytest.fixture(scope="module")
def learned() -> tuple[TileSet, list[Rested], np.ndarray]:
    tiles, truth = rested(STRANGE, 40)
    return made(tuple(tiles), known(tiles, truth, 1.0), "ours"), tiles, truth


def test_only_what_is_sure_is_kept() -> None:
    tiles, truth = rested(STRANGE, 20)
    assert not as_good_as_shown(None)
    assert not as_good_as_shown(known(tiles, truth, 0.5))
    assert as_good_as_shown(known(tiles, truth, 0.95))


def test_what_was_learned_is_a_set_like_one_that_was_shown(learned: Any, tmp_path: Path) -> None:
    tile_set, tiles, truth = learned
    assert set(tile_set.faces) == {Tile(int(t)) for t in truth}
    assert len(tile_set.pictures) == 2 * len(tiles)
    own = Reader(tile_set)
    read = own.tile_set.likeness(np.stack([t.point for t in tiles]).astype(np.float32)).argmax(1)
    assert (read == truth).mean() > 0.9


def test_it_is_kept_under_a_name_of_its_own_and_read_with(learned: Any, tmp_path: Path) -> None:
    used: list[Path] = []
    screens = SimpleNamespace(around=Surroundings())
    keep = keeper(TileSets(tmp_path / "tiles"), used.append, cast(Any, screens))
    assert "is kept as Learned" in keep(learned[0])
    keep(learned[0])
    assert [p.exists() for p in used] == [True, True]
    assert used[0] != used[1]
    assert read_tile_set(used[0]).faces == learned[0].faces
    assert screens.around.tiles == used[1].stem
    used[0].write_text(used[0].read_text()[:-50])
    with pytest.raises(TileSetError):
        read_tile_set(used[0])
    told = json.loads(used[1].read_text())
    used[1].write_text(json.dumps({**told, "embeddings": [[float("nan")]] * len(told["faces"])}))
    with pytest.raises(TileSetError):
        read_tile_set(used[1])


def test_a_folder_that_cannot_be_written_is_said(learned: Any, tmp_path: Path) -> None:
    (tmp_path / "tiles").write_text("no folder")
    sets = TileSets(tmp_path / "tiles")
    says = keeper(sets, lambda path: None, cast(Any, SimpleNamespace(around=Surroundings())))(learned[0])
    assert "cannot keep it" in says
