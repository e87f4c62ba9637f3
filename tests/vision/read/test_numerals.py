import cv2
import numpy as np

from vision.read.numerals import HIGH, NOT_ONE, WIDE, Numerals, even


def figure(number: int) -> np.ndarray:
    """A figure as OpenCV draws it, light on a dark disc."""
    patch = np.full((HIGH, WIDE), 200, np.uint8)
    cv2.circle(patch, (WIDE // 2, HIGH // 2), 15, 60, -1)
    cv2.putText(patch, str(number), (WIDE // 2 - 7, HIGH // 2 + 8), cv2.FONT_HERSHEY_SIMPLEX, 0.75, 230, 2, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(patch, (0, 0), 0.8), np.float32)


def test_a_patch_is_made_even() -> None:
    grey = even(figure(4))
    assert abs(float(grey.mean())) < 1e-4
    assert abs(float(grey.std()) - 1) < 1e-2
    assert np.isfinite(even(np.zeros((HIGH, WIDE), np.float32))).all()


def test_plain_figures_are_read() -> None:
    said = Numerals().read(np.stack([figure(n) for n in range(1, 10)]))
    assert said.shape == (9, NOT_ONE)
    assert (said.argmax(1) == np.arange(9)).sum() >= 7


def test_what_shows_no_figure_tells_little() -> None:
    said = Numerals().read(np.zeros((1, HIGH, WIDE), np.float32))
    assert said.min() > -np.inf
    assert Numerals().read(np.zeros((0, HIGH, WIDE), np.float32)).shape == (0, NOT_ONE)
