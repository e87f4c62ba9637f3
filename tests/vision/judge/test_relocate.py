import numpy as np
import pytest

from engine.tile import Tile
from tests.tiles_laid import laid_out, overlap
from vision.eyes import Eyes
from vision.judge.known import NOTHING, Lying, lain_upon
from vision.read.crops import taken
from vision.read.finder import Found
from vision.synthetic.stills import render_still

ROWS = [[(Tile.C2, 0), (Tile.D5, 0), (Tile.B3, 0), (Tile.C1, 0), (Tile.D9, 0), (Tile.RED, 0), (Tile.B7, 0)]]


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


def again(eyes: Eyes, image: np.ndarray, quads: np.ndarray, lying: Lying = NOTHING) -> np.ndarray:
    """The quads, laid anew where they lie badly."""
    found = Found(quads.astype(np.float32), np.full(len(quads), 0.8, np.float32))
    return eyes.laid_anew(image, eyes.judge(image, found, lying)).finds.quads


def halved(quad: np.ndarray) -> np.ndarray:
    """The upper 60 parts in 100 of a tile."""
    return np.array([quad[0], quad[1], quad[1] * 0.4 + quad[2] * 0.6, quad[0] * 0.4 + quad[3] * 0.6], np.float32)


def turn_of(quads: np.ndarray) -> np.ndarray:
    """How far each is turned, in degrees."""
    across = quads[:, 1] - quads[:, 0]
    return np.rad2deg(np.arctan2(across[:, 1], across[:, 0]))


def test_a_find_that_is_half_a_tile_becomes_the_whole_one(eyes: Eyes) -> None:
    image, quads, tiles = laid_out("harbour", ROWS, 34, seed=3)
    given = quads.copy()
    given[3] = halved(quads[3])
    after = again(eyes, image, given)
    assert len(after) == len(quads)
    assert all(max(overlap(quad, one) for one in after) > 0.75 for quad in quads)
    read = eyes.reader.see(taken(image, after)).kinds
    assert sorted(read) == sorted(tiles)


def test_one_find_in_the_middle_of_two_tiles_becomes_one_of_them(eyes: Eyes) -> None:
    image, quads, _ = laid_out("harbour", ROWS, 34, seed=3)
    given = np.delete(quads, 3, 0)
    given[2] = (quads[2] + quads[3]) / 2
    after = again(eyes, image, given)
    best = [max(overlap(quad, one) for one in after) for quad in (quads[2], quads[3])]
    assert max(best) > 0.75


def test_a_find_as_large_as_the_box_around_a_crooked_tile_becomes_the_tile(eyes: Eyes) -> None:
    image, quads, _ = laid_out("harbour", ROWS, 34, turn=30, seed=3)
    low, high = quads[3].min(0), quads[3].max(0)
    given = quads.copy()
    given[3] = [low, (high[0], low[1]), high, (low[0], high[1])]
    after = again(eyes, image, given)
    assert max(overlap(quads[3], one) for one in after) > 0.75
    assert eyes.reader.see(taken(image, after)).kinds.tolist().count(Tile.C1) == 1


def test_no_numeral_is_laid_askew_to_be_another(eyes: Eyes) -> None:
    still = render_still(8108, style="newport", size_wh=(1920, 1080), moment=0.6, hands=0)
    truth = np.array([t.quad for t in still.tiles if t.face_up and t.facing > 0.3])
    seen = eyes.sight(still.image).quads
    nearest = truth[np.linalg.norm(seen.mean(1)[:, None] - truth.mean(1)[None], axis=2).argmin(1)]
    off = (turn_of(seen) - turn_of(nearest)) % 90
    assert len(seen) > 30
    assert np.minimum(off, 90 - off).max() < 15


def test_what_lies_well_is_left_alone(eyes: Eyes) -> None:
    image, quads, _ = laid_out("harbour", ROWS, 34, seed=3)
    np.testing.assert_array_equal(again(eyes, image, quads), quads)


def test_a_lone_find_is_judged_by_tiles_known_to_lie_there(eyes: Eyes) -> None:
    image, quads, _ = laid_out("harbour", ROWS, 34, seed=3)
    half = halved(quads[3])[None]
    assert overlap(again(eyes, image, half)[0], half[0]) == pytest.approx(1)
    lying = Lying.of(image, np.delete(quads, 3, 0).astype(np.float32))
    assert overlap(again(eyes, image, half, lying)[0], quads[3]) > 0.75


def test_nothing_found_is_nothing_to_lay_anew(eyes: Eyes) -> None:
    assert len(again(eyes, np.zeros((80, 80, 3), np.uint8), np.zeros((0, 4, 2)))) == 0


def test_a_find_somewhat_too_large_that_shows_its_face_for_sure_is_left_alone(eyes: Eyes) -> None:
    image, quads, _ = laid_out("harbour", ROWS, 34, seed=3)
    given = quads.copy()
    middle = quads[3].mean(0)
    given[3] = middle + (quads[3] - middle) * 1.16
    np.testing.assert_array_equal(again(eyes, image, given), given)


def test_two_finds_that_are_the_halves_of_one_tile_become_that_tile(eyes: Eyes) -> None:
    image, quads, tiles = laid_out("harbour", ROWS, 34, seed=3)
    low = np.roll(halved(np.roll(quads[3], 2, 0)), 2, 0)
    after = again(eyes, image, np.concatenate([quads[:3], [halved(quads[3]), low], quads[4:]]))
    assert len(after) == len(quads)
    assert all(max(overlap(quad, one) for one in after) > 0.75 for quad in quads)
    assert sorted(eyes.reader.see(taken(image, after)).kinds) == sorted(tiles)


def box(x: float, y: float, wide: float, high: float) -> np.ndarray:
    """A quad (1, 4, 2) with its middle there."""
    ends = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    return np.asarray(ends + np.array([x, y]), np.float32)[None]


def test_tiles_side_by_side_lie_not_upon_each_other_and_a_part_of_one_lies_upon_it() -> None:
    whole = box(0, 0, 30, 40)
    assert not lain_upon(box(29, 0, 30, 40), whole).any()
    assert not lain_upon(box(28, 0, 26, 36), whole).any()
    part = box(0, 21, 26, 24)
    assert lain_upon(part, whole).all()
    assert lain_upon(whole, part).all()


def test_where_a_glance_shows_no_face_nothing_is_laid_anew(eyes: Eyes, monkeypatch: pytest.MonkeyPatch) -> None:
    image, quads, _ = laid_out("harbour", ROWS, 34, seed=3)
    given = quads.copy()
    given[3] = halved(quads[3])
    found = eyes.judge(image, Found(given.astype(np.float32), np.full(len(given), 0.8, np.float32)))
    monkeypatch.setattr(eyes.reader, "glance", lambda crops: np.full(len(crops), -9.0, np.float32))
    np.testing.assert_array_equal(again(eyes, image, given), found.finds.quads)
