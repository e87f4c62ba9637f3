import cv2
import numpy as np

from vision.follow.averaged import averaged, moved
from vision.read.whole import RIGHT, widened


def looks(count: int, text: str = "7") -> list[np.ndarray]:
    """Crops of one tile, each a little off and as noisy as a camera is under a lamp."""
    clean = np.full((64, 48, 3), 190, np.uint8)
    cv2.putText(clean, text, (12, 44), cv2.FONT_HERSHEY_SIMPLEX, 1.1, (60, 60, 180), 3, cv2.LINE_AA)
    rng, out = np.random.default_rng(3), []
    for k in range(count):
        way = np.array([[1, 0, rng.uniform(-1, 1) * (k > 0)], [0, 1, rng.uniform(-1, 1) * (k > 0)]])
        moved = cv2.warpAffine(clean, way, (48, 64), borderMode=cv2.BORDER_REPLICATE)
        lit = (moved + rng.normal(0, 12, moved.shape)) * (1 - 0.05 * k)
        out.append(np.clip(lit, 0, 255).astype(np.uint8))
    return [clean, *out]


def test_several_looks_show_more_than_one_does() -> None:
    clean, *noisy = looks(6)
    off = [np.abs(one.astype(float) - clean)[8:-8, 8:-8].mean() for one in (noisy[0], averaged(noisy))]
    assert off[1] < off[0] / 1.5


def test_of_one_look_it_is_that_look() -> None:
    assert (averaged(looks(1)[1:]) == looks(1)[1]).all()


def test_what_shows_something_else_is_left_out() -> None:
    first = looks(1)[1]
    other = np.random.default_rng(5).integers(0, 255, first.shape, np.uint8)
    blank = np.full_like(first, 90)
    assert (averaged([first, other, blank]) == first).all(), "another tile, and one that a hand covers"


def test_a_look_that_was_cut_out_without_the_band_at_an_edge_tells_nothing_of_it() -> None:
    clean, first = looks(1)
    first[:, 42:] = (40, 120, 40)
    way = np.array([[1.0, 0, 3], [0, 1, 0]])
    slim = np.asarray(cv2.warpAffine(clean, way, (48, 64), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    made = averaged([first, slim, slim]).astype(int)
    assert np.abs(made - first)[:, 46:].max() < 3
    assert np.abs(made - clean)[20:44, 12:36].mean() < np.abs(first.astype(int) - clean)[20:44, 12:36].mean()


def test_what_is_cut_out_turns_with_its_tile() -> None:
    lain = np.array([[10, 20], [40, 20], [40, 60], [10, 60]], np.float32)
    cut = widened(lain[None], RIGHT, np.array([0.25]))[0]
    angle = np.deg2rad(50)
    spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])

    def turned(quad: np.ndarray) -> np.ndarray:
        return np.asarray((quad - lain.mean(0)) @ spin + (90, 70), np.float32)

    for now in (turned(lain), np.roll(turned(lain), 2, axis=0)):
        np.testing.assert_allclose(moved(cut, lain, now), turned(cut), atol=1e-3)
