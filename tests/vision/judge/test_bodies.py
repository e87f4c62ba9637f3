import cv2
import numpy as np
import pytest

from engine.tile import N_KINDS, Tile
from tests.tiles_laid import sure_of
from vision.judge.bodies import (
    EDGE,
    NO_QUADS,
    NOBODY,
    Beside,
    EdgeOf,
    body_colours,
    doubt_faint_outlines,
    doubt_strange_bodies,
    doubt_strange_sizes,
    edges,
    lain_upon,
    strange_bodies,
    trust_blank_faces,
)
from vision.read.crops import HEIGHT, WIDTH
from vision.read.sightings import NOT_A_FACE


def faint(which: np.ndarray) -> np.ndarray:
    return np.zeros((len(which), 4))


def squares(*sides: float) -> np.ndarray:
    unit = np.array([[0, 0], [1, 0], [1, 1.3], [0, 1.3]])
    return np.array([unit * side + [60 * k, 10] for k, side in enumerate(sides)], np.float32)


def plain(bodies: np.ndarray) -> np.ndarray:
    """Crops (n, 64, 48, 3) of tiles whose bodies have these colours (n, 3) in 8-bit Lab, and nothing on them."""
    colours = cv2.cvtColor(bodies.astype(np.uint8)[None], cv2.COLOR_LAB2BGR)[0]
    return np.ascontiguousarray(np.broadcast_to(colours[:, None, None], (len(bodies), HEIGHT, WIDTH, 3)))


def doubted(
    log_p: np.ndarray,
    bodies: np.ndarray,
    quads: np.ndarray | None = None,
    edge: EdgeOf = faint,
    crops: np.ndarray | None = None,
    beside: Beside = NOBODY,
) -> np.ndarray:
    """What is left of tiles all of a size, and nothing on them, unless told otherwise."""
    quads = squares(*[20] * len(log_p)) if quads is None else quads
    crops = plain(bodies) if crops is None else crops
    return doubt_strange_bodies(log_p, bodies, quads, edge, crops, beside)


def test_a_blank_of_another_colour_than_the_other_tiles_is_a_back() -> None:
    log_p = sure_of(*[Tile.B3] * 7, Tile.SOAP, Tile.SOAP)
    bodies = np.array([[220.0, 128.0, 132.0]] * 8 + [[220.0, 90.0, 128.0]])
    after = doubted(log_p, bodies)
    assert after[7].argmax() == Tile.SOAP
    assert after[8].argmax() == NOT_A_FACE
    np.testing.assert_allclose(np.exp(after).sum(1), 1.0, atol=1e-4)


def test_with_few_tiles_to_compare_a_blank_is_left_alone() -> None:
    log_p = sure_of(Tile.B3, Tile.SOAP)
    bodies = np.array([[220.0, 128.0, 128.0], [220.0, 60.0, 128.0]])
    np.testing.assert_array_equal(doubted(log_p, bodies), log_p)


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
    after = trust_blank_faces(log_p, bodies, squares(*[20] * len(log_p)), np.ones((len(log_p), 4)).__getitem__)
    assert (after[30:].argmax(1) == (Tile.SOAP if soaps else NOT_A_FACE)).all()
    assert (after[:30].argmax(1) == Tile.B3).all()
    np.testing.assert_allclose(np.exp(after).sum(1), 1.0, atol=1e-4)


def test_the_end_of_a_light_ledge_is_larger_than_a_soap() -> None:
    log_p = np.concatenate([sure_of(*[Tile.B3] * 30), blank(2)])
    quads = squares(*[20] * 31, 20 * 1.15)
    after = trust_blank_faces(log_p, np.array([IVORY] * 32), quads, np.ones((32, 4)).__getitem__)
    assert after[30:].argmax(1).tolist() == [Tile.SOAP, NOT_A_FACE]


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
    after = doubted(log_p, bodies)
    assert after[7].argmax() == Tile.C2
    assert after[8].argmax() == NOT_A_FACE


def test_a_dark_tile_read_for_sure_is_left_alone() -> None:
    log_p = sure_of(*[Tile.B3] * 8)
    bodies = np.array([[220.0, 128.0, 130.0]] * 7 + [[60.0, 128.0, 130.0]])
    np.testing.assert_array_equal(doubted(log_p, bodies)[7], log_p[7])


def test_what_is_twice_as_large_as_the_tiles_around_it_is_a_marker() -> None:
    after = doubt_strange_sizes(sure_of(*[Tile.B3] * 9), squares(*[20] * 8, 40))
    assert (after[:8].argmax(1) == Tile.B3).all()
    assert after[8].argmax() == NOT_A_FACE


