"""How likely tiles that are named together are what they are named."""

import numpy as np

from engine.sight.observation import CERTAIN, LIKELY, SURE
from engine.tile import N_KINDS, Tile
from vision.follow.chances import Named, named


def of(tile: Tile, share: float, own: float, suits: float = 1.0, family: int = 0, settled: bool = False) -> Named:
    """One tile that is named so in such a share of the ways to see it, by itself read so as likely as `own`."""

    def shares(p: float) -> np.ndarray:
        out = np.full((1, N_KINDS), (1 - p) / (N_KINDS - 1))
        out[0, tile] = p
        return out

    return named(
        shares(share), np.array([tile]), np.array([family]), suits, np.log(shares(own)), np.array([settled], np.bool_)
    )


def test_a_number_is_as_likely_as_it_and_its_suit_are() -> None:
    sure, open_suits, open_number = of(Tile.C5, 1.0, 0.99), of(Tile.C5, 1.0, 0.99, 0.5), of(Tile.C5, 0.4, 0.4)
    assert sure.right()[0] > SURE
    assert max(open_suits.right()[0], open_number.right()[0]) < LIKELY + (SURE - LIKELY) / 2
    assert of(Tile.C5, 1.0, 0.99, 0.5, family=-1).right()[0] > SURE, "what is in no suit does not hang on the suits"
    assert sure.numbered.all()
    assert not of(Tile.RED, 1.0, 0.99).numbered.any()


def test_what_is_hardly_sure_does_not_count_as_sure() -> None:
    found = np.array([of(Tile.RED, share, 0.6, family=-1).right()[0] for share in np.linspace(0.5, 0.9999, 60)])
    assert (np.diff(found) >= 0).all()
    assert not ((found > CERTAIN * SURE) & (found <= SURE)).any()


def test_what_somebody_said_is_not_doubted() -> None:
    assert of(Tile.RED, 1.0, 0.001, family=-1).right()[0] < 0.6
    assert of(Tile.RED, 1.0, 0.001, family=-1, settled=True).right()[0] >= CERTAIN


def test_chances_of_all_kinds_are_one_and_the_likeliest_stays_so() -> None:
    for share, own in ((0.03, 0.03), (0.2, 0.01), (0.5, 0.9), (1.0, 0.9999)):
        believed = of(Tile.D7, share, own, 0.3).believed()
        np.testing.assert_allclose(believed.sum(1), 1.0)
        assert believed.argmax() == Tile.D7
        assert (believed > 0).all()
