import numpy as np
import pytest

from engine.tile import N_KINDS, Tile
from tests.strange_set import STRANGE
from tests.tiles_laid import laid_out, whole_set
from vision.eyes import Eyes
from vision.read.indices import NUMBERS, SHARES
from vision.read.together import FEATURES, PAIRS, Shown, Together, as_faces, colours, copies, features


@pytest.fixture(scope="module")
def shown() -> tuple[Shown, np.ndarray]:
    """A set that nobody learned as it is seen, and what each of its tiles is."""
    image, quads, tiles = laid_out(STRANGE, whole_set(), 44, 3.0, seed=4)
    eyes = Eyes()
    seen, some = eyes.by_themselves(eyes.judge_at_leisure(image), image)
    near = np.linalg.norm(seen.quads.mean(1)[:, None] - quads.mean(1)[None], axis=2).argmin(1)
    return some, np.array([int(tiles[k]) for k in near])


def test_tiles_are_read_together_better_than_each_by_itself(shown: tuple[Shown, np.ndarray]) -> None:
    some, kinds = shown
    said = Together().read(some)
    assert said.shape == (len(kinds), N_KINDS)
    assert np.allclose(np.exp(said).sum(1), 1, atol=1e-4)
    assert (said.argmax(1) == kinds).sum() > (some.alone[:, :N_KINDS].argmax(1) == kinds).sum()


def test_in_whatever_order_tiles_come_they_are_read_the_same(shown: tuple[Shown, np.ndarray]) -> None:
    some, kinds = shown
    order = np.random.default_rng(0).permutation(len(kinds))
    shares, counts, points = (part[order] for part in (some.shares, some.counts, some.points))
    other = Together().read(Shown(some.reader[order], some.alone[order], shares, counts, points, some.crops[order]))
    assert np.allclose(other, Together().read(some)[order], atol=1e-3)


def test_what_the_network_is_told_has_its_size_and_no_tiles_are_none(shown: tuple[Shown, np.ndarray]) -> None:
    some, kinds = shown
    of_each, of_two = features(some)
    assert of_each.shape == (len(kinds), FEATURES)
    assert of_two.shape == (len(kinds), len(kinds), PAIRS)
    nothing = np.zeros((0, N_KINDS + 1))
    none = Shown(nothing, nothing, np.zeros((0, SHARES)), np.zeros((0, NUMBERS + 1)), np.zeros((0, 96)), some.crops[:0])
    assert Together().read(none).shape == (0, N_KINDS)


def test_how_likely_a_face_is_there_at_all_stays() -> None:
    log_p = np.log(np.full((2, N_KINDS + 1), 1 / (N_KINDS + 1)))
    kinds = np.log(np.full((2, N_KINDS), 1e-3))
    kinds[:, int(Tile.RED)] = np.log(1 - 1e-3 * (N_KINDS - 1))
    both = as_faces(kinds, log_p)
    assert np.allclose(both[:, N_KINDS], log_p[:, N_KINDS])
    assert np.allclose(np.exp(both).sum(1), 1, atol=1e-4)
    assert (both[:, :N_KINDS].argmax(1) == int(Tile.RED)).all()


def test_inks_of_two_colours_are_told_apart_and_a_blank_tile_has_none() -> None:
    crops = np.full((3, 64, 48, 3), 235, np.uint8)
    crops[0, 20:44, 16:32], crops[1, 20:44, 16:32] = (40, 40, 200), (200, 80, 40)
    red, blue, blank = colours(crops)
    assert red[6:14].argmax() != blue[6:14].argmax()
    assert np.abs(blank[6:14]).max() < 0.01


def test_how_many_tiles_are_like_each_is_told() -> None:
    of_two = np.zeros((6, 6, PAIRS), np.float32)
    of_two[..., 0] = np.eye(6)
    of_two[:4, :4, 0] = 0.99  # four of one drawing
    of_two[0, 4, 0] = of_two[4, 0, 0] = 0.93  # one that is rather like the first
    of_two[0, 1, 2] = of_two[1, 0, 2] = 1.0  # ... of which another bears another sign
    told = copies(of_two)
    assert told.shape == (6, 4)
    np.testing.assert_allclose(2 ** (3 * told[0]), [6, 4, 5, 4], rtol=1e-5)
    np.testing.assert_allclose(2 ** (3 * told[5]), [6, 1, 1, 1], rtol=1e-5)
    assert copies(of_two[:0, :0]).shape == (0, 4)
