"""Tiles that were cut out without the band at one of their sides are cut out whole."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.tiles_laid import laid_out, overlap, whole_set
from vision.arrays import Floats32, Image
from vision.read.corners import Bands
from vision.read.crops import upright
from vision.read.whole import LEFT, RIGHT, Others, Whole, lengths, likest, looks, widened

STRIPS = ("strip-4", "strip-5", "strip-6", "strip-9")  # numbers that neither training nor any measurement draws
CUT = 0.26  # of a tile: as much as a strip is


def as_they_lie(self: Bands, image: Image, quads: Floats32) -> Floats32:
    return np.asarray(quads, np.float32).copy()


def shorn(quads: Floats32, side: int, some: Sequence[int]) -> Floats32:
    out = quads.copy()
    out[some] = widened(quads[some], side, np.full(len(some), -CUT))
    return out


def test_a_quad_is_widened_at_one_side_alone() -> None:
    quads = np.array([[[10, 10], [50, 10], [50, 70], [10, 70]]], np.float32)
    assert widened(quads, RIGHT, np.array([0.5]))[0].tolist() == [[10, 10], [70, 10], [70, 70], [10, 70]]
    assert widened(quads, LEFT, np.array([0.25]))[0].tolist() == [[0, 10], [50, 10], [50, 70], [0, 70]]
    assert lengths(quads) == pytest.approx([1.5])


def test_tiles_without_their_strips_are_laid_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bands, "lay", as_they_lie)
    whole = right = 0
    for family in STRIPS:
        image, quads, _ = laid_out(family, whole_set(), 48, seed=4)
        some = range(0, 27, 3)
        covers = []
        for side in (LEFT, RIGHT):  # without its strip, or without a part that is none
            laid = Whole().lay(image, shorn(quads, side, some))
            covers.append(np.mean([overlap(laid[k], quads[k]) > 0.9 for k in some]))
            assert np.allclose(np.delete(laid, some, axis=0), np.delete(quads, some, axis=0))
        whole, right = whole + 1, right + int(max(covers) > 0.7)
    assert right >= whole - 1


def test_tiles_of_one_shape_and_few_tiles_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bands, "lay", as_they_lie)
    image, quads, _ = laid_out("strip-4", whole_set(), 48, seed=4)
    assert np.array_equal(Whole().lay(image, quads), quads)
    two = shorn(quads[:2], LEFT, [0])
    assert np.array_equal(Whole().lay(image, two), two)
    assert Whole().lay(image, quads[:0]).shape == (0, 4, 2)
    known = Whole().lay(image, two, Others(lengths(quads).tolist()))  # the others of the set say what is slim
    assert not np.array_equal(known[0], two[0])
    assert np.array_equal(known[1], two[1])


def test_what_a_tile_looks_like_whole_its_like_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bands, "lay", as_they_lie)
    right = whole = 0
    for family in STRIPS:
        image, quads, _ = laid_out(family, whole_set(), 48, seed=4)
        again, moved, _ = laid_out(family, whole_set(), 36, seed=5)
        for side in (LEFT, RIGHT):
            others, some = Others(), range(1, 27, 3)
            Whole().lay(image, quads, others)
            laid = Whole().lay(again, shorn(moved, side, some), others)
            cover = np.array([overlap(laid[k], moved[k]) for k in some])
            untouched = np.array([overlap(shorn(moved, side, some)[k], moved[k]) for k in some])
            if untouched.mean() < cover.mean():
                whole, right = whole + 1, right + int((cover > 0.85).mean() > 0.8)
    assert whole >= 4
    assert right >= whole - 1


def test_the_first_tiles_of_a_set_may_lack_a_part_and_are_nobodys_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bands, "lay", as_they_lie)
    image, quads, _ = laid_out("strip-4", whole_set(), 48, seed=4)
    others = Others()
    Whole().lay(image, shorn(quads[:2], LEFT, [0, 1]), others)
    assert (len(others.long), others.shown) == (2, [])
    laid = Whole().lay(image, shorn(quads[2:12], LEFT, [0, 1]), others)
    assert len(others.shown) == 8, "what is slim is none either"
    assert min(overlap(laid[k], quads[2 + k]) for k in range(2)) > 0.9


def test_others_are_kept_of_two_sets_at_most() -> None:
    others = Others()
    crops = np.random.default_rng(1).integers(0, 255, (100, 64, 48, 3), np.uint8)
    for _ in range(4):
        others.add(np.full(100, 1.3), looks(crops))
    assert len(others.long) == len(others.shown) == 304


def test_a_tile_is_like_itself_either_end_up_and_a_little_off() -> None:
    image, quads, _ = laid_out("strip-4", whole_set(), 48, seed=4)
    crops = upright(image, quads)[:27]
    shown = looks(crops)
    assert likest(shown, shown).min() > 0.999
    assert likest(looks(np.roll(crops[:, ::-1, ::-1], 2, 1)), shown).min() > 0.9
    assert likest(shown[:1], shown[9:18])[0] < likest(shown[:1], shown[1:9])[0], "its suit's picture, not another's"
