import cv2
import numpy as np
import pytest

from engine.tile import Tile
from tests.tiles_laid import laid_out
from vision.eyes import Eyes
from vision.read.proportion import in_proportion, lengthened, stretched
from vision.read.sightings import N_LABELS, Sightings

ROW = [(Tile.C2, 0), (Tile.D5, 0), (Tile.B3, 0), (Tile.C1, 0), (Tile.D9, 0), (Tile.RED, 0), (Tile.B7, 0), (Tile.D3, 0)]

DOZEN = 12  # tiles that show a picture to be in proportion


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


def row() -> tuple[np.ndarray, np.ndarray, list[Tile]]:
    """A photograph of a row, with a little of the cloth around it."""
    image, quads, tiles = laid_out("harbour", [ROW], 60, seed=5)
    low, high = quads.min((0, 1)).astype(int) - 20, quads.max((0, 1)).astype(int) + 20
    return image[low[1] : high[1], low[0] : high[0]], quads - low, tiles


@pytest.mark.parametrize("turned", [False, True])
def test_a_row_squeezed_into_a_square_is_found_and_read(eyes: Eyes, turned: bool) -> None:
    image, quads, tiles = row()
    high, wide = image.shape[:2]
    square = cv2.resize(image, (480, 480), interpolation=cv2.INTER_AREA)
    middles = quads.mean(1) * (480 / wide, 480 / high)
    if turned:
        square, middles = np.ascontiguousarray(square.transpose(1, 0, 2)[:, ::-1]), middles[:, ::-1]
        middles = np.stack([479 - middles[:, 0], middles[:, 1]], 1)
    assert sorted(eyes.sight(np.asarray(square, np.uint8)).tiles) != sorted(tiles)
    seen = eyes.sight_photo(np.asarray(square, np.uint8))
    nearest = np.linalg.norm(seen.quads.mean(1)[:, None] - middles[None], axis=2).argmin(1)
    assert sorted(nearest) == list(range(len(tiles)))
    assert [seen.tiles[k] for k in np.argsort(nearest)] == tiles
    off = np.abs(seen.quads.mean(1)[np.argsort(nearest)] - middles)
    assert (off < ((50, 12) if turned else (12, 50))).all()  # a tile is 340 pixels long here, and 45 wide


def test_a_photograph_in_proportion_is_looked_at_once(eyes: Eyes) -> None:
    image, _, tiles = row()
    picture, scale, regard = eyes.in_proportion(image)
    assert picture is image
    assert scale.tolist() == [1.0, 1.0]
    assert len(regard.sightings()) == len(tiles)


class Glimpse:
    """What a look gave: so many tiles of that shape, each read so surely, but for the first, `unsure`; with these every
    other tile lies across."""

    def __init__(self, tiles: int, long: float, sure: float, unsure: int = 0) -> None:
        quad = np.array([[0, 0], [12, 0], [12, 16 * long], [0, 16 * long]], np.float32)
        quads = quad + np.stack([20 * np.arange(tiles), np.zeros(tiles)], 1)[:, None]
        if unsure:
            quads[::2] = np.array([[0, 12 * long], [0, 0], [16, 0], [16, 12 * long]]) + quads[::2, :1]
        log_p = np.full((tiles, N_LABELS), np.log((1 - sure) / (N_LABELS - 1)))
        log_p[:, Tile.C2] = np.log(sure)
        log_p[:unsure] = -np.log(N_LABELS)
        self._seen = Sightings(quads.astype(np.float32), log_p.astype(np.float32))

    def sightings(self) -> Sightings:
        return self._seen


@pytest.mark.parametrize(
    ("tiles", "long", "sure", "once"),
    [
        (DOZEN + 1, 1.0, 0.95, True),
        (3 * DOZEN, 1.0, 0.4, True),
        (DOZEN - 1, 1.0, 0.95, False),
        (2 * DOZEN, 1.0, 0.4, True),
        (3 * DOZEN, 3.0, 0.4, False),
    ],
)
def test_where_many_lie_in_the_shape_of_tiles_no_other_proportions_are_tried(
    tiles: int, long: float, sure: float, once: bool
) -> None:
    looks = []

    def look(picture: np.ndarray) -> Glimpse:
        looks.append(picture.shape)
        return Glimpse(tiles, long, sure)

    picture, _, _ = in_proportion(np.zeros((900, 1600, 3), np.uint8), look)
    assert picture.shape == (900, 1600, 3)
    assert (len(looks) == 1) == once


def test_a_few_long_things_among_many_that_are_hardly_read_stretch_no_picture() -> None:
    def look(picture: np.ndarray) -> Glimpse:
        return Glimpse(20, 1.6, 0.95, 16) if picture.shape == (900, 1600, 3) else Glimpse(40, 1.3, 0.95, 34)

    picture, scale, _ = in_proportion(np.zeros((900, 1600, 3), np.uint8), look)
    assert picture.shape == (900, 1600, 3)
    assert scale.tolist() == [1.0, 1.0]


def test_a_picture_without_tiles_stays_as_it_is(eyes: Eyes) -> None:
    stripes = np.repeat(np.random.default_rng(3).integers(0, 256, (1, 300, 3), np.uint8), 300, axis=0)
    assert eyes.in_proportion(stripes)[0] is stripes
    assert len(eyes.sight_photo(np.full((1, 1, 3), 90, np.uint8))) == 0


def test_tiles_tell_how_much_wider_a_picture_must_become() -> None:
    tile = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    lying = tile[:, ::-1]
    for squeezed in (1.0, 0.5, 3.0):
        aspect = np.array([1, squeezed], np.float32)
        assert lengthened(np.stack([tile, lying] * 2) * aspect) == pytest.approx(squeezed, rel=1e-3)

    assert lengthened(tile[None]) == 1.0  # too few to tell


def test_a_stretched_picture_grows_a_little_and_not_much() -> None:
    picture = np.zeros((300, 400, 3), np.uint8)
    assert stretched(picture, 1.5).shape == (300, 600, 3)
    assert stretched(picture, 1 / 1.5).shape == (450, 400, 3)
    assert stretched(picture, 8.0).shape == (150, 1600, 3)
    assert stretched(np.zeros((6000, 8000, 3), np.uint8), 1.5).size < 3 * 16_100_000
    assert stretched(picture, 4.0, less=0.5).shape == (75, 400, 3)
    assert stretched(picture[:2, :3], 1 / 24).shape[:2] == (14, 1)
