from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.tile import N_KINDS, Tile
from tests.tiles_laid import laid_out, whole_set
from vision.arrays import Image
from vision.enrol import AGAIN, AS_WELL, EnrolError, Enrolment, Rows, enrol, gather, learn, read_labels, report
from vision.enrol_copies import copies
from vision.enrol_rows import Size, laid_in_rows, rows_of
from vision.eyes import Eyes
from vision.read.crops import taken, upright
from vision.read.reader import Reader
from vision.read.tileset import from_json, to_json


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


def labels_of(rows: list[list[tuple[Tile, int]]]) -> Rows:
    return tuple(tuple(tile for tile, _ in row) for row in rows)


@pytest.fixture(scope="module")
def enrolled(eyes: Eyes) -> Enrolment:
    """A set the reader never saw, two photographs, one tile in the second upside down."""
    rows = whole_set()
    back = [row[::-1] for row in rows[::-1]]
    photos = {
        "one.jpg": laid_out("newport", rows, 56, seed=1)[0],
        "two.jpg": laid_out("newport", back, 50, 4.0, seed=2, overturned=frozenset({(1, 3)}))[0],
    }
    return enrol("newport", photos, eyes, {"one.jpg": labels_of(rows), "two.jpg": labels_of(back)})


def test_two_photographs_teach_every_face(enrolled: Enrolment) -> None:
    assert enrolled.warnings == ()
    assert enrolled.tile_set.missing == ()
    assert dict(enrolled.photographed)[Tile.FLOWER] == 16
    assert enrolled.accuracy is not None
    assert enrolled.accuracy > 0.9


def test_the_enrolled_set_is_read_small_from_above(enrolled: Enrolment) -> None:
    reader = Reader(from_json(to_json(enrolled.tile_set)))
    image, quads, tiles = laid_out("newport", whole_set(9), 28, 21.0, seed=5)
    log_p = reader.see(taken(image, quads)).log_p
    right = log_p[:, :N_KINDS].argmax(1) == np.array([int(t) for t in tiles])
    assert right.mean() > 0.93


def test_the_report_names_every_face_and_what_is_missing(eyes: Eyes) -> None:
    rows = [[(Tile.B2, 0), (Tile.C2, 0), (Tile.D2, 0)], [(Tile.B2, 0), (Tile.C2, 0), (Tile.EAST, 0)]]
    done = enrol("part", {"a.jpg": laid_out("newport", rows, 56)[0]}, eyes, {"a.jpg": labels_of(rows)})
    text = report(done)
    assert len([line for line in text.splitlines() if "missing" in line]) == 32
    assert "2B  2 Bam         2 photographed, 2 of 2 read right" in text
    assert "East          1 photographed" not in text.split("E   ")[0]


def saved_anew(image: np.ndarray) -> np.ndarray:
    """The same picture as a message carries it: smaller, and badly kept."""
    small = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 40])[1], cv2.IMREAD_COLOR))


def test_a_photograph_from_the_same_place_of_other_tiles_is_no_copy() -> None:
    rows = whole_set()
    changed = [[rows[1][4], *rows[0][1:]], *rows[1:]]
    first, second = (laid_out("newport", some, 56, seed=1)[0] for some in (rows, changed))
    assert copies({"a.jpg": first, "b.jpg": second, "c.jpg": saved_anew(second)}) == {"c.jpg": "b.jpg"}


def test_a_copy_of_a_photograph_is_no_second_look(eyes: Eyes) -> None:
    rows = [[(Tile.B2, 0), (Tile.C2, 0), (Tile.D2, 0)]]
    image = laid_out("newport", rows, 56)[0]
    photos = {"a.jpg": image, "b.jpg": saved_anew(image)}
    done = enrol("part", photos, eyes, {name: labels_of(rows) for name in photos})
    assert done.warnings == ("b.jpg: the same picture as a.jpg, which shows nothing new; left out",)
    assert done.accuracy is None
    only_second = enrol("part", photos, eyes, {"b.jpg": labels_of(rows)})
    assert only_second.warnings == ("a.jpg: not named in the labels; left out",)
    assert sum(n for _, n in only_second.photographed) == 3


def test_tiles_of_a_set_that_nobody_knows_are_named_by_what_is_written_on_them(eyes: Eyes) -> None:
    """Craks that are one picture with a figure in it are one group by their looks, and named one kind."""
    rows = whole_set()
    samples, _ = gather({"a.jpg": laid_out("header-9000", rows, 64)[0]}, eyes)
    flat = [tile for row in rows for tile, _ in row]
    assert len(samples) == len(flat)
    assert sum(s.tile is tile for s, tile in zip(samples, flat, strict=True)) >= 0.9 * len(flat)


