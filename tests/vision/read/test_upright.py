"""Which way up tiles stand is told by what is written on them, and by where their set prints it."""

import numpy as np

from engine.tile import Tile
from tests.tiles_laid import laid_out
from vision.read.crops import taken
from vision.read.indices import FLOWER, GROUPS, NUMBERS, PLACES, SHARES, Indices, Signs
from vision.read.upright import as_they_stand, at_one_place, head_up, lopsided, rows

SUITS = [[(Tile(9 * suit + k), 0) for k in range(NUMBERS)] for suit in range(3)]
SIXES = [n + 9 * suit for suit in range(3) for n in (5, 8)]
SETS = ("giant-9", "header-9", "corner-7")  # numbers that neither training nor any measurement draws


def crops_of(family: str) -> np.ndarray:
    """The numbered tiles of a set, upright (27, 64, 48, 3)."""
    image, quads, _ = laid_out(family, SUITS, 48, seed=5)
    return taken(image, quads).crops[: len(quads)]


def test_a_six_and_a_nine_on_their_heads_are_told_by_the_others_of_their_set() -> None:
    right = tried = 0
    for family in SETS:
        crops, turned = crops_of(family), np.zeros(27, bool)
        turned[np.random.default_rng(3).permutation(27)[:9]] = True
        turned[SIXES[::2]] = True
        crops[turned] = crops[turned][:, ::-1, ::-1]
        signs = Indices().signs(crops)
        up = head_up(crops, signs.shares)
        right, tried = right + int(((up > 0.5) == ~turned)[SIXES].sum()), tried + len(SIXES)
        shares = as_they_stand(signs, up)
        assert shares.shape == (27, SHARES)
        assert np.allclose(shares.sum(1), len(GROUPS), atol=1e-3)
    assert right / tried > 0.8


def test_tiles_that_look_the_same_both_ways_are_most_likely_as_they_are_cut_out() -> None:
    plain = np.full((4, 64, 48, 3), 230, np.uint8)
    assert not lopsided(plain).any()
    assert (head_up(plain, Indices().signs(plain).shares) > 0.5).all()
    assert head_up(plain[:0], np.zeros((2, 0, SHARES))).shape == (0,)


def test_what_looks_like_one_of_many_signs_stands_on_its_head() -> None:
    crops = crops_of(SETS[1])
    shares = np.zeros((2, len(crops), SHARES))
    shares[:, :, NUMBERS + len(SUITS) + 1] = shares[..., -1] = 1.0  # no suit's word, no honour's sign
    shares[0, :, :NUMBERS] = 1 / NUMBERS  # as it is cut out it may be any number,
    shares[1, :, 3] = 0.95  # on its head it is a four
    shares[1, :, NUMBERS] = 0.05
    assert (head_up(crops, shares) < 0.5).all()


def nothing_written(n: int) -> np.ndarray:
    """Shares (2, n, 24) of tiles on which no number, no suit's word and no honour's sign stands either way up."""
    shares = np.zeros((2, n, SHARES))
    shares[..., NUMBERS] = shares[..., NUMBERS + len(SUITS) + 1] = shares[..., -1] = 1.0
    return shares


def headed(n: int) -> np.ndarray:
    """Tiles with a band at their upper end (n, 64, 48, 3)."""
    crops = np.full((n, 64, 48, 3), 230, np.uint8)
    crops[:, 6:20, 6:-6] = (40, 40, 160)
    return crops


def test_copies_of_one_picture_that_looks_like_a_flower_on_its_head_tell_no_more_than_one() -> None:
    shares, jesters, points = nothing_written(11), np.arange(8), np.eye(11)
    shares[1, jesters, FLOWER], shares[1, jesters, -1] = 0.9, 0.1
    shares[0, 8:, 3], shares[0, 8:, NUMBERS] = 0.95, 0.05  # three fours are read as they are cut out
    assert (head_up(headed(11), shares, points)[jesters] < 0.1).all(), "eight different ones are believed"
    points[jesters] = points[0]
    up = head_up(headed(11), shares, points)
    assert (np.abs(up[jesters] - 0.5) < 0.2).all()
    assert (up[8:] > 0.9).all()


def test_what_a_network_sees_tells_where_nothing_is_written() -> None:
    shares, upside = nothing_written(6), np.zeros((2, 6))
    upside[0, :5], upside[1, :5] = 4.0, -4.0  # five of them upside down as they are cut out
    assert (head_up(headed(6), shares, upside=upside) < 0.3).all(), "the sixth lies as the others do"
    assert (head_up(headed(6), shares, upside=-upside) > 0.7).all()


