"""What is thought of finds by all reasons together, and why."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.tile import N_KINDS, Tile
from tests.finds import BLUE, IVORY, WOOD, finds_of, reading, squares
from vision.judge.evidence import Judged, judged
from vision.judge.known import NO_QUADS, Lying
from vision.judge.shown import RAISED, raised
from vision.plane.calibration import from_corners
from vision.read.crops import HEIGHT, WIDTH
from vision.read.sightings import NOT_A_FACE
from vision.read.tileset import TileSet, builtin

PLAIN = np.concatenate([reading(Tile.B3, 0.97)] * 12)


def among(last: np.ndarray, side: float = 20, body: tuple[float, ...] = IVORY, **other: float) -> Judged:
    """What is thought of one find, the last, beside twelve plain tiles."""
    return thought(np.concatenate([PLAIN, last]), squares(*[20] * 12, side), [IVORY] * 12 + [body], **other)


def thought(log_p: np.ndarray, quads: np.ndarray, bodies: list[tuple[float, ...]], **other: float) -> Judged:
    n = len(log_p)
    score = np.full(n, 0.85)
    score[-1] = other.get("score", 0.85)
    raised = np.zeros(n)
    raised[-1] = other.get("raised", 0.0)
    return judged(finds_of(log_p, quads, np.array(bodies), score=score, raised=raised), builtin())


def face(found: Judged) -> float:
    """The chance that the last find is a face."""
    return float(1 - np.exp(found.log_p[-1, NOT_A_FACE]))


def test_probabilities_sum_to_one_and_the_plain_tiles_are_kept() -> None:
    found = among(reading(Tile.C7, 0.9))
    np.testing.assert_allclose(np.exp(found.log_p).sum(1), 1.0, atol=1e-4)
    assert found.kept().all()
    assert len(found.sightings()) == 13


SO_SO, FAIR = reading(Tile.D7, 0.6, none=0.3), reading(Tile.D7, 0.8, none=0.12)


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        (lambda: among(SO_SO, side=45), "no tile: another size than the tiles around it"),
        (lambda: among(SO_SO, side=9), "no tile: another size than the tiles around it"),
        (lambda: among(FAIR, side=23, body=BLUE, score=0.75), "no tile: another body than the tiles around it"),
        (lambda: among(SO_SO, score=0.35), "no tile: hardly to be found"),
        (lambda: among(FAIR, raised=-12.0), "no tile: printed on what lies below"),
        (lambda: among(reading(Tile.D7, 0.02, none=0.95), score=0.6), "no tile: no face that is known"),
    ],
    ids=["far larger", "far smaller", "blue", "hardly found", "printed", "no face"],
)
def test_a_refused_find_says_why(seen: Callable[[], Judged], why: str) -> None:
    found = seen()
    assert not found.kept()[-1]
    assert found.kept()[:-1].all()
    assert found.why_not(12) == why


def test_that_it_looks_printed_counts_the_less_the_smaller_it_is() -> None:
    log_p = np.concatenate([PLAIN, FAIR])
    none, some, most = (
        thought(log_p, squares(*[side] * 13), [IVORY] * 13, raised=-8.0).nats_of(raised)[-1] for side in (11, 18, 30)
    )
    assert none == pytest.approx(RAISED(np.zeros(1))[0])
    assert most == pytest.approx(RAISED(np.full(1, -8.0))[0])
    assert most < some < none


@pytest.mark.parametrize("body", [BLUE, WOOD], ids=["another colour", "a little darker"])
def test_what_is_read_for_sure_is_a_tile_on_any_body(body: tuple[float, ...]) -> None:
    assert among(reading(Tile.D7, 0.9999, none=1e-5), body=body).kept()[-1]


def test_every_reason_says_less_the_stranger_a_find_is() -> None:
    sides = [face(among(SO_SO, side=side)) for side in (20, 26, 34, 45)]
    bodies = [face(among(SO_SO, body=(220.0, 128.0, 132.0 + off))) for off in (0, 8, 16, 40)]
    darker = [face(among(SO_SO, body=(light, 128.0, 132.0))) for light in (220.0, 150.0, 100.0, 50.0)]
    scores = [face(among(SO_SO, score=score)) for score in (0.9, 0.7, 0.5, 0.4)]
    for chances in (sides, bodies, darker, scores):
        assert chances == sorted(chances, reverse=True)


BLANK = reading(Tile.SOAP, 0.1, none=0.87)


def blanks(n: int, body: tuple[float, ...] = IVORY, side: float = 20) -> Judged:
    """Twenty-four plain tiles and so many that show nothing."""
    log_p = np.concatenate([PLAIN, PLAIN, *[BLANK] * n])
    return thought(log_p, squares(*[20] * 24, *[side] * n), [IVORY] * 24 + [body] * n)


def test_a_few_blank_tiles_just_like_the_faces_are_soaps() -> None:
    found = blanks(3)
    assert found.kept().all()
    assert (found.log_p[24:, :N_KINDS].argmax(1) == Tile.SOAP).all()
    assert not blanks(3, body=BLUE).kept()[24:].any()  # backs
    assert not blanks(3, side=36).kept()[24:].any()  # the end of a ledge


@pytest.mark.parametrize(("framed", "soaps"), [(False, 3), (True, 0)], ids=["plain soaps", "framed soaps"])
def test_in_a_set_whose_soaps_show_a_frame_what_shows_nothing_is_none(framed: bool, soaps: int) -> None:
    """The end of a pale ledge, as large as a tile."""
    crop = np.full((HEIGHT, WIDTH, 3), 225, np.uint8)
    if framed:
        cv2.rectangle(crop, (10, 12), (WIDTH - 11, HEIGHT - 13), (180, 60, 30), 2)
    png = cv2.imencode(".png", crop)[1].tobytes()
    points = np.eye(2, 64, dtype=np.float32)
    own = TileSet("ours", (Tile.SOAP, Tile.B3), points, 0.0, 18.0, "", (png, png))
    log_p = np.concatenate([PLAIN, PLAIN, *[BLANK] * 3])
    finds = finds_of(log_p, squares(*[20] * 27), np.array([IVORY] * 27), score=np.array([0.85] * 24 + [0.5] * 3))
    finds = replace(finds, points=np.repeat(points[1:], 27, axis=0))
    found = judged(finds, own)
    assert int(found.kept()[24:].sum()) == soaps
    as_ours = replace(finds, points=np.concatenate([finds.points[:24], np.repeat(points[:1], 3, axis=0)]))
    assert judged(as_ours, own).kept().all(), "the set's own soaps are soaps"


@pytest.mark.parametrize(
    ("likeness", "kept"),
    [(0.84, 0), (0.88, 3), (0.93, 3)],
    ids=["ends of standing tiles", "soaps of a coarse picture", "soaps"],
)
def test_a_soap_with_a_frame_is_no_blank_end_of_a_tile_however_sure_the_reader_is(likeness: float, kept: int) -> None:
    crop = np.full((HEIGHT, WIDTH, 3), 225, np.uint8)
    cv2.rectangle(crop, (10, 12), (WIDTH - 11, HEIGHT - 13), (180, 60, 30), 2)
    png = cv2.imencode(".png", crop)[1].tobytes()
    points = np.eye(3, 64, dtype=np.float32)
    own = TileSet("ours", (Tile.SOAP, Tile.B3), points[:2], 0.0, 18.0, "", (png, png))
    seen = likeness * points[:1] + np.sqrt(1 - likeness**2) * points[2:]
    log_p = np.concatenate([PLAIN, PLAIN, *[reading(Tile.SOAP, 0.99, none=0.004)] * 3])
    finds = finds_of(log_p, squares(*[20] * 27), np.array([IVORY] * 27), score=np.array([0.85] * 24 + [0.5] * 3))
    finds = replace(finds, points=np.concatenate([np.repeat(points[1:2], 24, axis=0), np.repeat(seen, 3, axis=0)]))
    assert finds.bare[24:].all()
    assert int(judged(finds, own).kept()[24:].sum()) == kept


def lone(known: int) -> float:
    """The chance that a die is a face, where so many tiles are known to lie there."""
    die = finds_of(reading(Tile.D6, 0.7, none=0.2), squares(*[20] * 13, 11)[13:])
    lying = Lying(squares(*[20] * known).reshape(-1, 4, 2), np.array([IVORY] * known).reshape(-1, 3), NO_QUADS, None)
    return face(judged(die, builtin(), lying))


def test_tiles_known_to_lie_there_tell_the_more_the_more_they_are() -> None:
    assert lone(0) > lone(2) > lone(12)


def on_table(side_mm: float, log_p: np.ndarray = SO_SO) -> Judged:
    """One find as wide as this, alone on a table with markers, two pixels a millimetre."""
    square = np.array([[0, 0], [1800, 0], [1800, 1800], [0, 1800]], float)
    plane = from_corners(square, (1800, 1800))
    marked = replace(plane, found_by="markers")
    quads = squares(2 * side_mm) + np.float32(900)
    return judged(finds_of(log_p, quads), builtin(), Lying(NO_QUADS, np.zeros((0, 3)), NO_QUADS, marked))


def test_on_a_table_with_markers_a_tile_is_as_large_as_tiles_are() -> None:
    chances = [face(on_table(side)) for side in (24.0, 36.0, 48.0)]
    assert chances == sorted(chances, reverse=True)
    assert on_table(13.0).why_not(0) == "no tile: not as large as a tile on this table"


@pytest.mark.parametrize("discards", [6, 0], ids=["beside discards", "before the first discard"])
def test_tiles_that_stand_on_a_rack_stay_secret_however_well_they_are_read(discards: int) -> None:
    square = np.array([[0, 0], [900, 0], [900, 900], [0, 900]], float)
    plane = replace(from_corners(square, (900, 900)), found_by="corners" if discards else "markers")
    flat = squares(*[24] * 6)[:discards] + np.array([200, 400], np.float32)
    lying = Lying(flat, np.array([IVORY] * discards).reshape(-1, 3), NO_QUADS, plane)
    ledge = 450 + 0.9 * plane.half_mm
    sure = np.concatenate([reading(Tile.B3, 0.9999, none=1e-6)] * 3)

    def shown(length: float) -> np.ndarray:
        unit = np.array([[0, 0], [24, 0], [24, length], [0, length]], np.float32)
        quads = np.array(
            [unit + np.array([420 + 24 * k, ledge - length / 2], np.float32) for k in range(3)], np.float32
        )
        return judged(finds_of(sure, quads), builtin(), lying).kept()

    assert shown(32.0).all()
    assert not shown(26.5).any()


def test_finds_of_which_the_parts_do_not_fit_are_refused() -> None:
    good = finds_of(PLAIN)
    with pytest.raises(ValueError, match="bodies must be"):
        replace(good, bodies=good.bodies[:3])


def test_nothing_found_is_nothing_thought() -> None:
    none = judged(finds_of(PLAIN).take(np.zeros(0, np.int64)), builtin())
    assert len(none.sightings()) == 0


def test_in_a_set_that_the_reader_does_not_know_that_it_sees_no_face_speaks_half_as_much() -> None:
    there = among(reading(Tile.C8, 0.25, none=0.7), score=0.6)
    print_on_cloth = among(reading(Tile.C8, 0.25, none=0.7), score=0.6, raised=-6.0)
    assert not there.kept()[-1]
    assert there.strange(0.0).kept()[-1]
    assert not print_on_cloth.strange(0.0).kept()[-1]
    np.testing.assert_array_equal(there.strange(1.0).kept(), there.kept())
    np.testing.assert_allclose(there.strange(1.0).log_p, there.log_p, atol=1e-5)
    np.testing.assert_allclose(np.exp(there.strange(0.3).log_p).sum(1), 1, atol=1e-5)
    assert face(there) < face(there.strange(0.5)) < face(there.strange(0.0))
