"""Reading tiles together: what one set of 152 makes certain."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from numpy.typing import NDArray

from engine.tile import N_KINDS, Tile
from vision.judge.company import in_company
from vision.read.sightings import N_LABELS, NOT_A_FACE

Table = tuple[NDArray[np.float64], NDArray[np.float64]]


def table(*tiles: tuple[dict[Tile, float], float]) -> Table:
    """Tiles as (chances of kinds, direction of the embedding in turns of a circle)."""
    p = np.full((len(tiles), N_LABELS), 1e-4)
    for row, (chances, _) in zip(p, tiles, strict=True):
        for tile, chance in chances.items():
            row[tile] = chance
    angles = np.array([2 * np.pi * turn for _, turn in tiles])
    return np.log(p / p.sum(1, keepdims=True)), np.stack([np.cos(angles), np.sin(angles)], 1)


def faces(table: Table, own_set: bool = False) -> list[Tile]:
    return [Tile(int(k)) for k in in_company(*table, own_set=own_set)[:, :N_KINDS].argmax(1)]


def test_two_drawings_are_two_kinds() -> None:
    crak, unknown = {Tile.C5: 0.97, Tile.D5: 0.02}, {Tile.C5: 0.6, Tile.D5: 0.3}
    assert faces(table((crak, 0.0), (unknown, 0.25))) == [Tile.C5, Tile.D5]


def test_in_a_set_that_is_well_known_an_unlike_tile_is_one_badly_seen() -> None:
    covered = ({Tile.D4: 0.74, Tile.B4: 0.25}, 0.1)
    unknown = [({tile: 0.93, Tile.FLOWER: 0.07}, 0.5 + k / 90) for k, tile in enumerate(list(Tile)[18:30])]
    known = [({tile: 0.9999}, turn) for (_, turn), tile in zip(unknown, list(Tile)[18:30], strict=True)] * 3
    four = ({Tile.D4: 0.9999}, 0.0)
    assert faces(table(four, covered, *known))[:2] == [Tile.D4, Tile.D4]
    assert faces(table(four, covered, *unknown))[:2] == [Tile.D4, Tile.B4]


def test_the_same_drawing_stays_one_kind() -> None:
    crak = {Tile.C5: 0.97, Tile.D5: 0.02}
    assert faces(table((crak, 0.0), (crak, 0.01), ({Tile.C5: 0.4, Tile.D5: 0.5}, 0.005))) == [Tile.C5] * 3


def test_in_a_households_own_set_tiles_read_for_sure_as_two_kinds_are_two_drawings_however_alike() -> None:
    north, south = {Tile.NORTH: 0.97, Tile.SOUTH: 0.03}, {Tile.SOUTH: 0.97, Tile.NORTH: 0.03}
    unsure = {Tile.NORTH: 0.5, Tile.SOUTH: 0.48}
    read = faces(table(*[(north, 0.0)] * 4, (south, 0.01), (unsure, 0.012), (unsure, -0.002)), own_set=True)
    assert read == [Tile.NORTH] * 4 + [Tile.SOUTH, Tile.SOUTH, Tile.NORTH]


def test_flowers_may_differ() -> None:
    flower = {Tile.FLOWER: 0.6, Tile.B1: 0.3}
    assert faces(table((flower, 0.0), (flower, 0.25), (flower, 0.5))) == [Tile.FLOWER] * 3


def test_a_fifth_of_a_kind_is_another() -> None:
    sure, other = {Tile.B3: 0.99, Tile.B8: 0.005}, {Tile.B3: 0.6, Tile.B8: 0.35}
    assert faces(table(*[(sure, 0.0)] * 4, (other, 0.06))) == [Tile.B3] * 4 + [Tile.B8]


def test_evidence_that_is_clear_outweighs_the_company() -> None:
    sure = {Tile.RED: 0.9995}
    assert faces(table((sure, 0.0), (sure, 0.25))) == [Tile.RED] * 2  # a set mended with a tile of another


@pytest.mark.parametrize("n", [0, 1])
def test_nobody_to_compare_with(n: int) -> None:
    log_p, points = table(*[({Tile.EAST: 0.7}, 0.0)] * n)
    assert np.allclose(in_company(log_p.reshape(n, N_LABELS), points.reshape(n, 2)), log_p.reshape(n, N_LABELS))


def test_without_embeddings_each_is_read_by_itself() -> None:
    log_p, _ = table(({Tile.C5: 0.97}, 0.0), ({Tile.C5: 0.6, Tile.D5: 0.3}, 0.0))
    assert np.allclose(in_company(log_p, np.zeros((2, 0))), log_p)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 40), st.integers(0, 2**32 - 1))
def test_probabilities_stay_probabilities(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    said = rng.normal(0, 4, (n, N_LABELS))
    log_p = said - np.logaddexp.reduce(said, axis=1, keepdims=True)
    points = rng.normal(size=(n, 8))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    out = in_company(log_p, points)
    assert np.allclose(np.exp(out).sum(1), 1, atol=1e-4)
    assert np.allclose(out[:, NOT_A_FACE], log_p[:, NOT_A_FACE], atol=1e-3)
    order = rng.permutation(n)
    assert np.allclose(in_company(log_p[order], points[order]), out[order], atol=1e-3)
