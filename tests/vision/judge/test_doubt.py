"""Readings of a set that is not known are doubted; which face is the likeliest stays as it was."""

import numpy as np
import pytest

from engine.sight.observation import SURE
from engine.tile import N_KINDS, Tile
from tests.tiles_laid import laid_out, whole_set
from vision.eyes import Eyes
from vision.judge.doubt import ENOUGH, STRANGE, by_sureness, doubted, known_to_both, of_no_suit, strange, sureness
from vision.read.sightings import N_LABELS
from vision.read.tileset import TileSet, builtin


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


def read(eyes: Eyes, family: str) -> tuple[np.ndarray, np.ndarray]:
    """How surely the tiles of a family, laid out, are read, and which of the readings are right."""
    image, quads, tiles = laid_out(family, whole_set(), 40, seed=3)
    seen = eyes.sight(image)
    away = np.linalg.norm(seen.quads.mean(1)[:, None] - quads.mean(1)[None], axis=2)
    right = np.array([seen.tiles[k] == tiles[int(row.argmin())] for k, row in enumerate(away)])
    return np.exp(seen.log_p[:, :N_KINDS].max(1)), right


@pytest.mark.parametrize("family", ["harbour", "clerk"])
def test_a_set_that_the_reader_knows_is_believed(eyes: Eyes, family: str) -> None:
    chance, right = read(eyes, family)
    assert not strange(chance)
    assert chance.mean() > 0.9
    assert right.mean() > 0.9


@pytest.mark.parametrize("family", ["header-4", "strip-805", "emblem-906"])
def test_a_designers_set_is_not_known(eyes: Eyes, family: str) -> None:
    image, *_ = laid_out(family, whole_set(), 40, seed=3)
    assert all(one.at_once for one in eyes.in_company(eyes.judge_at_leisure(image), image))


# numbers that neither training nor any measurement draws
DESIGNED = (
    "header-4",
    "strip-804",
    "emblem-906",
    "counted-607",
    "banner-204",
    "circled-104",
    "panel-706",
    "corner-408",
)


def test_what_is_read_of_designers_sets_is_believed_as_far_as_it_is_right_and_where_it_is_not_it_is_said(
    eyes: Eyes,
) -> None:
    all_said = [read(eyes, family) for family in DESIGNED]
    chance, right = (np.concatenate(parts) for parts in zip(*all_said, strict=True))
    assert chance.mean() < right.mean() + 0.05
    assert ((chance > SURE) & ~right).sum() < 0.02 * len(right)
    poorly = [(said, so) for said, so in all_said if so.mean() < STRANGE - 0.1]
    assert poorly, "a set that is read well is no test of doubt"
    assert all(strange(said) for said, _ in poorly)


def points_unlike_any(n: int) -> np.ndarray:
    rng = np.random.default_rng(4)
    points = rng.normal(size=(n, builtin().embeddings.shape[1]))
    return (points / np.linalg.norm(points, axis=1, keepdims=True)).astype(np.float32)


def readings(n: int) -> np.ndarray:
    logits = np.random.default_rng(5).normal(0, 3, (n, N_LABELS))
    return (logits - np.logaddexp.reduce(logits, axis=1, keepdims=True)).astype(np.float32)


def test_doubt_leaves_the_order_of_faces_and_whether_there_is_one() -> None:
    before = readings(20)
    after = doubted(before, before, points_unlike_any(20), builtin())
    assert (after[:, :N_KINDS].argsort(1) == before[:, :N_KINDS].argsort(1)).all()
    assert np.allclose(after[:, N_KINDS], before[:, N_KINDS])
    assert np.allclose(np.exp(after.astype(np.float64)).sum(1), 1, atol=1e-4)
    assert (after[:, :N_KINDS].max(1) <= before[:, :N_KINDS].max(1) + 1e-5).all()


def test_without_points_of_the_network_nothing_is_doubted() -> None:
    before = readings(3)
    assert np.array_equal(doubted(before, before, np.zeros((3, 2), np.float32), builtin()), before)


def test_of_two_ways_to_read_a_set_that_counts_for_its_winds_which_is_surer_of_such_tiles() -> None:
    read = np.array([Tile.C1, Tile.C2, Tile.EAST, Tile.SOAP])
    said = np.log(np.where(np.arange(N_LABELS) == read[:, None], 0.96, 0.04 / (N_LABELS - 1)))
    expected = tuple((tile, 0 if tile < Tile.NORTH else 2, 2) for tile in Tile)
    ours = TileSet("ours", (Tile.C1,), np.ones((1, 1), np.float32), 1.0, 8.0, "abc", expected=expected)
    other = np.full(4, 0.8)
    worth = by_sureness([sureness(said, ours), other], of_no_suit(said, ours))
    np.testing.assert_allclose(worth.sum(0), 1)
    assert worth[0, :2].max() < 0.1
    assert worth[0, 2:].min() > 0.5
    assert np.ptp(by_sureness([sureness(said, ours), other], of_no_suit(said, None)), axis=1).max() < 1e-9
    assert sureness(said).tolist() == pytest.approx([0.96] * 4)
    assert by_sureness([other[:0], other[:0]], np.zeros(0, np.bool_)).shape == (2, 0)


def test_a_few_tiles_do_not_make_a_set_strange() -> None:
    assert not strange(np.full(ENOUGH - 1, 0.1))
    assert strange(np.full(ENOUGH, 0.1))


def test_a_set_as_unknown_as_can_be_is_so_without_a_warning() -> None:
    assert known_to_both(np.array([-1e5, 0.0, 0.0])) == 0.0
    assert known_to_both(np.array([1e5, 1.0, 1.0])) == 1.0
