"""The number of a tile is found wherever a designer printed it."""

import numpy as np
import pytest

from engine.tile import N_KINDS, Tile
from tests.tiles_laid import laid_out
from vision.eyes import Eyes
from vision.read.crops import taken
from vision.read.indices import NUMBERED, NUMBERS, Indices, evidence, joined

SPREAD = ("header-9", "giant-9", "corner-9", "panel-9")  # numbers that neither training nor any measurement draws
SUIT = [(Tile(k), 0) for k in range(NUMBERS)]


def numbers(family: str) -> np.ndarray:
    """What is found on the nine tiles of a suit, laid out upright (9, 10)."""
    image, quads, _ = laid_out(family, [SUIT], 48, seed=5)
    return Indices().shares(taken(image, quads).crops[:NUMBERS])


@pytest.mark.parametrize("family", SPREAD)
def test_a_number_is_found_in_any_manner(family: str) -> None:
    said = numbers(family)
    assert said.shape == (NUMBERS, NUMBERS + 1)
    assert np.allclose(said.sum(1), 1, atol=1e-4)
    assert (said[:, :NUMBERS].argmax(1) == np.arange(NUMBERS)).sum() >= 7


def test_a_bare_tile_has_none() -> None:
    said = Indices().shares(np.full((2, 64, 48, 3), 235, np.uint8))
    assert (said.argmax(1) == NUMBERS).all()
    assert Indices().shares(np.zeros((0, 64, 48, 3), np.uint8)).shape == (0, NUMBERS + 1)


def test_a_number_tells_nothing_of_the_suit_and_none_little_of_anything() -> None:
    four, none = np.eye(NUMBERS + 1)[3], np.eye(NUMBERS + 1)[NUMBERS]
    told, plain = evidence(np.stack([four, none]))
    assert {int(k) for k in np.flatnonzero(told == told.max())} == {int(Tile.B4), int(Tile.C4), int(Tile.D4)}
    assert told[NUMBERED:].max() < told[int(Tile.C4)] - 1
    assert np.ptp(plain[:NUMBERED]) == pytest.approx(0)
    assert np.ptp(plain) < 2


def test_what_is_no_face_stays_so() -> None:
    log_p = np.log(np.full((1, N_KINDS + 1), 0.4 / N_KINDS))
    log_p[:, N_KINDS] = np.log(0.6)
    both = joined(log_p, evidence(np.eye(NUMBERS + 1)[[6]]))
    assert both[0, N_KINDS] == pytest.approx(np.log(0.6), abs=1e-5)
    assert np.exp(both.astype(np.float64)).sum() == pytest.approx(1, abs=1e-4)
    assert {int(k) % NUMBERS for k in both[0, :N_KINDS].argsort()[-3:]} == {6}


def test_a_set_that_is_known_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(self: Indices, crops: np.ndarray) -> np.ndarray:
        raise AssertionError("the reader knows these")

    monkeypatch.setattr(Indices, "shares", never)
    image, _, _ = laid_out("harbour", [SUIT, SUIT], 40, seed=3)
    assert len(Eyes().sight(image)) > NUMBERS
