from dataclasses import replace

import numpy as np
import pytest

from engine.tile import N_KINDS, Seat, Tile
from tests.scene import log_p
from vision.follow.named import Told
from vision.follow.tracks import GONE_AFTER, Track, Tracks, as_learned, sights
from vision.plane.zones import Place, Zone
from vision.read.sightings import N_LABELS, NOT_A_FACE, Sightings
from vision.read.tileset import TileSet

OWN = TileSet("grandma's", (), np.zeros((0, 2), np.float32), 1.0, 18.0, "")


def at(x: float, y: float, zone: Zone | None = Zone.DISCARDS, seat: Seat | None = None) -> Place:
    return Place(zone, seat, x, y, x, 24.0)


def look(tracks: Tracks, *tiles: tuple[Place, Tile], p: float = 0.9, covered: bool = True) -> None:
    """One look that found these; it covered all that is followed, or nothing of it."""
    quads = np.array([[[0, 0], [24, 0], [24, 32], [0, 32]]] * len(tiles), np.float32).reshape(-1, 4, 2)
    rows = np.array([log_p(t, p) for _, t in tiles], np.float32).reshape(-1, N_LABELS)
    tracks.add(Sightings(quads, rows), [where for where, _ in tiles], [covered] * len(tracks.all))


def best(track: Track) -> Tile:
    return track.sight().best


def test_a_tile_seen_again_is_the_same_tile_and_grows_surer() -> None:
    tracks = Tracks()
    chances = []
    for _ in range(4):
        look(tracks, (at(10, 10), Tile.B3), p=0.6)
        chances.append(float(np.exp(tracks.all[0].log_p[Tile.B3])))
    assert len(tracks.all) == 1
    assert chances == sorted(chances)
    assert chances[0] == pytest.approx(0.6, abs=1e-3)
    assert chances[-1] > 0.99
    assert tracks.all[0].sight().frames == 4


def test_repeated_looks_count_less_than_independent_ones() -> None:
    tracks = Tracks()
    for _ in range(3):
        look(tracks, (at(0, 0), Tile.B3), p=0.6)
    independent = 3 * log_p(Tile.B3, 0.6)
    independent -= np.logaddexp.reduce(independent)
    assert tracks.all[0].log_p[Tile.B3] < independent[Tile.B3]


def test_looks_at_a_tile_of_a_households_own_set_repeat_each_other() -> None:
    """Ten looks that take a 6 Crak for a 9 are told hardly surer than the first, whatever hands pass meanwhile."""
    tracks, sure = Tracks(), []
    for n in range(10):
        look(tracks, (at(0, 0), Tile.C9), p=0.6)
        sure.append(np.exp(sights(tracks.all, shown=OWN)[0].log_p[Tile.C9]))
        tracks.doubt([n == 5])
    assert sure[0] == pytest.approx(0.6, abs=1e-3)
    assert 0.7 < sure[5] < 0.85
    assert 0.7 < sure[-1] < 0.85
    assert np.exp(sights(tracks.all)[0].log_p[Tile.C9]) > 0.95, (
        "the built-in sets are believed as far as is known of them"
    )


def test_a_face_that_the_pictures_of_a_set_do_not_tell_is_never_sure() -> None:
    """Of a set whose winds were taken for one another when each was left out; its other faces are believed."""
    own = replace(OWN, expected=((Tile.NORTH, 0, 2), (Tile.RED, 2, 2)))
    tracks = Tracks()
    for _ in range(6):
        look(tracks, (at(0, 0), Tile.NORTH), (at(60, 0), Tile.RED), p=0.99)
    north, red = (np.exp(np.array(sight.log_p)) for sight in sights(tracks.all, shown=own))
    assert north.argmax() == Tile.NORTH
    assert north[Tile.NORTH] == pytest.approx(1 / 6, abs=0.01)
    assert red[Tile.RED] == pytest.approx(2.5 / 3, abs=0.01)
    assert north.sum() == pytest.approx(1.0, abs=1e-3)
    tracks.all[0].points = np.array([3.0, 0.0])
    (told,) = sights(tracks.all[:1], (Told(tracks.all[0].point, Tile.NORTH),), own)
    assert np.exp(told.log_p[Tile.NORTH]) > 0.9, "a player said so"


