import numpy as np

from engine.tile import N_KINDS, Tile
from vision.follow.assigning import (
    NO_SUIT,
    NUMBERED,
    SETTLED,
    SLOTS,
    WAYS,
    Weighed,
    assigned,
    best_pairs,
    by_ink,
    families,
    suits_apart,
    there_are,
    usual,
)
from vision.follow.drawings import Drawings

PICTURES = np.repeat([0, 1, 2], 3)  # three families of three drawings


def drawings(inks: np.ndarray, picture: np.ndarray, hues: np.ndarray | None = None) -> Drawings:
    none = np.zeros((len(picture), 9))
    return Drawings(np.arange(len(picture)), picture, none, inks, none if hues is None else hues, np.zeros((0, 0)))


def seen_as(*kinds: Tile) -> np.ndarray:
    out = np.zeros((len(kinds), N_KINDS))
    out[np.arange(len(kinds)), [int(k) for k in kinds]] = 3.0
    return out


def weighed(seen: np.ndarray, family: list[int], worded: float = 0.0, part: float = 0.5) -> Weighed:
    of, open_ = np.array(family), np.zeros(len(WAYS))
    return Weighed(
        seen, np.zeros_like(seen), of, of >= 0, np.zeros((len(of), 3)), open_, np.zeros((3, 3)), worded, part
    )


def test_every_kind_has_one_drawing_but_flowers_and_jokers_may_have_more() -> None:
    assert [SLOTS.tolist().count(t) for t in (Tile.B1, Tile.FLOWER, Tile.JOKER)] == [2, 9, 3]
    seen = seen_as(Tile.RED, Tile.RED, Tile.FLOWER, Tile.FLOWER, Tile.FLOWER)
    seen[1, Tile.GREEN] = 2.0
    kinds, _ = assigned(weighed(3 * seen, [NO_SUIT] * 5))
    assert [Tile(int(k)) for k in kinds] == [Tile.RED, Tile.GREEN, Tile.FLOWER, Tile.FLOWER, Tile.FLOWER]


def test_what_is_laid_together_is_worth_the_most_with_more_rows_than_columns_too() -> None:
    worth = np.array([[3.0, 2.0, -1.0], [2.9, 0.0, -5.0]])
    assert [side.tolist() for side in best_pairs(worth)] == [[0, 1], [1, 0]]
    assert [side.tolist() for side in best_pairs(worth.T)] == [[0, 1], [1, 0]]
    assert [len(side) for side in best_pairs(np.zeros((0, 3)))] == [0, 0]


