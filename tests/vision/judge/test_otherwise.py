"""What one reading leaves in doubt is read again from quads laid a little otherwise."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN
from engine.tile import Tile
from tests.tiles_laid import laid_out, whole_set
from vision.arrays import Image
from vision.enrol import enrol
from vision.eyes import Eyes
from vision.judge.doubt import faces_of
from vision.judge.evidence import Judged
from vision.judge.known import Window
from vision.judge.otherwise import MOST, WAYS, laid, read_otherwise
from vision.read.crops import taken
from vision.read.finder import Found
from vision.read.finds import Finds
from vision.read.sightings import NOT_A_FACE

FAMILY = "panel-9001"  # no reader learned its manner


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    """With a household's own set, a designer's, of two photographs."""
    shown = {f"{k}.jpg": laid_out(FAMILY, whole_set(), 60, 3.0 * k, seed=k)[0] for k in range(2)}
    rows = tuple(tuple(tile for tile, _ in row) for row in whole_set())
    return Eyes(enrol(FAMILY, shown, Eyes(), dict.fromkeys(shown, rows)).tile_set)


class Looking:
    """Reads quads in a picture and counts them."""

    def __init__(self, eyes: Eyes, image: Image) -> None:
        self.eyes, self.image, self.looked = eyes, image, 0

    def __call__(self, tries: Found) -> Finds:
        self.looked += len(tries.quads)
        return self.eyes.reader.see(taken(self.image, tries.quads, tries.scores))


def dim(image: Image) -> Image:
    """The same in bad light: dark, and noisy."""
    noise = np.random.default_rng(5).normal(0, 8, image.shape[:2])[..., None]
    dark = (image.astype(np.float64) / 255) ** 2 * 255
    return np.clip(dark + noise, 0, 255).astype(np.uint8)


def judged(eyes: Eyes, width: int, seed: int) -> tuple[Image, Judged, list[Tile]]:
    """The tiles of that set in bad light, each quad off by a little, as they are found."""
    image, quads, tiles = laid_out(FAMILY, whole_set(), width, 7.0, seed=seed)
    quads += np.random.default_rng(seed).normal(0, 0.05 * width, (len(quads), 1, 2))
    image = dim(image)
    return image, eyes.judge(image, Found(quads.astype(np.float32), np.ones(len(quads), np.float32))), tiles


def likely(thought: Judged, tiles: list[Tile]) -> NDArray[np.float64]:
    """Log p (n,) of what each tile is."""
    return np.asarray(faces_of(thought.log_p)[np.arange(len(tiles)), [int(t) for t in tiles]])


def test_quads_are_laid_about_where_they_lie() -> None:
    quad = np.array([[[100, 50], [124, 50], [124, 82], [100, 82]]], np.float32)
    every = laid(quad)[0]
    assert every.shape == (len(WAYS), 4, 2)
    assert np.allclose(every.mean((0, 1)), quad[0].mean(0), atol=1e-3)
    assert np.abs(every - quad[0]).max() < 2.0
    assert len({tuple(np.round(one.ravel(), 2).tolist()) for one in every}) == len(WAYS)


def test_what_is_in_doubt_is_read_better(eyes: Eyes) -> None:
    before, after = [], []
    for seed in range(1, 13):
        width = (22, 26, 24)[seed % 3]
        image, thought, tiles = judged(eyes, width, seed)
        then = read_otherwise(thought, Looking(eyes, image))
        doubted = np.flatnonzero(np.abs(then.log_p - thought.log_p).max(1) > 0)
        before += likely(thought, tiles)[doubted].tolist()
        after += likely(then, tiles)[doubted].tolist()
    assert len(before) > MOST
    assert np.mean(after) > np.mean(before) + 0.03


def test_whether_it_is_a_tile_stays_as_it_was_judged_and_few_are_read_again(eyes: Eyes) -> None:
    image, thought, _ = judged(eyes, 22, 2)
    looking = Looking(eyes, image)
    then = read_otherwise(thought, looking)
    assert 0 < looking.looked <= MOST * len(WAYS)
    assert np.allclose(then.log_p[:, NOT_A_FACE], thought.log_p[:, NOT_A_FACE])
    assert np.allclose(np.exp(then.log_p).sum(1), 1, atol=1e-3)


def test_what_is_read_for_certain_is_not_read_again(eyes: Eyes) -> None:
    image, quads, _ = laid_out(FAMILY, [[(Tile.C2, 0), (Tile.D5, 0), (Tile.RED, 0)]], 60, seed=3)
    thought = eyes.judge(image, Found(quads.astype(np.float32), np.ones(len(quads), np.float32)))
    certain = thought.take(np.flatnonzero(faces_of(thought.log_p).max(1) > np.log(CERTAIN)))
    assert len(certain.finds)
    looking = Looking(eyes, image)
    assert read_otherwise(certain, looking) is certain
    assert looking.looked == 0


def test_the_built_in_sets_are_not_helped_by_it_and_left_alone() -> None:
    eyes = Eyes()
    image, thought, _ = judged(eyes, 22, 2)
    looking = Looking(eyes, image)
    assert read_otherwise(thought, looking) is thought
    assert looking.looked == 0


def test_a_window_of_the_table_is_read_so(eyes: Eyes) -> None:
    image, thought, _ = judged(eyes, 22, 2)
    window = Window((0, 0, image.shape[1], image.shape[0]))
    seen = eyes.sight_window(image, window)
    again = eyes.judge(image, Found(seen.quads, np.ones(len(seen), np.float32)))
    differ = np.abs(np.exp(faces_of(seen.log_p)) - np.exp(faces_of(again.log_p))).max(1)
    assert len(thought.finds) > len(WAYS)
    assert 0 < (differ > 0.02).sum() <= 2 * MOST
