import numpy as np

from engine.tile import N_KINDS, Tile
from vision.follow.assigning import NO_SUIT, NUMBERED, SETTLED, SLOTS, Weighed, assigned, families
from vision.follow.drawings import Drawings

PICTURES = np.repeat([0, 1, 2], 3)  # three families of three drawings


def drawings(inks: np.ndarray, picture: np.ndarray) -> Drawings:
    return Drawings(np.arange(len(picture)), picture, np.zeros((len(picture), 9)), inks)


def seen_as(*kinds: Tile) -> np.ndarray:
    out = np.zeros((len(kinds), N_KINDS))
    out[np.arange(len(kinds)), [int(k) for k in kinds]] = 3.0
    return out


def weighed(seen: np.ndarray, family: list[int]) -> Weighed:
    return Weighed(seen, np.zeros_like(seen), np.array(family), np.zeros((3, 3)))


def test_every_kind_has_one_drawing_but_flowers_and_jokers_may_have_more() -> None:
    assert [SLOTS.tolist().count(t) for t in (Tile.B1, Tile.FLOWER, Tile.JOKER)] == [2, 9, 3]
    seen = seen_as(Tile.RED, Tile.RED, Tile.FLOWER, Tile.FLOWER, Tile.FLOWER)
    seen[1, Tile.GREEN] = 2.0
    kinds, _ = assigned(weighed(seen, [NO_SUIT] * 5))
    assert [Tile(int(k)) for k in kinds] == [Tile.RED, Tile.GREEN, Tile.FLOWER, Tile.FLOWER, Tile.FLOWER]


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
    held.suits[2, 0] = SETTLED
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
