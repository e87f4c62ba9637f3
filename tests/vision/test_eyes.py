import numpy as np
import pytest

from engine.tile import N_KINDS, Tile, code
from tests.tiles_laid import laid_out, overlap
from vision.eyes import (
    Eyes,
    body_colours,
    doubt_strange_bodies,
    doubt_strange_sizes,
    table_mask,
    trust_blank_faces,
    usual_width,
)
from vision.see import drawn, readings, see
from vision.sightings import NOT_A_FACE, Sightings


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


def sure_of(*tiles: Tile) -> np.ndarray:
    p = np.full((len(tiles), N_KINDS + 1), 0.001)
    p[np.arange(len(tiles)), tiles] = 1 - 0.001 * N_KINDS
    return np.log(p).astype(np.float32)


def test_a_blank_of_another_colour_than_the_other_tiles_is_a_back() -> None:
    log_p = sure_of(*[Tile.B3] * 7, Tile.SOAP, Tile.SOAP)
    bodies = np.array([[220.0, 128.0, 132.0]] * 8 + [[220.0, 90.0, 128.0]])
    after = doubt_strange_bodies(log_p, bodies)
    assert after[7].argmax() == Tile.SOAP
    assert after[8].argmax() == NOT_A_FACE
    np.testing.assert_allclose(np.exp(after).sum(1), 1.0, atol=1e-4)


def test_with_few_tiles_to_compare_a_blank_is_left_alone() -> None:
    log_p = sure_of(Tile.B3, Tile.SOAP)
    bodies = np.array([[220.0, 128.0, 128.0], [220.0, 60.0, 128.0]])
    np.testing.assert_array_equal(doubt_strange_bodies(log_p, bodies), log_p)


def blank(n: int) -> np.ndarray:
    """Tiles that show nothing: soap or no face."""
    p = np.full((n, N_KINDS + 1), 0.001)
    p[:, Tile.SOAP], p[:, NOT_A_FACE] = 0.1, 0.9 - 0.001 * (N_KINDS - 1)
    return np.log(p).astype(np.float32)


IVORY, BLUE = (220.0, 128.0, 132.0), (90.0, 140.0, 90.0)


@pytest.mark.parametrize(
    ("blanks", "body", "soaps"), [(4, IVORY, True), (4, BLUE, False), (9, IVORY, False)], ids=["few", "backs", "a wall"]
)
def test_a_few_blank_tiles_of_the_faces_body_are_soaps(
    blanks: int, body: tuple[float, float, float], soaps: bool
) -> None:
    log_p = np.concatenate([sure_of(*[Tile.B3] * 30), blank(blanks)])
    bodies = np.array([IVORY] * 30 + [body] * blanks)
    after = trust_blank_faces(log_p, bodies, np.ones(len(log_p), np.float32))
    assert (after[30:].argmax(1) == (Tile.SOAP if soaps else NOT_A_FACE)).all()
    assert (after[:30].argmax(1) == Tile.B3).all()
    np.testing.assert_allclose(np.exp(after).sum(1), 1.0, atol=1e-4)


def test_the_colour_of_a_body_is_that_of_its_rim() -> None:
    image = np.full((60, 50, 3), 230, np.uint8)
    image[18:42, 18:32] = (0, 0, 200)
    quad = np.array([[[8, 8], [41, 8], [41, 51], [8, 51]]], np.float32)
    np.testing.assert_allclose(body_colours(image, quad), [[232, 128, 128]], atol=3)


def test_what_is_far_darker_than_the_tiles_and_not_read_for_sure_is_no_tile() -> None:
    log_p = sure_of(*[Tile.B3] * 9)
    log_p[7:] = np.log(np.full(N_KINDS + 1, 0.3 / N_KINDS))
    log_p[7:, Tile.C2] = np.log(0.7)
    bodies = np.array([[220.0, 128.0, 130.0]] * 8 + [[90.0, 128.0, 130.0]])
    after = doubt_strange_bodies(log_p, bodies)
    assert after[7].argmax() == Tile.C2
    assert after[8].argmax() == NOT_A_FACE


def test_a_dark_tile_read_for_sure_is_left_alone() -> None:
    log_p = sure_of(*[Tile.B3] * 8)
    bodies = np.array([[220.0, 128.0, 130.0]] * 7 + [[60.0, 128.0, 130.0]])
    np.testing.assert_array_equal(doubt_strange_bodies(log_p, bodies)[7], log_p[7])