def test_what_is_kept_of_tiles_with_a_band_at_their_edge_is_whole_and_as_a_camera_finds_it(eyes: Eyes) -> None:
    """A frame that is drawn round the rest of such a face looks like the tile's edge."""
    rows = whole_set()
    image, quads, _ = laid_out("header-9000", rows, 64)
    samples, _ = gather({"a.jpg": image}, eyes, {"a.jpg": labels_of(rows)})
    true = upright(image, quads).astype(int)
    cut = [k for k, s in enumerate(samples) if s.whole]
    assert len(cut) > len(samples) / 2

    def off(crops: list[Image]) -> float:
        """How unlike these are to what they show, either end up, in grey levels on the average."""
        each = zip(crops, true[cut], strict=True)
        return float(np.mean([min(np.abs(way - t).mean() for way in (c, c[::-1, ::-1])) for c, t in each]))

    assert off([samples[k].crop for k in cut]) < off([samples[k].found.crop for k in cut]) / 2
    kept = learn("header", samples, eyes.reader).tile_set
    assert len(kept.photographed) == len(samples) + len(cut)
    assert {kept.faces[k] for k in kept.photographed[: len(samples)]} == set(Tile)
    assert kept.found == tuple(cut)


def test_tiles_without_bands_are_kept_as_they_are_found(eyes: Eyes) -> None:
    rows = [[(Tile(k), 0) for k in range(9 * n, 9 * n + 9)] for n in range(3)]
    samples, _ = gather({"a.jpg": laid_out("circled-9100", rows, 64)[0]}, eyes, {"a.jpg": labels_of(rows)})
    assert len(samples) == 27
    assert not any(s.whole for s in samples)


def test_tiles_of_a_known_set_and_a_few_are_named_by_their_looks(eyes: Eyes) -> None:
    for family, rows in (("heirloom", whole_set()), ("header-9000", [[(Tile.C1, 0), (Tile.C2, 0)]])):
        image, quads, _ = laid_out(family, rows, 64)
        assert eyes.whole(image, eyes.reader.see(taken(image, quads))) is None


def test_what_is_mixed_up_is_told_with_how_often_and_names_may_be_wrong(enrolled: Enrolment) -> None:
    told = report(replace(enrolled, confusions=((Tile.B2, Tile.C2, 1), (Tile.B3, Tile.D3, 2))))
    assert "2 Bam was taken for 2 Crak once" in told
    assert "3 Bam was taken for 3 Dot 2 times" in told
    assert "if they are named rightly" in told


@pytest.mark.parametrize(("right", "said"), [(4, False), (3, True)])
def test_a_set_that_its_pictures_do_not_tell_apart_is_said_to_be_read_otherwise_as_well(
    enrolled: Enrolment, right: int, said: bool
) -> None:
    read = replace(enrolled.tile_set, expected=((Tile.C1, right, 4),))
    told = report(replace(enrolled, tile_set=read, confusions=((Tile.C1, Tile.C2, 1),)))
    assert f"expected to read {right / 4:.1%} of single tiles right" in told
    assert (AS_WELL in told) is said
    assert ("hardly told apart but by what is written on them: 1 Crak, 2 Crak; " in told) is said
    assert (AGAIN in told) is not said, "to photograph again what shares a picture is in vain"


def test_a_row_that_does_not_fit_its_labels_is_told_and_left_out(eyes: Eyes) -> None:
    rows = [[(Tile.B2, 0), (Tile.C2, 0), (Tile.D2, 0)], [(Tile.B3, 0), (Tile.C3, 0), (Tile.D3, 0)]]
    wrong = (labels_of(rows)[0], (*labels_of(rows)[1], Tile.EAST))
    done = enrol("part", {"a.jpg": laid_out("newport", rows, 56)[0]}, eyes, {"a.jpg": wrong})
    assert done.warnings == ("a.jpg, row 2: 4 tiles are named and 3 are seen; the row is left out",)
    assert {t for t, n in done.photographed if n} == {Tile.B2, Tile.C2, Tile.D2}


