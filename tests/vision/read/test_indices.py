"""What is written on a tile is found wherever a designer printed it."""

import numpy as np
import pytest

from engine.tile import N_KINDS, Tile
from tests.tiles_laid import laid_out
from vision.eyes import Eyes
from vision.read.crops import taken
from vision.read.indices import (
    GROUPS,
    NUMBERED,
    NUMBERS,
    PLACES,
    SHARES,
    Indices,
    Signs,
    by_group,
    joined,
    kinds_told,
    suits_written,
    written,
)

SPREAD = ("header-9", "giant-9", "corner-9", "panel-9")  # numbers that neither training nor any measurement draws
SUIT = [(Tile(k), 0) for k in range(NUMBERS)]
WINDS = [(Tile(k), 0) for k in range(NUMBERED, NUMBERED + 4)]
NOTHING = np.concatenate([np.eye(n + 1)[n] for n in GROUPS])


def signs(family: str, tiles: list[tuple[Tile, int]]) -> tuple[np.ndarray, ...]:
    """What is found of each group on tiles laid out upright (n, 10), (n, 4), (n, 10)."""
    image, quads, _ = laid_out(family, [tiles], 48, seed=5)
    said = Indices().signs(taken(image, quads).crops[: len(tiles)])
    assert said.shares.shape == (2, len(tiles), SHARES)
    assert said.places.shape == (2, len(tiles), NUMBERS, *PLACES)
    assert np.allclose(np.exp(said.places).sum((2, 3, 4)), said.shares[..., :NUMBERS].sum(2), atol=1e-3)
    return tuple(by_group(said.shares[0]))


def bearing(**said: int) -> np.ndarray:
    """Shares (24,) of a tile that bears these signs, by group, and no others."""
    of = dict(zip(("number", "suit", "honour"), GROUPS, strict=True))
    return np.concatenate([np.eye(n + 1)[said.get(group, n)] for group, n in of.items()])


@pytest.mark.parametrize("family", SPREAD)
def test_a_number_is_found_in_any_manner(family: str) -> None:
    number, suit, honour = signs(family, SUIT)
    for said in (number, suit, honour):
        assert np.allclose(said.sum(1), 1, atol=1e-4)
    assert (number[:, :NUMBERS].argmax(1) == np.arange(NUMBERS)).sum() >= 7


def test_words_and_letters_are_found_too() -> None:
    said = np.concatenate([signs(family, WINDS)[-1] for family in ("header-9", "corner-9", "panel-9")])
    assert (said.argmax(1) == np.arange(len(said)) % len(WINDS)).sum() >= len(said) - 1


def test_a_bare_tile_bears_nothing() -> None:
    said = Indices().signs(np.full((2, 64, 48, 3), 235, np.uint8)).shares
    assert all((part.argmax(1) == part.shape[1] - 1).all() for part in by_group(said[0]))
    assert (written(said) < written(np.stack([bearing(number=3), bearing(honour=0)])).min()).all()
    assert Indices().signs(np.zeros((0, 64, 48, 3), np.uint8)).shares.shape == (2, 0, SHARES)


def test_the_signs_of_tiles_can_be_parted_and_joined() -> None:
    crops = np.random.default_rng(0).integers(0, 256, (3, 64, 48, 3), np.uint8)
    said = Indices().signs(crops)
    again = Signs.joined([said.of(k) for k in range(3)])
    assert (again.shares == said.shares).all()
    assert (again.places == said.places).all()


def test_a_number_tells_nothing_of_the_suit_and_nothing_little_of_anything() -> None:
    told, plain = kinds_told(np.stack([bearing(number=3), NOTHING]))
    assert {int(k) for k in np.flatnonzero(told == told.max())} == {int(Tile.B4), int(Tile.C4), int(Tile.D4)}
    assert told[NUMBERED:].max() < told[int(Tile.C4)] - 1
    assert np.ptp(plain[:NUMBERED]) == pytest.approx(0)
    assert np.ptp(plain) < 4


def test_the_word_of_a_suit_tells_the_suit_and_a_letter_the_wind() -> None:
    both, wind = kinds_told(np.stack([bearing(number=3, suit=1), bearing(honour=Tile.WEST - NUMBERED)]))
    assert both.argmax() == int(Tile.C4)
    assert both[int(Tile.C4)] > both[int(Tile.D4)] + 2
    assert wind.argmax() == int(Tile.WEST)


def test_what_is_no_face_stays_so() -> None:
    log_p = np.log(np.full((1, N_KINDS + 1), 0.4 / N_KINDS))
    log_p[:, N_KINDS] = np.log(0.6)
    both = joined(log_p, kinds_told(bearing(number=6)[None]))
    assert both[0, N_KINDS] == pytest.approx(np.log(0.6), abs=1e-5)
    assert np.exp(both.astype(np.float64)).sum() == pytest.approx(1, abs=1e-4)
    assert {int(k) % NUMBERS for k in both[0, :N_KINDS].argsort()[-3:]} == {6}


def test_a_set_that_is_known_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(self: Indices, crops: np.ndarray) -> np.ndarray:
        raise AssertionError("the reader knows these")

    monkeypatch.setattr(Indices, "signs", never)
    image, _, _ = laid_out("harbour", [SUIT, SUIT], 40, seed=3)
    assert len(Eyes().sight(image)) > NUMBERS


def test_the_words_of_suits_are_counted() -> None:
    assert suits_written(np.stack([bearing(suit=0), bearing(suit=2), NOTHING, bearing(number=2)])) == 0.5
    assert suits_written(np.zeros((0, SHARES))) == 0.0
