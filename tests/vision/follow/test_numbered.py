"""What figures stand where a set has its numbers."""

import numpy as np

from engine.tile import N_KINDS, Tile
from tests.tiles_laid import laid_out
from vision.follow.numbered import figures_told
from vision.read.crops import taken
from vision.read.indices import Indices
from vision.read.numerals import NOT_ONE, Numerals
from vision.read.together import Shown
from vision.read.upright import as_they_stand, head_up

SUITS = [[(Tile(9 * suit + k), 0) for k in range(9)] for suit in range(3)]
NUMBER = np.tile(np.arange(9), 3)
NUMERALS = Numerals()


def crops_of(family: str) -> np.ndarray:
    """The numbered tiles of a set, upright (27, 64, 48, 3)."""
    image, quads, _ = laid_out(family, SUITS, 40, seed=5)
    return taken(image, quads).crops[: len(quads)]


def read_as(kinds: np.ndarray, sure: float = 0.6) -> np.ndarray:
    """Tiles that are read as these kinds (n,): log p (n, 36)."""
    return np.log(sure * np.eye(N_KINDS)[kinds] + (1 - sure) / N_KINDS)


def told(crops: np.ndarray, log_p: np.ndarray, upright: np.ndarray | None = None) -> np.ndarray:
    n, signs = len(crops), Indices().signs(crops)
    faces = np.concatenate([log_p, np.full((n, 1), -7.0)], 1)
    up = head_up(crops, signs.shares) if upright is None else upright
    rest = np.zeros((n, NOT_ONE + 1)), np.zeros((n, 96))
    shown = Shown(faces, faces, as_they_stand(signs, up), *rest, crops, signs, up)
    return figures_told((crops,), shown, log_p, NUMERALS)


def test_numbers_are_read_at_the_place_where_the_set_has_them_whatever_the_motifs_look_like() -> None:
    right, twos = list[bool](), list[bool]()
    for family in ("header-9", "panel-8", "corner-7"):  # numbers that neither training nor any measurement draws
        crops = crops_of(family)
        crops[::4] = crops[::4, ::-1, ::-1]
        misread = read_as(np.where(NUMBER == 1, 7, NUMBER) + 9 * (np.arange(27) // 9))  # every 2 is taken for an 8
        found = told(crops, misread)
        right += list(found.argmax(1) == NUMBER)
        twos += list((found.argmax(1) == NUMBER)[NUMBER == 1])
    assert np.mean(right) > 0.85
    assert np.mean(twos) > 0.7


def test_a_motif_that_looks_like_a_number_on_most_tiles_is_not_the_place_of_the_figures() -> None:
    for family in ("circled-21", "worded-27"):  # numbers are seen more often elsewhere than where the set has them
        misread = read_as(np.where(NUMBER == 1, 7, NUMBER) + 9 * (np.arange(27) // 9))
        assert (told(crops_of(family), misread).argmax(1) == NUMBER).mean() > 0.9, family


def test_a_tile_that_may_stand_either_way_is_read_at_the_end_where_its_figure_is() -> None:
    crops = crops_of("header-9")
    rather_not, hardly = (np.where(np.arange(27) % 3 == 0, p, 0.99) for p in (0.4, 0.01))
    right = [(told(crops, read_as(NUMBER, 0.3), up).argmax(1) == NUMBER)[::3].mean() for up in (rather_not, hardly)]
    assert right[0] > 0.85, "taken for upside down rather than not"
    assert right[1] < 0.5, "surely upside down, as far as anybody knows"


def test_what_is_told_makes_numbers_no_likelier_than_anything_else() -> None:
    log_p = read_as(NUMBER)
    found = told(crops_of("header-9"), log_p)
    assert found.any()
    number = np.logaddexp.reduce(log_p[:, :27].reshape(27, 3, 9), axis=1)
    number -= np.logaddexp.reduce(number, axis=1, keepdims=True)
    np.testing.assert_allclose(np.logaddexp.reduce(number + found, axis=1), 0, atol=1e-9)


def test_nothing_is_told_of_what_is_no_number_and_where_no_figures_stand() -> None:
    crops, kinds = crops_of("header-9"), NUMBER.copy()
    kinds[:5] = Tile.RED
    assert not told(crops, read_as(kinds))[:5].any()
    plain = np.full_like(crops, 230)
    plain[:, 20:44, 14:34] = (40, 40, 200)
    assert not told(plain, read_as(NUMBER)).any()
    assert not told(crops[:8], read_as(NUMBER[:8])).any(), "of fewer than there are numbers nothing is told"
    assert told(crops[:0], read_as(NUMBER[:0])).shape == (0, NOT_ONE)
