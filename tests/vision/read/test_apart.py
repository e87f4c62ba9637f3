"""Faces that share one picture are told apart where they differ."""

import cv2
import numpy as np
import pytest

from vision.read.apart import Apart, near_faces, sharing
from vision.read.crops import HEIGHT, WIDTH


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
    matrix = cv2.getRotationMatrix2D((2 * WIDTH, 2 * HEIGHT), turn, 1.0)
    matrix[:, 2] += np.array(shift) * 4
    crop = np.asarray(cv2.warpAffine(crop, matrix, (4 * WIDTH, 4 * HEIGHT), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    small = cv2.resize(crop, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA) + rng.normal(0, 3, (HEIGHT, WIDTH, 3))
    small = np.clip(small * rng.uniform(0.75, 1.0), 0, 255).astype(np.uint8)
    return small[::-1, ::-1].copy() if upside else small


@pytest.fixture(scope="module")
def figures() -> Apart:
    """Four faces, two pictures of each, one of them upside down."""
    kinds = np.repeat(np.arange(4), 2)
    pictures = [flower("2358"[k], turn=2.0 * (n % 3) - 2, shift=(n % 2, -(n % 3)), upside=n == 3, seed=n)
                for n, k in enumerate(kinds)]  # fmt: skip
    return Apart.of((0, 1, 2, 3), pictures, kinds, np.arange(8))


def test_what_tells_is_the_figure_and_not_the_picture(figures: Apart) -> None:
    tells = figures.telling()
    around_figure = tells[8:22, 5:18]
    assert around_figure.sum() > 0.9 * tells.sum() > 0


@pytest.mark.parametrize("upside", [False, True])
@pytest.mark.parametrize("face", range(4))
def test_a_tile_is_the_face_that_it_fits_where_they_differ(figures: Apart, face: int, upside: bool) -> None:
    seen = flower("2358"[face], turn=2.5, shift=(1, 1), upside=upside, seed=90 + face)
    alike = np.log(np.full(36, 1 / 36, np.float32))
    log_p = figures.told(alike, seen)
    assert log_p[:4].argmax() == face
    assert np.exp(log_p).sum() == pytest.approx(1.0, abs=1e-4)
    assert np.allclose(log_p[4:], alike[4:])


def test_a_picture_left_out_does_not_speak_for_itself(figures: Apart) -> None:
    own = flower("3", turn=-2.0, shift=(0, -2), seed=2)
    assert figures.fits(own)[1] > figures.fits(own, without=2)[1]


def test_faces_near_each_other_are_grouped_and_others_stand_alone() -> None:
    points = np.array([[1, 0, 0], [0.99, 0.1, 0], [0.99, 0, 0.1], [0, 1, 0], [0, 0, 1]], np.float32)
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    kinds = np.array([3, 5, 8, 9, 12])
    assert near_faces(points, kinds) == ((3, 5, 8),)
    pictures = [flower(f, seed=k) for k, f in enumerate("23584")]
    assert [some.faces for some in sharing(points, kinds, pictures, np.arange(5))] == [(3, 5, 8)]


def test_what_fits_none_of_them_stays_as_it_was(figures: Apart) -> None:
    alike = np.log(np.full(36, 1 / 36, np.float32))
    bare = np.full((HEIGHT, WIDTH, 3), 200, np.uint8)
    assert np.allclose(figures.told(alike, bare), alike)