def test_a_near_rack_may_hold_larger_tiles_than_the_table() -> None:
    log_p = sure_of(*[Tile.B3] * 16)
    np.testing.assert_array_equal(doubt_strange_sizes(log_p, squares(*[20] * 8, *[40] * 8)), log_p)


def test_tiles_known_to_lie_there_tell_what_a_few_finds_alone_cannot() -> None:
    beside = Beside(squares(*[20] * 8), np.array([IVORY] * 8), NO_QUADS)
    lone = squares(*[20] * 8, 20)[8:]
    taken = trust_blank_faces(blank(1), np.array([IVORY]), lone, np.ones((1, 4)).__getitem__, beside)
    assert taken[0].argmax() == Tile.SOAP
    unlikely = trust_blank_faces(blank(1), np.array([IVORY]), lone, np.zeros((1, 4)).__getitem__, beside)
    assert unlikely[0].argmax() == NOT_A_FACE
    die = doubt_strange_sizes(sure_of(Tile.D6), squares(*[20] * 8, 12)[8:], beside)
    assert die[0].argmax() == NOT_A_FACE
    back = doubted(sure_of(Tile.SOAP), np.array([BLUE]), lone, beside=beside)
    assert back[0].argmax() == NOT_A_FACE


def test_a_soap_in_the_shade_is_judged_by_the_tiles_around_it() -> None:
    log_p = np.concatenate([sure_of(*[Tile.B3] * 20), blank(1)])
    shade = (140.0, 128.0, 132.0)
    bodies = np.array([IVORY] * 14 + [shade] * 7)
    after = trust_blank_faces(log_p, bodies, squares(*[20] * 21), np.ones((21, 4)).__getitem__)
    assert after[20].argmax() == Tile.SOAP


def test_a_part_of_a_light_ledge_has_no_outline() -> None:
    image = np.full((120, 300, 3), 90, np.uint8)
    image[40:80] = 220  # the ledge
    image[40:80, 28:30] = image[40:80, 58:60] = 170  # the seams of a tile on it
    tile = np.array([[30, 40], [58, 40], [58, 80], [30, 80]], np.float32)
    assert (edges(image, np.stack([tile, tile + np.array([100, 0], np.float32)])).min(1) > EDGE).tolist() == [
        True,
        False,
    ]
    assert edges(image, NO_QUADS).tolist() == []
    panorama = np.full((60, 33_000, 3), 90, np.uint8)  # wider than OpenCV's own sampling allows
    assert edges(panorama, tile[None]).min(1).tolist() == [0.0]


def test_two_tiles_side_by_side_do_not_lie_upon_each_other_and_a_find_between_them_does() -> None:
    quads = squares(20)[0] + np.array([[[0, 0]], [[20, 0]], [[10, 0]]], np.float32)
    assert lain_upon(quads, quads[:1]).tolist() == [True, False, True]
    assert lain_upon(quads, NO_QUADS).tolist() == [False, False, False]


def test_a_flower_printed_on_cloth_has_a_fainter_outline_than_the_tiles_have() -> None:
    log_p = sure_of(*[Tile.B3] * 8, Tile.D1, Tile.D1)
    log_p[8:] = np.log(0.1 / 36)
    log_p[8:, Tile.D1] = np.log(0.9)
    quads = squares(*[20] * 10)
    plain, faint = np.full((10, 4), 0.4), np.full((10, 4), 0.4)
    faint[9, 3] = 0.03
    np.testing.assert_array_equal(doubt_faint_outlines(log_p, quads, plain.__getitem__), log_p)
    after = doubt_faint_outlines(log_p, quads, faint.__getitem__)
    assert after[:9, :N_KINDS].argmax(1).tolist() == [Tile.B3] * 8 + [Tile.D1]
    assert after[9].argmax() == NOT_A_FACE
    scanned = np.minimum(faint, 0.1)  # white tiles on white
    np.testing.assert_array_equal(doubt_faint_outlines(log_p, quads, scanned.__getitem__), log_p)
    few = doubt_faint_outlines(log_p[5:], quads[5:], faint[5:].__getitem__)
    np.testing.assert_array_equal(few, log_p[5:])
    touching = quads.copy()
    touching[9] = touching[8] + np.array([20, 0])
    np.testing.assert_array_equal(doubt_faint_outlines(log_p, touching, faint.__getitem__), log_p)


def test_a_body_is_strange_where_it_is_darker_or_of_another_colour_than_those_known() -> None:
    known = np.array([IVORY] * 8)
    assert strange_bodies(np.array([IVORY, BLUE, (90.0, 128.0, 132.0)]), known).tolist() == [False, True, True]
    assert strange_bodies(np.array([BLUE]), known[:3]).tolist() == [False]  # too few to tell