def test_whether_it_is_a_tile_is_told_of_an_own_set_as_of_any() -> None:
    tracks = Tracks()
    for _ in range(6):
        look(tracks, (at(0, 0), Tile.C9), p=0.6)
    own, any_set = (sights(tracks.all, shown=own)[0].log_p for own in (OWN, None))
    assert own[NOT_A_FACE] == pytest.approx(tracks.all[0].log_p[NOT_A_FACE])
    assert own[NOT_A_FACE] < -3
    assert np.exp(own).sum() == pytest.approx(1.0)
    assert np.exp(any_set).sum() == pytest.approx(1.0, abs=1e-3)


def test_evidence_stays_normalised() -> None:
    tracks = Tracks()
    for tile in (Tile.B3, Tile.B8, Tile.B3):
        look(tracks, (at(0, 0), tile), p=0.7)
    assert np.exp(tracks.all[0].log_p).sum() == pytest.approx(1.0)
    assert best(tracks.all[0]) is Tile.B3


def test_a_nudged_tile_is_followed_and_one_farther_off_is_another() -> None:
    tracks = Tracks()
    look(tracks, (at(0, 0), Tile.B3))
    look(tracks, (at(10, 5), Tile.B3))
    assert [t.place.x_mm for t in tracks.all] == [10]
    look(tracks, (at(40, 5), Tile.B3))
    assert len(tracks.all) == 2


def test_touching_tiles_keep_their_own_tracks() -> None:
    tracks = Tracks()
    row = [Tile.B1, Tile.B2, Tile.B3, Tile.B4]
    for shift in (0.0, 4.0, 8.0):
        look(tracks, *((at(25.0 * k + shift, 0), t) for k, t in reversed(list(enumerate(row)))))
    by_place = sorted(tracks.all, key=lambda t: t.place.x_mm)
    assert [best(t) for t in by_place] == row
    assert all(t.looks == 3 for t in tracks.all)


def test_a_tile_is_gone_after_so_many_looks_without_it() -> None:
    tracks = Tracks()
    look(tracks, (at(0, 0), Tile.B3), (at(100, 0), Tile.C3))
    for missed in range(1, GONE_AFTER + 1):
        look(tracks, (at(100, 0), Tile.C3))
        assert len(tracks.all) == (1 if missed == GONE_AFTER else 2)
    assert best(tracks.all[0]) is Tile.C3


def test_a_tile_missed_once_is_forgiven() -> None:
    tracks = Tracks()
    for found in (True, False, True, False, True):
        look(tracks, *([(at(0, 0), Tile.B3)] if found else []))
    assert len(tracks.all) == 1
    assert tracks.all[0].missed == 0


def test_what_no_look_covers_is_never_gone() -> None:
    tracks = Tracks()
    look(tracks, (at(0, 0), Tile.B3))
    for _ in range(5):
        look(tracks, covered=False)
    assert len(tracks.all) == 1


def test_a_called_tile_on_a_rack_is_not_the_discard_it_was() -> None:
    tracks = Tracks()
    look(tracks, (at(0, 0), Tile.B3))
    look(tracks, (at(5, 0, Zone.EXPOSURE, Seat.P1), Tile.B3))
    assert [t.place.zone for t in tracks.all] == [Zone.DISCARDS, Zone.EXPOSURE]


@pytest.mark.parametrize("zone", [None, Zone.RACK])
def test_tiles_elsewhere_are_not_followed(zone: Zone | None) -> None:
    tracks = Tracks()
    look(tracks, (at(0, 0, zone), Tile.B3))
    assert tracks.all == []