def test_drawings_of_one_picture_are_one_suit_whatever_each_looks_like() -> None:
    seen = np.zeros((9, N_KINDS))
    for k in range(9):
        seen[k, [k % 3, 9 + k % 3, 18 + k % 3]] = 2.0  # the number is plain, the suit is not
    seen[0, Tile.C1] += 1.0
    kinds, ways = assigned(weighed(seen, PICTURES.tolist()))
    assert set(kinds[:3] // 9) == {1}
    assert sorted(kinds % 9) == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert abs(ways.sum() - 1) < 1e-9


def test_what_somebody_said_of_a_family_settles_its_suit() -> None:
    seen = np.zeros((9, N_KINDS))
    seen[:, :NUMBERED] = 1.0
    held = weighed(seen, PICTURES.tolist())
    held.told[2, 0] = SETTLED
    kinds, ways = assigned(held)
    assert set(kinds[6:] // 9) == {0}
    assert ways.max() <= 0.5 + 1e-6, "which of the others is which stays open"


def test_families_go_by_pictures_then_by_inks() -> None:
    inks = np.array([[0.0, 60, 0]] * 3 + [[0.0, 0, 60]] * 3 + [[0.0, -60, 0]] * 3)
    seen = np.zeros((9, N_KINDS))
    seen[:, :NUMBERED] = 1.0
    assert families(drawings(inks, PICTURES), seen).tolist() == PICTURES.tolist()
    by_ink = families(drawings(inks, np.full(9, -1)), seen)
    assert [len(set(by_ink[k : k + 3])) for k in (0, 3, 6)] == [1, 1, 1]
    assert len(set(by_ink)) == 3
    seen[:, NUMBERED:] = 5.0
    assert set(families(drawings(inks, np.full(9, -1)), seen)) == {NO_SUIT}


def test_drawings_of_one_hue_are_one_family_however_dark_each_is_printed() -> None:
    dark, light = np.array([[-80.0, 0, 0]]), np.array([[-20.0, 0, 0]])
    inks = np.array([[0.0, 30, 0]] * 4 + [[0.0, 0, 30]] * 4 + [[0.0, -30, 0]] * 4)
    inks[::2] += dark
    inks[1::2] += light
    seen = np.zeros((12, N_KINDS))
    seen[:, :NUMBERED] = 1.0
    by_hue = families(drawings(inks, np.full(12, -1)), seen)
    assert [len(set(by_hue[k : k + 4])) for k in (0, 4, 8)] == [1, 1, 1]
    assert len(set(by_hue)) == 3


def test_drawings_in_several_hues_are_told_from_those_in_the_mean_of_them() -> None:
    hues = np.zeros((9, 9))
    hues[:3, 0] = hues[3:6, 2] = 1.0
    hues[6:, [1, 4]] = 0.5
    seen = np.zeros((9, N_KINDS))
    seen[:, :NUMBERED] = 1.0
    inks = np.random.default_rng(1).normal(0, 8, (9, 3))  # all much alike
    by_hue = families(drawings(inks, np.full(9, -1), hues), seen)
    assert [len(set(by_hue[k : k + 3])) for k in (0, 3, 6)] == [1, 1, 1]
    assert len(set(by_hue)) == 3


def test_where_two_suits_are_in_their_usual_inks_the_third_is_the_third_in_any_ink() -> None:
    inks = np.array([[0.5, 3.0, 0.5], [0.5, 0.5, 0.5], [3.0, 0.5, 0.5]])  # red, gold and green
    told = usual(inks)
    assert WAYS[int(told.argmax())] == (1, 2, 0)
    assert np.sort(told)[-1] - np.sort(told)[-2] > 0.5
    assert np.ptp(usual(np.ones((3, 3)))) < 1e-12, "inks that tell nothing leave all open"


def test_no_look_of_the_suits_rules_out_that_they_are_swapped_but_their_words_do() -> None:
    seen = np.zeros((9, N_KINDS))
    for k in range(9):
        seen[k, 9 * (k // 3) + k % 3] = 30.0
    looks, words = (assigned(weighed(seen, PICTURES.tolist(), worded=w))[1][WAYS.index((0, 1, 2))] for w in (0.0, 1.0))
    assert 0.85 < looks < 0.95
    assert words > 0.98


def test_two_suits_that_share_pictures_leave_the_third_to_the_other_numbers() -> None:
    inks = np.array([[0.0, 60, 0]] * 5 + [[0.0, 0, 60]] * 5 + [[0.0, -60, 0]] * 3)
    picture = np.array([0] * 5 + [1] * 5 + [-1] * 3)
    seen = np.zeros((13, N_KINDS))
    seen[:, :NUMBERED] = 1.0
    assert families(drawings(inks, picture), seen).tolist() == [0] * 5 + [1] * 5 + [2] * 3


def test_winds_that_share_a_picture_are_no_suit() -> None:
    picture = np.repeat([0, 1, 2, 3], [5, 5, 5, 4])
    seen = np.zeros((19, N_KINDS))
    seen[:15, :NUMBERED] = 1.0
    seen[15:, Tile.NORTH : Tile.GREEN] = 5.0
    assert set(families(drawings(np.zeros((19, 3)), picture), seen)[15:]) == {NO_SUIT}
    fewer = np.r_[0:5, 15:19]  # no other suit shares one
    assert set(families(drawings(np.zeros((9, 3)), picture[fewer]), seen[fewer])[5:]) == {NO_SUIT}


def test_a_lone_picture_in_the_ink_of_a_suit_may_be_its_one() -> None:
    inks = np.array([[0.0, 60, 0]] * 3 + [[0.0, 0, 60]] * 3 + [[0.0, -60, 0]] * 3 + [[0.0, 58, 0], [0.0, 30, 30]])
    family = np.array([*PICTURES, NO_SUIT, NO_SUIT])
    told = by_ink(drawings(inks, np.append(PICTURES, [-1, -1])), family)
    assert told[9, 0] > 0 > told[9, 1:].max()
    assert told[10].max() < 0, "in nobody's ink"
    assert (told.argmax(1)[:9] == PICTURES).all()


def test_what_a_hand_must_have_shown_is_likelier_there_than_a_flower_more() -> None:
    half, few = there_are(0.5), there_are(0.01)
    assert half[Tile.B1] > 2
    assert half[Tile.FLOWER] == 0
    assert half[Tile.JOKER] >= half[Tile.B1]
    assert few.max() < 0.0 or few[Tile.B1] < 0, "of a few tiles none must be there"
    assert set(half[-N_KINDS:]) == {0.0}, "nothing is there a second time"
    assert np.isfinite(there_are(1.0)).all()


def test_drawings_that_bear_one_number_are_of_different_suits_however_alike_their_inks() -> None:
    seen = np.zeros((27, N_KINDS))
    for k in range(27):
        seen[k, [k % 9, 9 + k % 9, 18 + k % 9]] = 5.0  # the number is plain, the suit is not
    hue = np.repeat([[0.0, 30, 0], [0.0, 28, 12], [0.0, -30, 0]], 9, axis=0)
    hue[8] = [0.0, 28.5, 9]  # the nine of the first is printed nearly as the second is
    family = families(drawings(hue, np.full(27, -1)), seen)
    assert [len(set(family[k : k + 9])) for k in (0, 9, 18)] == [1, 1, 1]
    assert len(set(family)) == 3


def test_a_number_that_is_read_on_too_many_drawings_tells_nothing_of_their_suits() -> None:
    seen = np.zeros((60, N_KINDS))
    seen[:, [Tile.B5, Tile.C5, Tile.D5]] = 5.0
    hue = np.repeat([[0.0, 30, 0], [0.0, 0, 30], [0.0, -30, 0]], 20, axis=0)
    family = families(drawings(hue, np.full(60, -1)), seen)
    assert [len(set(family[k : k + 20])) for k in (0, 20, 40)] == [1, 1, 1]
    assert len(set(family)) == 3


def test_once_people_are_asked_about_a_suit_looks_tell_hardly_anything_of_the_two_others() -> None:
    seen = np.zeros((9, N_KINDS))
    for k in range(9):
        seen[k, 9 * (k // 3) + k % 3] = 30.0
    held = weighed(seen, PICTURES.tolist())
    held.told[2, 2] = SETTLED
    assert 0.7 < assigned(held)[1].max() < 0.85


def test_once_people_said_which_suit_a_picture_is_its_drawings_are_that_suit_however_they_look() -> None:
    seen = np.zeros((6, N_KINDS))
    for k in range(6):
        seen[k, [9 * s + k % 3 for s in range(3)]] = 2.0
    seen[:3, 18:27] += 20.0  # the first family looks like Dots, and the second like Bams: all of both are mistaken
    seen[3:, :9] += 20.0
    held = weighed(seen, [0, 0, 0, 1, 1, 1])
    held.told[0, 0] = held.told[1, 2] = SETTLED
    kinds, _ = assigned(held)
    assert kinds.tolist() == [0, 1, 2, 18, 19, 20]
    seen[0, Tile.JOKER] += 60.0
    assert assigned(held)[0][0] == Tile.JOKER, "one that looks like something else by itself is not held"


def test_suits_of_one_ink_are_hardly_set_apart_and_such_as_share_a_picture_are() -> None:
    inks = np.repeat([[0.0, 200.0, 0.0], [0.0, -200.0, 0.0], [0.0, -199.0, 0.0]], 2, axis=0)
    of = np.repeat([0, 1, 2], 2)
    found = suits_apart(drawings(inks, np.full(6, -1)), of)
    assert (found[:2] == 2).all()
    assert (found[2:] < 0.2).all()
    assert (suits_apart(drawings(inks, of), of) == 2).all()
    assert suits_apart(drawings(inks[:1], np.full(1, -1)), np.array([NO_SUIT])).tolist() == [2.0]
