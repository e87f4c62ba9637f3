"""How likely tiles that are named together are what they are named."""

import numpy as np

from engine.sight.observation import CERTAIN, SURE
from engine.tile import N_KINDS, Tile
from vision.follow.chances import Named, Names, named


def of(tile: Tile, share: float, own: float, suits: float = 1.0, family: int = 0, settled: bool = False) -> Named:
    """One tile of a drawing that is named so in such a share of the ways to see it, by itself read so as likely as
    `own`."""

    def shares(p: float) -> np.ndarray:
        out = np.full((1, N_KINDS), (1 - p) / (N_KINDS - 1))
        out[0, tile] = p
        return out

    names = Names(np.array([tile]), shares(share), np.array([family]), suits, np.full(1, 2.0), np.zeros((1, 9)))
    return named(names, np.zeros(1, int), np.zeros((1, 1)), np.log(shares(own)), np.array([settled], np.bool_))


def test_a_number_is_as_likely_as_it_and_its_suit_are() -> None:
    sure, open_suits, open_number = of(Tile.C5, 1.0, 0.99), of(Tile.C5, 1.0, 0.99, 0.5), of(Tile.C5, 0.4, 0.4)
    assert sure.right()[0] > SURE
    assert max(open_suits.right()[0], open_number.right()[0]) < SURE
    assert of(Tile.C5, 1.0, 0.99, 0.5, family=-1).right()[0] > SURE, "what is in no suit does not hang on the suits"
    assert sure.numbered.all()
    assert not of(Tile.RED, 1.0, 0.99).numbered.any()


def test_what_is_hardly_sure_does_not_count_as_sure() -> None:
    found = np.array([of(Tile.RED, share, 0.6, family=-1).right()[0] for share in np.linspace(0.5, 0.9999, 60)])
    assert (np.diff(found) >= 0).all()
    assert not ((found > CERTAIN * SURE) & (found <= SURE)).any()


def test_what_somebody_said_is_not_doubted() -> None:
    assert of(Tile.RED, 1.0, 0.001, family=-1).right()[0] < SURE
    assert of(Tile.RED, 1.0, 0.001, family=-1, settled=True).right()[0] >= CERTAIN


def test_chances_of_all_kinds_are_one_and_the_likeliest_stays_so() -> None:
    for share, own in ((0.03, 0.03), (0.2, 0.01), (0.5, 0.9), (1.0, 0.9999)):
        believed = of(Tile.D7, share, own, 0.3).believed()
        np.testing.assert_allclose(believed.sum(1), 1.0)
        assert believed.argmax() == Tile.D7
        assert (believed > 0).all()


def test_a_tile_that_may_bear_another_drawing_is_less_sure() -> None:
    kinds, told = np.array([Tile.RED, Tile.FLOWER]), (np.full(2, 2.0), np.zeros((2, 9)))
    names = Names(kinds, np.eye(N_KINDS)[kinds], np.array([-1, -1]), 1.0, *told)

    def of_two(first: float, other: float, settled: bool = False) -> Named:
        own = np.log(0.8 * np.eye(N_KINDS)[[Tile.RED]] + 0.2 / N_KINDS)
        return named(names, np.zeros(1, int), np.array([[first, other]]), own, np.array([settled]))

    plain, near = of_two(6.0, -6.0), of_two(1.0, 0.5)
    assert plain.right()[0] > SURE > near.right()[0]
    assert plain.said.argmax() == near.said.argmax() == Tile.RED
    assert near.said[0, Tile.FLOWER] > 10 * plain.said[0, Tile.FLOWER]
    assert of_two(1.0, 0.5, settled=True).right()[0] >= CERTAIN, "but not where somebody said what it is"


def test_a_flower_that_lies_there_is_hardly_what_another_tile_is_too() -> None:
    def joker_beside(other: Tile) -> Named:
        """A joker, one of three, that looks as much like a tile of another drawing."""
        kinds = np.array([Tile.JOKER, other])
        names = Names(kinds, np.eye(N_KINDS)[kinds], np.array([-1, -1]), 1.0, np.full(2, 2.0), np.zeros((2, 9)))
        drawing, may = np.array([0, 0, 0, 1, 1]), np.array([[1.0, 1.0]] * 5)
        return named(names, drawing, may, np.log(np.full((5, N_KINDS), 1 / N_KINDS)), np.zeros(5, np.bool_))

    beside_flowers, beside_soaps = joker_beside(Tile.FLOWER).said, joker_beside(Tile.SOAP).said
    assert beside_flowers[0, Tile.JOKER] > 0.9 > 0.6 > beside_soaps[0, Tile.JOKER]
    assert beside_flowers[3, Tile.FLOWER] > 0.4, "what is taken for a flower stays one"


