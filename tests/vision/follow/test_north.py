"""How a second camera's table lies on the first one's: by the tiles that both see, by hands, and not by too few."""

import numpy as np
import pytest

from engine.tile import Seat, Tile
from tests.scene import log_p
from vision.follow.north import North
from vision.follow.tracks import Track
from vision.plane.zones import Place, Zone, toward

SPOTS = ((-120.0, 40.0), (30.0, -90.0), (80.0, 100.0), (-40.0, -30.0), (150.0, -20.0))
FACES = (Tile.B3, Tile.C7, Tile.D2, Tile.SOAP, Tile.GREEN)


def track(born: int, at: tuple[float, float], tile: Tile, seat: Seat | None = None) -> Track:
    zone = Zone.DISCARDS if seat is None else Zone.EXPOSURE
    place = Place(zone, seat, *at, 0.0, 24.0)
    return Track(born, place, np.zeros((4, 2), np.float32), log_p(tile).astype(float))


def turned(at: tuple[float, float], quarters: int, beside: float = 0.0) -> tuple[float, float]:
    x, y = at
    for _ in range(-quarters % 4):
        x, y = y, -x
    return x + beside, y - beside


@pytest.mark.parametrize("beside", [0.0, 18.0])
@pytest.mark.parametrize("quarters", range(4))
def test_tiles_that_both_see_tell_how_it_is_turned_and_how_far_beside(quarters: int, beside: float) -> None:
    first = [track(k, at, tile) for k, (at, tile) in enumerate(zip(SPOTS, FACES, strict=True))]
    second = [track(k, turned(at, quarters, beside), t) for k, (at, t) in enumerate(zip(SPOTS, FACES, strict=True))]
    north = North()
    north.tiles(first, second, None)
    assert north.turn == quarters
    for one, other in zip(first, second, strict=True):
        lies = north.carried(other, None).place
        assert np.hypot(lies.x_mm - one.place.x_mm, lies.y_mm - one.place.y_mm) < 2


def test_three_tiles_are_too_few() -> None:
    first = [track(k, at, tile) for k, (at, tile) in enumerate(zip(SPOTS[:3], FACES, strict=False))]
    north = North()
    north.tiles(first, first, None)
    assert north.turn is None


def test_an_exposure_is_carried_to_its_owner() -> None:
    north = North(1)
    x, y = (float(v) for v in toward(Seat.P1) * 330)
    lies = north.carried(track(0, (x, y), Tile.B3, Seat.P1), None).place
    assert lies.seat is Seat.P2
    assert (lies.x_mm, lies.y_mm) == pytest.approx(tuple(toward(Seat.P2) * 330))


def test_hands_tell_once_three_agree_and_none_contradicts() -> None:
    north = North()
    for seat in (Seat.P1, Seat.P3):
        north.hands((seat.right,), (seat,))
    assert north.turn is None
    north.hands((Seat.P1, Seat.P2), (Seat.P1,))
    north.hands((Seat.P3.right,), (Seat.P3,))
    assert north.turn == 1
    doubtful = North()
    for first in (Seat.P2, Seat.P2, Seat.P2, Seat.P3):
        doubtful.hands((first,), (Seat.P1,))
    assert doubtful.turn in (None, 1)
