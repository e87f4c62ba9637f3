"""Tiles laid upon pictures of faces."""

import cv2
import numpy as np
import pytest

from vision.read.crops import HEIGHT, WIDTH
from vision.read.laying import Pictures, likelier

FIGURES = "2358"


def flower(
    figure: str, turn: float = 0.0, shift: tuple[float, float] = (0, 0), upside: bool = False, seed: int = 0
) -> np.ndarray:
    """A tile with a large flower and a small figure in its upper left, seen a little askew."""
    rng = np.random.default_rng(seed)
    crop = np.full((4 * HEIGHT, 4 * WIDTH, 3), 235, np.uint8)
    cv2.rectangle(crop, (0, 0), (4 * WIDTH - 1, 4 * HEIGHT - 1), rng.integers(0, 255, 3).tolist(), 16)
    for k in range(5):
        spot = (96 + int(34 * np.cos(k * 1.26)), 150 + int(34 * np.sin(k * 1.26)))
        cv2.circle(crop, spot, 22, (60, 60, 190), -1, cv2.LINE_AA)
    cv2.line(crop, (96, 170), (96, 228), (60, 140, 60), 8, cv2.LINE_AA)
    cv2.putText(crop, figure, (30, 76), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (40, 40, 40), 5, cv2.LINE_AA)
    return seen(crop, turn, shift, upside, rng)


def barred(
    strokes: int, figure: str, turn: float = 0.0, shift: tuple[float, float] = (0, 0), seed: int = 0
) -> np.ndarray:
    """A tile with a figure in a bar across its top, and below so many thin strokes, seen a little askew."""
    rng = np.random.default_rng(seed)
    crop = np.full((4 * HEIGHT, 4 * WIDTH, 3), 225, np.uint8)
    cv2.rectangle(crop, (20, 18), (172, 72), (80, 60, 200), -1)
    cv2.putText(crop, figure, (80, 64), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (240, 240, 240), 6, cv2.LINE_AA)
    for x in np.linspace(30, 162, strokes).astype(int).tolist():
        cv2.line(crop, (x, 90), (x, 236), (80, 60, 200), 4, cv2.LINE_AA)
    return seen(crop, turn, shift, False, rng)


def seen(
    crop: np.ndarray, turn: float, shift: tuple[float, float], upside: bool, rng: np.random.Generator
) -> np.ndarray:
    """A drawing four times as large as it comes to be seen: askew, with noise, in another light."""
    matrix = cv2.getRotationMatrix2D((2 * WIDTH, 2 * HEIGHT), turn, 1.0)
    matrix[:, 2] += np.array(shift) * 4
    laid = cv2.warpAffine(crop, matrix, (4 * WIDTH, 4 * HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(laid, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA) + rng.normal(0, 3, (HEIGHT, WIDTH, 3))
    small = np.clip(small * rng.uniform(0.75, 1.0), 0, 255).astype(np.uint8)
    return small[::-1, ::-1].copy() if upside else small


def coarse(crop: np.ndarray, wide: int) -> np.ndarray:
    """A crop of a tile that was so many pixels wide."""
    small = cv2.resize(crop, (wide, wide * HEIGHT // WIDTH), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR), np.uint8)


@pytest.mark.parametrize("upside", [False, True])
@pytest.mark.parametrize("face", range(4))
def test_of_faces_that_share_a_picture_a_tile_fits_best_the_one_whose_figure_it_bears(face: int, upside: bool) -> None:
    laying = Pictures.of([flower(f, turn=2.0 * k - 2, upside=k == 3, seed=k) for k, f in enumerate(FIGURES)])
    fits = laying.fits(flower(FIGURES[face], 2.5, (1, 1), upside, seed=90 + face), WIDTH, np.arange(4))
    said = likelier(fits)
    assert fits.argmax() == face
    assert said[face] > np.delete(said, face).max() + 2


@pytest.mark.parametrize("face", range(4))
def test_stripes_do_not_draw_a_tile_away_from_where_it_lies(face: int) -> None:
    """The whole of it fits a picture shifted by a stroke nearly as well: what tells is the bar and the figure."""
    laying = Pictures.of([barred(int(f) + 2, f, seed=k) for k, f in enumerate(FIGURES)])
    fits = laying.fits(
        coarse(barred(int(FIGURES[face]) + 2, FIGURES[face], -3, (2, -2), 50 + face), 25), 25, np.arange(4)
    )
    assert fits.argmax() == face


def test_only_the_pictures_asked_for_are_told_of() -> None:
    laying = Pictures.of([flower(f, seed=k) for k, f in enumerate(FIGURES)])
    some = np.array([3, 1])
    crop = flower("3", seed=77)
    np.testing.assert_allclose(laying.fits(crop, WIDTH, some), laying.fits(crop, WIDTH, np.arange(4))[some], atol=1e-6)


@pytest.mark.parametrize("grey", [0, 128, 255])
def test_what_shows_nothing_fits_nothing_and_nothing_fits_it(grey: int) -> None:
    flat = np.full((HEIGHT, WIDTH, 3), grey, np.uint8)
    laying = Pictures.of([flat, flower("2")])
    assert np.abs(laying.fits(flat, WIDTH, np.arange(2))).max() < 0.1
    assert laying.fits(flower("2", seed=5), WIDTH, np.arange(2))[0] < 0.1