def test_a_number_whose_figure_says_so_and_a_suit_that_is_set_apart_are_told_apart_from_others() -> None:
    """Column by column: how the figure agrees stands with the number, how far apart its suit is with the suit."""
    figures = np.log(np.array([[0.92] + [0.01] * 8, [0.01] * 8 + [0.92], [1 / 9] * 9]))
    kinds = np.array([Tile.C1, Tile.C1, Tile.C1])
    names = Names(kinds, np.eye(N_KINDS)[kinds], np.zeros(3, int), 1.0, np.array([0.5, 1.0, 2.0]), figures)
    told = named(names, np.arange(3), np.eye(3), np.log(np.eye(N_KINDS)[kinds] + 0.01), np.zeros(3, bool)).tell[..., -1]
    assert told[0, 0] > 2
    assert told[1, 0] < -2
    assert abs(told[2, 0]) < 1e-9, "a figure that tells nothing"
    np.testing.assert_allclose(told[:, 1], (0.5, 1.0, 2.0))
    assert not told[:, 2].any()


def test_the_likeliest_kind_stays_so_however_little_it_is_believed_and_in_single_precision() -> None:
    kinds = np.array([Tile.JOKER])
    share = np.zeros((1, N_KINDS))
    share[0, [Tile.FLOWER, Tile.JOKER]] = 0.45, 0.55
    names = Names(kinds, share, np.array([-1]), 1.0, np.full(1, 2.0), np.zeros((1, 9)))
    own = np.log(np.full((1, N_KINDS), 1e-3))
    told = named(names, np.zeros(1, int), np.zeros((1, 1)), own, np.zeros(1, bool))
    assert told.right()[0] < 0.3
    said = np.float32(np.log(told.believed()) - 6.0)
    assert Tile(int(said.argmax())) is Tile.JOKER


def test_no_more_tiles_are_a_kind_for_sure_than_a_set_has_of_it() -> None:
    def flowers(n: int, hands: int = 1, said_so: int = 0) -> np.ndarray:
        kinds = np.array([Tile.FLOWER] * n)
        names = Names(kinds, np.eye(N_KINDS)[kinds], np.full(n, -1), 1.0, np.full(n, 2.0), np.zeros((n, 9)), hands)
        own = np.log(0.9 * np.eye(N_KINDS)[kinds] + 0.1 / N_KINDS)
        apart = np.where(np.eye(n, dtype=bool), 6.0, -6.0)
        return named(names, np.arange(n), apart, own, np.arange(n) < said_so).right()

    assert flowers(8).min() > 0.9, "as many as there are"
    assert flowers(15).sum() <= 8 < flowers(15).sum() + 0.5
    assert flowers(15, hands=2).min() > 0.9, "of two hands twice as many"
    told = flowers(12, said_so=8)
    assert told[:8].min() > 0.9, "what somebody said is not doubted"
    assert told[8:].max() < 0.1, "and leaves no more of them"


def test_a_flower_that_reads_like_one_is_not_a_joker_because_one_looks_like_it() -> None:
    kinds = np.array([Tile.FLOWER, Tile.JOKER, Tile.JOKER])
    names = Names(kinds, np.eye(N_KINDS)[kinds], np.full(3, -1), 1.0, np.full(3, 2.0), np.zeros((3, 9)))
    borne = np.array([[0.0, -0.5, -0.5], [-0.5, 4.0, 0.0], [-0.5, 0.0, 4.0]])
    own = np.log(0.9 * np.eye(N_KINDS)[kinds] + 0.1 / N_KINDS)
    of_one_each = np.arange(3)
    said = named(names, of_one_each, borne, own, np.zeros(3, np.bool_)).said
    assert list(said.argmax(1)) == list(kinds)
    as_joker = own.copy()
    as_joker[0] = own[1]
    assert named(names, of_one_each, borne, as_joker, np.zeros(3, np.bool_)).said[0].argmax() == Tile.JOKER
