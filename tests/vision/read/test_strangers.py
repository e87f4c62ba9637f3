"""Tiles of a set that the reader does not know are read by another network, those of one it knows by none but it."""

import numpy as np
import pytest

from engine.tile import N_KINDS, Tile
from tests.tiles_laid import laid_out, whole_set
from vision.arrays import Floats32
from vision.eyes import Eyes
from vision.read.crops import taken
from vision.read.reader import Reader
from vision.read.strangers import Strangers

STRANGE = ("worded-4", "strip-804", "header-4", "emblem-906")  # numbers that neither training nor any measurement draws


def refused(self: Strangers, crops: np.ndarray) -> Floats32:
    raise AssertionError("the reader knows this set")


def read_right(eyes: Eyes, family: str) -> tuple[int, int]:
    """Of the tiles of a family, laid out: read right, seen."""
    image, quads, tiles = laid_out(family, whole_set(), 40, seed=3)
    seen = eyes.sight(image)
    away = np.linalg.norm(seen.quads.mean(1)[:, None] - quads.mean(1)[None], axis=2)
    return sum(seen.tiles[k] == tiles[int(row.argmin())] for k, row in enumerate(away)), len(seen)


@pytest.mark.parametrize("family", ["harbour", "clerk", "newport"])
def test_a_set_that_the_reader_knows_is_read_by_none_but_it(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Strangers, "logits", refused)
    assert read_right(Eyes(), family)[1] > 40


def test_few_tiles_tell_nothing_of_their_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Strangers, "logits", refused)
    image, _, _ = laid_out("worded-4", [[(Tile.B5, 0), (Tile.C5, 0), (Tile.D5, 0)]], 40, seed=3)
    assert len(Eyes().sight(image)) > 0


def test_unknown_sets_are_read_better(monkeypatch: pytest.MonkeyPatch) -> None:
    both = Eyes()
    with_it = [read_right(both, family) for family in STRANGE]
    monkeypatch.setattr("vision.eyes.unfamiliar", lambda *_: False)
    without = [read_right(both, family) for family in STRANGE]
    assert [n for _, n in with_it] == [n for _, n in without]  # what is no tile is none to either
    assert sum(right for right, _ in with_it) > 1.15 * sum(right for right, _ in without)


def test_whether_there_is_a_face_at_all_is_not_asked_again() -> None:
    image, quads, _ = laid_out("harbour", [[(Tile.C2, 0), (Tile.D5, 0), (Tile.B3, 0)]], 40, seed=4)
    finds = Reader().see(taken(image, quads))
    log_p = finds.log_p.copy()
    log_p[1] = np.log(np.full(N_KINDS + 1, 0.3 / N_KINDS))
    log_p[1, N_KINDS] = np.log(0.7)
    said = Strangers().read(finds, log_p)
    assert np.allclose(said[:, N_KINDS], log_p[:, N_KINDS])
    assert np.allclose(np.exp(said.astype(np.float64)).sum(1), 1, atol=1e-4)
    assert Strangers().read(finds.take(np.zeros(0, np.int64)), log_p[:0]).shape == (0, N_KINDS + 1)
