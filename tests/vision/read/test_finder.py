import numpy as np
import pytest

from engine.tile import Tile
from tests.tiles_laid import laid_out, overlap, whole_set
from vision.read.finder import MOST, SIZE_UNIT, Finder, Found, decode, thinned


@pytest.fixture(scope="module")
def finder() -> Finder:
    return Finder()


def cells_with(middle: tuple[float, float], half: tuple[float, float], angle: float) -> np.ndarray:
    """The grid a perfect network would give for one tile: middle and half sides in pixels, across axis at `angle`."""
    cells = np.zeros((9, 24, 24), np.float32)
    cells[0] = -8
    x, y = int(middle[0] // 4), int(middle[1] // 4)
    cells[0, y, x] = 5
    cells[1:3, y, x] = middle[0] / 4 - x - 0.5, middle[1] / 4 - y - 0.5
    cells[3:5, y, x] = np.log(half[0] / SIZE_UNIT), np.log(half[1] / SIZE_UNIT)
    along = angle + np.pi / 2
    cells[5:9, y, x] = np.cos(2 * angle), np.sin(2 * angle), np.cos(2 * along), np.sin(2 * along)
    return cells


@pytest.mark.parametrize("angle", [0.0, 0.3, 1.2, 1.57, 2.5, -0.8])
def test_decoding_gives_back_the_tile_that_was_told(angle: float) -> None:
    found = decode(cells_with((41.0, 50.5), (9.0, 12.0), angle))
    assert len(found) == 1
    quad = found.quads[0]
    np.testing.assert_allclose(quad.mean(0), [40.5, 50.0], atol=1e-3)
    np.testing.assert_allclose(np.linalg.norm(quad[1] - quad[0]), 18.0, atol=1e-3)
    np.testing.assert_allclose(np.linalg.norm(quad[3] - quad[0]), 24.0, atol=1e-3)
    turned = np.cross(np.append(quad[1] - quad[0], 0), np.append(quad[2] - quad[1], 0))[2]
    assert turned > 0, "corners run clockwise on the screen"
    across = quad[1] - quad[0]
    assert abs(np.cos(angle) * across[1] - np.sin(angle) * across[0]) < 1e-3


def test_a_quiet_grid_holds_nothing() -> None:
    cells = np.zeros((9, 24, 24), np.float32)
    cells[0] = -4
    assert len(decode(cells)) == 0


def test_of_a_pattern_all_over_a_picture_no_more_than_the_surest_are_looked_at() -> None:
    cells = np.zeros((9, 300, 300), np.float32)
    cells[0] = np.random.default_rng(0).normal(0, 2, (300, 300))
    found = decode(cells)
    assert len(found) == MOST
    assert found.scores.min() > 0.9


def test_of_two_on_one_place_the_surer_stays_and_neighbours_that_touch_both_stay() -> None:
    tile = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    quads = np.stack([tile, tile + 3, tile + np.array([30, 0], np.float32)])
    kept = thinned(Found(quads, np.array([0.9, 0.8, 0.7], np.float32)))
    np.testing.assert_array_equal(kept.quads, quads[[0, 2]])


def test_what_lies_across_two_surer_tiles_is_none() -> None:
    tile = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    apart, across = np.array([39, 0], np.float32), np.array([19.5, 0], np.float32)
    quads = np.stack([tile, tile + apart, tile + across])
    kept = thinned(Found(quads, np.array([0.9, 0.8, 0.7], np.float32)))
    np.testing.assert_array_equal(kept.quads, quads[:2])


@pytest.mark.parametrize(("width", "turn"), [(28, 0.0), (28, 33.0), (40, 90.0), (75, -12.0)])
def test_finds_a_whole_set_laid_out_in_rows(finder: Finder, width: int, turn: float) -> None:
    image, quads, _ = laid_out("newport", whole_set(), width, turn)
    found = finder.find(image)
    best = [max((overlap(truth, quad) for quad in found.quads), default=0.0) for truth in quads]
    assert np.mean(np.array(best) > 0.6) >= 0.95
    assert len(found) <= len(quads) * 1.1


def test_sees_nothing_on_an_empty_cloth_or_in_a_tiny_picture(finder: Finder) -> None:
    rng = np.random.default_rng(3)
    cloth = np.clip(rng.normal((60, 100, 50), 6, (400, 700, 3)), 0, 255).astype(np.uint8)
    assert len(finder.find(cloth)) == 0
    assert len(finder.find(cloth[:5, :3])) == 0


def test_quads_come_in_the_pixels_of_the_picture_given(finder: Finder) -> None:
    image, quads, _ = laid_out("newport", [[(Tile.B3, 0), (Tile.D7, 0), (Tile.EAST, 0)]], 50)
    wide = np.zeros((1500, 2600, 3), np.uint8)
    wide[900 : 900 + image.shape[0], 1800 : 1800 + image.shape[1]] = image
    found = finder.find(wide)
    for truth in quads + np.array([1800, 900], np.float32):
        assert max(overlap(truth, quad) for quad in found.quads) > 0.6


class Two(Finder):
    """Twenty tiles of 30 pixels in the first look, surely; and eight things of `wide` pixels in the small one."""

    def __init__(self, wide: float, seen: bool) -> None:
        super().__init__()
        self.wide, self.seen = wide, seen

    def laid(self, image: np.ndarray, found: Found) -> Found:
        return found

    def look(self, image: np.ndarray, scale: float, threshold: float = 0.0) -> Found:
        def row(number: int, wide: float, score: float, y: float) -> Found:
            tile = np.array([[0, 0], [wide, 0], [wide, wide * 4 / 3], [0, wide * 4 / 3]], np.float32)
            quads = np.stack([tile + np.array([40 + k * 1.1 * wide, y], np.float32) for k in range(number)])
            return Found(quads, np.full(number, score, np.float32))

        first, large = row(20, 30, 0.9, 100), row(8, self.wide, 0.8, 500)
        if scale < 1:
            return large
        both = Found(np.concatenate([first.quads, large.quads]), np.append(first.scores, np.full(8, np.float32(0.2))))
        return both if self.seen else first


@pytest.mark.parametrize(("wide", "seen", "near"), [(62, False, False), (62, True, True), (90, False, True)])
def test_what_the_small_look_alone_sees_is_no_row_of_near_tiles_unless_it_is_too_large_for_the_other(
    wide: float, seen: bool, near: bool
) -> None:
    found = Two(wide, seen).find(np.zeros((1080, 1600, 3), np.uint8))
    assert (np.linalg.norm(found.quads[:, 1] - found.quads[:, 0], axis=1) < 40).sum() == (0 if near else 20)