def test_tiles_that_the_reader_takes_for_none_are_found_where_their_row_has_room(eyes: Eyes) -> None:
    rows = whole_set()
    image, quads, tiles = laid_out("panel-4", rows, 56, seed=3, overturned=frozenset({(1, 3), (3, 2)}))
    seen = eyes.sight(image)
    read = [k for k, quad in enumerate(quads) if np.linalg.norm(seen.centres - quad.mean(0), axis=1).min() < 28]
    assert len(read) < len(tiles)
    done = enrol("panel", {"a.jpg": image}, eyes, {"a.jpg": labels_of(rows)})
    assert done.warnings == ()
    assert sum(n for _, n in done.photographed) == len(tiles)
    log_p = Reader(done.tile_set).see(taken(image, quads)).log_p
    assert (log_p[:, :N_KINDS].argmax(1) == np.array([int(t) for t in tiles])).mean() > 0.9


def test_a_quad_told_from_the_wrong_corner_is_turned_and_a_tile_laid_across_is_not_made_to_fit() -> None:
    row = [(Tile.B1, 0)] * 6
    _, quads, _ = laid_out("newport", [row, row], 40, 5.0)
    size = Size.of(quads)
    assert size.fits(quads).all()
    rolled = np.roll(quads[:1], 1, axis=1)
    assert not size.fits(rolled).any()
    np.testing.assert_allclose(size.turned(rolled), np.roll(quads[:1], 2, axis=1), atol=1e-3)
    middle = quads[:1].mean(1, keepdims=True)
    across = (quads[:1] - middle)[..., ::-1] * [1, -1] + middle
    assert not size.fits(size.turned(across.astype(np.float32))).any()


@pytest.mark.parametrize("turn", [0.0, 4.0])
def test_a_tile_that_was_cut_off_or_slid_at_a_bar_is_laid_where_its_row_lies(eyes: Eyes, turn: float) -> None:
    image, truth, _ = laid_out("newport", whole_set(), 56, turn, seed=4)
    quads = truth.copy()
    down = truth[:, 3] - truth[:, 0]
    quads[5] += 0.2 * down[5]
    quads[17, :2] += 0.2 * down[17]
    quads[29, 2:] -= 0.2 * down[29]
    seen = taken(image, quads)
    laid = laid_in_rows(eyes.reader.see(seen), image, eyes).quads
    off = np.minimum(*(np.linalg.norm(np.roll(laid, r, 1) - truth, axis=2).max(1) for r in (0, 2)))
    assert (off < 0.1 * 56).all()


def test_without_labels_it_names_what_it_can_and_asks_the_rest(eyes: Eyes) -> None:
    rows = whole_set()
    image, _, _ = laid_out("newport", rows, 56, seed=1)
    asked = []

    def ask(crop: np.ndarray, likely: tuple[Tile, ...]) -> Tile | None:
        asked.append(likely)
        assert crop.shape == (64, 48, 3)
        return None

    done = enrol("newport", {"one.jpg": image}, eyes, None, ask)
    named = sum(n for _, n in done.photographed)
    assert named + len(asked) >= 40
    assert len(asked) < 30


def test_labels_are_read_row_by_row() -> None:
    text = "# ours\na.jpg:\n1B 2b ?\nF, J\n\nb.jpg:\nwd"
    assert read_labels(text) == {
        "a.jpg": ((Tile.B1, Tile.B2, None), (Tile.FLOWER, Tile.JOKER)),
        "b.jpg": ((Tile.SOAP,),),
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [("1B 2B", "line 1: tiles before"), ("a.jpg:\n1B 10C", "line 2: '10C'"), ("", "no photograph is named")],
)
def test_wrong_labels_are_told_by_line(text: str, says: str) -> None:
    with pytest.raises(EnrolError, match=says):
        read_labels(text)


@pytest.mark.parametrize("turn", [-14.0, 0.0, 9.0])
def test_rows_are_read_from_the_top_left_though_they_run_aslant(turn: float) -> None:
    _, quads, _ = laid_out("newport", [[(Tile.B1, 0)] * 7, [(Tile.B2, 0)] * 5, [(Tile.B3, 0)] * 7], 40, turn)
    order = np.random.default_rng(1).permutation(len(quads))
    rows = rows_of(quads[order])
    assert [[int(order[k]) for k in row] for row in rows] == [list(range(7)), list(range(7, 12)), list(range(12, 19))]


def test_a_photograph_without_tiles_is_told(eyes: Eyes) -> None:
    noise = np.random.default_rng(0).integers(0, 90, (300, 400, 3)).astype(np.uint8)
    empty = np.asarray(cv2.GaussianBlur(noise, (0, 0), 3), np.uint8)
    with pytest.raises(EnrolError, match=r"a\.jpg: no tiles in sight"):
        enrol("x", {"a.jpg": empty}, eyes, {"a.jpg": ((Tile.B1,),)})
