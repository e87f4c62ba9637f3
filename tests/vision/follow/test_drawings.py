import cv2
import numpy as np

from engine.tile import N_KINDS, Tile
from tests.strange_set import STRANGE, rested
from vision.follow.drawings import (
    Dealt,
    drawn,
    figured,
    gathered,
    grouped,
    inks,
    most_of_a_suit,
    usual_inks,
)
from vision.judge.company import OTHER
from vision.judge.doubt import faces_of
from vision.read.indices import Indices, kinds_told
from vision.read.numerals import NOT_ONE, Numerals
from vision.read.upright import as_they_stand, head_up


def test_groups_are_near_each_other_on_the_average() -> None:
    at = np.array([0.0, 0.1, 0.2, 5.0, 5.1])
    away = np.abs(at[:, None] - at[None])
    assert grouped(away, 1.0).tolist() in ([0, 0, 0, 1, 1], [1, 1, 1, 0, 0])
    assert grouped(np.zeros((1, 1)), 1.0).tolist() == [0]
    assert grouped(np.zeros((0, 0)), 1.0).tolist() == []


def test_the_ink_is_the_print_and_not_the_body() -> None:
    crops = np.full((2, 64, 48, 3), (200, 230, 235), np.uint8)
    crops[0, 20:44, 16:32] = (40, 40, 200)
    crops[1, 20:44, 16:32] = (200, 60, 40)
    crops = np.concatenate([crops, crops[:1]])
    crops[2, 20:32, 16:32] = crops[1, 20:32, 16:32]
    (red, blue, _), hues = inks(crops)
    assert red[1] > 20
    assert blue[2] < -20
    assert np.allclose(hues.sum(1), 1)
    both = hues[2] - (hues[0] + hues[1]) / 2
    assert np.abs(both).max() < 0.15, "of two colours there are two hues, not one between them"
    assert np.abs(hues[0] - hues[1]).max() > 0.4


def test_a_suit_that_shares_a_picture_is_parted_by_its_figures() -> None:
    tiles, truth = rested(STRANGE)
    crops = np.stack([t.crop for t in tiles])
    signs = Indices().signs(crops)
    shares = as_they_stand(signs, head_up(crops, signs.shares))
    numbers = np.tile(np.arange(float(NOT_ONE)), (len(tiles), 1))
    d = drawn(np.stack([t.point for t in tiles]), (crops,), faces_of(kinds_told(shares)), numbers, Numerals(), Dealt())
    assert d.numbers.shape == (len(d.picture), NOT_ONE)
    assert d.picture.max() == 2, "three suits"
    pure = sum(np.bincount(truth[d.of == k]).max() for k in np.unique(d.of))
    assert pure / len(truth) > 0.9
    shared = d.picture[d.of] >= 0
    assert (truth[shared] < 27).mean() > 0.95
    alone = np.flatnonzero(d.picture < 0)
    np.testing.assert_allclose(d.numbers[alone], numbers[0] * np.bincount(d.of)[alone, None])


def test_a_suit_in_its_usual_ink_is_told_by_it_and_grey_ink_tells_nothing() -> None:
    crops = np.full((4, 64, 48, 3), 235, np.uint8)
    for k, ink in enumerate(((60, 160, 40), (40, 40, 200), (200, 80, 40), (60, 60, 60))):
        crops[k, 20:44, 16:32] = ink
    told = usual_inks(inks(crops)[0])
    assert told[:3].argmax(1).tolist() == [0, 1, 2]
    assert (np.sort(told[:3], axis=1)[:, -1] > 2 * np.sort(told[:3], axis=1)[:, -2]).all()
    assert np.ptp(told[3]) < 0.2


def test_tiles_that_a_shadow_sets_apart_are_with_their_picture() -> None:
    at = np.array([0.0] * 6 + [1.5] * 5 + [1.7] * 2 + [5.0] * 3) * OTHER
    picture = np.array([0] * 6 + [1] * 5 + [2] * 2 + [3] * 3)
    away = np.abs(at[:, None] - at[None])
    one, other = np.random.default_rng(1).integers(0, 255, (2, 64, 48, 3), np.uint8)
    crops = np.stack([one] * len(at))
    of, shared = gathered(picture, [0, 1], away, crops, 18.0)
    assert shared == [0], "half of a suit is that suit"
    assert of.tolist() == [0] * 13 + [3] * 3, "a wind is not"
    assert gathered(picture, [0, 1], away, crops, 10.0)[1] == [0, 1], "they are too many for one suit"
    assert gathered(picture, [], away, crops, 18.0)[0].tolist() == picture.tolist()
    crops[6:11] = other
    of, shared = gathered(picture, [0, 1], away, crops, 18.0)
    assert shared == [0, 1], "what shows something else is another suit, however near it is"
    assert of[:11].tolist() == [0] * 6 + [1] * 5


def test_of_a_hand_no_more_tiles_are_of_one_suit_than_chance_deals() -> None:
    assert most_of_a_suit(152, 1) == most_of_a_suit(304, 2) / 2 == 36
    assert 24 < most_of_a_suit(75, 1) < 30
    assert most_of_a_suit(75, 2) > most_of_a_suit(75, 1), "of two hands more may be missing"
    assert most_of_a_suit(400, 1) == 36


def banded(number: int, seed: int) -> np.ndarray:
    """A tile with a figure on its band, whose edge and whose neighbours show more or less."""
    rng = np.random.default_rng(seed)
    crop = np.full((64, 48, 3), 235, np.uint8)
    cv2.circle(crop, (16, 34), 9, (60, 120, 40), -1)
    cv2.rectangle(crop, (33, 5), (45, 58), (40, 140, 30), -1)
    cv2.putText(crop, str(number), (35, 17), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (250, 250, 250), 1, cv2.LINE_AA)
    for part in (np.s_[:9, :30], np.s_[-9:, :30]):
        crop[part] = rng.integers(0, 255, 3)
    return np.clip(crop + rng.normal(0, 3, crop.shape), 0, 255).astype(np.uint8)


def test_a_figure_is_found_where_other_things_differ_more() -> None:
    numbers = np.tile(np.arange(9), 4)[:30]
    crops = np.stack([banded(n + 1, k) for k, n in enumerate(numbers)])
    groups = [np.arange(15), np.arange(15, 30)]
    found = figured(groups, (crops,), np.zeros((30, 9)), Numerals())
    right = [one.said.argmax(1) == numbers[one.tiles] for one in found]
    assert np.concatenate(right).mean() > 0.8


def test_two_that_were_photographed_as_different_kinds_bear_no_drawing_together() -> None:
    crops, points = np.full((3, 64, 48, 3), 220, np.uint8), np.eye(4)[[0, 0, 0]]
    log_p = np.log(np.full((3, N_KINDS), 0.001) + 0.9 * np.eye(N_KINDS)[[Tile.C8] * 3])
    numbers = np.zeros((3, NOT_ONE))

    def of(*kinds: int) -> list[int]:
        return drawn(points, (crops,), log_p, numbers, Numerals(), Dealt(2, np.array(kinds, np.int64))).of.tolist()

    assert of() == of(Tile.C8, -1, Tile.C8) == [0, 0, 0]
    first, table, second = of(Tile.C8, -1, Tile.D8)
    assert first != second
    assert table in (first, second)
