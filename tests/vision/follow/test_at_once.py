"""The tiles of one picture of a set that nobody showed, named together."""

import numpy as np
import pytest

from engine.tile import N_KINDS, SET_SIZE, Tile
from tests.tiles_laid import laid_out, whole_set
from vision.eyes import Eyes
from vision.follow.at_once import at_once
from vision.judge.doubt import faces_of
from vision.read.indices import GROUPS, NUMBERS, SHARES
from vision.read.numerals import Numerals
from vision.read.together import Shown

NOTHING = np.tile(np.concatenate([np.eye(n + 1)[n] for n in GROUPS]), (SET_SIZE, 1))  # where nothing is written
STRANGE = ("corner-9", "circled-9", "banner-9")  # numbers that neither training nor any measurement draws


def told(kinds: list[int], best: float, none: float = 0.1) -> np.ndarray:
    """Readings of tiles, log p (n, 37), each of one kind with `best` of what is left beside `none`."""
    p = np.full((len(kinds), N_KINDS + 1), (1 - best) / (N_KINDS - 1) * (1 - none))
    p[range(len(kinds)), kinds] = best * (1 - none)
    p[:, N_KINDS] = none
    return np.asarray(np.log(p), np.float32)


def drawings(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Embeddings (n, 96) of tiles that look like nothing else, and crops in the inks of the suits in turn."""
    points = np.random.default_rng(2).normal(size=(n, 96))
    crops = np.full((n, 64, 48, 3), 230, np.uint8)
    for k in range(n):
        crops[k, 20:44, 14:34] = ((40, 150, 40), (40, 40, 200), (200, 60, 40), (20, 20, 20))[k // 9 % 4]
    return (points / np.linalg.norm(points, axis=1, keepdims=True)).astype(np.float32), crops


def shown(said: np.ndarray, points: np.ndarray, crops: np.ndarray, shares: np.ndarray) -> Shown:
    """Tiles on which no pictures are counted."""
    counts = np.tile(np.eye(NUMBERS + 1)[NUMBERS], (len(said), 1))
    return Shown(said, said, shares, counts, points, crops)


def test_of_drawings_that_all_look_like_one_kind_one_is_that_and_the_others_are_what_is_left() -> None:
    kinds = [*range(N_KINDS)]
    said = told(kinds, 0.4)
    said[int(Tile.C5)] = np.log(0.7 * np.exp(told([int(Tile.C4)], 0.4)) + 0.3 * np.exp(told([int(Tile.C5)], 0.4)))[0]
    points, crops = drawings(N_KINDS)
    out = at_once(said, shown(said, points, crops, NOTHING[: len(said)]), Numerals())
    assert said[int(Tile.C5)].argmax() == int(Tile.C4)
    assert out[:, :N_KINDS].argmax(1).tolist() == kinds
    assert np.allclose(np.exp(out.astype(np.float64)).sum(1), 1, atol=1e-4)
    assert np.allclose(out[:, N_KINDS], said[:, N_KINDS])


def test_copies_of_one_drawing_are_one_kind() -> None:
    kinds = [*range(N_KINDS)]
    points, crops = drawings(N_KINDS)
    two = [*range(N_KINDS), 3]
    said = told([*kinds, int(Tile.D9)], 0.9)
    said[-1] = np.logaddexp(said[-1] + np.log(0.55), said[3] + np.log(0.45))  # the copy is rather read otherwise
    out = at_once(said, shown(said, points[two], crops[two], NOTHING[: len(said)]), Numerals())
    assert out[-1, :N_KINDS].argmax() == out[3, :N_KINDS].argmax()


def test_a_number_that_is_found_tells_which_of_a_suit_it_is() -> None:
    kinds = [*range(N_KINDS)]
    said = told(kinds, 0.5)
    said[[int(Tile.C4), int(Tile.C5)]] = told([int(Tile.C5), int(Tile.C4)], 0.5)  # taken for one another
    points, crops = drawings(N_KINDS)
    found = np.concatenate([np.full((N_KINDS, n + 1), 1 / (n + 1)) for n in GROUPS], 1)
    found[[int(Tile.C4), int(Tile.C5)], : NUMBERS + 1] = np.eye(NUMBERS + 1)[[3, 4]]
    assert found.shape[1] == SHARES
    out = at_once(said, shown(said, points, crops, found), Numerals())
    assert out[:, :N_KINDS].argmax(1).tolist() == kinds


def test_sets_that_nobody_showed_are_read_better_than_tile_by_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    def right(eyes: Eyes) -> int:
        count = 0
        for family in STRANGE:
            image, quads, tiles = laid_out(family, whole_set(), 40, seed=3)
            seen = eyes.sight(image)
            near = np.linalg.norm(seen.quads.mean(1)[:, None] - quads.mean(1)[None], axis=2).argmin(1)
            count += sum(seen.tiles[k] == tiles[int(at)] for k, at in enumerate(near))
        return count

    eyes = Eyes()
    together = right(eyes)
    monkeypatch.setattr("vision.eyes.at_once", lambda log_p, *_: log_p)
    monkeypatch.setattr("vision.read.together.Together.read", lambda _, shown: faces_of(shown.alone))
    assert together > 1.2 * right(eyes)