def test_what_is_read_so_so_must_have_the_body_of_the_tiles_around_it() -> None:
    log_p = sure_of(*[Tile.B3] * 9)
    log_p[8] = np.log(0.2 / 36)
    log_p[8, Tile.D7] = np.log(0.8)
    wood = (180.0, 138.0, 144.0)
    after = doubted(log_p, np.array([IVORY] * 8 + [wood]))
    assert after[8].argmax() == NOT_A_FACE
    log_p[8, Tile.D7] = np.log(0.99)
    kept = doubted(log_p, np.array([IVORY] * 8 + [wood]))
    assert kept[8].argmax() == Tile.D7


def test_a_tile_on_a_body_of_its_own_has_the_size_and_the_outline_of_a_tile() -> None:
    yellow = np.array([IVORY] * 8 + [(200.0, 128.0, 170.0)])

    def seen(outline: tuple[float, ...], side: float, tile: Tile = Tile.FLOWER) -> int:
        log_p = sure_of(*[Tile.B3] * 9)
        log_p[8] = np.log(0.2 / 36)
        log_p[8, tile] = np.log(0.8)
        around = np.array([[0.5] * 4] * 8 + [outline])
        after = doubted(log_p, yellow, squares(*[20] * 8, side), around.__getitem__)
        return int(after[8].argmax())

    assert seen((0.4, 0.3, 0.3, 0.3), 20) == Tile.FLOWER
    assert seen((0.4, 0.3, 0.3, 0.3), 20, Tile.JOKER) == Tile.JOKER
    assert seen((0.4, 0.3, 0.3, 0.3), 20, Tile.C1) == NOT_A_FACE  # a sticker with a stroke on it
    assert seen((0.4, 0.3, 0.3, 0.15), 20) == NOT_A_FACE
    assert seen((0.4, 0.3, 0.3, 0.3), 13) == NOT_A_FACE


def in_doubt(last: Tile, chance: float, none: float = 0.01) -> np.ndarray:
    """Eight 3 Bams, and one tile that is this with that chance, and no face with the other."""
    log_p = sure_of(*[Tile.B3] * 9)
    log_p[8] = np.log((1 - chance - none) / 35)
    log_p[8, last], log_p[8, NOT_A_FACE] = np.log(chance), np.log(none)
    return log_p


def test_a_soap_whose_frame_lies_where_its_body_is_looked_for_is_a_tile() -> None:
    green = (120.0, 100.0, 150.0)
    bodies = np.array([IVORY] * 8 + [green])
    crops = plain(np.array([IVORY] * 9))
    cv2.rectangle(
        crops[8],
        (5, 6),
        (WIDTH - 6, HEIGHT - 7),
        cv2.cvtColor(np.uint8([[green]]), cv2.COLOR_LAB2BGR)[0, 0].tolist(),
        3,
    )
    outlined = np.full((9, 4), 0.5)
    for log_p, tile in ((in_doubt(Tile.B2, 0.6), Tile.B2), (in_doubt(Tile.SOAP, 0.98), Tile.SOAP)):
        assert doubted(log_p, bodies, edge=outlined.__getitem__, crops=crops)[8].argmax() == tile
        assert doubted(log_p, bodies, edge=outlined.__getitem__)[8].argmax() == NOT_A_FACE  # green all over
        assert doubted(log_p, bodies, crops=crops)[8].argmax() == NOT_A_FACE  # without an outline
    perhaps = in_doubt(Tile.B2, 0.6, none=0.2)
    assert doubted(perhaps, bodies, edge=outlined.__getitem__, crops=crops)[8].argmax() == NOT_A_FACE


def test_a_black_tile_in_a_glare_is_a_tile_and_a_grey_thing_among_light_tiles_is_none() -> None:
    black, grey, light = (25.0, 128.0, 127.0), (140.0, 128.0, 127.0), (225.0, 128.0, 127.0)
    outlined = np.full((9, 4), 0.5).__getitem__
    log_p = in_doubt(Tile.C4, 0.6)
    assert doubted(log_p, np.array([black] * 8 + [grey]), edge=outlined)[8].argmax() == Tile.C4
    assert doubted(log_p, np.array([light] * 8 + [grey]), edge=outlined)[8].argmax() == NOT_A_FACE
    assert doubted(log_p, np.array([black] * 8 + [BLUE]), edge=outlined)[8].argmax() == NOT_A_FACE
    assert doubted(log_p, np.array([black] * 8 + [grey]))[8].argmax() == NOT_A_FACE