def test_doubt_takes_old_evidence_on_a_rack_back_to_one_look() -> None:
    tracks = Tracks()
    on_rack = at(0, 0, Zone.EXPOSURE, Seat.P1)
    for _ in range(5):
        look(tracks, (on_rack, Tile.JOKER), (at(100, 0), Tile.C3), p=0.8)
    tracks.doubt([True, False])
    doubted, kept = tracks.all
    assert (doubted.looks, kept.looks) == (1, 5)
    assert np.exp(doubted.log_p[Tile.JOKER]) == pytest.approx(0.8, abs=1e-3)
    for _ in range(3):
        look(tracks, (on_rack, Tile.B3), (at(100, 0), Tile.C3), p=0.8)
    assert best(tracks.all[0]) is Tile.B3, "the joker has been exchanged"


def test_what_was_read_of_a_discard_outlasts_a_hand_and_a_few_worse_looks() -> None:
    tracks = Tracks()
    for _ in range(6):
        look(tracks, (at(0, 0), Tile.WEST), p=0.8)
    tracks.doubt([True])
    assert np.exp(tracks.all[0].log_p[Tile.WEST]) > 0.9
    look(tracks, (at(0, 0), Tile.NORTH), p=0.6)
    assert best(tracks.all[0]) is Tile.WEST
    for _ in range(6):
        look(tracks, (at(0, 0), Tile.NORTH), p=0.8)
    assert best(tracks.all[0]) is Tile.NORTH, "better looks put an earlier reading right"


def test_looks_that_contradict_outright_soon_outweigh_the_tile_that_lay_there() -> None:
    tracks = Tracks()
    for _ in range(6):
        look(tracks, (at(0, 0), Tile.B3), p=0.999)
    tracks.doubt([True])
    for _ in range(3):
        look(tracks, (at(0, 0), Tile.C7), p=0.999)
    assert best(tracks.all[0]) is Tile.C7


def test_a_tile_lost_from_sight_for_a_while_is_found_again_as_the_one_it_was() -> None:
    tracks = Tracks()
    look(tracks, (at(0, 0), Tile.B3), (at(100, 0), Tile.C3))
    for _ in range(GONE_AFTER):
        look(tracks, (at(100, 0), Tile.C3))
    look(tracks, (at(100, 0), Tile.C3), (at(50, 80), Tile.D2))
    look(tracks, (at(100, 0), Tile.C3), (at(50, 80), Tile.D2), (at(3, 2), Tile.B3))
    assert [best(t) for t in sorted(tracks.all, key=lambda t: t.born)] == [Tile.B3, Tile.C3, Tile.D2]


def test_another_tile_where_one_was_lost_is_a_new_one() -> None:
    tracks = Tracks()
    look(tracks, (at(0, 0), Tile.B3), (at(100, 0), Tile.C3))
    for _ in range(GONE_AFTER):
        look(tracks, (at(100, 0), Tile.C3))
    look(tracks, (at(100, 0), Tile.C3), (at(3, 2), Tile.D2))
    assert [best(t) for t in sorted(tracks.all, key=lambda t: t.born)] == [Tile.C3, Tile.D2]


def test_tiles_that_a_look_covered_without_finding_them_are_named() -> None:
    tracks = Tracks()
    look(tracks, (at(0, 0), Tile.B3), (at(100, 0), Tile.C3), (at(200, 0), Tile.D2))
    assert [best(t) for t in tracks.unseen([at(2, 0)], [True, True, False])] == [Tile.C3]


def test_a_find_that_is_no_known_face_is_not_known_until_looks_say_otherwise() -> None:
    row = np.full((1, N_LABELS), 0.3 / 36)
    row[0, NOT_A_FACE] = 0.7
    quads = np.array([[[0, 0], [24, 0], [24, 32], [0, 32]]], np.float32)
    tracks = Tracks()
    tracks.add(Sightings(quads, np.log(row)), [at(0, 0)], [])
    assert not tracks.all[0].known
    for _ in range(2):
        look(tracks, (at(0, 0), Tile.D5))
    assert tracks.all[0].known


def test_tracks_are_numbered_in_the_order_in_which_they_appeared() -> None:
    tracks = Tracks()
    for k in range(4):
        look(tracks, *((at(60.0 * j, 0), Tile.B1) for j in reversed(range(k + 1))))
    assert [t.place.x_mm for t in sorted(tracks.all, key=lambda t: t.born)] == [0, 60, 120, 180]


