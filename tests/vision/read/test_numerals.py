import cv2
import numpy as np

from vision.read.numerals import HIGH, NOT_ONE, RESEMBLING, WIDE, Numerals, even, resembling


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


ONE_PICTURE = np.zeros(9, np.int64)


def test_plain_figures_are_read() -> None:
    said = Numerals().read(np.stack([figure(n) for n in range(1, 10)]), ONE_PICTURE)
    assert said.shape == (9, NOT_ONE)
    assert (said.argmax(1) == np.arange(9)).sum() >= 7


def test_in_whatever_order_they_come() -> None:
    figures, order = np.stack([figure(n) for n in range(1, 10)]), np.array([4, 0, 8, 2, 6, 1, 7, 3, 5])
    said, other = (Numerals().read(figures[some], ONE_PICTURE) for some in (np.arange(9), order))
    assert np.abs(said[order] - other).max() < 1e-3


def test_a_figure_hardly_seen_is_told_by_its_copies() -> None:
    rng = np.random.default_rng(2)
    clear = np.stack([figure(n) for n in range(1, 10)] * 3)
    hardly = np.stack([figure(n) + rng.normal(0, 70, (HIGH, WIDE)) for n in range(1, 10)]).astype(np.float32)
    truth, groups = np.arange(9), np.zeros(36, np.int64)

    def right(said: np.ndarray) -> float:
        """How likely what each is, is taken to be, on the average."""
        p = np.exp(said - np.logaddexp.reduce(said, axis=1, keepdims=True))
        return float(p[truth, truth].mean())

    alone = right(np.concatenate([Numerals().read(one[None], groups[:1]) for one in hardly]))
    assert right(Numerals().read(np.concatenate([hardly, clear]), groups)[:9]) > alone


def test_copies_resemble_one_another_beyond_their_picture() -> None:
    figures = np.stack([even(figure(n)) for n in (1, 1, 5, 5, 8, 8)])
    told = resembling(figures, np.array([0, 0, 0, 0, 0, 0]))
    assert told.shape == (6, 6, RESEMBLING)
    assert (told[..., 0] == 1).all()
    assert np.allclose(told, told.transpose(1, 0, 2))
    for k in range(6):
        others = [told[k, j, 1] for j in range(6) if j not in (k, k ^ 1)]
        assert told[k, k ^ 1, 1] > max(others)
    assert (resembling(figures, np.arange(6))[..., 0] == np.eye(6)).all()


def test_what_shows_no_figure_tells_little() -> None:
    said = Numerals().read(np.zeros((1, HIGH, WIDE), np.float32), ONE_PICTURE[:1])
    assert said.min() > -np.inf
    assert Numerals().read(np.zeros((0, HIGH, WIDE), np.float32), ONE_PICTURE[:0]).shape == (0, NOT_ONE)
