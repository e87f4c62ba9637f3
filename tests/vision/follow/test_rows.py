"""Rows of exposed tiles with holes: what is asked about, and what is believed of it."""

import numpy as np

from engine.tile import Seat, Tile
from vision.arrays import Quads
from vision.follow.rows import shown, suspects
from vision.plane.zones import Place, Zone
from vision.read.sightings import LEAST_LOG_P, N_LABELS, Sightings

WIDE, HIGH = 24.0, 32.0


def row(*at: float) -> tuple[list[Place], Quads]:
    """Tiles side by side on a rack, so many widths along it each."""
    box = np.array([(-WIDE, -HIGH), (WIDE, -HIGH), (WIDE, HIGH), (-WIDE, HIGH)]) / 2
    quads = np.array([box + np.array((WIDE * x, 300.0)) for x in at], np.float32)
    places = [Place(Zone.EXPOSURE, Seat.P1, WIDE * x, 300.0, WIDE * x, WIDE) for x in at]
    return places, quads


def read_as(*tiles: Tile) -> Sightings:
    log_p = np.full((len(tiles), N_LABELS), LEAST_LOG_P, np.float32)
    for k, tile in enumerate(tiles):
        log_p[k, tile] = 0.0
    log_p -= np.logaddexp.reduce(log_p, axis=1, keepdims=True)
    _, quads = row(*map(float, range(len(tiles))))
    return Sightings(quads, log_p, np.zeros((len(tiles), 4), np.float32))


def test_a_hole_between_two_tiles_and_both_ends_of_a_group_are_asked_about() -> None:
    between, past = suspects(*row(0, 1, 3))
    assert between.mean(1)[:, 0].tolist() == [2 * WIDE]
    assert sorted(past.mean(1)[:, 0].tolist()) == [-WIDE]
    between, past = suspects(*row(0, 1, 2))
    assert len(between) == 0
    assert sorted(past.mean(1)[:, 0].tolist()) == [-WIDE, 3 * WIDE]


def test_two_tiles_are_no_group() -> None:
    between, past = suspects(*row(0, 1))
    assert len(between) == len(past) == 0


def test_past_the_end_of_a_group_a_bare_ledge_is_no_soap() -> None:
    """And what shows a face is what it shows."""
    left = shown(read_as(Tile.SOAP, Tile.D4, Tile.JOKER))
    assert left.log_p[:, :-1].argmax(1).tolist() == [Tile.D4, Tile.JOKER]