def hardly(tile: Tile) -> np.ndarray:
    """Log p (37,) of what is hardly a tile."""
    p = np.full(N_LABELS, 1e-3)
    p[tile], p[NOT_A_FACE] = 0.2, 0.765
    return np.log(p)


def doubtful(tracks: Tracks, *places: Place) -> None:
    """A look that finds something there which is hardly a tile."""
    row = hardly(Tile.B3)
    quads = np.array([[[0, 0], [24, 0], [24, 32], [0, 32]]] * len(places), np.float32)
    tracks.add(Sightings(quads, np.stack([row] * len(places))), list(places), [True] * len(tracks.all))


def test_what_is_hardly_a_tile_on_a_table_met_bare_is_print_until_it_shows_another_face() -> None:
    tracks = Tracks()
    doubtful(tracks, at(0, 0))
    tracks.meet()
    for _ in range(4):
        look(tracks, (at(0, 0), Tile.B3), p=0.99)
    assert not tracks.all[0].known
    for _ in range(4):
        look(tracks, (at(0, 0), Tile.C7), p=0.999)
    assert tracks.all[0].known


def test_on_a_table_met_in_mid_game_what_was_hardly_a_tile_becomes_one() -> None:
    tracks = Tracks()
    lie = [(at(60.0 * k, 100), Tile(k)) for k in range(5)]
    look(tracks, *lie)
    quads = np.array([[[0, 0], [24, 0], [24, 32], [0, 32]]] * 6, np.float32)
    rows = np.array([*(log_p(t, 0.9) for _, t in lie), hardly(Tile.D9)])
    tracks.add(Sightings(quads, rows), [*(where for where, _ in lie), at(0, 0)], [True] * 5)
    tracks.meet()
    for _ in range(4):
        look(tracks, *lie, (at(0, 0), Tile.D9), p=0.99)
    assert all(t.known for t in tracks.all)
    assert len(tracks.all) == 6


def test_a_print_is_known_again_wherever_it_comes_to_sight() -> None:
    """Of a lattice that was seen before the game, one figure more where a wall lay upon it."""
    tracks = Tracks()
    figure, tile = np.eye(4, dtype=np.float32)[:2]
    places = [at(60.0 * k, 0) for k in range(9)]
    quads = np.array([[[0, 0], [24, 0], [24, 32], [0, 32]]] * len(places), np.float32)
    rows = np.array([log_p(Tile.D1, 0.9)] * len(places), np.float32)
    tracks.add(Sightings(quads, rows, np.stack([figure] * len(places))), places, [])
    points = np.stack([figure, 0.9 * figure + 0.4 * tile, tile])
    assert not tracks.printed(points, np.full(3, 0.5, np.float32)).any(), "nothing is known to be a print yet"
    tracks.find_patterns()
    assert tracks.printed(points, np.full(3, 0.5, np.float32)).tolist() == [True, True, False]
    assert tracks.printed(points, np.array([0.5, 0.95, 0.5], np.float32)).tolist() == [True, False, False]
    assert not tracks.printed(points[:0], np.zeros(0, np.float32)).any()


def test_what_was_learned_counts_as_far_as_it_is_known() -> None:
    class Half:
        def reads(self, born: object) -> np.ndarray:
            out = np.zeros((3, N_KINDS))
            out[0, Tile.C4], out[1, Tile.C4] = 1.0, 0.5
            return out

    read = np.stack([log_p(Tile.B3, 0.9)] * 3).astype(np.float64)
    said = np.exp(as_learned(read, Half(), [0, 1, 2]))
    assert said[0, Tile.C4] > 0.9
    assert said[1, Tile.C4] == pytest.approx(said[1, Tile.B3], abs=0.05)
    assert np.allclose(said[2], np.exp(read[2]))
    assert np.allclose(said[:, NOT_A_FACE], np.exp(read[:, NOT_A_FACE]))
    assert np.allclose(said.sum(1), 1, atol=0.01)
