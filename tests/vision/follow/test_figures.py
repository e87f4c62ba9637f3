import cv2
import numpy as np

from vision.follow.figures import (
    HASTY,
    PLACES,
    Laid,
    beside,
    figure_boxes,
    grey,
    in_the_middle,
    likeness,
    parted,
    patches,
    squares,
    turned_like,
)
from vision.read.apart import laid_upon, soft
from vision.read.crops import HEIGHT, WIDTH
from vision.read.numerals import HIGH, WIDE

AT = (34, 16)  # where the figure stands


def tile(number: int, push: tuple[int, int] = (0, 0), turned: bool = False, seed: int = 0) -> np.ndarray:
    """A picture with a figure in its corner, not laid exactly."""
    crop = np.full((HEIGHT, WIDTH, 3), 235, np.uint8)
    cv2.circle(crop, (22, 40), 13, (60, 120, 40), -1)
    cv2.rectangle(crop, (16, 30), (28, 36), (20, 20, 160), -1)
    cv2.putText(crop, str(number), (AT[0] - 5, AT[1] + 5), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (120, 40, 20), 2, cv2.LINE_AA)
    crop = np.roll(crop, push, (0, 1))
    noise = np.random.default_rng(seed).normal(0, 4, crop.shape)
    crop = np.clip(crop + noise, 0, 255).astype(np.uint8)
    return crop[::-1, ::-1] if turned else crop


def some(turned: bool = False) -> np.ndarray:
    pushes = ((0, 0), (1, 0), (0, 1), (-1, 1), (1, -1), (0, 0))
    return np.stack(
        [tile(n, push, turned, k) for k, (n, push) in enumerate(zip((2, 5, 2, 7, 5, 7), pushes, strict=True))]
    )


def test_what_tells_tiles_of_one_picture_apart_is_found() -> None:
    laid = Laid.of(some())
    x0, y0, x1, y1 = figure_boxes(laid.differs())[0]
    assert abs((x0 + x1) / 2 - AT[0]) < 4
    assert abs((y0 + y1) / 2 - AT[1]) < 4
    assert not in_the_middle((x0, y0, x1, y1))
    assert in_the_middle((18, 26, 30, 38))


def test_where_tiles_differ_in_many_places_all_of_them_are_looked_at() -> None:
    differs = np.zeros((HEIGHT, WIDTH), np.float32)
    for x, y, much in ((6, 6, 1.0), (40, 8, 0.5), (24, 32, 0.2), (10, 56, 0.1)):
        cv2.circle(differs, (x, y), 3, much, -1)
    found = squares(differs)
    assert 4 <= len(found) <= PLACES
    for x, y in ((6, 6), (40, 8), (24, 32), (10, 56)):
        assert any(x0 <= x < x1 and y0 <= y < y1 for x0, y0, x1, y1 in found)
    x0, y0, x1, y1 = found[0]
    assert x0 <= 6 < x1
    assert y0 <= 6 < y1, "where they differ the most comes first"
    assert squares(np.zeros((HEIGHT, WIDTH), np.float32)) == ()


def test_a_box_is_moved_and_stretched_within_a_crop() -> None:
    assert set(beside((20, 20, 32, 28))) == {
        (17, 20, 29, 28), (23, 20, 35, 28), (20, 18, 32, 26), (20, 22, 32, 30), (18, 19, 33, 29), (21, 21, 30, 27),
    }  # fmt: skip
    for x0, y0, x1, y1 in (box for corner in ((1, 1, 9, 9), (39, 55, 47, 63)) for box in beside(corner)):
        assert min(x0, y0) > 0
        assert x1 < WIDTH
        assert y1 < HEIGHT
    assert all(x1 - x0 > 3 for x0, _, x1, _ in beside((10, 10, 14, 40)))


def test_tiles_of_one_face_are_alike_there_and_others_are_not() -> None:
    laid = Laid.of(some())
    box = figure_boxes(laid.differs())[0]
    shades = grey(laid.pictures, box)
    alike = likeness(shades, box)
    np.fill_diagonal(alike, -1)
    assert alike.argmax(1).tolist() == [2, 4, 0, 5, 1, 3]
    assert patches(shades, box).shape == (6, HIGH, WIDE)


def test_a_tile_is_laid_whichever_end_is_up() -> None:
    under = soft(tile(5))
    laid = laid_upon(tile(5, (2, -1), True, 3), under, HASTY)
    assert np.corrcoef(laid.ravel(), under.ravel())[0, 1] > 0.95
    bare = np.full((HEIGHT, WIDTH, 3), 200, np.uint8)
    assert np.isfinite(laid_upon(bare, under, HASTY)).all()


def crossed(number: int, turned: bool = False, seed: int = 0) -> np.ndarray:
    """A picture that looks the same either end up, but for its small figure."""
    crop = np.full((HEIGHT, WIDTH, 3), 235, np.uint8)
    cv2.rectangle(crop, (20, 12), (28, 52), (40, 110, 40), -1)
    cv2.rectangle(crop, (8, 26), (40, 38), (40, 110, 40), -1)
    cv2.putText(crop, str(number), (9, 36), cv2.FONT_HERSHEY_SIMPLEX, 0.3, (235, 235, 235), 1, cv2.LINE_AA)
    noise = np.random.default_rng(seed).normal(0, 3, crop.shape)
    crop = np.clip(crop + noise, 0, 255).astype(np.uint8)
    return crop[::-1, ::-1] if turned else crop


def test_a_picture_that_fits_either_end_up_is_laid_by_its_figure() -> None:
    under = soft(crossed(5))
    for seed, number in enumerate((1, 2, 4, 7), start=1):
        upright, over = (laid_upon(crossed(number, turned, seed), under, HASTY) for turned in (False, True))
        assert np.abs(upright - over).mean() < 6
        assert upright[26:38, 8:16].mean() > upright[26:38, 32:40].mean(), "the figure stands on the left"


def test_tiles_that_show_one_picture_but_for_a_figure_lie_near() -> None:
    green = np.stack([crossed(n, seed=n) for n in (1, 2, 3, 4)])
    more = np.stack([crossed(n, n % 2 > 0, seed=n) for n in (5, 6, 7)])
    assert parted(more, green) < 3
    assert parted(some(), green) > 10
    assert parted(some()[:1], green) > 10


def test_groups_of_a_set_are_turned_alike() -> None:
    upright, over = Laid.of(some()), Laid.of(some(turned=True))
    both = turned_like([upright, over])
    boxes = [figure_boxes(one.differs())[0] for one in both]
    assert max(abs(a - b) for a, b in zip(*boxes, strict=True)) < 6