def squares(*sides: float) -> np.ndarray:
    unit = np.array([[0, 0], [1, 0], [1, 1.3], [0, 1.3]])
    return np.array([unit * side + [60 * k, 10] for k, side in enumerate(sides)], np.float32)


def test_what_is_twice_as_large_as_the_tiles_around_it_is_a_marker() -> None:
    after = doubt_strange_sizes(sure_of(*[Tile.B3] * 9), squares(*[20] * 8, 40))
    assert (after[:8].argmax(1) == Tile.B3).all()
    assert after[8].argmax() == NOT_A_FACE


def test_a_near_rack_may_hold_larger_tiles_than_the_table() -> None:
    log_p = sure_of(*[Tile.B3] * 16)
    np.testing.assert_array_equal(doubt_strange_sizes(log_p, squares(*[20] * 8, *[40] * 8)), log_p)


def test_a_window_sees_the_same_tile_in_the_pixels_of_the_whole_picture(eyes: Eyes) -> None:
    image, quads, tiles = laid_out("harbour", [[(Tile.C2, 0)], [(Tile.D5, 0)]], 30, seed=4)
    x, y = quads[1].mean(0).astype(int)
    seen = eyes.sight_window(image, (x - 60, y - 60, x + 60, y + 60))
    best = int(np.argmax([overlap(quad, quads[1]) for quad in seen.quads]))
    assert overlap(seen.quads[best], quads[1]) > 0.6
    assert seen.tiles[best] == tiles[1]


def test_a_window_outside_the_picture_is_empty(eyes: Eyes) -> None:
    assert len(eyes.sight_window(np.zeros((50, 50, 3), np.uint8), (80, 80, 120, 120))) == 0


def test_a_mask_of_the_table_leaves_out_what_lies_beside_it(eyes: Eyes) -> None:
    image, quads, _ = laid_out("harbour", [[(Tile.C2, 0)] * 6], 40)
    left = np.array([[0, 0], [quads[2, 1, 0] + 1, 0], [quads[2, 1, 0] + 1, image.shape[0]], [0, image.shape[0]]])
    seen = eyes.sight(image, table_mask((image.shape[1], image.shape[0]), left))
    assert len(seen) == 3
    assert usual_width(seen) == pytest.approx(40, rel=0.25)


def test_a_reading_tells_face_alternatives_and_quad_and_no_zone_without_a_table(eyes: Eyes) -> None:
    image, _, _ = laid_out("harbour", [[(Tile.B7, 0), (Tile.RED, 0)]], 44)
    told = [reading.as_json() for reading in see(image, eyes)]
    assert [tile["face"] for tile in told] == ["7B", "RD"]
    for tile in told:
        assert (tile["zone"], tile["seat"], tile["group"]) == (None, None, None)
        assert len(tile["quad"]) == 4
        assert 0 < tile["confidence"] <= 1
        assert len(tile["alternatives"]) == 3
        assert all(p <= tile["confidence"] for _, p in tile["alternatives"])


def test_nothing_seen_is_nothing_told() -> None:
    assert readings(Sightings.empty()) == []


def test_what_was_read_is_drawn_on_a_copy(eyes: Eyes) -> None:
    image, _, _ = laid_out("harbour", [[(Tile.B7, 0), (Tile.RED, 0)]], 44)
    before = image.copy()
    picture = drawn(image, see(image, eyes))
    np.testing.assert_array_equal(image, before)
    assert (picture != image).any()
    assert code(Tile.B7) == "7B"


@pytest.mark.parametrize(
    ("quads", "log_p"),
    [
        (np.zeros((1, 4, 3)), sure_of(Tile.B1)),
        (np.zeros((2, 4, 2)), sure_of(Tile.B1)),
        (np.full((1, 4, 2), np.nan), sure_of(Tile.B1)),
        (np.zeros((1, 4, 2)), sure_of(Tile.B1) + 1),
    ],
    ids=["three coordinates", "more quads than readings", "not finite", "no probabilities"],
)
def test_sightings_that_do_not_fit_are_refused(quads: np.ndarray, log_p: np.ndarray) -> None:
    with pytest.raises(ValueError, match="must"):
        Sightings(quads, log_p)
