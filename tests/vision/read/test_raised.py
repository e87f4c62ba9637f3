"""A tile that lies on a printed mat is told from what is printed there."""

from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest

from vision.arrays import Floats32, Image, Quads
from vision.eyes import Eyes
from vision.read.crops import AROUND, cut, grown
from vision.read.raised import Raised
from vision.synthetic.look import Look, choose
from vision.synthetic.stills import Still, still_of
from vision.synthetic.surface import paint

SEEDS = (96_001, 96_002, 96_003, 96_004, 96_005, 96_006)  # no training and no measurement draws these


PAINTED = dict[int, Image]()


def painted(look: Look) -> Image:
    """The bare table of a seed, painted once: it is the same at any moment."""
    if look.seed not in PAINTED:
        PAINTED[look.seed] = paint(look)
    return PAINTED[look.seed].copy()


def mat(seed: int, moment: float) -> Still:
    look = choose(seed, "newport+mat+soft", (1920, 1080))
    with patch("vision.synthetic.table.paint", painted):
        return still_of(replace(look, markers=False), moment, hands=0)


def odds(still: Still, quads: Quads) -> Floats32:
    return Raised().odds(cut(still.image, grown(quads.astype(np.float64), AROUND)))


@pytest.mark.parametrize("seed", SEEDS)
def test_tiles_lie_and_the_print_beside_them_does_not(seed: int) -> None:
    still = mat(seed, 0.5)
    tiles = np.array([t.quad for t in still.face_up if t.occluded < 0.1], np.float32)
    beside = np.random.default_rng(seed).normal(0, 30, (len(tiles), 1, 2)).astype(np.float32)
    everything = np.array([t.quad for t in still.tiles], np.float32).mean(1)
    away = np.linalg.norm((tiles + 4 * beside).mean(1)[:, None] - everything[None], axis=2).min(1)
    bare = (tiles + 4 * beside)[away > 60]
    assert len(tiles) > 10
    assert len(bare) > 5
    assert (odds(still, tiles) > 0).mean() > 0.9
    assert (odds(still, bare) < 0).mean() > 0.9


def test_hardly_anything_is_seen_on_bare_printed_mats_though_much_is_found_there() -> None:
    eyes = Eyes()
    found = [eyes.judge_at_leisure(mat(seed, 0.0).image) for seed in SEEDS]
    assert sum(len(one.finds) for one in found) > 1000
    assert sum(int(one.kept().sum()) for one in found) < 20


def test_nothing_is_said_of_no_crops() -> None:
    assert Raised().odds(np.zeros((0, 64, 48, 3), np.uint8)).shape == (0,)
