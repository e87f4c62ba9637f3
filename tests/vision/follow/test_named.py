import numpy as np
import pytest

from engine.tile import Tile
from vision.follow.named import MOST, Told, as_told, claimed, naming
from vision.judge.company import ALIKE
from vision.read.sightings import N_LABELS


def looks(*angles: float) -> np.ndarray:
    """Embeddings (n, 2) of tiles so far apart, in cosine distances from the first direction."""
    turn = np.arccos(1 - np.array(angles))
    return np.stack([np.cos(turn), np.sin(turn)], 1)


def told(angle: float, tile: Tile) -> Told:
    return Told(looks(angle)[0], tile)


def test_what_looks_the_same_is_what_was_said_and_what_does_not_is_not() -> None:
    kind, alike = claimed(looks(0.0, ALIKE, 0.5), [told(0.0, Tile.B2)])
    assert kind[:2].tolist() == [Tile.B2, Tile.B2]
    assert alike == pytest.approx([1.0, 1.0, 0.0])


def test_of_two_named_faces_that_are_near_each_other_each_tile_goes_by_the_nearer() -> None:
    names = naming(naming((), told(0.0, Tile.B2)), told(0.02, Tile.B3))
    kind, alike = claimed(looks(0.001, 0.019), names)
    assert kind.tolist() == [Tile.B2, Tile.B3]
    assert (alike > 0.9).all()


def test_a_fifth_tile_as_near_as_that_shows_another_face() -> None:
    row = looks(0.0, 0.0005, 0.001, 0.001, 0.012, 0.013)
    _, alike = claimed(row, [told(0.0, Tile.B2)])
    assert (alike[:4] > 0.9).all()
    assert (alike[4:] == 0).all(), "four copies are all there are"
    assert (claimed(row, [told(0.0, Tile.FLOWER)])[1] == 1).all(), "of flowers there are eight"


def test_the_very_same_tile_is_named_anew() -> None:
    assert [t.tile for t in naming((told(0.0, Tile.B2),), told(0.0005, Tile.B3))] == [Tile.B3]
    many: tuple[Told, ...] = ()
    for point in np.eye(MOST + 5):
        many = naming(many, Told(point, Tile.B2))
    assert len(many) == MOST


def test_only_what_was_named_is_read_otherwise_and_another_networks_names_say_nothing() -> None:
    log_p = np.log(np.full((2, N_LABELS), 1 / N_LABELS))
    read, known = as_told(log_p, looks(0.0, 0.5), [told(0.0, Tile.B2), Told(np.ones(3) / np.sqrt(3), Tile.B9)])
    assert known.tolist() == [True, False]
    assert read[0].argmax() == Tile.B2
    assert np.exp(read).sum(1) == pytest.approx([1.0, 1.0])
    np.testing.assert_allclose(read[1], log_p[1])