def test_a_set_of_which_two_things_are_told_is_left_open() -> None:
    shares, upside = nothing_written(8), np.zeros((2, 8))
    shares[0, :, 3], shares[0, :, NUMBERS] = 0.7, 0.3
    upside[0], upside[1] = 6.0, -6.0
    agreed = head_up(headed(8), shares, upside=-upside)
    assert (agreed > 0.9).all()
    assert (np.abs(head_up(headed(8), shares, upside=upside) - 0.5) < 0.25).all()


def test_tiles_of_one_row_stand_one_way_up() -> None:
    quad = np.array([[0, 0], [24, 0], [24, 32], [0, 32]], np.float32)
    moved = ((0, 0), (25, 0), (50, 1), (50, 60), (80, 0))
    ways = (quad, quad[[2, 3, 0, 1]], quad, quad, quad[[1, 2, 3, 0]])
    quads = np.stack([np.add(way, by, dtype=np.float32) for way, by in zip(ways, moved, strict=True)])
    beside = rows(quads)
    assert beside[0].tolist() == [0, -1, 0, 0, 0], "the next of its row, cut out on its head"
    assert beside[2].tolist() == [0, -1, 0, 0, 0], "none of another row, and none that lies across"
    assert np.array_equal(beside, beside.T)
    plain, shares = np.full((3, 64, 48, 3), 230, np.uint8), nothing_written(3)
    shares[0, [0, 2], 3], shares[0, [0, 2], NUMBERS] = 0.95, 0.05
    assert head_up(plain, shares)[1] > 0.5, "as it is cut out"
    assert head_up(plain, shares, quads=quads[:3])[1] < 0.3, "between two that stand the other way"


def test_tiles_that_face_their_owners_tell_that_what_is_written_is_misread_on_all_of_the_set() -> None:
    shares, faces = nothing_written(12), np.array([-1] * 8 + [0] * 4)
    shares[0, :, 3], shares[0, :, NUMBERS] = 0.95, 0.05
    assert (head_up(headed(12), shares) > 0.9).all()
    assert (head_up(headed(12), shares, faces=-faces) > 0.9).all()
    up = head_up(headed(12), shares, faces=faces)
    assert (up < 0.3).all(), "those that were discarded as well"
    faces[1:] = 0
    assert (head_up(headed(12), shares, faces=faces)[1:] > 0.7).all(), "one tile may be laid the wrong way round"


def test_a_number_is_looked_for_where_the_set_has_its_numbers() -> None:
    places = np.full((2, 9, NUMBERS, *PLACES), 1e-6)
    places[0, range(8), range(8), 2, 2] = 0.9  # eight tiles bear theirs in a corner
    places[0, 8, 8, 2, 3] = 0.2  # the ninth hardly, beside it,
    places[0, 8, 0, 9, 9] = 0.3  # and its picture looks like a 1
    shares = np.concatenate([places.sum((3, 4)), np.zeros((2, 9, SHARES - NUMBERS))], 2)
    shares[..., NUMBERS], shares[..., -1] = 1 - shares[..., :NUMBERS].sum(2), 1
    up = np.stack([np.ones((9, 1)), np.zeros((9, 1))])
    told = at_one_place(Signs(shares, np.log(places).astype(np.float32)), up)
    assert told.shape == (2, 9, NUMBERS + 1)
    assert np.allclose(told.sum(2), 1)
    assert told[0].argmax(1).tolist() == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    alone = Signs(shares[:, 8:], np.log(places[:, 8:]).astype(np.float32))
    assert at_one_place(alone, up[:, 8:])[0, 0].argmax() != 8, "nobody tells it where"
    shares[0, 8, -1] = 0.05  # what stands in its corner is the letter of a wind
    shares[0, 8, -2] = 0.95
    letter = at_one_place(Signs(shares, np.log(places).astype(np.float32)), up)
    assert letter[0, 8, NUMBERS] > 2 * told[0, 8, NUMBERS]


def test_of_no_tiles_nothing_is_written() -> None:
    none = np.zeros((0, 64, 48, 3), np.uint8)
    assert as_they_stand(Indices().signs(none), np.zeros(0)).shape == (0, SHARES)
