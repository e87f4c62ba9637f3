"""Rows that are cut out of photographs along their own edges, for the finder to learn from."""

from itertools import pairwise

import cv2
import numpy as np
import pytest

from vision.training.strips import strip


def _numbered() -> tuple[np.ndarray, np.ndarray]:
    """A picture of nine tiles, each of one grey of its own, and their quads."""
    image = np.zeros((90, 9 * 60, 3), np.uint8)
    quads = []
    for k in range(9):
        x, y = 60 * k + 8, 10
        cv2.rectangle(image, (x, y), (x + 44, y + 60), (100 + 15 * k,) * 3, -1)
        quads.append([[x, y], [x + 44, y], [x + 44, y + 60], [x, y + 60]])
    return image, np.array(quads, np.float64)


@pytest.mark.parametrize("seed", range(25))
def test_every_quad_of_a_strip_lies_on_one_tile(seed: int) -> None:
    image, quads = _numbered()
    patch, laid = strip(np.random.default_rng(seed), image, quads, 192)
    assert patch.shape == (192, 192, 3)
    assert len(laid)
    assert ((laid.mean(1) >= 0) & (laid.mean(1) < 192)).all()
    for quad in laid:
        middle = quad.mean(0)
        inner = (middle + (quad - middle) * 0.4).round().astype(int)
        low, high = np.clip(inner.min(0), 0, 191), np.clip(inner.max(0), 0, 191)
        seen = patch[low[1] : high[1] + 1, low[0] : high[0] + 1]
        assert seen.min() >= 95, "something that is no tile lies there"
        assert np.ptp(seen.astype(int)) <= 12, "two tiles lie there"


def test_tiles_of_a_strip_lie_side_by_side() -> None:
    image, quads = _numbered()
    for seed in range(10):
        _, laid = strip(np.random.default_rng(seed), image, quads, 192)
        for one, after in pairwise(laid):
            moved = after[0] - one[0]
            assert np.allclose(one[0] + moved, one[1]) or np.allclose(one[0] + moved, one[3])
