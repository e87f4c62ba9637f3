import json
from pathlib import Path

import numpy as np
import pytest

from engine.tile import Tile
from server.kept_faces import FILE, KeptFaces
from vision.follow.named import Told
from vision.read.tileset import TileSet

OWN = TileSet("ours", (), np.zeros((0, 1), np.float32), 0.8, 14.0, "")
SAID = (Told(np.array([0.6, 0.8]), Tile.B1), Told(np.array([1.0, 0.0]), Tile.JOKER))


def test_what_was_named_is_known_next_week_for_the_set_it_was_named_of(tmp_path: Path) -> None:
    KeptFaces(tmp_path).keep(None, SAID)
    again = KeptFaces(tmp_path).of(None)
    assert [one.tile for one in again] == [Tile.B1, Tile.JOKER]
    np.testing.assert_allclose([one.point for one in again], [one.point for one in SAID], atol=1e-4)
    assert KeptFaces(tmp_path).of(OWN) == ()
    assert KeptFaces(None).of(None) == ()


@pytest.mark.parametrize(
    "change",
    [
        {"reader": "another network"},
        {"faces": [{"face": "3B", "point": [0.0, 0.0]}]},
        {"faces": [{"face": "zz", "point": [1.0, 0.0]}]},
        {"faces": [{"face": "3B", "point": [[1.0], [0.0]]}]},
        {"faces": [{"face": "3B", "point": ["x"]}]},
        {"faces": ["3B"]},
        {"faces": "3B"},
        {"format": "?"},
    ],
    ids=str,
)
def test_what_cannot_be_used_counts_as_never_named(tmp_path: Path, change: dict[str, object]) -> None:
    faces = KeptFaces(tmp_path)
    faces.keep(None, SAID)
    path = tmp_path / FILE
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    assert faces.of(None) == ()


def test_a_torn_file_or_a_full_disk_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"format": "fifth')
    assert KeptFaces(tmp_path).of(None) == ()
    (tmp_path / "file").write_text("no folder")
    KeptFaces(tmp_path / "file").keep(None, SAID)
