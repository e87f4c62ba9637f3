"""Tiles of unknown sets are cut out with the coloured bands at their edges, those of known sets as they are found."""

import numpy as np
import pytest

from tests.tiles_laid import laid_out, overlap, whole_set
from vision.arrays import Floats32, Image
from vision.eyes import Eyes
from vision.read.corners import BANDED, Bands
from vision.read.crops import sizes

HEADED = ("header-4", "header-6")  # numbers that neither training nor any measurement draws


def fits(quads: Floats32, truth: Floats32) -> float:
    """How far quads cover the tiles that they lie on, and no more: the median."""
    away = np.linalg.norm(quads.mean(1)[:, None] - truth.mean(1)[None], axis=2)
    return float(np.median([overlap(quad, truth[int(row.argmin())]) for quad, row in zip(quads, away, strict=True)]))


def test_headers_of_an_unknown_set_belong_to_its_tiles() -> None:
    eyes, before, after = Eyes(), list[float](), list[float]()
    for name in HEADED:
        image, quads, tiles = laid_out(name, whole_set(), 44, seed=2)
        found = eyes.judge_at_leisure(image)
        numbered = quads[: sum(tile < 27 for tile in tiles)]
        lain = found.sightings().quads
        on = lain[(np.linalg.norm(lain.mean(1)[:, None] - numbered.mean(1)[None], axis=2) < 22).any(1)]
        before.append(fits(on, numbered))
        after.append(fits(Bands().lay(image, on), numbered))
    assert np.mean(after) > np.mean(before) + 0.05


def test_tiles_of_known_sets_stay_as_they_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: Bands, image: Image, quads: Floats32) -> Floats32:
        raise AssertionError("this set is known")

    monkeypatch.setattr(Bands, "lay", refused)
    image, _, _ = laid_out("harbour", whole_set(), 40, seed=3)
    assert len(Eyes().sight(image)) > 40


def test_nothing_is_laid_where_nothing_lies_and_nothing_grows_beyond_its_band() -> None:
    image = np.random.default_rng(1).integers(0, 255, (200, 200, 3)).astype(np.uint8)
    assert Bands().lay(image, np.zeros((0, 4, 2), np.float32)).shape == (0, 4, 2)
    quads = np.array([[[60, 60], [100, 60], [100, 110], [60, 110]]], np.float32)
    grown = sizes(Bands().lay(image, quads)) / sizes(quads)
    assert (grown < BANDED + 1e-3).all()


def test_a_tile_found_without_its_header_is_laid_whole_however_it_seemed_to_lie() -> None:
    image, quads, _ = laid_out("header-4", whole_set(), 44, seed=2)
    found = quads[:9].copy()
    found[:, :2] += (found[:, [3, 2]] - found[:, :2]) * 0.28  # wider than tall now
    for seemed in (found, np.roll(found, -1, axis=1), np.roll(found, 1, axis=1)):
        laid = Bands().lay(image, seemed)
        wide, tall = sizes(laid).T
        assert (tall > wide).all()
        assert fits(laid, quads[:9]) > 0.85
